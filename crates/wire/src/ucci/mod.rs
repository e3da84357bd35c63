//! UCCI 3.0, with what ElephantEye, the league simulator and other programs practise.
//!
//! ```
//! use ferz_wire::ucci::{FromEngine, ToEngine};
//!
//! let read = ToEngine::parse("setoption name hashsize value 16").value;
//! assert_eq!(read.to_string(), "setoption hashsize 16");
//!
//! let read = FromEngine::parse("bestmove h2e2 draw ponder h9g7").value;
//! assert_eq!(read.to_string(), "bestmove h2e2 ponder h9g7 draw");
//! ```

mod from_engine;
mod print;
mod to_engine;

use crate::{MoveText, PositionText};
use std::time::Duration;

/// From the interface to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum ToEngine {
    /// `ucci`
    Ucci,
    /// `isready`
    IsReady,
    /// `setoption <name> [<value>]`; also the UCI form with `name` and `value`.
    SetOption {
        /// One word.
        name: String,
        /// The rest of the line.
        value: Option<String>,
    },
    /// `position {fen <fen> | startpos} [moves …]`
    Position(PositionText),
    /// `banmoves …`
    BanMoves(Vec<MoveText>),
    /// `go [ponder | draw] …`
    Go(Box<Go>),
    /// `ponderhit [draw]`
    PonderHit {
        /// With a draw offer.
        draw: bool,
    },
    /// `stop`
    Stop,
    /// `probe {fen <fen> | startpos} [moves …]`
    Probe(PositionText),
    /// `ucinewgame`, `uccinewgame`: not in the document, sent by mixed hosts.
    NewGame,
    /// `quit`
    Quit,
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// The arguments of `go`. Times are in the unit agreed by `usemillisec`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `ponder`
    pub ponder: bool,
    /// `draw`
    pub draw: bool,
    /// `depth`
    pub depth: Option<i64>,
    /// `depth infinite` and `infinite`
    pub infinite: bool,
    /// `nodes`
    pub nodes: Option<i64>,
    /// `time`
    pub time: Option<i64>,
    /// `movestogo`
    pub movestogo: Option<i64>,
    /// `increment`
    pub increment: Option<i64>,
    /// `opptime`
    pub opptime: Option<i64>,
    /// `oppmovestogo`
    pub oppmovestogo: Option<i64>,
    /// `oppincrement`
    pub oppincrement: Option<i64>,
    /// `movetime`, as mixed hosts send it, in milliseconds.
    pub movetime: Option<i64>,
}

/// From the engine to the interface.
#[derive(Clone, Debug, PartialEq)]
pub enum FromEngine {
    /// `id <key> <text>`: `name`, `copyright`, `author`, `user`, `version`.
    Id {
        /// `name`, `author`, …
        key: String,
        /// To the end of the line.
        text: String,
    },
    /// `option …`
    Option(OptionDecl),
    /// `ucciok`
    UcciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove <move> [ponder <move>] [draw | resign]`
    BestMove {
        /// The move.
        best: MoveText,
        /// The reply to ponder on.
        ponder: Option<MoveText>,
        /// `draw`
        draw: bool,
        /// `resign`
        resign: bool,
    },
    /// `nobestmove`
    NoBestMove,
    /// `info …`
    Info(Box<Info>),
    /// `pophash …`
    PopHash {
        /// `bestmove`
        best: Option<MoveText>,
        /// `lowerbound <beta> depth <d>`
        lower: Option<(i32, i32)>,
        /// `upperbound <alpha> depth <d>`
        upper: Option<(i32, i32)>,
    },
    /// `bye`
    Bye,
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// One `info` line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Time searched, always in milliseconds on the wire.
    pub time: Option<Duration>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The score, a plain integer, from the point of view of the side to move.
    pub score: Option<crate::uci::ScoreValue>,
    /// Best line.
    pub pv: Vec<MoveText>,
    /// Root move being searched.
    pub currmove: Option<MoveText>,
    /// Its number, from 1 (practice).
    pub currmovenumber: Option<u32>,
    /// Tokens of other names, each with its values.
    pub other: Vec<(String, String)>,
    /// `message` (and UCI's `string`): free text, always last.
    pub message: Option<String>,
}

/// An `option` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// One word.
    pub name: String,
    /// Its type and values.
    pub kind: OptionKind,
}

/// Type and values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `label`: a caption.
    Label,
    /// One of the types that UCI has too.
    Uci(crate::uci::OptionKind),
}
