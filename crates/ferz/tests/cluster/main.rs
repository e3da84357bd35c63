//! `ferz hub` and `ferz worker` as a tester runs them: real processes and a real `nats-server`.
#![cfg(all(feature = "cluster", unix))]

mod killed;
mod refused;
mod support;

use support::*;

/// Two workers play what one machine plays: the same games, each once.
#[test]
fn nats_server_workers_play_the_games_of_one_machine() {
    let lab = Lab::new();
    let alone = lab.played_alone(6);
    let _hub = lab.hub();
    let _workers =
        [lab.worker("one", &["--trust", "all"]), lab.worker("other", &["--trust", "all"])];
    let run = lab.submit(6);
    assert_eq!(lab.finished(&run), alone);
    let status = lab.status();
    assert_eq!(status["runs"][0]["state"], "finished");
    assert_eq!(status["runs"][0]["played"], 12);
    assert_eq!(status["workers"].as_array().unwrap().len(), 2);
    // What others derive from the log is there, too.
    let pgn = std::fs::read_to_string(lab.run_folder(&run).join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 12);
}

/// A run that was stopped stays stopped, and its games are kept.
#[test]
fn nats_server_a_run_is_stopped() {
    let lab = Lab::new();
    let hub = lab.hub();
    let worker = lab.worker("one", &["--trust", "all"]);
    let run = lab.submit(5_000);
    lab.wait_for("games", || lab.games(&run).len() >= 2);
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
