//! Games in PGN and positions in EPD: whatever is in them, they are read to their end, and what is
//! understood is played through.
#![no_main]

use ferz_rules::{Epd, pgn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for game in pgn::games(&text).take(16) {
        let _ = game.replay();
        let written = game.to_string();
        let again = pgn::games(&written).next().map_or(0, |game| game.line.moves.len());
        assert_eq!(again, game.line.moves.len(), "{written}");
    }
    for line in text.lines() {
        let _ = line.parse::<Epd>();
    }
});
