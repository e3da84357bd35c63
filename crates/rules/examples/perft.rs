//! Counts the leaves of the tree of legal moves of a game's start position, and how fast that is.
//!
//! `cargo run --release -p ferz-rules --example perft -- atomic 5`

use ferz_rules::{Variant, new_game};
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "xiangqi".to_owned());
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(4);
    let Some(variant) = Variant::by_name(&name) else { return eprintln!("no game \"{name}\"") };
    let game = new_game(variant, None).expect("the start position is a position");
    let start = Instant::now();
    let nodes = game.perft(depth);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{nodes} leaves in {seconds:.3} s: {:.1} million a second",
        nodes as f64 / seconds / 1e6
    );
}
