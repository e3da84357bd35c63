//! Commands to an engine and events from it, in no protocol's words.

use crate::Marks;
use ferz_wire::{MoveText, Start};
use std::time::Duration;

/// What an engine is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Sets an option; the value is `None` for a button.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value.
        value: Option<String>,
    },
    /// The next position belongs to another game.
    NewGame {
        /// The game, by its CECP name: `normal`, `fischerandom`, `xiangqi`, …
        variant: String,
    },
    /// Takes a position. Replaces the one before.
    Place(Place),
    /// Searches the position last taken. Ends with [`Event::BestMove`], exactly once.
    Search(Search),
    /// The pondered move was played; limits count from now.
    PonderHit {
        /// The opponent offers a draw with it.
        draw_offer: bool,
    },
    /// Ends the running search; its [`Event::BestMove`] still comes.
    Stop,
    /// Suspends the running search, or lets it go on.
    Pause(bool),
    /// Answered by [`Event::Pong`] with the same number, once everything before it is done.
    Ping(u64),
    /// More output for developers, or less.
    Debug(bool),
    /// The user registers, or does so later.
    Register(ferz_wire::uci::Register),
    /// The opponent offers a draw (outside a search, or while one runs).
    DrawOffer,
    /// The game is over.
    GameOver {
        /// Its result.
        result: GameResult,
        /// For people.
        comment: String,
    },
    /// Who the opponent is.
    Opponent(Opponent),
    /// What does the hash table know of this position? Answered by [`Event::Probed`].
    Probe(Place),
    /// Assigns a value to a position, in centipawns for its side to move; `None` clears it.
    SetValue {
        /// The position; `None` with no value clears all.
        place: Option<Place>,
        /// The value.
        value: Option<i32>,
    },
    /// A person does something at a board; see [`Touch`].
    Touch(Touch),
    /// The user answers [`Event::Question`]. Who does not want to answer sends nothing (`C-780`).
    Answer {
        /// The question's.
        tag: String,
        /// What the user says, one line.
        text: String,
    },
    /// News of the partner, in a game of two boards.
    Partner(Partner),
    /// Book moves of the position last taken. Answered by [`Event::BookMoves`].
    Book,
    /// A line that only this engine knows (`d`, `eval`, `bench`): answered by
    /// [`Message`]s of kind [`MessageKind::Console`].
    Console(String),
    /// Ends the engine.
    Quit,
}

/// A position: the game, where it starts, the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The game, by its CECP name.
    pub variant: String,
    /// Where the moves begin.
    pub start: Start,
    /// The moves since.
    pub moves: Vec<MoveText>,
}

impl Place {
    /// The start position of orthodox chess.
    pub fn startpos() -> Place {
        Place { variant: "normal".into(), start: Start::Startpos, moves: Vec::new() }
    }

    /// A position of orthodox chess.
    pub fn fen(fen: impl Into<String>) -> Place {
        Place { start: Start::Fen(fen.into()), ..Place::startpos() }
    }

    /// The same of another game, by its CECP name: `fischerandom`, `xiangqi`, …
    pub fn of(self, variant: impl Into<String>) -> Place {
        Place { variant: variant.into(), ..self }
    }

    /// After these moves, in coordinate notation.
    ///
    /// ```
    /// use ferz_link::Place;
    /// let place = Place::startpos().then(["e2e4", "e7e5"]);
    /// assert_eq!(place.moves.len(), 2);
    /// ```
    pub fn then<'a>(mut self, moves: impl IntoIterator<Item = &'a str>) -> Place {
        self.moves.extend(moves.into_iter().map(MoveText::new));
        self
    }

    /// Where the moves begin, without them.
    pub(crate) fn at_start(&self) -> Place {
        Place { variant: self.variant.clone(), start: self.start.clone(), moves: Vec::new() }
    }
}

/// One search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// What it is for.
    pub purpose: Purpose,
    /// What ends it.
    pub limits: Limits,
    /// Root moves to consider; empty for all.
    pub only: Vec<MoveText>,
    /// Root moves to leave out.
    pub without: Vec<MoveText>,
    /// The opponent offers a draw.
    pub draw_offer: bool,
}

impl Search {
    /// For a move, within these limits.
    pub fn within(limits: Limits) -> Search {
        Search { limits, ..Search::default() }
    }

