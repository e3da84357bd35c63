//! Several lines of one depth, from an engine with the option `MultiPV`.
//!
//! CECP's lines have no numbers, and engines print them in the order in which they were found. So the
//! lines of a depth are collected, and told together, the best one first.

use super::{Event, Info, tell};
use crate::{Output, ScoreValue};

/// The lines of the depth that is being searched.
#[derive(Debug)]
pub(super) struct Lines {
    /// How many there are to be.
    width: usize,
    lines: Vec<Info>,
    /// These lines were told already.
    told: bool,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines::of(1)
    }
}

impl Lines {
    /// For a search that shows `width` lines.
    pub(super) fn of(width: usize) -> Lines {
        Lines { width, lines: Vec::new(), told: true }
    }

    /// News of the search: told at once, or with the others of its depth.
    pub(super) fn add(&mut self, mut info: Info, out: &mut Vec<Output>) {
        if self.width < 2 {
            return tell(out, Event::Info(Box::new(info)));
        }
        let Some(first) = info.pv.first() else {
            // A score without a line says nothing about any of them.
            info.score = None;
            return tell(out, Event::Info(Box::new(info)));
        };
        if self.lines.first().is_some_and(|line| line.depth != info.depth) {
            self.flush(out);
            self.lines.clear();
        }
        match self.lines.iter_mut().find(|line| line.pv.first() == Some(first)) {
            Some(line) => *line = info,
            None => self.lines.push(info),
        }
        self.told = false;
        if self.lines.len() >= self.width {
            self.flush(out);
        }
    }

    /// Tells what there is, numbered.
    pub(super) fn flush(&mut self, out: &mut Vec<Output>) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        self.lines.sort_by_key(|line| std::cmp::Reverse(worth(line)));
        self.lines.truncate(self.width);
        for (rank, line) in (1..).zip(&self.lines) {
            tell(out, Event::Info(Box::new(Info { rank: Some(rank), ..line.clone() })));
        }
    }
}

/// A score as one number, mates far outside the others.
fn worth(info: &Info) -> i64 {
    match info.score.map(|score| score.value) {
        Some(ScoreValue::Cp(cp)) => cp.into(),
        Some(ScoreValue::Mate(moves)) if moves > 0 => (1 << 40) - i64::from(moves),
        Some(ScoreValue::Mate(moves)) => -(1 << 40) - i64::from(moves),
        None => i64::MIN,
    }
}
