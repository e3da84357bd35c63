//! Tuning an engine whose best options are known.

use ferz_arena::config::{Adjudication, EngineSpec, Parameter, Setting};
use ferz_arena::inside::{Inside, Opened};
use ferz_arena::{Claim, Config, Control, Detail, Happening, Outside, Summary, What, resume, run};
use ferz_link::{Command, Engine, Event, OptionDecl, OptionKind, Place, Post};
use ferz_rules::Random;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;

/// Gives up at once the more often the further its options are from their best values, X 70 and Y 30.
/// That is drawn by lot, but by the same settings always in the same way.
struct Function {
    post: Post,
    options: [f64; 2],
    place: Place,
}

const NAMES: [&str; 2] = ["X", "Y"];
const BEST: [f64; 2] = [70.0, 30.0];

impl Engine for Function {
    fn introduction(&self) -> Vec<Event> {
        let option = |name: &str| {
            let kind = OptionKind::Text { default: "50".into() };
            Event::Option(OptionDecl { name: name.into(), kind })
        };
        let name = Event::Identity { key: "name".into(), text: "Function".into() };
        [name].into_iter().chain(NAMES.map(option)).collect()
    }

    fn command(&mut self, command: Command) -> Vec<Event> {
        match command {
            Command::Ping(number) => return vec![Event::Pong(number)],
            Command::SetOption { name, value } => {
                let index = NAMES.iter().position(|other| *other == name).expect("an option");
                self.options[index] = value.expect("a value").parse().expect("a number");
            }
            Command::Place(place) => self.place = place,
            Command::Search(_) => {
                let off = |(value, best): (f64, f64)| ((value - best) / 50.0).powi(2);
                let off = self.options.into_iter().zip(BEST).map(off).sum::<f64>();
                let seed = self.options[0].to_bits() ^ self.options[1].to_bits().rotate_left(32);
                let mut lots = Random::part(seed, self.place.moves.len() as u64);
                let resign = lots.below(1000) as f64 >= 1000.0 * (-off).exp();
                let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
                let best = moves.get(self.place.moves.len()).map(|mv| (*mv).into());
                (self.post)(Event::BestMove { best, ponder: None, draw_offer: false, resign });
            }
            _ => {}
        }
        Vec::new()
    }
}

struct Functions;

impl Inside for Functions {
    fn open(&self, _: usize) -> Option<Opened> {
        Some(Opened::Engine(Box::new(|post| {
            Box::new(Function { post, options: [50.0; 2], place: Place::startpos() })
        })))
    }
}

fn config(pairs: u32) -> Config {
    let tuned = ["X, float, 20, 0, 100, 5, 0.08", "Y, 80, 0, 100, 5, 0.08"];
    let tuned: Vec<Parameter> = tuned.map(|text| text.parse().unwrap()).into();
    let engine = |name: &str| EngineSpec {
        name: Some(name.to_owned()),
        program: "inside".into(),
        depth: Some(1),
        options: vec![Setting { name: "X".into(), value: Some("20".into()), optional: false }],
        ..EngineSpec::default()
    };
    let adjudication = Adjudication { max_moves: Some(2), ..Adjudication::default() };
    let engines = vec![engine("Function +"), engine("Function -")];
    Config { engines, rounds: pairs, tuned, adjudication, ..Config::default() }
}

/// Plays, or goes on; ends at once after this many games.
fn play(folder: &Path, new: Option<Config>, until: Option<u32>) -> Summary {
    let inside: Arc<dyn Inside> = Arc::new(Functions);
    let outside = Outside {
        books: &|_, _| Err("no books".to_owned()),
        tables: &|_| Err("no tables".to_owned()),
        conversations: None,
        inside: Some(&inside),
        detail: Detail::Games,
    };
    let (orders, control) = watch::channel(Control::Go);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut ended = 0;
    let tell = |happening: &Happening, _: &Summary| {
        ended += u32::from(matches!(happening.what, What::GameEnds { .. }));
        if until == Some(ended) {
            orders.send_replace(Control::Now);
        }
    };
    runtime.block_on(async {
        match new {
            Some(config) => {
                let claim = Claim::on(folder).unwrap();
                run(config, &claim, control, outside, tell).await.unwrap()
            }
            None => {
                let claim = Claim::again(folder).unwrap();
                resume(&claim, Default::default(), control, outside, tell).await.unwrap()
            }
        }
    })
}

#[test]
fn finds_the_best_options() {
    let place = tempfile::tempdir().unwrap();
    let config = Config { concurrency: 4, ..config(1500) };
    let summary = play(&place.path().join("run"), Some(config), None);
    let tuner = summary.tuner.as_ref().expect("a tuning");
    assert_eq!((tuner.path().len(), summary.games.len()), (1500, 3000));
    for (value, best) in tuner.values().iter().zip(BEST) {
        assert!((value - best).abs() < 10.0, "{:?}", tuner.values());
    }
}

/// Ended in the middle of pairs, again and again, it comes to what it would have come to.
#[test]
fn goes_on_where_it_was() {
    let place = tempfile::tempdir().unwrap();
    let whole = play(&place.path().join("whole"), Some(config(60)), None);
    let folder = place.path().join("parts");
    let mut parts = play(&folder, Some(config(60)), Some(7));
    for games in [1, 2, 9, 30, 1000] {
        assert!(!parts.finished);
        parts = play(&folder, None, Some(games));
    }
    assert!(parts.finished && whole.finished);
    let values = |summary: &Summary| summary.tuner.as_ref().unwrap().path().to_vec();
    assert_eq!(values(&parts), values(&whole));
    let games = |summary: &Summary| -> Vec<_> {
        summary.games.iter().map(|game| (game.number, game.result)).collect()
    };
    assert_eq!(games(&parts), games(&whole));
    // A log that ends within a pair: its first game is played again.
    let log = folder.join(ferz_arena::log::FILE);
    let text = std::fs::read_to_string(&log).unwrap();
    let cut = text.trim_end().rfind('\n').unwrap() + 1;
    std::fs::write(&log, &text[..cut]).unwrap();
    let again = play(&folder, None, None);
    assert_eq!((values(&again), games(&again)), (values(&whole), games(&whole)));
    let pgn = |name: &str| {
        let text = std::fs::read_to_string(place.path().join(name).join("games.pgn")).unwrap();
        text.matches("[Result ").count()
    };
    assert_eq!((pgn("parts"), pgn("whole")), (120, 120));
}
