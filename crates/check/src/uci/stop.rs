//! `stop`, `isready` and other words during a search, `quit`, and the end of input.

use super::handshake::quits;
use super::{RICH, Uci, ms};
use crate::expectation::{Ability, Expectation, Finding, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::uci::FromEngine;
use std::time::{Duration, Instant};

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-stop", "stop ends a search with bestmove", "U-260 U-316", |e| {
        e.position(RICH);
        e.begin("infinite");
        // One that does not wait for stop is another expectation's affair.
        let search = match e.best_within(ms(100))? {
            Some(search) => search,
            None => e.stop()?,
        };
        e.talk().works(Ability::Stop);
        ensure(search.best.is_some(), "a move")
    }),
    must("uci-stop-soon", "bestmove comes within a second of stop", "U-260", |e| {
        e.in_time(ms(1000), "bestmove after stop", stop_latency)
    }),
    should("uci-stop-quick", "bestmove comes within 50 ms of stop", "U-260", |e| {
        e.in_time(ms(50), "bestmove after stop", stop_latency)
    }),
    must("uci-stop-at-once", "go and stop in one piece bring one legal move", "U-262", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        e.say_all(&["go infinite", "stop"]);
        let search = e.finish(Ability::Stop, "bestmove after stop")?;
        ensure(search.best.is_some(), "a move")
    }),
    must("uci-stop-movetime", "stop ends a timed search early", "U-260", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        e.begin("movetime 8000");
        e.listen(ms(50));
        let search = e.stop()?;
        ensure(search.took < ms(4000), "bestmove soon after stop")
    }),
    must("uci-stop-idle", "stop while idle is ignored", "U-263 U-033", |e| {
        e.search("startpos", "depth 1")?;
        e.ping()?;
        e.say("stop");
        e.has_ignored_it()
    }),
    must("uci-stop-twice", "a second stop brings no second bestmove", "U-316 U-263", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        e.begin("infinite");
        e.listen(ms(50));
        e.say_all(&["stop", "stop"]);
        e.finish(Ability::Stop, "bestmove after stop")?;
        e.has_ignored_it()
    }),
    must(
        "uci-isready-searching",
        "isready is answered at once during a search",
        "U-122 U-013",
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
    must("uci-isready-goes-on", "isready does not end the search", "U-122", |e| {
        searching(e)?;
        e.ping()?;
        e.no_best_within(ms(150), "because of isready")?;
        e.stop().map(drop)
    }),
    must("uci-isready-many", "a hundred isready bring a hundred readyok", "U-120", |e| {
        e.talk().needs(Ability::Ping)?;
        e.say_all(&["isready"; 100]);
        for _ in 0..100 {
            e.pong()?;
        }
        e.has_ignored_it()
    }),
    must("uci-debug-searching", "debug may come during a search", "U-113 U-110", |e| {
        searching(e)?;
        e.say("debug on");
        e.ping()?;
        e.say("debug off");
        e.no_best_within(ms(100), "because of debug")?;
        e.stop().map(drop)
    }),
    should("uci-debug-on", "debug on brings further information", "U-111 U-110", |e| {
        e.nonsense()?;
        e.say("debug on");
        let mut said = e.ping()?;
        e.position("startpos");
        said.extend(e.ping()?);
        let told =
            said.iter().any(|said| matches!(said, FromEngine::Info(info) if info.string.is_some()));
        ensure(told, "info string")
    }),
    should("uci-debug-bare", "debug without an argument does no harm", "U-115", |e| {
        e.say("debug");
        e.is_well_and_silent()
    }),
    should("uci-go-searching", "a go during a search is ignored", "U-054", |e| {
        e.talk().needs(Ability::Stop)?;
        e.nonsense()?;
        e.position(RICH);
        e.begin("infinite");
        e.listen(ms(50));
        e.say("go depth 1");
        e.no_best_within(ms(150), "because of a second go")?;
        e.stop()?;
        let more = e.best_within(ms(150))?;
        ensure(more.is_none(), "one bestmove")
    }),
    should(
        "uci-setoption-searching",
        "setoption during a search does not disturb it",
        "U-056",
        |e| {
            e.talk().needs(Ability::Stop)?;
            let hash = e.needs_option("Hash")?;
            e.nonsense()?;
            e.position(RICH);
            e.begin("infinite");
            e.listen(ms(50));
            e.set(&hash.name, "32");
            e.say("isready");
            let ready = |said: &FromEngine| (*said == FromEngine::ReadyOk).then_some(());
            ensure(e.wait_for(ms(1000), ready)?.is_some(), "readyok at once")?;
            e.no_best_within(ms(100), "because of setoption")?;
            e.stop().map(drop)
        },
    ),
    must("uci-quit-searching", "quit ends the program during a search", "U-300 U-301", |e| {
        e.restart_again()?;
        e.greet()?;
        searching(e)?;
        quits(e, Duration::from_secs(3))
    }),
    should("uci-eof", "the end of input ends the program", "U-302", |e| {
        e.restart_again()?;
        e.greet()?;
        ended_by(e, Uci::close)
    }),
    should(
        "uci-eof-searching",
        "the end of input ends the program during a search",
        "U-302",
        |e| {
            e.restart_again()?;
            e.greet()?;
            searching(e)?;
            ended_by(e, Uci::close)
        },
    ),
    should("uci-sigterm", "the signal to terminate ends the program", "U-499", |e| {
        e.restart_again()?;
        e.greet()?;
        if cfg!(unix) {
            ended_by(e, |e| e.talk().terminate())
        } else {
            not_applicable("no signals here")
        }
    }),
    must("uci-idle-after-start", "the engine does not calculate before go", "U-050 U-012", |e| {
        e.fresh()?;
        e.ping()?;
        e.position("startpos moves e2e4");
        e.ping()?;
        e.is_idle()
    }),
    must("uci-idle-after-move", "the engine does not calculate after bestmove", "U-051", |e| {
        if e.declared("Ponder").is_some() {
            e.set("Ponder", "true");
            e.talk().spoiled = true;
        }
        e.search(RICH, "depth 5")?;
        e.ping()?;
        e.is_idle()
    }),
];

impl Uci {
    fn close(&mut self) {
        self.talk().close_input();
    }
}

/// A search without end is under way.
pub(super) fn searching(e: &mut Uci) -> Result<(), Finding> {
    e.talk().needs(Ability::Stop)?;
    e.position(RICH);
    e.begin("infinite");
    match e.best_within(ms(50))? {
        None => Ok(()),
        Some(_) => not_applicable("a search without end ends by itself"),
    }
}

fn stop_latency(e: &mut Uci) -> Result<Duration, Finding> {
    searching(e)?;
    Ok(e.stop()?.took)
}

fn ended_by(e: &mut Uci, end: impl FnOnce(&mut Uci)) -> Result<(), Finding> {
    e.talk().spoiled = true;
    end(e);
    ensure(e.talk().ends(Duration::from_secs(3)).is_some(), "the end of the program within 3 s")
}
