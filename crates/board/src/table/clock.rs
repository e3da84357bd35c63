//! The clocks of a table.

use ferz_link::{Clock, Clocks};
use ferz_rules::Side;
use std::time::{Duration, Instant};

/// No clock is longer than this.
pub(super) const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// What is left to both sides.
pub(super) struct TableClock {
    pub(super) left: [Duration; 2],
    pub(super) increment: Duration,
    /// Since when the clock of the side to move runs; it starts with the second move.
    pub(super) since: Option<Instant>,
}

impl TableClock {
    /// The side whose move this was has it behind it.
    pub(super) fn moved(&mut self, side: Side, ply: usize, now: Instant) {
        let left = &mut self.left[side.index()];
        if let Some(since) = self.since {
            *left = left.saturating_sub(now.duration_since(since)) + self.increment;
        }
        self.go(ply, now);
    }

    /// The clock of the side to move runs, after so many half-moves of the game.
    pub(super) fn go(&mut self, ply: usize, now: Instant) {
        // Everybody's first move is free: the board has only just appeared.
        self.since = (ply >= 2).then_some(now);
    }

    /// No clock runs any more, while this side is to move.
    pub(super) fn stop(&mut self, side: Side, now: Instant) {
        self.left[side.index()] = self.left(side, side, now);
        self.since = None;
    }

    pub(super) fn left(&self, side: Side, mover: Side, now: Instant) -> Duration {
        let gone = self.since.filter(|_| side == mover).map(|since| now.duration_since(since));
        self.left[side.index()].saturating_sub(gone.unwrap_or_default())
    }

    pub(super) fn shown(&self, mover: Side, now: Instant) -> [i64; 2] {
        Side::BOTH.map(|side| self.left(side, mover, now).as_millis() as i64)
    }

    pub(super) fn told(&self, mover: Side, now: Instant) -> Clocks {
        let one = |side| Clock {
            remaining: self.left(side, mover, now),
            increment: self.increment,
            moves_to_go: None,
        };
        Clocks { own: Some(one(mover)), opponent: Some(one(!mover)) }
    }
}

/// `5+3`: minutes and seconds, with fractions where wanted.
pub(super) fn clock(text: &str) -> Option<TableClock> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let whole = |text: &str, unit: f64| {
        let value = text.trim().parse::<f64>().ok()? * unit;
        Duration::try_from_secs_f64(value).ok().filter(|time| *time <= LONGEST)
    };
    let (time, increment) = (whole(minutes, 60.0)?, whole(seconds, 1.0)?);
    let playable = time + increment > Duration::ZERO;
    playable.then_some(TableClock { left: [time + increment; 2], increment, since: None })
}
