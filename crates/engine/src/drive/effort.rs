//! How hard a search works: what UCCI's options `idle` and `pruning` leave to the user.

use std::time::Duration;

/// Work between two rests of a thread that leaves time to other programs.
pub(crate) const SHIFT: Duration = Duration::from_millis(5);

/// How much of a processor is left to others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Idle {
    /// Nothing.
    #[default]
    None,
    /// Half of it.
    Small,
    /// Two thirds.
    Medium,
    /// Three quarters.
    Large,
}

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
    /// As the options say.
    pub(crate) fn new(idle: Idle, pruning: Pruning) -> Effort {
        let rest = match idle {
            Idle::None => 0,
            Idle::Small => 1,
            Idle::Medium => 2,
            Idle::Large => 3,
        };
        Effort { rest, pruning }
    }
}
