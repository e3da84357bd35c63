//! UCI, the host's half.
//!
//! One `go`, one `bestmove`: they are counted, so that a late answer is never taken for the next
//! one (`U-058`). While the engine has to say `readyok` before it may be given more, lines wait in
//! an outbox; a caller may therefore give all the commands of a game at once.
//!
//! An engine that once gave an answer too many is asked `isready` before each search from then on:
//! what it says before `readyok` belongs to the past. If its last move comes once more as the answer
//! to the next search, that search is given a moment to show that it goes on.

mod commands;
pub(super) mod convert;
mod replies;
mod unread;

use super::options::{Options, Setting, refused};
use super::outbox::Outbox;
use super::{Patience, Profile, State, odd, tell};
use crate::{
    Awaited, Command, Dialect, Event, Input, Now, Output, Place, Purpose, Record, Referee, Refused,
    Side,
};
use ferz_wire::MoveText;
use ferz_wire::uci::{Check, ToEngine};
use std::fmt::Write;
use std::sync::Arc;
use unread::Unread;

/// The host's half of UCI.
pub struct Uci {
    profile: Profile,
    referee: Option<Box<dyn Referee>>,
    state: State,
    options: Options,
    outbox: Outbox,
    patience: Patience,
    /// Something was said that the engine may need time for: `isready` before the next position
    /// or search (`U-123`, `U-124`).
    unsure: bool,
    /// The position last given, and whether it was sent since the last `go` (`U-052`).
    place: Option<Arc<Place>>,
    placed: bool,
    running: Option<Running>,
    /// `bestmove`s so far, of the `go`s that the outbox counts.
    answers: u64,
    copy_protection: Option<Check>,
    /// The first failed check of the registration was answered (`U-178`).
    registered: bool,
    /// Lines that mean nothing belong to the answer of [`Command::Console`].
    console: bool,
    named: bool,
    /// News that nobody has read yet, for an owner who wants only the latest.
    unread: Option<Unread>,
    /// It has given answers that no search asked for.
    strays: bool,
}

/// A search between `go` and the end that was reported.
struct Running {
    purpose: Purpose,
    /// Its `go`, counted from 1.
    number: u64,
    /// The side to move.
    side: Side,
    /// The position, where somebody knows the rules.
    root: Option<Box<dyn Record>>,
    /// The moves are of a game whose ranks this engine counts otherwise.
    ten_ranks: bool,
    /// The engine answered too early; the answer waits for its time (`U-288`).
    early: Option<Answer>,
    /// An answer that may be the last one once more.
    suspect: Option<Answer>,
    /// No move is wanted.
    no_move: bool,
    perft: bool,
}

/// A `bestmove`.
struct Answer {
    best: Option<MoveText>,
    ponder: Option<MoveText>,
}

impl Uci {
    /// A machine for an engine of which this is known. The referee is asked about castling in
    /// Chess960 and about legal moves; without one, what needs it is refused or left as it is.
    pub fn new(profile: Profile, referee: Option<Box<dyn Referee>>) -> Uci {
        Uci {
            profile,
            referee,
            state: State::New,
            options: Options::default(),
            outbox: Outbox::default(),
            patience: Patience::default(),
            unsure: true,
            place: None,
            placed: false,
            running: None,
            answers: 0,
            copy_protection: None,
            registered: false,
            console: false,
            named: false,
            unread: None,
            strays: false,
        }
    }

    /// Of the news of a search only the latest are told, from time to time and at its end: what
    /// engines say in between is not even read.
    pub fn only_latest_news(mut self) -> Uci {
        self.unread = Some(Unread::default());
        self
    }

    /// Where the conversation stands.
    pub fn state(&self) -> State {
        self.state
    }

    /// What is known of the engine.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The same, to lay something down.
    pub fn profile_mut(&mut self) -> &mut Profile {
        &mut self.profile
    }

    /// Whether the engine plays this game, as far as it has told; or why not.
    pub fn can_play(&self, variant: &str) -> Result<(), Refused> {
        self.variant_settings(variant).map(drop)
    }

    /// The settings made so far, to be made again after a restart (`U-496`).
    pub fn settings(&self) -> Vec<(String, Option<String>)> {
        self.options.settings().map(|Setting { name, value }| (name, value)).collect()
    }

    /// The patience that runs: the handshake's, the oldest unanswered question's, the stop's.
    fn wait(&mut self, out: &mut Vec<Output>) {
        let awaited = match self.state {
            State::New | State::Gone => None,
            State::Boot => Some(Awaited::Handshake),
            State::Leaving => Some(Awaited::Exit),
            _ if self.outbox.is_asking() => Some(Awaited::Pong),
            State::Stopping => Some(Awaited::StopMove),
            State::Searching(_) if self.suspects() => Some(Awaited::Silence),
            _ => None,
        };
        self.patience.want(awaited, out);
    }

    /// A patience has run out. Only `U-095`, `U-125`, `U-265`, `U-304`: the engine hangs.
    fn timeout(&mut self, out: &mut Vec<Output>) {
        let missing = match self.patience.awaited {
            None => return odd(out, "nothing was awaited"),
            Some(Awaited::Silence | Awaited::StopMove) if self.suspects() => {
                return self.believe(out);
            }
            Some(Awaited::Handshake | Awaited::SlowHandshake) => "uciok",
            Some(Awaited::Pong) => "readyok",
            Some(Awaited::StopMove) => "bestmove after stop",
            Some(Awaited::Exit | Awaited::Silence) => "end after quit",
        };
        odd(out, format!("engine does not respond: no {missing}"));
        self.gone(out);
    }

    fn gone(&mut self, out: &mut Vec<Output>) {
        if self.state != State::Gone {
            self.state = State::Gone;
            self.running = None;
            tell(out, Event::Gone);
        }
    }

    fn say(&mut self, message: ToEngine, out: &mut Vec<Output>) {
        // Each move of a long game has the whole game in its line.
        let room = match &message {
            ToEngine::Position(position) => 128 + 6 * position.moves.len(),
            _ => 64,
        };
        let mut line = String::with_capacity(room);
        _ = write!(line, "{message}");
        self.outbox.send(line, out);
    }

    /// A search has ended, for good.
    fn end_search(&mut self, answer: Answer, out: &mut Vec<Output>) {
        let Some(running) = self.running.take() else { return };
        self.state = State::Idle;
        self.unsure |= self.strays;
        let best = if running.no_move { None } else { answer.best };
        let ponder = answer.ponder.filter(|_| best.is_some());
        tell(out, Event::BestMove { best, ponder, draw_offer: false, resign: false });
    }
}

impl Dialect for Uci {
    fn step(&mut self, now: Now, input: Input<'_>, out: &mut Vec<Output>) -> Result<(), Refused> {
        if self.put_off(now, &input, out) {
            return Ok(());
        }
        match (input, self.state) {
            (Input::Start, State::New) => {
                self.state = State::Boot;
                out.push(Output::Line(ToEngine::Uci.to_string()));
            }
            (Input::Start, _) => return Err(refused("started already")),
            (Input::Command(_), State::Gone) => return Err(refused("engine is gone")),
            (Input::Command(command), _) => self.command(command, out)?,
            (Input::Line(line), state) => match state {
                State::Gone => odd(out, format!("said when gone: {line}")),
                _ => self.reply(line, out),
            },
            (Input::Timeout, _) => self.timeout(out),
            (Input::Eof, _) => self.gone(out),
        }
        self.wait(out);
        Ok(())
    }
}
