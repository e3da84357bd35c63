//! `ferz-trainer worths`: what men are worth by the scores of games.

use super::every_position;
use anyhow::Context;
use ferz_datagen::game::Playable;
use ferz_datagen::reader::Filter;
use ferz_engine::eval::Evaluated;
use ferz_engine::eval::network::Game;
use ferz_rules::{Variant, table};
use ferz_trainer::data::{Data, Entry};
use std::path::PathBuf;

/// See [`Task::Worths`](crate::Task::Worths).
#[derive(clap::Args)]
pub(crate) struct WorthsArgs {
    /// Directories of games, or single files. May be given again.
    #[arg(long, required = true)]
    data: Vec<PathBuf>,
    /// The game, by its name in CECP or UCI.
    #[arg(long, visible_alias = "variant")]
    pub(crate) game: String,
    /// Share of a position's score that the score of the next position has, and so on to the end of the
    /// game.
    #[arg(long, default_value_t = 0.5)]
    look_ahead: f64,
    /// Positions where so much is won or lost say less of men: none with a score beyond this.
    #[arg(long, default_value_t = 1000)]
    max_score: i32,
    /// No positions before this ply.
    #[arg(long, default_value_t = 12)]
    first_ply: usize,
}

/// Prints for each kind what one man more on the board or in hand adds to the score on average.
pub(crate) fn worths<P: Playable + Evaluated>(
    args: &WorthsArgs,
    variant: Variant,
) -> anyhow::Result<()> {
    let game = Game::of(variant).with_context(|| format!("{variant}: it can have no networks"))?;
    let rules = table::rules(variant.name)
        .with_context(|| format!("{variant}: the kinds of its men are not in a table"))?;
    let filter = Filter { first_ply: args.first_ply, quiet: true, max_score: args.max_score };
    let (data, source) = every_position::<P>(game, &args.data, filter, args.look_ahead)?;
    println!("{variant}: {} games, {} positions; centipawns", source.games, data.entries.len());
    let sorts = game.pieces / 2;
    let squares = rules.files * rules.ranks;
    let found = fit(&data, sorts, squares);
    println!("{:>5} {:>7} {:>7}", "", "board", "hand");
    for (kind, [board, hand]) in
        rules.kinds.iter().zip(found.chunks_exact(2).map(|of| [of[0], of[1]]))
    {
        println!("{:>5} {board:>7.0} {hand:>7.0}", kind.letter);
    }
    Ok(())
}

/// For each sort of men what one of them is worth on the board and in hand.
fn fit(data: &Data, sorts: usize, squares: usize) -> Vec<f64> {
    // The last number is that of the side to move, whatever it has.
    let mut sums = Sums::new(2 * sorts + 1);
    for entry in &data.entries {
        let mut more = differences(data, entry, sorts, squares);
        more.push(1.0);
        sums.add(&more, f64::from(entry.score));
    }
    sums.solution()
}

/// How many men more of each sort the side to move has, on the board and in hand.
fn differences(data: &Data, entry: &Entry, sorts: usize, squares: usize) -> Vec<f64> {
    let mut more = vec![0.0; 2 * sorts];
    for man in data.men(entry) {
        let (piece, place) =
            (usize::from(*man) / data.game.places, usize::from(*man) % data.game.places);
        let own = piece / sorts == entry.side.index();
        more[2 * (piece % sorts) + usize::from(place >= squares)] += if own { 1.0 } else { -1.0 };
    }
    more
}

/// Sums for a linear regression: the normal equations, as rows with their right sides.
struct Sums(Vec<Vec<f64>>);

impl Sums {
    fn new(unknowns: usize) -> Sums {
        let mut rows = vec![vec![0.0; unknowns + 1]; unknowns];
        // So that what never differs comes out as nothing.
        rows.iter_mut().enumerate().for_each(|(index, row)| row[index] = 1.0);
        Sums(rows)
    }

    fn add(&mut self, factors: &[f64], value: f64) {
        for (row, one) in self.0.iter_mut().zip(factors).filter(|(_, one)| **one != 0.0) {
            for (sum, other) in row.iter_mut().zip(factors.iter().chain([&value])) {
                *sum += one * other;
            }
        }
    }

    /// By elimination (Gauss, Jordan).
    fn solution(self) -> Vec<f64> {
        let Sums(mut rows) = self;
        for at in 0..rows.len() {
            let mut pivot = std::mem::take(&mut rows[at]);
            let first = pivot[at];
            pivot.iter_mut().for_each(|number| *number /= first);
            for row in rows.iter_mut().filter(|row| !row.is_empty()) {
                let factor = row[at];
                row.iter_mut().zip(&pivot).for_each(|(number, other)| *number -= factor * other);
            }
            rows[at] = pivot;
        }
        rows.iter().filter_map(|row| row.last().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Random;

    #[test]
    fn a_regression_finds_what_made_the_values() {
        let made_of = [100.0, -30.0, 7.0];
        let (mut random, mut sums) = (Random::new(3), Sums::new(4));
        for _ in 0..20_000 {
            let factors = [0; 3].map(|_| (random.next_u64() % 5) as f64 - 2.0);
            let noise = (random.next_u64() % 41) as f64 - 20.0;
            let value: f64 = factors.iter().zip(made_of).map(|(one, other)| one * other).sum();
            sums.add(&[factors[0], factors[1], factors[2], 0.0], value + noise);
        }
        let found = sums.solution();
        assert!(
            found.iter().zip([100.0, -30.0, 7.0, 0.0]).all(|(a, b)| (a - b).abs() < 0.5),
            "{found:?}"
        );
    }
}
