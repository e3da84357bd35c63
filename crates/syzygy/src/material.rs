//! What stands on a board, wherever it stands: by this tables are found and named.

use ferz_rules::Side;
use ferz_rules::chess::{Board, Kind};
use std::fmt;

/// Kinds beside the king, as names of tables list them.
const NAMED: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// The number of men of each kind on both sides. Each side has one king beside them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// By side and kind.
    counts: [[u8; 5]; 2],
}

impl Material {
    /// What stands on a board.
    pub fn of(board: &Board) -> Material {
        let side = |side| {
            let count = |kind| board.pieces(side, kind).count() as u8;
            [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen].map(count)
        };
        Material { counts: [side(Side::First), side(Side::Second)] }
    }

    /// Reads the name of a table as files bear it: `KRvKB`. The side with more men comes first, or
    /// with the stronger ones; and there are three to seven men.
    pub fn from_name(name: &str) -> Option<Material> {
        let (first, second) = name.split_once('v')?;
        let material = Material { counts: [read_side(first)?, read_side(second)?] };
        let is_first = material.strength(0) >= material.strength(1);
        let is_spelled_so = material.to_string() == name;
        (is_first && is_spelled_so && (3..=crate::MAX_MEN).contains(&material.men()))
            .then_some(material)
    }

    /// All men, the kings among them.
    pub fn men(self) -> usize {
        2 + self.counts.iter().flatten().map(|count| usize::from(*count)).sum::<usize>()
    }

    /// The same with the sides exchanged.
    pub fn mirrored(self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// Whether both sides have the same.
    pub fn is_symmetric(self) -> bool {
        self.counts[0] == self.counts[1]
    }

    pub(crate) fn count(self, side: Side, kind: Kind) -> usize {
        match kind {
            Kind::King => 1,
            kind => self.counts[side as usize][kind.index()].into(),
        }
    }

    pub(crate) fn has_pawns(self) -> bool {
        self.pawns(Side::First) + self.pawns(Side::Second) > 0
    }

    pub(crate) fn pawns(self, side: Side) -> usize {
        self.count(side, Kind::Pawn)
    }

    /// Whether something beside the kings is there only once.
    pub(crate) fn has_single(self) -> bool {
        self.counts.iter().flatten().any(|count| *count == 1)
    }

    /// The side whose pawns a table counts first: that with fewer of them, but at least one.
    pub(crate) fn leader(self) -> Side {
        match (self.pawns(Side::First), self.pawns(Side::Second)) {
            (0, 1..) => Side::Second,
            (first, second) if second > 0 && second < first => Side::Second,
            _ => Side::First,
        }
    }

    /// A number for each material.
    pub(crate) fn signature(self) -> u64 {
        self.counts.iter().flatten().fold(0, |number, count| number << 4 | u64::from(*count))
    }

    /// Greater for the side that is named first.
    fn strength(self, side: usize) -> (usize, String) {
        let men = self.counts[side].iter().map(|count| usize::from(*count)).sum();
        // Letter by letter, as the names are spelled; `a` for the weakest.
        let order = NAMED.iter().zip(('a'..='e').rev());
        let word = order.flat_map(|(kind, letter)| {
            std::iter::repeat_n(letter, self.counts[side][kind.index()].into())
        });
        (men, word.collect())
    }
}

/// Reads one side: its king first.
fn read_side(text: &str) -> Option<[u8; 5]> {
    let mut counts = [0; 5];
    for letter in text.strip_prefix('K')?.bytes() {
        let kind = NAMED.into_iter().find(|kind| kind.letter() == letter as char)?;
        let count: &mut u8 = &mut counts[kind.index()];
        *count = count.checked_add(1).filter(|count| usize::from(*count) < crate::MAX_MEN)?;
    }
    Some(counts)
}

/// The name of the table, White first: `KRvKB`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, counts) in self.counts.iter().enumerate() {
            f.write_str(if side == 0 { "K" } else { "vK" })?;
            for kind in NAMED {
                for _ in 0..counts[kind.index()] {
                    write!(f, "{}", kind.letter())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    #[test]
    fn names() {
        for name in ["KRvK", "KQPvKRR", "KRvKB", "KPPPPPvK", "KQQQvKQQ", "KBvKN", "KRPvKRP"] {
            let material = Material::from_name(name).unwrap();
            assert_eq!(material.to_string(), name);
            let mirrored = material.mirrored();
            assert_eq!(Material::from_name(&mirrored.to_string()).is_some(), mirrored == material);
        }
        for name in
            ["", "v", "KvK", "KvKR", "KRK", "KPRvK", "KRPvKQR", "RvK", "KRvKx", "KRvKv", "KKvK"]
        {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        assert_eq!(Material::from_name("KQQQQQQvK"), None, "eight men");
        assert_eq!(Material::from_name(&format!("K{}vK", "Q".repeat(300))), None);
    }

    #[test]
    fn of_a_board() {
        let board = Board::from_fen("8/3k4/8/1P6/8/2n5/8/R3K3 w - - 0 1", Variant::NORMAL).unwrap();
        let material = Material::of(&board);
        assert_eq!((material.to_string(), material.men()), ("KRPvKN".to_owned(), 5));
        assert_ne!(material.signature(), material.mirrored().signature());
    }

    #[test]
    fn the_side_with_fewer_pawns_leads() {
        for (name, leader) in [
            ("KPvK", Side::First),
            ("KQvKP", Side::Second),
            ("KPPvKP", Side::Second),
            ("KPvKP", Side::First),
            ("KRPvKPP", Side::First),
        ] {
            assert_eq!(Material::from_name(name).unwrap().leader(), leader, "{name}");
        }
    }
}
