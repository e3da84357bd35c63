//! What `go` asks for: limits and root moves.

use crate::{Clock, Clocks, Limits, Record, Side, Spelling};
use ferz_wire::MoveText;
use ferz_wire::uci::Go;
use std::time::Duration;

/// The legal ones of these moves, each once.
pub(super) fn root_moves(
    record: &dyn Record,
    spelling: Spelling,
    wanted: &[MoveText],
) -> Vec<MoveText> {
    let mut moves = Vec::new();
    for text in wanted {
        if let Ok(spelled) = record.spell(text.as_str(), spelling) {
            let mv = MoveText::new(&spelled);
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    moves
}

/// What ends the search that `go` asks for; nothing at all for `infinite`.
pub(super) fn limits(go: &Go, side: Side) -> Limits {
    // Zero would mean "at once" where other programs read "not given": take the smallest search.
    let positive = |value: i64| u32::try_from(value.max(1)).unwrap_or(u32::MAX);
    let mut limits = Limits {
        depth: go.depth.map(positive),                    // U-237, U-246
        nodes: go.nodes.map(|nodes| nodes.max(1) as u64), // U-238
        mate: go.mate.map(positive),                      // U-239
        perft: go.perft.map(positive),
        ..Limits::default()
    };
    if go.infinite {
        // `infinite` means that no clock counts.
        return limits;
    }
    let clock = |time: Option<i64>, increment: Option<i64>| {
        time.map(|time| Clock {
            remaining: millis(time),
            increment: increment.map(millis).unwrap_or_default(),
            moves_to_go: go.movestogo.filter(|moves| *moves > 0).map(positive), // U-234, U-247
        })
    };
    let white = clock(go.wtime, go.winc);
    let black = clock(go.btime, go.binc);
    let (own, opponent) = match side {
        Side::First => (white, black),
        Side::Second => (black, white),
    };
    // With the opponent's clock alone, ours is taken to be the same.
    let own = own.or(opponent);
    let move_time = go.movetime.map(|time| millis(time.max(1))); // U-240, U-248
    match (move_time, own) {
        // A fixed time within the clock's: the clock has no say.
        (Some(time), Some(clock)) if time > clock.remaining => {
            limits.max_time = Some(time);
            limits.clock = Some(Clocks { own, opponent });
        }
        (Some(time), _) => limits.move_time = Some(time),
        (None, Some(_)) => limits.clock = Some(Clocks { own, opponent }),
        (None, None) => {}
    }
    limits
}

/// Milliseconds; a flag about to fall is zero. Beyond a century nobody waits.
fn millis(value: i64) -> Duration {
    Duration::from_millis(value.clamp(0, 3_155_760_000_000) as u64)
}
