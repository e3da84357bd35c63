//! The bits of a block, 64 in view at a time; none is read beyond its end.

/// The first bits of what is left of a block.
pub(crate) struct Bits<'a> {
    /// Left-aligned; zeros behind what is known.
    window: u64,
    /// Bits of the window that are filled: more than 32 at any time.
    filled: u32,
    rest: &'a [u8],
    /// Bits of the block that are not skipped.
    left: usize,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(block: &'a [u8]) -> Bits<'a> {
        let mut bits = Bits { window: 0, filled: 0, rest: block, left: block.len() * 8 };
        bits.fill();
        bits.fill();
        bits
    }

    /// The next 64 bits, the first on the left.
    #[inline(always)]
    pub(crate) fn window(&self) -> u64 {
        self.window
    }

    /// Skips at most 32 bits; `false` if there are not enough.
    #[inline(always)]
    pub(crate) fn skip(&mut self, count: u32) -> bool {
        debug_assert!((1..=32).contains(&count), "codes have 1 to 32 bits");
        let Some(left) = self.left.checked_sub(count as usize) else { return false };
        self.left = left;
        self.window <<= count;
        self.filled -= count;
        if self.filled <= 32 {
            self.fill();
        }
        true
    }

    #[inline(always)]
    fn fill(&mut self) {
        let next = match self.rest.split_first_chunk::<4>() {
            Some((word, rest)) => {
                self.rest = rest;
                u32::from_be_bytes(*word)
            }
            None => {
                let mut word = [0; 4];
                word[..self.rest.len()].copy_from_slice(self.rest);
                self.rest = &[];
                u32::from_be_bytes(word)
            }
        };
        self.filled += 32;
        self.window |= u64::from(next) << (64 - self.filled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_order_and_end() {
        let block: Vec<u8> = (0..13u8).map(|byte| byte.wrapping_mul(37) ^ 5).collect();
        let mut all = block.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        let mut bits = Bits::new(&block);
        for count in [1, 32, 7, 3, 32, 15, 14] {
            let expected = all.by_ref().take(count).fold(0, |word, bit| word << 1 | u64::from(bit));
            assert_eq!(bits.window() >> (64 - count), expected);
            assert!(bits.skip(count as u32));
        }
        assert!(!bits.skip(1), "104 bits are all");
    }

    #[test]
    fn short_blocks_are_filled_with_zeros() {
        assert_eq!(Bits::new(&[]).window(), 0);
        assert_eq!(Bits::new(&[0xff]).window(), 0xff << 56);
        assert!(!Bits::new(&[0xff]).skip(9));
    }
}
