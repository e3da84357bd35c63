//! The clocks of a table.

use ferz_link::{Clock, Clocks, Limits};
use ferz_rules::Side;
use std::time::{Duration, Instant};

/// No clock is longer than this.
pub(super) const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// How much time there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// For all moves or, where a number is given, for so many of them, then the same again; and more
    /// for each move.
    Session { moves: Option<u32>, base: Duration, increment: Duration },
    /// For each move; what is left of it is lost.
    Move(Duration),
}

/// What is left to both sides.
pub(super) struct TableClock {
    control: Control,
    pub(super) left: [Duration; 2],
    /// Since when the clock of the side to move runs; it starts with the second move.
    pub(super) since: Option<Instant>,
}

impl TableClock {
    /// The side whose move this was has it behind it: that of so many half-moves of the game.
    pub(super) fn moved(&mut self, side: Side, ply: usize, now: Instant) {
        let left = &mut self.left[side.index()];
        let gone = self.since.map(|since| now.duration_since(since));
        match self.control {
            Control::Move(time) => *left = time,
            Control::Session { moves, base, increment } => {
                if let Some(gone) = gone {
                    *left = left.saturating_sub(gone) + increment;
                }
                // Both sides have made as many moves when the second of a round has moved.
                let own = ply.div_ceil(2);
                if moves.is_some_and(|moves| own.is_multiple_of(moves as usize)) {
                    *left += base;
                }
            }
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

    /// What an engine is told that is to move, after so many half-moves of the game.
    pub(super) fn limits(&self, mover: Side, ply: usize, now: Instant) -> Limits {
        let Control::Session { moves, increment, .. } = self.control else {
            let left = self.left(mover, mover, now);
            return Limits { move_time: Some(left), ..Limits::default() };
        };
        let to_go = |made: usize| moves.map(|moves| moves - (made % moves as usize) as u32);
        // The side to move has made every second move, and so has the other one, or one more.
        let one = |side, made| Clock {
            remaining: self.left(side, mover, now),
            increment,
            moves_to_go: to_go(made),
        };
        let (own, opponent) = (one(mover, ply / 2), one(!mover, ply.div_ceil(2)));
        let clock = Some(Clocks { own: Some(own), opponent: Some(opponent) });
        Limits { clock, ..Limits::default() }
    }
}

/// `5+3`: minutes and seconds, with fractions where wanted; `40/90+30`: so many minutes for 40 moves,
/// then for the next 40; `st=10`: seconds for each move.
pub(super) fn clock(text: &str) -> Option<TableClock> {
    let time = |text: &str, unit: f64| {
        let value = text.trim().parse::<f64>().ok()? * unit;
        Duration::try_from_secs_f64(value).ok().filter(|time| *time <= LONGEST)
    };
    if let Some(seconds) = text.trim().strip_prefix("st=") {
        let each = time(seconds, 1.0).filter(|time| *time > Duration::ZERO)?;
        return Some(TableClock { control: Control::Move(each), left: [each; 2], since: None });
    }
    let (moves, text) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|moves| *moves > 0)?), rest),
        None => (None, text),
    };
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let (base, increment) = (time(minutes, 60.0)?, time(seconds, 1.0)?);
    let playable = base + increment > Duration::ZERO;
    let control = Control::Session { moves, base, increment };
    playable.then_some(TableClock { control, left: [base + increment; 2], since: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn sessions_begin_again() {
        let mut clock = clock("2/1+1").expect("a clock");
        let start = Instant::now();
        let mut now = start;
        for ply in 1..=4 {
            let side = if ply % 2 == 1 { Side::First } else { Side::Second };
            now += whole(10);
            clock.moved(side, ply, now);
        }
        // The first two moves are free; each has 61 s, 10 less, 1 more, and another minute.
        assert_eq!(clock.left, [whole(112); 2]);
        let limits = clock.limits(Side::First, 4, now).clock.expect("clocks");
        assert_eq!(limits.own.and_then(|own| own.moves_to_go), Some(2));
        let limits = clock.limits(Side::Second, 5, now).clock.expect("clocks");
        assert_eq!(limits.own.and_then(|own| own.moves_to_go), Some(2));
        assert_eq!(limits.opponent.and_then(|own| own.moves_to_go), Some(1));
    }

    #[test]
    fn time_for_each_move_is_not_saved() {
        let mut clock = clock("st=10").expect("a clock");
        let start = Instant::now();
        clock.moved(Side::First, 1, start);
        clock.moved(Side::Second, 2, start);
        clock.moved(Side::First, 3, start + whole(3));
        assert_eq!(clock.left, [whole(10); 2]);
        let limits = clock.limits(Side::Second, 3, start + whole(5));
        assert_eq!((limits.move_time, limits.clock), (Some(whole(8)), None));
    }

    #[test]
    fn what_is_no_clock() {
        for text in ["x", "0", "-1", "0/5", "x/5", "40/", "st=", "st=0", "1e9", "5+x", "NaN"] {
            assert!(clock(text).is_none(), "{text}");
        }
    }
}
