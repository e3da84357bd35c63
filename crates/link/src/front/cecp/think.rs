//! Starting searches and taking their answers.

use super::clock::Control;
use super::game::place_of;
use super::port::Job;
use super::{Cecp, Doing, Mode};
use crate::{
    Clocks as BothClocks, Command, Info, Limits, Now, Place, Purpose, Record, Search, Side,
    Spelling,
};
use ferz_wire::MoveText;
use ferz_wire::cecp::{FromEngine, TellTo};
use std::time::Duration;

/// How long the engine may look for a `hint` that it has not got ready.
const HINT_TIME: Duration = Duration::from_millis(300);

/// What is known from the running search, and from those before it.
pub(super) struct Thoughts {
    /// When it began, and when the present move began.
    pub(super) started: Now,
    pub(super) move_started: Now,
    /// The latest news, merged.
    pub(super) latest: Info,
    /// Where its lines begin, when they have to be spelled anew.
    pub(super) root: Option<Box<dyn Record>>,
    /// Whether its lines make sense to the interface: not without the guessed move.
    pub(super) shown: bool,
    /// The own clock that the ponder search was told.
    told: Option<Duration>,
    /// Score of the last own move, in centipawns.
    pub(super) score: Option<i32>,
    /// How many own moves in a row the score was at the resignation level.
    pub(super) lost_for: u32,
}

impl Thoughts {
    pub(super) fn new() -> Thoughts {
        Thoughts {
            started: Now::ZERO,
            move_started: Now::ZERO,
            latest: Info::default(),
            root: None,
            shown: true,
            told: None,
            score: None,
            lost_for: 0,
        }
    }

    /// Another game or position: old scores say nothing about it.
    pub(super) fn forget_scores(&mut self) {
        self.score = None;
        self.lost_for = 0;
    }

    fn begin(&mut self, now: Now, root: Option<Box<dyn Record>>) {
        self.started = now;
        self.latest = Info::default();
        self.root = root;
        self.shown = true;
        self.told = None;
    }
}

impl Cecp {
    /// Ends whatever search runs, without its answer, and does what waited for its end.
    pub(super) fn quiet(&mut self) {
        self.port.abandon(&mut self.out);
        self.search_is_over();
    }

    /// What waited for the end of a search: settings first, then pings.
    fn search_is_over(&mut self) {
        for command in std::mem::take(&mut self.deferred) {
            self.tell(command);
        }
        for number in std::mem::take(&mut self.late_pings) {
            self.forward_ping(number);
        }
    }

    /// A search for `hint` gives way to anything that needs the engine.
    pub(super) fn stop_hint(&mut self) {
        if self.port.job() == Some(Job::Hint) {
            self.quiet();
        }
    }

    /// Our move: think. If every move is excluded, wait until one is included (C-511).
    pub(super) fn think(&mut self) {
        self.thoughts.move_started = self.now;
        self.mode = Mode::Playing(Doing::Thinking);
        self.start_thinking();
    }

    fn start_thinking(&mut self) {
        if !self.table.has_moves() {
            return;
        }
        let search = Search {
            purpose: Purpose::Play,
            limits: self.limits(self.table.ply()),
            only: Vec::new(),
            without: self.without(),
            draw_offer: self.table.offered_until.is_some(),
        };
        self.place();
        self.begin_thoughts();
        self.port.start(Job::Think, search, &mut self.out);
    }

    /// Analyses what is on the board; without a legal move it waits (C-688).
    pub(super) fn analyse(&mut self) {
        self.mode = Mode::Analysing;
        if !self.table.has_moves() {
            return;
        }
        let search =
            Search { purpose: Purpose::Analyse, without: self.without(), ..Search::default() };
        self.place();
        self.begin_thoughts();
        self.port.start(Job::Analyse, search, &mut self.out);
    }

    /// Analyses anew.
    pub(super) fn analyse_changed(&mut self) {
        self.quiet();
        self.analyse();
    }

