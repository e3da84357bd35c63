//! What the games say about the engines: scores, Elo with its error, chances, faults.
//!
//! Errors are those of 95 %. Where games come in pairs, with one opening and colours changed, the
//! pairs are counted (the pentanomial): their halves are not independent. A game whose other half is
//! still to come, or never comes, is shown apart: it changes no figure.
//!
//! A few games that all ended alike have no variance, and yet nothing is certain. So one pair (or
//! game) more is supposed for errors and chances, an equal part of it on each outcome: the prior of
//! W. Perks, "Some observations on inverse probability including a new indifference rule", Journal of
//! the Institute of Actuaries 73 (1947). Score and Elo themselves are those of the games.

use crate::config::Config;
use crate::record::{GameBrief, GameRecord, Reason};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Two-sided 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The score of one engine against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// Games of pairs that are not whole.
    pub open: u32,
}

impl Tally {
    /// The score of the engine `us` against `them`.
    pub fn of<'a>(
        config: &Config,
        games: impl IntoIterator<Item = &'a GameBrief>,
        us: usize,
        them: usize,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut halves: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for game in games {
            let points = match (game.first, game.second) {
                (first, second) if (first, second) == (us, them) => game.result.halves(),
                (first, second) if (first, second) == (them, us) => 2 - game.result.halves(),
                _ => continue,
            };
            match points {
                2 => tally.wins += 1,
                1 => tally.draws += 1,
                _ => tally.losses += 1,
            }
            if let Some(pair) = pair_of(config, game) {
                halves.entry(pair).or_default().push(points);
            }
        }
        for points in halves.values() {
            match points[..] {
                [one, other] => tally.pairs[(one + other) as usize] += 1,
                _ => tally.open += points.len() as u32,
            }
        }
        tally
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// All pairs.
    pub fn pair_count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// What follows from the score: by whole pairs, where games come in pairs. `None` as long as
    /// nothing counts.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate_with(PRIOR)
    }

    fn estimate_with(&self, prior: f64) -> Option<Estimate> {
        let trinomial = [self.losses, self.draws, self.wins].map(f64::from);
        let pentanomial = self.pairs.map(f64::from);
        if self.pair_count() > 0 || self.open > 0 {
            Estimate::of(&pentanomial, 2.0, prior)
        } else {
            Estimate::of(&trinomial, 1.0, prior)
        }
    }

    /// Both together.
    pub fn plus(&self, other: &Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|index| self.pairs[index] + other.pairs[index]),
            open: self.open + other.open,
        }
    }

    /// As the other engine sees it.
    pub fn turned(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, losses: self.wins, pairs, ..*self }
    }
}

/// The pair that a game belongs to.
pub(crate) fn pair_of(config: &Config, game: &GameBrief) -> Option<(u32, u32)> {
    if !config.has_pairs() {
        return None;
    }
    let index = game.number.saturating_sub(1);
    Some((index / config.games, index % config.games / 2))
}

/// Weight of the prior: pairs, or games, added to those that were played.
const PRIOR: f64 = 1.0;

/// A score with its error, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The games that it comes from.
    pub games: u32,
    /// Points for each of them.
    pub score: f64,
    /// Its error.
    pub score_error: f64,
    /// The difference in strength, by the logistic curve; absent when all was won or lost.
    pub elo: Option<f64>,
    /// Its error; absent when one of the next two is.
    pub elo_error: Option<f64>,
    /// It is at least this; absent when it may be anything less.
    pub elo_low: Option<f64>,
    /// It is at most this; absent when it may be anything more.
    pub elo_high: Option<f64>,
    /// The same in units of the deviation of a game's result.
    pub nelo: f64,
    /// Its error.
    pub nelo_error: f64,
    /// The chance that the engine is the stronger one.
    pub los: f64,
}

