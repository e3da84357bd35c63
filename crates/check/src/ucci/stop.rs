//! `stop`, pondering, and what is void while the engine thinks.

use super::{RICH, START, Ucci, ms};
use crate::expectation::{Ability, Expectation, Finding, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::ucci::FromEngine;
use std::time::{Duration, Instant};

pub(super) const ALL: &[Expectation<Ucci>] = &[
    must("ucci-stop", "stop ends a search", "X-284 X-224", |e| {
        e.position(RICH);
        e.begin("infinite");
        let search = match e.best_within(ms(150))? {
            Some(search) => search,
            None => e.stop()?,
        };
        e.talk().works(Ability::Stop);
        ensure(search.best.is_some(), "bestmove")
    }),
    must("ucci-stop-soon", "the answer comes within 500 ms of stop", "X-284 X-345", |e| {
        e.in_time(ms(500), "bestmove after stop", |e| {
            searching(e)?;
            Ok(e.stop()?.took)
        })
    }),
    should("ucci-stop-quick", "the answer comes within 50 ms of stop", "X-284", |e| {
        e.in_time(ms(50), "bestmove after stop", |e| {
            searching(e)?;
            Ok(e.stop()?.took)
        })
    }),
    must("ucci-stop-at-once", "go and stop in one piece bring one answer", "X-284 X-047", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        e.say_all(&["go infinite", "stop"]);
        e.finish(Ability::Stop, "bestmove after stop")?;
        e.ping().map(drop)
    }),
    should("ucci-stop-idle", "stop while idle is answered by nobestmove", "X-059 X-371", |e| {
        e.fresh()?;
        e.say("stop");
        let found = e.wait_for(ms(2000), |it| (*it == FromEngine::NoBestMove).then_some(()))?;
        ensure(found.is_some(), "nobestmove")
    }),
    must("ucci-stop-timed", "stop ends a timed search early", "X-284 X-345", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        let time = e.time(Duration::from_secs(600));
        e.begin(&format!("time {time} increment 0"));
        if e.best_within(ms(100))?.is_some() {
            return not_applicable("the engine has moved already");
        }
        let search = e.stop()?;
        ensure(search.took < ms(2000), "the answer soon after stop")
    }),
    must("ucci-isready-goes-on", "isready does not end the search", "X-190 X-049", |e| {
        searching(e)?;
        e.ping()?;
        e.no_best_within(ms(150), "because of isready")?;
        e.stop().map(drop)
    }),
    // An engine for the league need not know it at all; then it is not asked.
    must(
        "ucci-isready-thinking",
        "isready is answered at once while the engine thinks",
        "X-190 X-048 X-049",
        |e| {
            searching(e)?;
            e.in_time(ms(500), "readyok", |e| {
                let began = Instant::now();
                e.ping()?;
                Ok(began.elapsed())
            })?;
            e.stop().map(drop)
        },
    ),
    must("ucci-position-void", "position while the engine thinks is void", "X-050 X-370", |e| {
        e.talk().needs(Ability::Stop)?;
        e.nonsense()?;
        e.position(START);
        e.begin("infinite");
        e.listen(ms(50));
        e.say(&format!("position {START} moves h2e2"));
        let search = e.stop()?;
        red(search.best())?;
        let next = e.go("depth 1")?;
        red(next.best())
    }),
    must("ucci-go-void", "go while the engine thinks is void", "X-050 X-047", |e| {
        e.nonsense()?;
        searching(e)?;
        e.talk().spoiled = true;
        e.say("go depth 1");
        e.no_best_within(ms(150), "because of a second go")?;
        e.stop()?;
        ensure(e.best_within(ms(200))?.is_none(), "one answer")
    }),
    must("ucci-unknown-thinking", "an unknown word does not disturb the search", "X-065", |e| {
        e.talk().needs(Ability::Stop)?;
        e.nonsense()?;
        e.position(RICH);
        e.begin("infinite");
        e.say("foo bar");
        e.no_best_within(ms(150), "because of it")?;
        e.say("stop");
        ensure(e.best_within(ms(2000))?.is_some(), "bestmove after stop")
    }),
    must("ucci-ponder-waits", "pondering does not end when the time is over", "X-238", |e| {
        ponder(e, ms(1000))?;
        e.no_best_within(ms(1300), "while pondering")?;
        e.stop().map(drop)
    }),
    must("ucci-ponder-stop", "stop ends pondering", "X-288", |e| {
        ponder(e, Duration::from_secs(60))?;
        e.no_best_within(ms(100), "while pondering")?;
        e.stop().map(drop)
    }),
    must("ucci-ponderhit", "after ponderhit the move comes in time", "X-280 X-281", |e| {
        e.in_time(ms(2300), "bestmove after ponderhit with a clock of two seconds", |e| {
            ponder(e, ms(2000))?;
            e.no_best_within(ms(100), "while pondering")?;
            e.say("ponderhit");
            Ok(e.finish(Ability::Go, "bestmove after ponderhit")?.took)
        })
    }),
    must("ucci-ponderhit-draw", "ponderhit draw is a ponderhit", "X-282", |e| {
        e.in_time(ms(2300), "bestmove after ponderhit draw", |e| {
            ponder(e, ms(2000))?;
            e.no_best_within(ms(50), "while pondering")?;
            e.say("ponderhit draw");
            Ok(e.finish(Ability::Go, "bestmove after ponderhit draw")?.took)
        })
    }),
    should("ucci-ponderhit-idle", "ponderhit while idle is ignored", "X-064", |e| {
        e.nonsense()?;
        e.say("ponderhit");
        e.is_well_and_silent()
    }),
    should(
        "ucci-ponder-depth",
        "pondering to a depth holds the move until ponderhit",
        "X-239 X-240",
        |e| {
            e.talk().needs(Ability::Stop)?;
            e.fresh()?;
            e.position(&format!("{START} moves h2e2 h9g7"));
            e.begin("ponder depth 1");
            e.talk().spoiled = true;
            e.no_best_within(ms(200), "while pondering")?;
            e.say("ponderhit");
            ensure(e.best_within(ms(2000))?.is_some(), "bestmove after ponderhit")
        },
    ),
    must(
        "ucci-idle-after-move",
        "the engine does not think after bestmove",
        "X-053 X-355 X-160",
        |e| {
            e.fresh()?;
            if e.declared("ponder").is_some() {
                e.say("setoption ponder true");
            }
            e.search(START, "depth 5")?;
            e.is_idle()
        },
    ),
    must(
        "ucci-many-stops",
        "ten searches begun and stopped at once bring ten answers",
        "X-047 X-284",
        |e| {
            e.talk().needs(Ability::Stop)?;
            e.position(RICH);
            for _ in 0..10 {
                e.say_all(&["go infinite", "stop"]);
                e.finish(Ability::Stop, "bestmove after stop")?;
            }
            Ok(())
        },
    ),
];

fn red(best: &str) -> Result<(), Finding> {
    ensure(matches!(best.as_bytes().get(1), Some(b'0'..=b'3')), "a first move of Red")
}

/// A search without end is under way.
fn searching(e: &mut Ucci) -> Result<(), Finding> {
    e.talk().needs(Ability::Stop)?;
    e.position(RICH);
    e.begin("infinite");
    match e.best_within(ms(50))? {
        None => Ok(()),
        Some(_) => not_applicable("a search without end ends by itself"),
    }
}

fn ponder(e: &mut Ucci, clock: Duration) -> Result<(), Finding> {
    e.talk().needs(Ability::Stop)?;
    e.position(&format!("{START} moves h2e2 h9g7"));
    let time = e.time(clock);
    e.begin(&format!("ponder time {time} increment 0"));
    Ok(())
}
