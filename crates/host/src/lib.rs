//! Runs engines of the chess family, and survives all of them.
//!
//! [`Engine`] is a running engine of any of the protocols, with one way to talk to it; [`Launch`]
//! says what to start. An engine that crashes, hangs, floods or leaves processes behind is told
//! apart by [`Fault`], and costs its owner nothing but the engine: it runs in a process group of
//! its own, its standard error is always read, what is kept of its output is bounded, and it does
//! not outlive us.
//!
//! An engine inside this program is behind the same handle: [`Engine::resident`]; and one that
//! somebody else runs, on another machine or in a test: [`Engine::connect`].
//!
//! Each engine has one task (`actor`) with one closed list of things that can happen; the protocol
//! is a machine of [`ferz_link::host`] that knows neither process nor clock. Use it in a runtime of
//! tokio with time and input enabled; one thread is enough for many engines.
//!
//! What engines are told and say ([`Place`], [`Search`], [`Info`], …) is the neutral model of
//! `ferz_link`, given out again here. Without a runtime of your own there is [`blocking::Engine`].
//!
//! Two programs to begin with are in `examples`: `analyse` lets an engine look at a position, `game`
//! lets two of any protocols play against each other.

mod actor;
pub mod blocking;
pub mod cores;
mod engine;
mod fault;
mod flood;
mod launch;
mod machine;
mod orphans;
mod patience;
mod probe;
mod process;
mod quirks;
mod raw;
mod replies;
mod resident;
mod streams;
pub mod transcript;

/// What an engine is told and says, in no protocol's words.
pub use ferz_link::{
    Bound, Clock, Clocks, Command, Event, Info, Limits, Message, MessageKind, Oddity, OptionDecl,
    OptionKind, Place, Protocol, Purpose, Refusal, Refused, Score, ScoreValue, Search,
};
/// An engine inside this program, for [`Engine::resident`], and where it posts its events.
pub use ferz_link::{Engine as Resident, Post};
/// A move, and where the moves of a game begin.
pub use ferz_wire::{MoveText, Start};

pub use actor::{News, Times};
pub use engine::{About, Answer, Engine, Error, SharedReferee};
pub use fault::{Fault, Stage};
pub use launch::{Launch, Telling};
pub use orphans::adopt_orphans;
pub use patience::Patience;
pub use quirks::{BadQuirks, Quirks};
pub use raw::{Heard, Raw};
pub use replies::Replies;
pub use streams::Streams;

/// The program of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
