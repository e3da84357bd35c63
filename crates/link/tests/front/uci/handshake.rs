//! Handshake, unknown input, `debug`, `isready`, registration.

use crate::script;
use crate::uci::{check, front, offers, uci};
use expect_test::expect;
use ferz_link::front::{Uci, UciOffers};
use ferz_link::{Front, FrontInput};
use ferz_referee::Rules;
use std::time::Duration;

// --- Handshake ---

/// U-091, U-092, U-093, U-094, U-098, U-380, U-381, U-385 to U-390, U-392 to U-395, U-436, U-443, U-460:
/// id, options, `uciok`; and all of it again when asked again.
#[test]
fn handshake() {
    let mut front = uci();
    let greeting = expect![[r#"
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
    "#]];
    script::check(&mut front, "uci", greeting);
    let again = script::run(&mut front, "uci");
    assert!(again.starts_with("< id name Script 1.0\n") && again.ends_with("< uciok\n"));
}

/// U-098: settings survive a second `uci`.
#[test]
fn settings_survive_a_second_handshake() {
    check(
        "setoption name UCI_Chess960 value true\nuci\nposition startpos\n",
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
            = place fischerandom startpos:
        "#]],
    );
}

/// U-002, U-096: nothing is prepared for `uci`, `quit`.
#[test]
fn uci_and_quit() {
    let text = script::run(&mut uci(), "uci\nquit");
    assert!(text.ends_with("< uciok\n= quit\n= end\n"), "{text}");
    assert!(!text.contains("= ping") && !text.contains("= place"), "{text}");
}

/// What comes before the engine behind is ready waits for it.
#[test]
fn engine_behind_is_slow() {
    let mut front = Uci::new(Box::new(Rules), UciOffers::default());
    script::check(&mut front, "uci\nisready\nposition startpos\n", expect![""]);
    script::check(
        &mut front,
        "! ready",
        expect![[r#"
            < id name unknown
            < id author unknown
            < option name UCI_Chess960 type check default false
            < option name UCI_Variant type combo default chess var chess var xiangqi var crazyhouse var bughouse var placement var losers var suicide var giveaway var antichess var twokings var atomic var 3check var kingofthehill var racingkings var horde var shatranj var makruk var knightmate var berolina var cylinder var super var capablanca var gothic var caparandom var janus var falcon var courier var great var shogi var lion var elven var chu
            < option name Xiangqi Dialect type combo default Fairy-Stockfish var Fairy-Stockfish var Pikafish
            < uciok
            = ping 1
            = place normal startpos:
        "#]],
    );
}

/// The engine behind may be of a protocol that has no author.
#[test]
fn engine_without_author() {
    let mut front = Uci::new(Box::new(Rules), UciOffers::default());
    script::check(
        &mut front,
        "! ready\nuci",
        expect![[r#"
            < id name unknown
            < id author unknown
            < option name UCI_Chess960 type check default false
            < option name UCI_Variant type combo default chess var chess var xiangqi var crazyhouse var bughouse var placement var losers var suicide var giveaway var antichess var twokings var atomic var 3check var kingofthehill var racingkings var horde var shatranj var makruk var knightmate var berolina var cylinder var super var capablanca var gothic var caparandom var janus var falcon var courier var great var shogi var lion var elven var chu
            < option name Xiangqi Dialect type combo default Fairy-Stockfish var Fairy-Stockfish var Pikafish
            < uciok
        "#]],
    );
}

// --- Tokens, unknown input ---

/// U-030: blanks and tabs anywhere.
#[test]
fn white_space() {
    check(
        "debug on\nisready",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received isready
        = ping 1
    "#]],
    );
    check(
        "   debug     on  \nisready",
        expect![[r#"
        < info string received debug     on
        = debug true
        < info string received isready
        = ping 1
    "#]],
    );
    check(
        "\tdebug\ton\t\nisready",
        expect![[r#"
        < info string received debug	on
        = debug true
        < info string received isready
        = ping 1
    "#]],
    );
}

/// U-031: an unknown word before a command.
#[test]
fn unknown_word_first() {
    check(
        "joho debug on",
        expect![[r#"
        < info string received joho debug on
        = debug true
    "#]],
    );
    check(
        "xyzzy isready",
        expect![[r#"
        = ping 1
    "#]],
    );
}

/// U-032, U-115: `debug` with an unknown argument, or none.
#[test]
fn debug_without_argument() {
    check(
        "debug joho on\nisready",
        expect![[r#"
        = ping 1
    "#]],
    );
    check(
        "debug\nisready",
        expect![[r#"
        = ping 1
    "#]],
    );
}

/// U-034: chatter with a keyword in it starts nothing.
#[test]
fn chatter() {
    check("please go and see if it is possible", expect![""]);
}

/// U-035: keywords are lower case.
#[test]
fn capitals_are_unknown() {
    check("UCI\nIsReady\nGO depth 1", expect![""]);
}

/// U-036: empty lines are nothing, also while debugging.
#[test]
fn empty_lines() {
    let mut front = uci();
    script::run(&mut front, "debug on");
    let mut out = Vec::new();
    for line in ["", "   ", "\t", "\r"] {
        front.step(Duration::ZERO, FrontInput::Line(line), &mut out);
    }
    assert!(out.is_empty(), "{out:?}");
}

/// U-037, U-112, U-498: unknown commands are shown while debugging only, and as `info string`.
#[test]
fn unknown_command() {
    check("foo bar", expect![""]);
    check(
        "debug on\nfoo bar",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received foo bar
        < info string unknown command foo bar
    "#]],
    );
}

/// U-033, U-263, U-284: commands that make no sense when idle.
#[test]
fn stop_and_ponderhit_while_idle() {
    check(
        "stop\nponderhit\nisready",
        expect![[r#"
        = ping 1
    "#]],
    );
}

/// U-039, U-040: bad and huge numbers.
#[test]
fn bad_numbers() {
    check(
        "go depth abc movetime 100",
        expect![[r#"
            = place normal startpos:
            = search play, for 100ms
            < info string go: no number at "abc"
        "#]],
    );
    check(
        "go wtime 999999999999999999999 btime 1",
        expect![[r#"
            = place normal startpos:
            = search play, 3155760000s against 1ms
        "#]],
    );
    check(
        "go nodes 5000000000",
        expect![[r#"
            = place normal startpos:
            = search play, nodes 5000000000
        "#]],
    );
}

// --- debug ---

/// U-110, U-111: while debugging, what was received is shown.
#[test]
fn debug_shows_what_was_received() {
    check(
        "debug on\nisready\n! pong 1\n! debug idea\ndebug off\nisready\n! debug idea",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received isready
        = ping 1
        < readyok
        < info string idea
        < info string received debug off
        = debug false
        = ping 2
    "#]],
    );
}

/// U-113: `debug` in a search.
#[test]
fn debug_in_search() {
    check(
        "go infinite\ndebug on\nisready\ndebug off\nstop\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info string received debug on
        = debug true
        < info string received isready
        < readyok
        < info string received debug off
        = debug false
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
}

// --- isready ---

/// U-120, U-121, U-126, U-127: before `uci`, after options, always.
#[test]
fn isready_idle() {
    check(
        "isready\n! pong 1\nsetoption name Hash value 64\nisready\n! pong 2",
        expect![[r#"
        = ping 1
        < readyok
        = option Hash = "64"
        = ping 2
        < readyok
    "#]],
    );
}

/// U-013, U-122: at once in a search.
#[test]
fn isready_in_search() {
    check(
        "go infinite\nisready\nisready",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < readyok
        < readyok
    "#]],
    );
}

/// `isready` behind `stop` is a fence: the move comes first (U-266).
#[test]
fn isready_after_stop() {
    check(
        "go infinite\nstop\nisready\n! best e2e4\n! pong 1",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = ping 1
        < readyok
    "#]],
    );
}

// --- Registration, copy protection ---

/// U-003, U-180 to U-185: an engine without registration ignores it.
#[test]
fn register_ignored() {
    check(
        "register later\nregister name Stefan MK code 4359874324\nisready",
        expect![[r#"
        = ping 1
    "#]],
    );
}

/// U-176, U-181, U-182, U-183, U-185: an engine with registration gets name and code.
#[test]
fn register() {
    let mut front = front(UciOffers { registration: true, ..offers() });
    script::check(
        &mut front,
        "register later
         register name Stefan MK code 4359874324
         ! registration checking
         ! registration ok
         register code 1 name A B
         ! registration checking
         ! registration error",
        expect![[r#"
            = Register(Later)
            = Register(As { name: Some("Stefan MK"), code: Some("4359874324") })
            < registration checking
            < registration ok
            = Register(As { name: Some("A B"), code: Some("1") })
            < registration checking
            < registration error
        "#]],
    );
}

/// U-001, U-170, U-171, U-172, U-175: copy protection is passed on; the front goes on answering.
#[test]
fn copy_protection() {
    check(
        "! copyprotection checking\n! copyprotection error\nisready\nquit",
        expect![[r#"
        < copyprotection checking
        < copyprotection error
        = ping 1
        = quit
        = end
    "#]],
    );
    check(
        "! copyprotection checking\n! copyprotection ok\n! registration checking",
        expect![[r#"
        < copyprotection checking
        < copyprotection ok
        < registration checking
    "#]],
    );
}
