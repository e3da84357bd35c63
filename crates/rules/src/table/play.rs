//! Making moves.

use super::board::Board;
use super::layout::{NOWHERE, PAWN};
use super::legality::Effect;
use super::moves::{Move, Sort};
use super::rules::{Counting, Hands};
use super::set::{Bits, Set};
use crate::Side;

/// The file from which dropped kings castle: the e-file.
const KING_FILE: usize = 4;

impl<B: Bits> Board<B> {
    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let was_lion = self.lion;
        let counts = self.layout.rules.counting != Counting::None;
        let promotes = matches!(mv.sort(), Sort::Promotion(_));
        let before = counts.then(|| self.before_counting(promotes));
        self.clock = self.clock.saturating_add(1);
        if self.passed.0 != NOWHERE {
            self.set_passed(NOWHERE, NOWHERE);
        }
        if was_lion != NOWHERE {
            self.set_lion(NOWHERE);
        }
        match mv.sort() {
            Sort::Plain => self.carry(from, to, None),
            Sort::Promotion(kind) => self.carry(from, to, Some(kind)),
            Sort::Drop(kind) => {
                self.set_held(self.side, kind, self.hands[self.side.index()][kind] - 1);
                self.put(kind, self.side, to);
                if self.layout.rules.castling.as_ref().is_some_and(|castling| castling.dropped) {
                    self.gain_rights(to);
                }
            }
            Sort::Castling(rook) => self.castle(from, to, rook),
            Sort::Passant(victim) => {
                self.capture(victim);
                self.carry(from, to, None);
                self.explode(from, to);
            }
            Sort::Double(passed) => {
                self.carry(from, to, None);
                self.mark_passed(passed, to);
            }
            Sort::Twice(first) => {
                self.note_lion(from, first);
                self.capture(first);
                if from != to {
                    self.carry(from, to, None);
                }
            }
            Sort::Stay => {}
        }
        self.end_turn();
        if let Some(before) = before {
            self.count(before);
        }
    }

    /// The key after a move, but for castling, what was passed, and checks that are counted; that of
    /// now where it would take long to tell.
    pub(super) fn key_after(&self, mv: Move) -> u64 {
        let layout = self.layout;
        let (keys, rules) = (&layout.keys, &layout.rules);
        let (from, to, side) = (mv.from(), mv.to(), self.side);
        let key = self.key ^ keys.side ^ keys.passed(self.passed.0);
        let hand = |kind: usize, more: u8, less: u8| {
            let held = self.held(side, kind);
            let after = held.wrapping_add(more).wrapping_sub(less);
            keys.hand(side.index(), kind, held) ^ keys.hand(side.index(), kind, after)
        };
        let (piece, new) = match (mv.sort(), self.piece(from)) {
            (Sort::Drop(kind), _) => {
                return key ^ keys.piece(2 * kind + side.index(), to) ^ hand(kind, 0, 1);
            }
            (Sort::Plain | Sort::Double(_), Some((kind, _))) => (kind, kind),
            (Sort::Promotion(new), Some((kind, _))) => (kind, new),
            _ => return self.key,
        };
        let taken = self.piece(to).filter(|(_, of)| *of != side);
        let odd = rules.explosions && taken.is_some() || rules.hands == Hands::Owner;
        if odd || rules.lions.is_some() {
            return self.key;
        }
        let mut key = key
            ^ keys.piece(2 * piece + side.index(), from)
            ^ keys.piece(2 * new + side.index(), to);
        let becomes = piece != new && layout.features.marks.is_some() && layout.held_as[new] == new;
        let moved = self.promoted.has(from);
        if moved {
            key ^= keys.promoted(from);
        }
        if becomes || moved && piece == new {
            key ^= keys.promoted(to);
        }
        if let Some((kind, of)) = taken {
            let was_pawn = self.promoted.has(to);
            key ^= keys.piece(2 * kind + of.index(), to);
            if was_pawn {
                key ^= keys.promoted(to);
            }
            if rules.hands == Hands::Taker {
                key ^= hand(if was_pawn { PAWN } else { layout.held_as[kind] }, 1, 0);
            }
        }
        key
    }

    /// Passes the turn.
    pub fn pass(&mut self) {
        self.clock = self.clock.saturating_add(1);
        self.set_passed(NOWHERE, NOWHERE);
        self.set_lion(NOWHERE);
        self.ply = self.ply.saturating_add(1);
        self.set_side(!self.side);
        self.danger = self.find_danger();
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.ply = self.ply.saturating_add(1);
        self.set_side(!self.side);
        self.danger = self.find_danger();
        if self.layout.rules.checks > 0 && self.in_check() {
            let by = !self.side;
            self.set_checks(by, self.checks[by.index()].saturating_sub(1));
        }
    }

    /// Moves a piece, which takes what stands there and perhaps becomes another.
    #[inline(always)]
    fn carry(&mut self, from: usize, to: usize, promotion: Option<usize>) {
        let layout = self.layout;
        let takes = self.of(!self.side).has(to);
        if takes {
            self.note_lion(from, to);
            self.capture(to);
        }
        let Some((kind, side)) = self.lift(from) else { return };
        if layout.rules.kinds[kind].pawn {
            self.clock = 0;
        }
        if self.rooks != [[NOWHERE; 2]; 2] {
            self.lose_rights(from);
        }
        let moved = self.promoted.has(from);
        if moved {
            self.set_promoted(from, false);
        }
        match promotion {
            None => {
                self.put(kind, side, to);
                if moved {
                    self.set_promoted(to, true);
                }
            }
            Some(new) => {
                self.put(new, side, to);
                self.clock = 0;
                if layout.rules.hands == Hands::Owner {
                    if self.stocked && self.held(side, new) > 0 {
                        self.set_held(side, new, self.held(side, new) - 1);
                    }
                } else if layout.features.marks.is_some() && layout.held_as[new] == new {
                    self.set_promoted(to, true);
                }
            }
        }
        if takes {
            self.explode(from, to);
        }
    }

    /// Takes a piece off the board, into a hand where the game has hands.
    fn capture(&mut self, square: usize) {
        let layout = self.layout;
        let Some((kind, side)) = self.lift(square) else { return };
        self.clock = 0;
        if self.rooks != [[NOWHERE; 2]; 2] {
            self.lose_rights(square);
        }
        let was_pawn = self.promoted.has(square);
        self.set_promoted(square, false);
        let to = match layout.rules.hands {
            Hands::Taker => !side,
            Hands::Owner if self.stocked => side,
            _ => return,
        };
        // Marked pieces were pawns, which the kinds begin with.
        let held = if was_pawn { PAWN } else { layout.held_as[kind] };
        self.set_held(to, held, self.held(to, held).saturating_add(1));
    }

    /// The king and the rooks that may castle stay where they are, or lose the right.
    fn lose_rights(&mut self, square: usize) {
        for side in 0..2 {
            let king = self.castlers[side] as usize == square;
            for wing in 0..2 {
                let rook = self.rooks[side][wing];
                if rook != NOWHERE && (king || rook as usize == square) {
                    self.set_rook(side, wing, NOWHERE);
                }
            }
            if self.rooks[side] == [NOWHERE; 2] {
                self.castlers[side] = NOWHERE;
            }
        }
    }

    /// What was dropped may castle, if king and rook now stand where they do in chess.
    #[inline(never)]
    fn gain_rights(&mut self, dropped: usize) {
        let Some((king_kind, rook_kind)) = self.layout.castlers else { return };
        let (grid, side) = (self.layout.grid, self.side);
        let rank = if side == Side::First { 0 } else { grid.ranks - 1 };
        let king = grid.at(KING_FILE.min(grid.files - 1), rank);
        if self.piece(king) != Some((king_kind, side)) {
            return;
        }
        for (wing, file) in [0, grid.files - 1].into_iter().enumerate() {
            let rook = grid.at(file, rank);
            if self.piece(rook) == Some((rook_kind, side)) && [king, rook].contains(&dropped) {
                self.castlers[side.index()] = king as u8;
                self.set_rook(side.index(), wing, rook as u8);
            }
        }
    }

    fn castle(&mut self, king: usize, to: usize, rook: usize) {
        let side = self.side;
        let wing = (self.rooks[side.index()][1] as usize == rook) as usize;
        let rook_to = self.castled(king, wing).map_or(rook, |(_, rook_to)| rook_to);
        let (Some((king_kind, _)), Some((rook_kind, _))) = (self.lift(king), self.lift(rook))
        else {
            return;
        };
        self.put(king_kind, side, to);
        self.put(rook_kind, side, rook_to);
        if self.promoted.has(rook) {
            self.set_promoted(rook, false);
            self.set_promoted(rook_to, true);
        }
        self.lose_rights(king);
    }

    /// In atomic chess: removes all that explodes with a capture.
    fn explode(&mut self, from: usize, to: usize) {
        if !self.layout.rules.explosions {
            return;
        }
        let royals = self.union(&self.layout.royals);
        for square in self.blast(from, to, Set::none()) {
            // Kings go to no hand: the game is over.
            if !royals.has(square) {
                self.capture(square);
            } else if self.lift(square).is_some() {
                self.lose_rights(square);
            }
        }
    }

    /// Remembers a double step if it can be taken in passing, and legally so.
    pub(super) fn mark_passed(&mut self, passed: usize, victim: usize) {
        let (side, enemy) = (self.side, !self.side);
        for (kind, gait) in self.layout.gaits[enemy.index()].iter().enumerate() {
            for from in self.kind(kind) & self.of(enemy) {
                if !gait.passant[from].has(passed) {
                    continue;
                }
                let taken = Set::of(victim);
                self.side = enemy;
                let safe = self.is_safe(Effect { kind, from: Some(from), to: passed, taken });
                self.side = side;
                if safe {
                    self.set_passed(passed as u8, victim as u8);
                    return;
                }
            }
        }
    }

    /// Whether some piece could take what has just passed a square, checks aside.
    pub(super) fn can_be_taken_passing(&self, passed: usize, by: Side) -> bool {
        let gaits = self.layout.gaits[by.index()].iter().enumerate();
        gaits.into_iter().any(|(kind, gait)| {
            let men = self.kind(kind) & self.of(by);
            men.into_iter().any(|from| gait.passant[from].has(passed))
        })
    }

    /// Remembers that a lion was taken by another piece.
    #[inline(always)]
    fn note_lion(&mut self, from: usize, taken: usize) {
        if self.layout.rules.lions.is_none() {
            return;
        }
        let is_lion = |board: &Board<B>, square| {
            board.piece(square).is_some_and(|(kind, _)| board.layout.lions.contains(&kind))
        };
        if is_lion(self, taken) && !is_lion(self, from) {
            self.set_lion(taken as u8);
        }
    }
}
