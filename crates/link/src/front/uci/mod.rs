//! UCI, the engine's half: lines of an interface become commands, events become lines for it.
//!
//! One `go`, one `bestmove`, whatever happens in between: that is what most of this file is about.
//! An interface may send `setoption`, `position` and `ucinewgame` while a search runs; they wait
//! until it has ended. A search that must not end by itself (`infinite`, `ponder`) may do so in
//! the engine: its move is held back here.
//!
//! ```text
//!            go                      stop                 bestmove
//!   Idle ----------> Searching ----------------> stopping ----------> Idle
//!    ^                  | bestmove (held while infinite or pondering)  |
//!    +------------------+                       what waited is read <--+
//! ```

mod dialect;
mod limits;
mod mistakes;
mod options;
mod report;
mod settings;

use self::dialect::Dialect;
use self::limits::{limits, root_moves};
use self::mistakes::{Mistakes, shortened};
use self::report::Reporter;
use crate::{
    Command, Event, Front, FrontInput, FrontOutput, Info, Limits, MessageKind, Now, OptionDecl,
    Place, Purpose, Record, Referee, Search, Spelling,
};
use ferz_wire::uci::{FromEngine, Go, ToEngine};
use ferz_wire::{MoveText, PositionText, Remark, RemarkKind, Start};
use std::collections::VecDeque;

/// The game that `UCI_Chess960` switches to.
const CHESS960: &str = "fischerandom";
/// UCI-Cyclone's greeting: `uci` follows and is answered.
const CYCLONE: &str = "ucicyclone";
/// Lines that may wait for the end of a search.
const MOST_WAITING: usize = 1000;
/// The game without it.
const CHESS: &str = "normal";
/// Games that `UCI_Variant` does not choose: they are chess by other means.
const KINDS_OF_CHESS: [&str; 4] = [CHESS, CHESS960, "nocastle", "wildcastle"];

/// What the engine behind a [`Uci`] front can do beyond what its own options say.
#[derive(Clone, Debug, Default)]
pub struct UciOffers {
    /// It takes values for positions (`UCI_SetPositionValue`).
    pub position_values: bool,
    /// It wants to know its opponent (`UCI_Opponent`).
    pub opponent: bool,
    /// It gives chances of win, draw and loss (`UCI_ShowWDL`).
    pub wdl: bool,
    /// It can be registered (`register`).
    pub registration: bool,
    /// A text about it (`UCI_EngineAbout`).
    pub about: Option<String>,
    /// First words of lines that only it understands.
    pub console: &'static [&'static str],
    /// For a person at a terminal: every mistake is answered, and a typed move by this text on how
    /// to play.
    pub person: Option<&'static str>,
    /// Options that the engine could have, and why it has not.
    pub withheld: &'static [(&'static str, &'static str)],
}

/// The engine's half of UCI.
pub struct Uci {
    referee: Box<dyn Referee>,
    offers: UciOffers,
    identity: Vec<(String, String)>,
    declared: Vec<OptionDecl>,
    /// The engine behind has finished its own handshake.
    ready: bool,
    /// Lines that came before it had.
    backlog: Vec<String>,
    debug: bool,
    chess960: bool,
    dialect: Dialect,
    record: Option<Box<dyn Record>>,
    running: Option<Running>,
    /// What came during a search and waits for its end.
    waiting: VecDeque<ToEngine>,
    /// Nothing more will come: the session ends when all that came is done.
    ended: bool,
    /// The ping behind the last question to the engine: the session ends with its answer.
    last_ping: Option<u64>,
    mistakes: Mistakes,
    pings: u64,
    reporter: Reporter,
    /// What the engine has claimed last in this game: it is said once.
    claimed: Option<String>,
    over: bool,
}

