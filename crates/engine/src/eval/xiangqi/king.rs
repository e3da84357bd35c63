//! The attack on a king: lines that lead to him, and the danger of it all.

use super::men::*;
use super::params::PARAMS;
use super::pieces::{Maps, PALACE};
use crate::eval::danger::danger_cost;
use crate::eval::score::Pair;
use crate::eval::trace::Sink;
use ferz_rules::Side;
use ferz_rules::xiangqi::{Bitboard, attacks};

/// What aims at a king along his file and his rank.
#[derive(Clone, Copy, Default)]
pub(super) struct Lines {
    hollow: i32,
    double: i32,
    rooks: i32,
}

/// How many squares, but four for more than three: seldom are there as many.
#[inline(always)]
fn up_to_four(squares: Bitboard) -> u32 {
    let (mut left, mut count) = (squares, 0);
    while left.any() && count < 4 {
        left = left.rest();
        count += 1;
    }
    count
}

/// Our cannons, rooks and king that aim at their king.
#[inline(always)]
pub(super) fn lines<const US: usize, T: Sink>(men: &Men<'_>, sink: &mut T) -> (Pair, Lines) {
    let p = &PARAMS;
    let them = US ^ 1;
    let king = men.king[them];
    let mut lines = Lines::default();
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair| {
        sink.note(US, term, 1);
        sum += *term;
    };
    let aiming = men.by[US][CANNON] | men.by[US][ROOK] | men.by[US][KING];
    for slider in attacks::rook_rays(king) & aiming {
        let between = attacks::between_king(king, slider) & men.occupied;
        let way = (slider.file() != king.file()) as usize;
        let screens = up_to_four(between);
        let ours = between & men.all[US];
        let ours = ours.any() as usize + ours.several() as usize;
        if men.by[US][CANNON].has(slider) {
            match screens {
                0 => {
                    lines.hollow += 1;
                    count(&p.hollow_cannon[way]);
                }
                2 => {
                    lines.double += 1;
                    count(&p.double_screen[way][ours]);
                }
                3 => count(&p.triple_screen[way]),
                _ => {}
            }
        } else if screens == 1 {
            if men.by[US][ROOK].has(slider) {
                lines.rooks += 1;
                count(&p.rook_line[way][ours]);
            } else {
                count(&p.facing[ours]);
            }
        }
    }
    let beside = Bitboard::file(3) | Bitboard::file(4) | Bitboard::file(5);
    let beside = (beside - Bitboard::file(king.file())) & men.by[US][ROOK];
    let times = beside.count() as i32;
    sink.note(US, &p.rook_beside, times);
    (sum + p.rook_beside * times, lines)
}

/// How many squares of our palace are in a set that has no others.
#[inline(always)]
fn in_palace<const US: usize>(squares: Bitboard) -> i32 {
    // They fit half a word: counted in there, it takes half the time.
    ((squares.0 >> (63 * US)) as u32).count_ones() as i32
}

/// Minus what the danger for our king costs.
#[inline(always)]
pub(super) fn safety<const US: usize, T: Sink>(
    men: &Men<'_>,
    maps: &Maps,
    lines: &Lines,
    sink: &mut T,
) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let attackers: i32 = maps.attackers[them].iter().sum();
    if attackers + lines.hollow + lines.double + lines.rooks == 0 {
        sink.calm(US);
        return Pair::ZERO;
    }
    let king = men.king[US];
    let palace = PALACE[US];
    let mut danger = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        danger += *term * times;
    };
    for (term, times) in p.danger_attacker.iter().zip(maps.attackers[them]) {
        count(term, times);
    }
    count(&p.danger_hits, maps.hits[them]);
    let near = palace | palace.west() | palace.east() | palace.forward(Side::BOTH[US]);
    let pawns = near & men.by[them][PAWN];
    if pawns.any() {
        count(&p.danger_pawn, pawns.count() as i32);
    }

    let safe = !(maps.all[US] | men.all[them]);
    let (straight, jumps) = attacks::rook_and_cannon(king, men.occupied);
    let checks = [
        attacks::pawns_to(Side::BOTH[them], king) & maps.by[them][PAWN],
        attacks::horses_to(king, men.occupied) & maps.by[them][HORSE],
        jumps & (maps.cannon_moves[them] | (maps.by[them][CANNON] & men.all[US])),
        straight & maps.by[them][ROOK],
    ];
    for (kind, squares) in checks.into_iter().enumerate() {
        let good = squares & safe;
        if good.any() {
            count(&p.danger_check[good.several() as usize][kind], 1);
        }
    }
    count(&p.danger_hollow, lines.hollow);
    count(&p.danger_double, lines.double);
    count(&p.danger_line, lines.rooks);

    let steps = attacks::king(king);
    let file = Bitboard::file(men.king[them].file()) & attacks::rook(men.king[them], men.occupied);
    let barred = steps & file;
    count(&p.danger_no_step, in_palace::<US>(steps & (maps.all[them] | men.all[US])));
    count(&p.danger_barred, in_palace::<US>(barred));
    count(&p.danger_weak, in_palace::<US>(palace & (maps.all[them] - maps.all[US])));

    count(&p.danger_advisors[men.count(US, ADVISOR).min(2) as usize], 1);
    count(&p.danger_elephants[men.count(US, ELEPHANT).min(2) as usize], 1);
    for (kind, term) in [HORSE, CANNON, ROOK].into_iter().zip(&p.danger_defender) {
        count(term, (maps.by[US][kind] & palace).any() as i32);
    }
    count(&p.danger_high_king, king.rank_of(Side::BOTH[US]) as i32);
    count(&p.danger_no_rook, men.by[them][ROOK].is_empty() as i32);
    count(&p.danger_base, 1);
    -danger_cost(danger)
}
