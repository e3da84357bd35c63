//! The board: where the pieces stand, and what making a move changes.

use super::{Bitboard, Kind, Move, Piece, Square, attacks, zobrist};
use crate::{Side, Variant};
use std::fmt;

/// A position of xiangqi: a small value, moves made on a copy.
///
/// The squares are known both ways, as a piece per square and as sets of squares per piece. What
/// every legal move must heed is kept ready for the side to move: who gives check, which pieces may
/// not move freely, and which empty squares may not be entered.
///
/// ```
/// use ferz_rules::{Position, Variant, xiangqi::Board};
///
/// let mut board = Board::start(Variant::XIANGQI);
/// let cannon = board.legal().into_iter().find(|mv| mv.to_string() == "h2e2").unwrap();
/// board.play(cannon);
/// assert_eq!(
///     board.to_string(),
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
/// );
/// assert_eq!(board.perft(2), 1564);
/// ```
#[derive(Clone, Copy)]
pub struct Board {
    kinds: [Bitboard; 7],
    sides: [Bitboard; 2],
    checkers: Bitboard,
    guards: Bitboard,
    barred: Bitboard,
    key: u64,
    /// Hashes of the pawns and of each side's other pieces.
    part_keys: [u64; 3],
    /// How many pieces of each code there are, four bits for each.
    counts: u64,
    squares: [Cell; 90],
    kings: [Square; 2],
    halfmove_clock: u16,
    fullmove: u16,
    side: Side,
    promotes: bool,
}

const _: () = assert!(size_of::<Board>() <= 336, "a board is copied for every move");

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
            1 => Kind::Advisor,
            2 => Kind::Elephant,
            3 => Kind::Horse,
            4 => Kind::Cannon,
            5 => Kind::Rook,
            6 => Kind::King,
            _ => return None,
        };
        Some(Piece { kind, side })
    }
}

impl Board {
    /// The start position.
    pub fn start(variant: Variant) -> Board {
        Board::from_fen(variant.start_fen, variant).expect("the start position is a position")
    }

    /// A board without pieces, to be filled by [`put`](Self::put) and completed by
    /// [`set_up`](Self::set_up).
    pub(super) fn empty(promotes: bool) -> Board {
        Board {
            kinds: [Bitboard::EMPTY; 7],
            sides: [Bitboard::EMPTY; 2],
            checkers: Bitboard::EMPTY,
            guards: Bitboard::EMPTY,
            barred: Bitboard::EMPTY,
            key: 0,
            part_keys: [0; 3],
            counts: 0,
            squares: [Cell::EMPTY; 90],
            kings: [Square::at(4, 0), Square::at(4, 9)],
            halfmove_clock: 0,
            fullmove: 1,
            side: Side::First,
            promotes,
        }
    }

    /// Completes a board that has its pieces, one king in each palace among them.
    pub(super) fn set_up(&mut self, side: Side, halfmove_clock: u16, fullmove: u16) {
        self.side = side;
        if side == Side::Second {
            self.key ^= zobrist::SIDE;
        }
        self.halfmove_clock = halfmove_clock;
        self.fullmove = fullmove;
        self.find_checks();
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

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()].piece()
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Square {
        self.kings[side as usize]
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the side to move that may not go wherever they like: those between their king
    /// and a rook, a king or a cannon that attacks him when they leave, the screen of a cannon that
    /// gives check, and those in the way of a horse.
    #[inline(always)]
    pub fn guards(&self) -> Bitboard {
        self.guards
    }

    /// The empty squares where any piece would be the screen of a cannon that then gives check.
    #[inline(always)]
    pub fn barred(&self) -> Bitboard {
        self.barred
    }

    /// Whether advisors and elephants may become pawns.
    #[inline(always)]
    pub fn promotes(&self) -> bool {
        self.promotes
    }

    /// Half-moves since the last capture or promotion. A pass counts as one.
    #[inline(always)]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock as u32
    }

    /// The number of the move, as a score sheet counts: 1 for each side's first.
    #[inline(always)]
    pub fn fullmove(&self) -> u32 {
        self.fullmove as u32
    }

    /// How many pieces of each code there are: four bits for each, the first code's lowest.
    #[inline(always)]
    pub fn counts(&self) -> u64 {
        self.counts
    }

    /// Hash of the position: pieces and side to move.
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

