//! Moves in 32 bits.

/// What is special about a move; the number beside it is a square or a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Nothing: it goes, and takes what stands there.
    Plain,
    /// Becomes this kind.
    Promotion(usize),
    /// Comes from the hand.
    Drop(usize),
    /// The king goes to its place, and the rook of this square to its own.
    Castling(usize),
    /// Takes what stands on this square, which it has passed.
    Passant(usize),
    /// Passes over this square.
    Double(usize),
    /// Takes on this square first.
    Twice(usize),
    /// Steps away and back.
    Stay,
}

/// A move. Meaningless without its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    /// From a square to a square; a drop starts where it ends.
    #[inline(always)]
    pub fn new(from: usize, to: usize, sort: Sort) -> Move {
        let (number, extra) = match sort {
            Sort::Plain => (1, 0),
            Sort::Promotion(kind) => (2, kind),
            Sort::Drop(kind) => (3, kind),
            Sort::Castling(rook) => (4, rook),
            Sort::Passant(victim) => (5, victim),
            Sort::Double(passed) => (6, passed),
            Sort::Twice(first) => (7, first),
            Sort::Stay => (8, 0),
        };
        Move(from as u32 | (to as u32) << 8 | (extra as u32) << 16 | number << 24)
    }

    /// Where it starts.
    #[inline(always)]
    pub fn from(self) -> usize {
        (self.0 & 0xff) as usize
    }

    /// Where it ends.
    #[inline(always)]
    pub fn to(self) -> usize {
        (self.0 >> 8 & 0xff) as usize
    }

    /// What is special about it.
    #[inline(always)]
    pub fn sort(self) -> Sort {
        let extra = (self.0 >> 16 & 0xff) as usize;
        match self.0 >> 24 {
            2 => Sort::Promotion(extra),
            3 => Sort::Drop(extra),
            4 => Sort::Castling(extra),
            5 => Sort::Passant(extra),
            6 => Sort::Double(extra),
            7 => Sort::Twice(extra),
            8 => Sort::Stay,
            _ => Sort::Plain,
        }
    }

    /// As bits, never 0.
    #[inline(always)]
    pub fn pack(self) -> u32 {
        self.0
    }

    /// From bits; `None` if no move has them.
    pub fn unpack(bits: u32) -> Option<Move> {
        matches!(bits >> 24, 1..=8).then_some(Move(bits))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{} {:?}", self.from(), self.to(), self.sort())
    }
}
