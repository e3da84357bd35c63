//! Watches a conversation, both directions of it, and notes who breaks which clause.
//!
//! A monitor is a machine without input, output or clock: it is told each line with its time. The
//! same monitors watch the conversations of a check as they happen and judge recorded ones.

pub(crate) mod cecp;
pub(crate) mod game;
pub(crate) mod ucci;
pub(crate) mod uci;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// Who has to keep a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// The program that searches.
    Engine,
    /// The program that asks.
    Interface,
}

impl std::fmt::Display for Party {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Party::Engine => "engine",
            Party::Interface => "interface",
        })
    }
}

/// How much weight the document gives to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// The document demands it: an engine that does otherwise fails.
    Must,
    /// The document recommends it, leaves it open, or only practice knows it: a warning.
    Should,
}

/// Something that a protocol demands and that can be seen by watching.
#[derive(Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its name.
    pub id: &'static str,
    /// What it demands, as a sentence.
    pub title: &'static str,
    /// The requirements, separated by blanks.
    pub requirements: &'static str,
    /// How much weight it has.
    pub level: Level,
    /// Whose it is.
    pub side: Party,
    /// It is about time: without clock readings nobody can say.
    pub timed: bool,
}

/// A clause of the engine that must be kept.
pub(crate) const fn engine(
    id: &'static str,
    title: &'static str,
    requirements: &'static str,
) -> Clause {
    Clause { id, title, requirements, level: Level::Must, side: Party::Engine, timed: false }
}

/// A clause of the interface that must be kept.
pub(crate) const fn interface(
    id: &'static str,
    title: &'static str,
    requirements: &'static str,
) -> Clause {
    Clause { id, title, requirements, level: Level::Must, side: Party::Interface, timed: false }
}

impl Clause {
    /// The same clause as a recommendation.
    pub(crate) const fn advised(mut self) -> Clause {
        self.level = Level::Should;
        self
    }

    /// The same clause, which is about time.
    pub(crate) const fn timed(mut self) -> Clause {
        self.timed = true;
        self
    }
}

/// A broken clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Which.
    pub clause: &'static Clause,
    /// When, since the start of the engine.
    pub at: Duration,
    /// The number of the line in the conversation, from 1.
    pub line: usize,
    /// The line that breaks it; empty where one is missing.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
    /// What the interface had said last.
    pub after: Vec<String>,
}

/// What a monitor has seen.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// How often each clause could have been broken.
    pub(crate) judged: BTreeMap<&'static str, u64>,
    pub(crate) breaches: Vec<Breach>,
    /// How often each clause was broken, those included that are not kept.
    pub(crate) broken: BTreeMap<&'static str, u64>,
    /// The record has no times.
    pub(crate) untimed: bool,
    /// The line under judgement.
    at: Duration,
    line: usize,
    text: String,
    /// The last words of the interface.
    asked: VecDeque<String>,
    /// The engine was told nonsense: what it says about that is not judged.
    pub(crate) closed: bool,
}

/// More breaches of one clause are counted, not kept.
const KEPT: usize = 20;
/// Characters of a line quoted in a breach.
const QUOTED: usize = 400;
/// Last lines of the interface shown beside a breach.
const ASKED: usize = 3;

impl Findings {
    /// The next line.
    pub(crate) fn turn(&mut self, at: Duration, text: &str) {
        self.at = at;
        self.line += 1;
        self.text.clear();
        self.text.push_str(text);
    }

    /// The next line, which is the interface's.
    pub(crate) fn hear_interface(&mut self, at: Duration, text: &str) {
        self.turn(at, text);
        if self.asked.len() == ASKED {
            self.asked.pop_front();
        }
        self.asked.push_back(text.chars().take(300).collect());
    }

    /// Notes that a clause was kept, or was not.
    pub(crate) fn judge(
        &mut self,
        clause: &'static Clause,
        kept: bool,
        why: impl FnOnce() -> String,
    ) {
        if self.closed || clause.timed && self.untimed {
            return;
        }
        *self.judged.entry(clause.id).or_default() += 1;
        if kept {
            return;
        }
        *self.broken.entry(clause.id).or_default() += 1;
        if self.breaches.iter().filter(|breach| breach.clause == clause).count() >= KEPT {
            return;
        }
        // A line may be as long as an engine likes.
        let text = self.text.chars().take(QUOTED).collect();
        let after = self.asked.iter().cloned().collect();
        let (at, line) = (self.at, self.line);
        let why = why().chars().take(QUOTED).collect();
        self.breaches.push(Breach { clause, at, line, text, why, after });
    }

    /// Notes a clause that something missing breaks.
    pub(crate) fn miss(&mut self, clause: &'static Clause, why: String) {
        let text = std::mem::take(&mut self.text);
        self.judge(clause, false, || why);
        self.text = text;
    }
}

/// What an engine that does not answer is given beyond its limit before that is called a fault.
const OVERDUE: Duration = Duration::from_secs(5);

/// What an engine has not said yet and has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    /// What.
    pub what: &'static str,
    /// The line that asks for it, counting from 1.
    pub line: usize,
}

/// A monitor of one protocol.
pub(crate) trait Monitor {
    /// The interface says this.
    fn heard_interface(&mut self, at: Duration, line: &str);
    /// The engine says this.
    fn heard_engine(&mut self, at: Duration, line: &str);
    /// The engine's process has ended, or was started anew.
    fn ended(&mut self, at: Duration);
    /// The record begins amid the conversation: what was said before is not known.
    fn begin_amid(&mut self);
    /// What the engine owes at this moment.
    fn owed(&self) -> Option<Owed>;
    /// What was seen.
    fn findings(&self) -> &Findings;
    /// What was seen, for further notes.
    fn findings_mut(&mut self) -> &mut Findings;
    /// From now on to the end of this process nothing is judged.
    fn close(&mut self) {
        self.findings_mut().closed = true;
    }
}
