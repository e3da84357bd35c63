//! Sections 12, 17, 25, 26: moves, errors, results.

use crate::cecp::support::{check, heard};
use expect_test::expect;

/// C-311, C-312, C-313, C-322, C-324, C-326, C-327: every spelling, with and without `usermove`.
#[test]
fn spellings() {
    let start = "new\nforce\nsetboard r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1\n";
    let moves = [
        "e1g1",
        "usermove e1g1",
        "O-O",
        "usermove O-O",
        "0-0",
        "e1c1",
        "O-O-O",
        "b7b8q",
        "b7b8=q",
        "b7b8Q",
        "b8=Q",
        "bxa8=N",
        "usermove bxa8=N",
        "Ra1b1",
        "Rb1",
        "a1b1",
    ];
    for text in moves {
        assert_eq!(heard(&format!("{start}{text}")), [""; 0], "{text}");
        // It is on the board: the same side cannot move again.
        let again = heard(&format!("{start}{text}\nh1h2"));
        assert_eq!(again.len(), 1, "{text}: {again:?}");
    }
}

/// C-325, C-545, C-546, C-547, C-550, C-551: what is wrong with a move; the position stays.
#[test]
fn faults() {
    check(
        "new\ne2e5\nfoo\nNf4\nusermove e2e5\nusermove zz\ne2e4",
        expect![[r#"
            < Illegal move (the piece does not move so): e2e5
            < Error (unknown command): foo
            < Illegal move (no such piece moves there): Nf4
            < Illegal move (the piece does not move so): e2e5
            < Illegal move: zz
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
        "#]],
    );
    check(
        "new\nforce\nsetboard 4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1\ne1g1\nusermove e1c1\nh1h2\ne1e2",
        expect![[r#"
            < Illegal move (in check): e1g1
            < Illegal move (in check): e1c1
            < Illegal move (in check): h1h2
        "#]],
    );
    check(
        "new\nforce\nsetboard 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\nNd2\nNbd2",
        expect![[r#"
        < Error (ambiguous move): Nd2
    "#]],
    );
}

/// C-329: not while we think; and we think on.
#[test]
fn not_in_turn() {
    check(
        "new\ne2e4\ne7e5\nd2d4\nfoo\n! best c7c5",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < Illegal move (not in turn): e7e5
            < Illegal move (not in turn): d2d4
            < Error (unknown command): foo
            < move c7c5
        "#]],
    );
}

/// C-318: a pass where nobody plays; nowhere else.
#[test]
fn null_move() {
    check(
        "new\nanalyze\n@@@@\ne7e5\nundo\nundo",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1:
            = search analyse
            = stop
            = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1: e7e5
            = search analyse
            = stop
            = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1:
            = search analyse
            = stop
            = place normal startpos:
            = search analyse
        "#]],
    );
    check(
        "new\n@@@@",
        expect![[r#"
        < Illegal move: @@@@
    "#]],
    );
}

/// C-566, C-568: coordinates, whatever was received.
#[test]
fn moves_are_coordinates() {
    assert_eq!(
        heard("new\nforce\nsetboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo\n! best O-O-O"),
        ["move e1c1"]
    );
    assert_eq!(heard("new\ngo\n! best Nf3"), ["move g1f3"]);
}

/// C-575, C-576: a result both after our last move and after the opponent's.
#[test]
fn results() {
    // Mate by us and by them.
    check(
        "new\nf2f3\n! best e7e5\ng2g4\n! best d8h4",
        expect![[r#"
            = new game normal
            = place normal startpos: f2f3
            = search play, 300s/40 against 300s/39
            < move e7e5
            = place normal startpos: f2f3 e7e5 g2g4
            = search play, 300s/39 against 300s/38
            < move d8h4
            < 0-1 {Black mates}
        "#]],
    );
    check(
        "new\nforce\nf2f3\ne7e5\ng2g4\nplayother\nd8h4",
        expect![[r#"
        < 0-1 {Black mates}
    "#]],
    );
    // Stalemate both ways.
    let stalemate = "new\nforce\nsetboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\n";
    check(
        &format!("{stalemate}go\n! best f1f7"),
        expect![[r#"
            = new game normal
            = place normal 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1:
            = search play, 300s/40 against 300s/40
            < move f1f7
            < 1/2-1/2 {Stalemate}
        "#]],
    );
    check(
        &format!("{stalemate}playother\nf1f7"),
        expect![[r#"
        < 1/2-1/2 {Stalemate}
    "#]],
    );
    // No mate left.
    let bare = "new\nforce\nsetboard 7k/8/8/8/8/8/1p6/K7 w - - 0 1\n";
    check(
        &format!("{bare}go\n! best a1b2"),
        expect![[r#"
            = new game normal
            = place normal 7k/8/8/8/8/8/1p6/K7 w - - 0 1:
            = search play, 300s/40 against 300s/40
            < move a1b2
            < 1/2-1/2 {Draw by insufficient material}
        "#]],
    );
    check(
        &format!("{bare}playother\na1b2"),
        expect![[r#"
        < 1/2-1/2 {Draw by insufficient material}
    "#]],
    );
}

/// C-575, C-579, C-589, C-595: a draw that the opponent's move made is claimed by a result line;
/// one that our move makes by an offer before it, and by the result line behind it.
#[test]
fn repetition() {
    let dance = "new\nforce\ng1f3\ng8f6\nf3g1\nf6g8\ng1f3\ng8f6\nf3g1\n";
    check(
        &format!("{dance}playother\nf6g8"),
        expect![[r#"
        < 1/2-1/2 {Draw by repetition}
    "#]],
    );
    check(
        &format!("{dance}go\n! best f6g8\ne2e4"),
        expect![[r#"
            = new game normal
            = place normal startpos: g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1
            = search play, 300s/37 against 300s/36
            < offer draw
            < move f6g8
            < 1/2-1/2 {Draw by repetition}
        "#]],
    );
    // Better is to play on.
    check(
        "new\ng1f3\n! info depth 1 score cp 300 pv g8f6\n! best g8f6\nf3g1\n! info depth 1 score cp 300 pv f6g8\n! best f6g8\ng1f3\n! best g8f6\nf3g1\n! info depth 1 score cp 300 pv f6g8\n! best f6g8\nd2d4",
        expect![[r#"
            = new game normal
            = place normal startpos: g1f3
            = search play, 300s/40 against 300s/39
            < move g8f6
            = place normal startpos: g1f3 g8f6 f3g1
            = search play, 300s/39 against 300s/38
            < move f6g8
            = place normal startpos: g1f3 g8f6 f3g1 f6g8 g1f3
            = search play, 300s/38 against 300s/37
            < move g8f6
            = place normal startpos: g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1
            = search play, 300s/37 against 300s/36
            < move f6g8
            = place normal startpos: g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 d2d4
            = search play, 300s/36 against 300s/35
        "#]],
    );
}

/// C-575: fifty moves.
#[test]
fn fifty_moves() {
    let start = "new\nforce\nsetboard 7k/8/8/8/8/8/1R6/K7 w - - 99 80\n";
    check(
        &format!("{start}playother\nb2b3"),
        expect![[r#"
        < 1/2-1/2 {Draw by the fifty-move rule}
    "#]],
    );
    check(
        &format!("{start}go\n! best b2b3"),
        expect![[r#"
            = new game normal
            = place normal 7k/8/8/8/8/8/1R6/K7 w - - 99 80:
            = search play, 300s/40 against 300s/40
            < offer draw
            < move b2b3
            < 1/2-1/2 {Draw by the fifty-move rule}
        "#]],
    );
}

/// C-578, C-580, C-581: no claim where a mate is possible, however unlikely.
#[test]
fn no_false_claims() {
    let positions = [
        "7k/8/8/8/8/8/1p6/KNN5",
        "6nk/8/8/8/8/8/1p6/K5B1",
        "6nk/8/8/8/8/8/1p6/K5N1",
        "5b1k/8/8/8/8/8/1p6/K4B2",
        "k7/8/p1p1p1p1/P1P1P1P1/8/8/1p6/K7",
    ];
    for board in positions {
        let said = heard(&format!("new\nforce\nsetboard {board} w - - 0 1\nplayother\na1b2"));
        assert_eq!(said, [""; 0], "{board}");
    }
    let claimed = heard("new\nforce\nsetboard 6bk/8/8/8/8/8/1p6/K4B2 w - - 0 1\nplayother\na1b2");
    // White's bishop on f1 and Black's on g8 are both on light squares.
    assert_eq!(claimed, ["1/2-1/2 {Draw by insufficient material}"]);
}

/// C-577: a fallen flag is the host's business.
#[test]
fn no_claim_on_time() {
    check(
        "new\ntime 100\notim 100\ngo\n@ 60000\n! best e2e4\n@ 120000\ne7e5",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 1s/40 against 1s/40
            < move e2e4
            = place normal startpos: e2e4 e7e5
            = search play, 0ns/39 against 0ns/39
        "#]],
    );
}

/// C-429, C-431, C-432, C-433, C-552.
#[test]
fn taking_back() {
    check(
        "new\nundo\nremove\nforce\ne2e4\nremove\nundo\nundo\ne2e4",
        expect![[r#"
        < Error (command not legal now): undo
        < Error (command not legal now): remove
        < Error (command not legal now): remove
        < Error (command not legal now): undo
    "#]],
    );
    check(
        "new\ne2e4\n! best e7e5\nremove\nd2d4\n! best d7d5",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            = place normal startpos: d2d4
            = search play, 300s/40 against 300s/39
            < move d7d5
        "#]],
    );
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\nremove\nd2d4",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            = place normal startpos: d2d4
            = search play, 300s/40 against 300s/39
        "#]],
    );
    check(
        "new\nforce\ne2e4\ne7e5\nremove\nanalyze",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
        "#]],
    );
    // Outside force mode `undo` leads to it.
    check(
        "new\ne2e4\nundo\ne2e4\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            = stop
            = ping 1
            < pong 1
        "#]],
    );
}

/// C-207, C-574: moves after a mate.
#[test]
fn moves_after_mate() {
    check(
        "new\nf2f3\n! best e7e5\ng2g4\n! best d8h4\na2a3\nundo\nundo\na2a3",
        expect![[r#"
            = new game normal
            = place normal startpos: f2f3
            = search play, 300s/40 against 300s/39
            < move e7e5
            = place normal startpos: f2f3 e7e5 g2g4
            = search play, 300s/39 against 300s/38
            < move d8h4
            < 0-1 {Black mates}
            < Illegal move (in check): a2a3
        "#]],
    );
}

/// An engine behind a bridge may be wrong: the interface is told and may judge.
#[test]
fn engine_plays_nonsense() {
    check(
        "new\ngo\n! best e2e5\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < tellusererror the engine chose an illegal move: e2e5
            < move e2e5
            = ping 1
            < pong 1
        "#]],
    );
    check(
        "new\ngo\n! best none",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < resign
        "#]],
    );
}
