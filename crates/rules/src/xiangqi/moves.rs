//! Moves in sixteen bits.

use super::Square;
use std::fmt;
use std::num::NonZeroU16;

/// A move: from and to. Meaningless without its position.
///
/// In the game with promotion, an advisor or elephant that becomes a pawn moves from its square to
/// the same square. None stands on a0, so no move has all bits zero.
///
/// ```text
/// bit  13       7 6         0
///     [    to    |   from    ]
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << 7) {
            Some(bits) => Move(bits),
            None => panic!("nothing becomes a pawn on a0"),
        }
    }

    /// The move with these bits; `None` if no move has them.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let Some(mv) = NonZeroU16::new(bits) else { return None };
        if bits & 127 < 90 && bits >> 7 < 90 { Some(Move(mv)) } else { None }
    }

    /// The bits; never 0.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::known(self.0.get() as u32 & 127)
    }

    /// Where the piece goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::known(self.0.get() as u32 >> 7)
    }

    /// Whether a piece becomes a pawn where it stands.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & 127 == self.0.get() >> 7
    }
}

/// As UCCI writes it: `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
