//! Playing below full strength: fewer nodes, and a less sure hand among good moves.
//!
//! Both numbers fall with the rating asked for. The scale is a first one, made from what halving
//! the nodes costs in games against ourselves; it is meant to be fitted again as the engine grows.

use crate::options::{ELO_RANGE, Options};
use crate::search::score::Value;
use std::hash::{BuildHasher, Hasher, RandomState};

/// How a search is held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// Nodes a move.
    pub(crate) nodes: u64,
    /// A move may look better by up to this than it is.
    pub(crate) blur: Value,
}

/// How many root moves are looked at for a choice.
pub(crate) const CHOICES: usize = 6;
/// The highest skill level: no handicap.
const FULL_SKILL: i64 = 20;

impl Handicap {
    /// The handicap that the options ask for.
    pub(crate) fn from_options(options: &Options) -> Option<Handicap> {
        let elo = if options.limit_strength {
            options.elo
        } else if options.skill < FULL_SKILL {
            ELO_RANGE.0 + (ELO_RANGE.1 - ELO_RANGE.0) * options.skill / FULL_SKILL
        } else {
            return None;
        };
        Some(Handicap::at(elo))
    }

    fn at(elo: i64) -> Handicap {
        let above = (elo - ELO_RANGE.0).max(0);
        Handicap {
            nodes: (60.0 * (above as f64 / 200.0).exp2()) as u64,
            blur: ((2400 - elo).max(0) / 8) as Value,
        }
    }

    /// Picks one of the moves, given by their values, the best first.
    pub(crate) fn pick(&self, values: &[Value]) -> usize {
        let blur = self.blur.max(0) as u64 + 1;
        (0..values.len())
            .max_by_key(|&i| {
                let luck = RandomState::new().build_hasher().finish() % blur;
                (values[i] + luck as Value, std::cmp::Reverse(i))
            })
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// U-427 to U-430: the rating counts only while strength is limited.
    #[test]
    fn u427_u428_u429_u430_elo() {
        let mut options = Options { elo: 1500, ..Options::default() };
        assert_eq!(Handicap::from_options(&options), None);
        options.limit_strength = true;
        assert_eq!(Handicap::from_options(&options), Some(Handicap::at(1500)));
    }

    #[test]
    fn more_rating_means_more_nodes_and_less_luck() {
        for elo in (800..3000).step_by(100) {
            let (low, high) = (Handicap::at(elo), Handicap::at(elo + 100));
            assert!(low.nodes < high.nodes && low.blur >= high.blur);
        }
    }

    #[test]
    fn skill_twenty_is_full_strength() {
        assert_eq!(Handicap::from_options(&Options::default()), None);
        let weak = Options { skill: 0, ..Options::default() };
        assert_eq!(Handicap::from_options(&weak), Some(Handicap::at(800)));
    }

    #[test]
    fn a_sure_hand_takes_the_best_and_an_unsure_one_not_the_worst() {
        let sure = Handicap { nodes: 1, blur: 0 };
        let unsure = Handicap { nodes: 1, blur: 100 };
        for _ in 0..50 {
            assert_eq!(sure.pick(&[30, 30, 20]), 0);
            assert_ne!(unsure.pick(&[30, 20, -200]), 2);
        }
        assert_eq!(sure.pick(&[]), 0);
    }
}
