//! What the three protocols share: moves as text, positions as text, remarks.

use smol_str::SmolStr;
use std::fmt;

/// A move as it stands on the wire: `h2e2`, `e7e8q`, `P@h3`, `O-O`, `c4d5,d5e4`, `@@@@`.
///
/// One word without blanks. Texts of up to 23 bytes, nearly all there are, take no allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MoveText(SmolStr);

impl MoveText {
    /// Takes one word as a move, whatever it says.
    pub fn new(word: &str) -> MoveText {
        MoveText(SmolStr::new(word))
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for MoveText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl From<&str> for MoveText {
    fn from(word: &str) -> MoveText {
        MoveText::new(word)
    }
}

/// Where a list of moves begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// The start position of the game.
    Startpos,
    /// A FEN, as it came, blanks folded to one.
    Fen(String),
}

/// A position as UCI, UCCI and UCI-Cyclone send it: a start and the moves since.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionText {
    /// Where the moves begin.
    pub start: Start,
    /// The moves since.
    pub moves: Vec<MoveText>,
}

/// A value and what had to be tolerated to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// What the line says.
    pub value: T,
    /// What was odd about it. Empty for a line by the book.
    pub remarks: Vec<Remark>,
}

/// One oddity of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What is odd.
    pub kind: RemarkKind,
    /// The offending part of the line.
    pub text: String,
}

/// What can be odd about a line that was read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemarkKind {
    /// A word that means nothing here; skipped.
    UnknownToken,
    /// A number that is missing or none; its token is void.
    BadNumber,
    /// A number beyond its type; the nearest was taken.
    Saturated,
    /// A known token without its argument; void.
    MissingArgument,
    /// A known token that came a second time.
    Repeated,
    /// A value outside what the token allows.
    BadValue,
    /// Tokens in an order that the document does not have.
    Order,
    /// A spelling that only practice knows.
    Dialect,
    /// Tabs, doubled blanks, blanks at the ends, a carriage return.
    WhiteSpace,
    /// Bytes that are not UTF-8.
    Encoding,
}
