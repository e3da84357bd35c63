//! UCI: the beginning, options, and engines that do not answer.

use super::{booted, fresh, idle, playing};
use crate::script::{check, feed};
use ferz_link::host::{Profile, Uci};
use ferz_wire::uci::Register;

/// U-090, U-091, U-095, U-099, U-123, U-193, U-194, U-207, U-480: the whole start dialogue.
#[test]
fn start_dialogue() {
    check(
        fresh(),
        "~ start
         > uci
         w Handshake
         < Engine 1.0 by Somebody, option pricing included
         ? not UCI: Engine 1.0 by Somebody, option pricing included
         < id name Test 1.0
         = id name Test 1.0
         < id author Somebody
         = id author Somebody
         < option name Hash type spin default 1 min 1 max 1024
         = option Hash
         < option name SyzygyPath type string default <empty>
         = option SyzygyPath
         < uciok
         = ready
         w -
         ! option Hash=64
         > setoption name Hash value 64
         ! option SyzygyPath=/tables
         > setoption name SyzygyPath value /tables
         ! new
         > isready
         w Pong
         ! place startpos
         ! go clock 1000/10 2000/20
         < readyok
         > ucinewgame
         > isready
         w Pong
         < readyok
         > position startpos
         > go wtime 1000 btime 2000 winc 10 binc 20
         w -
         < bestmove e2e4 ponder e7e5
         = best e2e4 ponder e7e5",
    );
}

/// U-002, U-097: nothing but `uciok` is needed, and it may be the end.
#[test]
fn inventory() {
    check(
        fresh(),
        "~ start
         > uci
         w Handshake
         < uciok
         ? engine did not tell its name
         = ready
         w -
         ! quit
         > quit
         w Exit
         ~ eof
         = gone
         w -",
    );
}

/// U-100: other facts are kept.
#[test]
fn other_identity() {
    check(idle(&[]), "< id version 3\n= id version 3");
}

/// U-095, U-490: no `uciok`.
#[test]
fn mute_at_start() {
    check(
        feed(fresh(), "~ start"),
        "~ timeout
         ? engine does not respond: no uciok
         = gone
         w -
         ! new
         x refused: engine is gone",
    );
}

/// U-125, U-490: no `readyok`.
#[test]
fn mute_when_asked() {
    check(
        booted(&[]),
        "! ping 7
         > isready
         w Pong
         ~ timeout
         ? engine does not respond: no readyok
         = gone
         w -",
    );
}

/// U-265, U-490: no `bestmove` after `stop`. U-304: no end after `quit`.
#[test]
fn mute_when_stopped() {
    check(
        playing(),
        "! go depth 9
         > go depth 9
         ! stop
         > stop
         w StopMove
         ~ timeout
         ? engine does not respond: no bestmove after stop
         = gone
         w -",
    );
    check(
        idle(&[]),
        "! quit
         > quit
         w Exit
         ~ timeout
         ? engine does not respond: no end after quit
         = gone
         w -",
    );
}

/// U-306: the engine ends within a search.
#[test]
fn crash_in_search() {
    check(
        playing(),
        "! go depth 9
         > go depth 9
         ~ eof
         = gone
         < bestmove e2e4
         ? said when gone: bestmove e2e4",
    );
}

/// Before the handshake is over nothing is taken.
#[test]
fn too_early() {
    check(feed(fresh(), "~ start"), "! new\nx refused: engine takes no commands now");
}

/// U-126, U-128: a `readyok` that nobody asked for; the oldest question is answered first.
#[test]
fn readyok_matching() {
    check(
        idle(&[]),
        "< readyok
         ? readyok without isready
         ! ping 5
         > isready
         w Pong
         ! ping 6
         > isready
         < readyok
         = pong 5
         w Pong
         < readyok
         = pong 6
         w -",
    );
}

/// U-038: lines that mean nothing.
#[test]
fn noise() {
    check(
        idle(&[]),
        "< Unknown command: foo
         ? not UCI: Unknown command: foo
         <",
    );
}

