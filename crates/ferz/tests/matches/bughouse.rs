//! Bughouse: four engines on two boards.

use crate::support::*;
use ferz_arena::boards;
use ferz_arena::record::{GameRecord, MoveRecord};
use ferz_rules::{Game, Notation, Variant, new_game};
use ferz_testkit::peer;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Where a board of this game begins.
fn start(game: &GameRecord) -> Box<dyn Game> {
    new_game(Variant::by_name("bughouse").unwrap(), game.fen.as_deref()).unwrap()
}

/// Plays a board through: when something was taken there, by the order of the moves.
fn captures(game: &GameRecord, moves: &[MoveRecord]) -> Vec<Option<u32>> {
    let mut board = start(game);
    let mut captures = Vec::new();
    for made in moves {
        boards::give(&mut board, &made.came);
        let san = board.rewrite(&made.text, Notation::San).expect("a legal move");
        if san.contains('x') {
            captures.push(made.order);
        }
        boards::play(&mut board, &MoveRecord::book(&made.text)).expect("a legal move");
    }
    captures
}

/// Each board can be played through, and what was taken on one has come to hand on the other.
#[track_caller]
fn assert_exchanged(game: &GameRecord) {
    let both = [&game.moves, &game.beside];
    let taken = both.map(|moves| captures(game, moves));
    for board in 0..2 {
        let came: usize = both[board].iter().map(|made| made.came.len()).sum();
        let Some(last) = both[board].last() else { continue };
        let due = taken[1 - board].iter().filter(|order| **order < last.order).count();
        assert_eq!(came, due, "board {board} of {game:#?}");
    }
}

/// C-219, C-530 to C-538: twenty games of our engine against itself over two protocols: nothing is
/// illegal, nothing disputed, and partners hear of each other.
#[test]
fn our_engine_over_two_protocols() {
    let place = Place::new();
    let logs = place.path("logs");
    let line = format!(
        "'name=uci proto=uci nodes=300 FERZ' 'name=cecp proto=cecp depth=2 FERZ' --variant bughouse \
         --rounds 10 --openings builtin --max-moves 150 --log {}/",
        logs.display()
    );
    let words = words(&line);
    let run = place.plays(&words.iter().map(String::as_str).collect::<Vec<_>>());
    run.assert_clean();
    assert_eq!(run.games.len(), 20);
    run.games.iter().for_each(assert_exchanged);
    assert!(run.games.iter().all(|game| game.beside.len() > 4));
    assert_eq!(run.pgn.matches("[WhiteB ").count(), 20);
    assert!(run.pgn.contains("1A. ") && run.pgn.contains("1b. "), "{}", run.pgn);
    let heard: String = std::fs::read_dir(&logs)
        .expect("conversations")
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    for wanted in ["partner cecp", "variant bughouse", "holding [", "ptell "] {
        assert!(heard.contains(wanted), "{wanted}");
    }
    // Over UCI hands are in the FEN.
    let with_hands = |line: &str| line.contains("position fen ") && !line.contains("[]");
    assert!(heard.lines().any(with_hands));
    let report = std::fs::read_to_string(place.path("run").join("report.html")).expect("a report");
    assert!(report.contains("data-game=\"20\""));
}

/// Fairy-Stockfish, which has the hands from the FEN, against ours with `holding`.
#[test]
fn real_engines_fairy_stockfish_plays_bughouse() {
    let run = plays(&format!(
        "'name=theirs proto=uci nodes=200 {}' 'name=ours proto=cecp depth=2 FERZ' \
         --variant bughouse --rounds 5 --openings builtin --max-moves 150",
        peer("fairy-stockfish").display()
    ));
    run.assert_clean();
    assert_eq!(run.games.len(), 10);
    run.games.iter().for_each(assert_exchanged);
}

