//! The program where others break: the end of input, commands in a search, no time, no legal
//! move, no position at all.

use crate::support;
use crate::support::{SOON, assert_legal, best, ferz, game, last_info, search, took, uci};
use ferz_link::Record;
use ferz_testkit::{Session, in_time};
use std::time::{Duration, Instant};

const MATED: &str = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn searching() -> Session {
    let mut ferz = uci();
    ferz.send_all(&["position startpos", "go infinite"]);
    ferz.expect_prefix("info depth 3 ");
    ferz
}

/// U-302, X-069, C-035: the end of input in a search ends the program, with its move.
#[test]
fn end_of_input_in_search() {
    let mut ferz = searching();
    ferz.close_input();
    ferz.expect_prefix("bestmove ");
    assert!(ferz.wait_exit_within(SOON).success());
}

/// U-302: the same while idle, and before the first word.
#[test]
fn end_of_input_while_idle() {
    for mut ferz in [uci(), ferz()] {
        ferz.close_input();
        assert!(ferz.wait_exit_within(SOON).success());
    }
}

/// U-300, U-301: `quit` in a search gives the move and ends with status 0.
#[test]
fn quit_in_search() {
    let mut ferz = searching();
    ferz.send("quit");
    ferz.expect_prefix("bestmove ");
    assert!(ferz.wait_exit_within(SOON).success());
}

/// U-013, U-122: `isready` in a search is answered, and the search goes on.
#[test]
fn isready_in_search() {
    let mut ferz = searching();
    for _ in 0..10 {
        ferz.send("isready");
        ferz.expect("readyok");
    }
    let lines = search(&mut ferz, &["stop"]);
    assert_legal("position startpos", best(&lines));
}

/// U-056: `setoption Hash` in a search neither stops it nor blocks.
#[test]
fn hash_in_search() {
    let mut ferz = searching();
    ferz.send_all(&["setoption name Hash value 64", "isready"]);
    let lines = ferz.expect("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    let lines = search(&mut ferz, &["stop"]);
    assert_legal("position startpos", best(&lines));
    search(&mut ferz, &["go depth 1"]);
}

/// U-260, U-262, U-315, U-316: `go` and `stop` in one write, a thousand times: a legal move each.
#[test]
fn go_and_stop_in_one_write() {
    let mut ferz = uci();
    let position = "position startpos moves e2e4";
    for round in 0..1000 {
        let go = ["go infinite", "go ponder", "go depth 50", "go"][round % 4];
        let lines = search(&mut ferz, &[position, go, "stop"]);
        assert_legal(position, best(&lines));
    }
    ferz.send_all(&["isready"]);
    let rest = ferz.expect("readyok");
    assert_eq!(rest, ["readyok"], "one bestmove for each go");
}

/// Several searches and their stops in a single write.
#[test]
fn everything_in_one_write() {
    let mut ferz = uci();
    let mut lines = Vec::new();
    for _ in 0..20 {
        lines.extend(["position startpos", "go infinite", "stop"]);
        lines.extend(["position startpos moves d2d4", "go infinite", "stop"]);
    }
    lines.push("isready");
    ferz.send_all(&lines);
    let answers = ferz.expect("readyok");
    let moves: Vec<_> = answers.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(moves.len(), 40);
}

/// U-245: clocks of 1 ms, of nothing, and fallen ones are answered at once.
#[test]
fn no_time() {
    let mut ferz = uci();
    let clocks = ["wtime 1 btime 1", "wtime 0 btime 0", "wtime -50 btime 1000", "movetime 1"];
    for clock in clocks.iter().cycle().take(100) {
        let sent = Instant::now();
        let lines = search(&mut ferz, &["position startpos", &format!("go {clock}")]);
        assert_legal("position startpos", best(&lines));
        assert!(sent.elapsed() < SOON, "{clock}: {:?}", sent.elapsed());
    }
}

/// U-073, U-320, U-348: mated and stalemated roots, whatever the limits.
#[test]
fn no_legal_move() {
    let mut ferz = uci();
    for go in ["go depth 1", "go movetime 20", "go wtime 100 btime 100", "go nodes 10", "go mate 1"]
    {
        let lines = search(&mut ferz, &[MATED, go]);
        assert_no_move(&lines, "info depth 0 ", " score mate 0");
        let lines = search(&mut ferz, &[STALEMATED, go]);
        assert_no_move(&lines, "info depth 0 ", " score cp 0");
    }
}

fn assert_no_move(lines: &[String], begin: &str, score: &str) {
    let [info, best] = lines else { panic!("two lines, not {lines:?}") };
    assert!(info.starts_with(begin) && info.contains(score), "{info}");
    assert_eq!(best, "bestmove 0000");
}

/// U-243: without a legal move, an endless search keeps silent until `stop`, a pondering one
/// until `ponderhit`.
#[test]
fn no_legal_move_and_no_end() {
    let mut ferz = uci();
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 9 btime 9", "ponderhit")] {
        ferz.send_all(&[STALEMATED, go, "isready"]);
        ferz.expect("readyok");
        ferz.expect_silence(Duration::from_millis(100));
        let lines = search(&mut ferz, &[end]);
        assert_eq!(best(&lines), "0000");
    }
}

