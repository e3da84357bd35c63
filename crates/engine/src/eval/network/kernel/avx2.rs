//! Sixteen numbers at a time.

use super::super::line::{Bytes, LANES, Line, Squares};
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
    whole(_mm256_add_epi32(sums[0], sums[1]))
}

/// The sum of eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn whole(sum: __m256i) -> i32 {
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
    _mm_cvtsi128_si32(sum)
}

second!("avx2");

#[inline]
#[target_feature(enable = "avx2")]
fn nothing() -> __m256i {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx2")]
fn multiply(mut sum: __m256i, squares: &[[i8; LANES]; 2], weights: &Bytes) -> __m256i {
    // SAFETY: both are 64 bytes, of which any are valid registers.
    let (squares, weights): ([__m256i; 2], [__m256i; 2]) =
        unsafe { (std::mem::transmute_copy(squares), std::mem::transmute_copy(weights)) };
    for half in 0..2 {
        // Two products of at most 127 * 128 each: they fit sixteen bits.
        let products = _mm256_maddubs_epi16(squares[half], weights[half]);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(products, _mm256_set1_epi16(1)));
    }
    sum
}

#[inline]
#[target_feature(enable = "avx2")]
fn square(line: &Line) -> [i8; LANES] {
    let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
    let mut squares = load(line);
    for value in &mut squares {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(*value, zero), most);
        let square = _mm256_add_epi16(_mm256_mullo_epi16(clipped, clipped), _mm256_set1_epi16(256));
        *value = _mm256_srli_epi16::<9>(square);
    }
    // Packing takes quarters in turn.
    let packed = _mm256_packus_epi16(squares[0], squares[1]);
    // SAFETY: both are 32 bytes.
    unsafe { std::mem::transmute(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed)) }
}
