//! Playing below full strength: fewer nodes, and a less sure hand among good moves.
//!
//! From [`SURE`] up only the nodes fall with the rating asked for; below it there are few nodes
//! left to lose, and the hand becomes unsure. The scale is that of Stockfish 15.1's `UCI_Elo` at
//! 1+0.01 s, as far as matches of 80 games and more could tell: within about 80 points.

use crate::search::score::Value;
use std::hash::{BuildHasher, Hasher, RandomState};

/// Weakest and strongest rating that can be asked for.
pub(crate) const ELO_RANGE: (i64, i64) = (800, 3000);

/// How much luck decides among good moves, without any other handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Randomness {
    None,
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
}

impl Randomness {
    /// What it means as [`Handicap::blur`].
    fn blur(self) -> Value {
        match self {
            Randomness::None => 0,
            Randomness::Tiny => 10,
            Randomness::Small => 25,
            Randomness::Medium => 50,
            Randomness::Large => 100,
            Randomness::Huge => 200,
        }
    }
}

/// How a search is held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// Nodes a move.
    pub(crate) nodes: u64,
    /// A move may look better by up to this than it is.
    pub(crate) blur: Value,
}

/// How many root moves are looked at for a choice.
const CHOICES: usize = 6;
/// From this rating up the best move is played.
const SURE: i64 = 1400;
/// Ratings and the nodes a move that give them, drawn through what was measured with c9 against
/// Stockfish's `UCI_Elo`: 165 nodes 1530, 1,130 nodes 1807 (80 games each), 4,500 nodes 1965, 10,000
/// nodes 2402 (160 each), 26,500 nodes 2826 (80); without a limit at 2+0.02 s, about 80,000 nodes,
/// 3003 (200).
const SCALE: [(f64, f64); 7] = [
    (1400.0, 70.0),
    (1530.0, 165.0),
    (1800.0, 1130.0),
    (1970.0, 4500.0),
    (2400.0, 10e3),
    (2800.0, 26_500.0),
    (3000.0, 80e3),
];
/// The highest skill level: no handicap.
const FULL_SKILL: i64 = 20;

impl Handicap {
    /// The handicap of a rating, if one is asked for, or else of a skill level; and of luck.
    pub(crate) fn new(elo: Option<i64>, skill: i64, randomness: Randomness) -> Option<Handicap> {
        let blur = randomness.blur();
        let (weakest, strongest) = ELO_RANGE;
        let elo = match elo {
            Some(elo) => elo,
            None if skill < FULL_SKILL => weakest + (strongest - weakest) * skill / FULL_SKILL,
            None => return (blur > 0).then_some(Handicap { nodes: u64::MAX, blur }),
        };
        let handicap = Handicap::at(elo);
        Some(Handicap { blur: handicap.blur.max(blur), ..handicap })
    }

    fn at(elo: i64) -> Handicap {
        Handicap { nodes: nodes(elo as f64) as u64, blur: ((SURE - elo).max(0) / 2) as Value }
    }

    /// How many root moves have to be looked at for a choice.
    pub(crate) fn choices(&self) -> usize {
        if self.blur > 0 { CHOICES } else { 1 }
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

/// The nodes for a rating: between two of the scale, the same factor for the same difference.
fn nodes(elo: f64) -> f64 {
    let last = SCALE.len() - 2;
    let i = SCALE[1..=last].iter().take_while(|(rating, _)| *rating <= elo).count();
    let [(low, few), (high, many)] = [SCALE[i], SCALE[i + 1]];
    let share = ((elo - low) / (high - low)).clamp(0.0, 1.0);
    few * (many / few).powf(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// none is the best move always; more is more luck and no less thought.
    #[test]
    fn x173_x174_randomness() {
        use Randomness::{Huge, Large, Medium, Small, Tiny};
        assert_eq!(Handicap::new(None, FULL_SKILL, Randomness::None), None);
        let mut last = 0;
        for randomness in [Tiny, Small, Medium, Large, Huge] {
            let handicap = Handicap::new(None, FULL_SKILL, randomness).expect("luck");
            assert!(handicap.blur > last && handicap.nodes == u64::MAX, "{randomness:?}");
            last = handicap.blur;
        }
    }

    #[test]
    fn more_rating_means_more_nodes_and_less_luck() {
        for elo in (800..3000).step_by(100) {
            let (low, high) = (Handicap::at(elo), Handicap::at(elo + 100));
            assert!(low.nodes < high.nodes || low.blur > high.blur, "{elo}");
            assert!(low.nodes <= high.nodes && low.blur >= high.blur, "{elo}");
        }
    }

    #[test]
    fn the_scale_is_met_at_its_points() {
        for (rating, count) in SCALE {
            assert!((nodes(rating) / count - 1.0).abs() < 1e-9, "{rating}: {}", nodes(rating));
        }
        assert_eq!(nodes(500.0), SCALE[0].1);
        assert_eq!(nodes(4000.0), SCALE[SCALE.len() - 1].1);
    }

    #[test]
    fn skill_twenty_is_full_strength() {
        assert_eq!(Handicap::new(None, 20, Randomness::None), None);
        assert_eq!(Handicap::new(None, 0, Randomness::None), Some(Handicap::at(800)));
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
