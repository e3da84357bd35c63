//! The logs that programs write of their conversations with engines.
//!
//! | program | its lines |
//! |---|---|
//! | Ferz (`Debug Log File`) | `    0.022305 > isready` to the engine, `<` from it |
//! | Stockfish (`Debug Log File`) | `>> isready` to the engine, `<< readyok` from it, without times |
//! | python-chess (logger `chess.engine`) | `… <UciProtocol (pid=1)>: << uci` to the engine, `>>` from it |
//! | fastchess (`-log file=F engine=true`) | `[Engine] [12:00:00.000000] <THREAD> NAME <--- TEXT` to an engine, `--->` from it |
//! | cutechess-cli (`-debug`) | `123 >NAME(0): TEXT` to an engine, `<` from it |
//! | XBoard, WinBoard (`-debug`) | `123 >first : TEXT` and `123 >second: TEXT`, the same way |
//!
//! Which of them a file is, its first line of a conversation says; nothing is guessed. What else
//! the program has written in between is left out, but for what it says of an engine's end.

mod forms;

use ferz_host::transcript::{self, Entry, Way};
use ferz_wire::{bytes, cecp};
use forms::{Logged, Writer};
use std::time::Duration;

/// One engine's part of a log.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) called: Called,
    /// What was said.
    pub(crate) entries: Vec<Entry>,
    /// Whether the times are those of a clock.
    pub(crate) timed: bool,
}

/// What a log calls an engine.
#[derive(Debug)]
pub(crate) enum Called {
    /// By a name.
    Name(String),
    /// By a number or a word that tells it from others; empty where there are no others.
    Number(String),
}

impl Default for Called {
    fn default() -> Called {
        Called::Number(String::new())
    }
}

/// Why a record cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It begins as a transcript of ours and does not go on so.
    #[error(transparent)]
    Transcript(#[from] transcript::Unreadable),
    /// It is no transcript of ours, and no log that we know.
    #[error(
        "line {number} is none of a transcript, nor of a log of Ferz or Stockfish (Debug Log File), \
         of python-chess, of fastchess (-log engine=true), of cutechess-cli (-debug) or of XBoard \
         (-debug), and no other line is: {text:?}"
    )]
    Format {
        /// The first line that is not empty, counting from 1.
        number: usize,
        /// The line.
        text: String,
    },
    /// It is a log of fastchess, without the conversations.
    #[error("a log of fastchess without what was said: write it with -log file=FILE engine=true")]
    Silent,
    /// A line of a conversation breaks off.
    #[error("line {number} says neither who spoke nor when: {text:?}")]
    Line {
        /// Counting from 1.
        number: usize,
        /// The line.
        text: String,
    },
    /// No protocol begins so.
    #[error("the conversation{of} is in no protocol that we know: {first:?}", of = of(name))]
    Protocol {
        /// The engine.
        name: String,
        /// The first line to it.
        first: String,
    },
    /// Nothing was said.
    #[error("nothing was recorded")]
    Empty,
}

fn of(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" of {name}") }
}

/// The conversations of a log, in the order in which they begin.
pub(crate) fn read(record: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let lines = || record.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let writer = lines().find_map(forms::writer).ok_or_else(|| {
        let mut all = lines().enumerate();
        let first = all.find(|(_, line)| !line.is_empty());
        if lines().any(forms::is_fastchess) {
            return Unreadable::Silent;
        }
        let (index, line) = first.unwrap_or((0, b""));
        Unreadable::Format { number: index + 1, text: shown(line) }
    })?;
    let mut log = Log { writer, parts: Vec::new(), said: None };
    for (index, line) in lines().enumerate() {
        log.line(index + 1, line)?;
    }
    Ok(log.parts.into_iter().map(|open| open.part).collect())
}

/// A greeting: an engine that is greeted again was started again.
pub(crate) fn is_greeting(way: Way, text: &[u8]) -> bool {
    way == Way::To && matches!(text.trim_ascii(), b"uci" | b"ucci" | b"xboard")
}

struct Log {
    writer: Writer,
    parts: Vec<Open>,
    /// Whose line to an engine was the last: what is sent in one piece may have several lines, and
    /// only the first of them says so.
    said: Option<usize>,
}

/// A conversation that goes on.
struct Open {
    key: Vec<u8>,
    name: Vec<u8>,
    part: Part,
}

