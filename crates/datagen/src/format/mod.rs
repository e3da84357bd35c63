//! Whole games in about two and a half bytes a position.
//!
//! ```text
//! file    = "FERZGAME" version header *game
//! version = byte                          2
//! header  = text                          one "key value" a line, for people: seed, nodes, …
//! game    = varint(length) check body     length: of the body; check: u16, of the body
//! body    = outcome name start left
//!           varint(n) n*index             the opening: moves without scores
//!           varint(m) m*(index delta)     the game proper
//! outcome = byte                          0: Black won, 1: drawn, 2: White won; plus 4 * reason
//! name    = text                          the name of the game in its row: "normal", "xiangqi"
//! start   = text                          FEN; empty for the usual start position
//! left    = 0 | 1 u64                     1: a side line, and the fingerprint of the game it left
//! index   = varint                        number of the move among the legal ones, sorted by their
//!                                         packed bits
//! delta   = zigzag varint                 score after this move's search, in centipawns from
//!                                         White's point of view, or 2^20 for none, less the one
//!                                         before it
//! text    = varint(length) bytes          UTF-8
//! ```
//!
//! Numbers of several bytes have the lowest byte first. A varint has seven bits a byte, the lowest
//! first; the high bit says that more follow. A file that ends inside a game ends with the game
//! before it. "White" is the side that moves first, whatever a game calls it.
//!
//! Version 1 is read too. It has `length: u16`, for `name` a byte with the number of the game's row,
//! for the length of `start` and for `index` one byte each, and no `left`.

mod bytes;

use crate::game::Playable;
use bytes::{Cursor, check, put_text, put_varint, unzigzag, zigzag};
use ferz_rules::{Position, Variant};
use std::fmt;

/// How a file begins.
pub const MAGIC: &[u8; 8] = b"FERZGAME";

/// A version of the format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Games of chess and xiangqi.
    One = 1,
    /// Any game; side lines say which game they left.
    Two = 2,
}

impl Version {
    /// The one that is written.
    pub const CURRENT: Version = Version::Two;

    fn by_number(number: u8) -> Option<Version> {
        [Version::One, Version::Two].into_iter().find(|version| *version as u8 == number)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    BlackWins,
    Draw,
    WhiteWins,
}

impl Outcome {
    /// White's points: 0, ½, 1.
    pub fn points(self) -> f64 {
        self as u8 as f64 / 2.0
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ending {
    Mate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    TooLong,
    AdjudicatedWin,
    AdjudicatedDraw,
    Forbidden,
    /// It was not played to its end, and its outcome means nothing.
    Open,
    /// By a rule of the game's own: a king on the hill, the third check.
    Goal,
}

impl Ending {
    /// All endings, in the order of their numbers in a file.
    pub const ALL: [Ending; 11] = [
        Ending::Mate,
        Ending::Stalemate,
        Ending::Repetition,
        Ending::FiftyMoves,
        Ending::Material,
        Ending::TooLong,
        Ending::AdjudicatedWin,
        Ending::AdjudicatedDraw,
        Ending::Forbidden,
        Ending::Open,
        Ending::Goal,
    ];
}

/// A move that was searched, and its score in centipawns from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<P: Position> {
    /// The move.
    pub mv: P::Move,
    /// The score, or [`UNSCORED`].
    pub score: i32,
}

/// In place of a score: nobody searched here. Beyond all scores, so that filters leave it out.
pub const UNSCORED: i32 = 1 << 20;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P: Position> {
    /// Which game it is.
    pub variant: Variant,
    /// Where it starts; `None` for the usual start position.
    pub fen: Option<String>,
    /// Of a side line the [`fingerprint`](Self::fingerprint) of the game that it left. Files of the
    /// first version do not say.
    pub left: Option<u64>,
    /// Moves that were not searched.
    pub opening: Vec<P::Move>,
    /// Moves that were.
    pub moves: Vec<Played<P>>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
}

/// Moves that are enough to tell one game from another.
const TELLING: usize = 24;
/// No side line of the first version begins with more random moves.
const MOST_RANDOM: usize = 8;

/// Why bytes are no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// The file does not begin with [`MAGIC`].
    NotGames,
    /// A version that this program does not know.
    Version(u8),
    /// The bytes end in the middle.
    Truncated,
    /// The check sum of a game differs.
    Damaged,
    /// The parts of a game are longer or shorter than the game.
    Length,
    /// An outcome, an ending or the number of a game has no meaning.
    Code(u8),
    /// No game has this name.
    Game(String),
    /// A game of this variant, where one of another game was asked for.
    OtherGame(Variant),
    /// The start is no position.
    Start(String),
    /// No legal move has this number, in this position.
    Index(u64, String),
    /// A number is too large.
    Overlong,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::NotGames => f.write_str("not a file of games"),
            FormatError::Version(version) => write!(f, "unknown version {version}"),
            FormatError::Truncated => f.write_str("ends in the middle of a game"),
            FormatError::Damaged => f.write_str("a game's check sum differs"),
            FormatError::Length => f.write_str("a game's parts do not fit its length"),
            FormatError::Code(code) => write!(f, "unknown code {code}"),
            FormatError::Game(name) => write!(f, "unknown game {name:?}"),
            FormatError::OtherGame(variant) => {
                write!(f, "a game of \"{}\", which was not asked for", variant.name)
            }
            FormatError::Start(text) => write!(f, "no start position: {text:?}"),
            FormatError::Index(index, fen) => write!(f, "no move number {index} in \"{fen}\""),
            FormatError::Overlong => f.write_str("a number is too large"),
        }
    }
}

