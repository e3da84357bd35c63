//! How games of xiangqi end.

use ferz_rules::xiangqi::{Judgement, XiangqiGame, judge};
use ferz_rules::{
    DrawReason, Game, Offence, Repetition, Rulings, Side, Variant, Verdict, WinReason, new_game,
};

fn outcome(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "continue",
        Verdict::Claimable(_) => "claimable-draw",
        Verdict::Draw(_) => "draw",
        Verdict::Win(Side::First, _) => "white-wins",
        Verdict::Win(Side::Second, _) => "black-wins",
    }
}

/// The rows of `data/xiangqi-outcomes.tsv`, each under the rules that its source names.
#[test]
fn games_end_as_expected() {
    let rows = include_str!("data/xiangqi-outcomes.tsv").lines().filter(|l| !l.starts_with('#'));
    let mut count = 0;
    for row in rows.skip(1) {
        let [variant, fen, moves, expected, _, source] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("six columns");
        let repetition = match source {
            text if text.contains("Chinese rules") || text.starts_with("UCCI") => {
                Repetition::Chinese
            }
            _ => Repetition::Asian,
        };
        let rulings = Rulings { repetition, ..Rulings::default() };
        let variant = Variant::by_name(variant).expect(variant);
        let mut game = match XiangqiGame::with_rulings(variant, Some(fen), rulings) {
            Ok(game) => game,
            // One row's move is illegal in a position that is none: Red could take the king.
            Err(error) => {
                assert_eq!(
                    (error.reason, expected),
                    ("the side not to move is in check", "illegal")
                );
                count += 1;
                continue;
            }
        };
        let played = moves.split_whitespace().try_for_each(|text| game.play(text));
        if expected == "white-must-deviate" {
            played.expect(moves);
            let again = game.board().read_move("h6i4").unwrap();
            assert_eq!((game.side(), game.verdict()), (Side::First, Verdict::Open), "{row}");
            // X-113 and the document's own example of `banmoves`.
            assert_eq!(game.banned(), [again], "{row}");
        } else {
            let outcome = if played.is_err() { "illegal" } else { outcome(&game.verdict()) };
            assert_eq!(outcome, expected, "{row}");
        }
        count += 1;
    }
    assert_eq!(count, 11);
}

