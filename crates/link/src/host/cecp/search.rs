//! Searches: from the command to the answer.

use super::super::DepthWords;
use super::super::text::{is_last_answer, record_of, side_to_move};
use super::draft::{Draft, Last, Mode};
use super::*;
use crate::{Bound, Oddity, Purpose, ScoreValue};

impl Cecp {
    pub(super) fn search(&mut self, search: &Search, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.idle()?;
        let Some(place) = self.half.place.clone() else { return Err(refused("no position")) };
        let root = record_of(&place, self.half.referee())?;
        let limits = &search.limits;
        if search.purpose != Purpose::Analyse && limits.mate.is_some() {
            self.half.note_once("CECP knows no search for a mate: the output is watched", out);
        }
        if limits.nodes.is_some() && !self.half.profile.nps.yes() {
            self.half.note_once("CECP has no node limit: the output is watched", out);
        }
        let job = Job {
            search: search.clone(),
            spelling: self.half.spelling(&place.variant),
            place,
            phase: Phase::Thinking,
            root,
            last: None,
            pv: Vec::new(),
            legs: String::new(),
            suspect: None,
            offers: false,
            hurried: false,
            no_move: limits.static_only,
            replayed: false,
            behind: if self.is_fenced() { self.last_ping } else { 0 },
            claim: None,
            doubt: None,
            silent: false,
        };
        if self.silence && self.book.is_some() {
            self.silence = false;
            self.end_book(out);
        }
        self.lines = Lines::of(self.several_lines());
        match search.purpose {
            Purpose::Play => self.think(job, out),
            Purpose::Analyse => self.analyse(job, out),
            Purpose::Ponder => {
                self.ponder_search(job, out);
                Ok(())
            }
        }
    }

    /// Starts a search for a move: by the opponent's move where the engine waits for it, else by
    /// `go` (section 30).
    fn think(&mut self, mut job: Job, out: &mut Vec<Output>) -> Result<(), Refused> {
        let (search, place) = (&job.search, &job.place);
        let limits = &search.limits;
        let restricted = !(search.only.is_empty() && search.without.is_empty());
        if restricted && !self.half.profile.exclude.yes() {
            return Err(refused("engine cannot leave out moves"));
        }
        let mut draft = Draft::new(self);
        if draft.sent.has_rate() && limits.nodes_per_second.is_none() {
            // Only `new` ends it.
            draft.board.known = false;
        }
        let last = draft.reach(place, !restricted)?;
        let position = std::mem::take(&mut draft.lines);
        draft.limits(limits, self.half.profile.nps.yes())?;
        draft.habits(self.ponder);
        exclude(&mut draft, &job);
        let settings = std::mem::take(&mut draft.lines);
        if search.draw_offer {
            match self.half.profile.draw.yes() {
                true => draft.say(ToEngine::Draw),
                false => draft.note("engine wants to hear of no draw offers"),
            }
        }
        let side = side_to_move(place);
        match last {
            Last::Move(mv) => {
                draft.clocks(limits);
                draft.move_line(mv);
            }
            Last::Stands => {
                // C-701 to C-704: the colours are for engines that did not forbid them.
                let colors = self.half.profile.colors.yes();
                let (own, other) = match side {
                    Side::First => (ToEngine::White, ToEngine::Black),
                    Side::Second => (ToEngine::Black, ToEngine::White),
                };
                let before = draft.lines.len();
                draft.clocks(limits);
                if colors {
                    if draft.lines.len() > before {
                        draft.lines.insert(before, other.to_string());
                    }
                    draft.say(own);
                }
                draft.say(ToEngine::Go);
            }
        }
        let start = std::mem::take(&mut draft.lines);
        draft.board.mode = Mode::Plays(side);
        let (board, sent, notes) = (draft.board, draft.sent, draft.notes);

        let replayed = !position.is_empty();
        self.commit(board, sent, notes, position.into_iter().chain(settings), out);
        // What it says of positions on the way is no answer.
        if self.half.unsure || replayed {
            self.fence(out);
        }
        job.replayed = replayed;
        out.extend(start.into_iter().map(Output::Line));
        // Where the game could be called over an engine may not think at all, and say nothing.
        if job.is_at_an_end() && self.half.profile.ping.yes() {
            self.ping(PingFor::Claim, out);
        }
        self.engine_side = side;
        self.in_game = true;
        self.draw_asked = job.search.draw_offer && self.half.profile.draw.yes();
        self.half.state = State::Searching(Purpose::Play);
        self.job = Some(job);
        Ok(())
    }

