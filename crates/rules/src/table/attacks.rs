//! Who attacks what.

use super::betza::Hop;
use super::board::Board;
use super::gait::{Gait, Ray};
use super::rules::Royalty;
use super::set::{Bits, Set};
use crate::Side;

impl<B: Bits> Board<B> {
    /// The pieces `alive` of a side that attack a square when `occupied` are occupied; with `ANY`
    /// perhaps not all, but some if there are any.
    #[inline(always)]
    pub(super) fn attackers<const ANY: bool>(
        &self,
        square: usize,
        by: Side,
        occupied: Set<B>,
        alive: Set<B>,
    ) -> Set<B> {
        let layout = self.layout;
        let hunters = &layout.hunters[by.index()];
        let gaits = &layout.gaits[by.index()];
        let mut found = Set::none();
        for group in &hunters.leapers {
            found |= gaits[group[0]].taken_from[square] & self.union(group);
        }
        found &= alive;
        for (lines, kinds) in &hunters.liners {
            let men = self.union(kinds) & alive;
            if men.any() {
                found |= layout.lines.slide(*lines, square, occupied) & men;
            }
        }
        if ANY && found.any() {
            return found;
        }
        for kind in &hunters.riders {
            let men = self.kind(*kind) & alive;
            if men.any() {
                found |= self.riders_to(&gaits[*kind], square, occupied) & men;
            }
        }
        for (kind, from, lame) in &hunters.lame[square] {
            let there = (self.kind(*kind) & alive).has(*from);
            if there && lame.is_free(occupied) {
                found |= Set::of(*from);
            }
        }
        found
    }

    /// From where a rider of this gait would take on a square.
    fn riders_to(&self, gait: &Gait<B>, square: usize, occupied: Set<B>) -> Set<B> {
        let lines = &self.layout.lines;
        let back = |ray: &Ray<B>| -> Option<Set<B>> {
            let start = match ray.hop {
                None => square,
                Some(Hop::On) => lines.first(ray.opposite, square, occupied)?,
                Some(Hop::Behind) => {
                    lines.next(ray.opposite, square).filter(|hurdle| occupied.has(*hurdle))?
                }
            };
            Some(lines.ray(ray.opposite, start, occupied) & ray.starts[square])
        };
        let takes = gait.rays.iter().filter(|ray| ray.take);
        takes.filter_map(back).fold(Set::none(), |found, set| found | set)
    }

    /// Where a ride ends, whatever stands there.
    fn ridden(&self, ray: &Ray<B>, from: usize, occupied: Set<B>) -> Set<B> {
        let lines = &self.layout.lines;
        let seen = match ray.hop {
            None => lines.ray(ray.direction, from, occupied),
            Some(hop) => match lines.first(ray.direction, from, occupied) {
                None => Set::none(),
                Some(hurdle) if hop == Hop::On => lines.ray(ray.direction, hurdle, occupied),
                Some(hurdle) => lines.next(ray.direction, hurdle).map_or(Set::none(), Set::of),
            },
        };
        seen & ray.limit[from]
    }

    /// The squares that a piece attacks, whatever stands there.
    #[inline]
    pub fn hits(&self, kind: usize, side: Side, from: usize, occupied: Set<B>) -> Set<B> {
        let gait = &self.layout.gaits[side.index()][kind];
        let mut set = gait.take[from] | self.layout.lines.slide(gait.lines, from, occupied);
        if !gait.plain {
            for ray in gait.rays.iter().filter(|ray| ray.take) {
                set |= self.ridden(ray, from, occupied);
            }
            set |= lame_hits(gait, from, occupied);
        }
        set
    }

    /// The pieces of the other side that the piece of a side on this square attacks.
    pub(super) fn victims(&self, side: Side, from: usize) -> Set<B> {
        let hits = |(kind, _)| self.hits(kind, side, from, self.occupied()) & self.of(!side);
        self.piece(from).map_or(Set::none(), hits)
    }

    /// Where a piece of the side to move goes, but for moves of special sorts and legality.
    #[inline(always)]
    pub(super) fn reach(&self, gait: &Gait<B>, from: usize) -> Set<B> {
        let occupied = self.occupied();
        let enemies = self.of(!self.side);
        let mut set = (gait.quiet[from] - occupied) | (gait.take[from] & enemies);
        if gait.lines != 0 {
            set |= self.layout.lines.slide(gait.lines, from, occupied) - self.of(self.side);
        }
        if gait.plain { set } else { set | self.odd_reach(gait, from) }
    }

    fn odd_reach(&self, gait: &Gait<B>, from: usize) -> Set<B> {
        let occupied = self.occupied();
        let enemies = self.of(!self.side);
        let ends = |quiet: bool, take: bool| match (quiet, take) {
            (true, true) => self.layout.all - self.of(self.side),
            (true, false) => self.layout.all - occupied,
            (false, _) => enemies,
        };
        let mut set = Set::none();
        for ray in &gait.rays {
            set |= self.ridden(ray, from, occupied) & ends(ray.quiet, ray.take);
        }
        for lame in gait.lame.get(from).into_iter().flatten() {
            if ends(lame.quiet, lame.take).has(lame.to) && lame.is_free(occupied) {
                set |= Set::of(lame.to);
            }
        }
        set
    }

    /// Whether a side's royal piece stands where it must not.
    pub fn in_check_of(&self, side: Side) -> bool {
        let attacked = |royal: usize| {
            !self.touches_kings(royal, self.occupied(), side)
                && self.attackers::<true>(royal, !side, self.occupied(), self.of(!side)).any()
        };
        match self.layout.rules.royalty {
            Royalty::Few(_) => self.at_risk(side).into_iter().any(attacked),
            _ => self.royal(side).is_some_and(attacked),
        }
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.danger.check
    }

    /// In atomic chess: whether the other king stands beside a square, so that taking there would
    /// explode it.
    #[inline(always)]
    pub(super) fn touches_kings(&self, square: usize, alive: Set<B>, side: Side) -> bool {
        self.layout.rules.explosions
            && (self.union(&self.layout.royals)
                & self.of(!side)
                & alive
                & self.layout.around[square])
                .any()
    }
}

/// The squares of lame leaps that take and are not stopped.
fn lame_hits<B: Bits>(gait: &Gait<B>, from: usize, occupied: Set<B>) -> Set<B> {
    let leaps = gait.lame.get(from).into_iter().flatten();
    let free = leaps.filter(|lame| lame.take && lame.is_free(occupied));
    free.map(|lame| lame.to).collect()
}
