//! Every example line of the protocol documents is understood, by `tests/data/samples.txt`.
//!
//! U-001, U-034, U-402, U-466, U-483, U-484; C-013, C-625.

use ferz_wire::{cecp, ucci, uci};
use std::fmt::{Debug, Display};

/// Understood, and its printing reads as the same.
fn check<T: PartialEq + Debug + Display>(line: &str, parse: impl Fn(&str) -> T, unknown: &T) {
    let value = parse(line);
    assert_ne!(&value, unknown, "{line:?} was not understood");
    assert_eq!(parse(&value.to_string()), value, "{line:?}");
}

#[test]
fn samples_of_the_documents() {
    let mut count = 0;
    for sample in include_str!("data/samples.txt").lines() {
        if sample.is_empty() || sample.starts_with('#') {
            continue;
        }
        count += 1;
        let (speaker, line) = sample.split_once(' ').unwrap();
        let line = &line.replace("\\t", "\t");
        let text = line.clone();
        match speaker {
            "uci>" => check(line, |l| uci::ToEngine::parse(l).value, &uci::ToEngine::Unknown(text)),
            "uci<" => {
                check(line, |l| uci::FromEngine::parse(l).value, &uci::FromEngine::Unknown(text));
            }
            "ucci>" => {
                check(line, |l| ucci::ToEngine::parse(l).value, &ucci::ToEngine::Unknown(text));
            }
            "ucci<" => {
                check(line, |l| ucci::FromEngine::parse(l).value, &ucci::FromEngine::Unknown(text));
            }
            "cecp>" => {
                let value = cecp::ToEngine::parse(line).value;
                assert!(!matches!(value, cecp::ToEngine::Malformed { .. }), "{line:?}");
                check(line, |l| cecp::ToEngine::parse(l).value, &cecp::ToEngine::Unknown(text));
            }
            "edit>" => {
                check(line, |l| cecp::EditLine::parse(l).value, &cecp::EditLine::Unknown(text));
            }
            "cecp<" => {
                check(line, |l| cecp::FromEngine::parse(l).value, &cecp::FromEngine::Unknown(text));
            }
            _ => panic!("who speaks in {sample:?}?"),
        }
    }
    assert_eq!(count, 181, "samples");
}
