//! How much of an advantage can be won with what is left.

use super::men::*;

/// The whole advantage counts.
pub(super) const FULL: i32 = 128;

/// How much of the endgame's value counts, of 128, when the side `strong` is ahead.
///
/// Only what has crossed the river or can do so ever mates. One of these alone seldom wins against
/// guards, and a cannon needs something of its own to jump over.
#[inline]
pub(super) fn scale(men: &Men<'_>, strong: usize) -> i32 {
    let weak = strong ^ 1;
    let [pawns, horses, cannons, rooks] = [PAWN, HORSE, CANNON, ROOK].map(|k| men.count(strong, k));
    if rooks > 0 {
        return FULL;
    }
    let pieces = horses + cannons;
    if pieces + pawns == 0 {
        return 0;
    }
    let screens = men.count(strong, ADVISOR) + men.count(strong, ELEPHANT);
    let guards = men.count(weak, ADVISOR) + men.count(weak, ELEPHANT);
    match (pieces, pawns) {
        (0, 1) => [64, 24, 16, 12, 8][guards.min(4) as usize],
        (0, 2) => [112, 80, 56, 40, 32][guards.min(4) as usize],
        (1, 0) if cannons == 1 && screens == 0 => 8,
        (1, 0) => [112, 56, 32, 20, 16][guards.min(4) as usize],
        (1, 1) => [128, 112, 96, 80, 64][guards.min(4) as usize],
        (2, 0) => [128, 128, 112, 96, 72][guards.min(4) as usize],
        _ => FULL,
    }
}
