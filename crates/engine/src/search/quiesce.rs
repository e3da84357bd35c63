//! Quiescence: captures and evasions until nothing hangs, because a static evaluation is wrong in
//! the middle of an exchange.

use super::Worker;
use super::history::Histories;
use super::picker::{Picked, Picker, Role, Wanted};
use super::score::{self, DRAW, INFINITE, MAX_PLY, NONE, Value, Window, is_decisive, is_loss};
use crate::eval::Evaluator;
use crate::table::{Entry, Kind};
use ferz_rules::Searched;

/// Where checks are counted, they are tried for this many plies.
const CHECK_PLIES: u8 = 3;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// The value of a position once it is quiet.
    #[inline]
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
    ) -> Value {
        let check_plies = if position.counts_checks() { CHECK_PLIES } else { 0 };
        self.quiesce_from::<PV>(position, ply, window, check_plies)
    }

    /// The same, with quiet checks for some plies.
    fn quiesce_from<const PV: bool>(
        &mut self,
        position: &P,
        ply: usize,
        mut window: Window,
        check_plies: u8,
    ) -> Value {
        if PV {
            self.pv[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if self.interrupted() {
            return DRAW;
        }
        if window.alpha < DRAW && self.repetition_ahead(position, ply) {
            window.alpha = self.draw_value();
            if window.is_closed() {
                return window.alpha;
            }
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }

        let forced = position.is_forced();
        let key = self.table_key(position);
        let found = self.table.probe(key);
        let table_value = found
            .map_or(NONE, |entry| score::from_table(entry.value, ply, self.plies_left(position)));
        if let Some(entry) = found
            && !PV
            && table_value != NONE
            && entry.kind.decides(table_value, window.beta)
        {
            return table_value;
        }
        let was_pv = PV || found.is_some_and(|entry| entry.pv);
        let table_move = found
            .and_then(|entry| P::unpack(entry.mv))
            .filter(|&mv| (forced || position.is_noisy(mv)) && position.is_legal(mv));

        // Stand pat: who is not forced need not capture.
        let mut best = -INFINITE;
        let mut raw = NONE;
        let mut futility = -INFINITE;
        self.frame(ply).forced = forced;
        if !forced {
            raw = match found {
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate(position, ply),
            };
            let eval = self.corrected(position, ply, raw);
            self.frame(ply).eval = eval;
            best = eval;
            if let Some(entry) = found
                && table_value != NONE
                && !is_decisive(table_value)
                && (if table_value > eval { entry.kind.is_lower() } else { entry.kind.is_upper() })
            {
                best = table_value;
            }
            if window.fails_high(best) {
                if found.is_none() {
                    self.table.store(key, Entry::eval_only(raw, was_pv));
                }
                return if is_decisive(best) { best } else { (best + window.beta) / 2 };
            }
            window.alpha = window.alpha.max(best);
            futility = eval + self.params.quiet_futility;
        } else {
            self.frame(ply).eval = NONE;
        }

        let contexts = self.contexts(ply);
        // Only evasions are ordered by what is attacked.
        let threats = if forced { position.threats() } else { P::Threats::default() };
        let view = Histories::view(position, threats, contexts);
        let recapture = self.frame_before(ply).mv.map(P::to);
        let tries_checks = check_plies > 0 && !forced;
        let wanted = match forced {
            true => Wanted::All,
            false if tries_checks => Wanted::Checks,
            false => Wanted::Noisy,
        };
        let mut picker = Picker::new(self.take_buffers(), wanted, table_move, None, None);
        let mut best_move = None;
        let mut number = 0;
        while let Some(picked) = picker.next(position, &self.histories, &view) {
            let Picked { mv, role, checks, .. } = picked;
            let gives_check = tries_checks && checks.unwrap_or_else(|| position.gives_check(mv));
            number += 1;
            // Memory is slow: asked for before the tests below, the entry comes in time.
            self.table.prefetch(position.key_after(mv));
            if !is_loss(best) && !gives_check {
                if forced {
                    // One quiet evasion that does not lose is enough of an answer.
                    if role == Role::Quiet {
                        picker.skip_quiets();
                        if number > 1 {
                            continue;
                        }
                    }
                } else if Some(P::to(mv)) != recapture {
                    // Delta pruning: what even the captured piece cannot bring up to alpha.
                    if number > 3 && !position.gives_check(mv) {
                        continue;
                    }
                    let hope = futility + position.gain(mv);
                    if hope <= window.alpha {
                        best = best.max(hope);
                        continue;
                    }
                    if futility <= window.alpha && !position.see(mv, 1) {
                        best = best.max(futility);
                        continue;
                    }
                }
                if role != Role::Table && !position.see(mv, -self.params.quiet_see) {
                    continue;
                }
            }

            let after = self.make(position, &picked, ply);
            let value = -self.quiesce_from::<PV>(
                &after,
                ply + 1,
                window.flipped(),
                check_plies.saturating_sub(1),
            );
            self.unmake();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > window.alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if window.fails_high(value) {
                        break;
                    }
                    window.alpha = value;
                }
            }
        }
        self.return_buffers(picker.into_buffers());
        if self.stopped {
            return DRAW;
        }
        if forced && number == 0 {
            return self.without_moves(position, ply);
        }
        if window.fails_high(best) && !is_decisive(best) {
            best = (best + window.beta) / 2;
        }
        self.remember(
            key,
            Entry {
                mv: best_move.map_or(0, P::pack),
                value: score::to_table(best, ply),
                eval: raw,
                depth: 0,
                kind: if window.fails_high(best) { Kind::Lower } else { Kind::Upper },
                pv: was_pv,
            },
        );
        best
    }

    /// What the rules or the length of the line settle without a search.
    #[inline]
    pub(super) fn settled(&mut self, position: &P, ply: usize) -> Option<Value> {
        if !self.values.is_empty()
            && let Some(&value) = self.values.get(&position.key())
        {
            return Some(value);
        }
        if let Some(value) = self.ruled(position, ply) {
            return Some(value);
        }
        if ply >= MAX_PLY - 1 {
            return Some(if position.in_check() { DRAW } else { self.evaluate(position, ply) });
        }
        None
    }
}
