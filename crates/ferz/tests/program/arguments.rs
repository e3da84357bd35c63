//! The command line: options of the engine, help, completions, manual pages.

use crate::support::{SOON, ferz};
use ferz_testkit::Session;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).args(arguments).output().expect("the program starts")
}

fn start(arguments: &[&str]) -> Session {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(arguments);
    Session::start(command)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The names behind a command, without those of clap's own.
fn commands() -> Vec<String> {
    let help = text(&run(&["--help"]));
    let names = help.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split_once("  ").map(|(name, _)| name));
    let is_command =
        |name: &&str| !name.is_empty() && !name.starts_with(['-', ' ']) && !name.contains(' ');
    names
        .filter(is_command)
        .filter(|name| !matches!(*name, "ferz" | "help"))
        .map(str::to_owned)
        .collect()
}

/// `--threads=2`, as other engines have it and lichess-bot writes it.
#[test]
fn options_of_the_engine_are_arguments() {
    let mut ferz = start(&["--threads=2", "--option", "Skill Level=3", "--UCI_LimitStrength"]);
    for greeting in ["uci", "ucci", "uci"] {
        ferz.send(greeting);
        let lines = ferz.expect(&format!("{greeting}ok"));
        let declares = |line: &str| lines.iter().any(|known| known == line);
        if greeting == "uci" {
            assert!(declares("option name Threads type spin default 2 min 1 max 256"), "{lines:?}");
            assert!(declares("option name Skill Level type spin default 3 min 0 max 20"));
            assert!(declares("option name UCI_LimitStrength type check default true"));
        }
    }
    for (argument, named) in [
        ("--threads=many", "many"),
        ("--thraeds=2", "--thraeds"),
        ("--option=Thraeds=2", "Thraeds"),
        ("--eval-file=/nowhere/x", "/nowhere/x"),
        ("--evalapi=/x.so", "--allow-evalapi"),
    ] {
        let output = run(&[argument]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{argument}: {complaint}");
        assert!(complaint.contains(named) && output.stdout.is_empty(), "{argument}: {complaint}");
    }
    let misplaced = run(&["--threads=2", "perft", "startpos", "1"]);
    assert_eq!(misplaced.status.code(), Some(1));
}

/// What cannot be opened is named, and the session goes on: no file, a folder, one without an end.
#[cfg(unix)]
#[test]
fn files_that_are_none() {
    let mut ferz = ferz();
    ferz.send_all(&["uci", "isready"]);
    ferz.expect("readyok");
    for option in ["EvalFile", "BookFile", "Debug Log File"] {
        for file in ["/nowhere/at/all", "/dev/zero", "/"] {
            ferz.send_all(&[&format!("setoption name {option} value {file}"), "isready"]);
            let lines = ferz.expect("readyok");
            let named = format!("info string {option}");
            let is_told = |line: &String| line.starts_with(&named) && line.contains(file);
            assert!(lines.iter().any(is_told), "{option} {file}: {lines:?}");
        }
    }
    ferz.send_all(&["setoption name SyzygyPath value /nowhere", "isready"]);
    assert!(ferz.expect("readyok")[0].contains("/nowhere"));
    ferz.send_all(&["setoption name EvalAPI value /x.so", "isready"]);
    assert!(ferz.expect("readyok")[0].contains("--allow-evalapi"));
    ferz.send("go depth 1");
    ferz.expect_prefix("bestmove ");
    ferz.send("quit");
    assert!(ferz.wait_exit_within(SOON).success());
}

/// Every command has its page, with examples, and no line is too wide for a terminal.
#[test]
fn every_command_is_helped() {
    let names = commands();
    assert!(names.len() >= 10 && names.iter().any(|name| name == "play"), "{names:?}");
    let mut pages = vec![text(&run(&["--help"])), text(&run(&["-h"]))];
    for name in &names {
        let page = text(&run(&["help", name]));
        assert!(page.contains("Examples:"), "{name}: {page}");
        assert_eq!(text(&run(&[name, "--help"])).contains("Examples:"), page.contains("Examples:"));
        assert!(!page.contains("18446744073709551615"), "{name}");
        pages.push(page);
    }
    let plays = text(&run(&["datagen", "play", "--help"]));
    assert!(plays.contains("--games") && !plays.contains("18446744073709551615"), "{plays}");
}

/// A value that may not be negative is what is wrong, and not the argument.
#[test]
fn negative_values() {
    let complaint = run(&["perft", "startpos", "-1"]).stderr;
    let complaint = String::from_utf8_lossy(&complaint).into_owned();
    assert!(
        complaint.contains("invalid value '-1'") && !complaint.contains("-- -1"),
        "{complaint}"
    );
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        let script = text(&output);
        assert!(output.status.success() && script.contains("polyglot"), "{shell}");
        assert!(script.contains("allow-evalapi"), "{shell}");
    }
    assert!(!run(&["completions", "cmd"]).status.success());
    let page = text(&run(&["man"]));
    assert!(page.contains(".TH ferz 1") && page.contains("allow\\-evalapi"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("man1");
    assert!(run(&["man", inside.to_str().expect("UTF-8")]).status.success());
    for name in commands() {
        let page = std::fs::read_to_string(inside.join(format!("ferz-{name}.1")));
        assert!(page.is_ok_and(|page| page.contains(".TH")), "{name}");
    }
    assert!(inside.join("ferz.1").is_file());
    let failed = run(&["man", "/dev/null/x"]);
    assert!(String::from_utf8_lossy(&failed.stderr).contains("/dev/null/x"));
}

/// A game at a pipe: no prompt, an answer, and it ends with its input.
#[test]
fn a_game_at_a_pipe() {
    let mut ferz = start(&["--hash=1", "play", "--time", "0.01"]);
    ferz.expect_prefix("Chess. ");
    ferz.send("e4");
    ferz.expect_prefix("Ferz plays ");
    ferz.close_input();
    assert!(ferz.wait_exit_within(SOON).success());
}

/// Games whose rules are a table: counted and judged, though the engine does not play them. The
/// figures are those of `crates/rules/tests/data/table-perft.tsv`.
#[test]
fn games_by_table() {
    for (game, depth, count) in [
        ("crazyhouse", "4", 197_281),
        ("shogi", "3", 25_470),
        ("Capablanca", "3", 25_228),
        ("chu", "2", 1_296),
    ] {
        let told = text(&run(&["perft", "startpos", depth, "--variant", game]));
        let counted = format!("nodes searched: {count}");
        assert!(told.lines().any(|line| line == counted), "{game}: {told}");
    }
    let atomic = run(&["verdict", "--variant", "atomic", "Nf3", "a6", "Ne5", "a5", "Nxf7"]);
    assert_eq!(text(&atomic).trim(), "white-wins: king exploded");
    let shogi = ["verdict", "--variant", "shogi", "startpos", "c3c4", "e9e5"];
    let complaint = String::from_utf8_lossy(&run(&shogi).stderr).into_owned();
    assert!(complaint.contains("move 2") && complaint.contains("e9e5"), "{complaint}");
}

/// `VariantPath` as Fairy-Stockfish has it: the games are read, offered anew and played; what is
/// refused is told with file, game and line. In CECP the games are told anew.
#[test]
fn games_from_a_file_named_by_an_option() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my.ini");
    let text = "[satyrs:chess]\nking = k:KN\n[ducks:chess]\nwallingRule = duck\n";
    std::fs::write(&file, text).expect("written");
    let set = format!("setoption name VariantPath value {}", file.display());
    let mut ferz = start(&[]);
    ferz.send_all(&["uci", &set, "isready"]);
    let lines = ferz.expect("readyok");
    let after = lines.iter().skip_while(|line| *line != "uciok").collect::<Vec<_>>();
    assert!(
        after.iter().any(|line| line.starts_with("option name UCI_Variant type combo")
            && line.ends_with(" var satyrs")),
        "{after:#?}"
    );
    let told = format!("info string {}: game \"ducks\" is refused: line 4: ", file.display());
    assert!(after.iter().any(|line| line.starts_with(&told)), "{after:#?}");
    ferz.send_all(&["setoption name UCI_Variant value satyrs", &set]);
    ferz.send_all(&["position startpos moves e1f3", "go depth 3"]);
    ferz.expect_until("bestmove", |line| line.starts_with("bestmove "));
    ferz.send_all(&["setoption name VariantPath value /nowhere/at/all.ini", "isready"]);
    let lines = ferz.expect("readyok");
    assert!(lines.iter().any(|line| line.starts_with("info string /nowhere/at/all.ini: ")));

    let mut ferz = start(&[]);
    let set = format!("option VariantPath={}", file.display());
    ferz.send_all(&[
        "xboard",
        "protover 2",
        &set,
        "variant satyrs",
        "force",
        "usermove e1f3",
        "ping 1",
    ]);
    let lines = ferz.expect("pong 1");
    let anew = |line: &String| line.starts_with("feature variants=") && line.contains(",satyrs\"");
    assert!(lines.iter().any(anew), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.starts_with("Error")), "{lines:#?}");
}

