//! Xiangqi, Chinese chess, and the game with promotion that UCCI knows.
//!
//! [`Board`] is a position, for the search; [`XiangqiGame`] a game with its record, for everybody
//! else. Red moves first and is [`Side::First`](crate::Side).
//!
//! ```text
//!   9  r n b a k a b n r      81 82 83 84 85 86 87 88 89
//!   8  . . . . . . . . .      72 73 74 75 76 77 78 79 80
//!   7  . c . . . . . c .      63 64 65 66 67 68 69 70 71
//!   6  p . p . p . p . p      54 55 56 57 58 59 60 61 62
//!   5  . . . . . . . . .      45 46 47 48 49 50 51 52 53
//!   4  . . . . . . . . .      36 37 38 39 40 41 42 43 44
//!   3  P . P . P . P . P      27 28 29 30 31 32 33 34 35
//!   2  . C . . . . . C .      18 19 20 21 22 23 24 25 26
//!   1  . . . . . . . . .       9 10 11 12 13 14 15 16 17
//!   0  R N B A K A B N R       0  1  2  3  4  5  6  7  8
//!      a b c d e f g h i      index = 9 * rank + file
//! ```
//!
//! One concern per file:
//!
//! | file | holds |
//! |---|---|
//! | `square`, `bitboard`, `moves` | the small types: squares and pieces, sets of squares, moves |
//! | `attacks` | where pieces attack |
//! | `board` | the position, and what a move changes |
//! | `generate`, `legality` | all legal moves; one move: is it legal, does it give check |
//! | `see`, `threats` | exchanges; what the opponent attacks |
//! | `zobrist`, `cuckoo` | hashes, and the moves that differences of hashes mean |
//! | `fen`, `notation`, `spelling` | positions and moves as text |
//! | `judge` | repetition: who must vary |
//! | `position`, `game` | the crate's two views |

pub mod attacks;
mod bitboard;
mod board;
mod cuckoo;
mod fen;
mod game;
mod generate;
mod judge;
mod legality;
mod moves;
mod notation;
mod position;
mod see;
mod spelling;
mod square;
mod threats;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use game::XiangqiGame;
pub use judge::{Judgement, chased, judge};
pub use moves::Move;
pub use square::{Kind, Piece, Square};
pub use threats::Threats;
