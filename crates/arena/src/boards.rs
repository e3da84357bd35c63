//! Games on two boards (bughouse): what goes from one board to the other.
//!
//! Two of a team sit side by side, with opposite colours. What one takes keeps its colour and goes to
//! the hand of the partner, who has that colour. So a king is mated only where no piece that still
//! comes could be dropped between; the rules know that, see [`Game::waits`].

use crate::record::MoveRecord;
use ferz_rules::{FenStyle, Game, MoveError, Side, Variant, new_game};

/// Makes a move of a record, and before it gives both sides what has come to their hands.
///
/// # Errors
/// If the move is not legal.
pub fn play(game: &mut Box<dyn Game>, made: &MoveRecord) -> Result<(), MoveError> {
    give(game, &made.came);
    game.play(&made.text)
}

/// Pieces come to hand, in letters of FEN; moves before that are no part of the record any more.
pub fn give(game: &mut Box<dyn Game>, came: &str) {
    if came.is_empty() {
        return;
    }
    if let Ok(richer) = new_game(game.variant(), Some(&with(&game.fen(FenStyle::XFen), came))) {
        *game = richer;
    }
}

/// A FEN with more pieces in hand.
pub(crate) fn with(fen: &str, came: &str) -> String {
    match fen.split_once(']') {
        Some((before, behind)) => format!("{before}{came}]{behind}"),
        None => fen.to_owned(),
    }
}

/// What a move of this side has taken, by the position before it and the position after: a letter of
/// FEN. Promoted pieces go as pawns.
pub(crate) fn taken(before: &str, after: &str, side: Side) -> Option<char> {
    let mut men = men(before, !side);
    for man in self::men(after, !side) {
        if let Some(at) = men.iter().position(|other| *other == man) {
            men.swap_remove(at);
        }
    }
    men.pop()
}

/// What moves from this position take on their board.
pub(crate) fn taken_by(variant: Variant, fen: Option<&str>, moves: &[String]) -> String {
    let Ok(mut game) = new_game(variant, fen) else { return String::new() };
    let taken = moves.iter().filter_map(|mv| {
        let (side, before) = (game.side(), game.fen(FenStyle::XFen));
        game.play(mv).ok()?;
        taken(&before, &game.fen(FenStyle::XFen), side)
    });
    taken.collect()
}

/// The men of a side on the board.
fn men(fen: &str, side: Side) -> Vec<char> {
    let board = fen.split(['[', ' ']).next().unwrap_or_default();
    let mut men: Vec<(char, Side)> = Vec::new();
    for letter in board.chars() {
        match letter {
            '~' => {
                if let Some((man, _)) = men.last_mut() {
                    *man = if man.is_ascii_uppercase() { 'P' } else { 'p' };
                }
            }
            _ if letter.is_ascii_uppercase() => men.push((letter, Side::First)),
            _ if letter.is_ascii_lowercase() => men.push((letter, Side::Second)),
            _ => {}
        }
    }
    men.into_iter().filter(|(_, owner)| *owner == side).map(|(letter, _)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Box<dyn Game> {
        new_game(Variant::by_name("bughouse").unwrap(), Some(fen)).unwrap()
    }

    /// C-219: what is taken keeps its colour; a promoted piece goes as a pawn.
    #[test]
    fn what_a_move_takes() {
        for (fen, mv, wanted) in [
            ("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4d5", Some('p')),
            ("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4e5", None),
            ("4k3/8/8/8/4N3/8/K7/7q~[] b - - 0 1", "h1e4", Some('N')),
            ("4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1", "e4d5", Some('p')),
            ("4k3/8/8/3q~4/2q1P3/8/8/4K3[] w - - 0 1", "e4d5", Some('p')),
            ("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", Some('p')),
            ("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", None),
            ("1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", Some('n')),
            ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", None),
        ] {
            let mut game = board(fen);
            let (side, before) = (game.side(), game.fen(FenStyle::XFen));
            game.play(mv).unwrap();
            assert_eq!(taken(&before, &game.fen(FenStyle::XFen), side), wanted, "{fen} {mv}");
        }
    }

    #[test]
    fn what_an_opening_takes() {
        let moves = ["e2e4", "d7d5", "e4d5", "d8d5"].map(str::to_owned);
        let variant = Variant::by_name("bughouse").unwrap();
        assert_eq!(taken_by(variant, None, &moves), "pP");
    }

    #[test]
    fn a_piece_that_comes_can_be_dropped() {
        let mut game = board("4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
        let made = |came: &str| MoveRecord { came: came.to_owned(), ..MoveRecord::book("N@e4") };
        assert!(play(&mut game, &made("n")).is_err());
        play(&mut game, &made("NP")).unwrap();
        assert!(game.fen(FenStyle::XFen).starts_with("4k3/8/8/8/4N3/8/8/4K3[Pn]"));
    }
}
