//! The unit of a network's arithmetic.

/// Numbers that are worked on together: a cache line, and the widest register there is.
pub(super) const LANES: usize = 32;

/// Sixteen-bit numbers of one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [i16; LANES]);

impl Line {
    pub(super) const ZERO: Line = Line([0; LANES]);
}
