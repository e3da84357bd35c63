//! `go` and its forms, `stop`.

use crate::script;
use crate::ucci::{check, heard};
use expect_test::expect;
use ferz_link::front::{Ucci, UcciOffers};
use ferz_referee::Rules;

/// X-220, X-221, X-226, X-235: depth and nodes.
#[test]
fn depth_and_nodes() {
    check(
        "go depth 8\n! best h2e2\ngo nodes 5000\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 8
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = search play, nodes 5000
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
}

/// X-047, X-312: exactly one answer to each `go`.
#[test]
fn one_answer() {
    assert_eq!(
        heard("go depth 8\n! best h2e2\n! best h2e2\n! best none"),
        ["info depth 0 score 0 pv h2e2", "bestmove h2e2"]
    );
}

/// X-227 to X-231, X-233, X-236, X-368: clocks, in any order.
#[test]
fn clocks() {
    let script = "setoption usemillisec true\n";
    check(
        &format!("{script}go time 60000 movestogo 10 opptime 50000 oppmovestogo 9"),
        expect![[r#"
            = place xiangqi startpos:
            = search play, 60s/10 against 50s/9
        "#]],
    );
    check(
        &format!("{script}go increment 100 time 60000"),
        expect![[r#"
            = place xiangqi startpos:
            = search play, 60s+100ms against no clock
        "#]],
    );
    check(
        &format!("{script}go time 60000 movestogo 10 increment 100"),
        expect![[r#"
            = place xiangqi startpos:
            = search play, 60s+100ms/10 against no clock
        "#]],
    );
    check(
        &format!("{script}go opptime 50000 oppincrement 7"),
        expect![[r#"
            = place xiangqi startpos:
            = search play, 50s+7ms against 50s+7ms
        "#]],
    );
}

/// X-232: neither moves nor increment: for the rest of the game.
#[test]
fn sudden_death() {
    check(
        "setoption usemillisec true\ngo time 60000",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 60s against no clock
        "#]],
    );
}

/// X-246, and numbers beyond all bounds.
#[test]
fn odd_clocks() {
    check(
        "go time 0 increment 0",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 0ns against no clock
        "#]],
    );
    check(
        "go time -5 increment -1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 0ns against no clock
        "#]],
    );
    check(
        "go time 99999999999999999999 increment x",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 3155760000s against no clock
        "#]],
    );
    check(
        "go depth -2 nodes -7",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 1, nodes 1
        "#]],
    );
}

/// X-237: all limits are in force.
#[test]
fn several_limits() {
    check(
        "go depth 8 nodes 99 time 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 8, nodes 99, 1s against no clock
        "#]],
    );
}

/// X-057: a clock serves one `go`.
#[test]
fn clock_of_one_search() {
    check(
        "go time 1\n! best h2e2\ngo depth 4",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 1s against no clock
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = search play, depth 4
        "#]],
    );
}

/// X-224, X-234: no limit at all, in three forms; `stop` ends it.
#[test]
fn endless() {
    check(
        "go infinite\nstop\nstop\n! best h2e2",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        = stop
        < info depth 0 score 0 pv h2e2
        < bestmove h2e2
    "#]],
    );
    check(
        "go\nstop\n! best h2e2",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        = stop
        < info depth 0 score 0 pv h2e2
        < bestmove h2e2
    "#]],
    );
    check(
        "go depth infinite",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
    "#]],
    );
}

/// X-224, X-225: until a mate is found, of whichever side.
#[test]
fn endless_until_mate() {
    check(
        "go infinite\n! info depth 3 score mate 3 pv h2e2\n! info depth 5 score mate 3 pv h2e2\n! info depth 6 score mate 3 pv h2e2\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search analyse
            < info depth 3 score 9995 pv h2e2
            < info depth 5 score 9995 pv h2e2
            = stop
            < info depth 6 score 9995 pv h2e2
            < bestmove h2e2
        "#]],
    );
    check(
        "go infinite\n! info depth 4 score mate -2 pv h2e2\n! best h2e2",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        < info depth 4 score -9996 pv h2e2
        = stop
        < bestmove h2e2
    "#]],
    );
    check(
        "go depth 9\n! info depth 5 score mate 1 pv h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 9
            < info depth 5 score 9999 pv h2e2
        "#]],
    );
}

/// X-375, X-374: UCI's fixed time is in milliseconds whatever is agreed.
#[test]
fn move_time() {
    check(
        "go movetime 700",
        expect![[r#"
            = place xiangqi startpos:
            = search play, for 700ms
        "#]],
    );
}

/// X-222, X-223: the static score, and no move.
#[test]
fn static_score() {
    check(
        "go depth 0\n! info depth 1 score cp 48 time 0 nodes 40 pv h2e2\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, static
            < info depth 0 score 12
            < nobestmove
        "#]],
    );
}

/// X-096, X-312: no legal move: mate, and stalemate, which is lost too.
#[test]
fn no_legal_moves() {
    let mate = "position fen 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1";
    let stalemate = "position fen 5k3/9/9/9/9/9/9/9/3r5/4K4 w - - 0 1";
    for position in [mate, stalemate] {
        for go in ["go depth 4", "go depth 0", "go time 5", "go infinite"] {
            let said = heard(&format!("{position}\n{go}"));
            assert_eq!(said, ["info depth 0 score -10000", "nobestmove"], "{position} {go}");
        }
    }
}

/// X-059, X-371: `stop` while idle is answered.
#[test]
fn stop_while_idle() {
    check(
        "stop\nstop",
        expect![[r#"
        < nobestmove
        < nobestmove
    "#]],
    );
}

/// X-284, X-345, X-049, X-051: `stop` is passed on at once and once.
#[test]
fn stop() {
    check(
        "go time 100\nstop\nstop\nisready\nprobe startpos\n! probed none\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 100s against no clock
            = stop
            < readyok
            = probe xiangqi startpos:
            < pophash
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
}

/// X-046, X-048, X-052: what each state takes, in one conversation.
#[test]
fn states() {
    check(
        "setoption threads 2\nposition startpos\nbanmoves h2e2\nisready\n! pong 1\nprobe startpos\n! probed none\n\
         go depth 5\nisready\nponderhit\nprobe startpos\n! probed none\nstop\n! best b2e2\nisready\n! pong 2\nquit",
        expect![[r#"
            = option Threads = "2"
            = place xiangqi startpos:
            = ping 1
            < readyok
            = probe xiangqi startpos:
            < pophash
            = search play, depth 5, without ["h2e2"]
            < readyok
            = probe xiangqi startpos:
            < pophash
            = stop
            < info depth 0 score 0 pv b2e2
            < bestmove b2e2
            = ping 2
            < readyok
            < bye
            = quit
            = end
        "#]],
    );
}

/// X-340, X-341, X-347: the league's smallest set: no option, no start position, no `isready`.
#[test]
fn league() {
    check(
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7\n\
         banmoves e2e6\ngo draw time 300 increment 0 opptime 298 oppincrement 0\n! best h0g2\nquit",
        expect![[r#"
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1: h2e2 h9g7
            = search play, 300s against 298s, without ["e2e6"], draw offered
            < info depth 0 score 0 pv h0g2
            < bestmove h0g2
            < bye
            = quit
            = end
        "#]],
    );
}

/// The engine gives up apart from a move: the `go` gets its answer.
#[test]
fn resignation_apart() {
    check(
        "go depth 4\n! info depth 2 score cp -900 pv b0c2\n! resign",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 4
            < info depth 2 score -225 pv b0c2
            < bestmove b0c2 resign
        "#]],
    );
    assert_eq!(heard("! resign"), [""; 0]);
    assert!(heard("go depth 4\n! resign").last().is_some_and(|line| line.ends_with(" resign")));
}

/// X-069: at the end of the input a search that ends by itself does so; another one is stopped.
#[test]
fn end_of_input() {
    check(
        "go depth 2\neof\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 2
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            < bye
            = quit
            = end
        "#]],
    );
    check(
        "go infinite\neof\n! best h2e2",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        = stop
        < info depth 0 score 0 pv h2e2
        < bestmove h2e2
        < bye
        = quit
        = end
    "#]],
    );
}

/// A person is told of every mistake.
#[test]
fn people_are_told() {
    let offers = UcciOffers { person: true, ..UcciOffers::default() };
    let mut front = Ucci::new(Box::new(Rules), offers);
    let said = script::run(
        &mut front,
        "! ready\nfoo\nucci\nfoo\nsetoption hashsiez 4\ngo depth 3\nposition startpos",
    );
    let told = said.lines().filter(|line| line.starts_with("< info message "));
    expect![[r#"
        < info message nothing counts before `ucci`
        < info message unknown command foo
        < info message unknown option hashsiez
        < info message void: a search runs"#]]
    .assert_eq(&told.collect::<Vec<_>>().join("\n"));
}
