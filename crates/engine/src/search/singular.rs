//! Singular extensions.

use super::Worker;
use super::facts::Facts;
use super::kind::{All, Cut, Kind};
use super::score::{Value, Window, is_decisive};
use crate::eval::Evaluator;
use ferz_rules::Searched;

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Singular extensions (Anantharaman, Campbell, Hsu; in the form of Stockfish): is the table
    /// move better than all others by a margin? Plies to extend; or, as an error, a value that ends
    /// the node, because several moves beat beta (multicut, Yngvi Björnsson).
    pub(super) fn singular<K: Kind>(
        &mut self,
        position: &P,
        ply: usize,
        window: Window,
        depth: i32,
        facts: &Facts<P>,
        mv: P::Move,
    ) -> Result<i32, Value> {
        let margin = self.params.singular_margin
            + self.params.singular_margin_pv * (facts.was_pv && !K::PV) as i32;
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
            let double = self.params.double_margin + self.params.double_margin_pv * K::PV as i32;
            let triple = self.params.triple_margin + self.params.triple_margin_pv * K::PV as i32;
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
}
