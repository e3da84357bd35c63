//! The board, laid out as the evaluation reads it.

use ferz_rules::Side;
use ferz_rules::xiangqi::{Bitboard, Board, Kind, Square};

pub(super) const PAWN: usize = 0;
pub(super) const ADVISOR: usize = 1;
pub(super) const ELEPHANT: usize = 2;
pub(super) const HORSE: usize = 3;
pub(super) const CANNON: usize = 4;
pub(super) const ROOK: usize = 5;
pub(super) const KING: usize = 6;

/// Where the men of both sides stand; Red first, pawns first.
pub(super) struct Men<'a> {
    board: &'a Board,
    pub(super) by: [[Bitboard; 7]; 2],
    pub(super) all: [Bitboard; 2],
    pub(super) occupied: Bitboard,
    pub(super) king: [Square; 2],
    counts: u64,
    /// Index of the side to move.
    pub(super) to_move: usize,
}

impl<'a> Men<'a> {
    #[inline(always)]
    pub(super) fn of(board: &'a Board) -> Men<'a> {
        Men {
            board,
            by: Side::BOTH.map(|side| Kind::ALL.map(|kind| board.pieces(side, kind))),
            all: Side::BOTH.map(|side| board.of_side(side)),
            occupied: board.occupied(),
            counts: board.counts(),
            king: Side::BOTH.map(|side| board.king(side)),
            to_move: board.side().index(),
        }
    }

    #[inline(always)]
    pub(super) fn count(&self, side: usize, kind: usize) -> i32 {
        (self.counts >> (4 * (kind + 7 * side)) & 15) as i32
    }

    /// The kind of the man on an occupied square; of an empty one, a pawn.
    #[inline(always)]
    pub(super) fn kind_at(&self, square: Square) -> usize {
        self.board.piece_on(square).map_or(PAWN, |piece| piece.kind.index())
    }

    /// All counts together: what the material is.
    #[inline(always)]
    pub(super) fn counts(&self) -> u64 {
        self.counts
    }

    /// The pawns of a side that are beyond the river.
    #[inline(always)]
    pub(super) fn crossed<const US: usize>(&self) -> Bitboard {
        self.by[US][PAWN] & Bitboard::beyond_river(Side::BOTH[US])
    }
}