impl Estimate {
    /// From how often each outcome came, outcomes rising evenly from 0 to 1 point for a game.
    fn of<const N: usize>(counts: &[f64; N], games_each: f64, prior: f64) -> Option<Estimate> {
        let total: f64 = counts.iter().sum();
        if total == 0.0 {
            return None;
        }
        let weights = counts.map(|count| count + prior / N as f64);
        let score = mean(counts);
        let centre = mean(&weights);
        let variance = mean_of(&weights, |outcome| (outcome - centre).powi(2));
        let deviation = (variance / (total + prior)).sqrt();
        let error = Z95 * deviation;
        let (elo_low, elo_high) = (elo(centre - error), elo(centre + error));
        // A game's deviation, as if a pair's two games were independent.
        let per_game = (variance * games_each).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        Some(Estimate {
            games: (total * games_each) as u32,
            score,
            score_error: error,
            elo: elo(score),
            elo_error: elo_low.zip(elo_high).map(|(low, high)| (high - low) / 2.0),
            elo_low,
            elo_high,
            nelo: (score - 0.5) / per_game * scale,
            nelo_error: error / per_game * scale,
            los: chance((centre - 0.5) / deviation, total),
        })
    }
}

/// The chance that a mean is above zero, given its distance from zero in standard deviations and
/// the number of samples: Student's distribution, as D. L. Wallace, "Bounds on normal approximations to Student's
/// and the chi-square distributions" (1959) has it in terms of the normal one.
fn chance(deviations: f64, samples: f64) -> f64 {
    let narrower = (8.0 * samples + 1.0) / (8.0 * samples + 3.0);
    let normal = narrower * (samples * (deviations * deviations / samples).ln_1p()).sqrt();
    0.5 * libm::erfc(-normal.copysign(deviations) / std::f64::consts::SQRT_2)
}

fn mean<const N: usize>(weights: &[f64; N]) -> f64 {
    mean_of(weights, |outcome| outcome)
}

/// The mean over outcomes that rise evenly from 0 to 1.
fn mean_of<const N: usize>(weights: &[f64; N], of: impl Fn(f64) -> f64) -> f64 {
    let total: f64 = weights.iter().sum();
    let outcome = |index: usize| index as f64 / (N - 1) as f64;
    weights.iter().enumerate().map(|(index, weight)| weight * of(outcome(index))).sum::<f64>()
        / total
}

/// The difference in Elo that this score means.
pub fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// What one engine did in all its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Conduct {
    /// Games.
    pub games: u32,
    /// Games lost by a fault, by kind.
    pub faults: BTreeMap<String, u32>,
    /// Remarks in all its games.
    pub remarks: u32,
    /// Moves that it thought about.
    pub moves: u64,
    /// Seconds for all of them.
    pub seconds: f64,
    /// Seconds for the longest.
    pub longest: f64,
    /// Moves with a depth, and the sum of their depths.
    pub depths: (u64, u64),
    /// Moves with a latency, measured time less what the engine reports; and the sum of them, and the
    /// greatest, in microseconds.
    pub latencies: (u64, u64, u64),
    /// Seconds for moves by their number, and how many moves had it.
    #[serde(skip)]
    pub by_number: Vec<(f64, u32)>,
}

impl Conduct {
    /// A game was played; this engine is the one with this number.
    pub fn played(&mut self, game: &GameRecord, engine: usize) {
        if game.first != engine && game.second != engine {
            return;
        }
        self.games += 1;
        if game.reason.is_fault() && game.result.loser(game.first, game.second) == Some(engine) {
            *self.faults.entry(game.reason.word()).or_default() += 1;
        }
        self.remarks += game.remarks.iter().filter(|remark| remark.engine == engine).count() as u32;
        for (index, mv) in game.moves.iter().enumerate() {
            let by_first = (index % 2 == 0) != begins_second(game);
            let mover = if by_first { game.first } else { game.second };
            let Some(time) = mv.time().filter(|_| mover == engine) else { continue };
            let seconds = time.as_secs_f64();
            self.moves += 1;
            self.seconds += seconds;
            self.longest = self.longest.max(seconds);
            if let Some(depth) = mv.depth {
                self.depths = (self.depths.0 + 1, self.depths.1 + u64::from(depth));
            }
            if let Some(latency) = mv.latency {
                let (count, sum, most) = self.latencies;
                self.latencies = (count + 1, sum.saturating_add(latency), most.max(latency));
            }
            let number = index / 2;
            if self.by_number.len() <= number {
                self.by_number.resize(number + 1, (0.0, 0));
            }
            if let Some(sum) = self.by_number.get_mut(number) {
                *sum = (sum.0 + seconds, sum.1 + 1);
            }
        }
    }

    /// Seconds for a move, on average.
    pub fn seconds_per_move(&self) -> f64 {
        self.seconds / self.moves.max(1) as f64
    }

