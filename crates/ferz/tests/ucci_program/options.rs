//! What options change.

use crate::support::{SOON, best, ferz, game, last_info, number, search, ucci};
use ferz_link::Record;
use std::time::Duration;

/// what our
/// engine declares: and what it does not.
#[test]
fn declared_options() {
    let mut ferz = ferz();
    ferz.send("ucci");
    let lines = ferz.expect("ucciok");
    let declared = |name: &str| {
        let begin = format!("option {name} type ");
        lines.iter().find_map(|line| line.strip_prefix(begin.as_str()))
    };
    let levels = "combo var none var small var medium var large default";
    for (name, kind) in [
        ("usemillisec", "check default false".to_owned()),
        ("batch", "check default false".to_owned()),
        ("debug", "check default false".to_owned()),
        ("ponder", "check default false".to_owned()),
        ("usebook", "check default true".to_owned()),
        ("bookfiles", "string default <own>".to_owned()),
        ("hashsize", "spin min 0 max 1048576 default 0".to_owned()),
        ("threads", "spin min 0 max 256 default 0".to_owned()),
        ("idle", format!("{levels} none")),
        ("pruning", format!("{levels} large")),
        ("knowledge", format!("{levels} large")),
        ("promotion", "check default false".to_owned()),
        ("style", "combo var solid var normal var risky default normal".to_owned()),
        ("newgame", "button".to_owned()),
    ] {
        assert_eq!(declared(name), Some(kind.as_str()), "{name}");
    }
    // only where the command line allows libraries.
    assert_eq!(declared("evalapi"), None);
    assert!(declared("randomness").is_some_and(|kind| kind.ends_with(" default none")));
    for name in ["useegtb", "egtbpaths", "repetition", "drawmoves", "selectivity", "multipv"] {
        assert_eq!(declared(name), None);
    }
    for line in lines.iter().filter_map(|line| line.strip_prefix("option ")) {
        let (name, _) = line.split_once(" type ").expect("a type");
        assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
    }
}

/// seconds, then milliseconds.
#[test]
fn units() {
    let mut ferz = ferz();
    ferz.send("ucci");
    ferz.expect("ucciok");
    ferz.send("setoption usebook false");
    for command in ["go time 1 increment 0", "go time 1000 increment 0"] {
        let lines = search(&mut ferz, &[command]);
        let used = lines.iter().rev().find(|line| line.contains("info time ")).expect("numbers");
        // always in milliseconds.
        assert!((1..1000).contains(&number(used, "time")), "{used}");
        ferz.send("setoption usemillisec true");
    }
}

/// a lazy engine leaves most of the processor to others. A busy machine only makes it lazier.
#[test]
fn idle() {
    let mut ferz = ucci();
    ferz.send_all(&["setoption idle large", "isready"]);
    ferz.expect("readyok");
    ferz.send("go infinite");
    ferz.expect_prefix("info depth 2 ");
    let before = ferz.cpu_time();
    let began = std::time::Instant::now();
    ferz.lines_for(Duration::from_millis(800));
    let share = (ferz.cpu_time() - before).as_secs_f64() / began.elapsed().as_secs_f64();
    assert!(share < 0.5, "{share:.2} of the processor");
    search(&mut ferz, &["stop"]);
}

/// the best move always; X-176: of a table that a new game has cleared.
#[test]
fn same_move() {
    let mut ferz = ucci();
    let mut moves = Vec::new();
    for _ in 0..3 {
        ferz.send("setoption newgame");
        moves.push(best(&search(&mut ferz, &["position startpos", "go depth 7"])));
    }
    assert!(moves.iter().all(|mv| *mv == moves[0]), "{moves:?}");
}

/// a random engine does not always play alike.
#[test]
fn randomness() {
    let mut ferz = ucci();
    ferz.send("setoption randomness huge");
    let mut moves = std::collections::BTreeSet::new();
    for _ in 0..30 {
        moves.insert(best(&search(&mut ferz, &["position startpos", "go depth 2"])));
    }
    assert!(moves.len() > 1, "{moves:?}");
}

