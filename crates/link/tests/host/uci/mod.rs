//! UCI: what we sent, heard and reported.

mod search;
mod start;

use super::script::feed;
use ferz_link::host::{Profile, Uci};
use ferz_referee::Rules;

/// No sound yet.
pub(crate) fn fresh() -> Uci {
    Uci::new(Profile::default(), Some(Box::new(Rules)))
}

/// Past the handshake, with these options declared.
pub(crate) fn booted(options: &[&str]) -> Uci {
    let options: String =
        options.iter().map(|option| format!("< option name {option}\n")).collect();
    feed(fresh(), &format!("~ start\n< id name Test\n{options}< uciok"))
}

/// Past the first `isready`.
pub(crate) fn idle(options: &[&str]) -> Uci {
    feed(booted(options), "! ping 1\n< readyok")
}

/// In a game from the start position.
pub(crate) fn playing() -> Uci {
    feed(idle(&[]), "! new\n! ping 2\n< readyok\n! place startpos")
}
