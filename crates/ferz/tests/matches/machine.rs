//! What a match has of the machine: cores, priority, tables on its disk, and time that it loses.

use crate::support::*;
use ferz_arena::log::{self, LogEvent};
use ferz_arena::record::{ATTEMPTS, GameRecord, Reason};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Says where it may run and how nice it is instead of its name.
#[cfg(target_os = "linux")]
const PLACED: &str = r#"
cores=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
while read -r line; do case "$line" in
uci) echo id name $cores/$(nice); echo uciok;; isready) echo readyok;; go*) echo bestmove a1a1;;
quit) exit 0;; esac; done
"#;

#[test]
#[cfg(target_os = "linux")]
fn engines_have_a_core_of_their_own_and_are_nice() {
    let name = |arguments: &[&str]| {
        let place = Place::new();
        let file = place.file("engine.sh", PLACED);
        let placed = format!("proto=uci sh {}", file.display());
        let other = format!("proto=uci {FERZ}");
        let mut all = vec![placed.as_str(), &other, "--nodes", "9", "--games", "1"];
        all.extend(arguments);
        place.plays(&all);
        let events = events(&place.path("run"));
        let name = events.into_iter().find_map(|event| match event {
            LogEvent::Engine { index: 0, name, .. } => Some(name),
            _ => None,
        });
        let name = name.expect("an engine with a name");
        let (cores, nice) = name.split_once('/').expect("cores and niceness");
        (cores.to_owned(), nice.parse::<u32>().expect("a number"))
    };
    let (_, usual) = name(&[]);
    let (cores, nice) = name(&["--affinity", "--nice", "3"]);
    assert!(cores.parse::<usize>().is_ok(), "one core, not {cores}");
    assert_eq!(nice, (usual + 3).min(19));
}

#[test]
fn more_than_the_machine_has() {
    let place = Place::new();
    let engine = format!("proto=uci nodes=9 ponder {FERZ}");
    let output =
        place.runs(&[&engine, &engine, "--games", "1", "--concurrency", "999", "--affinity"]);
    assert!(output.status.success(), "{}", said(&output));
    let said = said(&output);
    assert!(said.contains("999 games at a time of 2 threads each on"), "{said}");
    assert!(said.contains("engines are not pinned"), "{said}");
}

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/data/syzygy");

/// White takes the last piece, and the tables know the rest.
#[test]
fn tables_end_games() {
    let place = Place::new();
    let book = place.file("book.epd", "8/8/8/3k4/8/1Rn5/8/K7 w - -\n").display().to_string();
    let engine = format!("proto=uci nodes=2000 {FERZ}");
    let run = place.plays(&[&engine, &engine, "--openings", &book, "--tb", TABLES]);
    for game in &run.games {
        assert_eq!((game.reason, game.moves.len()), (Reason::Tablebase, 1), "{game:#?}");
        assert_eq!(game.result.to_string(), "1-0");
    }
    assert!(run.pgn.contains("[Termination \"adjudication\"]") && run.pgn.contains("tables}"));

    // The same in the words of others, and with smaller tables than it takes.
    let place = Place::new();
    let theirs = format!(
        "-engine cmd={FERZ} proto=uci -engine cmd={FERZ} proto=uci -each nodes=2000 -rounds 1 \
         -openings file={book} format=epd -tb {TABLES} -tbpieces 2 -maxmoves 3"
    );
    let theirs = words(&theirs);
    let run = place.plays(&theirs.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.games[0].reason, Reason::MoveLimit);

    let output = Place::new().runs(&[&engine, &engine, "--tb", "/no/tables/here"]);
    assert!(!output.status.success());
    assert!(said(&output).contains("no Syzygy tables in"), "{}", said(&output));
}

/// Files that are not whole are named, and the games go on without them.
#[test]
fn damaged_tables_are_a_warning() {
    let place = Place::new();
    let book = place.file("book.epd", "8/8/8/3k4/8/1Rn5/8/K7 w - -\n").display().to_string();
    let tables = place.file("KRvK.rtbw", &"\0".repeat(208));
    let folder = tables.parent().expect("a folder").display().to_string();
    let command = format!(
        "-engine cmd={FERZ} proto=uci -engine cmd={FERZ} proto=uci -each nodes=2000 -rounds 1 \
         -openings file={book} format=epd -tb {folder} -maxmoves 3"
    );
    let command = words(&command);
    let output = place.runs(&command.iter().map(String::as_str).collect::<Vec<_>>());
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("warning: Syzygy: left out") && said.contains("KRvK.rtbw"), "{said}");
}

fn events(folder: &Path) -> Vec<LogEvent> {
    let bytes = std::fs::read(folder.join(log::FILE)).expect("a log");
    log::read(&bytes, folder).expect("a log that is whole").0
}

fn games(folder: &Path) -> Vec<GameRecord> {
    let game = |event| if let LogEvent::Game(game) = event { Some(game) } else { None };
    events(folder).into_iter().filter_map(game).collect()
}

/// Each game counts once, the last time it was played; and the PGN has those.
fn check_replays(folder: &Path, rounds: usize) {
    let games = games(folder);
    let mut counted = BTreeMap::new();
    for game in &games {
        if !game.late || game.attempt == ATTEMPTS {
            assert!(counted.insert(game.number, game.attempt).is_none(), "{game:#?}");
        }
    }
    assert_eq!(counted.len(), 2 * rounds);
    for (number, last) in counted {
        let attempts: Vec<u32> =
            games.iter().filter(|game| game.number == number).map(|game| game.attempt).collect();
        assert_eq!(attempts, (0..=last).collect::<Vec<_>>(), "game {number}");
    }
    let pgn = std::fs::read_to_string(folder.join("games.pgn")).expect("games");
    assert_eq!(pgn.matches("[Round ").count(), 2 * rounds);
}

