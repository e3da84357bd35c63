//! What the material alone is worth beside the values of single men: remembered, because it seldom
//! changes.

use super::endgame;
use super::men::*;
use super::params::PARAMS;
use crate::eval::FULL_PHASE;
use crate::eval::score::Pair;
use crate::eval::trace::{Silent, Sink};

/// What is known of a material.
#[derive(Clone, Copy)]
pub(super) struct Material {
    counts: u64,
    /// From Red's point of view.
    pub(super) score: Pair,
    pub(super) phase: i32,
    /// How much of an advantage counts when Red is ahead, and when Black is.
    pub(super) scale: [i32; 2],
}

/// How many are remembered; a power of two.
const REMEMBERED: usize = 1 << 11;

/// The materials met of late.
pub(super) struct Materials(Vec<Material>);

impl Materials {
    pub(super) fn new() -> Materials {
        let nothing = Material { counts: !0, score: Pair::ZERO, phase: 0, scale: [0; 2] };
        Materials(vec![nothing; REMEMBERED])
    }

    /// The material of a position. Who listens hears it all.
    #[inline(always)]
    pub(super) fn get<T: Sink>(&mut self, men: &Men<'_>, sink: &mut T) -> Material {
        if T::LISTENS {
            return fresh(men, sink);
        }
        let hash = men.counts().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let place = &mut self.0[hash as usize & (REMEMBERED - 1)];
        if place.counts != men.counts() {
            *place = fresh(men, &mut Silent);
        }
        *place
    }
}

fn fresh<T: Sink>(men: &Men<'_>, sink: &mut T) -> Material {
    let both = |kind| men.count(0, kind) + men.count(1, kind);
    Material {
        counts: men.counts(),
        score: side::<T>(men, 0, sink) - side::<T>(men, 1, sink),
        phase: (both(HORSE) + 2 * both(CANNON) + 3 * both(ROOK)).min(FULL_PHASE),
        scale: [0, 1].map(|strong| endgame::scale(men, strong)),
    }
}

fn side<T: Sink>(men: &Men<'_>, us: usize, sink: &mut T) -> Pair {
    let p = &PARAMS;
    let them = us ^ 1;
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(us, term, times);
        sum += *term * times;
    };
    let [own, theirs] =
        [us, them].map(|side| [HORSE, CANNON, ROOK].map(|kind| men.count(side, kind)));
    let [advisors, elephants] = [ADVISOR, ELEPHANT].map(|kind| men.count(us, kind).min(2));
    for (term, pieces) in p.second.iter().zip(own) {
        count(term, (pieces >= 2) as i32);
    }
    let [horses, cannons, rooks] = own;
    count(&p.horse_and_cannon, (horses > 0 && cannons > 0) as i32);
    count(&p.cannon_screens, cannons * (men.occupied.count() as i32 - 16));
    count(&p.cannon_guards, cannons * (advisors + elephants));
    count(&p.only_rooks, (rooks > 0 && theirs[2] == 0) as i32);
    count(&p.guards[advisors as usize][elephants as usize], 1);
    for (i, pieces) in theirs.into_iter().enumerate() {
        count(&p.advisors_lost[i], (2 - advisors) * pieces);
        count(&p.elephants_lost[i], (2 - elephants) * pieces);
    }
    sum
}
