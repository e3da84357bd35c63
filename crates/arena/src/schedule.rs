//! Who plays whom, when: all of it follows from the configuration, so that a run that was killed
//! goes on with the same pairings.

use crate::config::Config;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, from 1.
    pub number: u32,
    /// The encounter it belongs to, from 1.
    pub round: u32,
    /// The number of the engine that has White or Red, from 0.
    pub first: usize,
    /// The other one's.
    pub second: usize,
    /// The opening, counting through the list from 0.
    pub opening: usize,
}

/// How many games there are.
pub fn games(config: &Config) -> u32 {
    config.rounds.saturating_mul(config.games)
}

/// A game of a match of two engines, by its number from 1.
pub fn pairing(config: &Config, number: u32) -> Pairing {
    let index = number.saturating_sub(1);
    let (round, game) = (index / config.games.max(1), index % config.games.max(1));
    // Colours change within an encounter, and from one single game to the next.
    let turned = if config.games > 1 { game % 2 == 1 } else { round % 2 == 1 };
    let (first, second) = if turned { (1, 0) } else { (0, 1) };
    let opening = if config.repeat { round * config.games.div_ceil(2) + game / 2 } else { index };
    Pairing { number, round: round + 1, first, second, opening: opening as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(rounds: u32, games_each: u32, repeat: bool) -> Vec<(u32, usize, usize)> {
        let config = Config { rounds, games: games_each, repeat, ..Config::default() };
        let pairings = (1..=games(&config)).map(|number| pairing(&config, number));
        pairings.map(|pairing| (pairing.round, pairing.first, pairing.opening)).collect()
    }

    #[test]
    fn pairs_share_an_opening_with_colours_changed() {
        assert_eq!(all(2, 2, true), [(1, 0, 0), (1, 1, 0), (2, 0, 1), (2, 1, 1)]);
        assert_eq!(all(1, 4, true), [(1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)]);
        assert_eq!(all(2, 4, true)[4], (2, 0, 2));
    }

    #[test]
    fn without_repeat_each_game_has_its_own() {
        assert_eq!(all(2, 2, false), [(1, 0, 0), (1, 1, 1), (2, 0, 2), (2, 1, 3)]);
    }

    #[test]
    fn single_games_change_colours() {
        assert_eq!(all(3, 1, true), [(1, 0, 0), (2, 1, 1), (3, 0, 2)]);
    }
}
