//! Clocks: time controls, and what is left of them.
//!
//! A [`Clock`] knows no time of day. The reader of the line tells it how long a move took.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control: one session after another, the last one again and again if it counts moves.
///
/// It is written as testers do: `8+0.08` seconds, `40/60+0.6`, minutes as `40/1:30`; several
/// sessions with a comma between them, `40/100,20/50,15+1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    sessions: Vec<Session>,
}

/// A part of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Moves in this session; `None`: the rest of the game.
    pub moves: Option<u32>,
    /// Added at its beginning.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time control: {text:?}: {reason}")]
pub struct BadTimeControl {
    text: String,
    reason: &'static str,
}

impl TimeControl {
    /// The sessions, at least one.
    pub fn sessions(&self) -> &[Session] {
        &self.sessions
    }

    /// The same for a machine that needs so many times as long.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> TimeControl {
        let longer = |time: Duration| time.mul_f64(factor);
        let scaled = |session: &Session| Session {
            time: longer(session.time),
            increment: longer(session.increment),
            ..*session
        };
        TimeControl { sessions: self.sessions.iter().map(scaled).collect() }
    }

    fn session(&self, index: usize) -> Session {
        let last = self.sessions.len().saturating_sub(1);
        let of = self.sessions.get(index.min(last));
        of.copied().expect("a time control has a session")
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let bad = |reason| BadTimeControl { text: text.to_owned(), reason };
        let mut sessions = Vec::new();
        for part in text.split(',') {
            let (moves, rest) = match part.split_once('/') {
                Some((moves, rest)) => {
                    let moves = moves.trim().parse().ok().filter(|moves| *moves > 0);
                    (Some(moves.ok_or_else(|| bad("no number of moves before \"/\""))?), rest)
                }
                None => (None, part),
            };
            let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let time = seconds(time).ok_or_else(|| bad("no time"))?;
            let increment = seconds(increment).ok_or_else(|| bad("no increment after \"+\""))?;
            if time.is_zero() && increment.is_zero() {
                return Err(bad("no time at all"));
            }
            sessions.push(Session { moves, time, increment });
        }
        let counted = sessions.iter().rev().skip(1).all(|session| session.moves.is_some());
        if !counted {
            return Err(bad("a session without a number of moves has no end"));
        }
        Ok(TimeControl { sessions })
    }
}

/// `90`, `1.5`, `1:30`, `1:00:00`.
fn seconds(text: &str) -> Option<Duration> {
    let mut total = 0.0;
    for part in text.trim().split(':') {
        let number: f64 = part.parse().ok().filter(|number: &f64| *number >= 0.0)?;
        total = total * 60.0 + number;
    }
    // More than a year is a slip.
    Duration::try_from_secs_f64(total).ok().filter(|time| time.as_secs() < 31_536_000)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, session) in self.sessions.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            if let Some(moves) = session.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", session.time.as_secs_f64())?;
            if !session.increment.is_zero() {
                write!(f, "+{}", session.increment.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = BadTimeControl;
    fn try_from(text: String) -> Result<TimeControl, BadTimeControl> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// A player's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    session: usize,
    /// Moves until time is added.
    to_go: Option<u32>,
    remaining: Duration,
    margin: Duration,
}

/// The flag has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("out of time by {} ms", by.as_millis())]
pub struct Overstepped {
    /// By how much, without the margin.
    pub by: Duration,
}

impl Clock {
    /// A clock at the start of a game. Who oversteps by no more than the margin is forgiven.
    pub fn new(control: TimeControl, margin: Duration) -> Clock {
        let first = control.session(0);
        Clock { control, session: 0, to_go: first.moves, remaining: first.time, margin }
    }

    /// What is left.
    pub fn remaining(&self) -> Duration {
        self.remaining
    }

    /// As the engines are told.
    pub fn shown(&self) -> ferz_link::Clock {
        ferz_link::Clock {
            remaining: self.remaining,
            increment: self.control.session(self.session).increment,
            moves_to_go: self.to_go,
        }
    }

    /// A move that takes longer than this loses.
    pub fn allowance(&self) -> Duration {
        self.remaining + self.margin
    }

    /// Time went by before there was a move to think about.
    pub(crate) fn waited(&mut self, time: Duration) {
        self.remaining = self.remaining.saturating_sub(time);
    }

    /// A move was made that took this time.
    pub fn moved(&mut self, took: Duration) -> Result<(), Overstepped> {
        if took > self.allowance() {
            return Err(Overstepped { by: took - self.remaining });
        }
        let session = self.control.session(self.session);
        self.remaining = self.remaining.saturating_sub(took) + session.increment;
        if let Some(to_go) = &mut self.to_go {
            *to_go = to_go.saturating_sub(1);
            if *to_go == 0 {
                self.session += 1;
                let next = self.control.session(self.session);
                self.remaining += next.time;
                self.to_go = next.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(control: &str) -> Clock {
        Clock::new(control.parse().unwrap(), ms(10))
    }

    #[test]
    fn slower_machines_have_longer_clocks() {
        let control: TimeControl = "40/60+0.5,10+0.1".parse().unwrap();
        assert_eq!(control.scaled(1.5).to_string(), "40/90+0.75,15+0.15");
        assert_eq!(control.scaled(1.0), control);
    }

    #[test]
    fn time_controls() {
        for (text, shown) in [
            ("8+0.08", "8+0.08"),
            ("40/60", "40/60"),
            ("40/1:30+1", "40/90+1"),
            ("1:00:00", "3600"),
            ("40/100,20/50,15+1", "40/100,20/50,15+1"),
            ("0+1", "0+1"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), shown);
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }

    #[test]
    fn bad_time_controls() {
        for text in
            ["", "x", "0", "-1", "40/", "/60", "0/60", "10,5+1", "8+", "1e99", "nan", "8+-1"]
        {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }

    #[test]
    fn increment_is_added_after_the_move() {
        let mut clock = clock("10+0.1");
        clock.moved(ms(2_000)).unwrap();
        assert_eq!(clock.remaining(), ms(8_100));
        assert_eq!(clock.shown().increment, ms(100));
        assert_eq!(clock.shown().moves_to_go, None);
    }

    #[test]
    fn the_last_session_comes_again() {
        let mut clock = clock("2/10,1/5");
        let mut left = Vec::new();
        for _ in 0..4 {
            clock.moved(ms(1_000)).unwrap();
            left.push((clock.remaining().as_secs(), clock.shown().moves_to_go));
        }
        assert_eq!(left, [(9, Some(1)), (13, Some(1)), (17, Some(1)), (21, Some(1))]);
    }

    #[test]
    fn sessions_end_in_sudden_death() {
        let mut clock = clock("1/10,5+1");
        clock.moved(ms(10_000)).unwrap();
        assert_eq!((clock.remaining(), clock.shown().moves_to_go), (ms(5_000), None));
        clock.moved(ms(5_000)).unwrap();
        assert_eq!(clock.remaining(), ms(1_000));
    }

    #[test]
    fn the_margin_forgives_and_gives_nothing() {
        let mut clock = clock("1+0.1");
        clock.moved(ms(1_010)).unwrap();
        assert_eq!(clock.remaining(), ms(100));
        assert_eq!(clock.moved(ms(111)), Err(Overstepped { by: ms(11) }));
        assert_eq!(clock.remaining(), ms(100));
    }
}
