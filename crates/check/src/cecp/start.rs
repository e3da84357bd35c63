//! Start, `xboard`, `protover`, `quit` and the end of input.

use super::{Cecp, is_complaint, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use std::time::{Duration, Instant};

pub(super) const ALL: &[Expectation<Cecp>] = &[
    should(
        "cecp-features",
        "protover is answered by features, ended by done=1",
        "C-059 C-075 C-078 C-080 C-140",
        |e| {
            let announced = e.announced();
            ensure(announced.value("done").is_some(), "feature … done=1")
        },
    ),
    should(
        "cecp-quick-start",
        "the features are complete within two seconds, or done=0 is said",
        "C-078 C-079 C-082 C-069",
        |e| {
            let announced = e.announced();
            if announced.features.is_empty() {
                return not_applicable("the engine announces nothing");
            }
            let slow = announced.features.iter().any(|feature| {
                feature.name == "done" && feature.value == ferz_wire::cecp::FeatureValue::Int(0)
            });
            ensure(slow || announced.took <= ms(2000), format!("in time, not {:?}", announced.took))
        },
    ),
    must("cecp-ping", "ping is answered by pong", "C-350 C-105", |e| e.ping().map(drop)),
    must("cecp-higher-version", "a higher version than 2 is answered like 2", "C-060 C-061", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        e.say_each(&["xboard", "protover 9"]);
        let first = e.announced();
        let announced = e.hear_features()?;
        ensure(announced.features.len() == first.features.len(), "the same features")
    }),
    must(
        "cecp-version-1",
        "without protover the engine plays by version 1",
        "C-058 C-068 C-001",
        |e| {
            e.restart_again()?;
            e.talk().spoiled = true;
            e.say_each(&["xboard", "new", "level 40 5 0", "st 1", "e2e4"]);
            let played = e.its_move()?;
            ensure(played.mv.as_str().len() >= 4, "a move in coordinates")
        },
    ),
    should("cecp-no-greeting", "an interface may forget to say xboard", "C-765", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        e.say_each(&["new", "st 1", "go"]);
        ensure(e.move_within(ms(5000))?.is_some(), "a move")
    }),
    must(
        "cecp-all-rejected",
        "the engine works when all features are rejected",
        "C-086 C-087 C-090",
        |e| {
            e.restart_again()?;
            e.talk().spoiled = true;
            e.say_each(&["xboard", "protover 2"]);
            let announced = e.hear_features()?;
            for feature in &announced.features {
                e.say(&format!("rejected {}", feature.name));
            }
            e.say_each(&["new", "st 1", "go"]);
            e.its_move().map(drop)
        },
    ),
    must("cecp-answers-silent", "accepted and rejected are not answered", "C-087", |e| {
        e.say_each(&["accepted ping", "rejected name", "accepted nonsense"]);
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), format!("no complaint, not {said:?}"))
    }),
    should(
        "cecp-one-write",
        "commands that come in one piece at the start are all obeyed",
        "C-070 C-023",
        |e| {
            e.restart_again()?;
            e.talk().spoiled = true;
            e.say_all(&["xboard", "protover 2", "accepted done", "new", "st 1", "go"]);
            ensure(e.move_within(ms(5000))?.is_some(), "a move")
        },
    ),
    must("cecp-quit", "quit ends the program", "C-192", |e| {
        e.fresh()?;
        quits(e)
    }),
    must("cecp-quit-first", "quit ends the program at once after its start", "C-192", |e| {
        e.restart_again()?;
        e.say("xboard");
        quits(e)
    }),
    must("cecp-quit-thinking", "quit ends the program while it thinks", "C-192 C-022 C-801", |e| {
        e.begin_long()?;
        quits(e)
    }),
    should("cecp-quit-quick", "quit ends the program within 100 ms", "C-192", |e| {
        e.in_time(ms(100), "the end of the program", |e| {
            e.restart_again()?;
            e.greet()?;
            let began = Instant::now();
            quits(e)?;
            Ok(began.elapsed())
        })
    }),
    should("cecp-eof", "the end of input ends the program", "C-035", |e| {
        e.fresh()?;
        e.talk().close_input();
        ended(e)
    }),
    should(
        "cecp-eof-thinking",
        "the end of input ends the program while it thinks",
        "C-035",
        |e| {
            e.begin_long()?;
            e.talk().close_input();
            ended(e)
        },
    ),
    should("cecp-sigterm", "SIGTERM ends the program, or sigterm=0 was said", "C-041 C-114", |e| {
        e.fresh()?;
        if e.announced().lacks("sigterm") || !cfg!(unix) {
            return not_applicable("the engine has switched it off");
        }
        e.talk().terminate();
        ended(e)
    }),
    should(
        "cecp-sigint",
        "SIGINT does not end the program, or sigint=0 was said",
        "C-045 C-113",
        |e| {
            e.fresh()?;
            if e.announced().lacks("sigint") || !cfg!(unix) {
                return not_applicable("the engine has switched it off");
            }
            e.talk().interrupt();
            e.sync().map(drop)
        },
    ),
    should("cecp-reuse", "the process can be used for several games", "C-115 C-064", |e| {
        ensure(!e.announced().lacks("reuse"), "no reuse=0")
    }),
];

fn quits(e: &mut Cecp) -> Outcome {
    e.say("quit");
    ended(e)
}

fn ended(e: &mut Cecp) -> Outcome {
    e.talk().spoiled = true;
    ensure(e.talk().ends(Duration::from_secs(3)).is_some(), "the end of the program within 3 s")
}