    /// Thinks on the opponent's time, if that is wanted and possible.
    pub(super) fn ponder(&mut self) {
        let waiting = matches!(self.mode, Mode::Playing(Doing::Waiting));
        if !self.hard || !waiting || self.table.side() == self.table.seat {
            return;
        }
        self.stop_hint();
        if !self.table.has_moves() || self.table.ended().is_some() {
            return;
        }
        match self.guess() {
            Some((guess, record)) => {
                if self.table.outcome_of(&*record).is_some() || record.legal_moves().is_empty() {
                    return;
                }
                let Ok(spelled) = self
                    .table
                    .record()
                    .map_or(Err(()), |now| now.spell(&guess, self.table.spelling()).map_err(drop))
                else {
                    return;
                };
                // The lines of the search may begin behind the guess because of this (C-628).
                self.say(FromEngine::Hint(MoveText::new(&spelled)));
                let limits = self.limits(self.table.ply() + 1);
                let place = place_of(&*record);
                self.place_at(place);
                let root = self.root_of(&*record);
                self.thoughts.begin(self.now, root);
                self.thoughts.told =
                    limits.clock.and_then(|clock| clock.own).map(|own| own.remaining);
                let search = Search { purpose: Purpose::Ponder, limits, ..Search::default() };
                self.port.start(Job::Ponder, search, &mut self.out);
            }
            // Nothing to expect: the best use of the time is the opponent's view.
            None => {
                self.place();
                self.begin_thoughts();
                self.thoughts.shown = false;
                let search = Search { purpose: Purpose::Analyse, ..Search::default() };
                self.port.start(Job::Ponder, search, &mut self.out);
            }
        }
        self.mode = Mode::Playing(Doing::Pondering);
    }

    /// The expected reply and the game after it.
    fn guess(&self) -> Option<(String, Box<dyn Record>)> {
        let record = self.table.record()?;
        let (ply, guess) = self.table.expected.as_ref()?;
        if *ply != record.ply() {
            return None;
        }
        let mut after = record.boxed();
        after.play(guess).ok()?;
        Some((guess.clone(), after))
    }

    /// The opponent played what we pondered on: the search becomes the real one (C-332). Not if
    /// the clock has run otherwise than the search was told.
    pub(super) fn ponder_hit(&mut self) -> bool {
        if self.port.job() != Some(Job::Ponder) {
            return false;
        }
        if let Some(told) = self.thoughts.told {
            let own = self.clocks.reading_of(self.now, self.table.seat, self.table.ply());
            if own.remaining + told / 10 < told {
                return false;
            }
        }
        self.port.promote(Job::Think);
        self.mode = Mode::Playing(Doing::Thinking);
        self.thoughts.move_started = self.now;
        let draw_offer = self.table.offered_until.is_some();
        self.tell(Command::PonderHit { draw_offer });
        true
    }

    /// The limits of a search that begins with `ply` moves in the record, us to move.
    fn limits(&self, ply: usize) -> Limits {
        let mut limits =
            Limits { depth: self.depth, nodes_per_second: self.node_rate, ..Limits::default() };
        match self.clocks.control {
            Control::PerMove(time) => {
                let spent = match self.mode {
                    Mode::Playing(Doing::Thinking) => {
                        self.now.saturating_sub(self.thoughts.move_started)
                    }
                    _ => Duration::ZERO,
                };
                limits.max_time = Some(time.saturating_sub(spent));
            }
            Control::Level { .. } => {
                let clock = |side: Side| self.clocks.reading_of(self.now, side, ply);
                let seat = self.table.seat;
                limits.clock =
                    Some(BothClocks { own: Some(clock(seat)), opponent: Some(clock(!seat)) });
            }
        }
        limits
    }

    fn without(&self) -> Vec<MoveText> {
        self.table.excluded.iter().map(|text| MoveText::new(text)).collect()
    }

    fn begin_thoughts(&mut self) {
        let root = self.table.record().and_then(|record| self.root_of(record));
        self.thoughts.begin(self.now, root);
    }

    /// A copy of the game where the lines of a search begin, if they have to be spelled anew.
    fn root_of(&self, record: &dyn Record) -> Option<Box<dyn Record>> {
        (self.table.spelling() != Spelling::Coordinate).then(|| record.boxed())
    }

