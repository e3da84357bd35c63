//! The rows of the games by table: what people and protocols call them.

use super::catalogue::rules;
use super::game::row;
use crate::GameSpec;
use std::sync::LazyLock;

/// What a game is called: its name, other names, its title.
type Called = (&'static str, &'static [&'static str], &'static str);

/// The names are those of CECP, of Fairy-Stockfish where that has none; the titles are those of PGN
/// files, of the rules pages of XBoard where there are none. Chess, its shuffled kinds and xiangqi
/// have rows and boards of their own.
const CALLED: &[Called] = &[
    ("crazyhouse", &[], "Crazyhouse"),
    ("bughouse", &[], "Bughouse"),
    ("losers", &[], "Losers"),
    ("suicide", &[], "Suicide"),
    ("giveaway", &[], "Giveaway"),
    ("antichess", &["anti"], "Antichess"),
    ("twokings", &[], "Two kings"),
    ("atomic", &[], "Atomic"),
    ("3check", &["three-check", "threecheck", "3-check"], "Three-check"),
    ("kingofthehill", &["koth", "king-of-the-hill"], "King of the Hill"),
    ("racingkings", &["racing-kings"], "Racing Kings"),
    ("horde", &[], "Horde"),
    ("shatranj", &[], "Shatranj"),
    ("makruk", &[], "Makruk"),
    ("knightmate", &[], "Knightmate"),
    ("berolina", &[], "Berolina chess"),
    ("cylinder", &[], "Cylinder chess"),
    ("super", &["superchess"], "Superchess"),
    ("capablanca", &["capa"], "Capablanca chess"),
    ("gothic", &[], "Gothic chess"),
    ("caparandom", &[], "Capablanca random chess"),
    ("janus", &[], "Janus chess"),
    ("falcon", &[], "Falcon chess"),
    ("courier", &[], "Courier chess"),
    ("great", &["great-shatranj"], "Great shatranj"),
    ("shogi", &[], "Shogi"),
    ("lion", &["mighty-lion"], "Mighty-lion chess"),
    ("elven", &[], "Elven chess"),
    ("chu", &["chu-shogi"], "Chu shogi"),
];

/// The rows. Rules are texts until a game is opened, so this costs little.
pub(crate) static ROWS: LazyLock<Vec<GameSpec>> = LazyLock::new(|| {
    let rows = CALLED.iter().map(|&(name, aliases, title)| GameSpec {
        aliases,
        title,
        // Half a game of bughouse is none: it takes partners and a second board.
        offered: name != "bughouse",
        ..row(rules(name).expect("a game of the catalogue"))
    });
    rows.collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::names;

    #[test]
    fn every_game_of_the_catalogue_has_a_row() {
        for name in names() {
            let has_own_board =
                matches!(name, "normal" | "fischerandom" | "nocastle" | "wildcastle");
            assert_eq!(ROWS.iter().any(|row| row.name == name), !has_own_board, "{name}");
        }
    }
}
