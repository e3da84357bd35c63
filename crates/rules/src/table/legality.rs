//! Which moves leave the royal piece safe.
//!
//! In the usual games a list of checkers and of pinned pieces decides about most moves, as it does
//! where captures explode or checks are forbidden; the others, and all moves of odd games, are tested
//! one by one: by who would attack the royal piece after
//! them, without making them.

use super::board::{Board, Danger};
use super::layout::NOWHERE;
use super::lines::Lines;
use super::rules::Royalty;
use super::set::{Bits, Set};
use crate::Side;

/// What a move does to the board.
#[derive(Clone, Copy)]
pub(super) struct Effect<B: Bits> {
    pub kind: usize,
    /// Where it comes from; `None`: from the hand.
    pub from: Option<usize>,
    pub to: usize,
    /// Enemies that it takes.
    pub taken: Set<B>,
}

impl<B: Bits> Board<B> {
    /// What threatens the side to move, found anew.
    pub(super) fn find_danger(&self) -> Danger<B> {
        let layout = self.layout;
        let all = layout.all;
        let side = self.side;
        if !layout.simple {
            let free = layout.royals.is_empty()
                || layout.rules.royalty == Royalty::Last
                || layout.rules.royalty == Royalty::Nothing;
            let suspects = if free { Set::none() } else { all };
            return Danger { allowed: all, suspects, check: !free && self.in_check_of(side) };
        }
        let (occupied, own, enemies) = (self.occupied(), self.of(side), self.of(!side));
        let loud = match layout.rules.checkless {
            true => self.may_reveal_check(),
            false => Set::none(),
        };
        let Some(royal) = self.royal(side) else {
            return Danger { allowed: all, suspects: loud, check: false };
        };
        if self.touches_kings(royal, occupied, side) {
            return Danger { allowed: all, suspects: Set::of(royal), check: false };
        }
        let checkers = self.attackers::<false>(royal, !side, occupied, enemies);
        let mut suspects = (self.shields(royal, !side) & own) | Set::of(royal) | loud;
        let mut allowed = all;
        if let Some(checker) = checkers.first() {
            if layout.tricky {
                suspects = own;
            } else if checkers.several() {
                allowed = Set::none();
            } else {
                allowed = layout.lines.between(royal, checker) | checkers;
            }
        }
        Danger { allowed, suspects, check: checkers.any() }
    }

    /// Where checks are forbidden: own pieces whose moves may reveal one, or give one in a way that
    /// [`loud_squares`](Self::loud_squares) do not know.
    #[inline(never)]
    fn may_reveal_check(&self) -> Set<B> {
        let layout = self.layout;
        let gaits = layout.gaits[self.side.index()].iter().enumerate();
        let odd = gaits.filter(|(_, gait)| !gait.plain).map(|(kind, _)| self.kind(kind));
        let odd = odd.fold(Set::none(), |all, men| all | men);
        let king = self.royal(!self.side);
        let shields = king.map_or(Set::none(), |king| self.shields(king, self.side));
        (odd | shields) & self.of(self.side)
    }

    /// From where a piece of this kind would give check to the other side, if its moves are plain.
    #[inline(never)]
    pub(super) fn loud_squares(&self, kind: usize) -> Set<B> {
        let Some(king) = self.royal(!self.side) else { return Set::none() };
        let gait = &self.layout.gaits[self.side.index()][kind];
        gait.taken_from[king] | self.layout.lines.slide(gait.lines, king, self.occupied())
    }

    /// Pieces that may stand between a royal piece and an attack by this side; others, too, if that
    /// is simpler.
    #[inline(always)]
    pub(super) fn shields(&self, royal: usize, by: Side) -> Set<B> {
        let layout = self.layout;
        let lines = &layout.lines;
        let (occupied, enemies) = (self.occupied(), self.of(by));
        let hunters = &layout.hunters[by.index()];
        let mut pinned = Set::none();
        for (bits, kinds) in &hunters.liners {
            let men = self.union(kinds) & enemies;
            if men.is_empty() {
                continue;
            }
            for sniper in lines.slide(*bits, royal, Set::none()) & men {
                let way = lines.between(royal, sniper) & occupied;
                if !way.several() {
                    pinned |= way;
                }
            }
        }
        for kind in &hunters.riders {
            let men = self.kind(*kind) & enemies;
            if men.is_empty() {
                continue;
            }
            for ray in &layout.gaits[by.index()][*kind].rays {
                for sniper in ray.starts[royal] & men {
                    let way = lines.ray(ray.direction, sniper, Set::of(royal)) & occupied;
                    pinned |= way;
                }
            }
        }
        for (kind, from, lame) in &hunters.lame[royal] {
            if (self.kind(*kind) & enemies).has(*from) {
                pinned = lame.ways.iter().fold(pinned, |pinned, way| pinned | *way);
            }
        }
        pinned
    }

