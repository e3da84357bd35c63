//! Poses as an engine, and grades the interface that has started it.
//!
//! Standard output is the protocol, so the report goes to a file. What is said is a whole
//! engine's, with a rough edge here and there ([`Act`]); what the interface makes of it is seen by
//! the monitor of the protocol, and by what it says next.

mod cecp;
mod ucci;
mod uci;

use crate::judged::{Judged, Verdict};
use crate::monitor::Level;
use crate::monitor::{self, Clause, Monitor, Party};
use crate::report::Report;
use ferz_link::Protocol;
use ferz_wire::{LineSplitter, bytes};
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What the engine does that interfaces have to survive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Act {
    /// Every type of option, unknown words, an offer of a draw, registration that fails: nothing
    /// that a game could not go on with.
    #[default]
    Odd,
    /// One of its options has a type that does not exist.
    Types,
    /// It takes three seconds to greet.
    Slow,
    /// It says twenty thousand lines during each search.
    Flood,
    /// Its second move is illegal.
    Illegal,
    /// It ends without a word instead of its second move.
    Crash,
    /// Its second move does not come.
    Hang,
}

impl Act {
    /// All of them.
    pub const ALL: [Act; 7] =
        [Act::Odd, Act::Types, Act::Slow, Act::Flood, Act::Illegal, Act::Crash, Act::Hang];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Act::Odd => "odd",
            Act::Types => "types",
            Act::Slow => "slow",
            Act::Flood => "flood",
            Act::Illegal => "illegal",
            Act::Crash => "crash",
            Act::Hang => "hang",
        }
    }
}

impl std::str::FromStr for Act {
    type Err = String;
    fn from_str(text: &str) -> Result<Act, String> {
        let found = Act::ALL.into_iter().find(|act| act.name() == text);
        found.ok_or_else(|| {
            let names: Vec<_> = Act::ALL.iter().map(|act| act.name()).collect();
            format!("unknown act {text:?}; there are {}", names.join(", "))
        })
    }
}

/// An engine of one protocol, as far as an interface can tell.
trait Player {
    /// It is told a line, and says these.
    fn hear(&mut self, line: &str, now: Duration) -> Vec<String>;
    /// When it has something to say by itself.
    fn wakes_at(&self) -> Option<Duration>;
    /// What it has to say now.
    fn wake(&mut self, now: Duration) -> Vec<String>;
    /// Whether it was told to quit, or has crashed.
    fn is_over(&self) -> bool;
    /// What was seen that no monitor sees: clause, and how it was kept or broken.
    fn seen(&self) -> Vec<(&'static Clause, Option<Result<(), String>>)>;
}

static QUITS: Clause = Clause {
    id: "host-quits",
    title: "the interface says quit before it closes its end",
    requirements: "U-304 U-305 X-334 C-040",
    level: Level::Should,
    side: Party::Interface,
    timed: false,
};

/// Whether an interface may still do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It goes on: these are the grades so far.
    Open,
    /// It has ended.
    Over,
}

/// How a conversation with an interface has ended, if it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Not yet.
    Open,
    /// It said `quit`, or we have crashed as we should.
    Said,
    /// It closed its end.
    Closed,
    /// We were told to end by a signal.
    Signal,
}

/// How often the grades are told while something happens.
const TICK: Duration = Duration::from_millis(50);

