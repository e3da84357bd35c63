//! The board as the search sees it.

use super::{Bitboard, Board, Checks, Kind, Move, Piece, Sort, Square, Threats, zobrist};
use crate::position::forward;
use crate::{Cycles, End, MoveSet, Order, Position, Rulings, Shape, Side};

impl Position for Board {
    type Move = Move;

    forward! {
        fn side(&self) -> Side;
        fn key(&self) -> u64;
        fn halfmove_clock(&self) -> u32;
        fn count_legal(&self) -> u64;
        fn is_dead_draw(&self) -> bool;
        fn is_legal(&self, mv: Move) -> bool;
    }

    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape { squares: 64, pieces: 12 }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Mate, or stalemate.
    #[inline]
    fn no_moves(&self) -> Option<End> {
        Some(if self.in_check() { End::Lost } else { End::Drawn })
    }

    #[inline]
    fn generate(&self, set: MoveSet, out: &mut Vec<Move>) {
        self.generate(set, out);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.play(mv);
    }

    #[inline]
    fn pass(&mut self) {
        self.pass();
    }

    #[inline(always)]
    fn from(mv: Move) -> usize {
        mv.from().index()
    }

    #[inline(always)]
    fn to(mv: Move) -> usize {
        mv.to().index()
    }

    #[inline(always)]
    fn pack(mv: Move) -> u32 {
        mv.bits() as u32
    }

    #[inline]
    fn unpack(bits: u32) -> Option<Move> {
        Move::from_bits(bits.try_into().ok()?)
    }
}

impl Order for Board {
    type Threats = Threats;
    type Checks = Checks;

    forward! {
        fn pawn_key(&self) -> u64;
        fn piece_key(&self, side: Side) -> u64;
        fn is_capture(&self, mv: Move) -> bool;
        fn gain(&self, mv: Move) -> i32;
        fn see(&self, mv: Move, threshold: i32) -> bool;
        fn gives_check(&self, mv: Move) -> bool;
        fn threats(&self) -> Threats;
        fn threat_balance(&self, threats: &Threats, mv: Move) -> i32;
        fn checks(&self) -> Checks;
        fn gives_check_by(&self, checks: &Checks, mv: Move) -> bool;
    }

    #[inline]
    fn has_pieces(&self, side: Side) -> bool {
        (self.of_side(side) - self.kind(Kind::Pawn) - self.kind(Kind::King)).any()
    }

    /// Exact except for castling, castling rights, and a double step that allows en passant.
    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key() ^ zobrist::SIDE;
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square);
        }
        if let Some(piece) = self.piece_on(mv.from()) {
            let arrived = Piece { kind: mv.promotion().unwrap_or(piece.kind), ..piece };
            key ^= zobrist::piece(piece, mv.from()) ^ zobrist::piece(arrived, mv.to());
        }
        if let Some((piece, square)) = self.captured(mv) {
            key ^= zobrist::piece(piece, square);
        }
        key
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promotion() == Some(Kind::Queen)
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> usize {
        self.piece_on(mv.from()).map_or(0, Piece::code)
    }

    #[inline]
    fn captured_piece(&self, mv: Move) -> Option<usize> {
        self.captured(mv).map(|(piece, _)| piece.code())
    }

    #[inline]
    fn threat_index(threats: &Threats, mv: Move) -> usize {
        threats.index(mv)
    }
}

impl Cycles for Board {
    /// Fifty moves by each side.
    #[inline(always)]
    fn drawn_at(&self, _: Rulings) -> u32 {
        100
    }

    #[inline]
    fn reversible_move(&self, key_difference: u64) -> Option<(usize, usize)> {
        let (a, b) = self.reversible_move(key_difference)?;
        Some((a.index(), b.index()))
    }

    fn plain_move(&self, from: usize, to: usize) -> Option<Move> {
        let (from, to) = (Square::new(from)?, Square::new(to)?);
        (from != to).then(|| Move::new(from, to, Sort::Plain))
    }
}

impl Board {
    /// Whether a move takes something.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.sort() {
            Sort::Castling => false,
            Sort::EnPassant => true,
            Sort::Plain | Sort::Promotion(_) => self.occupied().has(mv.to()),
        }
    }

    /// The piece that a move takes, and where it stands.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<(Piece, Square)> {
        let square = match mv.sort() {
            Sort::Castling => return None,
            Sort::EnPassant => super::board::passed_pawn(mv.to()),
            Sort::Plain | Sort::Promotion(_) => mv.to(),
        };
        Some((self.piece_on(square)?, square))
    }

    /// Whether no sequence of legal moves can mate either king by the material alone, exactly as
    /// CECP lists it: K-K, KN-K, KB-K, and bishops of one square colour only.
    #[inline]
    pub fn is_dead_draw(&self) -> bool {
        let bishops = self.kind(Kind::Bishop);
        let knights = self.kind(Kind::Knight);
        let others = self.occupied() - self.kind(Kind::King) - bishops - knights;
        if others.any() || knights.several() {
            return false;
        }
        if knights.any() {
            return bishops.is_empty();
        }
        (bishops & Bitboard::DARK).is_empty() || (bishops & Bitboard::LIGHT).is_empty()
    }
}
