//! How one kind of piece goes, square by square: what its notation means on a board.

use super::betza::{COMPASS, Hop, Step, Walk, Walks};
use super::lines::Lines;
use super::region::Grid;
use super::rules::Kind;
use super::set::{Bits, Set};
use crate::Side;

/// How a kind of piece of one side goes. Lists have an entry for each square.
#[derive(Debug)]
pub(super) struct Gait<B: Bits> {
    /// Leaps that may end on an empty square.
    pub quiet: Vec<Set<B>>,
    /// Leaps that may take.
    pub take: Vec<Set<B>>,
    /// From where such a leap takes here.
    pub taken_from: Vec<Set<B>>,
    /// Whole lines, as bits of [`Lines`].
    pub lines: u8,
    /// Rides of other sorts.
    pub rays: Vec<Ray<B>>,
    /// Leaps that what stands on the way can stop; empty if the kind has none.
    pub lame: Vec<Vec<Lame<B>>>,
    /// Leaps that take in passing.
    pub passant: Vec<Set<B>>,
    /// First moves over a square: that square, the end, and whether it can be taken in passing.
    pub doubles: Vec<Vec<(usize, usize, bool)>>,
    /// Captures that go on: where it takes first, where it ends.
    pub twice: Vec<Vec<(usize, usize)>>,
    /// Where such captures take first.
    pub taken_first: Vec<Set<B>>,
    /// Where it may step to and back.
    pub stay: Vec<Set<B>>,
    /// Whether it has leaps and whole lines alone.
    pub plain: bool,
}

/// A ride in one direction.
#[derive(Debug)]
pub(super) struct Ray<B: Bits> {
    /// Its number in [`Lines`].
    pub direction: usize,
    /// That of the way back.
    pub opposite: usize,
    /// Where it may end, for each start.
    pub limit: Vec<Set<B>>,
    /// Where it may start, for each end.
    pub starts: Vec<Set<B>>,
    pub quiet: bool,
    pub take: bool,
    pub hop: Option<Hop>,
}

/// A leap that may be stopped.
#[derive(Clone, Debug)]
pub(super) struct Lame<B: Bits> {
    pub to: usize,
    /// One of these ways must be empty.
    pub ways: Vec<Set<B>>,
    pub quiet: bool,
    pub take: bool,
}

impl<B: Bits> Lame<B> {
    /// Whether one of its ways is free.
    pub(super) fn is_free(&self, occupied: Set<B>) -> bool {
        self.ways.iter().any(|way| (*way & occupied).is_empty())
    }
}

impl<B: Bits> Gait<B> {
    pub(super) fn new(
        kind: &Kind,
        walks: &Walks,
        side: Side,
        grid: Grid,
        lines: &mut Lines<B>,
    ) -> Result<Gait<B>, String> {
        let squares = grid.squares();
        let none = vec![Set::none(); squares];
        let mut gait = Gait {
            quiet: none.clone(),
            take: none.clone(),
            taken_from: none.clone(),
            lines: 0,
            rays: Vec::new(),
            lame: vec![Vec::new(); squares],
            passant: none.clone(),
            doubles: vec![Vec::new(); squares],
            twice: vec![Vec::new(); squares],
            taken_first: none.clone(),
            stay: none,
            plain: false,
        };
        let passed = if kind.passed.is_empty() { &kind.first } else { &kind.passed };
        let place = Place {
            grid,
            side,
            pawn: kind.pawn,
            first: grid.region(&kind.first, side)?,
            passed: grid.region(passed, side)?,
            domain: match kind.domain.as_str() {
                "" => (0..squares).collect(),
                domain => grid.region(domain, side)?,
            },
        };
        for walk in &walks.0 {
            gait.add(walk, &place, lines)?;
        }
        for from in 0..squares {
            for to in gait.take[from] {
                gait.taken_from[to] |= Set::of(from);
            }
        }
        if gait.lame.iter().all(Vec::is_empty) {
            gait.lame = Vec::new();
        }
        gait.plain = gait.rays.is_empty()
            && gait.lame.is_empty()
            && gait.passant.iter().chain(&gait.stay).all(|set| set.is_empty())
            && gait.doubles.iter().all(Vec::is_empty)
            && gait.twice.iter().all(Vec::is_empty);
        Ok(gait)
    }

