//! What openings are called, in chess with their codes in the Encyclopaedia of Chess Openings (ECO):
//! by the position, so that transpositions do not matter.
//!
//! The names of chess are those of lichess (<https://github.com/lichess-org/chess-openings>, in the
//! public domain by CC0); `examples/name_openings.rs` makes the list. Those of xiangqi are a short
//! list of our own, by moves. The lists belong to the rows of the games.

use ferz_rules::{FenStyle, Game, Variant, new_game};
use std::sync::LazyLock;

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// `C50`; only chess has codes that all use.
    pub code: Option<&'static str>,
    /// `Italian Game`
    pub name: &'static str,
}

/// The longest named opening, in half-moves.
pub(crate) const LONGEST: usize = 40;

/// The named openings of a game by the keys of their positions, in order.
#[derive(Default)]
struct Table {
    rows: Vec<(u64, Row)>,
    /// All names, one behind the other.
    names: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    code: Option<&'static str>,
    /// Where in the names its own begins, and how long it is.
    name: (u32, u16),
}

/// Those of all games that have some.
static TABLES: LazyLock<Vec<(Variant, Table)>> = LazyLock::new(|| {
    let named = |game: Variant| Some((game, Table::read(game, game.opening_names?)));
    Variant::all().into_iter().filter_map(named).collect()
});

impl Table {
    /// Reads a list: in each line what is known of an opening, a bar, and its name. Known are either
    /// the key of its position, its code, and how many letters of the name before go on; or its moves,
    /// whose mirror image then has the same name.
    fn read(game: Variant, text: &'static str) -> Table {
        let mut table = Table::default();
        let mut before = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((known, rest)) = line.split_once('|') else { continue };
            let row = match known.split(' ').collect::<Vec<_>>()[..] {
                [key, code, same] if key.len() == KEY_DIGITS => {
                    let (key, same) =
                        (u64::from_str_radix(key, 16).ok(), same.parse().unwrap_or(0));
                    key.map(|key| (vec![key], Some(code), same))
                }
                _ => Some((keys(game, known), None, 0)),
            };
            let Some((keys, code, same)) = row else { continue };
            let said = table.names.get(before..).unwrap_or_default();
            let same = said.chars().take(same).map(char::len_utf8).sum::<usize>();
            let begin = table.names.len();
            table.names.extend_from_within(before..before + same);
            table.names.push_str(rest);
            before = begin;
            let name = (begin as u32, (table.names.len() - begin) as u16);
            table.rows.extend(keys.into_iter().map(|key| (key, Row { code, name })));
        }
        table.rows.sort_unstable();
        // Some openings are their own mirror images, and several orders of moves lead to one position.
        table.rows.dedup_by_key(|(key, _)| *key);
        table.rows.shrink_to_fit();
        table
    }

    fn find(&'static self, key: u64) -> Option<Named> {
        let at = self.rows.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        let Row { code, name: (begin, length) } = self.rows.get(at)?.1;
        let begin = begin as usize;
        Some(Named { code, name: self.names.get(begin..begin + usize::from(length))? })
    }
}

/// Where these moves from the start lead, and where their mirror image does.
fn keys(game: Variant, moves: &str) -> Vec<u64> {
    let last = b'a' + game.files as u8 - 1;
    let turned = |c: char| match c {
        'a'..='z' if (b'a'..=last).contains(&(c as u8)) => char::from(b'a' + last - c as u8),
        other => other,
    };
    let ways = [moves.to_owned(), moves.chars().map(turned).collect()];
    let played = ways.iter().filter_map(|moves| {
        let mut game = new_game(game, None).ok()?;
        moves.split(' ').all(|mv| game.play(mv).is_ok()).then(|| key(&*game))
    });
    played.collect()
}

/// The opening to which this position belongs, if it has a name.
pub fn find(game: &dyn Game) -> Option<Named> {
    let (_, table) = TABLES.iter().find(|(named, _)| *named == game.variant())?;
    table.find(key(game))
}

/// Digits of a key, to base 16.
const KEY_DIGITS: usize = 12;

/// The key of a position in the table: 48 bits of FNV-1a (Fowler, Noll, Vo) over the first four fields
/// of its FEN.
pub fn key(game: &dyn Game) -> u64 {
    let fen = game.fen(FenStyle::XFen);
    let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(at, _)| at);
    let mixed = fen.as_bytes()[..end].iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mixed & 0xffff_ffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Option<(&'static str, &'static str)> {
        named(Variant::NORMAL, moves).map(|found| (found.code.unwrap(), found.name))
    }

    fn named(variant: Variant, moves: &str) -> Option<Named> {
        let mut game = new_game(variant, None).unwrap();
        moves.split_whitespace().for_each(|mv| game.play(mv).unwrap());
        find(&*game)
    }

    fn table(game: Variant) -> &'static Table {
        &TABLES.iter().find(|(named, _)| *named == game).unwrap().1
    }

    /// By the moves, by those of the mirror image, and in another order.
    #[test]
    fn openings_of_xiangqi() {
        let name = |moves| named(Variant::XIANGQI, moves).map(|found| found.name);
        assert_eq!(name("h2e2"), Some("中炮 Central Cannon"));
        assert_eq!(name("b2e2"), name("h2e2"));
        let same = Some("順炮 Same-Direction Cannons");
        assert_eq!((name("h2e2 h7e7"), name("b2e2 b7e7")), (same, same));
        let opposite = Some("列炮 Opposite-Direction Cannons");
        assert_eq!((name("h2e2 b7e7"), name("b2e2 h7e7")), (opposite, opposite));
        let screen = Some("中炮對屏風馬 Central Cannon: Screen Horses");
        assert_eq!(name("h2e2 b9c7 h0g2 h9g7"), screen);
        assert_eq!((name(""), name("a3a4 a6a5 a0a1")), (None, None));
    }

    /// Each line is played to its end, and no position has two names.
    #[test]
    fn the_list_of_xiangqi_is_whole() {
        let text = Variant::XIANGQI.opening_names.unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (moves, name) = line.split_once('|').unwrap();
            assert_eq!(named(Variant::XIANGQI, moves).map(|found| found.name), Some(name));
        }
        assert!(table(Variant::XIANGQI).rows.iter().all(|(_, row)| row.code.is_none()));
    }

    #[test]
    fn by_the_position() {
        assert_eq!(after("e4 e5 Nf3 Nc6 Bc4"), Some(("C50", "Italian Game")));
        assert_eq!(after("Nf3 Nc6 e4 e5 Bc4"), Some(("C50", "Italian Game")));
        let najdorf = after("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6");
        assert_eq!(najdorf, Some(("B90", "Sicilian Defense: Najdorf Variation")));
        assert_eq!(after(""), None);
        assert_eq!(after("a3 h6 a4 h5 Ra3"), None);
    }

    #[test]
    fn the_table_is_whole() {
        let lines = Variant::NORMAL.opening_names.unwrap().lines();
        let table = table(Variant::NORMAL);
        assert_eq!(table.rows.len(), lines.filter(|line| !line.starts_with('#')).count());
        let is_code = |code: &str| {
            let (letter, number) = code.split_at(1);
            "ABCDE".contains(letter) && number.len() == 2 && number.parse::<u8>().is_ok()
        };
        let mut rows = table.rows.iter();
        assert!(rows.all(|(_, row)| row.code.is_some_and(is_code) && row.name.1 > 0));
    }
}
