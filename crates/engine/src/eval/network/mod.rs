//! Evaluation by a small neural network that is updated move by move (NNUE, Yu Nasu).
//!
//! A network has an input for each piece on each square, seen from either side, one hidden layer of
//! which each side has its own half, and one output:
//!
//! ```text
//! pieces as the side to move sees them ──→ N ┐  clipped, squared
//!                                            ├───────────────────→ 1
//! pieces as the other side sees them   ──→ N ┘
//! ```
//!
//! Some have a second layer, which reads both halves and adds to the output what it found.
//!
//! | file | holds |
//! |---|---|
//! | `game` | the games that networks can be made for |
//! | `inputs` | which inputs a position switches on |
//! | `places` | sets of squares and places in hand |
//! | `weights` | a network: its shape, its numbers, its sums |
//! | `file` | networks as files |
//! | `accumulator` | sums of the hidden layer along the line that the search walks |
//! | `line` | the numbers that are worked on together |
//! | `kernel` | the arithmetic, one file for each instruction set |
//! | `standard` | a network or the hand-made evaluation, whichever is to play |
//! | `embedded` | the networks inside the program and beside it |

mod accumulator;
mod embedded;
mod file;
mod game;
mod inputs;
mod kernel;
mod line;
mod places;
mod standard;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
pub(crate) mod tests;
mod weights;

pub use accumulator::Accumulators;
pub use embedded::{embedded, network_of, read_network, read_network_alike};
pub use file::FileError;
pub use game::Game;
pub use inputs::{Changes, Inputs, Lookup, Man, NOWHERE, View};
pub use kernel::kernels;
pub use places::Places;
pub use standard::{Standard, StandardState};
pub use weights::{Architecture, Network, Numbers, Unfit};
