//! Sums of the hidden layer along the line that the search walks.
//!
//! A move changes a few inputs, so the sums after it are those before it and a few rows of weights.
//! Nothing is computed before it is asked for: a move notes what it changed, and an evaluation goes
//! back to the nearest position whose sums are known. Where a side's view of the board changed on
//! the way, its sums start from those it had when it last looked at the board like this, and only
//! the differences are counted (a cache by view, Luecx; in the form known as Finny's tables).

use super::kernel::{Kernel, kernels};
use super::line::Line;
use super::{Changes, Inputs, Man, Network, Places, View};
use ferz_rules::Side;
use std::sync::Arc;

/// A position of the line.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// What the move to it changed.
    changes: Changes,
    views: [View; 2],
    /// Whether its sums are known.
    ready: [bool; 2],
}

/// Sums of a view as they were when last asked for, and the position they are of.
#[derive(Clone)]
struct Known {
    men: Vec<Places>,
    sums: Vec<Line>,
}

/// A network at work: its sums for one line of positions at a time.
///
/// Positions of the line have numbers. The first has 0; each move leads to the next number, and a
/// pass to none. A position keeps its number's sums until another takes the number.
pub struct Accumulators {
    network: Arc<Network>,
    kernel: &'static Kernel,
    slots: Vec<Slot>,
    /// Both halves for each slot.
    sums: Vec<Line>,
    /// By side and view.
    known: Vec<Known>,
    on: Vec<u32>,
    off: Vec<u32>,
}

impl Accumulators {
    /// A network at work, by the best instructions of the processor.
    pub fn new(network: Arc<Network>) -> Accumulators {
        Accumulators::with(network, &kernels()[0])
    }

    /// A network at work by these instructions.
    pub fn with(network: Arc<Network>, kernel: &'static Kernel) -> Accumulators {
        let game = network.architecture().game;
        let blank = Known { men: vec![Places::NONE; game.pieces], sums: network.biases.clone() };
        let known = vec![blank; 2 * network.lookup.views()];
        let mut accumulators = Accumulators {
            network,
            kernel,
            slots: Vec::new(),
            sums: Vec::new(),
            known,
            on: Vec::new(),
            off: Vec::new(),
        };
        accumulators.reach(0);
        accumulators
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Begins a line with this position; its number is 0.
    pub fn start<P: Inputs>(&mut self, position: &P) {
        let views =
            Side::BOTH.map(|side| self.network.lookup.view(side, position.king_square(side)));
        self.slots[0] = Slot { changes: Changes::NONE, views, ready: [false; 2] };
        for side in Side::BOTH {
            self.refresh(position, 0, side);
        }
    }

    /// Notes a move from the position with this number; returns the number of the next one.
    #[inline]
    pub fn step<P: Inputs>(&mut self, before: &P, mv: P::Move, after: &P, from: usize) -> usize {
        let next = from + 1;
        if next >= self.slots.len() {
            self.reach(next);
        }
        let mut views = self.slots[from].views;
        let mover = before.side();
        views[mover.index()] = self.network.lookup.view(mover, after.king_square(mover));
        if P::MOVES_BOTH_KINGS {
            views[1 - mover.index()] = self.network.lookup.view(!mover, after.king_square(!mover));
        }
        let slot = &mut self.slots[next];
        (slot.views, slot.ready) = (views, [false; 2]);
        slot.changes.clear();
        before.changes(mv, after, &mut slot.changes);
        next
    }

    /// The value in centipawns for the side to move of the position with this number.
    #[inline]
    pub fn value<P: Inputs>(&mut self, position: &P, number: usize) -> i32 {
        for side in Side::BOTH {
            if !self.slots[number].ready[side.index()] {
                self.bring(position, number, side);
            }
        }
        let lines = self.network.lines;
        let both = &self.sums[2 * number * lines..][..2 * lines];
        let (first, second) = both.split_at(lines);
        let (us, them) = match position.side() {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        self.network.value(self.kernel, us, them, position.count())
    }

    /// The value of a position by itself.
    pub fn fresh_value<P: Inputs>(&mut self, position: &P) -> i32 {
        self.start(position);
        self.value(position, 0)
    }

    /// Makes room up to this number.
    #[cold]
    fn reach(&mut self, number: usize) {
        let count = (number + 1).next_multiple_of(32);
        self.slots.resize(count, Slot::default());
        self.sums.resize(count * 2 * self.network.lines, Line::ZERO);
    }

    /// Computes one side's sums of a slot.
    fn bring<P: Inputs>(&mut self, position: &P, number: usize, side: Side) {
        let us = side.index();
        let view = self.slots[number].views[us];
        let mut first = number;
        while !self.slots[first].ready[us] {
            // The root is always ready, so there is a slot before this one.
            if first == 0
                || self.slots[first - 1].views[us] != view
                || !self.slots[first].changes.are_all()
            {
                return self.refresh(position, number, side);
            }
            first -= 1;
        }
        for next in first + 1..=number {
            self.advance(next, side, view);
        }
    }

    /// Computes one side's sums of a slot from those of the slot before it.
    #[inline]
    fn advance(&mut self, number: usize, side: Side, view: View) {
        let (network, lines) = (&*self.network, self.network.lines);
        let changes = &self.slots[number].changes;
        // Filled where they are: numbers that were just written are slow to move.
        let (mut on, mut off) = ([0u32; Changes::MOST], [0u32; Changes::MOST]);
        for (rows, men) in [(&mut on, changes.put_on()), (&mut off, changes.taken())] {
            for (row, man) in rows.iter_mut().zip(men) {
                *row = network.lookup.input(side, view, *man) as u32;
            }
        }
        let (before, after) = self.sums.split_at_mut(2 * number * lines);
        let from = &before[(2 * (number - 1) + side.index()) * lines..][..lines];
        let to = &mut after[side.index() * lines..][..lines];
        let (on, off) = (&on[..changes.put_on().len()], &off[..changes.taken().len()]);
        self.kernel.update(&network.inputs, from, to, on, off);
        self.slots[number].ready[side.index()] = true;
    }

    /// Computes one side's sums of a slot from what is known of the view.
    fn refresh<P: Inputs>(&mut self, position: &P, number: usize, side: Side) {
        let (network, lines) = (&*self.network, self.network.lines);
        let view = self.slots[number].views[side.index()];
        let known = &mut self.known[2 * view.index() + side.index()];
        self.on.clear();
        self.off.clear();
        for (piece, old) in known.men.iter_mut().enumerate() {
            let new = position.men(piece);
            let row = |square| {
                network.lookup.input(side, view, Man { piece: piece as u8, square }) as u32
            };
            self.on.extend(new.without(*old).map(row));
            self.off.extend(old.without(new).map(row));
            *old = new;
        }
        let to = &mut self.sums[(2 * number + side.index()) * lines..][..lines];
        self.kernel.update(&network.inputs, &known.sums, to, &self.on, &self.off);
        known.sums.copy_from_slice(to);
        self.slots[number].ready[side.index()] = true;
    }
}
