//! UCI, April 2006, with what widespread practice added.
//!
//! ```
//! use ferz_wire::RemarkKind;
//! use ferz_wire::uci::{FromEngine, ToEngine};
//!
//! let read = ToEngine::parse("go  btime 1000 wtime 900");
//! assert_eq!(read.value.to_string(), "go wtime 900 btime 1000");
//! assert_eq!(read.remarks[0].kind, RemarkKind::WhiteSpace);
//!
//! let FromEngine::Info(info) = FromEngine::parse("info depth 9 score 15 pv e2e4").value else {
//!     panic!("an info line");
//! };
//! assert_eq!((info.depth, &info.pv[0]), (Some(9), &"e2e4".into()));
//! ```

mod from_engine;
mod option;
mod print;
mod to_engine;

pub(crate) use from_engine::{line_of_moves, other, real_move};
pub(crate) use option::{declaration, switch};
pub(crate) use to_engine::{moves, position};

use crate::{MoveText, PositionText};
use std::time::Duration;

/// From the interface to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum ToEngine {
    /// `uci`
    Uci,
    /// `debug [on | off]`; `None` without a known argument.
    Debug(Option<bool>),
    /// `isready`
    IsReady,
    /// `setoption name <id> [value <x>]`. An empty value and `<empty>` both read `Some("")`.
    SetOption {
        /// The option's name, trimmed.
        name: String,
        /// Its value, trimmed, interior blanks kept.
        value: Option<String>,
    },
    /// `register later` or `register name <x> code <y>`
    Register(Register),
    /// `ucinewgame`
    UciNewGame,
    /// `position {fen <fen> | startpos} [moves …]`; also Cyclone's bare `fen …` and `startpos`.
    Position(PositionText),
    /// `go …`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// The arguments of `register`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Register {
    /// `later`
    Later,
    /// `name` and `code`, in either order, both optional in practice.
    As {
        /// The user's name.
        name: Option<String>,
        /// The code.
        code: Option<String>,
    },
}

/// The arguments of `go`. A token that is absent is `None`, empty or `false`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `searchmoves`: the only root moves to consider.
    pub searchmoves: Vec<MoveText>,
    /// `ponder`
    pub ponder: bool,
    /// `wtime` in milliseconds; may be zero or negative.
    pub wtime: Option<i64>,
    /// `btime` in milliseconds; may be zero or negative.
    pub btime: Option<i64>,
    /// `winc` in milliseconds.
    pub winc: Option<i64>,
    /// `binc` in milliseconds.
    pub binc: Option<i64>,
    /// `movestogo`
    pub movestogo: Option<i64>,
    /// `depth` in plies.
    pub depth: Option<i64>,
    /// `nodes`
    pub nodes: Option<i64>,
    /// `mate` in moves.
    pub mate: Option<i64>,
    /// `movetime` in milliseconds.
    pub movetime: Option<i64>,
    /// `infinite`
    pub infinite: bool,
    /// `perft`, a common extension: the depth.
    pub perft: Option<i64>,
}

/// From the engine to the interface.
#[derive(Clone, Debug, PartialEq)]
pub enum FromEngine {
    /// `id <key> <text>`: `name`, `author`, and others in practice.
    Id {
        /// `name`, `author`, …
        key: String,
        /// To the end of the line.
        text: String,
    },
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove <move> [ponder <move>]`
    BestMove {
        /// The move, or `None` for any of the ways to say "no move" (`0000`, `(none)`, …).
        best: Option<MoveText>,
        /// The reply to ponder on.
        ponder: Option<MoveText>,
    },
    /// `copyprotection {checking | ok | error}`
    CopyProtection(Check),
    /// `registration {checking | ok | error}`
    Registration(Check),
    /// `info …`
    Info(Box<Info>),
    /// `option …`
    Option(OptionDecl),
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// The three states of copy protection and registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// `checking`
    Checking,
    /// `ok`
    Ok,
    /// `error`
    Error,
}

/// One `info` line. A token that is absent is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// Time searched.
    pub time: Option<Duration>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Best line.
    pub pv: Vec<MoveText>,
    /// Rank of the line, from 1.
    pub multipv: Option<u32>,
    /// The score, from the point of view of the side to move.
    pub score: Option<Score>,
    /// Root move being searched.
    pub currmove: Option<MoveText>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// Hash fill in per mille.
    pub hashfull: Option<u32>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Endgame table hits.
    pub tbhits: Option<u64>,
    /// Shredder endgame database hits.
    pub sbhits: Option<u64>,
    /// CPU load in per mille.
    pub cpuload: Option<u32>,
    /// Refuted move and the line that refutes it.
    pub refutation: Option<Vec<MoveText>>,
    /// CPU number (absent with one CPU) and the line it searches.
    pub currline: Option<(Option<u32>, Vec<MoveText>)>,
    /// Win, draw, loss in per mille.
    pub wdl: Option<[u32; 3]>,
    /// Tokens of other names, each with its values.
    pub other: Vec<(String, String)>,
    /// `string`: free text, always last.
    pub string: Option<String>,
}

/// A score of an `info` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Centipawns or mate.
    pub value: ScoreValue,
    /// Exact, or a bound.
    pub bound: Bound,
}

/// Centipawns, or moves to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreValue {
    /// `cp`
    Cp(i32),
    /// `mate`: full moves; negative when the side to move is mated, 0 when it is mate now.
    Mate(i32),
}

impl ScoreValue {
    /// In centipawns; a mate is 100,000, more than any engine gives for anything else.
    ///
    /// ```
    /// use ferz_wire::uci::ScoreValue;
    ///
    /// let scores = [ScoreValue::Cp(-31), ScoreValue::Mate(2), ScoreValue::Mate(0)];
    /// assert_eq!(scores.map(ScoreValue::centipawns), [-31, 100_000, -100_000]);
    /// ```
    pub fn centipawns(self) -> i32 {
        match self {
            ScoreValue::Cp(cp) => cp,
            ScoreValue::Mate(moves) if moves > 0 => 100_000,
            ScoreValue::Mate(_) => -100_000,
        }
    }
}

/// How exact a score is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// An `option` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// The option's name.
    pub name: String,
    /// Its type and values.
    pub kind: OptionKind,
}

/// Type and values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `check`
    Check {
        /// `default`
        default: Option<bool>,
    },
    /// `spin`
    Spin {
        /// `default`
        default: Option<i64>,
        /// `min`
        min: Option<i64>,
        /// `max`
        max: Option<i64>,
    },
    /// `combo`
    Combo {
        /// `default`
        default: Option<String>,
        /// The `var`s.
        vars: Vec<String>,
    },
    /// `button`
    Button,
    /// `string`; `<empty>` reads as the empty string.
    String {
        /// `default`
        default: Option<String>,
    },
    /// A type that the document does not have (`filename`), and the rest of the line.
    Other {
        /// The word after `type`.
        kind: String,
        /// What follows `default`.
        default: Option<String>,
    },
}
