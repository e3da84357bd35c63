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

/// The number of the right to castle with the rook on this square.
#[inline(always)]
pub(super) fn castling(rook: Square) -> u64 {
    NUMBERS.castling[rook.index()]
}

/// The number of a pawn on this file that can be taken en passant.
#[inline(always)]
pub(super) fn en_passant(square: Square) -> u64 {
    NUMBERS.en_passant[square.file()]
}

struct Numbers {
    pieces: [[[u64; 64]; Kind::ALL.len()]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    side: u64,
}

static NUMBERS: Numbers = numbers();

const fn numbers() -> Numbers {
    let mut numbers =
        Numbers { pieces: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 8], side: 0 };
    let mut random = Random::new(0);
    let mut square = 0;
    while square < 64 {
        let mut kind = 0;
        while kind < 6 {
            numbers.pieces[Side::First as usize][kind][square] = random.next_u64();
            numbers.pieces[Side::Second as usize][kind][square] = random.next_u64();
            kind += 1;
        }
        numbers.castling[square] = random.next_u64();
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant[file] = random.next_u64();
        file += 1;
    }
    numbers.side = random.next_u64();
    numbers
}
