//! The UCCI front alone: transcripts over the real rules and a scripted engine. The ids are rows of
//! the protocol's list of requirements.

mod batch;
mod boot;
mod endings;
mod options;
mod pondering;
mod positions;
mod reports;
mod samples;
mod searches;

use crate::script::{self, combo, fact, option};
use expect_test::Expect;
use ferz_link::front::{Ucci, UcciOffers};
use ferz_link::{Event, Front, FrontInput, OptionKind};
use ferz_referee::Rules;
use std::time::Duration;

/// A front whose engine is ready, before its first word.
fn fresh() -> Ucci {
    let offers = UcciOffers { console: &["d"], ..UcciOffers::default() };
    let mut front = Ucci::new(Box::new(Rules), offers);
    for event in introduction() {
        front.step(Duration::ZERO, FrontInput::Event(event), &mut Vec::new());
    }
    front
}

/// A front in the idle state.
fn ucci() -> Ucci {
    let mut front = fresh();
    script::run(&mut front, "ucci");
    front
}

fn check(script: &str, expected: Expect) {
    script::check(&mut ucci(), script, expected);
}

/// What the interface hears.
fn heard(script: &str) -> Vec<String> {
    let text = script::run(&mut ucci(), script);
    text.lines().filter_map(|line| line.strip_prefix("< ")).map(str::to_owned).collect()
}

/// The engine of the transcripts: one option of each kind, in UCI's names.
fn introduction() -> Vec<Event> {
    vec![
        fact("author", "Somebody"),
        fact("name", "Script 1.0"),
        fact("user", "Everybody"),
        fact("copyright", "2026 Somebody"),
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        option("Threads", OptionKind::Spin { default: 1, min: 1, max: 64 }),
        option("Ponder", OptionKind::Check { default: false }),
        option("OwnBook", OptionKind::Check { default: false }),
        option("BookFile", OptionKind::File { default: String::new() }),
        option("SyzygyPath", OptionKind::Path { default: String::new() }),
        option("MultiPV", OptionKind::Spin { default: 1, min: 1, max: 9 }),
        option("UCI_Elo", OptionKind::Spin { default: 1, min: 1, max: 9 }),
        option("Clear Hash", OptionKind::Button),
        option("Randomness", combo(&["none", "small", "medium", "large"])),
        option("Natural Move Limit", OptionKind::Spin { default: 60, min: 0, max: 1000 }),
        option("Repetition Rule", combo(&["asian", "chinese"])),
        option("Caption", OptionKind::Label),
        Event::Ready,
    ]
}
