//! Every game through the program's doors: PGN, data, and the bridge both ways. The rules themselves are
//! held to their laws in `ferz-rules`; one game here comes from a file.
#![cfg(all(feature = "board", feature = "datagen"))]

use ferz_rules::pgn::{self, PgnGame, Step};
use ferz_rules::table::{self, ini};
use ferz_rules::{FenStyle, Game, Notation, Random, Variant, new_game};
use ferz_testkit::Session;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");
/// A game of a file: `centaurs`.
const FILE: &str = "[centaurs:chess]\nking = k:KN\n";

/// The file in this folder.
fn file_of_games(folder: &Path) -> PathBuf {
    let file = folder.join("games.ini");
    std::fs::write(&file, FILE).expect("it can be written");
    file
}

/// `ferz` with the games of the file.
fn ferz(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(FERZ);
    command.arg("--variants").arg(file_of_games(folder)).args(words.split_whitespace());
    command.current_dir(folder);
    command
}

/// What a run that succeeds prints.
#[track_caller]
fn said(folder: &Path, words: &str) -> String {
    let output = ferz(folder, words).output().expect("ferz starts");
    let (text, complaint) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && complaint.is_empty(), "{words}: {text}{complaint}");
    text.into_owned()
}

/// All games, that of the file among them.
fn games() -> Vec<Variant> {
    for found in ini::read(FILE) {
        let row = table::spec(found.rules.expect("it reads")).expect("rules that fit together");
        // Tests may share a process.
        let _ = Variant::add(row);
    }
    assert!(Variant::by_name("centaurs").is_some());
    Variant::all()
}

/// A random game of at most 80 half-moves, from a position; each move is played as SAN.
fn random_game(game: Variant, fen: Option<&str>, random: &mut Random) -> Box<dyn Game> {
    let mut played = new_game(game, fen).unwrap_or_else(|why| panic!("{game}: {why}"));
    while played.ply() < 80 {
        let moves = played.legal_moves(Notation::San);
        if moves.is_empty() {
            break;
        }
        let text = &moves[random.below(moves.len())];
        played.play(text).unwrap_or_else(|why| panic!("{game}: {why}"));
    }
    played
}

/// The game as PGN.
fn written(played: &dyn Game, fen: Option<&str>) -> String {
    let mut game = PgnGame::default();
    game.set_tag("Variant", played.variant().name);
    fen.into_iter().for_each(|fen| game.set_tag("FEN", fen));
    let step = |text: String| Step { text, ..Step::default() };
    game.line.moves = played.moves(Notation::San).into_iter().map(step).collect();
    game.to_string()
}

/// What a PGN of one game says: its moves, and where they lead.
fn read(text: &str) -> (Variant, Vec<String>, String) {
    let games: Vec<PgnGame> = pgn::games(text).collect();
    let [game] = &games[..] else { panic!("{} games in {text}", games.len()) };
    assert_eq!(game.oddities, [], "{text}");
    let played = game.replay().unwrap_or_else(|why| panic!("{why} in {text}"));
    (played.variant(), played.moves(Notation::Coordinate), played.fen(FenStyle::XFen))
}

/// A game is the same when it comes out of a file, and out of the file of games that are kept: from the
/// start, and from a position with hands and counters.
#[test]
fn pgn_of_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut random = Random::new(16);
    let (mut all, mut wanted) = (Vec::new(), Vec::new());
    for game in games() {
        let first = random_game(game, None, &mut random);
        let mut later = new_game(game, None).expect("its start");
        for mv in first.moves(Notation::Coordinate).iter().take(20) {
            later.play(mv).unwrap_or_else(|why| panic!("{game}: {why}"));
        }
        let fen = later.fen(FenStyle::XFen);
        let second = random_game(game, Some(&fen), &mut random);
        for (played, fen) in [(first, None), (second, Some(&*fen))] {
            let text = written(&*played, fen);
            let meant = (game, played.moves(Notation::Coordinate), played.fen(FenStyle::XFen));
            assert_eq!(read(&text), meant, "{text}");
            wanted.push(meant);
            all.push(text);
        }
    }
    std::fs::write(folder.join("all.pgn"), all.join("\n")).expect("it can be written");
    let told = said(folder, "games --in kept import all.pgn");
    assert_eq!(told.trim(), format!("all.pgn: {} new, 0 known", all.len()));
    said(folder, "games --in kept export again.pgn");
    let again = std::fs::read_to_string(folder.join("again.pgn")).expect("it is there");
    let again: Vec<_> = pgn::games(&again).map(|game| read(&game.to_string())).collect();
    assert_eq!(again.len(), wanted.len());
    assert!(wanted.iter().all(|game| again.contains(game)));
}

