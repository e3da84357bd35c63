//! Evaluations per second over positions from random games, with the state kept as in a search.
//!
//! `cargo bench -p ferz-engine --bench eval`

use divan::counter::ItemsCount;
use ferz_engine::Evaluator;
use ferz_engine::eval::chess::HandMade;
use ferz_engine::eval::score::Pair;
use ferz_rules::chess::{Board, Move};
use ferz_rules::{Position, Variant};

fn main() {
    divan::main();
}

/// Steps of games that a small generator plays: before, move, after.
fn steps() -> Vec<(Board, Move, Board)> {
    let mut steps = Vec::new();
    let mut random = 0x5eed_u64;
    for _ in 0..100 {
        let mut board = Board::start(Variant::NORMAL);
        for _ in 0..80 {
            let moves = board.legal();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            let before = board;
            board.play(*mv);
            steps.push((before, *mv, board));
        }
    }
    steps
}

#[divan::bench]
fn evaluate(bencher: divan::Bencher) {
    let steps = steps();
    let mut evaluation = HandMade::new();
    bencher.counter(ItemsCount::new(steps.len())).bench_local(|| {
        let mut sum = 0;
        let (mut from, mut to) = (Pair::ZERO, Pair::ZERO);
        for (before, mv, after) in &steps {
            evaluation.update(before, *mv, after, &from, &mut to);
            sum += evaluation.evaluate(after, &to);
            from = to;
        }
        sum
    });
}
