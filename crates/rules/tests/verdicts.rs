//! How games end.

use ferz_rules::{DrawReason, Game, Notation, Side, Variant, Verdict, chess::ChessGame, new_game};
use std::time::{Duration, Instant};

/// The rows of `data/outcomes.tsv`; C-315, C-580 among them.
#[test]
fn games_end_as_expected() {
    let rows = include_str!("data/outcomes.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows.skip(1) {
        let [variant, fen, moves, expected, _, _] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("six columns");
        let mut game = new_game(Variant::by_name(variant).expect(variant), Some(fen)).expect(fen);
        let played = moves.split_whitespace().try_for_each(|text| game.play(text));
        let outcome = match (played, game.verdict()) {
            (Err(_), _) => "illegal",
            (_, Verdict::Open) => "continue",
            (_, Verdict::Claimable(_)) => "claimable-draw",
            (_, Verdict::Draw(_)) => "draw",
            (_, Verdict::Win(Side::First, _)) => "white-wins",
            (_, Verdict::Win(Side::Second, _)) => "black-wins",
        };
        assert_eq!(outcome, expected, "{row}");
        count += 1;
    }
    assert!(count >= 27, "only {count} rows");
}

#[track_caller]
fn material(placement: &str, expected: Verdict) {
    for side in ["w", "b"] {
        let game = new_game(Variant::NORMAL, Some(&format!("{placement} {side} - -"))).unwrap();
        assert_eq!(game.verdict(), expected, "{placement} {side}");
    }
}

/// C-580: K-K, KN-K, KB-K, and bishops that all stand on one colour; nothing else.
#[test]
fn draws_by_material() {
    let dead = Verdict::Draw(DrawReason::InsufficientMaterial);
    material("4k3/8/8/8/8/8/8/4K3", dead.clone());
    material("4k3/8/8/8/8/8/8/4KN2", dead.clone());
    material("4kb2/8/8/8/8/8/8/4K3", dead.clone());
    material("4kb2/8/8/8/8/8/8/2B1K3", dead.clone());
    material("4kb2/8/6b1/8/8/8/1B6/2B1K3", Verdict::Open);
    material("4kb2/8/7b/8/8/B7/8/2B1K3", dead);
    material("4k3/8/8/8/8/8/8/4KNN1", Verdict::Open);
    material("4k1n1/8/8/8/8/8/8/4K1N1", Verdict::Open);
    material("4k1n1/8/8/8/8/8/8/4KB2", Verdict::Open);
    material("4kb2/8/8/8/8/8/8/4KB2", Verdict::Open);
    material("4k3/8/8/8/8/8/8/2B1KB2", Verdict::Open);
    material("4k3/8/8/8/8/8/4P3/4K3", Verdict::Open);
}

/// U-202: repetition is judged over the whole record, and undone with it.
#[test]
fn repetition_and_undo() {
    let mut game = ChessGame::new(Variant::NORMAL, None).unwrap();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for text in shuffle.iter().cycle().take(8) {
        assert_eq!(game.verdict(), Verdict::Open);
        game.play(text).unwrap();
    }
    assert_eq!(game.verdict(), Verdict::Claimable(DrawReason::Repetition));
    assert_eq!(game.keys().len(), 9);
    assert_eq!(game.keys()[0], game.key());
    assert_eq!(game.occurrences(), 3);
    assert!(game.undo());
    assert_eq!(game.verdict(), Verdict::Open);
    assert_eq!(game.ply(), 7);
}

#[test]
fn a_picture() {
    let game = new_game(Variant::NORMAL, None).unwrap();
    let expected = "  +-----------------+
8 | r n b q k b n r |
7 | p p p p p p p p |
6 | . . . . . . . . |
5 | . . . . . . . . |
4 | . . . . . . . . |
3 | . . . . . . . . |
2 | P P P P P P P P |
1 | R N B Q K B N R |
  +-----------------+
    a b c d e f g h
";
    assert_eq!(game.picture(), expected);
    assert_eq!(
        (game.size(), game.perft(3), game.legal_moves(Notation::San).len()),
        ((8, 8), 8902, 20)
    );
}

/// A host sends the whole game before each move. The bound leaves room for a busy machine.
#[test]
fn a_thousand_moves_replay_in_milliseconds() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let best = (0..20)
        .map(|_| {
            let start = Instant::now();
            let mut game = ChessGame::new(Variant::NORMAL, None).unwrap();
            for text in shuffle.iter().cycle().take(1000) {
                game.play(text).unwrap();
            }
            assert_eq!(game.ply(), 1000);
            start.elapsed()
        })
        .min();
    assert!(best < Some(Duration::from_millis(20)), "{best:?}");
}

/// C-219: who has no move in bughouse waits, as long as a piece could help; what is in hand can be used
/// at once.
#[test]
fn partners_wait() {
    let bughouse = Variant::by_name("bughouse").unwrap();
    let far = "R5k1/5ppp/8/8/8/8/8/6K1";
    for (hands, waits, moves) in
        [("", true, 0), ("NNPq", false, 5), ("p", true, 0), ("n", false, 5)]
    {
        let game = new_game(bughouse, Some(&format!("{far}[{hands}] b - - 0 1"))).unwrap();
        let legal = game.legal_moves(Notation::Coordinate).len();
        assert_eq!((game.waits(), legal), (waits, moves), "{hands}");
        assert_eq!((game.in_check(), game.verdict()), (true, Verdict::Open), "{hands}");
    }
    let waits = |variant, fen: &str| new_game(variant, Some(fen)).unwrap().waits();
    assert!(!waits(bughouse, "6k1/6Q1/6K1/8/8/8/8/8[] b - - 0 1"), "mate");
    assert!(!waits(bughouse, bughouse.start_fen));
    assert!(!waits(Variant::by_name("crazyhouse").unwrap(), &format!("{far}[] b - - 0 1")));
    assert!(!waits(Variant::NORMAL, &format!("{far} b - - 0 1")));
}
