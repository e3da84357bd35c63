//! What men are exposed to. A network may tell men apart by it: a guarded knight and one that hangs are
//! different inputs then. (Stockfish has had inputs of threats since 2025, one for each pair of a man and
//! what he attacks; ours are fewer.)

use super::Places;

/// The men of a position by what they are exposed to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exposures {
    guarded: Places,
    attacked: Places,
    outranked: Places,
}

impl Exposures {
    /// How many there are: neither attacked nor guarded, guarded, attacked, both, and attacked by a man
    /// of less worth.
    pub const COUNT: usize = 5;

    /// All men are neither attacked nor guarded.
    pub const NONE: Exposures =
        Exposures { guarded: Places::NONE, attacked: Places::NONE, outranked: Places::NONE };

    /// Those of sets of men: guarded ones, attacked ones, and ones attacked by a man of less worth. The
    /// last count as nothing else.
    #[inline(always)]
    pub fn new(guarded: Places, attacked: Places, outranked: Places) -> Exposures {
        let guarded = guarded.without(outranked);
        Exposures { guarded, attacked: attacked.without(outranked), outranked }
    }

    /// The exposure of the man on a place, below [`Exposures::COUNT`].
    #[inline(always)]
    pub fn of(&self, place: u8) -> usize {
        let (guarded, attacked) = (self.guarded.has(place), self.attacked.has(place));
        guarded as usize | (attacked as usize) << 1 | (self.outranked.has(place) as usize) << 2
    }

    /// Where the exposure differs.
    #[inline(always)]
    pub fn differing(&self, other: &Exposures) -> Places {
        let guarded = self.guarded.either(other.guarded);
        let attacked = self.attacked.either(other.attacked);
        guarded.with_those(attacked).with_those(self.outranked.either(other.outranked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exposures_are_told_apart() {
        let of = |places: [usize; 3]| places.into_iter().fold(Places::NONE, Places::with);
        let old = Exposures::new(of([1, 3, 4]), of([2, 3, 4]), of([4, 4, 4]));
        assert_eq!([0, 1, 2, 3, 4].map(|place| old.of(place)), [0, 1, 2, 3, 4]);
        let new = Exposures::new(of([1, 3, 5]), of([3, 4, 4]), of([4, 4, 4]));
        assert_eq!(new.differing(&old).collect::<Vec<_>>(), [2, 5]);
        assert_eq!(new.differing(&new), Places::NONE);
    }
}
