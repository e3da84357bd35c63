//! Start, `uci` to `uciok`, `isready`, and what may come before and between.

use super::{Uci, ms};
use crate::expectation::{Expectation, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::uci::{Check, FromEngine};
use std::time::{Duration, Instant};

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-uciok", "uci is answered by uciok", "U-091 U-094 U-010 U-014 U-017", |e| {
        e.restart_again()?;
        e.greet()
    }),
    must("uci-readyok", "isready is answered by readyok", "U-120 U-121", |e| e.ping().map(drop)),
    must("uci-id-name", "there is one id name, with a text", "U-092", |e| one_id(e, "name")),
    must("uci-id-author", "there is one id author, with a text", "U-093", |e| one_id(e, "author")),
    should("uci-order", "id comes before the options", "U-091 U-381", |e| {
        let lines = e.hello().lines;
        let first_option = lines.iter().position(|it| matches!(it.value, FromEngine::Option(_)));
        let last_id = lines.iter().rposition(|it| matches!(it.value, FromEngine::Id { .. }));
        match (first_option, last_id) {
            (Some(option), Some(id)) => ensure(id < option, "every id line before the options"),
            _ => Ok(()),
        }
    }),
    should("uci-quick-start", "uciok comes within a second of the start", "U-012 U-096", |e| {
        e.in_time(ms(1000), "uciok", |e| {
            let began = Instant::now();
            e.restart_again()?;
            e.greet()?;
            Ok(began.elapsed())
        })
    }),
    should("uci-small-start", "no large memory before isready", "U-012 U-096 U-414", |e| {
        e.restart_again()?;
        e.greet()?;
        match e.talk().memory() {
            None => not_applicable("this system does not say how much memory a program has"),
            Some(bytes) => {
                ensure(bytes < 400 << 20, format!("less than 400 MiB, not {} MiB", bytes >> 20))
            }
        }
    }),
    should("uci-twice", "a second uci is answered like the first", "U-098", |e| {
        e.greet()?;
        e.ping().map(drop)
    }),
    should("uci-isready-first", "isready is answered before uci was said", "U-127", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        e.say("isready");
        let ready = |said: &FromEngine| (*said == FromEngine::ReadyOk).then_some(());
        ensure(e.wait_for(ms(2000), ready)?.is_some(), "readyok")
    }),
    // Which ends of lines there are depends on the system (U-016).
    should("uci-crlf-greeting", "lines that end in CR LF are understood", "U-015 U-016", |e| {
        e.restart_again()?;
        e.send_bytes(b"uci\r\n", "uci CR LF");
        e.hear_hello()?;
        e.send_bytes(b"isready\r\n", "isready CR LF");
        e.pong().map(drop)
    }),
    should("uci-cr-greeting", "lines that end in a bare CR are understood", "U-015", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        e.send_bytes(b"uci\r", "uci CR");
        let ok = |said: &FromEngine| (*said == FromEngine::UciOk).then_some(());
        ensure(e.wait_for(ms(1000), ok)?.is_some(), "uciok")
    }),
    must(
        "uci-no-copy-wait",
        "the copy protection, if any, comes to a good end",
        "U-170 U-171 U-172",
        |e| {
            e.restart_again()?;
            e.greet()?;
            let mut said = e.ping()?;
            said.extend(e.listen(ms(50)));
            let mut checks = said.iter().filter_map(|said| match said {
                FromEngine::CopyProtection(check) => Some(*check),
                _ => None,
            });
            match checks.next_back() {
                None => not_applicable("the engine has no copy protection"),
                Some(last) => ensure(last == Check::Ok, "copyprotection ok"),
            }
        },
    ),
    must("uci-register-later", "register later does no harm", "U-003 U-180 U-184", |e| {
        e.say("register later");
        e.ping().map(drop)
    }),
    must(
        "uci-register-name",
        "an attempt to register is answered, or ignored",
        "U-176 U-181 U-182 U-183 U-185",
        |e| {
            e.fresh()?;
            e.say("register name Stefan MK code 4359874324");
            let said = e.ping()?;
            let checks: Vec<Check> = said
                .iter()
                .filter_map(|said| match said {
                    FromEngine::Registration(check) => Some(*check),
                    _ => None,
                })
                .collect();
            let fine = matches!(checks[..], [] | [Check::Checking, Check::Ok | Check::Error]);
            ensure(fine, "registration checking, then ok or error; or nothing")
        },
    ),
    must("uci-quit-after-uciok", "quit right after uciok ends the program", "U-096 U-300", |e| {
        e.restart_again()?;
        e.greet()?;
        quits(e, Duration::from_secs(3))
    }),
    should("uci-quit-quick", "quit ends the program within 100 ms", "U-096 U-300", |e| {
        e.in_time(ms(100), "the end of the program", |e| {
            e.restart_again()?;
            e.greet()?;
            let began = Instant::now();
            quits(e, Duration::from_secs(3))?;
            Ok(began.elapsed())
        })
    }),
    must("uci-quit-first", "quit as the first command ends the program", "U-300", |e| {
        e.restart_again()?;
        quits(e, Duration::from_secs(3))
    }),
    should("uci-quit-status", "the program ends with exit status 0", "U-301", |e| {
        e.restart_again()?;
        e.greet()?;
        e.say("quit");
        e.talk().spoiled = true;
        match e.talk().ends(Duration::from_secs(3)) {
            Some((status, _)) => ensure(status.success(), format!("status 0, not {status}")),
            None => not_applicable("it does not end"),
        }
    }),
];

fn one_id(e: &mut Uci, wanted: &str) -> Result<(), crate::expectation::Finding> {
    let lines = e.hello().lines;
    let texts: Vec<_> = lines
        .iter()
        .filter_map(|line| match &line.value {
            FromEngine::Id { key, text } if key == wanted => Some(text),
            _ => None,
        })
        .collect();
    ensure(
        matches!(texts[..], [text] if !text.is_empty()),
        format!("one line `id {wanted} TEXT`, not {}", texts.len()),
    )
}

pub(super) fn quits(e: &mut Uci, patience: Duration) -> Result<(), crate::expectation::Finding> {
    e.say("quit");
    e.talk().spoiled = true;
    ensure(e.talk().ends(patience).is_some(), format!("the end of the program within {patience:?}"))
}
