//! FEN: lenient in, strict out.

use ferz_rules::{FenStyle, Variant, chess::Board};

#[track_caller]
fn check(variant: Variant, fen: &str, expected: &str) {
    let board = Board::from_fen(fen, variant).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(board.to_string(), expected, "{fen}");
    assert_eq!(Board::from_fen(expected, variant), Ok(board));
}

#[track_caller]
fn normal(fen: &str, expected: &str) {
    check(Variant::NORMAL, fen, expected);
}

#[track_caller]
fn shredder(variant: Variant, fen: &str, expected: &str) {
    assert_eq!(Board::from_fen(fen, variant).unwrap().fen(FenStyle::Shredder), expected);
}

#[track_caller]
fn refused(fen: &str, expected: &str) {
    assert_eq!(Board::from_fen(fen, Variant::NORMAL).unwrap_err().to_string(), expected);
}

/// U-078, C-391
#[test]
fn counters_may_be_missing() {
    normal("8/8/8/8/8/8/k7/2K5 w - -", "8/8/8/8/8/8/k7/2K5 w - - 0 1");
    normal("8/8/8/8/8/8/k7/2K5 w - - 7", "8/8/8/8/8/8/k7/2K5 w - - 7 1");
    normal("8/8/8/8/8/8/k7/2K5 b - - 7 9", "8/8/8/8/8/8/k7/2K5 b - - 7 9");
    normal("8/8/8/8/8/8/k7/2K5 w - - - -", "8/8/8/8/8/8/k7/2K5 w - - 0 1");
    normal("8/8/8/8/8/8/k7/2K5 w - - 0 0", "8/8/8/8/8/8/k7/2K5 w - - 0 1");
    normal("  8/8/8/8/8/8/k7/2K5   w  -  -  0  1  ", "8/8/8/8/8/8/k7/2K5 w - - 0 1");
    normal("8/8/8/8/8/8/k7/2K5 w - - 0 99999999999", "8/8/8/8/8/8/k7/2K5 w - - 0 65535");
}

/// XBoard 4.9 writes games without castling so.
#[test]
fn castling_may_be_missing_where_nobody_castles() {
    let game = Variant::by_name("nocastle").unwrap();
    let start = "rbbqnrnk/pppppppp/8/8/8/8/PPPPPPPP/RBBQNRNK";
    check(game, &format!("{start} w - 0 1"), &format!("{start} w - - 0 1"));
    check(game, &format!("{start} b - 3 7"), &format!("{start} b - - 3 7"));
}

