//! `info` and the moves of `bestmove`.

use crate::ucci::{check, heard};
use expect_test::expect;

/// X-255 to X-257, X-259, X-260, X-270, X-300, X-301: lines as the document has them.
#[test]
fn lines() {
    check(
        "! info depth 3 score cp 5 pv h2e2\ngo time 300\n\
         ! info depth 6 seldepth 9 score cp 16 time 300 nodes 5000 nps 9 hashfull 3 pv b0c2 b9c7 c3c4\n\
         @ 5000\n! info time 5000 nodes 5000000\n! best b0c2 b9c7\n! info depth 7 score cp 5 pv h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 300s against no clock
            < info depth 6 score 4 pv b0c2 b9c7 c3c4
            < info time 5000 nodes 5000000
            < bestmove b0c2 ponder b9c7
        "#]],
    );
}

/// X-261, X-262: a horse is 100, from the point of view of the side to move.
#[test]
fn unit() {
    // The engine of the transcripts counts a horse as 400.
    for (score, shown) in [("cp 400", "100"), ("cp -16", "-4"), ("cp 3", "0"), ("cp 29000", "7250")]
    {
        let said = heard(&format!("go depth 9\n! info depth 1 score {score} pv h2e2"));
        assert_eq!(said, [format!("info depth 1 score {shown} pv h2e2")]);
    }
}

/// X-263: mates count down from 10000 in plies, and nothing else comes as near.
#[test]
fn mates() {
    for (score, shown) in [
        ("mate 1", "9999"),
        ("mate 2", "9997"),
        ("mate -1", "-9998"),
        ("mate 0", "-10000"),
        ("mate 500", "9800"),
        ("cp 40000", "9999"),
        ("cp -29999", "-7499"),
    ] {
        let said = heard(&format!("go depth 9\n! info depth 1 score {score} pv h2e2"));
        assert_eq!(said, [format!("info depth 1 score {shown} pv h2e2")], "{score}");
    }
}

/// X-265, X-266: the move being searched, and numbers, when a search lasts.
#[test]
fn currmove() {
    check(
        "go infinite\n! info depth 9 currmove h2e2 currmovenumber 1\n@ 1200\n! info depth 9 currmove b2e2 currmovenumber 2\n\
         @ 1300\n! info depth 9 currmove h0g2 currmovenumber 3\n@ 1800\n! info depth 9 currmove b0c2 currmovenumber 4\n@ 2400\n! info time 2400 nodes 7",
        expect![[r#"
            = place xiangqi startpos:
            = search analyse
            < info currmove b2e2 currmovenumber 2
            < info currmove b0c2 currmovenumber 4
            < info time 2400 nodes 7
        "#]],
    );
}

/// X-374: one main line, whatever the engine says.
#[test]
fn one_line() {
    assert_eq!(
        heard(
            "go depth 9\n! info depth 1 multipv 1 score cp 8 pv h2e2\n! info depth 1 multipv 2 score cp 4 pv b2e2"
        ),
        ["info depth 1 score 2 pv h2e2"]
    );
}

/// X-267: texts of the engine.
#[test]
fn messages() {
    check(
        "! note a book was found\n! claim a draw\n! debug x\n! hint h2e2",
        expect![[r#"
        < info message a book was found
        < info message a draw
    "#]],
    );
}

/// X-271, X-272: a line with the move comes before it, also from a book, and the same line not
/// twice.
#[test]
fn last_line() {
    check(
        "go depth 3\n! best h2e2 h9g7",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 3
            < info depth 0 score 0 pv h2e2 h9g7
            < bestmove h2e2 ponder h9g7
        "#]],
    );
    check(
        "go depth 3\n! info depth 3 score cp 4 pv h2e2\n! best b2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 3
            < info depth 3 score 1 pv h2e2
            < info depth 3 score 1 pv b2e2
            < bestmove b2e2
        "#]],
    );
    check(
        "go depth 3\n! info depth 3 score cp 4 pv h2e2\n! info depth 3 score cp 4 pv h2e2\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 3
            < info depth 3 score 1 pv h2e2
            < bestmove h2e2
        "#]],
    );
}
