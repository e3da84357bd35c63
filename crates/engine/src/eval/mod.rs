//! What a position is worth.

pub mod chess;
mod chosen;
pub mod danger;
mod explain;
pub(crate) mod library;
pub mod network;
pub mod plain;
pub mod score;
pub mod tabled;
pub mod terms;
pub mod trace;
pub mod xiangqi;

pub(crate) use chosen::Chosen;

use crate::search::params::Params;
use ferz_rules::Position;

/// The game phase with all pieces on the board, in every evaluation.
pub const FULL_PHASE: i32 = 24;

/// An evaluator that works by a table of numbers, as the tuner sees it.
pub trait Tunable<P: Position>: Evaluator<P> {
    /// The parts of the table, in its order.
    fn fields() -> Vec<terms::Field>;
    /// The numbers that it plays with, in the order of the fields.
    fn table() -> Vec<score::Pair>;
    /// A trace to be filled.
    fn blank() -> trace::Trace;
    /// Evaluates from the first side's point of view and writes down how.
    fn trace(&mut self, position: &P, trace: &mut trace::Trace);
}

/// How much of what it knows an evaluation made by hand uses: UCCI's option `knowledge`. Less of it
/// is quicker, which is enough where only mates are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knowledge {
    /// Men and where they stand.
    None,
    /// And where they can go.
    Small,
    /// And what they attack, kings above all.
    Medium,
    /// Everything there is, networks included.
    #[default]
    Large,
}

/// A position with the evaluator and the numbers that the engine searches it with.
pub trait Evaluated: network::Inputs {
    /// The evaluator made by hand.
    type Evaluator: Evaluator<Self>;
    /// The numbers of the search.
    fn params(&self) -> Params;
    /// A new one, its caches empty.
    fn evaluator() -> Self::Evaluator {
        Self::evaluator_with(Knowledge::default())
    }
    /// One with this much knowledge.
    fn evaluator_with(knowledge: Knowledge) -> Self::Evaluator;
}

/// Evaluates positions of one game, with state kept along the line that the search walks.
///
/// The search owns one evaluator per thread and a stack of states, one per ply. An evaluator that
/// needs none uses `()`.
pub trait Evaluator<P: Position>: Send + 'static {
    /// What is carried from a position to the next one.
    type State: Clone + Default + Send;

    /// Computes the state of `position` from nothing.
    fn refresh(&mut self, position: &P, state: &mut Self::State);
    /// Computes the state after `mv` from the state before it.
    fn update(
        &mut self,
        before: &P,
        mv: P::Move,
        after: &P,
        from: &Self::State,
        to: &mut Self::State,
    );
    /// The value in centipawns for the side to move, never in the range of mate scores. Not called
    /// in check.
    fn evaluate(&mut self, position: &P, state: &Self::State) -> i32;
    /// The terms of the value, for people.
    fn explain(&mut self, position: &P) -> String;
}
