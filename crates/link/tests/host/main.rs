//! Hosts' halves, tested by transcripts.

mod cecp;
mod judge;
mod kinds;
mod noise;
mod script;
mod ucci;
mod uci;
