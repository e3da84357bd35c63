//! The tuner agrees with the evaluation, gives the same table for the same seed, and finds its way.

use ferz_datagen::random::Random;
use ferz_engine::eval::chess::{HandMade, Trace};
use ferz_rules::Variant;
use ferz_rules::chess::Board;
use ferz_tune::data::Set;
use ferz_tune::fit::{Plan, error, fit};
use ferz_tune::model::{Aim, current, expected, learn, no_gradient, rounded, value};
use ferz_tune::print::source;

/// Positions of random games with scores and results that depend on the position.
fn positions(games: u64) -> Set {
    let mut set = Set::default();
    let mut evaluation = HandMade::new();
    let mut trace = Trace::default();
    for game in 0..games {
        let mut random = Random::new(game);
        let mut board = Board::start(Variant::Normal);
        for _ in 0..120 {
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len())]);
            evaluation.trace(&board, &mut trace);
            if !trace.special && !trace.scale.contains(&0) && trace.value.abs() < 3000 {
                let white = board.pieces(ferz_rules::Side::First, ferz_rules::chess::Kind::Knight);
                let black = board.pieces(ferz_rules::Side::Second, ferz_rules::chess::Kind::Knight);
                let knights = white.count() as i32 - black.count() as i32;
                set.push(&trace, trace.value, 0.5 + 0.25 * knights.signum() as f64);
            }
        }
    }
    set
}

#[test]
fn the_model_has_the_value_of_the_evaluation() {
    let set = positions(40);
    let numbers = current();
    assert!(set.entries.len() > 3000);
    for entry in &set.entries {
        // The engine rounds a few times on its way.
        let difference = value(&set, entry, &numbers) - entry.value as f64;
        assert!(difference.abs() < 3.0, "{difference}");
    }
}

#[test]
fn the_gradient_is_the_slope() {
    let set = positions(3);
    let aim = Aim { steepness: 0.005, outcome_share: 0.7 };
    let mut numbers = current();
    let miss = |numbers: &Vec<[f64; 2]>, index: usize| {
        let entry = &set.entries[index];
        (expected(value(&set, entry, numbers), aim.steepness) - aim.points(entry)).powi(2)
    };
    for entry in (0..set.entries.len()).step_by(29) {
        let mut gradient = no_gradient();
        learn(&set, &set.entries[entry], &numbers, &aim, &mut gradient);
        for index in 0..numbers.len() {
            for half in 0..2 {
                let here = numbers[index][half];
                numbers[index][half] = here + 1e-4;
                let above = miss(&numbers, entry);
                numbers[index][half] = here - 1e-4;
                let below = miss(&numbers, entry);
                numbers[index][half] = here;
                let slope = (above - below) / 2e-4;
                let difference = (slope - gradient[index][half]).abs();
                assert!(difference < 1e-7 + 1e-4 * slope.abs(), "{index} {half}: {slope}");
            }
        }
    }
}

fn tuned(set: &Set, threads: usize, seed: u64) -> (f64, String) {
    let aim = Aim { steepness: 0.005, outcome_share: 1.0 };
    let mut numbers = current();
    let plan = Plan { aim, epochs: 4, batch: 512, step: [2.0, 0.5], anchor: 0.0, threads, seed };
    fit(set, &mut numbers, &plan, &mut |_, _, _| {});
    (error(set, &numbers, &aim), source(&rounded(&numbers), "A test."))
}

#[test]
fn the_same_seed_gives_the_same_table() {
    let set = positions(40);
    let aim = Aim { steepness: 0.005, outcome_share: 1.0 };
    let before = error(&set, &current(), &aim);
    let (after, table) = tuned(&set, 1, 3);
    assert!(after < before * 0.9, "{after} {before}");
    assert_eq!(table, tuned(&set, 2, 3).1, "threads must not matter");
    assert_ne!(table, tuned(&set, 2, 4).1);
}

// The source in the engine is what the tuner prints for its numbers, whatever the note says.
#[test]
fn the_table_in_the_engine_is_as_printed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/eval/chess/params.rs");
    let text = std::fs::read_to_string(path).expect("the table's source");
    let printed = source(&ferz_engine::eval::chess::table(), "");
    let body = |text: &str| text.split_once("use super").map(|(_, body)| body.to_owned());
    assert_eq!(body(&text), body(&printed));
}
