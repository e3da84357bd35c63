//! Small questions about squares, as one side sees them.
//!
//! `US` is the side's index: 0 for White, who goes up the board, 1 for Black. It is a constant, so
//! that each side gets code of its own.

use ferz_rules::Side;
use ferz_rules::chess::{Bitboard, Square, attacks};

/// The side with this index.
pub(super) const fn side(us: usize) -> Side {
    if us == 0 { Side::First } else { Side::Second }
}

#[inline(always)]
pub(super) fn up<const US: usize>(set: Bitboard) -> Bitboard {
    set.forward(side(US))
}

#[inline(always)]
pub(super) fn down<const US: usize>(set: Bitboard) -> Bitboard {
    set.forward(side(US ^ 1))
}

/// The squares that the pawns of `set` attack.
#[inline(always)]
pub(super) fn pawn_attacks<const US: usize>(set: Bitboard) -> Bitboard {
    let front = up::<US>(set);
    front.west() | front.east()
}

/// The squares that two pawns of `set` attack.
#[inline(always)]
pub(super) fn double_pawn_attacks<const US: usize>(set: Bitboard) -> Bitboard {
    let front = up::<US>(set);
    front.west() & front.east()
}

/// Everything in front of `set` on its files, itself excluded.
#[inline(always)]
pub(super) fn ahead<const US: usize>(set: Bitboard) -> Bitboard {
    let mut set = set.0;
    if US == 0 {
        set <<= 8;
        set |= set << 8;
        set |= set << 16;
        set |= set << 32;
    } else {
        set >>= 8;
        set |= set >> 8;
        set |= set >> 16;
        set |= set >> 32;
    }
    Bitboard(set)
}

/// The files left and right of `set`.
#[inline(always)]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    set.west() | set.east()
}

/// A rank as the side counts it, from 0.
#[inline(always)]
pub(super) const fn rank<const US: usize>(rank: usize) -> Bitboard {
    Bitboard::rank(if US == 0 { rank } else { 7 - rank })
}

/// The rank of a square as the side counts it, from 0.
#[inline(always)]
pub(super) const fn rank_of<const US: usize>(square: Square) -> usize {
    if US == 0 { square.rank() } else { 7 - square.rank() }
}

/// King's steps between two squares.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> usize {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// The four files counted from the nearer edge.
#[inline(always)]
pub(super) const fn edge_file(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// The four central files.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// d4, e4, d5, e5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// Files a to d.
pub(super) const QUEEN_SIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
/// Files e to h.
pub(super) const KING_SIDE: Bitboard = Bitboard(!QUEEN_SIDE.0);

/// The square, with the board turned so that the side goes up.
#[inline(always)]
pub(super) const fn turned<const US: usize>(square: Square) -> Square {
    if US == 0 { square } else { square.mirrored() }
}

/// The nine squares around a king, moved inwards at the edge.
#[inline(always)]
pub(super) fn ring(king: Square) -> Bitboard {
    let inner = Square::at(king.file().clamp(1, 6), king.rank().clamp(1, 6));
    attacks::king(inner) | inner
}

/// The files around a king that an attack on it comes over.
#[inline(always)]
pub(super) fn flank(king: Square) -> Bitboard {
    match king.file() {
        0..=2 => QUEEN_SIDE,
        3 | 4 => CENTRE_FILES,
        _ => KING_SIDE,
    }
}
