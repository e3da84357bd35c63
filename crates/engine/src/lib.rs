//! Search and evaluation.
//!
//! The search is generic over [`Position`](ferz_rules::Position) and compiled once per game; what
//! a game is worth is an [`Evaluator`]'s business. From outside everything is an [`Engine`]: it
//! takes a position as text and [`Limits`], and reports to a sink. It never prints, never parses a
//! protocol, and never panics on what it is given.

pub mod api;
pub mod eval;

pub use api::*;
pub use eval::Evaluator;
