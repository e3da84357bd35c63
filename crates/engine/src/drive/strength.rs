//! Playing below full strength: fewer nodes, and a less sure hand among good moves.
//!
//! From [`SURE`] up only the nodes fall with the rating asked for; below it there are few nodes
//! left to lose, and the hand becomes unsure: more moves are looked at with the same nodes, and luck
//! decides among them. How many nodes make which rating is for each game to say.

use crate::search::score::Value;
use ferz_rules::Random;

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
    /// How many root moves are looked at for a choice.
    pub(crate) choices: usize,
}

/// What ratings mean in a game: see [`Plays::strength`](crate::games::Plays::strength).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// Ratings and the nodes a move that give them, in rising order.
    pub(crate) nodes: &'static [(f64, f64)],
    /// The [blur](Handicap::blur) of the weakest rating.
    pub(crate) luck: Value,
}

impl Scale {
    /// With the luck of most games.
    pub(crate) const fn new(nodes: &'static [(f64, f64)]) -> Scale {
        Scale { nodes, luck: 300 }
    }

    /// The same with another [luck](Scale::luck).
    pub(crate) const fn with_luck(self, luck: Value) -> Scale {
        Scale { luck, ..self }
    }
}

/// How many root moves are looked at where much is left to luck.
const CHOICES: usize = 6;
/// Points below [`SURE`] for each of them.
const POINTS_A_CHOICE: usize = 120;
/// From this rating up the best move is played.
const SURE: i64 = 1400;
/// The highest skill level: no handicap.
const FULL_SKILL: i64 = 20;

impl Handicap {
    /// The handicap of a rating, if one is asked for, or else of a skill level; and of luck.
    pub(crate) fn new(
        scale: Scale,
        elo: Option<i64>,
        skill: i64,
        randomness: Randomness,
    ) -> Option<Handicap> {
        let blur = randomness.blur();
        let (weakest, strongest) = ELO_RANGE;
        let elo = match elo {
            Some(elo) => elo,
            None if skill < FULL_SKILL => weakest + (strongest - weakest) * skill / FULL_SKILL,
            None if blur == 0 => return None,
            None => return Some(Handicap { nodes: u64::MAX, blur, choices: CHOICES }),
        };
        let mut handicap = Handicap::at(scale, elo);
        if blur > handicap.blur {
            (handicap.blur, handicap.choices) = (blur, CHOICES);
        }
        Some(handicap)
    }

    fn at(scale: Scale, elo: i64) -> Handicap {
        let unsure = (SURE - elo).max(0);
        Handicap {
            nodes: nodes(scale.nodes, elo as f64) as u64,
            blur: (unsure * i64::from(scale.luck) / (SURE - ELO_RANGE.0)) as Value,
            choices: 1 + (unsure as usize).div_ceil(POINTS_A_CHOICE),
        }
    }

    /// Picks one of the moves, given by their values, the best first.
    pub(crate) fn pick(&self, values: &[Value]) -> usize {
        let blur = self.blur.max(0) as usize + 1;
        let mut chance = Random::by_chance();
        (0..values.len())
            .max_by_key(|&i| (values[i] + chance.below(blur) as Value, std::cmp::Reverse(i)))
            .unwrap_or(0)
    }
}

/// The nodes for a rating: between two of the scale, the same factor for the same difference.
fn nodes(steps: &[(f64, f64)], elo: f64) -> f64 {
    let last = steps.len() - 2;
    let i = steps[1..=last].iter().take_while(|(rating, _)| *rating <= elo).count();
    let [(low, few), (high, many)] = [steps[i], steps[i + 1]];
    let share = ((elo - low) / (high - low)).clamp(0.0, 1.0);
    few * (many / few).powf(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Equipped;
    use ferz_rules::{chess, xiangqi};

    const SCALE: Scale = chess::Board::STRENGTH;

    /// none is the best move always; more is more luck and no less thought.
    #[test]
    fn x173_x174_randomness() {
        use Randomness::{Huge, Large, Medium, Small, Tiny};
        assert_eq!(Handicap::new(SCALE, None, FULL_SKILL, Randomness::None), None);
        let mut last = 0;
        for randomness in [Tiny, Small, Medium, Large, Huge] {
            let handicap = Handicap::new(SCALE, None, FULL_SKILL, randomness).expect("luck");
            assert!(handicap.blur > last && handicap.nodes == u64::MAX, "{randomness:?}");
            last = handicap.blur;
        }
    }

    #[test]
    fn more_rating_means_more_nodes_and_less_luck() {
        for elo in (800..3000).step_by(100) {
            let (low, high) = (Handicap::at(SCALE, elo), Handicap::at(SCALE, elo + 100));
            assert!(low.nodes < high.nodes || low.blur > high.blur, "{elo}");
            assert!(low.nodes <= high.nodes && low.blur >= high.blur, "{elo}");
        }
    }

    #[test]
    fn the_scale_is_met_at_its_points() {
        for Scale { nodes: scale, .. } in [SCALE, xiangqi::Board::STRENGTH] {
            assert!(scale.is_sorted_by(|one, next| one.0 < next.0 && one.1 < next.1));
            for &(rating, count) in scale {
                assert!((nodes(scale, rating) / count - 1.0).abs() < 1e-9, "{rating}");
            }
            assert_eq!(nodes(scale, 500.0), scale[0].1);
            assert_eq!(nodes(scale, 4000.0), scale[scale.len() - 1].1);
        }
    }

    #[test]
    fn skill_twenty_is_full_strength() {
        assert_eq!(Handicap::new(SCALE, None, 20, Randomness::None), None);
        assert_eq!(Handicap::new(SCALE, None, 0, Randomness::None), Some(Handicap::at(SCALE, 800)));
        assert_eq!([800, 1400].map(|elo| Handicap::at(SCALE, elo).blur), [SCALE.luck, 0]);
    }

    #[test]
    fn a_sure_hand_takes_the_best_and_an_unsure_one_not_the_worst() {
        let sure = Handicap { nodes: 1, blur: 0, choices: 1 };
        let unsure = Handicap { nodes: 1, blur: 100, choices: 3 };
        for _ in 0..50 {
            assert_eq!(sure.pick(&[30, 30, 20]), 0);
            assert_ne!(unsure.pick(&[30, 20, -200]), 2);
        }
        assert_eq!(sure.pick(&[]), 0);
    }
}
