//! Games from files: what is read can be played, or says why not.
#![no_main]

use ferz_rules::Position;
use ferz_rules::table::set::Wide;
use ferz_rules::table::{Board, Layout, ini};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for found in ini::read(&String::from_utf8_lossy(data)) {
        let Ok(rules) = found.rules else { continue };
        let start = rules.start.clone();
        let Ok(layout) = Layout::<Wide>::new(rules) else { continue };
        // A board needs its game as long as it lives; here that is to the end of this input.
        let layout: *mut Layout<Wide> = Box::into_raw(Box::new(layout));
        // SAFETY: nothing that borrows from it outlives this block, in which nobody else has it.
        if let Ok(mut board) = Board::from_fen(&start, unsafe { &*layout }) {
            for ply in 0..20 {
                let moves = board.legal();
                assert_eq!(board.count_legal(), moves.len() as u64, "{board}");
                let _ = board.end();
                if moves.is_empty() {
                    break;
                }
                board = board.after(moves[ply * 7 % moves.len()]);
                assert_eq!(board.key(), board.fresh_key(), "{board}");
            }
        }
        // SAFETY: it came from a box, and no board is left.
        drop(unsafe { Box::from_raw(layout) });
    }
});
