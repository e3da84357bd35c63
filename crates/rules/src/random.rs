//! Random numbers that the compiler can compute, for hashes.

/// The next number after `count` others, which it counts: Sebastiano Vigna's splitmix64.
pub(crate) const fn random(count: &mut u64) -> u64 {
    *count += 1;
    let mut z = count.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
