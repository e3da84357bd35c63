//! The same search plays xiangqi: what it finds, and what it knows of repetition.

mod common;

use common::{depth, lines, request, search};
use ferz_engine::{Done, Engine, Limits, Request, Score, Setup, engine};
use ferz_rules::{Game, Notation, Position, Variant, xiangqi::XiangqiGame};

fn setup(fen: &str, moves: &str) -> Setup {
    let fen = (fen != "startpos").then(|| fen.to_owned());
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    Setup { variant: Variant::XIANGQI, fen, moves }
}

fn at(fen: &str, moves: &str) -> Box<dyn Engine> {
    let mut engine = engine(Variant::XIANGQI);
    engine.place(&setup(fen, moves)).expect(fen);
    engine
}

fn answer(fen: &str, moves: &str, plies: u32) -> Done {
    search(&mut *at(fen, moves), request(depth(plies))).1
}

/// The score of a single move.
fn score_of(engine: &mut dyn Engine, mv: &str, plies: u32) -> i32 {
    let only = vec![mv.to_owned()];
    let (_, done) = search(engine, Request { only, ..request(depth(plies)) });
    centipawns(done.score)
}

fn centipawns(score: Option<Score>) -> i32 {
    match score.expect("a score") {
        Score::Cp(value) => value,
        Score::MateIn(_) => 30_000,
        Score::MatedIn(_) => -30_000,
    }
}

#[test]
fn lines_are_legal_and_deep_enough() {
    let (reports, done) = search(&mut *at("startpos", "h2e2 h9g7"), request(depth(8)));
    let lines = lines(&reports);
    assert_eq!(lines.iter().map(|line| line.depth).max(), Some(8));
    for line in &lines {
        let mut game = XiangqiGame::new(Variant::XIANGQI, None).unwrap();
        for text in ["h2e2", "h9g7"].into_iter().chain(line.pv.iter().map(String::as_str)) {
            game.play(text).unwrap_or_else(|error| panic!("{error} in {line:?}"));
        }
    }
    assert_eq!(lines.last().map(|line| &line.pv[0]), done.best.as_ref());
}

/// X-096: who has no move has lost, so that stalemate is worth as much as mate.
#[test]
fn x096_mate_and_stalemate_are_wins() {
    for fen in [
        "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1",
        "3k5/R8/9/9/9/9/9/9/4R4/4K4 w - - 0 1",
        "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        let done = answer(fen, "", 4);
        assert_eq!(done.score, Some(Score::MateIn(1)), "{fen}: {done:?}");
    }
    let fen = "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    let done = answer(fen, "", 4);
    assert_eq!((done.best, done.score), (None, Some(Score::MatedIn(0))));
    let limits = Limits { mate: Some(1), ..Limits::default() };
    let fen = "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1";
    let done = search(&mut *at(fen, ""), request(limits)).1;
    // Both moves leave no other.
    assert!(matches!(done.best.as_deref(), Some("e7e8" | "e7d7")), "{done:?}");
    assert_eq!(done.score, Some(Score::MateIn(1)));
}

/// The last move of each cycle in the rules' own table is worth what the table says.
#[test]
fn x113_the_move_that_closes_a_cycle() {
    let rows = include_str!("../../rules/tests/data/xiangqi-repetition.tsv");
    let mut count = 0;
    for row in rows.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [fen, moves, expected, case] = columns[..] else { panic!("{row}") };
        let (before, last) = moves.rsplit_once(' ').expect(row);
        let mut engine = at(fen, before);
        let mut game = XiangqiGame::new(Variant::XIANGQI, Some(fen)).unwrap();
        before.split_whitespace().for_each(|text| game.play(text).unwrap());
        let ours = match game.side().index() {
            0 => "white-wins",
            _ => "black-wins",
        };
        for plies in [1, 4] {
            let score = score_of(&mut *engine, last, plies);
            match expected {
                "draw" => assert!(score.abs() <= 1, "{case}: {score}"),
                expected if expected == ours => assert!(score > 15_000, "{case}: {score}"),
                _ => assert!(score < -15_000, "{case}: {score}"),
            }
        }
        count += 1;
    }
    assert!(count > 20, "{count}");
}

