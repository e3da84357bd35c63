//! CECP version 2, the xboard protocol, with the legacy forms that hosts must still read.
//!
//! ```
//! use ferz_wire::cecp::{FromEngine, ToEngine};
//!
//! assert!(matches!(ToEngine::parse("Nbd7").value, ToEngine::BareMove(_)));
//! assert!(matches!(ToEngine::parse("level x").value, ToEngine::Malformed { .. }));
//!
//! let line = "9 156 1084 48000 20 44280 0\tNf3 Nc6";
//! let FromEngine::Thinking(thinking) = FromEngine::parse(line).value else {
//!     panic!("thinking output");
//! };
//! assert_eq!((thinking.seldepth, thinking.pv.as_str()), (Some(20), "Nf3 Nc6"));
//! ```

mod feature;
mod from_engine;
mod moves;
mod print;
mod to_engine;

use crate::MoveText;
use moves::square_length;
pub use moves::{looks_like_move, pv_moves};
use std::fmt;

/// From the interface to the engine, outside edit mode. [`EditLine`] is the other mode's.
#[derive(Clone, Debug, PartialEq)]
pub enum ToEngine {
    /// `xboard`
    Xboard,
    /// `protover N`
    Protover(i64),
    /// `accepted NAME`
    Accepted(String),
    /// `rejected NAME`, and the option text that may follow `option`.
    Rejected(String),
    /// `new`
    New,
    /// `variant NAME`
    Variant(String),
    /// `quit`
    Quit,
    /// `random`
    Random,
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `white`
    White,
    /// `black`
    Black,
    /// `level MPS BASE INC`
    Level(Level),
    /// `st TIME`, in seconds; decimals occur.
    St(f64),
    /// `sd DEPTH`
    Sd(i64),
    /// `depth`, alone: GNU Chess 4 takes the number from the next line.
    Depth,
    /// `nps NODE_RATE`
    Nps(i64),
    /// `time N`, in centiseconds.
    Time(i64),
    /// `otim N`, in centiseconds.
    Otim(i64),
    /// `usermove MOVE`
    UserMove(MoveText),
    /// A line of one word that looks like a move in some notation.
    BareMove(MoveText),
    /// `?`
    MoveNow,
    /// `ping N`
    Ping(Option<i64>),
    /// `draw`
    Draw,
    /// `result RESULT {COMMENT}`
    Result {
        /// The result word.
        result: GameResult,
        /// Between the braces.
        comment: Option<String>,
    },
    /// `setboard FEN`
    SetBoard(String),
    /// `edit`
    Edit,
    /// `hint`
    Hint,
    /// `bk`
    Bk,
    /// `undo`
    Undo,
    /// `remove`
    Remove,
    /// `hard`
    Hard,
    /// `easy`
    Easy,
    /// `post`
    Post,
    /// `nopost`
    NoPost,
    /// `analyze`
    Analyze,
    /// `exit`
    Exit,
    /// `.`
    Status,
    /// `name X`
    Name(String),
    /// `rating OWN OPPONENT`
    Rating(i64, i64),
    /// `ics HOSTNAME`
    Ics(String),
    /// `computer`
    Computer,
    /// `pause`
    Pause,
    /// `resume`
    Resume,
    /// `memory N`
    Memory(i64),
    /// `cores N`
    Cores(i64),
    /// `egtpath TYPE PATH`
    EgtPath {
        /// One word.
        kind: String,
        /// The rest of the line.
        path: String,
    },
    /// `option NAME[=VALUE]`
    Option {
        /// Up to the first `=`.
        name: String,
        /// Behind it.
        value: Option<String>,
    },
    /// `exclude MOVE`; `None` for `all`.
    Exclude(Option<MoveText>),
    /// `include MOVE`; `None` for `all`.
    Include(Option<MoveText>),
    /// `setscore SCORE DEPTH`
    SetScore(i64, i64),
    /// `lift SQUARE`
    Lift(String),
    /// `put SQUARE`
    Put(String),
    /// `hover SQUARE`
    Hover(String),
    /// `partner [PLAYER]`
    Partner(Option<String>),
    /// `ptell TEXT`
    Ptell(String),
    /// `holding [WHITE] [BLACK] [COLORPIECE]`
    Holding {
        /// White's pieces in hand.
        white: String,
        /// Black's.
        black: String,
        /// What a side just got.
        got: Option<String>,
    },
    /// `fritz`
    Fritz,
    /// `reset`
    Reset,
    /// `ponder`
    Ponder,
    /// A known command whose arguments cannot be used: the line, and the error type to answer.
    Malformed {
        /// `bad parameter`, `too few parameters`, `too many parameters`.
        error: &'static str,
        /// The whole line as it came.
        line: String,
    },
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// `level`: what it says, in its own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Moves per period; 0 for the whole game.
    pub moves: i64,
    /// Base time in seconds (the wire has minutes, or minutes and seconds).
    pub base: i64,
    /// Increment in seconds; decimals occur.
    pub increment: f64,
}

