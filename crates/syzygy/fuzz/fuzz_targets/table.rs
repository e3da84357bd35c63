//! Whatever stands in a file, opening and probing come to an end.
#![no_main]

use ferz_rules::{Variant, chess::Board};
use ferz_syzygy::Tablebase;
use libfuzzer_sys::fuzz_target;

const BOARDS: [&str; 6] = [
    "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
    "8/8/8/3k4/8/8/8/R3K3 b - - 0 1",
    "8/8/8/8/8/8/1k1PK3/8 w - - 0 1",
    "8/8/8/2pk4/8/8/8/4K3 b - - 0 1",
    "8/8/8/3k1b2/8/8/8/R3K3 w - - 0 1",
    "8/8/8/3k4/8/5R2/8/b3K3 b - - 0 1",
];

fuzz_target!(|bytes: &[u8]| {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["KQvK", "KRvK", "KPvK", "KRvKB"] {
        for ending in ["rtbw", "rtbz"] {
            let path = folder.path().join(name).with_extension(ending);
            std::fs::write(path, bytes).expect("a file");
        }
    }
    let (tables, _) = Tablebase::open([folder.path()]);
    for fen in BOARDS {
        let board = Board::from_fen(fen, Variant::NORMAL).expect("a position");
        let _ = tables.probe_wdl(&board);
        let _ = tables.probe_dtz(&board);
        let _ = tables.root_moves(&board);
    }
});
