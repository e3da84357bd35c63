//! Orthodox chess and its castling variants.
//!
//! [`Board`] is a position, for the search; [`ChessGame`] a game with its record, for everybody
//! else. The variants differ in where kings may castle, and to which squares; nothing else.
//!
//! ```text
//!   8  r n b q k b n r      56 57 58 59 60 61 62 63
//!   7  p p p p p p p p      48 49 50 51 52 53 54 55
//!   6  . . . . . . . .      40 41 42 43 44 45 46 47
//!   5  . . . . . . . .      32 33 34 35 36 37 38 39
//!   4  . . . . . . . .      24 25 26 27 28 29 30 31
//!   3  . . . . . . . .      16 17 18 19 20 21 22 23
//!   2  P P P P P P P P       8  9 10 11 12 13 14 15
//!   1  R N B Q K B N R       0  1  2  3  4  5  6  7
//!      a b c d e f g h      index = 8 * rank + file
//! ```
//!
//! One concern per file:
//!
//! | file | holds |
//! |---|---|
//! | `square`, `bitboard`, `moves` | the small types: squares and pieces, sets of squares, moves |
//! | `attacks`, `magics` | where pieces attack |
//! | `board` | the position, and what a move changes |
//! | `generate`, `legality` | all legal moves; one move: is it legal, does it give check |
//! | `see`, `threats` | exchanges; what the opponent attacks |
//! | `zobrist`, `cuckoo` | hashes, and the moves that differences of hashes mean |
//! | `fen`, `notation` | positions and moves as text |
//! | `position`, `game` | the crate's two views |
//! | `chess960` | start positions |

pub mod attacks;
mod bitboard;
mod board;
mod chess960;
mod cuckoo;
mod fen;
mod game;
mod generate;
mod legality;
mod magics;
mod moves;
mod notation;
mod position;
mod see;
mod square;
mod threats;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Wing};
pub use chess960::chess960_start;
pub use game::ChessGame;
pub use legality::Checks;
pub use moves::{Move, Sort};
pub use square::{Kind, Piece, Square};
pub use threats::Threats;
