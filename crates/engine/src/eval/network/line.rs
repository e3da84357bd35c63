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

/// Eight-bit numbers of one cache line: as many as two lines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Bytes(pub(super) [i8; 2 * LANES]);

/// Lines of both halves of the hidden layer, at most, where a second layer reads them.
pub(super) const SQUARES_MOST: usize = 2 * 1024 / LANES;

/// What a second layer reads: the clipped squares of both halves of the hidden layer, in 127ths.
#[repr(C, align(64))]
pub(super) struct Squares(pub(super) [[i8; LANES]; SQUARES_MOST]);

impl Squares {
    /// Makes them of both halves; `square` is that of a line.
    #[inline(always)]
    pub(super) fn of(us: &[Line], them: &[Line], square: impl Fn(&Line) -> [i8; LANES]) -> Squares {
        let mut squares = Squares([[0; LANES]; SQUARES_MOST]);
        for (line, squares) in us.iter().chain(them).zip(&mut squares.0) {
            *squares = square(line);
        }
        squares
    }

    /// As many as there are of weights for each neuron.
    #[inline(always)]
    pub(super) fn of_a_neuron(&self, weights: &[Bytes], neurons: usize) -> &[[[i8; LANES]; 2]] {
        let (pairs, _) = self.0.as_chunks::<2>();
        &pairs[..(weights.len() / neurons.max(1)).min(pairs.len())]
    }
}
