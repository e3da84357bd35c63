//! Whole games: the program against itself, as an interface plays them.

use crate::support::{ferz, next_move, v1, v2};
use ferz_link::{Record, Side};
use ferz_referee::GameRecord;
use ferz_testkit::Session;
use ferz_wire::Start;

/// Lets two programs play; `send` writes a move to one. Returns the result and the number of moves.
fn play(
    variant: &str,
    start: &Start,
    players: &mut [Session; 2],
    prepare: &[&str],
    write: fn(&str) -> String,
) -> (String, usize) {
    let mut record = GameRecord::new(variant, start).expect("a legal start");
    for (index, player) in players.iter_mut().enumerate() {
        player.send_all(prepare);
        // Whoever is not on move waits for the other side.
        let on_move = (record.side() == Side::First) == (index == 0);
        if on_move {
            player.send("go");
        } else if prepare.contains(&"force") {
            player.send("playother");
        }
    }
    loop {
        let index = usize::from(record.side() == Side::Second);
        let line = players[index].expect_until("a move or a result", |line| {
            line.starts_with("move ") || line.starts_with("1") || line.starts_with("0-1")
        });
        let last = line[line.len() - 1].clone();
        let Some(text) = last.strip_prefix("move ") else {
            // A draw claimed behind the opponent's move.
            return (last, record.ply());
        };
        record
            .play(text)
            .unwrap_or_else(|fault| players[index].fail(&format!("{fault:?}: {text}")));
        players[1 - index].send(&write(text));
        if let Some(outcome) = record.outcome().filter(|outcome| !outcome.by_claim) {
            // Both say it: C-576.
            let expected = format!("{} {{{}}}", outcome.result, outcome.comment);
            for player in players.iter_mut() {
                player.expect(&expected);
            }
            return (expected, record.ply());
        }
        assert!(record.ply() < 1000, "a game without an end");
    }
}

fn bare(text: &str) -> String {
    text.to_owned()
}

fn usermove(text: &str) -> String {
    format!("usermove {text}")
}

/// C-001, C-181, C-310, C-565, C-573, C-575, C-576: a game under version 2.
#[test]
fn version_2() {
    let mut players = [v2(), v2()];
    let (result, plies) =
        play("normal", &Start::Startpos, &mut players, &["new", "hard", "st 0.02"], usermove);
    assert!(plies > 10, "{result} after {plies}");
}

/// C-058, C-066, C-068, C-764: a game under version 1.
#[test]
fn version_1() {
    let mut players = [v1(), v1()];
    play("normal", &Start::Startpos, &mut players, &["new", "random", "st 0.02"], bare);
}

/// C-260, C-261, C-263, C-304: clocks that nobody tells: no time control may hang it.
#[test]
fn own_clocks() {
    for level in ["level 10 0:01 0", "level 0 0:02 0.02"] {
        let mut players = [v2(), v2()];
        play("normal", &Start::Startpos, &mut players, &["new", level], usermove);
    }
}

/// C-197, C-199, C-390, C-405: from a position with Black to move.
#[test]
fn from_a_position() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let set_board = format!("setboard {fen}");
    let mut players = [v2(), v2()];
    let prepare = ["new", "force", &set_board, "st 0.02"];
    play("normal", &Start::Fen(fen.into()), &mut players, &prepare, usermove);
}

/// C-218, C-316, C-328: Chess960.
#[test]
fn chess960() {
    let fen = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1";
    let set_board = format!("setboard {fen}");
    let mut players = [v2(), v2()];
    let prepare = ["new", "variant fischerandom", "force", &set_board, "st 0.02"];
    play("fischerandom", &Start::Fen(fen.into()), &mut players, &prepare, usermove);
}

/// C-762, C-763, C-441: Fritz: the whole game again for every move, one move each time.
#[test]
fn fritz_cycles() {
    let mut ferz = ferz();
    ferz.send("fritz");
    let mut record = GameRecord::new("normal", &Start::Startpos).expect("chess");
    let mut moves: Vec<String> = Vec::new();
    while record.ply() < 40 {
        let colour = if record.side() == Side::First { "white" } else { "black" };
        let mut lines = vec!["new", "hard", "easy", "force"];
        lines.extend(moves.iter().map(String::as_str));
        lines.extend(["level 30 0:03 0", "post", colour, "go"]);
        ferz.send_all(&lines);
        if record.ply().is_multiple_of(4) {
            ferz.send("?");
        }
        let text = next_move(&mut ferz);
        record.play(&text).unwrap_or_else(|fault| ferz.fail(&format!("{fault:?}: {text}")));
        moves.push(text);
        if record.outcome().is_some() {
            break;
        }
    }
    let more = ferz.lines_for(std::time::Duration::from_millis(100));
    assert!(!more.iter().any(|line| line.starts_with("move ")), "{more:?}");
}
