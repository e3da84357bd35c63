//! What is in force at the engine: limits, thinking output, pondering.

use std::time::Duration;

/// What the engine was told since the last `new`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sent {
    pub(super) time: Option<Time>,
    pub(super) depth: Option<u32>,
    pub(super) rate: Option<u64>,
    pub(super) post: bool,
    pub(super) ponder: Option<bool>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Time {
    Level {
        /// Moves per period; 0 for the whole game.
        moves: u32,
        /// Moves until time is added.
        left: u32,
        increment: Duration,
    },
    PerMove(Duration),
}

impl Sent {
    /// A `st` or `level 1` is due again.
    pub(super) fn forget_time(&mut self) {
        self.time = None;
    }

    /// A depth limit is due again.
    pub(super) fn forget_depth(&mut self) {
        self.depth = None;
    }

    /// The engine has moved: one move less until time is added.
    pub(super) fn moved(&mut self) {
        if let Some(Time::Level { moves, left, .. }) = &mut self.time
            && *moves > 0
        {
            *left = if *left <= 1 { *moves } else { *left - 1 };
        }
    }

    /// Where in its period a clock stands is not known any more.
    pub(super) fn jumped(&mut self) {
        if matches!(self.time, Some(Time::Level { moves, .. }) if moves > 0) {
            self.time = None;
        }
    }

    pub(super) fn knows_ponder(&self) -> bool {
        self.ponder.is_some()
    }

    pub(super) fn set_ponder(&mut self, on: bool) {
        self.ponder = Some(on);
    }

    /// A count of nodes per second is in force, which only `new` ends (`C-283`).
    pub(super) fn has_rate(&self) -> bool {
        self.rate.is_some()
    }
}
