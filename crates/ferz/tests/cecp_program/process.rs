//! Transport, signals, memory, threads.

use crate::support::{SOON, fence, ferz, next_move, v1, v2};
use std::time::{Duration, Instant};

/// C-017, C-018, C-020, C-021, C-055, C-078: plain pipes, and every line is out at once.
#[test]
fn handshake() {
    let mut ferz = ferz();
    ferz.send("xboard");
    assert_eq!(ferz.expect_until("the first line", |_| true), [""]);
    let asked = ferz.send("protover 2");
    let done = ferz.arrival("the end of the features", |line| line == "feature done=1");
    assert!(done.at - asked < Duration::from_secs(1), "{:?}", done.at - asked);
    assert!(ferz.complaints().is_empty());
}

/// C-023, C-070: several commands in one write, half lines, other line ends.
#[test]
fn one_write() {
    let mut ferz = ferz();
    ferz.send_bytes(b"xboard\r\nprotover 2\nnew\nforce\n  e2e4\t\nping");
    ferz.send_bytes(b" 1\ne7e5\nping 2\nfoo\n");
    let lines = ferz.expect("Error (unknown command): foo");
    let rest: Vec<_> = lines.iter().filter(|line| !line.starts_with("feature")).collect();
    assert_eq!(rest, ["", "pong 1", "pong 2", "Error (unknown command): foo"]);
}

/// C-022, C-023: commands are read while it thinks.
#[test]
fn reads_while_thinking() {
    let mut ferz = v2();
    ferz.send_all(&["st 60", "go", "post", "nopost", "foo"]);
    ferz.expect("Error (unknown command): foo");
    ferz.send_all(&["force", "ping 1"]);
    assert_eq!(ferz.expect("pong 1"), ["pong 1"]);
}

/// C-045, C-113: SIGINT neither ends it nor its search.
#[test]
#[cfg(unix)]
fn interrupt() {
    let mut ferz = v2();
    ferz.signal("INT");
    ferz.send_all(&["st 60", "go"]);
    ferz.signal("INT");
    fence_after_move_now(&mut ferz);
}

#[cfg(unix)]
fn fence_after_move_now(ferz: &mut ferz_testkit::Session) {
    std::thread::sleep(Duration::from_millis(100));
    ferz.send_all(&["?", "ping 1"]);
    let lines = ferz.expect("pong 1");
    assert!(lines[0].starts_with("move "), "{lines:?}");
}

/// C-040, C-041: SIGTERM ends it, thinking or not.
#[test]
#[cfg(unix)]
fn terminate() {
    for commands in [&["force"][..], &["st 60", "go"], &["analyze"]] {
        let mut ferz = v2();
        ferz.send_all(commands);
        ferz.signal("TERM");
        assert!(ferz.wait_exit_within(SOON).success(), "{commands:?}");
    }
}

/// C-035, C-192: the end of input and `quit`, in every kind of search.
#[test]
fn ends() {
    let states: [&[&str]; 5] = [
        &["force"],
        &["st 60", "go"],
        &["analyze"],
        &["st 60", "go", "pause"],
        &["st 1", "hard", "usermove e2e4", "?"],
    ];
    for commands in states {
        for quit in [true, false] {
            let mut ferz = v2();
            ferz.send_all(commands);
            let began = Instant::now();
            if quit {
                ferz.send("quit");
            } else {
                ferz.close_input();
            }
            assert!(ferz.wait_exit_within(SOON).success(), "{commands:?}");
            assert!(began.elapsed() < SOON, "{commands:?}: {:?}", began.elapsed());
        }
    }
}