/// A search between `go` and `bestmove`.
struct Running {
    hold: Hold,
    /// `stop` was sent, or `quit`.
    stopping: bool,
    /// End the session with it.
    quitting: bool,
    /// The engine has ended by itself, too early.
    held: Option<Answer>,
    /// It counts moves: no `bestmove` at the end.
    perft: bool,
}

/// Whether a search may end by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    No,
    UntilStop,
    /// Until `ponderhit`; then the value says whether it goes on until `stop`.
    UntilPonderHit {
        then_infinite: bool,
    },
}

/// The two moves of a `bestmove`.
struct Answer {
    best: Option<MoveText>,
    ponder: Option<MoveText>,
}

impl Uci {
    /// A front for an engine that says what it is by events, up to [`Event::Ready`].
    pub fn new(referee: Box<dyn Referee>, offers: UciOffers) -> Uci {
        Uci {
            dialect: Dialect::of(&*referee),
            referee,
            offers,
            identity: Vec::new(),
            declared: Vec::new(),
            ready: false,
            backlog: Vec::new(),
            debug: false,
            chess960: false,
            record: None,
            running: None,
            waiting: VecDeque::new(),
            ended: false,
            last_ping: None,
            mistakes: Mistakes::default(),
            pings: 0,
            reporter: Reporter::default(),
            claimed: None,
            over: false,
        }
    }

