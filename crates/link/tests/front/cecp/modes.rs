//! Sections 8, 13, 15, 30, 34: modes and what leads from one to another.

use crate::cecp::support::{Talk, check, check_v1, heard};
use expect_test::expect;

/// C-180, C-181, C-310, C-565, C-566: `new`, a move, the answer; nothing is echoed.
#[test]
fn new_plays_black() {
    check(
        "new\nusermove e2e4\n! best c7c5\nusermove g1f3\n! best d7d6",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move c7c5
            = place normal startpos: e2e4 c7c5 g1f3
            = search play, 300s/39 against 300s/38
            < move d7d6
        "#]],
    );
}

/// C-187: no move of the old game after `new`, however late it comes.
#[test]
fn new_while_thinking() {
    check(
        "slow\nnew\ngo\nnew\nusermove d2d4\n! best e2e4\n! best d7d5",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = new game normal
            = place normal startpos: d2d4
            = search play, 300s/40 against 300s/39
            < move d7d5
        "#]],
    );
}

/// C-191: a game of another kind lasts until the next `new`.
#[test]
fn new_is_chess_again() {
    check(
        "new\nvariant nocastle\nnew\ngo",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
        "#]],
    );
}

/// C-193, C-186, C-557: silence.
#[test]
fn random() {
    check("new\nrandom\nrandom", expect![]);
}

