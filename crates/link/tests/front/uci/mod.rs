//! The UCI front alone: transcripts over the real rules and a scripted engine.

mod handshake;
mod mistakes;
mod options;
mod positions;
mod reports;
mod searches;
mod xiangqi;

use crate::script::{self, combo, fact, option};
use expect_test::Expect;
use ferz_link::front::{Uci, UciOffers};
use ferz_link::{Event, Front, FrontInput, OptionKind};
use ferz_referee::Rules;
use std::time::Duration;

fn front(offers: UciOffers) -> Uci {
    let mut front = Uci::new(Box::new(Rules), offers);
    for event in introduction() {
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
    script::check(&mut uci(), script, expected);
}

/// The engine of the transcripts: one option of each kind.
fn introduction() -> Vec<Event> {
    vec![
        fact("name", "Script 1.0"),
        fact("author", "Somebody"),
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        option("Ponder", OptionKind::Check { default: false }),
        option("Style", combo(&["Calm", "Very Risky"])),
        option("Clear Hash", OptionKind::Button),
        option("SyzygyPath", OptionKind::Path { default: String::new() }),
        option("UCI_ShowCurrLine", OptionKind::Check { default: false }),
        option("UCI_ShowRefutations", OptionKind::Check { default: false }),
        Event::Ready,
    ]
}
