//! Threats, passed pawns and space: what the finished attack maps say.

use super::bits::*;
use super::men::*;
use super::params::PARAMS;
use super::pawns::Pawns;
use super::pieces::Maps;
use super::score::Pair;
use super::trace::Sink;
use ferz_rules::chess::{Bitboard, Square, attacks};

/// What we attack or could.
#[inline(always)]
pub(super) fn threats<const US: usize, T: Sink>(men: &Men<'_>, maps: &Maps, sink: &mut T) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };

    let pieces = men.all[them] - men.by[them][PAWN];
    let covered = maps.by[them][PAWN] | (maps.twice[them] - maps.twice[US]);
    let defended = pieces & covered;
    let weak = (men.all[them] - covered) & maps.all[US];

    let minors = maps.by[US][KNIGHT] | maps.by[US][BISHOP];
    for square in (defended | weak) & minors {
        count(&p.threat_by_minor[men.kind_at(square)], 1);
    }
    for square in weak & maps.by[US][ROOK] {
        count(&p.threat_by_rook[men.kind_at(square)], 1);
    }
    if (weak & maps.by[US][KING]).any() {
        count(&p.threat_by_king, 1);
    }
    if weak.any() {
        let loose = weak & (!maps.all[them] | (pieces & maps.twice[US]));
        count(&p.hanging, loose.count() as i32);
        count(&p.queen_protected, (weak & maps.by[them][QUEEN]).count() as i32);
    }
    count(&p.restricted, (maps.all[them] & (maps.all[US] - covered)).count() as i32);

    // Pawns that stand safely, and the squares where they would after a step.
    let safe = !maps.all[them] | maps.all[US];
    let attacking = pawn_attacks::<US>(men.by[US][PAWN] & safe);
    for square in attacking & pieces {
        count(&p.threat_by_pawn[men.kind_at(square)], 1);
    }
    let step = up::<US>(men.by[US][PAWN]) - men.occupied;
    let double = up::<US>(step & rank::<US>(2)) - men.occupied;
    let pushes = (step | double) & (safe - maps.by[them][PAWN]);
    count(&p.threat_by_push, (pawn_attacks::<US>(pushes) & (pieces - attacking)).count() as i32);

    if let (Some(queen), false) = (men.by[them][QUEEN].first(), men.by[them][QUEEN].several()) {
        let free = maps.area[US] - covered;
        let jumps = maps.by[US][KNIGHT] & attacks::knight(queen) & free;
        let lines = (maps.by[US][BISHOP] & attacks::bishop(queen, men.occupied))
            | (maps.by[US][ROOK] & attacks::rook(queen, men.occupied));
        count(&p.on_queen[0], jumps.count() as i32);
        count(&p.on_queen[1], (lines & free & maps.twice[US]).count() as i32);
    }
    sum
}

/// Our passed pawns.
#[inline(always)]
pub(super) fn passed<const US: usize, T: Sink>(
    men: &Men<'_>,
    maps: &Maps,
    pawns: &Pawns,
    sink: &mut T,
) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };
    for square in pawns.passed & men.all[US] {
        let here = Bitboard::of(square);
        let rank = rank_of::<US>(square);
        count(&p.passed[rank], 1);
        count(&p.passed_file[edge_file(square.file())], 1);
        if rank < 2 {
            continue;
        }
        let stop = up::<US>(here);
        let Some(stop_square) = stop.first() else { continue };
        let path = ahead::<US>(here);

        // The first piece behind it on its file.
        let behind = attacks::rook(square, men.occupied) & (Bitboard::file(square.file()) - path);
        let our_rook = (behind & (men.by[US][ROOK] | men.by[US][QUEEN])).any();
        let their_rook = (behind & (men.by[them][ROOK] | men.by[them][QUEEN])).any();
        count(&p.passed_rook_behind[0], our_rook as i32);
        count(&p.passed_rook_behind[1], their_rook as i32);

        let attacked = if their_rook { Bitboard::ALL } else { maps.all[them] };
        let guarded = if our_rook { Bitboard::ALL } else { maps.all[US] };
        let state = if (stop & men.occupied).any() {
            0
        } else if (path & (attacked | men.all[them])).is_empty() {
            4
        } else if (stop & attacked).is_empty() {
            3
        } else if (stop & guarded).any() {
            2
        } else {
            1
        };
        count(&p.passed_path[state][rank], 1);

        let our_distance = distance(men.king[US], stop_square).min(5) as i32;
        let their_distance = distance(men.king[them], stop_square).min(5) as i32;
        count(&p.passed_our_king[rank], our_distance);
        count(&p.passed_their_king[rank], their_distance);

        if men.bare(them) && (path & men.occupied).is_empty() {
            // Outside the square of the pawn.
            let last = Square::at(square.file(), if US == 0 { 7 } else { 0 });
            let steps = 7 - rank;
            let late = (men.to_move != US) as usize;
            if distance(men.king[them], last) > steps + late {
                count(&p.unstoppable, 1);
            }
        }
    }
    sum
}

/// Safe squares in our half of the centre, worth more the more pieces want room and the more the
/// position is closed.
#[inline(always)]
pub(super) fn space<const US: usize, T: Sink>(men: &Men<'_>, maps: &Maps, sink: &mut T) -> Pair {
    let them = US ^ 1;
    let pieces = (men.all[US] - men.by[US][PAWN] - men.by[US][KING]).count() as i32;
    if pieces < 4 {
        return Pair::ZERO;
    }
    let own = men.by[US][PAWN];
    let zone = CENTRE_FILES & (rank::<US>(1) | rank::<US>(2) | rank::<US>(3));
    let safe = zone - own - maps.by[them][PAWN];
    let mut behind = own;
    behind |= down::<US>(behind);
    behind |= down::<US>(down::<US>(behind));
    let squares = safe.count() + (safe & (behind - maps.all[them])).count();
    let rammed = (own & down::<US>(men.by[them][PAWN])).count() as i32;
    let weight = (pieces + rammed - 2).max(0);
    let times = squares as i32 * weight * weight / 32;
    sink.note(US, &PARAMS.space, times);
    PARAMS.space * times
}
