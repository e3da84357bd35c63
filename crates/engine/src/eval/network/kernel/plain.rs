//! The arithmetic as every processor can do it: what the others are measured by.

use super::super::line::Line;

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
