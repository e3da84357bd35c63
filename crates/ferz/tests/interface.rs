//! `ferz check --interface` grades interfaces: python-chess in all its acts, and scripts that do
//! one thing wrong each.
#![cfg(feature = "host")]

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

/// A file for grades that nobody else uses.
fn file() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("ferz-interface-{}-{number}", std::process::id()))
}

/// The last grades; they are written when the engine ends, which may be a moment after the interface.
fn grades(file: &Path) -> Value {
    let grades = grades_that(file, |grades| grades["complete"] == true);
    let _ = std::fs::remove_file(file);
    let _ = std::fs::remove_file(file.with_extension("txt"));
    grades
}

/// The grades when they are so.
fn grades_that(file: &Path, are_so: impl Fn(&Value) -> bool) -> Value {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        // At any moment there is a whole report, once there is one.
        let grades = (!text.is_empty()).then(|| serde_json::from_str(&text).expect("JSON"));
        if let Some(grades) = grades.filter(&are_so) {
            return grades;
        }
        assert!(Instant::now() < until, "no grades in {}", file.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn ids(grades: &Value, verdict: &str) -> Vec<String> {
    let all = grades["expectations"].as_array().expect("expectations");
    let some = all.iter().filter(|it| it["verdict"] == verdict);
    some.map(|it| it["id"].as_str().expect("a name").to_owned()).collect()
}

/// python-chess against us in this act: our grades for it, and its complaints about us.
fn python(protocol: &str, act: &str) -> (Value, String) {
    let (file, said) = session(protocol, act);
    (grades(&file), said)
}

fn session(protocol: &str, act: &str) -> (PathBuf, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/interface.py");
    let file = file();
    let output = Command::new(ferz_testkit::python())
        .arg("-B")
        .arg(script)
        .args([FERZ, protocol, act])
        .arg(&file)
        .output()
        .expect("the interpreter starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    (file, said)
}

/// U-480 and the rest of the host's rows that can be seen: python-chess keeps them.
#[test]
fn python_chess_in_uci() {
    let (grades, _) = python("uci", "odd");
    assert!(grades["passed"].as_u64() >= Some(10), "{grades:#}");
    // It knows no registration.
    assert_eq!(ids(&grades, "fail"), ["uci-host-registers"], "{grades:#}");
    assert_eq!(ids(&grades, "warn"), ["uci-host-answers-registration"], "{grades:#}");
}

/// U-095, U-495, U-493: a slow start, floods, an illegal move, a crash.
#[test]
fn python_chess_and_the_acts_of_uci() {
    for act in ["slow", "flood"] {
        let (grades, said) = python("uci", act);
        assert_eq!((ids(&grades, "fail"), said.as_str()), (vec![], ""), "{act}: {grades:#}");
    }
    // It does without engines that have options of other types.
    let (file, said) = session("uci", "types");
    assert!(said.contains("filename"), "{said}");
    // It kills them: what it has done so far is graded.
    let grades = grades_that(&file, |grades| !ids(grades, "pass").is_empty());
    assert!(ids(&grades, "pass").contains(&"uci-host-greets-first".to_owned()), "{grades:#}");
    let (grades, said) = python("uci", "illegal");
    assert!(said.contains("complaint"), "{said}");
    assert!(ids(&grades, "pass").contains(&"uci-host-judges-moves".to_owned()), "{grades:#}");
    let (_, said) = python("uci", "crash");
    assert!(said.contains("complaint"), "{said}");
}

/// C-055, C-085, C-109: python-chess in CECP.
#[test]
fn python_chess_in_cecp() {
    for act in ["odd", "flood", "slow"] {
        let (grades, _) = python("cecp", act);
        // It accepts and rejects nothing.
        let mut failed = ids(&grades, "fail");
        failed.retain(|id| id != "cecp-host-answers-features" && id != "cecp-host-rejects-unknown");
        assert_eq!(failed, [] as [&str; 0], "{act}: {grades:#}");
        assert!(grades["passed"].as_u64() >= Some(8), "{grades:#}");
    }
}

/// What an interface that says these lines, and closes its end, is told.
fn script(protocol: &str, act: &str, lines: &[&str]) -> Value {
    let file = file();
    let mut engine = Command::new(FERZ)
        .args(["check", "--interface", protocol, "--act", act, "--json"])
        .arg(&file)
        .arg("--report")
        .arg(file.with_extension("txt"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ferz starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
    for line in lines {
        match line.strip_prefix("await ") {
            Some(answer) => {
                let came = |line: io::Result<String>| line.expect("text").starts_with(answer);
                assert!(answers.any(came), "no {answer}");
            }
            None => writeln!(input, "{line}").expect("it listens"),
        }
    }
    drop(input);
    answers.for_each(drop);
    engine.wait().expect("it ends");
    grades(&file)
}

const UCI: [&str; 6] =
    ["uci", "await uciok", "register later", "isready", "await readyok", "position startpos"];

/// U-090, U-058, U-157, U-123, U-304, U-077, U-280: interfaces that do one thing wrong.
#[test]
fn bad_interfaces_of_uci() {
    let odd = |lines: &[&str]| {
        let grades = script("uci", "odd", &[&UCI[..], lines].concat());
        [ids(&grades, "fail"), ids(&grades, "warn")].concat()
    };
    let go = ["go depth 1", "await bestmove", "quit"];
    assert_eq!(odd(&go), [] as [&str; 0]);
    assert_eq!(odd(&["go infinite", "go depth 1", "stop", "quit"]), ["uci-host-go-idle"]);
    let value = "setoption name Hash value 5000";
    assert_eq!(odd(&[&[value][..], &go].concat()), ["uci-host-option-values"]);
    assert_eq!(odd(&[&["ponderhit"][..], &go].concat()), ["uci-host-ponderhit"]);
    assert_eq!(odd(&["go infinite", "quit"]), ["uci-host-stops-infinite"]);
    assert_eq!(odd(&["go depth 1", "await bestmove"]), ["host-quits"]);
    let position = "position startpos moves e2e5";
    assert_eq!(odd(&[&[position][..], &go].concat()), ["uci-host-moves-legal"]);
}

/// C-085, C-062, X-050, X-059: the same of the other protocols.
#[test]
fn bad_interfaces_of_cecp_and_ucci() {
    let unmet = |protocol: &str, lines: &[&str]| {
        let grades = script(protocol, "odd", lines);
        [ids(&grades, "fail"), ids(&grades, "warn")].concat()
    };
    let greeting = ["xboard", "protover 2", "await feature"];
    let found = unmet("cecp", &[&greeting[..], &["new", "quit"]].concat());
    assert!(found.contains(&"cecp-host-answers-features".to_owned()), "{found:?}");
    assert!(found.contains(&"cecp-host-rejects-unknown".to_owned()), "{found:?}");
    let lines = ["ucci", "await ucciok", "position startpos", "go infinite", "position startpos"];
    let found = unmet("ucci", &[&lines[..], &["stop", "quit"]].concat());
    assert_eq!(found, ["ucci-host-idle"]);
    let lines =
        ["ucci", "await ucciok", "position startpos", "go depth 1", "await bestmove", "quit"];
    assert_eq!(unmet("ucci", &lines), [] as [&str; 0]);
}

/// An interface that ends us without a word, or gives up, is graded all the same.
#[cfg(unix)]
#[test]
fn interfaces_that_end_us() {
    for (signal, complete, code) in [("TERM", true, Some(143)), ("KILL", false, None)] {
        let file = file();
        let mut engine = Command::new(FERZ)
            .args(["check", "--interface", "uci", "--json"])
            .arg(&file)
            .arg("--report")
            .arg(file.with_extension("txt"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("ferz starts");
        let mut input = engine.stdin.take().expect("a pipe");
        input.write_all(b"uci\nisready\nponderhit\n").expect("it listens");
        let bad = |grades: &Value| ids(grades, "fail").contains(&"uci-host-ponderhit".to_owned());
        grades_that(&file, bad);
        let kill = Command::new("kill").args(["-s", signal, &engine.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        assert_eq!(engine.wait().expect("it ends").code(), code);
        let text = std::fs::read_to_string(file.with_extension("txt")).expect("a report");
        assert_eq!(text.contains("was not over yet"), !complete, "{text}");
        let grades = grades_that(&file, |_| true);
        assert_eq!(grades["complete"], complete);
        let quits = if complete { "warn" } else { "n/a" };
        assert!(
            bad(&grades) && ids(&grades, quits).contains(&"host-quits".to_owned()),
            "{grades:#}"
        );
    }
}

/// Where nothing can be written nobody waits for grades.
#[test]
fn no_place_for_grades() {
    let output = Command::new(FERZ)
        .args(["check", "--interface", "uci", "--report", "/no-such-folder/report"])
        .stdin(Stdio::piped())
        .output()
        .expect("ferz starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("/no-such-folder/report"), "{said}");
}

/// Without a place for the grades there is nothing to do.
#[test]
fn no_report() {
    let output = Command::new(FERZ)
        .args(["check", "--interface", "uci"])
        .env_remove("FERZ_CHECK_REPORT")
        .output()
        .expect("ferz starts");
    assert_eq!(output.status.code(), Some(2));
}
