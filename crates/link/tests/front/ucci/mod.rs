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
mod support;

use expect_test::Expect;
use ferz_link::front::{Ucci, UcciOffers};
use ferz_link::{Front, FrontInput};
use ferz_referee::Rules;
use std::time::Duration;

/// A front whose engine is ready, before its first word.
fn fresh() -> Ucci {
    let offers = UcciOffers { console: &["d"], ..UcciOffers::default() };
    let mut front = Ucci::new(Box::new(Rules), offers);
    for event in support::introduction() {
        front.step(Duration::ZERO, FrontInput::Event(event), &mut Vec::new());
    }
    front
}

/// A front in the idle state.
fn ucci() -> Ucci {
    let mut front = fresh();
    support::run(&mut front, "ucci");
    front
}

fn check(script: &str, expected: Expect) {
    support::check(&mut ucci(), script, expected);
}

/// What the interface hears.
fn heard(script: &str) -> Vec<String> {
    let text = support::run(&mut ucci(), script);
    text.lines().filter_map(|line| line.strip_prefix("< ")).map(str::to_owned).collect()
}
