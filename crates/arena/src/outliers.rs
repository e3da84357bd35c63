//! Workers whose games are not like those of the others.
//!
//! A job goes to whoever is free. So the jobs of a worker are as if drawn by chance from all jobs of the
//! run, each encounter of two engines for itself, whatever the engines are. How likely it is that such a
//! draw comes to as much as that worker's jobs do, in games lost on time, in other faults, in points of
//! the first engine or of the second, is bounded by Chernoff's method, from how often each value
//! came in all jobs of the run. W. Hoeffding, "Probability inequalities for sums of bounded random
//! variables", Journal of the American Statistical Association 58 (1963), theorem 4, says that the bound
//! for draws with replacement holds for those without.
//!
//! The bound is asked again and again, for many workers. So [`WRONG`] is shared out among workers,
//! measures and looks: it is the chance that in a run any honest worker is set aside.

use crate::record::{GameRecord, Reason};
use std::collections::BTreeMap;

/// The chance to set aside, in a whole run, somebody who is like the others.
const WRONG: f64 = 1e-3;

/// The first look at a worker comes after so many of its jobs, when the others have as many.
const FIRST: u32 = 8;

/// Looks from one power of two to the next.
const LOOKS: u32 = 4;

/// Faults in excess that matter, for each game.
const MANY: f64 = 0.02;

/// Points in excess that matter, for each game: 35 Elo.
const MUCH: f64 = 0.05;

/// Two engines, the one that stands first in the list first.
type Encounter = (usize, usize);

/// How many jobs came to 0, 1, … 4.
type Counts = [u32; 5];

/// What a job is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// Games that an engine lost on time.
    Time,
    /// Games that ended by another fault of an engine.
    Faults,
    /// Points of the engine that stands first in the list, in halves.
    First,
    /// Points of the other.
    Second,
}

impl Measure {
    const ALL: [Measure; 4] = [Measure::Time, Measure::Faults, Measure::First, Measure::Second];

    fn of(self, games: &[GameRecord]) -> usize {
        let sum = |value: &dyn Fn(&GameRecord) -> usize| games.iter().map(value).sum();
        let first = |game: &GameRecord| {
            let halves = game.result.halves() as usize;
            if game.first < game.second { halves } else { 2 - halves }
        };
        match self {
            Measure::Time => sum(&|game| usize::from(game.reason == Reason::Time)),
            Measure::Faults => {
                sum(&|game| usize::from(game.reason.is_fault() && game.reason != Reason::Time))
            }
            Measure::First => sum(&first),
            Measure::Second => sum(&|game| 2 - first(game)),
        }
    }

    /// Who is not like the others cannot be known of two.
    fn least_workers(self) -> usize {
        match self {
            Measure::Time | Measure::Faults => 2,
            Measure::First | Measure::Second => 3,
        }
    }
}

/// What somebody has played.
#[derive(Clone, Debug, Default)]
struct Played {
    jobs: u32,
    games: u32,
    counts: [BTreeMap<Encounter, Counts>; Measure::ALL.len()],
}

impl Played {
    fn take(&mut self, games: &[GameRecord]) {
        let Some(game) = games.first() else { return };
        let encounter = (game.first.min(game.second), game.first.max(game.second));
        self.jobs += 1;
        self.games += games.len() as u32;
        for (measure, counts) in Measure::ALL.iter().zip(&mut self.counts) {
            let values = counts.entry(encounter).or_default();
            let most = values.len() - 1;
            values[measure.of(games).min(most)] += 1;
        }
    }

    fn add(&mut self, other: &Played) {
        self.jobs += other.jobs;
        self.games += other.games;
        for (own, theirs) in self.counts.iter_mut().zip(&other.counts) {
            for (encounter, counts) in theirs {
                let own = own.entry(*encounter).or_default();
                own.iter_mut().zip(counts).for_each(|(own, theirs)| *own += theirs);
            }
        }
    }
}

fn count(counts: &Counts) -> f64 {
    counts.iter().map(|count| f64::from(*count)).sum()
}

