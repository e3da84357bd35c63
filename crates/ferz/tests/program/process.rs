//! The program as a process: transport, signals, start-up, the choice of the protocol, the log.

use crate::support;
use crate::support::{SOON, best, ferz, search, uci};
use ferz_testkit::Session;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

fn output(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// What the program prints for this input, whole.
fn converse(input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let mut text = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut text).expect("it prints");
    assert!(child.wait().expect("it ends").success());
    text
}

/// U-010, U-011, U-014, U-017, U-096: plain pipes; every line is out at once.
#[test]
fn plain_pipes() {
    let mut ferz = ferz();
    ferz.send("uci");
    ferz.expect("uciok");
    ferz.send("quit");
    assert!(ferz.wait_exit_within(SOON).success());
    assert!(ferz.complaints().is_empty());
}

/// U-015, U-016, U-021: every line end is read, LF alone is written, the last line needs none.
#[test]
fn line_ends() {
    for input in ["uci\nisready\n", "uci\risready\r", "uci\r\nisready\r\n", "uci\n\risready"] {
        let text = converse(input.as_bytes());
        assert!(!text.contains(&b'\r'), "{input:?}");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.ends_with("uciok\nreadyok\n"), "{input:?}: {text}");
        assert_eq!(text.matches("uciok").count(), 1, "{input:?}");
    }
}

/// U-020: bytes that are not UTF-8.
#[test]
fn odd_bytes() {
    let text = converse(
        b"uci\nsetoption name SyzygyPath value /\xff\xfe\n\xff\xfe\ndebug on\nfoo\xff\nisready\n",
    );
    assert!(text.windows(5).any(|bytes| bytes == b"foo\xff\n"), "echoed as it came");
    assert!(text.ends_with(b"readyok\n"));
}

/// U-012, U-096: nothing large is taken before `isready`.
#[test]
fn small_until_needed() {
    let mut ferz = ferz();
    ferz.send("uci");
    ferz.expect("uciok");
    let before = ferz.resident_kib();
    assert!(before < 8 * 1024, "{before} KiB");
    ferz.send_all(&["setoption name Hash value 64", "isready"]);
    ferz.expect("readyok");
}

/// U-148, U-381, U-386, U-387, U-389, U-390, U-391 to U-395, U-413, U-414, U-419, U-422, U-424 to
/// U-428, U-432, U-434, U-436, U-439, U-442, U-444, U-460: what our engine declares; U-416, U-417,
/// U-438: and what it does not.
#[test]
fn declared_options() {
    let mut ferz = ferz();
    ferz.send("uci");
    let lines = ferz.expect("uciok");
    let option = |name: &str| {
        let begin = format!("option name {name} type ");
        let mut found = lines.iter().filter_map(|line| line.strip_prefix(begin.as_str()));
        let first = found.next();
        assert!(found.next().is_none(), "{name} twice");
        first
    };
    for (name, kind) in [
        ("Hash", "spin default 16 min 1 max "),
        ("Threads", "spin default 1 min 1 max "),
        ("MultiPV", "spin default 1 min 1 max "),
        ("Move Overhead", "spin default "),
        ("Clear Hash", "button"),
        ("Ponder", "check default false"),
        ("OwnBook", "check default "),
        ("SyzygyPath", "string default <empty>"),
        ("UCI_LimitStrength", "check default false"),
        ("UCI_Elo", "spin default "),
        ("UCI_AnalyseMode", "check default false"),
        ("UCI_ShowCurrLine", "check default false"),
        ("UCI_ShowRefutations", "check default false"),
        ("UCI_ShowWDL", "check default false"),
        ("UCI_Chess960", "check default false"),
        ("UCI_Opponent", "string default <empty>"),
        ("UCI_SetPositionValue", "string default <empty>"),
        ("UCI_EngineAbout", "string default Ferz "),
    ] {
        assert!(option(name).is_some_and(|text| text.starts_with(kind)), "{name}: {lines:#?}");
    }
    for name in ["NalimovPath", "NalimovCache", "UCI_ShredderbasesPath"] {
        assert_eq!(option(name), None);
    }
    for line in lines.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = line.split_once(" type ").expect("a type");
        let keyword =
            |word| ["name", "value", "type", "default", "min", "max", "var"].contains(&word);
        assert!(!name.split(' ').any(keyword), "{name}");
        if let Some(range) = rest.strip_prefix("spin ") {
            let numbers = ["default", "min", "max"].map(|word| support::number(range, word));
            assert!((numbers[1]..=numbers[2]).contains(&numbers[0]), "{line}");
        }
    }
}

/// U-120: as many answers as questions.
#[test]
fn thousand_isready() {
    let mut ferz = ferz();
    ferz.send("uci");
    ferz.expect("uciok");
    ferz.send_all(&["isready"; 1000]);
    for _ in 0..1000 {
        assert_eq!(ferz.next_line(SOON).as_deref(), Some("readyok"));
    }
    ferz.expect_silence(Duration::from_millis(50));
}

