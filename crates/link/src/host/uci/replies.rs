//! Lines become events.

use super::super::text::{is_last_answer, seen_by_mover, shift_ranks, try_shift_ranks};
use super::super::{RankBase, Source};
use super::super::{spelled_oddly, unknown};
use super::*;
use crate::{Info, Message, MessageKind, Oddity};
use ferz_wire::Parsed;
use ferz_wire::uci::FromEngine;

impl Uci {
    pub(super) fn reply(&mut self, line: &str, out: &mut Vec<Output>) {
        self.replied(FromEngine::parse(line), line, out);
    }

    pub(super) fn replied(
        &mut self,
        parsed: Parsed<FromEngine>,
        line: &str,
        out: &mut Vec<Output>,
    ) {
        if !matches!(parsed.value, FromEngine::Unknown(_)) {
            spelled_oddly(out, parsed.remarks, line);
        }
        match parsed.value {
            // U-099, U-100.
            FromEngine::Id { key, text } => {
                self.named |= key == "name";
                tell(out, Event::Identity { key, text });
            }
            // U-396 to U-401.
            FromEngine::Option(decl) => {
                let (decl, remarks) = convert::option(decl);
                remarks.into_iter().for_each(|remark| odd(out, remark));
                self.half.options.declare(decl.clone());
                tell(out, Event::Option(decl));
            }
            FromEngine::UciOk => self.uci_ok(out),
            // U-128.
            FromEngine::ReadyOk => self.ready_ok(out),
            // U-058, U-264, U-266, U-323, U-493.
            FromEngine::BestMove { best, ponder } => self.best_move(best, ponder, line, out),
            FromEngine::CopyProtection(check) => self.copy_protection(check, out),
            // U-177, U-178.
            FromEngine::Registration(check) => self.registration(check, out),
            // U-333, U-365, U-368.
            FromEngine::Info(info) => self.info(*info, line, out),
            FromEngine::Unknown(line) => self.unknown(line, out),
        }
    }

    fn uci_ok(&mut self, out: &mut Vec<Output>) {
        if self.half.state != State::Boot {
            return odd(out, "uciok out of turn");
        }
        if !self.named {
            odd(out, "engine did not tell its name");
        }
        self.half.state = State::Idle;
        self.learn_games();
        tell(out, Event::Ready);
    }

    fn ready_ok(&mut self, out: &mut Vec<Output>) {
        let Some(question) = self.outbox.answered() else {
            return odd(out, "readyok without isready");
        };
        self.half.patience.over();
        if let Some(number) = question.ping {
            tell(out, Event::Pong(number));
        }
        self.outbox.flush(out);
    }

