//! What the evaluation counts: the shape of its table of numbers.
//!
//! The numbers themselves are in [`params`](super::params), which the tuner writes.

use crate::eval::score::Pair;
use crate::eval::terms::terms;

// Arrays by kind of piece begin with the pawn or, where they say so, with the knight; by rank with
// the side's first rank; by file with the nearer edge.
terms! {
    /// Pawn to queen.
    Material Linear material: [Pair; 5];
    /// Two bishops.
    Material Linear bishop_pair: Pair;
    /// Knight to queen, for each own pawn beyond five.
    Material Linear with_pawns: [Pair; 4];
    /// A second knight, a second rook.
    Material Linear redundant: [Pair; 2];
    /// Queen together with knights, with bishops, with rooks.
    Material Linear with_queen: [Pair; 3];
    /// Our knights and bishops against their rooks: the product.
    Material Linear minors_against_rooks: Pair;

    /// By square, a1 first.
    Squares Linear pawn_squares: [[Pair; 8]; 8];
    /// By square of the queen side, a1 to d1 first; the king side is its mirror image.
    Squares Linear knight_squares: [[Pair; 4]; 8];
    /// As the knight's.
    Squares Linear bishop_squares: [[Pair; 4]; 8];
    /// As the knight's.
    Squares Linear rook_squares: [[Pair; 4]; 8];
    /// As the knight's.
    Squares Linear queen_squares: [[Pair; 4]; 8];
    /// As the knight's.
    Squares Linear king_squares: [[Pair; 4]; 8];

    /// By number of safe squares.
    Mobility Linear knight_mobility: [Pair; 9];
    /// By number of safe squares.
    Mobility Linear bishop_mobility: [Pair; 14];
    /// By number of safe squares.
    Mobility Linear rook_mobility: [Pair; 15];
    /// By number of safe squares.
    Mobility Linear queen_mobility: [Pair; 28];

    /// A pawn with another one ahead on its file; the second when nothing protects it.
    Pawns Linear doubled: [Pair; 2];
    /// No pawn on the files beside; the second when no enemy pawn stands ahead on its file.
    Pawns Linear isolated: [Pair; 2];
    /// Its neighbours are ahead and it cannot follow; the second as for isolated ones.
    Pawns Linear backward: [Pair; 2];
    /// Attacked by two pawns, protected by none.
    Pawns Linear double_lever: Pair;
    /// Beside another pawn, by rank.
    Pawns Linear phalanx: [Pair; 8];
    /// For each pawn that protects it, by rank.
    Pawns Linear supported: [Pair; 8];
    /// Stopped by an enemy pawn on the fifth and on the sixth rank.
    Pawns Linear rammed: [Pair; 2];
    /// Not passed, but with enough helpers to become so, by rank.
    Pawns Linear candidate: [Pair; 8];

    /// By rank.
    Passed Linear passed: [Pair; 8];
    /// By file from the edge.
    Passed Linear passed_file: [Pair; 4];
    /// By rank, and: blocked, stopped by an attack, its next square contested, safe, its whole path
    /// safe.
    Passed Linear passed_path: [[Pair; 8]; 5];
    /// Distance of our king to the square before it, by rank.
    Passed Linear passed_our_king: [Pair; 8];
    /// Distance of their king to the square before it, by rank.
    Passed Linear passed_their_king: [Pair; 8];
    /// Protected by a pawn, or beside one, by rank.
    Passed Linear passed_connected: [Pair; 8];
    /// A rook behind it: ours, theirs.
    Passed Linear passed_rook_behind: [Pair; 2];
    /// Nobody can catch it.
    Passed Linear unstoppable: Pair;

    /// Pawns on the files around the king: beside it or on its file, by file from the edge, by
    /// distance in ranks; 7 for none.
    Shelter Linear shelter: [[[Pair; 8]; 4]; 2];
    /// Enemy pawns on the files around the king: free or blocked, by file from the edge, by
    /// distance in ranks; 7 for none.
    Shelter Linear storm: [[[Pair; 8]; 4]; 2];
    /// Distance of the king to the nearest own pawn.
    Shelter Linear king_to_pawn: Pair;
    /// Rooks that the king may still castle with.
    Shelter Linear castling: Pair;

    /// Knights and bishops on squares of the enemy's half that no enemy pawn can ever attack: not
    /// protected by a pawn, protected.
    Pieces Linear knight_outpost: [Pair; 2];
    /// As the knight's.
    Pieces Linear bishop_outpost: [Pair; 2];
    /// A knight that can go to such a square.
    Pieces Linear reachable_outpost: Pair;
    /// A knight or a bishop with a pawn right before it.
    Pieces Linear minor_behind_pawn: [Pair; 2];
    /// Distance to the own king, of a knight and of a bishop.
    Pieces Linear far_from_king: [Pair; 2];
    /// For each own pawn on the colour of the bishop.
    Pieces Linear bishop_pawns: Pair;
    /// The same, times the blocked pawns on the four central files.
    Pieces Linear bishop_blocked_pawns: Pair;
    /// Sees both central squares of a long diagonal.
    Pieces Linear bishop_long_diagonal: Pair;
    /// Enemy pawns that a bishop sees through everything.
    Pieces Linear bishop_xray_pawns: Pair;
    /// On a file without own pawns: with, without enemy pawns.
    Pieces Linear rook_file: [Pair; 2];
    /// On the seventh rank with enemy pawns on it or their king on the eighth.
    Pieces Linear rook_on_seventh: Pair;
    /// Shut in by its own king; twice when that cannot castle.
    Pieces Linear rook_trapped: Pair;
    /// On the file of a queen.
    Pieces Linear rook_on_queen_file: Pair;
    /// A queen with an enemy slider behind a single piece.
    Pieces Linear queen_exposed: Pair;
    /// A queen in the enemy's half that no pawn can attack.
    Pieces Linear queen_infiltration: Pair;

    /// Pawns attack this kind of piece.
    Threats Linear threat_by_pawn: [Pair; 6];
    /// Knights and bishops attack this kind of piece.
    Threats Linear threat_by_minor: [Pair; 6];
    /// Rooks attack this kind of piece.
    Threats Linear threat_by_rook: [Pair; 6];
    /// The king attacks something weak.
    Threats Linear threat_by_king: Pair;
    /// Weak, and unprotected or attacked twice.
    Threats Linear hanging: Pair;
    /// Weak and protected by the queen alone.
    Threats Linear queen_protected: Pair;
    /// Squares that we contest with them.
    Threats Linear restricted: Pair;
    /// A pawn that steps forward would attack a piece.
    Threats Linear threat_by_push: Pair;
    /// A safe square from which a knight, a slider would attack the queen.
    Threats Linear on_queen: [Pair; 2];

    /// Safe squares behind the pawns, weighted by the pieces that use them.
    Space Linear space: Pair;
    /// To move.
    Tempo Linear tempo: Pair;

    /// Knights to queens that attack the ring around the king.
    Danger Danger danger_attacker: [Pair; 4];
    /// Attacks on squares next to the king.
    Danger Danger danger_hits: Pair;
    /// Squares of the ring that we do not hold.
    Danger Danger danger_weak: Pair;
    /// Safe checks of knights to queens: one, several.
    Danger Danger danger_safe_check: [[Pair; 4]; 2];
    /// Squares of other checks.
    Danger Danger danger_unsafe_check: Pair;
    /// Our pieces that hide the king from a slider.
    Danger Danger danger_pinned: Pair;
    /// Attacked squares of our camp on the king's flank; attacked twice.
    Danger Danger danger_flank: [Pair; 2];
    /// Defended squares of the same.
    Danger Danger danger_flank_defence: Pair;
    /// No pawn of ours on the king's flank.
    Danger Danger danger_bare_flank: Pair;
    /// A knight of ours protects the ring; a bishop does.
    Danger Danger danger_defender: [Pair; 2];
    /// They have no queen.
    Danger Danger danger_no_queen: Pair;
    /// Pawns on the files around the king, as for `shelter`: beside, on its file; by distance.
    Danger Danger danger_shelter: [[Pair; 8]; 2];
    /// Enemy pawns there: free, blocked; by distance.
    Danger Danger danger_storm: [[Pair; 8]; 2];
    /// Their mobility less ours.
    Danger Danger danger_mobility: Pair;
    /// Always.
    Danger Danger danger_base: Pair;

    /// For each pawn.
    Complexity Complexity complexity_pawns: Pair;
    /// Pawns on both flanks.
    Complexity Complexity complexity_flanks: Pair;
    /// Nothing but pawns.
    Complexity Complexity complexity_bare: Pair;
    /// Kings farther apart in files than in ranks, by how much.
    Complexity Complexity complexity_outflanking: Pair;
    /// For each passed pawn.
    Complexity Complexity complexity_passed: Pair;
    /// A king that is in the enemy's half.
    Complexity Complexity complexity_infiltration: Pair;
    /// Always.
    Complexity Complexity complexity_base: Pair;
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
