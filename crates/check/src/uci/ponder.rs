//! `go ponder`, `ponderhit`, and `stop` between them.

use super::{MATE_IN_1, Uci, ms};
use crate::expectation::{Ability, Expectation, Finding, ensure, must, should};
use crate::run::Subject;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-ponder-waits", "pondering does not end when the time is over", "U-229 U-276", |e| {
        ponder(e, "wtime 100 btime 100")?;
        e.no_best_within(ms(600), "while pondering")?;
        e.stop().map(drop)
    }),
    must("uci-ponder-mate", "pondering does not end when a mate was found", "U-229", |e| {
        pondering(e)?;
        e.position(MATE_IN_1);
        e.begin("ponder wtime 60000 btime 60000");
        e.no_best_within(ms(400), "while pondering")?;
        e.stop().map(drop)
    }),
    must("uci-ponder-stop", "stop ends pondering with bestmove", "U-261 U-316", |e| {
        ponder(e, "wtime 60000 btime 60000")?;
        e.listen(ms(100));
        let search = e.stop()?;
        ensure(search.best.is_some(), "a move")
    }),
    must(
        "uci-ponder-stop-at-once",
        "go ponder and stop in one piece bring one move",
        "U-261 U-262",
        |e| {
            pondering(e)?;
            e.position("startpos moves e2e4 e7e5");
            e.say_all(&["go ponder wtime 60000 btime 60000", "stop"]);
            e.finish(Ability::Stop, "bestmove after stop")?;
            e.has_ignored_it()
        },
    ),
    must("uci-ponderhit", "after ponderhit the move comes in time", "U-275 U-278", |e| {
        e.in_time(ms(1300), "bestmove after ponderhit with a clock of one second", |e| {
            ponder(e, "wtime 1000 btime 1000")?;
            e.no_best_within(ms(100), "while pondering")?;
            hit(e)
        })
    }),
    must("uci-ponderhit-later", "the clock counts from ponderhit", "U-276 U-275", |e| {
        e.in_time(ms(900), "bestmove after ponderhit with a clock of 600 ms", |e| {
            ponder(e, "wtime 600 btime 600")?;
            e.no_best_within(ms(800), "while pondering")?;
            hit(e)
        })
    }),
    must(
        "uci-ponderhit-at-once",
        "go ponder and ponderhit in one piece bring one move",
        "U-275 U-316",
        |e| {
            pondering(e)?;
            e.position("startpos moves e2e4 e7e5");
            e.say_all(&["go ponder wtime 500 btime 500", "ponderhit"]);
            e.finish(Ability::Go, "bestmove after ponderhit")?;
            e.has_ignored_it()
        },
    ),
    must("uci-ponderhit-stop", "stop after ponderhit brings one move", "U-260 U-316", |e| {
        ponder(e, "wtime 60000 btime 60000")?;
        e.listen(ms(50));
        e.say_all(&["ponderhit", "stop"]);
        e.finish(Ability::Stop, "bestmove after ponderhit and stop")?;
        e.has_ignored_it()
    }),
    must("uci-ponderhit-idle", "ponderhit while idle is ignored", "U-284 U-033", |e| {
        e.say("ponderhit");
        e.has_ignored_it()
    }),
    must(
        "uci-ponderhit-infinite",
        "ponderhit does not end a search that does not ponder",
        "U-284",
        |e| {
            e.talk().needs(Ability::Stop)?;
            e.position("startpos");
            e.begin("infinite");
            e.say("ponderhit");
            e.no_best_within(ms(200), "because of ponderhit")?;
            e.stop().map(drop)
        },
    ),
    should(
        "uci-ponder-depth",
        "pondering to a depth holds the move until ponderhit",
        "U-285",
        |e| {
            ponder(e, "depth 1")?;
            e.no_best_within(ms(200), "while pondering")?;
            hit(e).map(drop)
        },
    ),
    must("uci-ponder-isready", "isready is answered while pondering", "U-122", |e| {
        ponder(e, "wtime 60000 btime 60000")?;
        e.ping()?;
        e.no_best_within(ms(50), "because of isready")?;
        e.stop().map(drop)
    }),
    should("uci-ponder-move", "bestmove names a move to ponder on", "U-318 U-260", |e| {
        pondering(e)?;
        e.set("Ponder", "true");
        e.talk().spoiled = true;
        e.search("startpos", "depth 6")?;
        let told = e
            .talk()
            .log
            .iter()
            .any(|it| it.text.starts_with("bestmove ") && it.text.contains(" ponder "));
        ensure(told, "bestmove MOVE ponder MOVE")
    }),
];

/// The engine ponders at all, and can be stopped.
fn pondering(e: &mut Uci) -> Result<(), Finding> {
    e.needs_option("Ponder")?;
    e.talk().needs(Ability::Stop)
}

fn ponder(e: &mut Uci, arguments: &str) -> Result<(), Finding> {
    pondering(e)?;
    e.position("startpos moves e2e4 e7e5");
    e.begin(&format!("ponder {arguments}"));
    Ok(())
}

fn hit(e: &mut Uci) -> Result<Duration, Finding> {
    e.say("ponderhit");
    Ok(e.finish(Ability::Go, "bestmove after ponderhit")?.took)
}
