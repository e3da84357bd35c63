//! Static exchange evaluation: what a series of captures on one square wins.

use super::{Bitboard, Board, Kind, Move, Sort, attacks, board::passed_pawn};

/// What pieces are worth in exchanges, by kind.
pub(super) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

impl Board {
    /// What a move wins at once: the piece it takes, and what a pawn gains by promotion.
    #[inline]
    pub fn gain(&self, mv: Move) -> i32 {
        let pawn = VALUES[Kind::Pawn as usize];
        match mv.sort() {
            Sort::Castling => 0,
            Sort::EnPassant => pawn,
            Sort::Promotion(kind) => self.value_on(mv) + VALUES[kind as usize] - pawn,
            Sort::Plain => self.value_on(mv),
        }
    }

    fn value_on(&self, mv: Move) -> i32 {
        self.piece_on(mv.to()).map_or(0, |piece| VALUES[piece.kind as usize])
    }

    /// Whether the exchange that a move starts wins at least `threshold`, when both sides take with
    /// their cheapest piece and may stop. Pins are not looked at.
    pub fn see(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        // `balance` is what the side that has just moved is above what it needs, with its piece
        // taken or not.
        let mut balance = self.gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let (from, to) = (mv.from(), mv.to());
        let moved = match (mv.promotion(), self.piece_on(from)) {
            (Some(kind), _) => kind,
            (None, Some(piece)) => piece.kind,
            (None, None) => return false,
        };
        balance -= VALUES[moved as usize];
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() ^ from) | to;
        if mv.sort() == Sort::EnPassant {
            occupied ^= passed_pawn(to);
        }
        let (diagonal, straight) = (self.diagonal_sliders(), self.straight_sliders());
        let mut attackers = self.attackers(to, occupied);
        let mut side = !self.side();
        loop {
            attackers &= occupied;
            let own = attackers & self.of_side(side);
            let Some((kind, taker)) = self.cheapest(own) else { break };
            // The king takes only what nobody protects.
            if kind == Kind::King && (attackers & self.of_side(!side)).any() {
                break;
            }
            side = !side;
            // The balance from the other side's view; it needs one point more, since a tie was
            // good enough for the first side.
            balance = -balance - 1 - VALUES[kind as usize];
            if balance >= 0 {
                break;
            }
            occupied ^= taker;
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= attacks::bishop(to, occupied) & diagonal;
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
                attackers |= attacks::rook(to, occupied) & straight;
            }
        }
        // Who could not or need not take any more has lost the exchange.
        side != self.side()
    }

    /// One of the cheapest of these pieces.
    #[inline(always)]
    fn cheapest(&self, pieces: Bitboard) -> Option<(Kind, Bitboard)> {
        Kind::ALL.into_iter().find_map(|kind| {
            let square = (pieces & self.kind(kind)).first()?;
            Some((kind, Bitboard::of(square)))
        })
    }
}
