//! `ping` in every state.

use super::{Cecp, is_complaint, ms};
use crate::expectation::{Expectation, ensure, must, should};
use crate::run::Subject;
use ferz_wire::cecp::FromEngine;
use std::time::Instant;

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-ping-number", "pong repeats the number of ping", "C-350", |e| {
        e.needs_feature("ping")?;
        e.say("ping 987654");
        e.pong(987654).map(drop)
    }),
    must("cecp-ping-many", "fifty pings bring fifty pongs, in order", "C-350 C-351 C-806", |e| {
        e.ping()?;
        for number in 1001..=1050 {
            e.say(&format!("ping {number}"));
        }
        for number in 1001..=1050 {
            e.pong(number)?;
        }
        Ok(())
    }),
    must(
        "cecp-ping-new",
        "after force and new, pong comes when they are done",
        "C-355 C-351",
        |e| {
            e.say_each(&["force", "new"]);
            e.ping().map(drop)
        },
    ),
    must(
        "cecp-ping-thinking",
        "while the engine thinks, the move comes before pong",
        "C-353 C-354",
        |e| {
            e.ping()?;
            // A search that lasts for a while: a short one may be over before the ping is read.
            match e.announced().has("setboard") {
                true => e.place(super::RICH)?,
                false => e.new_game()?,
            }
            e.say_each(&["st 1", "go", "ping 77"]);
            let before = e.pong(77)?;
            let moved = before.iter().any(|said| matches!(said, FromEngine::Move(_)));
            ensure(moved, "move before pong")
        },
    ),
    must("cecp-ping-idle-quick", "an idle engine answers ping at once", "C-350", |e| {
        e.ping()?;
        e.in_time(ms(1000), "pong", |e| {
            let began = Instant::now();
            e.ping()?;
            Ok(began.elapsed())
        })
    }),
    must(
        "cecp-ping-pondering",
        "a pondering engine answers ping at once and ponders on",
        "C-352",
        |e| {
            e.ping()?;
            e.new_game()?;
            e.say_each(&["hard", "sd 3"]);
            e.think(&["st 1"])?;
            e.talk().spoiled = true;
            e.in_time(ms(1000), "pong", |e| {
                let began = Instant::now();
                e.ping()?;
                Ok(began.elapsed())
            })?;
            e.say("easy");
            e.ping().map(drop)
        },
    ),
    should("cecp-ping-analysing", "an analysing engine answers ping and goes on", "C-359", |e| {
        e.ping()?;
        e.needs_default("analyze")?;
        e.new_game()?;
        e.say("analyze");
        e.in_time(ms(1000), "pong", |e| {
            let began = Instant::now();
            e.ping()?;
            Ok(began.elapsed())
        })?;
        e.say("exit");
        e.ping().map(drop)
    }),
    should("cecp-ping-bare", "ping without a number does no harm", "C-362", |e| {
        e.nonsense()?;
        e.say("ping");
        e.ping().map(drop)
    }),
    should("cecp-empty-silent", "empty lines are no error", "C-558", |e| {
        e.say_each(&["", "", ""]);
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), format!("nothing, not {said:?}"))
    }),
];