impl std::error::Error for FormatError {}

/// The legal moves in the order that indices count.
pub fn ordered_moves<P: Playable>(board: &P) -> Vec<P::Move> {
    let mut moves = board.legal();
    moves.sort_unstable_by_key(|mv| P::pack(*mv));
    moves
}

/// The beginning of a file; `header` is for people.
pub fn file_start(header: &str) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.push(Version::CURRENT as u8);
    put_text(&mut out, header);
    out
}

/// How a file begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStart {
    /// The format of its games.
    pub version: Version,
    /// What its maker noted.
    pub header: String,
    /// Bytes before the first game.
    pub len: usize,
}

/// Reads the beginning of a file.
pub fn read_file_start(bytes: &[u8]) -> Result<FileStart, FormatError> {
    let mut cursor = Cursor::new(bytes);
    if cursor.take(MAGIC.len() as u64)? != MAGIC {
        return Err(FormatError::NotGames);
    }
    let number = cursor.byte()?;
    let version = Version::by_number(number).ok_or(FormatError::Version(number))?;
    let len = cursor.varint()?;
    let header = cursor.text(len)?;
    Ok(FileStart { version, header, len: cursor.at })
}

impl<P: Playable> Record<P> {
    /// A game of which nothing was played yet.
    pub fn new(variant: Variant, fen: Option<String>) -> Record<P> {
        Record {
            variant,
            fen,
            left: None,
            opening: Vec::new(),
            moves: Vec::new(),
            outcome: Outcome::Draw,
            ending: Ending::Open,
        }
    }

    /// The position that the game starts from.
    pub fn start(&self) -> Result<P, FormatError> {
        match &self.fen {
            None => Ok(P::start(self.variant)),
            Some(fen) => {
                P::from_fen(fen, self.variant).map_err(|_| FormatError::Start(fen.clone()))
            }
        }
    }

    /// A number that games with the same start and the same first moves share.
    pub fn fingerprint(&self) -> u64 {
        self.hash(TELLING)
    }

