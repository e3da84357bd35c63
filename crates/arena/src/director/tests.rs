//! Whole runs in one process: the engines are inside it.

use super::*;
use crate::config::EngineSpec;
use crate::inside::{Inside, Opened};
use crate::log;
use crate::record::GameResult;
use crate::stream::Detail;
use ferz_link::{Command, Engine, Event, Info, Post};
use std::sync::Arc;

/// Plays the moves of one game, whatever happens; Black gives up when it has none any more.
struct Script {
    post: Post,
    played: usize,
}

const GAME: [&str; 5] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"];

impl Engine for Script {
    fn introduction(&self) -> Vec<Event> {
        vec![Event::Identity { key: "name".into(), text: "Script".into() }]
    }

    fn command(&mut self, command: Command) -> Vec<Event> {
        match command {
            Command::Ping(number) => return vec![Event::Pong(number)],
            Command::Place(place) => self.played = place.moves.len(),
            Command::Search(_) => {
                let best = GAME.get(self.played).map(|mv| (*mv).into());
                let pv = best.clone().into_iter().collect();
                let info = Info { depth: Some(self.played as u32 + 1), pv, ..Info::default() };
                (self.post)(Event::Info(Box::new(info)));
                let resign = best.is_none();
                (self.post)(Event::BestMove { best, ponder: None, draw_offer: false, resign });
            }
            _ => {}
        }
        Vec::new()
    }
}

struct Scripts;

impl Inside for Scripts {
    fn open(&self, _: usize) -> Option<Opened> {
        Some(Opened::Engine(Box::new(|post| Box::new(Script { post, played: 0 }))))
    }
}

/// Two games; what was told, and what came of them.
fn play(folder: &Path, detail: Detail) -> (Vec<Happening>, Summary) {
    let engine = |name: &str| EngineSpec {
        name: Some(name.to_owned()),
        program: "inside".into(),
        depth: Some(1),
        ..EngineSpec::default()
    };
    let engines = vec![engine("A"), engine("B")];
    let config = Config { engines, rounds: 1, games: 2, ..Config::default() };
    let inside: Arc<dyn Inside> = Arc::new(Scripts);
    let outside = Outside {
        books: &|_, _| Err("no books".to_owned()),
        tables: &|_| Err("no tables".to_owned()),
        conversations: None,
        inside: Some(&inside),
        detail,
    };
    let claim = Claim::on(folder).unwrap();
    let (_orders, control) = watch::channel(Control::Go);
    let mut told = Vec::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let run = run(config, &claim, control, outside, |happening, _| told.push(happening.clone()));
    let summary = runtime.block_on(run).unwrap();
    (told, summary)
}

fn word(what: &What) -> &'static str {
    match what {
        What::RunBegins { .. } => "run",
        What::GameBegins { .. } => "game",
        What::Thinking { .. } => "thinks",
        What::MoveMade { .. } => "move",
        What::GameEnds { .. } => "end",
        What::SetAside { .. } => "aside",
        What::Warning(_) => "warning",
        What::Standing { .. } => "standing",
    }
}

/// Nobody is told more than wanted; what is told comes in its order.
#[test]
fn a_run_is_a_stream() {
    let place = tempfile::tempdir().unwrap();
    let words = |name: &str, detail| -> Vec<_> {
        play(&place.path().join(name), detail).0.iter().map(|told| word(&told.what)).collect()
    };
    let games = ["game", "end", "standing"].repeat(2);
    assert_eq!(words("games", Detail::Games), [vec!["run"], games].concat());
    let moves = [vec!["game"], vec!["move"; 5], vec!["end", "standing"]].concat();
    assert_eq!(words("moves", Detail::Moves), [vec!["run"], moves.repeat(2)].concat());
    let thinking = words("thinking", Detail::Thinking);
    assert_eq!(thinking[..4], ["run", "game", "thinks", "move"]);
    // One thinks of a move and finds none.
    assert_eq!(thinking.iter().filter(|word| **word == "thinks").count(), 2 * (GAME.len() + 1));
}

/// The stream can be written down, and a summary follows from it alone.
#[test]
fn the_summary_is_a_fold_over_what_was_told() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("run");
    let (told, summary) = play(&folder, Detail::Thinking);
    let lines: Vec<_> = told.iter().map(|told| serde_json::to_string(told).unwrap()).collect();
    let mut again = Summary::new(summary.config.clone());
    for (line, told) in lines.iter().zip(&told) {
        let read: Happening = serde_json::from_str(line).unwrap();
        assert_eq!(&read, told, "{line}");
        again.hear(&read.what);
    }
    again.finished = true;
    assert_eq!(crate::report::text(&again), crate::report::text(&summary));
    assert_eq!(summary.games.len(), 2);
    assert!(summary.games.iter().all(|game| game.result == GameResult::First));
    assert_eq!((summary.tally().wins, summary.tally().losses), (1, 1));
    // What was told is what is kept.
    let bytes = std::fs::read(folder.join(log::FILE)).unwrap();
    let (events, _) = log::read(&bytes, &folder).unwrap();
    let kept: Vec<_> = events
        .into_iter()
        .filter_map(|event| if let LogEvent::Game(game) = event { Some(game) } else { None })
        .collect();
    let ended = |told: Happening| match told.what {
        What::GameEnds { game, .. } => Some(game),
        _ => None,
    };
    assert_eq!(kept, told.into_iter().filter_map(ended).collect::<Vec<_>>());
}

/// Of a job that was given away twice the first that is done counts; half a job counts for nothing.
#[test]
fn the_first_who_has_played_a_job_counts() {
    let place = tempfile::tempdir().unwrap();
    let (told, _) = play(&place.path().join("run"), Detail::Games);
    let games: Vec<_> = told
        .into_iter()
        .filter_map(
            |told| if let What::GameEnds { game, .. } = told.what { Some(game) } else { None },
        )
        .collect();
    let claim = Claim::on(&place.path().join("other")).unwrap();
    let (_orders, control) = watch::channel(Control::Go);
    let outside = Outside {
        books: &|_, _| Err("no books".to_owned()),
        tables: &|_| Err("no tables".to_owned()),
        conversations: None,
        inside: None,
        detail: Detail::Games,
    };
    let config = Config { engines: vec![EngineSpec::default(); 2], ..Config::default() };
    let variant = config.game().unwrap();
    let openings = Openings::start_position();
    let mut director =
        Director::new(config, variant, openings, &claim, control, outside, |_, _| {});
    let pairing = |number| director.summary.schedule().pairing(number).unwrap();
    let (run, opening) = ("run".to_owned(), Default::default());
    let (games_of, settings) = (vec![pairing(1), pairing(2)], Vec::new());
    let job = Job { run: run.clone(), games: games_of, opening, attempt: 0, settings };
    let written = serde_json::to_string(&job).unwrap();
    assert_eq!(serde_json::from_str::<Job>(&written).unwrap(), job);
    director.given.insert(1, job);
    let done = |games: &[GameRecord]| {
        let worker = "somewhere".to_owned();
        Done { run: run.clone(), games: games.to_vec(), worker }
    };
    assert!(!director.is_awaited(&done(&games[..1])));
    let mut late = done(&games);
    late.games[0].attempt = 1;
    assert!(!director.is_awaited(&late));
    assert!(director.is_awaited(&done(&games)));
    assert!(!director.is_awaited(&done(&games)));
}
