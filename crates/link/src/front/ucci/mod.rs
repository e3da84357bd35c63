//! UCCI, the engine's half: lines of an interface become commands, events become lines for it.
//!
//! UCCI names its three states, and what each of them takes. What comes in the wrong state is void:
//! it is not kept for later, as in UCI. Only batch mode reads no line while a search runs.
//!
//! ```text
//!          ucci             go                     stop, quit
//!   Boot -------->  Idle ---------->  Thinking ------------------> stopping
//!                    ^                   | (held while pondering)     |
//!                    +---- bestmove, nobestmove <--------------------+
//! ```

mod limits;
mod options;
mod policy;
mod report;

pub use self::policy::Policy;

use self::limits::{Terms, terms};
use self::options::{Own, Setting, Settings};
use self::policy::Conduct;
use self::report::Reporter;
use crate::{
    Command, Event, Front, FrontInput, FrontOutput, Info, MessageKind, Now, OptionDecl, Place,
    Purpose, Record, Referee, Refusal, ScoreValue, Search, Spelling,
};
use ferz_wire::ucci::{FromEngine, Go, ToEngine};
use ferz_wire::{MoveText, PositionText, Start};
use std::collections::VecDeque;

/// What the engine behind a [`Ucci`] front can do beyond what its own options say.
#[derive(Clone, Debug)]
pub struct UcciOffers {
    /// What a horse or a cannon is worth in the engine's centipawns: UCCI calls that 100 (X-261).
    pub minor_piece: i32,
    /// When it takes and offers draws, and when it gives up.
    pub policy: Policy,
    /// First words of lines that only it understands.
    pub console: &'static [&'static str],
    /// A person reads, not a program: every mistake is told.
    pub person: bool,
}

impl Default for UcciOffers {
    fn default() -> UcciOffers {
        UcciOffers { minor_piece: 400, policy: Policy::default(), console: &[], person: false }
    }
}

/// The engine's half of UCCI.
pub struct Ucci {
    referee: Box<dyn Referee>,
    /// The game: UCCI does not name it.
    game: String,
    /// The game that the option `promotion` switches to.
    promoted: Option<&'static str>,
    offers: UcciOffers,
    identity: Vec<(String, String)>,
    declared: Vec<OptionDecl>,
    /// The engine behind has finished its own handshake.
    ready: bool,
    /// `ucci` was heard: the boot state is over.
    booted: bool,
    settings: Settings,
    record: Option<Box<dyn Record>>,
    /// Root moves that are forbidden until the next position.
    banned: Vec<MoveText>,
    running: Option<Running>,
    /// Lines that are not read yet: the engine behind is not ready, or batch mode lets them wait.
    /// `None` is the end of the input.
    unread: VecDeque<Option<String>>,
    pings: u64,
    /// Questions to the hash table that have no answer yet.
    probes: u32,
    reporter: Reporter,
    conduct: Conduct,
    /// Nothing more will come: the session ends with the search that runs.
    ended: bool,
    over: bool,
}

/// A search between `go` and its answer.
struct Running {
    /// The answer has to wait for `ponderhit` or `stop`.
    pondering: bool,
    /// Without any limit: it ends when a mate is found.
    endless: bool,
    /// Only the static score is wanted.
    static_only: bool,
    /// The opponent has offered a draw.
    draw_offered: bool,
    /// `stop` was sent, or `quit`.
    stopping: bool,
    /// End the session with it.
    quitting: bool,
    /// The engine has ended by itself while it ponders.
    held: Option<Answer>,
}

/// What a search has found.
#[derive(Default)]
struct Answer {
    best: Option<MoveText>,
    ponder: Option<MoveText>,
    draw: bool,
    resign: bool,
}

impl Ucci {
    /// A front for an engine that says what it is by events, up to [`Event::Ready`].
    pub fn new(referee: Box<dyn Referee>, offers: UcciOffers) -> Ucci {
        let reporter = Reporter::new(offers.minor_piece);
        let conduct = Conduct::new(offers.policy.clone());
        let games = referee.variants();
        let facts = |game: &String| referee.facts(game);
        let unnamed = games.iter().find(|game| facts(game).is_some_and(|facts| facts.unnamed));
        let game = unnamed.or(games.first()).cloned().unwrap_or_default();
        Ucci {
            promoted: facts(&game).and_then(|facts| facts.promoted),
            game,
            referee,
            offers,
            identity: Vec::new(),
            declared: Vec::new(),
            ready: false,
            booted: false,
            settings: Settings::default(),
            record: None,
            banned: Vec::new(),
            running: None,
            unread: VecDeque::new(),
            pings: 0,
            probes: 0,
            reporter,
            conduct,
            ended: false,
            over: false,
        }
    }

