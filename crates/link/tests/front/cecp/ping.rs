//! Section 14: `ping`.

use crate::cecp::support::check;
use expect_test::expect;

/// C-350, C-362.
#[test]
fn same_number() {
    check(
        "ping 1\nping 99999999999\nping 0\nping -4\nping",
        expect![[r#"
        = new game normal
        = ping 1
        < pong 1
        = ping 2
        < pong 99999999999
        = ping 3
        < pong 0
        = ping 4
        < pong -4
        = ping 5
        < pong
    "#]],
    );
}

/// C-351: behind everything before it.
#[test]
fn in_order() {
    check(
        "new\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nping 1\nnew\nping 2\noption Hash=32\nping 3",
        expect![[r#"
            < tellusererror Illegal position
            = new game normal
            = ping 1
            < pong 1
            = new game normal
            = ping 2
            < pong 2
            = option Hash = "32"
            = ping 3
            < pong 3
        "#]],
    );
}

/// C-352: at once while pondering, which goes on.
#[test]
fn while_pondering() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\nping 5",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = ping 1
            < pong 5
        "#]],
    );
}

/// C-353: behind the move on our move.
#[test]
fn while_thinking() {
    check(
        "new\ngo\nping 7\nping 8\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
            = ping 1
            = ping 2
            < pong 7
            < pong 8
        "#]],
    );
}

/// C-354: `?` first gives the move.
#[test]
fn after_move_now() {
    check(
        "new\ngo\n?\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            < move a2a3
            = ping 1
            < pong 1
        "#]],
    );
}

/// C-355: `force`, `new`, `ping`.
#[test]
fn fence() {
    check(
        "new\ngo\nforce\nnew\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = new game normal
            = ping 1
            < pong 1
        "#]],
    );
    // However slow the engine stops.
    check(
        "slow\nnew\ngo\nforce\nnew\nping 1\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = new game normal
            = ping 1
            < pong 1
        "#]],
    );
    // A ping on our move is answered when the move is abandoned.
    check(
        "new\ngo\nping 1\nforce",
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

/// C-806: what waits for the end of our move comes in the order of its arrival.
#[test]
fn order_of_what_waits() {
    check(
        "new\ngo\noption Style=Very Risky\nping 1\nmemory 64\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
            = option Style = "Very Risky"
            = option Hash = "64"
            = ping 1
            < pong 1
        "#]],
    );
}
