//! The danger for a king under attack.
//!
//! Terms of the class `Danger` add up to a number that costs its side by its square in the
//! middlegame: attackers help one another.

use super::bits::*;
use super::men::*;
use super::params::PARAMS;
use super::pawns::Pawns;
use super::pieces::Maps;
use crate::eval::danger::danger_cost;
use crate::eval::score::Pair;
use crate::eval::trace::Sink;
use ferz_rules::chess::{Bitboard, attacks};

/// The value of castling rights less that of the attack on our king.
#[inline(always)]
pub(super) fn safety<const US: usize, T: Sink>(
    men: &Men<'_>,
    maps: &Maps,
    pawns: &Pawns,
    sink: &mut T,
) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    sink.note(US, &p.castling, men.castling[US]);
    let castling = p.castling * men.castling[US];
    let attackers: i32 = maps.attackers[them].iter().sum();
    let has_queen = men.by[them][QUEEN].any();
    if attackers + (has_queen as i32) < 2 {
        sink.calm(US);
        return castling;
    }

    let king = men.king[US];
    let mut danger = pawns.danger[US];
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        danger += *term * times;
    };

    for (term, times) in p.danger_attacker.iter().zip(maps.attackers[them]) {
        count(term, times);
    }
    count(&p.danger_hits, maps.hits[them]);

    // Held by king or queen alone, or not at all.
    let weak = (maps.all[them] - maps.twice[US])
        & (!maps.all[US] | maps.by[US][KING] | maps.by[US][QUEEN]);
    count(&p.danger_weak, (weak & maps.ring[US]).count() as i32);

    let safe = (!maps.all[US] | (weak & maps.twice[them])) - men.all[them];
    let through_queen = men.occupied - men.by[US][QUEEN];
    let straight = attacks::rook(king, through_queen);
    let diagonal = attacks::bishop(king, through_queen);
    let checks = [
        attacks::knight(king) & maps.by[them][KNIGHT],
        diagonal & maps.by[them][BISHOP],
        straight & maps.by[them][ROOK],
        (straight | diagonal) & (maps.by[them][QUEEN] - maps.by[US][QUEEN]),
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (kind, squares) in checks.into_iter().enumerate() {
        let good = squares & safe;
        if good.any() {
            count(&p.danger_safe_check[good.several() as usize][kind], 1);
        }
        unsafe_checks |= squares - safe;
    }
    count(&p.danger_unsafe_check, (unsafe_checks & maps.area[them]).count() as i32);

    count(&p.danger_pinned, maps.pinned[US].count() as i32);

    let camp = flank(king) - rank::<US>(5) - rank::<US>(6) - rank::<US>(7);
    let stormed = maps.all[them] & camp;
    count(&p.danger_flank[0], stormed.count() as i32);
    count(&p.danger_flank[1], (stormed & maps.twice[them]).count() as i32);
    count(&p.danger_flank_defence, (maps.all[US] & camp).count() as i32);
    if (flank(king) & (men.by[0][PAWN] | men.by[1][PAWN])).is_empty() {
        count(&p.danger_bare_flank, 1);
    }

    count(&p.danger_defender[0], (maps.by[US][KNIGHT] & maps.ring[US]).any() as i32);
    count(&p.danger_defender[1], (maps.by[US][BISHOP] & maps.ring[US]).any() as i32);
    count(&p.danger_no_queen, !has_queen as i32);
    count(&p.danger_mobility, maps.mobility[them] - maps.mobility[US]);
    count(&p.danger_base, 1);
    castling - danger_cost(danger)
}
