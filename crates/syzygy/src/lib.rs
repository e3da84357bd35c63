//! Syzygy endgame tables of chess, probed in safe Rust.
//!
//! Ronald de Man's tables say of every position with few men who wins ([`Wdl`], files `*.rtbw`) and
//! how far it is to the next capture or pawn move ([`Dtz`], files `*.rtbz`), and they know the
//! fifty-move rule. The format goes up to seven men, and so does this crate.
//!
//! ```
//! use ferz_rules::{Variant, chess::Board};
//! use ferz_syzygy::{Tablebase, Wdl};
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
//! let (tables, faults) = Tablebase::open([folder]);
//! assert!(faults.is_empty() && tables.largest() == 4);
//!
//! let board = Board::from_fen("8/8/8/8/8/8/1k1PK3/8 w - - 0 1", Variant::NORMAL).unwrap();
//! assert_eq!(tables.probe_wdl(&board), Ok(Wdl::Win));
//! assert_eq!(tables.probe_dtz(&board).unwrap().0, 1);
//! ```
//!
//! # Files of others
//!
//! A table is a file from the internet: it may be cut off, damaged, or something else altogether.
//! Nothing of it is believed unseen, and this crate has no `unsafe`, so the worst a file can do is
//! to be left out. Its head is checked when the folder is opened, and [`Tablebase::open`] says what
//! is wrong with which file. What comes to light only later is a [`ProbeError`] for the prober and
//! one [`Fault`] for the owner ([`Tablebase::take_faults`]). A wrong value that looks like a right
//! one is not found: for this there are checksums beside the tables where they are offered.
//!
//! # Memory and files
//!
//! Files are not mapped into memory. Small ones are read whole, of others pages are cached: at most
//! 64 MiB for each of the two and 256 open files for a set of tables.

#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod bits;
mod error;
mod maps;
mod material;
mod numbering;
mod pairs;
mod probe;
mod source;
mod table;
mod tablebase;
mod value;

pub use error::{Content, Fault, ProbeError, Problem};
pub use material::Material;
pub use tablebase::Tablebase;
pub use value::{Dtz, RootMove, Wdl};

/// Men of the largest tables that the format knows, kings among them.
pub const MAX_MEN: usize = 7;
