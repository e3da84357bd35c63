//! Sections 12, 18, 27: thinking on the opponent's time.

use crate::cecp::support::{check, heard};
use expect_test::expect;

/// C-332, C-440, C-628, C-627: the guess is told before the first line, and a hit goes on.
#[test]
fn hit() {
    check(
        "new\nhard\npost\ne2e4\n! best e7e5 g1f3\n! info depth 3 score cp 1 time 0 nodes 1 pv b8c6\ntime 30000\notim 30000\nusermove g1f3\n! info depth 4 score cp 1 time 0 nodes 1 pv b8c6\n! best b8c6 f1b5",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < 0 0 0 0 (e7e5)
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            < 3 1 0 1 b8c6
            = ponder hit
            < 4 1 0 1 b8c6
            < move b8c6
            < Hint: f1b5
            = place normal startpos: e2e4 e7e5 g1f3 b8c6 f1b5
            = search ponder, 300s/38 against 300s/37
        "#]],
    );
}

/// C-804: a miss: the answer of the wrong search is dropped, whenever it comes.
#[test]
fn miss() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\nd2d4\n! best e5d4",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            = place normal startpos: e2e4 e7e5 d2d4
            = search play, 300s/39 against 300s/38
            < move e5d4
            = place normal startpos: e2e4 e7e5 d2d4 e5d4
            = search analyse
        "#]],
    );
    check(
        "slow\nnew\nhard\npost\ne2e4\n! best e7e5 g1f3\nd2d4\n! info depth 3 score cp 1 time 0 nodes 1 pv b8c6\n! best b8c6\n! best e5d4",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < 0 0 0 0 (e7e5)
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            = place normal startpos: e2e4 e7e5 d2d4
            = search play, 300s/39 against 300s/38
            < 0 0 0 0 (e5d4)
            < move e5d4
            = place normal startpos: e2e4 e7e5 d2d4 e5d4
            = search analyse
        "#]],
    );
}

/// A move that is none leaves the ponder search alone.
#[test]
fn illegal_move_while_pondering() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\ne2e5\ng1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            < Illegal move (no piece there): e2e5
            = ponder hit
        "#]],
    );
}

/// C-441, C-443, C-707: off is off.
#[test]
fn easy() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\neasy\neasy\ng1f3\n! best b8c6 f1b5",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            = place normal startpos: e2e4 e7e5 g1f3
            = search play, 300s/39 against 300s/38
            < move b8c6
        "#]],
    );
    check(
        "new\neasy\neasy\ne2e4\n! best e7e5 g1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
        "#]],
    );
}

/// C-447: off at first, not changed by `new`.
#[test]
fn default() {
    assert_eq!(heard("new\ne2e4\n! best e7e5 g1f3"), ["move e7e5"]);
    assert_eq!(heard("hard\nnew\ne2e4\n! best e7e5 g1f3"), ["move e7e5", "Hint: g1f3"]);
}

/// C-184: not before the first move.
#[test]
fn not_before_the_first_move() {
    check("hard\nnew\nhard", expect![]);
}

/// `hard` in the middle of the game begins at once.
#[test]
fn hard_on_the_opponents_time() {
    check(
        "new\ne2e4\n! best e7e5 g1f3\nhard",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
        "#]],
    );
}

/// C-199, C-440: without a guess it is the opponent's position that is searched; not shown.
#[test]
fn without_a_guess() {
    check(
        "new\nhard\npost\ne2e4\n! best e7e5\n! info depth 3 score cp 1 time 0 nodes 1 pv g1f3\ng1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < 0 0 0 0 (e7e5)
            < move e7e5
            = place normal startpos: e2e4 e7e5
            = search analyse
            = stop
            = place normal startpos: e2e4 e7e5 g1f3
            = search play, 300s/39 against 300s/38
        "#]],
    );
}

/// The guess would end the game: nothing to think about.
#[test]
fn guess_ends_the_game() {
    check(
        "new\nhard\nforce\nf2f3\ne7e5\ngo\n! best g2g4 d8h4\nd8h4",
        expect![[r#"
            = new game normal
            = place normal startpos: f2f3 e7e5
            = search play, 300s/39 against 300s/39
            < move g2g4
            < 0-1 {Black mates}
        "#]],
    );
}

/// C-759: ChessBase's `ponder`.
#[test]
fn ponder_command() {
    check(
        "new\nponder\ne2e4\n! best e7e5 g1f3\nponder\ng1f3\nponder",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = ponder hit
        "#]],
    );
}

/// C-273: a clock that has run away from what the search was told makes it a miss; other limits
/// begin the ponder search again.
#[test]
fn other_limits() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\ntime 1000\notim 1000\ng1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            = place normal startpos: e2e4 e7e5 g1f3
            = search play, 10s/39 against 10s/38
        "#]],
    );
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\nst 3\nsd 4",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, at most 3s
            = stop
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, depth 4, at most 3s
        "#]],
    );
}

/// C-471, C-472: a pause on the opponent's time.
#[test]
fn paused() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\npause\nresume\ng1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = pause
            = resume
            = ponder hit
        "#]],
    );
}

/// C-362 of UCI's kind: `?` on the opponent's time does nothing; C-341.
#[test]
fn move_now_while_pondering() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\n?",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
        "#]],
    );
}

/// A ponder search that ends by itself is not missed.
#[test]
fn ends_by_itself() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\n! best b8c6\ng1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = place normal startpos: e2e4 e7e5 g1f3
            = search play, 300s/39 against 300s/38
        "#]],
    );
}
