//! Single moves without a list: whether one is legal, where a piece reaches, what gives check.

use super::{Bitboard, Board, Kind, Move, Piece, Square, attacks};

impl Board {
    /// Whether a move, from any other position, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_promotion() {
            return self.promotes() && self.promoting().has(from);
        }
        let Some(piece) = self.piece_on(from) else { return false };
        piece.side == self.side() && self.reach(piece, from).has(to) && self.is_safe_fast(from, to)
    }

    /// Where a piece could go if its king could be left in check.
    #[inline]
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let reach = match piece.kind {
            Kind::Pawn => attacks::pawn(piece.side, from),
            Kind::Advisor => attacks::advisor(from),
            Kind::Elephant => attacks::elephant(from, occupied),
            Kind::Horse => attacks::horse(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::King => attacks::king(from),
            Kind::Cannon => {
                let (moves, captures) = attacks::rook_and_cannon(from, occupied);
                return (moves - occupied) | (captures & self.of_side(!piece.side));
            }
        };
        reach - self.of_side(piece.side)
    }

    /// As [`is_safe`](Self::is_safe), by what is known already where that is enough.
    #[inline]
    fn is_safe_fast(&self, from: Square, to: Square) -> bool {
        if from == self.king(self.side()) || self.guards().has(from) || self.checkers().several() {
            return self.is_safe(from, to);
        }
        let answered = match self.checkers().first() {
            None => true,
            Some(checker) => self.answers(checker).has(to),
        };
        answered && !self.barred().has(to)
    }

    /// Whether the king is not attacked when a piece has gone from one square to another.
    #[inline]
    pub(super) fn is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.side();
        let king = if from == self.king(us) { to } else { self.king(us) };
        let occupied = (self.occupied() - Bitboard::of(from)) | to;
        !self.is_king_attacked(king, !us, !Bitboard::of(to), occupied)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        if mv.is_promotion() {
            return false;
        }
        let Some(piece) = self.piece_on(from) else { return false };
        let target = self.king(!us);
        let occupied = (self.occupied() - Bitboard::of(from)) | to;
        let rays = attacks::rook_rays(target);
        // The one that moves; and, where squares change that matter to the king, those that stay. The
        // own king is none of these: what opened the file between the kings would be illegal.
        let direct = match piece.kind {
            Kind::Pawn => attacks::pawn(us, to).has(target),
            Kind::Horse => {
                attacks::horse_rays(target).has(to) && attacks::horse(to, occupied).has(target)
            }
            Kind::Rook => rays.has(to) && attacks::rook(to, occupied).has(target),
            Kind::Cannon => rays.has(to) && attacks::cannon(to, occupied).has(target),
            Kind::Advisor | Kind::Elephant | Kind::King => false,
        };
        let sight = attacks::king_sight(target);
        if direct || !sight.has(from) && !sight.has(to) {
            return direct;
        }
        let others = self.of_side(us) - Bitboard::of(from);
        let cannons = self.kind(Kind::Cannon);
        let uncovers = |slider: Square| {
            // What this move changes nothing for does not attack: the king is not in check yet.
            let between = attacks::between_king(target, slider);
            let blockers = between & occupied;
            (between.has(from) || between.has(to))
                && if cannons.has(slider) {
                    blockers.any() && blockers.rest().is_empty()
                } else {
                    blockers.is_empty()
                }
        };
        (rays & (self.kind(Kind::Rook) | cannons) & others).into_iter().any(uncovers)
            || (attacks::horse_rays(target) & self.kind(Kind::Horse) & others)
                .into_iter()
                .any(|horse| attacks::leg(horse, target) == from)
    }
}
