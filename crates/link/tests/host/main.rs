//! Hosts' halves, tested by transcripts.

mod cecp;
mod cecp_misbehaviour;
mod judge;
mod noise;
mod script;
mod uci;
