//! Eight numbers at a time, on 64-bit Arm, where every processor has these instructions.

use super::super::line::{Bytes, LANES, Line, Squares};
use std::arch::aarch64::*;

#[inline]
#[target_feature(enable = "neon")]
fn load(line: &Line) -> [int16x8_t; 4] {
    // SAFETY: a line is 64 bytes, of which any are valid registers.
    unsafe { std::mem::transmute_copy(line) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(line: &mut Line, quarters: [int16x8_t; 4]) {
    // SAFETY: as for `load`.
    *line = unsafe { std::mem::transmute::<[int16x8_t; 4], Line>(quarters) };
}

#[inline]
#[target_feature(enable = "neon")]
fn add(mut a: [int16x8_t; 4], b: [int16x8_t; 4]) -> [int16x8_t; 4] {
    for (a, b) in a.iter_mut().zip(b) {
        *a = vaddq_s16(*a, b);
    }
    a
}

#[inline]
#[target_feature(enable = "neon")]
fn sub(mut a: [int16x8_t; 4], b: [int16x8_t; 4]) -> [int16x8_t; 4] {
    for (a, b) in a.iter_mut().zip(b) {
        *a = vsubq_s16(*a, b);
    }
    a
}

update!("neon");

/// See [`Kernel::output`](super::Kernel::output).
#[target_feature(enable = "neon")]
pub(super) fn output(us: &[Line], them: &[Line], weights: &[Line]) -> i32 {
    let (zero, most) = (vdupq_n_s16(0), vdupq_n_s16(255));
    let mut sums = [vdupq_n_s32(0); 2];
    let (ours, theirs) = weights.split_at(us.len().min(weights.len()));
    for (line, weights) in us.iter().zip(ours).chain(them.iter().zip(theirs)) {
        for (value, weights) in load(line).into_iter().zip(load(weights)) {
            let value = vminq_s16(vmaxq_s16(value, zero), most);
            let product = vmulq_s16(value, weights);
            sums[0] = vmlal_s16(sums[0], vget_low_s16(product), vget_low_s16(value));
            sums[1] = vmlal_high_s16(sums[1], product, value);
        }
    }
    vaddvq_s32(vaddq_s32(sums[0], sums[1]))
}

second!("neon");

#[inline]
#[target_feature(enable = "neon")]
fn nothing() -> int32x4_t {
    vdupq_n_s32(0)
}

#[inline]
#[target_feature(enable = "neon")]
fn multiply(mut sum: int32x4_t, squares: &[[i8; LANES]; 2], weights: &Bytes) -> int32x4_t {
    // SAFETY: both are 64 bytes, of which any are valid registers.
    let (squares, weights): ([int8x16_t; 4], [int8x16_t; 4]) =
        unsafe { (std::mem::transmute_copy(squares), std::mem::transmute_copy(weights)) };
    for (squares, weights) in squares.into_iter().zip(weights) {
        // Two products of at most 127 * 128 each: they fit sixteen bits.
        let products = vmull_s8(vget_low_s8(squares), vget_low_s8(weights));
        sum = vpadalq_s16(sum, vmlal_high_s8(products, squares, weights));
    }
    sum
}

#[inline]
#[target_feature(enable = "neon")]
fn whole(sum: int32x4_t) -> i32 {
    vaddvq_s32(sum)
}

#[inline]
#[target_feature(enable = "neon")]
fn square(line: &Line) -> [i8; LANES] {
    let (zero, most) = (vdupq_n_s16(0), vdupq_n_s16(255));
    let squares = load(line).map(|value| {
        let value = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(value, zero), most));
        let square = vaddq_u16(vmulq_u16(value, value), vdupq_n_u16(256));
        vshrn_n_u16::<8>(vshrq_n_u16::<1>(square))
    });
    // SAFETY: both are 32 bytes.
    unsafe { std::mem::transmute(squares) }
}
