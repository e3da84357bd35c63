//! The UCI front alone: transcripts over the real rules and a scripted engine.

mod support;

use expect_test::{Expect, expect};
use ferz::referee::Rules;
use ferz_link::front::{Uci, UciOffers};
use ferz_link::{Front, FrontInput};
use std::time::Duration;

fn front(offers: UciOffers) -> Uci {
    let mut front = Uci::new(Box::new(Rules), offers);
    for event in support::introduction() {
        front.step(Duration::ZERO, FrontInput::Event(event), &mut Vec::new());
    }
    front
}

fn offers() -> UciOffers {
    UciOffers {
        position_values: true,
        opponent: true,
        wdl: true,
        registration: false,
        about: Some("A scripted engine".into()),
        console: &["d", "eval"],
    }
}

fn uci() -> Uci {
    front(offers())
}

fn check(script: &str, expected: Expect) {
    support::check(&mut uci(), script, expected);
}

// --- Handshake ---

/// U-091, U-092, U-093, U-094, U-098, U-380, U-381, U-385 to U-390, U-392 to U-395, U-436, U-460:
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
        < option name UCI_ShowWDL type check default false
        < option name UCI_Opponent type string default <empty>
        < option name UCI_SetPositionValue type string default <empty>
        < option name UCI_EngineAbout type string default A scripted engine
        < uciok
    "#]];
    support::check(&mut front, "uci", greeting);
    let again = support::run(&mut front, "uci");
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
    let text = support::run(&mut uci(), "uci\nquit");
    assert!(text.ends_with("< uciok\n= quit\n= end\n"), "{text}");
    assert!(!text.contains("= ping") && !text.contains("= place"), "{text}");
}

