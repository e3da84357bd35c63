//! Section 16 and ChessBase's additions: `setboard` and `edit`.

use crate::cecp::support::{Talk, check, heard};
use expect_test::expect;

/// The position after these lines, as the engine gets it.
fn position(script: &str) -> String {
    let mut talk = Talk::v2();
    talk.run(script);
    talk.run("analyze");
    match &talk.placed().start {
        ferz_wire::Start::Startpos => "startpos".into(),
        ferz_wire::Start::Fen(fen) => fen.clone(),
    }
}

/// C-390, C-396, C-205: the position, without what was before.
#[test]
fn set_board() {
    check(
        "new\nforce\ne2e4\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 5 30\nundo\ngo",
        expect![[r#"
            < Error (command not legal now): undo
            = new game normal
            = place normal 4k3/8/8/8/8/8/4P3/4K3 w - - 5 30:
            = search play, 300s/40 against 300s/40
        "#]],
    );
    // Outside force mode the search ends without a move.
    check(
        "new\ngo\nsetboard 4k3/8/8/8/8/8/4p3/4K3 b - - 0 1\nping 1\ne8e7",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = ping 1
            < pong 1
        "#]],
    );
}

/// C-394, C-395: an illegal position is answered, and no move is possible in it.
#[test]
fn illegal_position() {
    check(
        "new\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\ne2e4\nusermove e2e4\ngo\nplayother\nhint\nanalyze\n.\nexit\nundo\nexclude e2e4\nbk\nping 1\nnew\ne2e4",
        expect![[r#"
            < tellusererror Illegal position
            < Illegal move: e2e4
            < Illegal move: e2e4
            < Error (command not legal now): go
            < Error (command not legal now): playother
            < stat01: 0 0 0 0 0
            < Error (command not legal now): undo
            < Illegal move: e2e4
            <  no book
            <
            = new game normal
            = ping 1
            < pong 1
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
        "#]],
    );
    for fen in [
        "KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK w - - 0 1",
        "rubbish",
        "4k3/8/8/8/8/8/8/4K2R/8 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R x",
        "////////////////",
    ] {
        let said = heard(&format!("new\nsetboard {fen}\ne2e4\nedit\n#\nKe1\nc\nKe8\n.\ne1e2"));
        assert_eq!(said, ["tellusererror Illegal position", "Illegal move: e2e4"], "{fen}");
    }
}

/// C-398: the dummy move of a host before a position with Black to move.
#[test]
fn dummy_move() {
    let said = heard("new\nforce\nb2b3\nsetboard 4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\ngo\n! best e7e5");
    assert_eq!(said, ["move e7e5"]);
}

/// C-399 to C-406, C-408, C-410, C-413, C-003, C-007: `edit`, line by line.
#[test]
fn edit() {
    assert_eq!(
        position("new\nforce\nedit\n."),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(
        position("new\nforce\nedit\nxa2\n."),
        "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    let built = "edit\n#\nPa4\nke1\nRh1\nc\nKe8\npd7\nRa8\n.";
    assert_eq!(position(&format!("new\nforce\n{built}")), "r3k3/3p4/8/8/P7/8/8/4K2R w Kq - 0 1");
    // The side to move stays: Black's turn is made by a move.
    assert_eq!(
        position(&format!("new\nforce\na2a3\n{built}")),
        "r3k3/3p4/8/8/P7/8/8/4K2R b Kq - 0 1"
    );
    // `c` twice is White again.
    assert_eq!(
        position("new\nforce\nedit\n#\nc\nKe8\nc\nKe1\nRa1\n."),
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    );
    // Kings that are not at home have no rights.
    assert_eq!(
        position("new\nforce\nedit\n#\nKd1\nRa1\nRh1\nc\nKe8\n."),
        "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"
    );
}

/// C-409: no en passant after `edit`.
#[test]
fn no_en_passant_after_edit() {
    let said = heard("new\nforce\ne2e4\na7a6\ne4e5\nd7d5\nedit\n.\ne5d6\nd2d4");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("Illegal move") && said[0].ends_with(": e5d6"), "{said:?}");
}

/// C-410: what was before `edit` is no repetition.
#[test]
fn no_repetition_over_edit() {
    let dance = "g1f3\ng8f6\nf3g1\nf6g8\n";
    let said = heard(&format!("new\nforce\n{dance}edit\n.\n{}playother\nf6g8", &dance[..15]));
    assert_eq!(said, [""; 0]);
}

/// C-411: in Chess960 any king and rook of the back rank.
#[test]
fn edit_in_chess960() {
    let said =
        heard("new\nvariant fischerandom\nforce\nedit\n#\nKb1\nRg1\nc\nKe8\n.\nO-O\ne8e7\nO-O");
    assert_eq!(said.len(), 1, "{said:?}");
}

/// C-414: unknown lines leave edit mode as it is; `quit` quits.
#[test]
fn edit_errors() {
    check(
        "new\nforce\nedit\nzz9\nPz9\nxi1\nping 1\nblank\n.\nping 2",
        expect![[r#"
        < Error (unknown command): zz9
        < Error (unknown command): Pz9
        < Error (bad parameter): xi1
        < Error (unknown command): ping 1
        = new game normal
        = ping 1
        < pong 2
    "#]],
    );
    check(
        "new\nedit\nquit",
        expect![[r#"
        = quit
        = end
    "#]],
    );
}

/// C-205, C-677: `edit` ends a search; from analysis it returns there.
#[test]
fn edit_elsewhere() {
    check(
        "new\ngo\nedit\n.\ne2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
        "#]],
    );
    check(
        "new\nanalyze\nedit\nxa2\n.\nexit",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1:
            = search analyse
            = stop
        "#]],
    );
    check(
        "new\nforce\nedit\n#\n.\ne2e4",
        expect![[r#"
        < tellusererror Illegal position
        < Illegal move: e2e4
    "#]],
    );
}

/// C-415, C-760, C-761: ChessBase's additions.
#[test]
fn chessbase_edit() {
    let both = "new\nforce\nedit\n#\nKe1\nRa1\nRh1\nPe5\nc\nKe8\nPd5\n";
    let fen = |lines: &str| position(&format!("{both}{lines}\n."));
    assert_eq!(fen(""), "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(fen("castle K"), "4k3/8/8/3pP3/8/8/8/R3K2R w K - 0 1");
    assert_eq!(fen("castle -"), "4k3/8/8/3pP3/8/8/8/R3K2R w - - 0 1");
    assert_eq!(fen("castle\nep d6"), "4k3/8/8/3pP3/8/8/8/R3K2R w - d6 0 1");
    assert_eq!(fen("ep d"), "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
    assert_eq!(fen("ep d6\nep"), "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(fen("ep d6\nep -"), "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1");
}