    /// Measured time less what the engine reports: mean and greatest, in milliseconds.
    pub fn latency(&self) -> Option<(f64, f64)> {
        let (count, sum, most) = self.latencies;
        (count > 0).then(|| (sum as f64 / count as f64 / 1000.0, most as f64 / 1000.0))
    }

    /// The mean depth of its moves.
    pub fn depth(&self) -> f64 {
        self.depths.1 as f64 / self.depths.0.max(1) as f64
    }
}

/// The score of the first engine against the second, game by game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running {
    tally: Tally,
    /// Points of games whose other half is still to come.
    half: BTreeMap<(u32, u32), u32>,
}

impl Running {
    pub(crate) fn played(&mut self, config: &Config, game: &GameBrief) {
        let one = Tally::of(config, [game], 0, 1);
        self.tally = self.tally.plus(&one);
        let points = 2 * one.wins + one.draws;
        let Some(pair) = pair_of(config, game).filter(|_| one.games() > 0) else { return };
        match self.half.remove(&pair) {
            Some(other) => {
                self.tally.pairs[(points + other) as usize] += 1;
                self.tally.open -= 2;
            }
            None => {
                self.half.insert(pair, points);
            }
        }
    }

    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }
}

/// Whether Black had the first move of the record.
pub(crate) fn begins_second(game: &GameRecord) -> bool {
    game.fen.as_deref().and_then(|fen| fen.split(' ').nth(1)) == Some("b")
}

/// Who lost.
pub fn loser(game: &GameBrief) -> Option<usize> {
    game.result.loser(game.first, game.second)
}

