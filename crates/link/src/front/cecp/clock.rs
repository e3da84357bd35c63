//! The clocks of both colours and the time controls of `level`, `st`, `sd` and `nps`.
//!
//! The interface has the true clocks and tells them by `time` and `otim`. Where it does not, these
//! are kept from the moves themselves (C-304).

use crate::{Clock, Now, Side};
use std::time::Duration;

/// How moves are timed. The later of `level` and `st` is in force (C-277).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Control {
    /// `level MPS BASE INC`
    Level {
        /// Moves per period; `None` for the whole game.
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
    },
    /// `st TIME`
    PerMove(Duration),
}

/// What a host that says nothing may expect: five minutes for forty moves, as xboard's default.
pub(super) const DEFAULT_CONTROL: Control =
    Control::Level { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// ICS rule: with base 0 the clocks start at ten seconds (C-268, C-269).
const BASE_OF_ZERO: Duration = Duration::from_secs(10);

/// Both clocks.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    pub(super) control: Control,
    left: [Duration; 2],
    /// The clock that runs, and since when.
    running: Option<(Side, Now)>,
    /// Where the record stood when the control came: number of plies and side to move.
    since: (usize, Side),
    /// `time` and `otim` as they came since the last move or change of mode, and what both clocks
    /// showed before.
    fresh: [Option<Duration>; 2],
    before: [Duration; 2],
}

fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

impl Clocks {
    pub(super) fn new() -> Clocks {
        let mut clocks = Clocks {
            control: DEFAULT_CONTROL,
            left: [Duration::ZERO; 2],
            running: None,
            since: (0, Side::First),
            fresh: [None; 2],
            before: [Duration::ZERO; 2],
        };
        clocks.restart(0, Side::First);
        clocks
    }

    /// A new game under the same control, with full clocks (C-188).
    pub(super) fn restart(&mut self, ply: usize, side: Side) {
        self.running = None;
        self.since = (ply, side);
        self.fresh = [None; 2];
        self.left = [self.base(); 2];
    }

    /// Another position of the same game: the clocks keep their readings.
    pub(super) fn rebase(&mut self, side: Side) {
        self.running = None;
        self.since = (0, side);
    }

    fn base(&self) -> Duration {
        match self.control {
            Control::Level { base, .. } if base.is_zero() => BASE_OF_ZERO,
            Control::Level { base, .. } => base,
            Control::PerMove(time) => time,
        }
    }

    /// A `level` or `st` has come. During a game it speaks of the time left on the own clock and
    /// the moves still to do (C-266); at its start both clocks begin with it.
    pub(super) fn set_control(
        &mut self,
        now: Now,
        control: Control,
        own: Side,
        ply: usize,
        side: Side,
    ) {
        self.control = control;
        self.since = (ply, side);
        let base = self.base();
        if ply == 0 {
            self.settle();
            self.set(now, own, base);
            self.set(now, !own, base);
        } else {
            self.reading(now, own, Whose::Own, base);
        }
    }

    /// Sets a clock; if it runs, it runs on from here.
    pub(super) fn set(&mut self, now: Now, side: Side, left: Duration) {
        self.left[index(side)] = left;
        if let Some((running, since)) = &mut self.running
            && *running == side
        {
            *since = now;
        }
    }

    /// `time` (`own` is true) or `otim`, while the engine holds the clock of `seat`.
    pub(super) fn reading(&mut self, now: Now, seat: Side, whose: Whose, left: Duration) {
        let side = match whose {
            Whose::Own => seat,
            Whose::Opponent => !seat,
        };
        if self.fresh == [None; 2] {
            self.before = self.left;
        }
        self.fresh[whose as usize] = Some(left);
        self.set(now, side, left);
    }

    /// The engine takes a colour. Readings that came directly before it were meant for that
    /// colour: xboard sends `time`, `otim`, `go` in that sense, also when the engine changes sides.
    pub(super) fn take_side(&mut self, now: Now, seat: Side) {
        let [own, opponent] = std::mem::take(&mut self.fresh);
        if own.is_some() || opponent.is_some() {
            self.left = self.before;
        }
        if let Some(left) = own {
            self.set(now, seat, left);
        }
        if let Some(left) = opponent {
            self.set(now, !seat, left);
        }
    }

    /// Readings so far belong to the colours they were given for.
    pub(super) fn settle(&mut self) {
        self.fresh = [None; 2];
    }

    /// Stops both clocks.
    pub(super) fn stop(&mut self, now: Now) {
        if let Some((side, since)) = self.running.take() {
            let spent = now.saturating_sub(since);
            let left = &mut self.left[index(side)];
            *left = left.saturating_sub(spent);
        }
    }

    /// Starts the clock of a side and stops the other.
    pub(super) fn start(&mut self, now: Now, side: Side) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// The clock that runs.
    pub(super) fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// A move of `side` was made and the record has `ply` moves now: the clock gets its increment,
    /// and the base again at the end of a period (C-261, C-263).
    pub(super) fn moved(&mut self, now: Now, side: Side, ply: usize) {
        self.stop(now);
        // Directly before the opponent's move an interface tells what its clock shows after it.
        let told = self.fresh[Whose::Opponent as usize].is_some();
        self.settle();
        let Control::Level { moves, base, increment } = self.control else {
            // The time of a move is not carried over (C-271).
            return;
        };
        if told {
            return;
        }
        let left = &mut self.left[index(side)];
        *left += increment;
        if let Some(moves) = moves
            && moves > 0
            && self.made(side, ply) > 0
            && self.made(side, ply).is_multiple_of(moves)
        {
            self.left[index(side)] += base;
        }
    }

    /// Moves of a side since the control came, when the record has `ply` moves.
    fn made(&self, side: Side, ply: usize) -> u32 {
        let plies = u32::try_from(ply.saturating_sub(self.since.0)).unwrap_or(u32::MAX);
        if side == self.since.1 { plies.div_ceil(2) } else { plies / 2 }
    }

    /// A clock as a search is told it.
    pub(super) fn reading_of(&self, now: Now, side: Side, ply: usize) -> Clock {
        let mut remaining = self.left[index(side)];
        if let Some((running, since)) = self.running
            && running == side
        {
            remaining = remaining.saturating_sub(now.saturating_sub(since));
        }
        let (increment, moves) = match self.control {
            Control::Level { increment, moves, .. } => (increment, moves),
            Control::PerMove(_) => (Duration::ZERO, None),
        };
        let moves_to_go =
            moves.filter(|moves| *moves > 0).map(|moves| moves - self.made(side, ply) % moves);
        Clock { remaining, increment, moves_to_go }
    }
}

/// Whose clock a reading is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// `time`
    Own,
    /// `otim`
    Opponent,
}
