//! Properties of the evaluation, over positions from random games.

use super::*;
use crate::Evaluator;
use crate::eval::danger::danger_cost;
use ferz_rules::Variant;
use proptest::prelude::*;

/// Plays random moves and shows each position with the one before it.
fn walk(variant: Variant, choices: &[u16], mut visit: impl FnMut(&Board, Option<&Board>)) {
    let mut board = Board::start(variant);
    visit(&board, None);
    for choice in choices {
        let moves = board.legal();
        if moves.is_empty() {
            return;
        }
        let before = board;
        board.play(moves[*choice as usize % moves.len()]);
        visit(&board, Some(&before));
    }
}

/// The position with colours exchanged and the board turned upside down.
fn mirrored(board: &Board) -> Board {
    let fen = board.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(swapped).collect()
    };
    let placement: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!(
        "{} {side} {} {en_passant} {} {}",
        placement.join("/"),
        swap(fields[2]),
        fields[4],
        fields[5]
    );
    Board::from_fen(&text, Variant::NORMAL).expect("the mirror image of a position is one")
}

fn value(evaluation: &mut HandMade, board: &Board) -> i32 {
    let mut state = Pair::ZERO;
    evaluation.refresh(board, &mut state);
    evaluation.evaluate(board, &state)
}

/// The value that the counts of a trace and the table give, by the formula the tuner uses.
fn rebuilt(trace: &Trace) -> i32 {
    let numbers = table();
    let mut sums = [[Pair::ZERO; 3]; 2];
    for field in fields() {
        for index in field.range() {
            for (side, counts) in trace.counts.iter().enumerate() {
                sums[side][field.class as usize] += numbers[index] * counts[index] as i32;
            }
        }
    }
    let [white, black] = sums;
    let linear = white[0] - black[0] - danger_cost(white[1]) + danger_cost(black[1]);
    let endgame = linear.endgame();
    let endgame = endgame + bounded(white[2].endgame(), endgame);
    let scale = trace.scale[(endgame < 0) as usize];
    mix(linear.middlegame(), endgame, trace.phase, scale)
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..160)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn colours_are_equal(choices in choices()) {
        let mut evaluation = HandMade::new();
        let mut pairs = Vec::new();
        walk(Variant::NORMAL, &choices, |board, _| pairs.push((*board, mirrored(board))));
        for (board, mirror) in pairs {
            prop_assert_eq!(
                value(&mut evaluation, &board), value(&mut evaluation, &mirror), "{}", board);
        }
    }

    #[test]
    fn state_is_kept_along_a_line(choices in choices(), variant in prop_oneof![
        Just(Variant::NORMAL), Just(Variant::CHESS960)]) {
        let mut evaluation = HandMade::new();
        let mut kept = Pair::ZERO;
        let mut pairs = Vec::new();
        walk(variant, &choices, |board, before| {
            let mut fresh = Pair::ZERO;
            evaluation.refresh(board, &mut fresh);
            match before {
                None => kept = fresh,
                Some(before) => kept = psq::updated(before, board, kept),
            }
            pairs.push((fresh, kept));
        });
        for (fresh, kept) in pairs {
            prop_assert_eq!(fresh, kept);
        }
    }

    #[test]
    fn a_trace_tells_the_whole_value(choices in choices()) {
        let mut evaluation = HandMade::new();
        let mut trace = HandMade::blank();
        let mut failed = None;
        walk(Variant::NORMAL, &choices, |board, _| {
            let squares = psq::fresh(board);
            let played = evaluation.value(board, squares, &mut Silent).total;
            evaluation.trace(board, &mut trace);
            let told = if trace.special { trace.value } else { rebuilt(&trace) };
            if played != trace.value || played != told {
                failed = Some(format!("{board}: {played} {} {told}", trace.value));
            }
        });
        prop_assert_eq!(failed, None);
    }
}

// Castling in Chess960 where king and rook exchange their squares, and where only one moves.
#[test]
fn state_after_castling() {
    for fen in ["5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "2kr4/8/8/8/8/8/8/2K5 b d - 0 1"] {
        let before = Board::from_fen(fen, Variant::CHESS960).expect("a position");
        let mut castlings = 0;
        for mv in before.legal() {
            let mut after = before;
            after.play(mv);
            castlings += mv.is_castling() as usize;
            assert_eq!(psq::updated(&before, &after, psq::fresh(&before)), psq::fresh(&after));
        }
        assert_eq!(castlings, 1, "{fen}");
    }
}

/// The value from White's point of view.
fn white(fen: &str) -> i32 {
    let board = Board::from_fen(fen, Variant::NORMAL).expect("a position");
    let value = value(&mut HandMade::new(), &board);
    if board.side() == ferz_rules::Side::First { value } else { -value }
}

#[test]
fn drawn_endgames() {
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/2B1K3/8/8 b - - 0 1",
        // The bishop does not control the corner.
        "k7/8/1K6/P7/8/8/8/2B5 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 3 1",
    ] {
        let value = white(fen);
        let won = fen.starts_with("4k3");
        assert_eq!(value > 300, won, "{fen}: {value}");
        assert!(won || value == 0, "{fen}: {value}");
    }
}

#[test]
fn a_lone_king_is_driven_to_the_edge() {
    let centre = white("8/8/8/3k4/8/3K4/8/R7 w - - 0 1");
    let edge = white("3k4/8/3K4/8/8/8/8/R7 w - - 0 1");
    assert!(edge > centre && centre > 600, "{edge} {centre}");
    let right = white("8/8/8/8/8/2NBK3/8/7k w - - 0 1");
    let wrong = white("8/8/8/8/8/2NBK3/8/k7 w - - 0 1");
    assert!(right > wrong, "mate is in the corner of the bishop's colour: {right} {wrong}");
}

#[test]
fn an_explanation_has_its_total() {
    let board = Board::start(Variant::NORMAL);
    let text = HandMade::new().explain(&board);
    let tempo = mix(PARAMS.tempo.middlegame(), 0, FULL_PHASE, 128) as f64 / 100.0;
    assert!(text.contains(&format!("total {tempo:+.2} for White")), "{text}");
}