/// ```text
///   . . . k . . . . .      Black threatens f2-f1 mate. All that Red has against it is to give
///          ...             check for ever, which loses.
///   . . . . R . . . .
///          ...
///   . . . . . p . . .
///   . . . p p . p . .
///   . . . . . K . . .
/// ```
const ONLY_CHECKS: &str = "3k5/9/9/9/4R4/9/9/5p3/3pp1p2/5K3 w - - 0 1";

#[test]
fn no_hope_is_set_on_a_perpetual_check() {
    for plies in [6, 8, 10] {
        let score = centipawns(answer(ONLY_CHECKS, "", plies).score);
        assert!(score < -200, "{plies} plies: {score}");
    }
}

#[test]
fn the_opponents_perpetual_check_is_not_feared() {
    for moves in ["e5d5", "e5d5 d9e9 d5e5", "e5d5 d9e9 d5e5 e9d9 e5d5"] {
        let score = centipawns(answer(ONLY_CHECKS, moves, 8).score);
        assert!(score > 200, "{moves}: {score}");
    }
}

/// A game against one who does nothing but check: he loses by it, and whoever has the engine does
/// not run away from the checks.
#[test]
fn checks_are_answered_until_they_lose() {
    let mut game = XiangqiGame::new(Variant::XIANGQI, Some(ONLY_CHECKS)).unwrap();
    let mut engine = engine(Variant::XIANGQI);
    while game.verdict() == ferz_rules::Verdict::Open && game.ply() < 60 {
        let board = *game.board();
        if game.side().index() == 0 {
            let mut moves = board.legal();
            moves.retain(|mv| board.gives_check(*mv) && !board.is_capture(*mv));
            // From the same squares always.
            moves.sort_by_key(|mv| (mv.to().rank().abs_diff(5), mv.bits()));
            game.play_move(*moves.first().expect("a check"));
        } else {
            let played = game.moves(Notation::Coordinate);
            engine
                .place(&Setup {
                    variant: Variant::XIANGQI,
                    fen: Some(ONLY_CHECKS.into()),
                    moves: played,
                })
                .unwrap();
            let done = search(&mut *engine, request(depth(6))).1;
            game.play(done.best.as_deref().expect("a move")).unwrap();
        }
    }
    let by_checks = ferz_rules::WinReason::PerpetualCheck;
    let expected = ferz_rules::Verdict::Win(ferz_rules::Side::Second, by_checks);
    assert_eq!(game.verdict(), expected, "{:?}", game.moves(Notation::Coordinate));
}

/// With a rook against a bare king there are checks without end. One loses by them; the game is won
/// all the same.
#[test]
fn a_won_game_is_not_lost_by_checks() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
    let mut game = XiangqiGame::new(Variant::XIANGQI, Some(fen)).unwrap();
    let mut engine = engine(Variant::XIANGQI);
    while game.verdict() == ferz_rules::Verdict::Open && game.ply() < 80 {
        let moves = game.moves(Notation::Coordinate);
        let setup = Setup { variant: Variant::XIANGQI, fen: Some(fen.into()), moves };
        engine.place(&setup).unwrap();
        let done = search(&mut *engine, request(depth(5))).1;
        game.play(done.best.as_deref().expect("a move")).unwrap();
    }
    let verdict = game.verdict();
    let won = matches!(verdict, ferz_rules::Verdict::Win(ferz_rules::Side::First, _));
    assert!(won, "{verdict:?} {:?}", game.moves(Notation::Coordinate));
}

