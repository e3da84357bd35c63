//! A search for programs that call it thousands of times a second: one thread, the caller's own; no
//! text, no reports.

use crate::drive::clock::Plan;
use crate::drive::control::{Control, TimeSource};
use crate::eval::network::{Game, Network, Standard, network_of};
use crate::eval::{Evaluated, Evaluator};
use crate::search::{Task, Worker};
use crate::table::Table;
use ferz_rules::{MoveSet, Position, Rulings, Searched, Variant};
use std::sync::Arc;
use std::time::Duration;

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Nodes after which no further depth is begun: sooner when the move is clear,
    /// later when it is not.
    pub soft_nodes: u64,
    /// No more than this.
    pub hard_nodes: u64,
}

/// What a thread that calls [`Solo::think`] needs as stack.
pub const STACK: usize = crate::search::STACK;

/// A position of a game and the move that was made there.
pub type Step<P> = (P, <P as Position>::Move);

/// A searcher of one game with its hash table and what it learned in the game.
///
/// Searches nest deeply: call it in a thread with [`STACK`] bytes of stack.
///
/// ```
/// use ferz_engine::solo::{Budget, Solo};
/// use ferz_rules::{Variant, chess::Board};
///
/// let mut solo = Solo::new(Variant::NORMAL, 1);
/// let board = Board::from_fen("6k1/8/6K1/8/8/8/8/R7 w - - 0 1", Variant::NORMAL).unwrap();
/// let (mv, score) = solo.think(&board, &[], Budget { soft_nodes: 500, hard_nodes: 5000 }).unwrap();
/// assert_eq!((mv.to_string().as_str(), score > 20_000), ("a1a8", true));
/// ```
pub struct Solo<P: Searched, E: Evaluator<P>> {
    worker: Worker<P, E>,
    table: Arc<Table>,
}

impl<P: Evaluated> Solo<P, Standard<P::Evaluator>> {
    /// A searcher with a hash table of `megabytes` and the engine's usual evaluation of the game.
    pub fn new(game: Variant, megabytes: usize) -> Self {
        // What is wrong with a file beside the program is told by the engine.
        let network = Game::of(game).and_then(|game| network_of(game).ok().flatten());
        Solo::with(megabytes, network)
    }

    /// A searcher with this network, which is for this game, or with the evaluation made by hand.
    pub fn with(megabytes: usize, network: Option<Arc<Network>>) -> Self {
        Solo::by(megabytes, Standard::new(P::evaluator(), network))
    }
}

impl<P: Evaluated, E: Evaluator<P>> Solo<P, E> {
    fn by(megabytes: usize, evaluator: E) -> Self {
        let table = Arc::new(Table::new(megabytes));
        Solo { worker: Worker::new(0, evaluator, table.clone()), table }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.worker.forget();
        self.table.clear(1);
    }

    /// The best move and its value for the side to move, in centipawns, a mate near 32,000; `None`
    /// without legal moves. `before` holds the game so far.
    pub fn think(
        &mut self,
        position: &P,
        before: &[Step<P>],
        budget: Budget,
    ) -> Option<(P::Move, i32)> {
        let mut moves = Vec::new();
        position.generate(MoveSet::All, &mut moves);
        // Only what can be repeated matters.
        let reach = before.len().min((position.reversible() as usize).saturating_add(1));
        let before = &before[before.len() - reach..];
        let past: Vec<_> = if position.repetition_may_lose() {
            before.iter().map(|(position, mv)| (position.clone(), Some(*mv))).collect()
        } else {
            Vec::new()
        };
        let task = Task {
            root: position.clone(),
            record: before.iter().map(|(position, _)| position.key()).collect(),
            past: past.into(),
            rulings: Rulings::default(),
            params: position.params(),
            moves: moves.into(),
            ranks: 1,
            max_depth: i32::MAX,
            node_limit: budget.hard_nodes,
            mate_plies: None,
            values: Arc::default(),
            endgames: None,
        };
        if task.moves.is_empty() {
            return None;
        }
        // A node is a microsecond of its own kind.
        let time = |nodes: u64| Some(Duration::from_micros(nodes));
        let plan =
            Plan { soft: time(budget.soft_nodes), hard: time(budget.hard_nodes), whole: false };
        let control = Control::new(plan, TimeSource::Nodes(1_000_000), false, 1);
        self.table.next_search();
        self.worker.think(&task, Arc::new(control), None);
        let best = self.worker.roots.first()?;
        Some((best.mv, best.shown()))
    }
}