/// Games that an engine won, drew and lost: with White or Red, and with Black.
pub fn by_colour<'a>(
    games: impl IntoIterator<Item = &'a GameBrief>,
    engine: usize,
) -> [[u32; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    for game in games {
        // Won, drawn, lost by the first player.
        let outcome = 2 - game.result.halves() as usize;
        if game.first == engine {
            counts[0][outcome] += 1;
        } else if game.second == engine {
            counts[1][2 - outcome] += 1;
        }
    }
    counts
}

/// How often games ended for each reason.
pub fn reasons<'a>(games: impl IntoIterator<Item = &'a GameBrief>) -> BTreeMap<Reason, u32> {
    let mut reasons = BTreeMap::new();
    for game in games {
        *reasons.entry(game.reason).or_default() += 1;
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn elo_of_scores() {
        // Elo's own example: three quarters of the points are 191 points of rating.
        close(elo(0.75).unwrap(), 190.848_501_887_864_6);
        close(elo(0.5).unwrap(), 0.0);
        close(elo(0.25).unwrap(), -190.848_501_887_864_6);
        assert_eq!(elo(1.0), None);
    }

    /// The figures of fastchess's tests (https://github.com/Disservin/fastchess, commit 74deac23,
    /// app/tests/elo_test.cpp), with as many digits as they have there.
    #[test]
    fn the_figures_of_fastchess() {
        let wdl = |wins, losses, draws| Tally { wins, draws, losses, ..Tally::default() };
        let pairs = |pairs: [u32; 5]| {
            // Only the pairs count then, and half of them is as many games.
            let games: u32 = 2 * pairs.iter().sum::<u32>();
            Tally { draws: games, pairs, ..Tally::default() }
        };
        let rows = [
            (wdl(76, 89, 123), None, -20.76, 40.13, 0.1553),
            (wdl(136, 96, 111), Some((40.70, 30.43)), 49.77, 36.77, 0.9960),
            (wdl(34, 356, 0), None, -508.44, 34.48, 0.0),
            (pairs([34, 54, 63, 64, 75]), Some((55.58, 27.65)), 57.94, 28.28, 1.0),
            (pairs([332, 433, 498, 333, 334]), Some((-8.64, 10.33)), -9.17, 10.96, 0.0505),
            (pairs([7895, 8757, 5685, 568, 9999]), Some((-21.04, 2.95)), -19.01, 2.65, 0.0),
        ];
        let near = |ours: f64, theirs: f64| {
            assert!((ours - theirs).abs() <= 0.0051, "{ours} is not {theirs}");
        };
        for (tally, elo, nelo, nelo_error, los) in rows {
            let estimate = tally.estimate_with(0.0).unwrap();
            near(estimate.nelo, nelo);
            near(estimate.nelo_error, nelo_error);
            // Theirs is of the normal distribution.
            assert!((estimate.los - los).abs() < 0.002, "{estimate:?}");
            if let Some((elo, error)) = elo {
                near(estimate.elo.unwrap(), elo);
                near(estimate.elo_error.unwrap(), error);
            }
            // What is supposed beside them hardly shows any more.
            let shown = tally.estimate().unwrap();
            assert_eq!((shown.score, shown.elo), (estimate.score, estimate.elo));
            let ratio = shown.score_error / estimate.score_error;
            assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
            assert!((shown.los - estimate.los).abs() < 0.002);
        }
    }

    /// Nothing is certain after a few games, however they end.
    #[test]
    fn few_games_are_not_certain() {
        assert_eq!(Tally::default().estimate(), None);
        let games = |wins, draws| Tally { wins, draws, ..Tally::default() };
        let pairs = |pairs| Tally { wins: 1, pairs, ..Tally::default() };
        let rows = [
            games(1, 0),
            games(0, 1),
            pairs([0, 0, 0, 1, 0]),
            pairs([0, 0, 0, 0, 1]),
            pairs([0, 0, 1, 0, 0]),
            pairs([0, 0, 0, 0, 2]),
            pairs([0, 0, 0, 1, 5]),
        ];
        for tally in rows {
            let estimate = tally.estimate().unwrap();
            assert!(estimate.score_error > 0.15, "{tally:?}: {estimate:?}");
            assert!(estimate.los >= 0.5 && estimate.los < 0.999, "{tally:?}: {estimate:?}");
        }
        // Two won: mean ¾ with the pair that is supposed, variance ⅛, of two pairs.
        let estimate = pairs([0, 0, 0, 0, 1]).estimate().unwrap();
        assert_eq!((estimate.games, estimate.score, estimate.elo), (2, 1.0, None));
        close(estimate.score_error, Z95 / 4.0);
        assert!((estimate.los - 0.75).abs() < 0.003, "{estimate:?}");
        // 11½ of 12 have a bound on one side.
        let estimate = pairs([0, 0, 0, 1, 5]).estimate().unwrap();
        assert_eq!((estimate.elo_error, estimate.elo_high), (None, None));
        assert!(estimate.elo_low.is_some_and(|low| low > 100.0 && low < 250.0), "{estimate:?}");
    }

    /// The error of a match that goes on changes by little with each game, whatever pair is open.
    #[test]
    fn an_open_pair_changes_no_figure() {
        let config = Config { rounds: 100, ..Config::default() };
        let game = |number: u32, result| GameBrief { number, result, ..brief(number) };
        let mut games = Vec::new();
        let mut running = Running::default();
        let mut before: Option<Estimate> = None;
        for number in 1..=80 {
            let result =
                [GameResult::First, GameResult::Draw, GameResult::Second, GameResult::Draw]
                    [number as usize * 7 / 3 % 4];
            games.push(game(number, result));
            running.played(&config, &games[games.len() - 1]);
            let tally = running.tally();
            assert_eq!(tally, Tally::of(&config, &games, 0, 1));
            assert_eq!((tally.games(), tally.open), (number, number % 2));
            let now = tally.estimate();
            if number % 2 == 1 {
                assert_eq!(now, before);
            } else if let (Some(before), Some(now)) = (before, now) {
                let ratio = now.score_error / before.score_error;
                assert!((0.7..1.4).contains(&ratio), "{number}: {ratio}");
            }
            before = now;
        }
    }

    fn brief(number: u32) -> GameBrief {
        let (first, second) = if number % 2 == 1 { (0, 1) } else { (1, 0) };
        let text = format!(
            r#"{{"number":{number},"round":1,"first":{first},"second":{second},"opening":0,
            "moves":[],"result":"1-0","reason":"agreement","began":0,"seconds":0}}"#
        );
        serde_json::from_str::<GameRecord>(&text).unwrap().brief()
    }

    #[test]
    fn the_other_side_is_the_mirror_image() {
        let tally = Tally { wins: 30, draws: 50, losses: 20, pairs: [2, 10, 18, 16, 4], open: 0 };
        let estimate = |tally: Tally| tally.estimate().unwrap();
        let (one, other) = (estimate(tally), estimate(tally.turned()));
        close(one.elo.unwrap(), -other.elo.unwrap());
        close(one.elo_error.unwrap(), other.elo_error.unwrap());
        close(one.los, 1.0 - other.los);
    }
}
