//! Rules of the chess family: positions, moves, notations, verdicts.
//!
//! Two views of the same rules:
//!
//! * [`Position`] is typed and fast: what a search needs, with [`Order`] and [`Cycles`]. A position
//!   is a value; a move is made on a copy, so there is no undo.
//! * [`Game`] is object-safe and speaks text: what protocols, files and boards need. It keeps the
//!   record of a game, so it can judge repetition and other results.
//!
//! [`games`](GameSpec) says what there is: one row for each game. [`pgn`] and [`Epd`] read and write games
//! and positions in files.
//!
//! This crate knows no protocol, no search, and does no input or output.

#![forbid(unsafe_code)]

pub mod chess;
mod cuckoo;
mod epd;
mod fen;
mod game;
mod games;
pub mod laws;
pub mod pgn;
mod position;
mod random;
mod record;
mod registry;
mod sets;
mod setup;
pub mod table;
mod view;
pub mod xiangqi;

pub use epd::Epd;
pub use game::*;
pub use games::*;
pub use position::*;
pub use random::Random;
pub use record::*;
pub use registry::AddError;
pub use setup::*;
pub use view::*;

/// A game of any variant, from a FEN or from its start position.
///
/// ```
/// use ferz_rules::{Variant, new_game};
///
/// let mut game = new_game(Variant::CHESS960, None).unwrap();
/// game.play("Nf3").unwrap();
/// assert_eq!(game.ply(), 1);
/// ```
pub fn new_game(variant: Variant, fen: Option<&str>) -> Result<Box<dyn Game>, FenError> {
    new_game_under(variant, fen, Rulings::default())
}

/// The same, judged in this way where its rules leave a choice.
///
/// # Errors
/// As [`new_game`].
pub fn new_game_under(
    variant: Variant,
    fen: Option<&str>,
    rulings: Rulings,
) -> Result<Box<dyn Game>, FenError> {
    (variant.open)(variant, fen, rulings)
}

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
