//! Games that the engine plays against itself, as data for tuning and training.
//!
//! * [`game`] says what is asked of a game; everything else serves every game,
//! * [`mod@format`] is a compact file format for whole games with the score of each move.
//! * [`reader`] reads such files back, as games or as a shuffled stream of positions.
//! * [`selfplay`] plays a game,
//! * [`run`] plays many, on many threads, into a file,
//! * [`mod@branch`] leaves games for side lines,
//! * [`mod@rescore`] gives old games the scores of a newer evaluation,
//! * [`duel`] plays against another version.
//!
//! Nothing here prints; the program around it does.

pub mod branch;
pub mod duel;
pub mod format;
pub mod game;
pub mod reader;
pub mod rescore;
pub mod run;
pub mod selfplay;
