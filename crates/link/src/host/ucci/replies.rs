//! Lines become events.

use super::super::RankBase;
use super::super::text::{is_last_answer, seen_by_mover, shift_ranks};
use super::super::{spelled_oddly, unknown};
use super::*;
use crate::{Info, Message, MessageKind, Oddity, Protocol, Spelling};
use ferz_wire::ucci::FromEngine;

impl Ucci {
    pub(super) fn reply(&mut self, line: &str, out: &mut Vec<Output>) {
        let parsed = FromEngine::parse(line);
        // What other programs put into news is no reason to speak of it each time (`X-269`).
        if !matches!(parsed.value, FromEngine::Unknown(_) | FromEngine::Info(_)) {
            spelled_oddly(out, parsed.remarks, line);
        }
        match parsed.value {
            //
            FromEngine::Id { key, text } => tell(out, Event::Identity { key, text }),
            FromEngine::Option(decl) => {
                let (decl, remarks) = convert::option(decl);
                remarks.into_iter().for_each(|remark| odd(out, remark));
                self.half.options.declare(decl.clone());
                tell(out, Event::Option(decl));
            }
            FromEngine::UcciOk => self.ucci_ok(out),
            FromEngine::ReadyOk => self.ready_ok(out),
            //
            FromEngine::BestMove { best, ponder, draw, resign } => {
                // The wire has no `bestmove` without a move.
                let best = Some(best).filter(|best| *best != "0000");
                self.answer(Answer { best, ponder, draw, resign }, line, out);
            }
            FromEngine::NoBestMove => self.no_best_move(line, out),
            FromEngine::Info(info) => self.info(&info, line, out),
            FromEngine::PopHash { best, lower, upper } => {
                if self.questions.probes.pop_front().is_none() {
                    return odd(out, format!("no probe asked for it: {line}"));
                }
                let best = best.map(|mv| plain(&mv));
                let scale = |(value, depth): (i32, i32)| {
                    (convert::centipawns(value, self.half.profile.minor_piece), depth)
                };
                let (lower, upper) = (lower.map(scale), upper.map(scale));
                tell(out, Event::Probed { best, lower, upper });
            }
            //
            FromEngine::Bye if self.half.state == State::Leaving => self.half.patience.over(),
            FromEngine::Bye => odd(out, "bye without quit"),
            FromEngine::Unknown(line) => self.unknown(line, out),
        }
    }

    /// The handshake is over: the unit of time, and the lines of the configuration file (`X-156`,
    /// `X-348`, `X-349`).
    fn ucci_ok(&mut self, out: &mut Vec<Output>) {
        if self.half.state != State::Boot {
            return odd(out, "ucciok out of turn");
        }
        self.half.state = State::Idle;
        //
        if self.half.profile.league {
            self.setting("promotion", Some("false"), out);
            self.setting("ponder", Some("false"), out);
            self.setting("newgame", None, out);
            self.game = self.half.unnamed();
            self.fresh = true;
        }
        //
        if self.half.options.find("usemillisec").is_some() {
            self.setting("usemillisec", Some("true"), out);
            self.millis = true;
        }
        for line in self.half.profile.setup.clone() {
            self.outbox.send(line, out);
        }
        tell(out, Event::Ready);
    }

    fn ready_ok(&mut self, out: &mut Vec<Output>) {
        let Some(question) = self.outbox.answered() else {
            return odd(out, "readyok without isready");
        };
        self.half.patience.over();
        self.questions.answered += 1;
        // All that was said before the question is answered by now.
        while self.questions.probes.front().is_some_and(|at| *at < self.questions.answered) {
            self.questions.probes.pop_front();
            odd(out, "engine leaves a probe unanswered");
            tell(out, Event::Probed { best: None, lower: None, upper: None });
        }
        if self.running.is_none() {
            self.raced = false;
        }
        if let Some(number) = question.ping {
            tell(out, Event::Pong(number));
        }
        self.outbox.flush(out);
    }

    fn no_best_move(&mut self, line: &str, out: &mut Vec<Output>) {
        let late = self.answers < self.outbox.gos
            && self.running.as_ref().is_some_and(|running| !running.heard && !running.no_move);
        if self.raced && late {
            self.raced = false;
            return odd(out, format!("answer to a stop that came too late: {line}"));
        }
        self.answer(Answer::default(), line, out);
    }

