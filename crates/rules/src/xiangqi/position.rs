//! The board as the search sees it.

use super::{Bitboard, Board, Judgement, Kind, Move, Piece, Square, Threats, judge, zobrist};
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
        Shape { squares: 90, pieces: 14 }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Who cannot move has lost, in check or not.
    #[inline]
    fn no_moves(&self) -> Option<End> {
        Some(End::Lost)
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
    type Checks = ();

    forward! {
        fn pawn_key(&self) -> u64;
        fn piece_key(&self, side: Side) -> u64;
        fn is_capture(&self, mv: Move) -> bool;
        fn gain(&self, mv: Move) -> i32;
        fn see(&self, mv: Move, threshold: i32) -> bool;
        fn gives_check(&self, mv: Move) -> bool;
        fn threats(&self) -> Threats;
        fn threat_balance(&self, threats: &Threats, mv: Move) -> i32;
    }

    /// Advisors and elephants do not save a side from zugzwang.
    #[inline]
    fn has_pieces(&self, side: Side) -> bool {
        let pieces = self.kind(Kind::Rook) | self.kind(Kind::Cannon) | self.kind(Kind::Horse);
        (self.of_side(side) & pieces).any()
    }

    /// Exact.
    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key() ^ zobrist::SIDE;
        if let Some(piece) = self.piece_on(mv.from()) {
            let kind = if mv.is_promotion() { Kind::Pawn } else { piece.kind };
            key ^= zobrist::piece(piece, mv.from());
            key ^= zobrist::piece(Piece { kind, ..piece }, mv.to());
        }
        if let Some(piece) = self.captured(mv) {
            key ^= zobrist::piece(piece, mv.to());
        }
        key
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv)
    }

    #[inline]
    fn moved_piece(&self, mv: Move) -> usize {
        self.piece_on(mv.from()).map_or(0, Piece::code)
    }

    #[inline]
    fn captured_piece(&self, mv: Move) -> Option<usize> {
        self.captured(mv).map(Piece::code)
    }

    fn checks(&self) {}

    #[inline]
    fn threat_index(threats: &Threats, mv: Move) -> usize {
        threats.index(mv)
    }
}

impl Cycles for Board {
    #[inline]
    fn drawn_at(&self, rulings: Rulings) -> u32 {
        rulings.natural_limit.unwrap_or(u32::MAX)
    }

    #[inline(always)]
    fn repetition_may_lose(&self) -> bool {
        true
    }

    fn loser_of_cycle(rulings: Rulings, boards: &[Board], moves: &[Option<Move>]) -> Option<Side> {
        match judge(rulings.repetition, boards, moves) {
            Judgement::Draw => None,
            Judgement::Loses(side, _) => Some(side),
        }
    }

    #[inline]
    fn reversible_move(&self, key_difference: u64) -> Option<(usize, usize)> {
        let (from, to) = self.reversible_move(key_difference)?;
        Some((from.index(), to.index()))
    }

    fn plain_move(&self, from: usize, to: usize) -> Option<Move> {
        let (from, to) = (Square::new(from)?, Square::new(to)?);
        (from != to).then(|| Move::new(from, to))
    }
}

impl Board {
    /// Whether a move takes something.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_promotion() && self.occupied().has(mv.to())
    }

    /// The piece that a move takes.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        if mv.is_promotion() { None } else { self.piece_on(mv.to()) }
    }

    /// Whether neither side has a piece that crosses the river. In the game with promotion there
    /// may be pawns again as long as there is anything but kings.
    #[inline]
    pub fn is_dead_draw(&self) -> bool {
        let mut attackers = self.occupied() - self.kind(Kind::King);
        if !self.promotes() {
            attackers -= self.kind(Kind::Advisor) | self.kind(Kind::Elephant);
        }
        attackers.is_empty()
    }

    /// Whether a square lies beyond the river for `side`.
    #[inline]
    pub fn has_crossed(side: Side, square: Square) -> bool {
        Bitboard::beyond_river(side).has(square)
    }
}
