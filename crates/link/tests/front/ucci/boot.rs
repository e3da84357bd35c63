//! The boot state, the handshake, what is no command, the end.

use crate::ucci::script::{self, check as check_on};
use crate::ucci::{check, fresh, heard, ucci};
use expect_test::expect;
use ferz_link::front::{Ucci, UcciOffers};
use ferz_link::{Front, FrontInput};
use ferz_referee::Rules;
use std::time::Duration;

/// X-001, X-003, X-004, X-022, X-041, X-044, X-125 to X-129, X-132, X-133, X-136 to X-140, X-145,
/// X-155, X-157 to X-160, X-162, X-163, X-165, X-167, X-168, X-170, X-173, X-175, X-176, X-366: id,
/// options, `ucciok`; the book is on from then. Withdrawn options are not declared.
#[test]
fn handshake() {
    check_on(
        &mut fresh(),
        "ucci",
        expect![[r#"
            < id name Script 1.0
            < id copyright 2026 Somebody
            < id author Somebody
            < id user Everybody
            < option usemillisec type check default false
            < option batch type check default false
            < option debug type check default false
            < option hashsize type spin min 0 max 1024 default 0
            < option threads type spin min 0 max 64 default 0
            < option ponder type check default false
            < option usebook type check default true
            < option bookfiles type string default <own>
            < option egtbpaths type string default
            < option useegtb type check default true
            < option clearhash type button
            < option randomness type combo var none var small var medium var large default none
            < option naturalmovelimit type spin min 0 max 1000 default 60
            < option repetitionrule type combo var asian var chinese default asian
            < option promotion type check default false
            < option style type combo var solid var normal var risky default normal
            < option newgame type button
            = option BookFile = ""
            = option OwnBook = "true"
            < ucciok
        "#]],
    );
}

/// X-068: asked again, all of it again, and what is set stays.
#[test]
fn handshake_again() {
    let mut front = fresh();
    let first = script::run(&mut front, "ucci");
    script::run(&mut front, "setoption usemillisec true\nsetoption usebook false");
    let second = script::run(&mut front, "ucci");
    let lines = |text: &str| text.lines().filter(|l| l.starts_with('<')).count();
    assert_eq!(lines(&first), lines(&second));
    assert!(!second.contains("= "), "{second}");
    check_on(
        &mut front,
        "go time 1500 increment 0",
        expect![[r#"
            = place xiangqi startpos:
            = search play, 1.5s against no clock
        "#]],
    );
}

/// X-040, X-041: before `ucci` nothing else means anything.
#[test]
fn boot_state() {
    check_on(
        &mut fresh(),
        "isready\nposition startpos\ngo depth 1\nstop\nsetoption batch true\nprobe startpos\nfoo",
        expect![[r#""#]],
    );
}

/// X-335: `quit` in the boot state; X-069: and the end of the input.
#[test]
fn quit_in_boot() {
    check_on(
        &mut fresh(),
        "quit",
        expect![[r#"
        < bye
        = quit
        = end
    "#]],
    );
    check_on(
        &mut fresh(),
        "eof",
        expect![[r#"
        < bye
        = quit
        = end
    "#]],
    );
}

/// An engine without any option, and one that is slow: what comes before it is ready waits.
#[test]
fn slow_and_simple_engine() {
    let mut front = Ucci::new(Box::new(Rules), UcciOffers::default());
    check_on(&mut front, "ucci\nisready", expect![[r#""#]]);
    check_on(
        &mut front,
        "! ready",
        expect![[r#"
        < id author unknown
        < option usemillisec type check default false
        < option batch type check default false
        < option debug type check default false
        < option promotion type check default false
        < option style type combo var solid var normal var risky default normal
        < option newgame type button
        < ucciok
        = ping 1
    "#]],
    );
    let mut front = Ucci::new(Box::new(Rules), UcciOffers::default());
    check_on(
        &mut front,
        "ucci\nquit",
        expect![[r#"
        < bye
        = quit
        = end
    "#]],
    );
}

/// X-190, X-191: `isready` in both states; while thinking the engine is not asked.
#[test]
fn is_ready() {
    check(
        "isready\n! pong 1\ngo depth 5\nisready\n! best h2e2\nisready\n! pong 2",
        expect![[r#"
            = ping 1
            < readyok
            = place xiangqi startpos:
            = search play, depth 5
            < readyok
            < info depth 0 score 0 pv h2e2
            < bestmove h2e2
            = ping 2
            < readyok
        "#]],
    );
}

/// X-065: unknown commands are nothing, except to a programmer.
#[test]
fn unknown_commands() {
    assert_eq!(heard("foo bar\nsetopt x\nUCCI\ngo depth 5\nfoo bar\n"), [""; 0]);
    check(
        "setoption debug true\nfoo bar\ngo depth 5\nfoo",
        expect![[r#"
            = debug true
            < info message unknown command foo bar
            = place xiangqi startpos:
            = search play, depth 5
            < info message unknown command foo
        "#]],
    );
}

/// X-030, X-031, X-066, X-024: words in any spacing, unknown words skipped, a stray CR dropped.
#[test]
fn white_space() {
    check(
        "  go \t  depth  3   \r",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 3
        "#]],
    );
    check(
        "go foo depth 3 bar",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 3
        "#]],
    );
}

/// X-027: a line of 100 KB.
#[test]
fn long_lines() {
    let mut front = ucci();
    let line = format!("position startpos moves{}", " h2e2 h9g7 e2h2 g7h9".repeat(5_000));
    assert!(line.len() > 100_000);
    let mut out = Vec::new();
    front.step(Duration::ZERO, FrontInput::Line(&line), &mut out);
    assert_eq!(out.len(), 1, "one position and no complaint");
}

/// X-330, X-331, X-372: `bye` is the last line; X-069: the end of the input acts alike.
#[test]
fn quit() {
    check(
        "quit\nisready",
        expect![[r#"
        < bye
        = quit
        = end
    "#]],
    );
    check(
        "eof",
        expect![[r#"
        < bye
        = quit
        = end
    "#]],
    );
}

/// X-060, X-062: while it thinks the move comes first, and at once.
#[test]
fn quit_while_thinking() {
    check(
        "go infinite\nquit\n! best h2e2\nisready",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        = stop
        < info depth 0 score 0 pv h2e2
        < bestmove h2e2
        < bye
        = quit
        = end
    "#]],
    );
    check(
        "go infinite\neof\n! best h2e2",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        = stop
        < info depth 0 score 0 pv h2e2
        < bestmove h2e2
        < bye
        = quit
        = end
    "#]],
    );
    check(
        "go infinite\nstop\nquit\n! best h2e2",
        expect![[r#"
        = place xiangqi startpos:
        = search analyse
        = stop
        < info depth 0 score 0 pv h2e2
        < bestmove h2e2
        < bye
        = quit
        = end
    "#]],
    );
}

/// A word that only the engine knows.
#[test]
fn console() {
    check(
        "d\n! console a board",
        expect![[r#"
        = place xiangqi startpos:
        = console d
        < a board
    "#]],
    );
    assert_eq!(heard("go depth 9\nd"), [""; 0]);
}

/// The engine dies.
#[test]
fn gone() {
    check(
        "go depth 9\n! gone\nisready",
        expect![[r#"
            = place xiangqi startpos:
            = search play, depth 9
            = end
        "#]],
    );
}
