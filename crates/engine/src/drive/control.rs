//! What a running search and those who drive it say to each other: stop, go on, wait, and what
//! time it is.

use crate::drive::clock::{Plan, Progress};
use crate::drive::effort::{Effort, SHIFT};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Which time decisions use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TimeSource {
    /// The wall clock.
    #[default]
    Wall,
    /// CPU time of the process (CECP's `nps 0`, C-282).
    Cpu,
    /// Nodes count as time: this many to a second (C-280).
    Nodes(u64),
}

/// Numbers of one thread, on a cache line of their own.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    tbhits: AtomicU64,
}

#[derive(Default)]
struct Switches {
    paused: bool,
    paused_at: Option<Instant>,
}

/// One search's switchboard, shared by its threads and its driver.
pub(crate) struct Control {
    pub(crate) stop: AtomicBool,
    pondering: AtomicBool,
    paused: AtomicBool,
    switches: Mutex<Switches>,
    wake: Condvar,
    began: Instant,
    began_cpu: Duration,
    /// Nanoseconds spent suspended.
    suspended: AtomicU64,
    /// Nanoseconds after the beginning at which limits began to count.
    counted_from: AtomicU64,
    /// Nanoseconds that had counted when the answer was given, and one more; 0: none was given.
    answered: AtomicU64,
    /// Whether a search that ponders has thought long enough to answer at once.
    ripe: AtomicBool,
    plan: Plan,
    source: TimeSource,
    effort: Effort,
    counters: Vec<Counter>,
}

impl Default for Control {
    fn default() -> Self {
        Control::new(Plan::default(), TimeSource::Wall, false, 1)
    }
}

