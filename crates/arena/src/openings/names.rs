//! What openings of chess are called, and their codes in the Encyclopaedia of Chess Openings (ECO):
//! by the position, so that transpositions do not matter.
//!
//! The names are those of lichess (<https://github.com/lichess-org/chess-openings>, in the public
//! domain by CC0); `examples/name_openings.rs` makes the table.

use ferz_rules::{FenStyle, Game};
use std::collections::HashMap;
use std::sync::LazyLock;

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `C50`
    pub code: &'static str,
    /// `Italian Game`
    pub name: String,
}

/// Behind so many half-moves nobody looks for an opening.
pub(crate) const LONGEST: usize = 40;

static TABLE: LazyLock<HashMap<u64, Named>> = LazyLock::new(|| {
    let mut before = String::new();
    let lines = include_str!("names.txt").lines().filter(|line| !line.starts_with('#'));
    let read = lines.map_while(|line| {
        let (known, rest) = line.split_once('|')?;
        let [key, code, same] = known.split(' ').collect::<Vec<_>>()[..] else { return None };
        let (key, same) = (u64::from_str_radix(key, 16).ok()?, same.parse().ok()?);
        let name: String = before.chars().take(same).chain(rest.chars()).collect();
        before.clone_from(&name);
        Some((key, Named { code, name }))
    });
    read.collect()
});

/// The opening to which this position belongs, if it has a name.
pub fn find(game: &dyn Game) -> Option<&'static Named> {
    TABLE.get(&key(game))
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
    use ferz_rules::{Variant, new_game};

    fn after(moves: &str) -> Option<(&'static str, &'static str)> {
        let mut game = new_game(Variant::NORMAL, None).unwrap();
        moves.split_whitespace().for_each(|mv| game.play(mv).unwrap());
        find(&*game).map(|found| (found.code, found.name.as_str()))
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
        assert_eq!(TABLE.len(), lines.count());
        let is_code = |code: &str| {
            let (letter, number) = code.split_at(1);
            "ABCDE".contains(letter) && number.len() == 2 && number.parse::<u8>().is_ok()
        };
        assert!(TABLE.values().all(|named| is_code(named.code) && !named.name.is_empty()));
    }
}
