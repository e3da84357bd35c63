//! Two values in one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value for the middlegame and one for the endgame, added and multiplied together.
///
/// The endgame's lies in the upper half of the number; a negative middlegame value borrows from it,
/// which [`endgame`](Pair::endgame) gives back.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Pair(i32);

/// A value for the middlegame and one for the endgame.
pub const fn pair(middlegame: i32, endgame: i32) -> Pair {
    Pair((endgame << 16).wrapping_add(middlegame))
}

impl Pair {
    /// Nothing in both.
    pub const ZERO: Pair = Pair(0);

    /// The middlegame's value.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame's value.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// The opposite, in constants.
    pub(crate) const fn negative(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }

    /// The sum, in constants.
    pub(crate) const fn plus(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pair({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        for a in [-9000, -1, 0, 1, 77, 12_000] {
            for b in [-11_000, -1, 0, 1, 5, 8000] {
                let sum = pair(a, b) + pair(-3, 4) * 5 - pair(b, a);
                assert_eq!(sum.middlegame(), a - 15 - b);
                assert_eq!(sum.endgame(), b + 20 - a);
                assert_eq!((-pair(a, b)).endgame(), -b);
            }
        }
    }
}
