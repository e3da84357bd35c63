//! The document's own dialogues.

use crate::ucci::check;
use expect_test::expect;

/// X-380: a beginning; X-381: a guess that was right.
#[test]
fn hit() {
    check(
        "setoption usemillisec true\nsetoption usebook false\n\
         position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n\
         go time 300000 increment 0\n\
         ! info depth 6 score cp 16 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7\n\
         @ 5000\n! info nodes 5000000 time 5000\n! best b0c2 b9c7\n\
         position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b0c2 b9c7\n\
         go ponder time 295000 increment 0\n\
         ! info depth 6 score cp 16 pv c3c4 h9i7 c2d4 h7e7 h0g2 i9h9\n\
         ponderhit\n@ 20000\n! info nodes 15000000 time 15000\n! best c3c4 h9i7\n\
         position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves b0c2 b9c7 c3c4 h9i7\n\
         go ponder time 290000 increment 0",
        expect![[r#"
            = option BookFile = ""
            = option OwnBook = "false"
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1:
            = search play, 300s against no clock
            < info depth 6 score 4 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7
            < info time 5000 nodes 5000000
            < bestmove b0c2 ponder b9c7
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1: b0c2 b9c7
            = search ponder, 295s against no clock
            < info depth 6 score 4 pv c3c4 h9i7 c2d4 h7e7 h0g2 i9h9
            = ponder hit
            < info time 15000 nodes 15000000
            < bestmove c3c4 ponder h9i7
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1: b0c2 b9c7 c3c4 h9i7
            = search ponder, 290s against no clock
        "#]],
    );
}

/// X-382: a guess that was wrong.
#[test]
fn miss() {
    check(
        "setoption usemillisec true\nposition startpos moves b0c2 b9c7\ngo ponder time 295000 increment 0\n\
         stop\n@ 10000\n! info nodes 10000000 time 10000\n! best c3c4 h9i7\n\
         position startpos moves b0c2 c6c5\ngo time 295000 increment 0",
        expect![[r#"
            = place xiangqi startpos: b0c2 b9c7
            = search ponder, 295s against no clock
            = stop
            < info time 10000 nodes 10000000
            < info depth 0 score 0 pv c3c4 h9i7
            < bestmove c3c4 ponder h9i7
            = place xiangqi startpos: b0c2 c6c5
            = search play, 295s against no clock
        "#]],
    );
}

/// X-111, X-110: the five lines of the worked example.
#[test]
fn positions() {
    let start = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let later = "fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2";
    let script = format!(
        "position {start}\nposition {start} moves h2e2\nposition {start} moves h2e2 h7e7\n\
         position {later}\nposition {later} moves d9e8"
    );
    check(
        &script,
        expect![[r#"
        = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1:
        = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1: h2e2
        = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1: h2e2 h7e7
        = place xiangqi rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2:
        = place xiangqi rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2: d9e8
    "#]],
    );
}