/// The runner itself stands still for a moment: what was played then is played again, and a run
/// that is resumed between the two knows that it has to.
#[test]
#[cfg(unix)]
fn late_games_are_played_again() {
    let place = Place::new();
    let engine = format!("proto=uci st=0.02 {FERZ}");
    let rounds = 4;
    let folder = place.path("run");
    let folder_name = folder.display().to_string();
    let arguments = [
        &engine,
        &engine,
        "--rounds",
        "4",
        "--max-moves",
        "8",
        "--margin",
        "5000",
        "--replay-late",
        "--dir",
        &folder_name,
    ];
    let mut command = place.command(&arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("ferz");
    let end = Instant::now() + Duration::from_secs(60);
    while !folder.join("games.pgn").exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let send = |signal: &str| {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    };
    send("-STOP");
    std::thread::sleep(Duration::from_millis(150));
    send("-CONT");
    assert!(child.wait().expect("an end").success());
    assert!(games(&folder).iter().any(|game| game.late), "{:#?}", games(&folder));
    check_replays(&folder, rounds);

    // As if it had been killed behind the late game.
    let file = folder.join(log::FILE);
    let text = std::fs::read_to_string(&file).expect("a log");
    let late = text.lines().position(|line| line.contains("\"late\":true")).expect("a late game");
    let kept: String = text.lines().take(late + 1).map(|line| format!("{line}\n")).collect();
    std::fs::write(&file, kept).expect("a file can be written");
    let output = place.runs(&["--resume", &folder_name]);
    assert!(output.status.success(), "{}", said(&output));
    check_replays(&folder, rounds);
}

/// The runner is stopped, and whoever was on move would lose on time for it: the game is played again
/// without anybody asking for that.
#[test]
#[cfg(unix)]
fn a_stopped_runner_costs_no_engine_its_game() {
    let place = Place::new();
    let engine = format!("proto=uci st=0.02 {FERZ}");
    let folder = place.path("run");
    let name = folder.display().to_string();
    let arguments =
        [&engine, &engine, "--rounds", "4", "--max-moves", "8", "--margin", "800", "--dir", &name];
    let mut command = place.command(&arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("ferz");
    let end = Instant::now() + Duration::from_secs(60);
    while !folder.join("games.pgn").exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    for (signal, pause) in [("-STOP", 1500), ("-CONT", 0)] {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        std::thread::sleep(Duration::from_millis(pause));
    }
    assert!(child.wait().expect("an end").success());
    let games = games(&folder);
    let stopped = games.iter().find(|game| game.stopped && game.attempt == 0);
    let number = stopped.unwrap_or_else(|| panic!("{games:#?}")).number;
    let again = games.iter().find(|game| game.number == number && game.attempt == 1);
    assert!(again.is_some(), "{games:#?}");
    let pgn = std::fs::read_to_string(folder.join("games.pgn")).expect("games");
    assert_eq!(pgn.matches("[Round ").count(), 8);
}

/// Ourselves under another name.
fn namesake(place: &Place) -> PathBuf {
    let file = place.file("engine", &format!("#!/bin/sh\nexec {FERZ}\n"));
    assert!(Command::new("chmod").arg("+x").arg(&file).status().expect("chmod").success());
    file
}

/// To it `position` and `go` go out so slowly that the time of the whole game has gone by then.
#[test]
fn the_time_counts_from_when_a_slow_reader_was_told() {
    let place = Place::new();
    let mine = format!("proto=uci {}", namesake(&place).display());
    let other = format!("proto=uci nodes=9 {FERZ}");
    let quirks = "[[engine]]\nprogram = \"engine\"\npace = 0.6\nwhy = \"a test\"\n";
    let quirks = place.file("quirks.toml", quirks).display().to_string();
    let run = place.plays(&[
        &mine,
        &other,
        "--tc",
        "0.8+0.05",
        "--games",
        "1",
        "--max-moves",
        "2",
        "--quirks",
        &quirks,
    ]);
    assert_eq!(run.games[0].reason, Reason::MoveLimit, "{:#?}", run.games);
    // Nor is the pause a delay of the machine.
    assert!(run.games[0].worst_lag < 500_000, "{:#?}", run.games);
}

#[test]
fn a_table_of_quirks_of_the_users_own() {
    let place = Place::new();
    let file = namesake(&place);
    let other = format!("proto=uci nodes=9 {FERZ}");
    let mine = format!("nodes=9 {}", file.display());
    let quirks = place.file(
        "quirks.toml",
        "[[engine]]\nprogram = \"engine\"\nprotocol = \"cecp\"\nwhy = \"a test\"\n",
    );
    let quirks = quirks.display().to_string();
    place.plays(&[&mine, &other, "--games", "1", "--max-moves", "1", "--quirks", &quirks]);
    let protocols: Vec<_> = events(&place.path("run"))
        .into_iter()
        .filter_map(|event| match event {
            LogEvent::Engine { protocol, .. } => Some(protocol),
            _ => None,
        })
        .collect();
    assert_eq!(protocols, ["cecp", "uci"]);
    let bad = place.file("bad.toml", "[[engine]]\nwhy = \"a test\"\n").display().to_string();
    let output = Place::new().runs(&[&mine, &other, "--quirks", &bad]);
    assert!(!output.status.success());
    assert!(said(&output).contains("bad.toml: not a table of quirks"), "{}", said(&output));
}
