//! Which squares the opponent attacks: for the order of quiet moves.

use super::{Bitboard, Board, Kind, Move, attacks};

/// Squares that the side not to move attacks, by the worth of the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// Pawns, advisors and elephants.
    lesser: Bitboard,
    /// These, horses and cannons.
    minors: Bitboard,
    all: Bitboard,
}

impl Board {
    /// What the opponent attacks.
    pub fn threats(&self) -> Threats {
        let them = !self.side();
        let occupied = self.occupied();
        let of = |kind| self.pieces(them, kind).into_iter();
        let join = |set: Bitboard, next: Bitboard| set | next;
        let pawns = self.pieces(them, Kind::Pawn);
        let crossed = pawns & Bitboard::beyond_river(them);
        let lesser = pawns.forward(them) | crossed.west() | crossed.east();
        let lesser = of(Kind::Advisor).map(attacks::advisor).fold(lesser, join);
        let elephants = of(Kind::Elephant).map(|from| attacks::elephant(from, occupied));
        let lesser = elephants.fold(lesser, join);
        let horses = of(Kind::Horse).map(|from| attacks::horse(from, occupied)).fold(lesser, join);
        let cannons = of(Kind::Cannon).map(|from| attacks::cannon(from, occupied));
        let minors = cannons.fold(horses, join);
        let rooks = of(Kind::Rook).map(|from| attacks::rook(from, occupied)).fold(minors, join);
        Threats { lesser, minors, all: rooks | attacks::king(self.king(them)) }
    }

    /// What a quiet move gains and loses by attacks of lesser pieces: leaving one counts for it,
    /// walking into one against it. In pawns' worth of what is at stake.
    pub fn threat_balance(&self, threats: &Threats, mv: Move) -> i32 {
        let Some(piece) = self.piece_on(mv.from()) else { return 0 };
        let (lesser, stake) = match piece.kind {
            Kind::Horse | Kind::Cannon => (threats.lesser, 3),
            Kind::Rook => (threats.minors, 5),
            Kind::Pawn | Kind::Advisor | Kind::Elephant | Kind::King => return 0,
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
    use crate::{Variant, xiangqi::Square};

    /// Two ways to one answer: the set of all attacks, and the attackers of each square.
    #[test]
    fn all_attacks_are_those_of_each_square() {
        for fen in [
            "r1b1kabnr/4a4/9/p1c1p3p/2pn2p2/2P1P3P/P5Pc1/6NCB/1C2K4/RNBA1A2R w - - 0 1",
            "2b2C1n1/4k2r1/4b2c1/4p1p2/p1p5p/6P2/c1P1P3P/6N2/2C6/RNBAKAB1R b - - 0 1",
            "1cC1ka3/9/5Pn2/2p4C1/1n4b2/2P5p/4P3P/3cBA3/3K5/5AR2 b - - 0 1",
        ] {
            let board = Board::from_fen(fen, Variant::XIANGQI).unwrap();
            let them = board.of_side(!board.side());
            for square in Square::all() {
                let attacked = (board.attackers(square, board.occupied()) & them).any();
                assert_eq!(board.threats().all.has(square), attacked, "{fen} {square}");
            }
        }
    }

    #[test]
    fn a_rook_leaves_or_meets_a_horse() {
        let board = |fen| Board::from_fen(fen, Variant::XIANGQI).unwrap();
        let attacked = board("5k3/9/2n6/9/3R5/9/9/9/9/4K4 w");
        let threats = attacked.threats();
        let balance = |text: &str| {
            let mv = attacked.read_move(text).unwrap();
            (attacked.threat_balance(&threats, mv), threats.index(mv))
        };
        assert_eq!(balance("d5d4"), (5, 2));
        assert_eq!(balance("d5b5"), (0, 3));
        assert_eq!(balance("e0e1"), (0, 0));
    }
}