/// U-147, U-156, U-157, U-158, U-384: settings.
#[test]
fn settings() {
    let set = |command: &str, outcome: &str| {
        let options = [
            "Hash type spin default 1 min 1 max 64",
            "Style type combo default Normal var Solid var Normal var Risky",
            "Clear Hash type button",
            "Path type string default x",
            "Debug type check default true",
        ];
        check(idle(&options), &format!("! option {command}\n{outcome}"));
    };
    set("hash=64", "> setoption name Hash value 64");
    set("Hash=65", r#"x refused: option "Hash" does not take "65": not within 1 to 64"#);
    set("Style=risky", "> setoption name Style value Risky");
    set("Clear Hash", "> setoption name Clear Hash");
    set("Path=", "> setoption name Path value <empty>");
    set("Path=/a b/c", "> setoption name Path value /a b/c");
    set("Debug=FALSE", "> setoption name Debug value false");
    set("Foo=1", r#"x refused: engine has no option "Foo""#);
}

/// U-382, U-398, U-399, U-400, U-401: declarations of every quality.
#[test]
fn declarations() {
    check(
        idle(&[]),
        "< option name Book type filename default b.bin
         ? Dialect \"filename\" in: option name Book type filename default b.bin
         = option Book
         < option name N type spin default 7
         ? option \"N\": no range
         = option N
         < option name M type spin default 7 min 1 max 5
         ? option \"M\": default missing or outside the range
         = option M
         < option name C type combo default x var y var z
         ? option \"C\": default is none of the choices
         = option C
         ! option C=x
         x refused: option \"C\" does not take \"x\": not among its choices
         < option name c type check default true
         = option c
         ! option C=off
         > setoption name c value false",
    );
}

/// U-173, U-174: copy protection is waited for, and its failure ends the use of the engine.
#[test]
fn copy_protection() {
    check(
        booted(&[]),
        "< copyprotection checking
         = copyprotection checking
         ! ping 1
         ! new
         < copyprotection ok
         = copyprotection ok
         > isready
         w Pong
         < readyok
         = pong 1
         > ucinewgame
         w -",
    );
    check(
        idle(&[]),
        "< copyprotection error
         = copyprotection error
         = UserError the engine's copy protection failed: it cannot be used
         ! new
         x refused: engine's copy protection failed",
    );
}

/// U-177, U-178, U-179: registration.
#[test]
fn registration() {
    check(
        idle(&[]),
        "< registration error
         = registration error
         = User the engine is not registered: features may be missing
         > register later
         ! register Stefan MK code 4359874324
         > register name Stefan MK code 4359874324
         < registration checking
         = registration checking
         < registration error
         = registration error
         ! new
         > ucinewgame",
    );
    let registration = Register::As { name: Some("A B".into()), code: Some("1".into()) };
    let profile = Profile { registration, ..Profile::default() };
    check(
        feed(Uci::new(profile, None), "~ start\n< uciok"),
        "< registration error
         = registration error
         = User the engine is not registered: features may be missing
         > register name A B code 1",
    );
}

/// U-114: debugging, also within a search.
#[test]
fn debug() {
    check(feed(playing(), "! go analyse"), "! debug on\n> debug on\n! debug off\n> debug off");
}

/// A line that only this engine knows, and its answer as it is.
#[test]
fn console() {
    check(
        playing(),
        "! console d
         > d
         <  +---+
         = Console  +---+
         ! ping 4
         > isready
         w Pong
         < Key: 1
         = Console Key: 1
         < readyok
         = pong 4
         w -
         ! console a
         > a
         ! go depth 1
         > go depth 1
         < Key: 1
         ? not UCI: Key: 1",
    );
}

/// U-305: `stop` before `quit`.
#[test]
fn quit_in_search() {
    check(
        feed(playing(), "! go depth 9"),
        "! quit
         > stop
         > quit
         w Exit
         < bestmove e2e4
         ~ eof
         = gone
         w -",
    );
}
