//! Clocks: in every form, never fallen.

use super::{RICH, Uci, ms};
use crate::expectation::{Expectation, Finding, ensure, must, should};
use crate::run::Subject;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Uci>] = &[
    must(
        "uci-clock-sudden",
        "a second for the rest of the game: the flag does not fall",
        "U-230 U-235",
        |e| within(e, RICH, "wtime 1000 btime 1000", ms(1000)),
    ),
    must("uci-clock-black", "Black thinks on Black's clock", "U-231 U-230", |e| {
        within(e, "startpos moves e2e4", "wtime 600000 btime 800", ms(800))
    }),
    must("uci-clock-order", "the words of go may come in any order", "U-220", |e| {
        within(e, RICH, "binc 0 winc 0 btime 800 wtime 800", ms(800))
    }),
    must(
        "uci-clock-increment",
        "little time and an increment: the flag does not fall",
        "U-232 U-233",
        |e| within(e, RICH, "wtime 500 btime 500 winc 100 binc 100", ms(500)),
    ),
    must(
        "uci-clock-period",
        "the last move before the control: the flag does not fall",
        "U-234",
        |e| within(e, RICH, "wtime 800 btime 800 movestogo 1", ms(800)),
    ),
    should(
        "uci-clock-shared",
        "of two seconds for forty moves, one move takes not half",
        "U-234",
        |e| within(e, RICH, "wtime 2000 btime 2000 movestogo 40", ms(1000)),
    ),
    should(
        "uci-clock-wise",
        "of three seconds for the rest of the game, one move takes not half",
        "U-235",
        |e| within(e, RICH, "wtime 3000 btime 3000", ms(1500)),
    ),
    should("uci-clock-short", "a tenth of a second: the flag does not fall", "U-230 U-235", |e| {
        within(e, RICH, "wtime 100 btime 100", ms(100))
    }),
    should("uci-clock-one", "one clock alone is enough", "U-244", |e| {
        e.nonsense()?;
        within(e, "startpos", "wtime 400", ms(400))?;
        within(e, "startpos moves e2e4", "btime 400", ms(400))
    }),
    should("uci-clock-zero", "a clock at zero is answered at once", "U-245", |e| {
        e.nonsense()?;
        within(e, "startpos", "wtime 0 btime 0", ms(300))
    }),
    should("uci-clock-negative", "a clock below zero is answered at once", "U-245", |e| {
        e.nonsense()?;
        within(e, "startpos", "wtime -50 btime 1000", ms(300))
    }),
    should("uci-clock-huge", "a clock beyond all numbers does no harm", "U-040", |e| {
        e.nonsense()?;
        e.position("startpos");
        e.begin("wtime 99999999999999 btime 99999999999999 depth 2");
        e.talk().spoiled = true;
        ensure(e.best_within(ms(3000))?.is_some(), "bestmove at depth 2")
    }),
    should("uci-clock-movetime", "movetime decides where clocks are given too", "U-248", |e| {
        within(e, RICH, "movetime 200 wtime 60000 btime 60000", ms(700))
    }),
    should("uci-clock-mtg-0", "movestogo 0 is as if absent", "U-247", |e| {
        e.nonsense()?;
        within(e, "startpos", "wtime 800 btime 800 movestogo 0", ms(800))
    }),
    must(
        "uci-game-clock",
        "twelve moves with a second and a tiny increment: no flag falls",
        "U-235 U-232",
        game,
    ),
];

/// The answer comes before this time is over; the way there and back costs a little.
fn within(e: &mut Uci, position: &str, arguments: &str, limit: Duration) -> Result<(), Finding> {
    e.in_time(limit + ms(20), &format!("bestmove after go {arguments}"), |e| {
        let search = e.search(position, arguments)?;
        match search.best {
            Some(_) => Ok(search.took),
            None => Err(Finding::Unmet("a move".to_owned())),
        }
    })
}

/// The engine plays both sides; each has its clock.
fn game(e: &mut Uci) -> Result<(), Finding> {
    e.in_time(Duration::ZERO, "each of twelve moves, by a clock", |e| {
        e.say("ucinewgame");
        e.ping()?;
        let mut clocks = [ms(1000); 2];
        let increment = ms(10);
        let mut moves = String::new();
        let mut overdrawn = Duration::ZERO;
        for ply in 0..24 {
            let [white, black] = clocks.map(|clock| clock.as_millis());
            let search = e.search(
                &format!("startpos{moves}"),
                &format!("wtime {white} btime {black} winc 10 binc 10"),
            )?;
            let Some(best) = &search.best else { break };
            let clock = &mut clocks[ply % 2];
            overdrawn = overdrawn.max(search.took.saturating_sub(*clock));
            *clock = clock.saturating_sub(search.took).max(ms(1)) + increment;
            if moves.is_empty() {
                moves.push_str(" moves");
            }
            moves.push(' ');
            moves.push_str(best.as_str());
        }
        Ok(overdrawn)
    })
}
