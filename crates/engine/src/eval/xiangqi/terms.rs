//! What the evaluation counts: the shape of its table of numbers.
//!
//! The numbers themselves are in [`params`](super::params), which the tuner writes.

use crate::eval::score::Pair;
use crate::eval::terms::terms;

// Arrays by kind of piece begin with the pawn, or where they say so with the horse: horse, cannon,
// rook; by rank with the side's first rank; by file with the nearer edge.
terms! {
    /// Pawn, advisor, elephant, horse, cannon, rook.
    Material Linear material: [Pair; 6];
    /// A second horse, cannon, rook.
    Material Linear second: [Pair; 3];
    /// A horse and a cannon together.
    Material Linear horse_and_cannon: Pair;
    /// A cannon, for each man on the board beyond sixteen: something to jump over.
    Material Linear cannon_screens: Pair;
    /// A cannon, for each own advisor and elephant.
    Material Linear cannon_guards: Pair;
    /// A rook against none.
    Material Linear only_rooks: Pair;

    /// By square of the left half, a0 to e0 first; the right half is its mirror image.
    Squares Linear pawn_squares: [[Pair; 5]; 10];
    /// As the pawn's.
    Squares Linear horse_squares: [[Pair; 5]; 10];
    /// As the pawn's.
    Squares Linear cannon_squares: [[Pair; 5]; 10];
    /// As the pawn's.
    Squares Linear rook_squares: [[Pair; 5]; 10];
    /// As the pawn's, before the river.
    Squares Linear elephant_squares: [[Pair; 5]; 5];
    /// In the palace: beside its middle file, on it.
    Squares Linear advisor_squares: [[Pair; 2]; 3];
    /// As the advisor's.
    Squares Linear king_squares: [[Pair; 2]; 3];

    /// By number of squares it can go to that no pawn attacks.
    Mobility Linear horse_mobility: [Pair; 9];
    /// For each of its ways that is blocked.
    Mobility Linear hobbled: Pair;
    /// By number of empty squares it can go to.
    Mobility Linear cannon_mobility: [Pair; 18];
    /// As the cannon's.
    Mobility Linear rook_mobility: [Pair; 18];

    /// Beyond the river beside another pawn, by rank.
    Pawns Linear linked: [Pair; 10];
    /// Beyond the river and protected by a piece.
    Pawns Linear guarded_pawn: Pair;
    /// Before the river with something in its way.
    Pawns Linear blocked_pawn: Pair;
    /// Beyond the river, by distance to their king.
    Pawns Linear pawn_to_king: [Pair; 9];
    /// Beyond the river, for each of their missing advisors and elephants.
    Pawns Linear pawn_by_guards_lost: Pair;
    /// On the last rank, for each of their missing advisors and elephants.
    Pawns Linear sunken_pawn: Pair;

    /// By advisors and elephants that are left.
    Guards Linear guards: [[Pair; 3]; 3];
    /// Two that protect each other: advisors, elephants.
    Guards Linear linked_guards: [Pair; 2];
    /// Missing advisors times their horses, cannons, rooks.
    Guards Linear advisors_lost: [Pair; 3];
    /// Missing elephants times their horses, cannons, rooks.
    Guards Linear elephants_lost: [Pair; 3];

    /// Their man is attacked by a pawn, by kind.
    Threats Linear threat_by_pawn: [Pair; 7];
    /// By an advisor or elephant.
    Threats Linear threat_by_guard: [Pair; 7];
    /// By a horse: rooks, and what is not protected.
    Threats Linear threat_by_horse: [Pair; 7];
    /// By a cannon: as by a horse.
    Threats Linear threat_by_cannon: [Pair; 7];
    /// By a rook: what is not protected.
    Threats Linear threat_by_rook: [Pair; 7];
    /// Attacked and not protected, for each when we are to move.
    Threats Linear hanging: Pair;
    /// Attacked twice, protected once.
    Threats Linear outnumbered: Pair;

    /// A cannon aims at their king, nothing between: along a file, along a rank.
    Attack Linear hollow_cannon: [Pair; 2];
    /// A cannon aims at their king through two men: along a file, a rank; none, one, both ours.
    Attack Linear double_screen: [[Pair; 3]; 2];
    /// A cannon aims at their king through three men: along a file, a rank.
    Attack Linear triple_screen: [Pair; 2];
    /// A rook aims at their king through one man: along a file, a rank; theirs, ours.
    Attack Linear rook_line: [[Pair; 2]; 2];
    /// A rook on a file of the palace beside their king's.
    Attack Linear rook_beside: Pair;
    /// The kings look at each other through one man: theirs, ours.
    Attack Linear facing: [Pair; 2];

    /// Horses, cannons, rooks that attack the palace.
    Danger Danger danger_attacker: [Pair; 3];
    /// Attacks on squares of the palace.
    Danger Danger danger_hits: Pair;
    /// Pawns next to the palace or in it.
    Danger Danger danger_pawn: Pair;
    /// Safe checks of pawns, horses, cannons, rooks: one, several.
    Danger Danger danger_check: [[Pair; 4]; 2];
    /// Cannons that aim at the king with nothing between.
    Danger Danger danger_hollow: Pair;
    /// Cannons that aim at him through two men.
    Danger Danger danger_double: Pair;
    /// Rooks that aim at him through one man.
    Danger Danger danger_line: Pair;
    /// Where the king could step: attacked or taken by our own men.
    Danger Danger danger_no_step: Pair;
    /// Where he could step but for the other king's file.
    Danger Danger danger_barred: Pair;
    /// Squares of the palace attacked and not protected.
    Danger Danger danger_weak: Pair;
    /// By advisors that are left.
    Danger Danger danger_advisors: [Pair; 3];
    /// By elephants that are left.
    Danger Danger danger_elephants: [Pair; 3];
    /// A horse, a cannon, a rook of ours protects the palace.
    Danger Danger danger_defender: [Pair; 3];
    /// The king has left his first rank.
    Danger Danger danger_high_king: Pair;
    /// They have no rook.
    Danger Danger danger_no_rook: Pair;
    /// Always.
    Danger Danger danger_base: Pair;

    /// To move.
    Tempo Linear tempo: Pair;
}

#[cfg(test)]
mod tests {
    use super::super::params::PARAMS;
    use super::*;

    #[test]
    fn fields_fill_the_table_without_gaps() {
        let mut next = 0;
        for field in fields() {
            assert_eq!(field.start, next, "{}", field.name);
            assert_eq!(field.len, field.dims.iter().product::<usize>(), "{}", field.name);
            next += field.len;
        }
        assert_eq!(next, COUNT);
        assert_eq!(PARAMS.flatten().len(), COUNT);
    }
}
