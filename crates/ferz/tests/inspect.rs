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

/// A cause is told once, whatever the command.
#[test]
fn causes_are_told_once() {
    for command in ["inspect", "bridge", "check"] {
        let output = Command::new(FERZ).args([command, "--", "no-such-engine"]).output();
        let said = text(&output.expect("ferz starts").stderr);
        assert_eq!(said.matches("No such file").count(), 1, "{command}: {said}");
    }
}

/// U-304: what is known is told, also of an engine that does not end when told to.
#[test]
fn does_not_quit() {
    let script = "read a; echo id name Stubborn; echo uciok; while :; do sleep 1; done";
    let output = inspect(&["--protocol", "uci", "--", "sh", "-c", script]);
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(said.contains("name       Stubborn"), "{said}");
    assert!(said.contains("odd: hangs: no end of the process after it was told to quit"), "{said}");
}

/// The README's example: an engine that gets its lines slowly, and is told to quit meanwhile.
#[test]
fn real_engines_gnuchess() {
    let program = ferz_testkit::peer("gnuchess");
    let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
    let output = Command::new(FERZ)
        .args(["inspect", "--protocol", "xboard", "--"])
        .arg(program)
        .arg("--xboard")
        .env("PATH", path)
        .current_dir(std::env::temp_dir())
        .output()
        .expect("ferz starts");
    let said = text(&output.stdout);
    for part in ["name       GNU Chess", "games      normal", "ping"] {
        assert!(said.contains(part), "{part} in {said}{}", text(&output.stderr));
    }
    assert!(!said.contains("hangs"), "{said}");
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
