//! Where pieces attack.
//!
//! Rooks and cannons are looked up by rank and by file: the occupation of the squares between the
//! edges, seven or eight bits, gives where they go in that line. A file's bits lie nine apart in
//! the set, so a multiplication gathers them into a byte and another scatters them again. Horses
//! and elephants are looked up by square and by which of the four squares that can be in their way
//! are occupied. All tables are computed by the compiler.

use super::{Bitboard, Square};
use crate::Side;

/// The squares that a rook attacks when `occupied` are occupied.
#[inline(always)]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines(from, occupied);
    place(from, rank.rook, file.rook)
}

/// The squares that a cannon attacks when `occupied` are occupied: those behind one screen.
#[inline(always)]
pub fn cannon(from: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines(from, occupied);
    place(from, rank.cannon, file.cannon)
}

/// Both: the squares that a rook attacks, and those that a cannon attacks.
#[inline(always)]
pub fn rook_and_cannon(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (rank, file) = lines(from, occupied);
    (place(from, rank.rook, file.rook), place(from, rank.cannon, file.cannon))
}

/// Both, and how many empty squares a rook or a cannon can go to, where squares at the edge of the
/// board count as empty.
#[inline(always)]
pub fn rook_cannon_and_free(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard, usize) {
    let (rank, file) = lines(from, occupied);
    let (rook, cannon) = (place(from, rank.rook, file.rook), place(from, rank.cannon, file.cannon));
    (rook, cannon, (rank.free + file.free) as usize)
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub fn rook_rays(from: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[from.index()])
}

/// The squares on which it matters to a king whether anything stands there: those of his rank and
/// file, and those where a horse that attacks him can be hindered.
#[inline(always)]
pub(super) fn king_sight(king: Square) -> Bitboard {
    Bitboard(KING_SIGHT[king.index()])
}

/// The squares that a horse attacks when `occupied` are occupied.
#[inline(always)]
pub fn horse(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE[from.index()][legs(from, occupied)])
}

/// How many of the four ways of a horse are blocked when `occupied` are occupied.
#[inline(always)]
pub fn blocked_ways(from: Square, occupied: Bitboard) -> usize {
    const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    // Beside the board are the ends of the neighbouring ranks.
    let on_board = match from.file() {
        0 => !2,
        8 => !4,
        _ => !0,
    };
    COUNTS[legs(from, occupied) & on_board & 15] as usize
}

/// The squares from which a horse attacks `to` when `occupied` are occupied.
#[inline(always)]
pub fn horses_to(to: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSES_TO[to.index()][eyes(to, occupied)])
}

/// The squares from which a horse could attack `to` on an empty board.
#[inline(always)]
pub fn horse_rays(to: Square) -> Bitboard {
    Bitboard(HORSES_TO[to.index()][0])
}

/// The squares that an elephant attacks when `occupied` are occupied. It stays on its side of the
/// river, so these are also the squares from which one attacks `from`.
#[inline(always)]
pub fn elephant(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(ELEPHANT[from.index()][eyes(from, occupied)])
}

/// The squares that an advisor attacks, or attacks `from` from.
#[inline(always)]
pub fn advisor(from: Square) -> Bitboard {
    Bitboard(ADVISOR[from.index()])
}

/// The squares that a king attacks, or attacks `from` from; along the file to the other king apart.
#[inline(always)]
pub fn king(from: Square) -> Bitboard {
    Bitboard(KING[from.index()])
}

/// The squares that a pawn of `side` attacks.
#[inline(always)]
pub fn pawn(side: Side, from: Square) -> Bitboard {
    Bitboard(PAWN[side.index()][from.index()])
}

/// The squares from which a pawn of `side` attacks `to`.
#[inline(always)]
pub fn pawns_to(side: Side, to: Square) -> Bitboard {
    Bitboard(PAWNS_TO[side.index()][to.index()])
}

/// The squares strictly between a square of a palace and another one on its rank or file.
#[inline(always)]
pub fn between_king(king: Square, other: Square) -> Bitboard {
    let place = (king.index() % 9).wrapping_sub(3) + king.index() / 9 % 7 * 3;
    Bitboard(BETWEEN_KING[KING_HALF * (king.index() / 45) + place][other.index()])
}

/// The square that a horse must find empty on its way from one square to another.
#[inline(always)]
pub(super) fn leg(from: Square, to: Square) -> Square {
    let (from_file, from_rank) = (from.file() as u32, from.rank() as u32);
    let (to_file, to_rank) = (to.file() as u32, to.rank() as u32);
    if from_file.abs_diff(to_file) == 2 {
        Square::known(from_rank * 9 + (from_file + to_file) / 2)
    } else {
        Square::known((from_rank + to_rank) / 2 * 9 + from_file)
    }
}

