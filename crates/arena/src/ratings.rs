//! Ratings of the engines of a tournament, with their errors.
//!
//! The model is that of Bradley and Terry, draws counted as half a win for each, as in Elo's system;
//! the ratings are the likeliest ones, their mean is nothing. Errors (95 %) follow from the
//! information that the games hold, and from how far the results were spread around the
//! expectations: draws make results narrower than the model alone would have them.

use crate::record::GameBrief;
use serde::Serialize;

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Above the mean of all, in Elo.
    pub elo: f64,
    /// Its error; absent where the games say nothing about it.
    pub error: Option<f64>,
    /// Games.
    pub games: u32,
    /// Points, in halves.
    pub halves: u32,
}

/// Drawn games against the mean of all that each engine is given: one that has won or lost everything
/// has no finite rating otherwise.
const PRIOR: f64 = 0.5;

const PER_NATURAL: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates the engines.
pub fn rate<'a>(players: usize, games: impl IntoIterator<Item = &'a GameBrief>) -> Vec<Rating> {
    let mut games: Vec<&GameBrief> = games.into_iter().collect();
    // Sums of the same numbers in another order differ in the last digits.
    games.sort_by_key(|game| game.number);
    let games: Vec<(usize, usize, f64)> = games
        .into_iter()
        .filter(|game| game.first < players && game.second < players)
        .map(|game| (game.first, game.second, f64::from(game.result.halves()) / 2.0))
        .collect();
    let mut ratings = vec![0.0; players];
    // Newton's method, a step at most two classes of play; the likelihood has one maximum.
    for _ in 0..100 {
        let (gradient, information) = derivatives(&ratings, &games);
        let Some(inverse) = inverted(information) else { break };
        let mut change: f64 = 0.0;
        for (player, row) in inverse.iter().enumerate() {
            let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
            let step = step.clamp(-1.0, 1.0);
            ratings[player] += step;
            change = change.max(step.abs());
        }
        if change < 1e-10 {
            break;
        }
    }
    let mean = ratings.iter().sum::<f64>() / players.max(1) as f64;
    ratings.iter_mut().for_each(|rating| *rating -= mean);
    let errors = errors(&ratings, &games);
    (0..players)
        .map(|player| {
            let own = |game: &&(usize, usize, f64)| game.0 == player || game.1 == player;
            let halves = games.iter().filter(own).map(|(first, _, points)| {
                let points = if *first == player { *points } else { 1.0 - points };
                (2.0 * points) as u32
            });
            Rating {
                elo: ratings[player] * PER_NATURAL,
                error: errors.as_ref().and_then(|errors| errors.get(player).copied()),
                games: games.iter().filter(own).count() as u32,
                halves: halves.sum(),
            }
        })
        .collect()
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

type Matrix = Vec<Vec<f64>>;

/// The slope of the likelihood's logarithm, and its curvature turned positive.
fn derivatives(ratings: &[f64], games: &[(usize, usize, f64)]) -> (Vec<f64>, Matrix) {
    let players = ratings.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    for &(first, second, points) in games {
        let chance = expected(ratings[first] - ratings[second]);
        let spread = chance * (1.0 - chance);
        gradient[first] += points - chance;
        gradient[second] -= points - chance;
        information[first][first] += spread;
        information[second][second] += spread;
        information[first][second] -= spread;
        information[second][first] -= spread;
    }
    for player in 0..players {
        let chance = expected(ratings[player]);
        gradient[player] += PRIOR * (0.5 - chance);
        information[player][player] += PRIOR * chance * (1.0 - chance);
    }
    (gradient, information)
}

fn errors(ratings: &[f64], games: &[(usize, usize, f64)]) -> Option<Vec<f64>> {
    let players = ratings.len();
    let (mut seen, mut expected_spread) = (0.0, 0.0);
    for &(first, second, points) in games {
        let chance = expected(ratings[first] - ratings[second]);
        seen += (points - chance).powi(2);
        expected_spread += chance * (1.0 - chance);
    }
    if expected_spread == 0.0 || games.len() <= players {
        return None;
    }
    // As if one game more had been spread as expected: a few draws do not make anything certain.
    let narrower = (seen + 0.25) / (expected_spread + 0.25) * games.len() as f64
        / (games.len() - players + 1) as f64;
    let (_, information) = derivatives(ratings, games);
    let covariance = inverted(information)?;
    // Of the rating less the mean of all.
    let all: f64 = covariance.iter().flatten().sum();
    let count = players as f64;
    let error = |player: usize| {
        let row: f64 = covariance[player].iter().sum();
        let variance = covariance[player][player] - 2.0 * row / count + all / (count * count);
        1.959_963_984_540_054 * (variance * narrower).max(0.0).sqrt() * PER_NATURAL
    };
    Some((0..players).map(error).collect())
}

/// The inverse, by elimination with the largest pivot; `None` if there is none.
fn inverted(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut inverse: Matrix =
        (0..size).map(|row| (0..size).map(|at| f64::from(u8::from(row == at))).collect()).collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = 1.0 / matrix[column][column];
        matrix[column].iter_mut().chain(&mut inverse[column]).for_each(|value| *value *= scale);
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for at in 0..size {
                matrix[row][at] -= factor * matrix[column][at];
                inverse[row][at] -= factor * inverse[column][at];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameRecord;

    fn game(first: usize, second: usize, result: &str) -> GameBrief {
        let text = format!(
            r#"{{"number":1,"round":1,"first":{first},"second":{second},"opening":0,"moves":[],
            "result":"{result}","reason":"agreement","began":0,"seconds":0}}"#
        );
        serde_json::from_str::<GameRecord>(&text).unwrap().brief()
    }

    /// Two engines: the difference is that of the score, but for the games that everybody has drawn.
    #[test]
    fn two_engines() {
        let won = std::iter::repeat_n(game(0, 1, "1-0"), 3_000);
        let lost = std::iter::repeat_n(game(1, 0, "1-0"), 1_000);
        let games: Vec<_> = won.chain(lost).collect();
        let ratings = rate(2, &games);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - 190.85).abs() < 0.1, "{difference}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
        assert_eq!((ratings[0].games, ratings[0].halves), (4_000, 6_000));
        // Half of the error of the difference: 1.96 / sqrt(4000 · 3/16) natural units.
        let error = ratings[0].error.unwrap();
        let wanted = 1.96 / (4_000.0_f64 * 3.0 / 16.0).sqrt() * PER_NATURAL / 2.0;
        assert!((error - wanted).abs() < 0.05, "{error}, not {wanted}");
    }

    /// Draws make the error smaller, not larger.
    #[test]
    fn draws_are_narrow() {
        let decided: Vec<_> =
            (0..400).map(|n| game(0, 1, if n % 2 == 0 { "1-0" } else { "0-1" })).collect();
        let drawn: Vec<_> =
            (0..400).map(|n| game(0, 1, ["1-0", "1/2-1/2", "1/2-1/2", "0-1"][n % 4])).collect();
        let error = |games: &[GameBrief]| rate(2, games)[0].error.unwrap();
        let ratio = error(&drawn) / error(&decided);
        assert!((ratio - 0.5_f64.sqrt()).abs() < 0.01, "{ratio}");
    }

    /// A third engine is rated through the second, whom both have met.
    #[test]
    fn over_a_third() {
        let mut games = Vec::new();
        for number in 0..400 {
            games.push(game(0, 1, if number % 4 == 0 { "0-1" } else { "1-0" }));
            games.push(game(1, 2, if number % 4 == 0 { "0-1" } else { "1-0" }));
        }
        let ratings = rate(3, &games);
        let steps = [ratings[0].elo - ratings[1].elo, ratings[1].elo - ratings[2].elo];
        assert!(steps.iter().all(|step| (step - 190.85).abs() < 1.0), "{steps:?}");
        assert!(ratings[0].error.unwrap() > ratings[1].error.unwrap());
    }

    #[test]
    fn nothing_but_draws_is_not_certain() {
        let ratings = rate(2, &vec![game(0, 1, "1/2-1/2"); 4]);
        assert!(ratings[0].error.is_some_and(|error| error > 20.0), "{ratings:?}");
    }

    #[test]
    fn who_has_won_everything_is_rated_too() {
        let games = vec![game(0, 1, "1-0"); 10];
        let ratings = rate(3, &games);
        assert!(ratings[0].elo > 100.0 && ratings[0].elo < 2_000.0, "{ratings:?}");
        assert!(ratings[2].elo.abs() < 1e-6 && ratings[2].games == 0);
        assert!(rate(0, &games).is_empty());
    }
}
