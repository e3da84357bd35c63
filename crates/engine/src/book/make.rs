//! Making books.

use super::{Book, Entry, Format};
use ferz_rules::{MoveError, Position, Side};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Gathers moves and what they are worth, and makes a book of them.
///
/// ```
/// use ferz_engine::book::{Elephant, Maker};
/// use ferz_rules::{Variant, xiangqi::Board};
///
/// let start = Board::start(Variant::XIANGQI);
/// let mut maker = Maker::<Elephant>::new();
/// maker.add(&start, start.read_move("h2e2").unwrap(), 3.0);
/// maker.add_game("1. C8=5 h2+3 2. 马二进三 1-0", 40).unwrap();
/// // The start position is its own mirror image.
/// let moves = maker.book().moves(&start);
/// assert_eq!(moves.len(), 2);
/// assert_eq!((moves[0].1, moves[1].1), (5, 5));
/// ```
pub struct Maker<F> {
    worth: BTreeMap<(u64, u32), f64>,
    format: PhantomData<F>,
}

/// Why a game is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// A word is no move.
    Move {
        /// Which word of the line, from 1.
        word: usize,
        /// What is wrong with it.
        why: MoveError,
    },
    /// Something follows the result.
    AfterResult {
        /// Which word of the line, from 1.
        word: usize,
        /// The word.
        text: String,
    },
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGame::Move { word, why } => write!(f, "word {word}: {why}"),
            BadGame::AfterResult { word, text } => {
                write!(f, "word {word}: \"{text}\" after the result")
            }
        }
    }
}

impl std::error::Error for BadGame {}

impl<F: Format> Default for Maker<F> {
    fn default() -> Self {
        Maker::new()
    }
}

impl<F: Format> Maker<F> {
    /// Nothing yet.
    pub fn new() -> Maker<F> {
        Maker { worth: BTreeMap::new(), format: PhantomData }
    }

    /// Adds to the worth of a legal move of a position.
    pub fn add(&mut self, position: &F::Position, mv: <F::Position as Position>::Move, worth: f64) {
        for place in F::places(position, mv) {
            *self.worth.entry(place).or_default() += worth;
        }
    }

    /// Adds the first moves of a game that began at the start position. The line has its moves in
    /// any notation, then the result as in PGN; numbers with a dot may stand before moves. A move
    /// is worth 2 to who won the game and 1 where it was drawn or has no result. After an error
    /// nothing is added.
    pub fn add_game(&mut self, line: &str, plies: usize) -> Result<(), BadGame> {
        let mut position = F::start();
        let mut played = Vec::new();
        let mut result = None;
        for (word, text) in (1..).zip(line.split_whitespace()) {
            if result.is_some() {
                return Err(BadGame::AfterResult { word, text: text.to_owned() });
            }
            result = match text {
                "1-0" => Some([2.0, 0.0]),
                "0-1" => Some([0.0, 2.0]),
                "1/2-1/2" | "*" => Some([1.0, 1.0]),
                _ => None,
            };
            let text = without_number(text);
            if result.is_some() || text.is_empty() {
                continue;
            }
            let mv = F::read_move(&position, text).map_err(|why| BadGame::Move { word, why })?;
            played.push((position.clone(), mv));
            position.play(mv);
        }
        let worth = result.unwrap_or([1.0; 2]);
        for (position, mv) in played.iter().take(plies) {
            self.add(position, *mv, worth[Side::index(position.side())]);
        }
        Ok(())
    }

    /// The book: moves that are worth something, with weights in proportion, made smaller where
    /// the format has no room for them.
    pub fn book(&self) -> Book<F> {
        let most = self.worth.values().copied().fold(0.0, f64::max);
        let scale = (u16::MAX as f64 / most).min(1.0);
        let entry = |(&(key, mv), &worth): (&(u64, u32), &f64)| {
            let weight = (worth * scale).round().max(1.0) as u16;
            (worth > 0.0).then_some(Entry { key, mv, weight })
        };
        Book::from_entries(self.worth.iter().filter_map(entry).collect())
    }
}

/// The word without a number that counts moves: `1.e4`, `1...e5`, `1.` alone.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    }
}
