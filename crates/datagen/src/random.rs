//! Random numbers that are the same everywhere for the same seed.

/// SplitMix64, by Guy Steele, Doug Lea and Christine Flood: small, and good enough for openings and
/// shuffling.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator for one part of a job: different parts of a seed have nothing in common.
    pub fn part(seed: u64, part: u64) -> Random {
        let mut outer = Random(seed);
        let mixed = outer.next_u64() ^ part.wrapping_mul(0xd134_2543_de82_ef95);
        let mut inner = Random(mixed);
        Random(inner.next_u64())
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, which is above 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.next_u64() as u128 * count as u128) >> 64) as usize
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
    fn stays_below() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.below(7) < 7));
    }
}
