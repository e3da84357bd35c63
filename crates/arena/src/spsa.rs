//! Tuning by SPSA: an engine plays pairs of games against itself, its options pushed a little to one
//! side and to the other by lot, and each pair moves them towards the side that scored more.
//!
//! James Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998). The gains are
//! written as testers of chess engines write them: by how far an option is pushed in the end
//! (`c_end`), and by how much of that it moves in the end (`r_end`).

use crate::config::{Parameter, Setting};
use crate::record::{GameResult, Step};
use ferz_rules::Random;

/// Spall's exponents, and the part of the run after which steps begin to shrink.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const STABILITY: f64 = 0.1;

/// A run of SPSA, and where it stands.
#[derive(Clone, Debug)]
pub struct Tuner {
    parameters: Vec<Parameter>,
    /// How many pairs it will have.
    pairs: u32,
    seed: u64,
    /// The values now.
    values: Vec<f64>,
    /// The values after each pair.
    path: Vec<Vec<f64>>,
}

impl Tuner {
    /// Before the first pair.
    pub fn new(parameters: &[Parameter], pairs: u32, seed: u64) -> Tuner {
        let values = parameters.iter().map(|parameter| parameter.value).collect();
        let path = Vec::new();
        Tuner { parameters: parameters.to_owned(), pairs, seed, values, path }
    }

    /// What is tuned.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The values now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// What is tuned, with its values now.
    pub fn now(&self) -> impl Iterator<Item = (&Parameter, f64)> {
        self.parameters.iter().zip(self.values.iter().copied())
    }

    /// The values after each pair that was played.
    pub fn path(&self) -> &[Vec<f64>] {
        &self.path
    }

    /// How many pairs there will be.
    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// How both sides of a pair, counted from 0, are set. For a pair its pushes are always the same;
    /// the values are those of now.
    pub fn settings(&self, pair: u32) -> [Vec<Setting>; 2] {
        let mut lots = Random::part(self.seed, u64::from(pair));
        let pushes = self.pushes(pair, &mut lots);
        [1.0, -1.0].map(|side| {
            let set = |((parameter, value), push): ((&Parameter, &f64), &f64)| {
                let value = (value + side * push).clamp(parameter.min, parameter.max);
                let text = match parameter.whole {
                    // By lot up or down, so that a push of less than one does not vanish.
                    true => format!("{}", (value + fraction(&mut lots)).floor().min(parameter.max)),
                    false => format!("{value}"),
                };
                Setting { name: parameter.name.clone(), value: Some(text), optional: false }
            };
            self.parameters.iter().zip(&self.values).zip(&pushes).map(set).collect()
        })
    }

    /// What comes of a pair: its score is the games won less those lost by the engine that was set
    /// by the first of its [`settings`](Tuner::settings), from -2 to 2.
    pub fn step(&self, pair: u32, score: f64) -> Step {
        let pushes = self.pushes(pair, &mut Random::part(self.seed, u64::from(pair)));
        let values = self.parameters.iter().zip(&self.values).zip(pushes);
        let moved = values.map(|((parameter, value), push)| {
            let value = value + self.rate(parameter, pair) * score * push;
            value.clamp(parameter.min, parameter.max)
        });
        Step { values: moved.collect() }
    }

    /// A pair was played.
    pub(crate) fn take(&mut self, step: &Step) {
        self.values.clone_from(&step.values);
        self.path.push(step.values.clone());
    }

    /// How far each parameter is pushed, to the side that is drawn.
    fn pushes(&self, pair: u32, lots: &mut Random) -> Vec<f64> {
        let shrinks = (f64::from(self.pairs) / f64::from(pair + 1)).powf(GAMMA);
        let push = |parameter: &Parameter| {
            let side = if lots.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
            side * parameter.c_end * shrinks
        };
        self.parameters.iter().map(push).collect()
    }

    /// The rate of learning: a_k / c_k² of Spall.
    fn rate(&self, parameter: &Parameter, pair: u32) -> f64 {
        let (pairs, k) = (f64::from(self.pairs), f64::from(pair + 1));
        let a = ((STABILITY + 1.0) * pairs / (STABILITY * pairs + k)).powf(ALPHA);
        let c = (pairs / k).powf(GAMMA);
        parameter.r_end * a / (c * c)
    }
}

/// Between 0 and 1.
fn fraction(lots: &mut Random) -> f64 {
    (lots.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The score of a pair for the engine that has White in its first game: games won less games lost.
pub(crate) fn score(first: GameResult, second: GameResult) -> f64 {
    f64::from(first.halves()) - f64::from(second.halves())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(text: &str) -> Parameter {
        text.parse().unwrap()
    }

    /// The gains at the end are those that were asked for, and larger before.
    #[test]
    fn gains() {
        let tuner = Tuner::new(&[parameter("A, float, 0, -100, 100, 4, 0.5")], 1000, 7);
        let last = &tuner.parameters()[0];
        assert!((tuner.rate(last, 999) - 0.5).abs() < 1e-12);
        let push = |pair| tuner.pushes(pair, &mut Random::part(7, u64::from(pair)))[0].abs();
        assert!((push(999) - 4.0).abs() < 1e-12);
        // Spall: a factor of 1000^0.101 for the push, (1100/101)^0.602 / 1000^0.202 for the rate.
        assert!((push(0) - 4.0 * 2.0091).abs() < 1e-3, "{}", push(0));
        assert!(
            (tuner.rate(last, 0) - 0.5 * 4.2090 / 4.0365).abs() < 1e-3,
            "{}",
            tuner.rate(last, 0)
        );
        // A pair that is won by two points moves it by two rates of its push.
        let (step, lots) = (tuner.step(999, 2.0), &mut Random::part(7, 999));
        assert!((step.values[0] - tuner.pushes(999, lots)[0]).abs() < 1e-12);
    }

    /// Pushes smaller than one still tell both sides apart, on average by twice the push.
    #[test]
    fn whole_numbers_are_drawn() {
        let tuner = Tuner::new(&[parameter("A, 10, 0, 20, 0.25, 0.002")], 4000, 1);
        let mut sum = 0.0;
        for pair in 0..4000 {
            let [up, down] = tuner.settings(pair).map(|set| set[0].value.clone().unwrap());
            let difference = up.parse::<f64>().unwrap() - down.parse::<f64>().unwrap();
            sum += difference.abs();
            assert_eq!(tuner.settings(pair)[0][0].value, Some(up));
        }
        assert!(sum / 4000.0 > 0.4, "{sum}");
    }

    /// A function with a known top, seen through a coin: it is found.
    #[test]
    fn finds_the_top() {
        let parameters =
            [parameter("X, float, 20, 0, 100, 4, 0.02"), parameter("Y, 90, 0, 100, 4, 0.02")];
        let mut tuner = Tuner::new(&parameters, 20_000, 3);
        let mut coins = Random::new(5);
        let height = |set: &[Setting]| {
            let at = |index: usize| set[index].value.as_ref().unwrap().parse::<f64>().unwrap();
            -((at(0) - 70.0).powi(2) + (at(1) - 30.0).powi(2)) / 2500.0
        };
        for pair in 0..20_000 {
            let [up, down] = tuner.settings(pair);
            let better = 1.0 / (1.0 + (-(height(&up) - height(&down))).exp());
            let mut game = || if fraction(&mut coins) < better { 1.0 } else { -1.0 };
            let step = tuner.step(pair, game() + game());
            tuner.take(&step);
        }
        let [x, y] = tuner.values() else { panic!("two values") };
        assert!((x - 70.0).abs() < 6.0 && (y - 30.0).abs() < 6.0, "{x} {y}");
    }
}
