//! Which moves of a node are left out.

use super::Worker;
use super::moves::{Here, Try};
use super::picker::{Picker, Role};
use super::score::{Value, Window, is_decisive, is_win};
use crate::eval::Evaluator;
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Whether a late or hopeless move is left out; where none of its kind can help, `best` is at
    /// least what was hoped of it.
    #[inline]
    pub(super) fn prunes(
        &self,
        here: &Here<'_, P>,
        this: &Try<P::Move>,
        window: Window,
        best: &mut Value,
        picker: &mut Picker<P>,
    ) -> bool {
        let Here { position, facts, .. } = *here;
        let Try { mv, role, noisy, gives_check, number, depth, reduction, .. } = *this;
        // Late move pruning: after many moves none of the quiet ones will be the best.
        let many = self.params.late_moves_base + depth * depth;
        let many = if facts.improving { many } else { many / 2 };
        if number as i32 >= many.max(2) {
            picker.skip_quiets();
        }

        if gives_check && position.counts_checks() {
            return false;
        }
        let reduced = (depth - 1 - reduction / 1024).max(0);
        if noisy || gives_check {
            let history = self.histories.capture(position, mv);
            // Futility of captures: even with the captured piece not up to alpha.
            if noisy && !gives_check && reduced < 7 && !facts.forced && role != Role::Table {
                let hope = facts.eval
                    + self.params.capture_futility_base
                    + self.params.capture_futility_ply * reduced
                    + position.gain(mv)
                    + history / 16;
                if hope <= window.alpha {
                    return true;
                }
            }
            // Exchanges that lose too much for the depth.
            let slack = if noisy {
                let limit = self.params.see_capture * depth;
                let history = history / self.params.see_capture_history;
                limit + history.clamp(-limit, limit)
            } else {
                self.params.see_check * depth
            };
            return role != Role::Table && !position.see_by(&facts.view.threats, mv, -slack);
        }
        if role == Role::Table {
            return false;
        }

        // History pruning: it never worked after moves like these.
        let history = self.histories.quiet_prune(position, &facts.view, mv);
        if history < -self.params.history_prune * depth {
            return true;
        }
        let history = history + self.histories.butterfly(position, &facts.view, mv);
        let reduced = (reduced + history / self.params.history_depth).max(0);
        // Futility (Heinz): so far below alpha that a quiet move will not bring it back.
        if !facts.forced && reduced < self.params.futility_depth {
            let hope = facts.eval
                + self.params.futility_base
                + self.params.futility_ply * reduced
                + history / self.params.futility_history;
            if hope <= window.alpha {
                if *best <= hope && !is_decisive(*best) && !is_win(hope) {
                    *best = hope;
                }
                return true;
            }
        }
        // Quiet moves that lose material.
        !position.see_by(&facts.view.threats, mv, -self.params.see_quiet * reduced * reduced)
    }
}
