//! Counts of legal moves of xiangqi against the numbers that independent programs agree on.

use ferz_rules::{Position, Variant, xiangqi::Board};

/// The rows of `data/xiangqi-perft.tsv`.
#[test]
fn perft_agrees_with_other_programs() {
    let rows = include_str!("data/xiangqi-perft.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut count = 0;
    for row in rows.skip(1) {
        let [variant, fen, depth, nodes, _] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        let board = Board::from_fen(fen, Variant::by_name(variant).expect(variant)).expect(fen);
        let nodes: u64 = nodes.parse().expect("a number");
        assert_eq!(board.perft(depth.parse().expect("a number")), nodes, "{row}");
        count += 1;
    }
    assert!(count > 90, "only {count} rows");
}
