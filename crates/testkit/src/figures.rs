//! Figures about repeated measurements.

use std::fmt;
use std::time::Duration;

/// A collection of measured times.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    /// Adds one measurement.
    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest measurement that `percent` of all do not exceed (nearest rank).
    ///
    /// # Panics
    /// When nothing was measured, or `percent` is not within 1 to 100.
    pub fn percentile(&self, percent: usize) -> Duration {
        assert!((1..=100).contains(&percent), "a percentile is between 1 and 100");
        assert!(!self.0.is_empty(), "nothing was measured");
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted[(sorted.len() * percent).div_ceil(100) - 1]
    }

    /// The middle one.
    pub fn median(&self) -> Duration {
        self.percentile(50)
    }

    /// The largest.
    pub fn worst(&self) -> Duration {
        self.percentile(100)
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return write!(f, "nothing measured");
        }
        let (median, p99, worst) = (self.median(), self.percentile(99), self.worst());
        write!(f, "{} times: median {median:?}, p99 {p99:?}, worst {worst:?}", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_rank() {
        let mut latencies = Latencies::default();
        for ms in (1..=200).rev() {
            latencies.push(Duration::from_millis(ms));
        }
        assert_eq!(latencies.median(), Duration::from_millis(100));
        assert_eq!(latencies.percentile(99), Duration::from_millis(198));
        assert_eq!(latencies.worst(), Duration::from_millis(200));
        assert_eq!(latencies.to_string(), "200 times: median 100ms, p99 198ms, worst 200ms");
    }

    #[test]
    fn one_measurement_is_every_percentile() {
        let mut latencies = Latencies::default();
        latencies.push(Duration::from_millis(7));
        assert_eq!(latencies.percentile(1), latencies.percentile(100));
    }
}
