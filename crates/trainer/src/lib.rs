//! Trains networks on games of our own.
//!
//! A network is fitted to what became of the positions of many games: a share of how the game
//! ended, and for the rest what the search said (the form is that of many engines' trainers). All
//! arithmetic has a fixed order, so that the same positions, plan and seed give the same network to
//! the last bit, however many threads there are and however often the run was interrupted.
//!
//! * [`data`] is positions as a network sees them,
//! * [`supply`] makes them of games, all at once or part by part,
//! * [`model`] is a network with real numbers, and its gradient,
//! * [`shared`] is what inputs have in common while they learn,
//! * [`step`] moves the numbers down the gradient (AdamW),
//! * [`units`] is what the engine's whole numbers count in,
//! * [`train`] goes over the positions again and again,
//! * [`grow`] makes a network larger, to go on with it,
//! * [`checkpoint`] keeps a run that is not finished,
//! * [`quantise`] rounds the numbers to those that the engine plays with.

pub mod checkpoint;
pub mod data;
pub mod grow;
pub mod model;
pub mod quantise;
pub mod shared;
pub mod step;
pub mod supply;
pub mod train;
pub mod units;