/// U-079: broken FENs and missing kings leave the position as it was.
#[test]
fn broken_fens() {
    let fens = [
        "xyz",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "P3k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    ];
    let mut ferz = uci();
    for fen in fens {
        ferz.send_all(&["position startpos moves e2e4", &format!("position fen {fen}"), "isready"]);
        let lines = ferz.expect("readyok");
        assert!(lines[0].starts_with("info string position kept: "), "{fen}: {lines:?}");
        let lines = search(&mut ferz, &["go depth 1"]);
        assert_legal("position startpos moves e2e4", best(&lines));
    }
}

/// A castling right without its rook, or with the king elsewhere, is no right.
#[test]
fn castling_right_without_rook() {
    let mut ferz = uci();
    for fen in ["4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/3K4/R6R w KQkq - 0 1"] {
        let position = format!("position fen {fen}");
        let lines = search(&mut ferz, &[&position, "go depth 5"]);
        assert_legal(&position, best(&lines));
    }
}

/// U-039: bad arguments of `go` do not end the program.
#[test]
fn bad_arguments() {
    let mut ferz = uci();
    for go in [
        "go depth abc nodes 50",
        "go depth 0",
        "go nodes -5",
        "go mate 0 nodes 20",
        "go depth 1 searchmoves e2e5 zz",
    ] {
        let lines = search(&mut ferz, &["position startpos", go]);
        assert_legal("position startpos", best(&lines));
    }
}

/// U-235: 40 moves in 3 s and no increment, both sides: the flag does not fall. Our clock runs
/// from the write to the arrival, as an interface's does; the machine is busy with other tests,
/// which is what `Move Overhead` is for.
#[test]
fn forty_moves_without_increment() {
    in_time(|| {
        let mut ferz = uci();
        ferz.send("setoption name Move Overhead value 50");
        let mut clocks = [Duration::from_secs(3); 2];
        let mut position = "position startpos moves".to_owned();
        for to_go in (1..=40).rev() {
            for side in 0..2 {
                if game(&position).outcome().is_some_and(|outcome| !outcome.by_claim) {
                    return Ok(());
                }
                let [white, black] = clocks.map(|clock| clock.as_millis());
                ferz.send(&position);
                let sent = ferz.send(&format!("go wtime {white} btime {black} movestogo {to_go}"));
                let answer = ferz.arrival("bestmove", |line| line.starts_with("bestmove "));
                let used = answer.at - sent;
                let left = clocks[side].checked_sub(used);
                clocks[side] = left
                    .ok_or_else(|| format!("{used:?} of {:?} with {to_go} to go", clocks[side]))?;
                position.push(' ');
                position.push_str(best(&[answer.text]));
            }
        }
        Ok(())
    });
}

/// U-018, U-208, C-027, X-027: long lines are read whole, and a game of 1,000 moves is no burden.
#[test]
fn long_lines() {
    let mut ferz = uci();
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: Vec<&str> = round.into_iter().cycle().take(1001).collect();
    let position = format!("position startpos moves {}", moves.join(" "));
    for _ in 0..10 {
        in_time(|| {
            let sent = ferz.send_all(&[&position, "isready"]);
            let ready = ferz.arrival("readyok", |line| line == "readyok");
            took("1,001 moves", ready.at - sent, 0..=50)
        });
    }
    let lines = search(&mut ferz, &["go depth 1"]);
    assert_legal(&position, best(&lines));
    ferz.send_all(&[
        &"x".repeat(100_000),
        &format!("position startpos moves {}", "e2e4 ".repeat(20_000)),
        "isready",
    ]);
    ferz.expect("readyok");
}

/// A hash table that cannot be had is no reason to die.
#[test]
fn hash_beyond_all_memory() {
    let mut ferz = uci();
    ferz.send("uci");
    let hash = ferz.expect_prefix("option name Hash ");
    ferz.expect("uciok");
    let most = support::number(&hash, "max");
    ferz.send_all(&[&format!("setoption name Hash value {most}"), "isready"]);
    ferz.expect("readyok");
    ferz.send("setoption name Hash value 1");
    let lines = search(&mut ferz, &["position startpos", "go depth 3"]);
    assert_legal("position startpos", best(&lines));
}

/// U-229, U-276: pondering takes no account of the clock, `ponderhit` starts it.
#[test]
fn pondering_beyond_the_clock() {
    let mut ferz = uci();
    ferz.send_all(&["position startpos moves e2e4 e7e5", "go ponder wtime 100 btime 100"]);
    let lines = ferz.lines_for(Duration::from_millis(400));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    let hit = ferz.send("ponderhit");
    let answer = ferz.arrival("bestmove", |line| line.starts_with("bestmove "));
    assert!(answer.at - hit < SOON);
    assert_legal("position startpos moves e2e4 e7e5", best(&[answer.text]));
}

/// U-241: a mate in one is no reason to end an endless search.
#[test]
fn endless_with_a_mate() {
    let mut ferz = uci();
    ferz.send_all(&["position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go infinite"]);
    ferz.expect_until("a mate", |line| line.contains(" score mate 1 "));
    let lines = ferz.lines_for(Duration::from_millis(300));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    let lines = search(&mut ferz, &["stop"]);
    assert_eq!(best(&lines), "a1a8");
    assert!(last_info(&lines).contains(" score mate 1 "), "{lines:?}");
}
