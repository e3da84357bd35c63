//! The same answers as python-chess and Stockfish, on random positions of every table in the folder.
//!
//! More positions, and of other tables than the few that are here:
//!
//! ```sh
//! FERZ_SYZYGY=/tables FERZ_SYZYGY_POSITIONS=100000 \
//!     cargo test -p ferz-syzygy --test peers -- --nocapture
//! ```

mod common;

use common::{Random, folder, names, setting};
use ferz_rules::chess::Board;
use ferz_syzygy::Tablebase;
use ferz_testkit::Session;
use std::fs::File;
use std::path::Path;
use std::process::Command;

/// Positions of all tables in turn, and our answers: result and distance.
fn questions(seed: u64, usual: usize) -> Vec<(Board, [i32; 2])> {
    let (tables, faults) = Tablebase::open([folder()]);
    assert_eq!(faults, []);
    let names = names(&folder());
    let mut random = Random(seed);
    let mut question = |number: usize| {
        let name = &names[number % names.len()];
        let board = random.position(name);
        let wdl = tables.probe_wdl(&board).expect("a whole set of tables");
        let dtz = tables.probe_dtz(&board).expect("a whole set of tables");
        (board, [wdl as i32 - 2, dtz.0])
    };
    (0..setting("FERZ_SYZYGY_POSITIONS", usual)).map(&mut question).collect()
}

fn compare(questions: &[(Board, [i32; 2])], answers: impl Iterator<Item = [i32; 2]>) {
    let mut count = 0;
    for ((board, ours), theirs) in questions.iter().zip(answers) {
        assert_eq!(*ours, theirs, "{board}");
        count += 1;
    }
    let en_passant = questions.iter().filter(|(board, _)| board.en_passant().is_some()).count();
    println!("{count} positions, {en_passant} of them with a pawn to be taken en passant");
    assert_eq!(count, questions.len());
}

fn numbers(text: &str) -> [i32; 2] {
    let mut words = text.split_whitespace().map(|word| word.parse().expect(text));
    [words.next().expect(text), words.next().expect(text)]
}

#[test]
fn python_chess_finds_the_same() {
    let questions = questions(1, 700);
    let place = tempfile::tempdir().unwrap();
    let fens = place.path().join("fens");
    let lines: Vec<String> = questions.iter().map(|(board, _)| format!("{board}\n")).collect();
    std::fs::write(&fens, lines.concat()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probe.py");
    let output = Command::new(ferz_testkit::python())
        .arg("-B")
        .args([script, folder()])
        .stdin(File::open(fens).unwrap())
        .output()
        .expect("the interpreter starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    compare(&questions, text.lines().map(numbers));
}

#[test]
fn stockfish_finds_the_same() {
    let questions = questions(2, 300);
    let mut stockfish = Session::start(Command::new(ferz_testkit::peer("stockfish")));
    stockfish.send("uci");
    stockfish.expect("uciok");
    stockfish.send(&format!("setoption name SyzygyPath value {}", folder().display()));
    let answers = questions.iter().map(|(board, _)| {
        stockfish.send(&format!("position fen {board}"));
        stockfish.send("d");
        // `Tablebases WDL:  Win (Success)`: behind the value, how it was found.
        let mut value = |label: &str| -> String {
            let line = stockfish.expect_prefix(label);
            assert!(!line.contains("Failed"), "{board}: {line}");
            let value = line[label.len()..].split('(').next().unwrap_or_default();
            value.trim().to_owned()
        };
        let wdl = value("Tablebases WDL:");
        let names = ["Loss", "Blessed loss", "Draw", "Cursed win", "Win"];
        let place = names.iter().position(|name| *name == wdl).expect("a result");
        [place as i32 - 2, value("Tablebases DTZ:").parse().expect("a number")]
    });
    compare(&questions, answers);
    stockfish.send("quit");
}
