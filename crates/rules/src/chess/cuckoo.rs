//! Key differences of reversible moves, for upcoming repetition.
//!
//! After Marcel van Kervinck: "The Design and Implementation of the Rookie 2.0 Chess Playing
//! Program" (2015). Two positions whose keys differ by the number of a piece on one square, the
//! number of the same piece on another, and the number of the side to move are one move apart. A
//! cuckoo hash table holds the 3668 such differences of all pieces but pawns.

use super::{Board, Kind, Piece, Square, attacks, zobrist};
use crate::Side;

const SIZE: usize = 8192;

#[derive(Clone, Copy)]
struct Entry {
    difference: u64,
    squares: [u8; 2],
}

static TABLE: [Entry; SIZE] = table();

const fn first_place(difference: u64) -> usize {
    (difference & (SIZE as u64 - 1)) as usize
}

const fn second_place(difference: u64) -> usize {
    (difference >> 16 & (SIZE as u64 - 1)) as usize
}

impl Board {
    /// If two keys that differ by `difference` can be one reversible move of the side to move
    /// apart, and nothing stands between its two squares: the two squares.
    #[inline]
    pub fn reversible_move(&self, difference: u64) -> Option<(Square, Square)> {
        let entry = [first_place(difference), second_place(difference)]
            .into_iter()
            .map(|place| &TABLE[place])
            .find(|entry| entry.difference == difference)?;
        let [a, b] = entry.squares.map(|square| Square::wrap(square as u32));
        // The same difference is left when the opponent could have taken a shorter way; that is no
        // move of ours. An empty entry has one square twice.
        let mover = self.piece_on(a).or(self.piece_on(b))?;
        let open = a != b && (attacks::between(a, b) & self.occupied()).is_empty();
        (open && mover.side == self.side()).then_some((a, b))
    }
}

const fn table() -> [Entry; SIZE] {
    let mut table = [Entry { difference: 0, squares: [0; 2] }; SIZE];
    let mut kind = 1;
    while kind < 6 {
        let mut a = 0;
        while a < 64 {
            let mut b = a + 1;
            while b < 64 {
                if reaches(Kind::ALL[kind], a, b) {
                    insert(&mut table, Kind::ALL[kind], Side::First, a, b);
                    insert(&mut table, Kind::ALL[kind], Side::Second, a, b);
                }
                b += 1;
            }
            a += 1;
        }
        kind += 1;
    }
    table
}

/// Whether a piece goes from one square to another on an empty board.
const fn reaches(kind: Kind, a: u8, b: u8) -> bool {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    match kind {
        Kind::Pawn => false,
        Kind::Knight => files * ranks == 2,
        Kind::Bishop => files == ranks,
        Kind::Rook => files == 0 || ranks == 0,
        Kind::Queen => files == ranks || files == 0 || ranks == 0,
        Kind::King => files <= 1 && ranks <= 1,
    }
}

const fn insert(table: &mut [Entry; SIZE], kind: Kind, side: Side, a: u8, b: u8) {
    let piece = Piece { kind, side };
    let difference = zobrist::piece(piece, Square::wrap(a as u32))
        ^ zobrist::piece(piece, Square::wrap(b as u32))
        ^ zobrist::SIDE;
    let mut entry = Entry { difference, squares: [a, b] };
    let mut place = first_place(difference);
    // Each entry put in throws out the one that was there, which goes to its other place.
    while entry.difference != 0 {
        let thrown_out = table[place];
        table[place] = entry;
        entry = thrown_out;
        place = first_place(entry.difference) ^ second_place(entry.difference) ^ place;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_are_in_the_table() {
        assert_eq!(TABLE.iter().filter(|entry| entry.difference != 0).count(), 3668);
    }
}
