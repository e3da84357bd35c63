//! Sets of squares.

use super::Square;
use crate::Side;

/// A set of squares, one bit each; bit 0 is a0. The bits above the board are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// Every square.
    pub const ALL: Bitboard = Bitboard((1 << 90) - 1);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x2_0100_8040_2010_0804_0201);
    /// The i-file.
    pub const FILE_I: Bitboard = Bitboard(Self::FILE_A.0 << 8);

    /// A file, counted from 0.
    #[inline(always)]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(Self::FILE_A.0 << file)
    }

    /// A rank, counted from 0.
    #[inline(always)]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard(0x1ff << (9 * rank))
    }

    /// The half of the board beyond the river, as `side` sees it.
    #[inline(always)]
    pub const fn beyond_river(side: Side) -> Bitboard {
        match side {
            Side::First => Bitboard(Self::ALL.0 & !((1 << 45) - 1)),
            Side::Second => Bitboard((1 << 45) - 1),
        }
    }

    /// Every square one file towards the a-file.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// Every square one file towards the i-file.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Self::FILE_I.0) << 1)
    }

    /// Every square one rank forward, as `side` sees it.
    #[inline(always)]
    pub const fn forward(self, side: Side) -> Bitboard {
        match side {
            Side::First => Bitboard(self.0 << 9 & Self::ALL.0),
            Side::Second => Bitboard(self.0 >> 9),
        }
    }
}

crate::sets::squares!(Bitboard, u128, Square::known, 9 x 10);
