//! The bridge's own streams: files instead of pipes, an interface that does not read, and ends.
#![cfg(all(unix, feature = "host"))]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");
/// Generous: a busy machine is no failure.
const SOON: Duration = Duration::from_secs(30);

/// An engine that answers every search at once; more arms come first.
fn engine(arms: &str) -> Vec<String> {
    let script = format!(
        "while read -r line; do case \"$line\" in {arms} uci) echo id name Script; echo uciok;; \
         isready) echo readyok;; go*) echo bestmove e2e4;; quit) exit 0;; esac; done"
    );
    ["bridge", "--engine-protocol=uci", "--", "sh", "-c", &script].map(str::to_owned).into()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("streams").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[track_caller]
fn wait(child: &mut Child) -> bool {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("its state") {
            return status.success();
        }
        assert!(began.elapsed() < SOON, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// U-302: a file is read to its end, a file is written, and `/dev/null` has nothing to say.
#[test]
fn files() {
    let folder = folder("files");
    let (input, output) = (folder.join("in"), folder.join("out"));
    fs::write(&input, "uci\nisready\nposition startpos\ngo depth 1").expect("a file");
    let mut child = Command::new(FERZ)
        .args(engine(""))
        .stdin(File::open(&input).expect("a file"))
        .stdout(File::create(&output).expect("a file"))
        .spawn()
        .expect("ferz starts");
    assert!(wait(&mut child));
    let said = fs::read_to_string(&output).expect("a file");
    assert!(said.contains("uciok\n") && said.ends_with("bestmove e2e4\n"), "{said}");
    let output = Command::new(FERZ).args(engine("")).stdin(Stdio::null()).output();
    let output = output.expect("ferz starts");
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}

/// U-495: an interface that does not read what a talkative engine says is listened to all the same;
/// it costs no memory; and when it reads again, nothing is missing.
#[test]
fn an_interface_that_does_not_read() {
    let folder = folder("blocked");
    let stopped = folder.join("stopped");
    let arms = format!(
        "go*) yes info depth 1 score cp 1 pv e2e4 & ;; \
         stop) echo > {}; kill $!; wait; echo bestmove e2e4;;",
        stopped.display()
    );
    let mut child = Command::new(FERZ)
        .args(engine(&arms))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ferz starts");
    let mut to = child.stdin.take().expect("a pipe");
    to.write_all(b"uci\nposition startpos\ngo infinite\n").expect("it reads");
    std::thread::sleep(Duration::from_millis(1500));
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
        let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a line");
        let kib: usize = line.split_whitespace().nth(1).expect("a number").parse().expect("one");
        assert!(kib < 100 << 10, "{line}");
    }
    to.write_all(b"stop\n").expect("it reads");
    let began = Instant::now();
    while !stopped.exists() {
        assert!(began.elapsed() < SOON, "the engine was not stopped");
        std::thread::sleep(Duration::from_millis(20));
    }
    to.write_all(b"quit\n").expect("it reads");
    let mut said = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut said).expect("it ends");
    assert!(wait(&mut child));
    let said = String::from_utf8(said).expect("text");
    let whole = |line: &&str| line.starts_with("info depth 1 ") && line.ends_with(" pv e2e4");
    assert!(said.lines().filter(whole).count() > 1000, "{} bytes", said.len());
    assert!(said.contains("\nbestmove e2e4\n"), "{:?}", said.lines().last());
}

/// U-301, U-303: an interface that has gone, or has quit and does not read any more, is no reason to
/// stay, and an engine that does not stop is none either.
#[test]
fn an_interface_that_has_gone() {
    for quits in [true, false] {
        let mut child = Command::new(FERZ)
            .args(engine("go*) while :; do echo info depth 1 score cp 1 pv e2e4; done;;"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("ferz starts");
        let mut to = child.stdin.take().expect("a pipe");
        to.write_all(b"uci\nposition startpos\ngo infinite\n").expect("it reads");
        std::thread::sleep(Duration::from_millis(300));
        if quits {
            // It stays, and never reads.
            to.write_all(b"quit\n").expect("it reads");
        } else {
            drop(child.stdout.take());
        }
        wait(&mut child);
    }
}

/// U-499: the signal to end ends it, with the engine.
#[test]
fn told_to_end_by_a_signal() {
    let mut child = Command::new(FERZ)
        .args(engine(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ferz starts");
    let mut to = child.stdin.take().expect("a pipe");
    to.write_all(b"uci\n").expect("it reads");
    let mut byte = [0];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut byte).expect("it answers");
    let killed = Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("kill starts").success());
    wait(&mut child);
}