    /// Gives the engine the position on the board.
    pub(super) fn place(&mut self) {
        if let Some(place) = self.table.record().map(place_of) {
            self.place_at(place);
        }
    }

    fn place_at(&mut self, place: Place) {
        for command in std::mem::take(&mut self.deferred) {
            self.tell(command);
        }
        if self.new_game {
            self.new_game = false;
            if !self.continues(&place) {
                self.tell_new_game();
            }
        }
        self.table.placed = Some(place.clone());
        self.tell(Command::Place(place));
    }

    /// Whether a `new` only led to a later position of the same game: hosts of version 1, Fritz
    /// among them, replay the whole game before each move, and the engine keeps its memory (C-762).
    fn continues(&self, place: &Place) -> bool {
        let Some(before) = &self.table.placed else { return false };
        self.about.version < 2
            && before.variant == place.variant
            && before.start == place.start
            && !before.moves.is_empty()
            && place.moves.len() > before.moves.len()
            && place.moves.starts_with(&before.moves)
    }

    pub(super) fn tell_new_game(&mut self) {
        self.new_game = false;
        let variant = self.table.variant.clone();
        self.tell(Command::NewGame { variant });
    }

    /// `exclude` or `include` changed the root moves: search again with what is left (C-510).
    pub(super) fn root_moves_changed(&mut self) {
        match self.mode {
            Mode::Playing(Doing::Thinking) => {
                self.port.abandon(&mut self.out);
                self.start_thinking();
            }
            Mode::Analysing => self.analyse_changed(),
            _ => {}
        }
    }

    /// Time control or depth changed: a ponder search has to know, a real one is not disturbed.
    pub(super) fn limits_changed(&mut self) {
        if let Mode::Playing(Doing::Pondering) = self.mode {
            self.again(|_| {});
        }
    }

    /// A setting of the engine: at once where no own move is being thought about, else after it
    /// (C-206, C-485, C-495).
    pub(super) fn set(&mut self, command: Command) {
        match self.port.job() {
            None => self.tell(command),
            Some(Job::Think | Job::Hint) => self.deferred.push(command),
            Some(Job::Ponder | Job::Analyse) => self.again(|front| front.tell(command)),
        }
    }

    /// Stops pondering or analysis for something that needs an idle engine, and takes it up again.
    pub(super) fn again(&mut self, act: impl FnOnce(&mut Cecp)) {
        self.port.abandon(&mut self.out);
        act(self);
        match self.mode {
            Mode::Playing(Doing::Pondering) => {
                self.mode = Mode::Playing(Doing::Waiting);
                self.ponder();
            }
            Mode::Analysing => self.analyse(),
            _ => {}
        }
    }

    /// A short search for somebody who asks what to do.
    pub(super) fn search_hint(&mut self) {
        if self.port.job().is_some() || !self.table.has_moves() || self.table.ended().is_some() {
            return;
        }
        let limits = Limits { max_time: Some(HINT_TIME), ..Limits::default() };
        self.place();
        self.begin_thoughts();
        self.port.start(Job::Hint, Search { limits, ..Search::default() }, &mut self.out);
    }

    /// A search has ended.
    pub(super) fn search_ended(
        &mut self,
        best: Option<MoveText>,
        ponder: Option<MoveText>,
        draw_offer: bool,
        resign: bool,
    ) {
        match self.port.ended(&mut self.out) {
            None => {}
            Some(Job::Think) => self.own_move(best, ponder, draw_offer, resign),
            Some(Job::Hint) => {
                if let Some(best) = best {
                    self.say_hint(best.as_str());
                }
                self.search_is_over();
            }
            // These do not end by themselves; where one does, it is not missed.
            Some(Job::Ponder) => {
                self.mode = Mode::Playing(Doing::Waiting);
                self.search_is_over();
            }
            Some(Job::Analyse) => self.search_is_over(),
        }
    }

    /// Prints a hint, if it is a legal move of the position on the board.
    pub(super) fn say_hint(&mut self, text: &str) {
        let spelling = self.table.spelling();
        if let Some(Ok(hint)) = self.table.record().map(|record| record.spell(text, spelling)) {
            self.say(FromEngine::Hint(MoveText::new(&hint)));
        }
    }

