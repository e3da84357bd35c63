//! Recorded conversations.
//!
//! A transcript is a text file of lines, one for each thing that happened:
//!
//! ```text
//! # ferz transcript 1
//! # command stockfish
//! 0.000041 > uci
//! 0.003417 < id name Stockfish 15.1
//! 0.003419 ! a line of its standard error
//! 0.003502 * hangs: no answer to a ping
//! ```
//!
//! that is: seconds since the engine was started by a clock that never goes back, with six digits;
//! a sign; and the rest of the line as it went over the pipe, byte by byte. The signs: `>` to the
//! engine, `<` from it, `!` its standard error, `*` what the host concluded. Lines that begin with
//! `#` are for people; the first names the format and its version.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

const HEAD: &str = "# ferz transcript 1";

/// What a line of a transcript is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To the engine.
    To,
    /// From the engine.
    From,
    /// From the engine's standard error.
    Error,
    /// A conclusion of the host.
    Note,
}

impl Way {
    const ALL: [Way; 4] = [Way::To, Way::From, Way::Error, Way::Note];

    fn sign(self) -> u8 {
        match self {
            Way::To => b'>',
            Way::From => b'<',
            Way::Error => b'!',
            Way::Note => b'*',
        }
    }
}

/// Writes a transcript. A copy writes to the same.
#[derive(Clone)]
pub struct Transcript {
    out: Out,
    /// All of it goes there, too.
    copy: Option<Sink>,
    began: Arc<OnceLock<Instant>>,
}

type Sink = Arc<Mutex<Box<dyn Write + Send>>>;

#[derive(Clone)]
enum Out {
    To(Sink),
    /// It is not known yet whether anybody wants it.
    Held(Holder),
    /// Only its end is kept.
    End(LastLines),
}

/// The end of a conversation, to show what went before a fault.
#[derive(Clone, Debug)]
pub struct LastLines(Arc<Mutex<Tail>>);

#[derive(Debug)]
struct Tail {
    most: usize,
    lines: VecDeque<Kept>,
}

/// What is kept of a line; it is written down when somebody reads it.
#[derive(Debug, Default)]
struct Kept {
    at: Duration,
    /// `None`: a line for people.
    way: Option<Way>,
    bytes: Vec<u8>,
    /// How often it came once more, right behind or with one other line between.
    again: u64,
}

/// Bytes kept of a line when only the last lines are kept.
const LONG: usize = 2_000;

impl LastLines {
    /// The lines as a transcript has them, the last one last. A line that came again and again stands
    /// once, and behind it how often.
    pub fn lines(&self) -> Vec<String> {
        let write = |kept: &Kept| {
            let mut line = Vec::new();
            match kept.way {
                Some(way) => write_line(&mut line, kept.at, way, &kept.bytes),
                None => line.extend_from_slice(&kept.bytes),
            }
            String::from_utf8_lossy(line.trim_ascii_end()).into_owned()
        };
        let again = |kept: &Kept| {
            (kept.again > 0).then(|| format!("# the same line {} times more", kept.again))
        };
        let tail = lock(&self.0);
        tail.lines.iter().flat_map(|kept| std::iter::once(write(kept)).chain(again(kept))).collect()
    }

    fn add(&self, at: Duration, way: Option<Way>, bytes: &[u8]) {
        let mut tail = lock(&self.0);
        let bytes = &bytes[..bytes.len().min(LONG)];
        // What an engine says again and again stands once, and what we have concluded of it.
        let same = |kept: &&mut Kept| (kept.way, kept.bytes.as_slice()) == (way, bytes);
        if way != Some(Way::To)
            && let Some(last) = tail.lines.iter_mut().rev().take(2).find(same)
        {
            last.again += 1;
            return;
        }
        // The memory of the oldest line serves the newest.
        let mut kept = match tail.lines.len() >= tail.most {
            true => tail.lines.pop_front().unwrap_or_default(),
            false => Kept::default(),
        };
        (kept.at, kept.way, kept.again) = (at, way, 0);
        kept.bytes.clear();
        kept.bytes.extend_from_slice(bytes);
        tail.lines.push_back(kept);
    }
}

