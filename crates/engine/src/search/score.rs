//! Values inside the search, and how they become scores outside.

use crate::api::Score;
use ferz_rules::End;

/// Centipawns for the side to move, with mates and endgame-table results beyond them.
pub(crate) type Value = i32;

/// No line is longer.
pub(crate) const MAX_PLY: usize = 246;
/// A draw.
pub(crate) const DRAW: Value = 0;
/// Mate now; mate in n plies is this less n.
pub(crate) const MATE: Value = 32_000;
/// Beyond every value.
pub(crate) const INFINITE: Value = 32_001;
/// No value.
pub(crate) const NONE: Value = 32_002;
/// The longest mate.
pub(crate) const LONGEST_MATE: Value = MATE - MAX_PLY as Value;
/// Won by endgame table now; n plies away it is this less n.
pub(crate) const TABLE_WIN: Value = LONGEST_MATE - 1;
/// The farthest endgame-table win.
const FARTHEST_TABLE_WIN: Value = TABLE_WIN - MAX_PLY as Value;
/// Won now because the opponent has repeated what the rules forbid; n plies away it is this less n.
const RULE_WIN: Value = FARTHEST_TABLE_WIN - 1;
/// The farthest win by the rules of repetition, the least of all proven ones.
pub(crate) const FARTHEST_WIN: Value = RULE_WIN - MAX_PLY as Value;
/// Static evaluations stay within this.
pub(crate) const EVAL_LIMIT: Value = FARTHEST_WIN - 1;

/// Giving mate `ply` plies from the root.
#[inline]
pub(crate) const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Being mated `ply` plies from the root.
#[inline]
pub(crate) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The game has ended `ply` plies from the root, so for the side to move there.
#[inline]
pub(crate) const fn ended(end: End, ply: usize) -> Value {
    match end {
        End::Lost => mated_in(ply),
        End::Drawn => DRAW,
        End::Won => mate_in(ply),
    }
}

/// What it costs to wait for a piece from another board without a legal move: much, while the clock
/// runs and nobody knows what comes, but it is no mate.
const WAITING: Value = 1_000;

/// The side to move has no legal move and waits for one; `eval` is its evaluation.
#[inline]
pub(crate) const fn waiting(eval: Value) -> Value {
    let value = eval - WAITING;
    if value < -EVAL_LIMIT { -EVAL_LIMIT } else { value }
}

/// The opponent has lost by repetition, `ply` plies from the root.
#[inline]
pub(crate) const fn won_by_rule(ply: usize) -> Value {
    RULE_WIN - ply as Value
}

/// The side to move has lost by repetition, `ply` plies from the root.
#[inline]
pub(crate) const fn lost_by_rule(ply: usize) -> Value {
    ply as Value - RULE_WIN
}

/// Whether `value` is a win or loss by repetition.
#[inline]
pub(crate) const fn is_by_rule(value: Value) -> bool {
    let size = value.abs();
    size >= FARTHEST_WIN && size <= RULE_WIN
}

/// Whether `value` is a proven win.
#[inline]
pub(crate) const fn is_win(value: Value) -> bool {
    value >= FARTHEST_WIN
}

/// Whether `value` is a proven loss.
#[inline]
pub(crate) const fn is_loss(value: Value) -> bool {
    value <= -FARTHEST_WIN
}

/// Whether `value` is a proven win or loss.
#[inline]
pub(crate) const fn is_decisive(value: Value) -> bool {
    is_win(value) || is_loss(value)
}

/// Whether `value` is a mate for either side.
#[inline]
pub(crate) const fn is_mate(value: Value) -> bool {
    value >= LONGEST_MATE || value <= -LONGEST_MATE
}

/// For the hash table: distances counted from the position instead of from the root.
#[inline]
pub(crate) const fn to_table(value: Value, ply: usize) -> Value {
    if is_win(value) {
        value + ply as Value
    } else if is_loss(value) {
        value - ply as Value
    } else {
        value
    }
}

/// The reverse of [`to_table`]. A win that needs more plies than are `left` before the game is drawn
/// for want of progress is no longer proven, because the table does not know the counter: it is
/// worth the most that is not a win. (Worth nothing, it cuts no branch off, and the search of a
/// simple ending explodes.)
#[inline]
pub(crate) const fn from_table(value: Value, ply: usize, left: u32) -> Value {
    if value == NONE {
        return NONE;
    }
    let left = if left < MATE as u32 { left as Value } else { MATE };
    if is_win(value) {
        let unproven =
            if value >= LONGEST_MATE { MATE - value > left } else { TABLE_WIN - value > left };
        if unproven { EVAL_LIMIT } else { value - ply as Value }
    } else if is_loss(value) {
        let unproven =
            if value <= -LONGEST_MATE { MATE + value > left } else { TABLE_WIN + value > left };
        if unproven { -EVAL_LIMIT } else { value + ply as Value }
    } else {
        value
    }
}

