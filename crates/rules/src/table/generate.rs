//! Generating and counting legal moves.

use super::board::Board;
use super::gait::Gait;
use super::layout::NOWHERE;
use super::legality::Effect;
use super::moves::{Move, Sort};
use super::rules::{By, Royalty};
use super::set::{Bits, Set};
use super::sink::{Count, List, Seek, Sink};
use crate::MoveSet;

/// Which moves to look for.
#[derive(Clone, Copy)]
struct Wanted<B: Bits> {
    /// Of these pieces.
    sources: Set<B>,
    /// Captures.
    takes: bool,
    /// Of others those that promote.
    promotes: bool,
    /// All others.
    quiet: bool,
}

impl<B: Bits> Board<B> {
    /// Appends the legal moves of `set` to `out`.
    pub fn generate(&self, set: MoveSet, out: &mut Vec<Move>) {
        let start = out.len();
        self.find(self.layout.all, set, &mut List(out));
        if set == MoveSet::All {
            return;
        }
        let mut keep = start;
        for index in start..out.len() {
            if self.is_noisy(out[index]) == (set == MoveSet::Noisy) {
                out[keep] = out[index];
                keep += 1;
            }
        }
        out.truncate(keep);
    }

    /// How many legal moves there are, without making a list.
    pub fn count_legal(&self) -> u64 {
        let mut count = Count::default();
        self.find(self.layout.all, MoveSet::All, &mut count);
        count.0
    }

    /// In how many ways the side to move can take something.
    pub fn count_captures(&self) -> u64 {
        let mut takes = Count::default();
        let sources = self.layout.all;
        let any = Wanted { sources, takes: true, promotes: false, quiet: false };
        self.find_wanted(any, &mut takes);
        takes.0
    }