/// C-194, C-195: force mode checks and makes moves, no more.
#[test]
fn force() {
    check(
        "new\nhard\nforce\ne2e4\ne7e5\ne2e4\ng1f3",
        expect![[r#"
        < Illegal move (no piece there): e2e4
    "#]],
    );
}

/// C-196, C-802: no move after `force`.
#[test]
fn force_while_thinking() {
    check(
        "new\ngo\nforce",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
        "#]],
    );
}

/// C-197, C-198: `go` plays the side on move, and goes on with it.
#[test]
fn go() {
    check(
        "new\nforce\ne2e4\ngo\n! best c7c5\ng1f3\n! best d7d6",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move c7c5
            = place normal startpos: e2e4 c7c5 g1f3
            = search play, 300s/39 against 300s/38
            < move d7d6
        "#]],
    );
}

/// C-199: `playother` waits for the other side; thinks ahead if it may.
#[test]
fn play_other() {
    check(
        "new\nforce\nplayother\ne2e4\n! best e7e5",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
        "#]],
    );
    check(
        "new\nforce\nhard\nplayother\ne2e4",
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

/// C-204: a second `go` changes nothing.
#[test]
fn go_twice() {
    check(
        "new\ngo\ngo\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
        "#]],
    );
}

/// C-207, C-575, C-805: a finished game is declared finished again.
#[test]
fn go_after_mate() {
    check(
        "new\nforce\nf2f3\ne7e5\ng2g4\nd8h4\ngo\ngo\ne2e4\nplayother\nping 1",
        expect![[r#"
        < 0-1 {Black mates}
        < 0-1 {Black mates}
        < Illegal move (in check): e2e4
        < 0-1 {Black mates}
        = new game normal
        = ping 1
        < pong 1
    "#]],
    );
}

/// C-340, C-342, C-803: move now.
#[test]
fn move_now() {
    check(
        "slow\nnew\nst 60\ngo\n?\n?\n! best e2e4\n?",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, at most 60s
            = stop
            < move e2e4
        "#]],
    );
}

/// C-341: nowhere else.
#[test]
fn move_now_elsewhere() {
    check(
        "new\n?\nforce\n?\nanalyze\n?\nexit\nhard\ne2e4\ngo\n! best e7e5 g1f3\n?",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
        "#]],
    );
}

/// C-373, C-374, C-376, C-380, C-381: after `result` nobody plays.
#[test]
fn result() {
    check(
        "new\ngo\nresult 1-0 {White  mates}\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = game over: 1-0 White  mates
            = ping 1
            < pong 1
        "#]],
    );
    check(
        "new\nresult *\nresult 0-1 { }\nresult 1/2-1/2\nresult 5-5",
        expect![[r#"
        = game over: * 
        = game over: 0-1  
        = game over: 1/2-1/2 
        < Error (bad parameter): result 5-5
    "#]],
    );
    // The echo of our own result line.
    check(
        "new\nforce\nf2f3\ne7e5\ng2g4\ngo\n! best d8h4\nresult 0-1 {Black mates}",
        expect![[r#"
            = new game normal
            = place normal startpos: f2f3 e7e5 g2g4
            = search play, 300s/39 against 300s/38
            < move d8h4
            < 0-1 {Black mates}
            = game over: 0-1 Black mates
        "#]],
    );
}

/// C-805: moves after the end are made on the board; `go` plays on where there is a game.
#[test]
fn after_result() {
    check(
        "new\nresult 1-0 {resigned}\ne2e4\nping 1\ngo",
        expect![[r#"
            = game over: 1-0 resigned
            = new game normal
            = ping 1
            < pong 1
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
        "#]],
    );
}

/// C-200, C-201, C-202, C-705: the old idioms, as hosts of version 1 send them, and the same
/// without the colours.
#[test]
fn old_idioms() {
    let idioms = [
        ("", "white\ngo"),
        ("e2e4", "black\ngo"),
        ("e2e4", "white\ntime 5000\notim 6000\nblack\ngo"),
        ("e2e4\ne7e5", "black\ntime 5000\notim 6000\nwhite\ngo"),
    ];
    for (moves, idiom) in idioms {
        let with = Talk::new().run(&format!("new\nforce\n{moves}\n{idiom}"));
        let plain: Vec<_> =
            idiom.lines().filter(|line| !matches!(*line, "white" | "black")).collect();
        let without = Talk::new().run(&format!("new\nforce\n{moves}\n{}", plain.join("\n")));
        assert_eq!(with, without, "{idiom}");
    }
}

/// C-200, C-201: the turn is given away where it is not due.
#[test]
fn colours_change_the_turn() {
    check_v1(
        "new\nforce\nblack\ngo\n! best e7e5",
        expect![[r#"
            = new game normal
            = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1:
            = search play, 300s/40 against 300s/40
            < move e7e5
        "#]],
    );
    check_v1(
        "new\nblack\ne7e5",
        expect![[r#"
            = new game normal
            = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1: e7e5
            = search play, 300s/40 against 300s/39
        "#]],
    );
    check_v1(
        "new\nforce\ne2e4\nwhite\nd2d4",
        expect![[r#"
            = new game normal
            = place normal rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1: d2d4
            = search play, 300s/40 against 300s/39
        "#]],
    );
    // Not out of check: then it has no effect.
    check_v1(
        "new\nforce\nsetboard 4k3/8/8/8/8/8/8/3K1R2 w - - 0 1\nf1e1\nwhite\ngo",
        expect![[r#"
            = new game normal
            = place normal 4k3/8/8/8/8/8/8/3K1R2 w - - 0 1: f1e1
            = search play, 300s/40 against 300s/39
        "#]],
    );
}

/// C-406, C-762, C-763: Fritz sends the whole game for every move. One move a cycle, and the
/// engine is told of one game only.
#[test]
fn fritz() {
    let mut talk = Talk::new();
    let cycle = |moves: &str| {
        format!(
            "new\nhard\neasy\nforce\n{moves}\nlevel 38 1:32 0\npost\n{}\ngo",
            if moves.lines().count().is_multiple_of(2) { "white" } else { "black" }
        )
    };
    talk.run("fritz");
    let first = talk.run(&cycle("e2e4"));
    let first = first + &talk.run("! best e7e5");
    expect![[r#"
        = new game normal
        = place normal startpos: e2e4
        = search play, 92s/38 against 300s/38
        < 0 0 0 0 (e7e5)
        < move e7e5
    "#]]
    .assert_eq(&first);
    let second = talk.run(&cycle("e2e4\ne7e5\ng1f3"));
    let second = second + &talk.run("?");
    expect![[r#"
        = place normal startpos: e2e4 e7e5 g1f3
        = search play, 92s/38 against 92s/38
        = stop
        < 0 0 0 0 (e8e7)
        < move e8e7
    "#]]
    .assert_eq(&second);
    // Another game.
    expect![[r#"
        = new game normal
        = place normal startpos: d2d4
        = search play, 92s/38 against 92s/38
    "#]]
    .assert_eq(&talk.run(&cycle("d2d4")));
}

/// C-758: the memory is emptied; during an own move after it.
#[test]
fn reset() {
    check(
        "new\nping 1\nreset\ngo\nreset\n! best e2e4",
        expect![[r#"
            = new game normal
            = ping 1
            < pong 1
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
            = new game normal
        "#]],
    );
}

/// C-206, C-446: nothing of this disturbs a search.
#[test]
fn undisturbed() {
    check(
        "new\ngo\npost\nnopost\neasy\nhard\nlevel 40 5 0\nst 5\nsd 4\nnps 100\ntime 100\notim 100\nname Joe\nrating 1 2\ncomputer\nics -\nrandom\naccepted ping\nhint\n.\ndraw\nlift e2\nput e4\nhover e5",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = draw offered
            < highlight 8/8/8/8/4Y3/4Y3/8/8
        "#]],
    );
}

/// C-573: one move a turn, and none in force mode, analysis or after the end.
#[test]
fn one_move_a_turn() {
    assert_eq!(heard("new\ngo\n! best e2e4\n! best d2d4"), ["move e2e4"]);
    assert_eq!(heard("new\nforce\n! best e2e4"), [""; 0]);
    assert_eq!(heard("new\nanalyze\n! best e2e4"), [""; 0]);
    assert_eq!(heard("new\nresult *\n! best e2e4"), [""; 0]);
}

/// C-471, C-473: in a pause only `resume` and `quit` are welcome.
#[test]
fn only_resume_in_a_pause() {
    check(
        "new\ngo\npause\ne2e4\nping 1\npause\nblank\nresume\nresume\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = pause
            < Error (command not legal now): e2e4
            < Error (command not legal now): ping 1
            < Error (command not legal now): pause
            = resume
            < move e2e4
        "#]],
    );
    // Whoever forgets the pause finds no dead engine.
    check(
        "new\ngo\npause\nforce\ne2e4\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = pause
            = resume
            = stop
            = ping 1
            < pong 1
        "#]],
    );
    check(
        "new\ngo\npause\n! best e2e4\nnew\nd2d4\nping 1\n! best d7d5",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = pause
            = new game normal
            = place normal startpos: d2d4
            = search play, 300s/40 against 300s/39
            < move d7d5
            = ping 1
            < pong 1
        "#]],
    );
    check(
        "new\ngo\npause\nquit",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = pause
            = quit
            = end
        "#]],
    );
}

/// C-470, C-472: all stands still, and goes on where it was.
#[test]
fn pause() {
    check(
        "new\nlevel 0 1 0\ntime 6000\notim 6000\ngo\n@ 1000\npause\n@ 11000\nresume\n@ 12000\nexclude e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 60s against 60s
            = pause
            = resume
            = stop
            = place normal startpos:
            = search play, 58s against 60s, without ["e2e4"]
        "#]],
    );
    // An answer that crossed the pause waits for its end.
    check(
        "new\nst 5\ngo\npause\n! info depth 1 score cp 1 pv e2e4\n! best e2e4\nresume",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, at most 5s
            = pause
            < move e2e4
        "#]],
    );
    check(
        "new\npause\nresume\ngo",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
        "#]],
    );
    check(
        "new\nst 5\ngo\n@ 2000\npause\n@ 12000\nresume\nexclude a2a3",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, at most 5s
            = pause
            = resume
            = stop
            = place normal startpos:
            = search play, at most 3s, without ["a2a3"]
        "#]],
    );
}

/// C-550, C-554, C-708: unknown words are named; GNU Chess's `depth` is not needed.
#[test]
fn unknown_commands() {
    check(
        "foo\nfoo bar  baz\ndepth\n# a comment\nusermove xyz\nping x\nlevel 40 5",
        expect![[r#"
        < Error (unknown command): foo
        < Error (unknown command): foo bar  baz
        < Error (unknown command): depth
        < Illegal move: xyz
        < Error (bad parameter): ping x
        < Error (too few parameters): level 40 5
    "#]],
    );
}
