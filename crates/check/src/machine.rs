//! Whether the machine was busy with something else meanwhile: then a failure by time says little.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Who sleeps for this long, and how much later is late.
const SLEEP: Duration = Duration::from_millis(10);
const LATE: Duration = Duration::from_millis(50);
/// More than this part of the time somebody waited for a processor.
const BUSY: f64 = 0.25;
/// In less time than this the part means nothing.
const SOME_TIME: Duration = Duration::from_millis(20);

/// Sleeps again and again, and sees how late it is woken.
pub(crate) struct Watch {
    worst: Arc<AtomicU64>,
    over: Arc<AtomicBool>,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        let watch = Watch { worst: Arc::default(), over: Arc::default() };
        let (worst, over) = (Arc::clone(&watch.worst), Arc::clone(&watch.over));
        std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let due = Instant::now() + SLEEP;
                std::thread::sleep(SLEEP);
                let late = u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX);
                worst.fetch_max(late, Ordering::Relaxed);
            }
        });
        watch
    }

    /// Begins to look.
    pub(crate) fn begin(&self) -> Look {
        self.worst.store(0, Ordering::Relaxed);
        Look { began: Instant::now(), waited: waited() }
    }

    /// What was seen since then; `None` if the machine was there for us.
    pub(crate) fn end(&self, look: &Look) -> Option<Lateness> {
        let took = look.began.elapsed();
        let late = Duration::from_micros(self.worst.load(Ordering::Relaxed));
        let busy = match (look.waited, waited()) {
            (Some(before), Some(after)) if took >= SOME_TIME => {
                after.saturating_sub(before).as_secs_f64() / took.as_secs_f64()
            }
            _ => 0.0,
        };
        (late > LATE || busy > BUSY).then_some(Lateness { late, busy: busy.min(1.0) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// The beginning of what is looked at.
pub(crate) struct Look {
    began: Instant,
    waited: Option<Duration>,
}

/// How the machine kept us waiting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lateness {
    /// By how much it woke us too late, at worst.
    pub late: Duration,
    /// The part of the time in which somebody waited for a processor; 0 where the system does not say.
    pub busy: f64,
}

impl std::fmt::Display for Lateness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.busy > BUSY {
            true => {
                write!(f, "programs waited for a processor {:.0} % of the time", self.busy * 100.0)
            }
            false => write!(f, "the machine was up to {} ms late", self.late.as_millis()),
        }
    }
}

/// How long somebody on this machine has waited for a processor, by Linux's pressure stall
/// information: `some avg10=0.00 … total=MICROSECONDS`.
fn waited() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/pressure/cpu").ok()?;
    let total = text.lines().next()?.rsplit_once("total=")?.1;
    Some(Duration::from_micros(total.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_words() {
        let late = Lateness { late: Duration::from_millis(120), busy: 0.0 };
        assert_eq!(late.to_string(), "the machine was up to 120 ms late");
        let busy = Lateness { late: Duration::ZERO, busy: 0.99 };
        assert_eq!(busy.to_string(), "programs waited for a processor 99 % of the time");
    }

    /// The watch is woken, and sees it.
    #[test]
    fn the_watch_looks() {
        let watch = Watch::new();
        let look = watch.begin();
        std::thread::sleep(5 * SLEEP);
        let _ = watch.end(&look);
        assert!(look.began.elapsed() >= 5 * SLEEP);
        watch.worst.store(200_000, Ordering::Relaxed);
        assert!(watch.end(&look).is_some_and(|it| it.late >= Duration::from_millis(200)));
    }
}