    /// Whether a search runs, seen from the interface.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    fn line(&mut self, now: Now, line: &str, out: &mut Vec<FrontOutput>) {
        if line.trim().is_empty() {
            return;
        }
        let names: Vec<&str> = self.declared.iter().map(|option| option.name.as_str()).collect();
        let parsed = ToEngine::parse_with(line, &names);
        let message = parsed.value;
        self.mistakes.heard(&message);
        if !self.ready && !matches!(message, ToEngine::Quit | ToEngine::Debug(_)) {
            self.backlog.push(line.to_owned());
            return;
        }
        // Nothing counts behind a `quit` that waits for a count.
        if self.ended && !matches!(message, ToEngine::Quit | ToEngine::Stop) {
            return;
        }
        let was_debug = self.debug;
        if let ToEngine::Debug(Some(on)) = message {
            self.debug = on;
        }
        if self.debug || was_debug {
            note(out, format!("received {}", line.trim()));
        }
        if let ToEngine::Position(position) = &message {
            let is_bare = |remark: &Remark| {
                remark.kind == RemarkKind::Dialect && matches!(&*remark.text, "fen" | "startpos")
            };
            let bare = parsed.remarks.iter().any(is_bare);
            if self.running.is_none() {
                self.hear(&position.start, bare);
            }
        }
        let go = match &message {
            ToEngine::Go(go) => Some(self.running.is_none() && is_endless(go)),
            _ => None,
        };
        self.message(now, message, out);
        if let Some(endless) = go {
            self.odd_go(&parsed.remarks, endless, out);
        }
    }

    fn message(&mut self, now: Now, message: ToEngine, out: &mut Vec<FrontOutput>) {
        if self.over {
            return;
        }
        let stopping = self.running.as_ref().is_some_and(|running| running.stopping);
        let counting = self.running.as_ref().is_some_and(|running| running.perft);
        match message {
            ToEngine::Debug(Some(on)) => out.push(FrontOutput::Command(Command::Debug(on))),
            ToEngine::Debug(None) => {}
            ToEngine::Uci => self.introduce(out),
            // A count is short and its answer is wanted: scripts send `quit` behind it. Who says it
            // twice does not wait.
            ToEngine::Quit if counting && !self.ended => self.ended = true,
            ToEngine::Quit => self.quit(out), // U-300, U-301
            // A sloppy interface does not wait for the `bestmove` that follows its `stop`. What it
            // sends behind it is meant for afterwards, the fence `isready` included.
            message if stopping => self.waiting.push_back(message),
            // U-122.
            ToEngine::IsReady if self.running.is_some() => say(out, FromEngine::ReadyOk),
            // The count is no search that anybody plays by: what follows waits for it.
            message if counting && message != ToEngine::Stop => self.waiting.push_back(message),
            ToEngine::IsReady => {
                // U-120, U-121, U-127
                self.pings += 1;
                out.push(FrontOutput::Command(Command::Ping(self.pings)));
            }
            ToEngine::SetOption { .. } | ToEngine::UciNewGame | ToEngine::Position(_)
                if self.running.is_some() =>
            {
                self.postpone(message);
            }
            // U-385 to U-392.
            ToEngine::SetOption { name, value } => self.set_option(&name, value.as_deref(), out),
            ToEngine::Register(register) => {
                if self.offers.registration {
                    out.push(FrontOutput::Command(Command::Register(register)));
                }
            }
            ToEngine::UciNewGame => {
                let variant = self.variant().to_owned();
                self.claimed = None;
                out.push(FrontOutput::Command(Command::NewGame { variant }));
            }
            ToEngine::Position(position) => self.position(position, out), // U-200 to U-206
            ToEngine::Go(_) if self.running.is_some() => {
                self.mistake(out, "go ignored: a search runs");
            }
            ToEngine::Go(go) => self.go(now, &go, out), // U-220 to U-249
            ToEngine::Stop => self.stop(out),           // U-260 to U-263
            ToEngine::PonderHit => self.ponder_hit(out), // U-284 to U-286
            ToEngine::Unknown(line) => self.unknown(&line, out),
        }
    }

    /// Keeps a message for after the search. What it makes void is forgotten, so that a flood
    /// during an endless search takes no memory.
    fn postpone(&mut self, message: ToEngine) {
        match (self.waiting.back(), &message) {
            (Some(ToEngine::Position(_)), ToEngine::Position(_))
            | (Some(ToEngine::UciNewGame), ToEngine::UciNewGame) => {
                self.waiting.pop_back();
            }
            (_, ToEngine::SetOption { name, .. }) if !options::accumulates(name) => {
                self.waiting.retain(|other| {
                    !matches!(other, ToEngine::SetOption { name: n, .. } if n.eq_ignore_ascii_case(name))
                });
            }
            _ => {}
        }
        self.waiting.push_back(message);
    }

    /// What a position says about the game.
    fn hear(&mut self, start: &Start, bare: bool) {
        if self.dialect.hear(start, bare) {
            self.record = None;
        }
    }

    fn position(&mut self, position: PositionText, out: &mut Vec<FrontOutput>) {
        self.hear(&position.start, false);
        let mut moves = Vec::with_capacity(position.moves.len());
        for mv in &position.moves {
            match self.dialect.inward(mv) {
                Some(mv) => moves.push(mv),
                None => {
                    note(out, format!("moves from {mv} on ignored: ranks count from 1 here"));
                    break;
                }
            }
        }
        let place = Place { variant: self.variant().into(), start: position.start, moves };
        match self.referee.place(&place) {
            Ok((record, complaint)) => {
                if let Some(complaint) = complaint {
                    note(out, complaint);
                }
                self.take(record, out);
            }
            Err(why) => note(out, format!("position kept: {why}")),
        }
    }

    fn take(&mut self, record: Box<dyn Record>, out: &mut Vec<FrontOutput>) {
        out.push(FrontOutput::Command(Command::Place(record.place())));
        self.record = Some(record);
    }

    fn go(&mut self, now: Now, go: &Go, out: &mut Vec<FrontOutput>) {
        if self.record.is_none() {
            // `go` before any `position`: the start position.
            self.position(PositionText { start: Start::Startpos, moves: Vec::new() }, out);
        }
        let Some(record) = &self.record else {
            note(out, "no position to search".into());
            return say(out, FromEngine::BestMove { best: None, ponder: None });
        };
        let spelling = match self.variant() {
            CHESS960 => Spelling::KingTakesRook,
            _ => Spelling::Coordinate,
        };
        let wanted: Vec<MoveText> =
            go.searchmoves.iter().filter_map(|mv| self.dialect.inward(mv)).collect();
        let only = root_moves(&**record, spelling, &wanted);
        if only.is_empty() && !go.searchmoves.is_empty() {
            note(out, "searchmoves ignored: none of them is legal".into());
        }
        let limits = limits(go, record.side());
        let infinite = go.infinite || limits == Limits::default();
        let (purpose, hold) = match (go.ponder, infinite) {
            // U-228, U-229, U-286.
            (true, then_infinite) => (Purpose::Ponder, Hold::UntilPonderHit { then_infinite }),
            // U-241, U-242.
            (false, true) => (Purpose::Analyse, Hold::UntilStop),
            (false, false) => (Purpose::Play, Hold::No),
        };
        self.running = Some(Running {
            hold,
            stopping: false,
            quitting: false,
            held: None,
            perft: limits.perft.is_some(),
        });
        self.reporter.begin(now);
        if record.legal_moves().is_empty() && limits.perft.is_none() {
            // Mated, or stalemated: no engine is needed to find that out (U-320).
            return self.searched(now, Answer { best: None, ponder: None }, out);
        }
        let search = Search { purpose, limits, only, ..Search::default() };
        out.push(FrontOutput::Command(Command::Search(search)));
    }

    fn stop(&mut self, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return };
        // Behind a count another `go` may wait: it is stopped when its turn comes.
        if self.waiting.iter().any(|message| matches!(message, ToEngine::Go(_))) {
            self.waiting.push_back(ToEngine::Stop);
        }
        match running.held.take() {
            Some(answer) => self.answer(answer, out),
            None => {
                running.stopping = true;
                out.push(FrontOutput::Command(Command::Stop));
            }
        }
    }

    fn ponder_hit(&mut self, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return };
        let Hold::UntilPonderHit { then_infinite } = running.hold else { return };
        running.hold = if then_infinite { Hold::UntilStop } else { Hold::No };
        match running.held.take() {
            Some(answer) if !then_infinite => self.answer(answer, out),
            Some(answer) => running.held = Some(answer),
            None => {
                out.push(FrontOutput::Command(Command::PonderHit { draw_offer: false }));
            }
        }
    }

    /// Ends the session; a running search still gives its move.
    fn quit(&mut self, out: &mut Vec<FrontOutput>) {
        match &mut self.running {
            Some(running) if running.held.is_none() => {
                running.quitting = true;
                if !running.stopping {
                    running.stopping = true;
                    out.push(FrontOutput::Command(Command::Stop));
                }
            }
            Some(running) => {
                running.quitting = true;
                if let Some(answer) = running.held.take() {
                    self.answer(answer, out);
                }
            }
            None => self.end(out),
        }
    }

    /// The input has ended: what it asked for is done, what would never end is stopped.
    fn wind_up(&mut self, now: Now, out: &mut Vec<FrontOutput>) {
        while !self.over {
            match &self.running {
                Some(running) if running.stopping || running.hold == Hold::No => return,
                Some(_) => self.stop(out),
                None if self.last_ping.is_some() => return,
                None if !self.waiting.is_empty() => self.resume(now, out),
                // The engine's answers are still on their way.
                None if out.iter().any(is_question) => {
                    self.pings += 1;
                    self.last_ping = Some(self.pings);
                    out.push(FrontOutput::Command(Command::Ping(self.pings)));
                }
                None => self.end(out),
            }
        }
    }

    fn end(&mut self, out: &mut Vec<FrontOutput>) {
        if !self.over {
            self.over = true;
            out.push(FrontOutput::Command(Command::Quit));
            out.push(FrontOutput::End);
        }
    }

    fn unknown(&mut self, line: &str, out: &mut Vec<FrontOutput>) {
        let word = line.split_whitespace().next().unwrap_or_default();
        if word == CYCLONE && self.dialect.unnamed().is_some() {
            if self.running.is_none() && self.dialect.greet_cyclone() {
                self.record = None;
            }
        } else if !self.offers.console.contains(&word) {
            self.unknown_command(line, out);
        } else if let Some(running) = &self.running {
            if running.hold == Hold::No && self.waiting.len() < MOST_WAITING {
                self.waiting.push_back(ToEngine::Unknown(line.to_owned()));
            } else {
                let text = format!("{} ignored: a search runs, `stop` ends it", shortened(line));
                self.mistake(out, &text);
            }
        } else {
            // What asks about the position needs one.
            if self.record.is_none() {
                self.position(PositionText { start: Start::Startpos, moves: Vec::new() }, out);
            }
            out.push(FrontOutput::Command(Command::Console(line.trim().to_owned())));
        }
    }

    /// A remark that only debugging shows.
    fn remark(&self, out: &mut Vec<FrontOutput>, text: &str) {
        if self.debug {
            note(out, text.to_owned());
        }
    }

    fn event(&mut self, now: Now, event: Event, out: &mut Vec<FrontOutput>) {
        match event {
            Event::Identity { key, text } => self.identity.push((key, text)),
            Event::Option(decl) => self.declare(decl, out),
            Event::Ready => {
                self.ready = true;
                for line in std::mem::take(&mut self.backlog) {
                    self.line(now, &line, out);
                }
            }
            Event::Pong(number) if self.last_ping == Some(number) => self.end(out),
            Event::Pong(_) => say(out, FromEngine::ReadyOk),
            Event::Info(mut info) => {
                if self.running.is_some() {
                    self.outward(&mut info);
                    self.reporter.info(now, *info, out);
                }
            }
            Event::BestMove { best, ponder, resign, .. } => {
                if resign && self.running.is_some() {
                    note(out, "the engine resigns".into());
                }
                let outward = |mut mv| {
                    self.dialect.outward(&mut mv);
                    mv
                };
                let answer = Answer { best: best.map(outward), ponder: ponder.map(outward) };
                self.searched(now, answer, out);
            }
            Event::Resign => {
                // UCI has no word for it, and the `go` still wants its answer.
                self.reporter.interrupted();
                note(out, "the engine resigns".into());
                if self.running.is_some() {
                    let best = self.reporter.best().or_else(|| self.any_move());
                    self.searched(now, Answer { best, ponder: None }, out);
                }
            }
            Event::DrawOffer => note(out, "the engine offers a draw".into()),
            Event::Claim { comment, .. } => {
                if self.claimed.as_ref() != Some(&comment) {
                    self.reporter.interrupted();
                    note(out, format!("the engine claims: {comment}"));
                    self.claimed = Some(comment);
                }
            }
            Event::Refused { text, reason, .. } => self.mistake(out, &format!("{text}: {reason}")),
            Event::Hint(mut mv) => {
                self.dialect.outward(&mut mv);
                self.remark(out, &format!("hint {mv}"));
            }
            Event::CopyProtection(check) => say(out, FromEngine::CopyProtection(check)),
            Event::Registration(check) => say(out, FromEngine::Registration(check)),
            Event::Message(message) => match message.kind {
                MessageKind::Console => {
                    let perft = self.running.as_ref().is_some_and(|running| running.perft);
                    let text = match perft {
                        true => self.dialect.outward_count(message.text),
                        false => message.text,
                    };
                    out.push(FrontOutput::Line(text));
                }
                MessageKind::Debug => self.remark(out, &message.text),
                _ => {
                    self.reporter.interrupted();
                    note(out, message.text);
                }
            },
            Event::Question { text, .. } => {
                self.reporter.interrupted();
                note(out, text);
            }
            Event::Games => self.declare_games(out),
            // UCI neither asks for these nor has words for them.
            Event::Probed { .. }
            | Event::BookMoves(_)
            | Event::Marks(_)
            | Event::Click(_)
            | Event::Choice(_)
            | Event::Setup(_)
            | Event::Piece { .. } => {}
            Event::Gone => {
                self.over = true;
                out.push(FrontOutput::End);
            }
        }
    }

    /// The engine has ended a search.
    fn searched(&mut self, now: Now, answer: Answer, out: &mut Vec<FrontOutput>) {
        let Some(running) = &mut self.running else { return };
        if running.hold == Hold::No || running.stopping || running.perft {
            self.answer(answer, out);
            self.resume(now, out);
        } else {
            running.held = Some(answer);
        }
    }

    /// Gives the answer to `go`: the last line of the search, then `bestmove`.
    fn answer(&mut self, answer: Answer, out: &mut Vec<FrontOutput>) {
        let Some(running) = self.running.take() else { return };
        if !running.perft {
            match (&answer.best, &self.record) {
                (None, Some(record)) if record.legal_moves().is_empty() => {
                    // Who waits for a piece of the partner is not mated (bughouse).
                    let mated = record.in_check() && record.outcome().is_some();
                    self.reporter.no_moves(mated, out);
                }
                (best, _) => self.reporter.finish(best.as_ref(), answer.ponder.as_ref(), out),
            }
            say(out, FromEngine::BestMove { best: answer.best, ponder: answer.ponder });
        }
        if running.quitting {
            self.end(out);
        }
    }

    /// Reads what waited for the end of a search. A `go` among it makes the rest wait again.
    fn resume(&mut self, now: Now, out: &mut Vec<FrontOutput>) {
        for message in std::mem::take(&mut self.waiting) {
            self.message(now, message, out);
        }
    }

    fn any_move(&self) -> Option<MoveText> {
        let moves = self.record.as_ref()?.legal_moves();
        let mut mv = MoveText::new(moves.first()?);
        self.dialect.outward(&mut mv);
        Some(mv)
    }

    /// News of the engine in the interface's spelling.
    fn outward(&self, info: &mut Info) {
        let Info { pv, current, current_line, refutation, .. } = info;
        let current = current.iter_mut().map(|current| &mut current.0);
        let line = current_line.iter_mut().flat_map(|line| &mut line.1);
        let refutation = refutation.iter_mut().flatten();
        for mv in pv.iter_mut().chain(current).chain(line).chain(refutation) {
            self.dialect.outward(mv);
        }
    }
}

