//! Positions of games by table as text: what is refused, and what is read in two spellings.

use ferz_rules::table::set::Bits;
use ferz_rules::table::{self, Board, Layout};

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    fn reason<B: Bits>(name: &str, fen: &str) -> String {
        let layout: &'static Layout<B> =
            Box::leak(Box::new(Layout::new(table::rules(name).unwrap()).unwrap()));
        Board::from_fen(fen, layout).unwrap_err().to_string()
    }
    for (name, fen, why) in [
        ("3check", "", "empty FEN: \"\""),
        ("3check", "8/8/8 w - - 0 1", "wrong number of ranks: \"8/8/8\""),
        ("3check", "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "wrong number of files: \"9\""),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 9+9 0 1", "unreadable number of checks: \"9+9\""),
        ("atomic", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "no pieces are held in this game: \"Q\""),
        ("atomic", "4k3/8/8/4j3/8/8/8/4K3 w - - 0 1", "unknown piece: \"j\""),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Z] w - - 0 1", "unknown piece in hand: \"Z\""),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "brackets stay open: \"Q\""),
        ("knightmate", "4k3/8/8/8/8/8/8/8 w - - 0 1", "a king is missing"),
        ("knightmate", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "too many kings"),
        ("atomic", "8/8/8/8/8/8/8/8 w - - 0 1", "both sides lack a king"),
        ("makruk", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the side not to move is in check"),
        ("shatranj", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "there is no castling in this game: \"K\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "no rook to castle with: \"K\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "unknown side to move: \"x\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "no square that was passed: \"z9\""),
        ("knightmate", "4k3/8/8/8/8/8/8/4K3 w - - é 1", "unreadable counter: \"é\""),
    ] {
        let found = reason::<u64>(name, fen);
        assert!(found.starts_with(why), "{found} instead of {why}");
    }
}

#[test]
fn hands_and_checks_are_read_in_both_spellings() {
    fn same<B: Bits>(name: &str, one: &str, other: &str) {
        let layout: &'static Layout<B> =
            Box::leak(Box::new(Layout::new(table::rules(name).unwrap()).unwrap()));
        let [one, other] = [one, other].map(|fen| Board::from_fen(fen, layout).unwrap());
        assert_eq!(one, other, "{name}");
    }
    same::<u64>(
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/PpN w - - 0 1",
    );
    same::<u128>("shogi", "4k4/9/9/9/9/9/9/9/4K4[RPPp]", "4k4/9/9/9/9/9/9/9/4K4[R2Pp] w - - 0 1");
    same::<u64>(
        "3check",
        "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0",
    );
}
