//! What the search finds, and how it keeps to its limits.

mod common;

use common::*;
use ferz_engine::{Bound, Clock, Limits, Report, Request, Score};
use ferz_rules::{Game, Variant, chess::ChessGame};
use ferz_testkit::in_time_of;
use std::time::{Duration, Instant};

const START: &str = "startpos";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const MS: Duration = Duration::from_millis(1);

/// U-343: distances are plies here and odd for the side that mates; the shortest mate is not
/// promised, but a mate is. In the last of them the first move of the queen is a sacrifice, which a
/// selective search looks at late.
#[test]
fn u343_mates_are_found() {
    for (fen, shortest) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
        ("8/8/8/8/8/3k4/3q4/K7 b - - 0 1", 3),
        ("5rk1/5Npp/8/3Q4/8/8/8/7K w - - 0 1", 5),
    ] {
        let done = answer(fen, "", 30);
        let Some(Score::MateIn(plies)) = done.score else { panic!("{fen}: {done:?}") };
        assert!(plies >= shortest && plies % 2 == 1, "{fen}: {done:?}");
    }
}

#[test]
fn u344_being_mated_is_negative() {
    // In the corner the king is mated by the rook on the last rank.
    let done = answer("6k1/R7/5K2/8/8/8/8/8 b - - 0 1", "", 12);
    assert!(matches!(done.score, Some(Score::MatedIn(4 | 6))), "{done:?}");
}

/// U-320: no legal move: the score says which of the two it is, and there is no move.
#[test]
fn u320_mated_and_stalemated_roots() {
    let mated = answer(MATED, "", 5);
    assert_eq!((mated.best, mated.score), (None, Some(Score::MatedIn(0))));
    let stalemated = answer(STALEMATE, "", 5);
    assert_eq!((stalemated.best, stalemated.score), (None, Some(Score::Cp(0))));
}

/// U-243: an endless search of such a root is held back as well.
#[test]
fn u243_no_answer_before_stop_even_without_moves() {
    let mut engine = at(STALEMATE, "");
    let heard = start(&mut *engine, analyse());
    assert_eq!(heard.done_within(30 * MS), None);
    engine.stop();
    assert!(heard.done_within(1000 * MS).is_some());
}

/// U-237: as deep as asked; U-331: every line has what belongs to it; U-338: its moves are legal.
#[test]
fn u237_u331_u338_depth_and_lines() {
    let (reports, done) = search(&mut *at(KIWIPETE, ""), request(depth(7)));
    let lines = lines(&reports);
    assert_eq!(lines.iter().map(|line| line.depth).max(), Some(7));
    for line in &lines {
        assert!(line.depth > 0 && line.seldepth > 0 && line.stats.nodes > 0, "{line:?}");
        let mut game = ChessGame::new(Variant::NORMAL, Some(KIWIPETE)).unwrap();
        assert!(!line.pv.is_empty());
        for mv in &line.pv {
            game.play(mv).unwrap_or_else(|error| panic!("{error} in {line:?}"));
        }
    }
    // U-317: the last line before the answer is about the answer, with the last numbers.
    let last = lines.last().expect("a line");
    assert_eq!(Some(&last.pv[0]), done.best.as_ref());
    assert!(lines.iter().all(|line| line.stats.nodes <= last.stats.nodes));
    assert!(matches!(reports.last(), Some(Report::Line(_))));
}

/// U-238: exact with one thread.
#[test]
fn u238_nodes_are_exact() {
    for nodes in [1, 2, 100, 1_000, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (reports, done) = search(&mut *at(KIWIPETE, ""), request(limits));
        assert_eq!(lines(&reports).last().map(|line| line.stats.nodes), Some(nodes));
        assert!(done.best.is_some());
    }
}

/// U-190: after `new_game` the same search counts the same nodes.
#[test]
fn u190_a_search_is_repeatable() {
    let mut engine = at(KIWIPETE, "");
    let mut count = || {
        engine.new_game();
        let (reports, done) = search(&mut *engine, request(depth(8)));
        (lines(&reports).last().map(|line| line.stats.nodes), done)
    };
    let first = count();
    assert_eq!(first, count());
}

/// U-342, U-347: the side to move's point of view, and no difference between colours. At depth 1,
/// because the order of equal moves differs.
#[test]
fn u342_u347_a_mirrored_position_has_the_same_score() {
    let white = "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 1";
    let black = "r2qkbnr/pp2pppp/2n5/2pp4/3P2b1/4PN2/PPP2PPP/RNBQKB1R b KQkq - 0 1";
    assert_eq!(answer(white, "", 1).score, answer(black, "", 1).score);
}

