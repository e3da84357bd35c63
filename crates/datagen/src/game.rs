//! The games that are played and kept.

use ferz_engine::eval::Evaluated;
use ferz_rules::{Family, MoveSet, Variant, chess, xiangqi};
use std::fmt::{Debug, Display};

/// What files and players ask of the positions of a game beside what a search does.
pub trait Playable: Evaluated + Copy + Debug + Display + Eq {
    /// Whose board it is.
    const FAMILY: Family;
    /// The start position.
    fn start(variant: Variant) -> Self;
    /// The position of a FEN, if it is one.
    fn from_fen(fen: &str, variant: Variant) -> Option<Self>;

    /// The legal moves.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.generate(MoveSet::All, &mut moves);
        moves
    }
}

impl Playable for chess::Board {
    const FAMILY: Family = Family::Chess;

    fn start(variant: Variant) -> Self {
        chess::Board::start(variant)
    }

    fn from_fen(fen: &str, variant: Variant) -> Option<Self> {
        chess::Board::from_fen(fen, variant).ok()
    }
}

impl Playable for xiangqi::Board {
    const FAMILY: Family = Family::Xiangqi;

    fn start(variant: Variant) -> Self {
        xiangqi::Board::start(variant)
    }

    fn from_fen(fen: &str, variant: Variant) -> Option<Self> {
        xiangqi::Board::from_fen(fen, variant).ok()
    }
}
