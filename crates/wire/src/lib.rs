//! The messages of three protocols: UCI, UCCI 3.0 and CECP v2, both directions of each.
//!
//! A line becomes a value of a plain enum, and a value becomes a line. Nothing is lost: what no
//! variant describes is kept as text. Parsing never fails; what it had to tolerate it says in
//! [`Remark`]s, which a host may ignore and a conformance checker reads.
//!
//! The crate keeps no state and knows no board. Moves are texts ([`MoveText`]): only a game can
//! say what they mean.
//!
//! Lines come as `&str`. Bytes that are not UTF-8 travel through [`bytes::decode`] and
//! back through [`bytes::encode`] unchanged; a [`LineSplitter`] cuts a stream into lines.

pub mod bytes;
pub mod cecp;
mod lines;
mod print;
mod text;
pub mod ucci;
pub mod uci;
mod words;

pub use lines::{Line, LineSplitter};
pub use text::*;

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
