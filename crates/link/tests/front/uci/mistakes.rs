//! What is told of an interface's mistakes, and what is done at the end of the input.

use crate::script;
use crate::uci::{check, front, offers};
use expect_test::{Expect, expect};
use ferz_link::front::UciOffers;

/// The front as a person at a terminal has it.
fn person(script: &str, expected: Expect) {
    let mut front = front(UciOffers { person: Some("`ferz play` plays"), ..offers() });
    script::check(&mut front, script, expected);
}

/// U-037, U-152, U-153, U-498: a program that speaks UCI is told of each mistake once, and by
/// `info string` alone.
#[test]
fn a_program_is_told_of_each_mistake_once() {
    check(
        "uci\nfoo bar\nfoo bar\nsetoption name Hsh value 4\nsetoption name Hsh value 4\n\
         setoption name Hash value abc\nsetoption name Hash value 4000000\n\
         setoption name SyzygyPath value /x\n! refused SyzygyPath: /x is no folder",
        expect![[r#"
            < id name Script 1.0
            < id author Somebody
            < option name Hash type spin default 16 min 1 max 1024
            < option name Ponder type check default false
            < option name Style type combo default Calm var Calm var Very Risky
            < option name Clear Hash type button
            < option name SyzygyPath type string default <empty>
            < option name UCI_ShowCurrLine type check default false
            < option name UCI_ShowRefutations type check default false
            < option name UCI_Chess960 type check default false
            < option name UCI_Variant type combo default chess var chess var xiangqi var crazyhouse var bughouse var placement var losers var suicide var giveaway var antichess var twokings var atomic var 3check var kingofthehill var racingkings var horde var shatranj var makruk var knightmate var berolina var cylinder var super var capablanca var gothic var caparandom var janus var falcon var courier var great var shogi var lion var elven var chu
            < option name Xiangqi Dialect type combo default Fairy-Stockfish var Fairy-Stockfish var Pikafish
            < option name UCI_ShowWDL type check default false
            < option name UCI_Opponent type string default <empty>
            < option name UCI_SetPositionValue type string default <empty>
            < option name UCI_EngineAbout type string default A scripted engine
            < uciok
            < info string unknown command foo bar
            < info string unknown option Hsh
            < info string option Hash kept: bad value "abc"
            < info string option Hash kept: bad value "4000000"
            = option SyzygyPath = "/x"
            < info string SyzygyPath: /x is no folder
        "#]],
    );
}

/// U-037: before the first word of UCI nothing is said: it may be another protocol's.
#[test]
fn before_the_first_word() {
    check(
        "foo\nbar\nisready\nquit",
        expect![[r#"
        = ping 1
        = quit
        = end
    "#]],
    );
}

/// Whoever sends nothing but nonsense is not answered for ever.
#[test]
fn a_flood_of_mistakes() {
    let script: String = (0..1000).map(|n| format!("nonsense{n}\n")).collect();
    let mut front = front(offers());
    let said = script::run(&mut front, &format!("ucinewgame\n{script}"));
    assert_eq!(said.matches("unknown command").count(), 32, "{said}");
    let long = "x".repeat(1_000_000);
    let mut front = crate::uci::front(offers());
    assert!(script::run(&mut front, &format!("ucinewgame\n{long}")).len() < 1000);
}

/// U-031, U-039: words and numbers of `go` that mean nothing are named, and what follows.
#[test]
fn odd_words_of_go() {
    check(
        "go dpeth 3",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info string go: unknown "dpeth 3"; this search has no limit, it ends at `stop`
    "#]],
    );
    check(
        "go dpeth 3 movetime 10",
        expect![[r#"
            = place normal startpos:
            = search play, for 10ms
            < info string go: unknown "dpeth 3"
        "#]],
    );
    check(
        "go depth abc",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info string go: no number at "abc"; this search has no limit, it ends at `stop`
    "#]],
    );
    check(
        "go infinite fast",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info string go: unknown "fast"
    "#]],
    );
}

/// A person is told every time.
#[test]
fn people() {
    person(
        "foo\nfoo\nsetoption name Hsh value 1\nsetoption name Hsh value 1\ne2e4\nNf3\n\
         position startpos moves e2e4\ne4\nc5",
        expect![[r#"
            < info string unknown command foo: `help` lists those there are
            < info string unknown command foo: `help` lists those there are
            < info string unknown option Hsh
            < info string unknown option Hsh
            < info string e2e4 is a move: `ferz play` plays
            < info string Nf3 is a move: `ferz play` plays
            = place normal startpos: e2e4
            < info string e4 is a move: `ferz play` plays
            < info string c5 is a move: `ferz play` plays
        "#]],
    );
}

/// A word for the engine waits for the end of a search; behind an endless one it is refused.
#[test]
fn console_words_behind_go() {
    check(
        "go depth 1\nd\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = console d
        "#]],
    );
    check(
        "go infinite\nd\nstop\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info string d ignored: a search runs, `stop` ends it
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
}

/// U-253: a count of moves is finished before what follows it, `quit` included, as Stockfish does.
#[test]
fn behind_a_count_of_moves() {
    let count = "! console a2a3: 1\n! console nodes searched: 1\n! best none";
    check(
        &format!("go perft 1\nquit\n{count}"),
        expect![[r#"
            = place normal startpos:
            = search play, perft 1
            < a2a3: 1
            < nodes searched: 1
            = quit
            = end
        "#]],
    );
    check(
        &format!("go perft 1\neof\n{count}"),
        expect![[r#"
            = place normal startpos:
            = search play, perft 1
            < a2a3: 1
            < nodes searched: 1
            = quit
            = end
        "#]],
    );
    check(
        &format!("go perft 1\nd\ngo perft 2\n{count}"),
        expect![[r#"
            = place normal startpos:
            = search play, perft 1
            < a2a3: 1
            < nodes searched: 1
            = console d
            = search play, perft 2
        "#]],
    );
    check(
        "go perft 9\nquit\nquit\n! best none",
        expect![[r#"
            = place normal startpos:
            = search play, perft 9
            = stop
            = quit
            = end
        "#]],
    );
    check(
        "go perft 9\nstop\nquit\n! best none",
        expect![[r#"
            = place normal startpos:
            = search play, perft 9
            = stop
            = quit
            = end
        "#]],
    );
}

/// U-302: at the end of the input a search that ends by itself does so; another one is stopped.
#[test]
fn end_of_input() {
    check(
        "go depth 2\neof\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search play, depth 2
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = quit
            = end
        "#]],
    );
    check(
        "go depth 2\nd\neof\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search play, depth 2
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = console d
            = ping 1
        "#]],
    );
    check(
        "go ponder depth 2\neof\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search ponder, depth 2
            = stop
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = quit
            = end
        "#]],
    );
    check(
        "go infinite\nstop\ngo depth 2\neof\n! best e2e4\n! best d2d4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = search play, depth 2
            < info depth 0 time 0 nodes 0 pv d2d4
            < bestmove d2d4
            = quit
            = end
        "#]],
    );
    check(
        "go infinite\n! best e2e4\neof",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = quit
        = end
    "#]],
    );
}

/// U-513: the greeting of UCI-Cyclone is followed by `uci`; ranks count from 0, whatever is set.
#[test]
fn cyclone() {
    check(
        "ucicyclone\nposition startpos moves h2e2\nsetoption name UCI_Variant value xiangqi\n\
         setoption name Xiangqi Dialect value Fairy-Stockfish\nposition startpos moves h2e2\n\
         go depth 1\n! best h9g7",
        expect![[r#"
            = place xiangqi startpos: h2e2
            = place xiangqi startpos: h2e2
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv h9g7
            < bestmove h9g7
        "#]],
    );
}
