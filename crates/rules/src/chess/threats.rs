//! Which squares the opponent attacks: for the order of quiet moves.

use super::{Bitboard, Board, Kind, Move, attacks};

/// Squares that the side not to move attacks, by the worth of the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    pawns: Bitboard,
    /// Pawns, knights and bishops.
    minors: Bitboard,
    /// These and rooks.
    rooks: Bitboard,
    all: Bitboard,
}

impl Board {
    /// What the opponent attacks.
    pub fn threats(&self) -> Threats {
        let them = !self.side();
        let occupied = self.occupied();
        let of = |kind| self.pieces(them, kind).into_iter();
        let join = |set: Bitboard, next: Bitboard| set | next;
        let forward = self.pieces(them, Kind::Pawn).forward(them);
        let pawns = forward.west() | forward.east();
        let knights = of(Kind::Knight).map(attacks::knight).fold(pawns, join);
        let minors =
            of(Kind::Bishop).map(|from| attacks::bishop(from, occupied)).fold(knights, join);
        let rooks = of(Kind::Rook).map(|from| attacks::rook(from, occupied)).fold(minors, join);
        let queens = of(Kind::Queen).map(|from| attacks::queen(from, occupied)).fold(rooks, join);
        Threats { pawns, minors, rooks, all: queens | attacks::king(self.king(them)) }
    }

    /// What a quiet move gains and loses by attacks of lesser pieces: leaving one counts for it,
    /// walking into one against it. In pawns' worth of what is at stake.
    pub fn threat_balance(&self, threats: &Threats, mv: Move) -> i32 {
        let Some(piece) = self.piece_on(mv.from()) else { return 0 };
        let (lesser, stake) = match piece.kind {
            Kind::Knight | Kind::Bishop => (threats.pawns, 2),
            Kind::Rook => (threats.minors, 3),
            Kind::Queen => (threats.rooks, 5),
            Kind::Pawn | Kind::King => return 0,
        };
        stake * (lesser.has(mv.from()) as i32 - lesser.has(mv.to()) as i32)
    }
}

impl Threats {
    /// 0 to 3: whether the start and the end of a move are attacked.
    #[inline]
    pub fn index(&self, mv: Move) -> usize {
        self.all.has(mv.from()) as usize * 2 + self.all.has(mv.to()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Side, Variant, chess::Square};

    /// Two ways to one answer: the set of all attacks, and the attackers of each square.
    #[test]
    fn all_attacks_are_those_of_each_square() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let board = Board::from_fen(fen, Variant::NORMAL).unwrap();
            let them = board.of_side(!Position::side(&board));
            for square in Square::all() {
                let attacked = (board.attackers(square, board.occupied()) & them).any();
                assert_eq!(board.threats().all.has(square), attacked, "{fen} {square}");
            }
        }
    }

    #[test]
    fn a_knight_leaves_or_meets_a_pawn() {
        let fen = "4k3/8/2p5/3p4/4N3/8/8/4K3 w - - 0 1";
        let board = Board::from_fen(fen, Variant::NORMAL).unwrap();
        assert_eq!(Position::side(&board), Side::First);
        let threats = board.threats();
        let balance = |text: &str| {
            let mv = board.read_move(text).unwrap();
            (board.threat_balance(&threats, mv), threats.index(mv))
        };
        assert_eq!(balance("e4g3"), (2, 2));
        assert_eq!(balance("e1e2"), (0, 0));
        let other =
            Board::from_fen("4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1", Variant::NORMAL).unwrap();
        let mv = other.read_move("e3c4").unwrap();
        assert_eq!(other.threat_balance(&other.threats(), mv), -2);
    }
}
