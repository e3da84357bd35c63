//! The sequential probability ratio test: when a match has shown enough.
//!
//! Two hypotheses about the difference in strength are weighed against each other after each pair
//! of games (or each game, where games come alone) by the logarithm of their likelihood ratio. The
//! ratio is the generalised one: the likeliest distribution of outcomes under each hypothesis, given
//! what was seen (M. Van den Bergh, "Comparing the approximations for the generalized log likelihood
//! ratio of a multinomial distribution", and, for normalised Elo, "Comments on normalized Elo").
//!
//! Pairs are counted in the order of the schedule and not in that in which they are finished: short
//! games come to their end first and are not like the others, and so a run that was killed ends
//! where it would have ended.

use crate::config::{Config, Model, Sprt};
use crate::record::GameBrief;
use crate::stats::Tally;
use serde::{Deserialize, Serialize};

/// What the games have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Not enough yet.
    Open,
    /// The first hypothesis: no more than `elo0`.
    H0,
    /// The second one: at least `elo1`.
    H1,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Where the first hypothesis is taken.
    pub lower: f64,
    /// Where the second one is.
    pub upper: f64,
    /// What is shown.
    pub verdict: Verdict,
    /// The games that count.
    pub tally: Tally,
}

/// The test in the course of a match.
#[derive(Clone, Debug)]
pub struct Course {
    sprt: Sprt,
    /// Games that count together.
    unit: u32,
    /// The number of the next game that counts.
    next: u32,
    standing: Standing,
    /// Games that have come before those that come first.
    early: std::collections::BTreeMap<u32, GameBrief>,
}

impl Course {
    /// Before the first game.
    pub fn new(config: &Config) -> Option<Course> {
        let sprt =
            config.sprt.map(|sprt| Sprt { pairs: sprt.pairs && config.has_pairs(), ..sprt })?;
        let unit = if sprt.pairs { 2 } else { 1 };
        let standing = sprt.standing(Tally::default());
        Some(Course { sprt, unit, next: 1, standing, early: Default::default() })
    }

    /// A game was played. What is shown stays shown, whatever else is played.
    pub fn played(&mut self, config: &Config, game: &GameBrief) {
        if self.standing.verdict != Verdict::Open {
            return;
        }
        self.early.insert(game.number, game.clone());
        while self.standing.verdict == Verdict::Open {
            let numbers = self.next..self.next + self.unit;
            if !numbers.clone().all(|number| self.early.contains_key(&number)) {
                break;
            }
            let games: Vec<_> = numbers.filter_map(|number| self.early.remove(&number)).collect();
            self.next += self.unit;
            let tally = self.standing.tally.plus(&Tally::of(config, &games, 0, 1));
            // Where games count one by one no pair is open.
            let tally = Tally { open: 0, ..tally };
            self.standing = self.sprt.standing(tally);
        }
    }

    /// How the test stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }
}

/// Count given to outcomes that never happened, since they are not impossible. fastchess has the
/// same, so the figures are the same.
const SELDOM: f64 = 1e-3;

impl Sprt {
    /// How the test stands after these games.
    pub fn standing(&self, tally: Tally) -> Standing {
        let llr = self.llr(&tally);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = match llr {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Open,
        };
        Standing { llr, lower, upper, verdict, tally }
    }

    /// The logarithm of the likelihood ratio.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if self.pairs {
            if tally.pair_count() == 0 {
                return 0.0;
            }
            self.llr_of(&tally.pairs.map(f64::from), 2.0)
        } else {
            if tally.games() == 0 {
                return 0.0;
            }
            self.llr_of(&[tally.losses, tally.draws, tally.wins].map(f64::from), 1.0)
        }
    }

    fn llr_of<const N: usize>(&self, counts: &[f64; N], games_each: f64) -> f64 {
        let counts = counts.map(|count| if count == 0.0 { SELDOM } else { count });
        let total: f64 = counts.iter().sum();
        let seen = Law { chances: counts.map(|count| count / total) };
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => seen.with_mean(1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalized => {
                seen.with_ratio(elo * games_each.sqrt() * std::f64::consts::LN_10 / 800.0)
            }
        };
        let (law0, law1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = law1.chances.iter().zip(&law0.chances).map(|(one, zero)| (one / zero).ln());
        total * seen.chances.iter().zip(ratios).map(|(seen, ratio)| seen * ratio).sum::<f64>()
    }
}

