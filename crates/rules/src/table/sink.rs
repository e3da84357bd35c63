//! What becomes of moves that are found: a list, a count, or whether one is among them.

use super::moves::{Move, Sort};
use super::set::{Bits, Set};

/// Takes the moves as they are found.
pub(super) trait Sink<B: Bits> {
    /// A piece goes to each of these squares.
    fn piece(&mut self, from: usize, targets: Set<B>);
    /// The same, becoming this kind.
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize);
    /// A kind is dropped on each of these squares.
    fn drops(&mut self, kind: usize, targets: Set<B>);
    /// Another move.
    fn special(&mut self, mv: Move);
    /// How many moves there are by now.
    fn len(&self) -> u64;
}

/// Lists them.
pub(super) struct List<'a>(pub &'a mut Vec<Move>);

impl<B: Bits> Sink<B> for List<'_> {
    #[inline(always)]
    fn piece(&mut self, from: usize, targets: Set<B>) {
        for to in targets {
            self.0.push(Move::new(from, to, Sort::Plain));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize) {
        for to in targets {
            self.0.push(Move::new(from, to, Sort::Promotion(kind)));
        }
    }
    #[inline(always)]
    fn drops(&mut self, kind: usize, targets: Set<B>) {
        for to in targets {
            self.0.push(Move::new(to, to, Sort::Drop(kind)));
        }
    }
    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.0.push(mv);
    }
    fn len(&self) -> u64 {
        self.0.len() as u64
    }
}

/// Counts them.
#[derive(Default)]
pub(super) struct Count(pub u64);

impl<B: Bits> Sink<B> for Count {
    #[inline(always)]
    fn piece(&mut self, _: usize, targets: Set<B>) {
        self.0 += targets.count() as u64;
    }
    #[inline(always)]
    fn promotions(&mut self, _: usize, targets: Set<B>, _: usize) {
        self.0 += targets.count() as u64;
    }
    #[inline(always)]
    fn drops(&mut self, _: usize, targets: Set<B>) {
        self.0 += targets.count() as u64;
    }
    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
    fn len(&self) -> u64 {
        self.0
    }
}

/// Looks for one move. Counts the others, too, so that its length says whether there were any.
pub(super) struct Seek {
    mv: Move,
    /// Whether it was among them.
    pub found: bool,
    given: u64,
}

impl Seek {
    /// Looks for this one.
    pub(super) fn new(mv: Move) -> Seek {
        Seek { mv, found: false, given: 0 }
    }

    /// Moves of a sort go from a square to each of these.
    #[inline(always)]
    fn see<B: Bits>(&mut self, targets: Set<B>, made: impl Fn(usize) -> Move) {
        let to = self.mv.to();
        self.found |= targets.has(to) && made(to) == self.mv;
        self.given += targets.count() as u64;
    }
}

impl<B: Bits> Sink<B> for Seek {
    #[inline(always)]
    fn piece(&mut self, from: usize, targets: Set<B>) {
        self.see(targets, |to| Move::new(from, to, Sort::Plain));
    }
    #[inline(always)]
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize) {
        self.see(targets, |to| Move::new(from, to, Sort::Promotion(kind)));
    }
    #[inline(always)]
    fn drops(&mut self, kind: usize, targets: Set<B>) {
        self.see(targets, |to| Move::new(to, to, Sort::Drop(kind)));
    }
    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.found |= mv == self.mv;
        self.given += 1;
    }
    fn len(&self) -> u64 {
        self.given
    }
}
