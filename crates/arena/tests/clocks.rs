//! Clocks of a match to the millisecond: scripted engines in memory, with time paused.

use ferz_arena::config::EngineSpec;
use ferz_arena::inside::{Inside, Opened};
use ferz_arena::record::{GameRecord, GameResult, Reason};
use ferz_arena::{Claim, Config, Control, Detail, Happening, Outside, Summary, What, run};
use ferz_host::Streams;
use ferz_link::Protocol;
use ferz_testkit::Scripted;
use std::sync::Arc;
use tokio::sync::watch;

/// The moves of a game that goes on for ever.
const WHITE: [&str; 4] = ["g1f3", "f3g1", "b1c3", "c3b1"];
const BLACK: [&str; 4] = ["g8f6", "f6g8", "b8c6", "c6b8"];
const RED: [&str; 4] = ["h0g2", "g2h0", "b0c2", "c2b0"];
const GREEN: [&str; 4] = ["h9g7", "g7h9", "b9c7", "c7b9"];

/// What an engine says to its searches: after so many milliseconds each it moves.
fn plays(words: &str, moves: [&str; 4], times: &[u64]) -> Vec<String> {
    let moves = moves.iter().cycle();
    times.iter().zip(moves).map(|(time, mv)| format!("~ {time}\n{words} {mv}")).collect()
}

