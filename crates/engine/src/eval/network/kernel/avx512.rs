//! Thirty-two numbers at a time; VNNI multiplies and adds in one step.

use super::super::line::{Bytes, LANES, Line, Squares};
use super::split;
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

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sub(a: __m512i, b: __m512i) -> __m512i {
    _mm512_sub_epi16(a, b)
}

update!("avx512f,avx512bw");

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

/// See [`Kernel::second`](super::Kernel::second).
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn second(us: &[Line], them: &[Line], weights: &[Bytes], sums: &mut [i32]) {
    let squares = Squares::of(us, them, |line| square(line));
    let squares = squares.of_a_neuron(weights, sums.len());
    // Four sums, because each waits for the step before it.
    let (fours, _) = sums.as_chunks_mut::<4>();
    for (sums, weights) in fours.iter_mut().zip(weights.chunks(4 * squares.len().max(1))) {
        let rows = split(weights, squares.len());
        let mut wide = [_mm512_setzero_si512(); 4];
        for (index, pair) in squares.iter().enumerate() {
            // SAFETY: 64 bytes, of which any are a valid register.
            let pair: __m512i = unsafe { std::mem::transmute_copy(pair) };
            for (sum, row) in wide.iter_mut().zip(rows) {
                // SAFETY: as above.
                let weights: __m512i = unsafe { std::mem::transmute_copy(&row[index]) };
                *sum = _mm512_dpbusd_epi32(*sum, pair, weights);
            }
        }
        for (sum, wide) in sums.iter_mut().zip(wide) {
            *sum = _mm512_reduce_add_epi32(wide);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn square(line: &Line) -> [i8; LANES] {
    let (zero, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    let value = _mm512_min_epi16(_mm512_max_epi16(load(line), zero), most);
    let square = _mm512_add_epi16(_mm512_mullo_epi16(value, value), _mm512_set1_epi16(256));
    let bytes = _mm512_cvtepi16_epi8(_mm512_srli_epi16::<9>(square));
    // SAFETY: both are 32 bytes.
    unsafe { std::mem::transmute(bytes) }
}
