//! What pieces attack: mobility, good and bad places, and the attack maps that the rest reads.

use super::bits::*;
use super::men::*;
use super::params::PARAMS;
use super::pawns::Pawns;
use super::score::Pair;
use super::trace::Sink;
use ferz_rules::chess::{Bitboard, Square, attacks};

/// The attack maps of a position, filled piece by piece.
pub(super) struct Maps {
    /// By side and kind.
    pub(super) by: [[Bitboard; 6]; 2],
    /// Attacked by anything of a side.
    pub(super) all: [Bitboard; 2],
    /// Attacked at least twice by a side.
    pub(super) twice: [Bitboard; 2],
    /// Squares that count as mobility for a side.
    pub(super) area: [Bitboard; 2],
    /// Men of a side that hide their king from a slider.
    pub(super) pinned: [Bitboard; 2],
    /// The squares around a side's king.
    pub(super) ring: [Bitboard; 2],
    /// How many knights to queens of a side attack the other king's ring.
    pub(super) attackers: [[i32; 4]; 2],
    /// How often they attack squares next to that king.
    pub(super) hits: [i32; 2],
    /// Safe squares of all pieces of a side.
    pub(super) mobility: [i32; 2],
}

impl Maps {
    pub(super) fn new(men: &Men<'_>) -> Maps {
        let mut maps = Maps {
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            area: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            ring: [Bitboard::EMPTY; 2],
            attackers: [[0; 4]; 2],
            hits: [0; 2],
            mobility: [0; 2],
        };
        maps.begin::<0>(men);
        maps.begin::<1>(men);
        maps.set_area::<0>(men);
        maps.set_area::<1>(men);
        maps
    }

    #[inline(always)]
    fn begin<const US: usize>(&mut self, men: &Men<'_>) {
        let pawns = pawn_attacks::<US>(men.by[US][PAWN]);
        let doubly = double_pawn_attacks::<US>(men.by[US][PAWN]);
        let king = attacks::king(men.king[US]);
        self.by[US][PAWN] = pawns;
        self.by[US][KING] = king;
        self.all[US] = pawns | king;
        self.twice[US] = doubly | (pawns & king);
        self.ring[US] = ring(men.king[US]) - doubly;
        self.pinned[US] = shields(men, men.king[US], US ^ 1) & men.all[US];
    }

    #[inline(always)]
    fn set_area<const US: usize>(&mut self, men: &Men<'_>) {
        let stuck = men.by[US][PAWN] & (down::<US>(men.occupied) | rank::<US>(1) | rank::<US>(2));
        let closed = stuck | men.by[US][QUEEN] | men.by[US][KING] | self.pinned[US];
        self.area[US] = !(closed | self.by[US ^ 1][PAWN]);
    }
}

/// Men of either side that alone stand between `target` and a slider of side `by`.
#[inline(always)]
fn shields(men: &Men<'_>, target: Square, by: usize) -> Bitboard {
    let diagonal = men.by[by][BISHOP] | men.by[by][QUEEN];
    let straight = men.by[by][ROOK] | men.by[by][QUEEN];
    let snipers =
        (attacks::bishop_rays(target) & diagonal) | (attacks::rook_rays(target) & straight);
    let mut shields = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(target, sniper) & men.occupied;
        if !between.several() {
            shields |= between;
        }
    }
    shields
}

