//! CECP, the host's half.
//!
//! The protocol keeps a board on the engine's side, switches modes, and has an engine play its
//! moves there by itself; commands here name a whole position each time. This machine remembers
//! what the engine's board shows and sends the difference: the move that was played, or `force`
//! with moves and `undo`s, or a fresh set-up.
//!
//! ```text
//!             move, go                 ?                     move
//!   Idle ---------------> Thinking ----------> Thinking ------------> Idle
//!    |  (nothing)         Pondering --- ponder hit: as above; stop --> Idle
//!    |  analyze           Analysing -- exit ping -> Closing -- pong -> Idle
//!                         Thinking --- force ping -> Closing -- pong -> Idle   when ? has no effect
//! ```
//!
//! Whatever is said before the answer to the last `ping` belongs to the past (`C-357`). A claim of a
//! result that comes while the engine thinks may do so, too: the engine is asked by a `ping`, which it
//! answers after its move if it still thinks (`C-353`), and at once if the claim was its answer.

mod commands;
mod draft;
mod edit;
mod handshake;
mod limits;
mod lines;
mod replies;
mod search;
mod sent;
mod thinking;

use super::half::{self, Half, Speaks, gone, hangs};
use super::options::refused;
use super::{Fact, Profile, Source, State, odd, tell};
use crate::{
    Awaited, Command, Dialect, Event, GameResult, Info, Input, Now, Output, Place, Protocol,
    Record, Referee, Refused, Search, Side, Spelling,
};
use draft::Board;
use ferz_wire::MoveText;
use ferz_wire::cecp::{Thinking, ToEngine};
use lines::Lines;
use sent::Sent;
use std::collections::VecDeque;
use std::sync::Arc;

/// The host's half of CECP.
pub struct Cecp {
    half: Half,
    handshake: Handshake,
    /// Options of ours that stand for commands of the protocol.
    builtins: Vec<Builtin>,
    /// Pondering is wanted (`hard`).
    ponder: bool,

    /// What the engine's board shows.
    board: Board,
    /// What is in force at the engine.
    sent: Sent,
    /// The game of the last [`Command::NewGame`], or of the first position.
    variant: Option<String>,
    /// A game is on: results and resignations count (`C-735`).
    in_game: bool,
    /// The side that the engine played last.
    engine_side: Side,
    /// The opponent's draw offer that was passed on and not answered.
    draw_asked: bool,

    pings: VecDeque<Ping>,
    last_ping: i64,
    /// A short silence ends what a `pong` would end.
    silence: bool,
    job: Option<Job>,
    /// The game is on a chess server.
    on_server: bool,
    /// The engine has a partner at another board.
    partnered: bool,
    /// Lines of book information after `bk`.
    book: Option<Vec<String>>,
    /// Several lines of one depth.
    lines: Lines,
    /// The engine described the game since `new`, or need not.
    described: bool,
    /// It was interrupted since the last move.
    interrupted: bool,
}

/// How the beginning goes.
#[derive(Debug, Default)]
struct Handshake {
    /// Lines that came before we said anything (`C-083`).
    early: Vec<String>,
    /// `done=0`
    slow: bool,
    /// Some feature came.
    featured: bool,
}

/// An option of ours that stands for a command.
struct Builtin {
    name: String,
    kind: BuiltinKind,
    value: Option<String>,
    /// It was sent since the last `new`: it is due once in each game.
    sent: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum BuiltinKind {
    /// `memory`
    Memory,
    /// `cores`
    Cores,
    /// `egtpath TYPE`
    Tables(String),
    /// `hard`, `easy`
    Ponder,
}

impl BuiltinKind {
    /// The command that sets it.
    fn command(&self) -> &'static str {
        match self {
            BuiltinKind::Memory => "memory",
            BuiltinKind::Cores => "cores",
            BuiltinKind::Tables(_) => "egtpath",
            BuiltinKind::Ponder => "hard",
        }
    }
}

/// What may keep an engine from listening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Busy {
    No,
    /// Its own move.
    OnMove,
    /// Pondering, analysis.
    Aside,
}

/// An unanswered `ping`.
struct Ping {
    number: i64,
    purpose: PingFor,
}