    /// A number of the start and the first `plies` moves: FNV-1a, Glenn Fowler, Landon Curt Noll and
    /// Kiem-Phong Vo.
    pub(crate) fn hash(&self, plies: usize) -> u64 {
        let start = self.fen.iter().flat_map(|fen| fen.bytes().map(u64::from));
        let moves = self.opening.iter().chain(self.moves.iter().map(|played| &played.mv));
        let moves = moves.take(plies).map(|mv| u64::from(P::pack(*mv)));
        start.chain(moves).fold(0xcbf2_9ce4_8422_2325, |hash, part| {
            (hash ^ part).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    /// The fingerprint of the game, or of the one that the side line left; `None` where nobody knows
    /// which that was.
    pub fn source(&self) -> Option<u64> {
        let early = || self.opening.len() < TELLING + MOST_RANDOM;
        match self.left {
            // A late side line of the first version has the first moves of its game.
            None if self.ending == Ending::Open && early() => None,
            None => Some(self.fingerprint()),
            left => left,
        }
    }

    /// Whether the game is kept for judging, as one in `one_of`, and its side lines with it: the same
    /// ones whenever it is read, so that nothing is ever fitted to them. `None` where nobody knows.
    pub fn judges(&self, one_of: u64) -> Option<bool> {
        self.source().map(|hash| (hash >> 32).is_multiple_of(one_of.max(1)))
    }

    /// Appends the game to `out`, with length and check sum. The moves are legal, one after
    /// another, from a FEN that is a position.
    ///
    /// # Panics
    /// Where they are not.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut body = vec![self.outcome as u8 + 4 * self.ending as u8];
        put_text(&mut body, self.variant.name);
        put_text(&mut body, self.fen.as_deref().unwrap_or(""));
        body.push(u8::from(self.left.is_some()));
        body.extend(self.left.iter().flat_map(|hash| hash.to_le_bytes()));

        let mut board = self.start().expect("a record starts from a position");
        let mut put_move = |body: &mut Vec<u8>, mv: P::Move| {
            let moves = ordered_moves(&board);
            let index = moves.iter().position(|other| *other == mv);
            put_varint(body, index.expect("a record has legal moves") as u64);
            board.play(mv);
        };
        put_varint(&mut body, self.opening.len() as u64);
        for mv in &self.opening {
            put_move(&mut body, *mv);
        }
        put_varint(&mut body, self.moves.len() as u64);
        let mut before = 0;
        for played in &self.moves {
            put_move(&mut body, played.mv);
            put_varint(&mut body, zigzag(played.score.wrapping_sub(before)));
            before = played.score;
        }
        put_varint(out, body.len() as u64);
        out.extend_from_slice(&check(&body).to_le_bytes());
        out.extend_from_slice(&body);
    }

    /// Reads the game at the beginning of `bytes`, and says how many bytes it took.
    pub fn read(version: Version, bytes: &[u8]) -> Result<(Self, usize), FormatError> {
        let mut cursor = Cursor::new(bytes);
        let len = match version {
            Version::One => u64::from(cursor.u16()?),
            Version::Two => cursor.varint()?,
        };
        let sum = cursor.u16()?;
        let body = cursor.take(len)?;
        if check(body) != sum {
            return Err(FormatError::Damaged);
        }
        let record = Record::read_body(version, body).map_err(|error| match error {
            // The file goes on, but the game ends in the middle of its parts.
            FormatError::Truncated => FormatError::Length,
            error => error,
        })?;
        Ok((record, cursor.at))
    }

    fn read_body(version: Version, body: &[u8]) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(body);
        let code = cursor.byte()?;
        let outcome = match code & 3 {
            0 => Outcome::BlackWins,
            1 => Outcome::Draw,
            2 => Outcome::WhiteWins,
            _ => return Err(FormatError::Code(code)),
        };
        let ending = *Ending::ALL.get(code as usize / 4).ok_or(FormatError::Code(code))?;
        let variant = read_game(version, &mut cursor)?;
        if !P::is_board_of(variant) {
            return Err(FormatError::OtherGame(variant));
        }
        let len = version.number(&mut cursor)?;
        let fen = Some(cursor.text(len)?).filter(|fen| !fen.is_empty());
        let left = match version {
            Version::One => None,
            Version::Two => match cursor.byte()? {
                0 => None,
                1 => Some(cursor.u64()?),
                code => return Err(FormatError::Code(code)),
            },
        };
        let mut record = Record { left, outcome, ending, ..Record::new(variant, fen) };
        let mut board: P = record.start()?;
        let mut next_move = |cursor: &mut Cursor<'_>| {
            let index = version.number(cursor)?;
            let moves = ordered_moves(&board);
            let mv = usize::try_from(index).ok().and_then(|index| moves.get(index));
            let mv = *mv.ok_or_else(|| FormatError::Index(index, board.to_string()))?;
            board.play(mv);
            Ok(mv)
        };
        for _ in 0..cursor.varint()? {
            record.opening.push(next_move(&mut cursor)?);
        }
        let mut score = 0i32;
        for _ in 0..cursor.varint()? {
            let mv = next_move(&mut cursor)?;
            score = score.wrapping_add(unzigzag(cursor.varint()?)?);
            record.moves.push(Played { mv, score });
        }
        if cursor.is_done() { Ok(record) } else { Err(FormatError::Length) }
    }
}

impl Version {
    /// A length or the index of a move.
    fn number(self, cursor: &mut Cursor<'_>) -> Result<u64, FormatError> {
        match self {
            Version::One => cursor.byte().map(u64::from),
            Version::Two => cursor.varint(),
        }
    }
}

/// Which game the first record of a file is of; `None` for a file without any.
///
/// # Errors
/// Where the beginning cannot be read.
pub fn first_game(bytes: &[u8]) -> Result<Option<Variant>, FormatError> {
    let FileStart { version, len, .. } = read_file_start(bytes)?;
    let Some(rest) = bytes.get(len..).filter(|rest| !rest.is_empty()) else { return Ok(None) };
    let mut cursor = Cursor::new(rest);
    let length = match version {
        Version::One => u64::from(cursor.u16()?),
        Version::Two => cursor.varint()?,
    };
    cursor.u16()?;
    let mut body = Cursor::new(cursor.take(length)?);
    body.byte()?;
    read_game(version, &mut body).map(Some)
}

/// Which game a record is of.
fn read_game(version: Version, cursor: &mut Cursor<'_>) -> Result<Variant, FormatError> {
    match version {
        Version::One => {
            let number = cursor.byte()?;
            Variant::by_number(number).ok_or(FormatError::Code(number))
        }
        Version::Two => {
            let len = cursor.varint()?;
            let name = cursor.text(len)?;
            Variant::by_name(&name).ok_or(FormatError::Game(name))
        }
    }
}

#[cfg(test)]
mod tests;
