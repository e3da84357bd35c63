//! Starting the program in CECP and asking it.

use ferz_testkit::Session;
use std::time::Duration;

/// Nothing may take longer, even on a loaded machine.
pub(crate) const SOON: Duration = Duration::from_secs(5);

/// The program, before its first word.
pub(crate) fn ferz() -> Session {
    Session::program(env!("CARGO_BIN_EXE_ferz"))
}

/// After the handshake of version 2, in a new game.
pub(crate) fn v2() -> Session {
    let mut ferz = ferz();
    ferz.send_all(&["xboard", "protover 2"]);
    ferz.expect("feature done=1");
    // These tests are about searches: no move from a book.
    ferz.send_all(&["accepted ping", "rejected debug", "option OwnBook=0", "new", "random"]);
    fence(&mut ferz);
    ferz
}

/// A host of version 1, in a new game.
pub(crate) fn v1() -> Session {
    let mut ferz = ferz();
    ferz.send("xboard");
    ferz.expect("");
    ferz.send_all(&["option OwnBook=0", "new", "random"]);
    ferz
}

/// Waits until everything before is done; what came up to then.
pub(crate) fn fence(ferz: &mut Session) -> Vec<String> {
    ferz.send("ping 4711");
    ferz.expect("pong 4711")
}

/// The move in a line `move …`.
pub(crate) fn next_move(ferz: &mut Session) -> String {
    ferz.expect_prefix("move ")["move ".len()..].to_owned()
}

/// The four numbers and the line of thinking output.
pub(crate) fn thinking(line: &str) -> Option<([i64; 4], &str)> {
    let mut words = line.split_whitespace();
    let mut numbers = [0; 4];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    let pv = match line.split_once('\t') {
        Some((_, pv)) => pv,
        None => line.splitn(5, ' ').nth(4)?,
    };
    Some((numbers, pv))
}

/// The last thinking output among these lines.
pub(crate) fn last_thinking(lines: &[String]) -> ([i64; 4], &str) {
    lines.iter().rev().find_map(|line| thinking(line)).expect("thinking output")
}