/// Holds a transcript back.
#[derive(Clone, Default)]
pub(crate) struct Holder(Arc<Mutex<Held>>);

#[derive(Default)]
struct Held {
    kept: Vec<u8>,
    to: Option<Transcript>,
}

impl Holder {
    /// It is wanted there: what was held, and what comes.
    pub(crate) fn release(&self, mut to: Transcript) {
        let mut held = lock(&self.0);
        to.write(&std::mem::take(&mut held.kept));
        to.flush();
        held.to = Some(to);
    }

    /// What was held, as one of `parts` parts; of a record that keeps little, only its end.
    pub(crate) fn release_end(&self, mut to: Transcript, parts: usize) {
        let kept = std::mem::take(&mut lock(&self.0).kept);
        let mut from = 0;
        if let Out::End(end) = &to.out {
            let most = lock(&end.0).most / parts;
            let ends = kept.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
            from = ends.map(|(at, _)| at + 1).nth(most).unwrap_or(0);
        }
        // A copy has all of it.
        to.copy(&kept[..from]);
        to.write(&kept[from..]);
        to.flush();
    }
}

/// What somebody has left who panicked is as good as it was.
fn lock<T: ?Sized>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// More than this of a conversation that nobody may want is not kept.
const HELD: usize = 4 << 20;

impl Transcript {
    /// A transcript in a new file.
    pub fn create(file: impl AsRef<Path>) -> io::Result<Transcript> {
        Transcript::new(BufWriter::new(File::create(file)?))
    }

    /// A transcript that goes there.
    pub fn new(mut out: impl Write + Send + 'static) -> io::Result<Transcript> {
        writeln!(out, "{HEAD}")?;
        Ok(Transcript::over(Out::To(Arc::new(Mutex::new(Box::new(out))))))
    }

    /// A transcript that is held until its holder releases it.
    pub(crate) fn held() -> (Transcript, Holder) {
        let holder = Holder::default();
        (Transcript::over(Out::Held(holder.clone())), holder)
    }

    /// A transcript of which only the last lines are kept.
    pub fn last(most: usize) -> (Transcript, LastLines) {
        let lines = VecDeque::with_capacity(most);
        let end = LastLines(Arc::new(Mutex::new(Tail { most, lines })));
        (Transcript::over(Out::End(end.clone())), end)
    }

    fn over(out: Out) -> Transcript {
        Transcript { out, copy: None, began: Arc::default() }
    }

    /// The same, and a whole transcript goes there.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn copied_to(mut self, mut out: impl Write + Send + 'static) -> io::Result<Transcript> {
        writeln!(out, "{HEAD}")?;
        self.copy = Some(Arc::new(Mutex::new(Box::new(out))));
        Ok(self)
    }

    fn copy(&self, bytes: &[u8]) {
        // A full disk must not end a game.
        if let Some(copy) = &self.copy {
            drop(lock(copy).write_all(bytes));
        }
    }

    /// When its first engine was started: now, if this is the first.
    pub(crate) fn began(&self, now: Instant) -> Instant {
        *self.began.get_or_init(|| now)
    }

    /// Adds a line for people.
    pub(crate) fn remark(&mut self, text: &str) {
        let line = format!("# {}\n", text.replace(['\n', '\r'], " "));
        match &self.out {
            Out::End(end) => {
                end.add(Duration::ZERO, None, line.as_bytes());
                self.copy(line.as_bytes());
            }
            _ => self.write(line.as_bytes()),
        }
    }

    /// Adds what happened.
    pub(crate) fn add(&mut self, at: Duration, way: Way, bytes: &[u8]) {
        let mut line = Vec::new();
        if let Out::End(end) = &self.out {
            end.add(at, Some(way), bytes);
            if self.copy.is_some() {
                write_line(&mut line, at, way, bytes);
                self.copy(&line);
            }
            return;
        }
        write_line(&mut line, at, way, bytes);
        self.write(&line);
    }

    pub(crate) fn flush(&mut self) {
        if let Some(copy) = &self.copy {
            drop(lock(copy).flush());
        }
        // A full disk must not end a game.
        match &mut self.out {
            Out::To(out) => drop(lock(out).flush()),
            Out::Held(holder) => {
                let mut held = lock(&holder.0);
                held.to.iter_mut().for_each(Transcript::flush);
            }
            Out::End(_) => {}
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.copy(bytes);
        match &mut self.out {
            Out::To(out) => drop(lock(out).write_all(bytes)),
            Out::Held(holder) => {
                let mut held = lock(&holder.0);
                let Held { kept, to } = &mut *held;
                match to {
                    Some(to) => to.write(bytes),
                    None if kept.len() < HELD => kept.extend_from_slice(bytes),
                    None => {}
                }
            }
            // What was held until it was wanted here.
            Out::End(end) => {
                for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                    end.add(Duration::ZERO, None, line);
                }
            }
        }
    }
}