    /// Whether a move, perhaps of another position, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let from = mv.from();
        let starts = match mv.sort() {
            Sort::Drop(_) => self.layout.all - self.occupied(),
            _ => self.of(self.side),
        };
        let squares = self.layout.grid.squares();
        if from >= squares || mv.to() >= squares || !starts.has(from) {
            return false;
        }
        let mut seek = Seek::new(mv);
        self.find(Set::of(from), MoveSet::All, &mut seek);
        seek.found
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Board<B> {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Finds the moves of `sources` that may be of `set`: all of these, and few others. Drops start
    /// where they end.
    fn find<S: Sink<B>>(&self, sources: Set<B>, set: MoveSet, sink: &mut S) {
        if self.layout.may_end && self.end().is_some() {
            return;
        }
        let all = Wanted { sources, takes: true, promotes: true, quiet: true };
        if !self.layout.rules.compulsory {
            let wanted = match set {
                MoveSet::All => all,
                MoveSet::Noisy => Wanted { quiet: false, ..all },
                MoveSet::Quiet => Wanted { takes: false, ..all },
            };
            return self.find_wanted(wanted, sink);
        }
        let before = sink.len();
        self.find_wanted(Wanted { promotes: false, quiet: false, ..all }, sink);
        if sink.len() > before {
            return;
        }
        if sources != self.layout.all && self.count_captures() > 0 {
            return;
        }
        self.find_wanted(Wanted { takes: false, ..all }, sink);
    }

    #[inline(always)]
    fn find_wanted<S: Sink<B>>(&self, wanted: Wanted<B>, sink: &mut S) {
        let (layout, danger) = (self.layout, &self.danger);
        if layout.rules.must_drop && self.must_drop() {
            if wanted.quiet {
                self.find_drops(wanted, sink);
            }
            return;
        }
        let own = self.of(self.side);
        let gaits = &layout.gaits[self.side.index()];
        let enemies = self.of(!self.side);
        // A FEN may leave a king in check to be taken; that is no move.
        let kings = match layout.keeps_kings {
            true => self.union(&layout.royals) & enemies,
            false => Set::none(),
        };
        let targets = match (wanted.takes, wanted.promotes) {
            (true, true) => layout.all - kings,
            (true, false) => enemies - kings,
            (false, _) => layout.all - self.occupied(),
        };
        for (kind, gait) in gaits.iter().enumerate() {
            let men = self.kind(kind) & own & wanted.sources;
            if men.is_empty() {
                continue;
            }
            // Where pieces of this kind may go at all.
            let royal = layout.simple && layout.rules.kinds[kind].royal;
            let mut allowed = if royal { targets } else { targets & danger.allowed };
            if layout.simple && layout.rules.checkless {
                allowed -= self.loud_squares(kind);
            }
            for from in men {
                let all = self.reach(gait, from);
                let mut reach = all & allowed;
                if !wanted.quiet {
                    reach = (reach & enemies) | self.promoting(kind, from, reach);
                }
                if danger.suspects.has(from) {
                    reach = self.safe_part(kind, from, reach);
                }
                if layout.rules.explosions {
                    reach = (reach - enemies) | self.safe_blasts(kind, from, all & targets);
                }
                if layout.rules.lions.is_some() {
                    reach = self.without_guarded_lions(kind, from, reach);
                }
                self.emit(kind, from, reach, sink);
                if !gait.plain {
                    self.find_odd(kind, gait, from, wanted, sink);
                }
            }
        }
        if wanted.quiet {
            if !danger.check && self.layout.castlers.is_some() {
                self.find_castling(wanted, sink);
            }
            if layout.drops_pieces {
                self.find_drops(wanted, sink);
            }
        }
    }

    /// The targets after which the royal piece is safe.
    fn safe_part(&self, kind: usize, from: usize, reach: Set<B>) -> Set<B> {
        let enemies = self.of(!self.side);
        let safe = reach.into_iter().filter(|to| {
            let taken = Set::of(*to) & enemies;
            self.is_safe(Effect { kind, from: Some(from), to: *to, taken })
        });
        safe.collect()
    }

    /// The captures after which the royal piece is safe: what explodes may end a check from afar, or
    /// begin one.
    #[inline(never)]
    fn safe_blasts(&self, kind: usize, from: usize, reach: Set<B>) -> Set<B> {
        self.safe_part(kind, from, reach & self.of(!self.side))
    }

    fn without_guarded_lions(&self, kind: usize, from: usize, reach: Set<B>) -> Set<B> {
        let lions = self.union(&self.layout.lions) & self.of(!self.side);
        let mut allowed = reach;
        for to in reach & lions {
            if !self.lions_allow(kind, from, to, None) {
                allowed -= Set::of(to);
            }
        }
        allowed
    }

    /// Passes moves on, with their promotions.
    #[inline(always)]
    fn emit<S: Sink<B>>(&self, kind: usize, from: usize, reach: Set<B>, sink: &mut S) {
        let into = &self.layout.promotes[kind];
        if into.is_empty() {
            return sink.piece(from, reach);
        }
        let side = self.side.index();
        let (by, forced) = self.layout.promoting[kind];
        let promoting = self.promoting(kind, from, reach);
        let staying = match by {
            _ if forced => reach - promoting,
            // What enters the last rank may stay what it is, and stay there.
            By::EnteringOrTaking => reach,
            _ => reach - self.layout.stuck[side][kind],
        };
        sink.piece(from, staying);
        if promoting.any() {
            for kind in into {
                let most = self.layout.rules.kinds[*kind].most as u32;
                let many = most > 0 && (self.kind(*kind) & self.of(self.side)).count() >= most;
                if self.has_in_stock(*kind) && !many {
                    sink.promotions(from, promoting, *kind);
                }
            }
        }
    }

    /// The squares where a kind becomes another, or may.
    #[inline(always)]
    fn promoting(&self, kind: usize, from: usize, reach: Set<B>) -> Set<B> {
        if self.layout.promotes[kind].is_empty() {
            return Set::none();
        }
        let side = self.side.index();
        let zone = self.layout.zone[side];
        let inside = zone.has(from);
        match self.layout.promoting[kind].0 {
            By::StartingOrEnding if inside => reach,
            By::EnteringOrTaking if inside => {
                let pawn = self.layout.rules.kinds[kind].pawn;
                let last = if pawn { self.layout.last_rank[side] } else { Set::none() };
                reach & (self.of(!self.side) | last)
            }
            _ => reach & zone,
        }
    }

    /// Whether a pawn can become this kind.
    pub(super) fn has_in_stock(&self, kind: usize) -> bool {
        self.layout.rules.promotion.stock.is_none()
            || self.layout.plenty.contains(&kind)
            || self.stocked && self.held(self.side, kind) > 0
    }

    /// First moves, captures in passing, moves of two legs.
    fn find_odd<S: Sink<B>>(
        &self,
        kind: usize,
        gait: &Gait<B>,
        from: usize,
        wanted: Wanted<B>,
        sink: &mut S,
    ) {
        let (occupied, danger) = (self.occupied(), &self.danger);
        let none = Set::none();
        let safe = |to, taken| self.is_safe(Effect { kind, from: Some(from), to, taken });
        if wanted.promotes {
            for &(passed, to, catchable) in &gait.doubles[from] {
                let free = !occupied.has(passed) && !occupied.has(to) && danger.allowed.has(to);
                if free && (!danger.suspects.has(from) || safe(to, none)) {
                    if !self.layout.promotes[kind].is_empty()
                        && self.layout.zone[self.side.index()].has(to)
                    {
                        self.emit(kind, from, Set::of(to), sink);
                        continue;
                    }
                    let sort = if catchable { Sort::Double(passed) } else { Sort::Plain };
                    sink.special(Move::new(from, to, sort));
                }
            }
            if (gait.stay[from] - occupied).any() && !danger.check {
                sink.special(Move::new(from, from, Sort::Stay));
            }
        }
        if !wanted.takes {
            return;
        }
        let (target, victim) = self.passed;
        if target != NOWHERE && gait.passant[from].has(target as usize) {
            let (target, victim) = (target as usize, victim as usize);
            if safe(target, Set::of(victim)) {
                sink.special(Move::new(from, target, Sort::Passant(victim)));
            }
        }
        let (own, enemies) = (self.of(self.side), self.of(!self.side));
        if (gait.taken_first[from] & enemies).is_empty() {
            return;
        }
        let checked = !matches!(self.layout.rules.royalty, Royalty::Nothing | Royalty::Last);
        for &(first, to) in &gait.twice[from] {
            if !enemies.has(first) || (own.has(to) && to != from) {
                continue;
            }
            let taken = Set::of(first) | (Set::of(to) & enemies);
            if self.lions_allow(kind, from, to, Some(first)) && (!checked || safe(to, taken)) {
                sink.special(Move::new(from, to, Sort::Twice(first)));
            }
        }
    }

    fn find_castling<S: Sink<B>>(&self, wanted: Wanted<B>, sink: &mut S) {
        for wing in [1, 0] {
            if let Some((king, to, rook)) = self.may_castle(wing)
                && wanted.sources.has(king)
            {
                sink.special(Move::new(king, to, Sort::Castling(rook)));
            }
        }
    }

    fn find_drops<S: Sink<B>>(&self, wanted: Wanted<B>, sink: &mut S) {
        let (layout, danger) = (self.layout, &self.danger);
        let side = self.side.index();
        let free = (layout.all - self.occupied()) & danger.allowed & wanted.sources;
        for (kind, rule) in layout.rules.kinds.iter().enumerate().take(self.hands[side].len()) {
            if self.hands[side][kind] == 0 {
                continue;
            }
            let mut targets = free & layout.drops[side][kind];
            if rule.per_file > 0 {
                let own = self.kind(kind) & self.of(self.side);
                for column in &layout.columns {
                    if (own & *column).count() >= rule.per_file as u32 {
                        targets -= *column;
                    }
                }
            }
            targets = self.on_both_colours(kind, targets);
            let odd = !layout.simple || layout.rules.checkless || rule.royal;
            if odd || layout.tricky && danger.check {
                targets = self.safe_drops(kind, targets);
            }
            if rule.no_drop_check {
                targets = targets.into_iter().filter(|to| self.is_quiet_drop(kind, *to)).collect();
            }
            if rule.no_drop_mate
                && let Some(king) = self.royal(!self.side)
            {
                for to in layout.gaits[side][kind].taken_from[king] & targets {
                    if self.after(Move::new(to, to, Sort::Drop(kind))).count_legal() == 0 {
                        targets -= Set::of(to);
                    }
                }
            }
            sink.drops(kind, targets);
        }
    }

    /// Whether the side to move has something in hand that it can drop, and so must.
    #[inline(never)]
    fn must_drop(&self) -> bool {
        let mut drops = Count::default();
        let sources = self.layout.all;
        let any = Wanted { sources, takes: false, promotes: true, quiet: true };
        self.find_drops(any, &mut drops);
        drops.0 > 0
    }

    /// The targets that let those be dropped on squares of both colours that must be.
    #[inline(always)]
    fn on_both_colours(&self, kind: usize, targets: Set<B>) -> Set<B> {
        let layout = self.layout;
        match layout.bishops {
            None => targets,
            Some(bishop) if bishop == kind => {
                let there = self.kind(bishop) & self.of(self.side);
                let mut targets = targets;
                for colour in [layout.dark, layout.all - layout.dark] {
                    if (there & colour).any() {
                        targets -= colour;
                    }
                }
                targets
            }
            Some(bishop) => self.with_room_for(bishop, targets),
        }
    }

    /// The targets that leave a square of each colour that a bishop in hand still needs.
    #[inline(never)]
    fn with_room_for(&self, bishop: usize, targets: Set<B>) -> Set<B> {
        let layout = self.layout;
        let side = self.side.index();
        let there = self.kind(bishop) & self.of(self.side);
        let colours = [layout.dark, layout.all - layout.dark];
        let free = layout.drops[side][bishop] - self.occupied();
        let held = self.hands[side].get(bishop).copied().unwrap_or(0) as usize;
        let leaves_room = |to: &usize| {
            let open = |colour: &&Set<B>| {
                (there & **colour).is_empty() && ((free - Set::of(*to)) & **colour).any()
            };
            colours.iter().filter(open).count() >= held
        };
        targets.into_iter().filter(leaves_room).collect()
    }

    fn is_quiet_drop(&self, kind: usize, to: usize) -> bool {
        let effect = Effect { kind, from: None, to, taken: Set::none() };
        !self.attacks_king_after(effect, self.occupied() | Set::of(to))
    }

    fn safe_drops(&self, kind: usize, targets: Set<B>) -> Set<B> {
        let taken = Set::none();
        let safe = targets
            .into_iter()
            .filter(|to| self.is_safe(Effect { kind, from: None, to: *to, taken }));
        safe.collect()
    }

    /// Whether a move takes something.
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.sort() {
            Sort::Passant(_) | Sort::Twice(_) => true,
            Sort::Castling(_) | Sort::Drop(_) | Sort::Stay => false,
            _ => self.of(!self.side).has(mv.to()),
        }
    }

    /// Whether a move takes something or promotes to the first kind of the list.
    pub fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv)
            || match mv.sort() {
                Sort::Promotion(kind) => self
                    .piece(mv.from())
                    .is_some_and(|(pawn, _)| self.layout.promotes[pawn].first() == Some(&kind)),
                _ => false,
            }
    }
}
