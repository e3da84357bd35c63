//! Matches and tournaments between engines of the chess family, whatever protocol they speak.
//!
//! One append-only file, the [`log`], is the truth of a run. The scores, the PGN and the report are
//! derived from it, so they cannot disagree, and a run that was killed goes on where it stopped:
//! finished games are neither lost nor played twice.
//!
//! ```text
//!   command line ─ grammar ─┐
//!   list of engines ────────┼─ Config ─ schedule, openings ─ runner ─ game × concurrency
//!                           │                                  │         │
//!                           │                                 log ── one line a game
//!                           └──────────── stats, sprt, pgn, report: from the log's games
//! ```
//!
//! A [`clock`] is a state machine that is told how long a move took and never asks what time it is;
//! the times are taken where the engine's line is read. [`game`] is the loop of one
//! game, with one closed list of things that can happen. Nothing here prints: the owner of a run is
//! told by [`Notice`]s.

mod claim;
pub mod clock;
pub mod config;
pub mod conversations;
mod cores;
mod game;
pub mod grammar;
mod html;
mod judge;
mod late;
pub mod lists;
pub mod log;
mod machine;
pub mod openings;
pub mod pgn;
mod program;
pub mod ratings;
pub mod record;
pub mod report;
mod runner;
pub mod schedule;
mod seat;
pub mod sprt;
pub mod stats;
pub mod tables;

pub use claim::Claim;
pub use config::Config;
pub use program::Program;
pub use runner::{Change, Control, Notice, Outside, RunError, Summary, resume, run};

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