    fn add(&mut self, walk: &Walk, place: &Place<B>, lines: &mut Lines<B>) -> Result<(), String> {
        if !walk.then.is_empty() {
            return self.add_chain(walk, place);
        }
        if walk.range != 1 || walk.hop.is_some() {
            self.add_rides(walk, place, lines);
            return Ok(());
        }
        for from in 0..place.grid.squares() {
            if walk.initial && !place.first.has(from) {
                continue;
            }
            for step in &walk.steps {
                let Some(to) = place.step(from, *step, walk.wrap) else { continue };
                if walk.lame {
                    let way = place.way(from, *step, walk.wrap);
                    self.add_lame(walk, place, from, to, way);
                    continue;
                }
                if walk.quiet {
                    self.quiet[from] |= Set::of(to);
                }
                if walk.take {
                    self.take[from] |= Set::of(to);
                }
                if walk.passant {
                    self.passant[from] |= Set::of(to);
                }
            }
        }
        Ok(())
    }

    fn add_lame(&mut self, walk: &Walk, place: &Place<B>, from: usize, to: usize, way: Set<B>) {
        match way.first() {
            Some(passed) if place.pawn && walk.initial && !walk.take && !way.several() => {
                self.doubles[from].push((passed, to, place.passed.has(from)));
            }
            _ => self.lame[from].push(Lame {
                to,
                ways: vec![way],
                quiet: walk.quiet,
                take: walk.take,
            }),
        }
    }

    fn add_rides(&mut self, walk: &Walk, place: &Place<B>, lines: &mut Lines<B>) {
        let whole = walk.quiet
            && walk.take
            && walk.range == 0
            && walk.hop.is_none()
            && !walk.wrap
            && !walk.initial
            && place.domain.count() as usize == place.grid.squares();
        let mut covered = Vec::new();
        for (line, pair) in Lines::<B>::PAIRS.iter().enumerate() {
            if whole && pair.iter().all(|step| walk.steps.contains(step)) {
                self.lines |= 1 << line;
                covered.extend(pair);
            }
        }
        for step in walk.steps.iter().filter(|step| !covered.contains(step)) {
            self.rays.push(ray(walk, *step, place, lines));
        }
    }

    /// Follows all ways of several legs.
    fn add_chain(&mut self, walk: &Walk, place: &Place<B>) -> Result<(), String> {
        for from in 0..place.grid.squares() {
            for step in &walk.steps {
                let course = COMPASS.iter().position(|known| known == step).unwrap_or(0);
                self.follow(walk, place, &[from], course)?;
            }
        }
        Ok(())
    }

    /// Takes the next step of a chain that has come through the squares of `path`.
    fn follow(
        &mut self,
        walk: &Walk,
        place: &Place<B>,
        path: &[usize],
        course: usize,
    ) -> Result<(), String> {
        let here = path[path.len() - 1];
        let Some(to) = place.grid.step(here, COMPASS[course], place.side, walk.wrap) else {
            return Ok(());
        };
        let path = [path, &[to]].concat();
        match walk.then.get(path.len() - 2) {
            Some(turn) => turn
                .turns
                .iter()
                .try_for_each(|turn| self.follow(walk, place, &path, (course + turn) % 8)),
            None => self.end_chain(walk, place, &path),
        }
    }

    fn end_chain(&mut self, walk: &Walk, place: &Place<B>, path: &[usize]) -> Result<(), String> {
        let (from, to) = (path[0], path[path.len() - 1]);
        let way = &path[1..path.len() - 1];
        let last = &walk.then[walk.then.len() - 1];
        let takes = walk.take as usize
            + walk.then[..walk.then.len() - 1].iter().filter(|turn| turn.take).count();
        if takes > 0 && way.len() > 1 {
            return Err("captures on the way of more than two legs are not supported".to_owned());
        }
        if !place.domain.has(to) {
            return Ok(());
        }
        if walk.take && !self.twice[from].contains(&(way[0], to)) {
            self.twice[from].push((way[0], to));
            self.taken_first[from] |= Set::of(way[0]);
        }
        if walk.quiet && from == to {
            if way.len() == 1 {
                self.stay[from] |= Set::of(way[0]);
            }
        } else if walk.quiet {
            let way: Set<B> = way.iter().copied().collect();
            let (quiet, take) = (last.quiet, last.take);
            let same = |lame: &&mut Lame<B>| (lame.to, lame.quiet, lame.take) == (to, quiet, take);
            match self.lame[from].iter_mut().find(same) {
                Some(lame) if lame.ways.contains(&way) => {}
                Some(lame) => lame.ways.push(way),
                None => self.lame[from].push(Lame { to, ways: vec![way], quiet, take }),
            }
        }
        Ok(())
    }