/// A game from a file is a game like others: it is chosen and played.
#[test]
fn games_from_a_file_are_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my.ini");
    std::fs::write(&file, "[centaurs:chess]\nking = k:KN\n").expect("written");
    let file = file.display().to_string();
    let mut ferz = start(&["--variants", &file]);
    ferz.send_all(&["uci", "setoption name UCI_Variant value centaurs"]);
    ferz.send_all(&["position startpos moves e1f3", "go depth 3"]);
    let lines = ferz.expect_until("bestmove", |line| line.starts_with("bestmove "));
    let complaint = lines.iter().find(|line| line.contains("info string"));
    assert_eq!(complaint, None);
    // Once more in the other protocol, where the interface is told how it is played.
    let mut ferz = start(&["--variants", &file]);
    ferz.send_all(&[
        "xboard",
        "protover 2",
        "variant centaurs",
        "force",
        "usermove e1f3",
        "ping 1",
    ]);
    let lines = ferz.expect("pong 1");
    assert!(lines.iter().any(|line| line.starts_with("setup ")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("Error")), "{lines:?}");
}

/// At a terminal the board is there beside the prompt; over a pipe there is only the engine.
#[cfg(feature = "board")]
#[test]
fn a_person_gets_a_board() {
    let home = tempfile::tempdir().expect("a folder");
    // `script` of util-linux, which every Debian has, gives the program a terminal.
    let mut command = Command::new("script");
    command.args(["-qec", env!("CARGO_BIN_EXE_ferz"), "/dev/null"]);
    command.env("XDG_CONFIG_HOME", home.path()).env("XDG_DATA_HOME", home.path());
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut person = Session::start(command);
    let address = person.expect_prefix("http://127.0.0.1:");
    assert!(address.contains("/?key="), "{address}");
    let port = address.trim_start_matches("http://127.0.0.1:").split('/').next();
    let port = port.and_then(|port| port.parse().ok()).expect("a port");
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    person.send("uci");
    person.expect_prefix("uciok");
    person.send("quit");
    person.wait_exit();

    let mut ferz = ferz();
    ferz.send("uci");
    let lines = ferz.expect("uciok");
    assert!(lines.iter().all(|line| !line.contains("http://127.0.0.1")), "{lines:?}");
}

#[cfg(feature = "board")]
#[test]
fn the_board_has_an_address() {
    use std::io::{Read, Write};
    let mut ferz = start(&["board", "--no-open"]);
    let address = ferz.expect_prefix("http://127.0.0.1:");
    let (place, key) = address["http://".len()..].split_once("/?key=").expect("a key");
    assert_eq!(key.len(), 32);
    let mut stream = std::net::TcpStream::connect(place).expect("the server listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("a page");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("page.js"), "{page}");
    let port = place.rsplit(':').next().expect("a port");
    let taken = run(&["board", "--no-open", "--port", port]);
    let complaint = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert!(!taken.status.success() && complaint.contains(port), "{complaint}");
}
