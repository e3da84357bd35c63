//! Pawns, guards that hold together, and threats.

use super::men::*;
use super::params::PARAMS;
use super::pieces::Maps;
use crate::eval::score::Pair;
use crate::eval::trace::Sink;
use ferz_rules::Side;

/// Pawns before and beyond the river, and whether the guards protect each other.
#[inline(always)]
pub(super) fn pawns<const US: usize, T: Sink>(men: &Men<'_>, maps: &Maps, sink: &mut T) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let side = Side::BOTH[US];
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };
    for (term, kind) in p.linked_guards.iter().zip([ADVISOR, ELEPHANT]) {
        count(term, (maps.by[US][kind] & men.by[US][kind]).any() as i32);
    }
    let crossed = men.crossed::<US>();
    let home = men.by[US][PAWN] - crossed;
    count(&p.blocked_pawn, (home.forward(side) & men.occupied).count() as i32);
    if crossed.is_empty() {
        return sum;
    }
    let king = men.king[them];
    let pieces = maps.by[US][HORSE] | maps.by[US][CANNON] | maps.by[US][ROOK];
    count(&p.guarded_pawn, (crossed & pieces).count() as i32);
    let lost = 4 - men.count(them, ADVISOR).min(2) - men.count(them, ELEPHANT).min(2);
    let beside = crossed & (crossed.west() | crossed.east());
    for square in crossed {
        let rank = square.rank_of(side);
        if beside.has(square) {
            count(&p.linked[rank], 1);
        }
        let files = square.file().abs_diff(king.file());
        let ranks = square.rank().abs_diff(king.rank());
        count(&p.pawn_to_king[files.max(ranks).min(8)], 1);
        count(&p.pawn_by_guards_lost, lost);
        if rank == 9 {
            count(&p.sunken_pawn, lost);
        }
    }
    sum
}

/// What we attack.
#[inline(always)]
pub(super) fn threats<const US: usize, T: Sink>(men: &Men<'_>, maps: &Maps, sink: &mut T) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };
    let targets = men.all[them] - men.by[them][KING];
    let attacked = targets & maps.all[US];
    if attacked.any() {
        let loose = attacked - maps.all[them];
        let rooks = men.by[them][ROOK];
        let lesser = maps.by[US][ADVISOR] | maps.by[US][ELEPHANT];
        let by = [
            (&p.threat_by_pawn, attacked & maps.by[US][PAWN]),
            (&p.threat_by_guard, attacked & lesser),
            (&p.threat_by_horse, (loose | rooks) & maps.by[US][HORSE]),
            (&p.threat_by_cannon, (loose | rooks) & maps.by[US][CANNON]),
            (&p.threat_by_rook, loose & maps.by[US][ROOK]),
        ];
        for (terms, victims) in by {
            if victims.any() {
                // There are few of them, seldom more than one.
                for victim in victims {
                    count(&terms[men.kind_at(victim)], 1);
                }
            }
        }
        if men.to_move == US {
            count(&p.hanging, loose.count() as i32);
        }
        let outnumbered = ((attacked - loose) & maps.twice[US]) - maps.twice[them];
        if outnumbered.any() {
            count(&p.outnumbered, outnumbered.count() as i32);
        }
    }
    sum
}