/// U-050, U-051, U-279, U-419, X-045: no work without `go`, none after `bestmove`, no pondering
/// of our own accord.
#[test]
fn idle_takes_no_time() {
    let mut ferz = uci();
    ferz.send("setoption name Ponder value true");
    search(&mut ferz, &["position startpos moves e2e4", "go depth 3"]);
    ferz.send("position startpos moves e2e4 e7e5");
    let before = ferz.cpu_time();
    ferz.expect_silence(Duration::from_millis(300));
    let used = ferz.cpu_time() - before;
    assert!(used <= Duration::from_millis(20), "{used:?}");
}

/// U-303: a reader that goes away ends the program quietly.
#[test]
fn broken_output() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"uci\nisready\ngo infinite\n").expect("it reads");
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    child.wait().expect("it ends by itself, its input still open");
    assert_eq!(complaints, "");
    drop(input);
}

/// U-499: SIGTERM ends the program like `quit`, idle and in a search; so does SIGINT.
#[cfg(unix)]
#[test]
fn signals() {
    for signal in ["TERM", "INT"] {
        let mut idle = uci();
        idle.signal(signal);
        assert!(idle.wait_exit_within(SOON).success(), "{signal}");
        let mut busy = uci();
        busy.send("go infinite");
        busy.expect_prefix("info depth 2 ");
        busy.signal(signal);
        busy.expect_prefix("bestmove ");
        assert!(busy.wait_exit_within(SOON).success(), "{signal}");
    }
}

/// A bench does not look at what happens: the first signal ends it.
#[cfg(unix)]
#[test]
fn signals_in_a_bench() {
    for (signal, status) in [("TERM", 143), ("INT", 130)] {
        let mut ferz = uci();
        ferz.send("bench 60");
        ferz.expect_silence(Duration::from_millis(300));
        ferz.signal(signal);
        assert_eq!(ferz.wait_exit_within(SOON).code(), Some(status));
    }
}

fn boot(lines: &[&str], answer: &str) -> Session {
    let mut ferz = ferz();
    ferz.send_all(lines);
    ferz.expect_prefix(answer);
    ferz
}

/// X-043, U-099, U-127: the first effective line chooses; anything before it is ignored, and
/// `isready` is answered.
#[test]
fn first_line_chooses() {
    boot(&["foo", "", "uci"], "uciok");
    boot(&["isready", "uci"], "readyok").expect("uciok");
    boot(&["setoption name Hash value 1", "isready"], "readyok");
    boot(&["joho uci"], "uciok");
    let mut mute = ferz();
    mute.send_all(&["foo", "bar", ""]);
    mute.expect_silence(Duration::from_millis(100));
}

/// X-043: interfaces that try one greeting after the other: each is answered, the last one counts,
/// and what an earlier one has set is forgotten.
#[test]
fn every_greeting_is_answered() {
    let mut ferz = boot(&["uci", "setoption name Hash value 1"], "uciok");
    for (greeting, answer) in [
        ("ucci", "ucciok"),
        ("uci", "uciok"),
        ("ucci", "ucciok"),
        ("xboard\nprotover 2", "feature "),
    ] {
        ferz.send(greeting);
        ferz.expect_prefix(answer);
    }
    ferz.send_all(&["ping 1", "ucci"]);
    ferz.expect("ucciok");
    // A xiangqi program from here on: its own words only.
    ferz.send_all(&["protover 2", "uciok", "isready"]);
    assert_eq!(ferz.next_line(SOON).as_deref(), Some("readyok"));
    ferz.send("uci");
    ferz.expect("uciok");
    let lines = search(&mut ferz, &["position startpos", "go depth 2"]);
    support::assert_legal("position startpos", best(&lines));
}

/// From the first search on the choice is final.
#[test]
fn greetings_after_a_search() {
    let mut ferz = uci();
    search(&mut ferz, &["position startpos", "go depth 1"]);
    ferz.send_all(&["ucci", "xboard", "protover 2", "isready"]);
    let lines = ferz.expect("readyok");
    assert!(lines[..3].iter().all(|line| line.starts_with("info string unknown command ")));
    assert_eq!(lines.len(), 4, "{lines:?}");
}

/// A search without any handshake, as a script writes it.
#[test]
fn no_handshake() {
    let mut ferz = ferz();
    let lines = search(&mut ferz, &["position startpos moves e2e4", "go depth 2"]);
    support::assert_legal("position startpos moves e2e4", best(&lines));
}