    fn best_move(
        &mut self,
        best: Option<MoveText>,
        ponder: Option<MoveText>,
        line: &str,
        out: &mut Vec<Output>,
    ) {
        if self.answers == self.outbox.gos {
            self.strayed();
            return odd(out, Oddity::Unasked(format!("no search asked for it: {line}")));
        }
        self.doubt(out);
        self.weigh_ranks(best.as_ref(), out);
        self.answers += 1;
        let number = self.answers;
        let state = self.half.state;
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else {
            return odd(out, format!("answer to an earlier search: {line}"));
        };
        let inward = |mv: Option<MoveText>, running: &Running| match running.ranks_vary {
            true => {
                mv.map(|mv| shift_ranks(&mv, *self.half.profile.rank_base.get(), RankBase::Zero))
            }
            false => mv,
        };
        let mut answer = Answer { best: inward(best, running), ponder: inward(ponder, running) };
        let again = |best: &MoveText| {
            self.half.place.as_ref().is_some_and(|place| {
                is_last_answer(place, self.half.spelling(&place.variant), best)
            })
        };
        if matches!(state, State::Searching(Purpose::Play))
            && answer.best.as_ref().is_some_and(again)
        {
            self.answers -= 1;
            running.suspect = Some(answer);
            return odd(out, format!("its last answer again: {line}"));
        }
        if let Some(best) = &answer.best
            && let Some(mut record) = running.root.as_ref().map(|root| root.boxed())
        {
            // The caller judges an illegal move (U-077); pondering on one is no use (U-283).
            if record.play(best.as_str()).is_err() {
                odd(out, Oddity::Unplayable(format!("illegal move of the engine: {line}")));
            } else if answer.ponder.take_if(|mv| record.play(mv.as_str()).is_err()).is_some() {
                odd(out, Oddity::Unplayable(format!("illegal move to ponder on: {line}")));
            }
        }
        if matches!(state, State::Searching(Purpose::Ponder | Purpose::Analyse)) {
            // It must not end by itself (U-229, U-241, U-288): nobody waits for the answer yet.
            running.early = Some(answer);
            return odd(out, format!("search ended too early: {line}"));
        }
        if state == State::Stopping {
            self.half.patience.over();
        }
        if state != State::Leaving {
            self.end_search(answer, out);
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
    pub(super) fn doubt(&mut self, out: &mut Vec<Output>) {
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

    fn info(&mut self, info: ferz_wire::uci::Info, line: &str, out: &mut Vec<Output>) {
        if let Some(text) = &info.string {
            tell(out, Event::Message(Message { kind: MessageKind::Note, text: text.clone() }));
        }
        let Some(mut news) = convert::info(info) else { return };
        let is_current = self.outbox.gos == self.answers + 1;
        if is_current {
            self.doubt(out);
            self.weigh_ranks(news.pv.first(), out);
        }
        let Some(running) = self.running.as_ref().filter(|_| is_current) else {
            // U-368
            return odd(out, format!("news without a search: {line}"));
        };
        if let Some(score) = &mut news.score {
            *score = seen_by_mover(*score, *self.half.profile.score_view.get(), running.side);
        }
        if running.ranks_vary {
            self.shift_news(&mut news);
        }
        if let Some(root) = &running.root {
            let legal = legal_moves(&**root, &news.pv);
            if legal < news.pv.len() {
                // U-366
                odd(out, Oddity::Unplayable(format!("illegal move in a main line: {line}")));
                news.pv.truncate(legal);
            }
        }
        tell(out, Event::Info(Box::new(news)));
    }

    /// The first move that only one way of counting ranks makes legal tells which is the engine's
    /// (`U-512`).
    fn weigh_ranks(&mut self, mv: Option<&MoveText>, out: &mut Vec<Output>) {
        let Some(running) = self.running.as_ref().filter(|it| it.ranks_vary && !self.ranks_told)
        else {
            return;
        };
        let (Some(mv), Some(root)) = (mv, &running.root) else { return };
        let base = *self.half.profile.rank_base.get();
        let other = match base {
            RankBase::Zero => RankBase::One,
            RankBase::One => RankBase::Zero,
        };
        let is_legal = |base| {
            try_shift_ranks(mv, base, RankBase::Zero)
                .is_some_and(|mv| root.boxed().play(mv.as_str()).is_ok())
        };
        match (is_legal(base), is_legal(other)) {
            (true, false) => self.ranks_told = true,
            (false, true) if self.half.profile.rank_base.source() < Source::User => {
                self.half.profile.rank_base.set(other, Source::Learned);
                self.ranks_told = true;
                let first = if other == RankBase::Zero { 0 } else { 1 };
                odd(out, format!("its move {mv} tells that it counts ranks from {first}"));
            }
            _ => {}
        }
    }

    fn shift_news(&self, news: &mut Info) {
        let base = *self.half.profile.rank_base.get();
        let shift = |mv: &mut MoveText| *mv = shift_ranks(mv, base, RankBase::Zero);
        news.pv.iter_mut().for_each(shift);
        news.current.iter_mut().for_each(|current| shift(&mut current.0));
        news.current_line.iter_mut().for_each(|line| line.1.iter_mut().for_each(shift));
        news.refutation.iter_mut().flatten().for_each(shift);
    }

    /// `U-173`, `U-174`.
    fn copy_protection(&mut self, check: Check, out: &mut Vec<Output>) {
        self.copy_protection = Some(check);
        tell(out, Event::CopyProtection(check));
        self.outbox.shut = check == Check::Checking;
        if check == Check::Error {
            user_error(out, "the engine's copy protection failed: it cannot be used");
            self.outbox.drop_waiting();
            let never_began =
                self.running.as_ref().is_some_and(|running| running.number > self.outbox.gos);
            if never_began {
                self.end_search(Answer { best: None, ponder: None }, out);
            }
        }
        self.outbox.flush(out);
    }

    /// `U-177`, `U-178`: the first failure is answered, so that the engine goes on.
    fn registration(&mut self, check: Check, out: &mut Vec<Output>) {
        tell(out, Event::Registration(check));
        if check == Check::Error && !std::mem::replace(&mut self.registered, true) {
            let text = "the engine is not registered: features may be missing".to_owned();
            tell(out, Event::Message(Message { kind: MessageKind::User, text }));
            let answer = ToEngine::Register(self.half.profile.registration.clone());
            out.push(Output::Line(answer.to_string()));
        }
    }

    fn unknown(&mut self, line: String, out: &mut Vec<Output>) {
        let perft = self.running.as_ref().is_some_and(|running| running.perft);
        if perft || self.console {
            let ends = perft && line.to_ascii_lowercase().contains("nodes searched");
            tell(out, Event::Message(Message { kind: MessageKind::Console, text: line }));
            if ends {
                // No `bestmove` follows (U-253).
                self.answers = self.outbox.gos;
                self.end_search(Answer { best: None, ponder: None }, out);
            }
        } else if !line.trim().is_empty() {
            unknown(out, Protocol::Uci, &line);
        }
    }
}

/// How many moves of a line can be played.
fn legal_moves(root: &dyn Record, line: &[MoveText]) -> usize {
    let mut record = root.boxed();
    line.iter().take_while(|mv| record.play(mv.as_str()).is_ok()).count()
}

fn user_error(out: &mut Vec<Output>, text: &str) {
    tell(out, Event::Message(Message { kind: MessageKind::UserError, text: text.into() }));
}