    /// Whether a line has to wait.
    fn reads(&self) -> bool {
        self.ready && !(self.settings.batch && self.running.is_some())
    }

    /// Reads what waits, up to the next search of batch mode.
    fn read(&mut self, now: Now, out: &mut Vec<FrontOutput>) {
        while !self.over && self.reads() {
            match self.unread.pop_front() {
                Some(Some(line)) => self.message(now, ToEngine::parse(&line).value, out),
                Some(None) => self.quit(out),
                None => return,
            }
        }
    }

    fn message(&mut self, now: Now, message: ToEngine, out: &mut Vec<FrontOutput>) {
        match message {
            ToEngine::Quit => self.quit(out), // X-060, X-330, X-331
            ToEngine::Ucci if self.running.is_none() => self.introduce(out), // X-041, X-044, X-068
            // In the boot state only `ucci` means anything.
            _ if !self.booted => {
                if self.offers.person {
                    tell(out, "nothing counts before `ucci`".into());
                }
            }
            ToEngine::IsReady if self.running.is_some() => say(out, FromEngine::ReadyOk), // X-190
            ToEngine::IsReady => {
                self.pings += 1;
                out.push(FrontOutput::Command(Command::Ping(self.pings)));
            }
            ToEngine::Stop => self.stop(out), // X-059, X-284
            ToEngine::PonderHit { draw } => self.ponder_hit(draw, out), // X-064, X-280 to X-283
            ToEngine::Probe(position) => self.probe(position, out), // X-320 to X-325
            ToEngine::Unknown(line) => self.unknown(&line, out), // X-065
            _ if self.running.is_some() => self.remark(out, "void: a search runs"), // X-050
            // X-192 to X-198.
            ToEngine::SetOption { name, value } => self.set_option(&name, value.as_deref(), out),
            ToEngine::NewGame => self.new_game(out), // X-176
            ToEngine::Position(position) => self.position(position, out), // X-205, X-112 to X-116
            ToEngine::BanMoves(moves) => self.ban(&moves, out), // X-206 to X-211
            ToEngine::Go(go) => self.go(now, &go, out), // X-220 to X-243
            ToEngine::Ucci => {}
        }
    }

    fn introduce(&mut self, out: &mut Vec<FrontOutput>) {
        for key in ["name", "version", "copyright", "author", "user"] {
            for (_, text) in self.identity.iter().filter(|(known, _)| known == key) {
                say(out, FromEngine::Id { key: key.into(), text: text.clone() });
            }
            // An engine of another protocol may not have told its author.
            let is_told = self.identity.iter().any(|(known, _)| known == key);
            if key == "author" && !is_told {
                say(out, FromEngine::Id { key: key.into(), text: "unknown".into() });
            }
        }
        let promotion = self.knows_promotion();
        for decl in options::declarations(&self.declared, promotion) {
            say(out, FromEngine::Option(decl));
        }
        if !std::mem::replace(&mut self.booted, true) {
            // What UCCI has as defaults the engine may have otherwise.
            let commands = options::defaults(&self.declared, &self.settings);
            out.extend(commands.into_iter().map(FrontOutput::Command));
        }
        say(out, FromEngine::UcciOk);
    }

    fn knows_promotion(&self) -> bool {
        let starts = |game| self.referee.place(&Place::startpos().of(game)).is_ok();
        self.promoted.is_some_and(starts)
    }

    fn variant(&self) -> &str {
        self.promoted.filter(|_| self.settings.promotion).unwrap_or(&self.game)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut Vec<FrontOutput>) {
        let promotion = self.knows_promotion();
        match options::setting(name, value, &self.declared, promotion, &mut self.settings) {
            Ok(Setting::Own(Own::NewGame)) => self.new_game(out),
            Ok(Setting::Own(Own::Promotion)) => self.replace(out),
            Ok(Setting::Own(Own::Style(style))) => self.conduct.set_style(style),
            Ok(Setting::Own(Own::Other)) => {}
            Ok(Setting::Engine(commands)) => {
                out.extend(commands.into_iter().map(FrontOutput::Command));
            }
            Ok(Setting::Tell(text)) => tell(out, text),
            Err(why) => self.remark(out, &why),
        }
    }

