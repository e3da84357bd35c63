//! The logs that other programs write of their conversations with engines.
//!
//! | program | its lines |
//! |---|---|
//! | fastchess (`-log file=F engine=true`) | `[Engine] [12:00:00.000000] <THREAD> NAME <--- TEXT` to an engine, `--->` from it |
//! | cutechess-cli (`-debug`) | `123 >NAME(0): TEXT` to an engine, `<` from it |
//! | XBoard, WinBoard (`-debug`) | `123 >first : TEXT` and `123 >second: TEXT`, the same way |
//!
//! Which of them a file is, its first line of a conversation says; nothing is guessed. What else
//! the program has written in between is left out.

use crate::blame::Unreadable;
use ferz_host::transcript::{Entry, Way};
use ferz_wire::{bytes, cecp};
use std::time::Duration;

/// One engine's part of a log: what the log calls it, and what was said.
pub(crate) type Part = (String, Vec<Entry>);

/// Which program has written it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writer {
    Fastchess,
    Cutechess,
    XBoard,
}

/// A line of a conversation.
struct Logged<'a> {
    /// Tells this engine from the others of the log.
    key: Vec<u8>,
    name: &'a [u8],
    at: Duration,
    way: Way,
    text: &'a [u8],
}

/// The conversations of a log, in the order in which they begin.
pub(crate) fn read(record: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let lines = || record.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    let writer = lines().find_map(writer).ok_or_else(|| {
        let mut all = lines().enumerate();
        let first = all.find(|(_, line)| !line.is_empty());
        if lines().any(is_fastchess) {
            return Unreadable::Silent;
        }
        let (index, line) = first.unwrap_or((0, b""));
        Unreadable::Format { number: index + 1, text: shown(line) }
    })?;
    let mut log = Log { writer, parts: Vec::new(), said: None };
    for (index, line) in lines().enumerate() {
        log.line(index + 1, line)?;
    }
    Ok(log.parts.into_iter().map(|part| (part.name, part.entries)).collect())
}

/// Who writes conversations in this form.
fn writer(line: &[u8]) -> Option<Writer> {
    if line.starts_with(ENGINE) {
        return Some(Writer::Fastchess);
    }
    let logged = logged(line)?;
    match logged.name {
        b"first" | b"second" => Some(Writer::XBoard),
        // cutechess numbers its engines.
        name => {
            let (number, _) = name.strip_suffix(b")")?.rsplit_once_byte(b'(')?;
            number.iter().all(u8::is_ascii_digit).then_some(Writer::Cutechess)
        }
    }
}

/// The beginning of each of fastchess's lines about engines.
const ENGINE: &[u8] = b"[Engine] [";

/// fastchess's other lines.
fn is_fastchess(line: &[u8]) -> bool {
    let kinds: [&[u8]; 6] = [b"[INFO", b"[TRACE", b"[WARN", b"[ERR", b"[FATAL", b"[Engine"];
    kinds.iter().any(|kind| line.starts_with(kind)) && line.contains(&b'<')
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
    name: String,
    entries: Vec<Entry>,
}

impl Log {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), Unreadable> {
        let logged = match self.writer {
            Writer::Fastchess if line.starts_with(ENGINE) => {
                let bad = || Unreadable::Line { number, text: shown(line) };
                Some(of_fastchess(line).ok_or_else(bad)?)
            }
            Writer::Fastchess => None,
            Writer::Cutechess | Writer::XBoard => logged(line),
        };
        let last = self.said.take();
        match (logged, last) {
            (Some(logged), _) => self.add(logged),
            (None, Some(last)) if self.writer != Writer::Fastchess && is_command(line) => {
                let entries = &mut self.parts[last].entries;
                let at = entries.last().map_or(Duration::ZERO, |entry| entry.at);
                entries.push(Entry { at, way: Way::To, bytes: line.to_vec() });
                self.said = Some(last);
            }
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, logged: Logged<'_>) {
        let Logged { key, name, mut at, way, text } = logged;
        let is_greeting = way == Way::To && matches!(text, b"uci" | b"ucci" | b"xboard");
        let open = |is: &dyn Fn(&Open) -> bool| self.parts.iter().rposition(is);
        let known = match is_greeting {
            // An engine that is greeted again was started again.
            true => None,
            // fastchess ends its engines from another thread.
            false => open(&|part| part.key == key).or_else(|| {
                let mut others = self.parts.iter().filter(|part| part.name.as_bytes() == name);
                let is_alone = others.next().is_some() && others.next().is_none();
                open(&|part| part.name.as_bytes() == name).filter(|_| is_alone)
            }),
        };
        if known.is_none() && self.writer == Writer::Fastchess && !is_greeting {
            // One of several engines of this name: nobody knows which.
            return;
        }
        let index = known.unwrap_or_else(|| {
            let name = bytes::readable(&bytes::decode(name)).into_owned();
            self.parts.push(Open { key, name, entries: Vec::new() });
            self.parts.len() - 1
        });
        let entries = &mut self.parts[index].entries;
        if self.writer == Writer::Fastchess
            && let Some(last) = entries.last()
        {
            // It writes the time of day.
            while at + DAY / 2 < last.at {
                at += DAY;
            }
        }
        for text in pieces(self.writer, name, text) {
            entries.push(Entry { at, way, bytes: text.to_vec() });
        }
        self.said = (way == Way::To).then_some(index);
    }
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// XBoard writes what it sends in pieces in pieces: `12 >first : usermove 12 >first : e2e4`. This is
/// one line.
fn pieces(writer: Writer, name: &[u8], text: &[u8]) -> Vec<Vec<u8>> {
    let colon: &[u8] = if name.len() < 6 { b" : " } else { b": " };
    let mark = [b">", name, colon].concat();
    let at = text.windows(mark.len()).position(|window| window == mark);
    let Some(at) = at.filter(|_| writer == Writer::XBoard) else { return vec![text.to_vec()] };
    let (before, behind) = (&text[..at], &text[at + mark.len()..]);
    let before = before.trim_ascii_end();
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return vec![text.to_vec()];
    }
    vec![[&before[..before.len() - digits], behind].concat()]
}

