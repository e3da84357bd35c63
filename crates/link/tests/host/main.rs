//! Hosts' halves, tested by transcripts.

mod cecp;
mod kinds;
mod noise;
mod script;
mod ucci;
mod uci;
