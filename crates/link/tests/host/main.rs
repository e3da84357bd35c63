//! Hosts' halves, tested by transcripts.

mod cecp;
mod judge;
mod noise;
mod script;
mod ucci;
mod uci;
