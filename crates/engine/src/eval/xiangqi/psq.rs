//! Material and piece-square values, kept along the line that the search walks.

use super::men::{ADVISOR, CANNON, ELEPHANT, HORSE, Men, PAWN, ROOK};
use super::params::PARAMS;
use crate::eval::score::Pair;
use crate::eval::trace::Sink;
use ferz_rules::xiangqi::{Board, Kind, Move, Piece, Square};

/// The entry of the table for a piece of Red on `square`.
const fn square_term(kind: usize, square: usize) -> &'static Pair {
    let (rank, file) = (square / 9, square % 9);
    let edge = if file < 5 { file } else { 8 - file };
    let half = match kind {
        PAWN => &PARAMS.pawn_squares,
        HORSE => &PARAMS.horse_squares,
        CANNON => &PARAMS.cannon_squares,
        ROOK => &PARAMS.rook_squares,
        // These keep to few points: five ranks are enough, three for who stays in the palace.
        ELEPHANT => return &PARAMS.elephant_squares[if rank < 5 { rank } else { 4 }][edge],
        ADVISOR => {
            let rank = if rank < 3 { rank } else { 2 };
            return &PARAMS.advisor_squares[rank][if edge == 4 { 1 } else { 0 }];
        }
        _ => {
            let rank = if rank < 3 { rank } else { 2 };
            return &PARAMS.king_squares[rank][if edge == 4 { 1 } else { 0 }];
        }
    };
    &half[rank][edge]
}

/// By piece code and square, Red's positive, Black's negative.
static VALUES: [[Pair; 90]; 14] = values();

const fn values() -> [[Pair; 90]; 14] {
    let mut values = [[Pair::ZERO; 90]; 14];
    let mut kind = 0;
    while kind < 7 {
        let mut square = 0;
        while square < 90 {
            let mut value = *square_term(kind, square);
            if kind < 6 {
                value = value.plus(PARAMS.material[kind]);
            }
            values[kind][square] = value;
            values[kind + 7][9 * (9 - square / 9) + square % 9] = value.negative();
            square += 1;
        }
        kind += 1;
    }
    values
}

#[inline(always)]
fn value(piece: Piece, square: Square) -> Pair {
    VALUES[piece.code()][square.index()]
}

/// The sum for a position, computed from nothing.
pub(super) fn fresh(board: &Board) -> Pair {
    let mut sum = Pair::ZERO;
    for square in board.occupied() {
        if let Some(piece) = board.piece_on(square) {
            sum += value(piece, square);
        }
    }
    sum
}

/// The sum after a move, from the sum before it.
#[inline]
pub(super) fn updated(before: &Board, mv: Move, sum: Pair) -> Pair {
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = before.piece_on(from) else { return sum };
    let kind = if mv.is_promotion() { Kind::Pawn } else { mover.kind };
    let mut sum = sum - value(mover, from) + value(Piece { kind, ..mover }, to);
    if let Some(captured) = before.captured(mv) {
        sum -= value(captured, to);
    }
    sum
}

/// Notes what [`fresh`] adds up.
pub(super) fn trace<T: Sink>(men: &Men<'_>, sink: &mut T) {
    for us in 0..2 {
        for kind in 0..7 {
            for square in men.by[us][kind] {
                let square = if us == 0 { square } else { square.mirrored() };
                sink.note(us, square_term(kind, square.index()), 1);
                if kind < 6 {
                    sink.note(us, &PARAMS.material[kind], 1);
                }
            }
        }
    }
}
