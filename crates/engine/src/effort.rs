//! How hard a search works: what UCCI's options `idle` and `pruning` leave to the user.

use std::time::Duration;

/// The words of both options, and of `knowledge`, the least first.
pub(crate) const LEVELS: [&str; 4] = ["none", "small", "medium", "large"];

/// A thread that leaves time to others works so long before it rests.
pub(crate) const SHIFT: Duration = Duration::from_millis(5);

/// How much is left out of the search on suspicion. Less of it costs depth, but finds what nobody
/// suspects: composed endgames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Pruning {
    /// Every move to its full depth.
    None,
    /// Late moves less deep.
    Small,
    /// And positions that look decided are left early.
    Medium,
    /// And moves that look hopeless are not tried.
    #[default]
    Large,
}

/// How hard a search works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Rest after each shift, in shifts.
    pub(crate) rest: u32,
    /// What is left out.
    pub(crate) pruning: Pruning,
}

impl Effort {
    /// By the places of the words in [`LEVELS`].
    pub(crate) fn new(idle: usize, pruning: usize) -> Effort {
        let pruning = match pruning {
            0 => Pruning::None,
            1 => Pruning::Small,
            2 => Pruning::Medium,
            _ => Pruning::Large,
        };
        // Half of a processor, a third, a quarter.
        Effort { rest: idle.min(3) as u32, pruning }
    }
}
