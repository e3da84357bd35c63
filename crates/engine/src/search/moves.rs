//! The moves of a node, one after another: which are tried, how deep, and what comes of it.

use super::Worker;
use super::facts::Facts;
use super::kind::{Cut, Kind, Pv};
use super::picker::{Picked, Picker, Role, Wanted};
use super::score::{self, DRAW, INFINITE, Value, Window, is_decisive, is_loss};
use crate::drive::effort::Pruning;
use crate::eval::Evaluator;
use crate::table::{self, Entry};
use ferz_rules::Searched;

/// The node whose moves are tried.
pub(super) struct Here<'a, P: Searched> {
    pub(super) position: &'a P,
    pub(super) ply: usize,
    pub(super) facts: &'a Facts<P>,
}

/// A move whose turn has come.
pub(super) struct Try<M> {
    pub(super) mv: M,
    pub(super) role: Role,
    pub(super) noisy: bool,
    pub(super) gives_check: bool,
    /// Which of the moves it is, from 1.
    pub(super) number: u32,
    /// The depth of the node.
    pub(super) depth: i32,
    /// The depth of the move, where nothing reduces it.
    pub(super) new_depth: i32,
    /// In 1/1024 ply.
    pub(super) reduction: i32,
    pub(super) history: i32,
}

/// The best so far.
struct Best<M> {
    value: Value,
    /// The move that raised alpha.
    mv: Option<Picked<M>>,
}

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Tries the moves, and remembers what came of it.
    pub(super) fn try_moves<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        mut window: Window,
        mut depth: i32,
        facts: &Facts<P>,
    ) -> Value {
        let here = Here { position, ply, facts };
        let first_alpha = window.alpha;
        let mut best = Best { value: facts.floor, mv: None };
        let mut number = 0u32;
        let killer = self.frame(ply).killer;
        let counter = self.histories.counter(facts.view.contexts[0]);
        let mut picker =
            Picker::new(self.take_buffers(), Wanted::All, facts.table_move, killer, counter);
        let mut tried = self.take_tried();
        let may_prune = !K::ROOT
            && !self.full_width
            && self.pruning == Pruning::Large
            && position.has_pieces(position.side());

        // The one capture where captures are compulsory is no choice, and costs no depth.
        let no_choice = !K::ROOT
            && !self.full_width
            && facts.forced
            && !position.in_danger()
            && ply < 2 * self.root_depth as usize;

        while let Some(picked) = picker.next(position, &self.histories, &facts.view) {
            let Picked { mv, role, noisy, .. } = picked;
            if Some(mv) == facts.excluded || (K::ROOT && !self.is_open_root_move(mv)) {
                continue;
            }
            number += 1;
            self.frame(ply).number = number;
            if K::ROOT {
                self.announce(mv, number);
            }
            let nodes_before = self.nodes;
            let gives_check = picked.checks.unwrap_or_else(|| position.gives_check(mv));
            let reduction = self.first_reduction(&here, window, depth, noisy, number);
            let (new_depth, history) = (depth - 1 + no_choice as i32, 0);
            let mut this =
                Try { mv, role, noisy, gives_check, number, depth, new_depth, reduction, history };
            if may_prune
                && !is_loss(best.value)
                && self.prunes(&here, &this, window, &mut best.value, &mut picker)
            {
                continue;
            }

            if self.may_be_singular::<K>(&here, &this) {
                let extension = match self.singular::<K>(position, ply, window, depth, facts, mv) {
                    Ok(plies) => plies,
                    Err(value) => {
                        self.return_buffers(picker.into_buffers());
                        self.return_tried(tried);
                        return value;
                    }
                };
                if self.stopped {
                    break;
                }
                // The test wrote its own number and reduction into the frame.
                self.frame(ply).number = number;
                if extension > 0 && depth < 12 {
                    depth += (extension > 1) as i32;
                }
                this.depth = depth;
                this.new_depth = depth - 1 + extension;
            }

            this.history = if noisy {
                self.histories.capture(position, mv)
            } else {
                self.histories.quiet_reduce(position, &facts.view, mv)
            };
            let after = self.make(position, &picked, ply);
            let value = self.value_of::<K>(&here, &after, window, best.value, &mut this);
            self.unmake();
            if self.stopped {
                break;
            }

            if K::ROOT {
                let spent = self.nodes - nodes_before;
                self.note_root_move(mv, value, window, number, spent);
            }
            if value > best.value {
                best.value = value;
                if value > window.alpha {
                    best.mv = Some(picked);
                    if K::PV && !K::ROOT {
                        self.extend_pv(ply, mv);
                    }
                    if window.fails_high(value) {
                        self.frame(ply).cutoffs += 1 + facts.table_move.is_none() as u32;
                        break;
                    }
                    window.alpha = value;
                    // Others need less depth once a good move is known (Stockfish).
                    if !K::ROOT
                        && !self.full_width
                        && depth > 2
                        && depth < 12
                        && !is_decisive(value)
                    {
                        depth -= 1;
                    }
                }
            }
            if best.mv.is_none_or(|best| best.mv != mv) && tried.len() < 48 {
                tried.push((mv, noisy));
            }
        }
        self.return_buffers(picker.into_buffers());
        let value = if self.stopped {
            DRAW
        } else if number > 0 {
            self.conclude::<K>(&here, first_alpha, window, depth, best, &tried)
        } else if facts.excluded.is_some() {
            window.alpha
        } else {
            self.without_moves(position, ply)
        };
        self.return_tried(tried);
        value
    }

    /// The reduction by depth and number alone.
    #[inline(always)]
    fn first_reduction(
        &self,
        here: &Here<'_, P>,
        window: Window,
        depth: i32,
        noisy: bool,
        number: u32,
    ) -> i32 {
        let mut reduction = if noisy {
            self.reductions.noisy(&self.params, depth, number)
        } else {
            self.reductions.quiet(&self.params, depth, number)
        };
        reduction -= self.params.reduction_window * window.width() / self.root_width.max(1);
        if !here.facts.improving {
            reduction += self.params.reduction_not_improving * !noisy as i32;
        }
        reduction
    }

    /// Whether the move is worth a test of whether it is the only good one.
    #[inline(always)]
    fn may_be_singular<K: Kind>(&self, here: &Here<'_, P>, this: &Try<P::Move>) -> bool {
        let facts = here.facts;
        !K::ROOT
            && !self.full_width
            && Some(this.mv) == facts.table_move
            && facts.excluded.is_none()
            && this.depth >= self.params.singular_depth + facts.was_pv as i32
            && facts.table_kind.is_lower()
            && facts.table_depth >= this.depth - 3
            && !is_decisive(facts.table_value)
            && here.ply < 2 * self.root_depth as usize
    }

    /// The value of a move that was made.
    #[inline(always)]
    fn value_of<K: Kind>(
        &mut self,
        here: &Here<'_, P>,
        after: &P,
        window: Window,
        best: Value,
        this: &mut Try<P::Move>,
    ) -> Value {
        let Here { position, ply, facts } = *here;
        let Try { number, new_depth, .. } = *this;
        let mut value = -INFINITE;
        // Late move reductions (Tord Romstad, Stefan Meyer-Kahlen): the later a move comes and
        // the worse its record, the less it is worth a full search. If a reduced one surprises,
        // it is searched again.
        let late = number > 1 + K::ROOT as u32;
        let reduces = !self.full_width && self.pruning > Pruning::None;
        if this.depth >= 2 && late && reduces {
            this.reduction += self.adjustment::<K>(ply, window, facts, this);
            let extra = (K::PV || (K::CUT && number < 5)) as i32;
            let reduced = (new_depth - this.reduction / 1024).clamp(1, new_depth.max(1) + extra);
            self.frame(ply).reduction = new_depth - reduced;
            let above = Window::above(window.alpha).flipped();
            value = -self.node::<Cut>(after, ply + 1, above, reduced);
            self.frame(ply).reduction = 0;
            if value > window.alpha && reduced < new_depth && !self.stopped {
                // Go deeper where the surprise is great, less deep where it is small
                // (Stockfish).
                let deeper =
                    value > best + self.params.deeper_base + self.params.deeper_ply * new_depth;
                let shallower = value < best + self.params.shallower;
                let again = new_depth + deeper as i32 - shallower as i32;
                if again > reduced {
                    value = -self.node::<K::Child>(after, ply + 1, above, again);
                }
                if !this.noisy {
                    let bonus = if value > window.alpha {
                        self.params.bonus(again)
                    } else {
                        -self.params.malus(again) / 2
                    };
                    let made = self.frame(ply).context;
                    let contexts = &facts.view.contexts;
                    self.histories.update_continuation(position, contexts, made, bonus);
                }
            }
        } else if !K::PV || number > 1 {
            let above = Window::above(window.alpha).flipped();
            value = -self.node::<K::Child>(after, ply + 1, above, new_depth);
        }
        // Principal variation search: the first move, and what beats it, with the open window.
        if K::PV && (number == 1 || (value > window.alpha && !self.stopped)) {
            value = -self.node::<Pv>(after, ply + 1, window.flipped(), new_depth);
        }
        value
    }

    /// What is learnt and remembered of a node whose moves were tried, and its value.
    #[inline(always)]
    fn conclude<K: Kind>(
        &mut self,
        here: &Here<'_, P>,
        first_alpha: Value,
        window: Window,
        depth: i32,
        best: Best<P::Move>,
        tried: &[(P::Move, bool)],
    ) -> Value {
        let Here { position, ply, facts } = *here;
        let Best { value: mut best, mv: best_move } = best;
        match best_move {
            Some(mv) if window.fails_high(best) => self.reward(here, depth, mv, tried),
            None if !K::ROOT => self.praise_before(position, ply, depth),
            _ => {}
        }
        if window.fails_high(best) && !is_decisive(best) && !is_decisive(window.alpha) && !K::ROOT {
            best = (best * depth + window.beta) / (depth + 1);
        }
        best = best.min(facts.ceiling);
        // A node that failed low below one that was on the principal variation was close to it.
        if best <= first_alpha && !K::ROOT {
            let was = self.frame_before(ply).was_pv;
            self.frame(ply).was_pv |= was && depth > 3;
        }
        let kind = if window.fails_high(best) {
            table::Kind::Lower
        } else if K::PV && best_move.is_some() {
            table::Kind::Exact
        } else {
            table::Kind::Upper
        };
        if facts.excluded.is_none() && !(K::ROOT && self.rank > 0) {
            let entry = Entry {
                mv: best_move.map_or(0, |best| P::pack(best.mv)),
                value: score::to_table(best, ply),
                eval: facts.raw,
                depth,
                kind,
                pv: self.frame(ply).was_pv,
            };
            self.remember(facts.key, entry);
        }
        if !facts.forced
            && facts.excluded.is_none()
            && best_move.is_none_or(|best| !best.noisy)
            && !is_decisive(best)
            && (if best > facts.eval { kind.is_lower() } else { kind.is_upper() })
        {
            let (last, before) = self.last_two(ply);
            let difference = best - facts.eval;
            self.histories.update_correction(position, last, before, depth, difference);
        }
        best
    }
}
