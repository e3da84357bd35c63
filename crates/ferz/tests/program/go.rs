//! What `go` and the options ask of the search, seen from outside.

use crate::support::{SOON, assert_legal, best, game, last_info, number, search, took, uci};
use ferz_link::Record;
use ferz_testkit::{Session, in_time};
use std::time::Duration;

const ITALIAN: &str =
    "position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const MATE_IN_TWO: &str = "position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

/// The lines with a principal variation.
fn variations(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info ") && line.contains(" pv ")).collect()
}

/// How long the program takes for a move.
fn time_for(ferz: &mut Session, position: &str, go: &str) -> Duration {
    ferz.send(position);
    let sent = ferz.send(go);
    let answer = ferz.arrival("bestmove", |line| line.starts_with("bestmove "));
    answer.at - sent
}

fn pv(line: &str) -> Vec<&str> {
    line.split_whitespace().skip_while(|word| *word != "pv").skip(1).collect()
}

/// U-237: `depth` is the depth of the last line.
#[test]
fn depth() {
    let mut ferz = uci();
    for depth in [1, 2, 5, 8] {
        let lines = search(&mut ferz, &[ITALIAN, &format!("go depth {depth}")]);
        assert_eq!(number(last_info(&lines), "depth"), depth);
    }
}

/// U-238: `nodes` is exact with one thread; U-040: and may be huge.
#[test]
fn nodes() {
    let mut ferz = uci();
    for nodes in [1, 100, 12_345] {
        let lines = search(&mut ferz, &["ucinewgame", ITALIAN, &format!("go nodes {nodes}")]);
        assert_eq!(number(last_info(&lines), "nodes"), nodes);
    }
    search(&mut ferz, &["go nodes 99999999999999999999 depth 3"]);
}

/// U-222, U-240, U-250: `movetime` is kept, also with one legal move, and beside a depth.
#[test]
fn move_time() {
    let mut ferz = uci();
    let only_move = "position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1";
    for (position, go) in [
        (ITALIAN, "go movetime 300"),
        (only_move, "go movetime 300"),
        (ITALIAN, "go depth 200 movetime 300"),
        (ITALIAN, "go movetime 300 wtime 60000 btime 60000"),
    ] {
        in_time(|| took(go, time_for(&mut ferz, position, go), 250..=400));
    }
}

/// U-239, U-343, U-344: a mate in two is found and counted in moves; mated in one is -1.
#[test]
fn mates() {
    let mut ferz = uci();
    let lines = search(&mut ferz, &[MATE_IN_TWO, "go mate 2"]);
    assert!(last_info(&lines).contains(" score mate 2 "), "{lines:?}");
    let lines = search(&mut ferz, &["position fen 7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", "go depth 6"]);
    assert!(last_info(&lines).contains(" score mate -1 "), "{lines:?}");
}

/// U-249: no mate there: the search ends by itself.
#[test]
fn no_mate() {
    let mut ferz = uci();
    let lines = search(&mut ferz, &["position startpos", "go mate 1"]);
    assert_legal("position startpos", best(&lines));
}

/// U-223, U-224, U-225, U-226: only these moves, also in the lines, and no more lines than moves.
#[test]
fn root_moves() {
    let mut ferz = uci();
    let lines = search(&mut ferz, &["position startpos", "go depth 6 searchmoves a2a3 h2h3"]);
    for line in variations(&lines) {
        assert!(["a2a3", "h2h3"].contains(&pv(line)[0]), "{line}");
    }
    let lines =
        search(&mut ferz, &["setoption name MultiPV value 5", "go searchmoves a2a3 h2h3 depth 4"]);
    assert!(["a2a3", "h2h3"].contains(&best(&lines)));
    let most = variations(&lines).iter().map(|line| number(line, "multipv")).max();
    assert_eq!(most, Some(2));
    let lines = search(&mut ferz, &["go depth 1 searchmoves e2e5"]);
    assert_legal("position startpos", best(&lines));
}

