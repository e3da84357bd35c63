//! What the computer league needs, and whole games.

use super::{START, Ucci};
use crate::expectation::{Expectation, Finding, ensure, must, should};
use crate::run::Subject;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Ucci>] = &[
    must(
        "ucci-league",
        "the words of the league are enough for a game",
        "X-340 X-341 X-347",
        |e| {
            e.restart_again()?;
            e.greet()?;
            e.talk().spoiled = true;
            play(e, 6, "increment 0 opptime 5000 oppincrement 0")
        },
    ),
    should(
        "ucci-league-order",
        "what the league's simulator sends after ucciok does no harm",
        "X-349 X-351",
        |e| {
            e.fresh()?;
            for line in ["promotion false", "ponder false", "newgame"] {
                e.say(&format!("setoption {line}"));
            }
            play(e, 2, "increment 0 opptime 5000 oppincrement 0")
        },
    ),
    must("ucci-sample", "the dialogue of the document works line by line", "X-380 X-382", |e| {
        e.fresh()?;
        e.position(START);
        let time = e.time(Duration::from_secs(300));
        e.begin(&format!("time {time} increment 0"));
        e.listen(super::ms(100));
        if e.is_searching() {
            e.stop()?;
        }
        e.position(&format!("{START} moves b0c2 b9c7"));
        e.begin(&format!("ponder time {time} increment 0"));
        e.no_best_within(super::ms(100), "while pondering")?;
        e.stop()?;
        e.position(&format!("{START} moves b0c2 c6c5"));
        e.begin(&format!("time {time} increment 0"));
        e.listen(super::ms(100));
        if e.is_searching() {
            e.stop()?;
        }
        Ok(())
    }),
    must("ucci-games", "several games in one process", "X-176 X-047", |e| {
        for _ in 0..2 {
            e.say("setoption newgame");
            play(e, 4, "increment 0")?;
        }
        Ok(())
    }),
];

/// Red and Black are both played, the whole game sent from its start.
fn play(e: &mut Ucci, plies: usize, rest: &str) -> Result<(), Finding> {
    let mut moves = String::new();
    for _ in 0..plies {
        let time = e.time(Duration::from_secs(2));
        let search = e.search(&format!("{START}{moves}"), &format!("time {time} {rest}"))?;
        ensure(search.took <= Duration::from_millis(2200), "a move in time")?;
        let Some(best) = &search.best else { break };
        if moves.is_empty() {
            moves.push_str(" moves");
        }
        moves.push(' ');
        moves.push_str(best.as_str());
    }
    Ok(())
}
