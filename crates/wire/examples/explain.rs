//! Says what a line means in UCI, UCCI and CECP, and what is odd about it:
//!
//! ```text
//! explain "info depth 12 score cp 31 nodes 4000 pv e2e4 e7e5"
//! ```

use ferz_wire::{Parsed, cecp, ucci, uci};
use std::fmt::Debug;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        eprintln!("usage: explain LINE");
        std::process::exit(2);
    }
    print!("{}", explain(&words.join(" ")));
}

/// Every reading of a line.
pub(crate) fn explain(line: &str) -> String {
    [
        reading("UCI, to an engine", uci::ToEngine::parse(line)),
        reading("UCI, from an engine", uci::FromEngine::parse(line)),
        reading("UCCI, to an engine", ucci::ToEngine::parse(line)),
        reading("UCCI, from an engine", ucci::FromEngine::parse(line)),
        reading("CECP, to an engine", cecp::ToEngine::parse(line)),
        reading("CECP, from an engine", cecp::FromEngine::parse(line)),
    ]
    .concat()
}

/// Nothing is lost, and nothing is refused: what has no meaning is kept as `Unknown`.
fn reading<T: Debug>(protocol: &str, Parsed { value, remarks }: Parsed<T>) -> String {
    let mut text = format!("{protocol}: {value:?}\n");
    for remark in remarks {
        text += &format!("    odd: {:?} {:?}\n", remark.kind, remark.text);
    }
    text
}
