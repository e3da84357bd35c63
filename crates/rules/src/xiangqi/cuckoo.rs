//! Upcoming repetition: which single move leads from one position to another.

use super::{Board, Kind, Piece, Square, zobrist};
use crate::Side;
use crate::cuckoo::Cuckoo;

/// All moves that a piece can take back; a pawn's are its steps sideways beyond the river.
static MOVES: Cuckoo = moves();

impl Board {
    /// If two keys that differ by `difference` can be one reversible move of the side to move
    /// apart, and the piece reaches the other square here: where it stands, and that square.
    #[inline]
    pub fn reversible_move(&self, difference: u64) -> Option<(Square, Square)> {
        let [a, b] = MOVES.find(difference)?.map(|square| Square::known(square as u32));
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

const fn moves() -> Cuckoo {
    let mut table = Cuckoo::new();
    let mut kind = 0;
    while kind < 7 {
        let mut a = 0;
        while a < 90 {
            let mut b = a + 1;
            while b < 90 {
                if reaches(Kind::ALL[kind], Side::First, a, b) {
                    table.insert(difference(Kind::ALL[kind], Side::First, a, b), [a, b]);
                }
                if reaches(Kind::ALL[kind], Side::Second, a, b) {
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

const fn difference(kind: Kind, side: Side, a: u8, b: u8) -> u64 {
    let piece = Piece { kind, side };
    zobrist::piece(piece, Square::known(a as u32))
        ^ zobrist::piece(piece, Square::known(b as u32))
        ^ zobrist::SIDE
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_moves_are_in_the_table() {
        assert_eq!(super::MOVES.len(), 3696);
    }
}
