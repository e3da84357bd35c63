//! Random games for properties.

use ferz_rules::{Playable, Variant};
use proptest::prelude::*;

/// Where random games of a game begin, the start perhaps among them.
pub(crate) fn starts(game: Variant) -> Vec<&'static str> {
    let rows = include_str!("../data/starts.tsv").lines().skip(2);
    rows.filter_map(|row| row.strip_prefix(game.name)?.strip_prefix('\t')).collect()
}

/// One of these games and a random game of it: all its positions, at least one.
#[allow(dead_code, reason = "the laws play games of their own")]
pub(crate) fn any_game<P: Playable>(
    games: &[Variant],
    plies: usize,
) -> impl Strategy<Value = (Variant, Vec<P>)> + use<P> {
    let of = |&game: &Variant| starts(game).into_iter().map(move |fen| (game, fen));
    let starts: Vec<_> = games.iter().flat_map(of).collect();
    let choices = prop::collection::vec(any::<u16>(), 0..plies);
    (prop::sample::select(starts), choices).prop_map(|((variant, fen), choices)| {
        let mut board = P::from_fen(fen, variant).expect(fen);
        let mut boards = vec![board];
        for choice in choices {
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board.play(moves[choice as usize % moves.len()]);
            boards.push(board);
        }
        (variant, boards)
    })
}
