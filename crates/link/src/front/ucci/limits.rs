//! What `go` asks for.

use crate::{Clock, Clocks, Limits};
use ferz_wire::ucci::Go;
use std::time::Duration;

/// How deep a search without limits goes in batch mode, where nobody could stop it.
pub(super) const BATCH_DEPTH: u32 = 12;

/// How to think.
pub(super) struct Terms {
    pub(super) limits: Limits,
    /// Limits count from `ponderhit` on.
    pub(super) pondering: bool,
    /// There is no limit at all.
    pub(super) endless: bool,
}

/// The terms of a `go`, its clocks in seconds or milliseconds.
pub(super) fn terms(go: &Go, milliseconds: bool) -> Terms {
    let positive = |value: i64| u32::try_from(value.max(1)).unwrap_or(u32::MAX);
    let time = |value: i64| millis(if milliseconds { value } else { value.saturating_mul(1000) });
    let clock = |left: Option<i64>, increment: Option<i64>, moves: Option<i64>| {
        left.map(|left| Clock {
            remaining: time(left),
            increment: increment.map(time).unwrap_or_default(),
            moves_to_go: moves.filter(|moves| *moves > 0).map(positive),
        })
    };
    let opponent = clock(go.opptime, go.oppincrement, go.oppmovestogo);
    // With the opponent's clock alone, ours is taken to be the same.
    let own = clock(go.time, go.increment, go.movestogo).or(opponent);
    let static_only = go.depth == Some(0);
    let limits = Limits {
        depth: go.depth.filter(|_| !static_only).map(positive),
        nodes: go.nodes.map(|nodes| nodes.max(1) as u64),
        // Mixed hosts send UCI's word, and mean UCI's unit.
        move_time: go.movetime.map(|time| millis(time.max(1))),
        clock: own.map(|_| Clocks { own, opponent }),
        static_only,
        ..Limits::default()
    };
    let endless = limits == Limits::default();
    Terms { limits, pondering: go.ponder, endless }
}

/// Milliseconds; a flag about to fall is zero. Beyond a century nobody waits.
fn millis(value: i64) -> Duration {
    Duration::from_millis(value.clamp(0, 3_155_760_000_000) as u64)
}
