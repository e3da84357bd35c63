//! Analysis with a real search.

use crate::support::{fence, thinking, v2};
use std::time::Duration;

/// C-673 to C-678: output flows, follows the board, and ends with `exit`.
#[test]
fn follows_the_board() {
    let mut ferz = v2();
    ferz.send_all(&["post", "analyze"]);
    let white = |line: &str| thinking(line).is_some_and(|(_, pv)| pv.as_bytes()[1] < b'4');
    let black = |line: &str| thinking(line).is_some_and(|(_, pv)| pv.as_bytes()[1] > b'6');
    ferz.expect_until("White's line", white);
    ferz.send_all(&["usermove e2e4", "ping 1"]);
    ferz.expect("pong 1");
    let next = ferz.expect_until("a line", |line| thinking(line).is_some());
    assert!(black(&next[next.len() - 1]), "{next:?}");
    ferz.send_all(&["undo", "ping 2"]);
    ferz.expect("pong 2");
    let next = ferz.expect_until("a line", |line| thinking(line).is_some());
    assert!(white(&next[next.len() - 1]), "{next:?}");
    ferz.send_all(&["setboard 4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "ping 3"]);
    ferz.expect("pong 3");
    let next = ferz.expect_until("a line", |line| thinking(line).is_some());
    assert!(black(&next[next.len() - 1]), "{next:?}");
    ferz.send("exit");
    fence(&mut ferz);
    ferz.expect_silence(Duration::from_millis(200));
}

/// C-679, C-680: time, nodes, ply, moves left, moves in all, the move.
#[test]
fn status() {
    let mut ferz = v2();
    ferz.send("analyze");
    std::thread::sleep(Duration::from_millis(500));
    ferz.send(".");
    let line = ferz.expect_prefix("stat01: ");
    let words: Vec<_> = line["stat01: ".len()..].split(' ').collect();
    let numbers: Vec<i64> = words.iter().map_while(|word| word.parse().ok()).collect();
    assert_eq!(numbers.len(), 5, "{line}");
    assert!((40..500).contains(&numbers[0]), "{line}");
    assert!(numbers[1] > 0 && numbers[2] > 0, "{line}");
    assert!(numbers[3] <= numbers[4] && numbers[4] == 20, "{line}");
}

/// C-687, C-688: it goes on after a mate was found, and waits where there is nothing to search.
#[test]
fn does_not_end() {
    let mut ferz = v2();
    ferz.send_all(&["post", "sd 2", "setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "analyze"]);
    ferz.expect_until("the mate", |line| thinking(line).is_some_and(|(n, _)| n[1] == 100_002));
    ferz.send_all(&["setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "ping 1"]);
    ferz.expect("pong 1");
    ferz.expect_silence(Duration::from_millis(100));
    ferz.send_all(&["setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]);
    ferz.expect_until("a line", |line| thinking(line).is_some());
}

/// C-505, C-506, C-510: excluded moves are in no line's first place.
#[test]
fn excluded_moves() {
    let mut ferz = v2();
    ferz.send_all(&["post", "analyze", "exclude all", "include a2a3", "include h2h4", "ping 1"]);
    ferz.expect("pong 1");
    for line in ferz.lines_for(Duration::from_millis(300)) {
        let (_, pv) = thinking(&line).expect("only thinking output");
        assert!(pv.starts_with("a2a3") || pv.starts_with("h2h4"), "{line}");
    }
    ferz.send_all(&["include all", "exclude h2h4", "exclude a2a3", "ping 2"]);
    ferz.expect("pong 2");
    for line in ferz.lines_for(Duration::from_millis(300)) {
        let (_, pv) = thinking(&line).expect("only thinking output");
        assert!(!pv.starts_with("a2a3") && !pv.starts_with("h2h4"), "{line}");
    }
}

/// C-513: an assigned score is found in the search.
#[test]
fn set_score() {
    let mut ferz = v2();
    ferz.send_all(&["post", "force", "usermove a2a3", "setscore -700 30", "undo", "analyze"]);
    // For White, who can move there, it is worth seven pawns.
    ferz.expect_until("the score", |line| {
        thinking(line).is_some_and(|(numbers, pv)| numbers[1] >= 600 && pv.starts_with("a2a3"))
    });
}

/// C-691: options in a running analysis.
#[test]
fn options_in_analysis() {
    let mut ferz = v2();
    ferz.send_all(&["post", "analyze", "option MultiPV=2", "memory 32", "ping 1"]);
    ferz.expect("pong 1");
    let lines = ferz.lines_for(Duration::from_millis(500));
    let firsts: std::collections::BTreeSet<_> = lines
        .iter()
        .filter_map(|line| thinking(line))
        .filter_map(|(_, pv)| pv.split(' ').next())
        .collect();
    assert!(firsts.len() > 1, "two lines at a time: {lines:?}");
}
