//! What the machines have in common: their inputs, outputs and the referee they ask.

use crate::{Command, Event, GameResult, Place, Setup};
use ferz_wire::Remark;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A moment, counted from the start of the session. The caller's clock, never ours.
pub type Now = Duration;

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of Chinese chess.
    Ucci,
    /// The protocol of XBoard.
    Cecp,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "uci",
            Protocol::Ucci => "ucci",
            Protocol::Cecp => "cecp",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;
    fn from_str(text: &str) -> Result<Protocol, String> {
        match text.to_ascii_lowercase().as_str() {
            "uci" => Ok(Protocol::Uci),
            "ucci" => Ok(Protocol::Ucci),
            "cecp" | "xboard" | "winboard" => Ok(Protocol::Cecp),
            _ => Err(format!("unknown protocol {text:?}: there are uci, ucci and cecp (xboard)")),
        }
    }
}

/// The engine's half of a protocol: what an interface says becomes commands, what the engine says
/// becomes lines.
pub trait Front {
    /// One step: an input, and what follows from it, in order.
    fn step(&mut self, now: Now, input: FrontInput<'_>, out: &mut Vec<FrontOutput>);
}

/// What reaches a front.
#[derive(Clone, Debug, PartialEq)]
pub enum FrontInput<'a> {
    /// A line of the interface, without its end.
    Line(&'a str),
    /// The engine said something.
    Event(Event),
    /// The interface is gone. What it said before counts.
    Eof,
    /// Somebody else wants the session to end, now.
    Terminate,
}

/// What a front wants done.
// A handful a second, and most of them commands or short-lived: a box would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum FrontOutput {
    /// A line for the interface, without its end.
    Line(String),
    /// A command for the engine.
    Command(Command),
    /// The session is over; nothing follows.
    End,
}

/// The host's half of a protocol: commands become lines for an engine, its lines become events.
pub trait Dialect {
    /// One step: an input, and what follows from it, in order. A command that the engine cannot be
    /// given, now or ever, is refused and changes nothing.
    fn step(&mut self, now: Now, input: Input<'_>, out: &mut Vec<Output>) -> Result<(), Refused>;
}

/// What reaches the host's half.
#[derive(Clone, Debug, PartialEq)]
pub enum Input<'a> {
    /// Begin the handshake: the engine's process runs.
    Start,
    /// A command for the engine.
    Command(&'a Command),
    /// A line of the engine, without its end.
    Line(&'a str),
    /// A patience has run out; see [`Output::Wait`].
    Timeout,
    /// The engine's output has ended.
    Eof,
}

/// What the host's half wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// A line for the engine, without its end.
    Line(String),
    /// News.
    Event(Event),
    /// Start waiting for the engine to do something; replaces the wait before. `None`: nothing is
    /// awaited any more.
    Wait(Option<Awaited>),
    /// Something odd that was survived: for the log and the checker.
    Odd(Oddity),
    /// A signal that makes the engine listen to the line that follows (CECP's SIGINT).
    Interrupt,
}

/// Something odd that was survived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// A line is spelled otherwise than its protocol demands.
    Spelling {
        /// What is odd about it.
        remark: Remark,
        /// The whole line.
        line: String,
    },
    /// A line that means nothing in this protocol.
    Unknown {
        /// The protocol.
        protocol: Protocol,
        /// The line.
        line: String,
    },
    /// The engine names a move that cannot be played.
    Unplayable(String),
    /// The engine answers, and no search has asked it.
    Unasked(String),
    /// The engine cannot be told something of its game.
    Untold(String),
    /// Anything else.
    Other(String),
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Oddity::Spelling { remark, line } => {
                write!(f, "{:?} {:?} in: {line}", remark.kind, remark.text)
            }
            Oddity::Unknown { protocol, line } => {
                write!(f, "not {}: {line}", protocol.to_string().to_uppercase())
            }
            Oddity::Unplayable(text)
            | Oddity::Unasked(text)
            | Oddity::Untold(text)
            | Oddity::Other(text) => f.write_str(text),
        }
    }
}

impl From<String> for Oddity {
    fn from(text: String) -> Oddity {
        Oddity::Other(text)
    }
}

impl From<&str> for Oddity {
    fn from(text: &str) -> Oddity {
        Oddity::Other(text.to_owned())
    }
}

/// What the host's half waits for: the driver knows the patience for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Awaited {
    /// The end of the handshake.
    Handshake,
    /// The end of a slow handshake that the engine announced (CECP's `done=0`).
    SlowHandshake,
    /// The answer to a ping.
    Pong,
    /// The move after a stop.
    StopMove,
    /// A short silence, from an engine that cannot be asked whether it is done.
    Silence,
    /// The end of the process after `quit`.
    Exit,
}

/// Why a command was not given to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// A lower-case fragment: `not searching`, `engine has no option "Hsah"`.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused: {}", self.reason)
    }
}

