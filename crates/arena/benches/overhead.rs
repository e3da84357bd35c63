//! What a match costs the runner itself: a match between two engines that need no time.
//!
//! `cargo bench -p ferz-arena` plays games of 120 half-moves with one line of news for each move and
//! with thirty, and says for each how many games a second, how much of the processor's time this
//! process alone, how long from a move to the next engine's orders, and how much memory. The engine
//! is this program too, so that other runners can be measured with the same: `overhead --engine 30`
//! speaks UCI. `overhead --only 1 --games 4000` measures one of the two, for long.

use ferz_arena::config::{Adjudication, Config, EngineSpec, TablesSpec};
use ferz_arena::tables::Tables;
use ferz_arena::{Control, Outside, run};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;
use tokio::sync::watch;

/// A game of 120 half-moves, as two engines once played it.
const GAME: &str = "\
    g1f3 d7d5 g2g3 e7e6 f1g2 f8e7 d2d4 g8f6 e1g1 c7c5 d4c5 e7c5 \
    b1d2 f6g4 d2b3 c5b6 c1g5 f7f6 g5d2 e8g8 a2a4 a7a6 a4a5 b6a7 \
    h2h3 g4e5 d2b4 e5f3 e2f3 f8e8 d1d2 d8c7 f3f4 c8d7 f1d1 b8c6 \
    b4a3 c6e7 d1e1 e7f5 g1h1 a8c8 a1c1 h7h5 a3b4 h5h4 g3g4 f5d6 \
    b4d6 c7d6 f4f5 a7b8 f2f4 d6f4 d2f4 b8f4 c1d1 c8c2 f5e6 d7c6 \
    g2d5 c6d5 d1d5 c2h2 h1g1 h2h3 b3c5 f4e3 g1g2 h3g3 g2h2 e3c5 \
    d5c5 g3g4 h2h3 g4a4 b2b3 a4b4 c5c4 b4c4 b3c4 e8c8 e1b1 c8c4 \
    b1b7 c4e4 b7b6 g7g5 b6a6 e4e3 h3h2 g8g7 a6d6 f6f5 e6e7 e3e7 \
    a5a6 e7e2 h2h3 e2a2 d6e6 g7f7 e6c6 a2a3 h3h2 a3a2 h2h3 a2a3 \
    h3h2 g5g4 h2g1 a3a2 c6h6 h4h3 a6a7 f7g7 h6h5 g7g6 h5h8 a2a7 \
";

const GAMES: u32 = 300;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |word: &str| -> Option<usize> {
        let at = words.iter().position(|other| other == word)?;
        words.get(at + 1)?.parse().ok()
    };
    if let Some(news) = number("--engine") {
        return engine(news).expect("whoever started this reads it");
    }
    let games = number("--games").map_or(GAMES, |games| games as u32);
    for news in number("--only").map_or(vec![1, 30], |news| vec![news]) {
        measure(news, games);
    }
}

/// Plays the moves of the game, whatever the clock says.
fn engine(news: usize) -> io::Result<()> {
    let game: Vec<&str> = GAME.split_whitespace().collect();
    let mut out = io::stdout().lock();
    let mut played = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split(' ').next().unwrap_or_default() {
            "uci" => writeln!(out, "id name Instant\nid author the Ferz developers\nuciok")?,
            "isready" => writeln!(out, "readyok")?,
            "position" => {
                let moves = line.split_once(" moves ").map_or("", |(_, moves)| moves);
                played = moves.split_whitespace().count();
            }
            "go" => {
                let mv = game.get(played).copied().unwrap_or("0000");
                let mut text = String::new();
                for depth in 1..=news {
                    text += &format!(
                        "info depth {depth} seldepth {depth} score cp 12 nodes 1000 nps 1000000 \
                         time 1 hashfull 1 pv {mv}\n"
                    );
                }
                text += &format!("bestmove {mv}\n");
                out.write_all(text.as_bytes())?;
            }
            "quit" => return Ok(()),
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn measure(news: usize, games_to_play: u32) {
    let program = std::env::current_exe().expect("the name of this program");
    let spec = |name: &str| EngineSpec {
        name: Some(name.to_owned()),
        program: program.clone(),
        arguments: vec!["--engine".to_owned(), news.to_string()],
        protocol: Some(ferz_link::Protocol::Uci),
        clock: "100+1".parse().ok(),
        ..EngineSpec::default()
    };
    let config = Config {
        engines: vec![spec("a"), spec("b")],
        rounds: games_to_play,
        games: 1,
        adjudication: Adjudication { max_moves: Some(60), ..Adjudication::default() },
        ..Config::default()
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (_orders, control) = watch::channel(Control::Go);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let (began, spent) = (Instant::now(), own_time());
    let summary = runtime
        .expect("a runtime")
        .block_on(run(config, &folder.path().join("run"), control, OUTSIDE, |_| {}))
        .expect("a match");
    let (wall, spent) = (began.elapsed().as_secs_f64(), own_time() - spent);
    let games = f64::from(games_to_play);
    let clean = summary.games.iter().filter(|game| game.plies == 120).count();
    println!(
        "{news:2} line(s) a move: {:.0} games/s, {:.2} ms of this process a game, {:.0} µs from a \
         move to the next orders, {:.1} MB; {clean} games of 120 half-moves",
        games / wall,
        1000.0 * spent / games,
        summary.lag().0,
        memory(),
    );
}

const OUTSIDE: Outside<'_> = Outside { books: &no_books, tables: &no_tables };

fn no_tables(_: &TablesSpec) -> Result<Box<dyn Tables>, String> {
    Err("no tables here".to_owned())
}

fn no_books(
    _: &Path,
    _: ferz_rules::Variant,
) -> Result<Box<dyn ferz_arena::openings::Book>, String> {
    Err("no books here".to_owned())
}

/// Seconds of the processor that this process has used, without its children.
fn own_time() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    // User and system time, the 14th and 15th fields of all; in hundredths of a second.
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The most memory that this process has had, in megabytes.
fn memory() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<f64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
