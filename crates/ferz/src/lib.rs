//! What the program `ferz` is made of, so that tests can drive it without a process.
//!
//! [`session::Session`] is one conversation with an interface: lines in, lines out. The program
//! adds standard input and output, signals and the command line.

#[cfg(feature = "board")]
pub mod board;
#[cfg(feature = "host")]
pub mod bridge;
#[cfg(feature = "host")]
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod console;
mod convert;
#[cfg(feature = "datagen")]
pub mod datagen;
#[cfg(any(feature = "board", feature = "cluster"))]
pub mod folders;
pub mod game_files;
#[cfg(feature = "board")]
pub mod games;
#[cfg(feature = "host")]
pub mod inspect;
pub mod log;
pub mod manual;
#[cfg(feature = "host")]
pub mod matches;
pub mod play;
pub mod player;
pub mod serve;
pub mod session;
pub mod settings;
pub mod variant;
pub mod verdict;

/// A line on standard error. That nobody reads it, as in `2>&1 | head`, is no reason to fail.
pub fn aside(text: impl std::fmt::Display) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}
