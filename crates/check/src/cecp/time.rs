//! `level`, `st`, `time` and `otim`: every clock, none fallen.

use super::{Cecp, RICH, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-st", "st limits the time of a move", "C-271", |e| within(e, &["st 1"], ms(1500))),
    should("cecp-st-strict", "st is not overdrawn", "C-271", |e| within(e, &["st 1"], ms(1050))),
    must("cecp-st-again", "st limits the next moves as well", "C-271", |e| {
        e.needs_feature("setboard")?;
        e.in_time(ms(1500), "the second move after st 1", |e| {
            e.place(RICH)?;
            e.think(&["st 1"])?;
            let answer = e.watched.monitor.board().and_then(|board| board.legal_moves().pop());
            let Some(answer) = answer else { return not_applicable("the game is over") };
            e.user_move(&answer);
            Ok(e.its_move()?.took)
        })
    }),
    should("cecp-st-decimal", "st takes decimals", "C-278", |e| within(e, &["st 0.5"], ms(1100))),
    must(
        "cecp-level-sudden",
        "level for a whole game: the flag does not fall",
        "C-260 C-295 C-264",
        |e| within(e, &["level 0 1 0", "time 200", "otim 6000"], ms(2000)),
    ),
    must("cecp-level-seconds", "level takes minutes and seconds", "C-260 C-265", |e| {
        // Without `time`, which would say how much is left.
        e.fresh()?;
        within(e, &["level 0 0:02 0"], ms(2000))
    }),
    must(
        "cecp-level-increment",
        "level with an increment: the flag does not fall",
        "C-263 C-295",
        |e| within(e, &["level 0 1 1", "time 150", "otim 6000"], ms(1500)),
    ),
    must(
        "cecp-level-period",
        "moves per period: the flag does not fall",
        "C-261 C-262 C-295",
        |e| within(e, &["level 40 0:20 0", "time 2000", "otim 2000"], ms(10_000)),
    ),
    should(
        "cecp-level-wise",
        "of twenty seconds for forty moves, one move takes less than four",
        "C-261",
        |e| within(e, &["level 40 0:20 0", "time 2000", "otim 2000"], ms(4000)),
    ),
    should("cecp-level-decimal", "level takes a decimal increment", "C-278", |e| {
        within(e, &["level 0 1 0.5", "time 200", "otim 200"], ms(2000))
    }),
    should("cecp-level-zero", "level without base time does no harm", "C-269", |e| {
        e.fresh()?;
        within(e, &["level 0 0 1", "time 100", "otim 100"], ms(1500))
    }),
    must("cecp-time", "time is what is left on the engine's clock", "C-295 C-297", |e| {
        within(e, &["level 0 60 0", "time 100", "otim 360000"], ms(1000))
    }),
    should("cecp-time-zero", "no time left: the move comes at once", "C-303", |e| {
        e.fresh()?;
        within(e, &["level 0 1 0", "time 0", "otim 100"], ms(500))
    }),
    must("cecp-time-odd", "time and otim are taken without an error", "C-300 C-301", |e| {
        e.needs_default("time")?;
        e.say_each(&["time 12345", "otim 54321"]);
        let said = e.sync()?;
        ensure(!said.iter().any(super::is_complaint), "no complaint")
    }),
    must(
        "cecp-game-clock",
        "twelve moves with two seconds: no flag falls",
        "C-264 C-295 C-304",
        game,
    ),
];

/// The move comes before this time is over.
fn within(e: &mut Cecp, limits: &[&str], limit: Duration) -> Outcome {
    e.needs_feature("setboard")?;
    e.in_time(limit, &format!("a move after {}", limits.join(", ")), |e| {
        e.place(RICH)?;
        Ok(e.think(limits)?.took)
    })
}

/// The engine plays White; Black answers with anything.
fn game(e: &mut Cecp) -> Outcome {
    e.in_time(Duration::ZERO, "each of twelve moves, by its clock", |e| {
        e.say_each(&["new", "force", "easy", "level 0 0:02 0"]);
        e.sync()?;
        let mut clock = ms(2000);
        let mut overdrawn = Duration::ZERO;
        e.say_each(&["time 200", "otim 200", "go"]);
        for _ in 0..12 {
            let Some(played) = e.move_within(ms(6000))? else { break };
            overdrawn = overdrawn.max(played.took.saturating_sub(clock));
            clock = clock.saturating_sub(played.took).max(ms(10));
            let Some(answer) =
                e.watched.monitor.board().and_then(|board| board.legal_moves().pop())
            else {
                break;
            };
            e.say(&format!("time {}", clock.as_millis() / 10));
            e.say("otim 200");
            e.user_move(&answer);
        }
        e.say("force");
        e.sync()?;
        Ok(overdrawn)
    })
}
