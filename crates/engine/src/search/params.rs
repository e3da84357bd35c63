//! Every number of the search that can be tuned, declared once.
//!
//! The values here are those of games that no set was [tuned](super::tuned) for. Where a range matters
//! more than a value, the value is near what strong public engines agree on; the rest was settled in
//! matches of chess.

use crate::api::Number;

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal..=$max:literal;)+) => {
        /// The numbers that a game is searched with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])+ pub(crate) $name: i32,)+
        }

        impl Params {
            /// Those of most games.
            pub(crate) const USUAL: Params = Params { $($name: $default,)+ };

            /// All numbers with their ranges; the values are those of this set.
            pub(crate) fn numbers(mut self) -> Vec<Number> {
                let ranges = [$(($min, $max)),+];
                let values = self.fields().into_iter();
                let number = |((name, value), (min, max)): ((_, &mut i32), (i32, i32))| {
                    Number { name, value: *value, min, max, step: ((max - min) / 20).max(1) }
                };
                values.zip(ranges).map(number).collect()
            }

            /// All numbers by their names.
            pub(crate) fn fields(&mut self) -> Vec<(&'static str, &mut i32)> {
                vec![$((stringify!($name), &mut self.$name)),+]
            }
        }

        $(const _: () = assert!($min <= $default && $default <= $max);)+
    };
}