#[test]
fn rights_without_rook_or_king_are_dropped() {
    normal("4k3/8/8/8/8/8/8/4K2R w KQkq -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    normal("4k3/8/8/8/8/8/8/3K3R w K -", "4k3/8/8/8/8/8/8/3K3R w - - 0 1");
    normal("4k3/8/8/8/8/8/4K3/7R w K -", "4k3/8/8/8/8/8/4K3/7R w - - 0 1");
    normal("4k2r/8/8/8/8/8/8/4K2R w K-kk -", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
    check(
        Variant::NO_CASTLE,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
    );
    check(
        Variant::WILD_CASTLE,
        "r3k2r/8/8/8/8/8/8/R2K3R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
    );
    check(
        Variant::WILD_CASTLE,
        "r3k2r/8/8/8/8/8/8/R1K4R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R1K4R w kq - 0 1",
    );
}

#[test]
fn en_passant_stays_only_if_it_is_legal() {
    normal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    // Nobody can take.
    normal("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
    // The taker is pinned, on its file and along the rank that both pawns leave.
    normal("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    normal("7k/8/8/K2pP2q/8/8/8/8 w - d6 0 1", "7k/8/8/K2pP2q/8/8/8/8 w - - 0 1");
    // No pawn has passed.
    normal("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1");
    normal("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    normal("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1");
}

/// U-465, U-466, U-467, C-392
#[test]
fn castling_rights_in_all_spellings() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah -";
    let x_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shredder_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    for variant in [Variant::NORMAL, Variant::CHESS960] {
        for rights in ["AHah", "HAha", "KQkq", "qkQK", "KAkq", "aHkQ", "haHA"] {
            let fen = start.replace("AHah", rights);
            check(variant, &fen, x_fen);
            shredder(variant, &fen, shredder_fen);
        }
    }
}

/// U-467, C-392: `K` is the outermost rook, and the letter is written where that is another one.
#[test]
fn inner_and_outer_rooks() {
    let check = |fen, expected| check(Variant::CHESS960, fen, expected);
    check("4k3/8/8/8/8/8/8/RR1K2RR w KQ -", "4k3/8/8/8/8/8/8/RR1K2RR w KQ - 0 1");
    check("4k3/8/8/8/8/8/8/RR1K2RR w GB -", "4k3/8/8/8/8/8/8/RR1K2RR w GB - 0 1");
    check("4k3/8/8/8/8/8/8/RR1K2RR w HB -", "4k3/8/8/8/8/8/8/RR1K2RR w KB - 0 1");
    shredder(
        Variant::CHESS960,
        "4k3/8/8/8/8/8/8/RR1K2RR w QK -",
        "4k3/8/8/8/8/8/8/RR1K2RR w HA - 0 1",
    );
    // A rook elsewhere on the board is not the outermost one of the back rank.
    check("4k3/8/8/8/8/8/7R/4K2R w K -", "4k3/8/8/8/8/8/7R/4K2R w K - 0 1");
}

/// U-079, C-394 (the reader refuses; what a program answers is its own)
#[test]
fn what_is_no_position() {
    refused("", "empty position: \"\"");
    refused("xyz", "not eight ranks: \"xyz\"");
    refused("8/8/8/8/8/8/8 w - -", "not eight ranks: \"8/8/8/8/8/8/8\"");
    refused("9/8/8/8/8/8/k7/2K5 w - -", "no such piece: \"9\"");
    refused("x7/8/8/8/8/8/k7/2K5 w - -", "no such piece: \"x7\"");
    refused("71p/8/8/8/8/8/k7/2K5 w - -", "not eight files: \"71p\"");
    refused("6/8/8/8/8/8/k7/2K5 w - -", "not eight files: \"6\"");
    refused("8/8/8/8/8/8/8/8 w - - 0 1", "not one king on each side: \"8/8/8/8/8/8/8/8\"");
    refused("8/8/8/8/8/k7/8/K1K5 w - -", "not one king on each side: \"8/8/8/8/8/k7/8/K1K5\"");
    refused("P7/8/8/8/8/8/k7/2K5 w - -", "pawn on the first or last rank: \"P7/8/8/8/8/8/k7/2K5\"");
    refused("8/8/8/8/8/8/k7/2K5", "no side to move: \"8/8/8/8/8/8/k7/2K5\"");
    refused("8/8/8/8/8/8/k7/2K5 x - -", "side to move is neither w nor b: \"x\"");
    refused("8/8/8/8/8/8/k7/2K5 w ! -", "unreadable castling rights: \"!\"");
    refused("8/8/8/8/8/8/k7/2K5 w - e9", "unreadable en passant square: \"e9\"");
    refused("8/8/8/8/8/8/k7/2K5 w - - x", "unreadable counter: \"x\"");
    refused("8/8/8/8/8/8/k7/2K5 w - - 0 1 moves", "text after the position: \"moves\"");
    refused(
        "8/8/8/8/8/8/k6R/2K5 w - -",
        "the side not to move is in check: \"8/8/8/8/8/8/k6R/2K5 w - -\"",
    );
    refused(
        "QQQQQQQQ/QQQQQQQQ/8/7k/8/8/8/K7 b - -",
        "too many pieces: \"QQQQQQQQ/QQQQQQQQ/8/7k/8/8/8/K7\"",
    );
}
