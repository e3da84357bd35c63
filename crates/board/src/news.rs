//! What pages hear, and what they ask: the messages of the socket, in JSON.
//!
//! A request has a number, `{"id":7,"do":"move","text":"e2e4"}`; its answer has it too,
//! `{"re":7}` or `{"re":7,"error":"illegal move \"e2e5\": …"}`. News have none.

use crate::view::{Piece, View};
use serde::{Deserialize, Serialize};

/// Why something that was asked for is not done, for people.
pub type Refused = String;

/// What a page asks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// Begins another game.
    New(NewGame),
    /// Shows a game, to go on with it.
    Open {
        /// The game as PGN.
        pgn: String,
        /// The number under which it is kept, if what follows is to be kept there too.
        #[serde(default)]
        number: Option<i64>,
    },
    /// Makes a move, in any notation.
    Move {
        /// The move.
        text: String,
    },
    /// Takes back: the person's last move, and what the engine answered.
    Back,
    /// Gives the game up.
    Resign,
    /// Claims a draw where the rules give one, or offers one to the engine.
    Draw,
    /// Wants to know what the engine would play.
    Hint,
    /// Lets the engine try again after it has failed.
    Again,
    /// Answers what an engine asks its user.
    Answer {
        /// The question's number.
        question: u64,
        /// One line; nothing where the user does not want to answer.
        #[serde(default)]
        text: Option<String>,
    },
    /// Wants to see a position of the game, or beside it.
    Look(Path),
    /// Wants to know what could take on a square there, whoever is to move.
    Attacks {
        /// The position.
        #[serde(flatten)]
        path: Path,
        /// The square.
        square: usize,
    },
    /// Keeps moves beside the game, and what is said of the last of them. What is not given stays.
    Note {
        /// The moves; those that are not there yet come in.
        #[serde(flatten)]
        path: Path,
        /// A comment; an empty one takes it away.
        comment: Option<String>,
        /// Numeric annotation glyphs, as PGN has them.
        glyphs: Option<Vec<u8>>,
    },
    /// Takes out a move that was not played, with all that follows it.
    Prune(Path),
    /// Wants the game as PGN.
    Pgn,
    /// Sets up a position, apart from the game on the table.
    Setup {
        /// Any name of the game.
        variant: String,
        /// The position; empty for the usual one.
        fen: String,
        /// What is to be done with it.
        #[serde(default)]
        change: Option<Change>,
    },
}

/// A place in the tree of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Path {
    /// After so many moves of the game.
    pub ply: usize,
    /// And these beside it, in any notation; in news as [`View::legal`] has them.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What is said of a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Noted {
    /// After so many moves.
    pub ply: usize,
    /// The comment.
    pub comment: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
}

/// A move that was not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variation {
    /// Where its variation leaves the game: after so many moves.
    pub ply: usize,
    /// The move of the list that it follows; none where it follows the game's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<usize>,
    /// For people.
    pub san: String,
    /// As [`View::legal`] has it.
    pub text: String,
    /// The comment.
    pub comment: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
}

/// A change of a position that is set up.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// To the usual one.
    Start,
    /// No piece is left.
    Clear,
    /// The other side is to move.
    Turn,
    /// A square is filled, or emptied.
    Put {
        /// The square.
        square: usize,
        /// What stands there.
        piece: Option<Put>,
    },
    /// A hand holds one piece more, or less.
    Hand {
        /// Whose.
        side: usize,
        /// Of which kind.
        letter: String,
        /// Whether one more.
        more: bool,
    },
}

/// A piece that is put on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Put {
    /// 0 or 1.
    pub side: usize,
    /// Its letter.
    pub letter: String,
}

/// A position that is set up.
#[derive(Clone, Debug, Serialize)]
pub struct SetupNews {
    /// The game.
    pub variant: &'static str,
    /// The position as FEN, whether it can be played or not.
    pub fen: String,
    /// How it looks.
    pub view: View,
    /// All pieces of the game.
    pub kinds: Vec<Piece>,
    /// All that keeps it from being played.
    pub faults: Vec<String>,
}

/// What a request brings beside its success.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The position that was looked at.
    View(Box<View>),
    /// For each side, where the pieces stand that could take; nothing where it cannot be said.
    Attacks([Option<Vec<usize>>; 2]),
    /// The position that is set up.
    Setup(Box<SetupNews>),
    /// Where the moves that are kept lie: the shortest path.
    At(Path),
    /// The game as PGN.
    Pgn(String),
}

/// The game that is to be played.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct NewGame {
    /// Any name of the game.
    pub variant: String,
    /// The position to begin with; empty for the usual one.
    #[serde(default)]
    pub fen: String,
    /// Whose moves the person makes: `first`, `second`, `both` or `neither`.
    pub person: Person,
    /// One of the [`Level`]s, by name.
    pub level: String,
    /// Minutes for all moves and seconds for each: `5+3`; minutes for so many moves: `40/90+30`;
    /// seconds for each move alone: `st=10`; empty for no clock.
    #[serde(default)]
    pub clock: String,
    /// Engines think on their opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// The engine of each side that is not the person's, by its name on the user's list; empty for
    /// the one inside.
    #[serde(default)]
    pub engines: [String; 2],
}