    fn new_game(&mut self, out: &mut Vec<FrontOutput>) {
        self.conduct.new_game();
        out.push(FrontOutput::Command(Command::NewGame { variant: self.variant().into() }));
    }

    /// The position stands for another game from now on.
    fn replace(&mut self, out: &mut Vec<FrontOutput>) {
        if let Some(record) = &self.record {
            let place = Place { variant: self.variant().into(), ..record.place() };
            match self.referee.place(&place) {
                Ok((record, _)) => self.take(record, out),
                Err(why) => {
                    self.record = None;
                    tell(out, format!("start position instead: {why}"));
                }
            }
        }
    }

    fn position(&mut self, position: PositionText, out: &mut Vec<FrontOutput>) {
        let place =
            Place { variant: self.variant().into(), start: position.start, moves: position.moves };
        match self.referee.place(&place) {
            Ok((record, complaint)) => {
                if let Some(complaint) = complaint {
                    tell(out, complaint);
                }
                self.take(record, out);
            }
            Err(why) => tell(out, format!("position kept: {why}")),
        }
    }

    fn take(&mut self, record: Box<dyn Record>, out: &mut Vec<FrontOutput>) {
        self.banned.clear();
        out.push(FrontOutput::Command(Command::Place(record.place())));
        self.conduct.position(&*record);
        self.record = Some(record);
    }

    /// The start position, where none was given (X-063, X-067).
    fn need_position(&mut self, out: &mut Vec<FrontOutput>) {
        if self.record.is_none() {
            self.position(PositionText { start: Start::Startpos, moves: Vec::new() }, out);
        }
    }

    /// `banmoves`: replaces what was banned before (X-209); what is not legal is skipped.
    fn ban(&mut self, moves: &[MoveText], out: &mut Vec<FrontOutput>) {
        self.need_position(out);
        let Some(record) = &self.record else { return };
        let legal = moves.iter().map(|mv| record.spell(mv.as_str(), Spelling::Coordinate));
        self.banned = legal.flatten().map(|mv| MoveText::new(&mv)).collect();
    }

    fn go(&mut self, now: Now, go: &Go, out: &mut Vec<FrontOutput>) {
        self.need_position(out);
        let Some(record) = &self.record else {
            tell(out, "no position to search".into());
            return say(out, FromEngine::NoBestMove);
        };
        let Terms { mut limits, mut pondering, mut endless } =
            terms(go, self.settings.milliseconds);
        if self.settings.batch && (pondering || endless) {
            if endless {
                limits.depth = Some(limits::BATCH_DEPTH);
            }
            (pondering, endless) = (false, false);
            tell(out, "batch mode: this search cannot be stopped, so it ends by itself".into());
        }
        self.reporter.begin(now);
        self.conduct.begin();
        self.running = Some(Running {
            pondering,
            endless,
            static_only: limits.static_only,
            draw_offered: go.draw,
            stopping: false,
            quitting: false,
            held: None,
        });
        let legal = record.legal_moves();
        let is_banned = |mv: &String| self.banned.iter().any(|banned| banned.as_str() == mv);
        if legal.is_empty() {
            self.reporter.lost(out);
            return self.searched(Answer::default(), out);
        }
        if legal.iter().all(is_banned) {
            tell(out, "every move is banned".into());
            return self.searched(Answer::default(), out);
        }
        let purpose = match (pondering, endless) {
            (true, _) => Purpose::Ponder,
            (false, true) => Purpose::Analyse,
            (false, false) => Purpose::Play,
        };
        let without = self.banned.clone();
        let draw_offer = go.draw && !pondering;
        let search = Search { purpose, limits, without, draw_offer, ..Search::default() };
        out.push(FrontOutput::Command(Command::Search(search)));
    }

    fn stop(&mut self, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else {
            // An interface that asks has lost count and waits for an answer (X-059).
            return say(out, FromEngine::NoBestMove);
        };
        match running.held.take() {
            Some(answer) => self.answer(answer, out),
            None => halt(running, out),
        }
    }

