//! FEN of xiangqi: the dialects in, one form out.

use ferz_rules::{FenStyle, Variant, xiangqi::Board};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[track_caller]
fn check(fen: &str, expected: &str) {
    let board = Board::from_fen(fen, Variant::XIANGQI).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(board.to_string(), expected, "{fen}");
    assert_eq!(Board::from_fen(expected, Variant::XIANGQI), Ok(board));
}

#[track_caller]
fn refused(fen: &str, expected: &str) {
    let error = Board::from_fen(fen, Variant::XIANGQI).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

/// X-105, X-106, X-107, X-108, X-115, C-320
#[test]
fn dialects() {
    check(START, START);
    check(&START.replace(" w ", " r "), START);
    check("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", START);
    check("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", START);
    check("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r", START);
    check("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR[] w - - 0 1", START);
    check(" rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR  w -  - ", START);
    check("3k5/9/9/9/9/9/9/9/9/4K4 b - - 77 140", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 77 140");
    // XBoard 4.9.
    check("3k5/9/9/9/9/9/9/9/9/4K4 b 77 140", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 77 140");
    check("3k5/9/9/9/9/9/9/9/9/4K4 b - - - -", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
    let board = Board::start(Variant::XIANGQI);
    assert_eq!(
        board.fen(FenStyle::HorseElephant),
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1"
    );
}

/// X-116
#[test]
fn refusals_name_the_text() {
    refused("x", "not ten ranks: \"x\"");
    refused("", "empty position: \"\"");
    refused(&START.replace("/9/1c5c1", "/8/1c5c1"), "not nine files: \"8\"");
    refused(&START.replace("/9/1c5c1", "/91/1c5c1"), "not nine files: \"91\"");
    refused(&START.replace("1c5c1", "1c5q1"), "no such piece: \"1c5q1\"");
    refused(&START.replace(" w ", " g "), "side to move is neither w nor b: \"g\"");
    refused(&START.replace(" - - ", " KQ - "), "no such right in xiangqi: \"KQ\"");
    refused(&START.replace("0 1", "x 1"), "unreadable counter: \"x\"");
    refused(&format!("{START} more"), "text after the position: \"more\"");
    let placed = |text: &str, reason: &str| refused(text, &format!("{reason}: \"{text}\""));
    placed("9/9/9/9/9/9/9/9/9/4K4", "not one king on each side");
    placed("4k4/9/9/9/9/9/9/9/9/R1R1K1R2", "too many pieces");
    placed("4k4/9/9/9/9/9/9/9/9/K8", "king or advisor outside its points");
    placed("4k4/9/9/9/9/9/9/9/9/3KA4", "king or advisor outside its points");
    placed("4k4/9/9/9/9/9/9/9/9/B3K4", "elephant outside its points");
    placed("3k5/9/9/9/9/9/9/9/P8/4K4", "pawn behind its start");
    let facing = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    refused(facing, &format!("the side not to move is in check: \"{facing}\""));
    assert!(Board::from_fen(START, Variant::NORMAL).is_err());
    assert!(ferz_rules::chess::Board::from_fen(START, Variant::XIANGQI).is_err());
}
