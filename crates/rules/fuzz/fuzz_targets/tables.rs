//! Positions and moves of the games by table, in all widths of the board.
#![no_main]

use ferz_rules::{Family, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let games: Vec<Variant> = Family::Other.games().collect();
    ferz_rules_fuzz::play(&games, data);
});
