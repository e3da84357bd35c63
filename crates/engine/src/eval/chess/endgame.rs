//! What the table of numbers cannot say: endgames with a rule of their own, and how much of an
//! advantage is left when little material is.

use super::bits::distance;
use super::kpk;
use super::men::*;
use super::pawns::Pawns;
use super::score::Pair;
use ferz_rules::chess::{Bitboard, Square};

/// Whole endgame value: what [`scale`] gives when nothing speaks against it.
pub(super) const FULL: i32 = 128;

/// The value from White's point of view where a rule knows it. `squares` is the sum of material and
/// piece-square values.
#[inline(always)]
pub(super) fn known(men: &Men<'_>, squares: Pair) -> Option<i32> {
    let lone = |side: usize| !men.all[side].several();
    if lone(1) {
        against_lone_king(men, 0, squares.endgame())
    } else if lone(0) {
        against_lone_king(men, 1, -squares.endgame()).map(|value| -value)
    } else {
        None
    }
}

/// The value for `strong` against a king that has nothing.
#[inline(never)]
fn against_lone_king(men: &Men<'_>, strong: usize, material: i32) -> Option<i32> {
    let (king, lone) = (men.king[strong], men.king[strong ^ 1]);
    let own = &men.by[strong];
    let count = |kind: usize| men.count(strong, kind);
    let [pawns, knights, bishops] = [PAWN, KNIGHT, BISHOP].map(count);
    let heavy = count(ROOK) + count(QUEEN);

    if pawns == 1 && knights + bishops + heavy == 0 {
        let pawn = own[PAWN].first()?;
        let turn = |square: Square| {
            let square = if strong == 0 { square } else { square.mirrored() };
            if pawn.file() < 4 { square } else { Square::at(7 - square.file(), square.rank()) }
        };
        let pawn = turn(pawn);
        let won = kpk::is_won(men.to_move == strong, turn(king), pawn, turn(lone));
        // Far below a queen's value, so that promoting is progress.
        return Some(if won { 500 + 30 * pawn.rank() as i32 } else { 0 });
    }

    let two_colours = (own[BISHOP] & Bitboard::DARK).any() && (own[BISHOP] & Bitboard::LIGHT).any();
    let mates = heavy > 0 || two_colours || (bishops > 0 && knights > 0) || knights > 2;
    if !mates {
        let few = pawns == 0 && knights + bishops <= 2 && !two_colours;
        return if few && (bishops == 0 || knights == 0) { Some(0) } else { None };
    }
    let near = 7 - distance(king, lone) as i32;
    if pawns == 0 && heavy == 0 && bishops == 1 && knights == 1 {
        // Mate is only in a corner of the bishop's colour.
        let dark = (own[BISHOP] & Bitboard::DARK).any();
        let corners = if dark { [(0, 0), (7, 7)] } else { [(7, 0), (0, 7)] };
        let steps = corners
            .map(|(file, rank)| distance(Square::at(file, rank), lone) as i32)
            .into_iter()
            .min()?;
        return Some(material + 400 + 40 * (7 - steps) + 15 * near);
    }
    Some(material + 400 + 15 * edge_push(lone) + 15 * near)
}

/// From 0 in the centre to 12 in a corner: steps from the centre in files and in ranks, twice.
fn edge_push(square: Square) -> i32 {
    let off = |x: usize| if x < 4 { 3 - x } else { x - 4 };
    2 * (off(square.file()) + off(square.rank())) as i32
}

/// How much of the endgame value counts when `strong` is ahead: 0 to [`FULL`].
#[inline(always)]
pub(super) fn scale(men: &Men<'_>, pawns: &Pawns, strong: usize) -> i32 {
    let weak = strong ^ 1;
    let own = &men.by[strong];
    let own_pawns = men.count(strong, PAWN);
    let (force, against) = (men.force(strong), men.force(weak));

    // Without pawns it takes more than a minor piece to win.
    if own_pawns == 0 && force - against <= 3 {
        return match (force, against) {
            (..5, _) => 0,
            (_, ..=3) => 16,
            _ => 26,
        };
    }
    if own_pawns == 0 && force == 6 && own[KNIGHT].count() == 2 {
        return 0;
    }

    // The pawns all on a rook's file that no bishop of ours controls at its end, their king there.
    if force == 3 * men.count(strong, BISHOP) && own_pawns > 0 && force <= 3 {
        for file in [0, 7] {
            if (own[PAWN] - Bitboard::file(file)).is_empty() {
                let corner = Square::at(file, if strong == 0 { 7 } else { 0 });
                let light = Bitboard::LIGHT.has(corner);
                let colour = if light { Bitboard::LIGHT } else { Bitboard::DARK };
                let controlled = (own[BISHOP] & colour).any();
                if !controlled && distance(men.king[weak], corner) <= 1 {
                    return 0;
                }
            }
        }
    }

    let bishops = own[BISHOP] | men.by[weak][BISHOP];
    let opposite = men.count(strong, BISHOP) == 1
        && men.count(weak, BISHOP) == 1
        && (bishops & Bitboard::DARK).count() == 1;
    if opposite {
        if force == 3 && against == 3 {
            let passed = (pawns.passed & men.all[strong]).count() as i32;
            return (44 + 12 * passed).min(FULL);
        }
        let helpers = (men.all[strong] - own[PAWN]).count() as i32;
        return (64 + 8 * helpers).min(FULL);
    }

    // A rook each and a pawn more, all on one wing: the hardest to win of the common ones.
    if force == 5 && against == 5 && men.count(strong, ROOK) == 1 && men.count(weak, ROOK) == 1 {
        let wing = |pawns: Bitboard| {
            (pawns & super::bits::QUEEN_SIDE).is_empty()
                || (pawns & super::bits::KING_SIDE).is_empty()
        };
        if own_pawns - men.count(weak, PAWN) <= 1
            && wing(own[PAWN])
            && (super::bits::ring(men.king[weak]) & men.by[weak][PAWN]).any()
        {
            return 72;
        }
    }
    (84 + 14 * own_pawns).min(FULL)
}
