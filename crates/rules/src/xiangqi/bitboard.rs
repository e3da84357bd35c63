//! Sets of squares.

use super::Square;
use crate::Side;
use std::fmt;
use std::ops::Not;

/// A set of squares, one bit each; bit 0 is a0. The bits above the board are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard((1 << 90) - 1);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x2_0100_8040_2010_0804_0201);
    /// The i-file.
    pub const FILE_I: Bitboard = Bitboard(Self::FILE_A.0 << 8);

    /// This square alone.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

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

    /// Whether `square` is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether there is no square in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a square in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The set without its lowest square.
    #[inline(always)]
    pub const fn rest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Whether there are two squares or more.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.rest().any()
    }

    /// How many squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::known(self.0.trailing_zeros())) }
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

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

crate::sets::operators!(Bitboard, u128);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(self.0 ^ Self::ALL.0)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square)
    }
}

/// The squares of a [`Bitboard`], the lowest first.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

/// Ten lines from Black's base line down, `x` for a member.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            writeln!(f)?;
            for file in 0..9 {
                f.write_str(if self.has(Square::at(file, rank)) { " x" } else { " ." })?;
            }
        }
        Ok(())
    }
}
