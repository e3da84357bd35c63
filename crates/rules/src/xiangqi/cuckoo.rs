//! Key differences of reversible moves, for upcoming repetition.
//!
//! After Marcel van Kervinck: "The Design and Implementation of the Rookie 2.0 Chess Playing
//! Program" (2015), as in chess. All pieces move back where they came from, pawns too when they
//! have crossed the river and step sideways: 3696 differences in a cuckoo hash table.

use super::{Board, Kind, Piece, Square, zobrist};
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
    /// apart, and the piece reaches the other square here: where it stands, and that square.
    #[inline]
    pub fn reversible_move(&self, difference: u64) -> Option<(Square, Square)> {
        let entry = [first_place(difference), second_place(difference)]
            .into_iter()
            .map(|place| &TABLE[place])
            .find(|entry| entry.difference == difference && entry.squares[0] != entry.squares[1])?;
        let [a, b] = entry.squares.map(|square| Square::known(square as u32));
        let (from, to, mover) = match (self.piece_on(a), self.piece_on(b)) {
            (Some(mover), None) => (a, b, mover),
            (None, Some(mover)) => (b, a, mover),
            _ => return None,
        };
        // The same difference is left when the opponent could have taken a shorter way; that is no
        // move of ours.
        (mover.side == self.side() && self.reach(mover, from).has(to)).then_some((from, to))
    }
}

const fn table() -> [Entry; SIZE] {
    let mut table = [Entry { difference: 0, squares: [0; 2] }; SIZE];
    let mut kind = 0;
    while kind < 7 {
        let mut a = 0;
        while a < 90 {
            let mut b = a + 1;
            while b < 90 {
                if reaches(Kind::ALL[kind], Side::First, a, b) {
                    insert(&mut table, Kind::ALL[kind], Side::First, a, b);
                }
                if reaches(Kind::ALL[kind], Side::Second, a, b) {
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

/// Whether a piece goes from one square to another, and back, on an empty board.
const fn reaches(kind: Kind, side: Side, a: u8, b: u8) -> bool {
    use super::attacks::{advisor_points, elephant_points, palace};
    let files = (a % 9).abs_diff(b % 9);
    let ranks = (a / 9).abs_diff(b / 9);
    let points = match kind {
        Kind::Pawn => super::Bitboard::beyond_river(side),
        Kind::Advisor => advisor_points(side),
        Kind::Elephant => elephant_points(side),
        Kind::King => palace(side),
        Kind::Horse | Kind::Cannon | Kind::Rook => super::Bitboard::ALL,
    };
    if points.0 >> a & points.0 >> b & 1 == 0 {
        return false;
    }
    match kind {
        Kind::Pawn => files == 1 && ranks == 0,
        Kind::Advisor => files == 1 && ranks == 1,
        Kind::Elephant => files == 2 && ranks == 2,
        Kind::Horse => files * ranks == 2,
        Kind::Cannon | Kind::Rook => files == 0 || ranks == 0,
        Kind::King => files + ranks == 1,
    }
}

const fn insert(table: &mut [Entry; SIZE], kind: Kind, side: Side, a: u8, b: u8) {
    let piece = Piece { kind, side };
    let difference = zobrist::piece(piece, Square::known(a as u32))
        ^ zobrist::piece(piece, Square::known(b as u32))
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
        assert_eq!(TABLE.iter().filter(|entry| entry.difference != 0).count(), 3696);
    }
}