enum PingFor {
    /// A [`Command::Ping`].
    User(u64),
    /// What comes before the answer is void.
    Fence,
    /// As `Fence`, and with the answer the search is over.
    Close,
    /// Answered without a move: what it has claimed is its answer.
    Claim,
}

/// A search, from the command to its end.
struct Job {
    search: Search,
    place: Arc<Place>,
    phase: Phase,
    /// The position, where somebody knows the rules.
    root: Option<Box<dyn Record>>,
    /// How its moves are written here.
    spelling: Spelling,
    /// Thinking output of the last line with moves, for answers and continuation lines.
    last: Option<Thinking>,
    /// Its moves.
    pv: Vec<MoveText>,
    /// First legs of a move (`C-572`).
    legs: String,
    /// A move that may be its last one once more.
    suspect: Option<String>,
    /// It offered a draw with the move that is to come (`C-589`).
    offers: bool,
    /// `?` was sent.
    hurried: bool,
    /// The answer is none, whatever the engine moves.
    no_move: bool,
    /// The moves that lead to the position were sent with it.
    replayed: bool,
    /// Until the answer to this `ping` complaints are about what was before the search.
    behind: i64,
    /// The result that it has claimed instead of a move.
    claim: Option<(GameResult, String)>,
    /// The result that it has claimed before it heard of the search, if it is true.
    doubt: Option<(GameResult, String)>,
    /// It does not think: to it the game is over.
    silent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Thinking,
    Pondering,
    Analysing,
    /// The engine was told to leave off; the answer comes with the next `pong`.
    Closing,
}

impl Cecp {
    /// A machine for an engine of which this is known. The referee is asked where moves have to
    /// be respelled and where a search ends without the engine's move; without one, what needs it
    /// is refused or left as it is.
    pub fn new(profile: Profile, referee: Option<Box<dyn Referee>>) -> Cecp {
        Cecp {
            half: Half::new(profile, referee),
            handshake: Handshake::default(),
            builtins: Vec::new(),
            ponder: false,
            board: Board::default(),
            sent: Sent::default(),
            variant: None,
            in_game: false,
            engine_side: Side::Second,
            draw_asked: false,
            pings: VecDeque::new(),
            last_ping: 0,
            silence: false,
            job: None,
            on_server: false,
            partnered: false,
            book: None,
            lines: Lines::default(),
            described: true,
            interrupted: false,
        }
    }

    /// Interrupts the engine before the first of these lines, where it may not be listening: always
    /// while it is on move (`C-043`), once while it may be pondering or analysing (`C-044`).
    fn interrupt(&mut self, busy: Busy, from: usize, out: &mut Vec<Output>) {
        let wanted = match busy {
            Busy::No => false,
            Busy::OnMove => true,
            Busy::Aside => !self.interrupted,
        };
        let is_line = |output: &Output| matches!(output, Output::Line(_));
        if wanted && let Some(line) = out.iter().skip(from).position(is_line) {
            out.insert(from + line, Output::Interrupt);
            self.interrupted = true;
        }
    }

    /// Whether it may not be listening, as far as that matters.
    fn busy(&self) -> Busy {
        if !(self.half.profile.interrupts && self.half.profile.sigint.yes()) {
            return Busy::No;
        }
        match self.job.as_ref().map(|job| job.phase) {
            Some(Phase::Thinking) => Busy::OnMove,
            Some(Phase::Analysing | Phase::Pondering) => Busy::Aside,
            Some(Phase::Closing) => Busy::No,
            None if self.ponder && matches!(self.board.mode, draft::Mode::Plays(_)) => Busy::Aside,
            None => Busy::No,
        }
    }

    fn say(&self, message: ToEngine, out: &mut Vec<Output>) {
        out.push(Output::Line(message.to_string()));
    }

    /// Each `ping` has a number of its own (`C-358`).
    fn ping(&mut self, purpose: PingFor, out: &mut Vec<Output>) {
        self.last_ping += 1;
        self.pings.push_back(Ping { number: self.last_ping, purpose });
        self.say(ToEngine::Ping(Some(self.last_ping)), out);
    }

