//! Which run is played next: those of the highest priority, and of these the one that has had the
//! least of this worker's time for its share.

use crate::messages::Offer;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a job is thought to take as long as none has ended.
const UNKNOWN: f64 = 1.0;

/// What the runs have had of a worker, in seconds of a table for each share.
#[derive(Debug, Default)]
pub(super) struct Shares {
    runs: BTreeMap<String, Had>,
}

#[derive(Debug, Default)]
struct Had {
    share: f64,
    /// By the jobs that have ended, and the guess for those that are played.
    seconds: f64,
    ended: u32,
    of_ended: f64,
}

impl Had {
    fn per_share(&self) -> f64 {
        self.seconds / self.share
    }

    /// How long a job takes, by those that have ended.
    fn usual(&self) -> f64 {
        if self.ended == 0 { UNKNOWN } else { self.of_ended / f64::from(self.ended) }
    }
}

impl Shares {
    /// The runs in the order in which they are asked for a job.
    pub(super) fn order(&mut self, offers: &[Offer]) -> Vec<String> {
        self.runs.retain(|run, _| offers.iter().any(|offer| offer.run == *run));
        // A run that comes later has not saved up the time before.
        let least = self.runs.values().map(Had::per_share).reduce(f64::min).unwrap_or_default();
        for Offer { run, share, .. } in offers {
            // Whatever a hub says, nothing is divided by 0.
            let share = f64::from((*share).max(1));
            let had = self.runs.entry(run.clone());
            let had = had.or_insert_with(|| Had { seconds: least * share, ..Had::default() });
            had.share = share;
        }
        let mut offers: Vec<&Offer> = offers.iter().collect();
        let per_share = |offer: &Offer| self.runs[&offer.run].per_share();
        offers.sort_by(|one, other| {
            let by_share = || per_share(one).total_cmp(&per_share(other));
            other.priority.cmp(&one.priority).then_with(by_share)
        });
        offers.into_iter().map(|offer| offer.run.clone()).collect()
    }

    /// A job of this run begins: counted as long as the run's usually take.
    pub(super) fn begins(&mut self, run: &str) -> f64 {
        let Some(had) = self.runs.get_mut(run) else { return 0.0 };
        let guess = had.usual();
        had.seconds += guess;
        guess
    }

    /// It has ended after this time; `guess` is what it was counted with.
    pub(super) fn ended(&mut self, run: &str, guess: f64, took: Duration) {
        let Some(had) = self.runs.get_mut(run) else { return };
        let took = took.as_secs_f64();
        had.seconds += took - guess;
        had.of_ended += took;
        had.ended += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(run: &str, priority: i32, share: u32) -> Offer {
        Offer { run: run.into(), priority, share }
    }

    /// How many jobs each run gets when all always have some, on one table.
    fn played(
        shares: &mut Shares,
        offers: &[Offer],
        jobs: usize,
        seconds: impl Fn(&str) -> f64,
    ) -> BTreeMap<String, u32> {
        let mut counts = BTreeMap::new();
        for _ in 0..jobs {
            let run = shares.order(offers).swap_remove(0);
            let guess = shares.begins(&run);
            shares.ended(&run, guess, Duration::from_secs_f64(seconds(&run)));
            *counts.entry(run).or_default() += 1;
        }
        counts
    }

    #[test]
    fn runs_get_time_by_their_shares() {
        let offers = [offer("a", 0, 1), offer("b", 0, 1), offer("c", 0, 2)];
        let counts = played(&mut Shares::default(), &offers, 400, |_| 7.0);
        assert_eq!(counts, [("a", 100), ("b", 100), ("c", 200)].map(|(r, n)| (r.into(), n)).into());
        // Time counts, and not games.
        let slow = |run: &str| if run == "a" { 30.0 } else { 10.0 };
        let counts = played(&mut Shares::default(), &offers[..2], 400, slow);
        assert!((99..=101).contains(&counts["a"]), "{counts:?}");
    }

    #[test]
    fn a_higher_priority_comes_first_and_a_late_run_has_saved_nothing_up() {
        let mut shares = Shares::default();
        let offers = [offer("a", 0, 1), offer("b", 1, 1)];
        assert_eq!(shares.order(&offers), ["b", "a"]);
        assert_eq!(played(&mut shares, &offers, 10, |_| 1.0)["b"], 10);
        let mut shares = Shares::default();
        played(&mut shares, &[offer("a", 0, 1)], 1000, |_| 1.0);
        let counts = played(&mut shares, &[offer("a", 0, 1), offer("late", 0, 3)], 40, |_| 1.0);
        assert!((29..=31).contains(&counts["late"]), "{counts:?}");
    }

    #[test]
    fn tables_that_are_free_at_once_do_not_all_take_the_same_run() {
        let mut shares = Shares::default();
        let offers = [offer("a", 0, 1), offer("b", 0, 1)];
        let taken: Vec<String> = (0..4)
            .map(|_| {
                let run = shares.order(&offers).swap_remove(0);
                shares.begins(&run);
                run
            })
            .collect();
        assert_eq!(taken, ["a", "b", "a", "b"]);
    }
}
