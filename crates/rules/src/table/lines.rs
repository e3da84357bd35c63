//! Rides: what is seen along ranks, files, diagonals and other rows of equal steps.

use super::betza::{COMPASS, Step};
use super::region::Grid;
use super::set::{Bits, Set};
use crate::Side;

/// The lines of a board.
#[derive(Debug)]
pub(super) struct Lines<B: Bits> {
    grid: Grid,
    /// For each square its four lines, each as the squares below and above it.
    halves: Vec<[(B, B); 4]>,
    /// Single directions, the king's first.
    directions: Vec<Direction<B>>,
    /// For each pair of squares the king's direction from one to the other, or 8.
    courses: Vec<u8>,
}

#[derive(Debug)]
struct Direction<B: Bits> {
    step: Step,
    wrap: bool,
    /// Whether squares ahead have greater numbers.
    up: bool,
    /// All squares ahead, for each square.
    ahead: Vec<Set<B>>,
    next: Vec<Option<usize>>,
}

impl<B: Bits> Lines<B> {
    /// Files, ranks, and diagonals.
    pub(super) const PAIRS: [[Step; 2]; 4] =
        [[(0, 1), (0, -1)], [(1, 0), (-1, 0)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]];
    /// The lines of a rook, as bits.
    pub(super) const ROOK: u8 = 3;
    /// The lines of a bishop.
    pub(super) const BISHOP: u8 = 12;

    pub(super) fn new(grid: Grid) -> Lines<B> {
        let squares = grid.squares();
        let mut lines = Lines {
            grid,
            halves: Vec::new(),
            directions: Vec::new(),
            courses: vec![8; squares * squares],
        };
        for step in COMPASS {
            lines.direction(step, false);
        }
        for from in 0..squares {
            for course in 0..8 {
                for to in lines.directions[course].ahead[from] {
                    lines.courses[from * squares + to] = course as u8;
                }
            }
            lines.halves.push(Self::PAIRS.map(|pair| {
                let [a, b] = pair.map(|step| {
                    let known = lines.directions.iter().position(|known| known.step == step);
                    &lines.directions[known.unwrap_or(0)]
                });
                let (up, down) = if a.up { (a, b) } else { (b, a) };
                (down.ahead[from].0, up.ahead[from].0)
            }));
        }
        lines
    }

    /// The number of a direction, seen by the first side.
    pub(super) fn direction(&mut self, step: Step, wrap: bool) -> usize {
        let same = |known: &Direction<B>| known.step == step && known.wrap == wrap;
        if let Some(number) = self.directions.iter().position(same) {
            return number;
        }
        let grid = self.grid;
        let next: Vec<Option<usize>> =
            (0..grid.squares()).map(|square| grid.step(square, step, Side::First, wrap)).collect();
        let ahead = (0..grid.squares()).map(|from| {
            let mut ahead = Set::none();
            let mut here = from;
            while let Some(square) = next[here] {
                if square == from || ahead.has(square) {
                    break;
                }
                ahead |= Set::of(square);
                here = square;
            }
            ahead
        });
        let ahead = ahead.collect();
        let up = step.1 > 0 || step.1 == 0 && step.0 > 0;
        self.directions.push(Direction { step, wrap, up, ahead, next });
        self.directions.len() - 1
    }

    /// What is seen along whole lines, the first occupied squares included.
    #[inline(always)]
    pub(super) fn slide(&self, lines: u8, from: usize, occupied: Set<B>) -> Set<B> {
        let halves = &self.halves[from];
        let mut seen = Set::none();
        if lines & Self::ROOK == Self::ROOK {
            seen |= see(halves[0], occupied) | see(halves[1], occupied);
        } else if lines & Self::ROOK != 0 {
            seen |= see(halves[(lines & Self::ROOK) as usize - 1], occupied);
        }
        if lines & Self::BISHOP == Self::BISHOP {
            seen |= see(halves[2], occupied) | see(halves[3], occupied);
        } else if lines & Self::BISHOP != 0 {
            seen |= see(halves[(lines >> 2) as usize + 1], occupied);
        }
        seen
    }

    /// What is seen in one direction, the first occupied square included.
    #[inline(always)]
    pub(super) fn ray(&self, direction: usize, from: usize, occupied: Set<B>) -> Set<B> {
        let direction = &self.directions[direction];
        let ahead = direction.ahead[from];
        if direction.wrap {
            return direction.round(from, occupied);
        }
        let blockers = ahead & occupied;
        if blockers.is_empty() {
            return ahead;
        }
        let first = if direction.up { blockers.0.lowest() } else { blockers.0.highest() };
        ahead - direction.ahead[first]
    }

    /// The first occupied square in a direction.
    pub(super) fn first(&self, direction: usize, from: usize, occupied: Set<B>) -> Option<usize> {
        (self.ray(direction, from, occupied) & occupied).first()
    }

    /// The next square in a direction.
    pub(super) fn next(&self, direction: usize, from: usize) -> Option<usize> {
        self.directions[direction].next[from]
    }

    /// How many squares a ride reaches on the average, where two of three squares are empty.
    pub(super) fn ray_freedom(&self, direction: usize, from: usize, limit: Set<B>) -> f32 {
        let direction = &self.directions[direction];
        let mut chance = 1.0;
        let mut sum = 0.0;
        let mut here = from;
        for _ in 0..self.grid.squares() {
            let Some(next) = direction.next[here].filter(|next| limit.has(*next)) else { break };
            sum += chance;
            chance *= 0.67;
            here = next;
        }
        sum
    }

    /// The same along whole lines.
    pub(super) fn freedom(&self, lines: u8, from: usize) -> f32 {
        let all = (0..self.grid.squares()).collect();
        let open = Self::PAIRS.iter().enumerate().filter(|(line, _)| lines >> line & 1 != 0);
        let steps = open.flat_map(|(_, pair)| pair);
        let number = |step: &Step| self.directions.iter().position(|known| known.step == *step);
        steps.filter_map(number).map(|way| self.ray_freedom(way, from, all)).sum()
    }

    /// The squares strictly between two on a line; none if they are not on one.
    #[inline(always)]
    pub(super) fn between(&self, a: usize, b: usize) -> Set<B> {
        match self.courses[a * self.grid.squares() + b] as usize {
            8 => Set::none(),
            course => self.directions[course].ahead[a] & self.directions[(course + 4) % 8].ahead[b],
        }
    }
}

#[inline(always)]
fn see<B: Bits>((below, above): (B, B), occupied: Set<B>) -> Set<B> {
    Set(B::in_sight(below, above, occupied.0))
}

impl<B: Bits> Direction<B> {
    /// A ray on a cylinder, step by step; it does not come back to where it started.
    fn round(&self, from: usize, occupied: Set<B>) -> Set<B> {
        let mut seen = Set::none();
        let mut here = from;
        while let Some(next) = self.next[here] {
            if next == from || seen.has(next) {
                break;
            }
            seen |= Set::of(next);
            if occupied.has(next) {
                break;
            }
            here = next;
        }
        seen
    }
}
