//! What openings are called, in chess with their codes in the Encyclopaedia of Chess Openings (ECO):
//! by the position, so that transpositions do not matter.
//!
//! The names of chess are those of lichess (<https://github.com/lichess-org/chess-openings>, in the
//! public domain by CC0); `examples/name_openings.rs` makes the table. Those of xiangqi are a short
//! list of our own, by moves.

use ferz_rules::{FenStyle, Game, Variant, new_game};
use std::sync::LazyLock;

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// `C50`; xiangqi has no codes that all use.
    pub code: Option<&'static str>,
    /// `Italian Game`
    pub name: &'static str,
}

/// The longest named opening, in half-moves.
pub(crate) const LONGEST: usize = 40;

/// The openings by the keys of their positions, in order.
struct Table {
    rows: Vec<(u64, Row)>,
    /// All names, one behind the other.
    names: String,
}

#[derive(Clone, Copy)]
struct Row {
    code: &'static str,
    /// Where in the names its own begins, and how long it is.
    name: (u32, u16),
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut names = String::new();
    let mut before = 0;
    let lines = include_str!("names.txt").lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map_while(|line| {
        let (known, rest) = line.split_once('|')?;
        let [key, code, same] = known.split(' ').collect::<Vec<_>>()[..] else { return None };
        let (key, same) = (u64::from_str_radix(key, 16).ok()?, same.parse().ok()?);
        // The first `same` letters are those of the name before.
        let length = names.get(before..)?.chars().take(same).map(char::len_utf8).sum::<usize>();
        let begin = names.len();
        names.extend_from_within(before..before + length);
        names.push_str(rest);
        before = begin;
        let length = (names.len() - begin).try_into().ok()?;
        Some((key, Row { code, name: (begin.try_into().ok()?, length) }))
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable_by_key(|(key, _)| *key);
    rows.shrink_to_fit();
    Table { rows, names }
});

/// The names of xiangqi by the keys of their positions, in order.
static XIANGQI: LazyLock<Vec<(u64, &str)>> = LazyLock::new(|| {
    let lines = include_str!("xiangqi_names.txt").lines().filter(|line| !line.starts_with('#'));
    let mut rows = Vec::new();
    for (moves, name) in lines.filter_map(|line| line.split_once('|')) {
        for moves in [moves.to_owned(), mirrored(moves)] {
            let Ok(mut game) = new_game(Variant::XIANGQI, None) else { continue };
            if moves.split(' ').all(|mv| game.play(mv).is_ok()) {
                rows.push((key(&*game), name));
            }
        }
    }
    rows.sort_unstable();
    // Some are their own mirror images, and several orders of moves lead to one position.
    rows.dedup();
    rows
});

/// Moves of xiangqi on the other side of the board.
fn mirrored(moves: &str) -> String {
    let turned = |c: char| match c {
        'a'..='i' => char::from(b'a' + b'i' - c as u8),
        other => other,
    };
    moves.chars().map(turned).collect()
}

/// The opening to which this position belongs, if it has a name.
pub fn find(game: &dyn Game) -> Option<Named> {
    match game.variant() {
        chess if chess == Variant::NORMAL => of_chess(game),
        xiangqi if xiangqi == Variant::XIANGQI => {
            let at = XIANGQI.binary_search_by_key(&key(game), |(key, _)| *key).ok()?;
            Some(Named { code: None, name: XIANGQI.get(at)?.1 })
        }
        _ => None,
    }
}

fn of_chess(game: &dyn Game) -> Option<Named> {
    let table = &*TABLE;
    let at = table.rows.binary_search_by_key(&key(game), |(key, _)| *key).ok()?;
    let Row { code, name: (begin, length) } = table.rows.get(at)?.1;
    let begin = begin as usize;
    Some(Named { code: Some(code), name: table.names.get(begin..begin + usize::from(length))? })
}

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
        let text = include_str!("xiangqi_names.txt");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (moves, name) = line.split_once('|').unwrap();
            assert_eq!(named(Variant::XIANGQI, moves).map(|found| found.name), Some(name));
        }
        assert!(XIANGQI.windows(2).all(|pair| pair[0].0 < pair[1].0));
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
        let lines = include_str!("names.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(TABLE.rows.len(), lines.count());
        let is_code = |code: &str| {
            let (letter, number) = code.split_at(1);
            "ABCDE".contains(letter) && number.len() == 2 && number.parse::<u8>().is_ok()
        };
        assert!(TABLE.rows.iter().all(|(_, row)| is_code(row.code) && row.name.1 > 0));
        assert!(TABLE.rows.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