    /// Whether a move leaves the royal piece safe, and does nothing else that the game forbids.
    pub(super) fn is_safe(&self, effect: Effect<B>) -> bool {
        let layout = self.layout;
        if layout.royals.is_empty() {
            return true;
        }
        if layout.rules.explosions {
            return self.is_safe_blast(effect);
        }
        let (side, own) = (self.side, self.of(self.side));
        let from = effect.from.map_or(Set::none(), Set::of);
        let occupied = (self.occupied() - from - effect.taken) | Set::of(effect.to);
        let few = matches!(layout.rules.royalty, Royalty::Few(_));
        let mut royals = if few { self.at_risk(side) } else { self.union(&layout.royals) & own };
        let at_risk = !few || effect.from.is_none_or(|from| royals.has(from));
        if layout.royals.contains(&effect.kind) && at_risk {
            royals = (royals - from) | Set::of(effect.to);
        }
        let enemies = self.of(!side) - effect.taken;
        let attacked = |royal| self.attackers::<true>(royal, !side, occupied, enemies).any();
        let lost = match few {
            true => royals.into_iter().any(attacked),
            false => self.first_king(royals).is_some_and(attacked),
        };
        if lost || layout.rules.facing && self.faces(royals, enemies, occupied) {
            return false;
        }
        !layout.rules.checkless || !self.attacks_king_after(effect, occupied)
    }

    /// Whether a king would see the other one along a rank or file.
    fn faces(&self, royals: Set<B>, enemies: Set<B>, occupied: Set<B>) -> bool {
        let others = self.union(&self.layout.royals) & enemies;
        royals.into_iter().any(|royal| {
            (self.layout.lines.slide(Lines::<B>::ROOK, royal, occupied) & others).any()
        })
    }

    pub(super) fn attacks_king_after(&self, effect: Effect<B>, occupied: Set<B>) -> bool {
        let side = self.side;
        let others = self.of(side) - effect.from.map_or(Set::none(), Set::of);
        (self.at_risk(!side) - effect.taken).into_iter().any(|king| {
            self.attackers::<true>(king, side, occupied, others).any()
                || self.hits(effect.kind, side, effect.to, occupied).has(king)
        })
    }

    /// What a capture that ends on a square removes, all in all.
    pub(super) fn blast(&self, from: usize, to: usize, taken: Set<B>) -> Set<B> {
        let near = self.layout.around[to] & (self.occupied() - self.union(&self.layout.pawns));
        near | taken | Set::of(from) | Set::of(to)
    }

    /// The rules of atomic chess, as lichess and FICS have them: kings do not take; the own king
    /// must not explode; if the other one does, checks do not matter; kings side by side are safe.
    fn is_safe_blast(&self, effect: Effect<B>) -> bool {
        let (side, own, enemies) = (self.side, self.of(self.side), self.of(!self.side));
        let royals = self.union(&self.layout.royals);
        let from = effect.from.map_or(Set::none(), Set::of);
        let moves_king = self.layout.royals.contains(&effect.kind);
        let (gone, put) = match effect.taken.any() {
            true if moves_king => return false,
            true => {
                let from = effect.from.unwrap_or(effect.to);
                (self.blast(from, effect.to, effect.taken), Set::none())
            }
            false => (from, Set::of(effect.to)),
        };
        let left = royals - gone;
        if (left & enemies).is_empty() {
            return (left & own).any();
        }
        let king = if moves_king { Some(effect.to) } else { (left & own).first() };
        let Some(king) = king else { return false };
        let occupied = (self.occupied() - gone) | put;
        self.touches_kings(king, occupied, side)
            || self.attackers::<true>(king, !side, occupied, enemies - gone).is_empty()
    }

    /// Whether the king may castle with a rook: nothing between, and the king safe all the way.
    pub(super) fn may_castle(&self, wing: usize) -> Option<(usize, usize, usize)> {
        let layout = self.layout;
        let side = self.side;
        let (king, rook) = (self.castlers[side.index()], self.rooks[side.index()][wing]);
        if king == NOWHERE || rook == NOWHERE {
            return None;
        }
        let (king, rook) = (king as usize, rook as usize);
        let (king_to, rook_to) = self.castled(king, wing)?;
        let span = |a: usize, b: usize| -> Set<B> { (a.min(b)..=a.max(b)).collect() };
        let both = Set::of(king) | Set::of(rook);
        let way = span(king, king_to) | span(rook, rook_to);
        if ((way - both) & self.occupied()).any() {
            return None;
        }
        if layout.rules.castling.as_ref().is_some_and(|castling| castling.through_check) {
            return Some((king, king_to, rook));
        }
        let bare = self.occupied() - Set::of(king);
        for step in span(king, king_to) {
            if !self.king_is_safe_at(king, step, bare | Set::of(step)) {
                return None;
            }
        }
        let after = (self.occupied() - both) | Set::of(king_to) | Set::of(rook_to);
        self.king_is_safe_at(king, king_to, after).then_some((king, king_to, rook))
    }

