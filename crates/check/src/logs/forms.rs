//! The lines of each program's log.

use ferz_host::transcript::Way;
use std::time::Duration;

/// Which program has written a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    Ferz,
    Stockfish,
    Python,
    Fastchess,
    Cutechess,
    XBoard,
}

impl Writer {
    pub(super) fn writes_the_time_of_day(self) -> bool {
        matches!(self, Writer::Fastchess | Writer::Python)
    }
}

/// A line of a conversation.
#[derive(Debug)]
pub(super) struct Logged<'a> {
    /// Tells this engine from the others of the log.
    pub(super) key: Vec<u8>,
    pub(super) name: &'a [u8],
    /// `None` where the log has no times.
    pub(super) at: Option<Duration>,
    pub(super) way: Way,
    pub(super) text: &'a [u8],
}

/// A line that breaks off.
#[derive(Debug)]
pub(super) struct Broken;

/// Who writes conversations in this form.
pub(super) fn writer(line: &[u8]) -> Option<Writer> {
    if line.starts_with(ENGINE) {
        return Some(Writer::Fastchess);
    }
    if of_python(line).is_some() {
        return Some(Writer::Python);
    }
    if of_stockfish(line).is_some() {
        return Some(Writer::Stockfish);
    }
    if of_ferz(line).is_some() {
        return Some(Writer::Ferz);
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

/// A line of this program's log; `None` where it is not about a conversation.
pub(super) fn read(writer: Writer, line: &[u8]) -> Result<Option<Logged<'_>>, Broken> {
    match writer {
        Writer::Fastchess if line.starts_with(ENGINE) => of_fastchess(line).map(Some).ok_or(Broken),
        Writer::Fastchess => Ok(warning_of_fastchess(line)),
        Writer::Cutechess | Writer::XBoard => Ok(logged(line)),
        Writer::Ferz => Ok(of_ferz(line)),
        Writer::Stockfish => Ok(of_stockfish(line)),
        Writer::Python => Ok(of_python(line)),
    }
}

/// The beginning of each of fastchess's lines about engines.
const ENGINE: &[u8] = b"[Engine] [";

/// fastchess's other lines.
pub(super) fn is_fastchess(line: &[u8]) -> bool {
    let kinds: [&[u8]; 6] = [b"[INFO", b"[TRACE", b"[WARN", b"[ERR", b"[FATAL", b"[Engine"];
    kinds.iter().any(|kind| line.starts_with(kind)) && line.contains(&b'<')
}

/// `    0.022305 > isready`
fn of_ferz(line: &[u8]) -> Option<Logged<'_>> {
    let (time, rest) = line.trim_ascii_start().split_once_byte(b' ')?;
    let (seconds, micros) = std::str::from_utf8(time).ok()?.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if micros.len() != 6 || !digits(micros) || !digits(seconds) {
        return None;
    }
    let at = Duration::new(seconds.parse().ok()?, micros.parse::<u32>().ok()? * 1000);
    let way = match rest.first()? {
        b'>' => Way::To,
        b'<' => Way::From,
        _ => return None,
    };
    let text = match &rest[1..] {
        [] => &rest[1..],
        [b' ', text @ ..] => text,
        _ => return None,
    };
    Some(Logged { key: Vec::new(), name: b"", at: Some(at), way, text })
}

/// `>> isready` and `<< readyok`
fn of_stockfish(line: &[u8]) -> Option<Logged<'_>> {
    let (way, text) = match line {
        [b'>', b'>', text @ ..] => (Way::To, text),
        [b'<', b'<', text @ ..] => (Way::From, text),
        _ => return None,
    };
    let text = if text.is_empty() { text } else { text.strip_prefix(b" ")? };
    Some(Logged { key: Vec::new(), name: b"", at: None, way, text })
}

