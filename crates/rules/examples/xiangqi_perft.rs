//! Counts the leaves of the tree of legal moves of xiangqi's start position, and how fast that is.
//!
//! `cargo run --release -p ferz-rules --example xiangqi_perft -- 5`

use ferz_rules::{Variant, xiangqi::Board};
use std::time::Instant;

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let start = Instant::now();
    let nodes = Board::start(Variant::XIANGQI).perft(depth);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{nodes} leaves in {seconds:.3} s: {:.1} million a second",
        nodes as f64 / seconds / 1e6
    );
}
