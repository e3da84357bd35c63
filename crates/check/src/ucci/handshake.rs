//! Start, `ucci` to `ucciok`, what the option lines say, and `quit`.

use super::{Ucci, is_message, ms};
use crate::expectation::{Expectation, Outcome, ensure, must, should};
use crate::monitor::Monitor;
use crate::run::Subject;
use ferz_wire::RemarkKind;
use ferz_wire::ucci::{FromEngine, OptionKind};
use ferz_wire::uci::OptionKind as Kind;
use std::time::Instant;

pub(super) const ALL: &[Expectation<Ucci>] = &[
    must("ucci-ucciok", "ucci is answered by ucciok", "X-041 X-044 X-023 X-020 X-145", |e| {
        e.restart_again()?;
        e.greet()
    }),
    // A league engine may leave it out.
    should("ucci-readyok", "isready is answered by readyok", "X-190 X-191", |e| e.ping().map(drop)),
    must("ucci-silent-start", "nothing is said before the first command", "X-040", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        let said = e.listen(ms(200));
        ensure(
            said.iter().all(|it| matches!(it, FromEngine::Unknown(_))),
            format!("nothing, not {said:?}"),
        )
    }),
    should("ucci-id-name", "the engine says its name", "X-126", |e| id(e, "name")),
    should("ucci-id-author", "the engine says its author", "X-128", |e| id(e, "author")),
    should("ucci-id-copyright", "the engine says its copyright", "X-127", |e| id(e, "copyright")),
    should("ucci-id-user", "the engine says its user", "X-129", |e| id(e, "user")),
    should(
        "ucci-boot-other",
        "another first word than ucci does not end the program",
        "X-042 X-043",
        |e| {
            e.restart_again()?;
            e.talk().spoiled = true;
            e.watched.monitor.close();
            e.say("foo");
            e.listen(ms(50));
            e.greet()
        },
    ),
    should("ucci-twice", "a second ucci is answered like the first", "X-068", |e| {
        e.fresh()?;
        e.greet()
    }),
    should("ucci-crlf-greeting", "lines that end in CR LF are understood", "X-024 X-025", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        e.send_bytes(b"ucci\r\n", "ucci CR LF");
        e.hear_hello()
    }),
    must("ucci-quit", "quit ends the program", "X-330", |e| {
        e.fresh()?;
        e.say("quit");
        ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program within 3 s")
    }),
    should("ucci-bye", "quit is answered by bye", "X-331 X-341", |e| {
        e.fresh()?;
        e.say("quit");
        let said = e.talk().ends(ms(3000)).map(|(_, said)| said).unwrap_or_default();
        let last =
            said.iter().rfind(|line| !line.text.trim().is_empty()).map(|line| line.text.clone());
        ensure(last.as_deref() == Some("bye"), format!("bye as the last line, not {last:?}"))
    }),
    should("ucci-quit-quick", "quit ends the program within 100 ms", "X-330", |e| {
        e.in_time(ms(100), "the end of the program", |e| {
            e.restart_again()?;
            e.greet()?;
            let began = Instant::now();
            e.say("quit");
            e.talk().spoiled = true;
            e.talk().ends(ms(3000));
            Ok(began.elapsed())
        })
    }),
    should("ucci-quit-boot", "quit ends the program before ucci was said", "X-335", |e| {
        e.restart_again()?;
        e.talk().spoiled = true;
        e.say("quit");
        ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program within 3 s")
    }),
    should("ucci-quit-thinking", "quit ends the program while it thinks", "X-060 X-049", |e| {
        e.fresh()?;
        e.position(super::RICH);
        e.begin("infinite");
        e.listen(ms(100));
        e.say("quit");
        ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program within 3 s")
    }),
    should("ucci-eof", "the end of input ends the program", "X-069", |e| {
        e.fresh()?;
        e.talk().close_input();
        ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program within 3 s")
    }),
    should(
        "ucci-eof-thinking",
        "the end of input ends the program while it thinks",
        "X-069",
        |e| {
            e.fresh()?;
            e.position(super::RICH);
            e.begin("infinite");
            e.listen(ms(100));
            e.talk().close_input();
            ensure(e.talk().ends(ms(3000)).is_some(), "the end of the program within 3 s")
        },
    ),
    must("ucci-option-form", "every option line is one by the book", "X-132", |e| {
        let bad = e.hello().lines.into_iter().find(|line| {
            let odd = line.remarks.iter().any(|remark| {
                !matches!(
                    remark.kind,
                    RemarkKind::WhiteSpace | RemarkKind::Encoding | RemarkKind::Order
                )
            });
            let lost =
                matches!(&line.value, FromEngine::Unknown(text) if text.starts_with("option"));
            matches!(line.value, FromEngine::Option(_)) && odd || lost
        });
        ensure(bad.is_none(), format!("no line such as {bad:?}"))
    }),
    must("ucci-option-names", "option names are single words in lower case", "X-133", |e| {
        let bad = e.hello().options.into_iter().find(|option| {
            !option.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
        ensure(bad.is_none(), format!("small letters, not {bad:?}"))
    }),
    must(
        "ucci-option-types",
        "options have one of the six types, with what belongs to it",
        "X-135 X-136 X-137 X-138 X-139 X-140",
        |e| {
            let bad = e.hello().options.into_iter().find(|option| match &option.kind {
                OptionKind::Label => false,
                OptionKind::Uci(Kind::Check { default }) => default.is_none(),
                OptionKind::Uci(Kind::Spin { default, min, max }) => {
                    default.and(*min).and(*max).is_none()
                }
                OptionKind::Uci(Kind::Combo { default, vars }) => {
                    default.as_ref().is_none_or(|default| !vars.contains(default))
                }
                OptionKind::Uci(Kind::Button | Kind::String { .. }) => false,
                OptionKind::Uci(Kind::Other { .. }) => true,
            });
            ensure(bad.is_none(), format!("complete declarations, not {bad:?}"))
        },
    ),
    should("ucci-withdrawn", "what version 3.0 has withdrawn is not declared", "X-004", |e| {
        let old = ["repetition", "drawmoves", "selectivity"];
        let bad = e.hello().options.into_iter().find(|it| old.contains(&it.name.as_str()));
        ensure(bad.is_none(), format!("none of {old:?}"))
    }),
    should("ucci-usemillisec", "the engine declares usemillisec", "X-155 X-343 X-157", |e| {
        ensure(e.declared("usemillisec").is_some(), "option usemillisec type check")
    }),
    must(
        "ucci-checks",
        "batch, debug, ponder, usebook, useegtb, promotion are checks",
        "X-158 X-159 X-160 X-161 X-162 X-170",
        |e| {
            typed(
                e,
                &["usemillisec", "batch", "debug", "ponder", "usebook", "useegtb", "promotion"],
                "check",
            )
        },
    ),
    must("ucci-batch-off", "batch is off at first", "X-083 X-158", |e| {
        match e.needs_option("batch")?.kind {
            OptionKind::Uci(Kind::Check { default }) => {
                ensure(default == Some(false), "default false")
            }
            _ => ensure(false, "type check"),
        }
    }),
    must("ucci-spins", "hashsize and threads are spins", "X-167 X-168", |e| {
        typed(e, &["hashsize", "threads"], "spin")
    }),
    must(
        "ucci-strings",
        "bookfiles, egtbpaths and evalapi are strings",
        "X-163 X-165 X-166",
        |e| typed(e, &["bookfiles", "egtbpaths", "evalapi"], "string"),
    ),
    must(
        "ucci-combos",
        "idle, pruning, knowledge, randomness and style are combos",
        "X-169 X-171 X-172 X-173 X-175",
        |e| typed(e, &["idle", "pruning", "knowledge", "randomness", "style"], "combo"),
    ),
    must("ucci-newgame-button", "newgame is a button", "X-176", |e| {
        typed(e, &["newgame"], "button")
    }),
    must("ucci-idle", "an idle engine uses hardly any processor time", "X-045 X-053", |e| {
        e.fresh()?;
        e.position(super::START);
        e.listen(ms(50));
        e.is_idle()
    }),
    should(
        "ucci-no-noise",
        "nothing but messages of the protocol is said at the start",
        "X-022",
        |e| {
            let lines = e.hello().lines;
            let noise = lines.into_iter().find(|line| match &line.value {
                FromEngine::Unknown(text) => !text.trim().is_empty(),
                other => is_message(other),
            });
            ensure(noise.is_none(), format!("id and option, not {noise:?}"))
        },
    ),
];

fn id(e: &mut Ucci, wanted: &str) -> Outcome {
    let lines = e.hello().lines;
    let found = lines.iter().any(|line| {
        matches!(&line.value, FromEngine::Id { key, text } if key == wanted && !text.is_empty())
    });
    ensure(found, format!("id {wanted} TEXT"))
}

fn typed(e: &mut Ucci, names: &[&str], word: &str) -> Outcome {
    let declared: Vec<_> = names.iter().filter_map(|name| e.declared(name)).collect();
    if declared.is_empty() {
        return crate::expectation::not_applicable("none of them is declared");
    }
    let bad = declared.into_iter().find(|option| match &option.kind {
        OptionKind::Label => true,
        OptionKind::Uci(kind) => crate::uci::type_word(kind) != word,
    });
    ensure(bad.is_none(), format!("type {word}, not {bad:?}"))
}
