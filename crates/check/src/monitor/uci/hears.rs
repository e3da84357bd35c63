//! What is made of the engine's moves and of what it shows.

use super::clauses::*;
use super::{SLACK, Search, Uci};
use ferz_wire::MoveText;
use ferz_wire::uci::{Info, ScoreValue};
use std::time::Duration;

const STOP_SOON: Duration = Duration::from_secs(1);

impl Uci {
    pub(super) fn best_move(
        &mut self,
        at: Duration,
        best: Option<MoveText>,
        ponder: Option<MoveText>,
    ) {
        self.weigh_ranks(best.as_ref());
        let expected = self.search.is_some() || self.extra > 0;
        self.findings.judge(&ONE_BESTMOVE, expected, || "no go asked for it".to_owned());
        let Some(search) = self.search.take() else {
            self.extra = self.extra.saturating_sub(1);
            return;
        };
        self.findings
            .judge(&FINAL_INFO, search.last_was_info, || "no info came before it".to_owned());
        if search.pondering || search.go.infinite {
            self.findings.judge(&TOO_EARLY, search.told_to_end.is_some(), || {
                if search.pondering { "it was to ponder" } else { "it was to go on" }.to_owned()
            });
        }
        self.on_time(at, &search);
        let Some(board) = &search.board else { return };
        if best.as_ref().is_some_and(|best| self.may_castle_so(std::slice::from_ref(best))) {
            return;
        }
        let moves = board.legal_moves();
        // What an engine does with searchmoves of which none is legal is open (U-226).
        let restricted = search.go.searchmoves.iter().any(|mv| board.legal(mv.as_str()).is_ok());
        if restricted || search.go.searchmoves.is_empty() {
            self.findings.judge(&NO_MOVE, best.is_some() || moves.is_empty(), || {
                format!("there are {} legal moves", moves.len())
            });
        }
        let Some(best) = best else { return };
        let legal = board.legal(best.as_str());
        self.findings.judge(&BEST_LEGAL, legal.is_ok(), || legal.clone().unwrap_err());
        if legal.is_err() {
            return;
        }
        let spelled = board.spelled(best.as_str());
        self.findings.judge(&SPELLING, spelled.as_deref() == Some(best.as_str()), || {
            format!("{best} is written {}", spelled.clone().unwrap_or_default())
        });
        if restricted {
            let one_of_them = search.go.searchmoves.contains(&best);
            self.findings.judge(&RESTRICTED, one_of_them, || format!("{best} is none of them"));
        }
        if let Some(ponder) = ponder {
            let illegal = board.first_illegal(&[best, ponder]);
            self.findings.judge(&PONDER_LEGAL, illegal.is_none(), || illegal.unwrap_or_default());
        }
    }

    /// Whether the clock has fallen.
    fn on_time(&mut self, at: Duration, search: &Search) {
        if let Some(told) = search.told_to_end {
            let took = at.saturating_sub(told);
            self.findings.judge(&STOPS_SOON, took <= STOP_SOON, || {
                format!("{:.3} s went by", took.as_secs_f64())
            });
        }
        let Some(limit) = search.limit().filter(|_| !search.flagged) else { return };
        let took = at.saturating_sub(search.since);
        self.findings.judge(&ON_TIME, took <= limit + SLACK, || {
            format!("{:.3} s of {:.3} s", took.as_secs_f64(), limit.as_secs_f64())
        });
    }

