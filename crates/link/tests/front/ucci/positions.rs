//! `position`, `banmoves`, `probe`: what stands on the board, in which spelling it comes.

use crate::ucci::{check, heard};
use expect_test::expect;

/// X-205, X-114, X-115, X-105, X-106, X-107: all four forms. X-090 to X-092: moves of four characters.
#[test]
fn forms() {
    check(
        "position startpos\nposition startpos moves h2e2 h9g7\n\
         position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
         position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves d9e8",
        expect![[r#"
            = place xiangqi startpos:
            = place xiangqi startpos: h2e2 h9g7
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1:
            = place xiangqi rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2: d9e8
        "#]],
    );
}

/// X-093, X-108: other spellings of moves and FENs.
#[test]
fn spellings() {
    check(
        "position startpos moves H2-E2 H9G7",
        expect![[r#"
        = place xiangqi startpos: h2e2 h9g7
    "#]],
    );
    check(
        "position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
        expect![[r#"
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1:
        "#]],
    );
}

/// X-112, X-369: captures inside the list.
#[test]
fn captures() {
    check(
        "position startpos moves h2e2 h7e7 e2e6 d9e8",
        expect![[r#"
        = place xiangqi startpos: h2e2 h7e7 e2e6 d9e8
    "#]],
    );
}

/// X-094, X-096: an illegal move, or a pass, ends the list.
#[test]
fn illegal_moves() {
    check(
        "position startpos moves h2e2 h2h3 h9g7\nisready",
        expect![[r#"
        < info message moves from h2h3 on ignored: illegal move "h2h3": no piece there
        = place xiangqi startpos: h2e2
        = ping 1
    "#]],
    );
    check(
        "position startpos moves h2e2 zz",
        expect![[r#"
        < info message moves from zz on ignored: not a move: "zz"
        = place xiangqi startpos: h2e2
    "#]],
    );
}

/// X-116: a broken FEN changes nothing.
#[test]
fn broken_fen() {
    check(
        "position startpos moves h2e2\nposition fen x\ngo depth 1",
        expect![[r#"
            = place xiangqi startpos: h2e2
            < info message position kept: not ten ranks: "x"
            = search play, depth 1
        "#]],
    );
    check("position\nposition fen\nposition nonsense", expect![[r#""#]]);
}

/// X-050, X-367, X-370: commands of the idle state are void in a search, also for later.
#[test]
fn void_while_thinking() {
    check(
        "position startpos moves h2e2\ngo depth 9\nposition startpos\nbanmoves h9g7\n\
         setoption hashsize 64\nsetoption newgame\nucinewgame\ngo depth 1\nucci\n! best h9g7\ngo depth 2",
        expect![[r#"
            = place xiangqi startpos: h2e2
            = search play, depth 9
            < info depth 0 score 0 pv h9g7
            < bestmove h9g7
            = search play, depth 2
        "#]],
    );
    check(
        "setoption debug on\ngo depth 9\nposition startpos",
        expect![[r#"
            = debug true
            = place xiangqi startpos:
            = search play, depth 9
            < info message void: a search runs
        "#]],
    );
}

/// X-063, X-067: without a position it is the start.
#[test]
fn no_position() {
    check(
        "go depth 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1
        "#]],
    );
    check(
        "banmoves h2e2\ngo depth 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1, without ["h2e2"]
        "#]],
    );
    check(
        "probe startpos",
        expect![[r#"
        = probe xiangqi startpos:
    "#]],
    );
}

/// X-055, X-054: an answer leaves the position as it is.
#[test]
fn position_stays() {
    check(
        "position startpos\ngo depth 1\n! best h2e2\ngo depth 2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = search play, depth 2
        "#]],
    );
}

/// X-206, X-208, X-209, X-365: in force until the next position; a second list replaces the first.
#[test]
fn banned_moves() {
    check(
        "position startpos\nbanmoves h2e2 b2e2\ngo depth 1\n! best b0c2\ngo depth 1\n! best b0c2\n\
         banmoves h0g2\ngo depth 1\n! best h2e2\nposition startpos\ngo depth 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1, without ["h2e2", "b2e2"]
            < info depth 0 score 0 pv b0c2
            < bestmove b0c2
            = search play, depth 1, without ["h2e2", "b2e2"]
            < info depth 0 score 0 pv b0c2
            < bestmove b0c2
            = search play, depth 1, without ["h0g2"]
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = place xiangqi startpos:
            = search play, depth 1
        "#]],
    );
}

/// X-211: illegal moves are skipped; an empty list ends the ban.
#[test]
fn odd_bans() {
    check(
        "banmoves a0a9 zz H2-E2\ngo depth 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1, without ["h2e2"]
        "#]],
    );
    check(
        "banmoves h2e2\nbanmoves\ngo depth 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1
        "#]],
    );
}

/// X-210: no move left.
#[test]
fn all_banned() {
    let position = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    check(
        &format!("{position}\nbanmoves e0e1 e0f0\ngo time 5 increment 0"),
        expect![[r#"
            = place xiangqi 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1:
            < info message every move is banned
            < nobestmove
        "#]],
    );
}

/// X-215: the document's own example.
#[test]
fn sample_of_banmoves() {
    check(
        "position fen 1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1 moves h6i4 i9h9 i4h6 h9i9\n\
         banmoves h6i4\ngo depth 4",
        expect![[r#"
            = place xiangqi 1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1: h6i4 i9h9 i4h6 h9i9
            = search play, depth 4, without ["h6i4"]
        "#]],
    );
}

/// X-320 to X-323: a question to the hash table, in both states; X-321: the search goes on.
#[test]
fn probe() {
    check(
        "position startpos moves h2e2\nprobe fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0f0\n! probed none\n\
         go infinite\nprobe startpos moves h2e2\n! probed h9g7 40 6 80 7\nprobe startpos\n! probed h2e2 40 6\nstop\n! best h9g7",
        expect![[r#"
            = place xiangqi startpos: h2e2
            = probe xiangqi 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1: e0f0
            < pophash
            = search analyse
            = probe xiangqi startpos: h2e2
            < pophash bestmove h9g7 lowerbound 10 depth 6 upperbound 20 depth 7
            = probe xiangqi startpos:
            < pophash bestmove h2e2 lowerbound 10 depth 6
            = stop
            < info depth 0 score 0 pv h9g7
            < bestmove h9g7
        "#]],
    );
}

/// X-325: one answer each, whatever is wrong with the question.
#[test]
fn probe_of_nothing() {
    assert_eq!(heard("probe fen x\nprobe startpos moves h2h9 a0a9"), ["pophash", "pophash"]);
    assert_eq!(heard("probe startpos\n! refused-probe probe: no such game"), ["pophash"]);
    check(
        "setoption debug true\nprobe fen x",
        expect![[r#"
        = debug true
        < info message not ten ranks: "x"
        < pophash
    "#]],
    );
}

/// Scores of mates have no place among those of pieces.
#[test]
fn probe_of_mate() {
    assert_eq!(
        heard("probe startpos\n! probed h2e2 31990 6 32000 7"),
        ["pophash bestmove h2e2 lowerbound 9999 depth 6 upperbound 9999 depth 7"]
    );
}
