//! Numbers whose exclusive or is the hash of a position (Albert Zobrist, 1970).

use super::{Kind, Piece, Square};
use crate::Random;
use crate::Side;

/// The number of a piece on a square.
#[inline(always)]
pub(super) const fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.side as usize][piece.kind as usize][square.index()]
}

/// The number of the second side being on move.
pub(super) const SIDE: u64 = NUMBERS.side;

struct Numbers {
    pieces: [[[u64; 90]; Kind::ALL.len()]; 2],
    side: u64,
}

static NUMBERS: Numbers = numbers();

const fn numbers() -> Numbers {
    let mut numbers = Numbers { pieces: [[[0; 90]; 7]; 2], side: 0 };
    // Others than chess has: the two games may share a table.
    let mut random = Random::after(1 << 32);
    let mut square = 0;
    while square < 90 {
        let mut kind = 0;
        while kind < 7 {
            numbers.pieces[Side::First as usize][kind][square] = random.next_u64();
            numbers.pieces[Side::Second as usize][kind][square] = random.next_u64();
            kind += 1;
        }
        square += 1;
    }
    numbers.side = random.next_u64();
    numbers
}