/// U-339, U-340, U-341: several lines come together, in order, the first move of each its own.
#[test]
fn several_lines() {
    let mut ferz = uci();
    let lines = search(&mut ferz, &["setoption name MultiPV value 3", ITALIAN, "go depth 6"]);
    let ranks: Vec<i64> = variations(&lines).iter().map(|line| number(line, "multipv")).collect();
    assert!(ranks.len() >= 18);
    for group in ranks.chunks(3) {
        assert_eq!(group, [1, 2, 3], "{lines:#?}");
    }
    let last = &variations(&lines)[ranks.len() - 3..];
    assert_eq!(best(&lines), pv(last[0])[0]);
    assert!(pv(last[0])[0] != pv(last[1])[0] && pv(last[1])[0] != pv(last[2])[0]);
    assert!(number(last[0], "cp") >= number(last[1], "cp"));
}

/// U-317, U-331, U-334 to U-338, U-353, U-354, U-355, U-367: what a line holds; its moves are legal
/// in turn; its numbers are plain and grow.
#[test]
fn lines_of_a_search() {
    let mut ferz = uci();
    let lines = search(&mut ferz, &[ITALIAN, "go depth 9"]);
    let (mut time, mut nodes) = (0, 0);
    for line in variations(&lines) {
        assert!(number(line, "seldepth") >= 1 && number(line, "depth") >= 1);
        assert!((0..=1000).contains(&number(line, "hashfull")));
        assert!(!line.contains(" sbhits "), "U-356: no Shredder tables here");
        assert!(number(line, "nps") >= 0 && number(line, "tbhits") == 0);
        assert!(number(line, "time") >= time && number(line, "nodes") >= nodes, "{line}");
        (time, nodes) = (number(line, "time"), number(line, "nodes"));
        let mut game = game(ITALIAN);
        for mv in pv(line) {
            game.play(mv).unwrap_or_else(|fault| panic!("{mv}: {fault:?} in {line}"));
        }
    }
    let [.., info, _] = lines.as_slice() else { panic!("two lines") };
    for word in [" depth ", " score ", " nodes ", " time ", " pv "] {
        assert!(info.contains(word), "{info}");
    }
    assert_eq!(pv(info)[0], best(&lines));
}

/// U-318: the move to ponder on is legal behind the best one.
#[test]
fn ponder_move() {
    let mut ferz = uci();
    let lines = search(&mut ferz, &[ITALIAN, "go depth 8"]);
    let words: Vec<&str> = lines.last().map(|line| line.split(' ').collect()).unwrap_or_default();
    let ["bestmove", best, "ponder", ponder] = words[..] else { panic!("{words:?}") };
    let mut game = game(ITALIAN);
    game.play(best).expect("a legal move");
    game.play(ponder).expect("a legal reply");
}

/// U-342, U-347: the score is that of the side to move: who has the queen is ahead, whoever it is.
#[test]
fn point_of_view() {
    let mut ferz = uci();
    let mut score = |fen: &str| {
        let position = format!("position fen {fen}");
        let lines = search(&mut ferz, &["ucinewgame", &position, "go depth 1"]);
        number(last_info(&lines), "cp")
    };
    for (queen, sign) in [("w", 1), ("b", -1)] {
        let white = score(&format!("4k3/pppp4/8/8/8/8/PPPP4/3QK3 {queen} - - 0 1"));
        let black = score(&format!("3qk3/pppp4/8/8/8/8/PPPP4/4K3 {queen} - - 0 1"));
        assert!(white * sign > 300, "{queen}: {white}");
        assert!(black * sign < -300, "{queen}: {black}");
    }
}

/// U-202: the moves count: the third occurrence of a position is a draw.
#[test]
fn repetition_of_the_record() {
    let mut ferz = uci();
    let position =
        "position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1 moves d1d2 e8e7 d2d1 e7e8 d1d2 e8e7 d2d1";
    let lines = search(&mut ferz, &[position, "go depth 1 searchmoves e7e8"]);
    let drawn = number(last_info(&lines), "cp");
    // Draws may be told apart by a hair.
    assert!(drawn.abs() <= 5, "{lines:?}");
    let lines = search(&mut ferz, &[position, "go depth 1 searchmoves e7f7"]);
    assert!(number(last_info(&lines), "cp") < -500, "{lines:?}");
}

