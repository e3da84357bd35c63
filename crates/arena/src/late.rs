//! Whether the machine itself was late: busy with something else, so that nobody's clock says much.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// More than this is late: the margin of a clock.
pub(crate) const LATE: Duration = Duration::from_millis(10);

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
}

impl Watch {
    pub(crate) fn new() -> Watch {
        let seen = Seen { began: Instant::now(), last: Arc::default() };
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
            tokio::time::sleep_until(due.into()).await;
            if due.elapsed() > LATE {
                self.last.store(self.now(), Ordering::Relaxed);
            }
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