    /// For a move, exactly this long.
    pub fn for_time(time: Duration) -> Search {
        Search::within(Limits { move_time: Some(time), ..Limits::default() })
    }

    /// For a move, `plies` deep.
    pub fn for_depth(plies: u32) -> Search {
        Search::within(Limits { depth: Some(plies), ..Limits::default() })
    }

    /// For a move, within `nodes`.
    pub fn for_nodes(nodes: u64) -> Search {
        Search::within(Limits { nodes: Some(nodes), ..Limits::default() })
    }
}

/// What a search is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Find a move within the limits.
    #[default]
    Play,
    /// On the opponent's time; the last move of the position is a guess. Does not end by itself.
    Ponder,
    /// Until stopped. Does not end by itself, except that UCCI engines may end on a mate.
    Analyse,
}

/// What ends a search. All given limits are in force.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Moves to a mate.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// At most this long (CECP's `st`).
    pub max_time: Option<Duration>,
    /// The clocks.
    pub clock: Option<Clocks>,
    /// Nodes that count as one second; 0: CPU time counts (CECP's `nps`).
    pub nodes_per_second: Option<u64>,
    /// Only the static score is wanted, no move (UCCI's `go depth 0`).
    pub static_only: bool,
    /// Count the tree of legal moves instead of searching (a common extension of UCI).
    pub perft: Option<u32>,
}

/// The clocks of both sides, as they stand when the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks {
    /// The side to move. Absent when only the opponent's is known.
    pub own: Option<Clock>,
    /// The other side.
    pub opponent: Option<Clock>,
}

/// One clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Time left; zero when the flag is about to fall, or has.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What is known of the opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// `GM`, `IM`, …
    pub title: Option<String>,
    /// Rating.
    pub rating: Option<i64>,
    /// The engine's own rating.
    pub own_rating: Option<i64>,
    /// Whether it is a computer, where known.
    pub computer: Option<bool>,
    /// Name.
    pub name: Option<String>,
    /// The chess server the game is on; `-` for a local opponent.
    pub server: Option<String>,
}

pub use ferz_wire::cecp::GameResult;
pub use ferz_wire::uci::{Bound, Check, Score, ScoreValue};

/// What an engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Who it is: `name`, `author`, `copyright`, `user`, …
    Identity {
        /// Which fact.
        key: String,
        /// The text.
        text: String,
    },
    /// It declares an option.
    Option(OptionDecl),
    /// The handshake is over: the engine takes commands.
    Ready,
    /// Answer to [`Command::Ping`].
    Pong(u64),
    /// News from a search.
    Info(Box<Info>),
    /// A search has ended.
    BestMove {
        /// The move; `None` when there is none.
        best: Option<MoveText>,
        /// The reply to ponder on.
        ponder: Option<MoveText>,
        /// It offers a draw, or accepts the opponent's offer.
        draw_offer: bool,
        /// It gives up.
        resign: bool,
    },
    /// It offers a draw, or accepts one, apart from a move.
    DrawOffer,
    /// It gives up, apart from a move.
    Resign,
    /// It claims that the game has ended by rule.
    Claim {
        /// The result.
        result: GameResult,
        /// Its reason.
        comment: String,
    },
    /// It did not do something.
    Refused {
        /// What.
        what: Refusal,
        /// The offending text.
        text: String,
        /// A lower-case fragment.
        reason: String,
    },
    /// The move it would suggest to the player who is on move.
    Hint(MoveText),
    /// Answer to [`Command::Probe`].
    Probed {
        /// Best move.
        best: Option<MoveText>,
        /// Lower bound in centipawns, and its depth.
        lower: Option<(i32, i32)>,
        /// Upper bound in centipawns, and its depth.
        upper: Option<(i32, i32)>,
    },
    /// Answer to [`Command::Book`]: moves with their share in per cent.
    BookMoves(Vec<(MoveText, u32)>),
    /// It plays other games than before: its referee names them.
    Games,
    /// It describes the game it was asked to play: CECP's `setup`.
    Setup(Setup),
    /// It marks squares for the person who moves; all earlier marks are gone.
    Marks(Marks),
    /// The board is to act as if the person had clicked on this square.
    Click(String),
    /// What the piece in hand may become, in capitals; the first is the usual one.
    Choice(String),
    /// It describes how a piece moves: CECP's `piece`.
    Piece {
        /// Its letter, with `&` when it stands for both colours.
        id: String,
        /// In Betza's notation.
        moves: String,
    },
    /// State of its copy protection.
    CopyProtection(Check),
    /// State of its registration.
    Registration(Check),
    /// Text for somebody.
    Message(Message),
    /// It asks its user something, and may wait for [`Command::Answer`].
    Question {
        /// Names the question in the answer; without blanks.
        tag: String,
        /// The question, one line.
        text: String,
    },
    /// The engine is gone.
    Gone,
}

