//! `ferz inspect`, as a user runs it.
#![cfg(feature = "host")]

use serde_json::Value;
use std::io::Write;
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
    let resign = options.iter().find(|option| option["name"] == "ResignScore").unwrap();
    assert_eq!(resign["type"], "spin");
}

/// What stands for commands of CECP is no option of the engine's, and is marked so.
#[test]
fn options_that_stand_for_commands() {
    let script = "while read a b; do case $a in \
        protover) echo 'feature myname=\"Some\" memory=1 smp=1 egt=\"gaviota\" ping=1 \
            option=\"Threads -spin 1 1 4\" option=\"Style -check 1\" done=1';; \
        ping) echo pong $b;; quit) exit;; esac; done";
    let run =
        |more: &[&str]| inspect(&[more, &["--protocol", "cecp", "sh", "-c", script]].concat());
    let said = text(&run(&[]).stdout);
    for part in [
        "options    2\n",
        "  Threads: 1 to 4, 1\n",
        "  Hash: no option, stands for the command memory\n",
        "  Ponder: no option, stands for the command hard\n",
        "  GaviotaPath: no option, stands for the command egtpath\n",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let report: Value = serde_json::from_slice(&run(&["--json"]).stdout).expect("JSON");
    let command = |name: &str| {
        let options = report["options"].as_array().expect("options");
        let found = options.iter().find(|option| option["name"] == name).expect("an option");
        found["stands_for"].clone()
    };
    assert_eq!((command("Hash"), command("Ponder")), ("memory".into(), "hard".into()));
    assert_eq!((command("Threads"), command("Style")), (Value::Null, Value::Null));
}

/// Engines name Chess960 among their variants and by an option of its own: it is one game.
#[test]
fn games_are_named_once() {
    let script = "read a; echo id name Some; \
        echo option name UCI_Variant type combo default chess var chess var Chess960 var chess; \
        echo option name UCI_Chess960 type check default false; echo uciok; read a";
    let said = text(&inspect(&["--protocol", "uci", "sh", "-c", script]).stdout);
    assert!(said.contains("games      chess Chess960\n"), "{said}");
}

/// What an engine says cannot clear the screen of whoever asks.
#[test]
fn control_characters_are_not_passed_on() {
    let script = "read a; printf 'id name \\033[2JBad\\007\\n\\033[1mhello\\nuciok\\n'; read a";
    let said = text(&inspect(&["--protocol", "uci", "sh", "-c", script]).stdout);
    assert!(said.contains("[2JBad") && said.contains("[1mhello"), "{said:?}");
    assert!(!said.contains(['\u{1b}', '\u{7}']), "{said:?}");
}

/// `--` before the engine is as good as none, and the engine's arguments stay its own.
#[test]
fn engines_without_dashes_before_them() {
    let script = "read a; echo id name $0 $1; echo uciok; read a";
    let words = ["sh", "-c", script, "--json", "--help"];
    let uci = ["--protocol", "uci"];
    for before in [&uci[..], &["--protocol", "uci", "--"]] {
        let said = text(&inspect(&[before, &words].concat()).stdout);
        assert!(said.contains("name       --json --help"), "{said}");
    }
    for dashes in [&[][..], &["--"]] {
        let mut bridge = Command::new(FERZ)
            .args(["bridge", "--engine-protocol", "uci"])
            .args(dashes)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("ferz starts");
        // The engine ends by itself, and the bridge with it.
        bridge.stdin.take().expect("a pipe").write_all(b"uci\nisready\n").expect("it listens");
        let said = text(&bridge.wait_with_output().expect("it ends").stdout);
        assert!(said.contains("--json --help"), "{said}");
    }
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