/// Chances of outcomes that rise evenly from 0 to 1.
#[derive(Clone, Copy)]
struct Law<const N: usize> {
    chances: [f64; N],
}

impl<const N: usize> Law<N> {
    fn outcome(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    fn expect(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.chances.iter().enumerate().map(|(i, chance)| chance * of(Self::outcome(i))).sum()
    }

    /// The likeliest law with this mean, given what was seen.
    fn with_mean(&self, mean: f64) -> Law<N> {
        self.tilted(&std::array::from_fn(|index| Self::outcome(index) - mean))
    }

    /// The likeliest law whose mean is `ratio` of its own deviations above one half. It is the fixed
    /// point of a sequence of laws, the first of them even.
    fn with_ratio(&self, ratio: f64) -> Law<N> {
        let mut law = Law { chances: [1.0 / N as f64; N] };
        for _ in 0..100 {
            let mean = law.expect(|outcome| outcome);
            let deviation = law.expect(|outcome| (outcome - mean).powi(2)).sqrt();
            let next = self.tilted(&std::array::from_fn(|index| {
                let outcome = Self::outcome(index);
                let square = ((outcome - mean) / deviation).powi(2);
                outcome - 0.5 - 0.5 * ratio * deviation * (1.0 + square)
            }));
            let change = next.chances.iter().zip(&law.chances).map(|(a, b)| (a - b).abs());
            let change = change.fold(0.0, f64::max);
            law = next;
            if change < 1e-12 {
                break;
            }
        }
        law
    }

    /// The likeliest law under which the weights balance: each chance is divided by `1 + θ·weight`,
    /// with the `θ` that makes the weighted sum nothing. The sum falls as `θ` grows.
    fn tilted(&self, weights: &[f64; N]) -> Law<N> {
        let sum = |theta: f64| -> f64 {
            let terms = self.chances.iter().zip(weights);
            terms.map(|(chance, weight)| chance * weight / (1.0 + theta * weight)).sum()
        };
        let most = weights.iter().copied().fold(f64::MIN, f64::max);
        let least = weights.iter().copied().fold(f64::MAX, f64::min);
        if most <= 0.0 || least >= 0.0 {
            // No law balances them; what was seen is all there is.
            return *self;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if sum(middle) > 0.0 { low = middle } else { high = middle }
        }
        let theta = low + (high - low) / 2.0;
        let chances =
            std::array::from_fn(|index| self.chances[index] / (1.0 + theta * weights[index]));
        Law { chances }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of figures of fastchess; the file names its sources.
    const FIGURES: &str = include_str!("../testdata/sprt.tsv");

    #[test]
    fn the_figures_of_fastchess() {
        let mut lines = 0;
        for line in FIGURES.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [model, elo0, elo1, counts, llr] = fields[..] else { panic!("{line}") };
            let counts: Vec<u32> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
            let (tally, pairs) = match counts[..] {
                [losses, draws, wins] => (Tally { wins, draws, losses, ..Tally::default() }, false),
                [a, b, c, d, e] => (Tally { pairs: [a, b, c, d, e], ..Tally::default() }, true),
                _ => panic!("{line}"),
            };
            let sprt = Sprt {
                elo0: elo0.parse().unwrap(),
                elo1: elo1.parse().unwrap(),
                alpha: 0.05,
                beta: 0.05,
                model: if model == "logistic" { Model::Logistic } else { Model::Normalized },
                pairs,
            };
            let (ours, theirs): (f64, f64) = (sprt.llr(&tally), llr.parse().unwrap());
            assert!((ours - theirs).abs() < 1e-6 * theirs.abs().max(1.0), "{line}: {ours}");
            lines += 1;
        }
        assert!(lines > 20);
    }

    fn sprt(model: Model) -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model, pairs: true }
    }

    /// The law under each hypothesis is what the hypothesis says.
    #[test]
    fn laws_have_their_means() {
        let seen = Law { chances: [0.05, 0.2, 0.4, 0.25, 0.1] };
        let law = seen.with_mean(0.6);
        assert!((law.chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((law.expect(|outcome| outcome) - 0.6).abs() < 1e-12);
        let law = seen.with_ratio(0.3);
        let mean = law.expect(|outcome| outcome);
        let deviation = law.expect(|outcome| (outcome - mean).powi(2)).sqrt();
        assert!((law.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(((mean - 0.5) / deviation - 0.3).abs() < 1e-9);
    }

    #[test]
    fn bounds_and_verdicts() {
        for model in [Model::Logistic, Model::Normalized] {
            let at = |pairs| sprt(model).standing(Tally { pairs, ..Tally::default() });
            let nothing = at([0; 5]);
            assert_eq!((nothing.llr, nothing.verdict), (0.0, Verdict::Open));
            // Wald's bounds: ln 19.
            assert!((nothing.upper - 2.944_438_979_166_44).abs() < 1e-12);
            assert!((nothing.lower + nothing.upper).abs() < 1e-12);
            assert_eq!(at([10, 200, 400, 300, 40]).verdict, Verdict::H1);
            assert_eq!(at([40, 300, 400, 200, 10]).verdict, Verdict::H0);
            assert_eq!(at([0, 1, 2, 1, 0]).verdict, Verdict::Open);
        }
    }

    /// Seen from the other side, with the hypotheses turned round, the ratio is the inverse.
    #[test]
    fn the_mirror_image() {
        for model in [Model::Logistic, Model::Normalized] {
            let tally = Tally { pairs: [12, 80, 150, 90, 14], ..Tally::default() };
            let one = Sprt { elo0: -3.0, elo1: 7.0, ..sprt(model) };
            let other = Sprt { elo0: -7.0, elo1: 3.0, ..one };
            let sum = one.llr(&tally) + other.llr(&tally.turned());
            assert!(sum.abs() < 1e-9, "{sum}");
        }
    }

    /// A game whose other half is missing counts for nothing.
    #[test]
    fn an_open_pair_changes_nothing() {
        let test = Sprt { elo1: 50.0, ..sprt(Model::Normalized) };
        let config = Config { sprt: Some(test), rounds: 9, ..Config::default() };
        let game = |number: u32, result: &str| {
            let text = format!(
                r#"{{"number":{number},"round":1,"first":{},"second":{},"opening":0,"moves":[],
                "result":"{result}","reason":"agreement","began":0,"seconds":0}}"#,
                (number + 1) % 2,
                number % 2
            );
            serde_json::from_str::<crate::record::GameRecord>(&text).unwrap().brief()
        };
        let mut course = Course::new(&config).unwrap();
        for (number, result) in [(1, "1-0"), (2, "1/2-1/2")] {
            course.played(&config, &game(number, result));
        }
        let whole = *course.standing();
        assert_eq!((whole.tally.pair_count(), whole.tally.open), (1, 0));
        course.played(&config, &game(3, "0-1"));
        course.played(&config, &game(6, "0-1"));
        assert_eq!(*course.standing(), whole);
    }

    #[test]
    fn senseless_tests() {
        let good = sprt(Model::Logistic);
        assert_eq!(good.check(), Ok(()));
        for bad in [
            Sprt { elo1: 0.0, ..good },
            Sprt { elo0: f64::NAN, ..good },
            Sprt { alpha: 0.0, ..good },
            Sprt { beta: 1.0, ..good },
            Sprt { alpha: 0.5, beta: 0.5, ..good },
        ] {
            assert!(bad.check().is_err());
        }
    }
}