/// The rows of `data/xiangqi-repetition.tsv`; X-113.
#[test]
fn cycles_end_as_fairy_stockfish_judges_them() {
    let rows = include_str!("data/xiangqi-repetition.tsv").lines().filter(|l| !l.starts_with('#'));
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows.skip(1) {
        let [fen, moves, expected, case] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let mut game = XiangqiGame::new(Variant::XIANGQI, Some(fen)).expect(fen);
        for text in moves.split_whitespace() {
            game.play(text).expect(row);
        }
        let verdict = game.verdict();
        if outcome(&verdict) != expected {
            wrong.push(format!("{case}: {verdict:?}, not {expected}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[track_caller]
fn verdict(fen: &str, moves: &str, expected: Verdict) {
    let mut game = new_game(Variant::XIANGQI, Some(fen)).expect(fen);
    for text in moves.split_whitespace() {
        game.play(text).expect(text);
    }
    assert_eq!(game.verdict(), expected, "{moves} in {fen}");
}

/// who has no move has lost, in check or not.
#[test]
fn mate_and_stalemate_lose() {
    let red = |reason| Verdict::Win(Side::First, reason);
    verdict("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "", red(WinReason::Stalemate));
    verdict("3k5/3R5/4P4/9/9/9/9/9/9/4K4 b", "", Verdict::Open);
    verdict("3k5/9/9/9/9/9/9/9/4R4/4K4 w", "e1e9", Verdict::Open);
    // The king cannot step aside, since the kings would face each other.
    verdict("3k5/R8/9/9/9/9/9/9/4R4/4K4 w", "e1d1", red(WinReason::Checkmate));
    verdict("3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "b1b9", red(WinReason::Checkmate));
    // Mate comes before the count.
    verdict("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 119 90", "b1b9", red(WinReason::Checkmate));
}

#[test]
fn sixty_moves_without_capture() {
    let natural = Verdict::Draw(DrawReason::NaturalMoves);
    verdict("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 118 90", "e1f1", Verdict::Open);
    verdict("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 119 90", "e1f1", natural);
    verdict("3k5/9/9/9/9/9/9/9/4Rp3/4K4 w - - 119 90", "e1f1", Verdict::Open);
    let fen = Some("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 500 290");
    let rulings = Rulings { natural_limit: None, ..Rulings::default() };
    let game = XiangqiGame::with_rulings(Variant::XIANGQI, fen, rulings).unwrap();
    assert_eq!(game.verdict(), Verdict::Open);
    let rulings = Rulings { natural_limit: Some(100), ..Rulings::default() };
    let game = XiangqiGame::with_rulings(Variant::XIANGQI, fen, rulings).unwrap();
    assert_eq!(
        (game.verdict(), game.rulings()),
        (Verdict::Draw(DrawReason::NaturalMoves), rulings)
    );
}

#[test]
fn draws_by_material() {
    let dead = Verdict::Draw(DrawReason::InsufficientMaterial);
    verdict("2bak4/9/9/9/9/9/9/9/9/2BK1A3 w", "", dead.clone());
    verdict("2bak4/9/9/9/9/9/P8/9/9/2BK1A3 w", "", Verdict::Open);
    verdict("2bak4/9/9/9/9/9/9/9/8n/2BK1A3 w", "", Verdict::Open);
    // Where elephants become pawns there is always hope.
    let game = |fen| new_game(Variant::XIANGQI_PROMOTION, Some(fen)).unwrap();
    assert_eq!(game("2bak4/9/9/9/9/9/9/9/9/2BK1A3 w").verdict(), Verdict::Open);
    assert_eq!(game("4k4/9/9/9/9/9/9/9/9/3K5 w").verdict(), dead);
}

/// Two cycles of `cycle`, judged by each rule set: Asian, Chinese, Computer.
#[track_caller]
fn cycles(fen: &str, cycle: &str, expected: [&str; 3]) {
    let sets = [Repetition::Asian, Repetition::Chinese, Repetition::Computer];
    for (repetition, expected) in sets.into_iter().zip(expected) {
        let rulings = Rulings { repetition, ..Rulings::default() };
        let mut game = XiangqiGame::with_rulings(Variant::XIANGQI, Some(fen), rulings).unwrap();
        for text in cycle.split_whitespace().chain(cycle.split_whitespace()) {
            game.play(text).expect(text);
        }
        assert_eq!(outcome(&game.verdict()), expected, "{repetition:?} {cycle} in {fen}");
    }
}

/// Mixtures of offences, and what is none.
#[test]
fn rule_sets_differ() {
    // Check and idle move in turn; then check and chase: the Chinese rules count both together.
    let cycle = "b4e4 e9d9 e4b4 d9e9";
    cycles("4k4/9/9/9/9/1R7/9/9/9/5K3 w", cycle, ["draw"; 3]);
    cycles("4k4/9/1c7/9/9/1R7/9/9/9/5K3 w", cycle, ["draw", "black-wins", "draw"]);
    // Two victims in turn.
    let cycle = "a2c2 e9d9 c2a2 d9e9";
    cycles("4k4/9/c1c6/9/9/9/9/R8/9/5K3 w", cycle, ["draw", "black-wins", "draw"]);
    // The king may chase, and so may anyone a pawn that has not crossed the river.
    cycles("5k3/9/9/9/9/9/9/3c5/4K4/9 w", "e1d1 d2e2 d1e1 e2d2", ["draw"; 3]);
    let cycle = "a2c2 e9d9 c2a2 d9e9";
    cycles("4k4/9/9/p1p6/9/9/9/R8/9/5K3 w", cycle, ["draw"; 3]);
    // Threats of mate with every move, mate itself put off: the Asian rules allow them.
    let cycle = "h1g1 a5a4 g1h1 a4a5";
    cycles("3k5/1R7/9/9/c8/9/9/9/7R1/4K4 w", cycle, ["draw", "black-wins", "draw"]);
    // A rook pinned by a horse cannot offer the exchange (diagram 39 of the Asian rules).
    let cycle = "e1f0 h3h1 f0e1 h1h3";
    cycles("5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w", cycle, ["white-wins"; 3]);
    // The horse's protector is pinned again and again; the simple rule looks at no pins.
    let cycle = "e3g4 e1f1 g4e3 f1e1";
    let fen = "4k4/4c4/9/4p4/9/9/3rn4/3NR4/4K4/9 b";
    cycles(fen, cycle, ["white-wins", "white-wins", "draw"]);
}

#[test]
fn the_standing_of_a_cycle() {
    let fen = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1";
    let mut game = XiangqiGame::new(Variant::XIANGQI, Some(fen)).unwrap();
    assert_eq!(game.standing(), None);
    for text in ["d9e9", "d1e1", "e9d9", "e1d1"] {
        game.play(text).unwrap();
    }
    let loses = Judgement::Loses(Side::First, Offence::PerpetualCheck);
    assert_eq!((game.standing(), game.occurrences()), (Some(loses), 2));
    assert_eq!(game.verdict(), Verdict::Open);
    assert!(game.banned().is_empty(), "Black offends with nothing");
    for text in ["d9e9", "d1e1", "e9d9"] {
        game.play(text).unwrap();
    }
    let banned: Vec<String> = game.banned().iter().map(|mv| mv.to_string()).collect();
    assert_eq!(banned, ["e1d1"]);
    game.play("e1d1").unwrap();
    assert_eq!(game.verdict(), Verdict::Win(Side::Second, WinReason::PerpetualCheck));
    assert!(game.undo());
    assert_eq!(game.verdict(), Verdict::Open);
}

#[test]
fn a_picture() {
    let game = new_game(Variant::XIANGQI, None).unwrap();
    let expected = "  +-------------------+
9 | r n b a k a b n r |
8 | . . . . . . . . . |
7 | . c . . . . . c . |
6 | p . p . p . p . p |
5 | . . . . . . . . . |
4 | . . . . . . . . . |
3 | P . P . P . P . P |
2 | . C . . . . . C . |
1 | . . . . . . . . . |
0 | R N B A K A B N R |
  +-------------------+
    a b c d e f g h i
";
    assert_eq!(game.picture(), expected);
    assert_eq!((game.size(), game.perft(3)), ((9, 10), 79666));
}

/// What becomes of all that happened since the last position occurred first.
fn cycle(rules: Repetition, fen: &str, moves: &str) -> Result<Judgement, String> {
    let mut game = XiangqiGame::new(Variant::XIANGQI, Some(fen)).map_err(|why| why.to_string())?;
    for text in moves.split_whitespace() {
        game.play(text).map_err(|why| why.to_string())?;
    }
    let (now, before) = game.keys().split_last().ok_or("no position")?;
    let first = before.iter().position(|key| key == now).ok_or("nothing is repeated")?;
    Ok(judge(rules, &game.boards()[first..], &game.record()[first..]))
}

/// The rows of `data/xiangqi-diagrams.tsv`, the diagrams of the Asian rule book among them; X-113.
#[test]
fn diagrams_of_the_asian_rule_book() {
    let rows = include_str!("data/xiangqi-diagrams.tsv").lines().filter(|l| !l.starts_with('#'));
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows.skip(1) {
        let [fen, moves, expected, case] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let judgement =
            cycle(Repetition::Asian, fen, moves).unwrap_or_else(|why| panic!("{case}: {why}"));
        let found = match judgement {
            Judgement::Draw => "draw",
            Judgement::Loses(Side::First, _) => "red-loses",
            Judgement::Loses(Side::Second, _) => "black-loses",
        };
        if found != expected {
            wrong.push(format!("{case}: {found}, not {expected}\n    {fen}  {moves}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, 123);
}

/// Where the Chinese rules part from the Asian ones in the same diagrams: of the Chinese Xiangqi
/// Association's rules of 2011 and 2020, which let no side go on alone with threats of mate, or with
/// checks, threats of mate and chases in turn.
#[test]
fn diagrams_that_the_chinese_rules_judge_otherwise() {
    let rows = include_str!("data/xiangqi-diagrams.tsv").lines();
    let (mut count, mut wrong) = (0, Vec::new());
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [fen, moves, "draw", case] = columns[..] else { continue };
        let forbidden = ["One check, one chase", "Perpetual threat of mate by", "A cannon checks"];
        if forbidden.iter().any(|start| case.starts_with(start)) {
            count += 1;
            let judgement = cycle(Repetition::Chinese, fen, moves);
            if judgement != Ok(Judgement::Loses(Side::First, Offence::PerpetualChase)) {
                wrong.push(format!("{case}: {judgement:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(count, 6);
}
