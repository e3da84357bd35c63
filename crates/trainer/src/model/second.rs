//! The second layer: each output bucket has neurons of its own, which read the clipped squares of both
//! halves of the hidden layer and add to the output.

use super::{HALVES, LANES, Layout, Parts};

/// Room for the work on one position.
pub(super) struct Room {
    /// The clipped squares of the hidden layer.
    squares: Vec<f32>,
    /// Slopes of the output's error by them, as far as they come from the second layer; nothing without
    /// one.
    pub(super) slopes: Vec<f32>,
    /// The neurons' sums.
    sums: Vec<f32>,
}

impl Room {
    /// Room for positions of this layout.
    pub(super) fn new(layout: &Layout) -> Room {
        let both = vec![0.0; HALVES * layout.hidden];
        let sums = vec![0.0; layout.architecture.second];
        Room { squares: both.clone(), slopes: both, sums }
    }
}

/// What the second layer adds to the output, from the sums of the hidden layer. Leaves its own sums in
/// `room`.
#[inline(always)]
pub(super) fn forward(parts: &Parts<'_>, bucket: usize, hidden: &[f32], room: &mut Room) -> f32 {
    let (neurons, both) = (room.sums.len(), hidden.len());
    if neurons == 0 {
        return 0.0;
    }
    for (square, value) in room.squares.iter_mut().zip(hidden) {
        let value = value.clamp(0.0, 1.0);
        *square = value * value;
    }
    let (squares, _) = room.squares.as_chunks::<LANES>();
    let mut output = 0.0;
    for neuron in 0..neurons {
        let place = bucket * neurons + neuron;
        let (weights, _) = parts.second[place * both..][..both].as_chunks::<LANES>();
        let mut sums = [0.0f32; LANES];
        for (squares, weights) in squares.iter().zip(weights) {
            for lane in 0..LANES {
                sums[lane] += squares[lane] * weights[lane];
            }
        }
        let sum = parts.second_biases[place] + sums.iter().sum::<f32>();
        room.sums[neuron] = sum;
        let value = sum.clamp(0.0, 1.0);
        output += value * value * parts.last[place];
    }
    output
}

/// Adds the slope of the error by the second layer's numbers to `gradient`; `slope` is that by the output.
/// Leaves the slopes by the squares of the hidden layer in `room`.
#[inline(always)]
pub(super) fn backward(
    layout: &Layout,
    numbers: &[f32],
    bucket: usize,
    slope: f32,
    gradient: &mut [f32],
    room: &mut Room,
) {
    let (neurons, both) = (room.sums.len(), room.squares.len());
    if neurons == 0 {
        return;
    }
    room.slopes.fill(0.0);
    let (squares, _) = room.squares.as_chunks::<LANES>();
    let (slopes, _) = room.slopes.as_chunks_mut::<LANES>();
    for (neuron, &sum) in room.sums.iter().enumerate() {
        let place = bucket * neurons + neuron;
        let value = sum.clamp(0.0, 1.0);
        gradient[layout.last + place] += slope * value * value;
        if sum <= 0.0 || sum >= 1.0 {
            continue;
        }
        let down = slope * numbers[layout.last + place] * 2.0 * value;
        gradient[layout.second_biases + place] += down;
        let at = layout.second + place * both;
        let (weights, _) = numbers[at..][..both].as_chunks::<LANES>();
        let (gradient, _) = gradient[at..][..both].as_chunks_mut::<LANES>();
        for index in 0..squares.len() {
            for lane in 0..LANES {
                gradient[index][lane] += down * squares[index][lane];
                slopes[index][lane] += down * weights[index][lane];
            }
        }
    }
}