/// U-223, U-224: only these moves, and no more lines than there are moves.
#[test]
fn u223_u224_search_moves() {
    let mut engine = at(START, "");
    engine.set_option("MultiPV", Some("5")).unwrap();
    let only = vec!["a2a3".to_owned(), "h2h4".to_owned()];
    let (reports, done) = search(&mut *engine, Request { only: only.clone(), ..request(depth(5)) });
    assert!(only.contains(done.best.as_ref().unwrap()));
    for line in lines(&reports) {
        assert!(only.contains(&line.pv[0]) && line.rank <= 2 && line.ranks == 2, "{line:?}");
    }
}

/// More hash memory than there is costs neither the game nor the user's knowledge of it.
#[test]
fn more_hash_than_the_machine_has() {
    let mut engine = at(START, "");
    engine.set_option("Hash", Some("1048576")).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(1)));
    assert!(done.best.is_some());
    // A system told to promise any amount of memory promises this one too.
    let promises = std::fs::read_to_string("/proc/sys/vm/overcommit_memory");
    if !promises.is_ok_and(|mode| mode.trim() == "1") {
        let told = |note: &str| note.contains("1048576 MB") && note.contains("16 MB are used");
        assert!(reports.iter().any(|r| matches!(r, Report::Note(note) if told(note))));
    }
}

/// U-226: a list without a legal move is no list, and that is said.
#[test]
fn u226_search_moves_without_a_legal_one() {
    let only = vec!["e2e5".to_owned(), "nonsense".to_owned()];
    let (reports, done) = search(&mut *at(START, ""), Request { only, ..request(depth(1)) });
    assert!(done.best.is_some());
    assert!(reports.iter().any(|r| matches!(r, Report::Note(note) if note.contains("e2e5"))));
}

/// C-505 to C-508, C-511: moves left out are not played; with none left there is no move.
#[test]
fn c505_c506_c507_c508_c511_without() {
    let free = answer(KIWIPETE, "", 5);
    let without = vec![best(&free).to_owned()];
    let request = Request { without, ..request(depth(5)) };
    let (reports, other) = search(&mut *at(KIWIPETE, ""), request);
    assert_ne!(other.best, free.best);
    assert!(lines(&reports).iter().all(|line| Some(&line.pv[0]) != free.best.as_ref()));
    let game = ChessGame::new(Variant::NORMAL, None).unwrap();
    let without = game.legal_moves(ferz_rules::Notation::Coordinate);
    let request = Request { without, ..common::request(depth(5)) };
    assert_eq!(search(&mut *at(START, ""), request).1.best, None);
}

/// U-339 to U-341: k lines a depth, together, in order, from different moves.
#[test]
fn u339_u340_u341_multi_pv() {
    let mut engine = at(KIWIPETE, "");
    engine.set_option("MultiPV", Some("4")).unwrap();
    let (reports, _) = search(&mut *engine, request(depth(6)));
    let lines = lines(&reports);
    for group in lines.chunks(4) {
        let ranks: Vec<u32> = group.iter().map(|line| line.rank).collect();
        assert_eq!(ranks, [1, 2, 3, 4]);
        assert!(group.iter().all(|line| line.depth == group[0].depth && line.ranks == 4));
        for (i, line) in group.iter().enumerate() {
            assert!(group[..i].iter().all(|other| other.pv[0] != line.pv[0]));
        }
    }
}

