//! What the search keeps per ply of the line it is in.

use super::history::Context;
use super::score::{NONE, Value};
use ferz_rules::Searched;

/// Frames before the root, so that looking back needs no test.
pub(crate) const BEFORE_ROOT: usize = 6;

/// One ply of the line.
#[derive(Clone)]
pub(crate) struct Frame<P: Searched> {
    /// The move being searched; `None` for a null move or none yet.
    pub(crate) mv: Option<P::Move>,
    /// The same as an index of histories.
    pub(crate) context: Context,
    /// Whether that move is a capture or strong promotion.
    pub(crate) noisy: bool,
    /// Left out by a singularity test.
    pub(crate) excluded: Option<P::Move>,
    /// A quiet move that refuted a sibling.
    pub(crate) killer: Option<P::Move>,
    /// Corrected static evaluation; [`NONE`] where a move is forced.
    pub(crate) eval: Value,
    /// Whether the position is or was on a principal variation.
    pub(crate) was_pv: bool,
    /// Whether the side to move cannot stand pat.
    pub(crate) forced: bool,
    /// How often children failed high.
    pub(crate) cutoffs: u32,
    /// Number of the move being searched, from 1.
    pub(crate) number: u32,
    /// Plies taken off the move being searched.
    pub(crate) reduction: i32,
    /// What the opponent attacks.
    pub(crate) threats: P::Threats,
    /// Moves since the last irreversible or null move.
    pub(crate) reversible: u32,
}

impl<P: Searched> Default for Frame<P> {
    fn default() -> Self {
        Frame {
            mv: None,
            context: Context::NONE,
            noisy: false,
            excluded: None,
            killer: None,
            eval: NONE,
            was_pv: false,
            forced: false,
            cutoffs: 0,
            number: 0,
            reduction: 0,
            threats: P::Threats::default(),
            reversible: 0,
        }
    }
}
