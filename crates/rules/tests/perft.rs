//! Counts of legal moves against the numbers that independent programs agree on.

use ferz_rules::{Position, Variant, chess::Board};

#[test]
fn perft_agrees_with_other_programs() {
    let mut count = 0;
    for row in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')).skip(1)
    {
        let [variant, fen, depth, nodes, _] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        let variant = Variant::by_name(variant).expect("a variant");
        let nodes: u64 = nodes.parse().expect("a number");
        let board = Board::from_fen(fen, variant).expect(fen);
        assert_eq!(board.perft(depth.parse().expect("a number")), nodes, "{row}");
        count += 1;
    }
    assert!(count > 100, "only {count} rows");
}