/// U-287: the view does not change at `ponderhit`: the side to move is the engine's own all along.
#[test]
fn point_of_view_while_pondering() {
    let mut ferz = uci();
    let position = "position fen 3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1 moves e1f1 e8f8 f1e1";
    ferz.send_all(&[position, "go ponder wtime 200 btime 200"]);
    let pondering = ferz.expect_prefix("info depth 2 ");
    let lines = search(&mut ferz, &["ponderhit"]);
    assert!(number(&pondering, "cp") > 300, "{pondering}");
    assert!(number(last_info(&lines), "cp") > 300, "{lines:?}");
}

/// U-190: after `ucinewgame`, the same search again.
#[test]
fn new_game_forgets() {
    let mut ferz = uci();
    let go = ["ucinewgame", ITALIAN, "go depth 8"];
    let nodes = [0; 3].map(|_| number(last_info(&search(&mut ferz, &go)), "nodes"));
    assert_eq!(nodes[0], nodes[1]);
    assert_eq!(nodes[1], nodes[2]);
}

/// U-206, U-209: a position that goes on from the one before is as good as one from scratch.
#[test]
fn position_step_by_step() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";
    let mut step_by_step = uci();
    let mut position = "position startpos moves".to_owned();
    for mv in moves.split(' ') {
        position.push(' ');
        position.push_str(mv);
        step_by_step.send(&position);
    }
    let mut at_once = uci();
    at_once.send(&position);
    let [one, other] = [&mut step_by_step, &mut at_once].map(|ferz| {
        ferz.send("d");
        let key = ferz.expect_prefix("Key: ");
        (key, number(last_info(&search(ferz, &["go depth 7"])), "nodes"))
    });
    assert_eq!(one, other);
}

/// U-220, U-221: the order of the words does not matter, nor what is not there.
#[test]
fn order_of_limits() {
    let mut ferz = uci();
    let mut nodes =
        |go: &str| number(last_info(&search(&mut ferz, &["ucinewgame", ITALIAN, go])), "nodes");
    let expected = nodes("go depth 7");
    assert_eq!(nodes("go depth 7 wtime 9000000 btime 9000000"), expected);
    assert_eq!(nodes("go btime 9000000 wtime 9000000 depth 7"), expected);
}

/// U-230, U-234, U-235: with the same clock, fewer moves to go leave more time for each.
#[test]
fn moves_to_go() {
    let mut ferz = uci();
    in_time(|| {
        let all = time_for(&mut ferz, ITALIAN, "go wtime 1000 btime 1000 movestogo 1");
        let share = time_for(&mut ferz, ITALIAN, "go wtime 1000 btime 1000 movestogo 40");
        took("the last move", all, 0..=1000)?;
        if share * 2 < all { Ok(()) } else { Err(format!("{share:?} against {all:?}")) }
    });
}

/// U-244: one clock alone neither hangs nor overruns.
#[test]
fn one_clock() {
    let mut ferz = uci();
    for (position, go) in [
        ("position startpos", "go wtime 100"),
        ("position startpos", "go btime 100"),
        ("position startpos moves e2e4", "go btime 100"),
    ] {
        in_time(|| took(go, time_for(&mut ferz, position, go), 0..=100));
    }
}

/// U-332, U-369: in the first second no root moves; later not more than a few lines a second
/// beside the variations.
#[test]
fn traffic() {
    let mut ferz = uci();
    in_time(|| {
        ferz.send_all(&[ITALIAN, "go infinite"]);
        let early = ferz.lines_for(Duration::from_millis(900));
        let late = ferz.lines_for(Duration::from_millis(1600));
        search(&mut ferz, &["stop"]);
        if early.iter().any(|line| line.contains(" currmove ")) {
            return Err(format!("too early: {early:#?}"));
        }
        for line in late.iter().filter(|line| line.contains(" currmove ")) {
            let mv = line.split(' ').skip_while(|word| *word != "currmove").nth(1);
            assert_legal(ITALIAN, mv.unwrap_or_default());
            assert!(number(line, "currmovenumber") >= 1);
        }
        let others = late.iter().filter(|line| !line.contains(" pv ")).count();
        if others <= 13 { Ok(()) } else { Err(format!("{others} lines in 1.6 s")) }
    });
}

