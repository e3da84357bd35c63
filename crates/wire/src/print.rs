//! What the printers of all protocols share: strict out, one line, single blanks between words.

use crate::{MoveText, PositionText, Start};
use std::fmt::{Display, Formatter, Result, Write};

/// A text that must not end its line: terminators inside become blanks.
pub(crate) struct Line<'a>(pub(crate) &'a str);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut pieces = self.0.split(['\n', '\r']);
        f.write_str(pieces.next().unwrap_or(""))?;
        pieces.try_for_each(|piece| f.write_char(' ').and_then(|()| f.write_str(piece)))
    }
}

/// A value that UCI writes `<empty>` when it is.
pub(crate) struct OrEmpty<'a>(pub(crate) &'a str);

impl Display for OrEmpty<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Line(if self.0.is_empty() { "<empty>" } else { self.0 }).fmt(f)
    }
}

/// A blank and a word before a value, if there is one.
pub(crate) fn field<T: Display>(f: &mut Formatter<'_>, name: &str, value: Option<T>) -> Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// A blank and a word, if it applies.
pub(crate) fn flag(f: &mut Formatter<'_>, name: &str, applies: bool) -> Result {
    if applies { write!(f, " {name}") } else { Ok(()) }
}

/// A blank, a word and a list, if the list is not empty.
pub(crate) fn list(f: &mut Formatter<'_>, name: &str, moves: &[MoveText]) -> Result {
    if moves.is_empty() {
        return Ok(());
    }
    f.write_char(' ')?;
    f.write_str(name)?;
    words(f, moves)
}

/// Each move behind a blank.
pub(crate) fn words(f: &mut Formatter<'_>, moves: &[MoveText]) -> Result {
    // The longest lines there are: a long game for every move of it.
    moves.iter().try_for_each(|mv| f.write_char(' ').and_then(|()| f.write_str(mv.as_str())))
}

/// What follows the word `position`, and what UCI-Cyclone sends without it.
impl Display for PositionText {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.start {
            Start::Startpos => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {}", Line(fen))?,
        }
        list(f, "moves", &self.moves)
    }
}