/// `DEBUG:chess.engine:<UciProtocol (pid=1)>: << uci`, with what the user's form of logs puts
/// before it.
fn of_python(line: &[u8]) -> Option<Logged<'_>> {
    const PROTOCOLS: [&[u8]; 2] = [b"<UciProtocol (", b"<XBoardProtocol ("];
    let begin = PROTOCOLS.iter().find_map(|protocol| find(line, protocol))?;
    let (head, rest) = line.split_at(begin);
    let (name, rest) = rest.split_once_byte(b'>')?;
    let (_, name) = name.split_once_byte(b'(')?;
    let name = name.strip_suffix(b")")?;
    let rest = rest.strip_prefix(b": ")?;
    let behind = |mark: &[u8]| {
        let text = rest.strip_prefix(mark)?;
        Some(text.strip_prefix(b" ").unwrap_or(text))
    };
    let (way, text) = match (behind(b"<<"), behind(b">>"), behind(b"stderr >>")) {
        (Some(text), ..) => (Way::To, text),
        (_, Some(text), _) => (Way::From, text),
        (.., Some(text)) => (Way::Error, text),
        _ => (Way::Note, rest.strip_prefix(b"Connection lost (").map(|_| rest)?),
    };
    Some(Logged { key: name.to_vec(), name, at: time_of_day(head), way, text })
}

/// The time of day somewhere in a text, if it says more than seconds: `12:00:00,123`.
fn time_of_day(text: &[u8]) -> Option<Duration> {
    let text = std::str::from_utf8(text).ok()?;
    text.split([' ', 'T', '[', ']', '\t']).find_map(|word| {
        let (time, fraction) = word.split_once([',', '.'])?;
        let fraction = fraction.bytes().take_while(u8::is_ascii_digit).count();
        let whole = time.len() + 1 + fraction;
        clock(&word[..whole].replace(',', ".")).filter(|_| fraction > 0)
    })
}

/// `12:00:00.123456`
fn clock(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 24 || minutes > 60 || parts.next().is_some() {
        return None;
    }
    let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.0..=61.0).contains(seconds))?;
    let whole = Duration::from_secs(u64::from(hours) * 3600 + u64::from(minutes) * 60);
    Some(whole + Duration::try_from_secs_f64(seconds).ok()?)
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
    let at = Some(Duration::from_millis(time));
    (!name.is_empty()).then_some(Logged { key, name, at, way, text })
}

/// `[Engine] [19:51:13.417324] <  139754163250880>  one <--- uci`
fn of_fastchess(line: &[u8]) -> Option<Logged<'_>> {
    let rest = line.strip_prefix(ENGINE)?;
    let (at, thread, rest) = of_fastchess_head(rest)?;
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
    Some(Logged { key, name, at: Some(at), way, text })
}

/// `12:00:00.000000] <  139754163250880>  rest`: the time, the thread, the rest.
fn of_fastchess_head(line: &[u8]) -> Option<(Duration, &[u8], &[u8])> {
    let (time, rest) = line.split_once_byte(b']')?;
    let at = clock(std::str::from_utf8(time).ok()?)?;
    let (_, rest) = rest.split_once_byte(b'<')?;
    let (thread, rest) = rest.split_once_byte(b'>')?;
    Some((at, thread, rest))
}

/// `[WARN  ] [14:08:55.142209] <  139658457634496> fastchess --- Engine one disconnects`
fn warning_of_fastchess(line: &[u8]) -> Option<Logged<'_>> {
    let (_, rest) = line.strip_prefix(b"[WARN")?.split_once_byte(b'[')?;
    let (at, thread, rest) = of_fastchess_head(rest)?;
    let text = rest.trim_ascii_start().strip_prefix(b"fastchess --- Engine ")?;
    let ends: [&[u8]; 2] = [b" disconnects", b" stalls"];
    let end = ends.into_iter().find(|end| text.ends_with(end))?;
    let (name, text) = text.split_at(text.len() - end.len());
    let key = [thread.trim_ascii(), b" ", name].concat();
    Some(Logged { key, name, at: Some(at), way: Way::Note, text: &text[1..] })
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
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
