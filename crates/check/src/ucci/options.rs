//! `setoption`, batch mode, and lines in odd forms.

use super::{RICH, START, Ucci, ms};
use crate::expectation::{Ability, Expectation, Outcome, ensure, must, should};
use crate::monitor::Monitor;
use crate::run::Subject;
use ferz_wire::ucci::OptionKind;
use ferz_wire::uci::OptionKind as Kind;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Ucci>] = &[
    must("ucci-set-defaults", "every option takes its own default", "X-192 X-193", |e| {
        e.fresh()?;
        for option in e.hello().options {
            let OptionKind::Uci(kind) = option.kind else { continue };
            let value = match kind {
                Kind::Check { default } => default.map(|on| on.to_string()),
                Kind::Spin { default, .. } => default.map(|number| number.to_string()),
                Kind::Combo { default, .. } => default,
                _ => None,
            };
            if let Some(value) = value
                && !matches!(option.name.as_str(), "usemillisec" | "usebook")
            {
                e.say(&format!("setoption {} {value}", option.name));
            }
        }
        plays(e)
    }),
    must("ucci-set-choices", "every choice of every combo is taken", "X-138 X-193", |e| {
        e.fresh()?;
        for option in e.hello().options {
            let OptionKind::Uci(Kind::Combo { vars, .. }) = option.kind else { continue };
            // Told to speak another protocol, an engine answers in it.
            if ["protocol", "uci_variant"].contains(&option.name.to_lowercase().as_str()) {
                continue;
            }
            for choice in vars {
                e.say(&format!("setoption {} {choice}", option.name));
            }
        }
        plays(e)
    }),
    must(
        "ucci-newgame",
        "setoption newgame is taken, and the next search answers",
        "X-176 X-193",
        |e| {
            e.say("setoption newgame");
            plays(e)
        },
    ),
    must("ucci-set-unknown", "an option that was never declared is no error", "X-194", |e| {
        e.say("setoption foo bar");
        plays(e)
    }),
    must("ucci-set-old", "options of earlier versions are no error", "X-006 X-007 X-003", |e| {
        for line in ["selectivity large", "repetition alwaysdraw", "drawmoves 100", "loadbook"] {
            e.say(&format!("setoption {line}"));
        }
        plays(e)
    }),
    should("ucci-set-on", "on and off stand for true and false", "X-195 X-030", |e| {
        e.say("setoption usebook off");
        e.say("setoption debug OFF");
        e.is_well_and_silent()
    }),
    should("ucci-set-uci", "the form of UCI does no harm", "X-196", |e| {
        e.nonsense()?;
        e.say("setoption name hashsize value 16");
        e.ping()?;
        plays(e)
    }),
    should("ucci-set-beyond", "values out of range do no harm", "X-198 X-174", |e| {
        e.nonsense()?;
        for line in ["hashsize 999999999", "hashsize -1", "randomness huge", "threads 100000"] {
            e.say(&format!("setoption {line}"));
        }
        plays(e)
    }),
    must("ucci-set-zero", "0 lets the engine choose its memory and threads", "X-167 X-168", |e| {
        e.fresh()?;
        for name in ["hashsize", "threads"] {
            if e.declared(name).is_some() {
                e.say(&format!("setoption {name} 0"));
            }
        }
        plays(e)
    }),
    must("ucci-set-books", "an empty list of books is taken", "X-164 X-163", |e| {
        e.fresh()?;
        e.say("setoption bookfiles");
        plays(e)
    }),
    must(
        "ucci-batch",
        "in batch mode lines wait for the end of the search",
        "X-080 X-081 X-383",
        |e| {
            e.needs_option("batch")?;
            e.fresh()?;
            e.watched.monitor.close();
            let go = format!("position {START}");
            e.say_all(&["setoption batch true", &go, "go depth 3", &go, "go depth 3", "quit"]);
            e.talk().spoiled = true;
            let (_, said) = e
                .talk()
                .ends(Duration::from_secs(5))
                .unwrap_or_else(|| (Default::default(), vec![]));
            let answers = said.iter().filter(|line| line.text.starts_with("bestmove")).count();
            ensure(answers == 2, format!("two bestmoves, not {answers}"))
        },
    ),
    must("ucci-unknown-idle", "an unknown command while idle is survived", "X-065", |e| {
        e.nonsense()?;
        e.say("foo bar");
        plays(e)
    }),
    should("ucci-unknown-silent", "an unknown command is ignored without a word", "X-065", |e| {
        e.nonsense()?;
        e.say("foo bar");
        e.is_well_and_silent()
    }),
    should("ucci-unknown-word", "an unknown word inside go is skipped", "X-066", |e| {
        e.nonsense()?;
        e.position(START);
        e.begin("foo depth 1");
        ensure(e.best_within(ms(2000))?.is_some(), "bestmove")
    }),
    should("ucci-blanks", "blanks around and between words are tolerated", "X-031", |e| {
        e.nonsense()?;
        e.position(START);
        e.say("  go   depth  1 ");
        ensure(e.best_within(ms(2000))?.is_some(), "bestmove")
    }),
    should("ucci-crlf", "lines that end in CR LF are understood all through", "X-024", |e| {
        e.fresh()?;
        e.send_bytes(format!("position {START} moves h2e2\r\n").as_bytes(), "position, CR LF");
        e.send_bytes(b"go depth 1\r\n", "go depth 1, CR LF");
        let search = e.finish(Ability::Go, "bestmove")?;
        ensure(matches!(search.best().as_bytes().get(1), Some(b'6'..=b'9')), "a move of Black")
    }),
    should("ucci-empty-lines", "empty lines are nothing", "X-043", |e| {
        e.nonsense()?;
        e.say_all(&["", "  ", ""]);
        plays(e)
    }),
    should("ucci-long-line", "a line of 100 kB is survived", "X-027", |e| {
        e.nonsense()?;
        e.say(&"foo ".repeat(25_000));
        plays(e)
    }),
    should("ucci-binary", "bytes that are no text are survived", "X-028", |e| {
        e.nonsense()?;
        e.send_bytes(b"\xff\xfe\x01 x\n", "bytes that are no text");
        plays(e)
    }),
    should("ucci-mixed", "commands of UCI that mixed interfaces send do no harm", "X-375", |e| {
        e.nonsense()?;
        e.say("ucinewgame");
        e.say("uccinewgame");
        e.ping()?;
        plays(e)
    }),
    must("ucci-one-piece", "several commands in one piece are all obeyed", "X-048", |e| {
        let position = format!("position {RICH}");
        e.say_all(&[&position, "go depth 2"]);
        e.finish(Ability::Go, "bestmove").map(drop)
    }),
    should(
        "ucci-randomness",
        "without randomness the same search brings the same move",
        "X-173",
        |e| {
            e.needs_option("randomness")?;
            e.fresh()?;
            e.say("setoption randomness none");
            let mut first = None;
            for _ in 0..2 {
                e.say("setoption newgame");
                let search = e.search(RICH, "depth 4")?;
                let first = first.get_or_insert_with(|| search.best().to_owned());
                ensure(first == search.best(), format!("{first} again"))?;
            }
            Ok(())
        },
    ),
    must("ucci-whole-lines", "the engine writes whole lines", "X-022 X-023", |e| {
        e.search(START, "depth 2")?;
        e.listen(ms(20));
        ensure(!e.talk().is_amid_line(), "the end of the last line")
    }),
];

fn plays(e: &mut Ucci) -> Outcome {
    let search = e.search(START, "depth 2")?;
    ensure(search.best.is_some(), "bestmove")
}
