//! Single moves without a list: whether one is legal, where a piece reaches, what gives check.

use super::board::passed_pawn;
use super::{Bitboard, Board, Kind, Move, Piece, Sort, Square, attacks};

/// What the moves of a position that give check have in common: made once, it answers for each
/// move by a look.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Square,
    /// From where a piece of each kind attacks the king.
    direct: [Bitboard; 6],
    /// Pieces that uncover an attack when they leave the line to the king.
    uncovering: Bitboard,
}

impl Board {
    /// Whether a move, from any other position, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side();
        let own = self.of_side(us);
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(us);
        let Some(piece) = self.piece_on(from) else { return false };
        if piece.side != us {
            return false;
        }
        match mv.sort() {
            Sort::Castling => {
                if from != king || !(self.castling_rooks() & own).has(to) || self.checkers().any() {
                    return false;
                }
                let path = self.free_castling_path(king, to);
                return path.is_some_and(|path| self.safe_for_king(us, king, path) == path);
            }
            Sort::EnPassant => {
                return piece.kind == Kind::Pawn
                    && self.en_passant() == Some(to)
                    && attacks::pawn(us, from).has(to)
                    && self.en_passant_is_safe(from, to);
            }
            Sort::Promotion(_) if piece.kind != Kind::Pawn => return false,
            Sort::Plain | Sort::Promotion(_) => {}
        }
        if piece.kind == Kind::Pawn && (to.rank_of(us) == 7) != mv.promotion().is_some() {
            return false;
        }
        if !self.reach(piece, from).has(to) {
            return false;
        }
        if piece.kind == Kind::King {
            return (self.attackers(to, self.occupied() ^ from) & self.of_side(!us)).is_empty();
        }
        let checkers = self.checkers();
        let answers = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.several() => return false,
            Some(checker) => attacks::between(king, checker) | checker,
        };
        answers.has(to) && (!self.pinned().has(from) || attacks::line(king, from).has(to))
    }

    /// Where a piece could go, en passant and castling apart, if there were no check.
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let reach = match piece.kind {
            Kind::Pawn => {
                let single = Bitboard::of(from).forward(piece.side) - occupied;
                let double = match from.rank_of(piece.side) {
                    1 => single.forward(piece.side) - occupied,
                    _ => Bitboard::EMPTY,
                };
                single | double | (attacks::pawn(piece.side, from) & self.of_side(!piece.side))
            }
            Kind::Knight => attacks::knight(from),
            Kind::Bishop => attacks::bishop(from, occupied),
            Kind::Rook => attacks::rook(from, occupied),
            Kind::Queen => attacks::queen(from, occupied),
            Kind::King => attacks::king(from),
        };
        reach - self.of_side(piece.side)
    }

    /// What [`gives_check_by`](Self::gives_check_by) asks for.
    pub fn checks(&self) -> Checks {
        let us = self.side();
        let king = self.king(!us);
        let (own, occupied) = (self.of_side(us), self.occupied());
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let first = (bishop | rook) & own;
        let behind = self.slider_attackers(king, occupied ^ first) & own;
        let between = behind.into_iter().map(|slider| attacks::between(king, slider));
        let direct = Kind::ALL.map(|kind| match kind {
            Kind::Pawn => attacks::pawn(!us, king),
            Kind::Knight => attacks::knight(king),
            Kind::Bishop => bishop,
            Kind::Rook => rook,
            Kind::Queen => bishop | rook,
            Kind::King => Bitboard::EMPTY,
        });
        Checks { king, direct, uncovering: first & between.fold(Bitboard::EMPTY, |a, b| a | b) }
    }

    /// Whether a legal move gives check; the checks are those of this position.
    #[inline]
    pub fn gives_check_by(&self, checks: &Checks, mv: Move) -> bool {
        let (Sort::Plain, Some(piece)) = (mv.sort(), self.piece_on(mv.from())) else {
            return self.gives_check(mv);
        };
        checks.direct[piece.kind as usize].has(mv.to())
            || checks.uncovering.has(mv.from())
                && !attacks::line(mv.from(), checks.king).has(mv.to())
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        let target = self.king(!us);
        let own = self.of_side(us);
        let mut occupied = (self.occupied() ^ from) | to;
        let kind = match mv.sort() {
            Sort::Castling => {
                let (king_to, rook_to) = self.castling_targets(from, to);
                occupied = (self.occupied() ^ from ^ to) | king_to | rook_to;
                return attacks::rook(rook_to, occupied).has(target)
                    || (self.slider_attackers(target, occupied) & ((own ^ to) - king_to)).any();
            }
            Sort::EnPassant => {
                occupied ^= passed_pawn(to);
                Kind::Pawn
            }
            Sort::Promotion(kind) => kind,
            Sort::Plain => match self.piece_on(from) {
                Some(piece) => piece.kind,
                None => return false,
            },
        };
        let attacked = match kind {
            Kind::Pawn => attacks::pawn(us, to),
            Kind::Knight => attacks::knight(to),
            Kind::Bishop if attacks::bishop_rays(to).has(target) => attacks::bishop(to, occupied),
            Kind::Rook if attacks::rook_rays(to).has(target) => attacks::rook(to, occupied),
            Kind::Queen if attacks::line(to, target).any() => attacks::queen(to, occupied),
            _ => Bitboard::EMPTY,
        };
        attacked.has(target) || self.discovers_check(mv, target, own, occupied)
    }

    /// Whether a slider behind the moved piece sees the king at `target`, when `after` are occupied.
    #[inline(always)]
    fn discovers_check(&self, mv: Move, target: Square, own: Bitboard, after: Bitboard) -> bool {
        // Only a piece that leaves a line to the king can; en passant empties two squares.
        let line = attacks::line(mv.from(), target);
        if mv.sort() != Sort::EnPassant && (line.is_empty() || line.has(mv.to())) {
            return false;
        }
        (self.slider_attackers(target, after) & (own - Bitboard::of(mv.from()))).any()
    }
}
