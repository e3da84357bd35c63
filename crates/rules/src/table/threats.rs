//! Which squares the opponent attacks: for the order of quiet moves.

use super::board::Board;
use super::layout::CLASSES;
use super::moves::{Move, Sort};
use super::set::{Bits, Set};

/// What is at stake when a lesser man attacks one of each class, in pawns.
const STAKES: [i32; CLASSES] = [0, 2, 3, 5];

/// Squares that the side not to move attacks, by the worth of the attacker.
#[derive(Clone, Copy, Debug)]
pub struct Threats<B: Bits> {
    /// For each class, the attacks of men of lesser ones.
    lesser: [Set<B>; CLASSES],
    all: Set<B>,
}

impl<B: Bits> Default for Threats<B> {
    fn default() -> Threats<B> {
        Threats { lesser: [Set::none(); CLASSES], all: Set::none() }
    }
}

impl<B: Bits> Board<B> {
    /// What the opponent attacks.
    pub fn threats(&self) -> Threats<B> {
        let layout = self.layout;
        let them = !self.side;
        let (theirs, occupied) = (self.of(them), self.occupied());
        let mut by_class = [Set::none(); CLASSES];
        let mut all = Set::none();
        for (kind, class) in layout.classes.iter().enumerate() {
            let mut hits = Set::none();
            for from in self.kind(kind) & theirs {
                hits |= self.hits(kind, them, from, occupied);
            }
            all |= hits;
            if let Some(class) = class {
                by_class[*class] |= hits;
            }
        }
        let mut lesser = [Set::none(); CLASSES];
        for class in 1..CLASSES {
            lesser[class] = lesser[class - 1] | by_class[class - 1];
        }
        Threats { lesser, all }
    }

    /// Whether it is clear that nothing can take what has made a move: neither where it starts, so
    /// that it opens no line, nor where it ends is anything attacked.
    #[inline]
    pub(super) fn is_unanswered(&self, threats: &Threats<B>, mv: Move) -> bool {
        let plain = match mv.sort() {
            Sort::Plain | Sort::Double(_) | Sort::Promotion(_) => !threats.all.has(mv.from()),
            Sort::Drop(_) => true,
            Sort::Castling(_) | Sort::Passant(_) | Sort::Twice(_) | Sort::Stay => false,
        };
        plain && threats.all.any() && !threats.all.has(mv.to()) && self.layout.opens_lines_alone
    }

    /// What a quiet move gains and loses by attacks of lesser men: leaving one counts for it,
    /// walking into one, or being dropped into one, against it. In pawns' worth of what is at stake.
    pub(super) fn threat_balance(&self, threats: &Threats<B>, mv: Move) -> i32 {
        let layout = self.layout;
        if layout.rules.compulsory || layout.rules.explosions {
            return 0;
        }
        let dropped = match mv.sort() {
            Sort::Drop(kind) => Some(kind),
            _ => None,
        };
        let kind = dropped.or_else(|| self.piece(mv.from()).map(|(kind, _)| kind));
        let Some(class) = kind.and_then(|kind| layout.classes[kind]) else { return 0 };
        let lesser = threats.lesser[class];
        let leaves = dropped.is_none() && lesser.has(mv.from());
        STAKES[class] * (i32::from(leaves) - i32::from(lesser.has(mv.to())))
    }
}

impl<B: Bits> Threats<B> {
    /// 0 to 3: whether the start and the end of a move are attacked.
    #[inline]
    pub fn index(&self, mv: Move) -> usize {
        usize::from(self.all.has(mv.from())) * 2 + usize::from(self.all.has(mv.to()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::layout::Layout;
    use crate::table::set::Wide;
    use crate::table::{Rules, names, rules};
    use crate::{Position, Random};

    /// Two ways to one answer: the set of all attacks, and the attackers of each square.
    #[test]
    fn all_attacks_are_those_of_each_square() {
        let mut random = Random::new(6);
        for rules in names().filter_map(rules) {
            match rules.files * rules.ranks {
                0..=64 => compare::<u64>(&rules, &mut random),
                65..=128 => compare::<u128>(&rules, &mut random),
                _ => compare::<Wide>(&rules, &mut random),
            }
        }
    }

    fn compare<B: Bits>(rules: &Rules, random: &mut Random) {
        let layout = Box::leak(Box::new(Layout::<B>::new(rules.clone()).expect("it fits")));
        let mut board = Board::from_fen(&rules.start, layout).expect("a start");
        for _ in 0..60 {
            let (threats, them) = (board.threats(), !board.side());
            for square in layout.all {
                let attackers =
                    board.attackers::<false>(square, them, board.occupied(), board.of(them));
                let attacked = threats.all.has(square);
                assert_eq!(attacked, attackers.any(), "{}: {board} {square}", rules.name);
            }
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board = board.after(random.of(&moves));
        }
    }

    #[test]
    fn a_dearer_man_leaves_or_meets_a_lesser_one() {
        let layout: &'static Layout<u64> = Box::leak(Box::new(
            Layout::new(rules("crazyhouse").expect("rules").clone()).expect("it fits"),
        ));
        let board = |fen: &str| Board::from_fen(fen, layout).expect("a position");
        let attacked = board("4k3/8/2p5/3p4/4N3/8/8/4K3[NQ] w - - 0 1");
        let threats = attacked.threats();
        let balance = |text: &str| {
            let mv = attacked.read_move(text).expect("a move");
            (attacked.threat_balance(&threats, mv), threats.index(mv))
        };
        assert_eq!(balance("e4g3"), (2, 2));
        assert_eq!(balance("e1e2"), (0, 0));
        assert_eq!(balance("N@c4"), (-2, 3));
        assert_eq!(balance("Q@b5"), (-5, 3));
        assert_eq!(balance("N@a4"), (0, 0));
    }
}
