//! Says what tables know of positions: `probe FOLDER... < FENs` prints a line for each FEN, with the
//! result (-2 to 2) and the distance from the side to move.
//!
//! ```sh
//! echo "8/8/8/8/8/8/1k1PK3/8 w - - 0 1" | cargo run -p ferz-syzygy --example probe tests/data/syzygy
//! ```

use ferz_rules::{Variant, chess::Board};
use ferz_syzygy::Tablebase;
use std::error::Error;
use std::io::{self, BufRead, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let (tables, faults) = Tablebase::open(std::env::args_os().skip(1));
    for fault in faults {
        eprintln!("{fault}");
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(&tables, line?.trim()))?;
    }
    out.flush()?;
    for fault in tables.take_faults() {
        eprintln!("{fault}");
    }
    Ok(())
}

fn answer(tables: &Tablebase, fen: &str) -> String {
    let board = match Board::from_fen(fen, Variant::NORMAL) {
        Ok(board) => board,
        Err(error) => return format!("? {error}"),
    };
    match (tables.probe_wdl(&board), tables.probe_dtz(&board)) {
        (Ok(wdl), Ok(dtz)) => format!("{} {}", wdl as i32 - 2, dtz.0),
        (Err(error), _) | (_, Err(error)) => format!("? {error}"),
    }
}
