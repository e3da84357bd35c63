//! One node of the main search: principal variation search with everything that makes it selective.
//!
//! The order is that of the chapters below: what ends the node at once, what the table knows, the
//! static evaluation, what lets us leave without trying a move, and the moves.

use super::history::Context;
use super::kind::Kind;
use super::score::{
    self, DRAW, MAX_PLY, NONE, Value, Window, is_decisive, is_loss, is_win, mate_in, mated_in,
};
use super::{Worker, stack};
use crate::drive::effort::Pruning;
use crate::eval::Evaluator;
use crate::table::{self, Entry};
use ferz_rules::{End, Searched};

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Searches a position `depth` plies deep.
    pub(super) fn node<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        mut window: Window,
        mut depth: i32,
    ) -> Value {
        if depth <= 0 {
            return match (self.full_width, K::PV) {
                (true, _) => self.full_width_leaf(position, ply),
                (false, true) => self.quiesce::<true>(position, ply, window),
                (false, false) => self.quiesce::<false>(position, ply, window),
            };
        }
        depth = depth.min(MAX_PLY as i32 - 1);
        if K::PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.interrupted() {
            return DRAW;
        }
        if !K::ROOT {
            // Upcoming repetition (Marcel van Kervinck): a move back to a position of this line is
            // at hand, so a draw is the least we have.
            if window.alpha < DRAW && self.repetition_ahead(position, ply) {
                window.alpha = self.draw_value();
                if window.is_closed() {
                    return window.alpha;
                }
            }
            if let Some(value) = self.settled(position, ply) {
                return value;
            }
            // Mate distance pruning: no line from here mates sooner than one already known.
            window.alpha = window.alpha.max(mated_in(ply));
            window.beta = window.beta.min(mate_in(ply + 1));
            if window.is_closed() {
                return window.alpha;
            }
        }

        let mut facts = match self.consult_table::<K>(position, ply, window, depth) {
            Ok(facts) => facts,
            Err(value) => return value,
        };
        if !K::ROOT
            && facts.excluded.is_none()
            && let Some(value) = self.consult_endgames(position, ply, depth)
        {
            let kind = match value {
                value if is_win(value) => table::Kind::Lower,
                value if is_loss(value) => table::Kind::Upper,
                _ => table::Kind::Exact,
            };
            if kind == table::Kind::Exact
                || (kind == table::Kind::Lower && window.fails_high(value))
                || (kind == table::Kind::Upper && window.fails_low(value))
            {
                let entry = Entry {
                    mv: 0,
                    value: score::to_table(value, ply),
                    eval: NONE,
                    depth: (depth + 6).min(MAX_PLY as i32 - 1),
                    kind,
                    pv: facts.was_pv,
                };
                self.table.store(facts.key, entry);
                return value;
            }
            if K::PV {
                if kind == table::Kind::Lower {
                    facts.floor = value;
                    window.alpha = window.alpha.max(value);
                } else {
                    facts.ceiling = value;
                }
            }
        }

        self.evaluate_node(position, ply, &mut facts);
        if !self.full_width {
            if !K::ROOT {
                depth = self.look_back(ply, depth, &facts);
            }
            if !K::PV
                && self.pruning >= Pruning::Medium
                && !facts.forced
                && facts.excluded.is_none()
                && let Some(value) = self.leave_early::<K>(position, ply, window, depth, &mut facts)
            {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
            // Internal iterative reductions (Ed Schröder): without a table move this search is
            // for the move first, the next one will be for the value.
            if facts.excluded.is_none() && facts.table_move.is_none() {
                let pv = K::PV && depth >= self.params.internal_pv_depth;
                let cut = K::CUT && depth >= self.params.internal_cut_depth;
                depth -= (pv || cut) as i32;
            }
            if !K::PV
                && self.pruning >= Pruning::Medium
                && facts.excluded.is_none()
                && let Some(value) = self.probcut::<K>(position, ply, window, depth, &facts)
            {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }
        self.find_threats(position, ply, &mut facts);
        self.try_moves::<K>(position, ply, window, depth, &facts)
    }

    /// At the leaves of a full-width search: mate, or a plain evaluation.
    fn full_width_leaf(&mut self, position: &P, ply: usize) -> Value {
        if self.interrupted() {
            return DRAW;
        }
        self.pv[ply].clear();
        if let Some(value) = self.ruled(position, ply) {
            return if is_decisive(value) { value } else { DRAW };
        }
        // A draw for want of moves is not looked for: it is no mate.
        let end = position.no_moves().filter(|end| *end != End::Drawn);
        if let Some(end) = end
            && !self.any_legal(position)
        {
            score::ended(end, ply)
        } else if position.in_check() {
            DRAW
        } else {
            self.evaluate(position, ply)
        }
    }

    /// The contexts of the moves 1 to 6 plies before `ply`.
    #[inline]
    pub(super) fn contexts(&self, ply: usize) -> [Context; 6] {
        let top = ply + stack::BEFORE_ROOT;
        std::array::from_fn(|i| match top.checked_sub(i + 1) {
            Some(index) => self.frames[index].context,
            None => Context::NONE,
        })
    }
}
