//! `ferz bridge`: all nine directions, with real engines behind it where Debian has one, and with
//! ours in the place of an engine of UCCI.
#![cfg(feature = "host")]

use ferz_link::{Place, Record};
use ferz_referee::GameRecord;
use ferz_testkit::{Session, find_program};
use ferz_wire::Start;
use std::process::Command;

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

/// A bridge to this engine. Its options come before the program.
fn bridge(arguments: &[&str]) -> Session {
    let mut command = Command::new(FERZ);
    command.arg("bridge");
    let split = arguments.iter().position(|word| !word.starts_with("--")).expect("a program");
    command.args(&arguments[..split]).arg("--");
    let program = find_program(arguments[split]);
    command.arg(program.unwrap_or_else(|| arguments[split].into())).args(&arguments[split + 1..]);
    let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
    command.env("PATH", path).current_dir(std::env::temp_dir());
    Session::start(command)
}

/// Whether a move may be played after these.
fn assert_legal(variant: &str, moves: &[&str], mv: &str) {
    let place = Place {
        variant: variant.into(),
        start: Start::Startpos,
        moves: moves.iter().map(|mv| (*mv).into()).collect(),
    };
    let mut record = GameRecord::of(&place).expect("these moves are legal");
    assert!(Record::play(&mut record, mv).is_ok(), "{mv} after {moves:?}");
}

/// A move of a board whose ranks count from 1, as one of a board whose ranks count from 0.
fn one_rank_lower(mv: &str) -> String {
    let split = mv[1..].find(|c: char| c.is_ascii_lowercase()).expect("two squares") + 1;
    let lower = |square: &str| {
        let rank: u32 = square[1..].parse().expect("a rank");
        format!("{}{}", &square[..1], rank - 1)
    };
    lower(&mv[..split]) + &lower(&mv[split..])
}

/// Two moves of a game, and one without an end, as an interface of UCI has them played.
fn as_uci(mut engine: Session) {
    engine.send("uci");
    engine.expect("uciok");
    engine.send_all(&["ucinewgame", "isready"]);
    engine.expect("readyok");
    let mut moves = vec!["e2e4".to_owned()];
    for reply in ["", "a2a3", "a3a4"] {
        if !reply.is_empty() {
            moves.push(reply.to_owned());
        }
        let position = format!("position startpos moves {}", moves.join(" "));
        engine.send_all(&[&position, "go wtime 3000 btime 3000 winc 50 binc 50"]);
        let best = engine.expect_prefix("bestmove ");
        let best = best.split(' ').nth(1).expect("a move").to_owned();
        assert_legal("normal", &moves.iter().map(String::as_str).collect::<Vec<_>>(), &best);
        moves.push(best);
    }
    engine.send("isready");
    engine.expect("readyok");
    engine.send("quit");
    assert!(engine.wait_exit().success());
}

/// The same as an interface of CECP; a move is taken back as well.
fn as_cecp(mut engine: Session, variant: &str, [first, second]: [&str; 2]) {
    engine.send_all(&["xboard", "protover 2"]);
    engine.expect_prefix("feature done=1");
    engine.send_all(&["new", "random"]);
    if variant != "normal" {
        engine.send(&format!("variant {variant}"));
    }
    engine.send_all(&["level 40 0:06 0", "post", "hard", "easy", "time 600", "otim 600", first]);
    let answer = engine.expect_prefix("move ");
    assert_legal(variant, &[first], &answer[5..]);
    engine.send_all(&["ping 7"]);
    engine.expect("pong 7");
    engine.send_all(&["force", "remove", second, "go"]);
    let answer = engine.expect_prefix("move ");
    assert_legal(variant, &[second], &answer[5..]);
    engine.send_all(&["force", "usermove z9z9", "quit"]);
    engine.expect_prefix("Illegal move");
    assert!(engine.wait_exit().success());
}