/// U-429: `UCI_Elo` alone changes nothing.
#[test]
fn elo_needs_its_switch() {
    let mut ferz = uci();
    let mut nodes = |option: &str| {
        let lines = search(&mut ferz, &["ucinewgame", option, ITALIAN, "go depth 7"]);
        number(last_info(&lines), "nodes")
    };
    let expected = nodes("");
    assert_eq!(nodes("setoption name UCI_Elo value 1200"), expected);
}

/// U-439, U-440: a position with a value is worth it.
#[test]
fn position_value() {
    let mut ferz = uci();
    let fen = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1";
    ferz.send(&format!("setoption name UCI_SetPositionValue value 777 + {fen}"));
    let go = ["position startpos", "go depth 2 searchmoves a2a3"];
    let lines = search(&mut ferz, &go);
    assert_eq!(number(last_info(&lines), "cp"), 777);
    ferz.send("setoption name UCI_SetPositionValue value clearall");
    let lines = search(&mut ferz, &go);
    assert!(number(last_info(&lines), "cp") < 500);
}

/// U-463, U-464: castling in the notation of the mode, in the answer and in the lines.
#[test]
fn castling() {
    let mut ferz = uci();
    let position =
        "position fen r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1";
    let lines = search(&mut ferz, &[position, "go depth 3 searchmoves e1g1"]);
    assert_eq!(best(&lines), "e1g1");
    ferz.send("setoption name UCI_Chess960 value true");
    let lines = search(&mut ferz, &[position, "go depth 3 searchmoves e1g1"]);
    assert_eq!(best(&lines), "e1h1");
    assert_eq!(pv(last_info(&lines))[0], "e1h1");
    ferz.send("setoption name UCI_Chess960 value false");
    let lines = search(&mut ferz, &[position, "go depth 3 searchmoves e1h1"]);
    assert_eq!(best(&lines), "e1g1");
}

/// U-055, U-060, U-206: a position sent in a search is for the next one.
#[test]
fn position_in_search() {
    let mut ferz = uci();
    ferz.send_all(&["position startpos", "go infinite", "position startpos moves e2e4"]);
    let lines = search(&mut ferz, &["stop"]);
    assert_legal("position startpos", best(&lines));
    for _ in 0..2 {
        let lines = search(&mut ferz, &["go depth 1"]);
        assert_legal("position startpos moves e2e4", best(&lines));
    }
}

/// U-057's counterpart: the two `go` of an impatient interface give one answer, and no one waits.
#[test]
fn second_go() {
    let mut ferz = uci();
    ferz.send_all(&["position startpos", "go infinite", "go depth 1", "isready"]);
    ferz.expect("readyok");
    search(&mut ferz, &["stop"]);
    ferz.send("isready");
    assert_eq!(ferz.next_line(SOON).as_deref(), Some("readyok"));
}

/// The program plays a whole game against itself, by the rules, to its end.
#[test]
fn whole_game() {
    let mut ferz = uci();
    let mut position = "position startpos moves".to_owned();
    for _ in 0..300 {
        if game(&position).outcome().is_some_and(|outcome| !outcome.by_claim) {
            return;
        }
        let lines = search(&mut ferz, &[&position, "go nodes 500"]);
        assert_legal(&position, best(&lines));
        position.push(' ');
        position.push_str(best(&lines));
    }
}

/// U-422, U-317: `OwnBook` gives a move of the book at once, with a line that claims no search;
/// without it the book is not touched.
#[test]
fn own_book() {
    let mut ferz = uci();
    ferz.send_all(&["setoption name OwnBook value true", "position startpos", "book"]);
    let entry = ferz.expect_until("a book move", |line| line.ends_with('%'));
    assert_legal("position startpos", entry[0].split(' ').next().unwrap_or_default());
    let lines = search(&mut ferz, &["go wtime 60000 btime 60000"]);
    assert_legal("position startpos", best(&lines));
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth ")).collect();
    let begin = format!("info depth 0 time 0 nodes 0 pv {}", best(&lines));
    assert!(infos.len() == 1 && infos[0].starts_with(&begin), "{lines:?}");
    ferz.send("setoption name OwnBook value false");
    let lines = search(&mut ferz, &["go depth 3"]);
    assert_eq!(number(last_info(&lines), "depth"), 3);
    assert!(number(last_info(&lines), "nodes") > 0);
}
