//! What an engine said before it read a command, and is heard behind it.
//!
//! A command that ends a search crosses what the search still says. The answer to a later ping ends
//! the doubt, and so does time: nobody who listens needs seconds to read a line.

use std::time::Duration;

/// How long something may be on its way.
const PATIENCE: Duration = Duration::from_secs(5);

/// What an engine was at when it was told something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doing {
    /// Nothing that it would say anything of.
    Nothing,
    /// It showed lines of play.
    Showing,
    /// It was to make a move, or could claim a result.
    Moving,
}

/// A command that something may have crossed.
#[derive(Clone, Copy, Debug)]
struct Cut {
    at: Duration,
    line: usize,
}

/// What may be on its way.
#[derive(Debug, Default)]
pub(super) struct Crossing {
    moves: u32,
    last_move: Option<Cut>,
    /// Such a move has come: it may have ended the game, and a claim may follow.
    claim: bool,
    shown: Option<Cut>,
}

impl Crossing {
    /// A command in this line ends what the engine was at.
    pub(super) fn cut(&mut self, at: Duration, line: usize, doing: Doing) {
        let cut = Some(Cut { at, line });
        if doing != Doing::Nothing {
            self.shown = cut;
        }
        if doing == Doing::Moving {
            self.moves += 1;
            self.last_move = cut;
        }
    }

    /// The engine has read all before this line.
    pub(super) fn read_up_to(&mut self, line: usize) {
        self.end(|cut| cut.line < line);
    }

    /// It is later now.
    pub(super) fn pass(&mut self, now: Duration) {
        self.end(|cut| now.saturating_sub(cut.at) > PATIENCE);
    }

    fn end(&mut self, is_over: impl Fn(&Cut) -> bool) {
        self.shown = self.shown.filter(|cut| !is_over(cut));
        self.last_move = self.last_move.filter(|cut| !is_over(cut));
        if self.last_move.is_none() {
            self.moves = 0;
            self.claim = false;
        }
    }

    /// Whether a move may be one of a search that was ended.
    pub(super) fn moves(&self) -> bool {
        self.moves > 0
    }

    /// Whether a claim may be one of a search that was ended: instead of a move, or right behind one.
    pub(super) fn claims(&self) -> bool {
        self.moves > 0 || self.claim
    }

    /// Whether a line of play may be one of a search that was ended.
    pub(super) fn shown(&self) -> bool {
        self.shown.is_some()
    }

    /// One of the moves has come.
    pub(super) fn move_has_come(&mut self) {
        self.moves = self.moves.saturating_sub(1);
        self.claim = true;
    }

    /// One of the claims has come.
    pub(super) fn claim_has_come(&mut self) {
        if !std::mem::take(&mut self.claim) {
            self.moves = self.moves.saturating_sub(1);
        }
    }
}
