//! Streams, states, the end.

use crate::support::{SOON, assert_legal, best, ferz, is_answer, search, ucci};
use ferz_testkit::Session;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the program prints for this input, whole.
fn converse(input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    let mut text = Vec::new();
    child.stdout.take().expect("a pipe").read_to_end(&mut text).expect("it prints");
    assert!(child.wait().expect("it ends").success());
    String::from_utf8_lossy(&text).into_owned()
}

/// X-020, X-023, X-040 to X-043, X-125: plain pipes; nothing before `ucci`; every line is out
/// at once.
#[test]
fn plain_pipes() {
    let mut ferz = ferz();
    ferz.send("foo");
    ferz.expect_silence(Duration::from_millis(100));
    ferz.send("ucci");
    let lines = ferz.expect("ucciok");
    for begin in ["id name Ferz ", "id copyright ", "id author ", "id user "] {
        assert!(lines.iter().any(|line| line.starts_with(begin)), "{begin}");
    }
    ferz.send("quit");
    ferz.expect("bye");
    assert!(ferz.wait_exit_within(SOON).success());
    assert!(ferz.complaints().is_empty());
}

/// X-022, X-024, X-025: every line end is read, LF alone is written.
#[test]
fn line_ends() {
    for input in ["ucci\nisready\nquit\n", "ucci\risready\rquit\r", "ucci\r\nisready\r\nquit"] {
        let text = converse(input.as_bytes());
        assert!(!text.contains('\r') && text.ends_with("ucciok\nreadyok\nbye\n"), "{text}");
    }
}

/// X-028: bytes that are no UTF-8: here Chinese in GBK.
#[test]
fn odd_bytes() {
    let text = converse(
        b"ucci\nsetoption bookfiles \xbf\xaa\xbe\xd6.dat\nbanmoves \xc5\xda\n\xc5\xda\nisready\nquit\n",
    );
    assert!(text.ends_with("readyok\nbye\n"), "{text}");
}

/// X-069: the end of the input, idle and in a search.
#[test]
fn end_of_input() {
    let text = converse(b"ucci\nposition startpos\ngo infinite\n");
    let mut last = text.lines().rev();
    assert_eq!(last.next(), Some("bye"));
    assert!(last.next().is_some_and(is_answer), "{text}");
}

/// X-060, X-062, X-330, X-331: `quit` in a search.
#[test]
fn quit_while_thinking() {
    let mut ferz = ucci();
    ferz.send("go infinite");
    ferz.expect_prefix("info depth 2 ");
    ferz.send("quit");
    let lines = ferz.expect("bye");
    assert!(lines.iter().rev().nth(1).is_some_and(|line| is_answer(line)), "{lines:?}");
    assert!(ferz.wait_exit_within(SOON).success());
}

/// X-045, X-053, X-160, X-355: no work without `go`, none after `bestmove`.
#[test]
fn idle_takes_no_time() {
    let mut ferz = ucci();
    ferz.send("setoption ponder true");
    search(&mut ferz, &["position startpos", "go depth 5"]);
    ferz.send("position startpos moves h2e2 h9g7");
    let before = ferz.cpu_time();
    ferz.expect_silence(Duration::from_millis(300));
    let used = ferz.cpu_time() - before;
    assert!(used <= Duration::from_millis(20), "{used:?}");
}

/// X-080, X-081, X-084, X-085, X-383: a file in batch mode.
#[test]
fn batch_file() {
    let text = converse(
        b"ucci\nsetoption batch true\nsetoption usebook false\nposition startpos\ngo depth 6\n\
          position startpos moves h2e2\ngo depth 6\nstop\ngo infinite\nquit\n",
    );
    let answers: Vec<&str> = text.lines().filter(|line| is_answer(line)).collect();
    let [first, second, "nobestmove", third] = answers[..] else { panic!("{answers:?}") };
    assert_legal("position startpos", &best(&[first.to_owned()]));
    for answer in [second, third] {
        assert_legal("position startpos moves h2e2", &best(&[answer.to_owned()]));
    }
    assert!(text.matches("info depth 6 ").count() >= 3 && text.contains("info depth 12 "));
    assert!(text.ends_with("bye\n"));
}

/// X-082: without it `quit` ends the first search.
#[test]
fn file_without_batch_mode() {
    let text = converse(
        b"ucci\nsetoption usebook false\nposition startpos\ngo depth 90\nposition startpos\ngo depth 90\nquit\n",
    );
    assert_eq!(text.lines().filter(|line| is_answer(line)).count(), 1, "{text}");
}

fn milliseconds(session: &mut Session, command: &str, answer: &str) -> u128 {
    let sent = session.send(command);
    session.arrival(answer, |line| line.starts_with(answer)).at.duration_since(sent).as_millis()
}

/// X-048, X-190, X-191, X-284, X-321, X-345: answers during a search come at once; the best of
/// five attempts counts, since other programs run too.
#[test]
fn quick_answers() {
    let mut ferz = ucci();
    let mut best = [u128::MAX; 3];
    for _ in 0..5 {
        ferz.send("go infinite");
        ferz.expect_prefix("info depth 5 ");
        let commands =
            [("isready", "readyok"), ("probe startpos", "pophash"), ("stop", "bestmove ")];
        for (at, (command, answer)) in commands.into_iter().enumerate() {
            best[at] = best[at].min(milliseconds(&mut ferz, command, answer));
        }
    }
    assert!(best[0] < 50 && best[1] < 50 && best[2] < 50, "{best:?} ms");
}

/// A signal ends the program even in batch mode, where lines wait for the search.
#[test]
fn terminated_in_batch_mode() {
    let mut ferz = ucci();
    ferz.send_all(&["setoption batch true", "position startpos", "go depth 90"]);
    ferz.expect_prefix("info depth 2 ");
    ferz.signal("TERM");
    assert!(ferz.wait_exit_within(SOON).success());
}
