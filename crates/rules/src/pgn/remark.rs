//! What programs say about a move in its comment: value, depth, time, clock.
//!
//! | who | writes | whose point of view |
//! |---|---|---|
//! | cutechess, fastchess, XBoard, Ferz | `+0.31/14 1.2s`, `-M5/20 0.3s` | the mover's |
//! | lichess, ChessBase | `[%eval 0.31,14] [%clk 0:01:30] [%emt 0:00:03]`, `[%eval #-4]` | White's |
//! | TCEC | `wv=0.31, d=14, mt=1200` | White's |

use crate::Side;
use std::fmt::Write;
use std::time::Duration;

/// A value as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative for being mated.
    Mate(i32),
}

impl std::ops::Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        match self {
            Value::Centipawns(value) => Value::Centipawns(-value),
            Value::Mate(moves) => Value::Mate(-moves),
        }
    }
}

/// A comment, understood as far as it can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// What the position is worth for the first side.
    pub value: Option<Value>,
    /// Depth of the search, in plies.
    pub depth: Option<u32>,
    /// Time spent on the move.
    pub spent: Option<Duration>,
    /// Time left after the move.
    pub clock: Option<Duration>,
    /// What else it says.
    pub text: String,
}

impl Remark {
    /// Reads a comment on a move of `mover`.
    ///
    /// ```
    /// use ferz_rules::{Side, pgn::{Remark, Value}};
    ///
    /// let remark = Remark::read("-0.31/14 1.2s", Side::Second);
    /// assert_eq!(remark.value, Some(Value::Centipawns(31)));
    /// assert_eq!(Remark::read("[%eval #-4] good", Side::Second).value, Some(Value::Mate(-4)));
    /// ```
    pub fn read(comment: &str, mover: Side) -> Remark {
        let mut remark = Remark::default();
        let mut rest = String::new();
        let mut text = comment;
        // Commands in brackets first: `[%name words]`.
        while let Some((before, after)) = text.split_once("[%") {
            rest.push_str(before);
            let Some((command, after)) = after.split_once(']') else {
                rest.push_str("[%");
                text = after;
                break;
            };
            if !remark.command(command) {
                _ = write!(rest, "[%{command}]");
            }
            text = after;
        }
        rest.push_str(text);
        let mut others = Vec::new();
        for word in rest.split_whitespace() {
            let bare = word.trim_matches([',', '(', ')']);
            if !remark.word(bare, mover) {
                others.push(word);
            }
        }
        remark.text = others.join(" ");
        remark
    }

    /// `eval 0.31,14`, `clk 0:01:30`; `false` if it is another.
    fn command(&mut self, command: &str) -> bool {
        let Some((name, argument)) = command.split_once(' ') else { return false };
        let argument = argument.trim();
        match name {
            "eval" => {
                let (number, depth) = argument.split_once(',').unwrap_or((argument, ""));
                let Some(number) = value(number) else { return false };
                self.value = Some(number);
                self.depth = depth.trim().parse().ok();
            }
            "clk" => match time(argument) {
                Some(time) => self.clock = Some(time),
                None => return false,
            },
            "emt" => match time(argument) {
                Some(time) => self.spent = Some(time),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    fn word(&mut self, word: &str, mover: Side) -> bool {
        let of_mover = |value: Value| if mover == Side::First { value } else { -value };
        if let Some((number, depth)) = word.split_once('/')
            // `1/2` is something else.
            && (number.contains('.') || number.starts_with(['+', '-']))
            && let (Some(value), Ok(depth)) = (value(number), depth.parse())
            && self.value.is_none()
        {
            (self.value, self.depth) = (Some(of_mover(value)), Some(depth));
            return true;
        }
        if let Some(seconds) = word.strip_suffix('s')
            && self.spent.is_none()
            && let Some(seconds) = seconds_of(seconds)
        {
            self.spent = Some(seconds);
            return true;
        }
        match word.split_once('=') {
            Some(("wv", number)) if self.value.is_none() => self.value = value(number),
            Some(("d", depth)) if self.depth.is_none() => self.depth = depth.parse().ok(),
            Some(("mt", time)) if self.spent.is_none() => {
                self.spent = time.parse().ok().map(Duration::from_millis);
            }
            _ => return false,
        }
        true
    }

    /// As `+0.31/14 1.2s`: for the side that moved.
    pub fn for_mover(&self, mover: Side) -> String {
        let mut out = String::new();
        if let Some(value) = self.value {
            match if mover == Side::First { value } else { -value } {
                Value::Centipawns(value) => {
                    let (sign, value) = (if value < 0 { '-' } else { '+' }, value.unsigned_abs());
                    _ = write!(out, "{sign}{}.{:02}", value / 100, value % 100);
                }
                Value::Mate(moves) if moves > 0 => _ = write!(out, "+M{moves}"),
                Value::Mate(moves) => _ = write!(out, "-M{}", moves.unsigned_abs()),
            }
            _ = write!(out, "/{}", self.depth.unwrap_or(0));
        }
        if let Some(spent) = self.spent {
            let rounded = spent.saturating_add(Duration::from_micros(500));
            let gap = if out.is_empty() { "" } else { " " };
            _ = write!(out, "{gap}{}.{:03}s", rounded.as_secs(), rounded.subsec_millis());
        }
        if !self.text.is_empty() {
            out.push_str(if out.is_empty() { "" } else { " " });
            out.push_str(&self.text);
        }
        out
    }

    /// As `[%eval 0.31,14] [%clk 0:01:30]`: for the first side.
    pub fn as_commands(&self) -> String {
        let mut parts = Vec::new();
        if let Some(value) = self.value {
            let number = match value {
                Value::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
                Value::Mate(moves) => format!("#{moves}"),
            };
            let depth = self.depth.map(|depth| format!(",{depth}")).unwrap_or_default();
            parts.push(format!("[%eval {number}{depth}]"));
        }
        for (name, time) in [("clk", self.clock), ("emt", self.spent)] {
            if let Some(time) = time {
                let seconds = time.as_secs();
                let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
                let tenths = time.subsec_millis() / 100;
                parts.push(format!("[%{name} {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60));
            }
        }
        if !self.text.is_empty() {
            parts.push(self.text.clone());
        }
        parts.join(" ")
    }
}

/// `+0.31`, `-M5`, `#-4`, `+#3`, in pawns.
fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    let bare = text.trim_start_matches(['+', '-']);
    if let Some(moves) = bare.strip_prefix(['M', '#']) {
        let negative = text.starts_with('-') || moves.starts_with('-');
        let moves: i32 = moves.trim_start_matches(['-', '+']).parse().ok()?;
        return Some(Value::Mate(if negative { moves.saturating_neg() } else { moves }));
    }
    if !bare.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let pawns: f64 = text.parse().ok()?;
    // Casts of floats saturate.
    pawns.is_finite().then_some(Value::Centipawns((pawns * 100.0).round() as i32))
}

/// `1.2`
fn seconds_of(text: &str) -> Option<Duration> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// `0:01:30`, `1:30.5`, `90`
fn time(text: &str) -> Option<Duration> {
    let mut sum = Duration::ZERO;
    for part in text.split(':') {
        sum = sum.checked_mul(60)?.checked_add(seconds_of(part)?)?;
    }
    Some(sum)
}
