//! The tuner agrees with the evaluation, gives the same table for the same seed, and finds its way.

use ferz_datagen::format::{Ending, Played, Record, file_start};
use ferz_datagen::game::Playable;
use ferz_datagen::reader::Filter;
use ferz_engine::eval::{Evaluated, Tunable, chess, xiangqi};
use ferz_rules::Random;
use ferz_rules::chess::Board;
use ferz_rules::{Position, Side, Variant};
use ferz_tune::chances::load;
use ferz_tune::data::Set;
use ferz_tune::fit::{Plan, error, fit};
use ferz_tune::model::{Aim, Numbers, expected, learn, no_gradient, rounded, unrounded, value};
use ferz_tune::print::source;

/// Positions of random games with scores and results that depend on the position.
fn positions_of<P>(variant: Variant, games: u64, better: impl Fn(&P, Side) -> i32) -> Set
where
    P: Playable + Evaluated<Evaluator: Tunable<P>>,
{
    let mut set = Set::new(P::Evaluator::fields());
    let mut evaluation = P::evaluator();
    let mut trace = P::Evaluator::blank();
    for game in 0..games {
        let mut random = Random::new(game);
        let mut board = P::start(variant);
        for _ in 0..120 {
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len())]);
            evaluation.trace(&board, &mut trace);
            if !trace.special && !trace.scale.contains(&0) && trace.value.abs() < 3000 {
                let ahead = better(&board, Side::First) - better(&board, Side::Second);
                set.push(&trace, trace.value, 0.5 + 0.25 * ahead.signum() as f64);
            }
        }
    }
    set
}

fn positions(games: u64) -> Set {
    positions_of(Variant::NORMAL, games, |board: &Board, side| {
        board.pieces(side, ferz_rules::chess::Kind::Knight).count() as i32
    })
}

fn positions_of_xiangqi(games: u64) -> Set {
    use ferz_rules::xiangqi::{Board, Kind};
    positions_of(Variant::XIANGQI, games, |board: &Board, side| {
        board.pieces(side, Kind::Horse).count() as i32
    })
}

fn current() -> Numbers {
    unrounded(&chess::table())
}

#[test]
fn the_model_has_the_value_of_the_evaluation() {
    let xiangqi = (positions_of_xiangqi(40), unrounded(&xiangqi::table()));
    for (set, numbers) in [(positions(40), current()), xiangqi] {
        assert!(set.entries.len() > 3000);
        for entry in &set.entries {
            // The engine rounds a few times on its way.
            let difference = value(&set, entry, &numbers) - entry.value as f64;
            assert!(difference.abs() < 3.0, "{difference}");
        }
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
        let mut gradient = no_gradient(numbers.len());
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
    (error(set, &numbers, &aim), source(&rounded(&numbers), &set.fields, "A test."))
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

// The sources in the engine are what the tuner prints for their numbers, whatever the note says.
#[test]
fn the_tables_in_the_engine_are_as_printed() {
    for (game, table, fields) in [
        ("chess", chess::table(), chess::fields()),
        ("xiangqi", xiangqi::table(), xiangqi::fields()),
    ] {
        let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/eval");
        let path = format!("{engine}/{game}/params.rs");
        let text = std::fs::read_to_string(path).expect("the table's source");
        let printed = source(&table, &fields, "");
        let body = |text: &str| text.split_once("use super").map(|(_, body)| body.to_owned());
        assert_eq!(body(&text), body(&printed), "{game}");
    }
}

/// The chances are fitted to every searched position of the games, and to none of a side line.
#[test]
fn chances_are_read_from_games() {
    let mut bytes = file_start("");
    for (seed, ending) in [(1, Ending::TooLong), (2, Ending::Open)] {
        let mut random = Random::new(seed);
        let mut record =
            Record::<Board> { ending, left: Some(7), ..Record::new(Variant::NORMAL, None) };
        let mut board = record.start().expect("the start");
        for score in 0..20 {
            let moves = board.legal();
            let mv = moves[random.below(moves.len())];
            record.moves.push(Played { mv, score: 10 * score });
            board.play(mv);
        }
        record.write(&mut bytes);
    }
    let path = std::env::temp_dir().join(format!("ferz-chances-{}.games", std::process::id()));
    std::fs::write(&path, bytes).expect("a file for the test");
    let filter = Filter { first_ply: 4, quiet: false, max_score: 150 };
    let games = load::<Board>(std::slice::from_ref(&path), &filter).expect("the file");
    std::fs::remove_file(&path).expect("the file of the test");
    let expected: Vec<(f64, f64)> = (4..16).map(|ply| (f64::from(10 * ply), 0.5)).collect();
    assert_eq!(games, expected);
}
