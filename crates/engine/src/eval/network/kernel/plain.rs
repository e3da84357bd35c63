//! The arithmetic as every processor can do it: what the others are measured by.

use super::super::line::{Bytes, Line, Squares};

/// See [`Kernel::update`](super::Kernel::update).
pub(super) fn update(weights: &[Line], from: &[Line], to: &mut [Line], on: &[u32], off: &[u32]) {
    let lines = to.len();
    to.copy_from_slice(from);
    for &row in on {
        let row = &weights[row as usize * lines..][..lines];
        for (to, weight) in to.iter_mut().zip(row) {
            for (to, weight) in to.0.iter_mut().zip(weight.0) {
                *to = to.wrapping_add(weight);
            }
        }
    }
    for &row in off {
        let row = &weights[row as usize * lines..][..lines];
        for (to, weight) in to.iter_mut().zip(row) {
            for (to, weight) in to.0.iter_mut().zip(weight.0) {
                *to = to.wrapping_sub(weight);
            }
        }
    }
}

/// See [`Kernel::output`](super::Kernel::output).
pub(super) fn output(us: &[Line], them: &[Line], weights: &[Line]) -> i32 {
    let mut sum = 0i32;
    for (line, weights) in us.iter().chain(them).zip(weights) {
        for (value, weight) in line.0.iter().zip(weights.0) {
            let value = (*value).clamp(0, 255);
            // At most 255 * 127: it fits.
            let product = value.wrapping_mul(weight);
            sum = sum.wrapping_add(i32::from(product) * i32::from(value));
        }
    }
    sum
}

/// See [`Kernel::second`](super::Kernel::second).
pub(super) fn second(us: &[Line], them: &[Line], weights: &[Bytes], sums: &mut [i32]) {
    let square = |value: i16| {
        let value = u32::from(value.clamp(0, 255) as u16);
        ((value * value + 256) >> 9) as i8
    };
    let squares = Squares::of(us, them, |line| line.0.map(square));
    let squares = squares.of_a_neuron(weights, sums.len());
    for (sum, weights) in sums.iter_mut().zip(weights.chunks(squares.len().max(1))) {
        let weights = weights.iter().flat_map(|weights| weights.0);
        let squares = squares.as_flattened().as_flattened();
        let products = squares.iter().zip(weights);
        *sum = products.map(|(square, weight)| i32::from(*square) * i32::from(weight)).sum();
    }
}
