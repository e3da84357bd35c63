//! The program under an xboard interface: transport, signals, a game.

use crate::support::{SOON, ferz, game};
use ferz_link::Record;
use ferz_testkit::Session;
use std::time::Instant;

fn xboard() -> Session {
    let mut ferz = ferz();
    ferz.send_all(&["xboard", "protover 2"]);
    ferz.expect_until("done=1", |line| line.contains("done=1"));
    ferz
}

/// A conversation in which the engine searches without end.
fn analysing() -> Session {
    let mut ferz = xboard();
    ferz.send_all(&["new", "post", "analyze"]);
    ferz.expect_until("a line of depth 3", |line| line.trim_start().starts_with("3 "));
    ferz
}

/// C-017, C-018, C-020, C-021: two pipes, no arguments, whole lines at once.
#[test]
fn handshake() {
    let mut ferz = xboard();
    ferz.send("ping 7");
    ferz.expect("pong 7");
    ferz.send("quit");
    assert!(ferz.wait_exit_within(SOON).success());
    assert!(ferz.complaints().is_empty());
}

/// C-022, C-023, C-024: what arrives in a search is read at once, also several lines in one write.
#[test]
fn commands_in_a_search() {
    let mut ferz = analysing();
    ferz.send_all(&["ping 1", "exit", "ping 2", "st 600", "usermove e2e4", "ping 3"]);
    ferz.expect("pong 1");
    ferz.expect("pong 2");
    ferz.send_all(&["go", "?"]);
    ferz.expect_prefix("move ");
    ferz.send_all(&["go", "?", "ping 4"]);
    ferz.expect_prefix("move ");
    ferz.expect("pong 4");
}

/// C-035, U-302: the end of input in a search, and `quit`.
#[test]
fn ends_in_a_search() {
    let mut ferz = analysing();
    ferz.close_input();
    assert!(ferz.wait_exit_within(SOON).success());
    let mut ferz = analysing();
    ferz.send("quit");
    assert!(ferz.wait_exit_within(SOON).success());
}

/// C-041, C-045: SIGINT does no harm, SIGTERM ends the program.
#[cfg(unix)]
#[test]
fn signals() {
    for mut ferz in [xboard(), analysing()] {
        for _ in 0..3 {
            ferz.signal("INT");
        }
        ferz.send("ping 9");
        ferz.expect("pong 9");
        ferz.signal("TERM");
        assert!(ferz.wait_exit_within(SOON).success());
    }
}

/// C-765, C-001: interfaces that say neither `xboard` nor `protover`.
#[test]
fn no_handshake() {
    let mut ferz = ferz();
    ferz.send_all(&["new", "st 1", "sd 2", "go"]);
    let line = ferz.expect_prefix("move ");
    crate::support::assert_legal("position startpos", &line["move ".len()..]);
}

/// C-026: CR LF.
#[test]
fn carriage_returns() {
    let mut ferz = ferz();
    ferz.send_bytes(b"xboard\r\nprotover 2\r\nping 3\r\n");
    ferz.expect("pong 3");
}

/// C-022: `?` is answered at once, a hundred times.
#[test]
fn move_now() {
    let mut ferz = xboard();
    ferz.send_all(&["new", "st 600", "easy"]);
    for round in 0..100 {
        ferz.send_all(&["new", "go", "?"]);
        let asked = Instant::now();
        ferz.expect_prefix("move ");
        assert!(asked.elapsed() < SOON, "round {round}");
    }
}

/// A whole game against itself, one program on each side, on short clocks: every move is legal,
/// no flag falls, and the end is announced by rule.
#[test]
fn whole_game() {
    let mut players = [xboard(), xboard()];
    for player in &mut players {
        player.send_all(&["new", "easy", "level 0 0:10 0.1"]);
    }
    players[0].send("go");
    let mut position = "position startpos moves".to_owned();
    let mut side = 0;
    for _ in 0..600 {
        let line = players[side].expect_until("a move or a result", |line| {
            line.starts_with("move ") || is_result(line)
        });
        let line = line.last().expect("a line").clone();
        if let Some(mv) = line.strip_prefix("move ") {
            crate::support::assert_legal(&position, mv);
            position.push(' ');
            position.push_str(mv);
            side = 1 - side;
            players[side].send(&format!("usermove {mv}"));
        }
        let end = game(&position).outcome().filter(|outcome| !outcome.by_claim);
        if is_result(&line) || end.is_some() {
            return;
        }
    }
    panic!("no end: {position}");
}

fn is_result(line: &str) -> bool {
    ["1-0 ", "0-1 ", "1/2-1/2 ", "resign"].iter().any(|word| line.starts_with(word))
}
