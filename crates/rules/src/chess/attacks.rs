//! Where pieces attack, and the lines between squares.
//!
//! Steps are looked up by square. Sliders are looked up by square and occupation with magic
//! factors (Pradyumna Kannan): the product of the relevant occupied squares and the factor has an
//! index of the table in its upper bits. All tables are computed by the compiler.

use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::{Bitboard, Square};
use crate::Side;

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// The squares that a pawn of `side` attacks.
#[inline(always)]
pub fn pawn(side: Side, from: Square) -> Bitboard {
    PAWN[side.index()][from.index()]
}

/// The squares that a bishop attacks when `occupied` are occupied.
#[inline(always)]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_TABLE[BISHOP[from.index()].index(occupied.0)]
}

/// The squares that a rook attacks when `occupied` are occupied.
#[inline(always)]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    ROOK_TABLE[ROOK[from.index()].index(occupied.0)]
}

/// The squares that a queen attacks when `occupied` are occupied.
#[inline(always)]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

/// The squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from.index()]
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from.index()]
}

/// The squares strictly between two squares on a common rank, file or diagonal, else none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, both included; else none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The two diagonals through a square: `/` and `\\`.
#[inline(always)]
pub(super) fn diagonals(square: Square) -> [Bitboard; 2] {
    [RISING[square.index()], FALLING[square.index()]]
}

const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ROOK_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

static KNIGHT: [Bitboard; 64] = steps(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = steps(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
static BISHOP_RAYS: [Bitboard; 64] = all_rays(&BISHOP_STEPS);
static ROOK_RAYS: [Bitboard; 64] = all_rays(&ROOK_STEPS);
static RISING: [Bitboard; 64] = all_rays(&[(1, 1), (-1, -1)]);
static FALLING: [Bitboard; 64] = all_rays(&[(1, -1), (-1, 1)]);
static BETWEEN: [[Bitboard; 64]; 64] = between_table();
static LINE: [[Bitboard; 64]; 64] = line_table();

static BISHOP: [Magic; 64] = magics(&BISHOP_STEPS, &BISHOP_MAGICS);
static BISHOP_TABLE: [Bitboard; 5248] = slider_table(&BISHOP_STEPS, &BISHOP_MAGICS);
static ROOK: [Magic; 64] = magics(&ROOK_STEPS, &ROOK_MAGICS);
// A few million steps of the compiler's interpreter: it wonders, but takes seconds.
#[allow(long_running_const_eval)]
static ROOK_TABLE: [Bitboard; 102_400] = slider_table(&ROOK_STEPS, &ROOK_MAGICS);

/// Where the attacks from one square lie in the table.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares whose occupation matters: the rays without their last square.
    mask: u64,
    factor: u64,
    start: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        self.start as usize + (product >> (self.shift & 63)) as usize
    }
}

const fn magics(steps: &[(i32, i32); 4], factors: &[u64; 64]) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, start: 0, shift: 0 }; 64];
    let mut start = 0;
    let mut square = 0;
    while square < 64 {
        let mut mask = 0;
        let mut i = 0;
        while i < 4 {
            let ray = ray(square, steps[i]);
            mask |= ray & !(1 << end_of(ray, steps[i]));
            i += 1;
        }
        let shift = 64 - mask.count_ones();
        magics[square as usize] = Magic { mask, factor: factors[square as usize], start, shift };
        start += 1 << mask.count_ones();
        square += 1;
    }
    magics
}

