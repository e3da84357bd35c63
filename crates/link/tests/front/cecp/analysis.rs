//! Sections 22 and 29: analysis mode, excluded moves, assigned scores.

use crate::cecp::support::{Talk, check, heard};
use expect_test::expect;

/// C-673, C-674, C-675, C-676, C-677, C-678, C-689: it follows the board and never moves.
#[test]
fn follows_the_board() {
    check(
        "new\npost\nanalyze\n! info depth 1 score cp 20 time 10 nodes 30 pv e2e4\ne2e4\nundo\nnew\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ne2e5\nexit\ne2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            < 1 20 1 30 e2e4
            = stop
            = place normal startpos: e2e4
            = search analyse
            = stop
            = place normal startpos:
            = search analyse
            = stop
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1:
            = search analyse
            < Illegal move (the piece does not move so): e2e5
            = stop
        "#]],
    );
}

/// C-690: again is nothing new; `force` ends it; `go` plays.
#[test]
fn ends_of_analysis() {
    check(
        "new\nanalyze\nanalyze",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
        "#]],
    );
    check(
        "new\nanalyze\nforce\ne2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
        "#]],
    );
    check(
        "new\nanalyze\ngo\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
        "#]],
    );
    check(
        "new\nanalyze\nplayother\ne2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
        "#]],
    );
}

/// C-679, C-680, C-693: the status, and only here.
#[test]
fn status() {
    check(
        "new\n.\nanalyze\n.\n! info depth 7 time 300 nodes 30000 score cp 5 pv e2e4\n! info currmove g1f3 currmovenumber 23\n@ 12340\n.\nexit\n.",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            < stat01: 0 0 0 20 20
            < stat01: 1234 30000 7 7 30 g1f3
            = stop
        "#]],
    );
}

/// C-684: book and hint work here.
#[test]
fn book_and_hint() {
    check(
        "new\nping 1\nanalyze\nhint\nbk\n! book e2e4:60 d2d4:40\n! info depth 1 score cp 1 pv e2e4\nhint",
        expect![[r#"
            = new game normal
            = ping 1
            < pong 1
            = place normal startpos:
            = search analyse
            = book
            <  e2e4 60%
            <  d2d4 40%
            <
            < Hint: e2e4
        "#]],
    );
}

/// C-687, C-272: no limit, and it goes on after a mate or an end of the search.
#[test]
fn without_limits() {
    check(
        "new\nst 1\nsd 2\nnps 5\nanalyze\n! best e2e4\ne2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = place normal startpos: e2e4
            = search analyse
        "#]],
    );
}

/// C-688: nothing to search, nothing to say.
#[test]
fn mated_position() {
    check(
        "new\nforce\nf2f3\ne7e5\ng2g4\nd8h4\nanalyze\n.\nundo",
        expect![[r#"
            < stat01: 0 0 0 0 0
            = new game normal
            = place normal startpos: f2f3 e7e5 g2g4
            = search analyse
        "#]],
    );
}

/// C-691: none of these ends it.
#[test]
fn goes_on() {
    for command in [
        "exclude e2e4",
        "include e2e4",
        "option Style=Calm",
        "cores 2",
        "memory 32",
        "hard",
        "easy",
        "level 40 5 0",
        "time 100",
        "otim 100",
        "st 1",
        "bk",
        "hint",
        ".",
        "setscore 10 3",
        "ping 1",
        "draw",
        "reset",
    ] {
        let mut talk = Talk::v2();
        talk.run("new\npost\nanalyze");
        talk.run(command);
        assert!(talk.searching(), "{command}");
        let line = talk.run("! info depth 2 score cp 3 time 10 nodes 4 pv d2d4");
        assert_eq!(line, "< 2 3 1 4 d2d4\n", "{command}");
    }
}

/// C-359, C-691: a ping is answered at once.
#[test]
fn ping_in_analysis() {
    check(
        "new\nanalyze\nping 3",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = ping 1
            < pong 3
        "#]],
    );
}

/// C-692: moves for an engine that analyses.
#[test]
fn reloaded() {
    assert_eq!(heard("new\npost\nanalyze\nexit\nforce\ne2e4\ne7e5\nanalyze"), [""; 0]);
}

/// C-505 to C-511, C-515: root moves are taken away and given back; a new position has them all.
#[test]
fn excluded_moves() {
    check(
        "new\nanalyze\nexclude e2e4\nexclude usermove\nexclude d2d4\ninclude e2e4\nexclude all\n.\ninclude Nf3\ninclude all\nexclude e2e4\ne2e4\nundo",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal startpos:
            = search analyse, without ["e2e4"]
            < Illegal move: usermove
            = stop
            = place normal startpos:
            = search analyse, without ["e2e4", "d2d4"]
            = stop
            = place normal startpos:
            = search analyse, without ["d2d4"]
            = stop
            < stat01: 0 0 0 0 0
            = place normal startpos:
            = search analyse, without ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a2a4", "b2b4", "c2c4", "d2d4", "e2e4", "f2f4", "g2g4", "h2h4", "b1a3", "b1c3", "g1h3"]
            = stop
            = place normal startpos:
            = search analyse
            = stop
            = place normal startpos:
            = search analyse, without ["e2e4"]
            = stop
            = place normal startpos: e2e4
            = search analyse
            = stop
            = place normal startpos:
            = search analyse
        "#]],
    );
    // With no move left we wait, even on our move.
    check(
        "new\nexclude all\ngo\n?\nping 1\ninclude e2e4\n! best e2e4",
        expect![[r#"
            = new game normal
            = ping 1
            < pong 1
            = place normal startpos:
            = search play, 300s/40 against 300s/40, without ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a2a4", "b2b4", "c2c4", "d2d4", "f2f4", "g2g4", "h2h4", "b1a3", "b1c3", "g1f3", "g1h3"]
            < move e2e4
        "#]],
    );
    check(
        "new\ngo\nexclude e2e4\n! best d2d4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = place normal startpos:
            = search play, 300s/40 against 300s/40, without ["e2e4"]
            < move d2d4
        "#]],
    );
}

/// C-505 in Chess960, where castling has several spellings.
#[test]
fn excluded_castling() {
    check(
        "new\nvariant fischerandom\nsetboard 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\nexclude O-O\nanalyze\ninclude e1h1",
        expect![[r#"
            = new game fischerandom
            = place fischerandom 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1:
            = search analyse, without ["e1h1"]
            = stop
            = place fischerandom 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1:
            = search analyse
        "#]],
    );
}

/// C-513: a score for the position on the board.
#[test]
fn set_score() {
    check(
        "new\nanalyze\nsetscore 35 12",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = value Some(35) for Some("normal startpos:")
            = place normal startpos:
            = search analyse
        "#]],
    );
    check(
        "new\ngo\nsetscore -20 5\n! best e2e4\nsetscore 5",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
            = value Some(-20) for Some("normal startpos:")
            < Error (too few parameters): setscore 5
        "#]],
    );
}

/// C-341, C-802: leaving edit, exit elsewhere.
#[test]
fn exit_elsewhere() {
    check(
        "new\nexit\ne2e4\nexit\nping 1",
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
