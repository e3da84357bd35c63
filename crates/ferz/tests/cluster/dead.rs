//! An engine that takes its worker with it, at each try: the dead letter tells how far each has come.

use crate::support::*;
use serde_json::Value;

/// Kills who plays it at the fifth ply. At the first try it thinks for a while before.
const KILLER: &str = r#"#!/bin/sh
while read -r line; do case "$line" in
uci) echo 'id name killer'; echo uciok;;
isready) echo readyok;;
position*) set -- $line; plies=$(($# > 3 ? $# - 3 : 0));;
go*) case $plies in
    0) echo bestmove g1f3;; 1) echo bestmove g8f6;; 2) echo bestmove f3g1;; 3) echo bestmove f6g8;;
    *) [ -e "$0.tried" ] && sleep 1 || { : > "$0.tried"; sleep 8; }; kill -9 $PPID;;
    esac;;
quit) exit 0;;
esac; done
"#;

#[test]
fn nats_server_and_an_engine_that_kills_its_workers() {
    let lab = Lab::new();
    lab.small_program("killer", KILLER);
    let _hub = lab.hub();
    let one = "proto=uci st=60 ./killer";
    let run = lab.submit(&format!(
        "match 'name=a {one}' 'name=b {one}' --rounds 1 --openings none --seed 5"
    ));
    let mut worker = lab.worker("one", &["--trust", "all"]);
    let mut killed = 0;
    lab.wait_for("the failure", || {
        if worker.has_ended().is_some() {
            killed += 1;
            worker = lab.worker("one", &["--trust", "all"]);
        }
        lab.status()["runs"][0]["state"] == "failed"
    });
    assert_eq!(killed, 5);
    let reason = lab.status()["runs"][0]["reason"].as_str().unwrap_or_default().to_owned();
    assert!(reason.contains("game 1 was given up: 5 workers have taken it"), "{reason}");
    let letters = std::fs::read_to_string(lab.run_folder(&run).join("dead-letters.jsonl")).unwrap();
    let letter: Value = serde_json::from_str(&letters).unwrap();
    let tries = letter["dead"]["tries"].as_array().expect("tries");
    let numbers: Vec<_> = tries.iter().map(|tried| tried["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5], "{letters}");
    for tried in tries {
        assert_eq!((&tried["game"], &tried["worker"]), (&1.into(), &"one".into()), "{letters}");
        let moves = tried["moves"].as_array().expect("moves");
        assert_eq!(moves, &["g1f3", "g8f6", "f3g1", "f6g8"], "{letters}");
    }
}