/// Whether this line may have been sent as a part of a longer piece: a word of the protocol, and
/// nothing that the program writes for itself.
fn is_command(line: &[u8]) -> bool {
    let text = bytes::decode(line);
    let parsed = cecp::ToEngine::parse(&text);
    use cecp::ToEngine::{BareMove, Malformed, Unknown};
    !text.is_empty() && !matches!(parsed.value, Unknown(_) | Malformed { .. } | BareMove(_))
}

/// `1234 >Name(0): text` or `1234 <first : text`.
fn logged(line: &[u8]) -> Option<Logged<'_>> {
    let space = line.iter().position(|&byte| byte == b' ')?;
    let time: u64 = std::str::from_utf8(&line[..space]).ok()?.parse().ok()?;
    let rest = line[space..].trim_ascii_start();
    let way = match rest.first()? {
        b'>' => Way::To,
        b'<' => Way::From,
        _ => return None,
    };
    let rest = &rest[1..];
    let colon = rest.iter().position(|&byte| byte == b':')?;
    let name = rest[..colon].trim_ascii();
    let text = &rest[colon + 1..];
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let key = name.to_vec();
    (!name.is_empty()).then_some(Logged { key, name, at: Duration::from_millis(time), way, text })
}

/// `[Engine] [19:51:13.417324] <  139754163250880>  one <--- uci`
fn of_fastchess(line: &[u8]) -> Option<Logged<'_>> {
    let rest = line.strip_prefix(ENGINE)?;
    let (time, rest) = rest.split_once_byte(b']')?;
    let time = std::str::from_utf8(time).ok()?;
    let mut parts = time.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let whole: u64 = hours.parse::<u64>().ok()? * 3600 + minutes.parse::<u64>().ok()? * 60;
    let seconds = Duration::try_from_secs_f64(seconds.parse().ok()?).ok()?;
    let at = Duration::from_secs(whole) + seconds;
    let (_, rest) = rest.split_once_byte(b'<')?;
    let (thread, rest) = rest.split_once_byte(b'>')?;
    let rest = rest.trim_ascii_start();
    let (rest, is_error) = match rest.strip_prefix(b"<stderr> ") {
        Some(rest) => (rest.trim_ascii_start(), true),
        None => (rest, false),
    };
    let arrow = |arrow: &[u8]| rest.windows(arrow.len()).position(|window| window == arrow);
    let (way, at_arrow) = match (arrow(b" <--- "), arrow(b" ---> ")) {
        (Some(to), from) if from.is_none_or(|from| to < from) => (Way::To, to),
        (_, Some(_)) if is_error => (Way::Error, arrow(b" ---> ")?),
        (_, Some(from)) => (Way::From, from),
        _ => return None,
    };
    let (name, text) = (&rest[..at_arrow], &rest[at_arrow + 6..]);
    // Engines of the same name play in several threads.
    let key = [thread.trim_ascii(), b" ", name].concat();
    Some(Logged { key, name, at, way, text })
}

fn shown(line: &[u8]) -> String {
    let text = bytes::decode(line);
    bytes::readable(&text).chars().take(80).collect()
}

trait SplitOnce {
    fn split_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])>;
    fn rsplit_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])>;
}

impl SplitOnce for [u8] {
    fn split_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])> {
        let at = self.iter().position(|&other| other == byte)?;
        Some((&self[..at], &self[at + 1..]))
    }

    /// The part behind the last such byte, then the part before.
    fn rsplit_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])> {
        let at = self.iter().rposition(|&other| other == byte)?;
        Some((&self[at + 1..], &self[..at]))
    }
}