    fn answer(&mut self, mut answer: Answer, line: &str, out: &mut Vec<Output>) {
        if self.answers == self.outbox.gos {
            // The answer to a `stop` that came too late is no sin.
            if !std::mem::take(&mut self.raced) {
                self.strayed();
            }
            return odd(out, Oddity::Unasked(format!("no search asked for it: {line}")));
        }
        self.doubt(out);
        self.answers += 1;
        let number = self.answers;
        if self.half.state == State::Leaving {
            if self.quitting {
                self.quit_now(out);
            }
            return;
        }
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else {
            return odd(out, format!("answer to an earlier search: {line}"));
        };
        let ranks_vary = running.ranks_vary;
        let inward = |mv: MoveText| match ranks_vary {
            true => shift_ranks(&plain(&mv), *self.half.profile.rank_base.get(), RankBase::Zero),
            false => mv,
        };
        answer.best = answer.best.map(inward);
        answer.ponder = answer.ponder.map(inward);
        let again = |best: &MoveText| {
            self.half.place.as_ref().is_some_and(|place| {
                is_last_answer(place, self.half.spelling(&place.variant), best)
            })
        };
        if self.half.state == State::Searching(Purpose::Play)
            && answer.best.as_ref().is_some_and(again)
        {
            self.answers -= 1;
            running.suspect = Some(answer);
            return odd(out, format!("its last answer again: {line}"));
        }
        if let Some(best) = &answer.best {
            // The caller judges a bad move; pondering on one is no use.
            let mut record = running.root.as_ref().map(|root| root.boxed());
            let follows = record.as_mut().map(|record| record.play(best.as_str()).is_ok());
            if follows == Some(false) {
                odd(out, Oddity::Unplayable(format!("illegal move of the engine: {line}")));
            } else if running.banned.contains(best) {
                odd(out, Oddity::Unplayable(format!("banned move of the engine: {line}")));
            } else if let (Some(record), Some(ponder)) = (&mut record, &answer.ponder)
                && record.play(ponder.as_str()).is_err()
            {
                answer.ponder = None;
                odd(out, Oddity::Unplayable(format!("illegal move to ponder on: {line}")));
            }
        }
        if answer.draw && answer.resign {
            odd(out, format!("a draw offer and a resignation at once: {line}"));
        }
        self.raced = self.half.state == State::Stopping && answer.best.is_some();
        match (self.half.state, &mut self.running) {
            // An analysis may end by itself when it has found a mate; pondering may not.
            (State::Searching(Purpose::Ponder), Some(running)) => {
                running.early = Some(answer);
                odd(out, format!("search ended too early: {line}"));
            }
            (state, _) => {
                if state == State::Stopping {
                    self.half.patience.over();
                }
                self.end_search(answer, out);
            }
        }
    }

    /// An answer came that belongs to no search: others may follow, so the engine is asked before
    /// the next search whether it is done.
    fn strayed(&mut self) {
        self.half.strays = true;
        self.half.unsure = true;
    }

    /// Whether the answer to the running search may be none.
    pub(super) fn suspects(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.suspect.is_some())
    }

    /// The search goes on: what was taken for its answer was none.
    fn doubt(&mut self, out: &mut Vec<Output>) {
        let suspect = self.running.as_mut().and_then(|running| running.suspect.take());
        if suspect.is_some() {
            self.strayed();
            odd(out, Oddity::Unasked("no search asked for that answer: the search goes on".into()));
        }
    }

    /// Nothing has followed: it was the answer.
    pub(super) fn believe(&mut self, out: &mut Vec<Output>) {
        if let Some(answer) = self.running.as_mut().and_then(|running| running.suspect.take()) {
            self.answers += 1;
            self.half.patience.over();
            self.end_search(answer, out);
        }
    }

    fn info(&mut self, info: &ferz_wire::ucci::Info, line: &str, out: &mut Vec<Output>) {
        if let Some(text) = &info.message {
            // For the user, as it is.
            tell(out, Event::Message(Message { kind: MessageKind::User, text: text.clone() }));
        }
        let is_static = self.running.as_ref().is_some_and(|running| running.no_move);
        let Some(mut news) = convert::info(info, is_static, self.half.profile.minor_piece) else {
            return;
        };
        let is_current = self.outbox.gos == self.answers + 1;
        if is_current {
            self.doubt(out);
        }
        let Some(running) = self.running.as_mut().filter(|_| is_current) else {
            return odd(out, format!("news without a search: {line}"));
        };
        running.heard = true;
        if let Some(score) = &mut news.score {
            *score = seen_by_mover(*score, *self.half.profile.score_view.get(), running.side);
        }
        if running.ranks_vary {
            inward(&mut news, *self.half.profile.rank_base.get());
        }
        if let Some(root) = &running.root {
            let mut record = root.boxed();
            let legal = news.pv.iter().take_while(|mv| record.play(mv.as_str()).is_ok()).count();
            if legal < news.pv.len() {
                odd(out, Oddity::Unplayable(format!("illegal move in a main line: {line}")));
                news.pv.truncate(legal);
            }
        }
        tell(out, Event::Info(Box::new(news)));
    }

    fn unknown(&mut self, line: String, out: &mut Vec<Output>) {
        if self.console {
            tell(out, Event::Message(Message { kind: MessageKind::Console, text: line }));
        } else if !line.trim().is_empty() {
            unknown(out, Protocol::Ucci, &line);
        }
    }

    /// Moves that the engine may not play, where the rules of repetition forbid them (`X-213`).
    pub(super) fn losing_repetitions(root: &dyn Record) -> Vec<MoveText> {
        let spell = |mv: &String| root.spell(mv, Spelling::Coordinate).ok();
        root.losing_repetitions().iter().filter_map(spell).map(|mv| MoveText::new(&mv)).collect()
    }
}

fn inward(news: &mut Info, base: RankBase) {
    let shift = |mv: &mut MoveText| *mv = shift_ranks(&plain(mv), base, RankBase::Zero);
    news.pv.iter_mut().for_each(shift);
    news.current.iter_mut().for_each(|current| shift(&mut current.0));
}

/// A move in the document's form: `H2-E2` is `h2e2` (`X-093`). Other texts stay as they are.
fn plain(mv: &MoveText) -> MoveText {
    let text: String =
        mv.as_str().chars().filter(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect();
    let mut letters = text.chars();
    let mut square = || {
        letters.next().is_some_and(|file| file.is_ascii_lowercase())
            && letters.next().is_some_and(|rank| rank.is_ascii_digit())
    };
    let is_coordinate = square() && square();
    if is_coordinate { MoveText::new(&text) } else { mv.clone() }
}
