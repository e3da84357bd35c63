//! The games that are played and kept, and the engine's search as their player.

use ferz_engine::Evaluator;
use ferz_engine::eval::Evaluated;
use ferz_engine::eval::network::Network;
use ferz_engine::solo::{Budget, Solo, Step};
use ferz_rules::table::set::Bits;
use ferz_rules::{Position, Searched, Variant, chess, table, xiangqi};
use std::sync::Arc;

/// Which evaluation plays.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// What the engine plays with when nobody chooses.
    #[default]
    Usual,
    /// The one made by hand; games of no family count men and moves.
    ByHand,
    /// This network, which is for the game.
    Network(Arc<Network>),
}

/// Who chooses the moves.
pub trait Thinker<P: Position> {
    /// Forgets the last game.
    fn new_game(&mut self);
    /// The best move and its score in centipawns for the side to move, after about `nodes`;
    /// `None` without legal moves. `before` holds the game so far.
    fn think(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<(P::Move, i32)>;
    /// The score of an opening, as [`think`](Self::think) gives it.
    fn judge(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<i32> {
        self.think(board, before, nodes).map(|(_, score)| score)
    }
}

/// The engine's search as a player. Its thread needs a stack of [`STACK`](ferz_engine::solo::STACK)
/// bytes.
pub type Player<P> = Box<dyn Thinker<P>>;

/// A position that the engine plays and that files hold.
pub trait Playable: ferz_rules::Playable {
    /// Whether positions of a game are of this type.
    fn is_board_of(game: Variant) -> bool {
        game.family == Self::FAMILY
    }
    /// A player of a game with a hash table of `megabytes` and this evaluation.
    fn player(game: Variant, megabytes: usize, evaluation: &Evaluation) -> Player<Self>;
}

impl Playable for chess::Board {
    fn player(game: Variant, megabytes: usize, evaluation: &Evaluation) -> Player<Self> {
        evaluated(game, megabytes, evaluation)
    }
}

impl Playable for xiangqi::Board {
    fn player(game: Variant, megabytes: usize, evaluation: &Evaluation) -> Player<Self> {
        evaluated(game, megabytes, evaluation)
    }
}

impl<B: Bits> Playable for table::Board<B> {
    fn is_board_of(game: Variant) -> bool {
        table::is_as_wide::<B>(game)
    }

    fn player(game: Variant, megabytes: usize, evaluation: &Evaluation) -> Player<Self> {
        evaluated(game, megabytes, evaluation)
    }
}

fn evaluated<P: Evaluated>(game: Variant, megabytes: usize, evaluation: &Evaluation) -> Player<P> {
    Box::new(match evaluation {
        Evaluation::Usual => Solo::new(game, megabytes),
        Evaluation::ByHand => Solo::with(megabytes, None),
        Evaluation::Network(network) => Solo::with(megabytes, Some(network.clone())),
    })
}

impl<P: Evaluated, E: Evaluator<P>> Thinker<P> for Solo<P, E> {
    fn new_game(&mut self) {
        Solo::new_game(self);
    }

    fn think(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<(P::Move, i32)> {
        Solo::think(self, board, before, Budget { soft_nodes: nodes, hard_nodes: nodes * 8 })
    }
}

impl<P: Searched> Thinker<P> for Player<P> {
    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn think(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<(P::Move, i32)> {
        (**self).think(board, before, nodes)
    }

    fn judge(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<i32> {
        (**self).judge(board, before, nodes)
    }
}
