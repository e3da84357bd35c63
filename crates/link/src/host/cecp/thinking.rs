//! Thinking output becomes news.

use super::super::text::{seen_by_mover, side_to_move};
use super::*;
use crate::{Message, MessageKind, Score, ScoreValue, Spelling};
use ferz_wire::cecp::{Stat01, looks_like_move, pv_moves};
use std::time::Duration;

/// From here on a score is a mate (`C-620`).
const MATE: i64 = 100_000;

impl Cecp {
    pub(super) fn thinking(&mut self, thinking: Thinking, line: &str, out: &mut Vec<Output>) {
        self.goes_on(out);
        let Some(job) = &mut self.job else {
            // Late, or an engine that ponders by itself: nobody asked.
            return odd(out, format!("thinking output without a search: {line}"));
        };
        let pv = moves(job.root.as_deref(), job.spelling, &thinking.pv);
        if pv.is_empty() && !thinking.pv.is_empty() {
            // Something else in words (C-624, C-633): book moves, remarks.
            let text = thinking.pv.clone();
            tell(out, Event::Message(Message { kind: MessageKind::Note, text }));
            if thinking.ply == 0 && thinking.nodes == 0 {
                return;
            }
        }
        let mover = side_to_move(&job.place);
        let score = Score { value: score(thinking.score), bound: thinking.bound };
        let info = Info {
            depth: Some(clamp(thinking.ply)),
            seldepth: thinking.seldepth.map(clamp),
            time: Some(time(&thinking)),
            nodes: Some(thinking.nodes),
            nps: thinking.speed.and_then(|speed| u64::try_from(speed).ok()),
            tbhits: thinking.tbhits.and_then(|hits| u64::try_from(hits).ok()),
            score: Some(seen_by_mover(score, *self.half.profile.score_view.get(), mover)),
            pv,
            ..Info::default()
        };
        if !info.pv.is_empty() {
            job.pv.clone_from(&info.pv);
        }
        job.last = Some(thinking);
        self.watch(&info, out);
        self.lines.add(info, out);
    }

    /// How many lines the engine shows, by its option.
    pub(super) fn several_lines(&self) -> usize {
        let set = self.half.options.value("MultiPV").and_then(|value| value.parse().ok());
        set.unwrap_or(1)
    }

    /// More of the last line (`C-617`).
    pub(super) fn continuation(&mut self, text: &str, line: &str, out: &mut Vec<Output>) {
        let last = self.job.as_mut().and_then(|job| job.last.take());
        match last {
            Some(mut last) => {
                last.pv = format!("{} {text}", last.pv);
                self.thinking(last, line, out);
            }
            None => odd(out, format!("continues nothing: {line}")),
        }
    }

    /// `C-679`, `C-680`
    pub(super) fn status(&mut self, stat: Stat01, line: &str, out: &mut Vec<Output>) {
        let Some(job) = &self.job else {
            return odd(out, format!("status without a search: {line}"));
        };
        // HoiXiangqi writes `Hc7-e8`; what is no move is not shown.
        let spell = |mv: MoveText| {
            let spelled = job.spelled(mv.as_str());
            let spelled = spelled.or_else(|| job.spelled(&squares_of(mv.as_str())?))?;
            Some(MoveText::new(&spelled))
        };
        let number = clamp(stat.moves_total.saturating_sub(stat.moves_left));
        let info = Info {
            depth: Some(clamp(stat.ply)),
            time: Some(centiseconds(stat.time)),
            nodes: Some(stat.nodes),
            current: stat
                .current
                .and_then(spell)
                .map(|mv| (mv, Some(number), Some(clamp(stat.moves_total)))),
            ..Info::default()
        };
        tell(out, Event::Info(Box::new(info)));
    }
}

/// The moves of a line, in coordinates where the rules are known; it ends at the first word that
/// is none (`U-366`, `C-632`).
fn moves(root: Option<&dyn Record>, spelling: Spelling, pv: &str) -> Vec<MoveText> {
    let Some(root) = root else {
        return pv_moves(pv).take_while(|word| looks_like_move(word)).map(MoveText::new).collect();
    };
    let mut record = root.boxed();
    let mut moves = Vec::new();
    for word in pv_moves(pv) {
        let spell = |word: &str| record.spell(word, spelling).ok();
        let Some(spelled) = spell(word).or_else(|| spell(&squares_of(word)?)) else { break };
        if record.play(&spelled).is_err() {
            break;
        }
        moves.push(MoveText::new(&spelled));
    }
    moves
}

/// The squares of a move in long algebraic notation, as HoiXiangqi writes it: `Hg7xe6` is `g7e6`.
fn squares_of(word: &str) -> Option<String> {
    let word = word.trim_end_matches(['+', '#']);
    let squares = word.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(word);
    let (from, to) = squares.split_once(['-', 'x'])?;
    Some(format!("{from}{to}"))
}

/// `C-620` to `C-622`. 100000 itself cannot mean that the side to move has mated: mate in one.
fn score(score: i64) -> ScoreValue {
    let moves = |moves: i64| i32::try_from(moves).unwrap_or(i32::MAX);
    match score {
        MATE.. => ScoreValue::Mate(moves(score - MATE).max(1)),
        _ if score <= -MATE => {
            ScoreValue::Mate(-moves(score.saturating_add(MATE).saturating_neg()))
        }
        _ => ScoreValue::Cp(i32::try_from(score).unwrap_or_default()),
    }
}

/// GNU Chess's form has whole seconds (`C-626`).
fn time(thinking: &Thinking) -> Duration {
    match thinking.mark {
        Some(_) => centiseconds(thinking.time.saturating_mul(100)),
        None => centiseconds(thinking.time),
    }
}

fn centiseconds(time: i64) -> Duration {
    Duration::from_millis(u64::try_from(time).unwrap_or(0).saturating_mul(10))
}

fn clamp(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
