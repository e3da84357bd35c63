//! Material and piece-square values, kept along the line that the search walks.

use super::bits::turned;
use super::men::{Men, PAWN};
use super::params::PARAMS;
use super::score::Pair;
use super::trace::Sink;
use ferz_rules::Side;
use ferz_rules::chess::{Board, Kind, Square};

/// The entry of the table for a piece of White on `square`.
const fn square_term(kind: usize, square: usize) -> &'static Pair {
    let (rank, file) = (square / 8, square % 8);
    if kind == PAWN {
        return &PARAMS.pawn_squares[rank][file];
    }
    let edge = if file < 4 { file } else { 7 - file };
    let half = match kind {
        1 => &PARAMS.knight_squares,
        2 => &PARAMS.bishop_squares,
        3 => &PARAMS.rook_squares,
        4 => &PARAMS.queen_squares,
        _ => &PARAMS.king_squares,
    };
    &half[rank][edge]
}

/// By piece code and square, White's positive, Black's negative.
static VALUES: [[Pair; 64]; 12] = values();

const fn values() -> [[Pair; 64]; 12] {
    let mut values = [[Pair::ZERO; 64]; 12];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let mut value = *square_term(kind, square);
            if kind < 5 {
                value = value.plus(PARAMS.material[kind]);
            }
            values[kind][square] = value;
            values[kind + 6][square ^ 56] = value.negative();
            square += 1;
        }
        kind += 1;
    }
    values
}

/// The sum for a position, computed from nothing.
pub(super) fn fresh(board: &Board) -> Pair {
    let mut sum = Pair::ZERO;
    for square in board.occupied() {
        if let Some(piece) = board.piece_on(square) {
            sum += VALUES[piece.code()][square.index()];
        }
    }
    sum
}

/// The sum after a move, from the sum before it: by the squares that changed, so that castling, en
/// passant and promotion need no cases of their own.
#[inline]
pub(super) fn updated(before: &Board, after: &Board, sum: Pair) -> Pair {
    let mut sum = sum;
    let mut changed = before.of_side(Side::First) ^ after.of_side(Side::First);
    changed |= before.of_side(Side::Second) ^ after.of_side(Side::Second);
    // Chess960: king and rook may exchange squares, which changes no owner.
    changed |= before.kind(Kind::King) ^ after.kind(Kind::King);
    changed |= before.kind(Kind::Rook) ^ after.kind(Kind::Rook);
    for square in changed {
        if let Some(piece) = before.piece_on(square) {
            sum -= VALUES[piece.code()][square.index()];
        }
        if let Some(piece) = after.piece_on(square) {
            sum += VALUES[piece.code()][square.index()];
        }
    }
    sum
}

/// Notes what [`fresh`] adds up.
pub(super) fn trace<T: Sink>(men: &Men<'_>, sink: &mut T) {
    for us in 0..2 {
        for kind in 0..6 {
            for square in men.by[us][kind] {
                let square: Square =
                    if us == 0 { turned::<0>(square) } else { turned::<1>(square) };
                sink.note(us, square_term(kind, square.index()), 1);
                if kind < 5 {
                    sink.note(us, &PARAMS.material[kind], 1);
                }
            }
        }
    }
}

/// What pieces are worth beside one another.
#[inline(always)]
pub(super) fn imbalance<const US: usize, T: Sink>(men: &Men<'_>, sink: &mut T) -> Pair {
    use super::men::{BISHOP, KNIGHT, QUEEN, ROOK};
    let p = &PARAMS;
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };
    let [pawns, knights, bishops, rooks, queens] =
        [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].map(|kind| men.count(US, kind));
    if bishops >= 2 {
        count(&p.bishop_pair, 1);
    }
    for (term, pieces) in p.with_pawns.iter().zip([knights, bishops, rooks, queens]) {
        count(term, pieces * (pawns - 5));
    }
    count(&p.redundant[0], (knights >= 2) as i32);
    count(&p.redundant[1], (rooks >= 2) as i32);
    if queens > 0 {
        for (term, pieces) in p.with_queen.iter().zip([knights, bishops, rooks]) {
            count(term, pieces);
        }
    }
    count(&p.minors_against_rooks, (knights + bishops) * men.count(US ^ 1, ROOK));
    sum
}