    /// What is said now may belong to the past.
    fn is_past(&self) -> bool {
        self.is_fenced() || self.silence
    }

    /// The answer to a `ping` that parts the past from the present is still to come.
    fn is_fenced(&self) -> bool {
        self.pings.iter().any(|ping| !matches!(ping.purpose, PingFor::Claim))
    }

    /// Ends the search with the answer to a `ping`, or after a short silence (`C-361`).
    fn close_by_fence(&mut self, out: &mut Vec<Output>) {
        if let Some(job) = &mut self.job {
            job.phase = Phase::Closing;
        }
        self.half.state = State::Stopping;
        if self.half.profile.ping.yes() {
            self.ping(PingFor::Close, out);
        } else {
            self.silence = true;
        }
    }

    fn pong(&mut self, number: i64, out: &mut Vec<Output>) {
        let Some(index) = self.pings.iter().position(|ping| ping.number == number) else {
            return odd(out, format!("pong {number} without its ping"));
        };
        if index > 0 {
            odd(out, format!("pong {number} before those of earlier pings"));
        }
        self.half.patience.over();
        self.check_setup(out);
        for ping in self.pings.drain(..=index).collect::<Vec<_>>() {
            self.answered(ping.purpose, out);
        }
    }

    fn answered(&mut self, purpose: PingFor, out: &mut Vec<Output>) {
        match purpose {
            PingFor::User(number) => tell(out, Event::Pong(number)),
            PingFor::Fence => {}
            PingFor::Close => self.close(out),
            PingFor::Claim => self.take_claim(out),
        }
    }
}

impl Speaks for Cecp {
    const PROTOCOL: Protocol = Protocol::Cecp;

    fn half(&self) -> &Half {
        &self.half
    }

    fn half_mut(&mut self) -> &mut Half {
        &mut self.half
    }

    fn begin(&mut self, out: &mut Vec<Output>) {
        self.start(out);
    }

    fn obey(&mut self, command: &Command, out: &mut Vec<Output>) -> Result<(), Refused> {
        let (busy, from) = (self.busy(), out.len());
        self.command(command, out)?;
        self.interrupt(busy, from, out);
        Ok(())
    }

    fn hear(&mut self, line: &str, out: &mut Vec<Output>) {
        match self.half.state {
            State::New => self.handshake.early.push(line.to_owned()),
            _ => self.reply(line, out),
        }
    }

    fn awaits(&self) -> Option<Awaited> {
        match self.half.state {
            State::New | State::Gone => None,
            State::Boot if self.handshake.slow => Some(Awaited::SlowHandshake),
            State::Boot => Some(Awaited::Handshake),
            State::Leaving => Some(Awaited::Exit),
            _ if self.is_fenced() => Some(Awaited::Pong),
            _ if self.silence => Some(Awaited::Silence),
            State::Stopping if self.thinks() => Some(Awaited::StopMove),
            State::Searching(_) if self.suspects() => Some(Awaited::Silence),
            _ => None,
        }
    }

    fn missed(&mut self, awaited: Awaited, out: &mut Vec<Output>) {
        match awaited {
            Awaited::Handshake => self.version_1(out),
            Awaited::Silence | Awaited::StopMove if self.suspects() => self.believe(out),
            Awaited::StopMove => {
                // `?` may be ignored (C-343): take the search away.
                odd(out, "engine does not move when told to: taken off its search");
                self.half.profile.move_now.set(false, Source::Learned);
                self.say(ToEngine::Force, out);
                self.board.force();
                self.close_by_fence(out);
            }
            Awaited::Silence => {
                self.silence = false;
                self.end_book(out);
                self.close(out);
            }
            Awaited::SlowHandshake | Awaited::Pong | Awaited::Exit => {
                hangs(self, &format!("waited for {awaited:?}"), out);
            }
        }
    }

    fn forget_search(&mut self) {
        self.job = None;
    }

    fn plays(&self, variant: &str) -> Result<(), Refused> {
        self.knows_game(variant)
    }
}

impl Dialect for Cecp {
    fn step(&mut self, _: Now, input: Input<'_>, out: &mut Vec<Output>) -> Result<(), Refused> {
        half::step(self, input, out)
    }
}
