//! What a node teaches the histories once its moves are tried.

use super::moves::Here;
use super::picker::Picked;
use super::{Worker, stack};
use crate::eval::Evaluator;
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// No move was good enough: the one before refuted us, so it was a good one.
    pub(super) fn praise_before(&mut self, position: &P, ply: usize, depth: i32) {
        let before = self.frame_before(ply);
        let (made, noisy, was_null) = (before.context, before.noisy, before.mv.is_none());
        if noisy || was_null {
            return;
        }
        let contexts = self.contexts(ply - 1);
        let bonus = self.params.bonus(depth) / 2;
        self.histories.update_continuation(position, &contexts, made, bonus);
        let before = &self.frames[ply + stack::BEFORE_ROOT - 1];
        if let Some(mv) = before.mv {
            let side = !position.side();
            let threats = &before.threats;
            self.histories.update_butterfly(position, side, threats, mv, bonus / 2);
        }
    }

    /// The best move refuted the opponent: it gains, those tried before it lose.
    pub(super) fn reward(
        &mut self,
        here: &Here<'_, P>,
        depth: i32,
        best: Picked<P::Move>,
        tried: &[(P::Move, bool)],
    ) {
        let Here { position, ply, facts } = *here;
        let mv = best.mv;
        let bonus = self.params.bonus(depth);
        let malus = -self.params.malus(depth);
        if best.noisy {
            self.histories.update_capture(position, mv, bonus);
        } else {
            self.frame(ply).killer = Some(mv);
            self.histories.set_counter(facts.view.contexts[0], mv);
            self.histories.update_quiet(position, &facts.view, mv, bonus);
            for &(other, _) in tried.iter().filter(|(_, noisy)| !noisy) {
                self.histories.update_quiet(position, &facts.view, other, malus);
            }
        }
        for &(other, _) in tried.iter().filter(|(_, noisy)| *noisy) {
            self.histories.update_capture(position, other, malus);
        }
        // The early quiet move before was refuted.
        let before = self.frame_before(ply);
        if before.number == 1 && !before.noisy && before.mv.is_some() && ply > 0 {
            let made = before.context;
            let contexts = self.contexts(ply - 1);
            self.histories.update_continuation(position, &contexts, made, malus / 2);
        }
    }
}
