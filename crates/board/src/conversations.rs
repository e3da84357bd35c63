//! What was said between us and the user's engines: kept in memory, judged when somebody looks.

use ferz_check::{Way, blame};
use ferz_host::transcript::Transcript;
use serde::Serialize;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Conversations that are kept; older ones are forgotten.
const KEPT: usize = 24;
/// Bytes that are kept of a conversation: its end.
const LONG: usize = 4 << 20;
/// Lines that are shown at once, beside those that break a clause.
const SHOWN: usize = 400;
/// Characters that are shown of a line.
const WIDE: usize = 2_000;

/// All of them.
#[derive(Clone, Default)]
pub struct Conversations(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    begun: u64,
    kept: VecDeque<Conversation>,
}

struct Conversation {
    number: u64,
    engine: String,
    text: Arc<Mutex<Text>>,
}

/// A conversation in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// By which it is asked for.
    pub number: u64,
    /// The engine.
    pub engine: String,
}

/// A conversation, for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Shown {
    /// The engine.
    pub engine: String,
    /// Lines that are not shown, for they are too many.
    pub left_out: usize,
    /// The last lines, and all that break a clause.
    pub lines: Vec<ShownLine>,
    /// Clauses that were broken by what was not said, or why nothing could be judged.
    pub remarks: Vec<String>,
}

/// A line of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ShownLine {
    /// Seconds since the engine was started.
    pub at: f64,
    /// `to` the engine, `from` it, its `error` stream, our `note`.
    pub way: &'static str,
    /// The line.
    pub text: String,
    /// The clause that it breaks, who does, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breach: Option<String>,
}

impl Conversations {
    /// Begins to keep one.
    pub(crate) fn begin(&self, engine: &str) -> io::Result<Transcript> {
        let text = Arc::<Mutex<Text>>::default();
        let transcript = Transcript::new(Writer(Arc::clone(&text)))?;
        let mut all = lock(&self.0);
        all.begun += 1;
        let number = all.begun;
        all.kept.push_back(Conversation { number, engine: engine.to_owned(), text });
        if all.kept.len() > KEPT {
            all.kept.pop_front();
        }
        Ok(transcript)
    }

    /// Those that are kept, the latest first.
    pub fn list(&self) -> Vec<Heading> {
        let heading =
            |one: &Conversation| Heading { number: one.number, engine: one.engine.clone() };
        lock(&self.0).kept.iter().rev().map(heading).collect()
    }

    /// One of them, judged. That takes a while where it is long.
    ///
    /// # Errors
    /// If it is not kept, or not any more.
    pub fn show(&self, number: u64) -> Result<Shown, String> {
        let (engine, record) = {
            let all = lock(&self.0);
            let one = all.kept.iter().find(|one| one.number == number);
            let one = one.ok_or_else(|| format!("no conversation has the number {number}"))?;
            (one.engine.clone(), lock(&one.text).record())
        };
        let parts = match blame(&record) {
            Ok(parts) => parts,
            Err(why) => {
                let remarks = vec![why.to_string()];
                return Ok(Shown { engine, remarks, ..Shown::default() });
            }
        };
        let mut shown = Shown { engine, ..Shown::default() };
        for part in &parts {
            let base = shown.lines.len();
            shown.lines.extend(part.lines.iter().map(|(at, way, text)| ShownLine {
                at: at.as_secs_f64(),
                way: word(*way),
                text: text.chars().take(WIDE).collect(),
                breach: None,
            }));
            for breach in &part.breaches {
                let clause = breach.clause;
                let said = format!("{}: {}: {}", clause.side, clause.title, breach.why);
                let line = breach.line.checked_sub(1).filter(|_| !breach.text.is_empty());
                match line.and_then(|line| shown.lines.get_mut(base + line)) {
                    Some(line) => line.breach = Some(said),
                    None => shown.remarks.push(said),
                }
            }
        }
        let all = shown.lines.len();
        let mut at = 0;
        shown.lines.retain(|line| {
            at += 1;
            at + SHOWN > all || line.breach.is_some()
        });
        shown.left_out = all - shown.lines.len();
        Ok(shown)
    }
}

fn word(way: Way) -> &'static str {
    match way {
        Way::To => "to",
        Way::From => "from",
        Way::Error => "error",
        Way::Note => "note",
    }
}

fn lock<T>(what: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text of a transcript: its head, and as much of its end as is kept.
#[derive(Default)]
struct Text {
    head: Vec<u8>,
    rest: VecDeque<u8>,
}

impl Text {
    fn record(&self) -> Vec<u8> {
        let (one, two) = self.rest.as_slices();
        [&self.head, one, two].concat()
    }
}

struct Writer(Arc<Mutex<Text>>);

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = lock(&self.0);
        // The first line names the format.
        if !text.head.ends_with(b"\n") {
            let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
            text.head.extend_from_slice(&bytes[..end]);
            return Ok(end);
        }
        text.rest.extend(bytes);
        if text.rest.len() > LONG {
            let half = text.rest.len() / 2;
            let line = text.rest.iter().skip(half).position(|byte| *byte == b'\n');
            let end = line.map_or(text.rest.len(), |at| half + at + 1);
            text.rest.drain(..end);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(lines: &[&str]) -> Conversations {
        let all = Conversations::default();
        drop(all.begin("Fish").expect("memory"));
        let mut text = lines.join("\n");
        text.push('\n');
        let into = Arc::clone(&lock(&all.0).kept[0].text);
        Writer(into).write_all(text.as_bytes()).expect("memory");
        all
    }

    #[test]
    fn the_broken_clause_is_marked() {
        let all = kept(&[
            "0.000001 > uci",
            "0.001000 < id name Fish",
            "0.001100 < uciok",
            "0.001200 > isready",
            "0.001300 < readyok",
            "0.002000 > position startpos",
            "0.002100 > go movetime 10",
            "0.003000 < bestmove e2e5",
        ]);
        let shown = all.show(1).expect("kept");
        assert_eq!((shown.engine.as_str(), shown.lines.len(), shown.left_out), ("Fish", 8, 0));
        let broken: Vec<_> = shown.lines.iter().filter(|line| line.breach.is_some()).collect();
        assert_eq!((broken.len(), broken[0].text.as_str()), (1, "bestmove e2e5"));
        assert!(broken[0].breach.as_deref().expect("why").contains("e2e5"));
        assert!(all.show(2).expect_err("none").contains('2'));
    }

    #[test]
    fn old_ones_and_the_beginnings_of_long_ones_are_forgotten() {
        let all = Conversations::default();
        for number in 0..KEPT + 3 {
            all.begin(&number.to_string()).expect("memory");
        }
        let list = all.list();
        assert_eq!((list.len(), list[0].engine.as_str()), (KEPT, "26"));
        assert!(all.show(1).is_err());
        let text = Arc::<Mutex<Text>>::default();
        let mut writer = Writer(Arc::clone(&text));
        writer.write_all(b"# ferz transcript 1\n").expect("memory");
        let line = format!("0.1 < {}\n", "x".repeat(10_000));
        for _ in 0..2 * LONG / line.len() {
            writer.write_all(line.as_bytes()).expect("memory");
        }
        let record = lock(&text).record();
        assert!(record.starts_with(b"# ferz transcript 1\n0.1 < x") && record.len() <= LONG + 100);
    }
}
