//! Positions and moves on the board of xiangqi.
#![no_main]

use ferz_rules::{Family, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let games: Vec<Variant> = Family::Xiangqi.games().collect();
    ferz_rules_fuzz::play(&games, data);
});
