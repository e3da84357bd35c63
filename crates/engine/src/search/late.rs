//! Late move reductions: what a node knows beside depth and number of a move.

use super::Worker;
use super::facts::Facts;
use super::kind::Kind;
use super::moves::Try;
use super::picker::Role;
use super::score::{NONE, Window};
use crate::eval::Evaluator;
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// What is added to the reduction of the table, in 1/1024 ply.
    #[inline(always)]
    pub(super) fn adjustment<K: Kind>(
        &self,
        ply: usize,
        window: Window,
        facts: &Facts<P>,
        this: &Try<P::Move>,
    ) -> i32 {
        let Try { depth, role, noisy, gives_check, history, .. } = *this;
        let mut reduction = 0;
        if facts.was_pv {
            reduction -= self.params.reduction_was_pv
                + self.params.reduction_was_pv_value
                    * (facts.table_value != NONE && facts.table_value > window.alpha) as i32
                + self.params.reduction_was_pv_depth * (facts.table_depth >= depth) as i32
                + self.params.reduction_pv * K::PV as i32;
        }
        if K::CUT {
            reduction += self.params.reduction_cut
                + self.params.reduction_cut_no_move * facts.table_move.is_none() as i32;
        }
        reduction += self.params.reduction_table_capture * facts.table_noisy as i32;
        reduction += self.params.reduction_cutoffs * (self.frame_after(ply).cutoffs > 3) as i32;
        reduction -= self.params.reduction_check * gives_check as i32;
        reduction -= self.params.reduction_killer * (role == Role::Refutation) as i32;
        if facts.eval != NONE {
            let correction = (facts.eval - facts.raw).abs().min(128);
            reduction -= self.params.reduction_correction * correction;
        }
        let divisor = if noisy {
            self.params.reduction_capture_history
        } else {
            self.params.reduction_history
        };
        reduction -= history * 1024 / divisor;
        reduction
    }
}