    /// Where the kind can ever go from a square, on an empty board.
    pub(super) fn moves_from(&self, from: usize, lines: &Lines<B>) -> bool {
        let set = self.quiet[from] | self.take[from] | lines.slide(self.lines, from, Set::none());
        set.any()
            || self.rays.iter().any(|ray| ray.limit[from].any())
            || self.lame.get(from).is_some_and(|lame| !lame.is_empty())
            || !self.doubles[from].is_empty()
            || !self.twice[from].is_empty()
    }
}

impl<B: Bits> Gait<B> {
    /// What such a piece is worth by its freedom on a board that is a third full; a knight in the
    /// middle of a wide board comes to some 350.
    pub(super) fn value(&self, lines: &Lines<B>) -> i32 {
        let squares = self.quiet.len();
        let mut freedom = 0.0;
        for from in 0..squares {
            let leaps = self.quiet[from].count() + self.take[from].count();
            freedom += leaps as f32 / 2.0 + lines.freedom(self.lines, from);
            freedom += self.lame.get(from).map_or(0, Vec::len) as f32 * 0.7;
            // Captures of two legs are worth more than leaps.
            freedom += self.twice[from].len() as f32 / 8.0;
            for ray in &self.rays {
                freedom += lines.ray_freedom(ray.direction, from, ray.limit[from]) * 0.9;
            }
        }
        let mean = freedom / squares as f32;
        (52.0 * mean + 1.6 * mean * mean) as i32
    }
}

/// Where a kind is at home.
struct Place<B: Bits> {
    grid: Grid,
    side: Side,
    pawn: bool,
    first: Set<B>,
    passed: Set<B>,
    domain: Set<B>,
}

impl<B: Bits> Place<B> {
    fn step(&self, from: usize, step: Step, wrap: bool) -> Option<usize> {
        let to = self.grid.step(from, step, self.side, wrap)?;
        (to != from && self.domain.has(to)).then_some(to)
    }

    /// What must be empty for a lame leap: the squares that it comes through by king steps, the
    /// straight ones first. So goes the horse of xiangqi, and the elephant of janggi.
    fn way(&self, from: usize, (mut x, mut y): Step, wrap: bool) -> Set<B> {
        let mut way = Set::none();
        let mut here = from;
        loop {
            let one = match x.abs().cmp(&y.abs()) {
                std::cmp::Ordering::Less => (0, y.signum()),
                std::cmp::Ordering::Equal => (x.signum(), y.signum()),
                std::cmp::Ordering::Greater => (x.signum(), 0),
            };
            (x, y) = (x - one.0, y - one.1);
            match self.grid.step(here, one, self.side, wrap) {
                Some(next) if (x, y) != (0, 0) => here = next,
                _ => return way,
            }
            way |= Set::of(here);
        }
    }
}

fn ray<B: Bits>(walk: &Walk, step: Step, place: &Place<B>, lines: &mut Lines<B>) -> Ray<B> {
    let grid = place.grid;
    let mut limit = vec![Set::none(); grid.squares()];
    let mut starts = limit.clone();
    for (from, ends) in limit.iter_mut().enumerate() {
        if walk.initial && !place.first.has(from) {
            continue;
        }
        let mut here = from;
        let mut count = 0;
        while let Some(next) = grid.step(here, step, place.side, walk.wrap) {
            count += 1;
            // A hop behind a piece goes one square further than the ride to it.
            let far = count + (walk.hop == Some(Hop::Behind)) as usize;
            let too_far = walk.range > 0 && far > walk.range as usize;
            if next == from || too_far || count > grid.squares() {
                break;
            }
            if place.domain.has(next) {
                *ends |= Set::of(next);
                starts[next] |= Set::of(from);
            }
            here = next;
        }
    }
    let seen = if place.side == Side::First { step } else { (-step.0, -step.1) };
    Ray {
        direction: lines.direction(seen, walk.wrap),
        opposite: lines.direction((-seen.0, -seen.1), walk.wrap),
        limit,
        starts,
        quiet: walk.quiet,
        take: walk.take,
        hop: walk.hop,
    }
}