    fn own_move(
        &mut self,
        best: Option<MoveText>,
        ponder: Option<MoveText>,
        draw_offer: bool,
        resign: bool,
    ) {
        self.note_score();
        let Some(best) = best.filter(|_| !resign && !self.gives_up()) else {
            self.resign();
            return;
        };
        let spelling = self.table.spelling();
        let side = self.table.side();
        let Some(record) = self.table.record() else { return };
        let Ok(spelled) = record.spell(best.as_str(), spelling) else {
            // An engine behind a bridge: the interface shall judge it.
            let text = format!("the engine chose an illegal move: {best}");
            self.say(FromEngine::Tell { to: TellTo::UserError, text });
            self.say(FromEngine::Move(best));
            self.game_over();
            return;
        };
        let mut after = record.boxed();
        if after.play(best.as_str()).is_err() {
            return;
        }
        let outcome = self.table.outcome_of(&*after);
        self.report_mate();
        self.answer_offer();
        let claims = self.wants_to_claim(outcome.as_ref());
        if draw_offer || claims {
            self.offer_draw_once();
        }
        self.show_book_move(&spelled);
        self.say(FromEngine::Move(MoveText::new(&spelled)));
        let expected = ponder
            .and_then(|guess| after.spell(guess.as_str(), self.table.plain()).ok())
            .map(|guess| (after.ply(), guess));
        self.table.board = super::game::Board::Legal(after);
        self.table.expected = expected;
        self.moved(side);
        self.mode = Mode::Playing(Doing::Waiting);
        self.clocks.start(self.now, !side);
        // A draw for the asking is there once the move is on the board, and then it is claimed, like
        // one that the opponent's move made (C-576); the offer before the move is for interfaces that
        // look for it there (C-589).
        match outcome.filter(|outcome| claims || !outcome.by_claim) {
            Some(outcome) => self.result_line(outcome.result, outcome.comment),
            None => {
                self.search_is_over();
                self.ponder();
            }
        }
    }

    /// `ping N`: on our move the answer waits for the move (C-353).
    pub(super) fn ping(&mut self, number: Option<i64>) {
        match self.port.job() {
            Some(Job::Think | Job::Hint) => self.late_pings.push(number),
            Some(Job::Ponder | Job::Analyse) | None => self.forward_ping(number),
        }
    }

    fn forward_ping(&mut self, number: Option<i64>) {
        // Forgetting the last game takes time; the answer says that it is done (C-355).
        if self.new_game && self.about.version >= 2 && self.port.job().is_none() {
            self.tell_new_game();
        }
        self.pings_sent += 1;
        self.pings.push_back((self.pings_sent, number));
        self.tell(Command::Ping(self.pings_sent));
    }

    pub(super) fn pong(&mut self, sent: u64) {
        if let Some(at) = self.pings.iter().position(|(id, _)| *id == sent)
            && let Some((_, number)) = self.pings.remove(at)
        {
            self.say(FromEngine::Pong(number));
        }
    }

    /// `pause`
    pub(super) fn pause(&mut self) {
        let running = self.clocks.running();
        self.clocks.stop(self.now);
        self.port.pause(&mut self.out);
        self.paused_clock = running;
        self.paused_at = self.now;
        let mode = std::mem::replace(&mut self.mode, Mode::Force);
        self.mode = Mode::Paused(Box::new(mode));
    }

    /// `resume`: on exactly where it stopped (C-472).
    pub(super) fn resume(&mut self) {
        let Mode::Paused(mode) = &mut self.mode else { return };
        let mode = std::mem::replace(&mut **mode, Mode::Force);
        self.mode = mode;
        self.thoughts.move_started += self.now.saturating_sub(self.paused_at);
        self.thoughts.started += self.now.saturating_sub(self.paused_at);
        if let Some(side) = self.paused_clock.take() {
            self.clocks.start(self.now, side);
        }
        if self.kept.is_none() {
            self.port.resume(&mut self.out);
        }
        if let Some(event) = self.kept.take() {
            self.event(event);
        }
    }
}
