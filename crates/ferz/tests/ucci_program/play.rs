//! Moves, scores, games.

use crate::support::{assert_legal, best, game, last_info, number, pv, search, ucci};
use ferz_link::Record;
use std::time::Duration;

/// the engine against itself as the league has them
/// play: legal moves only, and none that would lose by repetition.
#[test]
fn league_game() {
    let mut ferz = ucci();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let mut line = format!("position fen {start}");
    for ply in 0..60 {
        if game(&line, "xiangqi").outcome().is_some() {
            break;
        }
        let go = "go time 500 increment 0 opptime 500 oppincrement 0";
        let mv = best(&search(&mut ferz, &[&line, go]));
        assert_legal(&line, &mv);
        line.push_str(if ply == 0 { " moves " } else { " " });
        line.push_str(&mv);
    }
}

/// a forbidden move is not played, until the next position.
#[test]
fn banned_moves() {
    let mut ferz = ucci();
    let start = "position startpos";
    let first = best(&search(&mut ferz, &[start, "go depth 6"]));
    let ban = format!("banmoves {first}");
    for _ in 0..2 {
        assert_ne!(best(&search(&mut ferz, &[&ban, "go depth 6"])), first);
    }
    let sample = "position fen 1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1 moves h6i4 i9h9 i4h6 h9i9";
    let mv = best(&search(&mut ferz, &[sample, "banmoves h6i4", "go depth 6"]));
    assert_ne!(mv, "h6i4");
    assert_legal(sample, &mv);
}

/// at the root only: later in the line they are played.
#[test]
fn bans_end_behind_the_root() {
    let mut ferz = ucci();
    let mut moves = game("position startpos", "xiangqi").legal_moves();
    moves.retain(|mv| mv != "a0a1");
    let ban = format!("banmoves {}", moves.join(" "));
    let lines = search(&mut ferz, &["position startpos", &ban, "go depth 6"]);
    assert_eq!(best(&lines), "a0a1");
    let later = lines.iter().filter_map(|line| pv(line).get(2).map(|mv| (*mv).to_owned()));
    assert!(later.into_iter().any(|mv| moves.contains(&mv)), "{lines:?}");
}

/// depth, nodes, and what is said about them.
#[test]
fn depth_and_nodes() {
    let mut ferz = ucci();
    let lines = search(&mut ferz, &["position startpos", "go depth 6"]);
    let info = last_info(&lines);
    assert_eq!(number(info, "depth"), 6);
    assert_eq!(pv(info).first(), Some(&best(&lines).as_str()));
    let lines = search(&mut ferz, &["go nodes 3000"]);
    let numbers = lines.iter().rev().find(|line| line.starts_with("info time ")).expect("numbers");
    assert!((1..=4000).contains(&number(numbers, "nodes")), "{numbers}");
}

/// a horse more is about 100, a horse less is that below nought.
#[test]
fn unit_of_scores() {
    let mut ferz = ucci();
    let horse_up = "r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for (side, range) in [("w", 50..=220), ("b", -220..=-50)] {
        let position = format!("position fen {horse_up} {side} - - 0 1");
        let lines = search(&mut ferz, &[&position, "go depth 8"]);
        let score = number(last_info(&lines), "score");
        assert!(range.contains(&score), "{side}: {score}");
    }
}

/// a mate ends a search without limits: after it there is none.
#[test]
fn mates() {
    let mut ferz = ucci();
    // Rook to the last rank, the other one guards the next.
    let position = "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1";
    let lines = search(&mut ferz, &[position, "go infinite"]);
    assert_eq!(number(last_info(&lines), "score"), 9999);
    let mated = format!("{position} moves {}", best(&lines));
    assert_eq!(
        search(&mut ferz, &[&mated, "go infinite"]),
        ["info depth 0 score -10000", "nobestmove"]
    );
}

/// without a mate it thinks until it is stopped, and shows what it looks at.
#[test]
fn endless() {
    let mut ferz = ucci();
    ferz.send("go");
    let lines = ferz.lines_for(Duration::from_millis(2_500));
    assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info currmove ")), "{lines:?}");
    search(&mut ferz, &["stop"]);
}

/// clocks are kept.
#[test]
fn clocks() {
    let mut ferz = ucci();
    for (go, most) in [
        ("go time 600 increment 0", 600),
        ("go time 600", 400),
        ("go time 600 movestogo 2", 600),
        ("go time 300 increment 100", 400),
        ("go time 0 increment 0", 200),
        ("go time -5", 200),
        ("go depth 90 time 300 increment 0", 300),
    ] {
        let mut used = Vec::new();
        // Other programs run too: a fault of ours shows in every attempt.
        while used.len() < 5 && used.iter().all(|time| *time > most) {
            let sent = ferz.send(go);
            let answer = ferz.arrival("a move", |line| line.starts_with("bestmove "));
            used.push(answer.at.duration_since(sent).as_millis());
        }
        assert!(used.iter().any(|time| *time <= most), "{go}: {used:?} ms");
    }
}

/// pondering.
#[test]
fn pondering() {
    let mut ferz = ucci();
    for go in ["go ponder time 100 increment 0", "go ponder depth 1"] {
        for end in ["ponderhit", "stop"] {
            ferz.send_all(&["position startpos moves h2e2 h9g7", go]);
            let lines = ferz.lines_for(Duration::from_millis(300));
            assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
            let lines = search(&mut ferz, &[end]);
            assert_legal("position startpos moves h2e2 h9g7", &best(&lines));
        }
    }
}

/// it gives a lost game up, in time, and no other.
#[test]
fn resignation() {
    let mut ferz = ucci();
    let lost = "position fen 2bakab2/9/9/4n1n2/9/9/4P4/9/9/rrC1KA3 w - - 0 40";
    let go = "go time 200 increment 0";
    let words: Vec<bool> = (0..4)
        .map(|_| {
            search(&mut ferz, &[lost, go]).last().is_some_and(|line| line.ends_with(" resign"))
        })
        .collect();
    assert_eq!(words, [false, false, false, true]);
    for _ in 0..6 {
        let lines = search(&mut ferz, &["position startpos", go]);
        assert!(lines.last().is_some_and(|line| !line.ends_with(" resign")));
    }
}

/// a game that nobody can win.
#[test]
fn draw() {
    let mut ferz = ucci();
    let dead = "position fen 3k1a3/9/9/9/9/9/9/9/9/4KA3 w - - 0 90";
    let lines = search(&mut ferz, &[dead, "go draw time 200 increment 0"]);
    assert!(lines.last().is_some_and(|line| line.ends_with(" draw")), "{lines:?}");
}

/// what the table knows, and what it forgets.
#[test]
fn probes() {
    let mut ferz = ucci();
    ferz.send("probe startpos");
    ferz.expect("pophash");
    let lines = search(&mut ferz, &["position startpos", "go depth 8"]);
    let line = pv(last_info(&lines)).join(" ");
    let mut known = 0;
    let moves: Vec<&str> = line.split(' ').collect();
    for length in 0..3 {
        let list = moves[..length].join(" ");
        let list = if length == 0 { String::new() } else { format!(" moves {list}") };
        ferz.send(&format!("probe startpos{list}"));
        let answer = ferz.expect_prefix("pophash");
        known += usize::from(answer.contains(" bestmove ") && answer.contains("bound "));
    }
    assert!(known > 0, "the table knows the main line");
    ferz.send_all(&["setoption newgame", "probe startpos"]);
    ferz.expect("pophash");
}
