//! Orthodox chess and its castling variants.
//!
//! [`Board`] is a position, for the search; [`ChessGame`] a game with its record, for everybody
//! else.
//!
//! ```text
//!   8  r n b q k b n r      square index = 8 * rank + file
//!   7  p p p p p p p p
//!   6  . . . . . . . .      56 57 58 59 60 61 62 63
//!   5  . . . . . . . .      48 ..
//!   4  . . . . . . . .       :
//!   3  . . . . . . . .       8  9 ..
//!   2  P P P P P P P P       0  1  2  3  4  5  6  7
//!   1  R N B Q K B N R
//!      a b c d e f g h
//! ```

pub mod attacks;
mod bitboard;
mod board;
mod chess960;
mod cuckoo;
mod fen;
mod game;
mod generate;
mod magics;
mod moves;
mod notation;
mod position;
mod see;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Wing};
pub use chess960::chess960_start;
pub use fen::START_FEN;
pub use game::ChessGame;
pub use moves::{Move, Sort};
pub use square::{Kind, Piece, Square};