/// Evaluates all pieces of one kind of one side and enters them into the maps.
#[inline(always)]
pub(super) fn pieces<const US: usize, const KIND: usize, T: Sink>(
    men: &Men<'_>,
    maps: &mut Maps,
    pawns: &Pawns,
    sink: &mut T,
) -> Pair {
    let p = &PARAMS;
    let them = US ^ 1;
    let king = men.king[US];
    let own_pawns = men.by[US][PAWN];
    let their_pawns = men.by[them][PAWN];
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(US, term, times);
        sum += *term * times;
    };

    for square in men.by[US][KIND] {
        // Sliders see through their own side's helpers on the same line.
        let mut reach = match KIND {
            KNIGHT => attacks::knight(square),
            BISHOP => attacks::bishop(square, men.occupied - men.by[US][QUEEN]),
            ROOK => attacks::rook(square, men.occupied - men.by[US][QUEEN] - men.by[US][ROOK]),
            _ => attacks::queen(square, men.occupied),
        };
        if maps.pinned[US].has(square) {
            reach &= attacks::line(king, square);
        }
        maps.twice[US] |= maps.all[US] & reach;
        maps.all[US] |= reach;
        maps.by[US][KIND] |= reach;

        if (reach & maps.ring[them]).any() {
            maps.attackers[US][KIND - 1] += 1;
            maps.hits[US] += (reach & maps.by[them][KING]).count() as i32;
        }

        let safe = (reach & maps.area[US]).count() as usize;
        maps.mobility[US] += safe as i32;
        let here = Bitboard::of(square);

        match KIND {
            KNIGHT => count(&p.knight_mobility[safe.min(8)], 1),
            BISHOP => count(&p.bishop_mobility[safe.min(13)], 1),
            ROOK => count(&p.rook_mobility[safe.min(14)], 1),
            _ => count(&p.queen_mobility[safe.min(27)], 1),
        }

        if KIND == KNIGHT || KIND == BISHOP {
            let posts = (rank::<US>(3) | rank::<US>(4) | rank::<US>(5)) - pawns.span[them];
            if posts.has(square) {
                let protected = maps.by[US][PAWN].has(square) as usize;
                if KIND == KNIGHT {
                    count(&p.knight_outpost[protected], 1);
                } else {
                    count(&p.bishop_outpost[protected], 1);
                }
            } else if KIND == KNIGHT && (reach & posts & (maps.by[US][PAWN] - men.all[US])).any() {
                count(&p.reachable_outpost, 1);
            }
            if (up::<US>(here) & (own_pawns | their_pawns)).any() {
                count(&p.minor_behind_pawn[KIND - KNIGHT], 1);
            }
            count(&p.far_from_king[KIND - KNIGHT], distance(square, king) as i32);
        }

        if KIND == BISHOP {
            let colour = if Bitboard::DARK.has(square) { Bitboard::DARK } else { Bitboard::LIGHT };
            let same = (own_pawns & colour).count() as i32;
            let blocked = (own_pawns & down::<US>(men.occupied) & CENTRE_FILES).count() as i32;
            count(&p.bishop_pawns, same);
            count(&p.bishop_blocked_pawns, same * blocked);
            let view = attacks::bishop(square, own_pawns | their_pawns);
            if ((view | here) & CENTRE).several() {
                count(&p.bishop_long_diagonal, 1);
            }
            count(
                &p.bishop_xray_pawns,
                (attacks::bishop_rays(square) & their_pawns).count() as i32,
            );
        }

        if KIND == ROOK {
            let file = Bitboard::file(square.file());
            if (file & own_pawns).is_empty() {
                count(&p.rook_file[(file & their_pawns).is_empty() as usize], 1);
            } else if safe <= 3 {
                // Between its king and the corner.
                let (king_file, rook_file) = (king.file(), square.file());
                if (king_file < 4) == (rook_file < king_file) {
                    count(&p.rook_trapped, if men.castling[US] > 0 { 1 } else { 2 });
                }
            }
            if (file & (men.by[0][QUEEN] | men.by[1][QUEEN])).any() {
                count(&p.rook_on_queen_file, 1);
            }
            if rank_of::<US>(square) == 6
                && ((their_pawns & rank::<US>(6)) | (men.by[them][KING] & rank::<US>(7))).any()
            {
                count(&p.rook_on_seventh, 1);
            }
        }

        if KIND == QUEEN {
            if exposed(men, square, them) {
                count(&p.queen_exposed, 1);
            }
            if rank_of::<US>(square) >= 4 && !pawns.span[them].has(square) {
                count(&p.queen_infiltration, 1);
            }
        }
    }
    sum
}

/// Whether a rook or bishop of side `by` waits for a single man to leave its line to `queen`.
fn exposed(men: &Men<'_>, queen: Square, by: usize) -> bool {
    let snipers = (attacks::bishop_rays(queen) & men.by[by][BISHOP])
        | (attacks::rook_rays(queen) & men.by[by][ROOK]);
    snipers.into_iter().any(|sniper| (attacks::between(queen, sniper) & men.occupied).count() == 1)
}
