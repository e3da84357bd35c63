//! What the `option` lines say, without setting any.

use super::{Uci, type_word};
use crate::expectation::{Expectation, Finding, Outcome, ensure, must, should};
use ferz_wire::RemarkKind;
use ferz_wire::uci::{FromEngine, OptionDecl, OptionKind};

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-option-form", "every option line is one by the book", "U-380 U-385 U-391", |e| {
        let bad = e.hello().lines.into_iter().find(|line| {
            let option = matches!(line.value, FromEngine::Option(_));
            let odd = line.remarks.iter().any(|remark| {
                !matches!(
                    remark.kind,
                    RemarkKind::WhiteSpace | RemarkKind::Encoding | RemarkKind::Order
                )
            });
            let lost = matches!(&line.value, FromEngine::Unknown(text) if text.trim().starts_with("option"));
            option && odd || lost
        });
        ensure(bad.is_none(), format!("no line such as {bad:?}"))
    }),
    must("uci-option-types", "options have one of the five types", "U-391", |e| {
        each(e, |option| (!matches!(option.kind, OptionKind::Other { .. })).then_some(()))
    }),
    should("uci-option-unique", "option names are unique in any case", "U-400", |e| {
        let mut names: Vec<_> =
            e.hello().options.iter().map(|option| option.name.to_lowercase()).collect();
        names.sort();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone());
        ensure(twice.is_none(), format!("{} declared once", twice.unwrap_or_default()))
    }),
    should("uci-option-words", "no option name holds the words name or value", "U-148", |e| {
        each(e, |option| {
            let mut words = option.name.split_whitespace();
            (!words.any(|word| matches!(word, "name" | "value"))).then_some(())
        })
    }),
    must("uci-check-default", "a check has the default true or false", "U-386 U-392", |e| {
        each(e, |option| match option.kind {
            OptionKind::Check { default } => default.map(drop),
            _ => Some(()),
        })
    }),
    must("uci-spin-complete", "a spin has default, min and max", "U-387 U-392 U-393 U-394", |e| {
        each(e, |option| match option.kind {
            OptionKind::Spin { default, min, max } => default.and(min).and(max).map(drop),
            _ => Some(()),
        })
    }),
    must("uci-spin-range", "the default of a spin is within its range", "U-387 U-393 U-394", |e| {
        each(e, |option| match option.kind {
            OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
                (min <= default && default <= max).then_some(())
            }
            _ => Some(()),
        })
    }),
    must(
        "uci-combo-choices",
        "a combo has choices, and its default is one of them",
        "U-388 U-395 U-392",
        |e| {
            each(e, |option| match &option.kind {
                OptionKind::Combo { default, vars } => {
                    let default = default.as_ref()?;
                    vars.iter().any(|choice| choice == default).then_some(())
                }
                _ => Some(()),
            })
        },
    ),
    must(
        "uci-string-default",
        "a string has a default, <empty> where it is empty",
        "U-390 U-392",
        |e| {
            each(e, |option| match &option.kind {
                OptionKind::String { default } => default.as_ref().map(drop),
                _ => Some(()),
            })
        },
    ),
    must("uci-button-plain", "a button has neither default nor choices", "U-389 U-391", |e| {
        let bad = e.hello().lines.into_iter().find(|line| {
            let button =
                matches!(&line.value, FromEngine::Option(it) if it.kind == OptionKind::Button);
            button && !line.remarks.is_empty()
        });
        ensure(bad.is_none(), format!("nothing behind the type, not {bad:?}"))
    }),
    should("uci-hash-declared", "the engine has the option Hash", "U-413", |e| {
        ensure(e.declared("Hash").is_some(), "an option Hash")
    }),
    should("uci-threads-declared", "the engine has the option Threads", "U-442", |e| {
        ensure(e.declared("Threads").is_some(), "an option Threads, if only for one")
    }),
    should("uci-overhead-declared", "the engine has the option Move Overhead", "U-442", |e| {
        ensure(e.declared("Move Overhead").is_some(), "an option Move Overhead")
    }),
    must("uci-hash-spin", "Hash is a spin", "U-413", |e| typed(e, "Hash", "spin")),
    should("uci-hash-small", "Hash is small until it is set", "U-414", |e| {
        match e.needs_option("Hash")?.kind {
            OptionKind::Spin { default: Some(size), .. } => {
                ensure(size <= 64, format!("at most 64 MB, not {size}"))
            }
            _ => Ok(()),
        }
    }),
    must(
        "uci-nalimov-types",
        "NalimovPath is a string and NalimovCache a spin",
        "U-416 U-417",
        |e| {
            let path = typed(e, "NalimovPath", "string");
            let cache = typed(e, "NalimovCache", "spin");
            either(path, cache)
        },
    ),
    must("uci-ponder-check", "Ponder is a check", "U-419 U-421", |e| typed(e, "Ponder", "check")),
    must("uci-ownbook-check", "OwnBook is a check", "U-422", |e| typed(e, "OwnBook", "check")),
    must("uci-multipv-one", "MultiPV is a spin with the default 1", "U-424", |e| {
        match e.needs_option("MultiPV")?.kind {
            OptionKind::Spin { default, .. } => ensure(default == Some(1), "default 1"),
            _ => ensure(false, "type spin"),
        }
    }),
    must(
        "uci-show-off",
        "UCI_ShowCurrLine and UCI_ShowRefutations are checks with default false",
        "U-425 U-426",
        |e| either(off(e, "UCI_ShowCurrLine"), off(e, "UCI_ShowRefutations")),
    ),
    must("uci-strength-off", "UCI_LimitStrength is a check with default false", "U-427", |e| {
        off(e, "UCI_LimitStrength")
    }),
    must("uci-elo-spin", "UCI_Elo is a spin", "U-428", |e| typed(e, "UCI_Elo", "spin")),
    should(
        "uci-strength-pair",
        "UCI_LimitStrength and UCI_Elo come together",
        "U-427 U-428",
        |e| match (e.declared("UCI_LimitStrength"), e.declared("UCI_Elo")) {
            (None, None) => crate::expectation::not_applicable("neither is declared"),
            (one, other) => ensure(one.is_some() && other.is_some(), "both of them"),
        },
    ),
    must("uci-analyse-check", "UCI_AnalyseMode is a check", "U-432", |e| {
        typed(e, "UCI_AnalyseMode", "check")
    }),
    must("uci-opponent-string", "UCI_Opponent is a string", "U-434", |e| {
        typed(e, "UCI_Opponent", "string")
    }),
    must("uci-about-string", "UCI_EngineAbout is a string with a text", "U-436", |e| {
        match e.needs_option("UCI_EngineAbout")?.kind {
            OptionKind::String { default } => {
                ensure(default.is_some_and(|text| !text.is_empty()), "a text as default")
            }
            _ => ensure(false, "type string"),
        }
    }),
    must(
        "uci-strings",
        "UCI_ShredderbasesPath and UCI_SetPositionValue are strings",
        "U-438 U-439",
        |e| {
            let path = typed(e, "UCI_ShredderbasesPath", "string");
            either(path, typed(e, "UCI_SetPositionValue", "string"))
        },
    ),
    must("uci-chess960-off", "UCI_Chess960 is a check with default false", "U-460", |e| {
        off(e, "UCI_Chess960")
    }),
    should(
        "uci-practice-types",
        "Threads, Move Overhead, SyzygyPath, Clear Hash have their usual types",
        "U-442",
        |e| {
            let threads = either(typed(e, "Threads", "spin"), typed(e, "Move Overhead", "spin"));
            let path = either(typed(e, "SyzygyPath", "string"), typed(e, "Clear Hash", "button"));
            either(threads, path)
        },
    ),
    should("uci-variant-combo", "UCI_Variant is a combo with games in lower case", "U-443", |e| {
        match e.needs_option("UCI_Variant")?.kind {
            OptionKind::Combo { vars, .. } => {
                ensure(vars.iter().all(|game| *game == game.to_lowercase()), "lower case")
            }
            _ => ensure(false, "type combo"),
        }
    }),
    should("uci-wdl-check", "UCI_ShowWDL is a check", "U-444", |e| {
        typed(e, "UCI_ShowWDL", "check")
    }),
];

/// Every declared option.
fn each(e: &mut Uci, fine: impl Fn(&OptionDecl) -> Option<()>) -> Outcome {
    let bad = e.hello().options.into_iter().find(|option| fine(option).is_none());
    ensure(bad.is_none(), format!("otherwise than in {bad:?}"))
}

fn typed(e: &mut Uci, name: &str, kind: &str) -> Outcome {
    let option = e.needs_option(name)?;
    ensure(type_word(&option.kind) == kind, format!("{name} of type {kind}"))
}

fn off(e: &mut Uci, name: &str) -> Outcome {
    let option = e.needs_option(name)?;
    let off = option.kind == OptionKind::Check { default: Some(false) };
    ensure(off, format!("{name} of type check with default false"))
}

/// Both, where both apply.
fn either(one: Outcome, other: Outcome) -> Outcome {
    match (one, other) {
        (Err(Finding::NotApplicable(_)), other) => other,
        (Ok(()), Err(Finding::NotApplicable(_))) => Ok(()),
        (Ok(()), other) => other,
        (one, _) => one,
    }
}
