//! What becomes of moves that are found: a list, a count, or whether one is among them.

use super::moves::{Move, Sort};
use super::set::{Bits, Set};

/// Takes the moves as they are found.
pub(super) trait Sink<B: Bits> {
    /// A piece goes to each of these squares.
    fn piece(&mut self, from: usize, targets: Set<B>);
    /// The same, becoming this kind, which may be the first of those that it can become.
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize, first: bool);
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
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize, _: bool) {
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

/// Lists the noisy ones, or the quiet ones; counts the others, too.
pub(super) struct Part<'a, B: Bits> {
    out: &'a mut Vec<Move>,
    /// Where listed moves end that are no promotions to the first kind.
    ends: Set<B>,
    noisy: bool,
    given: u64,
}

impl<'a, B: Bits> Part<'a, B> {
    /// Captures, and promotions to the first kind.
    pub(super) fn noisy(out: &'a mut Vec<Move>, enemies: Set<B>) -> Part<'a, B> {
        Part { out, ends: enemies, noisy: true, given: 0 }
    }

    /// All others.
    pub(super) fn quiet(out: &'a mut Vec<Move>, no_enemies: Set<B>) -> Part<'a, B> {
        Part { out, ends: no_enemies, noisy: false, given: 0 }
    }
}

impl<B: Bits> Sink<B> for Part<'_, B> {
    #[inline(always)]
    fn piece(&mut self, from: usize, targets: Set<B>) {
        self.given += targets.count() as u64;
        List(self.out).piece(from, targets & self.ends);
    }
    #[inline(always)]
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize, first: bool) {
        self.given += targets.count() as u64;
        let listed = match first {
            true if self.noisy => targets,
            true => Set::none(),
            false => targets & self.ends,
        };
        List(self.out).promotions(from, listed, kind, first);
    }
    #[inline(always)]
    fn drops(&mut self, kind: usize, targets: Set<B>) {
        self.given += targets.count() as u64;
        if !self.noisy {
            List(self.out).drops(kind, targets);
        }
    }
    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.given += 1;
        if matches!(mv.sort(), Sort::Passant(_) | Sort::Twice(_)) == self.noisy {
            self.out.push(mv);
        }
    }
    fn len(&self) -> u64 {
        self.given
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
    fn promotions(&mut self, _: usize, targets: Set<B>, _: usize, _: bool) {
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
    fn promotions(&mut self, from: usize, targets: Set<B>, kind: usize, _: bool) {
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
