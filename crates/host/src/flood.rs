//! How much an engine may say at a time.

use std::time::Duration;
use tokio::time::Instant;

/// Flood limit: lines per second, and lines at once. No engine has more to say.
const LINES: f64 = 50_000.0;
/// Bytes that count as one line of a flood, with or without a line end.
const FLOOD_BYTES: f64 = 4096.0;

/// Slows an engine down that says too much, by not reading it: then its pipe is full.
pub(crate) struct Flood {
    /// How many lines it may say at once.
    credit: f64,
    filled_at: Instant,
}

impl Flood {
    pub(crate) fn new(now: Instant) -> Flood {
        Flood { credit: LINES, filled_at: now }
    }

    pub(crate) fn line(&mut self) {
        self.credit -= 1.0;
    }

    pub(crate) fn bytes(&mut self, length: usize) {
        self.credit -= length as f64 / FLOOD_BYTES;
    }

    /// Until when it has to wait, if it has to.
    pub(crate) fn pause(&mut self, now: Instant) -> Option<Instant> {
        if self.credit > LINES / 2.0 {
            return None;
        }
        let earned = now.duration_since(self.filled_at).as_secs_f64() * LINES;
        self.credit = (self.credit + earned).min(LINES);
        self.filled_at = now;
        (self.credit < 0.0).then(|| now + Duration::from_secs_f64(0.001 - self.credit / LINES))
    }
}