/// The same as an interface of UCCI, with a forbidden move.
fn as_ucci(mut engine: Session) {
    engine.send("ucci");
    engine.expect("ucciok");
    engine.send_all(&["isready"]);
    engine.expect("readyok");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let position = format!("position fen {start} moves h2e2");
    engine.send_all(&["setoption usemillisec true", &position, "go time 4000 increment 0"]);
    let best = engine.expect_prefix("bestmove ");
    let best = best.split(' ').nth(1).expect("a move").to_owned();
    assert_legal("xiangqi", &["h2e2"], &best);
    engine.send("quit");
    engine.expect("bye");
    assert!(engine.wait_exit().success());
}

/// Named like the peers in the list of `cargo xtask peers`.
mod real_engines {
    mod uci_to {
        use crate::*;

        #[test]
        fn uci() {
            as_uci(bridge(&["stockfish"]));
        }

        /// The interface counts ranks from 1, the engine from 0.
        #[test]
        fn ucci() {
            let mut engine = bridge(&["--engine-protocol=ucci", FERZ]);
            engine.send("uci");
            let greeting = engine.expect("uciok");
            let declares = |line: &String| line.contains("UCI_Variant") && line.contains("xiangqi");
            assert!(greeting.iter().any(declares), "{greeting:#?}");
            engine.send_all(&["setoption name UCI_Variant value xiangqi", "isready"]);
            engine.expect("readyok");
            engine.send_all(&["position startpos moves h3e3", "go movetime 300"]);
            let best = engine.expect_prefix("bestmove ");
            let best = best.split(' ').nth(1).expect("a move").to_owned();
            assert_legal("xiangqi", &["h2e2"], &one_rank_lower(&best));
            engine.send("quit");
            assert!(engine.wait_exit().success());
        }

        #[test]
        fn cecp() {
            as_uci(bridge(&["--engine-protocol=cecp", "fairymax"]));
        }
    }

    mod cecp_to {
        use crate::*;

        #[test]
        fn uci() {
            as_cecp(bridge(&["stockfish"]), "normal", ["e2e4", "d2d4"]);
        }

        #[test]
        fn uci_xiangqi() {
            let engine = bridge(&["--engine-protocol=uci", "fairy-stockfish"]);
            as_cecp(engine, "xiangqi", ["h2e2", "b0c2"]);
        }

        #[test]
        fn ucci() {
            as_cecp(bridge(&["--engine-protocol=ucci", FERZ]), "xiangqi", ["h2e2", "b0c2"]);
        }

        #[test]
        fn cecp() {
            as_cecp(bridge(&["--engine-protocol=cecp", "phalanx"]), "normal", ["e2e4", "d2d4"]);
        }
    }

    mod ucci_to {
        use crate::*;

        #[test]
        fn uci() {
            as_ucci(bridge(&["--engine-protocol=uci", "fairy-stockfish"]));
        }

        #[test]
        fn ucci() {
            as_ucci(bridge(&["--engine-protocol=ucci", FERZ]));
        }

        #[test]
        fn cecp() {
            as_ucci(bridge(&["--engine-protocol=cecp", "hoixiangqi"]));
        }
    }
}

/// A crash of the engine is told, and ends the session.
#[test]
fn the_engine_crashes() {
    let script = "read l; echo uciok; read l; kill -SEGV $$";
    let mut engine = bridge(&["--engine-protocol=uci", "sh", "-c", script]);
    engine.send("xboard");
    engine.send_all(&["protover 2", "new", "ping 1"]);
    let said = engine.expect_prefix("tellusererror ");
    assert!(said.contains("crashed with signal 11"), "{said}");
}

/// Options of the command line are set before the interface has a word; what is wrong is named.
#[test]
fn options() {
    let output = Command::new(FERZ)
        .args(["bridge", "--engine-protocol=uci", "--option", "Hsah=1", "--", FERZ])
        .output()
        .expect("ferz starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("Hsah"), "{said}");
}