/// What comes before the engine behind is ready waits for it.
#[test]
fn engine_behind_is_slow() {
    let mut front = Uci::new(Box::new(Rules), UciOffers::default());
    support::check(&mut front, "uci\nisready\nposition startpos\n", expect![""]);
    support::check(
        &mut front,
        "! ready",
        expect![[r#"
        < id name unknown
        < id author unknown
        < option name UCI_Chess960 type check default false
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
    support::check(
        &mut front,
        "! ready\nuci",
        expect![[r#"
        < id name unknown
        < id author unknown
        < option name UCI_Chess960 type check default false
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
    support::run(&mut front, "debug on");
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
        = search play movetime 100ms
    "#]],
    );
    check(
        "go wtime 999999999999999999999 btime 1",
        expect![[r#"
        = place normal startpos:
        = search play own 3155760000s+0ns other 1ms+0ns
    "#]],
    );
    check(
        "go nodes 5000000000",
        expect![[r#"
        = place normal startpos:
        = search play nodes 5000000000
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

// --- setoption ---

/// U-140, U-141, U-142, U-143, U-145: names with blanks, letter case, buttons.
#[test]
fn options() {
    check(
        "setoption name Clear Hash",
        expect![[r#"
        = option Clear Hash
    "#]],
    );
    check(
        "setoption name clear hash value now",
        expect![[r#"
        = option Clear Hash
    "#]],
    );
    check(
        "setoption name hash value 32",
        expect![[r#"
        = option Hash = "32"
    "#]],
    );
    check(
        "setoption name PONDER value TRUE",
        expect![[r#"
        = option Ponder = "true"
    "#]],
    );
    check(
        "setoption name Style value very risky",
        expect![[r#"
        = option Style = "Very Risky"
    "#]],
    );
}

/// U-144, U-149, U-150, U-151: strings as they are, blanks, backslashes and keywords included.
#[test]
fn string_options() {
    check(
        r"setoption name SyzygyPath value c:\chess\tb\4;c:\chess\tb\5",
        expect![[r#"
        = option SyzygyPath = "c:\\chess\\tb\\4;c:\\chess\\tb\\5"
    "#]],
    );
    check(
        r"setoption name SyzygyPath value C:\value\name x",
        expect![[r#"
        = option SyzygyPath = "C:\\value\\name x"
    "#]],
    );
    check(
        "setoption name SyzygyPath value /my  tables/with blanks",
        expect![[r#"
        = option SyzygyPath = "/my  tables/with blanks"
    "#]],
    );
}

/// U-154, U-155: empty strings, missing values.
#[test]
fn empty_values() {
    check(
        "setoption name SyzygyPath value <empty>",
        expect![[r#"
        = option SyzygyPath = ""
    "#]],
    );
    check(
        "setoption name SyzygyPath value",
        expect![[r#"
        = option SyzygyPath = ""
    "#]],
    );
    check(
        "setoption name SyzygyPath",
        expect![[r#"
        = option SyzygyPath = ""
    "#]],
    );
    check("setoption name Hash", expect![""]);
}

/// U-152, U-153: unknown options and bad values change nothing, and debugging says so.
#[test]
fn bad_options() {
    check("setoption name Nonsense value 1", expect![""]);
    check("setoption name Hash value 99999999999", expect![""]);
    check(
        "debug on\nsetoption name Nonsense value 1\nsetoption name Hash value 0\nsetoption name Ponder value maybe\nsetoption name Style value Wild",
        expect![[r#"
            < info string received debug on
            = debug true
            < info string received setoption name Nonsense value 1
            < info string unknown option Nonsense
            < info string received setoption name Hash value 0
            < info string option Hash kept: bad value "0"
            < info string received setoption name Ponder value maybe
            < info string option Ponder kept: bad value "maybe"
            < info string received setoption name Style value Wild
            < info string option Style kept: bad value "Wild"
        "#]],
    );
}

/// The engine refuses an option: debugging shows it.
#[test]
fn option_refused_by_the_engine() {
    check(
        "debug on\nsetoption name SyzygyPath value /nowhere\n! refused /nowhere: no tables",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received setoption name SyzygyPath value /nowhere
        = option SyzygyPath = "/nowhere"
        < info string no tables: /nowhere
    "#]],
    );
}

/// U-056: options in a search wait for its end.
#[test]
fn option_in_search() {
    check(
        "go infinite\nsetoption name Hash value 64\nisready\nstop\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < readyok
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = option Hash = "64"
    "#]],
    );
}

/// A flood of options during an endless search takes no memory: the last of a name counts.
#[test]
fn option_flood_in_search() {
    check(
        "go infinite\nsetoption name Hash value 64\nsetoption name Clear Hash\nsetoption name hash value 32\nstop\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = option Clear Hash
            = option Hash = "32"
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
    support::check(
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

/// U-170, U-171, U-172, U-175: copy protection is passed on; the front goes on answering.
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

// --- ucinewgame, position ---

/// U-190, U-195, U-196, U-206: a new game keeps the position and the options.
#[test]
fn new_game() {
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 w - -\nsetoption name Ponder value true\nucinewgame\ngo depth 1",
        expect![[r#"
            = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:
            = option Ponder = "true"
            = new game normal
            = search play depth 1
        "#]],
    );
}

/// U-191, U-192: nobody needs to announce a game.
#[test]
fn no_new_game() {
    check(
        "position startpos moves e2e4\ngo depth 1\n! best e7e5\nposition startpos moves e2e4 e7e5 g1f3\ngo depth 1\n! best b8c6",
        expect![[r#"
        = place normal startpos: e2e4
        = search play depth 1
        < info depth 0 time 0 nodes 0 pv e7e5
        < bestmove e7e5
        = place normal startpos: e2e4 e7e5 g1f3
        = search play depth 1
        < info depth 0 time 0 nodes 0 pv b8c6
        < bestmove b8c6
    "#]],
    );
}

/// U-078, U-200, U-201, U-202, U-203: the forms of `position`.
#[test]
fn positions() {
    check(
        "position startpos",
        expect![[r#"
        = place normal startpos:
    "#]],
    );
    check(
        "position startpos moves",
        expect![[r#"
        = place normal startpos:
    "#]],
    );
    check(
        "position startpos moves e2e4 e7e5",
        expect![[r#"
        = place normal startpos: e2e4 e7e5
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 w - -",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 b - - 3",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 b - - 3 1:
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 w - - 3 40 moves c1d1",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 w - - 3 40: c1d1
    "#]],
    );
}

/// U-513: Cyclone's bare words.
#[test]
fn bare_positions() {
    check(
        "startpos moves e2e4",
        expect![[r#"
        = place normal startpos: e2e4
    "#]],
    );
    check(
        "fen 8/8/8/8/8/8/k7/2K5 w - - 0 1 moves c1d1",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1: c1d1
    "#]],
    );
}

/// U-074: the null move passes, unless in check.
#[test]
fn null_moves() {
    check(
        "position startpos moves 0000\ngo depth 1",
        expect![[r#"
        = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1:
        = search play depth 1
    "#]],
    );
    check(
        "position startpos moves e2e4 0000 d2d4",
        expect![[r#"
        = place normal rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2: d2d4
    "#]],
    );
    check(
        "position startpos moves e2e4 d7d5 f1b5 0000 a2a3",
        expect![[r#"
        < info string moves from 0000 on ignored: no pass
        = place normal startpos: e2e4 d7d5 f1b5
    "#]],
    );
}

/// U-075: promotion letters of older programs.
#[test]
fn promotion_letters() {
    check(
        "position fen 8/4P3/8/8/8/8/k7/2K5 w - - 0 1 moves e7e8Q",
        expect![[r#"
        = place normal 8/4P3/8/8/8/8/k7/2K5 w - - 0 1: e7e8q
    "#]],
    );
    check(
        "position fen 8/4P3/8/8/8/8/k7/2K5 w - - 0 1 moves e7e8=q",
        expect![[r#"
        = place normal 8/4P3/8/8/8/8/k7/2K5 w - - 0 1: e7e8q
    "#]],
    );
}

/// U-076: the position behind the last legal move.
#[test]
fn illegal_moves() {
    check(
        "position startpos moves e2e4 e2e4 d2d4\ngo depth 1",
        expect![[r#"
        < info string moves from e2e4 on ignored: illegal move "e2e4": no piece there
        = place normal startpos: e2e4
        = search play depth 1
    "#]],
    );
    check(
        "position startpos moves banana",
        expect![[r#"
        < info string moves from banana on ignored: not a move: "banana"
        = place normal startpos:
    "#]],
    );
}

/// U-079: broken FENs, no kings: the position before stays.
#[test]
fn broken_fens() {
    check(
        "position startpos moves e2e4\nposition fen xyz\ngo depth 1",
        expect![[r#"
        = place normal startpos: e2e4
        < info string position kept: not eight ranks: "xyz"
        = search play depth 1
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/8 w - - 0 1\nisready",
        expect![[r#"
        < info string position kept: not one king on each side: "8/8/8/8/8/8/k7/8"
        = ping 1
    "#]],
    );
    check(
        "position fen kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1",
        expect![[r#"
        < info string position kept: not one king on each side: "kkkkkkkk/8/8/8/8/8/8/K7"
    "#]],
    );
    check("position fen", expect![""]);
    check("position", expect![""]);
}

/// A castling right without its rook is dropped.
#[test]
fn castling_right_without_rook() {
    check(
        "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        expect![[r#"
        = place normal 4k3/8/8/8/8/8/8/4K3 w - - 0 1:
    "#]],
    );
}

/// U-055: `position` and `ucinewgame` in a search are for the next one.
#[test]
fn position_in_search() {
    check(
        "position startpos\ngo infinite\nucinewgame\nposition startpos moves d2d4\nposition startpos moves e2e4\nstop\n! best g1f3\ngo depth 1",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv g1f3
            < bestmove g1f3
            = new game normal
            = place normal startpos: e2e4
            = search play depth 1
        "#]],
    );
}

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
        = search play depth 1
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
        = search play depth 1
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = search play depth 1
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
        = search play own 1s+10ms other 2s+20ms
    "#]],
    );
    check(
        "go binc 20 winc 10 btime 2000 wtime 1000",
        expect![[r#"
        = place normal startpos:
        = search play own 1s+10ms other 2s+20ms
    "#]],
    );
    check(
        "position startpos moves e2e4\ngo wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
        expect![[r#"
        = place normal startpos: e2e4
        = search play own 2s+20ms/40 other 1s+10ms/40
    "#]],
    );
    check(
        "go depth 30 movetime 200",
        expect![[r#"
        = place normal startpos:
        = search play depth 30 movetime 200ms
    "#]],
    );
    check(
        "go nodes 1000",
        expect![[r#"
        = place normal startpos:
        = search play nodes 1000
    "#]],
    );
    check(
        "go mate 2",
        expect![[r#"
        = place normal startpos:
        = search play mate 2
    "#]],
    );
    check(
        "go foo depth 3",
        expect![[r#"
        = place normal startpos:
        = search play depth 3
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
        = search play own 100ms+0ns
    "#]],
    );
    check(
        "go btime 100",
        expect![[r#"
        = place normal startpos:
        = search play own 100ms+0ns other 100ms+0ns
    "#]],
    );
    check(
        "position startpos moves e2e4\ngo btime 100",
        expect![[r#"
        = place normal startpos: e2e4
        = search play own 100ms+0ns
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
        = search play own 0ns+0ns other 0ns+0ns
    "#]],
    );
    check(
        "go wtime -50 btime 1000",
        expect![[r#"
        = place normal startpos:
        = search play own 0ns+0ns other 1s+0ns
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
        = search play depth 1
    "#]],
    );
    check(
        "go nodes 0",
        expect![[r#"
        = place normal startpos:
        = search play nodes 1
    "#]],
    );
    check(
        "go mate 0",
        expect![[r#"
        = place normal startpos:
        = search play mate 1
    "#]],
    );
    check(
        "go movetime 0",
        expect![[r#"
        = place normal startpos:
        = search play movetime 1ms
    "#]],
    );
    check(
        "go depth -3",
        expect![[r#"
        = place normal startpos:
        = search play depth 1
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
        = search play own 1s+0ns other 1s+0ns
    "#]],
    );
    check(
        "go wtime 1000 btime 1000 movestogo -1",
        expect![[r#"
        = place normal startpos:
        = search play own 1s+0ns other 1s+0ns
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
        = search play movetime 500ms
    "#]],
    );
    check(
        "go movetime 500 wtime 200 btime 60000",
        expect![[r#"
        = place normal startpos:
        = search play at most 500ms own 200ms+0ns other 60s+0ns
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
        = search analyse only ["e2e4", "d2d4"]
    "#]],
    );
    check(
        "go searchmoves e2e4 depth 3",
        expect![[r#"
        = place normal startpos:
        = search play depth 3 only ["e2e4"]
    "#]],
    );
    check(
        "go depth 1 searchmoves e2e5 e2e4 e2e4",
        expect![[r#"
        = place normal startpos:
        = search play depth 1 only ["e2e4"]
    "#]],
    );
    check(
        "go depth 1 searchmoves e2e5",
        expect![[r#"
        = place normal startpos:
        < info string searchmoves ignored: none of them is legal
        = search play depth 1
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
        = search play perft 1
        < e2e4: 1
        = search play depth 1
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
            = search analyse
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
        = search ponder own 1s+0ns other 1s+0ns
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
        = search ponder depth 1
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
    check(
        "go ponder depth 1\n! best e2e4\nstop",
        expect![[r#"
        = place normal startpos:
        = search ponder depth 1
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
            = search ponder own 1s+0ns other 1s+0ns
            = stop
            < info depth 0 time 0 nodes 0 pv g1f3
            < bestmove g1f3
            = place normal startpos: e2e4 c7c5
            = search play own 1s+0ns other 1s+0ns
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

// --- bestmove, info ---

/// U-317, U-330, U-331: the last line before `bestmove` has the final numbers.
#[test]
fn final_line() {
    check(
        "go depth 2
         ! info depth 1 seldepth 1 score cp 30 nodes 20 nps 20000 time 1 pv e2e4
         ! info depth 2 seldepth 2 score cp 10 nodes 80 nps 40000 time 2 pv e2e4 e7e5
         ! best e2e4 e7e5",
        expect![[r#"
            = place normal startpos:
            = search play depth 2
            < info depth 1 seldepth 1 score cp 30 time 1 nodes 20 nps 20000 pv e2e4
            < info depth 2 seldepth 2 score cp 10 time 2 nodes 80 nps 40000 pv e2e4 e7e5
            < bestmove e2e4 ponder e7e5
        "#]],
    );
    check(
        "go infinite
         ! info depth 1 score cp 30 nodes 20 time 1 pv e2e4
         stop
         ! info nodes 5000 nps 100000 time 50 hashfull 3
         ! best e2e4 e7e5",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 1 score cp 30 time 1 nodes 20 pv e2e4
            = stop
            < info depth 1 score cp 30 time 50 nodes 5000 nps 100000 hashfull 3 pv e2e4
            < bestmove e2e4 ponder e7e5
        "#]],
    );
}

/// A book move comes without a search, and says so.
#[test]
fn book_move() {
    check(
        "go wtime 1000 btime 1000\n! best e2e4 e7e5",
        expect![[r#"
        = place normal startpos:
        = search play own 1s+0ns other 1s+0ns
        < info depth 0 time 0 nodes 0 pv e2e4 e7e5
        < bestmove e2e4 ponder e7e5
    "#]],
    );
}

/// U-073, U-320, U-348: no legal moves.
#[test]
fn no_legal_moves() {
    let mated = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    check(
        &format!("{mated}\ngo depth 1\n! best none"),
        expect![[r#"
        = place normal rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3:
        = search play depth 1
        < info depth 0 score mate 0
        < bestmove 0000
    "#]],
    );
    check(
        &format!("{mated}\ngo depth 1\n! info depth 0 score mate 0\n! best none"),
        expect![[r#"
        = place normal rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3:
        = search play depth 1
        < info depth 0 score mate 0
        < bestmove 0000
    "#]],
    );
    check(
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n! best none",
        expect![[r#"
        = place normal 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1:
        = search play depth 1
        < info depth 0 score cp 0
        < bestmove 0000
    "#]],
    );
}

/// U-339, U-340, U-341: several lines, also repeated together at the end.
#[test]
fn several_lines() {
    check(
        "go infinite
         ! info depth 1 multipv 1 score cp 30 nodes 20 time 1 pv e2e4
         ! info depth 1 multipv 2 score cp 20 nodes 20 time 1 pv d2d4
         stop
         ! info nodes 50 time 9
         ! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 1 multipv 1 score cp 30 time 1 nodes 20 pv e2e4
            < info depth 1 multipv 2 score cp 20 time 1 nodes 20 pv d2d4
            = stop
            < info depth 1 multipv 1 score cp 30 time 9 nodes 50 pv e2e4
            < info depth 1 multipv 2 score cp 20 time 9 nodes 50 pv d2d4
            < bestmove e2e4
        "#]],
    );
}

/// U-332, U-351, U-352, U-369: root moves after a second, and not too many.
#[test]
fn current_move() {
    check(
        "go infinite
         ! info depth 1 currmove e2e4 currmovenumber 1
         @ 999
         ! info depth 5 currmove d2d4 currmovenumber 2
         @ 1000
         ! info depth 5 currmove g1f3 currmovenumber 3
         ! info depth 5 currmove b1c3 currmovenumber 4
         @ 1200
         ! info depth 5 currmove a2a3 currmovenumber 5",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 5 currmove g1f3 currmovenumber 3
            < info depth 5 currmove a2a3 currmovenumber 5
        "#]],
    );
}

/// U-335: `seldepth` never without `depth`.
#[test]
fn seldepth_needs_depth() {
    check(
        "go infinite\n! info seldepth 9 score cp 3 pv e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info score cp 3 pv e2e4
    "#]],
    );
}

/// U-359, U-360, U-361, U-363, U-364, U-425, U-426: only when asked for.
#[test]
fn lines_on_request() {
    let script = "go infinite
         @ 2000
         ! info currline 1 e2e4 e7e5
         ! info currline 2 d2d4
         @ 3000
         ! info refutation d1h5 g6h5
         @ 4000
         ! info refutation d1h5";
    check(
        script,
        expect![[r#"
        = place normal startpos:
        = search analyse
    "#]],
    );
    check(
        &format!(
            "setoption name UCI_ShowCurrLine value true\nsetoption name UCI_ShowRefutations value true\n{script}"
        ),
        expect![[r#"
            = option UCI_ShowCurrLine = "true"
            = option UCI_ShowRefutations = "true"
            = place normal startpos:
            = search analyse
            < info currline 1 e2e4 e7e5
            < info currline 2 d2d4
            < info refutation d1h5 g6h5
            < info refutation d1h5
        "#]],
    );
}

/// U-444: chances only when asked for.
#[test]
fn win_draw_loss() {
    let script = "go depth 1\n! info depth 1 score cp 30 wdl 100 800 100 pv e2e4";
    check(
        script,
        expect![[r#"
        = place normal startpos:
        = search play depth 1
        < info depth 1 score cp 30 pv e2e4
    "#]],
    );
    check(
        &format!("setoption name UCI_ShowWDL value true\n{script}"),
        expect![[r#"
        = place normal startpos:
        = search play depth 1
        < info depth 1 score cp 30 wdl 100 800 100 pv e2e4
    "#]],
    );
}

/// U-342, U-345, U-346: scores as they are, with their bounds.
#[test]
fn bounds() {
    check(
        "go infinite
         ! info depth 3 score cp -13 lowerbound nodes 7 time 1 pv e2e4
         ! info depth 3 score mate -2 upperbound nodes 8 time 1 pv e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 3 score cp -13 lowerbound time 1 nodes 7 pv e2e4
            < info depth 3 score mate -2 upperbound time 1 nodes 8 pv e2e4
        "#]],
    );
}

/// Late news of a search that is over is for nobody.
#[test]
fn late_news() {
    check(
        "go depth 1\n! best e2e4\n! info depth 9 score cp 1 pv e2e4\n! best d2d4",
        expect![[r#"
        = place normal startpos:
        = search play depth 1
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
    "#]],
    );
}

/// Texts of the engine.
#[test]
fn notes() {
    check(
        "! note found 5-piece tables\n! debug not shown\n! console plain text",
        expect![[r#"
        < info string found 5-piece tables
        < plain text
    "#]],
    );
}

/// An engine of another protocol resigns: UCI cannot, so the best move so far is played.
#[test]
fn resignation() {
    check(
        "go depth 9\n! info depth 1 score cp -900 pv e2e4\n! resign",
        expect![[r#"
            = place normal startpos:
            = search play depth 9
            < info depth 1 score cp -900 pv e2e4
            < info string the engine resigns
            < info depth 1 score cp -900 pv e2e4
            < bestmove e2e4
        "#]],
    );
    check(
        "position fen 8/8/8/8/8/1k6/p7/K7 w - - 0 1\ngo depth 9\n! resign",
        expect![[r#"
        = place normal 8/8/8/8/8/1k6/p7/K7 w - - 0 1:
        = search play depth 9
        < info string the engine resigns
        < info depth 0 score cp 0
        < bestmove 0000
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/2k5/7r/K7 w - - 0 1\ngo depth 9\n! resign",
        expect![[r#"
        = place normal 8/8/8/8/8/2k5/7r/K7 w - - 0 1:
        = search play depth 9
        < info string the engine resigns
        < info depth 0 time 0 nodes 0 pv a1b1
        < bestmove a1b1
    "#]],
    );
}

/// The engine behind is gone.
#[test]
fn engine_gone() {
    check(
        "go infinite\n! gone\nisready",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = end
    "#]],
    );
}

// --- Options with fixed names ---

/// U-434: the opponent's forms.
#[test]
fn opponent() {
    check(
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
        expect![[r#"
        = Opponent(Opponent { title: Some("GM"), rating: Some(2800), own_rating: None, computer: Some(false), name: Some("Gary Kasparov"), server: None })
    "#]],
    );
    check(
        "setoption name UCI_Opponent value none none computer Shredder",
        expect![[r#"
        = Opponent(Opponent { title: None, rating: None, own_rating: None, computer: Some(true), name: Some("Shredder"), server: None })
    "#]],
    );
    check(
        "setoption name UCI_Opponent value Somebody Else",
        expect![[r#"
        = Opponent(Opponent { title: None, rating: None, own_rating: None, computer: None, name: Some("Somebody Else"), server: None })
    "#]],
    );
}

/// U-437: nothing changes what the engine says of itself.
#[test]
fn about() {
    check(
        "setoption name UCI_EngineAbout value lies\nisready",
        expect![[r#"
        = ping 1
    "#]],
    );
}

/// U-439, U-440, U-441: values of positions, White's on the wire.
#[test]
fn position_values() {
    check(
        "setoption name UCI_SetPositionValue value 34 8/8/8/8/8/8/k7/2K5 w - - 0 1",
        expect![[r#"
        = value Some(34) for Some("normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value 34 + 8/8/8/8/8/8/k7/2K5 b - - 0 1",
        expect![[r#"
        = value Some(-34) for Some("normal 8/8/8/8/8/8/k7/2K5 b - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value clear 8/8/8/8/8/8/k7/2K5 w - - 0 1",
        expect![[r#"
        = value None for Some("normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value clear + 8/8/8/8/8/8/k7/2K5 w - - 0 1",
        expect![[r#"
        = value None for Some("normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value clearall",
        expect![[r#"
        = value None for None
    "#]],
    );
    check(
        "debug on\nsetoption name UCI_SetPositionValue value 34 xyz",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received setoption name UCI_SetPositionValue value 34 xyz
        < info string no position value: not eight ranks: "xyz"
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value many\nsetoption name UCI_SetPositionValue",
        expect![""],
    );
}

// --- Chess960 ---

/// U-463, U-464, U-468: castling in both notations is understood in both modes, and handed on in
/// the form of the mode.
#[test]
fn castling_notation() {
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    let chess960 = "setoption name UCI_Chess960 value true";
    for moves in ["e1g1", "e1h1"] {
        let normal = support::run(&mut uci(), &format!("{position} {moves}"));
        assert!(normal.ends_with(" w KQkq - 0 1: e1g1\n"), "{moves}: {normal}");
        let other = support::run(&mut uci(), &format!("{chess960}\n{position} {moves}"));
        assert!(other.ends_with(" w KQkq - 0 1: e1h1\n"), "{moves}: {other}");
    }
    check(
        &format!(
            "setoption name UCI_Chess960 value true\n{position}\ngo depth 1 searchmoves e1g1 e1h1"
        ),
        expect![[r#"
        = place fischerandom r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1:
        = search play depth 1 only ["e1h1"]
    "#]],
    );
}

/// U-464: next to the king, only king takes rook castles.
#[test]
fn king_next_to_its_rook() {
    let position =
        "setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves";
    check(
        &format!("{position} f1g1"),
        expect![[r#"
        = place fischerandom 4k3/8/8/8/8/8/8/5K1R w K - 0 1: f1g1
    "#]],
    );
    check(
        &format!("{position} f1h1"),
        expect![[r#"
        = place fischerandom 4k3/8/8/8/8/8/8/5K1R w K - 0 1: f1h1
    "#]],
    );
}

/// U-465, U-466, U-467: castling rights by file, four fields, any order, outermost rooks.
#[test]
fn castling_rights() {
    for rights in ["AHah", "HAha", "KQkq", "KQha"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {rights} -");
        let script = format!("setoption name UCI_Chess960 value true\nposition fen {fen}");
        assert_eq!(
            support::run(&mut uci(), &script),
            "= place fischerandom rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1:\n",
            "{rights}"
        );
    }
}

/// The switch also changes how a position that stands is written.
#[test]
fn switch_to_chess960_later() {
    check(
        "position startpos moves e2e4\nsetoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value true",
        expect![[r#"
        = place normal startpos: e2e4
        = place fischerandom startpos: e2e4
    "#]],
    );
}

/// U-483: the document's own dialogue, with its tables and its missing colon.
#[test]
fn sample_dialogue() {
    check(
        r"setoption name Hash value 32
          setoption name NalimovCache value 1
          setoption name NalimovPath value d:\tb;c\tb
          isready
          ! pong 1
          ucinewgame
          setoption name UCI_AnalyseMode value true
          position startpos moves e2e4 e7e5
          go infinite
          ! info depth 1 seldepth 0 score cp 13 nodes 13 time 15 pv f1b5
          stop
          ! best g1f3 d8f6",
        expect![[r#"
            = option Hash = "32"
            = ping 1
            < readyok
            = new game normal
            = place normal startpos: e2e4 e7e5
            = search analyse
            < info depth 1 seldepth 0 score cp 13 time 15 nodes 13 pv f1b5
            = stop
            < bestmove g1f3 ponder d8f6
        "#]],
    );
}

/// Console words, and not in a search.
#[test]
fn console() {
    check(
        "d\neval now\ngo infinite\nd",
        expect![[r#"
        = place normal startpos:
        = console d
        = console eval now
        = search analyse
    "#]],
    );
}
