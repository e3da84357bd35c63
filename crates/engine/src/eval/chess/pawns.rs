//! Pawns and the shelter they give: what depends on pawns and kings alone, kept in a small table.

use super::bits::*;
use super::men::{KING, Men, PAWN};
use super::params::PARAMS;
use super::score::Pair;
use super::trace::Sink;
use ferz_rules::chess::{Bitboard, Square, attacks};

/// What is known about the pawns of both sides with the kings where they are.
#[derive(Clone, Copy, Default)]
pub(super) struct Pawns {
    key: u64,
    /// White's value less Black's.
    pub(super) score: Pair,
    /// What the pawns add to the danger for each king.
    pub(super) danger: [Pair; 2],
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The squares that a side's pawns attack now or can attack later.
    pub(super) span: [Bitboard; 2],
}

/// The pawn structures met last, one place each.
pub(super) struct PawnTable(Box<[Pawns]>);

const PLACES: usize = 1 << 13;

impl PawnTable {
    pub(super) fn new() -> PawnTable {
        // The key 0 of an empty place would stand for a position without pawns; no two kings share
        // a square, so that no position has the key 0 unless the hashes conspire.
        PawnTable(vec![Pawns::default(); PLACES].into())
    }

    /// Looks the pawns up, or evaluates them.
    #[inline]
    pub(super) fn get<T: Sink>(&mut self, men: &Men<'_>, pawn_key: u64, sink: &mut T) -> Pawns {
        if T::LISTENS {
            return evaluate(men, sink);
        }
        let kings = (men.king[0].index() * 64 + men.king[1].index() + 1) as u64;
        let key = pawn_key ^ kings.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut self.0[key as usize % PLACES];
        if place.key != key {
            *place = Pawns { key, ..evaluate(men, sink) };
        }
        *place
    }
}

#[inline(never)]
fn evaluate<T: Sink>(men: &Men<'_>, sink: &mut T) -> Pawns {
    let mut pawns = Pawns::default();
    let white = structure::<0, T>(men, &mut pawns, sink) + shelter::<0, T>(men, &mut pawns, sink);
    let black = structure::<1, T>(men, &mut pawns, sink) + shelter::<1, T>(men, &mut pawns, sink);
    pawns.score = white - black;
    pawns
}

fn structure<const US: usize, T: Sink>(men: &Men<'_>, pawns: &mut Pawns, sink: &mut T) -> Pair {
    let p = &PARAMS;
    let ours = men.by[US][PAWN];
    let theirs = men.by[US ^ 1][PAWN];
    let their_attacks = if US == 0 { pawn_attacks::<1>(theirs) } else { pawn_attacks::<0>(theirs) };
    let our_attacks = pawn_attacks::<US>(ours);
    pawns.span[US] = our_attacks | ahead::<US>(our_attacks);

    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };
    for square in ours {
        let here = Bitboard::of(square);
        let rank = rank_of::<US>(square);
        let front = up::<US>(here);
        let path = ahead::<US>(here);
        let near = beside(Bitboard::file(square.file()));
        let neighbours = ours & near;
        let sentries = theirs & beside(path);
        let supporters = ours & attacks::pawn(side(US ^ 1), square);
        let phalanx = ours & beside(here);
        let opposed = (theirs & path).any();

        if (ours & path).any() {
            count(&p.doubled[supporters.is_empty() as usize], 1);
        }
        let level_or_behind = !beside(path);
        if neighbours.is_empty() {
            count(&p.isolated[!opposed as usize], 1);
        } else if (neighbours & level_or_behind).is_empty()
            && (front & (their_attacks | theirs)).any()
        {
            count(&p.backward[!opposed as usize], 1);
        }
        if supporters.is_empty() && (theirs & attacks::pawn(side(US), square)).several() {
            count(&p.double_lever, 1);
        }
        if phalanx.any() {
            count(&p.phalanx[rank], 1);
        }
        if supporters.any() {
            count(&p.supported[rank], supporters.count() as i32);
        }
        if (rank == 4 || rank == 5) && (theirs & front).any() {
            count(&p.rammed[rank - 4], 1);
        }
        if !opposed && (ours & path).is_empty() {
            // A pawn that only pawns beside it can stop, and that as many of ours guard, counts as
            // passed when it takes its way free: it may step on, or take.
            let levers = theirs & attacks::pawn(side(US), square);
            let pushers = theirs & attacks::pawn(side(US), square_ahead::<US>(square));
            let free = sentries.is_empty()
                || (sentries == levers && supporters.count() >= levers.count())
                || (sentries == levers | pushers
                    && levers.is_empty()
                    && phalanx.count() >= pushers.count()
                    && rank >= 4);
            if free {
                pawns.passed |= square;
                if (supporters | phalanx).any() {
                    count(&p.passed_connected[rank], 1);
                }
            } else if (neighbours & level_or_behind).count() >= sentries.count() {
                count(&p.candidate[rank], 1);
            }
        }
    }
    sum
}

/// The square one step on. Pawns never stand on the last rank.
#[inline(always)]
fn square_ahead<const US: usize>(square: Square) -> Square {
    let rank = if US == 0 { square.rank() + 1 } else { square.rank().wrapping_sub(1) };
    Square::at(square.file(), rank & 7)
}

fn shelter<const US: usize, T: Sink>(men: &Men<'_>, pawns: &mut Pawns, sink: &mut T) -> Pair {
    let p = &PARAMS;
    let king = men.king[US];
    let ours = men.by[US][PAWN];
    let theirs = men.by[US ^ 1][PAWN];
    let king_rank = rank_of::<US>(king);
    let level = Bitboard::rank(king.rank());
    let in_front = level | ahead::<US>(level);

    let mut sum = Pair::ZERO;
    let mut danger = Pair::ZERO;
    for file in king.file().saturating_sub(1)..=(king.file() + 1).min(7) {
        let on_file = Bitboard::file(file) & in_front;
        let shield = nearest::<US>(ours & on_file).map_or(7, |rank| rank - king_rank);
        let storm = nearest::<US>(theirs & on_file).map_or(7, |rank| rank - king_rank);
        let own_file = (file == king.file()) as usize;
        let blocked = (shield != 7 && storm == shield + 1) as usize;
        let edge = edge_file(file);
        let mut count = |sum: &mut Pair, term: &Pair| {
            sink.note(US, term, 1);
            *sum += *term;
        };
        count(&mut sum, &p.shelter[own_file][edge][shield]);
        count(&mut sum, &p.storm[blocked][edge][storm]);
        // The danger of the king counts only under attack: see `king`.
        count(&mut danger, &p.danger_shelter[own_file][shield]);
        count(&mut danger, &p.danger_storm[blocked][storm]);
    }
    let nearest = ours.into_iter().map(|pawn| distance(king, pawn)).min();
    let steps = nearest.unwrap_or(0) as i32;
    sink.note(US, &p.king_to_pawn, steps);
    sum += p.king_to_pawn * steps;
    debug_assert!(men.by[US][KING].has(king));
    pawns.danger[US] = danger;
    sum
}

/// The rank of the hindmost of `set`, as the side counts.
#[inline(always)]
fn nearest<const US: usize>(set: Bitboard) -> Option<usize> {
    let square = if US == 0 { set.first() } else { set.last() };
    square.map(rank_of::<US>)
}
