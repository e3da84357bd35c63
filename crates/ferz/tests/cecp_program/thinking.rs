//! Time controls, limits, `?`, pings and pondering with a real search.

use crate::support::{fence, last_thinking, next_move, thinking, v1, v2};
use ferz_testkit::in_time_of;
use std::time::{Duration, Instant};

/// C-340, C-354: `?` moves at once.
#[test]
fn move_now() {
    let mut ferz = v2();
    for round in 0..20 {
        ferz.send_all(&["new", "st 60", "go"]);
        if round % 2 == 0 {
            std::thread::sleep(Duration::from_millis(50));
        }
        ferz.send_all(&["?", "ping 1"]);
        ferz.expect_prefix("move ");
        assert_eq!(ferz.expect("pong 1"), ["pong 1"]);
    }
    in_time_of(Duration::from_millis(50), || {
        ferz.send_all(&["new", "st 60", "go"]);
        std::thread::sleep(Duration::from_millis(100));
        let asked = ferz.send("?");
        ferz.arrival("the move", |line| line.starts_with("move ")).at - asked
    });
}

/// C-341: elsewhere it does nothing.
#[test]
fn move_now_elsewhere() {
    let mut ferz = v2();
    ferz.send_all(&["?", "force", "?", "analyze", "?", "exit", "?"]);
    assert_eq!(fence(&mut ferz), ["pong 4711"]);
    ferz.expect_silence(Duration::from_millis(50));
}

/// C-351, C-353, C-355: pongs behind the move, and behind an abandoned search without one.
#[test]
fn ping_order() {
    let mut ferz = v2();
    ferz.send_all(&["st 0.2", "go", "ping 1", "ping 2"]);
    let lines = ferz.expect("pong 2");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    assert_eq!(lines[1..], ["pong 1", "pong 2"]);
    for _ in 0..100 {
        ferz.send_all(&["st 60", "new", "go", "force", "new", "ping 3"]);
        assert_eq!(ferz.expect("pong 3"), ["pong 3"]);
    }
}

/// C-187, C-196, C-802: a hundred abandoned searches, not one late move.
#[test]
fn no_late_moves() {
    let mut ferz = v2();
    let stops = ["force", "new", "result *", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "undo"];
    for round in 0..100 {
        let stop = stops[round % stops.len()];
        ferz.send_all(&["new", "st 0.01", "usermove e2e4", stop, "ping 1"]);
        let lines = ferz.expect("pong 1");
        // It may have moved before; not after the stop was read, so nothing follows the pong.
        assert!(lines.len() <= 2, "{stop}: {lines:?}");
        ferz.expect_silence(Duration::from_millis(5));
    }
}

/// C-271, C-277: `st`.
#[test]
fn st() {
    let mut ferz = v2();
    in_time_of(Duration::from_millis(500), || {
        ferz.send_all(&["new", "st 0.3"]);
        let replies = ["usermove e2e4", "usermove d2d4"].map(|reply| {
            let asked = ferz.send(reply);
            ferz.arrival("a move", |line| line.starts_with("move ")).at - asked
        });
        replies.into_iter().max().unwrap_or_default()
    });
}

/// C-272, C-273, C-274, C-185: `sd` ends the search; `new` takes it away.
#[test]
fn sd() {
    let mut ferz = v2();
    ferz.send_all(&["post", "st 60", "sd 3", "level 40 5 0", "go"]);
    let lines = ferz.expect_until("a move", |line| line.starts_with("move "));
    assert_eq!(last_thinking(&lines).0[0], 3);
    ferz.send_all(&["new", "st 0.3", "go"]);
    let lines = ferz.expect_until("a move", |line| line.starts_with("move "));
    assert!(last_thinking(&lines).0[0] > 3);
}

/// C-280, C-283: in `nps` mode nodes are time, and not one more than there is.
#[test]
fn nps() {
    let mut ferz = v2();
    ferz.send_all(&["post", "cores 1", "nps 1000", "st 2"]);
    for reply in ["usermove e2e4", "usermove d2d4"] {
        ferz.send(reply);
        let lines = ferz.expect_until("a move", |line| line.starts_with("move "));
        for line in &lines {
            if let Some(([_, _, _, nodes], _)) = thinking(line) {
                assert!(nodes <= 2000, "{line}");
            }
        }
    }
}

