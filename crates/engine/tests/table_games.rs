//! The engine at games by table: it plays each of them, and knows how each is won and lost.

use ferz_engine::{Limits, Report, Request, Score, Setup, engine};
use ferz_rules::{Notation, Side, Variant, Verdict, new_game, table};
use std::sync::mpsc::channel;

/// What the engine says of a position.
fn reports(game: Variant, fen: Option<&str>, moves: &[String], limits: Limits) -> Vec<Report> {
    told("network", game, fen, moves, Request { limits, ..Request::default() })
}

fn told(
    evaluation: &str,
    game: Variant,
    fen: Option<&str>,
    moves: &[String],
    request: Request,
) -> Vec<Report> {
    let mut engine = engine(game);
    engine.set_option("Hash", Some("1")).expect("there is such an option");
    engine.set_option("Evaluation", Some(evaluation)).expect("there is such an option");
    let setup = Setup { variant: game, fen: fen.map(str::to_owned), moves: moves.to_vec() };
    engine.place(&setup).unwrap_or_else(|why| panic!("{game}: {why}"));
    let (send, receive) = channel();
    let sink = Box::new(move |report| drop(send.send(report)));
    engine.start(request, sink);
    engine.wait();
    receive.into_iter().collect()
}

/// What the engine plays and how it judges that.
fn answer(game: Variant, fen: Option<&str>, moves: &[String], limits: Limits) -> (String, Score) {
    match reports(game, fen, moves, limits).pop() {
        Some(Report::Done(done)) => {
            (done.best.expect("there are moves"), done.score.expect("it has searched"))
        }
        other => panic!("{game}: {other:?}"),
    }
}

fn game(name: &str) -> Variant {
    Variant::by_name(name).unwrap_or_else(|| panic!("no game {name}"))
}

#[test]
fn every_game_is_played_by_its_rules() {
    for name in table::names() {
        let variant = game(name);
        let mut record = new_game(variant, None).unwrap();
        let mut moves = Vec::new();
        // With so few nodes a game may end early: in atomic chess one slip is enough.
        while moves.len() < 6 && record.verdict() == Verdict::Open {
            let limits = Limits { nodes: Some(60), ..Limits::default() };
            let (best, _) = answer(variant, None, &moves, limits);
            record.play(&best).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(record.moves(Notation::Coordinate).last(), Some(&best), "{name}");
            moves.push(best);
        }
        assert!(moves.len() > 3, "{name}: {moves:?}");
    }
}

/// Where captured men are dropped again a position comes back by captures, too. Black has a
/// queen and a rook, and is told to take: for the first time that is no draw, for the second time
/// it is.
#[test]
fn captures_and_drops_repeat() {
    let fen = "r3k2q/8/8/8/8/3p4/2P5/4K3[p] w - - 0 1";
    let cycle = ["c2d3", "P@c4", "P@c2", "c4d3"].map(str::to_owned);
    let value = |moves: &[String]| {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let request = Request { limits, only: vec!["c4d3".to_owned()], ..Request::default() };
        match told("hand-made", game("crazyhouse"), Some(fen), moves, request).pop() {
            Some(Report::Done(done)) => done.score.expect("it has searched"),
            other => panic!("{other:?}"),
        }
    };
    let (twice, once) = ([&cycle[..], &cycle[..3]].concat(), &cycle[..3]);
    assert!(matches!(value(&twice), Score::Cp(-5..=5)), "{:?}", value(&twice));
    assert!(matches!(value(once), Score::Cp(500..)), "{:?}", value(once));
}

#[track_caller]
fn wins(name: &str, fen: &str) {
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let (best, score) = answer(game(name), Some(fen), &[], limits);
    let mut record = new_game(game(name), Some(fen)).expect(fen);
    let winner = record.side();
    record.play(&best).unwrap_or_else(|why| panic!("{name}: {why}"));
    let verdict = record.verdict();
    assert!(
        matches!(verdict, Verdict::Win(side, _) if side == winner),
        "{name} {best} {verdict:?}"
    );
    assert_eq!(score, Score::MateIn(1), "{name}");
}

/// Each is won by a rule that chess does not have.
#[test]
fn wins_by_rules_of_their_own() {
    wins("atomic", "rnbqkbnr/ppp1pppp/8/3pN3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
    wins("3check", "4k3/8/8/8/8/8/3PP3/Q3K3 w - - 1+3 0 1");
    wins("kingofthehill", "7k/8/8/8/8/5K2/8/8 w - - 0 1");
    wins("racingkings", "8/K7/8/8/8/8/k7/8 w - - 0 1");
    wins("shatranj", "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1");
    wins("horde", "8/8/8/8/8/3k4/4P3/8 b - - 0 1");
    wins("crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1");
    wins("chu", "6k5/6R5/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1");
}

/// Chu shogi has no check: the king is taken, and the line of a mate ends with that.
#[test]
fn a_mate_ends_with_the_capture_of_the_last_king() {
    let fen = "k11/12/1R10/12/12/2R9/12/12/12/12/12/5K6 w - - 0 1";
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let lines = reports(game("chu"), Some(fen), &[], limits);
    let last = lines.into_iter().rev().find_map(|report| match report {
        Report::Line(line) => Some(line),
        _ => None,
    });
    let line = last.expect("a line");
    assert_eq!((line.score, line.pv.len()), (Score::MateIn(3), 3), "{:?}", line.pv);
    let mut record = new_game(game("chu"), Some(fen)).expect(fen);
    for mv in &line.pv {
        record.play(mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    }
    assert!(matches!(record.verdict(), Verdict::Win(Side::First, _)), "{:?}", line.pv);
}

/// A quiet move that gives the last check is seen beyond the depth, where only captures are looked at in
/// other games.
#[test]
fn the_last_check_is_seen_in_quiescence() {
    let limits = || Limits { depth: Some(1), ..Limits::default() };
    let last = "r5k1/8/8/8/8/8/5PPP/6K1 w - - 3+1 0 1";
    let (_, score) = answer(game("3check"), Some(last), &[], limits());
    assert!(matches!(score, Score::MatedIn(_)), "{score:?}");
    let first = "r5k1/8/8/8/8/8/5PPP/6K1 w - - 3+3 0 1";
    let (_, score) = answer(game("3check"), Some(first), &[], limits());
    assert!(matches!(score, Score::Cp(_)), "{score:?}");
}

/// Who has no men left has won: the last one is offered.
#[test]
fn gives_its_last_man_away() {
    let limits = Limits { depth: Some(4), ..Limits::default() };
    for name in ["antichess", "suicide", "giveaway"] {
        let fen = Some("8/8/8/p7/8/8/1P6/8 w - - 0 1");
        let expected = ("b2b4".to_owned(), Score::MateIn(2));
        assert_eq!(answer(game(name), fen, &[], limits.clone()), expected, "{name}");
    }
}

/// A capture that wins a queen would explode the own king.
#[test]
fn it_does_not_explode_its_own_king() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let fen = "7k/8/8/8/8/8/3q4/R2QK3 w - - 0 1";
    let (best, _) = answer(game("atomic"), Some(fen), &[], limits);
    assert_ne!(best, "d1d2");
}