/// One line of edit mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditLine {
    /// `c`
    ChangeColour,
    /// `Pa4`, `Pa4+`
    Place {
        /// The piece letter as it came.
        piece: char,
        /// The square.
        square: String,
        /// With `+` behind the square.
        promoted: bool,
    },
    /// `xa4`
    Remove(String),
    /// `#`
    Clear,
    /// `.`
    Leave,
    /// `castle FIELD` (ChessBase)
    Castle(String),
    /// `ep SQUARE` (ChessBase)
    EnPassant(String),
    /// `quit` works here too.
    Quit,
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// The word of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unfinished,
}

/// From the engine to the interface.
#[derive(Clone, Debug, PartialEq)]
pub enum FromEngine {
    /// `feature …`
    Feature(Vec<Feature>),
    /// `move MOVE`, and the legacy `NUMBER ... MOVE`; a first leg ends with a comma.
    Move(MoveText),
    /// `RESULT {COMMENT}`
    Result {
        /// The result word.
        result: GameResult,
        /// Between the braces.
        comment: Option<String>,
    },
    /// The legacy result lines of section 31; their reader has to know the colours.
    LegacyResult {
        /// What the line means.
        kind: LegacyResult,
        /// The whole line.
        line: String,
    },
    /// `resign`
    Resign,
    /// `offer draw`, and any line with both words.
    OfferDraw,
    /// `pong N`
    Pong(Option<i64>),
    /// `Hint: MOVE`
    Hint(MoveText),
    /// `Illegal move (REASON): MOVE`
    IllegalMove {
        /// Between the brackets.
        reason: Option<String>,
        /// Behind the colon.
        text: String,
    },
    /// `Error (ERRORTYPE): COMMAND`
    Error {
        /// Between the brackets.
        kind: String,
        /// Behind the colon.
        text: String,
    },
    /// Thinking output.
    Thinking(Box<Thinking>),
    /// Four or more blanks, then more of the last PV.
    Continuation(String),
    /// `stat01: …`
    Stat01(Stat01),
    /// `++`
    FailHigh,
    /// `--`
    FailLow,
    /// `telluser`, `tellusererror`, `tellopponent`, `tellothers`, `tellall`, `tellics`, …
    Tell {
        /// Whom.
        to: TellTo,
        /// The rest of the line.
        text: String,
    },
    /// `askuser REPTAG MESSAGE`
    AskUser {
        /// The answer begins with it.
        tag: String,
        /// The question.
        text: String,
    },
    /// `setup [(PIECETOCHAR)] [WxH+S_PARENT] FEN`
    Setup {
        /// Between the brackets.
        pieces: Option<String>,
        /// `WxH+S_PARENT`
        size: Option<String>,
        /// The position.
        fen: String,
    },
    /// `piece ID DESC`
    Piece {
        /// The letter, perhaps with `&`.
        id: String,
        /// Betza notation.
        moves: String,
    },
    /// `highlight COLORFEN`
    Highlight(String),
    /// `click SQUARE`
    Click(String),
    /// `choice PIECESTRING`
    Choice(String),
    /// A line that begins with `#`, without it.
    Comment(String),
    /// A line that begins with a blank or tab: book information after `bk`.
    BookLine(String),
    /// Anything else, the whole line as it came.
    Unknown(String),
}

/// One feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: FeatureValue,
}

/// The value of a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureValue {
    /// In double quotes.
    Text(String),
    /// A number, also for booleans.
    Int(i64),
    /// Anything else.
    Word(String),
}

/// An engine option as `feature option="…"` defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// The option's name.
    pub name: String,
    /// Its type and current value.
    pub kind: OptionKind,
}

