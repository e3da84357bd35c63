//! One node of the main search: principal variation search with everything that makes it selective.
//!
//! The order is that of the chapters below: what ends the node at once, what the table knows, the
//! static evaluation, what lets us leave without trying a move, and the moves.

use super::history::{self, Context, Histories, View};
use super::kind::{All, Cut, Kind, Pv};
use super::picker::{Picker, Role, Wanted};
use super::score::{
    self, DRAW, INFINITE, MAX_PLY, NONE, Value, Window, is_decisive, is_loss, is_win, mate_in,
    mated_in,
};
use super::{Worker, params};
use crate::eval::Evaluator;
use crate::table::{self, Entry};
use ferz_rules::Position;

/// What a node knows about itself before it tries moves.
struct Facts<P: Position> {
    key: u64,
    excluded: Option<P::Move>,
    table_move: Option<P::Move>,
    table_value: Value,
    table_depth: i32,
    table_kind: table::Kind,
    table_noisy: bool,
    was_pv: bool,
    in_check: bool,
    /// Static evaluation as the evaluator gave it.
    raw: Value,
    /// Corrected by history.
    eval: Value,
    /// And by what the table knows.
    estimate: Value,
    improving: bool,
    worsening: bool,
    view: View<P>,
}

impl<P: Position, E: Evaluator<P>> Worker<P, E> {
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
        let mut ceiling = INFINITE;
        let mut floor = -INFINITE;
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
                    floor = value;
                    window.alpha = window.alpha.max(value);
                } else {
                    ceiling = value;
                }
            }
        }

        self.evaluate_node(position, ply, &mut facts);
        if !self.full_width {
            if !K::ROOT {
                depth = self.look_back(ply, depth, &facts);
            }
            if !K::PV
                && !facts.in_check
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
                let pv = K::PV && depth >= params::internal_pv_depth();
                let cut = K::CUT && depth >= params::internal_cut_depth();
                depth -= (pv || cut) as i32;
            }
            if !K::PV
                && facts.excluded.is_none()
                && let Some(value) = self.probcut::<K>(position, ply, window, depth, &facts)
            {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }
        self.try_moves::<K>(position, ply, window, depth, &facts, floor, ceiling)
    }

    /// What the hash table knows; an error is a value that ends the node.
    fn consult_table<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        depth: i32,
    ) -> Result<Facts<P>, Value> {
        let excluded = self.frame(ply).excluded;
        let in_check = position.in_check();
        let key = self.table_key(position);
        let found = self.table.probe(key);
        let table_value = found
            .map_or(NONE, |entry| score::from_table(entry.value, ply, position.halfmove_clock()));
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
        let threats = position.threats();
        self.frame(ply).threats = threats.clone();
        let facts = Facts {
            key,
            excluded,
            table_move,
            table_value,
            table_depth: found.map_or(-10, |entry| entry.depth),
            table_kind: found.map_or(table::Kind::None, |entry| entry.kind),
            table_noisy: table_move.is_some_and(|mv| position.is_noisy(mv)),
            was_pv,
            in_check,
            raw: found.map_or(NONE, |entry| entry.eval),
            eval: NONE,
            estimate: NONE,
            improving: false,
            worsening: false,
            view: Histories::view(position, threats, contexts),
        };
        let grand = &mut self.frames[ply + super::stack::BEFORE_ROOT + 2];
        grand.cutoffs = 0;
        grand.killer = None;
        let frame = self.frame(ply);
        frame.in_check = in_check;
        frame.was_pv = was_pv;

        let usable = !K::PV
            && excluded.is_none()
            && table_value != NONE
            && facts.table_depth >= depth
            && facts.table_kind.decides(table_value, window.beta)
            // Near the fifty-move limit the table, which does not know the counter, is wrong.
            && position.halfmove_clock() < 90;
        if usable {
            if window.fails_high(table_value)
                && let Some(mv) = table_move
                && !facts.table_noisy
            {
                let bonus = history::bonus(depth);
                self.histories.update_quiet(position, &facts.view, mv, bonus);
            }
            return Err(table_value);
        }
        Ok(facts)
    }

    /// The static evaluation, and what it says beside those of earlier plies.
    fn evaluate_node(&mut self, position: &P, ply: usize, facts: &mut Facts<P>) {
        if facts.in_check {
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

        let back = |plies: usize| &self.frames[ply + super::stack::BEFORE_ROOT - plies];
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
            let change = (-(theirs + facts.eval) * params::eval_history() / 8).clamp(-600, 600);
            let threats = &self.frames[ply + super::stack::BEFORE_ROOT - 1].threats;
            self.histories.update_butterfly(!position.side(), threats, mv, change);
        }
    }

    /// Hindsight: now that the evaluation is known, was the reduction that led here right?
    /// (Stockfish.)
    fn look_back(&mut self, ply: usize, depth: i32, facts: &Facts<P>) -> i32 {
        let before = self.frame_before(ply);
        if facts.in_check || before.eval == NONE || facts.excluded.is_some() {
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

    /// What lets a scout node go without trying a move of its own.
    fn leave_early<K: Kind>(
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
            && estimate < alpha - params::razor_base() - params::razor_square() * depth * depth
        {
            let value = self.quiesce::<false>(position, ply, window);
            if value <= alpha && !is_decisive(value) {
                return Some(value);
            }
        }

        // Reverse futility (static null move): so far above beta that a shallow search will not
        // bring it back.
        if !facts.was_pv
            && depth < params::reverse_futility_depth()
            && window.fails_high(estimate)
            && (facts.table_move.is_none() || facts.table_noisy)
            && !is_loss(beta)
            && !is_win(estimate)
        {
            let margin = params::reverse_futility_ply() * depth
                - params::reverse_futility_improving() * facts.improving as i32
                - params::reverse_futility_worsening() * facts.worsening as i32;
            if estimate - margin.max(20) >= beta {
                return Some(beta + (estimate - beta) / 3);
            }
        }

        // Null move pruning (Chrilly Donninger). Not with pawns alone: zugzwang. Verified at high
        // depth with null moves forbidden for a while (Stockfish).
        if K::CUT
            && self.frame_before(ply).mv.is_some()
            && window.fails_high(estimate)
            && facts.eval + params::null_slack_ply() * depth >= beta + params::null_slack()
            && !is_loss(beta)
            && ply >= self.null_from
            && position.has_pieces(position.side())
        {
            let reduction = params::null_base()
                + depth * 16 / params::null_depth_divisor()
                + ((estimate - beta) / params::null_eval_divisor()).min(4);
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
                if self.null_from > 0 || depth < params::null_verify_depth() {
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

    /// ProbCut (Michael Buro): a capture that beats beta by a margin at reduced depth will very
    /// likely beat beta.
    fn probcut<K: Kind>(
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
        let high =
            beta + params::probcut_margin() - params::probcut_improving() * facts.improving as i32;
        if depth >= 4
            && !facts.in_check
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
            while let Some((mv, _)) = picker.next(position, &self.histories, &facts.view) {
                let after = self.make(position, mv, ply);
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
                        mv: P::pack(mv),
                        value: score::to_table(value, ply),
                        eval: facts.raw,
                        depth: reduced + 1,
                        kind: table::Kind::Lower,
                        pv: facts.was_pv,
                    };
                    self.table.store(facts.key, entry);
                    return Some(if is_decisive(value) { value } else { value - (high - beta) });
                }
            }
            self.return_buffers(picker.into_buffers());
            if self.stopped {
                return Some(DRAW);
            }
        }

        // The same from the table alone (Stockfish).
        let higher = beta + params::probcut_table_margin();
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

    /// Tries the moves, and remembers what came of it.
    #[allow(clippy::too_many_arguments)]
    fn try_moves<K: Kind>(
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

            let prunable = !K::ROOT && !self.full_width && zugzwang_safe && !is_loss(best);
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
            if depth >= 2 && late && !self.full_width {
                if facts.was_pv {
                    reduction -= params::reduction_was_pv()
                        + params::reduction_was_pv_value()
                            * (facts.table_value != NONE && facts.table_value > window.alpha)
                                as i32
                        + params::reduction_was_pv_depth() * (facts.table_depth >= depth) as i32
                        + params::reduction_pv() * K::PV as i32;
                }
                if K::CUT {
                    reduction += params::reduction_cut()
                        + params::reduction_cut_no_move() * facts.table_move.is_none() as i32;
                }
                reduction += params::reduction_table_capture() * facts.table_noisy as i32;
                reduction +=
                    params::reduction_cutoffs() * (self.frame_after(ply).cutoffs > 3) as i32;
                reduction -= params::reduction_check() * gives_check as i32;
                reduction -= params::reduction_killer() * (role == Role::Refutation) as i32;
                if facts.eval != NONE {
                    let correction = (facts.eval - facts.raw).abs().min(128);
                    reduction -= params::reduction_correction() * correction;
                }
                let divisor = if noisy {
                    params::reduction_capture_history()
                } else {
                    params::reduction_history()
                };
                reduction -= history * 1024 / divisor;

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
                        self.histories.update_continuation(&facts.view.contexts, made, bonus);
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
            } else if facts.in_check {
                mated_in(ply)
            } else {
                DRAW
            };
        }

        if let Some(mv) = best_move {
            if window.fails_high(best) {
                self.reward(position, ply, depth, facts, mv, &tried);
            }
        } else if !K::ROOT {
            // The move before refuted us: it was a good one.
            let before = self.frame_before(ply);
            let (made, noisy, was_null) = (before.context, before.noisy, before.mv.is_none());
            if !noisy && !was_null {
                let contexts = self.contexts(ply - 1);
                let bonus = history::bonus(depth) / 2;
                self.histories.update_continuation(&contexts, made, bonus);
                let before = &self.frames[ply + super::stack::BEFORE_ROOT - 1];
                if let Some(mv) = before.mv {
                    let side = !position.side();
                    self.histories.update_butterfly(side, &before.threats, mv, bonus / 2);
                }
            }
        }
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
            self.table.store(facts.key, entry);
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

    /// Whether a late or hopeless move is left out.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn prunes(
        &self,
        position: &P,
        mv: P::Move,
        role: Role,
        noisy: bool,
        gives_check: bool,
        number: u32,
        depth: i32,
        reduction: i32,
        window: Window,
        facts: &Facts<P>,
        best: &mut Value,
        picker: &mut Picker<P>,
    ) -> bool {
        // Late move pruning: after so many moves none of the quiet ones will be the best.
        let many = params::late_moves_base() + depth * depth;
        let many = if facts.improving { many } else { many / 2 };
        if number as i32 >= many.max(2) {
            picker.skip_quiets();
        }

        let reduced = (depth - 1 - reduction / 1024).max(0);
        if noisy || gives_check {
            let history = self.histories.capture(position, mv);
            // Futility of captures: even with the captured piece not up to alpha.
            if noisy && !gives_check && reduced < 7 && !facts.in_check && role != Role::Table {
                let hope = facts.eval
                    + params::capture_futility_base()
                    + params::capture_futility_ply() * reduced
                    + position.gain(mv)
                    + history / 16;
                if hope <= window.alpha {
                    return true;
                }
            }
            // Exchanges that lose too much for the depth.
            let limit = params::see_capture() * depth;
            let history = if noisy { history / params::see_capture_history() } else { 0 };
            let slack = history.clamp(-limit, limit) + limit;
            return role != Role::Table && !position.see(mv, -slack);
        }
        if role == Role::Table {
            return false;
        }

        // History pruning: it never worked after moves like these.
        let history = self.histories.quiet_prune(position, &facts.view, mv);
        if history < -params::history_prune() * depth {
            return true;
        }
        let history = history + self.histories.butterfly(&facts.view, mv);
        let reduced = (reduced + history / params::history_depth()).max(0);
        // Futility (Heinz): so far below alpha that a quiet move will not bring it back.
        if !facts.in_check && reduced < params::futility_depth() {
            let hope = facts.eval
                + params::futility_base()
                + params::futility_ply() * reduced
                + history / params::futility_history();
            if hope <= window.alpha {
                if *best <= hope && !is_decisive(*best) && !is_win(hope) {
                    *best = hope;
                }
                return true;
            }
        }
        // Quiet moves that lose material.
        !position.see(mv, -params::see_quiet() * reduced * reduced)
    }

    /// Singular extensions (Anantharaman, Campbell, Hsu; in the form of Stockfish): is the table
    /// move better than all others by a margin? Plies to extend; or, as an error, a value that ends
    /// the node, because several moves beat beta (multicut, Yngvi Björnsson).
    fn singular<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        depth: i32,
        facts: &Facts<P>,
        mv: P::Move,
    ) -> Result<i32, Value> {
        let margin = params::singular_margin()
            + params::singular_margin_pv() * (facts.was_pv && !K::PV) as i32;
        let low = facts.table_value - margin * depth / 16;
        self.frame(ply).excluded = Some(mv);
        let half = (depth - 1) / 2;
        let value = if K::CUT {
            self.node::<Cut>(position, ply, Window::below(low), half)
        } else {
            self.node::<All>(position, ply, Window::below(low), half)
        };
        self.frame(ply).excluded = None;
        if self.stopped {
            return Ok(0);
        }
        if value < low {
            let double = params::double_margin() + params::double_margin_pv() * K::PV as i32;
            let triple = params::triple_margin() + params::triple_margin_pv() * K::PV as i32;
            let quiet = !facts.table_noisy;
            return Ok(1 + (value < low - double) as i32 + (value < low - triple && quiet) as i32);
        }
        if window.fails_high(value) && !is_decisive(value) {
            return Err(value);
        }
        Ok(if window.fails_high(facts.table_value) {
            -3
        } else if K::CUT {
            -2
        } else {
            0
        })
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
            self.histories.update_continuation(&contexts, made, malus / 2);
        }
    }

    /// At the leaves of a full-width search: mate, or a plain evaluation.
    fn full_width_leaf(&mut self, position: &P, ply: usize) -> Value {
        if self.interrupted() {
            return DRAW;
        }
        self.pv[ply].clear();
        if self.is_draw(position, ply) {
            return DRAW;
        }
        if position.in_check() {
            if !self.any_legal(position) { mated_in(ply) } else { DRAW }
        } else {
            self.evaluate(position, ply)
        }
    }

    /// The contexts of the moves 1 to 6 plies before `ply`.
    #[inline]
    pub(super) fn contexts(&self, ply: usize) -> [Context; 6] {
        let top = ply + super::stack::BEFORE_ROOT;
        std::array::from_fn(|i| match top.checked_sub(i + 1) {
            Some(index) => self.frames[index].context,
            None => Histories::<P>::NO_CONTEXT,
        })
    }
}