/// What a person does at a board while an engine says where pieces may go (`C-520` to `C-525`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Takes the piece on this square up. The engine answers with [`Event::Marks`].
    Lift(String),
    /// Puts it down on this square. The engine may answer with [`Event::Choice`].
    Put(String),
    /// Comes over this square, which is marked red.
    Hover(String),
}

/// The partner in a game of two boards: who plays the other one for the same team (`C-532` to
/// `C-534`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partner {
    /// This player is the partner in the games to come.
    Is(String),
    /// There is no partner any more.
    Gone,
    /// The partner has said this.
    Says(String),
}

/// The board of a game, and how it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What the piece letters mean, as XBoard's table does.
    pub pieces: Option<String>,
    /// Board, holdings and the game it derives from: `WxH+S_PARENT`.
    pub size: Option<String>,
    /// Where the game starts.
    pub fen: String,
}

/// What an engine has not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It did not make a move, which it calls illegal.
    Move,
    /// It did not take a position, which it calls illegal or cannot play.
    Position,
    /// It did not set an option.
    Option,
    /// It did not analyse: it does not know the word.
    Analysis,
    /// It did not answer [`Command::Probe`].
    Probe,
    /// It did not carry out another command, or does not know another word.
    Other,
}

/// Text for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// For whom.
    pub kind: MessageKind,
    /// The text, one line.
    pub text: String,
}

/// Whom a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageKind {
    /// The user should see it.
    User,
    /// The user should see it as an error.
    UserError,
    /// A note beside the search: UCI's `info string`.
    Note,
    /// For developers: CECP's `#` lines, or notes while debugging is on.
    Debug,
    /// A line of an answer to [`Command::Console`], as it is.
    Console,
    /// The opponent should see it.
    Opponent,
    /// Everybody should.
    All,
    /// Onlookers should.
    Others,
    /// For the chess server.
    Server,
    /// For the chess server, which shall not take its first word for an abbreviation.
    ServerVerbatim,
    /// The partner at the other board should see it.
    Partner,
}

/// News from a search. What is absent was not said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Hash fill in per mille.
    pub hashfull: Option<u32>,
    /// Endgame table hits.
    pub tbhits: Option<u64>,
    /// CPU load in per mille.
    pub cpuload: Option<u32>,
    /// Rank of the line, from 1.
    pub rank: Option<u32>,
    /// The score, from the point of view of the side to move.
    pub score: Option<Score>,
    /// Chances in per mille: win, draw, loss.
    pub wdl: Option<[u32; 3]>,
    /// Best line.
    pub pv: Vec<MoveText>,
    /// Root move being searched, with its number from 1 and how many there are, where known.
    pub current: Option<(MoveText, Option<u32>, Option<u32>)>,
    /// The line a thread searches now: its number from 1, where given.
    pub current_line: Option<(Option<u32>, Vec<MoveText>)>,
    /// A refuted root move and the line that refutes it.
    pub refutation: Option<Vec<MoveText>>,
}

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// Its name.
    pub name: String,
    /// Its type and values.
    pub kind: OptionKind,
}

/// Type and values of an option: those of all protocols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The default.
        default: bool,
    },
    /// A number in a range.
    Spin {
        /// The default.
        default: i64,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// As `Spin`, shown differently.
    Slider {
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
        default: String,
        /// The choices.
        choices: Vec<String>,
    },
    /// A command.
    Button,
    /// CECP's `-save`: a command before which all settings are sent.
    Save,
    /// CECP's `-reset`: a command after which options are declared anew.
    Reset,
    /// Text.
    Text {
        /// The default.
        default: String,
    },
    /// The name of a file.
    File {
        /// The default.
        default: String,
    },
    /// The name of a directory.
    Path {
        /// The default.
        default: String,
    },
    /// A caption.
    Label,
}
