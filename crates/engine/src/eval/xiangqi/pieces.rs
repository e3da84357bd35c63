//! What pieces attack: mobility, and the attack maps that the rest reads.

use super::men::*;
use super::params::PARAMS;
use crate::eval::score::Pair;
use crate::eval::trace::Sink;
use ferz_rules::Side;
use ferz_rules::xiangqi::{Bitboard, attacks};

/// The attack maps of a position, filled piece by piece.
pub(super) struct Maps {
    /// By side and kind: the squares where such a piece could take.
    pub(super) by: [[Bitboard; 7]; 2],
    /// Where the cannons of a side could go without taking.
    pub(super) cannon_moves: [Bitboard; 2],
    /// Attacked by anything of a side.
    pub(super) all: [Bitboard; 2],
    /// Attacked at least twice by a side.
    pub(super) twice: [Bitboard; 2],
    /// How many horses, cannons, rooks of a side attack the other palace.
    pub(super) attackers: [[i32; 3]; 2],
    /// On how many of its squares.
    pub(super) hits: [i32; 2],
}

/// A side's palace.
pub(super) const PALACE: [Bitboard; 2] = {
    let red = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
    [Bitboard(red), Bitboard(red << 63)]
};

impl Maps {
    pub(super) fn new(men: &Men<'_>) -> Maps {
        let mut maps = Maps {
            by: [[Bitboard::EMPTY; 7]; 2],
            cannon_moves: [Bitboard::EMPTY; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            attackers: [[0; 3]; 2],
            hits: [0; 2],
        };
        maps.begin::<0>(men);
        maps.begin::<1>(men);
        maps
    }

    /// Enters the men whose attacks count nothing by themselves.
    #[inline(always)]
    fn begin<const US: usize>(&mut self, men: &Men<'_>) {
        let side = Side::BOTH[US];
        let crossed = men.crossed::<US>();
        let forward = men.by[US][PAWN].forward(side);
        let (west, east) = (crossed.west(), crossed.east());
        self.enter::<US>(PAWN, forward);
        self.enter::<US>(PAWN, west);
        self.enter::<US>(PAWN, east);
        self.enter::<US>(KING, attacks::king(men.king[US]));
        for square in men.by[US][ADVISOR] {
            self.enter::<US>(ADVISOR, attacks::advisor(square));
        }
        for square in men.by[US][ELEPHANT] {
            self.enter::<US>(ELEPHANT, attacks::elephant(square, men.occupied));
        }
    }

    #[inline(always)]
    fn enter<const US: usize>(&mut self, kind: usize, reach: Bitboard) {
        self.twice[US] |= self.all[US] & reach;
        self.all[US] |= reach;
        self.by[US][kind] |= reach;
    }
}

/// Evaluates all pieces of one kind of one side and enters them into the maps.
#[inline(always)]
pub(super) fn pieces<const US: usize, const KIND: usize, T: Sink>(
    men: &Men<'_>,
    maps: &mut Maps,
    sink: &mut T,
) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let area = !(men.all[US] | maps.by[them][PAWN]);
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };
    for square in men.by[US][KIND] {
        let (reach, free) = if KIND == HORSE {
            let reach = attacks::horse(square, men.occupied);
            count(&p.hobbled, attacks::blocked_ways(square, men.occupied) as i32);
            (reach, (reach & area).count() as usize)
        } else {
            let (rook, cannon, free) = attacks::rook_cannon_and_free(square, men.occupied);
            if KIND == CANNON {
                maps.cannon_moves[US] |= rook - men.occupied;
                (cannon, free)
            } else {
                (rook, free)
            }
        };
        maps.enter::<US>(KIND, reach);
        // The nine squares fit half a word: counted in there, it takes half the time.
        let hits = (reach & PALACE[them]).0 >> (63 * them);
        if hits != 0 {
            maps.attackers[US][KIND - HORSE] += 1;
            maps.hits[US] += (hits as u32).count_ones() as i32;
        }
        match KIND {
            HORSE => count(&p.horse_mobility[free.min(8)], 1),
            CANNON => count(&p.cannon_mobility[free.min(17)], 1),
            _ => count(&p.rook_mobility[free.min(17)], 1),
        }
    }
    sum
}
