//! What captures win and cost: exchanges on one square, and explosions.

use super::board::Board;
use super::layout::PAWN;
use super::moves::{Move, Sort};
use super::rules::Hands;
use super::set::{Bits, Set};
use crate::Side;

/// What it is worth to explode a king, in centipawns: more than all men together.
const KING: i32 = 10_000;

impl<B: Bits> Board<B> {
    /// What a kind on the board is worth to exchanges, in centipawns.
    fn worth(&self, kind: usize) -> i32 {
        self.layout.worths[kind]
    }

    fn worth_at(&self, square: usize) -> i32 {
        self.piece(square).map_or(0, |(kind, _)| self.worth(kind))
    }

    /// What it makes a difference of to take a man: who takes it may have it in hand, as a pawn if it
    /// was one.
    fn stake_at(&self, square: usize) -> i32 {
        let Some((kind, _)) = self.piece(square) else { return 0 };
        match self.promoted().has(square) && self.layout.rules.hands == Hands::Taker {
            true => self.worth(kind) + self.worth(PAWN),
            false => self.layout.stakes[kind],
        }
    }

    /// The square where a capture takes its dearest man.
    pub(super) fn square_taken(&self, mv: Move) -> Option<usize> {
        let is_enemy = |square: &usize| self.of(!self.side).has(*square);
        match mv.sort() {
            Sort::Passant(victim) => Some(victim).filter(is_enemy),
            Sort::Twice(first) => {
                let both = [first, mv.to()].into_iter().filter(is_enemy);
                both.max_by_key(|square| self.stake_at(*square))
            }
            Sort::Castling(_) | Sort::Drop(_) | Sort::Stay => None,
            _ => Some(mv.to()).filter(is_enemy),
        }
    }

    /// What it makes a difference of to take the man that a move puts on its last square.
    fn stake_moved(&self, mv: Move) -> i32 {
        let from = mv.from();
        match mv.sort() {
            Sort::Drop(kind) => self.layout.stakes[kind],
            // In hand it is what it was before.
            Sort::Promotion(kind) => self.worth(kind) - self.worth_at(from) + self.stake_at(from),
            _ => self.stake_at(from),
        }
    }

    /// What a move wins at once.
    pub(super) fn won_at_once(&self, mv: Move) -> i32 {
        let taken = self.square_taken(mv);
        if self.layout.rules.explosions && taken.is_some() {
            return self.won_by_blast(mv);
        }
        let enemies = self.of(!self.side);
        let gain = match mv.sort() {
            Sort::Twice(first) => {
                let both = [first, mv.to()].into_iter().filter(|square| enemies.has(*square));
                both.map(|square| self.stake_at(square)).sum()
            }
            _ => taken.map_or(0, |square| self.stake_at(square)),
        };
        match mv.sort() {
            Sort::Promotion(kind) => gain + self.worth(kind) - self.worth_at(mv.from()),
            _ => gain,
        }
    }

    /// What explodes of theirs less what explodes of ours.
    fn won_by_blast(&self, mv: Move) -> i32 {
        let taken = match mv.sort() {
            Sort::Passant(victim) => Set::of(victim),
            _ => Set::none(),
        };
        let blast = self.blast(mv.from(), mv.to(), taken);
        let royals = self.union(&self.layout.royals);
        let lost = |side: Side| -> i32 {
            let gone = blast & self.of(side);
            let king = if (gone & royals).any() { KING } else { 0 };
            king + (gone - royals).into_iter().map(|square| self.worth_at(square)).sum::<i32>()
        };
        lost(!self.side) - lost(self.side)
    }

    /// Static exchange evaluation: each side takes on the square with its cheapest man as long as
    /// that pays. Pins and promotions on the way are not looked at.
    pub(super) fn exchange_wins(&self, mv: Move, threshold: i32) -> bool {
        let rules = &self.layout.rules;
        let mut balance = self.won_at_once(mv) - threshold;
        // Where captures explode or must be made, the first one says all.
        if balance < 0 || rules.explosions || rules.compulsory {
            return balance >= 0;
        }
        balance = self.stake_moved(mv) - balance;
        if balance <= 0 {
            return true;
        }
        let to = mv.to();
        let royals = self.union(&self.layout.royals);
        let mut alive = (self.occupied() - Set::of(mv.from())) - Set::of(to);
        if let Sort::Passant(victim) | Sort::Twice(victim) = mv.sort() {
            alive -= Set::of(victim);
        }
        let mut side = self.side;
        let mut wins = true;
        loop {
            side = !side;
            let occupied = alive | Set::of(to);
            let attackers = self.attackers::<false>(to, side, occupied, alive & self.of(side));
            let by_stake = |square: &usize| (royals.has(*square), self.stake_at(*square));
            let Some(cheapest) = attackers.into_iter().min_by_key(by_stake) else { break };
            if royals.has(cheapest) && self.layout.keeps_kings {
                // A king takes only what nobody defends.
                let others = alive & self.of(!side);
                let guarded = self.attackers::<true>(to, !side, occupied, others).any();
                return if guarded { wins } else { !wins };
            }
            wins = !wins;
            balance = self.stake_at(cheapest) - balance;
            if balance < i32::from(wins) {
                break;
            }
            alive -= Set::of(cheapest);
        }
        wins
    }
}
