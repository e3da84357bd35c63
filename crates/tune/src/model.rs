//! The evaluation as a function of its numbers.

use crate::data::{Entry, Set};
use ferz_engine::eval::FULL_PHASE;
use ferz_engine::eval::danger::{DANGER_SHARE, DANGER_SQUARE};
use ferz_engine::eval::score::{Pair, pair};

/// The table with fractions: middlegame and endgame of each number.
pub type Numbers = Vec<[f64; 2]>;

/// The numbers of a table, such as the one that the engine plays with.
pub fn unrounded(numbers: &[Pair]) -> Numbers {
    numbers.iter().map(|pair| [pair.middlegame() as f64, pair.endgame() as f64]).collect()
}

/// The table rounded, as the engine keeps it.
pub fn rounded(numbers: &Numbers) -> Vec<Pair> {
    numbers.iter().map(|[mg, eg]| pair(mg.round() as i32, eg.round() as i32)).collect()
}

/// The sums that a position's value is made of.
struct Sums {
    /// Middlegame and endgame without danger and complexity.
    linear: [f64; 2],
    /// By side.
    danger: [[f64; 2]; 2],
    complexity: f64,
}

fn sums(set: &Set, entry: &Entry, numbers: &Numbers) -> Sums {
    let sum = |class: usize| {
        let mut sum = [0.0; 2];
        for term in set.terms(entry, class) {
            let number = numbers[term.index as usize];
            let times = term.times as f64;
            sum[0] += number[0] * times;
            sum[1] += number[1] * times;
        }
        sum
    };
    Sums { linear: sum(0), danger: [sum(1), sum(2)], complexity: sum(3)[1] }
}

/// A value and what its gradient needs.
struct Valued {
    value: f64,
    /// Middlegame's and endgame's share in the value.
    shares: [f64; 2],
    /// What the endgame value before the complexity, and the complexity, move the endgame value.
    endgame_slope: f64,
    complexity_slope: f64,
}

fn valued(sums: &Sums, entry: &Entry) -> Valued {
    let mut middlegame = sums.linear[0];
    let mut endgame = sums.linear[1];
    for (danger, sign) in sums.danger.iter().zip([-1.0, 1.0]) {
        let pressed = danger[0].max(0.0);
        middlegame += sign * pressed * pressed / DANGER_SQUARE as f64;
        endgame += sign * danger[1].max(0.0) / DANGER_SHARE as f64;
    }
    // As `bounded` in the engine: the complexity counts up to the size of the endgame value.
    let sign = if endgame == 0.0 { 0.0 } else { endgame.signum() };
    let size = endgame.abs();
    let bounded = endgame + sign * sums.complexity.clamp(-size, size);
    let (endgame_slope, complexity_slope) = match sums.complexity {
        complexity if complexity <= -size => (0.0, 0.0),
        complexity if complexity >= size => (2.0, 0.0),
        _ => (1.0, sign),
    };
    let scale = entry.scale[(bounded < 0.0) as usize] as f64 / 128.0;
    let phase = entry.phase as f64 / FULL_PHASE as f64;
    let shares = [phase, scale * (1.0 - phase)];
    Valued {
        value: middlegame * shares[0] + bounded * shares[1],
        shares,
        endgame_slope,
        complexity_slope,
    }
}

/// The value of a position from White's point of view.
pub fn value(set: &Set, entry: &Entry, numbers: &Numbers) -> f64 {
    valued(&sums(set, entry, numbers), entry).value
}

/// White's expected points for a value.
#[inline]
pub fn expected(value: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * value).exp())
}

/// What the fit aims at.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Steepness of the logistic curve, per centipawn.
    pub steepness: f64,
    /// The share of the game's end in the aim; the rest is what the search thought.
    pub outcome_share: f64,
}

impl Aim {
    /// The points that a position is worth.
    #[inline]
    pub fn points(&self, entry: &Entry) -> f64 {
        let thought = expected(entry.score as f64, self.steepness);
        self.outcome_share * entry.points as f64 + (1.0 - self.outcome_share) * thought
    }
}

/// The squared error of one position, adding its gradient to `gradient`.
pub fn learn(
    set: &Set,
    entry: &Entry,
    numbers: &Numbers,
    aim: &Aim,
    gradient: &mut [[f64; 2]],
) -> f64 {
    let sums = sums(set, entry, numbers);
    let valued = valued(&sums, entry);
    let expected = expected(valued.value, aim.steepness);
    let error = expected - aim.points(entry);
    let slope = 2.0 * error * expected * (1.0 - expected) * aim.steepness;
    let [middlegame, full_endgame] = valued.shares.map(|share| slope * share);
    let endgame = full_endgame * valued.endgame_slope;
    for term in set.terms(entry, 0) {
        let times = term.times as f64;
        let place = &mut gradient[term.index as usize];
        place[0] += middlegame * times;
        place[1] += endgame * times;
    }
    for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
        let [pressed, endgame_danger] = sums.danger[side];
        let pressed = sign * middlegame * 2.0 * pressed.max(0.0) / DANGER_SQUARE as f64;
        let steady = sign * endgame / DANGER_SHARE as f64 * (endgame_danger > 0.0) as u8 as f64;
        for term in set.terms(entry, 1 + side) {
            let times = term.times as f64;
            let place = &mut gradient[term.index as usize];
            place[0] += pressed * times;
            place[1] += steady * times;
        }
    }
    let complexity = full_endgame * valued.complexity_slope;
    for term in set.terms(entry, 3) {
        gradient[term.index as usize][1] += complexity * term.times as f64;
    }
    error * error
}

/// A gradient of `count` zeros.
pub fn no_gradient(count: usize) -> Vec<[f64; 2]> {
    vec![[0.0; 2]; count]
}
