//! What the exit status says of a run, and what a signal does before the first game.

use crate::support::*;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An engine that plays an illegal move.
const ILLEGAL: &str = r#"
while read -r line; do case "$line" in
uci) echo id name Illegal; echo uciok;; isready) echo readyok;; go*) echo bestmove a1a1;;
quit) exit 0;; esac; done
"#;

#[test]
#[cfg(unix)]
fn faults_are_failures_if_asked_for() {
    let file = |place: &Place| format!("proto=uci sh {}", place.file("e.sh", ILLEGAL).display());
    let engine = format!("proto=uci {FERZ}");
    for (more, status) in [(&[][..], 0), (&["--strict"], 3)] {
        let place = Place::new();
        let illegal = file(&place);
        let all = [&[engine.as_str(), &illegal, "--nodes", "9"], more].concat();
        let output = place.runs(&all);
        assert_eq!(output.status.code(), Some(status), "{}", said(&output));
    }
    let clean =
        Place::new().runs(&[&engine, &engine, "--nodes", "9", "--max-moves", "3", "--strict"]);
    assert_eq!(clean.status.code(), Some(0), "{}", said(&clean));
}

#[test]
fn failures_and_wrong_arguments() {
    let engine = format!("proto=uci {FERZ}");
    let status = |arguments: &[&str]| Place::new().runs(arguments).status.code();
    assert_eq!(status(&[&engine, "no-such-engine", "--nodes", "9"]), Some(1));
    assert_eq!(status(&[&engine, &engine, "--nodes", "9", "--rounds", "many"]), Some(2));
    assert_eq!(status(&["-engine", "cmd=a", "-engine", "cmd=b", "-no-such-word"]), Some(2));
    assert_eq!(status(&["-engine", &format!("cmd={FERZ}"), "-each", "depth=1"]), Some(2));
    let help = Command::new(FERZ).args(["help", "match"]).output().unwrap();
    assert!(said(&help).contains("Exit status:"), "{}", said(&help));
}

/// An engine that never answers is waited for only as long as the owner of the run wants to.
#[test]
#[cfg(unix)]
fn a_signal_while_engines_start() {
    for (word, status) in [("-INT", 130), ("-TERM", 143)] {
        let place = Place::new();
        let folder = place.path("run").display().to_string();
        let silent = "proto=uci sh -c 'sleep 60; :'";
        let mut command = place.command(&[silent, silent, "--nodes", "9", "--dir", &folder]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let lock = place.path("run").join("lock");
        let began = Instant::now();
        while !lock.exists() {
            assert!(began.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(200));
        let sent = Command::new("kill").args([word, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let sent = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert!(sent.elapsed() < Duration::from_secs(10), "{:?}", sent.elapsed());
        assert!(!place.path("run").exists(), "nothing came of it, and nothing is left");
    }
}

/// Nobody reads what is said on standard error, as behind `2>&1 | head`: no panic, whose status is 101.
#[test]
fn nobody_reads_the_errors() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let engine = format!("proto=uci {FERZ}");
    let place = Place::new();
    let many = [&engine, &engine, "--nodes", "9", "--rounds", "2", "--max-moves", "2"];
    let rows: [(Command, i32); 3] = [
        (place.command(&many), 0),
        (place.command(&["-engine", "cmd=a", "-no-such-word"]), 2),
        (place.command_of("perft", &["rubbish", "1"]), 1),
    ];
    for (mut command, status) in rows {
        let mut child =
            command.stdout(Stdio::null()).stderr(writer.try_clone().unwrap()).spawn().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status), "{command:?}");
    }
}

/// The start position again and again is warned of; Chess960 draws positions, both games of a pair from
/// one; the short lines inside are as good as a file.
#[test]
fn openings_without_a_file() {
    let engine = format!("proto=uci {FERZ}");
    let played = |more: &[&str]| {
        let place = Place::new();
        let all = [&[engine.as_str(), &engine, "--nodes", "9", "--max-moves", "4"], more].concat();
        let output = place.runs(&[&all[..], &["--rounds", "3"]].concat());
        assert!(output.status.success(), "{}", said(&output));
        let run = Run::read(&place.path("run"));
        let begins = run.games.iter().map(|game| {
            let moves: Vec<_> = game.moves.iter().take(6).map(|mv| mv.text.clone()).collect();
            (game.fen.clone(), if game.fen.is_some() { String::new() } else { moves.join(" ") })
        });
        (said(&output), begins.collect::<Vec<_>>())
    };
    let (said, begins) = played(&[]);
    assert!(said.contains("no openings: the same engines may play the same game"), "{said}");
    assert!(said.contains("6 games, 1 different: game 2 is game 1 again"), "{said}");
    assert!(begins.iter().all(|begin| *begin == begins[0]));
    assert!(!played(&["--openings", "none"]).0.contains("no openings"));
    for more in [&["--variant", "chess960"][..], &["--openings", "builtin"]] {
        let (said, begins) = played(more);
        assert!(!said.contains("no openings"), "{said}");
        assert!(begins[0] == begins[1] && begins[2] == begins[3] && begins[4] == begins[5]);
        assert!(begins[0] != begins[2] && begins[2] != begins[4] && begins[4] != begins[0]);
    }
}
