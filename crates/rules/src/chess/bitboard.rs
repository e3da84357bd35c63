//! Sets of squares.

use super::Square;
use crate::Side;

/// A set of squares, one bit each; bit 0 is a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares: a1 is one.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(!Self::DARK.0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// White's and Black's first ranks.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// A file, counted from 0.
    #[inline(always)]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(Self::FILE_A.0 << (file & 7))
    }

    /// A rank, counted from 0.
    #[inline(always)]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// The highest square.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(63 - self.0.leading_zeros())) }
    }

    /// Every square one file towards the a-file.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// Every square one file towards the h-file.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Self::FILE_H.0) << 1)
    }

    /// Every square one rank forward, as `side` sees it.
    #[inline(always)]
    pub const fn forward(self, side: Side) -> Bitboard {
        match side {
            Side::First => Bitboard(self.0 << 8),
            Side::Second => Bitboard(self.0 >> 8),
        }
    }
}

crate::sets::squares!(Bitboard, u64, Square::wrap, 8 x 8);
