//! A neutral model of an engine session, and the state machines of the protocols.
//!
//! An [`Engine`] is anything that takes [`Command`]s and yields [`Event`]s. Each protocol is two small
//! machines between lines and that model:
//!
//! * a **host's half** ([`Dialect`]): commands to lines for the engine, its lines to events;
//! * an **engine's half**, the front ([`Front`]): lines of the interface to commands, events to
//!   lines for it.
//!
//! The machines do no input or output and read no clock: the time is an argument. A front asks a
//! [`Referee`] about legality and the end of the game; this crate knows no rules.

mod engine;
pub mod front;
pub mod host;
mod machine;
mod marks;
mod model;

pub use engine::{Engine, Post};
pub use machine::*;
pub use marks::{Colour, Mark, Marks};
pub use model::*;