impl Control {
    /// A switchboard for a search that begins now.
    pub(crate) fn new(plan: Plan, source: TimeSource, pondering: bool, threads: usize) -> Self {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            paused: AtomicBool::new(false),
            switches: Mutex::default(),
            wake: Condvar::new(),
            began: Instant::now(),
            began_cpu: cpu_time(),
            suspended: AtomicU64::new(0),
            counted_from: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            ripe: AtomicBool::new(false),
            plan,
            source,
            effort: Effort::default(),
            counters: std::iter::repeat_with(Counter::default).take(threads.max(1)).collect(),
        }
    }

    /// The same, working so hard.
    pub(crate) fn with(self, effort: Effort) -> Control {
        Control { effort, ..self }
    }

    /// How hard the search works.
    #[inline]
    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }

    /// How long it may take.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The nodes that its time is worth, where nodes are time.
    pub(crate) fn most_nodes(&self) -> Option<u64> {
        let (TimeSource::Nodes(rate), Some(hard)) = (self.source, self.plan.hard) else {
            return None;
        };
        let nodes = hard.as_nanos() * rate as u128 / 1_000_000_000;
        Some(nodes.clamp(1, u64::MAX as u128) as u64)
    }

    fn lock(&self) -> MutexGuard<'_, Switches> {
        self.switches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search.
    pub(crate) fn end(&self) {
        self.stop.store(true, Relaxed);
        // Taking the lock makes sure that nobody is between looking at the flag and sleeping.
        drop(self.lock());
        self.wake.notify_all();
    }

    /// Whether limits do not count yet.
    pub(crate) fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Limits count from now (U-276).
    pub(crate) fn ponder_hit(&self) {
        if self.pondering() {
            self.counted_from.store(self.raw_spent().as_nanos() as u64, Relaxed);
            self.pondering.store(false, Relaxed);
            // The time of the opponent may have been enough (U-277).
            if self.ripe.load(Relaxed) {
                self.stop.store(true, Relaxed);
            }
            drop(self.lock());
            self.wake.notify_all();
        }
    }

    /// Suspends the search, or lets it go on.
    pub(crate) fn pause(&self, paused: bool) {
        let mut switches = self.lock();
        if switches.paused == paused {
            return;
        }
        switches.paused = paused;
        self.paused.store(paused, Relaxed);
        if paused {
            switches.paused_at = Some(Instant::now());
        } else if let Some(since) = switches.paused_at.take() {
            self.suspended.fetch_add(since.elapsed().as_nanos() as u64, Relaxed);
        }
        drop(switches);
        self.wake.notify_all();
    }

    /// Sleeps while suspended.
    #[inline]
    pub(crate) fn wait_while_paused(&self) {
        if self.paused.load(Relaxed) {
            let mut switches = self.lock();
            while switches.paused && !self.stopping() {
                switches = self.wake.wait(switches).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Rests after a shift of work that began at `since`, if time is to be left to others.
    pub(crate) fn rest(&self, since: &mut Option<Instant>) {
        if self.effort.rest == 0 {
            return;
        }
        let worked = since.get_or_insert_with(Instant::now).elapsed();
        if worked >= SHIFT {
            let switches = self.lock();
            if !self.stopping() {
                let _ = self.wake.wait_timeout(switches, worked * self.effort.rest);
            }
            *since = Some(Instant::now());
        }
    }

    /// Sleeps until told to stop or, if `or_hit`, until the pondered move was played.
    pub(crate) fn wait_for_word(&self, or_hit: bool) {
        let mut switches = self.lock();
        while !self.stopping() && (!or_hit || self.pondering()) {
            switches = self.wake.wait(switches).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A thread says how far it is.
    #[inline]
    pub(crate) fn count(&self, thread: usize, nodes: u64, tbhits: u64) {
        if let Some(counter) = self.counters.get(thread) {
            counter.nodes.store(nodes, Relaxed);
            counter.tbhits.store(tbhits, Relaxed);
        }
    }

    /// Nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    /// Endgame-table hits of all threads.
    pub(crate) fn tbhits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.tbhits.load(Relaxed)).sum()
    }

    /// Time since the beginning without suspensions. With CECP's `nps`: CPU time (C-281).
    pub(crate) fn elapsed(&self) -> Duration {
        match self.source {
            TimeSource::Wall => self
                .began
                .elapsed()
                .saturating_sub(Duration::from_nanos(self.suspended.load(Relaxed))),
            TimeSource::Cpu | TimeSource::Nodes(_) => cpu_time().saturating_sub(self.began_cpu),
        }
    }

    /// The time that decisions use, since the beginning.
    fn raw_spent(&self) -> Duration {
        match self.source {
            TimeSource::Nodes(rate) => {
                let nanos = self.nodes() as u128 * 1_000_000_000 / rate.max(1) as u128;
                Duration::from_nanos(nanos.min(u64::MAX as u128) as u64)
            }
            _ => self.elapsed(),
        }
    }

    /// The time that counts against the limits.
    pub(crate) fn spent(&self) -> Duration {
        let before = Duration::from_nanos(self.counted_from.load(Relaxed));
        self.raw_spent().saturating_sub(before)
    }

    /// The answer is given now.
    pub(crate) fn answered(&self) {
        if !self.pondering() {
            self.answered.store(self.spent().as_nanos() as u64 + 1, Relaxed);
        }
    }

    /// The time that had counted when the answer was given; `None` before, and where none counts.
    pub(crate) fn answered_after(&self) -> Option<Duration> {
        self.answered.load(Relaxed).checked_sub(1).map(Duration::from_nanos)
    }

    /// Whether the time is over.
    pub(crate) fn out_of_time(&self) -> bool {
        self.plan.hard.is_some() && !self.pondering() && self.plan.is_over(self.spent())
    }

    /// Whether to begin no further depth; `settled` if a further one can change nothing.
    pub(crate) fn is_content(&self, progress: &Progress, settled: bool) -> bool {
        if self.plan.soft.is_none() {
            return false;
        }
        let enough = settled || self.plan.is_enough(self.spent(), progress);
        let pondering = self.pondering();
        self.ripe.store(enough && pondering, Relaxed);
        enough && !pondering
    }

    /// The best move is losing ground: an answer at once is no good idea.
    pub(crate) fn in_doubt(&self) {
        self.ripe.store(false, Relaxed);
    }

    /// Whether the whole time is to be used.
    pub(crate) fn uses_whole_time(&self) -> bool {
        self.plan.whole
    }

    /// Sleeps until the time is over or the search is told to stop.
    pub(crate) fn wait_for_time(&self) {
        while !self.stopping() && !self.out_of_time() {
            let left = match (self.source, self.plan.hard) {
                (TimeSource::Wall, Some(hard)) if !self.pondering() => {
                    hard.saturating_sub(self.spent()).max(Duration::from_micros(50))
                }
                // Neither CPU time nor nodes pass while nobody works.
                (TimeSource::Wall, _) => Duration::from_millis(50),
                _ => return,
            };
            let switches = self.lock();
            if self.stopping() {
                return;
            }
            if switches.paused {
                drop(switches);
                self.wait_while_paused();
                continue;
            }
            let _ = self.wake.wait_timeout(switches, left);
        }
    }
}

/// CPU time of the process; the wall clock where the system does not tell.
fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drive::effort::{Idle, Pruning};

    fn timed(ms: u64, pondering: bool) -> Control {
        let hard = Some(Duration::from_millis(ms));
        Control::new(Plan { soft: hard, hard, whole: false }, TimeSource::Wall, pondering, 1)
    }

    /// C-280: time is nodes divided by the rate.
    #[test]
    fn c280_nodes_are_time() {
        let hard = Some(Duration::from_secs(8));
        let plan = Plan { soft: hard, hard, whole: false };
        let control = Control::new(plan, TimeSource::Nodes(10_000), false, 2);
        control.count(0, 40_000, 0);
        control.count(1, 39_999, 0);
        assert!(!control.out_of_time());
        control.count(1, 40_000, 0);
        assert!(control.out_of_time());
    }

    /// U-276: pondering time does not count.
    #[test]
    fn u276_limits_count_from_the_hit() {
        let control = timed(0, true);
        assert!(!control.out_of_time());
        control.ponder_hit();
        assert!(control.out_of_time());
        assert!(control.spent() < Duration::from_millis(20));
    }

    /// C-470, C-471: suspended time does not count.
    #[test]
    fn c470_c471_suspended_time_does_not_count() {
        let control = timed(1_000, false);
        control.pause(true);
        std::thread::sleep(Duration::from_millis(30));
        control.pause(false);
        assert!(control.elapsed() < Duration::from_millis(25), "{:?}", control.elapsed());
    }

    /// a rest after each shift, none without one, and none that outlasts a stop.
    #[test]
    fn x169_rests() {
        let lazy = timed(1_000_000, false).with(Effort::new(Idle::Large, Pruning::Large));
        let mut since = Some(Instant::now() - SHIFT);
        lazy.rest(&mut since);
        let began = Instant::now();
        assert!(since.is_some_and(|since| since.elapsed() < SHIFT), "another shift begins");
        assert!(lazy.elapsed() >= 3 * SHIFT);
        lazy.rest(&mut since);
        timed(1, false).rest(&mut since);
        lazy.end();
        since = Some(Instant::now() - Duration::from_secs(9));
        lazy.rest(&mut since);
        assert!(began.elapsed() < Duration::from_secs(1));
    }

    #[test]
    fn whoever_waits_is_woken() {
        let control = timed(1_000_000, true);
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait_for_word(true));
            control.ponder_hit();
        });
        std::thread::scope(|scope| {
            scope.spawn(|| control.wait_for_word(false));
            scope.spawn(|| control.wait_for_time());
            control.pause(true);
            scope.spawn(|| control.wait_while_paused());
            control.end();
        });
    }
}
