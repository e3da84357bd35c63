//! Sections 17, 27, 33: thinking output, hints, book, messages.

use crate::cecp::support::{Talk, check, check_v1, heard};
use expect_test::expect;

/// C-444, C-445, C-447, C-605 to C-611, C-615, C-630: off at first, seven numbers and a tab, or
/// four.
#[test]
fn thinking() {
    check(
        "new\ngo\n! info depth 1 seldepth 2 score cp 1 time 10 nodes 9 nps 900 pv e2e4\npost\n! info depth 9 seldepth 20 score cp 156 time 10840 nodes 48000 nps 44280 pv g1f3 b8c6\n! info depth 9 score cp -3 time 10840 nodes 48000 pv g1f3 b8c6\n! info depth 10 seldepth 21 score cp 1 time 19 nodes 9 nps 900 tbhits 7 pv e2e4\nnopost\n! info depth 11 score cp 1 time 10 nodes 9 pv e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < 9 156 1084 48000 20 44280 0	g1f3 b8c6
            < 9 -3 1084 48000 g1f3 b8c6
            < 10 1 1 9 21 900 7	e2e4
        "#]],
    );
}

/// C-447: `new` leaves them alone.
#[test]
fn post_survives_new() {
    assert_eq!(heard("post\nnew\ngo\n! info depth 1 score cp 1 time 1 nodes 1 pv e2e4").len(), 1);
}

/// C-616: old hosts get four numbers.
#[test]
fn thinking_for_old_hosts() {
    check_v1(
        "new\npost\ngo\n! info depth 9 seldepth 20 score cp 156 time 10840 nodes 48000 nps 44280 pv g1f3 b8c6",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < 9 156 1084 48000 g1f3 b8c6
        "#]],
    );
}

/// C-618, C-619, C-620, C-621: bounds and mates.
#[test]
fn bounds_and_mates() {
    let line = |score: &str| {
        let said = heard(&format!(
            "new\npost\ngo\n! info depth 1 score {score} time 0 nodes 1 pv e2e4 e7e5"
        ));
        said.join("|")
    };
    assert_eq!(line("cp 5 lowerbound"), "1 5 0 1 e2e4 e7e5 !");
    assert_eq!(line("cp -5 upperbound"), "1 -5 0 1 e2e4 e7e5 ?");
    assert_eq!(line("mate 2"), "1 100002 0 1 e2e4 e7e5");
    assert_eq!(line("mate -3"), "1 -100003 0 1 e2e4 e7e5");
    assert_eq!(line("mate 0"), "1 -100000 0 1 e2e4 e7e5");
}

/// C-623: from the view of the side to move, unchanged for either colour.
#[test]
fn point_of_view() {
    let said = heard("new\npost\ne2e4\n! info depth 1 score cp -31 time 0 nodes 1 pv e7e5");
    assert_eq!(said, ["1 -31 0 1 e7e5"]);
}

/// C-624, C-633: a move without a search; news without a line.
#[test]
fn no_search() {
    check(
        "new\npost\ngo\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < 0 0 0 0 (e2e4)
            < move e2e4
        "#]],
    );
    check(
        "new\npost\ngo\n! info depth 3 currmove e2e4 currmovenumber 1\n! info nodes 1000 nps 5\n! info depth 3 score cp 3",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
        "#]],
    );
}

/// C-609, C-027: large numbers, long lines.
#[test]
fn large() {
    let pv = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
    let said = heard(&format!(
        "new\npost\ngo\n! info depth 1 score cp 1 time 0 nodes 18446744073709551615 pv {pv}"
    ));
    assert!(said[0].starts_with("1 1 0 18446744073709551615 g1f3"), "{}", &said[0][..60]);
    assert!(said[0].len() > 99_000);
}