/// Our engine plays each game to its end, and its data says so.
#[test]
fn data_of_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for game in games().into_iter().filter(|game| game.offered || game.name == "centaurs") {
        let name = game.name;
        said(folder, &format!("datagen play --variant {name} --out {name} --nodes 20 --games 2"));
        let told = said(folder, &format!("datagen stat {name}"));
        assert!(told.contains(": 1 files, 2 games, "), "{name}: {told}");
    }
}

/// What an engine says that it plays is what there is: each game over CECP, and over UCI all but those that
/// are chess with another start.
#[test]
fn inspect_names_every_game() {
    let (folder, games) = (tempfile::tempdir().expect("a folder"), games());
    for (protocol, all) in [("xboard", true), ("uci", false)] {
        let engine = format!("{FERZ} --variants games.ini");
        let told =
            said(folder.path(), &format!("inspect --json --protocol {protocol} -- {engine}"));
        let report: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        let told = report["games"].as_array().expect("games").iter().filter_map(|it| it.as_str());
        let told: Vec<Variant> = told.filter_map(Variant::by_name).collect();
        let is_missing = |game: &Variant| game.offered && !told.contains(game);
        let missing: Vec<_> =
            games.iter().copied().filter(is_missing).map(|game| game.name).collect();
        let left: &[&str] = if all { &[] } else { &["nocastle", "wildcastle"] };
        assert_eq!(missing, left, "over {protocol}");
        assert!(told.iter().any(|game| game.name == "centaurs"));
    }
}

/// A game by its name, that of the file among them.
fn started(name: &str) -> Box<dyn Game> {
    let is_it = |game: &Variant| Variant::by_name(name) == Some(*game);
    let game = games().into_iter().find(is_it).unwrap_or_else(|| panic!("no game {name}"));
    new_game(game, None).expect("its start")
}

/// Our engine behind a bridge that shows this protocol.
fn bridge(folder: &Path, shown: &str, own: &str) -> Session {
    let mut command = ferz(folder, &format!("bridge --as={shown} --engine-protocol={own} --"));
    command.arg(FERZ).arg("--variants").arg(folder.join("games.ini"));
    Session::start(command).patience(Duration::from_secs(60))
}

/// Four half-moves of each game that an engine of CECP has, as an interface of UCI has them.
#[test]
fn every_game_of_cecp_over_uci() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = bridge(folder.path(), "uci", "cecp");
    engine.send("uci");
    let told = engine.expect("uciok");
    let told = told.iter().find_map(|line| line.strip_prefix("option name UCI_Variant "));
    let names: Vec<&str> = told.expect("games").split(" var ").skip(1).collect();
    assert!(names.len() > 30 && names.contains(&"centaurs"), "{names:?}");
    for name in names {
        engine.send_all(&[&format!("setoption name UCI_Variant value {name}"), "ucinewgame"]);
        let mut game = started(name);
        // Ranks of xiangqi count from 1 here.
        let notation = match game.variant().first_rank {
            0 => Notation::CoordinateFromOne,
            _ => Notation::Coordinate,
        };
        for _ in 0..4 {
            let moves = game.moves(notation).join(" ");
            engine.send_all(&[&format!("position startpos moves {moves}"), "go depth 1"]);
            let told = engine.expect_until("a move", |line| line.starts_with("bestmove "));
            assert!(!told.iter().any(|line| line.starts_with("info string")), "{name}: {told:#?}");
            let best = told.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
            let at = game.legal_moves(notation).iter().position(|text| text == best);
            let at = at.unwrap_or_else(|| panic!("{name}: {best}"));
            let mv = game.legal_moves(Notation::Coordinate).swap_remove(at);
            game.play(&mv).expect("a legal move");
        }
    }
    engine.send("quit");
    assert!(engine.wait_exit().success());
}

/// Four half-moves of each game that an engine of UCI has, as an interface of CECP has them.
#[test]
fn every_game_of_uci_over_cecp() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = bridge(folder.path(), "cecp", "uci");
    engine.send_all(&["xboard", "protover 2"]);
    let told = engine.expect_until("features", |line| line == "feature done=1").join("\n");
    let names = told.split("variants=\"").nth(1).and_then(|rest| rest.split('"').next());
    let names: Vec<&str> = names.expect("games").split(',').collect();
    assert!(names.len() > 30 && names.contains(&"centaurs"), "{names:?}");
    engine.send("partner somebody");
    for name in names {
        engine.send_all(&["new", &format!("variant {name}"), "sd 1", "go"]);
        let mut game = started(name);
        for ply in 0..4 {
            let is_end = |line: &str| line.starts_with("move ") || line.starts_with("Error");
            let told = engine.expect_until("a move", is_end);
            let best = told.last().and_then(|line| line.strip_prefix("move "));
            let best = best.unwrap_or_else(|| panic!("{name}: {told:#?}"));
            game.play(best).unwrap_or_else(|why| panic!("{name}: {why}"));
            engine.send(if ply < 3 { "go" } else { "force" });
        }
    }
    engine.send("quit");
    assert!(engine.wait_exit().success());
}