/// The points of a side's elephants.
pub(super) const fn elephant_points(side: Side) -> Bitboard {
    let bits = 1 << 2 | 1 << 6 | 1 << 18 | 1 << 22 | 1 << 26 | 1 << 38 | 1 << 42;
    match side {
        Side::First => Bitboard(bits),
        Side::Second => Bitboard(flipped(bits)),
    }
}

/// The points of a side's advisors.
pub(super) const fn advisor_points(side: Side) -> Bitboard {
    let bits = 1 << 3 | 1 << 5 | 1 << 13 | 1 << 21 | 1 << 23;
    match side {
        Side::First => Bitboard(bits),
        Side::Second => Bitboard(flipped(bits)),
    }
}

/// A side's palace.
pub(super) const fn palace(side: Side) -> Bitboard {
    let bits = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
    match side {
        Side::First => Bitboard(bits),
        Side::Second => Bitboard(flipped(bits)),
    }
}

const fn flipped(bits: u128) -> u128 {
    let mut flipped = 0;
    let mut rank = 0;
    while rank < 10 {
        flipped |= (bits >> (9 * rank) & 0x1ff) << (9 * (9 - rank));
        rank += 1;
    }
    flipped
}

/// Where a rook and a cannon go along one line, a bit for each square of the line.
#[derive(Clone, Copy)]
struct Line {
    rook: u16,
    cannon: u16,
    /// How many of the rook's squares are empty; what stands at an edge is not looked at.
    free: u16,
}

/// The squares of a file that fit 64 bits: eight, nine bits apart.
const FILE: u64 = 0x8040_2010_0804_0201;
/// Eight bits, eight apart.
const BYTES: u64 = 0x0101_0101_0101_0101;

#[inline(always)]
fn lines(from: Square, occupied: Bitboard) -> (Line, Line) {
    let (file, rank) = (from.file(), from.rank());
    let along_rank = (occupied.0 >> (9 * rank + 1)) as usize & 127;
    // The second to ninth square of the file; the products 9 i + 8 j are all different, so nothing
    // is carried, and those with i + j = 7 make the upper byte.
    let squares = (occupied.0 >> (file + 9)) as u64 & FILE;
    let along_file = (squares.wrapping_mul(BYTES) >> 56) as usize;
    (RANKS[file][along_rank], FILES[rank][along_file])
}

#[inline(always)]
fn place(from: Square, rank: u16, file: u16) -> Bitboard {
    let low = (file as u64 & 255).wrapping_mul(BYTES) & FILE;
    let high = (file as u64 & 256) | (file as u64 & 512) << 8;
    let along_file = (low as u128 | (high as u128) << 64) << from.file();
    Bitboard((rank as u128) << (9 * from.rank()) | along_file)
}

/// Which squares beside `from` are occupied: south, west, east, north.
#[inline(always)]
fn legs(from: Square, occupied: Bitboard) -> usize {
    let around = (occupied.0 << 9 >> from.index()) as usize;
    around & 1 | around >> 7 & 2 | around >> 8 & 4 | around >> 15 & 8
}

/// Which squares at the corners of `from` are occupied: south-west, south-east, north-west,
/// north-east.
#[inline(always)]
fn eyes(from: Square, occupied: Bitboard) -> usize {
    let around = (occupied.0 << 10 >> from.index()) as usize;
    around & 1 | around >> 1 & 2 | around >> 16 & 4 | around >> 17 & 8
}

static RANKS: [[Line; 128]; 9] = {
    let mut table = [[Line { rook: 0, cannon: 0, free: 0 }; 128]; 9];
    let mut from = 0;
    while from < 9 {
        let mut occupied = 0;
        while occupied < 128 {
            table[from][occupied] = line(from, 9, (occupied << 1) as u16);
            occupied += 1;
        }
        from += 1;
    }
    table
};

static FILES: [[Line; 256]; 10] = {
    let mut table = [[Line { rook: 0, cannon: 0, free: 0 }; 256]; 10];
    let mut from = 0;
    while from < 10 {
        let mut occupied = 0;
        while occupied < 256 {
            table[from][occupied] = line(from, 10, (occupied << 1) as u16);
            occupied += 1;
        }
        from += 1;
    }
    table
};

const fn line(from: usize, length: usize, occupied: u16) -> Line {
    let mut line = Line { rook: 0, cannon: 0, free: 0 };
    let mut upward = false;
    loop {
        let mut at = from;
        let mut passed = 0;
        while passed < 2 && if upward { at + 1 < length } else { at > 0 } {
            at = if upward { at + 1 } else { at - 1 };
            if passed == 0 {
                line.rook |= 1 << at;
            } else {
                line.cannon |= 1 << at;
            }
            if occupied >> at & 1 != 0 {
                passed += 1;
            } else if passed == 0 {
                line.free += 1;
            }
        }
        if upward {
            return line;
        }
        upward = true;
    }
}

