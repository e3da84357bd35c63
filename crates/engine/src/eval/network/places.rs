//! Where the pieces of one kind are: sets of up to 192 places.

/// A set of places: the squares of a board, and behind them one for each piece in hand, the first
/// of them taken first. 144 squares leave room for 48 pieces of a kind in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places([u64; 3]);

impl Places {
    /// No place has this number or a higher one.
    pub const ROOM: usize = 192;

    /// None.
    pub const NONE: Places = Places([0; 3]);

    /// With one more.
    ///
    /// # Panics
    /// If there is no room for it.
    #[must_use]
    pub const fn with(mut self, place: usize) -> Places {
        assert!(place < Places::ROOM, "a place that networks have no room for");
        self.0[place / 64] |= 1 << (place % 64);
        self
    }

    /// With these too.
    #[inline]
    #[must_use]
    pub fn with_all(self, places: std::ops::Range<usize>) -> Places {
        places.fold(self, Places::with)
    }

    /// Those that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, other: Places) -> Places {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Places([a & !x, b & !y, c & !z])
    }
}

impl From<u64> for Places {
    #[inline(always)]
    fn from(squares: u64) -> Places {
        Places([squares, 0, 0])
    }
}

impl From<u128> for Places {
    #[inline(always)]
    fn from(squares: u128) -> Places {
        Places([squares as u64, (squares >> 64) as u64, 0])
    }
}

impl From<[u64; 3]> for Places {
    #[inline(always)]
    fn from(words: [u64; 3]) -> Places {
        Places(words)
    }
}

/// The lowest first.
impl Iterator for Places {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let place = 64 * word as u8 + self.0[word].trailing_zeros() as u8;
        self.0[word] &= self.0[word] - 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_every_word() {
        let numbers = [0, 1, 63, 64, 90, 127, 128, 143, 144, 191];
        let places = numbers.iter().fold(Places::NONE, |places, place| places.with(*place));
        assert_eq!(places.map(usize::from).collect::<Vec<_>>(), numbers);
        let some = Places::NONE.with(63).with(143);
        let rest: Vec<u8> = places.without(some).collect();
        assert_eq!(rest, [0, 1, 64, 90, 127, 128, 144, 191]);
        assert_eq!(Places::from(1u128 << 89 | 1).collect::<Vec<_>>(), [0, 89]);
        assert_eq!(Places::from(1u64 << 63).collect::<Vec<_>>(), [63]);
    }
}