/// C-470, C-472: a pause uses no processor, and its time does not count.
#[test]
#[cfg(target_os = "linux")]
fn pause() {
    let mut ferz = v2();
    let began = ferz.send_all(&["st 2", "go"]);
    std::thread::sleep(Duration::from_millis(300));
    ferz.send("pause");
    std::thread::sleep(Duration::from_millis(200));
    let before = ferz.cpu_time();
    ferz.expect_silence(Duration::from_millis(2500));
    let used = ferz.cpu_time() - before;
    assert!(used < Duration::from_millis(100), "{used:?} of processor time in a pause");
    ferz.send("resume");
    let arrived = ferz.arrival("the move", |line| line.starts_with("move "));
    let thought = arrived.at - began - Duration::from_millis(2700);
    assert!(thought < Duration::from_millis(2600), "{thought:?} of thinking time");
}

/// C-440, C-441, C-443, C-184: processor time on the opponent's time with `hard`, none with
/// `easy`, and none before the first move.
#[test]
#[cfg(target_os = "linux")]
fn pondering_uses_the_processor() {
    let half = Duration::from_millis(500);
    let idle = Duration::from_millis(100);
    let mut ferz = v2();
    let used = |ferz: &mut ferz_testkit::Session| {
        let before = ferz.cpu_time();
        std::thread::sleep(half);
        ferz.cpu_time() - before
    };
    ferz.send_all(&["hard", "st 0.2"]);
    fence(&mut ferz);
    let time = used(&mut ferz);
    assert!(time < idle, "before the first move: {time:?}");
    ferz.send("usermove e2e4");
    next_move(&mut ferz);
    // On a loaded machine it may take a while to get any.
    let (before, began) = (ferz.cpu_time(), Instant::now());
    while ferz.cpu_time() - before < idle * 3 {
        assert!(began.elapsed() < SOON * 6, "no processor time on the opponent's time");
        std::thread::sleep(half);
    }
    ferz.send("easy");
    fence(&mut ferz);
    let time = used(&mut ferz);
    assert!(time < idle, "after easy: {time:?}");
    ferz.send("usermove d2d4");
    next_move(&mut ferz);
    let time = used(&mut ferz);
    assert!(time < idle, "without pondering: {time:?}");
}

/// C-480, C-482: `memory` is a limit of the tables.
#[test]
#[cfg(target_os = "linux")]
fn memory() {
    let mut ferz = v2();
    ferz.send_all(&["memory 64", "new", "st 1", "go"]);
    next_move(&mut ferz);
    let resident = ferz.resident_kib() / 1024;
    assert!(resident <= 64 + 40, "{resident} MiB");
    ferz.send_all(&["memory 0", "new", "st 0.1", "go"]);
    next_move(&mut ferz);
}

/// C-483, C-485: `cores` is the number of threads that search.
#[test]
#[cfg(target_os = "linux")]
fn cores() {
    let threads = |ferz: &ferz_testkit::Session| {
        let path = format!("/proc/{}/task", ferz.id());
        std::fs::read_dir(path).expect("the threads of a process").count()
    };
    let mut ferz = v2();
    ferz.send_all(&["cores 1", "analyze", "ping 1"]);
    ferz.expect("pong 1");
    std::thread::sleep(Duration::from_millis(200));
    let one = threads(&ferz);
    ferz.send_all(&["cores 3", "ping 2"]);
    ferz.expect("pong 2");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(threads(&ferz), one + 2);
}

/// C-765, C-001: whatever comes first.
#[test]
fn first_words() {
    for first in ["new", "fritz", "force", "level 40 5 0", "memory 16", "post", "easy"] {
        let mut ferz = ferz();
        ferz.send_all(&[first, "new", "st 0.1", "go"]);
        next_move(&mut ferz);
    }
    let mut ferz = v1();
    ferz.send_all(&["st 0.1", "e2e4"]);
    next_move(&mut ferz);
}

/// C-027: a long line is a line.
#[test]
fn long_line() {
    let mut ferz = v2();
    ferz.send(&"x".repeat(100_000));
    let line = ferz.expect_prefix("Error (unknown command): xxx");
    assert!(line.len() > 100_000);
    fence(&mut ferz);
}
