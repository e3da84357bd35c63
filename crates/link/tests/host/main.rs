//! Hosts' halves, tested by transcripts.

mod judge;
mod script;
mod uci;
