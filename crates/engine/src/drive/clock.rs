//! How long to think: a plan made from the limits, and how it stretches with what the search finds.
//!
//! Everything here takes times as values; who reads the clock is [`control`](crate::drive::control).

use crate::api::{Clock, Limits};
use std::time::Duration;

/// How long a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Begin no further depth after this, once scaled by [`Progress`].
    pub(crate) soft: Option<Duration>,
    /// End at this, wherever the search is.
    pub(crate) hard: Option<Duration>,
    /// Whether the whole time is to be used, whatever the search finds.
    pub(crate) whole: bool,
}

impl Plan {
    /// The plan for `limits`, where `overhead` is lost between us and the clock, and `horizon` is the
    /// number of moves to expect when the clock gives none.
    pub(crate) fn new(limits: &Limits, overhead: Overhead, horizon: u32) -> Plan {
        let mut plan = Plan::default();
        if let Some(clock) = &limits.clock {
            plan = Plan::of_clock(clock, overhead, horizon);
        }
        if let Some(max) = limits.max_time {
            let hard = less(max, overhead.worst.max(overhead.least).min(max / 4));
            plan.tighten(Plan { soft: Some(hard * 3 / 4), hard: Some(hard), whole: false });
        }
        if let Some(exact) = limits.move_time {
            // A clock beside it only caps it (U-248).
            let cap = limits.clock.map(|clock| less(clock.remaining, overhead.kept(&clock)));
            let early = Duration::from_millis(1).min(exact / 4);
            let hard = less(exact, early);
            let hard = cap.map_or(hard, |cap| hard.min(cap));
            // Of several limits the first one reached ends the search (U-222).
            let alone = limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none();
            plan = Plan { soft: None, hard: Some(hard), whole: alone };
            if let Some(max) = limits.max_time {
                plan.hard = Some(hard.min(max));
            }
        }
        plan
    }

    fn of_clock(clock: &Clock, overhead: Overhead, horizon: u32) -> Plan {
        let left = less(clock.remaining, overhead.kept(clock));
        if left.is_zero() {
            return Plan { soft: Some(left), hard: Some(left), whole: false };
        }
        let moves = clock.moves_to_go.filter(|&moves| moves > 0);
        let horizon = moves.map_or(horizon, |moves| moves.min(horizon + 6));
        // What each move of a period loses on the way has to be kept back as well.
        let losses = less(overhead.usual, clock.increment) * horizon.saturating_sub(1);
        let spendable = less(left, losses.min(left / 2));
        let base = spendable / horizon + less(clock.increment, overhead.usual);
        // The last move before more time comes may use nearly all.
        let (share, most) = match horizon {
            1 => (0.85, 0.92),
            2 => (0.75, 0.7),
            _ => (0.75, 0.45),
        };
        let hard = left.mul_f64(most).min(base.mul_f64(4.5));
        let hard = if horizon == 1 { left.mul_f64(most) } else { hard };
        Plan { soft: Some(base.mul_f64(share).min(hard)), hard: Some(hard), whole: false }
    }

    fn tighten(&mut self, other: Plan) {
        let min = |a: Option<Duration>, b: Option<Duration>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.soft = min(self.soft, other.soft);
        self.hard = min(self.hard, other.hard);
    }

    /// Whether a search that has spent `spent` is to begin no further depth.
    pub(crate) fn is_enough(&self, spent: Duration, progress: &Progress) -> bool {
        if self.whole {
            return false;
        }
        let Some(soft) = self.soft else { return false };
        let scaled = soft.mul_f64(progress.scale());
        let scaled = self.hard.map_or(scaled, |hard| scaled.min(hard));
        spent >= scaled || (progress.only_move && spent >= scaled / 10)
    }

    /// Whether a search that has spent `spent` has to end.
    #[inline]
    pub(crate) fn is_over(&self, spent: Duration) -> bool {
        self.hard.is_some_and(|hard| spent >= hard)
    }
}

/// What is lost of the clock at a move, between us and the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overhead {
    /// What is said to be lost: always kept back.
    pub(crate) least: Duration,
    /// At most moves.
    pub(crate) usual: Duration,
    /// At the slowest of the last moves.
    pub(crate) worst: Duration,
}

impl Overhead {
    /// What is not to be touched of a clock: what is said, and twice the longest delay, because the
    /// next may be longer. A single one does not take it all.
    fn kept(&self, clock: &Clock) -> Duration {
        (self.least + self.worst * 2).min(clock.remaining * 3 / 4).max(self.least)
    }
}

fn less(a: Duration, b: Duration) -> Duration {
    a.saturating_sub(b)
}

/// What the search found so far, as far as it matters for time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Progress {
    /// For how many depths the best move has been the same.
    pub(crate) stable: u32,
    /// How far the score fell since earlier depths, in centipawns.
    pub(crate) fall: i32,
    /// Share of nodes spent on the best move.
    pub(crate) share: f64,
    /// There is nothing to choose.
    pub(crate) only_move: bool,
}

