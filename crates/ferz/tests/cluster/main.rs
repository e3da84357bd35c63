//! `ferz hub` and `ferz worker` as a tester runs them: real processes and a real `nats-server`.
#![cfg(all(feature = "cluster", unix))]

mod dead;
mod full;
mod killed;
mod mistakes;
mod refused;
mod support;
mod systems;

use ferz_arena::record::MoveRecord;
use support::*;

/// Two workers play what one machine plays: the same games, each once.
#[test]
fn nats_server_workers_play_the_games_of_one_machine() {
    let lab = Lab::new();
    let alone = lab.played_alone(&fast(6));
    let _hub = lab.hub();
    let _workers =
        [lab.worker("one", &["--trust", "all"]), lab.worker("other", &["--trust", "all"])];
    let run = lab.submit(&fast(6));
    assert_eq!(lab.finished(&run), alone);
    let status = lab.status();
    assert_eq!(status["runs"][0]["state"], "finished");
    assert_eq!(status["runs"][0]["played"], 12);
    assert_eq!(status["workers"].as_array().unwrap().len(), 2);
    assert_eq!((alone.games.len(), alone.pgn.len()), (12, 13));
}

/// Who watches sees each move while the games are played.
#[test]
fn nats_server_shows_moves_to_those_who_watch() {
    let lab = Lab::new();
    let _hub = lab.hub();
    let watch = |name: &str, words: &[&str]| {
        lab.started(name, &[&["status", &lab.url(), "--watch"], words].concat())
    };
    let watching =
        [watch("games", &[]), watch("moves", &["--moves"]), watch("lines", &["--moves", "--json"])];
    // Each begins with how the hub stands.
    for (name, wanted) in
        [("games", "no workers"), ("moves", "no workers"), ("lines", "\"workers\":[]")]
    {
        lab.wait_for(name, || lab.said(name).contains(wanted));
    }
    let _worker = lab.worker("one", &["--trust", "all"]);
    let run = lab.submit(&fast(2));
    lab.finished(&run);
    let games = read_all(&lab.run_folder(&run));
    // Those of the opening are no moves of engines.
    let is_made = |mv: &&MoveRecord| mv.micros.is_some();
    let plies = games.iter().flat_map(|game| &game.moves).filter(is_made).count();
    let count = |name: &str, what: &str| lab.said(name).matches(what).count();
    lab.wait_for("the last game", || {
        ["games", "moves"].iter().all(|name| count(name, "  4/4  ") == 1)
    });
    lab.wait_for("all moves", || count("lines", "\"move-made\"") == plies);
    assert_eq!((count("moves", ", ply "), count("games", ", ply ")), (plies, 0));
    assert_eq!(count("moves", " begins"), games.len());
    for game in &games {
        let (last, ply) = (game.moves.last().expect("moves"), game.moves.len());
        let text = format!("{run}  one  game {}, ply {ply}: {}", game.number, last.text);
        assert!(lab.said("moves").contains(&text), "{text}: {}", lab.said("moves"));
    }
    drop(watching);
}

/// A run that was stopped stays stopped, and its games are kept.
#[test]
fn nats_server_a_run_is_stopped() {
    let lab = Lab::new();
    let hub = lab.hub();
    let worker = lab.worker("one", &["--trust", "all"]);
    let run = lab.submit(&fast(5_000));
    lab.wait_for("games", || lab.games(&run) >= 2);
    let said = lab.ferz(&["stop", &lab.url(), &run]);
    assert!(said.status.success(), "{said:?}");
    assert_eq!(lab.status()["runs"][0]["state"], "stopped");
    let again = lab.ferz(&["stop", &lab.url(), &run]);
    assert!(text(&again.stderr).contains(&format!("{run} is not played")), "{again:?}");
    drop((hub, worker));
    let kept = lab.games(&run);
    let _hub = lab.hub();
    assert_eq!(lab.status()["runs"][0]["state"], "stopped");
    assert_eq!(lab.games(&run), kept);
}

/// The unit starts what was asked for, whatever signs stand in it.
#[test]
fn a_unit_for_systemd() {
    let place = tempfile::tempdir().unwrap();
    let words =
        ["worker", "nats://a$b%c@host:4280", "--trust", "all", "--name", "a \"b\"", "--systemd"];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(words)
        .current_dir(place.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let unit = text(&output.stdout);
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let wanted =
        "\"worker\" \"nats://a$$b%%c@host:4280\" \"--trust\" \"all\" \"--name\" \"a \\\"b\\\"\"";
    assert!(line.ends_with(&format!("{wanted} --dir %S/ferz-worker")), "{line}");
    for section in ["[Unit]", "[Service]", "[Install]", "DynamicUser=yes"] {
        assert_eq!(unit.matches(section).count(), 1, "{unit}");
    }
}
