//! What books and endgame tables know of a position. Who reads the files is the program's business.

use crate::notation::written;
use ferz_rules::Game;
use serde::Serialize;
use std::sync::Arc;

/// Books and tables, in the order in which they are shown.
pub type Sources = Arc<[Box<dyn Source>]>;

/// A book, or endgame tables.
pub trait Source: Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;
    /// The moves that it knows in this position, in coordinates, the best first.
    fn moves(&self, game: &dyn Game) -> Vec<(String, Says)>;
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// How often a book plays it, per mille.
    Share(u32),
    /// What it leads to for the side that makes it with best play, and the plies to the next capture or
    /// pawn move where it wins or loses.
    Outcome(Outcome, u32),
}

/// How a game ends with best play. The better, the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Won.
    Win,
    /// Won but for the fifty-move rule.
    CursedWin,
    /// Drawn.
    Draw,
    /// Lost but for the fifty-move rule.
    BlessedLoss,
    /// Lost.
    Loss,
}

/// What one source knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Known {
    /// The source.
    pub source: String,
    /// The moves, the best first.
    pub moves: Vec<KnownMove>,
}

/// A move that is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnownMove {
    /// For people.
    pub san: String,
    /// What is known of it.
    pub says: Says,
}

/// What all sources know; those that know nothing are left out.
pub(crate) fn ask(sources: &[Box<dyn Source>], game: &dyn Game) -> Vec<Known> {
    let known = sources.iter().map(|source| {
        let told = source
            .moves(game)
            .into_iter()
            .filter_map(|(text, says)| Some(KnownMove { san: written(game, &text).ok()?, says }));
        Known { source: source.name().to_owned(), moves: told.collect() }
    });
    known.filter(|known| !known.moves.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Variant, new_game};

    struct Two;

    impl Source for Two {
        fn name(&self) -> &str {
            "two"
        }

        fn moves(&self, _: &dyn Game) -> Vec<(String, Says)> {
            vec![("e2e4".into(), Says::Share(900)), ("e1e8".into(), Says::Share(100))]
        }
    }

    #[test]
    fn only_legal_moves_are_told() {
        let sources: [Box<dyn Source>; 1] = [Box::new(Two)];
        let mut game = new_game(Variant::NORMAL, None).expect("chess");
        let moves = vec![KnownMove { san: "e4".into(), says: Says::Share(900) }];
        assert_eq!(ask(&sources, &*game), [Known { source: "two".into(), moves }]);
        game.play("e4").expect("legal");
        assert_eq!(ask(&sources, &*game), []);
    }
}
