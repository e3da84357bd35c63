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

use super::half::{self, Half, Speaks, hangs};
use super::options::{Setting, refused};
use super::outbox::Outbox;
use super::{Profile, State, odd, tell};
use crate::{
    Awaited, Command, Dialect, Event, Input, Now, Output, Place, Protocol, Purpose, Record,
    Referee, Refused, Side,
};
use ferz_wire::MoveText;
use ferz_wire::uci::{Check, ToEngine};
use std::fmt::Write;
use unread::Unread;

/// The host's half of UCI.
pub struct Uci {
    half: Half,
    outbox: Outbox,
    /// The position was sent since the last `go` (`U-052`).
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
    /// A move of the engine has told from where it counts ranks (`U-512`).
    ranks_told: bool,
    /// News that nobody has read yet, for an owner who wants only the latest.
    unread: Option<Unread>,
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
    ranks_vary: bool,
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
            half: Half::new(profile, referee).unsure(),
            outbox: Outbox::default(),
            placed: false,
            running: None,
            answers: 0,
            copy_protection: None,
            registered: false,
            console: false,
            named: false,
            ranks_told: false,
            unread: None,
        }
    }

    /// Of the news of a search only the latest are told, from time to time and at its end: what
    /// engines say in between is not even read.
    pub fn only_latest_news(mut self) -> Uci {
        self.unread = Some(Unread::default());
        self
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
        self.half.state = State::Idle;
        self.half.unsure |= self.half.strays;
        let best = if running.no_move { None } else { answer.best };
        let ponder = answer.ponder.filter(|_| best.is_some());
        tell(out, Event::BestMove { best, ponder, draw_offer: false, resign: false });
    }
}

impl Speaks for Uci {
    const PROTOCOL: Protocol = Protocol::Uci;

    fn half(&self) -> &Half {
        &self.half
    }

    fn half_mut(&mut self) -> &mut Half {
        &mut self.half
    }

    fn begin(&mut self, out: &mut Vec<Output>) {
        out.push(Output::Line(ToEngine::Uci.to_string()));
    }

    fn obey(&mut self, command: &Command, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.command(command, out)
    }

    fn hear(&mut self, line: &str, out: &mut Vec<Output>) {
        self.reply(line, out);
    }

    /// The handshake, the oldest unanswered question, the end of the search.
    fn awaits(&self) -> Option<Awaited> {
        match self.half.state {
            State::New | State::Gone => None,
            State::Boot => Some(Awaited::Handshake),
            State::Leaving => Some(Awaited::Exit),
            _ if self.outbox.is_asking() => Some(Awaited::Pong),
            State::Stopping => Some(Awaited::StopMove),
            State::Searching(_) if self.suspects() => Some(Awaited::Silence),
            _ => None,
        }
    }

    /// Only `U-095`, `U-125`, `U-265`, `U-304`: the engine hangs.
    fn missed(&mut self, awaited: Awaited, out: &mut Vec<Output>) {
        let missing = match awaited {
            Awaited::Silence | Awaited::StopMove if self.suspects() => return self.believe(out),
            Awaited::Handshake | Awaited::SlowHandshake => "no uciok",
            Awaited::Pong => "no readyok",
            Awaited::StopMove => "no bestmove after stop",
            Awaited::Exit | Awaited::Silence => "no end after quit",
        };
        hangs(self, missing, out);
    }

    fn forget_search(&mut self) {
        self.running = None;
    }

    fn plays(&self, variant: &str) -> Result<(), Refused> {
        self.variant_settings(variant).map(drop)
    }
}

impl Dialect for Uci {
    fn step(&mut self, now: Now, input: Input<'_>, out: &mut Vec<Output>) -> Result<(), Refused> {
        if self.put_off(now, &input, out) {
            return Ok(());
        }
        half::step(self, input, out)
    }
}
