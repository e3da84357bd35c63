//! CECP: what we sent, heard and reported, with engines that behave; and with others in
//! `misbehaviour`.

mod handshake;
mod limits;
mod misbehaviour;
mod moves;
mod said;
mod search;
mod server;
mod xiangqi;

use super::script::feed;
use ferz_link::host::{Cecp, Profile};
use ferz_referee::Rules;

/// No sound yet.
pub(crate) fn fresh() -> Cecp {
    // The toggle of random moves would only be noise here.
    let profile = Profile { init: vec!["new".into()], ..Profile::default() };
    Cecp::new(profile, Some(Box::new(Rules)))
}

/// Past the handshake with these features.
pub(crate) fn with(features: &str) -> Cecp {
    feed(fresh(), &format!("~ start\n< feature {features} done=1"))
}

/// A modern engine.
pub(crate) fn idle() -> Cecp {
    with("ping=1 setboard=1 usermove=1 colors=0 exclude=1 nps=1 pause=1 setscore=1")
}

/// In a game.
pub(crate) fn playing() -> Cecp {
    feed(idle(), "! new\n! ping 1\n< pong 1")
}

/// In a game, where it plays White and has answered `clock 300000 300000` with e2e4.
pub(crate) fn moved() -> Cecp {
    feed(playing(), "! place startpos\n! go clock 300000 300000\n< move e2e4")
}
