//! What a node knows before it tries moves: what the table has of it, its static evaluation, and
//! whether the depth it was given is right.

use super::history::{Histories, View};
use super::kind::Kind;
use super::score::{self, INFINITE, NONE, Value, Window, is_decisive};
use super::{Worker, stack};
use crate::eval::Evaluator;
use crate::table::{self, Entry};
use ferz_rules::Searched;

/// What a node knows about itself before it tries moves.
pub(super) struct Facts<P: Searched> {
    pub(super) key: u64,
    pub(super) excluded: Option<P::Move>,
    pub(super) table_move: Option<P::Move>,
    pub(super) table_value: Value,
    pub(super) table_depth: i32,
    pub(super) table_kind: table::Kind,
    pub(super) table_noisy: bool,
    pub(super) was_pv: bool,
    pub(super) forced: bool,
    /// What endgame tables prove it to be worth at least, and at most.
    pub(super) floor: Value,
    pub(super) ceiling: Value,
    /// Static evaluation as the evaluator gave it.
    pub(super) raw: Value,
    /// Corrected by history.
    pub(super) eval: Value,
    /// And by what the table knows.
    pub(super) estimate: Value,
    pub(super) improving: bool,
    pub(super) worsening: bool,
    /// Its threats are there once [`find_threats`](Worker::find_threats) was called.
    pub(super) view: View<P>,
}

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// What the hash table knows; an error is a value that ends the node.
    pub(super) fn consult_table<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        depth: i32,
    ) -> Result<Facts<P>, Value> {
        let excluded = self.frame(ply).excluded;
        let forced = position.is_forced();
        let key = self.table_key(position);
        let found = self.table.probe(key);
        let table_value = found
            .map_or(NONE, |entry| score::from_table(entry.value, ply, self.plies_left(position)));
        let table_move = if K::ROOT {
            self.root_move()
        } else {
            found.and_then(|entry| P::unpack(entry.mv)).filter(|&mv| position.is_legal(mv))
        };
        let was_pv = if excluded.is_some() {
            self.frame(ply).was_pv
        } else {
            K::PV || found.is_some_and(|entry| entry.pv)
        };
        let contexts = self.contexts(ply);
        let mut facts = Facts {
            key,
            excluded,
            table_move,
            table_value,
            table_depth: found.map_or(-10, |entry| entry.depth),
            table_kind: found.map_or(table::Kind::None, |entry| entry.kind),
            table_noisy: table_move.is_some_and(|mv| position.is_noisy(mv)),
            was_pv,
            forced,
            floor: -INFINITE,
            ceiling: INFINITE,
            raw: found.map_or(NONE, |entry| entry.eval),
            eval: NONE,
            estimate: NONE,
            improving: false,
            worsening: false,
            view: Histories::view(position, P::Threats::default(), contexts),
        };
        let grand = &mut self.frames[ply + stack::BEFORE_ROOT + 2];
        grand.cutoffs = 0;
        grand.killer = None;
        let frame = self.frame(ply);
        frame.forced = forced;
        frame.was_pv = was_pv;

        let usable = !K::PV
            && excluded.is_none()
            && table_value != NONE
            && facts.table_depth >= depth
            && facts.table_kind.decides(table_value, window.beta)
            // Near the end of a game without progress the table, which does not know the counter,
            // is wrong.
            && self.plies_left(position) > 10;
        if usable {
            if window.fails_high(table_value)
                && let Some(mv) = table_move
                && !facts.table_noisy
            {
                let bonus = self.params.bonus(depth);
                facts.view.threats = position.threats();
                self.histories.update_quiet(position, &facts.view, mv, bonus);
            }
            return Err(table_value);
        }
        Ok(facts)
    }

    /// What the opponent attacks: only nodes that try quiet moves need it.
    pub(super) fn find_threats(&mut self, position: &P, ply: usize, facts: &mut Facts<P>) {
        facts.view.threats = position.threats();
        self.frame(ply).threats.clone_from(&facts.view.threats);
    }

    /// The static evaluation, and what it says beside those of earlier plies.
    pub(super) fn evaluate_node(&mut self, position: &P, ply: usize, facts: &mut Facts<P>) {
        if facts.forced {
            self.frame(ply).eval = NONE;
            facts.raw = NONE;
            return;
        }
        if facts.excluded.is_some() {
            facts.eval = self.frame(ply).eval;
            facts.estimate = facts.eval;
            facts.raw = facts.eval;
        } else {
            if facts.raw == NONE {
                facts.raw = self.evaluate(position, ply);
                if facts.table_kind == table::Kind::None {
                    self.table.store(facts.key, Entry::eval_only(facts.raw, facts.was_pv));
                }
            }
            facts.eval = self.corrected(position, ply, facts.raw);
            facts.estimate = facts.eval;
            let value = facts.table_value;
            let tighter = if value > facts.eval {
                facts.table_kind.is_lower()
            } else {
                facts.table_kind.is_upper()
            };
            if value != NONE && !is_decisive(value) && tighter {
                facts.estimate = value;
            }
        }
        self.frame(ply).eval = facts.eval;

        let back = |plies: usize| &self.frames[ply + stack::BEFORE_ROOT - plies];
        let earlier = [2, 4].map(|plies| back(plies).eval).into_iter().find(|&eval| eval != NONE);
        facts.improving = earlier.is_some_and(|earlier| facts.eval > earlier);
        let theirs = back(1).eval;
        facts.worsening = theirs != NONE && facts.eval > -theirs;

        // The evaluation that a quiet move changed is a first judgement of that move (Stockfish).
        let before = back(1);
        if let Some(mv) = before.mv
            && !before.noisy
            && theirs != NONE
            && facts.excluded.is_none()
        {
            let change = (-(theirs + facts.eval) * self.params.eval_history / 8).clamp(-600, 600);
            let threats = &self.frames[ply + stack::BEFORE_ROOT - 1].threats;
            self.histories.update_butterfly(position, !position.side(), threats, mv, change);
        }
    }

    /// Hindsight: now that the evaluation is known, was the reduction that led here right?
    /// (Stockfish.)
    pub(super) fn look_back(&mut self, ply: usize, depth: i32, facts: &Facts<P>) -> i32 {
        let before = self.frame_before(ply);
        if facts.forced || before.eval == NONE || facts.excluded.is_some() {
            return depth;
        }
        if before.reduction >= 3 && !facts.worsening {
            depth + 1
        } else if before.reduction >= 2 && depth >= 2 && facts.eval + before.eval > 90 {
            depth - 1
        } else {
            depth
        }
    }
}