const RAYS: [u128; 90] = {
    let mut table = [0; 90];
    let mut from = 0;
    while from < 90 {
        let lines = Bitboard::file(from % 9).0 | Bitboard::rank(from / 9).0;
        table[from] = lines & !(1 << from);
        from += 1;
    }
    table
};

static ROOK_RAYS: [u128; 90] = RAYS;

static KING_SIGHT: [u128; 90] = {
    let mut table = RAYS;
    let mut from = 0;
    while from < 90 {
        let mut way = 0;
        while way < 4 {
            table[from] |= step(from, DIAGONAL[way].0, DIAGONAL[way].1);
            way += 1;
        }
        from += 1;
    }
    table
};

/// The bit of the square some files and ranks away, or 0 if there is none.
const fn step(from: usize, files: i32, ranks: i32) -> u128 {
    let file = (from % 9) as i32 + files;
    let rank = (from / 9) as i32 + ranks;
    if file < 0 || file > 8 || rank < 0 || rank > 9 { 0 } else { 1 << (rank * 9 + file) }
}

const STRAIGHT: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

static HORSE: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut from = 0;
    while from < 90 {
        let mut blocked = 0;
        while blocked < 16 {
            let mut way = 0;
            while way < 4 {
                let (x, y) = STRAIGHT[way];
                if blocked >> way & 1 == 0 {
                    table[from][blocked] |=
                        step(from, 2 * x + y, 2 * y + x) | step(from, 2 * x - y, 2 * y - x);
                }
                way += 1;
            }
            blocked += 1;
        }
        from += 1;
    }
    table
};

static HORSES_TO: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut to = 0;
    while to < 90 {
        let mut blocked = 0;
        while blocked < 16 {
            let mut way = 0;
            while way < 4 {
                let (x, y) = DIAGONAL[way];
                if blocked >> way & 1 == 0 {
                    table[to][blocked] |= step(to, 2 * x, y) | step(to, x, 2 * y);
                }
                way += 1;
            }
            blocked += 1;
        }
        to += 1;
    }
    table
};

static ELEPHANT: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut from = 0;
    while from < 90 {
        let own = if from < 45 { Side::First } else { Side::Second };
        let mut blocked = 0;
        while blocked < 16 {
            let mut way = 0;
            while way < 4 {
                let (x, y) = DIAGONAL[way];
                if blocked >> way & 1 == 0 && elephant_points(own).0 >> from & 1 != 0 {
                    table[from][blocked] |= step(from, 2 * x, 2 * y) & elephant_points(own).0;
                }
                way += 1;
            }
            blocked += 1;
        }
        from += 1;
    }
    table
};

static ADVISOR: [u128; 90] = palace_steps(DIAGONAL, true);
static KING: [u128; 90] = palace_steps(STRAIGHT, false);

const fn palace_steps(ways: [(i32, i32); 4], advisor: bool) -> [u128; 90] {
    let mut table = [0; 90];
    let mut from = 0;
    while from < 90 {
        let side = if from < 45 { Side::First } else { Side::Second };
        let points = if advisor { advisor_points(side).0 } else { palace(side).0 };
        let mut way = 0;
        while way < 4 && points >> from & 1 != 0 {
            table[from] |= step(from, ways[way].0, ways[way].1) & points;
            way += 1;
        }
        from += 1;
    }
    table
}

static PAWN: [[u128; 90]; 2] = {
    let mut table = [[0; 90]; 2];
    let mut from = 0;
    while from < 90 {
        let sideways = step(from, -1, 0) | step(from, 1, 0);
        table[0][from] = step(from, 0, 1) | if from >= 45 { sideways } else { 0 };
        table[1][from] = step(from, 0, -1) | if from < 45 { sideways } else { 0 };
        from += 1;
    }
    table
};

static PAWNS_TO: [[u128; 90]; 2] = {
    let mut table = [[0; 90]; 2];
    let mut from = 0;
    while from < 90 {
        let mut to = 0;
        while to < 90 {
            table[0][to] |= (PAWN[0][from] >> to & 1) << from;
            table[1][to] |= (PAWN[1][from] >> to & 1) << from;
            to += 1;
        }
        from += 1;
    }
    table
};

/// The squares of one palace.
const KING_HALF: usize = 9;

static BETWEEN_KING: [[u128; 90]; 2 * KING_HALF] = {
    let mut table = [[0; 90]; 2 * KING_HALF];
    let mut place = 0;
    while place < 2 * KING_HALF {
        let rank = if place < KING_HALF { place / 3 } else { place / 3 % 3 + 7 };
        let king = rank * 9 + place % 3 + 3;
        let mut way = 0;
        while way < 4 {
            let (x, y) = STRAIGHT[way];
            let mut passed = 0;
            let mut distance = 1;
            while step(king, x * distance, y * distance) != 0 {
                let at = step(king, x * distance, y * distance);
                table[place][at.trailing_zeros() as usize] = passed;
                passed |= at;
                distance += 1;
            }
            way += 1;
        }
        place += 1;
    }
    table
};