    fn ponder_hit(&mut self, draw: bool, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return };
        running.draw_offered |= draw;
        if !std::mem::replace(&mut running.pondering, false) || running.stopping {
            return;
        }
        match running.held.take() {
            Some(answer) => self.answer(answer, out),
            None => {
                let draw_offer = running.draw_offered;
                out.push(FrontOutput::Command(Command::PonderHit { draw_offer }));
            }
        }
    }

    fn probe(&mut self, position: PositionText, out: &mut Vec<FrontOutput>) {
        let place =
            Place { variant: self.variant().into(), start: position.start, moves: position.moves };
        let nothing = FromEngine::PopHash { best: None, lower: None, upper: None };
        match self.referee.place(&place) {
            // A list that breaks off names no position.
            Ok((_, Some(why))) | Err(why) => {
                self.remark(out, &why);
                say(out, nothing);
            }
            Ok((record, None)) => {
                self.probes += 1;
                out.push(FrontOutput::Command(Command::Probe(record.place())));
            }
        }
    }

    /// Ends the session; a running search still gives its move (X-062).
    fn quit(&mut self, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return self.end(out) };
        running.quitting = true;
        match running.held.take() {
            Some(answer) => self.answer(answer, out),
            None => halt(running, out),
        }
    }

    fn end(&mut self, out: &mut Vec<FrontOutput>) {
        self.over = true;
        say(out, FromEngine::Bye);
        out.push(FrontOutput::Command(Command::Quit));
        out.push(FrontOutput::End);
    }

    fn unknown(&mut self, line: &str, out: &mut Vec<FrontOutput>) {
        let word = line.split_whitespace().next().unwrap_or_default();
        if self.running.is_some() || !self.offers.console.contains(&word) {
            return self.remark(out, &format!("unknown command {}", line.trim()));
        }
        self.need_position(out);
        out.push(FrontOutput::Command(Command::Console(line.trim().to_owned())));
    }

    /// The end of the input. A search that ends by itself does so first.
    fn end_of_input(&mut self, out: &mut Vec<FrontOutput>) {
        match &self.running {
            Some(running) if !running.pondering && !running.endless => self.ended = true,
            _ => self.quit(out),
        }
    }

    /// A remark that only debugging shows, and people at a terminal.
    fn remark(&self, out: &mut Vec<FrontOutput>, text: &str) {
        if self.settings.debug || self.offers.person {
            tell(out, text.to_owned());
        }
    }

    fn event(&mut self, now: Now, event: Event, out: &mut Vec<FrontOutput>) {
        match event {
            Event::Identity { key, text } => self.identity.push((key, text)),
            Event::Option(decl) => self.declare(decl),
            Event::Ready => {
                self.ready = true;
                self.read(now, out);
            }
            Event::Pong(_) => say(out, FromEngine::ReadyOk),
            Event::Info(info) => self.info(now, &info, out),
            Event::BestMove { best, ponder, draw_offer, resign } => {
                self.searched(Answer { best, ponder, draw: draw_offer, resign }, out);
                self.read(now, out);
            }
            Event::Resign => {
                // The document wants a move with it, though nobody plays it (X-311).
                let best = self.reporter.best().or_else(|| self.any_move());
                self.searched(Answer { best, resign: true, ..Answer::default() }, out);
                self.read(now, out);
            }
            // An offer apart from a move goes with the next one.
            Event::DrawOffer => self.conduct.offer(),
            Event::Probed { best, lower, upper } => {
                self.probes = self.probes.saturating_sub(1);
                let scale = |(score, depth)| (self.reporter.scale(score), depth);
                let (lower, upper) = (lower.map(scale), upper.map(scale));
                say(out, FromEngine::PopHash { best, lower, upper });
            }
            Event::Refused { what: Refusal::Probe, .. } if self.probes > 0 => {
                self.probes -= 1;
                say(out, FromEngine::PopHash { best: None, lower: None, upper: None });
            }
            Event::Refused { text, reason, .. } => tell(out, format!("{text}: {reason}")),
            Event::Claim { comment, .. } => tell(out, comment),
            Event::Hint(mv) => self.remark(out, &format!("hint {mv}")),
            Event::Message(message) => match message.kind {
                MessageKind::Console => out.push(FrontOutput::Line(message.text)),
                MessageKind::Debug => self.remark(out, &message.text),
                _ => tell(out, message.text),
            },
            Event::Question { text, .. } => tell(out, text),
            // UCCI neither asks for these nor has words for them.
            Event::BookMoves(_)
            | Event::Games
            | Event::Marks(_)
            | Event::Click(_)
            | Event::Choice(_)
            | Event::Setup(_)
            | Event::Piece { .. }
            | Event::CopyProtection(_)
            | Event::Registration(_) => {}
            Event::Gone => {
                self.over = true;
                out.push(FrontOutput::End);
            }
        }
    }

    fn declare(&mut self, decl: OptionDecl) {
        let same = |other: &OptionDecl| other.name.eq_ignore_ascii_case(&decl.name);
        match self.declared.iter().position(same) {
            Some(index) => self.declared[index] = decl,
            None => self.declared.push(decl),
        }
    }

    fn info(&mut self, now: Now, info: &Info, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return };
        if running.static_only {
            return self.reporter.keep(info);
        }
        self.reporter.info(now, info, self.settings.debug, out);
        self.conduct.score(info, &self.reporter);
        // `infinite` thinks until a mate is found (X-224): one that no deeper search can shorten.
        let mate = match info.score.map(|score| score.value) {
            Some(ScoreValue::Mate(moves)) => report::plies(moves),
            _ => return,
        };
        if running.endless && !running.pondering && info.depth.is_some_and(|depth| depth >= mate) {
            halt(running, out);
        }
    }

    /// The engine has ended a search.
    fn searched(&mut self, answer: Answer, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return };
        if running.pondering && !running.stopping {
            running.held = Some(answer);
        } else {
            self.answer(answer, out);
        }
    }

    /// Gives the answer to `go`: the last lines of the search, then `bestmove` or `nobestmove`.
    fn answer(&mut self, answer: Answer, out: &mut Vec<FrontOutput>) {
        let Some(running) = self.running.take() else { return };
        let Answer { best, ponder, draw, resign } = answer;
        match best.filter(|_| !running.static_only) {
            None => {
                if running.static_only {
                    self.reporter.static_score(out);
                }
                say(out, FromEngine::NoBestMove);
            }
            Some(best) => {
                self.reporter.finish(&best, ponder.as_ref(), out);
                // Analysis, and a guess that was wrong, are no moves of a game.
                let counts = !running.endless && !running.pondering;
                let (own_draw, own_resign) = match &self.record {
                    Some(record) if counts => self.conduct.decide(&**record, running.draw_offered),
                    _ => (false, false),
                };
                let resign = resign || own_resign;
                let draw = !resign && (draw || own_draw);
                say(out, FromEngine::BestMove { best, ponder, draw, resign });
            }
        }
        if running.quitting || self.ended {
            self.end(out);
        }
    }

    fn any_move(&self) -> Option<MoveText> {
        let moves = self.record.as_ref()?.legal_moves();
        moves.first().map(|mv| MoveText::new(mv))
    }
}

