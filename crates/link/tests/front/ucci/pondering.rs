//! `go ponder`, `ponderhit`.

use crate::ucci::{check, heard};
use expect_test::expect;

/// X-238, X-280, X-281: the clock counts from the hit on.
#[test]
fn hit() {
    check(
        "go ponder time 300 increment 0\nponderhit\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder, 300s against no clock
            = ponder hit
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
}

/// X-288: `stop` gives a move too.
#[test]
fn miss() {
    check(
        "go ponder time 300 increment 0\nstop\n! best h2e2 h9g7",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder, 300s against no clock
            = stop
            < info depth 0 score 0 pv h2e2 h9g7
            < bestmove h2e2 ponder h9g7
        "#]],
    );
}

/// X-239, X-240, X-283: an answer found before the hit waits for it, in every mode.
#[test]
fn held() {
    for go in ["go ponder depth 1", "go ponder nodes 9", "go ponder infinite", "go ponder time 1"] {
        assert_eq!(heard(&format!("{go}\n! best h2e2")), [""; 0], "{go}");
        for end in ["ponderhit", "stop"] {
            let said = heard(&format!("{go}\n! best h2e2\n{end}"));
            assert_eq!(said.last().map(String::as_str), Some("bestmove h2e2"), "{go} {end}");
        }
    }
    check(
        "go ponder depth 1\n! best h2e2\nquit",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder, depth 1
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            < bye
            = quit
            = end
        "#]],
    );
}

/// X-240: nothing to think about, and still no answer before its time.
#[test]
fn held_without_moves() {
    check(
        "position fen 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1\ngo ponder time 9\nponderhit",
        expect![[r#"
            = place xiangqi 3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1:
            < info depth 0 score -10000
            < nobestmove
        "#]],
    );
}

/// X-282, X-242: an offer with the hit, or too early, with `go` itself.
#[test]
fn hit_with_draw() {
    let drawn = "position fen 3k5/9/9/9/9/9/9/9/9/4KA3 w - - 0 1";
    for script in [
        "go ponder time 9\nponderhit draw",
        "go ponder draw time 9\nponderhit",
        "go ponder time 9 draw\n ponderhit",
    ] {
        let said =
            heard(&format!("{drawn}\n{script}\n! info depth 3 score cp 0 pv e0e1\n! best e0e1"));
        assert_eq!(said.last().map(String::as_str), Some("bestmove e0e1 draw"), "{script}");
    }
    check(
        "go ponder draw time 9\nponderhit",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder, 9s against no clock
            = ponder hit, draw offered
        "#]],
    );
}

/// X-064: `ponderhit` where nobody ponders.
#[test]
fn hit_without_pondering() {
    check(
        "ponderhit\nponderhit draw\ngo time 9\nponderhit\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 9s against no clock
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
}

/// Twice, or after a stop.
#[test]
fn second_hit() {
    check(
        "go ponder time 9\nponderhit\nponderhit\nstop\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder, 9s against no clock
            = ponder hit
            = stop
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
    check(
        "go ponder time 9\nstop\nponderhit\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder, 9s against no clock
            = stop
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
        "#]],
    );
}

/// A search without limits goes on after the hit; a mate ends it then only.
#[test]
fn endless() {
    check(
        "go ponder infinite\n! info depth 5 score mate 1 pv h2e2\nponderhit\n! info depth 6 score mate 1 pv h2e2\n! best h2e2",
        expect![[r#"
            = place xiangqi startpos:
            = search ponder
            < info depth 5 score 9999 pv h2e2
            = ponder hit
            < info depth 6 score 9999 pv h2e2
            = stop
            < bestmove h2e2
        "#]],
    );
}
