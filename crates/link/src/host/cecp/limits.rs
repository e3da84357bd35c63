//! What ends a search, in CECP's units: `level`, `st`, `sd`, `nps`, `time`, `otim`.

use super::super::text::centis;
use super::super::{DepthWords, MoveTimeWords};
use super::draft::Draft;
use super::sent::Time;
use super::*;
use crate::{Clock, Limits};
use ferz_wire::cecp::Level;
use std::time::Duration;

/// A time per move that no search needs.
const ENDLESS: Duration = Duration::from_secs(36_000);
/// A depth that no search reaches; only `new` lifts a limit for good (`C-274`).
const DEEP: u32 = 100;

impl Draft<'_> {
    /// `level` or `st`, `sd`, `nps`, in this order (`C-276`), where they differ from what is in
    /// force.
    pub(super) fn limits(&mut self, limits: &Limits, nps: bool) -> Result<(), Refused> {
        if limits.perft.is_some() {
            return Err(refused("CECP cannot count moves"));
        }
        let mut rate = limits.nodes_per_second;
        if rate.is_some() && !nps {
            return Err(refused("engine has no clock that counts nodes"));
        }
        let mut per_move = match (limits.move_time, limits.max_time) {
            (Some(time), Some(most)) => Some(time.min(most)),
            (time, most) => time.or(most),
        };
        let own = limits.clock.and_then(|clocks| clocks.own.or(clocks.opponent));
        if let (Some(time), Some(clock)) = (per_move, own) {
            self.note("CECP has a clock or a time per move: the time per move taken");
            per_move = Some(time.min(clock.remaining));
        } else if let (None, None, None, Some(nodes), true) =
            (per_move, own, rate, limits.nodes, nps)
        {
            // README: a rate of one node per second, and as many seconds.
            rate = Some(1);
            per_move = Some(Duration::from_secs(nodes));
        }
        match (per_move, own) {
            (Some(time), _) => self.per_move(time),
            (None, Some(clock)) => self.level(clock),
            (None, None) => {
                let unknown = !matches!(self.sent.time, Some(Time::PerMove(ENDLESS)));
                if unknown {
                    self.note("CECP knows no search without a clock: ten hours given");
                }
                self.per_move(ENDLESS);
            }
        }
        self.depth(if limits.static_only { Some(1) } else { limits.depth });
        if rate != self.sent.rate
            && let Some(rate) = rate
        {
            self.say(ToEngine::Nps(i64::try_from(rate).unwrap_or(i64::MAX)));
            self.sent.rate = Some(rate);
        }
        Ok(())
    }

    fn per_move(&mut self, time: Duration) {
        if self.sent.time == Some(Time::PerMove(time)) {
            return;
        }
        // Whole seconds in the document, rounded up: who asked knows when to hurry it (C-271).
        let seconds = match self.profile().fractional_st.yes() {
            true => time.as_secs_f64(),
            false => (time.as_millis().div_ceil(1000) as f64).max(1.0),
        };
        if seconds > time.as_secs_f64() {
            self.note(format!("CECP counts whole seconds: {seconds} s per move given"));
        }
        match self.profile().move_time_words.get() {
            MoveTimeWords::St => self.say(ToEngine::St(seconds)),
            // C-709
            MoveTimeWords::Level => {
                let whole = seconds as u64;
                self.lines.push(format!("level 1 {}", minutes(whole)));
            }
        }
        self.sent.time = Some(Time::PerMove(time));
    }

    /// Once, and when a period begins that the last `level` does not describe (`C-266`, `C-267`).
    fn level(&mut self, clock: Clock) {
        let to_go = clock.moves_to_go.unwrap_or(0);
        if let Some(Time::Level { moves, left, increment }) = self.sent.time
            && increment == clock.increment
            && (moves == 0 && to_go == 0 || moves > 0 && left == to_go)
        {
            return;
        }
        let base = i64::try_from(clock.remaining.as_secs()).unwrap_or(i64::MAX).max(1);
        let increment = clock.increment.as_secs_f64();
        self.say(ToEngine::Level(Level { moves: i64::from(to_go), base, increment }));
        let increment = clock.increment;
        self.sent.time = Some(Time::Level { moves: to_go, left: to_go, increment });
    }

    fn depth(&mut self, wanted: Option<u32>) {
        let wanted = match (wanted, self.sent.depth) {
            (None, None) => return,
            (None, Some(DEEP)) => return,
            (None, Some(_)) => {
                self.note("only `new` lifts a depth limit: a deep one given");
                DEEP
            }
            (Some(depth), _) => depth,
        };
        if self.sent.depth == Some(wanted) {
            return;
        }
        match self.profile().depth_words.get() {
            DepthWords::Sd => self.say(ToEngine::Sd(i64::from(wanted))),
            // C-708
            DepthWords::DepthLines => {
                self.say(ToEngine::Depth);
                self.lines.push(wanted.to_string());
            }
            DepthWords::Depth => self.lines.push(format!("depth {wanted}")),
            DepthWords::Watched => {}
        }
        self.sent.depth = Some(wanted);
    }

    /// Thinking output and pondering, explicitly in each game (`C-442`, `C-706`).
    pub(super) fn habits(&mut self, ponder: bool) {
        if !std::mem::replace(&mut self.sent.post, true) {
            self.say(ToEngine::Post);
        }
        if self.sent.ponder.replace(ponder) != Some(ponder) {
            self.say(if ponder { ToEngine::Hard } else { ToEngine::Easy });
        }
    }

    /// `time` and `otim` before the move or `go` (`C-301`).
    pub(super) fn clocks(&mut self, limits: &Limits) {
        let Some(clocks) = limits.clock.filter(|_| self.profile().time.yes()) else { return };
        if let Some(own) = clocks.own.or(clocks.opponent) {
            self.say(ToEngine::Time(centis(own.remaining)));
        }
        if let Some(opponent) = clocks.opponent {
            self.say(ToEngine::Otim(centis(opponent.remaining)));
        }
    }
}

/// `5`, `0:30`: seconds only if there are any (`C-279`).
fn minutes(seconds: u64) -> String {
    match (seconds / 60, seconds % 60) {
        (minutes, 0) => minutes.to_string(),
        (minutes, seconds) => format!("{minutes}:{seconds:02}"),
    }
}
