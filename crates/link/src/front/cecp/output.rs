//! Thinking output, answers about the search, messages.

use super::port::Job;
use super::{Cecp, Mode};
use crate::{Bound, Info, Message, MessageKind, ScoreValue};
use ferz_wire::MoveText;
use ferz_wire::cecp::{FromEngine, Stat01, TellTo, Thinking};
use std::time::Duration;

/// Scores from here on are mates: `MATE + N` for mate in N moves (C-620, C-621).
const MATE: i64 = 100_000;

fn centiseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis() / 10).unwrap_or(i64::MAX)
}

fn score(value: ScoreValue) -> i64 {
    match value {
        ScoreValue::Cp(cp) => cp.into(),
        ScoreValue::Mate(moves) if moves > 0 => MATE + i64::from(moves),
        ScoreValue::Mate(moves) => -MATE + i64::from(moves),
    }
}

impl Cecp {
    /// News from the search.
    pub(super) fn info(&mut self, info: Info) {
        let Some(job) = self.port.live() else { return };
        let line = self.thinking(&info);
        self.remember(info);
        let wanted = self.post && self.thoughts.shown && job != Job::Hint;
        if let Some(line) = line
            && wanted
            && !matches!(self.mode, Mode::Paused(_))
        {
            self.say(FromEngine::Thinking(Box::new(line)));
        }
    }

    /// Merges news into what is known. Of several lines only the best one counts.
    fn remember(&mut self, info: Info) {
        let latest = &mut self.thoughts.latest;
        latest.depth = info.depth.or(latest.depth);
        latest.time = info.time.or(latest.time);
        latest.nodes = info.nodes.or(latest.nodes);
        if info.current.is_some() {
            latest.current = info.current;
        }
        if info.rank.unwrap_or(1) == 1 {
            latest.score = info.score.or(latest.score);
            if !info.pv.is_empty() {
                latest.pv = info.pv;
            }
        }
    }

    /// A searched line as CECP writes it; `None` for other news.
    fn thinking(&self, info: &Info) -> Option<Thinking> {
        let found = info.score?;
        if info.pv.is_empty() {
            return None;
        }
        // Old hosts take the optional numbers for a part of the line (C-616).
        let rich = self.about.version >= 2 && info.seldepth.is_some();
        let elapsed = || self.now.saturating_sub(self.thoughts.started);
        Some(Thinking {
            ply: info.depth.unwrap_or(0).into(),
            mark: None,
            score: score(found.value),
            time: centiseconds(info.time.unwrap_or_else(elapsed)),
            nodes: info.nodes.or(self.thoughts.latest.nodes).unwrap_or(0),
            seldepth: info.seldepth.filter(|_| rich).map(i64::from),
            speed: rich.then(|| saturated(info.nps.unwrap_or(0))),
            reserved: Vec::new(),
            tbhits: rich.then(|| saturated(info.tbhits.unwrap_or(0))),
            pv: self.spell_line(&info.pv),
            bound: found.bound,
        })
    }

    /// A line of moves. Castling is spelled as for `move`, so Chess960 lines are played through.
    fn spell_line(&self, line: &[MoveText]) -> String {
        let mut record = self.thoughts.root.as_ref().map(|root| root.boxed());
        let mut words = Vec::with_capacity(line.len());
        for text in line {
            let spelled = record.as_mut().and_then(|record| {
                let spelled = record.spell(text.as_str(), self.table.spelling()).ok()?;
                record.play(text.as_str()).ok()?;
                Some(spelled)
            });
            match spelled {
                Some(spelled) => words.push(spelled),
                None => {
                    record = None;
                    words.push(text.as_str().to_owned());
                }
            }
        }
        words.join(" ")
    }

    /// A move without a search, from a book: shown in brackets (C-624).
    pub(super) fn show_book_move(&mut self, spelled: &str) {
        let searched = self.thoughts.latest.depth.is_some() || !self.thoughts.latest.pv.is_empty();
        if self.post && !searched {
            self.say(FromEngine::Thinking(Box::new(Thinking {
                ply: 0,
                mark: None,
                score: 0,
                time: centiseconds(self.now.saturating_sub(self.thoughts.started)),
                nodes: 0,
                seldepth: None,
                speed: None,
                reserved: Vec::new(),
                tbhits: None,
                pv: format!("({spelled})"),
                bound: Bound::Exact,
            })));
        }
    }

