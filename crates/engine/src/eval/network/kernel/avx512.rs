//! Thirty-two numbers at a time; VNNI multiplies and adds in one step.

use super::super::weights::Line;
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn load(line: &Line) -> __m512i {
    // SAFETY: a line is 64 bytes, of which any are a valid register.
    unsafe { std::mem::transmute_copy(line) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(line: &mut Line, register: __m512i) {
    // SAFETY: as for `load`.
    *line = unsafe { std::mem::transmute::<__m512i, Line>(register) };
}

/// See [`Kernel::update`](super::Kernel::update).
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn update(weights: &[Line], from: &[Line], to: &mut [Line], on: &[u32], off: &[u32]) {
    match (on, off) {
        (&[on], &[off]) => few(weights, from, to, [on], [off]),
        (&[on], &[off, taken]) => few(weights, from, to, [on], [off, taken]),
        _ => many(weights, from, to, on, off),
    }
}

/// The update of an ordinary move or capture: with a known number of rows there is little to do
/// beside the sums.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn few<const ON: usize, const OFF: usize>(
    weights: &[Line],
    from: &[Line],
    to: &mut [Line],
    on: [u32; ON],
    off: [u32; OFF],
) {
    let lines = to.len();
    let row = |input: u32| &weights[input as usize * lines..][..lines];
    let (from, on, off) = (&from[..lines], on.map(row), off.map(row));
    for index in 0..lines {
        let mut sum = load(&from[index]);
        for row in &on {
            sum = _mm512_add_epi16(sum, load(&row[index]));
        }
        for row in &off {
            sum = _mm512_sub_epi16(sum, load(&row[index]));
        }
        store(&mut to[index], sum);
    }
}

/// The update of any number of inputs.
#[target_feature(enable = "avx512f,avx512bw")]
fn many(weights: &[Line], from: &[Line], to: &mut [Line], on: &[u32], off: &[u32]) {
    let lines = to.len();
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        let mut sum = load(from);
        for &row in on {
            sum = _mm512_add_epi16(sum, load(&weights[row as usize * lines + index]));
        }
        for &row in off {
            sum = _mm512_sub_epi16(sum, load(&weights[row as usize * lines + index]));
        }
        store(to, sum);
    }
}

/// See [`Kernel::output`](super::Kernel::output).
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn output(us: &[Line], them: &[Line], weights: &[Line]) -> i32 {
    let (zero, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    // Two sums, because each waits for the step before it.
    let mut sums = [zero; 2];
    let (ours, theirs) = weights.split_at(us.len().min(weights.len()));
    for (us, weights) in us.iter().zip(ours) {
        let value = _mm512_min_epi16(_mm512_max_epi16(load(us), zero), most);
        let product = _mm512_mullo_epi16(value, load(weights));
        sums[0] = _mm512_dpwssd_epi32(sums[0], product, value);
    }
    for (them, weights) in them.iter().zip(theirs) {
        let value = _mm512_min_epi16(_mm512_max_epi16(load(them), zero), most);
        let product = _mm512_mullo_epi16(value, load(weights));
        sums[1] = _mm512_dpwssd_epi32(sums[1], product, value);
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}
