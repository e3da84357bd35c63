//! What a match costs the runner itself, beside others' runners: matches between two engines that
//! need no time, with one line of news for each move and with thirty, and of Stockfish at one node.
//!
//! `cargo bench -p ferz-arena` measures us, and `fastchess` and `cutechess-cli` if they are in the
//! search path, each as a process of its own with the same engines and the same games of at most 120
//! half-moves: games a second, the processor's time that the runner alone uses for a game, the median
//! from one engine's move to the other's orders as the engines see it, and the runner's most memory.
//! `--games 4000` plays longer, `--engine 30` is one of the engines, `--play 30` one of our matches.

mod engine;

use ferz_arena::config::{Adjudication, Config, EngineSpec, TablesSpec};
use ferz_arena::tables::Tables;
use ferz_arena::{Claim, Control, Detail, Outside, run};
use ferz_testkit::find_program;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Games of a match, unless told.
const GAMES: u32 = 300;

/// A word for Stockfish at one node, in the place of a number of lines.
const STOCKFISH: &str = "stockfish";

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let after = |word: &str| -> Option<&String> {
        let at = words.iter().position(|other| other == word)?;
        words.get(at + 1)
    };
    let games = after("--games").and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    if let Some(news) = after("--engine") {
        let news = news.parse().expect("a number of lines");
        return engine::speak(news).expect("whoever started this reads it");
    }
    if let Some(players) = after("--play") {
        return play(players, games);
    }
    for players in ["1", "30", STOCKFISH] {
        if players == STOCKFISH {
            println!("Stockfish at one node:");
        } else {
            println!("{players} line(s) a move:");
        }
        for runner in ["ferz", "fastchess", "cutechess-cli"] {
            println!("{runner:>15}  {}", measured(runner, players, games));
        }
    }
}

fn myself() -> PathBuf {
    std::env::current_exe().expect("the name of this program")
}

/// The command of a match: who they are and how many games.
fn command(runner: &str, players: &str, games: u32) -> Option<Command> {
    if runner == "ferz" {
        let mut command = Command::new(myself());
        command.args(["--play", players, "--games", &games.to_string()]);
        return Some(command);
    }
    let mut command = Command::new(find_program(runner)?);
    for name in ["a", "b"] {
        command.args(["-engine", &format!("name={name}"), "proto=uci"]);
        if players == STOCKFISH {
            command.arg(format!("cmd={}", find_program(STOCKFISH)?.display()));
            command.args(["nodes=1", "tc=inf"]);
        } else {
            command.arg(format!("cmd={}", myself().display())).arg("tc=100+1");
            match runner {
                "fastchess" => command.arg(format!("args=--engine {players}")),
                _ => command.args(["arg=--engine", &format!("arg={players}")]),
            };
        }
    }
    let rounds = (games / 2).to_string();
    command.args(["-rounds", &rounds, "-games", "2", "-maxmoves", "60"]);
    Some(command)
}

/// Runs a match and watches the process.
fn measured(runner: &str, players: &str, games: u32) -> String {
    let Some(mut command) = command(runner, players, games) else {
        return "not in the search path".to_owned();
    };
    let (place, stamps) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    command.current_dir(&place).env(engine::STAMPS, stamps.path());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let began = Instant::now();
    let mut child = command.spawn().expect("the runner starts");
    let (mut spent, mut memory) = (0.0, 0.0);
    let status = loop {
        spent = f64::max(spent, own_time(child.id()));
        memory = f64::max(memory, most_memory(child.id()));
        if let Some(status) = child.try_wait().expect("a child of ours") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    if !status.success() {
        return format!("ended with {status}");
    }
    let wall = began.elapsed().as_secs_f64();
    let latency = engine::median_latency(stamps.path());
    let latency =
        latency.map_or(String::new(), |time| format!(", {time:5.1} µs to the next orders"));
    format!(
        "{:6.1} games/s, {:6.2} ms of the runner a game{latency}, {memory:5.1} MB",
        f64::from(games) / wall,
        1000.0 * spent / f64::from(games),
    )
}

/// Our own match.
fn play(players: &str, games: u32) {
    let spec = |name: &str| {
        let mut spec = EngineSpec {
            name: Some(name.to_owned()),
            program: myself(),
            arguments: vec!["--engine".to_owned(), players.to_owned()],
            protocol: Some(ferz_link::Protocol::Uci),
            clock: "100+1".parse().ok(),
            ..EngineSpec::default()
        };
        if players == STOCKFISH {
            spec.program = find_program(STOCKFISH).expect("it is there");
            (spec.arguments, spec.clock, spec.nodes) = (Vec::new(), None, Some(1));
        }
        spec
    };
    let config = Config {
        engines: vec![spec("a"), spec("b")],
        rounds: games / 2,
        games: 2,
        adjudication: Adjudication { max_moves: Some(60), ..Adjudication::default() },
        ..Config::default()
    };
    let place = tempfile::tempdir().expect("a folder");
    let claim = Claim::on(&place.path().join("run")).expect("a folder for the run");
    let (_orders, control) = watch::channel(Control::Go);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let match_ = run(config, &claim, control, OUTSIDE, |_, _| {});
    let summary = runtime.expect("a runtime").block_on(match_).expect("a match");
    let faults = summary.games.iter().filter(|game| game.reason.is_fault()).count();
    assert_eq!((summary.games.len(), faults), (games as usize, 0), "games and faults");
}

const OUTSIDE: Outside<'_> = Outside {
    books: &no_books,
    tables: &no_tables,
    conversations: None,
    inside: None,
    detail: Detail::Games,
};

fn no_tables(_: &TablesSpec) -> Result<Box<dyn Tables>, String> {
    Err("no tables here".to_owned())
}

fn no_books(
    _: &Path,
    _: ferz_rules::Variant,
) -> Result<Box<dyn ferz_arena::openings::Book>, String> {
    Err("no books here".to_owned())
}

/// Seconds of the processor that a process has used, without its children.
fn own_time(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time, the 14th and 15th fields of all; in hundredths of a second.
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The most memory that a process has had, in megabytes.
fn most_memory(process: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<f64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
