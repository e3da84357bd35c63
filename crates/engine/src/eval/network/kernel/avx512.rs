//! Thirty-two numbers at a time; VNNI multiplies and adds in one step.

use super::super::line::{Bytes, LANES, Line, Squares};
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

second!("avx512f,avx512bw,avx512vnni");

#[inline]
#[target_feature(enable = "avx512f")]
fn nothing() -> __m512i {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
fn multiply(sum: __m512i, squares: &[[i8; LANES]; 2], weights: &Bytes) -> __m512i {
    // SAFETY: both are 64 bytes, of which any are a valid register.
    let (squares, weights) =
        unsafe { (std::mem::transmute_copy(squares), std::mem::transmute_copy(weights)) };
    _mm512_dpbusd_epi32(sum, squares, weights)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn whole(sum: __m512i) -> i32 {
    _mm512_reduce_add_epi32(sum)
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
