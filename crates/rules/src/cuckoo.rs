//! A table of key differences of reversible moves, for upcoming repetition.
//!
//! After Marcel van Kervinck: "The Design and Implementation of the Rookie 2.0 Chess Playing
//! Program" (2015). Two positions whose keys differ by the number of a piece on one square, the
//! number of the same piece on another, and the number of the side to move are one move apart. A
//! cuckoo hash table holds all such differences of a game, made by the compiler.

const SIZE: usize = 8192;

#[derive(Clone, Copy)]
struct Entry {
    difference: u64,
    squares: [u8; 2],
}

impl Entry {
    const NONE: Entry = Entry { difference: 0, squares: [0; 2] };
}

/// Key differences and their two squares.
pub(crate) struct Cuckoo([Entry; SIZE]);

impl Cuckoo {
    pub(crate) const fn new() -> Cuckoo {
        Cuckoo([Entry::NONE; SIZE])
    }

    /// Adds a difference.
    pub(crate) const fn insert(&mut self, difference: u64, squares: [u8; 2]) {
        let mut entry = Entry { difference, squares };
        let mut place = first_place(difference);
        // Each entry put in throws out the one that was there, which goes to its other place.
        while entry.difference != 0 {
            let thrown_out = self.0[place];
            self.0[place] = entry;
            entry = thrown_out;
            place = first_place(entry.difference) ^ second_place(entry.difference) ^ place;
        }
    }

    /// The two squares of a difference.
    #[inline]
    pub(crate) fn find(&self, difference: u64) -> Option<[u8; 2]> {
        [first_place(difference), second_place(difference)]
            .map(|place| &self.0[place])
            .into_iter()
            // An empty entry is the difference between equal keys, which is no move.
            .find(|entry| entry.difference == difference && difference != 0)
            .map(|entry| entry.squares)
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().filter(|entry| entry.difference != 0).count()
    }
}

const fn first_place(difference: u64) -> usize {
    (difference & (SIZE as u64 - 1)) as usize
}

const fn second_place(difference: u64) -> usize {
    (difference >> 16 & (SIZE as u64 - 1)) as usize
}
