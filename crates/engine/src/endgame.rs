//! Endgame tables as the search sees them.

use crate::search::score::Value;
use ferz_rules::Position;

/// Tables that know the result of positions with few pieces.
pub(crate) trait Endgames<P: Position>: Send + Sync {
    /// The value of a position inside the search, or `None` if the tables may not be asked or do
    /// not know.
    fn value(&self, position: &P, ply: usize, depth: i32) -> Option<Value>;
}
