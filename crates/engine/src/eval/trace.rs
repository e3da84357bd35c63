//! Counting how often each number of a table enters an evaluation.
//!
//! An evaluation is written once, over a [`Sink`]. In play the sink is [`Silent`] and vanishes. The
//! tuner and [`explain`](super::explain) give it a [`Trace`].

use super::score::Pair;
use super::terms::{Class, Field};
use std::ops::Range;

/// Takes note of each use of a number of the table.
pub(crate) trait Sink {
    /// Whether anybody listens; `false` lets the evaluation use its caches.
    const LISTENS: bool;
    /// `term` of the table was counted `times` times for side `us`.
    fn note(&mut self, us: usize, term: &Pair, times: i32);
    /// The danger for the king of `us` does not count.
    fn calm(&mut self, us: usize);
}

/// Nobody listens.
pub(crate) struct Silent;

impl Sink for Silent {
    const LISTENS: bool = false;
    #[inline(always)]
    fn note(&mut self, _: usize, _: &Pair, _: i32) {}
    #[inline(always)]
    fn calm(&mut self, _: usize) {}
}

/// How an evaluation came about.
#[derive(Clone, Debug)]
pub struct Trace {
    /// For each side, how often each number of the table was counted.
    pub counts: [Vec<i16>; 2],
    /// From 24 with all pieces on the board to 0 with pawns alone.
    pub phase: i32,
    /// How much of the endgame value counts when the first side is ahead, and when the second is: 0
    /// to 128.
    pub scale: [i32; 2],
    /// The value from the first side's point of view.
    pub value: i32,
    /// Known by a special rule for the endgame, not from the table.
    pub special: bool,
    /// Where the table lies in memory.
    address: usize,
    /// The numbers of the class [`Class::Danger`].
    danger: Vec<Range<usize>>,
}

impl Trace {
    /// An empty trace of the table that lies at an address.
    pub(crate) fn of<T>(table: &'static T, fields: &[Field]) -> Trace {
        let count = size_of::<T>() / size_of::<Pair>();
        let danger = fields.iter().filter(|field| field.class == Class::Danger);
        Trace {
            counts: [vec![0; count], vec![0; count]],
            phase: 0,
            scale: [128; 2],
            value: 0,
            special: false,
            address: std::ptr::from_ref(table).addr(),
            danger: danger.map(Field::range).collect(),
        }
    }

    /// Forgets everything, to be used for another position.
    pub fn clear(&mut self) {
        for counts in &mut self.counts {
            counts.fill(0);
        }
        self.special = false;
    }

    /// The number of a place in the table, where `term` lies.
    fn index_of(&self, term: &Pair) -> usize {
        let index = (std::ptr::from_ref(term).addr() - self.address) / size_of::<Pair>();
        debug_assert!(index < self.counts[0].len(), "only numbers of the table are counted");
        index
    }
}

impl Sink for Trace {
    const LISTENS: bool = true;
    fn note(&mut self, us: usize, term: &Pair, times: i32) {
        let index = self.index_of(term);
        self.counts[us][index] += times as i16;
    }
    fn calm(&mut self, us: usize) {
        for range in &self.danger {
            self.counts[us][range.clone()].fill(0);
        }
    }
}