    /// Makes a draft true.
    pub(super) fn commit(
        &mut self,
        board: Board,
        sent: Sent,
        notes: Vec<Oddity>,
        lines: impl Iterator<Item = String>,
        out: &mut Vec<Output>,
    ) {
        self.board = board;
        self.sent = sent;
        out.extend(notes.into_iter().map(Output::Odd));
        out.extend(lines.map(Output::Line));
    }

    /// What is said before the answer is void.
    pub(super) fn fence(&mut self, out: &mut Vec<Output>) {
        self.half.unsure = false;
        if self.half.profile.ping.yes() {
            self.ping(PingFor::Fence, out);
        }
    }

    /// `post`, `analyze` (`C-670`); not for engines without it (`C-671`).
    fn analyse(&mut self, mut job: Job, out: &mut Vec<Output>) -> Result<(), Refused> {
        if !self.half.profile.analyze.yes() {
            return Err(refused("engine cannot analyse"));
        }
        let search = &job.search;
        let restricted = !(search.only.is_empty() && search.without.is_empty());
        if restricted && !self.half.profile.exclude.yes() {
            return Err(refused("engine cannot leave out moves"));
        }
        let mut draft = Draft::new(self);
        draft.reach(&job.place, false)?;
        draft.force();
        draft.habits(self.ponder);
        exclude(&mut draft, &job);
        if job.search.limits != Default::default() {
            draft.note("CECP's analysis knows no limits");
        }
        let Draft { board, sent, lines, notes, .. } = draft;
        self.commit(board, sent, notes, lines.into_iter(), out);
        if self.half.unsure {
            self.fence(out);
        }
        self.say(ToEngine::Analyze, out);
        self.board.mode = Mode::Unclear;
        job.phase = Phase::Analysing;
        self.half.state = State::Searching(Purpose::Analyse);
        self.job = Some(job);
        Ok(())
    }

    /// CECP's engines ponder by themselves, if allowed: nothing is started.
    fn ponder_search(&mut self, mut job: Job, out: &mut Vec<Output>) {
        self.half.note_once("CECP's engines ponder by themselves, and on a move of their own", out);
        self.want_ponder(true, out);
        job.phase = Phase::Pondering;
        self.half.state = State::Searching(Purpose::Ponder);
        self.job = Some(job);
    }

    /// `hard` or `easy`, at once if the engine was told before, else with the next search.
    pub(super) fn want_ponder(&mut self, on: bool, out: &mut Vec<Output>) {
        if self.ponder != on && self.sent.knows_ponder() {
            self.say(if on { ToEngine::Hard } else { ToEngine::Easy }, out);
            self.sent.set_ponder(on);
        }
        self.ponder = on;
    }

    pub(super) fn ponder_hit(
        &mut self,
        draw_offer: bool,
        out: &mut Vec<Output>,
    ) -> Result<(), Refused> {
        if self.half.state != State::Searching(Purpose::Ponder) {
            return Err(refused("not pondering"));
        }
        let Some(mut job) = self.job.take() else { return Err(refused("not pondering")) };
        job.search.draw_offer |= draw_offer;
        job.search.purpose = Purpose::Play;
        job.phase = Phase::Thinking;
        job.last = None;
        job.pv.clear();
        if let Err(why) = self.think(job, out) {
            // The search was accepted when it began: it ends without a move.
            odd(out, why.reason);
            self.half.state = State::Idle;
            tell(out, no_move());
        }
        Ok(())
    }

    pub(super) fn stop(&mut self, out: &mut Vec<Output>) -> Result<(), Refused> {
        let phase = match (&self.job, self.half.state) {
            (_, State::Stopping) => return Err(refused("stopping already")),
            (Some(job), State::Searching(_)) => job.phase,
            _ => return Err(refused("not searching")),
        };
        self.half.state = State::Stopping;
        match phase {
            Phase::Thinking if self.half.profile.move_now.yes() => {
                let hurried = self.job.as_mut().map(|job| &mut job.hurried);
                if !hurried.is_some_and(|hurried| std::mem::replace(hurried, true)) {
                    self.say(ToEngine::MoveNow, out);
                }
            }
            Phase::Thinking => self.take_off(out),
            Phase::Analysing => {
                self.say(ToEngine::Exit, out);
                self.close_by_fence(out);
            }
            // Nothing runs that could be stopped.
            Phase::Pondering => self.close(out),
            Phase::Closing => {}
        }
        Ok(())
    }

