//! What the games say about the engines: scores, Elo with its error, chances, faults.
//!
//! Errors are those of 95 %. Where games come in pairs, with one opening and colours changed, the
//! pairs are counted (the pentanomial): their halves are not independent.

use crate::config::Config;
use crate::record::{GameBrief, GameRecord, GameResult, Reason};
use serde::Serialize;
use std::collections::BTreeMap;

/// Two-sided 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The score of one engine against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
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
            if let [one, other] = points[..]
                && let Some(count) = tally.pairs.get_mut((one + other) as usize)
            {
                *count += 1;
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

    /// Points for each game, from 0 to 1.
    pub fn score(&self) -> f64 {
        let games = self.games();
        if games == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games)
    }

    /// What follows from the score; by pairs if every game is in one.
    pub fn estimate(&self) -> Estimate {
        let trinomial = [self.losses, self.draws, self.wins].map(f64::from);
        let pentanomial = self.pairs.map(f64::from);
        if self.pair_count() > 0 && self.pair_count() * 2 == self.games() {
            Estimate::of(&pentanomial, 2.0)
        } else {
            Estimate::of(&trinomial, 1.0)
        }
    }

    /// Both together.
    pub fn plus(&self, other: &Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|index| self.pairs[index] + other.pairs[index]),
        }
    }

    /// As the other engine sees it.
    pub fn turned(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
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

/// A score with its error, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Points for each game.
    pub score: f64,
    /// Its error.
    pub score_error: f64,
    /// The difference in strength, by the logistic curve; absent when all was won or lost.
    pub elo: Option<f64>,
    /// Its error.
    pub elo_error: Option<f64>,
    /// The same in units of the deviation of a game's result.
    pub nelo: Option<f64>,
    /// Its error.
    pub nelo_error: Option<f64>,
    /// The chance that the engine is the stronger one.
    pub los: f64,
}

impl Estimate {
    /// From how often each outcome came, outcomes rising evenly from 0 to 1 point for a game.
    fn of(counts: &[f64], games_each: f64) -> Estimate {
        let total: f64 = counts.iter().sum();
        let top = (counts.len() - 1) as f64;
        let outcomes = || counts.iter().enumerate().map(|(i, count)| (i as f64 / top, count));
        if total == 0.0 {
            return Estimate {
                score: 0.5,
                score_error: 0.5,
                elo: None,
                elo_error: None,
                nelo: None,
                nelo_error: None,
                los: 0.5,
            };
        }
        let mean = outcomes().map(|(value, count)| value * count).sum::<f64>() / total;
        let square = outcomes().map(|(value, count)| (value - mean).powi(2) * count).sum::<f64>();
        let variance = square / total;
        let deviation = (variance / total).sqrt();
        let error = Z95 * deviation;
        // One kind of outcome alone says nothing about the others.
        let known = deviation > 0.0;
        let (low, high) = (elo(mean - error), elo(mean + error));
        // A game's deviation, as if a pair's two games were independent.
        let per_game = (variance * games_each).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        let has_deviation = per_game > 0.0;
        Estimate {
            score: mean,
            score_error: error,
            elo: elo(mean),
            elo_error: low.zip(high).filter(|_| known).map(|(low, high)| (high - low) / 2.0),
            nelo: has_deviation.then(|| (mean - 0.5) / per_game * scale),
            nelo_error: has_deviation.then(|| error / per_game * scale),
            los: match deviation > 0.0 {
                true => 0.5 * libm::erfc(-(mean - 0.5) / (deviation * std::f64::consts::SQRT_2)),
                false if mean > 0.5 => 1.0,
                false if mean < 0.5 => 0.0,
                false => 0.5,
            },
        }
    }
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
        if game.reason.is_fault() && loser(&game.brief()) == Some(engine) {
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
                if let Some(count) = self.tally.pairs.get_mut((points + other) as usize) {
                    *count += 1;
                }
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
    match game.result {
        GameResult::First => Some(game.second),
        GameResult::Second => Some(game.first),
        GameResult::Draw => None,
    }
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
        let wdl = |wins, losses, draws| Tally { wins, draws, losses, pairs: [0; 5] };
        let pairs = |pairs: [u32; 5]| {
            // Only the pairs count then, and half of them is as many games.
            let games: u32 = 2 * pairs.iter().sum::<u32>();
            Tally { wins: 0, draws: games, losses: 0, pairs }
        };
        let rows = [
            (wdl(76, 89, 123), None, -20.76, 40.13, 0.1553),
            (wdl(136, 96, 111), Some((40.70, 30.43)), 49.77, 36.77, 0.9960),
            (wdl(34, 356, 0), None, -508.44, 34.48, 0.0),
            (pairs([34, 54, 63, 64, 75]), Some((55.58, 27.65)), 57.94, 28.28, 1.0),
            (pairs([332, 433, 498, 333, 334]), Some((-8.64, 10.33)), -9.17, 10.96, 0.0505),
            (pairs([7895, 8757, 5685, 568, 9999]), Some((-21.04, 2.95)), -19.01, 2.65, 0.0),
        ];
        let near = |ours: Option<f64>, theirs: f64| {
            assert!((ours.unwrap() - theirs).abs() <= 0.0051, "{ours:?} is not {theirs}");
        };
        for (tally, elo, nelo, nelo_error, los) in rows {
            let estimate = tally.estimate();
            near(estimate.nelo, nelo);
            near(estimate.nelo_error, nelo_error);
            assert!((estimate.los - los).abs() <= 0.000_051, "{estimate:?}");
            if let Some((elo, error)) = elo {
                near(estimate.elo, elo);
                near(estimate.elo_error, error);
            }
        }
    }

    #[test]
    fn all_won_has_no_elo() {
        let tally = Tally { wins: 4, pairs: [0, 0, 0, 0, 2], ..Tally::default() };
        let estimate = tally.estimate();
        assert_eq!((estimate.elo, estimate.los), (None, 1.0));
        assert_eq!(Tally::default().estimate().los, 0.5);
    }

    #[test]
    fn the_other_side_is_the_mirror_image() {
        let tally = Tally { wins: 30, draws: 50, losses: 20, pairs: [2, 10, 18, 16, 4] };
        let (one, other) = (tally.estimate(), tally.turned().estimate());
        close(one.elo.unwrap(), -other.elo.unwrap());
        close(one.elo_error.unwrap(), other.elo_error.unwrap());
        close(one.los, 1.0 - other.los);
    }
}
