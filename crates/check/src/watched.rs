//! A talk that a monitor listens to.

use crate::expectation::Finding;
use crate::monitor::Monitor;
use crate::talk::{Happened, Said, Talk};
use ferz_wire::LineSplitter;
use std::time::Instant;

/// A talk, and the monitor that hears both sides of it.
pub(crate) struct Watched<M> {
    pub(crate) talk: Talk,
    pub(crate) monitor: M,
    /// When the last words were said.
    pub(crate) began: Instant,
    /// Nothing was said to this process but its greeting.
    pub(crate) untouched: bool,
    /// What was typed byte by byte.
    typed: LineSplitter,
}

impl<M: Monitor + Default> Watched<M> {
    pub(crate) fn new(talk: Talk) -> Watched<M> {
        Watched {
            talk,
            monitor: M::default(),
            began: Instant::now(),
            untouched: false,
            typed: LineSplitter::new(),
        }
    }

    /// A new process that was told nothing yet.
    pub(crate) fn restart(&mut self) -> Result<(), Finding> {
        self.monitor.ended(self.talk.now());
        self.untouched = false;
        self.typed = LineSplitter::new();
        self.talk.start().map_err(|fault| Finding::Gone(fault.to_string()))
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.begin();
        self.monitor.heard_interface(self.talk.now(), line);
        self.talk.say(line);
    }

    /// Several lines in one piece.
    pub(crate) fn say_all(&mut self, lines: &[&str]) {
        self.begin();
        for line in lines {
            self.monitor.heard_interface(self.talk.now(), line);
        }
        self.talk.say_all(lines);
    }

    /// Bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], name: &str) {
        self.begin();
        self.typed.push(bytes);
        while let Some(line) = self.typed.next_line() {
            self.monitor.heard_interface(self.talk.now(), &line.text());
        }
        self.talk.send_bytes(bytes, name);
    }

    fn begin(&mut self) {
        self.began = Instant::now();
        self.untouched = false;
    }

    /// The next line; `None` when none has come until then. The end of the engine is an error.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<Option<Said>, Finding> {
        match self.talk.hear(until) {
            Some(Happened::Line(said)) => {
                self.monitor.heard_engine(said.at, &said.text);
                Ok(Some(said))
            }
            Some(Happened::Closed | Happened::Ended(_)) => {
                self.talk.spoiled = true;
                Err(self.talk.gone().unwrap_or(Finding::Gone("the engine is gone".to_owned())))
            }
            None => match self.talk.gone() {
                Some(gone) => Err(gone),
                None => Ok(None),
            },
        }
    }
}