params! {
    // Aspiration windows.
    /// Half the first window.
    aspiration_delta = 12 in 4..=40;
    /// Mean square of past values that widens the first window by one.
    aspiration_spread = 5000 in 1000..=20000;

    // Razoring: hopeless evaluations go straight to quiescence.
    /// Margin at depth 0.
    razor_base = 180 in 50..=400;
    /// Margin per squared ply.
    razor_square = 130 in 50..=300;

    // Reverse futility: good enough that a shallow search will not change it.
    /// Up to this depth.
    reverse_futility_depth = 10 in 5..=14;
    /// Margin per ply.
    reverse_futility_ply = 75 in 40..=130;
    /// Less when improving.
    reverse_futility_improving = 60 in 20..=120;
    /// Less when the opponent is getting worse.
    reverse_futility_worsening = 20 in 0..=60;

    // Null move.
    /// Static evaluation may be this far below beta at depth 0.
    null_slack = 130 in 50..=250;
    /// Less for each ply.
    null_slack_ply = 11 in 2..=30;
    /// Plies taken off.
    null_base = 5 in 3..=7;
    /// One more ply taken off per this many plies of depth, times 16.
    null_depth_divisor = 48 in 32..=96;
    /// One more per this much evaluation above beta.
    null_eval_divisor = 130 in 60..=300;
    /// Verified from this depth.
    null_verify_depth = 16 in 10..=24;

    // Internal iterative reduction.
    /// From this depth at cut nodes.
    internal_cut_depth = 7 in 4..=12;
    /// From this depth at principal nodes.
    internal_pv_depth = 5 in 2..=10;

    // ProbCut.
    /// Above beta.
    probcut_margin = 170 in 80..=350;
    /// Less when improving.
    probcut_improving = 50 in 0..=120;
    /// Above beta, where the table alone decides.
    probcut_table_margin = 350 in 150..=600;

    // Late move pruning: after (base + depth²) moves, half of that when not improving.
    /// The base.
    late_moves_base = 3 in 1..=8;

    // Futility of quiet moves.
    /// Margin at depth 0.
    futility_base = 75 in 30..=200;
    /// Margin per reduced ply.
    futility_ply = 70 in 50..=180;
    /// Up to this reduced depth.
    futility_depth = 11 in 6..=15;
    /// Margin by history: history divided by this.
    futility_history = 128 in 40..=400;

    // Futility of captures.
    /// Margin at depth 0.
    capture_futility_base = 200 in 100..=400;
    /// Margin per reduced ply.
    capture_futility_ply = 170 in 80..=300;

    // Exchanges that lose too much.
    /// Captures, per ply.
    see_capture = 85 in 50..=180;
    /// Captures: history divided by this.
    see_capture_history = 32 in 16..=80;
    /// Quiet checks, per ply.
    see_check = 150 in 50..=300;
    /// Quiet moves, per squared reduced ply.
    see_quiet = 18 in 8..=40;

    // History pruning.
    /// Below this much history per ply.
    history_prune = 2800 in 1500..=7000;
    /// History that is worth one ply of reduced depth.
    history_depth = 2800 in 2000..=7000;

    // Singular extensions.
    /// From this depth.
    singular_depth = 6 in 4..=9;
    /// Margin per ply in sixteenths.
    singular_margin = 14 in 6..=40;
    /// More for those that were on a principal variation.
    singular_margin_pv = 18 in 0..=60;
    /// Below the margin by this for two plies.
    double_margin = 12 in 0..=50;
    /// More at principal nodes.
    double_margin_pv = 120 in 20..=300;
    /// Below the margin by this for three plies.
    triple_margin = 80 in 30..=250;
    /// More at principal nodes.
    triple_margin_pv = 180 in 50..=500;

    // Late move reductions, in 1/1024 ply.
    /// Constant part of quiet moves.
    reduction_base = 900 in 200..=1800;
    /// Factor of ln(depth) · ln(move number).
    reduction_factor = 450 in 250..=800;
    /// Constant part of noisy moves.
    reduction_noisy_base = 350 in 0..=1500;
    /// Factor of noisy moves.
    reduction_noisy_factor = 330 in 150..=700;
    /// When not improving.
    reduction_not_improving = 700 in 100..=1500;
    /// At expected cut nodes.
    reduction_cut = 1900 in 500..=3500;
    /// More there without a table move.
    reduction_cut_no_move = 800 in 0..=2000;
    /// When the table move is a capture.
    reduction_table_capture = 900 in 0..=2000;
    /// Off, for positions that were on a principal variation.
    reduction_was_pv = 900 in 0..=2500;
    /// Off, more if the table value exceeds alpha.
    reduction_was_pv_value = 500 in 0..=1500;
    /// Off, more if the table depth suffices.
    reduction_was_pv_depth = 500 in 0..=1500;
    /// Off, at principal nodes.
    reduction_pv = 900 in 0..=2000;
    /// When children often fail high.
    reduction_cutoffs = 900 in 0..=2000;
    /// Off, for moves that give check.
    reduction_check = 800 in 0..=2000;
    /// Off, for killer and counter.
    reduction_killer = 900 in 0..=2000;
    /// History that is worth 1024.
    reduction_history = 9000 in 4000..=20000;
    /// Capture history that is worth 1024.
    reduction_capture_history = 7000 in 3000..=20000;
    /// Off, by how wrong evaluations are here: centipawns of correction times this.
    reduction_correction = 8 in 0..=30;
    /// Off, for wide windows: times window over root window.
    reduction_window = 500 in 0..=1200;
    /// Above the best value by this: the re-search goes deeper.
    deeper_base = 28 in 15..=100;
    /// More for each ply.
    deeper_ply = 2 in 0..=10;
    /// Above the best value by less: shallower.
    shallower = 6 in 2..=20;

    // Histories: bonus is ply · depth - offset, up to a maximum.
    /// Bonus per ply.
    bonus_ply = 170 in 80..=350;
    /// Less.
    bonus_offset = 80 in 0..=250;
    /// At most.
    bonus_max = 1700 in 900..=3000;
    /// Malus per ply.
    malus_ply = 350 in 150..=800;
    /// Less.
    malus_offset = 150 in 0..=400;
    /// At most.
    malus_max = 1500 in 700..=3000;
    /// Largest of butterfly and capture histories.
    history_limit = 8192 in 4096..=16384;
    /// Largest of continuation histories.
    continuation_limit = 16384 in 8192..=32000;
    /// Order: leaving or meeting the attack of a lesser piece, per pawn at stake.
    threat_order = 2400 in 0..=8000;
    /// Order: quiet moves that give check without loss.
    check_order = 6000 in 0..=16000;
    /// How much a static evaluation that rose or fell says of the move before, in eighths.
    eval_history = 48 in 0..=160;

    // Correction history: weights in 1/2048 centipawn.
    /// By pawns.
    correction_pawn = 130 in 40..=260;
    /// By the pieces of each side.
    correction_pieces = 120 in 40..=260;
    /// By the last two moves.
    correction_moves = 110 in 40..=260;

    // Quiescence.
    /// Above the evaluation: what a capture must at least win back.
    quiet_futility = 150 in 60..=300;
    /// Exchanges may lose this much.
    quiet_see = 30 in 0..=120;
}

impl Params {
    /// What a good move of a search of `depth` gains.
    #[inline]
    pub(crate) fn bonus(&self, depth: i32) -> i32 {
        (self.bonus_ply * depth - self.bonus_offset).min(self.bonus_max)
    }

    /// What the moves tried before it lose.
    #[inline]
    pub(crate) fn malus(&self, depth: i32) -> i32 {
        (self.malus_ply * depth - self.malus_offset).min(self.malus_max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bonuses_grow_with_depth_and_stop() {
        let params = Params::USUAL;
        assert!(params.bonus(2) < params.bonus(5) && params.bonus(40) == params.bonus_max);
        assert!(params.malus(2) < params.malus(5) && params.malus(40) == params.malus_max);
    }

    #[test]
    fn every_number_is_listed_with_its_value() {
        let mut params = Params::USUAL;
        for (_, value) in params.fields() {
            *value += 1;
        }
        let moved = params.numbers();
        for (now, before) in moved.iter().zip(Params::USUAL.numbers()) {
            assert_eq!((now.value, now.name), (before.value + 1, before.name));
            assert!(before.step > 0 && (before.min..=before.max).contains(&before.value));
        }
    }
}