/// The ten types of engine options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `-button`
    Button,
    /// `-save`
    Save,
    /// `-reset`
    Reset,
    /// `-check`
    Check(bool),
    /// `-string`
    String(String),
    /// `-spin VALUE MIN MAX`
    Spin {
        /// Current value.
        value: i64,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// `-slider VALUE MIN MAX`
    Slider {
        /// Current value.
        value: i64,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// `-combo A /// *B`
    Combo {
        /// The choices, without the asterisk.
        choices: Vec<String>,
        /// Index of the current one.
        current: usize,
    },
    /// `-file`
    File(String),
    /// `-path`
    Path(String),
}

/// The lines of section 31 that mean a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegacyResult {
    /// `White resigns`
    WhiteResigns,
    /// `Black resigns`
    BlackResigns,
    /// `White …`: White mates.
    WhiteMates,
    /// `Black …`: Black mates.
    BlackMates,
    /// `Draw`, `game is a draw`
    Draw,
    /// `computer mates`
    ComputerMates,
    /// `opponent mates`
    OpponentMates,
    /// `computer resigns`
    ComputerResigns,
    /// `checkmate`: the side that just moved wins.
    Checkmate,
}

/// One line of thinking output: `ply score time nodes [seldepth speed tbhits] pv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Depth in plies.
    pub ply: i64,
    /// What follows the ply at once in GNU Chess's form: `.`, `+`, `&`, …
    pub mark: Option<char>,
    /// Centipawns; from ±100000 on, mate.
    pub score: i64,
    /// In centiseconds (in seconds when `mark` is there).
    pub time: i64,
    /// Nodes.
    pub nodes: u64,
    /// Selective depth.
    pub seldepth: Option<i64>,
    /// Nodes per second.
    pub speed: Option<i64>,
    /// Integers between speed and table hits, which have no meaning yet.
    pub reserved: Vec<i64>,
    /// Endgame table hits.
    pub tbhits: Option<i64>,
    /// Free text, the best line; `!` or `?` at its end is in `bound`.
    pub pv: String,
    /// From the last character of the PV.
    pub bound: crate::uci::Bound,
}

/// `stat01: time nodes ply mvleft mvtot [mvname]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stat01 {
    /// In centiseconds.
    pub time: i64,
    /// Nodes.
    pub nodes: u64,
    /// Depth in plies.
    pub ply: i64,
    /// Root moves still to search.
    pub moves_left: i64,
    /// Root moves in all.
    pub moves_total: i64,
    /// The root move being searched.
    pub current: Option<MoveText>,
}

/// Whom a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TellTo {
    /// `telluser`
    User,
    /// `tellusererror`
    UserError,
    /// `tellopponent`
    Opponent,
    /// `tellothers`
    Others,
    /// `tellall`
    All,
    /// `tellics`
    Ics,
    /// `tellicsnoalias`
    IcsNoAlias,
}

/// A board in the name of a game: `10x8+7` (`C-008`, `C-121`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// Kinds of piece that may be in hand.
    pub held: usize,
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}+{}", self.files, self.ranks, self.held)
    }
}

/// Parts `WxH+S_GAME`; `None` for a name without a size.
///
/// ```
/// use ferz_wire::cecp::{BoardSize, sized_game};
///
/// let size = BoardSize { files: 12, ranks: 12, held: 0 };
/// assert_eq!(sized_game("12x12+0_chu"), Some((size, "chu")));
/// assert_eq!(sized_game("fide_chess"), None);
/// ```
pub fn sized_game(name: &str) -> Option<(BoardSize, &str)> {
    let (size, game) = name.split_once('_')?;
    let (files, rest) = size.split_once('x')?;
    let (ranks, held) = rest.split_once('+')?;
    let number = |digits: &str| digits.parse().ok();
    let size = BoardSize { files: number(files)?, ranks: number(ranks)?, held: number(held)? };
    Some((size, game))
}

/// Whether a game needs no description: the document has its name, and XBoard its rules (`C-219` to
/// `C-246`).
pub fn is_known_game(variant: &str) -> bool {
    const KNOWN: [&str; 36] = [
        "",
        "normal",
        "wildcastle",
        "nocastle",
        "fischerandom",
        "bughouse",
        "crazyhouse",
        "losers",
        "suicide",
        "giveaway",
        "twokings",
        "kriegspiel",
        "atomic",
        "3check",
        "xiangqi",
        "shogi",
        "capablanca",
        "gothic",
        "falcon",
        "shatranj",
        "courier",
        "knightmate",
        "berolina",
        "janus",
        "caparandom",
        "cylinder",
        "super",
        "great",
        "lion",
        "elven",
        "chu",
        "makruk",
        "seirawan",
        "grand",
        "spartan",
        "asean",
    ];
    KNOWN.contains(&variant)
}
