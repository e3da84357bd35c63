//! Our engine with one fault: it plays in this process, and what it is told and what it says goes
//! through a change.

use ferz::player::Player;
use ferz::session::{Happening, Rim, Session};
use ferz_check::Verdict;
use ferz_link::Post;
use ferz_rules::Variant;
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// One fault.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    /// The requirements that it breaks.
    pub(crate) breaks: &'static str,
    pub(crate) change: Change,
    /// The expectations to be asked: the first one must fail, the others only have the engine talk.
    pub(crate) seen: &'static [&'static str],
    pub(crate) weight: Weight,
}

/// How an engine that does so is to be judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// It fails: the document demands otherwise.
    Fails,
    /// It is warned of: the document recommends otherwise, or leaves it open.
    Warns,
}

impl Fault {
    /// What an expectation that sees it says.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.weight {
            Weight::Fails => Verdict::Fail,
            Weight::Warns => Verdict::Warn,
        }
    }
}

/// How lines are changed, dropped or delayed.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// None.
    Sound,
    /// It says this at its start.
    Begins(&'static str),
    /// Lines to it that begin so are lost.
    Deaf(&'static str),
    /// Lines of it that begin so are lost.
    Mute(&'static str),
    /// In lines to it the one text becomes the other.
    Hears(&'static str, &'static str),
    /// In its lines the one text becomes the other.
    Says(&'static str, &'static str),
    /// Its lines that begin so come twice.
    Twice(&'static str),
    /// Behind a line to it that begins so it says this.
    Answers(&'static str, &'static str),
    /// Behind a line of its own that begins so it says this.
    Adds(&'static str, &'static str),
    /// It ends at a line that begins so.
    Dies(&'static str),
    /// What it is told, changed at will.
    In(Step),
    /// What it says, changed at will.
    Out(Step),
    /// Both.
    Both(Step, Step),
}

/// Takes a line and passes on what it likes.
pub(crate) type Step = fn(&mut Wire, &str);

/// A fault that the document forbids.
pub(crate) const fn fault(
    name: &'static str,
    breaks: &'static str,
    change: Change,
    seen: &'static [&'static str],
) -> Fault {
    Fault { name, breaks, change, seen, weight: Weight::Fails }
}

/// A fault that the document advises against.
pub(crate) const fn oddity(
    name: &'static str,
    breaks: &'static str,
    change: Change,
    seen: &'static [&'static str],
) -> Fault {
    Fault { name, breaks, change, seen, weight: Weight::Warns }
}

/// The two ends of the engine, and what a change remembers.
pub(crate) struct Wire {
    for_engine: VecDeque<String>,
    later: Vec<(Instant, Way, String)>,
    burning: Arc<AtomicBool>,
    heard_before: Instant,
    heard_last: Instant,
    /// A search runs, or seems to.
    pub(crate) searching: bool,
    pub(crate) on: bool,
    pub(crate) count: u32,
    pub(crate) text: String,
    pub(crate) lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

impl Wire {
    fn new() -> Wire {
        Wire {
            for_engine: VecDeque::new(),
            later: Vec::new(),
            burning: Arc::default(),
            heard_before: Instant::now(),
            heard_last: Instant::now(),
            searching: false,
            on: false,
            count: 0,
            text: String::new(),
            lines: Vec::new(),
        }
    }

    /// Tells the engine.
    pub(crate) fn tell(&mut self, line: &str) {
        self.for_engine.push_back(line.to_owned());
    }

    pub(crate) fn tell_later(&mut self, ms: u64, line: &str) {
        self.later.push((Instant::now() + Duration::from_millis(ms), Way::In, line.to_owned()));
    }

    /// Says to the interface.
    pub(crate) fn say(&mut self, line: &str) {
        self.say_raw(&format!("{line}\n"));
    }

    pub(crate) fn say_raw(&mut self, text: &str) {
        let mut out = std::io::stdout().lock();
        // Whoever does not listen any more needs no engine.
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }

    pub(crate) fn say_later(&mut self, ms: u64, line: &str) {
        self.later.push((Instant::now() + Duration::from_millis(ms), Way::Out, line.to_owned()));
    }

    /// Whether this line came in one piece with the one before.
    pub(crate) fn just_told(&self) -> bool {
        self.heard_last - self.heard_before < Duration::from_millis(20)
    }

    /// Calculates, or seems to.
    pub(crate) fn burn(&mut self, on: bool) {
        if self.burning.swap(on, Ordering::Relaxed) || !on {
            return;
        }
        let burning = Arc::clone(&self.burning);
        std::thread::spawn(move || {
            while burning.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
    }

    /// Ends as a crash does.
    pub(crate) fn die(&mut self) -> ! {
        std::process::exit(1)
    }

    fn next_later(&self) -> Option<Instant> {
        self.later.iter().map(|(at, ..)| *at).min()
    }

    /// What was to come later and is due.
    fn due(&mut self) {
        let now = Instant::now();
        let (due, later) =
            std::mem::take(&mut self.later).into_iter().partition(|(at, ..)| *at <= now);
        self.later = later;
        let due: Vec<(Instant, Way, String)> = due;
        for (_, way, line) in due {
            match way {
                Way::In => self.tell(&line),
                Way::Out => self.say(&line),
            }
        }
    }

    /// A line to the engine passes the change.
    fn hear(&mut self, change: Change, line: &str) {
        self.heard_before = std::mem::replace(&mut self.heard_last, Instant::now());
        match change {
            Change::Deaf(word) if line.starts_with(word) => {}
            Change::Hears(from, to) => self.tell(&line.replace(from, to)),
            Change::Answers(word, answer) if line.starts_with(word) => {
                self.tell(line);
                self.say(answer);
            }
            Change::Dies(word) if line.starts_with(word) => self.die(),
            Change::In(step) | Change::Both(step, _) => step(self, line),
            _ => self.tell(line),
        }
    }

    /// A line of the engine passes the change.
    fn spoken(&mut self, change: Change, line: &str) {
        match change {
            Change::Mute(word) if line.starts_with(word) => {}
            Change::Says(from, to) => self.say(&line.replace(from, to)),
            Change::Twice(word) if line.starts_with(word) => {
                self.say(line);
                self.say(line);
            }
            Change::Adds(word, more) if line.starts_with(word) => {
                self.say(line);
                self.say(more);
            }
            Change::Out(step) | Change::Both(_, step) => step(self, line),
            _ => self.say(line),
        }
        if ["bestmove", "nobestmove", "move ", "1-0", "0-1", "1/2-1/2"]
            .iter()
            .any(|word| line.starts_with(word))
        {
            self.searching = false;
        }
    }
}

/// What can wake the engine.
enum Wake {
    Line(String),
    Said(ferz_link::Event),
    End,
}

struct ChangedOutput {
    change: Change,
    wire: Wire,
}

impl Rim for ChangedOutput {
    fn line(&mut self, text: &str) {
        let change = self.change;
        for line in text.split('\n') {
            self.wire.spoken(change, line);
        }
    }

    fn flush(&mut self) {}

    fn log_to(&mut self, _file: &str) -> std::io::Result<()> {
        Ok(())
    }
}

/// Plays on standard input and output, with this change, until it is told to end.
pub(crate) fn play(change: Change) {
    let began = Instant::now();
    let (sender, wakes) = mpsc::channel();
    std::thread::spawn({
        let sender = sender.clone();
        move || {
            let mut input = std::io::stdin().lock();
            let mut line = Vec::new();
            while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                line.clear();
                if sender.send(Wake::Line(text)).is_err() {
                    return;
                }
            }
            let _ = sender.send(Wake::End);
        }
    });
    let post: Post = Arc::new(move |event| {
        let _ = sender.send(Wake::Said(event));
    });
    let player = Player::new(ferz_engine::engine(Variant::NORMAL), post);
    let mut session = Session::new(Box::new(player), None);
    let mut rim = ChangedOutput { change, wire: Wire::new() };
    if let Change::Begins(text) = change {
        rim.wire.say(text);
    }
    if let Change::In(step) | Change::Both(step, _) = change {
        // A change may begin something by itself.
        step(&mut rim.wire, BEGIN);
        rim.wire.for_engine.clear();
    }
    while !session.is_over() {
        rim.wire.due();
        while let Some(line) = rim.wire.for_engine.pop_front() {
            if line.starts_with("go") {
                rim.wire.searching = true;
            }
            if !line.is_empty() {
                session.step(began.elapsed(), Happening::Line(&line), &mut rim);
            }
        }
        if session.is_over() {
            break;
        }
        let patience = match rim.wire.next_later() {
            Some(at) => at.saturating_duration_since(Instant::now()),
            None => Duration::from_secs(3600),
        };
        match wakes.recv_timeout(patience) {
            Ok(Wake::Line(line)) => rim.wire.hear(change, &line),
            Ok(Wake::Said(event)) => {
                session.step(began.elapsed(), Happening::Said(event), &mut rim);
            }
            Ok(Wake::End) => session.step(began.elapsed(), Happening::End, &mut rim),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    std::process::exit(0);
}

/// What a change of the input is told first, before anything was said.
pub(crate) const BEGIN: &str = "\u{0}begin";

/// The number behind a word, and the line with another one in its place.
pub(crate) fn with_number(line: &str, word: &str, change: impl Fn(i64) -> i64) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for index in 1..words.len() {
        if words[index - 1] == word
            && let Ok(number) = words[index].parse::<i64>()
        {
            words[index] = change(number).to_string();
        }
    }
    words.join(" ")
}

/// The line up to a word, or the whole of it.
pub(crate) fn cut<'a>(line: &'a str, word: &str) -> &'a str {
    line.find(word).map_or(line, |at| &line[..at])
}