/// U-494's counterpart in the engine: all traffic in a file, with moment and direction.
#[test]
fn traffic_log() {
    let folder = std::env::temp_dir().join(format!("ferz-log-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("traffic with blanks.log");
    let mut ferz = uci();
    ferz.send(&format!("setoption name Debug Log File value {}", file.display()));
    search(&mut ferz, &["position startpos", "go depth 1"]);
    ferz.send_all(&["setoption name Debug Log File value", "isready"]);
    ferz.expect("readyok");
    let log = std::fs::read_to_string(&file).expect("a log");
    std::fs::remove_dir_all(&folder).expect("our folder");
    let lines: Vec<(&str, &str)> = log
        .lines()
        .map(|line| {
            let (time, line) = line.trim_start().split_once(' ').expect("a time");
            assert!(time.parse::<f64>().is_ok_and(|time| time > 0.0), "{time}");
            line.split_once(' ').expect("a direction")
        })
        .collect();
    assert_eq!(lines[..2], [(">", "position startpos"), (">", "go depth 1")]);
    assert!(lines.iter().any(|(way, line)| *way == "<" && line.starts_with("bestmove ")));
}

/// A log that cannot be written is refused, and it is said why.
#[test]
fn impossible_log() {
    let mut ferz = uci();
    ferz.send_all(&["setoption name Debug Log File value /nowhere/at/all/x.log", "isready"]);
    let lines = ferz.expect("readyok");
    assert!(lines.iter().any(|line| line.contains("/nowhere/at/all/x.log: ")), "{lines:?}");
}

/// U-253, U-302: what a script asks for is done, though its input ends at once.
#[test]
fn scripts() {
    let said = |input: &str| String::from_utf8(converse(input.as_bytes())).expect("UTF-8");
    for input in ["go perft 2\nquit\n", "go perft 2\n", "position startpos\ngo perft 2"] {
        let text = said(input);
        assert!(text.contains("nodes searched: 400\n"), "{input:?}: {text}");
    }
    let text = said("go depth 2\nd\n");
    let (search, board) = text.split_once("bestmove ").expect("a move");
    assert!(search.contains("info depth 2 ") && board.contains("FEN: "), "{text}");
    let text = said("ucci\nsetoption usebook false\ngo depth 2\n");
    assert!(text.contains("info depth 2 ") && text.ends_with("bye\n"), "{text}");
}

/// U-302, U-303: but not for ever, when nobody is left to read it.
#[cfg(unix)]
#[test]
fn nobody_reads_the_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"go perft 20\n").expect("it reads");
    drop(input);
    drop(child.stdout.take());
    let began = std::time::Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < SOON, "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// U-253: the count of the tree of moves; its numbers: the chess programming literature's.
#[test]
fn perft() {
    let mut ferz = uci();
    ferz.send_all(&["position startpos", "go perft 1"]);
    let lines = ferz.expect("nodes searched: 20");
    assert_eq!(lines.len(), 21);
    ferz.send("go perft 4");
    ferz.expect("nodes searched: 197281");
    ferz.send_all(&["go perft 15", "isready", "stop"]);
    ferz.expect("readyok");
    ferz.expect("perft stopped");
    search(&mut ferz, &["go depth 1"]);
}

/// The words for people.
#[test]
fn console_words() {
    let mut ferz = ferz();
    ferz.send("help");
    ferz.expect_prefix("  quit ");
    ferz.send_all(&["position startpos moves e2e4", "d"]);
    ferz.expect("FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    ferz.send("eval");
    assert!(ferz.next_line(SOON).is_some_and(|line| !line.is_empty()));
    ferz.send("bench 1");
    ferz.expect_until("the bench", |line| line.contains(" nodes ") && line.ends_with(" nps"));
    ferz.send("book");
    assert!(ferz.next_line(SOON).is_some());
}

/// The command line: what it says of itself, counts, exit codes.
#[test]
fn command_line() {
    let (good, text, _) = output(&["--version"]);
    assert!(good && text == format!("ferz {}\n", env!("CARGO_PKG_VERSION")), "{text}");
    let (good, text, _) = output(&["--help"]);
    assert!(good && text.contains("bench") && text.contains("perft") && text.contains("UCI"));
    let (good, text, _) = output(&["perft", "startpos", "3"]);
    assert!(good && text.contains("nodes searched: 8902"), "{text}");
    let (good, text, _) = output(&["bench", "1"]);
    assert!(good && text.ends_with(" nps\n"), "{text}");
    let (good, named, _) = output(&["bench", "1", "--variant", "xiangqi"]);
    let (_, word, _) = output(&["bench", "xiangqi", "1"]);
    let nodes = |text: &str| text.split(' ').next().map(str::to_owned);
    assert!(good && nodes(&named) == nodes(&word) && nodes(&named) != nodes(&text), "{named}");
    for command in ["bench", "perft startpos 1", "play", "verdict", "export-net x", "datagen play"]
    {
        let words = command.split(' ').chain(["--variant", "ludo"]);
        let (good, _, complaint) = output(&words.collect::<Vec<_>>());
        assert!(
            !good && complaint.contains("'ludo'") && complaint.contains("normal"),
            "{complaint}"
        );
    }
    let (good, _, complaint) = output(&["perft", "xyz", "3"]);
    assert!(!good && complaint.starts_with("ferz: no position: "), "{complaint}");
    assert!(complaint.contains("xyz") && complaint.lines().count() == 1, "{complaint}");
    let (good, _, complaint) = output(&["perft", "startpos", "0"]);
    assert!(!good && complaint.contains('0'), "{complaint}");
    let (good, _, complaint) = output(&["nonsense"]);
    assert!(!good && complaint.contains("nonsense"), "{complaint}");
}