    fn king_is_safe_at(&self, king: usize, step: usize, occupied: Set<B>) -> bool {
        let side = self.side;
        let safe = |royal| {
            self.touches_kings(royal, occupied, side)
                || self.attackers::<true>(royal, !side, occupied, self.of(!side)).is_empty()
        };
        if matches!(self.layout.rules.royalty, Royalty::Few(_)) {
            let risk = self.at_risk(side);
            let moved = if risk.has(king) { Set::of(step) } else { Set::none() };
            return ((risk - Set::of(king)) | moved).into_iter().all(safe);
        }
        let royals = self.union(&self.layout.royals) & self.of(side);
        self.first_king((royals - Set::of(king)) | Set::of(step)).is_none_or(safe)
    }

    /// Where a king on this square and its rook come to by castling.
    pub(super) fn castled(&self, king: usize, wing: usize) -> Option<(usize, usize)> {
        use super::rules::CastlingTo;
        let grid = self.layout.grid;
        let file = grid.file(king);
        let to = match self.layout.rules.castling.as_ref()?.to {
            CastlingTo::Files(a, _) if wing == 0 => a,
            CastlingTo::Files(_, h) => h,
            CastlingTo::Steps(steps) if wing == 0 => file.checked_sub(steps)?,
            CastlingTo::Steps(steps) => file + steps,
        };
        let rook = if wing == 0 { to + 1 } else { to.checked_sub(1)? };
        let rank = grid.rank(king);
        (to < grid.files && rook < grid.files).then(|| (grid.at(to, rank), grid.at(rook, rank)))
    }

    /// Whether a capture by a lion, or of one, is allowed; see the rules of [`Lions`].
    ///
    /// [`Lions`]: super::rules::Lions
    pub(super) fn lions_allow(
        &self,
        kind: usize,
        from: usize,
        to: usize,
        first: Option<usize>,
    ) -> bool {
        let layout = self.layout;
        let Some(rules) = &layout.rules.lions else { return true };
        let (side, enemies) = (self.side, self.of(!self.side));
        let lions = self.union(&layout.lions) & enemies;
        let is_lion = layout.lions.contains(&kind);
        if self.lion != NOWHERE && (rules.lions_wait || !is_lion) {
            let taken = first.map_or(Set::none(), Set::of) | Set::of(to);
            if ((taken & lions) - Set::of(self.lion as usize)).any() {
                return false;
            }
        }
        if !is_lion || !lions.has(to) || layout.grid.distance(from, to) < 2 {
            return true;
        }
        let first = first.map_or(Set::none(), Set::of) & enemies;
        if (first - self.union(&layout.trifles)).any() {
            return true;
        }
        let occupied = self.occupied() - Set::of(from) - first;
        let mut guards = enemies - first - Set::of(to);
        if !rules.king_protects {
            guards -= self.union(&layout.royals);
        }
        self.attackers::<true>(to, !side, occupied, guards).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::Random;
    use crate::table::layout::Layout;
    use crate::table::{Move, Rules, names, rules};

    fn sorted(mut board: Board<u128>, layout: &'static Layout<u128>) -> Vec<u32> {
        board.layout = layout;
        board.danger = board.find_danger();
        let mut moves: Vec<u32> = board.legal().into_iter().map(Move::pack).collect();
        moves.sort_unstable();
        moves
    }

    /// The legal moves of random games, with the lists of checkers and pins and without; how many
    /// positions there were.
    fn both_ways(rules: &Rules, random: &mut Random) -> usize {
        let layout = |simple: bool| -> &'static Layout<u128> {
            let mut layout = Layout::new(rules.clone()).expect("it fits");
            layout.simple &= simple;
            Box::leak(Box::new(layout))
        };
        let [quick, slow] = [layout(true), layout(false)];
        let mut seen = 0;
        for _ in 0..if quick.simple { 6 } else { 0 } {
            let mut board = Board::from_fen(&rules.start, quick).expect("a start");
            for _ in 0..100 {
                let moves = sorted(board, quick);
                assert_eq!(moves, sorted(board, slow), "{}: {board}", rules.name);
                let Some(mv) = (!moves.is_empty()).then(|| random.of(&moves)) else { break };
                board = board.after(Move::unpack(mv).expect("a move"));
                seen += 1;
            }
        }
        seen
    }

    #[test]
    fn lists_of_checkers_and_pins_say_what_trying_says() {
        let mut random = Random::new(5);
        let games = names().filter_map(rules).filter(|rules| rules.files * rules.ranks <= 128);
        for rules in games {
            let seen = both_ways(&rules, &mut random);
            let known = ["atomic", "racingkings", "crazyhouse", "makruk"].contains(&&*rules.name);
            assert!(!known || seen > 30, "{}: {seen} positions", rules.name);
            // The same with rules that it does not have.
            both_ways(&Rules { checkless: true, ..rules.clone() }, &mut random);
            both_ways(&Rules { explosions: true, ..rules }, &mut random);
        }
    }
}