fn sum(counts: &Counts) -> f64 {
    counts.iter().zip(0_u32..).map(|(count, value)| f64::from(*count) * f64::from(value)).sum()
}

/// A worker that is not like the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outlier {
    pub(crate) worker: String,
    pub(crate) reason: String,
}

/// Compares workers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outliers {
    all: Played,
    workers: BTreeMap<String, Played>,
}

impl Outliers {
    /// All games of a job that counts.
    pub(crate) fn take(&mut self, worker: &str, games: &[GameRecord]) {
        self.all.take(games);
        self.workers.entry(worker.to_owned()).or_default().take(games);
    }

    /// What this worker has played is left out from now on.
    pub(crate) fn leave_out(&mut self, worker: &str) {
        self.workers.remove(worker);
        self.all = Played::default();
        self.workers.values().for_each(|played| self.all.add(played));
    }

    /// Looks at a worker after a job of it. Where it is not like the others, somebody who is still
    /// less like them is named in its place.
    pub(crate) fn look(&self, worker: &str) -> Option<Outlier> {
        let look = look(self.workers.get(worker)?.jobs)?;
        let tests = (self.workers.len() * Measure::ALL.len()) as f64;
        let limit = (WRONG / tests / f64::from(look * (look + 1))).ln();
        Measure::ALL.into_iter().find_map(|measure| {
            let chance = |name: &str| self.ln_chance(measure, self.workers.get(name)?);
            if self.workers.len() < measure.least_workers() || chance(worker)? > limit {
                return None;
            }
            let names = self.workers.keys();
            let all = names.filter_map(|name| Some((name, chance(name)?)));
            let (name, _) = all.min_by(|one, other| one.1.total_cmp(&other.1))?;
            let reason = self.reason(measure, &self.workers[name])?;
            Some(Outlier { worker: name.clone(), reason })
        })
    }

    /// An upper bound for the chance, as its logarithm, that as many jobs drawn from all come to as much;
    /// `None` where too little was played.
    fn ln_chance(&self, measure: Measure, played: &Played) -> Option<f64> {
        if played.jobs < FIRST || self.all.jobs - played.jobs < FIRST {
            return None;
        }
        let counts = &played.counts[measure as usize];
        let total: f64 = counts.values().map(sum).sum();
        let bound = |lambda: f64| {
            let draws = counts.iter().map(|(encounter, own)| {
                let all = &self.all.counts[measure as usize][encounter];
                let weights = all.iter().zip(0_u32..);
                let mean: f64 = weights
                    .map(|(count, value)| f64::from(*count) * (lambda * f64::from(value)).exp())
                    .sum();
                count(own) * (mean / count(all)).ln()
            });
            draws.sum::<f64>() - lambda * total
        };
        // It is convex: thirds are cut off until the least is found.
        let (mut low, mut high) = (0.0, 40.0);
        for _ in 0..60 {
            let third = (high - low) / 3.0;
            match bound(low + third) < bound(high - third) {
                true => high -= third,
                false => low += third,
            }
        }
        Some(bound(low).min(0.0))
    }

    /// What the worker did and the others did not; `None` where it is little.
    fn reason(&self, measure: Measure, played: &Played) -> Option<String> {
        let counts = &played.counts[measure as usize];
        let own: f64 = counts.values().map(sum).sum();
        let expected = counts.iter().map(|(encounter, own)| {
            let all = &self.all.counts[measure as usize][encounter];
            let jobs = count(all) - count(own);
            // Where nobody else has played, there is nothing to compare with.
            if jobs > 0.0 { (sum(all) - sum(own)) / jobs * count(own) } else { sum(own) }
        });
        let (games, expected) = (played.games, expected.sum::<f64>());
        let excess = (own - expected) / f64::from(games);
        let (text, own, expected) = match measure {
            Measure::Time if excess >= MANY => ("games lost on time", own, expected),
            Measure::Faults if excess >= MANY => {
                ("games ended by a fault of an engine", own, expected)
            }
            Measure::First if excess / 2.0 >= MUCH => {
                ("points for the engine that stands first", own / 2.0, expected / 2.0)
            }
            Measure::Second if excess / 2.0 >= MUCH => {
                ("points for the engine that stands second", own / 2.0, expected / 2.0)
            }
            _ => return None,
        };
        Some(format!("{own} {text} in {games} games, where others have {expected:.1}"))
    }
}

