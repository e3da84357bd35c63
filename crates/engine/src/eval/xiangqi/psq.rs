//! Material and piece-square values, kept along the line that the search walks.

use crate::eval::chess::{Pair, pair};
use ferz_rules::xiangqi::{Board, Kind, Move, Piece, Square};

/// By kind, rank and file of Red's; the right half of the board is the mirror of the left one.
#[rustfmt::skip]
const HALVES: [[[Pair; 5]; 10]; 7] = [
    // Pawn
    [
        [pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98)],
        [pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98)],
        [pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98)],
        [pair(60, 90), pair(60, 90), pair(60, 90), pair(60, 90), pair(70, 90)],
        [pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98), pair(68, 98)],
        [pair(90, 150), pair(96, 153), pair(102, 156), pair(108, 159), pair(114, 162)],
        [pair(110, 170), pair(116, 173), pair(122, 176), pair(128, 179), pair(134, 182)],
        [pair(125, 185), pair(131, 188), pair(137, 191), pair(143, 194), pair(149, 197)],
        [pair(120, 180), pair(126, 183), pair(132, 186), pair(138, 189), pair(144, 192)],
        [pair(75, 65), pair(75, 65), pair(75, 65), pair(75, 65), pair(75, 65)],
    ],
    // Advisor
    [
        [pair(120, 110), pair(120, 110), pair(120, 110), pair(120, 110), pair(120, 110)],
        [pair(123, 110), pair(123, 110), pair(123, 110), pair(123, 110), pair(123, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
        [pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110), pair(115, 110)],
    ],
    // Elephant
    [
        [pair(120, 100), pair(120, 100), pair(120, 100), pair(120, 100), pair(120, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(114, 100), pair(114, 100), pair(114, 100), pair(114, 100), pair(128, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
        [pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100), pair(116, 100)],
    ],
    // Horse
    [
        [pair(363, 395), pair(371, 403), pair(379, 411), pair(387, 419), pair(395, 427)],
        [pair(382, 414), pair(390, 422), pair(398, 430), pair(406, 438), pair(374, 406)],
        [pair(389, 421), pair(397, 429), pair(405, 437), pair(413, 445), pair(421, 453)],
        [pair(396, 428), pair(404, 436), pair(412, 444), pair(420, 452), pair(428, 460)],
        [pair(403, 435), pair(411, 443), pair(419, 451), pair(427, 459), pair(435, 467)],
        [pair(410, 442), pair(418, 450), pair(426, 458), pair(434, 466), pair(442, 474)],
        [pair(417, 449), pair(425, 457), pair(433, 465), pair(441, 473), pair(449, 481)],
        [pair(417, 449), pair(425, 457), pair(433, 465), pair(441, 473), pair(449, 481)],
        [pair(417, 449), pair(425, 457), pair(433, 465), pair(441, 473), pair(449, 481)],
        [pair(397, 429), pair(405, 437), pair(413, 445), pair(421, 453), pair(429, 461)],
    ],
    // Cannon
    [
        [pair(425, 405), pair(425, 405), pair(425, 405), pair(425, 405), pair(425, 405)],
        [pair(430, 405), pair(430, 405), pair(430, 405), pair(430, 405), pair(430, 405)],
        [pair(438, 400), pair(438, 400), pair(438, 400), pair(438, 400), pair(455, 400)],
        [pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400)],
        [pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400)],
        [pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400)],
        [pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400)],
        [pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400), pair(430, 400)],
        [pair(445, 400), pair(442, 400), pair(439, 400), pair(436, 400), pair(433, 400)],
        [pair(445, 400), pair(442, 400), pair(439, 400), pair(436, 400), pair(433, 400)],
    ],
    // Rook
    [
        [pair(890, 920), pair(900, 930), pair(900, 930), pair(905, 935), pair(905, 935)],
        [pair(904, 934), pair(904, 934), pair(904, 934), pair(909, 939), pair(909, 939)],
        [pair(902, 932), pair(902, 932), pair(902, 932), pair(907, 937), pair(907, 937)],
        [pair(903, 933), pair(903, 933), pair(903, 933), pair(908, 938), pair(908, 938)],
        [pair(908, 938), pair(908, 938), pair(908, 938), pair(913, 943), pair(913, 943)],
        [pair(910, 940), pair(910, 940), pair(910, 940), pair(915, 945), pair(915, 945)],
        [pair(910, 940), pair(910, 940), pair(910, 940), pair(915, 945), pair(915, 945)],
        [pair(910, 940), pair(910, 940), pair(910, 940), pair(915, 945), pair(915, 945)],
        [pair(914, 944), pair(914, 944), pair(914, 944), pair(919, 949), pair(919, 949)],
        [pair(908, 938), pair(908, 938), pair(908, 938), pair(913, 943), pair(913, 943)],
    ],
    // King
    [
        [pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(5, 0)],
        [pair(-20, 0), pair(-20, 0), pair(-20, 0), pair(-20, 0), pair(-15, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
        [pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-35, 0), pair(-30, 0)],
    ],
];

/// By piece code and square, Red's positive, Black's negative.
static VALUES: [[Pair; 90]; 14] = values();

const fn values() -> [[Pair; 90]; 14] {
    let mut values = [[Pair::ZERO; 90]; 14];
    let mut kind = 0;
    while kind < 7 {
        let mut square = 0;
        while square < 90 {
            let (rank, file) = (square / 9, square % 9);
            let edge = if file < 5 { file } else { 8 - file };
            let value = HALVES[kind][rank][edge];
            values[kind][square] = value;
            values[kind + 7][9 * (9 - rank) + file] = value.negative();
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