/// As reported outside. Endgame-table wins are large centipawn scores, nearer ones larger, and those
/// by rule; what is not proven is less than they are.
pub(crate) fn to_score(value: Value) -> Score {
    if value >= LONGEST_MATE {
        Score::MateIn((MATE - value) as u32)
    } else if value <= -LONGEST_MATE {
        Score::MatedIn((MATE + value) as u32)
    } else if is_win(value) {
        Score::Cp(20_000 - (TABLE_WIN - value))
    } else if is_loss(value) {
        Score::Cp(-20_000 + (TABLE_WIN + value))
    } else {
        const FARTHEST: Value = 20_000 - (TABLE_WIN - FARTHEST_WIN);
        Score::Cp(value.clamp(1 - FARTHEST, FARTHEST - 1))
    }
}

/// The open interval of values that matter at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// What we have for sure.
    pub(crate) alpha: Value,
    /// What the opponent does not allow us to exceed.
    pub(crate) beta: Value,
}

impl Window {
    /// Every value.
    pub(crate) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window that asks only whether `beta` is reached.
    #[inline]
    pub(crate) const fn below(beta: Value) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The window that asks only whether `alpha` is exceeded.
    #[inline]
    pub(crate) const fn above(alpha: Value) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window as the opponent sees it.
    #[inline]
    pub(crate) const fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether `value` reaches beta.
    #[inline]
    pub(crate) const fn fails_high(self, value: Value) -> bool {
        value >= self.beta
    }

    /// Whether `value` does not exceed alpha.
    #[inline]
    pub(crate) const fn fails_low(self, value: Value) -> bool {
        value <= self.alpha
    }

    /// Whether no value is left inside.
    #[inline]
    pub(crate) const fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Distance of the bounds.
    #[inline]
    pub(crate) const fn width(self) -> Value {
        self.beta - self.alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_values_come_back_at_the_same_ply() {
        for value in [-MATE + 3, -TABLE_WIN + 9, -500, 0, 31, TABLE_WIN - 20, MATE - 7] {
            for ply in [0, 1, 40] {
                let inner = if is_win(value) { value - ply as Value } else { value };
                let inner = if is_loss(value) { value + ply as Value } else { inner };
                assert_eq!(from_table(to_table(inner, ply), ply, 100), inner);
            }
        }
    }

    #[test]
    fn a_mate_beyond_the_fifty_moves_is_not_proven() {
        assert_eq!(from_table(MATE - 30, 0, 40), MATE - 30);
        assert_eq!(from_table(MATE - 30, 0, 20), EVAL_LIMIT);
        assert_eq!(from_table(-MATE + 30, 0, 20), -EVAL_LIMIT);
    }

    #[test]
    fn wins_by_rule_are_wins_of_their_own() {
        for ply in [0, 1, 100, MAX_PLY] {
            let value = won_by_rule(ply);
            assert!(is_win(value) && is_by_rule(value) && !is_mate(value));
            assert!(is_loss(-value) && is_by_rule(-value) && lost_by_rule(ply) == -value);
        }
        for value in [0, EVAL_LIMIT, FARTHEST_TABLE_WIN, TABLE_WIN, MATE] {
            assert!(!is_by_rule(value) && !is_by_rule(-value));
        }
    }

    /// U-343, U-344: mates have a sign and a distance of their own.
    #[test]
    fn scores_outside() {
        assert_eq!(to_score(mate_in(3)), Score::MateIn(3));
        assert_eq!(to_score(mated_in(0)), Score::MatedIn(0));
        assert_eq!(to_score(-17), Score::Cp(-17));
    }

    #[test]
    fn what_is_not_proven_is_reported_below_what_is() {
        for sign in [1, -1] {
            let centipawns = |value| match to_score(sign * value) {
                Score::Cp(centipawns) => sign * centipawns,
                mate => panic!("{mate:?} for {value}"),
            };
            assert!(centipawns(EVAL_LIMIT) < centipawns(FARTHEST_WIN));
            assert!(centipawns(RULE_WIN) < centipawns(FARTHEST_TABLE_WIN));
            assert!(centipawns(TABLE_WIN - 1) < centipawns(TABLE_WIN));
        }
    }
}
