//! Eight numbers at a time, on 64-bit Arm, where every processor has these instructions.

use super::super::line::Line;
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
