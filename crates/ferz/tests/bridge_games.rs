//! Whole games through the bridge, to their results, with other people's programs at the engine's
//! end; where Debian has an engine of UCCI no more than an interface of UCI or UCCI for xiangqi, we
//! stand at that end ourselves. Games under XBoard are in `xboard.rs`; `docs/bridge.md` has the
//! table of all directions.
#![cfg(feature = "host")]

use ferz_host::{Engine, Launch, Quirks};
use ferz_link::{Clock, Clocks, Limits, Place, Protocol, Record, Search};
use ferz_referee::{GameRecord, Rules};
use ferz_testkit::peer;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");
/// No game here is longer; rules end it before.
const PLIES: usize = 400;

fn path() -> OsString {
    format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default()).into()
}

fn start_as(protocol: Protocol, command: &[&str]) -> Launch {
    let mut launch = Launch::new(command[0]).arguments(&command[1..]).protocol(protocol);
    launch.environment.insert("PATH".into(), path());
    launch.directory = Some(std::env::temp_dir());
    launch.patience.handshake = Duration::from_secs(60);
    launch.patience.pong = Duration::from_secs(60);
    Quirks::built_in().prepare(&mut launch);
    launch
}

/// An engine that speaks `own`, bridged, as one that speaks `protocol`.
fn bridged(protocol: Protocol, own: Protocol, program: &str) -> Launch {
    let (shown, own) = (format!("--as={protocol}"), format!("--engine-protocol={own}"));
    start_as(protocol, &[FERZ, "bridge", &shown, &own, "--", program])
}

/// A whole game of xiangqi; both get this depth at most, and a clock.
fn plays(depths: [u32; 2], launches: [Launch; 2]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut engines = Vec::new();
        for launch in launches {
            let mut engine = Engine::start(launch, Some(Arc::new(Rules))).await.unwrap();
            engine.new_game("xiangqi").await.unwrap();
            engine.ping().await.unwrap();
            engines.push(engine);
        }
        let mut place = Place { variant: "xiangqi".into(), ..Place::startpos() };
        let mut record = GameRecord::of(&place).unwrap();
        let (remaining, increment) = (Duration::from_secs(30), Duration::from_millis(100));
        let clock = Some(Clock { remaining, increment, moves_to_go: None });
        let clocks = Some(Clocks { own: clock, opponent: clock });
        let mut resigned = false;
        while record.outcome().is_none() && place.moves.len() < PLIES {
            let number = place.moves.len() % 2;
            let limits = Limits { depth: Some(depths[number]), clock: clocks, ..Limits::default() };
            let search = Search { limits, ..Search::default() };
            let answer = engines[number].think(&place, search, |_| {}).await.unwrap();
            resigned = answer.resign;
            if resigned {
                break;
            }
            let Some(best) = answer.best else { panic!("no move: {answer:?} in {place:?}") };
            let played = Record::play(&mut record, best.as_str());
            assert!(
                played.is_ok(),
                "{best:?} of {}: {played:?} in {place:?}",
                engines[number].name()
            );
            place.moves.push(best);
        }
        let ended = record.outcome().is_some() || resigned;
        assert!(ended && place.moves.len() > 10, "{} plies: {place:?}", place.moves.len());
        for engine in engines {
            engine.quit().await.unwrap();
        }
    });
}

fn program(name: &str) -> String {
    peer(name).to_str().expect("a path in UTF-8").to_owned()
}

/// Named like the peers in the list of `cargo xtask peers`.
mod xiangqi_engines {
    use super::*;
    use Protocol::{Cecp, Ucci, Uci};

    /// The other side, without a bridge.
    fn hoixiangqi() -> Launch {
        start_as(Cecp, &[&program("hoixiangqi")])
    }

    fn fairy() -> Launch {
        start_as(Uci, &[&program("fairy-stockfish")])
    }

    #[test]
    fn cecp_as_uci() {
        plays([2, 7], [bridged(Uci, Cecp, &program("hoixiangqi")), fairy()]);
    }

    #[test]
    fn cecp_as_ucci() {
        plays([2, 7], [bridged(Ucci, Cecp, &program("hoixiangqi")), fairy()]);
    }

    #[test]
    fn uci_as_ucci() {
        plays([7, 2], [bridged(Ucci, Uci, &program("fairy-stockfish")), hoixiangqi()]);
    }

    #[test]
    fn ucci_as_uci() {
        plays([7, 2], [bridged(Uci, Ucci, FERZ), hoixiangqi()]);
    }

    #[test]
    fn ucci_as_ucci() {
        plays([2, 7], [hoixiangqi(), bridged(Ucci, Ucci, FERZ)]);
    }
}

/// A case of `python/bridge.py`.
fn python_case(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python");
    let output = Command::new(ferz_testkit::python())
        .arg("-B")
        .arg(folder.join("bridge.py"))
        .args([FERZ, name])
        .env("PATH", path())
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the interpreter starts");
    let (said, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{said}{errors}", output.status);
}

/// An engine of UCI under python-chess's UCI, and one of CECP.
#[test]
fn python_chess_stockfish() {
    python_case("stockfish");
}

/// GNU Chess gets its lines slowly.
#[test]
fn python_chess_gnuchess() {
    python_case("gnuchess");
}

/// The same engines under python-chess's CECP.
#[test]
fn python_chess_cecp() {
    python_case("phalanx");
}