fn with(script: Scripted, replies: &[String]) -> Scripted {
    script.in_turn("go", &replies.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Over UCI White takes these times, and Black these.
fn uci(white: &[u64], black: &[u64]) -> [(Protocol, Scripted); 2] {
    let script =
        |moves, times| (Protocol::Uci, with(Scripted::uci(), &plays("bestmove", moves, times)));
    [script(WHITE, white), script(BLACK, black)]
}

struct Scripts([(Protocol, Scripted); 2]);

impl Inside for Scripts {
    fn open(&self, index: usize) -> Option<Opened> {
        let (protocol, script) = &self.0[index];
        let (said, heard) = script.clone().run();
        Some(Opened::Streams(*protocol, Streams::new(said, heard)))
    }
}

/// One game of engines that are the same but for their scripts.
async fn game(scripts: [(Protocol, Scripted); 2], spec: EngineSpec) -> GameRecord {
    let place = tempfile::tempdir().unwrap();
    let claim = Claim::on(&place.path().join("run")).unwrap();
    let (_orders, control) = watch::channel(Control::Go);
    let named =
        |name: &str| EngineSpec { name: Some(name.into()), program: name.into(), ..spec.clone() };
    let is_ucci = scripts[0].0 == Protocol::Ucci;
    let variant = if is_ucci { "xiangqi" } else { "normal" }.to_owned();
    let engines = vec![named("first"), named("second")];
    let config = Config { engines, variant, rounds: 1, games: 1, ..Config::default() };
    let inside: Arc<dyn Inside> = Arc::new(Scripts(scripts));
    let outside = Outside {
        books: &|_, _| Err("no books".to_owned()),
        tables: &|_| Err("no tables".to_owned()),
        conversations: None,
        inside: Some(&inside),
        detail: Detail::Games,
    };
    let mut played = None;
    let tell = |happening: &Happening, _: &Summary| {
        if let What::GameEnds { game, .. } = &happening.what {
            played = Some(game.clone());
        }
    };
    run(config, &claim, control, outside, tell).await.unwrap();
    played.expect("a game")
}

fn clock(control: &str) -> EngineSpec {
    EngineSpec { clock: Some(control.parse().unwrap()), ..EngineSpec::default() }
}

/// How long each move took, in milliseconds.
fn times(game: &GameRecord) -> Vec<u64> {
    game.moves.iter().map(|mv| mv.micros.expect("a time") / 1000).collect()
}

/// Who loses on time, after these moves.
#[track_caller]
fn assert_flag(game: &GameRecord, result: GameResult, moves: usize, detail: &str) {
    assert_eq!((game.result, game.reason), (result, Reason::Time), "{}", game.detail);
    assert_eq!((game.moves.len(), &*game.detail), (moves, detail));
    assert!(!game.late && !game.stopped, "the machine was in time");
}

/// U-492: the time of each move is the arena's own; a clock of ten seconds lasts ten seconds and the
/// margin.
#[tokio::test(start_paused = true)]
async fn sudden_death() {
    let late = game(uci(&[4000, 4000, 2011], &[1, 2, 3]), clock("10")).await;
    assert_flag(&late, GameResult::Second, 4, "out of time by 11 ms");
    assert_eq!(times(&late), [4000, 1, 4000, 2]);
    // Nobody waits longer than half a second to learn by how much.
    let never = game(uci(&[4000, 4000, 9000], &[1, 2, 3]), clock("10")).await;
    assert_flag(&never, GameResult::Second, 4, "no move in 2.000 s");
}

/// What lies within the margin is forgiven, and costs what is left of the clock.
#[tokio::test(start_paused = true)]
async fn the_margin() {
    let margin = Some(std::time::Duration::from_millis(300));
    let spec = EngineSpec { margin, ..clock("10") };
    let game = game(uci(&[10_299, 299, 301], &[0; 3]), spec).await;
    assert_flag(&game, GameResult::Second, 4, "out of time by 301 ms");
    assert_eq!(times(&game), [10_299, 0, 299, 0]);
}

#[tokio::test(start_paused = true)]
async fn increments() {
    let game = game(uci(&[900, 600, 511], &[500, 1000, 0]), clock("1+0.5")).await;
    assert_flag(&game, GameResult::Second, 4, "out of time by 11 ms");
}

/// Time is added after as many moves as the control says, for both.
#[tokio::test(start_paused = true)]
async fn sessions() {
    let game = game(uci(&[900, 1000, 1000, 111], &[1900, 100, 1, 1]), clock("2/2,1")).await;
    assert_flag(&game, GameResult::Second, 6, "out of time by 11 ms");
}

/// A time for each move (CECP's `st`, UCI's `movetime`).
#[tokio::test(start_paused = true)]
async fn time_for_a_move() {
    let move_time = Some(std::time::Duration::from_secs(2));
    let spec = EngineSpec { move_time, ..EngineSpec::default() };
    let game = game(uci(&[2000, 2009], &[0, 2011]), spec).await;
    assert_flag(&game, GameResult::First, 3, "out of time by 11 ms");
}

/// an engine of UCCI is told to stop when its time is up, and has lost if it does not
/// answer within the margin.
#[tokio::test(start_paused = true)]
async fn ucci_is_told_to_stop() {
    let script = |moves, times: &[u64]| {
        (Protocol::Ucci, with(Scripted::ucci(), &plays("bestmove", moves, times)))
    };
    let in_time = [script(RED, &[900, 200]), script(GREEN, &[10; 2])];
    let game = game(in_time, clock("1")).await;
    assert_flag(&game, GameResult::Second, 2, "out of time by 100 ms");
}

/// Without a limit of time an engine is awaited as long as it says something now and then.
#[tokio::test(start_paused = true)]
async fn silence_without_a_limit() {
    let spec = EngineSpec { depth: Some(5), ..EngineSpec::default() };
    let news = "~ 170000\ninfo depth 1\n".repeat(3);
    let slow = Scripted::uci()
        .in_turn("go", &[&format!("{news}bestmove g1f3"), "~ 180001\nbestmove f3g1"]);
    let quick = with(Scripted::uci(), &plays("bestmove", BLACK, &[0; 4]));
    let game = game([(Protocol::Uci, slow), (Protocol::Uci, quick)], spec).await;
    assert_eq!((game.result, game.reason), (GameResult::Second, Reason::Hang));
    assert_eq!(game.detail, "said nothing for 180s");
    assert_eq!(times(&game), [510_000, 0]);
}
