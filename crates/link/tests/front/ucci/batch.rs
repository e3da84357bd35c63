//! Batch mode: lines wait while a search runs.

use crate::ucci::check;
use expect_test::expect;

/// X-080, X-081, X-383: a file of two searches.
#[test]
fn file() {
    check(
        "setoption batch true\nposition startpos\ngo depth 10\nposition startpos moves h2e2\ngo depth 10\nquit\neof\n\
         ! best h2e2\n! best h9g7",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 10
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = place xiangqi startpos: h2e2
            = search play, depth 10
            < info depth 0 score 0 pv h9g7
            < bestmove h9g7
            < bye
            = quit
            = end
        "#]],
    );
}

/// X-082, X-083: without it, `position` and `go` are void and `quit` is obeyed.
#[test]
fn file_without_batch_mode() {
    check(
        "position startpos\ngo depth 10\nposition startpos moves h2e2\ngo depth 10\nquit\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 10
            = stop
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            < bye
            = quit
            = end
        "#]],
    );
}

/// X-084: what could not be stopped ends by itself.
#[test]
fn endless() {
    check(
        "setoption batch true\ngo infinite\nquit\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            < info message batch mode: this search cannot be stopped, so it ends by itself
            = search play, depth 12
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            < bye
            = quit
            = end
        "#]],
    );
    check(
        "setoption batch true\ngo\nstop\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            < info message batch mode: this search cannot be stopped, so it ends by itself
            = search play, depth 12
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            < nobestmove
        "#]],
    );
    check(
        "setoption batch true\ngo ponder time 9\nponderhit\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            < info message batch mode: this search cannot be stopped, so it ends by itself
            = search play, 9s against no clock
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
}

/// X-085: a `stop` that was queued is read when idle.
#[test]
fn queued_stop() {
    check(
        "setoption batch true\ngo depth 3\nstop\nisready\n! best h2e2\n! pong 1",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 3
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            < nobestmove
            = ping 1
            < readyok
        "#]],
    );
}

/// The end of the input waits as well; searches that end at once do not keep the rest waiting.
#[test]
fn end_of_input() {
    check(
        "setoption batch true\nposition fen 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1\ngo depth 3\nposition startpos\ngo depth 2\n\
         position fen 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1\ngo depth 3\neof\n! best h2e2",
        expect![[r#"
            = place xiangqi 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1:
            < info depth 0 score -10000
            < nobestmove
            = place xiangqi startpos:
            = search play, depth 2
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = place xiangqi 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1:
            < info depth 0 score -10000
            < nobestmove
            < bye
            = quit
            = end
        "#]],
    );
}
