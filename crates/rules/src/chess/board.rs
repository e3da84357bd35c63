//! The board: where the pieces stand, and what making a move changes.

use super::{Bitboard, Kind, Move, Piece, Square, attacks, zobrist};
use crate::{Side, Variant};
use std::fmt;

/// A position of chess or of one of its castling variants: a small value, moves made on a copy.
///
/// The squares are known both ways, as a piece per square and as sets of squares per piece. Two
/// things are kept ready for the side to move because everything asks for them: who gives check,
/// and which of its own pieces are pinned to its king.
///
/// ```
/// use ferz_rules::{Position, Variant, chess::Board};
///
/// let mut board = Board::start(Variant::NORMAL);
/// let e4 = board.legal().into_iter().find(|mv| mv.to_string() == "e2e4").unwrap();
/// board.play(e4);
/// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(board.perft(2), 600);
/// ```
#[derive(Clone, Copy)]
pub struct Board {
    kinds: [Bitboard; 6],
    sides: [Bitboard; 2],
    squares: [Cell; 64],
    key: u64,
    /// Hashes of the pawns and of each side's other pieces.
    part_keys: [u64; 3],
    checkers: Bitboard,
    pinned: Bitboard,
    /// The rooks that still may castle.
    castling: Bitboard,
    halfmove_clock: u16,
    fullmove: u16,
    side: Side,
    /// Where a pawn can be taken en passant; only if that is legal.
    en_passant: Option<Square>,
    rule: CastlingRule,
}

const _: () = assert!(size_of::<Board>() <= 192, "a board is copied for every move");

/// Where king and rook go when they castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CastlingRule {
    /// g- and f-file, or c- and d-file.
    Usual,
    /// For a king on the d-file: f- and e-file, or b- and c-file.
    Wild,
}

/// A square's content in a byte: the kind, and the side in bit 3.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(u8);

impl Cell {
    const EMPTY: Cell = Cell(7);

    #[inline(always)]
    const fn of(piece: Piece) -> Cell {
        Cell(piece.kind as u8 | (piece.side as u8) << 3)
    }

    #[inline(always)]
    const fn piece(self) -> Option<Piece> {
        let side = if self.0 < 8 { Side::First } else { Side::Second };
        let kind = match self.0 & 7 {
            0 => Kind::Pawn,
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            5 => Kind::King,
            _ => return None,
        };
        Some(Piece { kind, side })
    }
}

impl Board {
    /// The usual start position. For Chess960 and the shuffled variants it is one of many.
    pub fn start(variant: Variant) -> Board {
        Board::from_fen(variant.start_fen, variant).expect("the start position is a position")
    }

    /// A board without pieces, to be filled by [`put`](Self::put) and completed by
    /// [`set_up`](Self::set_up).
    pub(super) fn empty(rule: CastlingRule) -> Board {
        Board {
            kinds: [Bitboard::EMPTY; 6],
            sides: [Bitboard::EMPTY; 2],
            squares: [Cell::EMPTY; 64],
            key: 0,
            part_keys: [0; 3],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            halfmove_clock: 0,
            fullmove: 1,
            side: Side::First,
            en_passant: None,
            rule,
        }
    }

    /// Completes a board that has its pieces, one king on each side among them.
    pub(super) fn set_up(
        &mut self,
        side: Side,
        castling: Bitboard,
        en_passant: Option<Square>,
        halfmove_clock: u16,
        fullmove: u16,
    ) {
        self.side = side;
        if side == Side::Second {
            self.key ^= zobrist::SIDE;
        }
        self.toggle_castling(castling);
        self.halfmove_clock = halfmove_clock;
        self.fullmove = fullmove;
        self.find_checks();
        if let Some(square) = en_passant {
            self.offer_en_passant(square);
        }
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The pieces of one kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// All pieces of one side.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side as usize]
    }