impl Front for Ucci {
    fn step(&mut self, now: Now, input: FrontInput<'_>, out: &mut Vec<FrontOutput>) {
        if self.over {
            return;
        }
        match input {
            // An interface that leaves before the engine is ready need not wait for it.
            FrontInput::Line(line) if !self.ready && is_quit(line) => self.quit(out),
            FrontInput::Eof if !self.ready => self.quit(out),
            FrontInput::Line(line) => {
                if self.reads() {
                    self.message(now, ToEngine::parse(line).value, out);
                } else {
                    self.unread.push_back(Some(line.to_owned()));
                }
                // Batch mode ends with a search that `go` itself has answered.
                self.read(now, out);
            }
            FrontInput::Event(event) => self.event(now, event, out),
            FrontInput::Eof if self.reads() => self.end_of_input(out),
            FrontInput::Eof => self.unread.push_back(None),
            // What batch mode has put off does not matter any more.
            FrontInput::Terminate => {
                self.unread.clear();
                self.quit(out);
            }
        }
    }
}

fn is_quit(line: &str) -> bool {
    ToEngine::parse(line).value == ToEngine::Quit
}

/// Tells the engine to end its search, once.
fn halt(running: &mut Running, out: &mut Vec<FrontOutput>) {
    if !std::mem::replace(&mut running.stopping, true) {
        out.push(FrontOutput::Command(Command::Stop));
    }
}

fn say(out: &mut Vec<FrontOutput>, message: FromEngine) {
    out.push(FrontOutput::Line(message.to_string()));
}

/// An `info message`.
fn tell(out: &mut Vec<FrontOutput>, text: String) {
    let text = text.replace(['\r', '\n'], " ");
    let info = ferz_wire::ucci::Info { message: Some(text), ..Default::default() };
    say(out, FromEngine::Info(Box::new(info)));
}
