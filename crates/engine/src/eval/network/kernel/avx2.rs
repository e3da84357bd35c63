//! Sixteen numbers at a time.

use super::super::line::Line;
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx2")]
fn load(line: &Line) -> [__m256i; 2] {
    // SAFETY: a line is 64 bytes, of which any are a valid register.
    unsafe { std::mem::transmute_copy(line) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(line: &mut Line, halves: [__m256i; 2]) {
    // SAFETY: as for `load`.
    *line = unsafe { std::mem::transmute::<[__m256i; 2], Line>(halves) };
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn sub(a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
}

update!("avx2");

/// See [`Kernel::output`](super::Kernel::output).
#[target_feature(enable = "avx2")]
pub(super) fn output(us: &[Line], them: &[Line], weights: &[Line]) -> i32 {
    let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
    let mut sums = [zero; 2];
    let (ours, theirs) = weights.split_at(us.len().min(weights.len()));
    for (line, weights) in us.iter().zip(ours).chain(them.iter().zip(theirs)) {
        let (values, weights) = (load(line), load(weights));
        for half in 0..2 {
            let value = _mm256_min_epi16(_mm256_max_epi16(values[half], zero), most);
            let product = _mm256_mullo_epi16(value, weights[half]);
            sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(product, value));
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
    _mm_cvtsi128_si32(sum)
}