impl std::error::Error for Refused {}

/// The player to move, in a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White, Red.
    First,
    /// Black.
    Second,
}

impl std::ops::Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Knows the rules on behalf of a front.
pub trait Referee: Send + Sync {
    /// The games it knows, by CECP name, the default one first.
    fn variants(&self) -> Vec<String>;
    /// What can be said of a game without a board; nothing, if it is not known.
    fn facts(&self, game: &str) -> Option<Facts>;
    /// How a game is played, for who does not know it; nothing, where that cannot be said.
    fn description(&self, _game: &str) -> Option<Description> {
        None
    }
    /// Whether it knows more than facts: one that does not is never asked for a place.
    fn follows(&self) -> bool {
        true
    }
    /// Sets a game up: legal moves of `place` are played, up to the first that is not; the
    /// complaint names it. A bad start is an error.
    fn place(&self, place: &Place) -> Result<(Box<dyn Record>, Option<String>), String>;
}

/// What can be said of a game without a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its name in CECP, whatever name it was asked for by.
    pub name: &'static str,
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// Kinds of piece that may be in hand.
    pub held: usize,
    /// Whether it is played by pairs on two boards: what is taken goes to the partner.
    pub partners: bool,
    /// The number of the first rank, in moves between the machines.
    pub first_rank: usize,
    /// Whether all programs begin it alike, so that nobody needs to say where.
    pub one_start: bool,
    /// Whether programs are known to begin it from arrays of their own.
    pub starts_differ: bool,
    /// Where a game usually begins.
    pub start_fen: &'static str,
    /// Where kings may castle.
    pub castling: Castling,
    /// How moves are written between the machines.
    pub spelling: Spelling,
    /// What people call it.
    pub title: &'static str,
    /// Letters of pieces in positions: ours, and another one that programs use, both of White.
    pub letters: &'static [(char, char)],
    /// Some engines play it alone and do not name it: those of UCCI, and Pikafish in UCI (`U-510`).
    pub unnamed: bool,
    /// The game that UCCI's option `promotion` makes of it (`X-170`).
    pub promoted: Option<&'static str>,
}

/// How a game is played, in CECP's words (`C-640` to `C-648`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Its board and start.
    pub setup: Setup,
    /// Letters of pieces, with `&` where they stand for both colours, and their moves in Betza's
    /// notation.
    pub pieces: Vec<(String, String)>,
}

/// Where kings may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Castling {
    /// Nowhere.
    None,
    /// From the e-file, with rooks in the corners.
    Usual,
    /// From the d-file and the e-file, with rooks in the corners.
    Wild,
    /// From any file between two rooks, so that the squares of the king alone do not say which way.
    AnyFile,
}

/// A game in progress: where a front keeps its board.
pub trait Record: Send {
    /// The side to move.
    fn side(&self) -> Side;
    /// The position as text, for [`Place`] again.
    fn fen(&self) -> String;
    /// The start of the record and its moves, in coordinate notation.
    fn place(&self) -> Place;
    /// Number of moves in the record.
    fn ply(&self) -> usize;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Makes a move given in any notation; why not, as a lower-case fragment, if it is none.
    fn play(&mut self, text: &str) -> Result<(), MoveFault>;
    /// Passes the turn.
    fn pass(&mut self) -> Result<(), MoveFault>;
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// A legal move given in any notation, spelled as asked.
    fn spell(&self, text: &str, spelling: Spelling) -> Result<String, MoveFault>;
    /// The legal moves in coordinate notation.
    fn legal_moves(&self) -> Vec<String>;
    /// Legal moves that repeat a position so that the rules of the game make the mover lose by it,
    /// in coordinate notation: what UCCI's `banmoves` is for.
    fn losing_repetitions(&self) -> Vec<String> {
        Vec::new()
    }
    /// The result and its reason, when the game has ended by rule, and whether only by claim.
    fn outcome(&self) -> Option<Outcome>;
    /// The board for people, several lines.
    fn picture(&self) -> String;
    /// A copy.
    fn boxed(&self) -> Box<dyn Record>;
}

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It is no move in any notation.
    Unreadable,
    /// It is illegal, for this reason.
    Illegal(String),
    /// It fits several moves.
    Ambiguous,
}

/// How to spell a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// `e2e4`, castling `e1g1`.
    Coordinate,
    /// As `Coordinate`, castling `e1h1`.
    KingTakesRook,
    /// As `Coordinate`, castling `O-O`.
    CastlingWords,
    /// `Nf3`
    San,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub result: GameResult,
    /// For people, as CECP puts it between braces: `White mates`, `Draw by repetition`.
    pub comment: String,
    /// The player to move has to claim it; without a claim the game goes on.
    pub by_claim: bool,
    /// Programs judge this end of this game by rules of their own: another may not share it.
    pub disputed: bool,
}