/// U-239, U-249: a mate within the limit is found; where there is none, the search ends by itself.
#[test]
fn u239_u249_mate() {
    let mate = |fen, moves| {
        let limits = Limits { mate: Some(moves), ..Limits::default() };
        search(&mut *at(fen, ""), request(limits)).1
    };
    let done = mate("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2);
    assert_eq!((best(&done), done.score), ("a1a6", Some(Score::MateIn(3))));
    for moves in 1..=2 {
        let none = mate(START, moves);
        assert!(none.best.is_some() && !matches!(none.score, Some(Score::MateIn(_))));
    }
    // Kling and Horwitz, 1851: mate in two, and none in one.
    let fen = "8/8/8/8/8/5K2/5Q2/7k w - - 0 1";
    assert!(matches!(mate(fen, 1).score, Some(Score::MateIn(1))));
}

/// U-222: all limits are in force.
#[test]
fn u222_the_first_limit_ends_the_search() {
    let limits = Limits { depth: Some(60), move_time: Some(60 * MS), ..Limits::default() };
    let began = Instant::now();
    search(&mut *at(START, ""), request(limits));
    assert!(began.elapsed() < 1000 * MS);
    for other in [
        Limits { depth: Some(2), ..Limits::default() },
        Limits { nodes: Some(1000), ..Limits::default() },
    ] {
        let limits = Limits { move_time: Some(60_000 * MS), ..other };
        let began = Instant::now();
        search(&mut *at(START, ""), request(limits));
        assert!(began.elapsed() < 10_000 * MS);
    }
    let limits = Limits { depth: Some(2), nodes: Some(u64::MAX), ..Limits::default() };
    let (reports, _) = search(&mut *at(START, ""), request(limits));
    assert_eq!(lines(&reports).iter().map(|line| line.depth).max(), Some(2));
}

/// U-240, U-250: exactly that long, even with one legal move or a mate.
#[test]
fn u240_u250_move_time() {
    for fen in [START, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "k7/8/1Q6/8/8/8/8/7K b - - 0 1"] {
        let mut engine = at(fen, "");
        if engine_has_no_move(fen) {
            continue;
        }
        let limits = Limits { move_time: Some(80 * MS), ..Limits::default() };
        in_time_of(150 * MS, || {
            let began = Instant::now();
            search(&mut *engine, request(limits.clone()));
            assert!(began.elapsed() >= 77 * MS, "{fen}: {:?}", began.elapsed());
            began.elapsed()
        });
    }
}

fn engine_has_no_move(fen: &str) -> bool {
    let fen = (fen != START).then_some(fen);
    ChessGame::new(Variant::NORMAL, fen).unwrap().board().count_legal() == 0
}

/// U-235, U-245: clocks of any size are kept to.
#[test]
fn u235_u245_clocks() {
    for (ms, most) in [(0, 60), (1, 60), (20, 60), (200, 150), (1000, 700)] {
        let clock = Clock { remaining: MS * ms, ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let mut engine = at(KIWIPETE, "");
        in_time_of(MS * most, || {
            let began = Instant::now();
            let (_, done) = search(&mut *engine, request(limits.clone()));
            assert!(done.best.is_some());
            began.elapsed()
        });
    }
}

/// U-241, U-242: without limits, or for analysis, only `stop` ends it.
#[test]
fn u241_u242_endless() {
    for endless in [analyse(), Request::default()] {
        // A mate in one is no reason to end either.
        for fen in [START, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"] {
            let mut engine = at(fen, "");
            let heard = start(&mut *engine, endless.clone());
            assert_eq!(heard.done_within(40 * MS), None, "{fen}");
            engine.stop();
            assert!(heard.done_within(1000 * MS).is_some(), "{fen}");
        }
    }
}

/// U-260, U-262: `stop` at once after `start` gives a legal move; a thousand times.
#[test]
fn u260_u262_start_and_stop() {
    let mut engine = at(KIWIPETE, "");
    let game = ChessGame::new(Variant::NORMAL, Some(KIWIPETE)).unwrap();
    let legal = game.legal_moves(ferz_rules::Notation::Coordinate);
    for _ in 0..1000 {
        let heard = start(&mut *engine, analyse());
        engine.stop();
        engine.wait();
        let mut reports = heard.all();
        let Some(Report::Done(done)) = reports.pop() else { panic!("no answer") };
        assert!(done.best.is_some_and(|best| legal.contains(&best)));
    }
}

/// U-228, U-229, U-261, U-275 to U-278: pondering is held until it was hit or stopped.
#[test]
fn u229_u261_u275_u276_u277_u278_u285_ponder() {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut engine = at(START, "e2e4 e7e5");
    let heard = start(&mut *engine, ponder(limits));
    assert_eq!(heard.done_within(40 * MS), None, "the depth was reached long ago");
    engine.ponder_hit();
    assert!(heard.done_within(500 * MS).is_some_and(|done| done.best.is_some()));

    let clock = Clock { remaining: 100 * MS, ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let heard = start(&mut *engine, ponder(limits.clone()));
    assert_eq!(heard.done_within(200 * MS), None, "the clock does not count yet");
    engine.ponder_hit();
    assert!(heard.done_within(500 * MS).is_some());

    let heard = start(&mut *engine, ponder(limits));
    engine.stop();
    assert!(heard.done_within(500 * MS).is_some());
}

/// U-284, U-286: a hit without pondering changes nothing; without limits only `stop` ends it.
#[test]
fn u284_u286_hits_that_end_nothing() {
    let mut engine = at(START, "");
    for purpose in [analyse(), ponder(Limits::default())] {
        let heard = start(&mut *engine, purpose);
        engine.ponder_hit();
        assert_eq!(heard.done_within(40 * MS), None);
        engine.stop();
        assert!(heard.done_within(500 * MS).is_some());
    }
}

/// C-470 to C-473: while suspended nothing happens; afterwards the search goes on.
#[test]
fn c470_c471_c472_c473_pause() {
    let mut engine = at(START, "");
    let limits = Limits { move_time: Some(60 * MS), ..Limits::default() };
    let heard = start(&mut *engine, request(limits));
    engine.pause(true);
    assert_eq!(heard.done_within(150 * MS), None);
    engine.pause(false);
    assert!(heard.done_within(1000 * MS).is_some());
    let heard = start(&mut *engine, analyse());
    engine.pause(true);
    engine.stop();
    assert!(heard.done_within(500 * MS).is_some(), "a suspended search can be stopped");
}

/// C-280: nodes are time. C-282: CPU time is time.
#[test]
fn c280_c282_nps() {
    let limits = Limits {
        max_time: Some(8 * 1000 * MS),
        nodes_per_second: Some(10_000),
        ..Limits::default()
    };
    let (reports, _) = search(&mut *at(KIWIPETE, ""), request(limits));
    let nodes = lines(&reports).last().unwrap().stats.nodes;
    assert!(nodes <= 80_000 && nodes > 1_000, "{nodes}");
    let limits = Limits { max_time: Some(50 * MS), nodes_per_second: Some(0), ..Limits::default() };
    assert!(search(&mut *at(KIWIPETE, ""), request(limits)).1.best.is_some());
}

/// C-271: within the time, several times in a row.
#[test]
fn c271_max_time() {
    let mut engine = at(KIWIPETE, "");
    for _ in 0..3 {
        let limits = Limits { max_time: Some(100 * MS), ..Limits::default() };
        in_time_of(150 * MS, || {
            let began = Instant::now();
            search(&mut *engine, request(limits.clone()));
            began.elapsed()
        });
    }
}

/// U-332, U-345, U-346: what may come only after a second does not come before.
#[test]
fn u332_u345_u346_patience() {
    let mut engine = at(KIWIPETE, "");
    engine.set_option("UCI_ShowCurrLine", Some("true")).unwrap();
    engine.set_option("UCI_ShowRefutations", Some("true")).unwrap();
    let limits = Limits { move_time: Some(1_600 * MS), ..Limits::default() };
    let (reports, _) = search(&mut *engine, request(limits));
    let early = reports
        .iter()
        .position(|report| matches!(report, Report::Line(line) if line.stats.time >= 1000 * MS))
        .unwrap_or(reports.len());
    for report in &reports[..early] {
        let patient = match report {
            Report::Line(line) => line.bound == Bound::Exact,
            // A number may come when the second is just over.
            Report::Stats(stats) => stats.time >= 1000 * MS,
            _ => true,
        };
        assert!(patient, "{report:?}");
    }
    assert!(reports.iter().any(|report| matches!(report, Report::Current { .. })));
    assert!(reports.iter().any(|report| matches!(report, Report::CurrentLine { .. })));
}

/// A repetition is a draw: the side that is lost takes it, the side that wins avoids it.
#[test]
fn repetition() {
    // White is lost but for a perpetual check on e8 and h5.
    let lost = "6k1/6p1/8/7Q/8/1r5P/1q4PK/8 w - - 0 1";
    let done = answer(lost, "", 8);
    assert!(matches!(done.score, Some(Score::Cp(-5..=5))), "{done:?}");
    // After shuffling twice, the winning side must not go back a third time.
    let winning = "7k/8/8/8/8/8/R7/K7 w - - 0 1";
    let shuffle = "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8";
    let done = answer(winning, shuffle, 8);
    assert_ne!(best(&done), "a2b2", "{done:?}");
    assert!(matches!(done.score, Some(Score::Cp(300..) | Score::MateIn(_))), "{done:?}");
}

/// The fifty-move rule is seen coming: a win that comes too late is none.
#[test]
fn fifty_moves() {
    let fresh = answer("7k/8/8/8/8/8/R7/K7 w - - 0 1", "", 6);
    let stale = answer("7k/8/8/8/8/8/R7/K7 w - - 98 80", "", 6);
    assert!(matches!(fresh.score, Some(Score::Cp(200..))), "{fresh:?}");
    assert!(matches!(stale.score, Some(Score::Cp(-5..=5))), "{stale:?}");
}

/// C-513, U-439: an assigned value counts wherever the position is met.
#[test]
fn c513_u439_assigned_values() {
    let mut engine = at(START, "");
    // After 1.a3 Black is lost, we say.
    engine.set_value(&setup(START, "a2a3"), Some(-900)).unwrap();
    let (_, done) = search(&mut *engine, request(depth(4)));
    assert_eq!((best(&done), done.score), ("a2a3", Some(Score::Cp(900))));
    engine.set_value(&setup(START, "a2a3"), None).unwrap();
    engine.new_game();
    assert_ne!(best(&search(&mut *engine, request(depth(4))).1), "a2a3");
    engine.set_value(&setup(START, ""), Some(77)).unwrap();
    assert_eq!(search(&mut *engine, request(depth(4))).1.score, Some(Score::Cp(77)));
    assert!(engine.set_value(&setup("not a position", ""), Some(1)).is_err());
}

/// After an illegal move the engine stays with the position before it and names the move.
#[test]
fn illegal_moves_and_bad_positions() {
    let mut engine = at(START, "");
    let error = engine.place(&setup(START, "e2e4 e7e5 e4e5")).unwrap_err();
    assert!(error.contains("e4e5"), "{error}");
    let (_, done) = search(&mut *engine, request(depth(2)));
    let mut game = ChessGame::new(Variant::NORMAL, None).unwrap();
    game.play("e2e4").and_then(|()| game.play("e7e5")).unwrap();
    assert!(game.play(best(&done)).is_ok());
    assert!(engine.place(&setup("8/8/8/8/8/8/8/8 w - - 0 1", "")).is_err());
    let (_, done) = search(&mut *engine, request(depth(2)));
    assert!(game.rewrite(best(&done), ferz_rules::Notation::San).is_err() || done.best.is_some());
}

/// What the table knows can be asked, during a search too.
#[test]
fn probe_and_explain() {
    let mut engine = at(KIWIPETE, "");
    search(&mut *engine, request(depth(7)));
    let probe = engine.probe(&setup(KIWIPETE, ""));
    assert!(probe.best.is_some() && (probe.lower.is_some() || probe.upper.is_some()), "{probe:?}");
    let heard = start(&mut *engine, analyse());
    assert!(engine.probe(&setup(KIWIPETE, "")).best.is_some());
    engine.stop();
    assert!(heard.done_within(500 * MS).is_some());
    assert!(!engine.explain().is_empty());
}

/// A position with very many moves, and a line that goes nowhere for long.
#[test]
fn oddities() {
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "QQQQQQQQ/8/8/8/8/8/k7/3K4 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 99 100",
        "8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/k1K5 w - - 0 1",
    ] {
        let mut engine = at(fen, "");
        let (_, done) = search(&mut *engine, request(depth(6)));
        assert_eq!(done.best.is_some(), !engine_has_no_move(fen), "{fen}");
    }
}

/// U-442: several threads search together and give one answer, and nodes add up to the limit.
#[test]
fn threads() {
    let mut engine = at(KIWIPETE, "");
    engine.set_option("Threads", Some("3")).unwrap();
    engine.set_option("Hash", Some("4")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(8)));
    assert!(done.best.is_some());
    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    let (reports, _) = search(&mut *engine, request(limits));
    assert!(lines(&reports).last().unwrap().stats.nodes <= 30_000);
    for _ in 0..50 {
        let heard = start(&mut *engine, analyse());
        engine.stop();
        engine.wait();
        assert!(matches!(heard.all().last(), Some(Report::Done(_))));
    }
    engine.set_option("Threads", Some("1")).unwrap();
    assert!(search(&mut *engine, request(depth(3))).1.best.is_some());
}

/// An engine dropped in the middle of a search ends it.
#[test]
fn dropped_while_searching() {
    let mut engine = at(START, "");
    let heard = start(&mut *engine, analyse());
    drop(engine);
    assert!(matches!(heard.all().last(), Some(Report::Done(_))));
}
