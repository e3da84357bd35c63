//! What a search says, as `info` lines: which to print, and the last one before `bestmove`.

use super::{options::Display, say};
use crate::{FrontOutput, Info, Now};
use ferz_wire::MoveText;
use ferz_wire::uci::{Bound, FromEngine, Info as Line, Score, ScoreValue};
use std::time::Duration;

/// Root moves and the like are shown only after this long: the document's own wish.
const QUIET: Duration = Duration::from_secs(1);
/// And then not more often than this, so that a fast search does not flood the interface.
const PACE: Duration = Duration::from_millis(200);

/// Keeps what was said during one search.
#[derive(Default)]
pub(super) struct Reporter {
    wdl: bool,
    current_line: bool,
    refutations: bool,
    began: Now,
    /// When a line other than a principal variation was last printed.
    paced: Option<Now>,
    /// The principal variations of the last depth, best first.
    group: Vec<Line>,
    /// Numbers that came after them.
    newer: Option<Line>,
    /// The last line printed is the last of `group`.
    fresh: bool,
    /// What the engine says of a root without moves: kept for directly before `bestmove`.
    rootless: Option<Line>,
}

impl Reporter {
    pub(super) fn set(&mut self, display: Display) {
        match display {
            Display::Wdl(on) => self.wdl = on,
            Display::CurrentLine(on) => self.current_line = on,
            Display::Refutations(on) => self.refutations = on,
        }
    }

    /// A search begins.
    pub(super) fn begin(&mut self, now: Now) {
        self.began = now;
        self.paced = None;
        self.group.clear();
        self.newer = None;
        self.fresh = false;
        self.rootless = None;
    }

    /// The first move of the best line so far.
    pub(super) fn best(&self) -> Option<MoveText> {
        self.group.first()?.pv.first().cloned()
    }

    /// Another line was printed: the last one of the search has to come again.
    pub(super) fn interrupted(&mut self) {
        self.fresh = false;
    }

    /// News from the search.
    pub(super) fn info(&mut self, now: Now, info: Info, out: &mut Vec<FrontOutput>) {
        let line = self.line(info);
        if !line.pv.is_empty() || line.score.is_some() && line.depth != Some(0) {
            if line.multipv.unwrap_or(1) <= 1 {
                self.group.clear();
            }
            self.group.push(line.clone());
            self.newer = None;
            self.fresh = true;
            return say(out, FromEngine::Info(Box::new(line)));
        }
        if line.score.is_some() {
            self.rootless = Some(line);
            return;
        }
        if line.nodes.is_some() {
            self.newer = Some(line.clone());
        }
        let currline = line.currline.is_some();
        let shown = match () {
            () if currline => self.current_line,
            () if line.refutation.is_some() => self.refutations,
            () => line.nodes.is_some() || line.currmove.is_some(),
        };
        let early = now.saturating_sub(self.began) < QUIET;
        // The lines of all threads belong together: only the first of them sets the pace.
        let first = line.currline.as_ref().is_none_or(|(cpu, _)| cpu.unwrap_or(1) == 1);
        let flood = first && self.paced.is_some_and(|last| now.saturating_sub(last) < PACE);
        if shown && !early && !flood {
            if first {
                self.paced = Some(now);
            }
            self.fresh = false;
            say(out, FromEngine::Info(Box::new(line)));
        }
    }

    fn line(&self, info: Info) -> Line {
        let (currmove, currmovenumber) = match info.current {
            Some((mv, number, _)) => (Some(mv), number),
            None => (None, None),
        };
        Line {
            depth: info.depth,
            seldepth: info.seldepth.filter(|_| info.depth.is_some()),
            time: info.time,
            nodes: info.nodes,
            pv: info.pv,
            multipv: info.rank,
            score: info.score,
            currmove,
            currmovenumber,
            hashfull: info.hashfull,
            nps: info.nps,
            tbhits: info.tbhits,
            cpuload: info.cpuload,
            refutation: info.refutation,
            currline: info.current_line,
            wdl: info.wdl.filter(|_| self.wdl),
            ..Line::default()
        }
    }

    /// The root has no legal move: it is mate, or stalemate.
    pub(super) fn no_moves(&mut self, mated: bool, out: &mut Vec<FrontOutput>) {
        let value = if mated { ScoreValue::Mate(0) } else { ScoreValue::Cp(0) };
        let score = Some(Score { value, bound: Bound::Exact });
        let own = || Line { depth: Some(0), score, ..Line::default() };
        let line = self.rootless.take().unwrap_or_else(own);
        say(out, FromEngine::Info(Box::new(line)));
    }

    /// The statistics at the end of a search, directly before its `bestmove`.
    pub(super) fn finish(
        &mut self,
        best: Option<&MoveText>,
        ponder: Option<&MoveText>,
        out: &mut Vec<FrontOutput>,
    ) {
        if self.group.is_empty() {
            // No search: a book move, or a move that was the only one.
            if let Some(best) = best {
                let pv = [Some(best), ponder].into_iter().flatten().cloned().collect();
                let time = Some(Duration::ZERO);
                let line = Line { depth: Some(0), time, nodes: Some(0), pv, ..Line::default() };
                say(out, FromEngine::Info(Box::new(line)));
            }
            return;
        }
        let newer = self.newer.take();
        let final_numbers = newer.filter(|newer| newer.nodes != self.group[0].nodes);
        if self.fresh && final_numbers.is_none() {
            return;
        }
        for line in &mut self.group {
            if let Some(numbers) = &final_numbers {
                line.time = numbers.time.or(line.time);
                line.nodes = numbers.nodes.or(line.nodes);
                line.nps = numbers.nps.or(line.nps);
                line.hashfull = numbers.hashfull.or(line.hashfull);
                line.tbhits = numbers.tbhits.or(line.tbhits);
            }
            say(out, FromEngine::Info(Box::new(line.clone())));
        }
    }
}
