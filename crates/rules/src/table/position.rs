//! The board as searches see it.

use super::board::Board;
use super::ends;
use super::judge::{perpetual_attacker, perpetual_checker};
use super::moves::{Move, Sort};
use super::rules::{Hands, Prize, Repetition, Royalty};
use super::set::{Bits, Set};
use crate::{Cycles, End, MoveSet, Order, Position, Rulings, Shape, Side};

impl<B: Bits> Board<B> {
    fn end_for_mover(&self, end: ends::End) -> End {
        match end.winner {
            None => End::Drawn,
            Some(side) if side == self.side => End::Won,
            Some(_) => End::Lost,
        }
    }

    /// What a piece is worth, roughly; a pawn is 100.
    fn value(&self, kind: usize) -> i32 {
        self.layout.values[kind]
    }
}

impl<B: Bits> Position for Board<B> {
    type Move = Move;

    fn shape(&self) -> Shape {
        Shape { squares: self.layout.grid.squares(), pieces: 2 * self.layout.rules.kinds.len() }
    }
    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }
    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }
    fn halfmove_clock(&self) -> u32 {
        self.clock as u32
    }
    fn in_check(&self) -> bool {
        Board::in_check(self)
    }
    #[inline]
    fn end(&self) -> Option<End> {
        Board::end(self).map(|end| self.end_for_mover(end))
    }
    fn no_moves(&self) -> End {
        self.end_for_mover(Board::no_moves(self))
    }
    fn is_dead_draw(&self) -> bool {
        Board::is_dead_draw(self)
    }
    fn generate(&self, set: MoveSet, out: &mut Vec<Move>) {
        Board::generate(self, set, out);
    }
    fn count_legal(&self) -> u64 {
        Board::count_legal(self)
    }
    fn is_legal(&self, mv: Move) -> bool {
        Board::is_legal(self, mv)
    }
    fn play(&mut self, mv: Move) {
        Board::play(self, mv);
    }
    fn pass(&mut self) {
        Board::pass(self);
    }
    fn from(mv: Move) -> usize {
        mv.from()
    }
    fn to(mv: Move) -> usize {
        mv.to()
    }
    fn pack(mv: Move) -> u32 {
        mv.pack()
    }
    fn unpack(bits: u32) -> Option<Move> {
        Move::unpack(bits)
    }
}

impl<B: Bits> Order for Board<B> {
    type Threats = ();
    type Checks = ();

    fn material(&self, side: Side) -> i32 {
        self.possessions(side)
    }
    fn has_pieces(&self, side: Side) -> bool {
        // Where captures are compulsory every position may be one of zugzwang.
        if self.layout.rules.compulsory {
            return false;
        }
        let kinds = self.layout.rules.kinds.iter().enumerate();
        let mut pieces = kinds.filter(|(_, kind)| !kind.pawn && !kind.royal);
        pieces.any(|(kind, _)| (self.kind(kind) & self.of(side)).any())
    }
    fn is_noisy(&self, mv: Move) -> bool {
        Board::is_noisy(self, mv)
    }
    fn is_capture(&self, mv: Move) -> bool {
        Board::is_capture(self, mv)
    }
    fn moved_piece(&self, mv: Move) -> usize {
        let moved = self.piece(mv.from()).map_or(0, |(kind, _)| kind);
        let kind = if let Sort::Drop(kind) = mv.sort() { kind } else { moved };
        2 * kind + self.side.index()
    }
    fn captured_piece(&self, mv: Move) -> Option<usize> {
        let taken = |square| {
            let (kind, side) = self.piece(square)?;
            (side != self.side).then_some(2 * kind + side.index())
        };
        match mv.sort() {
            Sort::Passant(victim) => taken(victim),
            Sort::Twice(first) => {
                let both = [first, mv.to()].into_iter().filter_map(taken);
                both.max_by_key(|piece| self.value(piece / 2))
            }
            Sort::Castling(_) | Sort::Drop(_) | Sort::Stay => None,
            _ => taken(mv.to()),
        }
    }
    fn gain(&self, mv: Move) -> i32 {
        let mut gain = self.captured_piece(mv).map_or(0, |piece| self.value(piece / 2));
        if let Sort::Twice(first) = mv.sort() {
            let both =
                [first, mv.to()].into_iter().filter(|square| self.of(!self.side).has(*square));
            gain = both
                .filter_map(|square| self.piece(square))
                .map(|(kind, _)| self.value(kind))
                .sum();
        }
        // What comes to hand is won twice.
        if self.layout.rules.hands == Hands::Taker {
            gain *= 2;
        }
        match mv.sort() {
            Sort::Promotion(kind) => gain + self.value(kind) - self.value(self.moved_piece(mv) / 2),
            _ => gain,
        }
    }
    /// Looks two plies deep: what is taken may cost the piece that takes it.
    fn see(&self, mv: Move, threshold: i32) -> bool {
        let gain = self.gain(mv);
        let rules = &self.layout.rules;
        if gain < threshold || rules.explosions || rules.compulsory {
            return gain >= threshold;
        }
        let at_risk = match mv.sort() {
            Sort::Promotion(kind) => kind,
            _ => self.moved_piece(mv) / 2,
        };
        let factor = if rules.hands == Hands::Taker { 2 } else { 1 };
        if gain - factor * self.value(at_risk) >= threshold {
            return true;
        }
        let us = self.of(self.side) - Set::of(mv.from());
        let them = self.of(!self.side) - Set::of(mv.to());
        let attackers = self.attackers::<true>(mv.to(), !self.side, us | them, them);
        attackers.is_empty()
    }
    fn gives_check(&self, mv: Move) -> bool {
        Board::gives_check(self, mv)
    }
    fn checks(&self) {}
}

impl<B: Bits> Cycles for Board<B> {
    fn drawn_at(&self, _: Rulings) -> u32 {
        self.layout.rules.quiet.map_or(u32::MAX, |(claim, _)| claim)
    }
    fn repetition_may_lose(&self) -> bool {
        let rules = &self.layout.rules;
        match rules.repetition {
            Repetition::Western => false,
            Repetition::Japanese => rules.royalty == Royalty::One,
            Repetition::Attacks => true,
            Repetition::Times { prize, checks, .. } => checks || prize != Prize::Draw,
        }
    }
    fn loser_of_cycle(_: Rulings, positions: &[Board<B>], _: &[Option<Move>]) -> Option<Side> {
        let last = positions.last()?;
        if last.layout.rules.repetition == Repetition::Attacks {
            return perpetual_attacker(positions).or(Some(!last.side));
        }
        let (side, prize, checks) = match last.layout.rules.repetition {
            Repetition::Times { prize, first, checks, .. } => {
                (if first { Side::First } else { last.side }, prize, checks)
            }
            _ => (last.side, Prize::Draw, true),
        };
        perpetual_checker(positions).filter(|_| checks).or(match prize {
            Prize::Win => Some(!side),
            Prize::Loss => Some(side),
            Prize::Draw | Prize::Fewer => None,
        })
    }
}
