//! The rows of the games by table: what people and protocols call them.

use super::catalogue::rules;
use super::game::row;
use crate::{Castling, GameSpec, Notation, Random};
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
    ("placement", &["placementchess"], "Placement chess"),
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
        // Half a game of bughouse is none for who has no partner and no second board.
        offered: name != "bughouse",
        partners: name == "bughouse",
        // Some begin courier chess behind the customary first moves (Sjaak II, Fairy-Stockfish).
        starts_differ: name == "courier",
        ..drawn(row(rules(name).expect("a game of the catalogue")))
    });
    rows.collect()
});

/// The row of a game whose start is drawn: its kings castle from any file.
fn drawn(row: GameSpec) -> GameSpec {
    match row.name {
        "caparandom" => {
            GameSpec { castling: Castling::AnyFile, wire: Notation::KingTakesRook, ..row }
        }
        _ => row,
    }
}

/// A start of Capablanca random chess, drawn by a number: bishops on squares of both colours, the king
/// between the rooks.
pub(crate) fn caparandom_start(number: u64) -> String {
    let mut random = Random::new(number);
    let mut men: Vec<char> = "RNABQKBCNR".chars().collect();
    loop {
        random.shuffle(&mut men);
        let places = |letter| {
            men.iter().enumerate().filter(move |(_, man)| **man == letter).map(|(file, _)| file)
        };
        let bishops: usize = places('B').sum();
        let order: String = men.iter().filter(|man| "RK".contains(**man)).collect();
        if bishops % 2 == 1 && order == "RKR" {
            let white: String = men.iter().collect();
            let black = white.to_ascii_lowercase();
            let empty = "10/10/10/10";
            return format!("{black}/pppppppppp/{empty}/PPPPPPPPPP/{white} w KQkq - 0 1");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_starts_can_be_played_and_castle() {
        let game = crate::Variant::by_name("caparandom").expect("it is known");
        let starts: std::collections::BTreeSet<String> = (0..50).map(caparandom_start).collect();
        assert!(starts.len() > 45);
        for start in starts {
            let opened = crate::new_game(game, Some(&start)).expect("a position");
            assert_eq!(opened.start_fen(), start);
        }
        let fen = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
        let mut opened = crate::new_game(game, Some(fen)).expect("a position");
        opened.play("f1a1").expect("it castles");
        assert_eq!(opened.moves(game.wire), ["f1a1"]);
        assert_eq!(opened.moves(Notation::CastlingWords), ["O-O-O"]);
    }
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