/// C-567, C-328: castling in the lines of Chess960 as in its moves.
#[test]
fn lines_of_chess960() {
    check(
        "new\npost\nvariant fischerandom\nsetboard 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\ngo\n! info depth 1 score cp 1 time 0 nodes 1 pv e1h1 e8e7 f1e1\n! best e1h1 e8e7",
        expect![[r#"
            = new game fischerandom
            = place fischerandom 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1:
            = search play, 300s/40 against 300s/40
            < 1 1 0 1 O-O e8e7 f1e1
            < move O-O
        "#]],
    );
}

/// C-425, C-351: a hint, if need be from a short search; other commands have precedence.
#[test]
fn hint() {
    check(
        "new\nhint\nping 1\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, at most 300ms
            < Hint: e2e4
            = ping 1
            < pong 1
        "#]],
    );
    check(
        "new\nhint\nusermove d2d4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, at most 300ms
            = stop
            = place normal startpos: d2d4
            = search play, 300s/40 against 300s/39
        "#]],
    );
    check(
        "slow\nnew\nhint\nforce\nhint\n! best e2e4\n! best g1f3",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, at most 300ms
            = stop
            = place normal startpos:
            = search play, at most 300ms
            < Hint: g1f3
        "#]],
    );
    check(
        "new\ne2e4\nhint\n! best e7e5 g1f3\nhint",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
        "#]],
    );
    check("new\nforce\nf2f3\ne7e5\ng2g4\nd8h4\nhint", expect![]);
    check(
        "! hint e2e4",
        expect![[r#"
        < Hint: e2e4
    "#]],
    );
}

/// C-426, C-428: every line of the book begins with a blank, an empty one ends it.
#[test]
fn book() {
    check(
        "new\nbk\n! book e2e4:60 g1f3:40",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = book
            <  e2e4 60%
            <  g1f3 40%
            <
        "#]],
    );
    check(
        "new\nbk\n! book",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = book
            <  no book
            <
        "#]],
    );
    // In a search of ours the engine has the position; on the opponent's time it has another one.
    check(
        "new\ngo\nbk\n! book e2e4:100",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = book
            <  e2e4 100%
            <
        "#]],
    );
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\nbk\n! book g1f3:100",
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
            = place normal startpos: e2e4 e7e5
            = book
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            <  g1f3 100%
            <
        "#]],
    );
}

/// C-772 to C-777, C-781: texts of the engine.
#[test]
fn messages() {
    check(
        "! user Hello  there\n! usererror No licence\n! opponent Good game\n! others Psst\n! all Hello\n! server finger\n! note silent\n! refused-option Hash: bad value \"x\"",
        expect![[r#"
            < telluser Hello  there
            < tellusererror No licence
            < tellopponent Good game
            < tellothers Psst
            < tellall Hello
            < tellics finger
            < Error (bad value "x"): Hash
        "#]],
    );
}

/// C-020, C-025, C-720: nothing but what the protocol knows, whole lines, over a long conversation.
#[test]
fn whitelist() {
    let mut talk = Talk::new();
    let text = talk.run(
        "xboard\nprotover 2\naccepted debug\nnew\nrandom\nlevel 40 5 0\npost\nhard\ne2e4\n! info depth 1 score cp 1 time 1 nodes 1 pv e7e5\n! best e7e5 g1f3\ng1f3\n! best b8c6 f1b5\nd2d4\n! best e5d4\nfoo\na1a5\nbk\n! book\nhint\n! best f3d4\ndraw\nanalyze\n.\nexit\nsetboard x\nsetboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\n! user x",
    );
    let known = |line: &str| {
        let first = line.split(' ').next().unwrap_or_default();
        let word = matches!(
            first,
            "feature"
                | "move"
                | "offer"
                | "resign"
                | "pong"
                | "Hint:"
                | "Illegal"
                | "Error"
                | "stat01:"
                | "telluser"
                | "tellusererror"
                | "1-0"
                | "0-1"
                | "1/2-1/2"
                | "#"
                | ""
        );
        let numbers = line.split_whitespace().take(4).filter(|word| word.parse::<i64>().is_ok());
        word || numbers.count() == 4
    };
    for line in text.lines().filter_map(|line| line.strip_prefix("< ")) {
        assert!(known(line), "{line:?}");
    }
}