/// The rules are an option: check and chase in turn lose by the Chinese rules alone.
#[test]
fn rule_sets_are_options() {
    let (fen, cycle) = ("4k4/9/1c7/9/9/1R7/9/9/9/5K3 w - - 0 1", "b4e4 e9d9 e4b4 d9e9");
    let before = format!("{cycle} b4e4 e9d9 e4b4");
    for (rules, low, high) in [("asian", -1, 1), ("chinese", 15_000, 30_000), ("computer", -1, 1)] {
        let mut engine = at(fen, &before);
        engine.set_option("Repetition Rule", Some(rules)).unwrap();
        let score = score_of(&mut *engine, "d9e9", 3);
        assert!((low..=high).contains(&score), "{rules}: {score}");
    }
}

/// Sixty moves by each side without capture, or what the option says.
#[test]
fn the_natural_limit_is_an_option() {
    let mut engine = at("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 119 90", "");
    assert!(score_of(&mut *engine, "e1f1", 4).abs() <= 1);
    engine.set_option("Natural Move Limit", Some("0")).unwrap();
    engine.new_game();
    assert!(score_of(&mut *engine, "e1f1", 4) > 200);
    engine.set_option("Natural Move Limit", Some("50")).unwrap();
    engine.new_game();
    let setup = setup("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 99 90", "");
    engine.place(&setup).unwrap();
    assert!(score_of(&mut *engine, "e1f1", 4).abs() <= 1);
}

/// One engine plays all games. Options stay; a bad position changes nothing.
#[test]
fn the_game_changes_with_the_position() {
    let chess = |moves: &str| common::setup("startpos", moves);
    let mut engine = engine(Variant::NORMAL);
    engine.set_option("MultiPV", Some("3")).unwrap();
    for _ in 0..2 {
        engine.place(&setup("startpos", "h2e2")).unwrap();
        let (reports, done) = search(&mut *engine, request(depth(4)));
        assert!(lines(&reports).iter().all(|line| line.ranks == 3));
        let mut game = XiangqiGame::new(Variant::XIANGQI, None).unwrap();
        game.play("h2e2").unwrap();
        assert!(game.play(common::best(&done)).is_ok());
        assert!(engine.place(&common::setup("8/8/8/8/8/8/8/8 w - - 0 1", "")).is_err());
        let again = search(&mut *engine, request(depth(4))).1;
        assert!(game.undo() && game.play(common::best(&again)).is_ok());

        assert!(engine.place(&chess("e2e4 e7e5 e4e5")).is_err());
        let (_, done) = search(&mut *engine, request(depth(4)));
        let mut game = ferz_rules::new_game(Variant::NORMAL, None).unwrap();
        game.play("e2e4").and_then(|()| game.play("e7e5")).unwrap();
        assert!(game.play(common::best(&done)).is_ok());
    }
    assert!(engine.explain().contains("Material"));
}

/// The game with promotion is played too.
#[test]
fn the_game_with_promotion() {
    let mut engine = engine(Variant::NORMAL);
    let fen = Some("3ak4/9/9/9/9/9/P1P1P1P2/9/9/2BAKAB2 w - - 0 1".to_owned());
    let setup = Setup { variant: Variant::XIANGQI_PROMOTION, fen, moves: vec!["c0c0".into()] };
    engine.place(&setup).unwrap();
    assert!(search(&mut *engine, request(depth(5))).1.best.is_some());
}

/// A search is repeatable, with several threads it ends as well.
#[test]
fn repeatable_and_parallel() {
    let mut engine = at("startpos", "");
    let mut count = || {
        engine.new_game();
        let (reports, done) = search(&mut *engine, request(depth(7)));
        (lines(&reports).last().map(|line| line.stats.nodes), done)
    };
    let first = count();
    assert_eq!(first, count());
    let mut engine = at("startpos", "");
    engine.set_option("Threads", Some("3")).unwrap();
    assert!(search(&mut *engine, request(depth(7))).1.best.is_some());
}
