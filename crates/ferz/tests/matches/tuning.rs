//! `ferz tune`, as an author of an engine runs it.

use crate::support::*;
use ferz_arena::log::{self, LogEvent};
use std::path::Path;
use std::process::Stdio;

/// What a run came to: the values after each pair.
fn path(folder: &Path) -> Vec<Vec<f64>> {
    let bytes = std::fs::read(folder.join(log::FILE)).expect("a log");
    let (events, _) = log::read(&bytes, folder).expect("a log that can be read");
    let step = |event| if let LogEvent::Game(game) = event { game.step } else { None };
    events.into_iter().filter_map(step).map(|step| step.values).collect()
}

/// Lines that an engine spends its nodes on: at fixed nodes fewer are better.
const LINE: &str = "FERZ --parameter 'MultiPV, 4, 1, 8, 2, 0.3' --rounds 6 --nodes 400 \
                    --openings builtin --max-moves 40 --resign 2:250";

/// Killed at several moments and gone on with, a tuning comes to the same values.
#[test]
fn killed_and_gone_on_with() {
    let place = Place::new();
    let line = words(LINE);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let whole = place.command_of("tune", &[&line[..], &["--dir", "whole"]].concat()).output();
    let whole = whole.expect("ferz starts");
    assert!(whole.status.success(), "{}", said(&whole));
    let text = said(&whole);
    assert!(text.contains("tuned by 6 pairs of games of 6"), "{text}");
    assert!(text.contains("  MultiPV "), "{text}");
    let wanted = path(&place.path("whole"));
    assert_eq!(wanted.len(), 6);
    assert!(wanted.iter().any(|values| values[0] != 4.0), "{wanted:?}");
    let mut arguments = [&line[..], &["--dir", "killed"]].concat();
    for games in [1, 3, 4, 9] {
        let mut command = place.command_of("tune", &arguments);
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("ferz");
        let log = place.path("killed").join(log::FILE);
        while run.try_wait().expect("its status").is_none() {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            if text.matches("{\"game\":").count() >= games {
                let _ = run.kill();
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        arguments = vec!["--resume", "killed"];
    }
    let last = place.command_of("tune", &arguments).output().expect("ferz starts");
    assert!(last.status.success(), "{}", said(&last));
    assert_eq!(path(&place.path("killed")), wanted);
    let report = std::fs::read_to_string(place.path("killed/report.html")).expect("a report");
    assert!(report.contains("How far each option has moved"));
    let pgn = std::fs::read_to_string(place.path("killed/games.pgn")).expect("games");
    assert_eq!(pgn.matches("[Result ").count(), 12);
}

/// What cannot be tuned is said before anything is played.
#[test]
fn refused() {
    let place = Place::new();
    let cases = [
        ("FERZ --nodes 9 --rounds 2", "nothing to tune"),
        ("FERZ b --nodes 9 --rounds 2 --parameter A,1,0,2", "2 engines: one is tuned"),
        ("FERZ --nodes 9 --parameter A,1,0,2", "--rounds N"),
        ("FERZ --nodes 9 --rounds 2 --parameter A,1,0,2", "no option \"A\""),
        ("FERZ --nodes 9 --rounds 2 --parameter A,9,0,2", "9 is not between 0 and 2"),
        ("FERZ --nodes 9 --rounds 2 --parameters p.txt", "p.txt: line 2: not a parameter: \"B\""),
        ("FERZ --nodes 9 --rounds 2 --parameter A,1,0,2 --sprt 0:5", "--sprt is for ferz match"),
        ("FERZ --nodes 9 --rounds 2 --parameter a,1,0,2 --parameter A,1,0,2", "tuned twice"),
    ];
    place.file("p.txt", "# ours\nB\n");
    for (line, wanted) in cases {
        let line = words(line);
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let output = place.command_of("tune", &line).output().expect("ferz starts");
        let text = said(&output);
        assert!(!output.status.success() && text.contains(wanted), "{line:?}: {text}");
    }
}

/// Our own engine: what it says of its numbers is what is tuned.
#[test]
fn our_own_numbers() {
    let place = Place::new();
    let numbers = |arguments: &[&str]| {
        let ferz = std::process::Command::new(FERZ).arg("numbers").args(arguments).output();
        String::from_utf8(ferz.expect("ferz starts").stdout).expect("text")
    };
    let text = numbers(&[]);
    assert!(text.lines().count() > 40, "{text}");
    assert_eq!(numbers(&["--variant", "crazyhouse"]).lines().count(), text.lines().count());
    let file = place.file("search.txt", &text).display().to_string();
    let engine = format!("'{FERZ}' --numbers");
    let line = [&*engine, "--parameters", &file, "--rounds", "1", "--nodes", "200"];
    let line = [&line[..], &["--openings", "builtin", "--dir", "run"]].concat();
    let output = place.command_of("tune", &line).output().expect("ferz starts");
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    let run = Run::read(&place.path("run"));
    run.assert_clean();
    let first = text.lines().next().and_then(|line| line.split(',').next()).expect("a name");
    assert!(said.contains(&format!("  {first} ")), "{first}: {said}");
    // Without the word it has no such options.
    let line = [FERZ, "--parameters", &file, "--rounds", "1", "--nodes", "200"];
    let output = place.command_of("tune", &line).output().expect("ferz starts");
    let said = self::said(&output);
    assert!(!output.status.success() && said.contains(&format!("no option \"{first}\"")), "{said}");
}
