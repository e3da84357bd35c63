//! The UCI front alone: transcripts over the real rules and a scripted engine.

mod handshake;
mod mistakes;
mod options;
mod positions;
mod reports;
mod searches;
mod support;
mod xiangqi;

use expect_test::Expect;
use ferz_link::front::{Uci, UciOffers};
use ferz_link::{Front, FrontInput};
use ferz_referee::Rules;
use std::time::Duration;

fn front(offers: UciOffers) -> Uci {
    let mut front = Uci::new(Box::new(Rules), offers);
    for event in support::introduction() {
        front.step(Duration::ZERO, FrontInput::Event(event), &mut Vec::new());
    }
    front
}

fn offers() -> UciOffers {
    UciOffers {
        position_values: true,
        opponent: true,
        wdl: true,
        registration: false,
        about: Some("A scripted engine".into()),
        console: &["d", "eval"],
        ..UciOffers::default()
    }
}

fn uci() -> Uci {
    front(offers())
}

fn check(script: &str, expected: Expect) {
    support::check(&mut uci(), script, expected);
}
