//! What the danger for a king costs: attackers help one another.

use super::score::{Pair, pair};

/// What this much danger costs the side whose king it is.
#[inline(always)]
pub(crate) fn danger_cost(danger: Pair) -> Pair {
    let middlegame = danger.middlegame().max(0);
    pair(middlegame * middlegame / DANGER_SQUARE, danger.endgame().max(0) / DANGER_SHARE)
}

/// The square of the danger is divided by this in the middlegame,
pub const DANGER_SQUARE: i32 = 4096;
/// and the danger itself by this in the endgame.
pub const DANGER_SHARE: i32 = 16;
