//! Counting in the games of South-East Asia: who is ahead must mate in time.
//!
//! Makruk, when no pawns are left: 64 moves while both sides have more than a king (the board's
//! honour). A lone king is counted from the number of men on the board, up to a number that what it
//! faces says (the pieces' honour). ASEAN chess counts for a lone king only, from nothing.
//!
//! Players may wait with counting, or give it up; here the count runs by itself, and FEN shows it as
//! Fairy-Stockfish writes it: limit and count in half-moves, in the places of the passed square and of
//! the clock. Source: that program's rules, and the page on makruk that it names
//! (en.wikipedia.org/wiki/Makruk).

use super::board::{Board, Count};
use super::layout::Layout;
use super::rules::Counting;
use super::set::Bits;
use crate::Side;

/// What was on the board before a move, as far as counts ask for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub men: u32,
    pub pawns: u32,
    /// Whether the move promotes.
    pub promotes: bool,
}

impl<B: Bits> Board<B> {
    fn pawns_of(&self, side: Side) -> u32 {
        (self.union(&self.layout.pawns) & self.of(side)).count()
    }

    /// What a count needs to know of the side that is not to move, before a move.
    pub(super) fn before_counting(&self, promotes: bool) -> Before {
        let them = !self.side;
        Before { men: self.of(them).count(), pawns: self.pawns_of(them), promotes }
    }

    /// Counts a move that was just made.
    pub(super) fn count(&mut self, before: Before) {
        if self.count.limit > 0 {
            self.count.ply = self.count.ply.saturating_add(1);
        }
        let (mover, side) = (!self.side, self.side);
        let men = self.occupied().count() as u16;
        let [own, others] = [side, mover].map(|side| self.of(side).count());
        let last_pawn = self.pawns_of(side) < before.pawns;
        if self.layout.rules.counting == Counting::Makruk && last_pawn && others == 1 {
            // The lone king itself has begun its count by taking the last pawn.
            self.begin_count(mover, 2 * men - 1);
        }
        let changed = (own < before.men || before.promotes) && own == 1;
        if self.count.limit == 0 || changed {
            let lone = self.layout.rules.counting == Counting::Makruk && own == 1;
            self.begin_count(side, if lone { 2 * men } else { 0 });
        }
    }

    fn begin_count(&mut self, side: Side, ply: u16) {
        let moves = self.moves_to_mate(side);
        if moves > 0 {
            self.count = Count { limit: 2 * moves, ply };
        }
    }

    /// In how many moves the other side must mate; 0 where this side has nothing to count.
    fn moves_to_mate(&self, side: Side) -> u16 {
        let pawns = self.union(&self.layout.pawns).any();
        let lone = !self.of(side).several();
        let [rooks, khons, knights] = self
            .layout
            .counted
            .map(|kind| kind.map_or(0, |kind| (self.kind(kind) & self.of(!side)).count()));
        match self.layout.rules.counting {
            Counting::None => 0,
            Counting::Makruk if pawns || !self.of(!side).several() => 0,
            Counting::Makruk if !lone => 64,
            Counting::Makruk => match (rooks, khons, knights) {
                (2.., ..) => 8,
                (1, ..) => 16,
                (_, 2.., _) => 22,
                (.., 2..) => 32,
                (_, 1, _) => 44,
                _ => 64,
            },
            Counting::Asean if pawns || !lone => 0,
            Counting::Asean => match (rooks, khons, knights) {
                (1.., ..) => 16,
                (_, 1.., _) => 44,
                (.., 1..) => 64,
                _ => 0,
            },
        }
    }

    /// Whether a count has run out, and nobody is mated.
    pub(super) fn is_counted_out(&self) -> bool {
        let Count { limit, ply } = self.count;
        limit > 0 && ply > limit && (!self.in_check() || self.count_legal() > 0)
    }
}

impl<B: Bits> Layout<B> {
    /// The kinds that counts ask for: rook, khon, knight.
    pub(super) fn kinds_counted(rules: &super::Rules) -> [Option<usize>; 3] {
        ["R", "FfW", "N"].map(|moves| rules.kinds.iter().position(|kind| kind.moves == moves))
    }
}
