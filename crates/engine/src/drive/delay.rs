//! What a move costs on the clock beyond the time that was planned for it: the way through pipes and
//! interface, and a machine that wakes the search late. The clock of the next request tells.

use super::clock::Overhead;
use super::control::Control;
use crate::api::Clock;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Delays that are remembered. On a busy machine the long ones are rare: one in thirty moves or so.
const KEPT: usize = 48;
/// Delays that give a mean to trust.
const ENOUGH: usize = 2;
/// A longer one is no delay: somebody has set the clock, or was away.
const LONGEST: Duration = Duration::from_secs(2);

/// A search with a clock, and where in the game it was.
struct Asked {
    clock: Clock,
    /// Positions up to the one that was searched, and the key of that.
    positions: usize,
    key: u64,
    control: Arc<Control>,
}

/// The delays of the last moves.
#[derive(Default)]
pub(crate) struct Delays {
    last: Option<Asked>,
    recent: VecDeque<Duration>,
}

impl Delays {
    /// A search is asked for: its clock tells what the last move has cost. `keys` are those of all
    /// positions of the game, the one to be searched last.
    pub(crate) fn hear(&mut self, clock: &Clock, keys: &[u64]) {
        let Some(delay) = self.last.take().and_then(|asked| asked.delay(clock, keys)) else {
            return;
        };
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(delay);
    }

    /// The search for this clock runs under this control.
    pub(crate) fn asked(&mut self, clock: Clock, keys: &[u64], control: Arc<Control>) {
        let Some(key) = keys.last().copied() else { return };
        self.last = Some(Asked { clock, positions: keys.len(), key, control });
    }

    /// What to expect where this much is said to be lost, and this much was. What was measured often
    /// enough counts for more than what is said.
    pub(crate) fn overhead(&self, said: Duration) -> Overhead {
        let usual = if self.recent.len() < ENOUGH { self.usual().max(said) } else { self.usual() };
        Overhead { least: said, usual, worst: self.worst() }
    }

    /// The quadratic mean of the last delays: a few long ones cost more games than many short ones.
    fn usual(&self) -> Duration {
        let squares: f64 = self.recent.iter().map(|delay| delay.as_secs_f64().powi(2)).sum();
        Duration::from_secs_f64((squares / self.recent.len().max(1) as f64).sqrt())
    }

    /// The longest of them.
    fn worst(&self) -> Duration {
        self.recent.iter().copied().max().unwrap_or_default()
    }
}

impl Asked {
    /// What the move of this search has cost beyond its plan, by the clock of the next one; `None`
    /// where that clock does not tell.
    fn delay(&self, now: &Clock, keys: &[u64]) -> Option<Duration> {
        let is_next = keys.len() == self.positions + 2 && keys[self.positions - 1] == self.key;
        // Where a period ends, time is added.
        let same_period = match (self.clock.moves_to_go, now.moves_to_go) {
            (None, None) => true,
            (Some(before), Some(now)) => before == now + 1,
            _ => false,
        };
        if !is_next || !same_period || self.clock.increment != now.increment {
            return None;
        }
        let used = self.control.answered_after()?;
        let planned = self.control.plan().hard.map_or(used, |hard| used.min(hard));
        let charged = (self.clock.remaining + self.clock.increment).checked_sub(now.remaining)?;
        Some(charged.saturating_sub(planned)).filter(|delay| *delay <= LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::Plan;
    use super::super::control::TimeSource;
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(remaining: u32, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining: MS * remaining, increment: MS * 10, moves_to_go, opponent: None }
    }

    /// The delays after a search that was answered at once, and the clock that came then.
    fn after(before: Clock, now: Clock, keys: &[u64]) -> Delays {
        let plan = Plan { hard: Some(Duration::ZERO), ..Plan::default() };
        let control = Arc::new(Control::new(plan, TimeSource::Wall, false, 1));
        control.answered();
        let mut delays = Delays::default();
        delays.asked(before, &[1, 2], control);
        delays.hear(&now, keys);
        delays
    }

    #[test]
    fn the_next_clock_tells_the_delay() {
        let delays = after(clock(1000, None), clock(980, None), &[1, 2, 3, 4]);
        assert_eq!((delays.usual(), delays.worst()), (MS * 30, MS * 30));
        let delays = after(clock(1000, Some(20)), clock(980, Some(19)), &[1, 2, 3, 4]);
        assert_eq!(delays.worst(), MS * 30);
    }

    /// Another game, a move taken back, a new period, a clock set anew: nothing is known.
    #[test]
    fn other_clocks_tell_nothing() {
        let known = [1, 2, 3, 4];
        for (before, now, keys) in [
            (clock(1000, None), clock(980, None), &[1, 9, 3, 4][..]),
            (clock(1000, None), clock(980, None), &known[..2]),
            (clock(1000, Some(1)), clock(980, Some(40)), &known[..]),
            (clock(1000, None), clock(5000, None), &known[..]),
            (clock(60_000, None), clock(980, None), &known[..]),
        ] {
            assert_eq!(after(before, now, keys).worst(), Duration::ZERO, "{now:?} {keys:?}");
        }
    }

    /// A search that pondered and was never hit has used nobody's time.
    #[test]
    fn pondering_tells_nothing() {
        let control = Arc::new(Control::new(Plan::default(), TimeSource::Wall, true, 1));
        control.answered();
        let mut delays = Delays::default();
        delays.asked(clock(1000, None), &[1, 2], control);
        delays.hear(&clock(900, None), &[1, 2, 3, 4]);
        assert_eq!(delays.worst(), Duration::ZERO);
    }

    /// Old delays are forgotten.
    #[test]
    fn delays_pass() {
        let mut delays = Delays { recent: [MS * 100].into(), ..Delays::default() };
        for _ in 0..KEPT {
            let plan = Plan { hard: Some(Duration::ZERO), ..Plan::default() };
            let control = Arc::new(Control::new(plan, TimeSource::Wall, false, 1));
            control.answered();
            delays.asked(clock(1000, None), &[1, 2], control);
            delays.hear(&clock(1008, None), &[1, 2, 3, 4]);
        }
        assert_eq!((delays.usual(), delays.worst()), (MS * 2, MS * 2));
    }
}
