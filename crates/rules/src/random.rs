//! Random numbers that are the same everywhere and in every version for the same seed: files and
//! runs that go on later depend on them. The compiler can compute them, for hashes.

use std::hash::{BuildHasher, Hasher, RandomState};

/// SplitMix64, by Guy Steele, Doug Lea and Christine Flood: small, and good enough for hashes,
/// openings and shuffling.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// What the state grows by: 2^64 by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A generator with a seed that nobody knows: other numbers each time.
    pub fn by_chance() -> Random {
        // The standard library's only source of chance is the seed of its hash maps.
        Random(RandomState::new().build_hasher().finish())
    }

    /// The generator with the seed 0, after this many numbers.
    pub(crate) const fn after(count: u64) -> Random {
        Random(count.wrapping_mul(STEP))
    }

    /// The generator for one part of a job: different parts of a seed have nothing in common.
    pub fn part(seed: u64, part: u64) -> Random {
        let mut outer = Random(seed);
        let mixed = outer.next_u64() ^ part.wrapping_mul(0xd134_2543_de82_ef95);
        let mut inner = Random(mixed);
        Random(inner.next_u64())
    }

    /// The next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, which is above 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.next_u64() as u128 * count as u128) >> 64) as usize
    }

    /// One of these, of which there is at least one.
    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Shuffles, after Ronald Fisher and Frank Yates.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for index in (1..all.len()).rev() {
            all.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The first numbers for the seed 1234567, as the reference implementation gives them
    // (prng.di.unimi.it/splitmix64.c).
    #[test]
    fn agrees_with_the_reference() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn chance_differs_each_time() {
        assert_ne!(Random::by_chance().next_u64(), Random::by_chance().next_u64());
    }

    #[test]
    fn stays_below() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }
}