impl Progress {
    /// How much longer or shorter than planned to think.
    pub(crate) fn scale(&self) -> f64 {
        // A best move that stays needs less time (Stockfish's stability, as a short table).
        let stability =
            [1.5, 1.2, 1.05, 0.95, 0.88, 0.82, 0.78, 0.75][(self.stable as usize).min(7)];
        let fall = (1.0 + self.fall as f64 / 100.0).clamp(0.85, 1.5);
        // Nodes spent on other moves mean doubt (Koivisto).
        let doubt = (2.1 - 1.55 * self.share).clamp(0.55, 2.1);
        stability * fall * doubt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const OVERHEAD: Overhead = {
        let said = Duration::from_millis(15);
        Overhead { least: said, usual: said, worst: Duration::ZERO }
    };
    const HORIZON: u32 = 24;

    fn clock(remaining: u32, increment: u32, moves_to_go: Option<u32>) -> Plan {
        let clock = Clock {
            remaining: MS * remaining,
            increment: MS * increment,
            moves_to_go,
            opponent: None,
        };
        Plan::new(&Limits { clock: Some(clock), ..Limits::default() }, OVERHEAD, HORIZON)
    }

    fn calm() -> Progress {
        Progress { stable: 3, fall: 0, share: 0.7, only_move: false }
    }

    /// Plays a game on a clock with every fourth move at its hard limit, the others at the soft
    /// one, all plus `lag`, and returns the time that was left after the tightest move.
    fn worst_case(start: u32, increment: u32, period: Option<u32>, lag: u32) -> i64 {
        let mut left = start as i64;
        let mut least = left;
        for ply in 0..100u32 {
            let to_go = period.map(|period| period - ply % period);
            let plan = clock(left as u32, increment, to_go);
            let limit = if ply % 4 == 0 { plan.hard } else { plan.soft };
            let used = limit.expect("a clock gives a limit").as_millis() as i64 + lag as i64;
            left -= used;
            least = least.min(left);
            if left <= 0 {
                return left;
            }
            left += increment as i64;
            if period.is_some_and(|period| ply % period == period - 1) {
                left += start as i64;
            }
        }
        least
    }

    /// U-235, C-261 to C-264: no kind of clock runs out, even if many moves take all they may.
    #[test]
    fn never_loses_on_time() {
        for (start, increment, period) in [
            (1_000, 10, None),
            (2_000, 20, None),
            (60_000, 0, None),
            (1_000, 0, Some(40)),
            (60_000, 0, Some(40)),
            (300, 0, Some(1)),
        ] {
            let left = worst_case(start, increment, period, 5);
            assert!(left > 0, "{start}+{increment} {period:?}: {left}");
        }
    }

    /// U-234: the last move of a period uses most of what is left, the first of forty much less.
    #[test]
    fn u234_moves_to_go() {
        let last = clock(1_000, 0, Some(1));
        assert!(last.hard > Some(MS * 800), "{last:?}");
        let first = clock(1_000, 0, Some(40));
        assert!(first.hard < Some(MS * 200), "{first:?}");
    }

    /// U-232, U-233: an increment gives more time.
    #[test]
    fn u232_u233_increment() {
        assert!(clock(1_000, 500, None).soft > clock(1_000, 0, None).soft);
    }

    /// U-245: nothing left is "move at once"; U-247: no division by a zero of moves.
    #[test]
    fn u245_u247_nothing_left() {
        for plan in [clock(0, 0, None), clock(1, 0, None), clock(0, 0, Some(0))] {
            assert_eq!(plan.hard, Some(Duration::ZERO));
            assert!(plan.is_over(Duration::ZERO));
        }
    }

    /// U-240, U-250: exactly that long, whatever is found; U-248: a clock only caps it.
    #[test]
    fn u240_u248_u250_move_time() {
        let mut limits = Limits { move_time: Some(MS * 500), ..Limits::default() };
        let plan = Plan::new(&limits, OVERHEAD, HORIZON);
        assert_eq!(plan.hard, Some(MS * 499));
        let obvious = Progress { stable: 50, fall: -100, share: 1.0, only_move: true };
        assert!(!plan.is_enough(MS * 499, &obvious));
        let remaining = MS * 60_000;
        limits.clock = Some(Clock { remaining, ..Clock::default() });
        assert_eq!(Plan::new(&limits, OVERHEAD, HORIZON).hard, Some(MS * 499));
        limits.clock = Some(Clock { remaining: MS * 100, ..Clock::default() });
        assert_eq!(Plan::new(&limits, OVERHEAD, HORIZON).hard, Some(MS * 85));
    }

    /// U-222: of several limits the first ends the search. C-271: `st` is a maximum.
    #[test]
    fn u222_c271_the_tighter_limit_counts() {
        let clock = Clock { remaining: MS * 60_000, ..Clock::default() };
        let limits = Limits { clock: Some(clock), max_time: Some(MS * 1_000), ..Limits::default() };
        let plan = Plan::new(&limits, OVERHEAD, HORIZON);
        assert!(plan.hard <= Some(MS * 1_000) && plan.hard > Some(MS * 900), "{plan:?}");
    }

    /// U-221: what is absent has no influence: without times nothing ends the search.
    #[test]
    fn u221_no_limit() {
        let plan = Plan::new(&Limits { depth: Some(5), ..Limits::default() }, OVERHEAD, HORIZON);
        assert_eq!(plan, Plan::default());
        assert!(!plan.is_over(Duration::MAX) && !plan.is_enough(Duration::MAX, &calm()));
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let calm = calm().scale();
        let doubt = Progress { stable: 0, fall: 40, share: 0.2, only_move: false }.scale();
        let sure = Progress { stable: 9, fall: -5, share: 0.95, only_move: false }.scale();
        assert!(doubt > 1.5 * calm && sure < 0.7 * calm, "{doubt} {calm} {sure}");
    }

    #[test]
    fn a_forced_move_is_played_soon() {
        let plan = clock(60_000, 0, None);
        let forced = Progress { only_move: true, ..calm() };
        let soft = plan.soft.expect("a clock gives a plan");
        assert!(plan.is_enough(soft / 5, &forced) && !plan.is_enough(soft / 5, &calm()));
    }
}
