//! What a node teaches the histories once its moves are tried.

use super::facts::Facts;
use super::history;
use super::{Worker, stack};
use crate::eval::Evaluator;
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Rewards and blames moves for how the node ended.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn learn(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        facts: &Facts<P>,
        best_move: Option<P::Move>,
        is_root: bool,
        fails_high: bool,
        tried: &[(P::Move, bool)],
    ) {
        if let Some(mv) = best_move {
            if fails_high {
                self.reward(position, ply, depth, facts, mv, tried);
            }
        } else if !is_root {
            // The move before refuted us: it was a good one.
            let before = self.frame_before(ply);
            let (made, noisy, was_null) = (before.context, before.noisy, before.mv.is_none());
            if !noisy && !was_null {
                let contexts = self.contexts(ply - 1);
                let bonus = history::bonus(depth) / 2;
                self.histories.update_continuation(position, &contexts, made, bonus);
                let before = &self.frames[ply + stack::BEFORE_ROOT - 1];
                if let Some(mv) = before.mv {
                    let side = !position.side();
                    let threats = &before.threats;
                    self.histories.update_butterfly(position, side, threats, mv, bonus / 2);
                }
            }
        }
    }

    /// The best move refuted the opponent: it gains, those tried before it lose.
    fn reward(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        facts: &Facts<P>,
        mv: P::Move,
        tried: &[(P::Move, bool)],
    ) {
        let bonus = history::bonus(depth);
        let malus = -history::malus(depth);
        if position.is_noisy(mv) {
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