/// The number of the look, from 1, that comes after so many jobs; few come.
fn look(jobs: u32) -> Option<u32> {
    let power = jobs.checked_ilog2().filter(|_| jobs >= FIRST)?;
    let step = (1 << power) / LOOKS;
    let looks = (power - FIRST.ilog2()) * LOOKS + (jobs - (1 << power)) / step + 1;
    jobs.is_multiple_of(step).then_some(looks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    fn game(engines: [usize; 2], result: GameResult, reason: Reason) -> GameRecord {
        let text = r#"{"number":1,"round":1,"first":0,"second":1,"opening":0,"moves":[],
            "result":"1-0","reason":"time","began":0,"seconds":0}"#;
        let read: GameRecord = serde_json::from_str(text).unwrap();
        let [first, second] = engines;
        GameRecord { first, second, result, reason, ..read }
    }

    /// Xorshift, of G. Marsaglia: a number from 0 to 1.
    struct Chance(u64);

    impl Chance {
        fn next(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// A pair between two engines: the first gets `score` of all points; so many are lost on time.
        fn pair(&mut self, engines: [usize; 2], score: f64, late: f64) -> [GameRecord; 2] {
            let [one, other] = engines;
            [[one, other], [other, one]].map(|seats| {
                let wins = self.next() < score;
                let result = match wins == (seats[0] == one) {
                    true => GameResult::First,
                    false => GameResult::Second,
                };
                let reason = if self.next() < late { Reason::Time } else { Reason::Checkmate };
                game(seats, result, reason)
            })
        }
    }

    /// Plays so many jobs, each by a worker drawn by `who`; who was set aside, and after how many jobs of it.
    fn aside(
        jobs: u32,
        mut who: impl FnMut() -> usize,
        mut play: impl FnMut(usize) -> [GameRecord; 2],
    ) -> Vec<(String, u32, String)> {
        let (mut outliers, mut found) = (Outliers::default(), Vec::new());
        for _ in 0..jobs {
            let worker = who();
            let name = format!("w{worker}");
            if found.iter().any(|(aside, _, _)| *aside == name) {
                continue;
            }
            outliers.take(&name, &play(worker));
            if let Some(outlier) = outliers.look(&name) {
                let jobs = outliers.workers[&outlier.worker].jobs;
                outliers.leave_out(&outlier.worker);
                found.push((outlier.worker, jobs, outlier.reason));
            }
        }
        found
    }

    fn drawn(workers: usize, seed: u64) -> impl FnMut() -> usize {
        let mut chance = Chance(seed);
        move || (chance.next() * workers as f64) as usize
    }

    #[test]
    fn looks_are_few_and_counted() {
        let looks: Vec<_> =
            (0..40).filter_map(|jobs| look(jobs).map(|look| (jobs, look))).collect();
        let wanted = [8, 10, 12, 14, 16, 20, 24, 28, 32].into_iter().zip(1..);
        assert_eq!(looks, wanted.collect::<Vec<_>>());
    }

    /// Where all draws come to the most, Chernoff's bound is the chance itself.
    #[test]
    fn the_bound_of_all_or_nothing_is_exact() {
        let mut outliers = Outliers::default();
        for (name, reason) in [("bad", Reason::Time), ("good", Reason::Checkmate)] {
            for _ in 0..10 {
                outliers.take(name, &[game([0, 1], GameResult::First, reason)]);
            }
        }
        let chance =
            |name: &str| outliers.ln_chance(Measure::Time, &outliers.workers[name]).unwrap();
        assert!((chance("bad") - 10.0 * 0.5_f64.ln()).abs() < 1e-9, "{}", chance("bad"));
        assert_eq!(chance("good"), 0.0);
    }

    #[test]
    fn who_loses_on_time_is_set_aside_soon() {
        for (workers, most) in [(2, 32), (4, 16), (20, 10)] {
            let mut chance = Chance(7);
            let late = |worker| if worker == 1 { 1.0 } else { 0.0 };
            let found = aside(60 * workers as u32, drawn(workers, 5), |worker| {
                chance.pair([0, 1], 0.5, late(worker))
            });
            let [(name, jobs, reason)] = &found[..] else { panic!("{found:?}") };
            assert!(name == "w1" && *jobs <= most, "{workers} workers: {found:?}");
            let wanted = format!("{} games lost on time in {} games", 2 * jobs, 2 * jobs);
            assert!(reason.contains(&wanted) && reason.ends_with("others have 0.0"), "{reason}");
        }
    }

    /// What an engine does at all workers says nothing of them.
    #[test]
    fn those_that_all_lose_on_time_are_alike() {
        for late in [1.0, 0.3] {
            let mut chance = Chance(3);
            let found = aside(4_000, drawn(5, 11), |_| chance.pair([0, 1], 0.5, late));
            assert_eq!(found, []);
        }
    }

    /// Ten thousand honest workers, in runs of ten: ten would be too many by far.
    #[test]
    fn the_honest_stay() {
        let mut found = 0;
        for seed in 1..=1_000 {
            let mut chance = Chance(seed * 7919);
            found += aside(600, drawn(10, seed * 31), |_| chance.pair([0, 1], 0.6, 0.05)).len();
        }
        assert!(found <= 3, "{found} of 1000 runs");
    }

    #[test]
    fn other_results_are_seen_among_three_and_not_among_two() {
        let score = |worker| if worker == 0 { 0.9 } else { 0.5 };
        for (workers, seen) in [(3, 1), (2, 0)] {
            let mut chance = Chance(9);
            let found =
                aside(1_500, drawn(workers, 2), |worker| chance.pair([0, 1], score(worker), 0.0));
            assert_eq!(found.len(), seen, "{found:?}");
            if let [(name, jobs, reason)] = &found[..] {
                assert!(name == "w0" && *jobs < 150, "{found:?}");
                assert!(reason.contains("points for the engine that stands first"), "{reason}");
            }
        }
    }

    /// A worker that happened to play the unequal encounters is not odd.
    #[test]
    fn encounters_are_compared_with_their_like() {
        let mut chance = Chance(4);
        let (mut who, mut count) = (drawn(4, 8), 0);
        let found = aside(
            3_000,
            || {
                count += 1;
                // Every other job is unequal; half of those go to one worker.
                if count % 4 == 1 { 0 } else { who() }
            },
            |worker| match worker {
                0 => chance.pair([0, 2], 0.95, 0.0),
                _ => chance.pair([0, 1], 0.5, 0.0),
            },
        );
        assert_eq!(found, []);
        let mut chance = Chance(4);
        let mut who = drawn(4, 8);
        let found = aside(3_000, &mut who, |worker| match worker {
            0 => chance.pair([0, 2], 0.95, 0.0),
            1 => chance.pair([0, 2], 0.5, 0.0),
            2 => chance.pair([0, 2], 0.95, 0.0),
            _ => chance.pair([0, 1], 0.5, 0.0),
        });
        assert_eq!(found.iter().map(|one| &*one.0).collect::<Vec<_>>(), ["w1"]);
    }

    /// Differences that change nothing are left alone, however certain.
    #[test]
    fn little_is_no_reason() {
        let mut chance = Chance(12);
        let late = |worker| if worker == 0 { 0.012 } else { 0.0 };
        let found = aside(40_000, drawn(3, 6), |worker| chance.pair([0, 1], 0.5, late(worker)));
        assert_eq!(found, []);
    }
}
