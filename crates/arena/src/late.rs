//! Whether the machine itself was late: busy with something else, so that nobody's clock says much.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// More than this is late: the margin of a clock.
pub(crate) const LATE: Duration = Duration::from_millis(10);

/// Who is woken so late did not run at all: it was stopped, or its machine slept.
const STOPPED: Duration = Duration::from_secs(1);

/// Wakes up now and then, and sees how late it is woken.
pub(crate) struct Watch {
    seen: Seen,
    task: JoinHandle<()>,
}

/// What the watch has seen.
#[derive(Clone)]
pub(crate) struct Seen {
    began: Instant,
    /// When the machine was late last, in microseconds since; 0: never.
    last: Arc<AtomicU64>,
    /// When the runner was found to have been stopped, likewise.
    stopped: Arc<AtomicU64>,
    /// When it was woken last, likewise.
    woken: Arc<AtomicU64>,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        let began = Instant::now();
        let (last, stopped, woken) = Default::default();
        let seen = Seen { began, last, stopped, woken };
        let task = tokio::spawn(seen.clone().look());
        Watch { seen, task }
    }

    pub(crate) fn seen(&self) -> Seen {
        self.seen.clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Seen {
    async fn look(self) {
        loop {
            let due = Instant::now() + LATE;
            tokio::time::sleep_until(due).await;
            let late = due.elapsed();
            if late > LATE {
                self.last.store(self.now(), Ordering::Relaxed);
            }
            if late > STOPPED {
                self.stopped.store(self.now(), Ordering::Relaxed);
            }
            self.woken.store(self.now(), Ordering::Relaxed);
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Whether the machine was late since then.
    pub(crate) fn late_since(&self, then: Instant) -> bool {
        let then = then.saturating_duration_since(self.began).as_micros();
        let last = self.last.load(Ordering::Relaxed);
        last > 0 && u128::from(last) >= then
    }

    /// Whether the runner itself was stopped since then: what engines said meanwhile was not read, so
    /// their clocks say nothing.
    pub(crate) fn stopped_since(&self, then: Instant) -> bool {
        let then = u64::try_from(then.saturating_duration_since(self.began).as_micros());
        let stopped = self.stopped.load(Ordering::Relaxed);
        // It may go on since a moment only, and not know it yet.
        let woken = Duration::from_micros(self.woken.load(Ordering::Relaxed));
        let asleep = self.began.elapsed().saturating_sub(woken) > STOPPED + LATE;
        asleep || stopped > 0 && then.is_ok_and(|then| stopped >= then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stopped_runner_knows_it() {
        let watch = Watch::new();
        let before = Instant::now();
        tokio::time::sleep(3 * LATE).await;
        assert!(!watch.seen().stopped_since(before));
        std::thread::sleep(STOPPED + 5 * LATE);
        // Before it was woken, and after.
        assert!(watch.seen().stopped_since(before));
        tokio::time::sleep(3 * LATE).await;
        assert!(watch.seen().stopped_since(before));
        assert!(!watch.seen().stopped_since(Instant::now() + LATE));
    }

    #[tokio::test]
    async fn a_blocked_runner_is_late() {
        let watch = Watch::new();
        let before = Instant::now();
        tokio::task::yield_now().await;
        std::thread::sleep(5 * LATE);
        tokio::time::sleep(LATE).await;
        assert!(watch.seen().late_since(before));
        assert!(!watch.seen().late_since(Instant::now() + LATE));
    }
}
