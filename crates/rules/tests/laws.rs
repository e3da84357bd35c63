//! The laws of every game: of each row, and of games from a file.
//!
//! U-070, U-071, U-072, U-465, U-468, C-311, C-312, C-313, C-316, C-322, X-090, X-093, X-105, X-106:
//! what is written of a position or a move is read as the same.

mod common;

use common::starts;
use ferz_rules::laws::{Sides, random_game};
use ferz_rules::table::set::Wide;
use ferz_rules::table::{self, Width, ini};
use ferz_rules::{Family, Random, Variant, chess, xiangqi};

/// Of two kings the one nearest to the a-file counts, there the one nearest to White; others have
/// keys for one side alone.
const ONE_SIDED: &[&str] = &["twokings", "laws-drops"];

/// Random games from the start and from other positions that lead to much.
fn hold(game: Variant, plies: usize, seed: u64) {
    let sides = if ONE_SIDED.contains(&game.name) { Sides::Differ } else { Sides::Alike };
    let play = match (game.family, table::width(game)) {
        (Family::Chess, _) => random_game::<chess::Board>,
        (Family::Xiangqi, _) => random_game::<xiangqi::Board>,
        (_, Some(Width::Narrow)) => random_game::<table::Board<u64>>,
        (_, Some(Width::Middle)) => random_game::<table::Board<u128>>,
        (_, Some(Width::Wide)) => random_game::<table::Board<Wide>>,
        (Family::Other, None) => unreachable!("{game} has no board"),
    };
    let mut random = Random::new(seed);
    for fen in [game.start_fen].into_iter().chain(starts(game)) {
        play(game, fen, sides, plies, &mut random);
    }
}

#[test]
fn every_game_with_a_board_of_its_own() {
    for game in Variant::all().into_iter().filter(|game| table::width(*game).is_none()) {
        hold(game, 120, 1);
    }
}

#[test]
fn every_game_by_table() {
    let games = Variant::all().into_iter().filter(|game| table::width(*game).is_some());
    for game in games.collect::<Vec<_>>() {
        for seed in 0..3 {
            hold(game, 120, seed);
        }
    }
}

#[test]
fn games_from_files() {
    for found in ini::read(include_str!("data/games.ini")) {
        let mut rules = found.rules.expect("it reads");
        rules.name = format!("laws-{}", rules.name);
        let row = table::spec(rules).expect("rules that fit together");
        hold(Variant::add(row).expect("a new name"), 60, 3);
    }
}
