//! UCCI: what we sent, heard and reported.

mod positions;
mod search;
mod start;

use super::script::feed;
use ferz_link::host::{Profile, Ucci};
use ferz_referee::Rules;

/// The start position, as the protocol's text has it.
const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// No sound yet. Scores come out as they went in, see `search::units` for the others.
pub(crate) fn fresh() -> Ucci {
    let profile = Profile { minor_piece: 100, ..Profile::default() };
    Ucci::new(profile, Some(Box::new(Rules)))
}

/// Past the handshake, with these options declared.
pub(crate) fn idle(options: &[&str]) -> Ucci {
    let options: String = options.iter().map(|option| format!("< option {option}\n")).collect();
    feed(fresh(), &format!("~ start\n< id name Test\n{options}< ucciok"))
}

/// An engine that counts in milliseconds.
pub(crate) const MILLIS: &str = "usemillisec type check default false";

/// In a game from the start position, in milliseconds.
pub(crate) fn playing() -> Ucci {
    feed(idle(&[MILLIS]), "! new xiangqi\n! place in xiangqi startpos\n< readyok")
}

/// A transcript with `START` for the FEN of the start position.
#[track_caller]
pub(crate) fn check(machine: Ucci, transcript: &str) {
    super::script::check(machine, &transcript.replace("START", START_FEN));
}
