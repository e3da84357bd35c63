//! The board, laid out as the evaluation reads it.

use ferz_rules::Side;
use ferz_rules::chess::{Bitboard, Board, Kind, Square};

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

/// Where the men of both sides stand; White first, pawns first.
pub(super) struct Men<'a> {
    pub(super) board: &'a Board,
    pub(super) by: [[Bitboard; 6]; 2],
    pub(super) all: [Bitboard; 2],
    pub(super) occupied: Bitboard,
    pub(super) king: [Square; 2],
    /// With how many rooks a side may still castle.
    pub(super) castling: [i32; 2],
    /// Index of the side to move.
    pub(super) to_move: usize,
}

impl<'a> Men<'a> {
    #[inline(always)]
    pub(super) fn of(board: &'a Board) -> Men<'a> {
        let by = |side| Kind::ALL.map(|kind| board.pieces(side, kind));
        let all = Side::BOTH.map(|side| board.of_side(side));
        Men {
            board,
            by: Side::BOTH.map(by),
            all,
            occupied: board.occupied(),
            king: Side::BOTH.map(|side| board.king(side)),
            castling: all.map(|own| (board.castling_rooks() & own).count() as i32),
            to_move: board.side().index(),
        }
    }

    /// The kind of the man on an occupied square; of an empty one, a pawn.
    #[inline(always)]
    pub(super) fn kind_at(&self, square: Square) -> usize {
        self.board.piece_on(square).map_or(PAWN, |piece| piece.kind.index())
    }

    #[inline(always)]
    pub(super) fn count(&self, side: usize, kind: usize) -> i32 {
        self.by[side][kind].count() as i32
    }

    /// Whether a side has nothing but king and pawns.
    #[inline(always)]
    pub(super) fn bare(&self, side: usize) -> bool {
        (self.all[side] - self.by[side][PAWN]) == self.by[side][KING]
    }

    /// Worth of a side's pieces without pawns, in coarse units: 3, 3, 5, 9.
    #[inline(always)]
    pub(super) fn force(&self, side: usize) -> i32 {
        3 * (self.by[side][KNIGHT] | self.by[side][BISHOP]).count() as i32
            + 5 * self.count(side, ROOK)
            + 9 * self.count(side, QUEEN)
    }
}
