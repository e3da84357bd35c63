//! Sets of squares in three widths: 64, 128 and 192 bits.
//!
//! A square is its index, files first: on a board of eight files, a2 is 8. A set knows nothing of
//! the shape of its board; that is the table's part.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// Words of bits: one for each square.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many squares there can be.
    const SQUARES: usize;
    /// How many kinds of piece there can be.
    const KINDS: usize;
    /// A set for each kind of piece.
    type Kinds: Copy + Eq + Debug + Send + Sync + AsRef<[Set<Self>]> + AsMut<[Set<Self>]>;
    /// A piece, or none, for each square.
    type Cells: Copy + Eq + Debug + Send + Sync + AsRef<[u8]> + AsMut<[u8]>;

    /// No square of any kind.
    fn no_kinds() -> Self::Kinds;
    /// The same on every square.
    fn cells(cell: u8) -> Self::Cells;
    /// One bit.
    fn bit(index: usize) -> Self;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The lowest bit of some.
    fn lowest(self) -> usize;
    /// The highest bit of some.
    fn highest(self) -> usize;
    /// The others, without the lowest bit.
    fn without_lowest(self) -> Self;
    /// As numbers of many digits: the difference, or what is left of it.
    fn minus(self, other: Self) -> Self;
    /// The bits as words, the lowest first.
    fn words(self) -> [u64; 3];

    /// The bits of a line that are in sight from between its halves: up to the highest occupied one
    /// `below` and the lowest occupied one `above`, both included.
    ///
    /// This is obstruction difference (Michael Hoffmann, 2010): twice the lowest bit above less the
    /// highest below leaves just the bits between them.
    #[inline(always)]
    fn in_sight(below: Self, above: Self, occupied: Self) -> Self {
        let lower = (below & occupied) | Self::bit(0);
        let upper = above & occupied;
        let first = upper & Self::default().minus(upper);
        let twice = first.minus(Self::default().minus(first));
        (below | above) & twice.minus(Self::bit(lower.highest()))
    }
}

macro_rules! word {
    ($word:ident, $kinds:literal) => {
        impl Bits for $word {
            const SQUARES: usize = $word::BITS as usize;
            const KINDS: usize = $kinds;
            type Kinds = [Set<$word>; $kinds];
            type Cells = [u8; $word::BITS as usize];

            #[inline(always)]
            fn no_kinds() -> Self::Kinds {
                [Set(0); $kinds]
            }
            #[inline(always)]
            fn cells(cell: u8) -> Self::Cells {
                [cell; $word::BITS as usize]
            }
            #[inline(always)]
            fn bit(index: usize) -> $word {
                1 << (index as u32 & ($word::BITS - 1))
            }
            #[inline(always)]
            fn is_zero(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn highest(self) -> usize {
                ($word::BITS - 1 - self.leading_zeros()) as usize
            }
            #[inline(always)]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn minus(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn words(self) -> [u64; 3] {
                [self as u64, (self as u128 >> 64) as u64, 0]
            }
        }
    };
}

word!(u64, 16);
word!(u128, 16);

/// 192 bits, the lowest word first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; 3]);

macro_rules! by_word {
    ($($operator:ident $function:ident $symbol:tt;)*) => {$(
        impl $operator for Wide {
            type Output = Wide;
            #[inline(always)]
            fn $function(self, other: Wide) -> Wide {
                let (a, b) = (self.0, other.0);
                Wide([a[0] $symbol b[0], a[1] $symbol b[1], a[2] $symbol b[2]])
            }
        }
    )*};
}

by_word! { BitAnd bitand &; BitOr bitor |; BitXor bitxor ^; }

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide([!self.0[0], !self.0[1], !self.0[2]])
    }
}

impl Bits for Wide {
    const SQUARES: usize = 192;
    const KINDS: usize = 48;
    type Kinds = [Set<Wide>; 48];
    type Cells = [u8; 192];

