//! Counting how often each number of the table enters an evaluation.
//!
//! The evaluation is written once, over a [`Sink`]. In play the sink is [`Silent`] and vanishes.
//! The tuner and [`explain`](super::explain) give it a [`Trace`].

use super::params::PARAMS;
use super::score::Pair;
use super::terms::{COUNT, Class, Params, fields};

/// Takes note of each use of a number of the table.
pub(super) trait Sink {
    /// Whether anybody listens; `false` lets the evaluation use its caches.
    const LISTENS: bool;
    /// `term` of the table was counted `times` times for side `us`.
    fn note(&mut self, us: usize, term: &Pair, times: i32);
    /// The danger for the king of `us` does not count.
    fn calm(&mut self, us: usize);
}

/// Nobody listens.
pub(super) struct Silent;

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
    pub counts: Box<[[i16; COUNT]; 2]>,
    /// From 24 with all pieces on the board to 0 with pawns alone.
    pub phase: i32,
    /// How much of the endgame value counts when White is ahead, and when Black is: 0 to 128.
    pub scale: [i32; 2],
    /// The value from White's point of view.
    pub value: i32,
    /// Known by a special rule for the endgame, not from the table.
    pub special: bool,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            counts: Box::new([[0; COUNT]; 2]),
            phase: 0,
            scale: [128; 2],
            value: 0,
            special: false,
        }
    }
}

impl Trace {
    /// Forgets everything, to be used for another position.
    pub fn clear(&mut self) {
        for counts in self.counts.iter_mut() {
            counts.fill(0);
        }
        self.special = false;
    }
}

/// The number of a place in the table. `term` lies in [`PARAMS`].
fn index_of(term: &Pair) -> usize {
    let table: *const Params = &PARAMS;
    let index = (std::ptr::from_ref(term).addr() - table.addr()) / size_of::<Pair>();
    debug_assert!(index < COUNT, "only numbers of the table are counted");
    index
}

impl Sink for Trace {
    const LISTENS: bool = true;
    fn note(&mut self, us: usize, term: &Pair, times: i32) {
        self.counts[us][index_of(term)] += times as i16;
    }
    fn calm(&mut self, us: usize) {
        for field in fields().iter().filter(|field| field.class == Class::Danger) {
            self.counts[us][field.range()].fill(0);
        }
    }
}