    /// One side's pieces of one kind.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        self.kinds[kind as usize] & self.sides[side as usize]
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The bishops and queens of both sides.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// The rooks and queens of both sides.
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()].piece()
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Square {
        // Each side always has its king, so the bit scan never sees an empty set.
        Square::wrap(self.pieces(side, Kind::King).0.trailing_zeros())
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The rooks of both sides that may still castle: the castling rights.
    #[inline(always)]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The castling rook of a side towards the h-file or towards the a-file.
    pub fn castling_rook(&self, side: Side, wing: Wing) -> Option<Square> {
        let king = self.king(side);
        let rooks = self.castling & self.of_side(side);
        rooks.into_iter().find(|rook| Wing::of(king, *rook) == wing)
    }

    /// The square behind a pawn that can be taken en passant by a legal move now.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move. A pass counts as one.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock as u32
    }

    /// The number of the move, as a score sheet counts: 1 for each side's first.
    #[inline(always)]
    pub fn fullmove(&self) -> u32 {
        self.fullmove as u32
    }

    /// Hash of the position: pieces, side to move, castling rights, en passant if legal.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Hash of the pawns.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.part_keys[0]
    }

    /// Hash of one side's king and pieces without its pawns.
    #[inline(always)]
    pub fn piece_key(&self, side: Side) -> u64 {
        self.part_keys[1 + side as usize]
    }

    /// Where the king and the rook end when they castle.
    #[inline]
    pub(super) fn castling_targets(&self, king: Square, rook: Square) -> (Square, Square) {
        let wild = self.rule == CastlingRule::Wild && king.file() == 3;
        let (king_file, rook_file) = match (Wing::of(king, rook), wild) {
            (Wing::King, false) => (6, 5),
            (Wing::Queen, false) => (2, 3),
            (Wing::King, true) => (5, 4),
            (Wing::Queen, true) => (1, 2),
        };
        (Square::at(king_file, king.rank()), Square::at(rook_file, king.rank()))
    }

    /// The pieces of both sides that attack `square` when `occupied` are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.slider_attackers(square, occupied)
            | attacks::knight(square) & self.kind(Kind::Knight)
            | attacks::king(square) & self.kind(Kind::King)
            | attacks::pawn(Side::Second, square) & self.pieces(Side::First, Kind::Pawn)
            | attacks::pawn(Side::First, square) & self.pieces(Side::Second, Kind::Pawn)
    }

    /// The bishops, rooks and queens of both sides that attack `square`.
    #[inline]
    pub(super) fn slider_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders()
    }

    /// Makes a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        self.end_turn();
        let Some(piece) = self.piece_on(from) else {
            debug_assert!(false, "the move {mv} is not of this position");
            return;
        };
        let touched = match piece.kind {
            Kind::King => self.of_side(us) | to,
            _ => Bitboard::of(from) | to,
        };
        if (self.castling & touched).any() {
            self.toggle_castling(self.castling & touched);
        }
        if mv.is_castling() {
            let rook = Piece { kind: Kind::Rook, side: us };
            let (king_to, rook_to) = self.castling_targets(from, to);
            // Both leave before one arrives: in Chess960 one may go to where the other was.
            self.take(piece, from);
            self.take(rook, to);
            self.put(piece, king_to);
            self.put(rook, rook_to);
            self.find_checks();
            return;
        }
        if let Some((captured, square)) = self.captured(mv) {
            self.take(captured, square);
            self.halfmove_clock = 0;
        }
        self.take(piece, from);
        self.put(Piece { kind: mv.promotion().unwrap_or(piece.kind), side: us }, to);
        self.find_checks();
        if piece.kind == Kind::Pawn {
            self.halfmove_clock = 0;
            if from.index() ^ to.index() == 16 {
                self.offer_en_passant(passed_pawn(to));
            }
        }
    }

    /// Passes the turn; only when not in check.
    #[inline]
    pub fn pass(&mut self) {
        debug_assert!(self.checkers.is_empty(), "a pass in check");
        self.end_turn();
        self.find_checks();
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.key ^= zobrist::SIDE;
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square);
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove = self.fullmove.saturating_add(self.side as u16);
        self.side = !self.side;
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()] = Cell::of(piece);
        self.toggle(piece, square);
    }

    /// Takes a piece from its square.
    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()] = Cell::EMPTY;
        self.toggle(piece, square);
    }

    /// Puts a piece into the sets and the hashes, or takes it out.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind as usize] ^= square;
        self.sides[piece.side as usize] ^= square;
        let number = zobrist::piece(piece, square);
        self.key ^= number;
        let part = if piece.kind == Kind::Pawn { 0 } else { 1 + piece.side as usize };
        self.part_keys[part] ^= number;
    }

    /// Grants the rights to castle with these rooks, or takes them away.
    fn toggle_castling(&mut self, rooks: Bitboard) {
        self.castling ^= rooks;
        for rook in rooks {
            self.key ^= zobrist::castling(rook);
        }
    }

    /// Finds the checkers and the pinned pieces of the side to move.
    #[inline]
    fn find_checks(&mut self) {
        let (us, them) = (self.side, self.of_side(!self.side));
        let king = self.king(us);
        let occupied = self.occupied();
        let mut checkers = attacks::knight(king) & self.kind(Kind::Knight)
            | attacks::pawn(us, king) & self.kind(Kind::Pawn);
        let mut pinned = Bitboard::EMPTY;
        let sliders = attacks::bishop_rays(king) & self.diagonal_sliders()
            | attacks::rook_rays(king) & self.straight_sliders();
        for slider in sliders & them {
            let between = attacks::between(king, slider) & occupied;
            if between.is_empty() {
                checkers |= slider;
            } else if !between.several() {
                pinned |= between;
            }
        }
        self.checkers = checkers & them;
        self.pinned = pinned & self.of_side(us);
    }

    /// Notes that the pawn before `square` may be taken en passant, if that is legal.
    #[inline]
    fn offer_en_passant(&mut self, square: Square) {
        let takers = attacks::pawn(!self.side, square) & self.pieces(self.side, Kind::Pawn);
        if takers.into_iter().any(|from| self.en_passant_is_safe(from, square)) {
            self.en_passant = Some(square);
            self.key ^= zobrist::en_passant(square);
        }
    }

    /// Whether taking en passant leaves the own king unattacked.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        // Two pawns leave one rank at once, and the captured one may have given the check: nothing
        // simpler than looking at the board afterwards is right.
        let victim = passed_pawn(to);
        let occupied = (self.occupied() ^ from ^ victim) | to;
        let attackers = self.attackers(self.king(self.side), occupied);
        (attackers & (self.of_side(!self.side) - victim)).is_empty()
    }

    /// The hash computed from the pieces: what the incremental one must equal.
    pub fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Second { zobrist::SIDE } else { 0 };
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                key ^= zobrist::piece(piece, square);
            }
        }
        for rook in self.castling {
            key ^= zobrist::castling(rook);
        }
        key ^ self.en_passant.map_or(0, zobrist::en_passant)
    }
}

/// The pawn that made a double step over `square`, or the reverse: e4 for e3, d5 for d6.
#[inline(always)]
pub(super) const fn passed_pawn(square: Square) -> Square {
    Square::wrap(square.index() as u32 ^ 8)
}

/// One of the two directions to castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Towards the h-file: `O-O`.
    King,
    /// Towards the a-file: `O-O-O`.
    Queen,
}

impl Wing {
    /// On which side of the king a rook stands.
    #[inline(always)]
    pub fn of(king: Square, rook: Square) -> Wing {
        if rook > king { Wing::King } else { Wing::Queen }
    }
}

/// Two boards are equal if they are the same position with the same clocks.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.squares == other.squares
            && self.side == other.side
            && self.castling == other.castling
            && self.en_passant == other.en_passant
            && self.rule == other.rule
            && self.halfmove_clock == other.halfmove_clock
            && self.fullmove == other.fullmove
    }
}

impl Eq for Board {}

/// The FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(crate::FenStyle::XFen))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
