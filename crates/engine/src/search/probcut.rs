//! ProbCut.

use super::Worker;
use super::facts::Facts;
use super::kind::Kind;
use super::picker::{Picker, Wanted};
use super::score::{self, DRAW, NONE, Value, Window, is_decisive};
use crate::eval::Evaluator;
use crate::table::{self, Entry};
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// ProbCut (Michael Buro): a capture that beats beta by a margin at reduced depth will very
    /// likely beat beta.
    pub(super) fn probcut<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        depth: i32,
        facts: &Facts<P>,
    ) -> Option<Value> {
        let beta = window.beta;
        if is_decisive(beta) {
            return None;
        }
        let high = beta + self.params.probcut_margin
            - self.params.probcut_improving * facts.improving as i32;
        if depth >= 4
            && !facts.forced
            && !(facts.table_value != NONE
                && facts.table_depth >= depth - 3
                && facts.table_value < high)
        {
            let threshold = high - facts.eval;
            let first =
                facts.table_move.filter(|&mv| facts.table_noisy && position.see(mv, threshold));
            let mut picker =
                Picker::new(self.take_buffers(), Wanted::Winning(threshold), first, None, None);
            let reduced = depth - 4;
            while let Some(picked) = picker.next(position, &self.histories, &facts.view) {
                let after = self.make(position, &picked, ply);
                let above = Window::below(high).flipped();
                let mut value = -self.quiesce::<false>(&after, ply + 1, above);
                if value >= high && reduced > 0 && !self.stopped {
                    value = -self.node::<K::Child>(&after, ply + 1, above, reduced);
                }
                self.unmake();
                if self.stopped {
                    break;
                }
                if value >= high {
                    self.return_buffers(picker.into_buffers());
                    let entry = Entry {
                        mv: P::pack(picked.mv),
                        value: score::to_table(value, ply),
                        eval: facts.raw,
                        depth: reduced + 1,
                        kind: table::Kind::Lower,
                        pv: facts.was_pv,
                    };
                    self.remember(facts.key, entry);
                    return Some(if is_decisive(value) { value } else { value - (high - beta) });
                }
            }
            self.return_buffers(picker.into_buffers());
            if self.stopped {
                return Some(DRAW);
            }
        }

        // The same from the table alone (Stockfish).
        let higher = beta + self.params.probcut_table_margin;
        if facts.table_kind.is_lower()
            && facts.table_depth >= depth - 4
            && facts.table_value != NONE
            && facts.table_value >= higher
            && !is_decisive(facts.table_value)
        {
            return Some(higher);
        }
        None
    }
}
