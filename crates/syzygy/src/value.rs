//! What tables say of a position.

use ferz_rules::chess::Move;

/// The result with best play, seen from the side to move; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule, which saves a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule, which takes half a point.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// All results, the worst first: tables store them as 0 to 4.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// The same seen from the other side.
    pub fn reversed(self) -> Wdl {
        Wdl::ALL[4 - self as usize]
    }

    /// 1 if it is won without the fifty-move rule, -1 if lost, 0 if drawn.
    pub fn sign(self) -> i32 {
        (self as i32 - 2).signum()
    }

    /// Whether the fifty-move rule changes nothing.
    pub(crate) fn is_within_rule(self) -> bool {
        !matches!(self, Wdl::BlessedLoss | Wdl::CursedWin)
    }

    /// The distance before a capture or pawn move that leads to this result.
    pub(crate) fn before_zeroing(self) -> i32 {
        let plies = if self.is_within_rule() { 1 } else { 101 };
        plies * self.sign()
    }
}

/// Plies to the next capture, pawn move or mate with best play: positive if the side to move wins,
/// negative if it loses, 0 for a draw.
///
/// Beyond 100 the fifty-move rule makes it a draw. Some tables count moves instead of plies, so a
/// distance may be one too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dtz(pub i32);

impl Dtz {
    /// The result with the counter of the fifty-move rule at `counter` plies.
    pub fn within(self, counter: u32) -> Wdl {
        let is_in_time = u64::from(self.0.unsigned_abs()) + u64::from(counter) <= 100;
        match (self.0.signum(), is_in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        }
    }
}

/// A legal move and what it leads to, seen from the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The distance, the move included.
    pub dtz: Dtz,
    /// The result, the counter of the fifty-move rule considered.
    pub wdl: Wdl,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_seen_from_both_sides() {
        for wdl in Wdl::ALL {
            assert_eq!(wdl.reversed().reversed(), wdl);
            assert_eq!(wdl.reversed().sign(), -wdl.sign());
            assert_eq!(Dtz(wdl.before_zeroing()).within(0), wdl);
        }
    }

    #[test]
    fn the_counter_decides() {
        assert_eq!((Dtz(60).within(40), Dtz(60).within(41)), (Wdl::Win, Wdl::CursedWin));
        assert_eq!((Dtz(-60).within(40), Dtz(-60).within(41)), (Wdl::Loss, Wdl::BlessedLoss));
        assert_eq!((Dtz(0).within(99), Dtz(i32::MIN).within(0)), (Wdl::Draw, Wdl::BlessedLoss));
    }
}
