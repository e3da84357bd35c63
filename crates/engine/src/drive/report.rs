//! From what the search finds to the reports that leave the engine.

use crate::api::{Bound, Line, Report, Score, Sink, Stats};
use crate::drive::control::Control;
use crate::games::{self, Plays};
use crate::search::root::{Found, RootMove, Voice};
use crate::search::score::{self, Value};
use crate::table::Table;
use ferz_rules::{Notation, Played, Position};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A sink that several owners use in turn.
#[derive(Clone)]
pub(crate) struct Outlet(Arc<Mutex<Sink>>);

impl Outlet {
    pub(crate) fn new(sink: Sink) -> Self {
        Outlet(Arc::new(Mutex::new(sink)))
    }

    pub(crate) fn say(&self, report: Report) {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner))(report);
    }
}

/// `currmove`, `currline`, `refutation` and bounds are for searches that last this long (U-332).
const PATIENCE: Duration = Duration::from_secs(1);

/// Turns findings into reports.
#[derive(Clone)]
pub(crate) struct Reporter<G: Plays> {
    pub(crate) outlet: Outlet,
    pub(crate) game: Played<G::Position>,
    pub(crate) notation: Notation,
    pub(crate) control: Arc<Control>,
    pub(crate) table: Arc<Table>,
    pub(crate) show_wdl: bool,
    pub(crate) show_current_line: bool,
    pub(crate) show_refutations: bool,
    /// How many lines were asked for; a search may look at more.
    pub(crate) shown_ranks: usize,
    /// The result of the root by endgame tables.
    pub(crate) table_value: Option<Value>,
    /// A value that the user assigned to the root.
    pub(crate) root_value: Option<Value>,
    /// When numbers were last given.
    pub(crate) last_beat: Duration,
}

type Move<G> = <<G as Plays>::Position as Position>::Move;

impl<G: Plays> Reporter<G> {
    /// The numbers as they stand.
    pub(crate) fn stats(&self) -> Stats {
        Stats {
            time: self.control.elapsed(),
            nodes: self.control.nodes(),
            hashfull: self.table.hashfull(),
            tbhits: self.control.tbhits(),
        }
    }

    /// Moves as text.
    pub(crate) fn write(&self, line: &[Move<G>]) -> Vec<String> {
        games::written(&self.game, line, self.notation)
    }

    /// One move of the root as text.
    pub(crate) fn write_one(&self, mv: Move<G>) -> String {
        self.write(&[mv]).pop().unwrap_or_default()
    }

    /// The score to show for a value.
    pub(crate) fn score(&self, value: Value, rank: usize) -> Score {
        let known = self.table_value.filter(|_| !score::is_mate(value));
        score::to_score(self.root_value.filter(|_| rank == 1).or(known).unwrap_or(value))
    }

    /// Reports a line.
    pub(crate) fn found(&self, found: &Found<'_, G::Position>) {
        if found.rank > self.shown_ranks {
            return;
        }
        let wdl = self.show_wdl.then(|| G::CHANCES.of(found.value));
        self.outlet.say(Report::Line(Line {
            depth: found.depth.max(0) as u32,
            seldepth: found.seldepth as u32,
            rank: found.rank as u32,
            ranks: found.ranks.min(self.shown_ranks) as u32,
            score: self.score(found.value, found.rank),
            bound: found.bound,
            wdl,
            stats: self.stats(),
            pv: self.write(found.line),
        }));
    }

    /// What the hash table would play in the position after `mv`.
    pub(crate) fn reply(&self, mv: Move<G>) -> Option<Move<G>> {
        let mut position = *self.game.board();
        if !position.is_legal(mv) {
            return None;
        }
        position.play(mv);
        let entry = self.table.probe(position.key())?;
        G::Position::unpack(entry.mv).filter(|&reply| position.is_legal(reply))
    }
}

impl<G: Plays> Voice<G::Position> for Reporter<G> {
    fn line(&mut self, found: Found<'_, G::Position>) {
        if found.bound == Bound::Exact || self.control.elapsed() >= PATIENCE {
            self.found(&found);
        }
    }

    fn current(&mut self, mv: Move<G>, number: usize, of: usize, depth: i32) {
        if self.control.elapsed() >= PATIENCE {
            self.outlet.say(Report::Current {
                mv: self.write_one(mv),
                number: number as u32,
                of: of as u32,
                depth: depth.max(0) as u32,
            });
        }
    }

    fn heartbeat(&mut self, line: &mut dyn FnMut() -> Vec<Move<G>>) {
        let now = self.control.elapsed();
        if now < self.last_beat + PATIENCE {
            return;
        }
        self.last_beat = now;
        self.outlet.say(Report::Stats(self.stats()));
        if self.show_current_line {
            let moves = self.write(&line());
            if !moves.is_empty() {
                self.outlet.say(Report::CurrentLine { thread: 1, moves });
            }
        }
    }

    fn depth_done(&mut self, roots: &[RootMove<G::Position>]) {
        if !self.show_refutations || self.control.elapsed() < PATIENCE {
            return;
        }
        for root in roots.iter().skip(1) {
            let line: Vec<_> = std::iter::once(root.mv).chain(self.reply(root.mv)).collect();
            self.outlet.say(Report::Refutation(self.write(&line)));
        }
    }
}