/// C-303, C-268, C-269: hardly any time, or none.
#[test]
fn no_time() {
    for control in
        [&["time 0"][..], &["time -5", "otim -5"], &["time 1", "otim 1"], &["level 0 0 1"]]
    {
        let mut ferz = v2();
        ferz.send_all(control);
        in_time_of(Duration::from_secs(2), || {
            ferz.send("new");
            ferz.send_all(control);
            let asked = ferz.send("go");
            ferz.arrival("a move", |line| line.starts_with("move ")).at - asked
        });
    }
}

/// C-605 to C-611, C-615, C-616: thinking output in the order of the document: four numbers for
/// old hosts, seven and a tab for new ones.
#[test]
fn thinking_output() {
    for (mut ferz, numbers) in [(v2(), 7), (v1(), 4)] {
        ferz.send_all(&["post", "st 0.3"]);
        let asked = Instant::now();
        ferz.send("go");
        let lines = ferz.expect_until("a move", |line| line.starts_with("move "));
        let spent = i64::try_from(asked.elapsed().as_millis()).expect("milliseconds") / 10;
        let found: Vec<_> = lines.iter().filter_map(|line| thinking(line)).collect();
        assert!(found.len() > 3);
        assert_eq!(found.len() + 1, lines.len(), "{lines:?}");
        for (line, ([depth, score, time, _], pv)) in lines.iter().zip(&found) {
            let head = line.len() - pv.len();
            let count = line[..head].split_whitespace().count();
            assert_eq!(count, numbers, "{line}");
            assert_eq!(line[..head].ends_with('\t'), numbers == 7, "{line}");
            assert!(*depth > 0 && score.abs() < 500 && (0..=spent).contains(time), "{line}");
        }
        assert!(found.windows(2).all(|pair| pair[0].0[3] <= pair[1].0[3]), "nodes only grow");
    }
}

/// C-620: mate in two.
#[test]
fn mate_score() {
    let mut ferz = v2();
    ferz.send_all(&["post", "st 1", "setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "go"]);
    let lines = ferz.expect_until("a move", |line| line.starts_with("move "));
    assert_eq!(last_thinking(&lines).0[1], 100_002);
}

/// C-332, C-628: the expected move turns the ponder search into the real one: the reply is there
/// before its time.
#[test]
fn ponder_hit() {
    let mut ferz = v2();
    ferz.send_all(&["hard", "post", "st 1", "usermove e2e4"]);
    next_move(&mut ferz);
    let lines = ferz.expect_until("a line of pondering", |line| thinking(line).is_some());
    let hint = lines[0].strip_prefix("Hint: ").expect("the guess comes first").to_owned();
    std::thread::sleep(Duration::from_millis(500));
    ferz.send(&format!("usermove {hint}"));
    next_move(&mut ferz);
    // A miss is answered as well.
    ferz.send("usermove a2a3");
    next_move(&mut ferz);
}

/// C-394, C-395, C-207: nothing to play.
#[test]
fn nothing_to_play() {
    let mut ferz = v2();
    for fen in ["8/8/8/8/8/8/8/8 w - - 0 1", "kK6/8/8/8/8/8/8/8 w - - 0 1", "x"] {
        ferz.send_all(&[&format!("setboard {fen}"), "go", "usermove e2e4", "ping 1"]);
        let lines = ferz.expect("pong 1");
        assert_eq!(lines[0], "tellusererror Illegal position");
        assert!(lines.contains(&"Illegal move: e2e4".to_owned()), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("move")), "{lines:?}");
    }
    let ends = [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1 {Black mates}"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 {Stalemate}"),
    ];
    for (fen, result) in ends {
        ferz.send_all(&[&format!("setboard {fen}"), "go", "ping 1"]);
        assert_eq!(ferz.expect("pong 1"), [result, "pong 1"]);
    }
}

/// C-425, C-428: a hint from a short search; no book in a position where there is none.
#[test]
fn hint_and_book() {
    let mut ferz = v2();
    ferz.send_all(&["hint", "ping 1"]);
    let lines = ferz.expect("pong 1");
    assert!(lines[0].starts_with("Hint: "), "{lines:?}");
    ferz.send_all(&["setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "bk", "ping 2"]);
    assert_eq!(ferz.expect("pong 2"), [" no book", "", "pong 2"]);
}
