//! UCCI, the host's half.
//!
//! The engine is told a position from its last capture on, because older engines keep short lists
//! (`X-026`, `X-110`), and always by a FEN, because an engine of the league need not know
//! `startpos` (`X-351`). What such an engine may leave out is never waited for without an end:
//! `isready`, `pophash`, `bye`.
//!
//! One `go`, one `bestmove` or `nobestmove`: they are counted. An idle engine answers `stop` with
//! `nobestmove` (`X-059`), so a `stop` that crosses the answer brings one too many: the first
//! answer to the next `go`, if it comes without any news of that search, is taken for it
//! (`X-289`). Of engines that give answers too many by themselves the same holds as in UCI.

mod commands;
mod convert;
mod position;
mod replies;

use super::half::{self, Half, Speaks, hangs};
use super::options::{Setting, refused};
use super::outbox::Outbox;
use super::{Profile, Source, State, odd, tell};
use crate::{
    Awaited, Command, Dialect, Event, Input, Now, Output, Place, Protocol, Purpose, Record,
    Referee, Refused, Side,
};
use ferz_wire::MoveText;
use ferz_wire::ucci::ToEngine;
use std::collections::VecDeque;

/// The host's half of UCCI.
pub struct Ucci {
    half: Half,
    outbox: Outbox,
    /// Times of `go` are in milliseconds (`X-156`).
    millis: bool,
    /// The position was sent since the last `go`.
    placed: bool,
    /// Root moves that the engine leaves out until the next position (`X-208`).
    banned: Vec<MoveText>,
    running: Option<Running>,
    /// Answers so far, to the `go`s that the outbox counts.
    answers: u64,
    questions: Questions,
    /// The opponent's draw offer, until there is a command that can carry it.
    offered: bool,
    /// A `stop` may have reached an idle engine: a `nobestmove` may follow.
    raced: bool,
    /// `quit` waits for the end of the search (`X-334`).
    quitting: bool,
    /// The game that the engine is set to; `None` before the first.
    game: Option<String>,
    /// Nothing happened since the settings at the start of a league's game.
    fresh: bool,
    /// Lines that mean nothing belong to the answer of [`Command::Console`].
    console: bool,
}

/// What the engine was asked apart from moves.
#[derive(Debug, Default)]
struct Questions {
    /// How many `isready`s went into the outbox, and how many were answered.
    asked: u64,
    answered: u64,
    /// Unanswered `probe`s: how many `isready`s were asked before each.
    probes: VecDeque<u64>,
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
    /// Root moves that it must not play.
    banned: Vec<MoveText>,
    /// The engine said something about it.
    heard: bool,
    /// The opponent's draw offer goes out with `ponderhit` (`X-242`).
    offered: bool,
    /// The engine answered while it should ponder; the answer waits for its time.
    early: Option<Answer>,
    /// An answer that may be the last one once more.
    suspect: Option<Answer>,
    /// Only a score is wanted.
    no_move: bool,
}

/// What a `bestmove` line says.
#[derive(Default)]
struct Answer {
    best: Option<MoveText>,
    ponder: Option<MoveText>,
    draw: bool,
    resign: bool,
}

impl Ucci {
    /// A machine for an engine of which this is known. The referee is asked where captures, moves
    /// to leave out and legality matter; without one the moves go out and come in as they are.
    pub fn new(profile: Profile, referee: Option<Box<dyn Referee>>) -> Ucci {
        Ucci {
            half: Half::new(profile, referee),
            outbox: Outbox::default(),
            millis: false,
            placed: false,
            banned: Vec::new(),
            running: None,
            answers: 0,
            questions: Questions::default(),
            offered: false,
            raced: false,
            quitting: false,
            game: None,
            fresh: false,
            console: false,
        }
    }

    /// An engine that never answered a question may just not know the word (`X-200`).
    fn may_lack_isready(&self) -> bool {
        self.questions.answered == 0 && self.half.profile.isready.source() < Source::User
    }

    fn no_isready(&mut self, out: &mut Vec<Output>) {
        odd(out, "engine does not know isready: it is not asked again");
        self.half.profile.isready.set(false, Source::Learned);
        for question in self.outbox.abandon() {
            if let Some(number) = question.ping {
                tell(out, Event::Pong(number));
            }
        }
        self.outbox.flush(out);
    }

    /// `quit`, once no search holds it up.
    fn quit_now(&mut self, out: &mut Vec<Output>) {
        self.quitting = false;
        self.running = None;
        out.push(Output::Line(ToEngine::Quit.to_string()));
    }

    fn say(&mut self, message: ToEngine, out: &mut Vec<Output>) {
        self.outbox.send(message.to_string(), out);
    }

    /// A search has ended, for good.
    fn end_search(&mut self, answer: Answer, out: &mut Vec<Output>) {
        let Some(running) = self.running.take() else { return };
        self.half.state = State::Idle;
        self.half.unsure |= self.half.strays;
        let best = if running.no_move { None } else { answer.best };
        let ponder = answer.ponder.filter(|_| best.is_some());
        let Answer { draw: draw_offer, resign, .. } = answer;
        tell(out, Event::BestMove { best, ponder, draw_offer, resign });
    }
}

impl Speaks for Ucci {
    const PROTOCOL: Protocol = Protocol::Ucci;

    fn half(&self) -> &Half {
        &self.half
    }

    fn half_mut(&mut self) -> &mut Half {
        &mut self.half
    }

    fn begin(&mut self, out: &mut Vec<Output>) {
        out.push(Output::Line(ToEngine::Ucci.to_string()));
    }

    fn obey(&mut self, command: &Command, out: &mut Vec<Output>) -> Result<(), Refused> {
        self.command(command, out)
    }

    fn hear(&mut self, line: &str, out: &mut Vec<Output>) {
        self.reply(line, out);
    }

    fn awaits(&self) -> Option<Awaited> {
        match self.half.state {
            State::New | State::Gone => None,
            State::Boot => Some(Awaited::Handshake),
            State::Leaving if self.quitting => Some(Awaited::StopMove),
            State::Leaving => Some(Awaited::Exit),
            _ if self.outbox.is_asking() => Some(Awaited::Pong),
            State::Stopping => Some(Awaited::StopMove),
            State::Searching(_) if self.suspects() => Some(Awaited::Silence),
            _ => None,
        }
    }

    /// `X-390`
    fn missed(&mut self, awaited: Awaited, out: &mut Vec<Output>) {
        let missing = match awaited {
            Awaited::Silence | Awaited::StopMove if self.suspects() => return self.believe(out),
            Awaited::Pong if self.may_lack_isready() => return self.no_isready(out),
            Awaited::StopMove if self.half.state == State::Leaving => {
                odd(out, "engine does not respond: no bestmove after stop");
                return self.quit_now(out);
            }
            Awaited::Handshake | Awaited::SlowHandshake => "no ucciok",
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
        self.game_of(variant).map(drop)
    }
}

impl Dialect for Ucci {
    fn step(&mut self, _: Now, input: Input<'_>, out: &mut Vec<Output>) -> Result<(), Refused> {
        half::step(self, input, out)
    }
}