    fn no_kinds() -> Self::Kinds {
        [Set(Wide([0; 3])); 48]
    }
    fn cells(cell: u8) -> Self::Cells {
        [cell; 192]
    }
    // Words are looked at one by one and never indexed: what is indexed goes through memory, and the
    // processor waits until it is there.
    #[inline(always)]
    fn bit(index: usize) -> Wide {
        let bit = 1 << (index % 64);
        let word = |number| if index / 64 == number { bit } else { 0 };
        Wide([word(0), word(1), word(2)])
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        let [low, middle, high] = self.0;
        low | middle | high == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn lowest(self) -> usize {
        let (number, word) = match self.0 {
            [low, ..] if low != 0 => (0, low),
            [_, middle, _] if middle != 0 => (1, middle),
            [.., high] => (2, high),
        };
        64 * number + word.trailing_zeros() as usize
    }
    #[inline(always)]
    fn highest(self) -> usize {
        let (number, word) = match self.0 {
            [.., high] if high != 0 => (2, high),
            [_, middle, _] if middle != 0 => (1, middle),
            [low, ..] => (0, low),
        };
        64 * number + 63 - word.leading_zeros() as usize
    }
    #[inline(always)]
    fn without_lowest(self) -> Wide {
        Wide(match self.0 {
            [low, middle, high] if low != 0 => [low & (low - 1), middle, high],
            [_, middle, high] if middle != 0 => [0, middle & (middle - 1), high],
            [.., high] => [0, 0, high & high.wrapping_sub(1)],
        })
    }
    #[inline(always)]
    fn minus(self, other: Wide) -> Wide {
        let mut borrow = false;
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            let (once, first) = word.overflowing_sub(other);
            let (twice, second) = once.overflowing_sub(borrow as u64);
            (*word, borrow) = (twice, first | second);
        }
        Wide(words)
    }
    #[inline(always)]
    fn words(self) -> [u64; 3] {
        self.0
    }
}

/// A set of squares. `-` is the difference of sets: what of the first is not in the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set<B: Bits>(pub B);

impl<B: Bits> Set<B> {
    /// No square.
    #[inline(always)]
    pub fn none() -> Set<B> {
        Set(B::default())
    }

    /// This square alone.
    #[inline(always)]
    pub fn of(square: usize) -> Set<B> {
        Set(B::bit(square))
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub fn has(self, square: usize) -> bool {
        (self & Set::of(square)).any()
    }

    /// Whether there is no square in the set.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.is_zero()
    }

    /// Whether there is a square in the set.
    #[inline(always)]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// How many squares.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.count()
    }

    /// The lowest square.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        self.any().then(|| self.0.lowest())
    }

    /// The set without its lowest square.
    #[inline(always)]
    pub fn rest(self) -> Set<B> {
        Set(self.0.without_lowest())
    }

    /// Whether there are two squares or more.
    #[inline(always)]
    pub fn several(self) -> bool {
        self.rest().any()
    }
}

macro_rules! operators {
    ($($operator:ident $function:ident $assign:ident $assign_function:ident |$a:ident, $b:ident| $of:expr;)*) => {$(
        impl<B: Bits> $operator for Set<B> {
            type Output = Set<B>;
            #[inline(always)]
            fn $function(self, other: Set<B>) -> Set<B> {
                let ($a, $b) = (self.0, other.0);
                Set($of)
            }
        }
        impl<B: Bits> $assign for Set<B> {
            #[inline(always)]
            fn $assign_function(&mut self, other: Set<B>) {
                *self = $operator::$function(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl<B: Bits> FromIterator<usize> for Set<B> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Set<B> {
        squares.into_iter().fold(Set::none(), |set, square| set | Set::of(square))
    }
}

impl<B: Bits> IntoIterator for Set<B> {
    type Item = usize;
    type IntoIter = Squares<B>;
    #[inline(always)]
    fn into_iter(self) -> Squares<B> {
        Squares(self)
    }
}

/// The squares of a set, the lowest first.
#[derive(Clone, Debug)]
pub struct Squares<B: Bits>(Set<B>);

impl<B: Bits> Iterator for Squares<B> {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.first()?;
        self.0 = self.0.rest();
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws<B: Bits>() {
        let squares = [0, 1, 7, B::SQUARES / 2, B::SQUARES - 2, B::SQUARES - 1];
        let set: Set<B> = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        let all: Set<B> = (0..B::SQUARES).collect();
        assert_eq!((set.count(), set.0.lowest(), set.0.highest()), (6, 0, B::SQUARES - 1));
        assert!(
            (set - all).is_empty() && set.several() && !Set::<B>::of(70 % B::SQUARES).several()
        );
        // From the middle, 1 and the next to last are seen, and all between.
        let middle = B::SQUARES / 2;
        let below: Set<B> = (0..middle).collect();
        let above: Set<B> = (middle + 1..B::SQUARES).collect();
        let occupied: Set<B> = [0, 1, B::SQUARES - 2, B::SQUARES - 1].into_iter().collect();
        let seen = Set(B::in_sight(below.0, above.0, occupied.0));
        assert_eq!(seen, (1..B::SQUARES - 1).filter(|square| *square != middle).collect());
        assert_eq!(Set(B::in_sight(below.0, above.0, B::default())), below | above);
    }

    #[test]
    fn all_widths_are_sets() {
        laws::<u64>();
        laws::<u128>();
        laws::<Wide>();
    }
}
