//! `go`, `stop`, `ponderhit`, `quit`.

use crate::uci::check;
use expect_test::expect;

// --- go ---

/// U-050, U-053: no search without `go`; `go` without a position searches the first.
#[test]
fn go_without_position() {
    check(
        "position startpos moves e2e4",
        expect![[r#"
        = place normal startpos: e2e4
    "#]],
    );
    check(
        "go depth 1",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
        "#]],
    );
}

/// U-060: the position stays behind `bestmove`.
#[test]
fn go_twice() {
    check(
        "position startpos\ngo depth 1\n! best e2e4\ngo depth 1\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
        "#]],
    );
}

/// U-054: a second `go` in a search.
#[test]
fn second_go() {
    check(
        "go infinite\ngo depth 1\nstop\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info string go ignored: a search runs
            = stop
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
        "#]],
    );
    check(
        "debug on\ngo infinite\ngo depth 1",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received go infinite
        = place normal startpos:
        = search analyse
        < info string received go depth 1
        < info string go ignored: a search runs
    "#]],
    );
}

/// U-220, U-221, U-222, U-230 to U-235, U-237, U-238, U-239, U-240: limits, in any order, together.
#[test]
fn limits() {
    check(
        "go wtime 1000 btime 2000 winc 10 binc 20",
        expect![[r#"
            = place normal startpos:
            = search play, 1s+10ms against 2s+20ms
        "#]],
    );
    check(
        "go binc 20 winc 10 btime 2000 wtime 1000",
        expect![[r#"
            = place normal startpos:
            = search play, 1s+10ms against 2s+20ms
        "#]],
    );
    check(
        "position startpos moves e2e4\ngo wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
        expect![[r#"
            = place normal startpos: e2e4
            = search play, 2s+20ms/40 against 1s+10ms/40
        "#]],
    );
    check(
        "go depth 30 movetime 200",
        expect![[r#"
            = place normal startpos:
            = search play, depth 30, for 200ms
        "#]],
    );
    check(
        "go nodes 1000",
        expect![[r#"
            = place normal startpos:
            = search play, nodes 1000
        "#]],
    );
    check(
        "go mate 2",
        expect![[r#"
            = place normal startpos:
            = search play, mate 2
        "#]],
    );
    check(
        "go foo depth 3",
        expect![[r#"
            = place normal startpos:
            = search play, depth 3
            < info string go: unknown "foo"
        "#]],
    );
}

/// U-241, U-242: `infinite`, or nothing.
#[test]
fn endless() {
    check(
        "go infinite",
        expect![[r#"
        = place normal startpos:
        = search analyse
    "#]],
    );
    check(
        "go",
        expect![[r#"
        = place normal startpos:
        = search analyse
    "#]],
    );
    check(
        "go infinite wtime 100 btime 100",
        expect![[r#"
        = place normal startpos:
        = search analyse
    "#]],
    );
}

/// U-244: one clock alone.
#[test]
fn one_clock() {
    check(
        "go wtime 100",
        expect![[r#"
            = place normal startpos:
            = search play, 100ms against no clock
        "#]],
    );
    check(
        "go btime 100",
        expect![[r#"
            = place normal startpos:
            = search play, 100ms against 100ms
        "#]],
    );
    check(
        "position startpos moves e2e4\ngo btime 100",
        expect![[r#"
            = place normal startpos: e2e4
            = search play, 100ms against no clock
        "#]],
    );
}

/// U-245: a flag about to fall.
#[test]
fn no_time_left() {
    check(
        "go wtime 0 btime 0",
        expect![[r#"
            = place normal startpos:
            = search play, 0ns against 0ns
        "#]],
    );
    check(
        "go wtime -50 btime 1000",
        expect![[r#"
            = place normal startpos:
            = search play, 0ns against 1s
        "#]],
    );
}

/// U-246: zero is the smallest search, never an endless one.
#[test]
fn zeros() {
    check(
        "go depth 0",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
        "#]],
    );
    check(
        "go nodes 0",
        expect![[r#"
            = place normal startpos:
            = search play, nodes 1
        "#]],
    );
    check(
        "go mate 0",
        expect![[r#"
            = place normal startpos:
            = search play, mate 1
        "#]],
    );
    check(
        "go movetime 0",
        expect![[r#"
            = place normal startpos:
            = search play, for 1ms
        "#]],
    );
    check(
        "go depth -3",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
        "#]],
    );
}

/// U-247: no moves to go.
#[test]
fn no_moves_to_go() {
    check(
        "go wtime 1000 btime 1000 movestogo 0",
        expect![[r#"
            = place normal startpos:
            = search play, 1s against 1s
        "#]],
    );
    check(
        "go wtime 1000 btime 1000 movestogo -1",
        expect![[r#"
            = place normal startpos:
            = search play, 1s against 1s
        "#]],
    );
}

/// U-248: a fixed time decides, the clock caps it.
#[test]
fn move_time_and_clock() {
    check(
        "go movetime 500 wtime 60000 btime 60000",
        expect![[r#"
            = place normal startpos:
            = search play, for 500ms
        "#]],
    );
    check(
        "go movetime 500 wtime 200 btime 60000",
        expect![[r#"
            = place normal startpos:
            = search play, at most 500ms, 200ms against 60s
        "#]],
    );
}

/// U-223, U-225, U-226: the root moves to consider.
#[test]
fn searchmoves() {
    check(
        "go infinite searchmoves e2e4 d2d4",
        expect![[r#"
            = place normal startpos:
            = search analyse, only ["e2e4", "d2d4"]
        "#]],
    );
    check(
        "go searchmoves e2e4 depth 3",
        expect![[r#"
            = place normal startpos:
            = search play, depth 3, only ["e2e4"]
        "#]],
    );
    check(
        "go depth 1 searchmoves e2e5 e2e4 e2e4",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1, only ["e2e4"]
        "#]],
    );
    check(
        "go depth 1 searchmoves e2e5",
        expect![[r#"
            = place normal startpos:
            < info string searchmoves ignored: none of them is legal
            = search play, depth 1
        "#]],
    );
}

/// U-253: a count of the tree of moves; no `bestmove` follows.
#[test]
fn perft() {
    check(
        "go perft 1\n! console e2e4: 1\n! best none\ngo depth 1",
        expect![[r#"
            = place normal startpos:
            = search play, perft 1
            < e2e4: 1
            = search play, depth 1
        "#]],
    );
}

/// U-260: a `stop` ends the count that waits behind another one too. The first may have been over
/// already when the interface sent it.
#[test]
fn stop_behind_two_counts() {
    check(
        "go perft 1\ngo perft 9\nstop\n! console e2e4: 1\n! best none\n! best none\ngo depth 1",
        expect![[r#"
            = place normal startpos:
            = search play, perft 1
            = stop
            < e2e4: 1
            = search play, perft 9
            = stop
            = search play, depth 1
        "#]],
    );
}

// --- stop, ponder ---

/// U-260, U-262, U-315, U-316: `stop` gives one `bestmove`, with the move to ponder on.
#[test]
fn stop() {
    check(
        "go infinite\nstop\n! best e2e4 e7e5\n! best d2d4\nstop",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4 e7e5
        < bestmove e2e4 ponder e7e5
    "#]],
    );
}

/// U-241, U-243: an endless search that ends keeps its move until `stop`.
#[test]
fn held_until_stop() {
    check(
        "go infinite\n! best e2e4\nisready\nponderhit\nstop\nstop",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < readyok
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
    check(
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n! best none\nstop",
        expect![[r#"
            = place normal 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1:
            < info depth 0 score cp 0
            < bestmove 0000
        "#]],
    );
}

/// What waits behind a held move is read when it is out.
#[test]
fn waiting_behind_a_held_move() {
    check(
        "go infinite\n! best e2e4\nsetoption name Hash value 2\nstop",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = option Hash = "2"
    "#]],
    );
}

/// U-228, U-275, U-276: pondering, then the move is played.
#[test]
fn ponder_hit() {
    check(
        "position startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000\nponderhit\n! best g1f3\nponderhit",
        expect![[r#"
            = place normal startpos: e2e4 e7e5
            = search ponder, 1s against 1s
            = ponder hit
            < info depth 0 time 0 nodes 0 pv g1f3
            < bestmove g1f3
        "#]],
    );
}

/// U-229, U-243, U-277, U-285: a move found while pondering waits for `ponderhit`.
#[test]
fn ponder_held() {
    check(
        "go ponder depth 1\n! best e2e4\nponderhit",
        expect![[r#"
            = place normal startpos:
            = search ponder, depth 1
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
        "#]],
    );
    check(
        "go ponder depth 1\n! best e2e4\nstop",
        expect![[r#"
            = place normal startpos:
            = search ponder, depth 1
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
        "#]],
    );
}

/// U-261, U-281: pondering missed.
#[test]
fn ponder_miss() {
    check(
        "position startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000\nstop\n! best g1f3\nposition startpos moves e2e4 c7c5\ngo wtime 1000 btime 1000",
        expect![[r#"
            = place normal startpos: e2e4 e7e5
            = search ponder, 1s against 1s
            = stop
            < info depth 0 time 0 nodes 0 pv g1f3
            < bestmove g1f3
            = place normal startpos: e2e4 c7c5
            = search play, 1s against 1s
        "#]],
    );
}

/// U-286: `ponderhit` makes an endless search of it.
#[test]
fn ponder_infinite() {
    check(
        "go ponder infinite\nponderhit\n! best e2e4\nstop",
        expect![[r#"
        = place normal startpos:
        = search ponder
        = ponder hit
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
    check(
        "go ponder\n! best e2e4\nponderhit\nstop",
        expect![[r#"
        = place normal startpos:
        = search ponder
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
}

/// U-284: `ponderhit` in an ordinary search.
#[test]
fn ponder_hit_without_pondering() {
    check(
        "go infinite\nponderhit\nstop\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
}

/// A sloppy interface sends the next `go` behind `stop` at once: both get their answer (U-316).
#[test]
fn everything_in_one_write() {
    check(
        "go infinite\nstop\nposition startpos moves e2e4\ngo infinite\nstop\n! best g1f3\n! best e7e5",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv g1f3
            < bestmove g1f3
            = place normal startpos: e2e4
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv e7e5
            < bestmove e7e5
        "#]],
    );
}

// --- quit, end of input ---

/// U-300, U-301, U-302: `quit` and the end of input, idle and in a search.
#[test]
fn quit() {
    check(
        "quit\nisready",
        expect![[r#"
        = quit
        = end
    "#]],
    );
    check(
        "go infinite\nquit\nisready\n! best e2e4\nisready",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = quit
        = end
    "#]],
    );
    check(
        "go infinite\n! best e2e4\nquit",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = quit
        = end
    "#]],
    );
    check(
        "go infinite\nstop\nquit\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = quit
        = end
    "#]],
    );
    check(
        "eof",
        expect![[r#"
        = quit
        = end
    "#]],
    );
    check(
        "go infinite\neof\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = quit
        = end
    "#]],
    );
}