/// A run that is killed goes on: games that were over stay as they were, and none is played twice.
#[test]
fn a_killed_run_goes_on() {
    let place = Place::new();
    let folder = place.path("run");
    let line = format!(
        "'name=uci proto=uci nodes=300 FERZ' 'name=cecp proto=cecp depth=2 FERZ' --variant bughouse \
         --rounds 5 --openings builtin --max-moves 150 --dir {}",
        folder.display()
    );
    let words = words(&line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = place.command(&words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let log = folder.join(ferz_arena::log::FILE);
    let games = || std::fs::read_to_string(&log).unwrap_or_default().matches("\"game\":").count();
    let end = Instant::now() + Duration::from_secs(120);
    while games() < 3 {
        assert!(Instant::now() < end && child.try_wait().unwrap().is_none(), "three games");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (events, _) = ferz_arena::log::read(&std::fs::read(&log).unwrap(), &log).unwrap();
    let before = ferz_arena::log::games(events);
    assert!((3..10).contains(&before.len()), "{} games", before.len());
    let output = place.command(&["--resume", &folder.display().to_string()]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let run = Run::read(&folder);
    run.assert_clean();
    run.games.iter().for_each(assert_exchanged);
    let numbers: Vec<u32> = run.games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
    assert!(before.iter().all(|game| run.games.contains(game)));
    assert_eq!(run.pgn.matches("[WhiteA ").count(), 10);
}

/// Four engines on two boards: each team has a partner of its own, which takes the limits of its engine
/// where it has none.
#[test]
fn four_engines_on_two_boards() {
    let place = Place::new();
    let logs = place.path("logs");
    let line = format!(
        "'name=one proto=uci nodes=300 partner=\"name=two proto=cecp FERZ\" FERZ' \
         'name=three proto=cecp depth=2 partner=\"name=four proto=uci nodes=200 FERZ\" FERZ' \
         --variant bughouse --rounds 2 --openings builtin --max-moves 60 --log {}/",
        logs.display()
    );
    let words = words(&line);
    let run = place.plays(&words.iter().map(String::as_str).collect::<Vec<_>>());
    run.assert_clean();
    assert_eq!(run.games.len(), 4);
    run.games.iter().for_each(assert_exchanged);
    for tags in [
        "[WhiteA \"one\"]\n[BlackB \"two\"]\n[BlackA \"three\"]\n[WhiteB \"four\"]",
        "[WhiteA \"three\"]\n[BlackB \"four\"]\n[BlackA \"one\"]\n[WhiteB \"two\"]",
    ] {
        assert_eq!(run.pgn.matches(tags).count(), 2, "{tags}: {}", run.pgn);
    }
    let heard: String = std::fs::read_dir(&logs)
        .expect("conversations")
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    for wanted in ["partner one", "partner four", "go nodes 200", "go nodes 300"] {
        assert!(heard.contains(wanted), "{wanted}");
    }
    assert!(!heard.contains("partner two") && !heard.contains("partner three"), "these are told");
}

/// A partner needs a second board and is an engine; it has none itself.
#[test]
fn partners_that_make_no_sense() {
    for (engine, rest, wanted) in [
        ("partner=FERZ FERZ", "", "one has a partner, and normal has one board"),
        ("partner=\"partner=FERZ FERZ\" FERZ", "--variant bughouse", "a partner has no partner"),
        ("partner=\"nodes=5\" FERZ", "--variant bughouse", "has no command"),
        ("partner=\"ponder FERZ\" FERZ", "--variant bughouse", "nobody ponders"),
    ] {
        let place = Place::new();
        let words = self::words(&format!("'name=one {engine}' 'name=other FERZ' --nodes 9 {rest}"));
        let output = place.runs(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let told = said(&output);
        assert!(!output.status.success() && told.contains(wanted), "{told}");
        assert!(!place.path("run").join("events.jsonl").exists());
    }
}

/// A partner that plays no bughouse is refused before the first game, as an engine is, and so is one
/// that is no engine.
#[test]
fn real_engines_a_partner_that_does_not_play_it() {
    let sjaakii = peer("sjaakii").display().to_string();
    for (partner, wanted) in [
        (
            &*format!("name=else {sjaakii}"),
            "else, partner of us: engine does not play \"bughouse\"",
        ),
        ("no-such-engine", "no-such-engine, partner of us: cannot start"),
    ] {
        let place = Place::new();
        let line = format!(
            "'name=us partner=\"{partner}\" FERZ' 'name=them FERZ' --variant bughouse --nodes 9"
        );
        let words = self::words(&line);
        let output = place.runs(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let told = said(&output);
        assert!(!output.status.success() && told.contains(wanted), "{told}");
        assert!(!place.path("run").join("events.jsonl").exists());
    }
}

/// What looks at one board only is refused by name, and no run is begun.
#[test]
fn what_makes_no_sense_is_refused() {
    for (words, wanted) in [
        ("--resign 3:500", "no game is ended by scores or tables of one board"),
        ("--draw 30:5:10", "no game is ended by scores or tables of one board"),
        ("ponder", "nobody ponders"),
    ] {
        let place = Place::new();
        let (before, behind) = if words == "ponder" { (words, "") } else { ("", words) };
        let line = format!("'{before} FERZ' FERZ --variant bughouse --tc 1 {behind}");
        let words = self::words(&line);
        let output = place.runs(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let told = said(&output);
        assert!(!output.status.success() && told.contains(wanted), "{told}");
        assert!(told.contains("bughouse is played on two boards"), "{told}");
        assert!(!place.path("run").join("events.jsonl").exists());
    }
}
