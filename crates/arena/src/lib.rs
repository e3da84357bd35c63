//! Matches and tournaments between engines of the chess family, whatever protocol they speak.
//!
//! One append-only file, the [`log`], is the truth of a run. The scores, the PGN and the report are
//! derived from it, so they cannot disagree, and a run that was killed goes on where it stopped:
//! finished games are neither lost nor played twice.
//!
//! ```text
//!   command line ─ grammar ─┐                                jobs
//!   list of engines ────────┼─ Config ─ schedule ─ director ═══════ worker ─ game × concurrency
//!                           │           openings       │      done    │
//!                           │                          │◄── happenings ┘
//!                           │                          ▼
//!                           └──────────── log, PGN, report, Summary (stats, sprt), the owner
//! ```
//!
//! A [`clock`] is a state machine that is told how long a move took and never asks what time it is;
//! the times are taken where the engine's line is read. [`game`] is the loop of one
//! game, with one closed list of things that can happen. Nothing here prints: the owner of a run is
//! told each [`Happening`].

pub mod boards;
mod claim;
pub mod clock;
pub mod config;
pub mod conversations;
mod cores;
mod director;
mod game;
mod html;
pub mod inside;
mod judge;
mod late;
pub mod lists;
pub mod log;
mod machine;
pub mod openings;
mod orders;
mod outliers;
pub mod pgn;
mod program;
pub mod queue;
pub mod ratings;
pub mod record;
pub mod report;
pub mod schedule;
mod seat;
pub mod sprt;
pub mod spsa;
pub mod stats;
pub mod stream;
mod summary;
pub mod tables;
pub mod taught;
pub mod words;
mod worker;

pub use claim::Claim;
pub use config::Config;
pub use director::{Elsewhere, resume, run, run_elsewhere};
pub use machine::machine;
pub use orders::{Change, Control, Outside, RunError};
pub use program::Program;
pub use stream::{Detail, Happening, What};
pub use summary::Summary;
pub use worker::{Introduction, introductions, serve};

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