/// A line as it stands in a transcript.
fn write_line(out: &mut Vec<u8>, at: Duration, way: Way, bytes: &[u8]) {
    out.extend_from_slice(format!("{}.{:06} ", at.as_secs(), at.subsec_micros()).as_bytes());
    out.extend_from_slice(&[way.sign(), b' ']);
    out.extend_from_slice(bytes);
    out.push(b'\n');
}

impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transcript")
    }
}

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Since the start of the engine.
    pub at: Duration,
    /// Which way it went.
    pub way: Way,
    /// The line.
    pub bytes: Vec<u8>,
}

/// Why a file is no transcript.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The file cannot be read.
    #[error("cannot read the transcript: {0}")]
    Io(#[from] io::Error),
    /// The first line is not that of a transcript of a version that we know.
    #[error("not a transcript: the first line is {0:?} instead of {HEAD:?}")]
    Head(String),
    /// A line is not one of a transcript.
    #[error("line {number} is not one of a transcript: {text:?}")]
    Line {
        /// Counting from 1.
        number: usize,
        /// The line.
        text: String,
    },
}

/// Reads a transcript.
pub fn read(input: impl BufRead) -> Result<Vec<Entry>, Unreadable> {
    let mut lines = input.split(b'\n').enumerate();
    let head = lines.next().map_or(Ok(Vec::new()), |(_, line)| line)?;
    if head != HEAD.as_bytes() {
        return Err(Unreadable::Head(shown(&head)));
    }
    let mut entries = Vec::new();
    for (index, line) in lines {
        let line = line?;
        if !line.starts_with(b"#") && !line.is_empty() {
            let bad = || Unreadable::Line { number: index + 1, text: shown(&line) };
            entries.push(entry(&line).ok_or_else(bad)?);
        }
    }
    Ok(entries)
}

