//! The moves of a node, one after another: which are tried, how deep, and what comes of it.

use super::facts::Facts;
use super::history;
use super::kind::{Cut, Kind, Pv};
use super::late::Late;
use super::picker::{Picker, Wanted};
use super::score::{self, DRAW, INFINITE, Value, Window, is_decisive, is_loss};
use super::{Worker, params};
use crate::drive::effort::Pruning;
use crate::eval::Evaluator;
use crate::table::{self, Entry};
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Tries the moves, and remembers what came of it.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn try_moves<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        mut window: Window,
        depth: i32,
        facts: &Facts<P>,
        floor: Value,
        ceiling: Value,
    ) -> Value {
        let first_alpha = window.alpha;
        let mut best = floor;
        let mut best_move = None;
        let mut number = 0u32;
        let mut depth = depth;
        let killer = self.frame(ply).killer;
        let counter = self.histories.counter(facts.view.contexts[0]);
        let mut picker =
            Picker::new(self.take_buffers(), Wanted::All, facts.table_move, killer, counter);
        let mut tried = self.take_tried();
        let zugzwang_safe = position.has_pieces(position.side());

        while let Some((mv, role)) = picker.next(position, &self.histories, &facts.view) {
            if Some(mv) == facts.excluded || (K::ROOT && !self.is_open_root_move(mv)) {
                continue;
            }
            number += 1;
            self.frame(ply).number = number;
            if K::ROOT {
                self.announce(mv, number);
            }
            let nodes_before = self.nodes;
            let noisy = position.is_noisy(mv);
            let gives_check = position.gives_check(mv);
            let mut reduction = if noisy {
                self.reductions.noisy(depth, number)
            } else {
                self.reductions.quiet(depth, number)
            };
            reduction -= params::reduction_window() * window.width() / self.root_width.max(1);
            if !facts.improving {
                reduction += params::reduction_not_improving() * !noisy as i32;
            }

            let prunable = !K::ROOT
                && !self.full_width
                && self.pruning == Pruning::Large
                && zugzwang_safe
                && !is_loss(best);
            if prunable
                && self.prunes(
                    position,
                    mv,
                    role,
                    noisy,
                    gives_check,
                    number,
                    depth,
                    reduction,
                    window,
                    facts,
                    &mut best,
                    &mut picker,
                )
            {
                continue;
            }

            let mut extension = 0;
            if !K::ROOT
                && !self.full_width
                && Some(mv) == facts.table_move
                && facts.excluded.is_none()
                && depth >= params::singular_depth() + facts.was_pv as i32
                && facts.table_kind.is_lower()
                && facts.table_depth >= depth - 3
                && !is_decisive(facts.table_value)
                && ply < 2 * self.root_depth as usize
            {
                match self.singular::<K>(position, ply, window, depth, facts, mv) {
                    Ok(plies) => extension = plies,
                    Err(value) => {
                        self.return_buffers(picker.into_buffers());
                        self.return_tried(tried);
                        return value;
                    }
                }
                if self.stopped {
                    break;
                }
                // The test wrote its own number and reduction into the frame.
                self.frame(ply).number = number;
                if extension > 0 && depth < 12 {
                    depth += (extension > 1) as i32;
                }
            }

            let history = if noisy {
                self.histories.capture(position, mv)
            } else {
                self.histories.quiet_reduce(position, &facts.view, mv)
            };
            let after = self.make(position, mv, ply);
            let new_depth = depth - 1 + extension;
            let mut value = -INFINITE;

            // Late move reductions (Tord Romstad, Stefan Meyer-Kahlen): the later a move comes and
            // the worse its record, the less it is worth a full search. If a reduced one surprises,
            // it is searched again.
            let late = number > 1 + K::ROOT as u32;
            let reduces = !self.full_width && self.pruning > Pruning::None;
            if depth >= 2 && late && reduces {
                let late = Late { depth, role, noisy, gives_check, history };
                reduction += self.adjustment::<K>(ply, window, facts, &late);
                let extra = (K::PV || (K::CUT && number < 5)) as i32;
                let reduced = (new_depth - reduction / 1024).clamp(1, new_depth.max(1) + extra);
                self.frame(ply).reduction = new_depth - reduced;
                let above = Window::above(window.alpha).flipped();
                value = -self.node::<Cut>(&after, ply + 1, above, reduced);
                self.frame(ply).reduction = 0;
                if value > window.alpha && reduced < new_depth && !self.stopped {
                    // Go deeper where the surprise is great, less deep where it is small
                    // (Stockfish).
                    let deeper =
                        value > best + params::deeper_base() + params::deeper_ply() * new_depth;
                    let shallower = value < best + params::shallower();
                    let again = new_depth + deeper as i32 - shallower as i32;
                    if again > reduced {
                        value = -self.node::<K::Child>(&after, ply + 1, above, again);
                    }
                    if !noisy {
                        let bonus = if value > window.alpha {
                            history::bonus(again)
                        } else {
                            -history::malus(again) / 2
                        };
                        let made = self.frame(ply).context;
                        let contexts = &facts.view.contexts;
                        self.histories.update_continuation(position, contexts, made, bonus);
                    }
                }
            } else if !K::PV || number > 1 {
                let above = Window::above(window.alpha).flipped();
                value = -self.node::<K::Child>(&after, ply + 1, above, new_depth);
            }
            // Principal variation search: the first move, and what beats it, with the open window.
            if K::PV && (number == 1 || (value > window.alpha && !self.stopped)) {
                value = -self.node::<Pv>(&after, ply + 1, window.flipped(), new_depth);
            }
            self.unmake();
            if self.stopped {
                break;
            }

            if K::ROOT {
                let spent = self.nodes - nodes_before;
                self.note_root_move(mv, value, window, number, spent);
            }
            if value > best {
                best = value;
                if value > window.alpha {
                    best_move = Some(mv);
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
            if Some(mv) != best_move && tried.len() < 48 {
                tried.push((mv, noisy));
            }
        }
        self.return_buffers(picker.into_buffers());
        if self.stopped {
            self.return_tried(tried);
            return DRAW;
        }

        if number == 0 {
            self.return_tried(tried);
            return if facts.excluded.is_some() {
                window.alpha
            } else {
                score::ended(position.no_moves(), ply)
            };
        }

        self.learn(
            position,
            ply,
            depth,
            facts,
            best_move,
            K::ROOT,
            window.fails_high(best),
            &tried,
        );
        self.return_tried(tried);

        if window.fails_high(best) && !is_decisive(best) && !is_decisive(window.alpha) && !K::ROOT {
            best = (best * depth + window.beta) / (depth + 1);
        }
        best = best.min(ceiling);
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
                mv: best_move.map_or(0, P::pack),
                value: score::to_table(best, ply),
                eval: facts.raw,
                depth,
                kind,
                pv: self.frame(ply).was_pv,
            };
            self.remember(facts.key, entry);
        }
        let quiet_result = best_move.is_none_or(|mv| !position.is_noisy(mv));
        if !facts.in_check
            && facts.excluded.is_none()
            && quiet_result
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
