//! Static exchange evaluation: what a series of captures on one square wins.

use super::{Bitboard, Board, Kind, Move};

/// What pieces are worth in exchanges, by kind.
pub(super) const VALUES: [i32; 7] = [100, 200, 200, 400, 450, 900, 0];

impl Board {
    /// What a move wins at once: the piece it takes. Becoming a pawn gives something up.
    #[inline]
    pub fn gain(&self, mv: Move) -> i32 {
        let value = self.piece_on(mv.to()).map_or(0, |piece| VALUES[piece.kind as usize]);
        if mv.is_promotion() { VALUES[Kind::Pawn as usize] - value } else { value }
    }

    /// Whether the exchange that a move starts wins at least `threshold`, when both sides take with
    /// their cheapest piece and may stop. Pins are not looked at.
    ///
    /// Every capture takes a screen or a horse's hindrance away, or puts none there, so the
    /// attackers are found anew after each.
    pub fn see(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(moved) = self.piece_on(from) else { return false };
        // `balance` is what the side that has just moved is above what it needs, with its piece
        // taken or not.
        let mut balance = self.gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let kind = if mv.is_promotion() { Kind::Pawn } else { moved.kind };
        balance -= VALUES[kind as usize];
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() - Bitboard::of(from)) | to;
        let mut side = !self.side();
        loop {
            let attackers = self.attackers(to, occupied) & occupied;
            let Some((kind, taker)) = self.cheapest(attackers & self.of_side(side)) else { break };
            occupied -= taker;
            // The king takes only what nobody protects, once he has left his square.
            if kind == Kind::King {
                let protectors = self.attackers(to, occupied) & occupied & self.of_side(!side);
                if protectors.any() {
                    break;
                }
            }
            side = !side;
            // The balance from the other side's view; it needs one point more, since a tie was
            // good enough for the first side.
            balance = -balance - 1 - VALUES[kind as usize];
            if balance >= 0 {
                break;
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