    /// `.`: how far the analysis is (C-679); nothing elsewhere (C-693).
    pub(super) fn status(&mut self) {
        if !matches!(self.mode, Mode::Analysing) {
            return;
        }
        let latest = &self.thoughts.latest;
        let legal = self.table.record().map_or(0, |record| record.legal_moves().len());
        let legal = legal.saturating_sub(self.table.excluded.len());
        let (current, number, total) = match &latest.current {
            Some((current, number, total)) => (Some(current.clone()), *number, *total),
            None => (None, None, None),
        };
        let total = total.map_or(i64::try_from(legal).unwrap_or(0), i64::from);
        let done = number.map_or(0, i64::from);
        let stat = Stat01 {
            time: centiseconds(self.now.saturating_sub(self.thoughts.started)),
            nodes: latest.nodes.unwrap_or(0),
            ply: latest.depth.unwrap_or(0).into(),
            moves_left: (total - done).max(0),
            moves_total: total,
            current,
        };
        self.say(FromEngine::Stat01(stat));
    }

    /// `hint`
    pub(super) fn hint(&mut self) {
        match &self.mode {
            Mode::Analysing => {
                if let Some(first) = self.thoughts.latest.pv.first().cloned() {
                    self.say_hint(first.as_str());
                }
            }
            Mode::Playing(super::Doing::Thinking) => {}
            _ => match self.table.expected.clone() {
                Some((ply, expected)) if ply == self.table.ply() => self.say_hint(&expected),
                _ => self.search_hint(),
            },
        }
    }

    /// The answer to `bk`: lines that begin with a blank, then an empty one (C-426).
    pub(super) fn book(&mut self, moves: &[(MoveText, u32)]) {
        if moves.is_empty() {
            self.say(FromEngine::BookLine("no book".into()));
        }
        for (text, share) in moves {
            let spelling = self.table.spelling();
            let spelled = self
                .table
                .record()
                .and_then(|record| record.spell(text.as_str(), spelling).ok())
                .unwrap_or_else(|| text.as_str().to_owned());
            self.say(FromEngine::BookLine(format!("{spelled} {share}%")));
        }
        self.out.push(crate::FrontOutput::Line(String::new()));
    }

    /// `Error (KIND): TEXT`
    pub(super) fn error(&mut self, kind: &str, text: &str) {
        self.say(FromEngine::Error { kind: kind.into(), text: text.into() });
    }

    /// A command that has no meaning in this state (C-552).
    pub(super) fn not_now(&mut self, text: &str) {
        self.error("command not legal now", text);
    }

    /// `Illegal move (REASON): TEXT`
    pub(super) fn illegal(&mut self, reason: Option<&str>, text: &str) {
        self.say(FromEngine::IllegalMove { reason: reason.map(str::to_owned), text: text.into() });
    }

    /// Text of the engine for somebody.
    pub(super) fn message(&mut self, message: Message) {
        let to = match message.kind {
            MessageKind::User => TellTo::User,
            MessageKind::UserError => TellTo::UserError,
            MessageKind::Opponent => TellTo::Opponent,
            MessageKind::All => TellTo::All,
            MessageKind::Others => TellTo::Others,
            MessageKind::Server => TellTo::Ics,
            MessageKind::ServerVerbatim => TellTo::IcsNoAlias,
            MessageKind::Partner => return self.tell_partner(&message.text),
            MessageKind::Console if !self.console.is_empty() => {
                self.out.push(crate::FrontOutput::Line(message.text));
                return;
            }
            MessageKind::Note | MessageKind::Debug | MessageKind::Console => {
                // Without leave no line may begin so (C-132); a person has no need to give it.
                if self.about.debug || !self.console.is_empty() {
                    self.say(FromEngine::Comment(format!(" {}", message.text)));
                }
                return;
            }
        };
        self.say(FromEngine::Tell { to, text: message.text });
    }
}

fn saturated(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
