//! Real engines, driven through whole games by the host.
#![cfg(feature = "host")]

use ferz_host::{Engine, Launch, News, Quirks};
use ferz_link::{
    Clock, Clocks, Command, Event, GameResult, Limits, Place, Purpose, Record, Search,
};
use ferz_referee::{GameRecord, Rules};
use std::sync::Arc;
use std::time::Duration;

fn launch(command: &[&str]) -> Launch {
    let program = ferz_testkit::find_program(command[0]).unwrap_or_else(|| command[0].into());
    let mut launch = Launch::new(program).arguments(&command[1..]);
    // GNU Chess starts another program of the same folder.
    let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
    launch.environment.insert("PATH".into(), path.into());
    launch.directory = Some(std::env::temp_dir());
    launch.patience.handshake = Duration::from_secs(30);
    Quirks::built_in().prepare(&mut launch);
    launch
}

/// Our engine needs no process: it plays through the same handle, and is stopped and pondered with.
#[test]
fn built_in() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut engine = ferz::player::resident().await.unwrap();
        assert!(engine.name().starts_with("Ferz "), "{:?}", engine.name());
        engine.set_option("Hash", Some("4")).await.unwrap();
        engine.new_game("normal").await.unwrap();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let mut place = Place::startpos();
        let mut record = GameRecord::of(&place).unwrap();
        while record.outcome().is_none() && place.moves.len() < 40 {
            let search = Search { limits: limits.clone(), ..Search::default() };
            let mut lines = 0;
            let answer = engine.think(&place, search, |_| lines += 1).await.unwrap();
            let best = answer.best.unwrap();
            assert!(Record::play(&mut record, best.as_str()).is_ok(), "{best:?} in {place:?}");
            assert!(lines > 0);
            place.moves.push(best);
        }
        for purpose in [Purpose::Ponder, Purpose::Analyse] {
            engine.command(Command::Place(Place::startpos())).await.unwrap();
            let search = Search { purpose, limits: limits.clone(), ..Search::default() };
            engine.command(Command::Search(search)).await.unwrap();
            engine.command(Command::Stop).await.unwrap();
            loop {
                if let News::Event(Event::BestMove { best, .. }) = engine.next().await.unwrap() {
                    assert!(best.is_some());
                    break;
                }
            }
        }
        engine.quit().await.unwrap();
    });
}

/// Two of these engines play a fast game to its end.
fn plays_itself(command: &[&str]) {
    plays_itself_for(300, command);
}

/// Two of these engines play a fast game to its end, or until it has so many plies.
fn plays_itself_for(long: usize, command: &[&str]) {
    plays("normal", long, command);
}

fn plays(variant: &str, long: usize, command: &[&str]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let rules = Arc::new(Rules);
        let mut engines = Vec::new();
        for _ in 0..2 {
            let mut engine = Engine::start(launch(command), Some(rules.clone())).await.unwrap();
            engine.new_game(variant).await.unwrap();
            engine.ping().await.unwrap();
            engines.push(engine);
        }
        let mut place = Place { variant: variant.into(), ..Place::startpos() };
        let mut record = GameRecord::of(&place).unwrap();
        let clock = Clock {
            remaining: Duration::from_secs(20),
            increment: Duration::from_millis(100),
            moves_to_go: None,
        };
        let clocks = Clocks { own: Some(clock), opponent: Some(clock) };
        let limits = Limits { depth: Some(2), clock: Some(clocks), ..Limits::default() };
        while record.outcome().is_none() && place.moves.len() < long {
            let engine = &mut engines[place.moves.len() % 2];
            let search = Search { limits: limits.clone(), ..Search::default() };
            let answer = engine.think(&place, search, |_| {}).await.unwrap();
            if answer.resign {
                break;
            }
            let Some(best) = answer.best else { panic!("no move: {answer:?} in {place:?}") };
            let played = Record::play(&mut record, best.as_str());
            assert!(played.is_ok(), "{best:?}: {played:?} in {place:?}");
            place.moves.push(best);
        }
        let result = record.outcome().map_or(GameResult::Unfinished, |outcome| outcome.result);
        let (protocol, name) = (engines[0].protocol(), engines[0].name());
        println!("{command:?}: {name}, {protocol}, {} plies, {result:?}", place.moves.len());
        assert!(place.moves.len() > 20 || record.outcome().is_some(), "{place:?}");
        for engine in engines {
            engine.quit().await.unwrap();
        }
    });
}

/// Named like the peers in the list of `cargo xtask peers`.
mod real_engines {
    use super::{plays, plays_itself, plays_itself_for};

    #[test]
    fn stockfish() {
        plays_itself(&["stockfish"]);
    }

    #[test]
    fn fairy_stockfish() {
        plays_itself(&["fairy-stockfish"]);
    }

    #[test]
    fn ethereal() {
        plays_itself(&["ethereal-chess"]);
    }

    #[test]
    fn toga2() {
        plays_itself(&["toga2"]);
    }

    /// It gets its lines slowly: the game ends early.
    #[test]
    fn gnuchess() {
        plays_itself_for(40, &["gnuchess", "--xboard"]);
    }

    #[test]
    fn fairymax() {
        plays_itself(&["fairymax"]);
    }

    #[test]
    fn phalanx() {
        plays_itself(&["phalanx"]);
    }

    #[test]
    fn sjeng() {
        plays_itself(&["sjeng"]);
    }

    #[test]
    fn hoichess() {
        plays_itself(&["hoichess"]);
    }

    #[test]
    fn glaurung() {
        plays_itself(&["glaurung"]);
    }

    #[test]
    fn fairy_stockfish_xiangqi() {
        plays("xiangqi", 300, &["fairy-stockfish"]);
    }

    #[test]
    fn hoixiangqi() {
        plays("xiangqi", 120, &["hoixiangqi"]);
    }

    #[test]
    fn maxqi() {
        plays("xiangqi", 120, &["maxqi"]);
    }

    #[test]
    fn sjaakii() {
        plays_itself(&["sjaakii"]);
    }
}