const fn slider_table<const N: usize>(
    steps: &[(i32, i32); 4],
    factors: &[u64; 64],
) -> [Bitboard; N] {
    let magics = magics(steps, factors);
    let rays = [rays(steps[0]), rays(steps[1]), rays(steps[2]), rays(steps[3])];
    let mut table = [Bitboard::EMPTY; N];
    let mut square = 0;
    while square < 64 {
        let magic = magics[square];
        // All subsets of the mask, by the carry-rippler of Marcel van Kervinck.
        let mut occupied: u64 = 0;
        loop {
            let mut attacks = 0;
            let mut i = 0;
            while i < 4 {
                attacks |= rays[i][square];
                let blockers = rays[i][square] & occupied;
                if blockers != 0 {
                    attacks &= !rays[i][start_of(blockers, steps[i]) as usize];
                }
                i += 1;
            }
            table[magic.index(occupied)] = Bitboard(attacks);
            occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

/// The square of a nonempty ray nearest to its origin.
const fn start_of(ray: u64, (dx, dy): (i32, i32)) -> u32 {
    if dy * 8 + dx > 0 { ray.trailing_zeros() } else { 63 - ray.leading_zeros() }
}

/// The square of a ray farthest from its origin; any square for an empty ray.
const fn end_of(ray: u64, (dx, dy): (i32, i32)) -> u32 {
    if ray == 0 { 0 } else { start_of(ray, (-dx, -dy)) }
}

const fn inside(x: i32, y: i32) -> bool {
    0 <= x && x < 8 && 0 <= y && y < 8
}

/// The squares from `square` to the edge, itself excluded.
const fn ray(square: i32, (dx, dy): (i32, i32)) -> u64 {
    let mut ray = 0;
    let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
    while inside(x, y) {
        ray |= 1 << (y * 8 + x);
        x += dx;
        y += dy;
    }
    ray
}

const fn rays(step: (i32, i32)) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = ray(square as i32, step);
        square += 1;
    }
    table
}

const fn all_rays(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            table[square].0 |= ray(square as i32, steps[i]);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn steps(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let (x, y) = (square as i32 % 8 + steps[i].0, square as i32 / 8 + steps[i].1);
            if inside(x, y) {
                table[square].0 |= 1 << (y * 8 + x);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let (dx, dy) = KING_STEPS[i];
            let (mut x, mut y) = (a as i32 % 8 + dx, a as i32 / 8 + dy);
            let mut passed = 0;
            while inside(x, y) {
                table[a][(y * 8 + x) as usize] = Bitboard(passed);
                passed |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            i += 1;
        }
        a += 1;
    }
    table
}

const fn line_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let (dx, dy) = KING_STEPS[i];
            let forth = ray(a as i32, (dx, dy));
            let line = forth | ray(a as i32, (-dx, -dy)) | 1 << a;
            let mut rest = forth;
            while rest != 0 {
                table[a][rest.trailing_zeros() as usize] = Bitboard(line);
                rest &= rest - 1;
            }
            i += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_walking(from: Square, steps: &[(i32, i32)], occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for (dx, dy) in steps {
            let (mut x, mut y) = (from.file() as i32 + dx, from.rank() as i32 + dy);
            while inside(x, y) {
                let square = Square::at(x as usize, y as usize);
                set |= square;
                if occupied.has(square) {
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        set
    }

    #[test]
    fn sliders_stop_at_the_first_piece() {
        let mut random = 0x5eed_u64;
        for _ in 0..200 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let occupied = Bitboard(random & random.rotate_left(17));
            for from in Square::all() {
                assert_eq!(rook(from, occupied), by_walking(from, &ROOK_STEPS, occupied));
                assert_eq!(bishop(from, occupied), by_walking(from, &BISHOP_STEPS, occupied));
            }
        }
    }

    #[test]
    fn lines() {
        let [a1, b2, d4, h8, c2] =
            [b"a1", b"b2", b"d4", b"h8", b"c2"].map(|text| Square::read(text).unwrap());
        assert_eq!(between(a1, d4), between(d4, a1));
        assert_eq!(between(a1, d4).count(), 2);
        assert!(between(a1, d4).has(b2));
        assert_eq!(line(b2, d4), line(a1, h8));
        assert_eq!(line(a1, h8).count(), 8);
        assert_eq!(line(a1, c2), Bitboard::EMPTY);
    }
}
