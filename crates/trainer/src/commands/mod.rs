//! What is done on the command line.

pub(crate) mod judge;
pub(crate) mod new_game;
pub(crate) mod train;