impl Front for Uci {
    fn step(&mut self, now: Now, input: FrontInput<'_>, out: &mut Vec<FrontOutput>) {
        if self.over {
            return;
        }
        match input {
            FrontInput::Line(line) => {
                self.line(now, line, out);
                // `stop` and `ponderhit` may have given out a move that was held.
                if self.running.is_none() && !self.waiting.is_empty() {
                    self.resume(now, out);
                }
            }
            FrontInput::Event(event) => self.event(now, event, out),
            FrontInput::Eof => self.ended = true,
            FrontInput::Terminate => self.quit(out),
        }
        if self.ended {
            self.wind_up(now, out);
        }
    }
}

fn is_question(output: &FrontOutput) -> bool {
    matches!(output, FrontOutput::Command(Command::Console(_) | Command::Ping(_)))
}

/// Whether nothing that `go` says ends the search.
fn is_endless(go: &Go) -> bool {
    !go.infinite && !go.ponder && limits(go, crate::Side::First) == Limits::default()
}

fn say(out: &mut Vec<FrontOutput>, message: FromEngine) {
    out.push(FrontOutput::Line(message.to_string()));
}

/// An `info string`.
fn note(out: &mut Vec<FrontOutput>, text: String) {
    let text = text.replace(['\r', '\n'], " ");
    let info = ferz_wire::uci::Info { string: Some(text), ..Default::default() };
    say(out, FromEngine::Info(Box::new(info)));
}
