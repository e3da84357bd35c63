//! Properties of the evaluation, over positions from random games.

use super::*;
use crate::eval::danger::danger_cost;
use crate::eval::terms::Class;
use ferz_rules::Variant;
use proptest::prelude::*;

/// Plays random moves and shows each position with the one before it and the move.
fn walk(
    choices: &[u16],
    mut visit: impl FnMut(&Board, Option<(Board, ferz_rules::xiangqi::Move)>),
) {
    let mut board = Board::start(Variant::XIANGQI);
    visit(&board, None);
    for choice in choices {
        let moves = board.legal();
        if moves.is_empty() {
            return;
        }
        let before = board;
        let mv = moves[*choice as usize % moves.len()];
        board.play(mv);
        visit(&board, Some((before, mv)));
    }
}

/// The position with colours exchanged and the board turned upside down, or only left and right
/// exchanged.
fn mirrored(board: &Board, colours: bool) -> Board {
    let fen = board.to_string();
    let (placement, rest) = fen.split_once(' ').expect("a FEN has fields");
    let rows = placement.split('/');
    let text = if colours {
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let rows: Vec<String> = rows.rev().map(|row| row.chars().map(swap).collect()).collect();
        let side = if rest.starts_with('w') { "b" } else { "w" };
        format!("{} {side}{}", rows.join("/"), &rest[1..])
    } else {
        let rows: Vec<String> = rows.map(|row| row.chars().rev().collect()).collect();
        format!("{} {rest}", rows.join("/"))
    };
    Board::from_fen(&text, Variant::XIANGQI).expect("the mirror image of a position is one")
}

fn value(board: &Board) -> i32 {
    let mut state = Pair::ZERO;
    let mut evaluation = HandMade::new();
    evaluation.refresh(board, &mut state);
    evaluation.evaluate(board, &state)
}

/// The value that the counts of a trace and the table give, by the formula the tuner uses.
fn rebuilt(trace: &Trace) -> i32 {
    let numbers = table();
    let mut sum = Pair::ZERO;
    for (side, counts) in trace.counts.iter().enumerate() {
        let (mut linear, mut danger) = (Pair::ZERO, Pair::ZERO);
        for field in fields() {
            for index in field.range() {
                let part = numbers[index] * counts[index] as i32;
                match field.class {
                    Class::Danger => danger += part,
                    _ => linear += part,
                }
            }
        }
        let own = linear - danger_cost(danger);
        sum += if side == 0 { own } else { -own };
    }
    let endgame = sum.endgame() * trace.scale[(sum.endgame() < 0) as usize] / endgame::FULL;
    (sum.middlegame() * trace.phase + endgame * (FULL_PHASE - trace.phase)) / FULL_PHASE
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The state kept along a game is the one computed from nothing.
    #[test]
    fn the_state_is_kept(choices in proptest::collection::vec(any::<u16>(), 0..200)) {
        let mut state = Pair::ZERO;
        walk(&choices, |board, last| {
            let mut fresh = Pair::ZERO;
            HandMade::new().refresh(board, &mut fresh);
            match last {
                None => state = fresh,
                Some((before, mv)) => {
                    let from = state;
                    HandMade::new().update(&before, mv, board, &from, &mut state);
                }
            }
            assert_eq!(state, fresh, "{board}");
        });
    }

    /// Neither colour nor wing makes a difference.
    #[test]
    fn mirrors_are_worth_the_same(choices in proptest::collection::vec(any::<u16>(), 0..200)) {
        walk(&choices, |board, _| {
            let here = value(board);
            assert_eq!(here, value(&mirrored(board, true)), "{board}");
            assert_eq!(here, value(&mirrored(board, false)), "{board}");
        });
    }

    /// What is remembered of a material is what a fresh look says.
    #[test]
    fn memory_changes_nothing(choices in proptest::collection::vec(any::<u16>(), 0..200)) {
        let mut evaluation = HandMade::new();
        walk(&choices, |board, _| {
            let mut state = Pair::ZERO;
            evaluation.refresh(board, &mut state);
            assert_eq!(evaluation.evaluate(board, &state), value(board), "{board}");
        });
    }

    /// What the trace notes adds up to what the evaluation says.
    #[test]
    fn a_trace_tells_all(choices in proptest::collection::vec(any::<u16>(), 0..200)) {
        let mut trace = HandMade::blank();
        walk(&choices, |board, _| {
            HandMade::new().trace(board, &mut trace);
            let sign = if board.side().index() == 0 { 1 } else { -1 };
            assert_eq!(trace.value * sign, value(board), "{board}");
            assert_eq!(rebuilt(&trace), trace.value, "{board}");
        });
    }
}

#[test]
fn what_cannot_be_won_is_no_advantage() {
    let board = |fen| Board::from_fen(fen, Variant::XIANGQI).unwrap();
    // Guards alone; a cannon without anything to jump over.
    assert!(value(&board("3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1")).abs() < 30);
    assert!(value(&board("3k1a3/4a4/4b4/9/9/9/9/9/1C7/4K4 w - - 0 1")).abs() < 60);
    assert!(value(&board("3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1")) > 600);
}

#[test]
fn the_explanation_names_what_counts() {
    let text = HandMade::new().explain(&Board::start(Variant::XIANGQI));
    for word in ["Material", "Guards", "Attack", "Danger", "Red"] {
        assert!(text.contains(word), "{text}");
    }
}