fn entry(line: &[u8]) -> Option<Entry> {
    let space = line.iter().position(|&byte| byte == b' ')?;
    let (seconds, micros) = std::str::from_utf8(&line[..space]).ok()?.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if micros.len() != 6 || !digits(micros) || !digits(seconds) {
        return None;
    }
    let at = Duration::new(seconds.parse().ok()?, micros.parse::<u32>().ok()? * 1000);
    let sign = *line.get(space + 1)?;
    let way = Way::ALL.into_iter().find(|way| way.sign() == sign)?;
    let bytes = match line.get(space + 2..)? {
        [] => Vec::new(),
        [b' ', text @ ..] => text.to_vec(),
        _ => return None,
    };
    Some(Entry { at, way, bytes })
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let sink = Sink::default();
        let mut transcript = Transcript::new(sink.clone()).unwrap();
        transcript.remark("command stock\nfish");
        let entries = [
            (0, Way::To, &b"uci"[..]),
            (1_000_001, Way::From, b"id name Sch\xe4fer \0"),
            (61_234_567, Way::Error, b""),
            (70_000_000, Way::Note, b"hangs"),
        ]
        .map(|(micros, way, bytes)| Entry {
            at: Duration::from_micros(micros),
            way,
            bytes: bytes.to_vec(),
        });
        for entry in &entries {
            transcript.add(entry.at, entry.way, &entry.bytes);
        }
        let written = sink.0.lock().unwrap().clone();
        assert_eq!(read(&written[..]).unwrap(), entries);
    }

    #[test]
    fn of_a_long_conversation_the_end() {
        let (mut transcript, end) = Transcript::last(2);
        transcript.remark("command stockfish");
        transcript.add(Duration::ZERO, Way::To, b"uci");
        assert_eq!(end.lines(), ["# command stockfish", "0.000000 > uci"]);
        transcript.add(Duration::from_micros(7), Way::From, b"uciok");
        transcript.add(Duration::from_micros(8), Way::Error, &[b'x'; 3 * LONG]);
        let lines = end.lines();
        assert_eq!(lines[0], "0.000007 < uciok");
        assert_eq!((lines.len(), lines[1].len()), (2, "0.000008 ! ".len() + LONG));
    }

    #[test]
    fn a_copy_has_all_of_it() {
        let sink = Sink::default();
        let (transcript, end) = Transcript::last(1);
        let mut transcript = transcript.copied_to(sink.clone()).unwrap();
        transcript.remark("command stockfish");
        transcript.add(Duration::ZERO, Way::To, b"uci");
        transcript.add(Duration::from_secs(1), Way::From, b"uciok");
        transcript.flush();
        assert_eq!(end.lines(), ["1.000000 < uciok"]);
        let entries = read(&sink.0.lock().unwrap()[..]).unwrap();
        let lines: Vec<_> = entries.iter().map(|entry| entry.bytes.as_slice()).collect();
        assert_eq!(lines, [&b"uci"[..], b"uciok"]);
    }

    #[test]
    fn what_comes_again_is_counted() {
        let (mut transcript, end) = Transcript::last(4);
        for _ in 0..60 {
            transcript.add(Duration::ZERO, Way::From, b"Hello");
            transcript.add(Duration::ZERO, Way::Note, b"not UCI: Hello");
        }
        transcript.add(Duration::ZERO, Way::To, b"isready");
        transcript.add(Duration::ZERO, Way::To, b"isready");
        let wanted = [
            "0.000000 < Hello",
            "# the same line 59 times more",
            "0.000000 * not UCI: Hello",
            "# the same line 59 times more",
            "0.000000 > isready",
            "0.000000 > isready",
        ];
        assert_eq!(end.lines(), wanted);
    }

    /// C-032: what was held back is there when it is wanted, in order.
    #[test]
    fn held_and_released() {
        let sink = Sink::default();
        let (mut transcript, holder) = Transcript::held();
        transcript.add(Duration::ZERO, Way::To, b"uci");
        assert!(sink.0.lock().unwrap().is_empty());
        holder.release(Transcript::new(sink.clone()).unwrap());
        transcript.add(Duration::from_secs(1), Way::From, b"uciok");
        transcript.flush();
        let entries = read(&sink.0.lock().unwrap()[..]).unwrap();
        let lines: Vec<_> = entries.iter().map(|entry| entry.bytes.as_slice()).collect();
        assert_eq!(lines, [&b"uci"[..], b"uciok"]);
    }

    #[test]
    fn others_files_are_refused_with_their_text() {
        let complaint = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert!(complaint("").contains("not a transcript"));
        assert!(complaint("[Event \"x\"]\n").contains("[Event"));
        for line in
            ["1.5 > uci", "x", "0.000000 ? uci", "0.000000 >uci", "99999999999999999999.000000 > a"]
        {
            let complaint = complaint(&format!("{HEAD}\n0.000000 > uci\n{line}\n"));
            assert!(complaint.contains("line 3") && complaint.contains(line), "{complaint}");
        }
    }
}
