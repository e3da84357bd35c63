//! What a search says, as `info` lines.
//!
//! Depth, score and main line come on one line, time and nodes on another, as the document has
//! them: old interfaces look for exactly that.

use super::say;
use crate::{FrontOutput, Info, Now, ScoreValue};
use ferz_wire::MoveText;
use ferz_wire::ucci::{FromEngine, Info as Line};
use std::time::Duration;

/// Root moves and numbers alone are shown only after this long.
const QUIET: Duration = Duration::from_secs(1);
/// And then not more often than this, each.
const PACE: Duration = Duration::from_millis(500);

/// A mate counts from here down, in plies.
const MATE: i32 = 10_000;
/// No other score comes as near to a mate.
const LIMIT: i32 = 9_799;
/// What engines call a mate where only centipawns are spoken.
const MATE_IN_CENTIPAWNS: i32 = 30_000;

/// Keeps what was said during one search.
pub(super) struct Reporter {
    minor_piece: i32,
    began: Now,
    /// When a root move, and when numbers were printed last.
    root_move_at: Option<Now>,
    numbers_at: Option<Now>,
    /// The last main line.
    last: Option<Line>,
    /// Time and nodes, and whether they were printed.
    numbers: Line,
    fresh: bool,
}

/// How many plies a mate takes: the mating side moves first and last.
pub(super) fn plies(moves: i32) -> u32 {
    let plies = moves.unsigned_abs().saturating_mul(2);
    if moves > 0 { plies - 1 } else { plies }
}

impl Reporter {
    pub(super) fn new(minor_piece: i32) -> Reporter {
        Reporter {
            minor_piece: minor_piece.max(1),
            began: Now::ZERO,
            root_move_at: None,
            numbers_at: None,
            last: None,
            numbers: Line::default(),
            fresh: true,
        }
    }

    /// A search begins.
    pub(super) fn begin(&mut self, now: Now) {
        *self = Reporter { began: now, ..Reporter::new(self.minor_piece) };
    }

    /// The first move of the main line so far.
    pub(super) fn best(&self) -> Option<MoveText> {
        self.last.as_ref()?.pv.first().cloned()
    }

    /// Centipawns in UCCI's unit, a minor piece being 100.
    pub(super) fn scale(&self, centipawns: i32) -> i32 {
        if centipawns.abs() >= MATE_IN_CENTIPAWNS {
            return centipawns.signum() * (MATE - 1);
        }
        let scaled = i64::from(centipawns) * 100 / i64::from(self.minor_piece);
        scaled.clamp(i64::from(-LIMIT), i64::from(LIMIT)) as i32
    }

    /// Any score as UCCI writes it.
    pub(super) fn score(&self, value: ScoreValue) -> i32 {
        let far = |moves| i32::try_from(plies(moves)).unwrap_or(i32::MAX).min(MATE - LIMIT - 1);
        match value {
            ScoreValue::Cp(cp) => self.scale(cp),
            ScoreValue::Mate(moves) if moves > 0 => MATE - far(moves),
            ScoreValue::Mate(moves) => far(moves) - MATE,
        }
    }

    /// News from the search.
    pub(super) fn info(&mut self, now: Now, info: &Info, debug: bool, out: &mut Vec<FrontOutput>) {
        // There is one main line only.
        if info.rank.is_some_and(|rank| rank > 1) {
            return;
        }
        self.count(info);
        if info.score.is_some() && !info.pv.is_empty() {
            let line = self.line(info);
            // The engine may close its search with the line that it ended with.
            if self.last.as_ref() != Some(&line) {
                say(out, FromEngine::Info(Box::new(line.clone())));
                self.last = Some(line);
            }
            if debug {
                self.print_numbers(out);
            }
        }
        let early = now.saturating_sub(self.began) < QUIET;
        let due = |last: Option<Now>| {
            debug || !early && last.is_none_or(|last| now.saturating_sub(last) >= PACE)
        };
        if let Some((mv, number, _)) = &info.current
            && due(self.root_move_at)
        {
            self.root_move_at = Some(now);
            let (currmove, currmovenumber) = (Some(mv.clone()), *number);
            let line = Line { currmove, currmovenumber, ..Line::default() };
            say(out, FromEngine::Info(Box::new(line)));
        }
        if !self.fresh && due(self.numbers_at) {
            self.numbers_at = Some(now);
            self.print_numbers(out);
        }
    }

    /// As [`info`](Self::info), for later.
    pub(super) fn keep(&mut self, info: &Info) {
        if info.score.is_some() {
            self.last = Some(self.line(info));
        }
    }

    fn line(&self, info: &Info) -> Line {
        let score = info.score.map(|score| ScoreValue::Cp(self.score(score.value)));
        let depth = info.depth.or(Some(0));
        Line { depth, score, pv: info.pv.clone(), ..Line::default() }
    }

    fn count(&mut self, info: &Info) {
        if info.time.is_some() && info.nodes.is_some() {
            let numbers = Line { time: info.time, nodes: info.nodes, ..Line::default() };
            self.fresh &= numbers == self.numbers;
            self.numbers = numbers;
        }
    }

    fn print_numbers(&mut self, out: &mut Vec<FrontOutput>) {
        if !std::mem::replace(&mut self.fresh, true) {
            say(out, FromEngine::Info(Box::new(self.numbers.clone())));
        }
    }

    /// The side to move has no move: it has lost.
    pub(super) fn lost(&mut self, out: &mut Vec<FrontOutput>) {
        let line = self.static_line(-MATE);
        // A search for the static score alone says it in its own time.
        say(out, FromEngine::Info(Box::new(line)));
        self.last = None;
    }

    fn static_line(&self, score: i32) -> Line {
        Line { depth: Some(0), score: Some(ScoreValue::Cp(score)), ..Line::default() }
    }

    /// The one line of a search for the static score.
    pub(super) fn static_score(&mut self, out: &mut Vec<FrontOutput>) {
        if let Some(ScoreValue::Cp(score)) = self.last.take().and_then(|line| line.score) {
            say(out, FromEngine::Info(Box::new(self.static_line(score))));
        }
    }

    /// The end of a search, directly before its `bestmove`: a line that begins with that move was
    /// printed, and the last numbers are.
    pub(super) fn finish(
        &mut self,
        best: &MoveText,
        ponder: Option<&MoveText>,
        out: &mut Vec<FrontOutput>,
    ) {
        if self.best().as_ref() != Some(best) {
            let pv = [Some(best), ponder].into_iter().flatten().cloned().collect();
            // A move from a book, or the only one: no depth, and nothing known of its worth.
            let (depth, score) = match &self.last {
                Some(last) => (last.depth, last.score),
                None => (Some(0), Some(ScoreValue::Cp(0))),
            };
            say(out, FromEngine::Info(Box::new(Line { depth, score, pv, ..Line::default() })));
        }
        self.print_numbers(out);
    }
}