impl Log {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), Unreadable> {
        let bad = || Unreadable::Line { number, text: shown(line) };
        let logged = forms::read(self.writer, line).map_err(|_| bad())?;
        let goes_on = matches!(self.writer, Writer::Cutechess | Writer::XBoard);
        let last = self.said.take();
        match (logged, last) {
            (Some(logged), _) => self.add(logged),
            (None, Some(last)) if goes_on && is_command(line) => {
                let entries = &mut self.parts[last].part.entries;
                let at = entries.last().map_or(Duration::ZERO, |entry| entry.at);
                entries.push(Entry { at, way: Way::To, bytes: line.to_vec() });
                self.said = Some(last);
            }
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, logged: Logged<'_>) {
        let Logged { key, name, at, way, text } = logged;
        let is_new = is_greeting(way, text);
        let known = self.known(&key, name, is_new || self.is_restarted(&key, at));
        if known.is_none() && self.writer == Writer::Fastchess && !is_new {
            // One of several engines of this name: nobody knows which.
            return;
        }
        let index = known.unwrap_or_else(|| {
            let called = self.called(name);
            let part = Part { called, entries: Vec::new(), timed: at.is_some() };
            self.parts.push(Open { key, name: name.to_vec(), part });
            self.parts.len() - 1
        });
        let part = &mut self.parts[index].part;
        let mut at = at.unwrap_or_default();
        if self.writer.writes_the_time_of_day()
            && let Some(last) = part.entries.last()
        {
            while at + DAY / 2 < last.at {
                at += DAY;
            }
        }
        let text = pieces(self.writer, name, text);
        part.entries.push(Entry { at, way, bytes: text });
        self.said = (way == Way::To).then_some(index);
    }

    /// The conversation that a line belongs to.
    fn known(&self, key: &[u8], name: &[u8], is_new: bool) -> Option<usize> {
        if is_new {
            return None;
        }
        let open = |is: &dyn Fn(&Open) -> bool| self.parts.iter().rposition(is);
        // fastchess ends its engines from another thread.
        open(&|part| part.key == key).or_else(|| {
            let mut others = self.parts.iter().filter(|part| part.name == name);
            let is_alone = others.next().is_some() && others.next().is_none();
            open(&|part| part.name == name).filter(|_| is_alone)
        })
    }

    /// Our own log goes on in the same file when the program is started again, from 0.
    fn is_restarted(&self, key: &[u8], at: Option<Duration>) -> bool {
        let last = self.parts.last().filter(|part| part.key == key);
        let last = last.and_then(|part| part.part.entries.last());
        self.writer == Writer::Ferz && last.is_some_and(|last| at.is_some_and(|at| at < last.at))
    }

    fn called(&self, name: &[u8]) -> Called {
        let shown = bytes::readable(&bytes::decode(name)).into_owned();
        match self.writer {
            Writer::Fastchess | Writer::Cutechess => Called::Name(shown),
            Writer::XBoard | Writer::Python => Called::Number(shown),
            Writer::Stockfish => Called::default(),
            Writer::Ferz => match self.parts.len() {
                0 => Called::default(),
                before => Called::Number(format!("start {}", before + 1)),
            },
        }
    }
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// XBoard writes what it sends in pieces in pieces: `12 >first : usermove 12 >first : e2e4`. This is
/// one line.
fn pieces(writer: Writer, name: &[u8], text: &[u8]) -> Vec<u8> {
    let colon: &[u8] = if name.len() < 6 { b" : " } else { b": " };
    let mark = [b">", name, colon].concat();
    let at = text.windows(mark.len()).position(|window| window == mark);
    let Some(at) = at.filter(|_| writer == Writer::XBoard) else { return text.to_vec() };
    let (before, behind) = (&text[..at], &text[at + mark.len()..]);
    let before = before.trim_ascii_end();
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return text.to_vec();
    }
    [&before[..before.len() - digits], behind].concat()
}

/// Whether this line may have been sent as a part of a longer piece: a word of the protocol, and
/// nothing that the program writes for itself.
fn is_command(line: &[u8]) -> bool {
    let text = bytes::decode(line);
    let parsed = cecp::ToEngine::parse(&text);
    use cecp::ToEngine::{BareMove, Malformed, Unknown};
    !text.is_empty() && !matches!(parsed.value, Unknown(_) | Malformed { .. } | BareMove(_))
}

fn shown(line: &[u8]) -> String {
    let text = bytes::decode(line);
    bytes::readable(&text).chars().take(80).collect()
}