/// Plays until the interface has enough, or `ended` is set, and says how it did. `told` hears the
/// grades whenever they may have changed: a killed program cannot tell them at the end.
pub fn pose(
    protocol: Protocol,
    act: Act,
    ended: &AtomicBool,
    told: &mut dyn FnMut(&Report, Stage),
) -> io::Result<Report> {
    let began = Instant::now();
    let lines = listen();
    let mut monitor: Box<dyn Monitor> = match protocol {
        Protocol::Uci => Box::new(monitor::uci::Uci::default()),
        Protocol::Ucci => Box::new(monitor::ucci::Ucci::default()),
        Protocol::Cecp => Box::new(monitor::cecp::Cecp::default()),
    };
    let mut player: Box<dyn Player> = match protocol {
        Protocol::Uci => Box::new(uci::Uci::new(act)),
        Protocol::Ucci => Box::new(ucci::Ucci::new(act)),
        Protocol::Cecp => Box::new(cecp::Cecp::new(act)),
    };
    let mut end = End::Open;
    let (mut changed, mut last_told) = (true, None);
    while end == End::Open {
        let due = player.wakes_at().map_or(TICK, |at| at.saturating_sub(began.elapsed()));
        let said = match lines.recv_timeout(due.min(TICK)) {
            Ok(line) => {
                changed = true;
                let line = bytes::decode(&line).into_owned();
                monitor.heard_interface(began.elapsed(), &line);
                player.hear(&line, began.elapsed())
            }
            Err(RecvTimeoutError::Timeout) => {
                let now = began.elapsed();
                match player.wakes_at().is_some_and(|at| at <= now) {
                    true => player.wake(now),
                    false => Vec::new(),
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                end = End::Closed;
                break;
            }
        };
        // Told before anything is said: what we say may be the last that the interface wants of us.
        let now = began.elapsed();
        let is_due = last_told.is_none_or(|last| now.saturating_sub(last) >= TICK);
        if changed && (is_due || !said.is_empty()) {
            told(&report(protocol, &*monitor, &*player, End::Open, now), Stage::Open);
            (changed, last_told) = (false, Some(began.elapsed()));
        }
        changed |= !said.is_empty();
        if say(&said, &mut *monitor, began).is_err() {
            // An interface that has stopped listening has not said so.
            end = End::Closed;
        } else if player.is_over() {
            end = End::Said;
        } else if ended.load(Ordering::Relaxed) {
            end = End::Signal;
        }
    }
    let report = report(protocol, &*monitor, &*player, end, began.elapsed());
    told(&report, Stage::Over);
    Ok(report)
}

/// The lines of standard input, to its end.
fn listen() -> mpsc::Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        let mut splitter = LineSplitter::new();
        let mut buffer = vec![0; 1 << 16];
        let mut input = io::stdin().lock();
        while let Ok(length) = input.read(&mut buffer)
            && length > 0
        {
            splitter.push(&buffer[..length]);
            while let Some(line) = splitter.next_line() {
                if sender.send(line.bytes.to_vec()).is_err() {
                    return;
                }
            }
        }
    });
    lines
}

fn say(said: &[String], monitor: &mut dyn Monitor, began: Instant) -> io::Result<()> {
    if said.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    for line in said {
        monitor.heard_engine(began.elapsed(), line);
        writeln!(out, "{line}")?;
    }
    out.flush()
}

fn report(
    protocol: Protocol,
    monitor: &dyn Monitor,
    player: &dyn Player,
    end: End,
    took: Duration,
) -> Report {
    let findings = monitor.findings();
    let clauses = match protocol {
        Protocol::Uci => monitor::uci::clauses::INTERFACE,
        Protocol::Ucci => monitor::ucci::clauses::INTERFACE,
        Protocol::Cecp => monitor::cecp::clauses::INTERFACE,
    };
    let mut judged: Vec<Judged> = clauses
        .iter()
        .map(|clause| {
            let chances = findings.judged.get(clause.id).copied().unwrap_or(0);
            Judged::of_clause(clause, &findings.breaches, chances)
        })
        .collect();
    let quit = match end {
        End::Open => None,
        End::Said => Some(Ok(())),
        End::Closed => Some(Err("the end of input came without quit".to_owned())),
        End::Signal => Some(Err("a signal came without quit".to_owned())),
    };
    let seen = player.seen().into_iter().chain([(&QUITS, quit)]);
    for (clause, outcome) in seen {
        let mut one = Judged::of_clause(clause, &[], u64::from(outcome.is_some()));
        if let Some(Err(why)) = outcome {
            one.verdict = match clause.level {
                Level::Must => Verdict::Fail,
                Level::Should => Verdict::Warn,
            };
            one.why = why;
        }
        judged.push(one);
    }
    let engine = "the interface".to_owned();
    let (readiness, speaks, interrupted) = (Vec::new(), None, None);
    Report { engine, protocol, judged, readiness, speaks, took, starts: 1, interrupted }
}

/// A legal move, another one for each ply, so that games end at some time.
fn any_move(moves: &[String], ply: usize) -> Option<&String> {
    moves.get((ply * 7 + 3) % moves.len().max(1))
}

/// Lines of a flood.
const FLOOD: usize = 20_000;
/// How long a slow engine takes to greet.
const SLOW: Duration = Duration::from_secs(3);
