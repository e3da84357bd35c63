//! Games as text: PGN, the Portable Game Notation of Steven J. Edwards (1994), read and written.
//!
//! [`games`] reads whatever programs and people write, one game after another; what a game cannot
//! mean is named in its [`oddities`](PgnGame::oddities), and the rest is read all the same. Moves stay
//! text until somebody [replays](PgnGame::replay) them: SAN, coordinates, and what else a game knows.
//! [`Remark`] understands the comments that programs leave beside moves.
//!
//! ```
//! use ferz_rules::pgn;
//!
//! let text = "[White \"Ann\"]\n\n1. e4 e5 (1... c5 {sharp}) 2. Nf3 {+0.31/14 1.2s} 1-0";
//! let game = pgn::games(text).next().unwrap();
//! assert_eq!(game.tag("White"), Some("Ann"));
//! assert_eq!(game.line.moves[1].variations[0].moves[0].text, "c5");
//! assert_eq!(game.replay().unwrap().ply(), 3);
//! assert!(game.to_string().ends_with("1. e4 e5 (1... c5 {sharp}) 2. Nf3 {+0.31/14 1.2s} 1-0\n"));
//! ```

mod read;
mod remark;
mod time;
mod write;

pub use read::{Games, games};
pub use remark::{Remark, Value};
pub use time::{civil, date, time_of_day};

use crate::{FenError, Game, MoveError, Variant, new_game};
use std::fmt;

/// A game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// The line of the file where it begins, from 1.
    pub starts_at: usize,
    /// Name and value of each tag, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves that were played.
    pub line: Line,
    /// `1-0`, `0-1`, `1/2-1/2` or `*` behind the moves; `None` where the text ends without.
    pub result: Option<String>,
    /// What could not be understood.
    pub oddities: Vec<Oddity>,
}

/// Moves that follow one another, with what is said about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub intro: Vec<String>,
    /// The moves.
    pub moves: Vec<Step>,
}

/// A move in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// As it is written, without `!` and `?`; `--` for a pass.
    pub text: String,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, or as given.
    pub glyphs: Vec<u8>,
    /// Comments behind it.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

/// What could not be understood in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong, with the offending text.
    pub what: String,
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// The tag `Variant` or `Game` names no game that is known.
    Game(String),
    /// The tag `FEN` is no position.
    Start(FenError),
    /// A move is not legal.
    Move {
        /// How many moves were played before it.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::Game(name) => write!(f, "unknown game \"{name}\""),
            Unplayable::Start(error) => error.fmt(f),
            Unplayable::Move { ply, error } => write!(f, "half-move {}: {error}", ply + 1),
        }
    }
}

impl std::error::Error for Unplayable {}

impl PgnGame {
    /// The value of a tag; its name in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there already.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Which game it is by its tags; chess if they do not say.
    ///
    /// # Errors
    /// The name, if no such game is known.
    pub fn variant(&self) -> Result<Variant, Unplayable> {
        match (self.tag("Variant"), self.tag("Game")) {
            (Some(name), _) => {
                Variant::by_name(name).ok_or_else(|| Unplayable::Game(name.to_owned()))
            }
            (None, Some(name)) => {
                let is_it = |game: &Variant| {
                    game.pgn.game.is_some_and(|said| said.eq_ignore_ascii_case(name))
                };
                Ok(Variant::all().into_iter().find(is_it).unwrap_or(Variant::NORMAL))
            }
            (None, None) => Ok(Variant::NORMAL),
        }
    }

    /// The game with its moves played, variations left out.
    ///
    /// # Errors
    /// Says what is wrong with its tags, or with the first bad move.
    pub fn replay(&self) -> Result<Box<dyn Game>, Unplayable> {
        let mut game = new_game(self.variant()?, self.tag("FEN")).map_err(Unplayable::Start)?;
        for (ply, step) in self.line.moves.iter().enumerate() {
            let played = match step.text.as_str() {
                "--" => game.pass(),
                text => game.play(text),
            };
            played.map_err(|error| Unplayable::Move { ply, error })?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests;
