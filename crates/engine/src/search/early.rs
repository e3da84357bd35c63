//! What lets a scout node go without trying a move of its own: razoring, reverse futility, null
//! move.

use super::Worker;
use super::facts::Facts;
use super::kind::{All, Kind};
use super::score::{DRAW, Value, Window, is_decisive, is_loss, is_win};
use crate::eval::Evaluator;
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// What lets a scout node go without trying a move of its own.
    pub(super) fn leave_early<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        depth: i32,
        facts: &mut Facts<P>,
    ) -> Option<Value> {
        let Window { alpha, beta } = window;
        let estimate = facts.estimate;

        // Razoring (Birmingham and Kent, in today's form): so far below alpha that only captures
        // can help.
        if !is_loss(alpha)
            && estimate < alpha - self.params.razor_base - self.params.razor_square * depth * depth
        {
            let value = self.quiesce::<false>(position, ply, window);
            if value <= alpha && !is_decisive(value) {
                return Some(value);
            }
        }

        // Reverse futility (static null move): so far above beta that a shallow search will not
        // bring it back.
        if !facts.was_pv
            && depth < self.params.reverse_futility_depth
            && window.fails_high(estimate)
            && (facts.table_move.is_none() || facts.table_noisy)
            && !is_loss(beta)
            && !is_win(estimate)
        {
            let margin = self.params.reverse_futility_ply * depth
                - self.params.reverse_futility_improving * facts.improving as i32
                - self.params.reverse_futility_worsening * facts.worsening as i32;
            if estimate - margin.max(20) >= beta {
                return Some(beta + (estimate - beta) / 3);
            }
        }

        // Null move pruning (Chrilly Donninger). Not with pawns alone: zugzwang. Verified at high
        // depth with null moves forbidden for a while (Stockfish).
        if K::CUT
            && self.frame_before(ply).mv.is_some()
            && window.fails_high(estimate)
            && facts.eval + self.params.null_slack_ply * depth >= beta + self.params.null_slack
            && !is_loss(beta)
            && ply >= self.null_from
            && position.may_pass(position.side())
        {
            let reduction = self.params.null_base
                + depth * 16 / self.params.null_depth_divisor
                + ((estimate - beta) / self.params.null_eval_divisor).min(4);
            let after = self.make_null(position, ply);
            let value = -self.node::<All>(
                &after,
                ply + 1,
                Window::below(beta).flipped(),
                depth - reduction,
            );
            self.unmake();
            if self.stopped {
                return Some(DRAW);
            }
            if window.fails_high(value) && !is_win(value) {
                if self.null_from > 0 || depth < self.params.null_verify_depth {
                    return Some(value);
                }
                self.null_from = ply + 3 * (depth - reduction).max(0) as usize / 4;
                let value = self.node::<All>(position, ply, Window::below(beta), depth - reduction);
                self.null_from = 0;
                if self.stopped {
                    return Some(DRAW);
                }
                if window.fails_high(value) {
                    return Some(value);
                }
            }
        }

        facts.improving |= facts.eval >= beta + 60;
        None
    }
}
