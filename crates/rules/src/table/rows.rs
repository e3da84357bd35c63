//! The rows of the games by table: what people and protocols call them.

use super::catalogue::rules;
use super::game::row;
use crate::GameSpec;
use std::sync::LazyLock;

/// What a game is called: its name, other names, its title.
type Called = (&'static str, &'static [&'static str], &'static str);

/// The names are those of CECP, of Fairy-Stockfish where that has none; the titles are those of PGN
/// files, of the rules pages of XBoard where there are none. The other names are those of cutechess,
/// python-chess, lichess and the chess servers; see [`crate::Variant::by_name`] for what they need not say. Chess, its shuffled kinds and xiangqi
/// have rows and boards of their own.
const CALLED: &[Called] = &[
    ("crazyhouse", &["zh", "house"], "Crazyhouse"),
    ("bughouse", &["bug"], "Bughouse"),
    ("losers", &[], "Losers"),
    ("suicide", &[], "Suicide"),
    ("giveaway", &[], "Giveaway"),
    ("antichess", &["anti"], "Antichess"),
    ("twokings", &[], "Two kings"),
    ("atomic", &["atom"], "Atomic"),
    ("3check", &["threecheck", "3checks", "threechecks"], "Three-check"),
    ("kingofthehill", &["koth"], "King of the Hill"),
    ("racingkings", &["race", "racing"], "Racing Kings"),
    ("horde", &[], "Horde"),
    ("shatranj", &[], "Shatranj"),
    ("makruk", &["thai"], "Makruk"),
    ("knightmate", &[], "Knightmate"),
    ("berolina", &[], "Berolina chess"),
    ("cylinder", &[], "Cylinder chess"),
    ("super", &[], "Superchess"),
    ("capablanca", &["capa"], "Capablanca chess"),
    ("gothic", &[], "Gothic chess"),
    ("caparandom", &[], "Capablanca random chess"),
    ("janus", &[], "Janus chess"),
    ("falcon", &[], "Falcon chess"),
    ("courier", &[], "Courier chess"),
    ("great", &[], "Great shatranj"),
    ("shogi", &[], "Shogi"),
    ("lion", &[], "Mighty-lion chess"),
    ("elven", &[], "Elven chess"),
    ("chu", &[], "Chu shogi"),
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
