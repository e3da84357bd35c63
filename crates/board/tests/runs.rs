//! Matches as a page sets them up, and runs as it opens them: everything that needs no engine.

use ferz_arena::Config;
use ferz_arena::config::EngineSpec;
use ferz_arena::log::{Log, LogEvent, VERSION};
use ferz_arena::record::{GameRecord, GameResult, MoveRecord, Reason};
use ferz_board::runs::{Match, RunRequest, Runs};
use ferz_board::shelf::{Entry, OWN};
use ferz_board::{Opener, Shelf};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn runs(folders: &[&Path]) -> Runs {
    let own: Opener = Arc::new(|| panic!("nobody asked for it"));
    let shelf = Shelf::new(own, Arc::new(ferz_referee::Rules));
    let command = "/nowhere/fish --fast".to_owned();
    shelf.put(&Entry { name: "Fish".to_owned(), command, ..Entry::default() }).expect("an entry");
    let folders = folders.iter().map(|folder| (*folder).to_owned()).collect();
    Runs::new(Arc::new(shelf), folders, Some(PathBuf::from("/nowhere/ferz")))
}

/// The log of a run of two games: a mate, and a fault.
fn run(folder: &Path) {
    let engine = |name: &str| EngineSpec { name: Some(name.to_owned()), ..EngineSpec::default() };
    let config = Config { engines: vec![engine("A"), engine("<b>B")], ..Config::default() };
    std::fs::create_dir_all(folder).expect("a folder");
    let programs = Vec::new();
    let first = LogEvent::Run { version: VERSION, began: 77, openings: 0, config, programs };
    let mut log = Log::create(folder, &first).expect("a log");
    for (index, name) in ["A", "<b>B"].into_iter().enumerate() {
        let [author, protocol, id] = ["", "uci", ""].map(str::to_owned);
        let name = name.to_owned();
        log.add(&LogEvent::Engine { index, name, author, protocol, id }).expect("written");
    }
    let game = |number: u32, moves: &[&str], reason| GameRecord {
        number,
        round: 1,
        first: number as usize - 1,
        second: 2 - number as usize,
        opening: 0,
        fen: None,
        moves: moves.iter().map(|text| MoveRecord::book(text)).collect(),
        beside: Vec::new(),
        result: GameResult::Second,
        reason,
        detail: "<i>why</i>".to_owned(),
        remarks: Vec::new(),
        last_lines: Vec::new(),
        worst_lag: 0,
        mean_lag: 0,
        late: false,
        stopped: false,
        attempt: 0,
        worker: String::new(),
        step: None,
        began: 0,
        seconds: 1.0,
    };
    let mate = game(1, &["f2f3", "e7e5", "g2g4", "d8h4"], Reason::Checkmate);
    log.add_game(&mate).expect("written");
    log.add_game(&game(2, &["e2e4"], Reason::Crash)).expect("written");
}

fn ask(runs: &Runs, request: &str) -> Result<Value, String> {
    runs.ask(serde_json::from_str::<RunRequest>(request).expect("a request"))
}

#[test]
fn runs_are_those_of_the_folders_that_were_named() {
    let base = tempfile::tempdir().expect("a folder");
    let (inside, alone) = (base.path().join("runs"), base.path().join("alone"));
    run(&inside.join("first"));
    run(&alone);
    run(&base.path().join("secret"));
    std::fs::write(inside.join("no run"), "").expect("written");
    let runs = runs(&[&inside, &alone, &base.path().join("nothing")]);
    let listed = ask(&runs, r#"{"do":"runs"}"#).expect("a list");
    let names: Vec<_> =
        listed["runs"].as_array().expect("runs").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["first", "alone"], "{listed}");
    assert_eq!(listed["runs"][0]["engines"][1], "<b>B");

    let shown = ask(&runs, r#"{"do":"run","run":"alone"}"#).expect("a run");
    let shown = &shown["run"];
    assert_eq!((&shown["played"], &shown["over"]), (&Value::from(2), &Value::from("")), "{shown}");
    // The first engine lost the first game, the second one the other.
    assert_eq!(shown["score"], serde_json::json!([1, 0, 1]));
    assert_eq!(shown["ended"][1]["fault"], true);
    assert_eq!(shown["ended"][0]["detail"], "<i>why</i>");
    let game = ask(&runs, r#"{"do":"game","run":"first","number":1}"#).expect("a game");
    assert!(game["pgn"].as_str().expect("text").contains("Qh4#"), "{game}");

    for (request, named) in [
        (r#"{"do":"run","run":"secret"}"#, "no run \"secret\""),
        (r#"{"do":"run","run":"../secret"}"#, "no run"),
        (r#"{"do":"run","run":"/etc"}"#, "no run"),
        (r#"{"do":"game","run":"../secret","number":1}"#, "no run"),
        (r#"{"do":"game","run":"first","number":9}"#, "game 9"),
        (r#"{"do":"game","number":1}"#, "no match"),
        (r#"{"do":"stop"}"#, "no match"),
    ] {
        let why = ask(&runs, request).expect_err("refused");
        assert!(why.contains(named), "{request}: {why}");
    }
}

#[test]
fn matches_that_make_no_sense_are_refused_by_name() {
    let base = tempfile::tempdir().expect("a folder");
    let runs = runs(&[base.path()]);
    let usual = || Match {
        variant: "chess".to_owned(),
        engines: vec![OWN.to_owned(), "Fish".to_owned()],
        limit: "1+0.1".to_owned(),
        games: 2,
        concurrency: 1,
        ..Match::default()
    };
    let text = str::to_owned;
    for (wanted, named) in [
        (Match { variant: text("ludo"), ..usual() }, "ludo"),
        (Match { engines: vec![text(OWN), text("/bin/sh")], ..usual() }, "\"/bin/sh\""),
        (Match { engines: vec![text("Fish")], ..usual() }, "two are needed"),
        (Match { limit: text("soon"), ..usual() }, "soon"),
        (Match { limit: text("st=-1"), ..usual() }, "st=-1"),
        (Match { limit: text("nodes=x"), ..usual() }, "nodes=x"),
        (Match { limit: text("program=x"), ..usual() }, "program=x"),
        (Match { games: 0, ..usual() }, "games"),
        (Match { games: 1_000_000, ..usual() }, "games"),
        (Match { concurrency: 1_000, ..usual() }, "at once"),
        (Match { sprt: Some([5.0, 0.0]), ..usual() }, "SPRT"),
        (Match { fen: text("8/8"), ..usual() }, "8/8"),
    ] {
        let why = runs.ask(RunRequest::Match(Box::new(wanted))).expect_err("refused");
        assert!(why.contains(named), "{named}: {why}");
    }
    assert_eq!(std::fs::read_dir(base.path()).expect("there").count(), 0, "no folder was made");
}
