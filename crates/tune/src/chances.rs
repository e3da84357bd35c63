//! Chances of win, draw and loss by the search's score.
//!
//! The model has two logistic curves: a win is as likely as not at `offset`, a loss at `-offset`,
//! and both are as steep as `spread` says. A draw is what they leave.

use ferz_datagen::format::Ending;
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{Filter, Games, Sample, samples};
use std::io;
use std::path::PathBuf;

/// The two numbers of the model, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Where a win becomes as likely as not.
    pub offset: f64,
    /// How slowly.
    pub spread: f64,
}

impl Chances {
    /// The chance to win with this score.
    pub fn win(&self, score: f64) -> f64 {
        1.0 / (1.0 + (-(score - self.offset) / self.spread).exp())
    }

    /// Minus the mean logarithm of the chances of what happened. Scores are White's, points 0, ½
    /// or 1.
    pub fn surprise(&self, games: &[(f64, f64)]) -> f64 {
        let one = |&(score, points): &(f64, f64)| {
            let (win, loss) = (self.win(score), self.win(-score));
            let chance = match points {
                points if points > 0.75 => win,
                points if points < 0.25 => loss,
                _ => 1.0 - win - loss,
            };
            -chance.max(1e-9).ln()
        };
        games.iter().map(one).sum::<f64>() / games.len().max(1) as f64
    }
}

/// Scores from White's point of view and White's points: every searched position of the games that
/// the filter keeps.
pub fn load<P: Playable>(files: &[PathBuf], filter: &Filter) -> io::Result<Vec<(f64, f64)>> {
    let mut all = Vec::new();
    for path in files {
        for record in Games::<P>::open(path)?.filter(|record| record.ending != Ending::Open) {
            let samples = samples(&record, filter).unwrap_or_default();
            let pair = |sample: &Sample<P>| (f64::from(sample.score), sample.outcome.points());
            all.extend(samples.iter().map(pair));
        }
    }
    Ok(all)
}

/// The model that is surprised least: by a search whose steps become shorter.
pub fn fit(games: &[(f64, f64)]) -> Chances {
    let mut best = Chances { offset: 120.0, spread: 60.0 };
    let mut least = best.surprise(games);
    let mut step = 32.0;
    while step > 0.2 {
        let tries = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)].map(|(a, b)| Chances {
            offset: (best.offset + a).max(1.0),
            spread: (best.spread + b).max(1.0),
        });
        let before = least;
        for chances in tries {
            let surprise = chances.surprise(games);
            if surprise < least {
                (best, least) = (chances, surprise);
            }
        }
        if least == before {
            step /= 2.0;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Random;

    #[test]
    fn finds_the_model_that_made_the_games() {
        let truth = Chances { offset: 150.0, spread: 45.0 };
        let mut random = Random::new(5);
        let games: Vec<(f64, f64)> = (0..40_000)
            .map(|_| {
                let score = random.below(1200) as f64 - 600.0;
                let luck = random.below(1 << 20) as f64 / (1 << 20) as f64;
                let (win, loss) = (truth.win(score), truth.win(-score));
                let points = match luck {
                    luck if luck < win => 1.0,
                    luck if luck < win + loss => 0.0,
                    _ => 0.5,
                };
                (score, points)
            })
            .collect();
        let found = fit(&games);
        assert!((found.offset - truth.offset).abs() < 5.0, "{found:?}");
        assert!((found.spread - truth.spread).abs() < 4.0, "{found:?}");
    }
}