/// Whose moves the person makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Person {
    /// The first side's.
    #[default]
    First,
    /// The second side's.
    Second,
    /// Both: nobody plays against the person.
    Both,
    /// None: the person watches two engines.
    Neither,
}

/// A request with its number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Asked {
    /// The number.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

/// The answer to a request.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    /// The request's number.
    pub re: u64,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What was asked for.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
}

/// What every page hears.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum News {
    /// How the table stands.
    Table(Box<TableNews>),
    /// What the engine thinks.
    Thought(Thought),
    /// Something is wrong beside the game, for people.
    Trouble(String),
    /// Squares that an engine marks while a person moves.
    Marks(Vec<MarkNews>),
    /// An engine clicks on this square, as the person would.
    Click(String),
    /// What the piece that moves may become: letters, the usual one first.
    Choice(String),
}

/// A square that an engine marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkNews {
    /// The square.
    pub square: String,
    /// `red`, `yellow` …; `transparent` is not shown.
    pub colour: String,
    /// Whether the piece may go there.
    pub target: bool,
}

/// What a page hears first: what can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Menu {
    /// The games.
    pub games: Vec<GameChoice>,
    /// How strong the engine can play.
    pub levels: &'static [Level],
}

/// A game that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct GameChoice {
    /// Its name.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The heading under which it stands.
    pub group: &'static str,
    /// What its sides are called.
    pub sides: [&'static str; 2],
    /// Whether its start positions are drawn.
    pub drawn: bool,
    /// Positions to begin with where one player is much stronger.
    pub handicaps: Vec<Handicap>,
}

/// A handicap.
#[derive(Clone, Debug, Serialize)]
pub struct Handicap {
    /// What people call it.
    pub title: &'static str,
    /// The position.
    pub fen: String,
}

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Level {
    /// By which it is chosen.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// Its rating; `None` for all it has.
    #[serde(skip)]
    pub elo: Option<u32>,
}

/// From the weakest on.
pub const LEVELS: &[Level] = &[
    Level { name: "newcomer", title: "Newcomer (800)", elo: Some(800) },
    Level { name: "beginner", title: "Beginner (1100)", elo: Some(1100) },
    Level { name: "casual", title: "Casual player (1400)", elo: Some(1400) },
    Level { name: "club", title: "Club player (1700)", elo: Some(1700) },
    Level { name: "strong", title: "Strong club player (2000)", elo: Some(2000) },
    Level { name: "master", title: "Master (2400)", elo: Some(2400) },
    Level { name: "full", title: "Full strength", elo: None },
];

/// How a table stands.
#[derive(Clone, Debug, Serialize)]
pub struct TableNews {
    /// Which game it is: another number, another game.
    pub game: u64,
    /// Its name.
    pub variant: &'static str,
    /// The game, for people.
    pub title: &'static str,
    /// The number of its start position in Chess960.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_number: Option<u64>,
    /// The position.
    pub view: View,
    /// Whether the person is to move.
    pub movable: bool,
    /// The moves so far, for people.
    pub moves: Vec<String>,
    /// What is said of them.
    pub notes: Vec<Noted>,
    /// What could have been played instead, each move behind the one that it follows.
    pub variations: Vec<Variation>,
    /// 1 if the second side made the first of them.
    pub first_ply: u32,
    /// The players; the person's name is empty.
    pub players: [PlayerNews; 2],
    /// What is left to each side, in milliseconds.
    pub clocks: Option<[i64; 2]>,
    /// Whose clock runs: 0 or 1.
    pub running: Option<usize>,
    /// How it ended.
    pub result: Option<ResultNews>,
    /// Whether the last move took something.
    pub takes: bool,
    /// What the engine points at.
    pub arrows: Vec<Arrow>,
    /// Why the engine does not go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// What engines said to people, the latest last.
    pub notices: Vec<String>,
    /// What engines ask their user.
    pub questions: Vec<Question>,
    /// Why the person may claim a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The engine of this side, 0 or 1, offers a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offered: Option<usize>,
}

/// What an engine asks its user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// By which it is answered.
    pub number: u64,
    /// The engine, by its name on the list.
    pub engine: String,
    /// What it asks.
    pub text: String,
}

/// A player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerNews {
    /// The engine's name; empty for the person.
    pub name: String,
    /// Who played this side in a game of others; else empty.
    pub known: String,
    /// How strong the engine inside plays, where it holds back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u32>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultNews {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: &'static str,
    /// Why, as a fragment.
    pub reason: String,
}

/// From a square to another, or from a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arrow {
    /// Where it starts; nowhere for a drop.
    pub from: Option<usize>,
    /// What is dropped, in English.
    pub drop: Option<String>,
    /// Where it points.
    pub to: usize,
}

/// What the engine thinks.
#[derive(Clone, Debug, Serialize)]
pub struct Thought {
    /// In plies.
    pub depth: u32,
    /// In pawns from the first side's point of view, or moves to mate.
    pub score: String,
    /// How many.
    pub nodes: u64,
    /// The moves, for people.
    pub line: String,
}