    /// Ends a search for a move without `?`.
    pub(super) fn take_off(&mut self, out: &mut Vec<Output>) {
        self.say(ToEngine::Force, out);
        self.board.force();
        self.close_by_fence(out);
    }

    /// The search is over without the engine's move: the last main line has one, or any legal one
    /// will do.
    pub(super) fn close(&mut self, out: &mut Vec<Output>) {
        self.lines.flush(out);
        let Some(mut job) = self.job.take() else { return };
        self.half.state = State::Idle;
        if let Some((result, comment)) = job.claim.take() {
            tell(out, Event::Claim { result, comment });
        }
        if job.silent {
            return tell(out, no_move());
        }
        let legal = |mv: &MoveText| job.spelled(mv.as_str()).is_some();
        let mut pv = job.pv.iter();
        let mut best = pv.next().filter(|mv| legal(mv)).cloned();
        if best.is_none() && job.search.purpose == Purpose::Ponder {
            // It may have begun with the move that it expected.
            best = pv.next().filter(|mv| legal(mv)).cloned();
        }
        let ponder = pv.next().filter(|_| best.is_some()).cloned();
        let any = || {
            let moves = job.root.as_ref()?.legal_moves();
            moves.first().map(|mv| MoveText::new(mv))
        };
        let best = best.or_else(any).filter(|_| !job.no_move);
        tell(out, Event::BestMove { best, ponder, draw_offer: false, resign: false });
    }

    /// The engine has moved.
    pub(super) fn moved(&mut self, text: &str, out: &mut Vec<Output>) {
        self.goes_on(out);
        let Some(mut job) = self.job.take() else { return };
        if text.ends_with(',') {
            // One leg of several (C-317, C-571).
            job.legs += text;
            self.job = Some(job);
            return;
        }
        self.lines.flush(out);
        let text = job.legs.clone() + text;
        let spelled = job.spelled(&text);
        if spelled.is_none() && is_last_answer(&job.place, job.spelling, &MoveText::new(&text)) {
            odd(out, format!("its last move again: {text}"));
            job.suspect = Some(text);
            self.job = Some(job);
            return;
        }
        self.conclude(job, &text, spelled, out);
    }

