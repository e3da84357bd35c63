//! Moves in sixteen bits.

use super::{Kind, Square};
use std::fmt;
use std::num::NonZeroU16;

/// A move: from, to, and what is special about it. Meaningless without its position.
///
/// Castling goes from the king's square to the castling rook's, in every variant.
///
/// ```text
/// bit  15     12 11        6 5         0
///     [  sort   |    to     |   from    ]
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Nothing.
    Plain,
    /// A pawn takes a pawn that has just passed it.
    EnPassant,
    /// King and rook.
    Castling,
    /// A pawn becomes a piece of this kind.
    Promotion(Kind),
}

impl Sort {
    #[inline(always)]
    const fn bits(self) -> u16 {
        match self {
            Sort::Plain => 0,
            // Knight to queen are 1 to 4.
            Sort::Promotion(kind) => kind as u16,
            Sort::EnPassant => 5,
            Sort::Castling => 6,
        }
    }
}

impl Move {
    /// A move. `from` and `to` differ, and a promotion is to a knight, bishop, rook or queen.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, sort: Sort) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | sort.bits() << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move goes from one square to another"),
        }
    }

    /// The move with these bits; `None` if no move has them.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let Some(bits) = NonZeroU16::new(bits) else { return None };
        let mv = Move(bits);
        if bits.get() >> 12 > 6 || mv.from().index() == mv.to().index() {
            return None;
        }
        Some(mv)
    }

    /// The bits; never 0.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u32)
    }

    /// Where the piece goes; for castling the square of the rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6) as u32)
    }

    /// What is special about it.
    #[inline(always)]
    pub const fn sort(self) -> Sort {
        match self.0.get() >> 12 {
            0 => Sort::Plain,
            1 => Sort::Promotion(Kind::Knight),
            2 => Sort::Promotion(Kind::Bishop),
            3 => Sort::Promotion(Kind::Rook),
            4 => Sort::Promotion(Kind::Queen),
            5 => Sort::EnPassant,
            _ => Sort::Castling,
        }
    }

    /// Whether king and rook move.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        matches!(self.sort(), Sort::Castling)
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.sort() {
            Sort::Promotion(kind) => Some(kind),
            _ => None,
        }
    }
}

/// From, to and promotion; castling as king takes rook: `e1h1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