    pub(super) fn info(&mut self, at: Duration, info: &Info) {
        let show = (self.show_refutations, self.show_currline);
        if info.refutation.is_some() {
            self.findings.judge(&UNASKED, show.0, || "UCI_ShowRefutations is not set".to_owned());
        }
        if info.currline.is_some() {
            self.findings.judge(&UNASKED, show.1, || "UCI_ShowCurrLine is not set".to_owned());
        }
        if let Some(hashfull) = info.hashfull {
            self.findings.judge(&PER_MILLE, hashfull <= 1000, || format!("hashfull is {hashfull}"));
        }
        if info.seldepth.is_some() {
            self.findings.judge(&SELDEPTH, info.depth.is_some(), || "depth is missing".to_owned());
        }
        if let Some(wdl) = info.wdl {
            let sum: u32 = wdl.iter().sum();
            self.findings.judge(&WDL, sum == 1000, || format!("they make {sum}"));
        }
        if let (Some(nps), Some(nodes), Some(time)) = (info.nps, info.nodes, info.time)
            && time >= Duration::from_millis(200)
        {
            let real = nodes as f64 / time.as_secs_f64();
            let near = (real * 0.5..=real * 2.0).contains(&(nps as f64));
            self.findings.judge(&SPEED, near, || format!("nodes by time are {real:.0}"));
        }
        self.weigh_ranks(info.pv.first());
        let moving = !info.pv.is_empty() || info.currmove.is_some();
        let may_castle_so = self.may_castle_so(&info.pv);
        let Some(search) = &mut self.search else {
            if moving {
                let expected = self.extra > 0;
                self.findings.judge(&FORCED_MODE, expected, || "no search runs".to_owned());
            }
            return;
        };
        if moving {
            self.findings.judge(&FORCED_MODE, true, String::new);
        }
        search.lines += 1;
        search.last_was_info = true;
        let elapsed = at.saturating_sub(search.began).as_secs_f64();
        if search.lines % 1000 == 0 {
            let lines = search.lines;
            self.findings.judge(&TRAFFIC, lines as f64 <= 1000.0 * elapsed.max(1.0), || {
                format!("{lines} lines in {elapsed:.2} s")
            });
        } else if search.lines == 1 {
            self.findings.judge(&TRAFFIC, true, String::new);
        }
        if let Some(time) = info.time {
            let last = std::mem::replace(&mut search.last_time, time);
            self.findings
                .judge(&TIME_RISES, time >= last, || format!("it was {} before", last.as_millis()));
        }
        if info.currmove.is_some() || info.currline.is_some() || info.refutation.is_some() {
            self.findings.judge(&CURR_LATE, elapsed >= 0.95, || {
                format!("{elapsed:.3} s after the beginning")
            });
        }
        if let Some(rank) = info.multipv.filter(|_| !info.pv.is_empty()) {
            let last = std::mem::replace(&mut search.rank, rank);
            self.findings.judge(&RANKS, rank == 1 || rank == last + 1, || {
                format!("{rank} comes after {last}")
            });
            let most = self.multipv.max(1).unsigned_abs();
            let moves = search.board.as_ref().map(|board| board.legal_moves().len() as u64);
            let most = moves.map_or(most, |moves| most.min(moves.max(1)));
            self.findings.judge(&RANK_COUNT, u64::from(rank) <= most, || {
                format!("line {rank} of at most {most}")
            });
        }
        if !info.pv.is_empty() {
            let complete = info.depth.is_some()
                && info.score.is_some()
                && info.time.is_some()
                && info.nodes.is_some();
            self.findings.judge(&PV_COMPLETE, complete, || "one of them is missing".to_owned());
        }
        let Some(board) = &search.board else { return };
        if !info.pv.is_empty() && !may_castle_so {
            let illegal = board.first_illegal(&info.pv);
            let legal = illegal.is_none();
            self.findings.judge(&PV_LEGAL, legal, || illegal.unwrap_or_default());
            // A line that is cut short, or another one, ends elsewhere.
            if let Some(ScoreValue::Mate(moves)) = info.score.map(|score| score.value)
                && moves.unsigned_abs() as usize == info.pv.len().div_ceil(2)
                && let Some(wins) = board.wins(info.pv.iter().map(MoveText::as_str))
            {
                let right = (moves > 0) == wins;
                self.findings.judge(&SCORE_SIDE, right, || {
                    let whose = if wins { "the opponent" } else { "the engine" };
                    format!("mate {moves}, and the line mates {whose}")
                });
            }
            if let Some(first) = info.pv.first()
                && let Some(spelled) = board.spelled(first.as_str())
            {
                self.findings.judge(&SPELLING, first == spelled.as_str(), || {
                    format!("{first} is written {spelled}")
                });
            }
        }
        if let Some(mv) = &info.currmove {
            let legal = board.legal(mv.as_str());
            let numbered = info.currmovenumber != Some(0);
            self.findings.judge(&CURRMOVE, legal.is_ok() && numbered, || {
                legal.err().unwrap_or_else(|| "it has the number 0".to_owned())
            });
        }
    }
}