    /// The pieces of both sides that attack `square` when `occupied` are occupied. The kings attack
    /// beside them only, not each other along a file.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        rook & self.kind(Kind::Rook)
            | cannon & self.kind(Kind::Cannon)
            | attacks::horses_to(square, occupied) & self.kind(Kind::Horse)
            | attacks::elephant(square, occupied) & self.kind(Kind::Elephant)
            | attacks::advisor(square) & self.kind(Kind::Advisor)
            | attacks::king(square) & self.kind(Kind::King)
            | attacks::pawns_to(Side::First, square) & self.pieces(Side::First, Kind::Pawn)
            | attacks::pawns_to(Side::Second, square) & self.pieces(Side::Second, Kind::Pawn)
    }

    /// Whether those of `pieces` that are `by`'s attack a king on `square` when `occupied` are
    /// occupied; the other king among them, if nothing is between the two.
    #[inline]
    pub(super) fn is_king_attacked(
        &self,
        square: Square,
        by: Side,
        pieces: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        let attackers = rook & (self.kind(Kind::Rook) | self.kind(Kind::King))
            | cannon & self.kind(Kind::Cannon)
            | attacks::horses_to(square, occupied) & self.kind(Kind::Horse)
            | attacks::pawns_to(by, square) & self.kind(Kind::Pawn);
        (attackers & pieces & self.of_side(by)).any()
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
        if mv.is_promotion() {
            self.take(piece, from);
            self.put(Piece { kind: Kind::Pawn, side: us }, to);
            self.halfmove_clock = 0;
        } else {
            if let Some(captured) = self.piece_on(to) {
                self.take(captured, to);
                self.halfmove_clock = 0;
            }
            self.take(piece, from);
            self.put(piece, to);
        }
        self.find_checks();
    }

    /// Passes the turn; only when not in check.
    #[inline]
    pub fn pass(&mut self) {
        debug_assert!(self.checkers.is_empty(), "a pass in check");
        self.end_turn();
        self.find_checks();
    }

    /// The same position with the other side to move: what a threat is.
    pub(super) fn turned(&self) -> Board {
        let mut turned = *self;
        turned.end_turn();
        turned.find_checks();
        turned
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.key ^= zobrist::SIDE;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove = self.fullmove.saturating_add(self.side as u16);
        self.side = !self.side;
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()] = Cell::of(piece);
        self.counts += 1 << (4 * piece.code());
        if piece.kind == Kind::King {
            self.kings[piece.side as usize] = square;
        }
        self.toggle(piece, square);
    }

    /// Takes a piece from its square.
    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.squares[square.index()] = Cell::EMPTY;
        self.counts -= 1 << (4 * piece.code());
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

    /// Finds what the legal moves of the side to move must heed.
    #[inline]
    fn find_checks(&mut self) {
        let us = self.side;
        let them = self.of_side(!us);
        let king = self.king(us);
        let occupied = self.occupied();
        let mut checkers = attacks::pawns_to(!us, king) & self.kind(Kind::Pawn) & them;
        let (mut guards, mut barred) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let straight = self.kind(Kind::Rook) | self.kind(Kind::King);
        let cannons = self.kind(Kind::Cannon);
        for slider in attacks::rook_rays(king) & (straight | cannons) & them {
            let between = attacks::between_king(king, slider);
            let blockers = between & occupied;
            let others = blockers.rest();
            if straight.has(slider) {
                if blockers.is_empty() {
                    checkers |= slider;
                } else if others.is_empty() {
                    guards |= blockers;
                }
            } else if blockers.is_empty() {
                barred |= between;
            } else if others.is_empty() {
                checkers |= slider;
                guards |= blockers;
            } else if !others.several() {
                guards |= blockers;
            }
        }
        for horse in attacks::horse_rays(king) & self.kind(Kind::Horse) & them {
            let leg = attacks::leg(horse, king);
            if occupied.has(leg) {
                guards |= leg;
            } else {
                checkers |= horse;
            }
        }
        self.checkers = checkers;
        self.guards = guards & self.of_side(us);
        self.barred = barred;
    }

    /// The hash computed from the pieces: what the incremental one must equal.
    pub fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Second { zobrist::SIDE } else { 0 };
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                key ^= zobrist::piece(piece, square);
            }
        }
        key
    }
}

/// Two boards are equal if they are the same position with the same clocks.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.squares == other.squares
            && self.side == other.side
            && self.promotes == other.promotes
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
