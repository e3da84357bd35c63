//! The way to the engine: one search at a time.
//!
//! A search that was stopped still owes its [`BestMove`](crate::Event::BestMove). Until that has come, later
//! commands are held back, so every engine sees them while it is idle, and the answer of a search
//! that nobody wants any more is dropped here. Input never waits for any of this.

use crate::{Command, FrontOutput, Search};
use std::collections::VecDeque;

/// What a search is for, seen from the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// The engine's own move.
    Think,
    /// The opponent's time.
    Ponder,
    /// Analysis mode.
    Analyse,
    /// A short look for `hint`.
    Hint,
}

/// The search that the engine has not ended yet.
#[derive(Clone, Copy, Debug)]
enum Running {
    /// Nothing runs.
    Idle,
    /// Its answer is wanted; `hurried` when it was told to stop all the same.
    Wanted { job: Job, hurried: bool },
    /// It was told to stop and its answer will be dropped.
    Dropped,
}

/// The engine as the front sees it.
#[derive(Debug)]
pub(super) struct Port {
    running: Running,
    /// What waits for the end of a dropped search.
    held: VecDeque<Command>,
    /// The search among the held commands.
    next: Option<Job>,
    /// The engine was told to pause its search.
    paused: bool,
}

impl Port {
    pub(super) fn new() -> Port {
        Port { running: Running::Idle, held: VecDeque::new(), next: None, paused: false }
    }

    /// The search whose answer is wanted, whether the engine knows of it already or not.
    pub(super) fn job(&self) -> Option<Job> {
        match self.running {
            Running::Wanted { job, .. } => Some(job),
            Running::Idle | Running::Dropped => self.next,
        }
    }

    /// The search that news belong to.
    pub(super) fn live(&self) -> Option<Job> {
        match self.running {
            Running::Wanted { job, .. } => Some(job),
            Running::Idle | Running::Dropped => None,
        }
    }

    /// Gives a command to the engine, behind those before it.
    pub(super) fn send(&mut self, command: Command, out: &mut Vec<FrontOutput>) {
        match self.running {
            Running::Dropped => self.held.push_back(command),
            Running::Idle | Running::Wanted { .. } => out.push(FrontOutput::Command(command)),
        }
    }

    /// Starts a search; no other one is wanted at this moment.
    pub(super) fn start(&mut self, job: Job, search: Search, out: &mut Vec<FrontOutput>) {
        debug_assert!(self.job().is_none(), "a search is started while another one is wanted");
        if let Running::Dropped = self.running {
            self.next = Some(job);
        } else {
            self.running = Running::Wanted { job, hurried: false };
        }
        match self.running {
            Running::Dropped => self.held.push_back(Command::Search(search)),
            _ => out.push(FrontOutput::Command(Command::Search(search))),
        }
    }

    /// The search goes on as another job: a ponder search becomes the real one.
    pub(super) fn promote(&mut self, to: Job) {
        match &mut self.running {
            Running::Wanted { job, .. } => *job = to,
            Running::Idle | Running::Dropped => {
                if let Some(job) = &mut self.next {
                    *job = to;
                }
            }
        }
    }

    /// Ends the search early; its answer is wanted.
    pub(super) fn hurry(&mut self, out: &mut Vec<FrontOutput>) {
        match &mut self.running {
            Running::Wanted { hurried, .. } if !*hurried => {
                *hurried = true;
                out.push(FrontOutput::Command(Command::Stop));
            }
            Running::Dropped if self.next.is_some() => self.held.push_back(Command::Stop),
            Running::Idle | Running::Wanted { .. } | Running::Dropped => {}
        }
    }

    /// Ends the search; its answer is not wanted.
    pub(super) fn abandon(&mut self, out: &mut Vec<FrontOutput>) {
        match self.running {
            Running::Wanted { hurried, .. } => {
                if !hurried {
                    out.push(FrontOutput::Command(Command::Stop));
                }
                self.running = Running::Dropped;
            }
            // The engine does not even know of it yet.
            Running::Dropped if self.next.take().is_some() => {
                self.held.retain(|command| {
                    !matches!(
                        command,
                        Command::Search(_)
                            | Command::Stop
                            | Command::PonderHit { .. }
                            | Command::Pause(_)
                    )
                });
            }
            Running::Idle | Running::Dropped => {}
        }
    }

    /// Suspends the search, if there is one that is not about to end anyway.
    pub(super) fn pause(&mut self, out: &mut Vec<FrontOutput>) {
        self.paused = match self.running {
            Running::Wanted { hurried, .. } => !hurried,
            Running::Dropped => self.next.is_some() && !self.held.contains(&Command::Stop),
            Running::Idle => false,
        };
        if self.paused {
            self.send(Command::Pause(true), out);
        }
    }

    /// Lets the search go on, if it was suspended and has not ended meanwhile.
    pub(super) fn resume(&mut self, out: &mut Vec<FrontOutput>) {
        if std::mem::take(&mut self.paused) && self.job().is_some() {
            self.send(Command::Pause(false), out);
        }
    }

    /// A search has ended. The job, if its answer was wanted.
    pub(super) fn ended(&mut self, out: &mut Vec<FrontOutput>) -> Option<Job> {
        self.paused = false;
        match std::mem::replace(&mut self.running, Running::Idle) {
            Running::Wanted { job, .. } => Some(job),
            Running::Idle => None,
            Running::Dropped => {
                if let Some(job) = self.next.take() {
                    let hurried = self.held.iter().any(|held| *held == Command::Stop);
                    self.running = Running::Wanted { job, hurried };
                }
                out.extend(self.held.drain(..).map(FrontOutput::Command));
                None
            }
        }
    }
}
