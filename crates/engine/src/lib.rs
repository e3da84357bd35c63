//! Search and evaluation.
//!
//! The search is generic over [`Position`](ferz_rules::Position) and compiled once per game; what
//! a game is worth is an [`Evaluator`]'s business. From outside everything is an [`Engine`]: it
//! takes a position as text and [`Limits`], and reports to a sink. It never prints, never parses a
//! protocol, and never panics on what it is given.

pub mod api;
pub mod book;
mod drive;
mod endgame;
pub mod eval;
mod family;
mod games;
mod options;
mod search;
pub mod solo;
pub mod syzygy;
mod table;
mod wdl;

pub use api::*;
pub use drive::bench::DEFAULT_DEPTH as BENCH_DEPTH;
pub use eval::Evaluator;
pub use family::{add_game, open_book, own_book};

/// An engine at the start position of a game. It plays every game: [`Engine::place`] says which.
///
/// ```
/// use ferz_engine::{Limits, Report, Request, engine};
/// use ferz_rules::Variant;
///
/// let mut engine = engine(Variant::NORMAL);
/// let (send, receive) = std::sync::mpsc::channel();
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let sink = Box::new(move |report| drop(send.send(report)));
/// engine.start(Request { limits, ..Request::default() }, sink);
/// engine.wait();
/// let Some(Report::Done(done)) = receive.iter().last() else { panic!("no answer") };
/// assert!(done.best.is_some());
/// ```
pub fn engine(variant: ferz_rules::Variant) -> Box<dyn Engine> {
    Box::new(family::AnyGame::new(variant).expect("the start position is a position"))
}
