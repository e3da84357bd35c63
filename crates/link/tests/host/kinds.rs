//! What others decide by: the kinds of refusals and of odd things, not their words.

use super::script::feed;
use super::{cecp, ucci, uci};
use ferz_link::{Dialect, Event, Input, Oddity, Output, Protocol, Refusal};
use std::time::Duration;

/// What comes of this line of the engine.
fn said(mut machine: impl Dialect, line: &str) -> Vec<Output> {
    let mut out = Vec::new();
    machine.step(Duration::ZERO, Input::Line(line), &mut out).unwrap();
    out
}

fn refusal(machine: impl Dialect, line: &str) -> Option<Refusal> {
    said(machine, line).into_iter().find_map(|output| match output {
        Output::Event(Event::Refused { what, .. }) => Some(what),
        _ => None,
    })
}

fn oddity(machine: impl Dialect, line: &str) -> Option<Oddity> {
    said(machine, line).into_iter().find_map(|output| match output {
        Output::Odd(what) => Some(what),
        _ => None,
    })
}

/// C-394, C-548, C-819: who calls a move or a position illegal has not only a word that it does not
/// know.
#[test]
fn refusals_of_cecp() {
    let set_up = || feed(cecp::playing(), "! place fen 8/8/8/8/8/8/K1k5/8 w - - 0 1\n! go depth 1");
    assert_eq!(refusal(cecp::moved(), "Illegal move: e2e4"), Some(Refusal::Move));
    assert_eq!(refusal(set_up(), "tellusererror Illegal position"), Some(Refusal::Position));
    assert_eq!(refusal(cecp::idle(), "Error (unknown command): analyze"), Some(Refusal::Analysis));
    assert_eq!(refusal(cecp::idle(), "Error (unknown command): setboard"), Some(Refusal::Other));
    assert_eq!(refusal(cecp::idle(), "Error (too long): xyzzy 1"), Some(Refusal::Other));
}

/// U-077, U-283: moves that cannot be played, answers that nobody has asked for, foreign words.
#[test]
fn odd_things_of_uci() {
    let searching = || feed(uci::playing(), "! go depth 1");
    for line in ["bestmove e2e5", "bestmove e2e4 ponder e2e4", "info depth 1 pv e2e5"] {
        let kind = oddity(searching(), line);
        assert!(matches!(kind, Some(Oddity::Unplayable(_))), "{line}: {kind:?}");
    }
    let unasked = oddity(uci::playing(), "bestmove e2e4");
    assert!(matches!(unasked, Some(Oddity::Unasked(_))), "{unasked:?}");
    let spelling = oddity(searching(), "info depth  1");
    assert!(matches!(spelling, Some(Oddity::Spelling { .. })), "{spelling:?}");
    for (protocol, kind) in [
        (Protocol::Uci, oddity(uci::fresh(), "xyzzy")),
        (Protocol::Ucci, oddity(ucci::fresh(), "xyzzy")),
        (Protocol::Cecp, oddity(cecp::idle(), "xyzzy")),
    ] {
        assert_eq!(kind, Some(Oddity::Unknown { protocol, line: "xyzzy".into() }));
    }
}