    /// Whether the move of the running search may be none.
    pub(super) fn suspects(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.suspect.is_some())
    }

    /// The search goes on: what was taken for its move was none.
    pub(super) fn goes_on(&mut self, out: &mut Vec<Output>) {
        if self.job.as_mut().and_then(|job| job.suspect.take()).is_some() {
            self.half.strays = true;
            odd(out, "that move was out of turn: the search goes on");
        }
    }

    /// Nothing has followed: it was the move.
    pub(super) fn believe(&mut self, out: &mut Vec<Output>) {
        let suspect = self.job.as_mut().and_then(|job| job.suspect.take());
        let Some(text) = suspect else { return };
        if let Some(job) = self.job.take() {
            self.half.patience.over();
            self.conclude(job, &text, None, out);
        }
    }

    /// The search is over with this move, spelled in coordinates if it is legal.
    fn conclude(
        &mut self,
        mut job: Job,
        text: &str,
        spelled: Option<String>,
        out: &mut Vec<Output>,
    ) {
        if let Some((_, comment)) = job.claim.take() {
            odd(out, format!("it has claimed, and moves all the same: {comment}"));
        }
        let best = MoveText::new(spelled.as_deref().unwrap_or(text));
        if spelled.is_none() {
            // The caller will say so; our picture of its board is worth nothing (C-574).
            odd(out, Oddity::Unplayable(format!("illegal move of the engine: {text}")));
            self.board.known = false;
        }
        self.interrupted = false;
        self.board.moves.push(best.clone());
        self.board.restricted = false;
        self.sent.moved();
        self.half.state = State::Idle;
        self.half.unsure |= self.half.strays;
        if self.half.patience.awaited == Some(Awaited::StopMove) {
            self.half.patience.over();
        }
        let follows = job.pv.first() == Some(&best);
        let ponder = job.pv.get(1).filter(|_| follows).cloned();
        let best = Some(best).filter(|_| !job.no_move);
        let ponder = ponder.filter(|_| best.is_some());
        tell(out, Event::BestMove { best, ponder, draw_offer: job.offers, resign: false });
    }

    /// Ends the search without a move.
    pub(super) fn give_up(&mut self, resign: bool, out: &mut Vec<Output>) {
        self.lines.flush(out);
        let Some(mut job) = self.job.take() else { return };
        self.half.state = State::Idle;
        self.board.mode = Mode::Unclear;
        if let Some((result, comment)) = job.claim.take() {
            tell(out, Event::Claim { result, comment });
        }
        let offers = job.offers;
        tell(out, Event::BestMove { best: None, ponder: None, draw_offer: offers, resign });
    }

    /// Limits that CECP does not have: nodes and mates are read off the output.
    pub(super) fn watch(&mut self, info: &Info, out: &mut Vec<Output>) {
        let counts_nodes = self.sent.has_rate();
        let Some(job) = self.job.as_mut().filter(|job| job.phase == Phase::Thinking) else {
            return;
        };
        let limits = &job.search.limits;
        let enough_nodes = !counts_nodes
            && matches!((limits.nodes, info.nodes), (Some(most), Some(nodes)) if nodes >= most);
        let found_mate = limits.mate.is_some_and(|moves| {
            let found = info.score.is_some_and(|score| match score.value {
                ScoreValue::Mate(mate) => {
                    score.bound != Bound::Upper && mate > 0 && mate.unsigned_abs() <= moves
                }
                ScoreValue::Cp(_) => false,
            });
            let deep = moves.saturating_mul(2).saturating_sub(1);
            found || info.depth.is_some_and(|depth| depth >= deep)
        });
        let watched = *self.half.profile.depth_words.get() == DepthWords::Watched;
        let deep_enough = watched
            && matches!((limits.depth, info.depth), (Some(most), Some(depth)) if depth > most);
        if (enough_nodes || found_mate || deep_enough) && !std::mem::replace(&mut job.hurried, true)
        {
            self.say(ToEngine::MoveNow, out);
        }
    }
}

impl Job {
    /// A move as the machines have it, if it is one; the engine may write it in capitals (`C-570`).
    pub(super) fn spelled(&self, text: &str) -> Option<String> {
        let Some(root) = &self.root else { return Some(text.to_owned()) };
        let spell = |text: &str| root.spell(text, self.spelling).ok();
        let is_square =
            |at: usize| matches!(text.as_bytes().get(at..at + 2), Some([b'A'..=b'P', b'0'..=b'9']));
        let capitals = is_square(0) && (is_square(2) || is_square(3));
        spell(text).or_else(|| if capitals { spell(&text.to_lowercase()) } else { None })
    }

    /// By the rules the game is over here, or could be claimed to be.
    pub(super) fn is_at_an_end(&self) -> bool {
        let over = |root: &dyn Record| root.outcome().is_some() || root.legal_moves().is_empty();
        self.root.as_deref().is_some_and(over)
    }
}

/// `exclude all` and `include` what remains, or `exclude` each (`C-505` to `C-508`).
fn exclude(draft: &mut Draft<'_>, job: &Job) {
    let search = &job.search;
    if std::mem::take(&mut draft.board.restricted) {
        draft.say(ToEngine::Include(None));
    }
    if !search.only.is_empty() {
        draft.say(ToEngine::Exclude(None));
        for mv in search.only.iter().filter(|mv| !search.without.contains(mv)) {
            draft.say(ToEngine::Include(Some(draft.word(mv, job.root.as_deref()))));
        }
    } else {
        for mv in &search.without {
            draft.say(ToEngine::Exclude(Some(draft.word(mv, job.root.as_deref()))));
        }
    }
    draft.board.restricted = !(search.only.is_empty() && search.without.is_empty());
}

fn no_move() -> Event {
    Event::BestMove { best: None, ponder: None, draw_offer: false, resign: false }
}
