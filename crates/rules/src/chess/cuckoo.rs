//! Upcoming repetition: which single move leads from one position to another.

use super::{Board, Kind, Piece, Square, attacks, zobrist};
use crate::Side;
use crate::cuckoo::Cuckoo;

/// The moves of all pieces but pawns.
static MOVES: Cuckoo = moves();

impl Board {
    /// If two keys that differ by `difference` can be one reversible move of the side to move
    /// apart, and nothing stands between its two squares: the two squares.
    #[inline]
    pub fn reversible_move(&self, difference: u64) -> Option<(Square, Square)> {
        let [a, b] = MOVES.find(difference)?.map(|square| Square::wrap(square as u32));
        // The same difference is left when the opponent could have taken a shorter way; that is no
        // move of ours.
        let mover = self.piece_on(a).or(self.piece_on(b))?;
        let open = (attacks::between(a, b) & self.occupied()).is_empty();
        (open && mover.side == self.side()).then_some((a, b))
    }
}

const fn moves() -> Cuckoo {
    let mut table = Cuckoo::new();
    let mut kind = 1;
    while kind < 6 {
        let mut a = 0;
        while a < 64 {
            let mut b = a + 1;
            while b < 64 {
                if reaches(Kind::ALL[kind], a, b) {
                    table.insert(difference(Kind::ALL[kind], Side::First, a, b), [a, b]);
                    table.insert(difference(Kind::ALL[kind], Side::Second, a, b), [a, b]);
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

const fn difference(kind: Kind, side: Side, a: u8, b: u8) -> u64 {
    let piece = Piece { kind, side };
    zobrist::piece(piece, Square::wrap(a as u32))
        ^ zobrist::piece(piece, Square::wrap(b as u32))
        ^ zobrist::SIDE
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_moves_are_in_the_table() {
        assert_eq!(super::MOVES.len(), 3668);
    }
}
