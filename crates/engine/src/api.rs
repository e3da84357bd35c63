//! What an engine takes and gives, whatever game it plays.

use std::fmt;
use std::time::Duration;

/// A score in centipawns from the point of view of the side to move, or a distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// The side to move mates in this many plies.
    MateIn(u32),
    /// The side to move is mated in this many plies; 0 when it is mate already.
    MatedIn(u32),
}

/// The options that [`Engine::numbers`] lists begin with this word, as in `Search razor_base`.
pub const SEARCH: &str = "Search";

/// A number of the search that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// What it is called.
    pub name: &'static str,
    /// What it is now.
    pub value: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A change that games can show: where a tuner ends.
    pub step: i32,
}

/// How exact a reported score is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// At least this: the search failed high.
    Lower,
    /// At most this: the search failed low.
    Upper,
}

/// The clocks as they stand when the search begins, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left. Zero: move at once.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The opponent's time left, where known.
    pub opponent: Option<Duration>,
}

/// What ends a search. All given limits are in force; without any it runs until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes; exact with one thread.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves; ends when found or refuted.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Play on this clock.
    pub clock: Option<Clock>,
    /// At most this long, and less when the move is clear: CECP's `st`.
    pub max_time: Option<Duration>,
    /// Nodes that count as one second, for time decisions by nodes instead of the clock (CECP's `nps`).
    /// Zero: use the CPU time of the process.
    pub nodes_per_second: Option<u64>,
}

/// What the search is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Find a move within the limits.
    #[default]
    Play,
    /// The opponent's clock runs: no limit counts before [`Engine::ponder_hit`].
    Ponder,
    /// Until stopped; no time use, no book move, no handicap.
    Analyse,
}

/// One search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What ends it.
    pub limits: Limits,
    /// What it is for.
    pub purpose: Purpose,
    /// Root moves to consider, as coordinate text; empty for all.
    pub only: Vec<String>,
    /// Root moves to leave out.
    pub without: Vec<String>,
}

/// A position as text: the game it belongs to, where it starts, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The game.
    pub variant: ferz_rules::Variant,
    /// FEN of the start; `None` for the game's own start position.
    pub fen: Option<String>,
    /// Moves since, in any notation that the rules read.
    pub moves: Vec<String>,
}

/// What a search says while it runs, and how it ends. [`Report::Done`] comes last, exactly once.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// A line was searched.
    Line(Line),
    /// The root move being searched now, and its number from 1.
    Current {
        /// The move.
        mv: String,
        /// Counting from 1.
        number: u32,
        /// How many root moves there are.
        of: u32,
        /// Depth in plies.
        depth: u32,
    },
    /// The line being searched now by a thread, counting from 1 (asked for by option).
    CurrentLine {
        /// Thread number from 1.
        thread: u32,
        /// The moves from the root.
        moves: Vec<String>,
    },
    /// A root move and the line that refutes it (asked for by option).
    Refutation(Vec<String>),
    /// Numbers between lines.
    Stats(Stats),
    /// A remark for people.
    Note(String),
    /// The search has ended.
    Done(Done),
}

/// A searched line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Depth in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub rank: u32,
    /// How many lines are reported a depth.
    pub ranks: u32,
    /// The score.
    pub score: Score,
    /// How exact it is.
    pub bound: Bound,
    /// Chances in per mille: win, draw, loss.
    pub wdl: Option<[u32; 3]>,
    /// Numbers.
    pub stats: Stats,
    /// The moves from the root, in the notation of [`Engine::set_notation`].
    pub pv: Vec<String>,
}

/// Numbers of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Time since the search began.
    pub time: Duration,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Hash fill in per mille.
    pub hashfull: u32,
    /// Endgame table hits.
    pub tbhits: u64,
}

impl Stats {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as u128 * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The best move; `None` without legal moves.
    pub best: Option<String>,
    /// The reply to ponder on.
    pub ponder: Option<String>,
    /// The score of the best line, where there was a search.
    pub score: Option<Score>,
    /// The move comes from a book, without a search.
    pub from_book: bool,
}

/// Where reports go. Called from the search's own threads.
pub type Sink = Box<dyn FnMut(Report) + Send>;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, as UCI spells it.
    pub name: &'static str,
    /// Its type and default.
    pub kind: OptionKind,
    /// The only family of games that it means something for.
    pub family: Option<ferz_rules::Family>,
}

