//! `setoption`: names, values, what is the protocol's own business.

use crate::script;
use crate::ucci::{check, ucci};
use expect_test::expect;

/// X-192, X-193, X-167, X-168, X-160: forms and ordinary options.
#[test]
fn engine_options() {
    check(
        "setoption hashsize 32\nsetoption threads 2\nsetoption ponder true\nsetoption clearhash\nsetoption randomness small",
        expect![[r#"
            = option Hash = "32"
            = option Threads = "2"
            = option Ponder = "true"
            = option Clear Hash
            = option Randomness = "small"
        "#]],
    );
}

/// X-167, X-168: nought lets the engine choose.
#[test]
fn automatic() {
    check(
        "setoption hashsize 0\nsetoption threads 0",
        expect![[r#"
        = option Hash = "16"
        = option Threads = "1"
    "#]],
    );
}

/// X-161, X-163, X-164: `usebook` and `bookfiles` decide together.
#[test]
fn book() {
    check(
        "setoption usebook false",
        expect![[r#"
        = option BookFile = ""
        = option OwnBook = "false"
    "#]],
    );
    check(
        r"setoption bookfiles C:\My Books\a.dat;b.dat",
        expect![[r#"
        = option BookFile = "C:\\My Books\\a.dat;b.dat"
        = option OwnBook = "true"
    "#]],
    );
    check(
        "setoption bookfiles",
        expect![[r#"
        = option BookFile = ""
        = option OwnBook = "false"
    "#]],
    );
    check(
        "setoption bookfiles\nsetoption usebook true",
        expect![[r#"
        = option BookFile = ""
        = option OwnBook = "false"
        = option BookFile = ""
        = option OwnBook = "false"
    "#]],
    );
    check(
        "setoption bookfiles\nsetoption bookfiles <own>",
        expect![[r#"
        = option BookFile = ""
        = option OwnBook = "false"
        = option BookFile = ""
        = option OwnBook = "true"
    "#]],
    );
}

/// X-162, X-165: the same of the tables.
#[test]
fn tables() {
    check(
        "setoption egtbpaths /a",
        expect![[r#"
        = option SyzygyPath = "/a"
    "#]],
    );
    check(
        "setoption egtbpaths /a\nsetoption useegtb false\nsetoption useegtb on",
        expect![[r#"
            = option SyzygyPath = "/a"
            = option SyzygyPath = ""
            = option SyzygyPath = "/a"
        "#]],
    );
    let text = script::run(&mut ucci(), "setoption egtbpaths /a;/b");
    let separator = if cfg!(windows) { ';' } else { ':' };
    assert_eq!(text, format!("= option SyzygyPath = \"/a{separator}/b\"\n"));
}

/// X-166: a library for the evaluation, where the engine takes none: the user is told.
#[test]
fn evaluation_library() {
    check(
        "setoption evalapi libeval.so\nsetoption evalapi",
        expect![[r#"
        < info message evalapi: this engine takes no library, "libeval.so" is not used
    "#]],
    );
}

/// X-195, X-030, X-137: check options in words of both kinds.
#[test]
fn truth() {
    for value in ["true", "on", "TRUE", "ON"] {
        let text = script::run(&mut ucci(), &format!("setoption ponder {value}"));
        assert_eq!(text, "= option Ponder = \"true\"\n");
    }
    for value in ["false", "off", "False", "OFF"] {
        let text = script::run(&mut ucci(), &format!("setoption ponder {value}"));
        assert_eq!(text, "= option Ponder = \"false\"\n");
    }
}

/// X-196: UCI's form, and UCI's names.
#[test]
fn form_of_uci() {
    check(
        "setoption name hashsize value 32\nsetoption name Hash value 33\nsetoption name Clear Hash value",
        expect![[r#"
            = option Hash = "32"
            = option Hash = "33"
            = option Clear Hash
        "#]],
    );
}

/// X-198, X-174: what does not fit changes nothing; debugging says so.
#[test]
fn bad_values() {
    let script = "setoption hashsize 999999999\nsetoption hashsize many\nsetoption hashsize\n\
        setoption randomness huge\nsetoption ponder perhaps\nsetoption usemillisec 2\n\
        setoption style wild\nsetoption batch";
    check(script, expect![[r#""#]]);
    check(
        &format!("setoption debug on\n{script}"),
        expect![[r#"
        = debug true
        < info message option hashsize kept: bad value "999999999"
        < info message option hashsize kept: bad value "many"
        < info message option hashsize kept: bad value ""
        < info message option randomness kept: bad value "huge"
        < info message option ponder kept: bad value "perhaps"
        < info message option usemillisec kept: bad value "2"
        < info message option style kept: bad value "wild"
        < info message option batch kept: bad value ""
    "#]],
    );
}

/// X-006, X-007, X-194, X-171, X-172: what nobody declared is no error.
#[test]
fn undeclared_options() {
    for setting in [
        "foo bar",
        "repetition AlwaysDraw",
        "usehash true",
        "loadbook",
        "pruning small",
        "knowledge large",
        "idle large",
        "multipv 3",
        "uci_elo 2",
        "caption",
    ] {
        let text = script::run(&mut ucci(), &format!("setoption {setting}\nisready"));
        assert_eq!(text, "= ping 1\n", "{setting}");
    }
}

/// X-006: names of version 2 that have successors.
#[test]
fn old_names() {
    check(
        "setoption selectivity large\nsetoption drawmoves 50\nsetoption repetition ChineseRule\nsetoption repetition asianrule",
        expect![[r#"
            = option Randomness = "large"
            = option Natural Move Limit = "50"
            = option Repetition Rule = "chinese"
            = option Repetition Rule = "asian"
        "#]],
    );
}

/// X-155, X-157, X-227, X-229, X-230, X-343: seconds until milliseconds are agreed.
#[test]
fn units() {
    check(
        "go time 2 increment 1 opptime 3 oppincrement 4",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 2s+1s against 3s+4s
        "#]],
    );
    check(
        "setoption usemillisec true\ngo time 2000 increment 10 opptime 3000 oppincrement 40",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 2s+10ms against 3s+40ms
        "#]],
    );
    check(
        "setoption usemillisec true\nsetoption usemillisec off\ngo time 9",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 9s against no clock
        "#]],
    );
}

/// X-176, X-375: a new game, in three spellings.
#[test]
fn new_game() {
    check(
        "setoption newgame\nuccinewgame\nucinewgame",
        expect![[r#"
        = new game xiangqi
        = new game xiangqi
        = new game xiangqi
    "#]],
    );
}

/// X-170: the game where advisors and elephants may become pawns, also for a position that stands.
#[test]
fn promotion() {
    check(
        "position startpos moves h2e2\nsetoption promotion true\nsetoption newgame\nposition startpos\nsetoption promotion false\nsetoption promotion false",
        expect![[r#"
            = place xiangqi startpos: h2e2
            = place xiangqi-promotion startpos: h2e2
            = new game xiangqi-promotion
            = place xiangqi-promotion startpos:
            = place xiangqi startpos:
        "#]],
    );
}

/// X-159: more lines while debugging.
#[test]
fn debugging() {
    let script = "go depth 9\n! info depth 1 score cp 8 time 1 nodes 20 pv h2e2\n! info depth 2 currmove b2e2 currmovenumber 2\n! info depth 2 score cp 4 time 2 nodes 60 pv h2e2 h9g7\n! best h2e2 h9g7";
    check(
        script,
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 9
            < info depth 1 score 2 pv h2e2
            < info depth 2 score 1 pv h2e2 h9g7
            < info time 2 nodes 60
            < bestmove h2e2 ponder h9g7
        "#]],
    );
    check(
        &format!("setoption debug true\n{script}"),
        expect![[r#"
            = debug true
            = place xiangqi startpos:
            = search play, depth 9
            < info depth 1 score 2 pv h2e2
            < info time 1 nodes 20
            < info currmove b2e2 currmovenumber 2
            < info depth 2 score 1 pv h2e2 h9g7
            < info time 2 nodes 60
            < bestmove h2e2 ponder h9g7
        "#]],
    );
}

/// A refusal of the engine's reaches the user.
#[test]
fn refusal() {
    check(
        "setoption bookfiles x.dat\n! refused BookFile: no such file",
        expect![[r#"
        = option BookFile = "x.dat"
        = option OwnBook = "true"
        < info message BookFile: no such file
    "#]],
    );
}