/// without pruning the same depth takes more nodes.
#[test]
fn pruning() {
    let nodes = |level: &str| {
        let mut ferz = ucci();
        ferz.send(&format!("setoption pruning {level}"));
        let lines = search(&mut ferz, &["position startpos", "go depth 5"]);
        let line = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("numbers");
        number(line, "nodes")
    };
    let counts = ["none", "small", "large"].map(nodes);
    assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
}

/// less knowledge sees less in a position: the black king stands open to a cannon and two rooks.
#[test]
fn knowledge() {
    let score = |level: &str| {
        let mut ferz = ucci();
        ferz.send(&format!("setoption knowledge {level}"));
        let position = "position fen 4kab2/4a4/4b4/p3p3p/9/2R6/P3P1c1P/4C1r2/4A4/2BAK2R1 w - - 0 1";
        let lines = search(&mut ferz, &[position, "go depth 1"]);
        let line = lines.iter().rev().find(|line| line.contains(" score ")).expect("a score");
        number(line, "score")
    };
    let scores = ["none", "small", "medium"].map(score);
    assert!(scores[0] != scores[1] && scores[1] != scores[2], "{scores:?}");
}

/// advisors and elephants become pawns while it is asked for, and only then.
#[test]
fn promotion() {
    let position = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P2/1C5C1/9/RNBAKABNR w - - 0 1 moves d0d0";
    let mut ferz = ucci();
    ferz.send_all(&[position, "isready"]);
    assert!(ferz.expect("readyok")[0].starts_with("info message "));
    ferz.send_all(&["setoption promotion true", position, "isready"]);
    assert_eq!(ferz.expect("readyok"), ["readyok"]);
    let mv = best(&search(&mut ferz, &["go depth 4"]));
    assert!(game(position, "xiangqi-promotion").legal_moves().contains(&mv), "{mv}");
}

/// the book, and where it has no say.
#[test]
fn book() {
    let mut ferz = ferz();
    ferz.send("ucci");
    ferz.expect("ucciok");
    let lines = search(&mut ferz, &["go depth 0"]);
    assert!(lines.len() == 2 && lines[0].starts_with("info depth 0 score "), "{lines:?}");
    assert_eq!(lines[1], "nobestmove");
    for off in ["setoption usebook false", "setoption bookfiles"] {
        let lines = search(&mut ferz, &[off, "go depth 3"]);
        assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
        ferz.send_all(&["setoption usebook true", "setoption bookfiles <own>"]);
    }
}

/// files that are not there are named.
#[test]
fn missing_files() {
    let mut ferz = ucci();
    ferz.send_all(&["setoption usebook true", "setoption bookfiles /nowhere/a.dat;/nowhere/b.dat"]);
    let lines = search(&mut ferz, &["go depth 2"]);
    for name in ["a.dat", "b.dat"] {
        let named = |line: &String| line.starts_with("info message ") && line.contains(name);
        assert!(lines.iter().any(named), "{lines:?}");
    }
    // What is inside stays in use where the files are refused.
    ferz.send("setoption usebook false");
    let lines = search(&mut ferz, &["setoption evalapi /nowhere/libeval.so", "go depth 2"]);
    let named = |line: &String| line.starts_with("info message ") && line.contains("libeval.so");
    assert!(lines.iter().any(named), "{lines:?}");
    assert_eq!(number(last_info(&lines), "depth"), 2);
}

/// sizes, nought, and too much.
#[test]
fn sizes() {
    let mut ferz = ucci();
    for value in ["0", "32", "999999999", "-1", "x"] {
        ferz.send_all(&[
            &format!("setoption hashsize {value}"),
            &format!("setoption threads {}", value.replace("32", "2")),
            "isready",
        ]);
        assert_eq!(ferz.next_line(SOON).as_deref(), Some("readyok"), "{value}");
    }
    search(&mut ferz, &["go depth 4"]);
}
