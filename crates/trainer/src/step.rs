//! AdamW (Ilya Loshchilov and Frank Hutter, after Adam of Diederik Kingma and Jimmy Ba).

use crate::model::widest;

/// How fast the mean of the slopes forgets, and that of their squares.
const FORGET: [f32; 2] = [0.9, 0.999];
/// Against division by nothing.
const LITTLE: f32 = 1e-8;
/// No number grows beyond this: in sixteen bits it is just below 128 64ths, and 32 inputs at once
/// stay far inside a sum of sixteen bits.
pub const LIMIT: f32 = 1.98;

/// Numbers that are summed up together.
const CHUNK: usize = 1024;

/// A step's size and what belongs to it.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// The learning rate.
    pub rate: f32,
    /// Share of a weight that is lost at each step, times the rate.
    pub decay: f32,
    /// Number of the step, from 1.
    pub number: u64,
    /// What the summed slopes are multiplied by: one over the positions.
    pub share: f32,
}

/// A piece of the numbers with what is remembered of their slopes.
#[derive(Debug)]
pub struct Piece<'a> {
    /// The numbers.
    pub numbers: &'a mut [f32],
    /// Mean of the slopes.
    pub mean: &'a mut [f32],
    /// Mean of their squares.
    pub square: &'a mut [f32],
}

#[inline(always)]
fn advance_all(piece: &mut Piece<'_>, gradients: &[&[f32]], stride: &Stride, decay: f32) {
    // Means that began with nothing are too small at first.
    let whole = |forget: f32| 1.0 - (f64::from(forget)).powf(stride.number as f64) as f32;
    let (first, second) = (whole(FORGET[0]), whole(FORGET[1]));
    let length = piece.numbers.len();
    let mut sums = [0.0; CHUNK];
    for start in (0..length).step_by(CHUNK) {
        let range = start..(start + CHUNK).min(length);
        let sums = &mut sums[..range.len()];
        sums.fill(0.0);
        for gradient in gradients {
            for (sum, slope) in sums.iter_mut().zip(&gradient[range.clone()]) {
                *sum += slope;
            }
        }
        let memory = piece.mean[range.clone()].iter_mut().zip(&mut piece.square[range.clone()]);
        let numbers = piece.numbers[range].iter_mut();
        for ((number, (mean, square)), sum) in numbers.zip(memory).zip(sums) {
            let slope = *sum * stride.share;
            *mean = FORGET[0] * *mean + (1.0 - FORGET[0]) * slope;
            *square = FORGET[1] * *square + (1.0 - FORGET[1]) * slope * slope;
            let direction = (*mean / first) / ((*square / second).sqrt() + LITTLE);
            let lost = decay * *number;
            *number = (*number - stride.rate * (direction + lost)).clamp(-LIMIT, LIMIT);
        }
    }
}

widest! {
    /// Moves a piece of the numbers down the sum of some gradients, which are added in their order.
    advance = advance_all(
        piece: &mut Piece<'_>,
        gradients: &[&[f32]],
        stride: &Stride,
        decay: f32,
    ) -> ()
}
