//! Endgame tables as the search sees them.

use crate::search::score::Value;
use ferz_rules::Position;

/// How tables are to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Usage {
    /// With as many men as the largest tables have, only from this depth on.
    pub(crate) depth: i32,
    /// With no more men than this.
    pub(crate) men: u32,
    /// Whether wins that the fifty-move rule prevents are draws.
    pub(crate) fifty_moves: bool,
}

/// Tables that know the result of positions with few pieces.
pub(crate) trait Endgames<P: Position>: Send + Sync {
    /// The value of a position inside the search, or `None` if the tables may not be asked or do
    /// not know.
    fn value(&self, position: &P, ply: usize, depth: i32) -> Option<Value>;
    /// What the tables say of the position at the root. `repeated`: the game has come back to a
    /// position, so only moves that make progress will do.
    fn root(&self, position: &P, repeated: bool) -> Option<Verdict<P>>;
    /// What the user should know of the tables since the last call.
    fn news(&self) -> Vec<String>;
}

/// What endgame tables say of a root.
pub(crate) struct Verdict<P: Position> {
    /// The moves that keep the result, the best first.
    pub(crate) moves: Vec<P::Move>,
    /// The result.
    pub(crate) value: Value,
}
