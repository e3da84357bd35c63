//! `ferz inspect`, as a user runs it.
#![cfg(feature = "host")]

use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

fn inspect(arguments: &[&str]) -> Output {
    Command::new(FERZ).arg("inspect").args(arguments).output().expect("ferz starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn who_we_are() {
    let output = inspect(&["--", FERZ]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for part in ["name       Ferz", "protocol   uci", "chess960", "Hash: 1 to 1048576, 16"] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

/// UCCI has one game.
#[test]
fn who_we_are_in_ucci() {
    let said = text(&inspect(&["--protocol", "ucci", "--", FERZ]).stdout);
    for part in ["protocol   ucci", "games      xiangqi", "usemillisec: yes or no"] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn for_programs() {
    let output = inspect(&["--json", "--protocol", "xboard", "--", FERZ]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["protocol"], "cecp");
    assert_eq!(report["features"]["setboard"], true);
    assert!(report["games"].as_array().unwrap().contains(&"fischerandom".into()));
    let options = report["options"].as_array().unwrap();
    let resign = options.iter().find(|option| option["name"] == "Resign Score").unwrap();
    assert_eq!(resign["type"], "spin");
}

#[test]
fn mistakes() {
    for (arguments, complaint) in [
        (&["--", "no-such-engine"][..], "cannot start \"no-such-engine\""),
        (&["--protocol", "usi", "--", FERZ], "unknown protocol \"usi\""),
        (&["--protocol", "uci", "--", "sh", "-c", "exit 3"], "exit status 3 in the handshake"),
        (&["--", "sh", "-c", "kill -SEGV $$"], "segmentation fault"),
    ] {
        let output = inspect(arguments);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(complaint), "{said}");
    }
}

/// Not even `kill -9` of the host leaves the engine behind.
#[cfg(target_os = "linux")]
#[test]
fn killed() {
    let mut host = Command::new(FERZ)
        .args(["inspect", "--protocol", "uci", "--", "sh", "-c", "sleep 765432 & sleep 765432"])
        .stderr(Stdio::null())
        .spawn()
        .expect("ferz starts");
    let running = || {
        std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
            std::fs::read(entry.path().join("cmdline"))
                .is_ok_and(|line| line == b"sleep\x00765432\x00")
        })
    };
    let within = |limit: Duration, wanted: bool| {
        let began = Instant::now();
        while running() != wanted {
            assert!(began.elapsed() < limit, "the engine runs: {}", running());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    within(Duration::from_secs(8), true);
    host.kill().unwrap();
    host.wait().unwrap();
    within(Duration::from_secs(8), false);
}
