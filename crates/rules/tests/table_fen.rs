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
    // XBoard draws the start, and writes all rights.
    same::<u64>(
        "super",
        "vnbakesr/pppppppp/8/8/8/8/PPPPPPPP/VNBAKESR[NBRQnbrq] w KQkq - 0 1",
        "vnbakesr/pppppppp/8/8/8/8/PPPPPPPP/VNBAKESR[NBRQnbrq] w Kk - 0 1",
    );
    same::<u64>(
        "3check",
        "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0",
    );
}

/// Source of the form and of the first example: the USI protocol, "position".
#[test]
fn sfen_in_and_out() {
    use ferz_rules::FenStyle;
    fn as_fen<B: Bits>(name: &str, text: &str) -> [String; 2] {
        let layout: &'static Layout<B> =
            Box::leak(Box::new(Layout::new(table::rules(name).unwrap()).unwrap()));
        let board = Board::from_fen(text, layout).unwrap_or_else(|why| panic!("{text}: {why}"));
        [FenStyle::XFen, FenStyle::Sfen].map(|style| board.fen(style))
    }
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let midst = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L";
    for (sfen, fen) in [
        (format!("{start} b - 1"), format!("{start}[] w - - 0 1")),
        (format!("{start} w - 2"), format!("{start}[] b - - 0 1")),
        (format!("{midst} w Sbgn3p 124"), format!("{midst}[Sbgnppp] b - - 0 62")),
        (format!("{midst} b R2PB 25"), format!("{midst}[RBPP] w - - 0 13")),
    ] {
        let [usual, again] = as_fen::<u128>("shogi", &sfen);
        assert_eq!(usual, fen);
        // Hands are written in one order, whatever the order they were read in.
        assert_eq!(again, sfen.replace("R2PB", "RB2P"));
    }
    assert_eq!(
        as_fen::<u128>("shogi", &format!("sfen {start} b - 1"))[0],
        format!("{start}[] w - - 0 1")
    );
    // How Fairy-Stockfish has the start: without fields that shogi does not need.
    for text in [format!("{start}[-] w 0 1"), format!("{start}[] w 0 1")] {
        assert_eq!(as_fen::<u128>("shogi", &text)[0], format!("{start}[] w - - 0 1"));
    }
    // A FEN is none, so who moves is not turned round.
    assert!(as_fen::<u128>("shogi", &format!("{start} b - - 0 1"))[0].contains("] b "));
    // Other games have no SFEN.
    let crazyhouse = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    assert_eq!(as_fen::<u64>("crazyhouse", crazyhouse), [crazyhouse; 2]);
}
