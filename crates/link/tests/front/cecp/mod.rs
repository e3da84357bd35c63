//! The CECP front over the real rules and a scripted engine. The ids are rows of the protocol's
//! list of requirements.

mod analysis;
mod clocks;
mod handshake;
mod matrix;
mod modes;
mod moves;
mod output;
mod person;
mod ping;
mod policy;
mod ponder;
mod settings;
mod setup;
mod stream;
mod support;
mod variants;
mod xiangqi;
