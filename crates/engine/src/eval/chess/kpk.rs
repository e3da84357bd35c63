//! King and pawn against king: won or drawn, computed once for all positions.

use super::bits::distance;
use ferz_rules::chess::{Bitboard, Square, attacks};
use std::sync::LazyLock;

/// One bit for each position that the side with the pawn wins.
static WON: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// Whether White wins with `king` and `pawn` against Black's king; `white_moves` when it is White's
/// turn. The pawn stands on files a to d.
pub(super) fn is_won(white_moves: bool, king: Square, pawn: Square, theirs: Square) -> bool {
    let index = index(white_moves, king.index(), pawn.index(), theirs.index());
    WON.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 != 0)
}

/// Fills the table now rather than in the middle of a search.
pub(super) fn prepare() {
    LazyLock::force(&WON);
}

const COUNT: usize = 2 * 24 * 64 * 64;

/// Pawns on a2 to d7 are numbered by file and rank.
fn index(white_moves: bool, king: usize, pawn: usize, theirs: usize) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + ((pawn % 8) & 3);
    ((pawn * 2 + white_moves as usize) * 64 + king) * 64 + theirs
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Unknown,
    Invalid,
    Drawn,
    Won,
}

/// Classifies again and again until nothing changes: what is still unknown then is drawn.
fn solve() -> Vec<u64> {
    let mut classes = vec![Class::Unknown; COUNT];
    let mut todo: Vec<(usize, bool, Square, Square, Square)> = Vec::with_capacity(COUNT);
    for rank in 1..7 {
        for file in 0..4 {
            for white_moves in [false, true] {
                for king in Square::all() {
                    for theirs in Square::all() {
                        let pawn = Square::at(file, rank);
                        let index = index(white_moves, king.index(), pawn.index(), theirs.index());
                        classes[index] = begin(white_moves, king, pawn, theirs);
                        if classes[index] == Class::Unknown {
                            todo.push((index, white_moves, king, pawn, theirs));
                        }
                    }
                }
            }
        }
    }
    loop {
        let before = todo.len();
        todo.retain(|&(index, white_moves, king, pawn, theirs)| {
            classes[index] = step(&classes, white_moves, king, pawn, theirs);
            classes[index] == Class::Unknown
        });
        if todo.len() == before {
            break;
        }
    }
    let mut won = vec![0u64; COUNT.div_ceil(64)];
    for (index, class) in classes.iter().enumerate() {
        won[index / 64] |= ((*class == Class::Won) as u64) << (index % 64);
    }
    won
}

/// What is clear at once: kings side by side, a capture of the pawn, a promotion, stalemate.
fn begin(white_moves: bool, king: Square, pawn: Square, theirs: Square) -> Class {
    let pawn_hits = attacks::pawn(ferz_rules::Side::First, pawn);
    if distance(king, theirs) <= 1
        || king == pawn
        || theirs == pawn
        || (white_moves && pawn_hits.has(theirs))
    {
        return Class::Invalid;
    }
    if white_moves {
        if pawn.rank() == 6 {
            let last = Square::at(pawn.file(), 7);
            let free = last != king && last != theirs;
            let guarded = distance(king, last) == 1;
            if free && (distance(theirs, last) > 1 || guarded) {
                return Class::Won;
            }
        }
        return Class::Unknown;
    }
    let flights = attacks::king(theirs) - attacks::king(king);
    if flights.has(pawn) {
        return Class::Drawn;
    }
    let free = flights - pawn_hits;
    // In check without a flight would be mate, which a pawn alone reaches only by the last rank.
    if free.is_empty() && !pawn_hits.has(theirs) {
        return Class::Drawn;
    }
    Class::Unknown
}

/// What follows from the positions one move on.
fn step(classes: &[Class], white_moves: bool, king: Square, pawn: Square, theirs: Square) -> Class {
    let at = |king: Square, pawn: Square, theirs: Square| {
        classes[index(!white_moves, king.index(), pawn.index(), theirs.index())]
    };
    let mut any_drawn = false;
    let mut any_won = false;
    let mut any_unknown = false;
    let mut see = |class: Class| match class {
        Class::Unknown => any_unknown = true,
        Class::Drawn => any_drawn = true,
        Class::Won => any_won = true,
        Class::Invalid => {}
    };
    if white_moves {
        for to in attacks::king(king) - Bitboard::of(pawn) {
            see(at(to, pawn, theirs));
        }
        if pawn.rank() < 6 {
            let one = Square::at(pawn.file(), pawn.rank() + 1);
            if one != king && one != theirs {
                see(at(king, one, theirs));
                let two = Square::at(pawn.file(), pawn.rank() + 2);
                if pawn.rank() == 1 && two != king && two != theirs {
                    see(at(king, two, theirs));
                }
            }
        }
        match (any_won, any_unknown) {
            (true, _) => Class::Won,
            (false, true) => Class::Unknown,
            (false, false) => Class::Drawn,
        }
    } else {
        for to in attacks::king(theirs) {
            see(at(king, pawn, to));
        }
        match (any_drawn, any_unknown) {
            (true, _) => Class::Drawn,
            (false, true) => Class::Unknown,
            (false, false) => Class::Won,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(white_moves: bool, king: &[u8; 2], pawn: &[u8; 2], theirs: &[u8; 2]) -> bool {
        let [king, pawn, theirs] =
            [king, pawn, theirs].map(|text| Square::read(text).expect("a square"));
        is_won(white_moves, king, pawn, theirs)
    }

    // Opposition, key squares and the rook's pawn, as any primer on endgames has them.
    #[test]
    fn known_positions() {
        assert!(won(false, b"d6", b"d5", b"d8"), "the king before its pawn on the sixth");
        assert!(won(true, b"d6", b"d5", b"d8"));
        assert!(!won(true, b"d5", b"d4", b"d7"), "without the opposition");
        assert!(won(false, b"d5", b"d4", b"d7"), "with it");
        assert!(!won(false, b"b6", b"a6", b"a8"), "the rook's pawn");
        assert!(!won(true, b"b6", b"a6", b"b8"));
        assert!(won(true, b"b7", b"a5", b"d7"), "it runs under cover");
        assert!(won(true, b"h1", b"a5", b"e6"), "outside the square");
        assert!(!won(true, b"h1", b"a5", b"d6"), "inside");
        assert!(!won(false, b"d6", b"d7", b"d8"), "stalemate");
        assert!(!won(false, b"a1", b"b6", b"b7"), "a lost pawn");
    }

    // A king that must not move into check may still wait with its pawn: to have the move is never
    // worse for the side with the pawn, but for positions with the opposition.
    #[test]
    fn a_step_forward_of_a_won_pawn_is_found() {
        for king in Square::all() {
            for theirs in Square::all() {
                let pawn = Square::at(1, 6);
                let last = Square::at(1, 7);
                let legal = distance(king, theirs) > 1 && ![king, theirs].contains(&pawn);
                let safe = ![king, theirs].contains(&last)
                    && (distance(theirs, last) > 1 || distance(king, last) == 1);
                if legal && safe && !attacks::pawn(ferz_rules::Side::First, pawn).has(theirs) {
                    assert!(is_won(true, king, pawn, theirs), "{king} {theirs}");
                }
            }
        }
    }
}
