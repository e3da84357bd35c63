//! Books of moves as openings: every line of the book, up to a number of half-moves.
//!
//! The caller knows the formats of books; here a book is what knows moves for a
//! position.

use ferz_rules::Game;
use std::collections::BTreeSet;

/// A book of moves.
pub trait Book {
    /// Its moves in this position, in coordinates, each with its weight.
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)>;
}

/// More lines than this are not looked for.
const LINES: usize = 100_000;

/// The lines of a book from this position on, the weightiest moves first, each as long as `plies` or
/// as the book. Of lines that lead to the same position there is one.
pub(super) fn lines(book: &dyn Book, start: &dyn Game, plies: usize) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut ends = BTreeSet::new();
    let mut open = vec![(start.boxed(), Vec::new())];
    while let Some((game, line)) = open.pop() {
        if lines.len() >= LINES {
            break;
        }
        let mut moves = Vec::new();
        if line.len() < plies {
            moves = book.moves(&*game);
            // What has no weight is not played.
            moves.retain(|(_, weight)| *weight > 0);
            moves.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        }
        let mut leads_on = false;
        // The last one pushed comes first.
        for (mv, _) in moves.iter().rev() {
            let mut next = game.boxed();
            if next.play(mv).is_ok() {
                let line = line.iter().chain([mv]).cloned().collect();
                open.push((next, line));
                leads_on = true;
            }
        }
        if !leads_on && !line.is_empty() && ends.insert(game.key()) {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Variant, new_game};

    /// The same two moves of each side in either order, and one that leads nowhere.
    struct Knights;

    impl Book for Knights {
        fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
            let moves: &[(&str, u32)] = match game.ply() {
                0 | 2 => &[("b1c3", 1), ("g1f3", 3), ("h1h8", 9)],
                1 | 3 => &[("g8f6", 2), ("a7a6", 0)],
                _ => &[],
            };
            moves.iter().map(|(mv, weight)| ((*mv).to_owned(), *weight)).collect()
        }
    }

    #[test]
    fn lines_of_a_book() {
        let start = new_game(Variant::NORMAL, None).unwrap();
        let texts = |plies| -> Vec<String> {
            lines(&Knights, &*start, plies).iter().map(|line| line.join(" ")).collect()
        };
        assert_eq!(texts(1), ["g1f3", "b1c3"]);
        assert_eq!(texts(2), ["g1f3 g8f6", "b1c3 g8f6"]);
        // Both orders lead to one position.
        assert_eq!(texts(3), ["g1f3 g8f6 b1c3"]);
        assert!(lines(&Knights, &*start, 0).is_empty());
    }
}
