//! Bulk-counted perft beside cozy-chess, which counts the last ply by sets too.
//!
//! `cargo bench -p ferz-rules --bench perft`

use cozy_chess::Board as Cozy;
use divan::Bencher;
use ferz_rules::{Position, Variant, chess::Board};

fn main() {
    divan::main();
}

/// Name, FEN, depth, leaves.
const TREES: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

fn tree(name: &str) -> (&'static str, u32, u64) {
    let (_, fen, depth, nodes) = TREES.into_iter().find(|tree| tree.0 == name).unwrap();
    (fen, depth, nodes)
}

#[divan::bench(args = ["start", "kiwipete"], sample_count = 7, sample_size = 1)]
fn ferz(bencher: Bencher, name: &str) {
    let (fen, depth, nodes) = tree(name);
    let board = Board::from_fen(fen, Variant::NORMAL).unwrap();
    bencher
        .counter(divan::counter::ItemsCount::new(nodes))
        .bench(|| assert_eq!(divan::black_box(&board).perft(depth), nodes));
}

#[divan::bench(args = ["start", "kiwipete"], sample_count = 7, sample_size = 1)]
fn cozy_chess(bencher: Bencher, name: &str) {
    fn perft(board: &Cozy, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += perft(&next, depth - 1);
                }
                false
            });
        }
        nodes
    }
    let (fen, depth, nodes) = tree(name);
    let board = Cozy::from_fen(fen, false).unwrap();
    bencher
        .counter(divan::counter::ItemsCount::new(nodes))
        .bench(|| assert_eq!(perft(divan::black_box(&board), depth), nodes));
}
