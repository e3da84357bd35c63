//! Games by table: one board for all games whose rules can be written down as data.
//!
//! [`Rules`] says how a game is played, in short texts: pieces in [Betza notation](betza), regions
//! as lists of squares. [`Layout`] makes tables of it for a board of 64, 128 or 192 bits. [`Board`]
//! is a position, a value; a move is made on a copy.
//!
//! Chess and xiangqi have faster boards of their own.

mod alike;
mod at_once;
mod attacks;
pub mod betza;
mod board;
mod catalogue;
mod checks;
mod counting;
mod described;
mod ends;
mod exchange;
mod features;
mod fen;
mod gait;
mod game;
mod generate;
pub mod ini;
mod japanese;
mod judge;
mod layout;
mod legality;
mod lines;
mod looks;
mod moves;
mod notation;
mod play;
mod position;
mod ranks;
mod region;
mod rows;
mod rules;
pub mod set;
mod sink;
mod spelling;
mod threats;

pub use alike::differs;
pub use board::Board;
pub use catalogue::{names, rules};
pub use checks::Checks;
pub use described::{Description, described};
pub use ends::{End, Why};
pub use features::Features;
pub use game::{Width, is_as_wide, rules_of, spec, width};
pub use judge::{Standing, standing};
pub use layout::Layout;
pub use moves::{Move, Sort};
pub use region::Grid;
pub(crate) use rows::{ROWS, caparandom_start};
pub use rules::*;
pub use threats::Threats;