/// Type and default of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check(bool),
    /// A number in a range.
    Spin {
        /// The default.
        default: i64,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: &'static str,
        /// The choices.
        choices: &'static [&'static str],
    },
    /// A command.
    Button,
    /// Text.
    Text(String),
    /// The name of a file.
    File(String),
    /// Directories, joined as the system joins paths.
    Path(String),
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    Unknown(String),
    /// The value does not fit; the second text says why.
    BadValue(String, String),
    /// It names no file or folder that can be opened: which, and why not.
    File(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "unknown option \"{name}\""),
            OptionError::BadValue(value, why) => write!(f, "bad value \"{value}\": {why}"),
            OptionError::File(text) => write!(f, "kept: cannot open {text}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// An engine, without the type of its game.
///
/// Calls return at once, except [`wait`](Engine::wait) and what needs an idle engine: those first
/// end a running search.
pub trait Engine: Send {
    /// The options, in the order to declare them.
    fn options(&self) -> Vec<OptionSpec>;
    /// Lets the option `EvalAPI` load shared libraries: their code runs in this process, so the
    /// program that starts the engine decides, not everybody who may set options.
    fn allow_libraries(&mut self);
    /// The numbers of the search, as the game of the present position has them: for tuners. Each is
    /// an option behind [`SEARCH`] that is not declared.
    ///
    /// ```
    /// use ferz_engine::SEARCH;
    ///
    /// let mut engine = ferz_engine::engine(ferz_rules::Variant::XIANGQI);
    /// let number = engine.numbers().remove(0);
    /// let option = format!("{SEARCH} {}", number.name);
    /// engine.set_option(&option, Some(&number.max.to_string())).unwrap();
    /// assert_eq!(engine.numbers()[0].value, number.max);
    /// ```
    fn numbers(&self) -> Vec<Number>;
    /// Sets an option by name, without regard to letter case.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError>;
    /// Allocates what the options ask for. Called before the answer to `isready`, so that start-up
    /// is quick; a search does it too.
    fn prepare(&mut self);
    /// Forgets everything that belongs to a game.
    fn new_game(&mut self);
    /// Takes a position. After an illegal move it stays with the position before that move and
    /// says so; after a bad FEN it keeps the position it had.
    fn place(&mut self, setup: &Setup) -> Result<(), String>;
    /// How moves in reports are written.
    fn set_notation(&mut self, notation: ferz_rules::Notation);
    /// Starts a search of the position; `sink` gets the reports.
    fn start(&mut self, request: Request, sink: Sink);
    /// The pondered move was played: limits count from now.
    fn ponder_hit(&mut self);
    /// Ends a running search as soon as possible; its `Done` still comes.
    fn stop(&mut self);
    /// Suspends a running search, or lets it go on. Suspended time does not count.
    fn pause(&mut self, paused: bool);
    /// Waits until the running search, if any, has given its `Done`.
    fn wait(&mut self);
    /// Static evaluation of the position as text, for people.
    fn explain(&mut self) -> String;
    /// The file of the network that judges positions of the present game; `None` where there is
    /// none.
    fn network(&mut self) -> Option<Vec<u8>>;
    /// What the hash table knows of a position: best move, then (score, depth) of a lower and of an
    /// upper bound. Does not disturb a running search.
    fn probe(&self, setup: &Setup) -> Probe;
    /// Book moves of the position with their share in per cent.
    fn book_moves(&self) -> Vec<(String, u32)>;
    /// Assigns a value to a position (`UCI_SetPositionValue`, `setscore`): centipawns from the
    /// point of view of its side to move; `None` clears it.
    fn set_value(&mut self, setup: &Setup, value: Option<i32>) -> Result<(), String>;
    /// Clears all assigned values.
    fn clear_values(&mut self);
    /// Searches a fixed set of positions of a game, with the evaluation that the options ask for, and
    /// returns nodes and time: the node count is the signature of the search.
    fn bench(&mut self, variant: ferz_rules::Variant, depth: u32) -> (u64, Duration);
}

/// What the hash table knows of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// Best move.
    pub best: Option<String>,
    /// Lower bound: score in centipawns, and depth.
    pub lower: Option<(i32, i32)>,
    /// Upper bound: score in centipawns, and depth.
    pub upper: Option<(i32, i32)>,
}
