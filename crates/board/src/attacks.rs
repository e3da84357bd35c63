//! What could take on a square, whoever stands there: for those who ask by words.

use ferz_rules::{FenStyle, Game, Man, Setup, Side, new_game};

/// For each side, the squares of the pieces that could take on a square if it were its move; `None` where
/// that cannot be said: the other side is in check, or nothing else can stand there.
pub(crate) fn takers(game: &dyn Game, square: usize) -> [Option<Vec<usize>>; 2] {
    Side::BOTH.map(|side| by(game, side, square))
}

fn by(game: &dyn Game, side: Side, square: usize) -> Option<Vec<usize>> {
    let owner = game.view().cells.get(square)?.as_ref().map(|man| man.side);
    if owner == Some(!side) {
        let mut game = game.boxed();
        if game.side() != side {
            game.pass().ok()?;
        }
        return Some(taking(&*game, square));
    }
    // Nothing of the other side's is there: something is put there.
    let setup = Setup::read(game.variant(), &game.fen(FenStyle::XFen)).ok()?;
    game.look().kinds.iter().find_map(|kind| {
        let mut setup = Setup { side, ..setup.clone() };
        let man = Man { side: !side, letter: kind.letter.clone(), promoted: false };
        *setup.cells.get_mut(square)? = Some(man);
        let playable = setup.faults().is_empty();
        let game = new_game(game.variant(), Some(&setup.fen())).ok().filter(|_| playable)?;
        Some(taking(&*game, square))
    })
}

/// Where the pieces stand that can take on this square.
fn taking(game: &dyn Game, square: usize) -> Vec<usize> {
    let moves = game.view().moves.into_iter().filter(|mv| mv.takes.contains(&square));
    let mut from: Vec<usize> = moves.filter_map(|mv| mv.path.from).collect();
    from.sort_unstable();
    from.dedup();
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    fn check(
        variant: Variant,
        fen: &str,
        square: usize,
        first: Option<&[usize]>,
        second: Option<&[usize]>,
    ) {
        let game = new_game(variant, Some(fen)).expect("a position");
        let found = takers(&*game, square);
        assert_eq!(found.each_ref().map(Option::as_deref), [first, second], "{fen} {square}");
    }

    #[test]
    fn both_sides_are_asked() {
        // A pawn on d4, defended by the queen on d1, attacked by the knight on f5.
        let fen = "4k3/8/8/5n2/3P4/8/8/3QK3 w - - 0 1";
        check(Variant::NORMAL, fen, 27, Some(&[3]), Some(&[37]));
        // Pawns take where nothing stands: c5 and e5; the queen sees nothing behind the pawn.
        check(Variant::NORMAL, fen, 34, Some(&[27]), Some(&[]));
        check(Variant::NORMAL, fen, 35, Some(&[]), Some(&[]));
        // The knight on f5 is defended by nobody.
        check(Variant::NORMAL, fen, 37, Some(&[]), Some(&[]));
        // Who is pinned takes nothing.
        let pinned = "4k3/8/8/4r3/5p2/8/4N3/4K3 b - - 0 1";
        check(Variant::NORMAL, pinned, 29, Some(&[]), Some(&[]));
        // No square of the board.
        check(Variant::NORMAL, fen, 64, None, None);
    }

    #[test]
    fn what_cannot_be_asked_is_not_said() {
        // In check: what the other side could take besides is not known.
        let fen = "4k3/8/8/8/8/8/4r3/Q3K3 w - - 0 1";
        check(Variant::NORMAL, fen, 12, Some(&[4]), Some(&[]));
        check(Variant::NORMAL, fen, 0, Some(&[]), None);
        // A cannon takes over a screen.
        let xiangqi = "4k4/9/9/4p4/9/9/4P4/4C4/9/3K5 w - - 0 1";
        check(Variant::XIANGQI, xiangqi, 58, Some(&[22]), Some(&[]));
    }
}
