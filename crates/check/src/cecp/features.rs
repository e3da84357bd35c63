//! What the `feature` lines say.

use super::Cecp;
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use ferz_wire::RemarkKind;
use ferz_wire::cecp::{FeatureValue, OptionDecl, OptionKind};

/// The features that are 0 or 1.
const SWITCHES: [&str; 26] = [
    "ping",
    "setboard",
    "playother",
    "san",
    "usermove",
    "time",
    "draw",
    "sigint",
    "sigterm",
    "reuse",
    "analyze",
    "colors",
    "ics",
    "name",
    "pause",
    "nps",
    "debug",
    "memory",
    "smp",
    "exclude",
    "setscore",
    "highlight",
    "xedit",
    "fen960",
    "oocastle",
    "done",
];

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must(
        "cecp-feature-form",
        "feature lines are NAME=VALUE, strings in double quotes",
        "C-075 C-076 C-077",
        |e| {
            announces(e)?;
            let bad = e.announced().lines.into_iter().find(|line| {
                line.remarks.iter().any(|remark| {
                    matches!(
                        remark.kind,
                        RemarkKind::MissingArgument
                            | RemarkKind::BadValue
                            | RemarkKind::UnknownToken
                    )
                })
            });
            ensure(bad.is_none(), format!("no line such as {bad:?}"))
        },
    ),
    must(
        "cecp-feature-switches",
        "switches are 0 or 1",
        "C-076 C-105 C-106 C-107 C-108 C-109 C-110",
        |e| {
            announces(e)?;
            let bad = e.announced().features.into_iter().find(|feature| {
                SWITCHES.contains(&feature.name.as_str())
                    && !matches!(feature.value, FeatureValue::Int(0 | 1))
            });
            ensure(bad.is_none(), format!("0 or 1, not {bad:?}"))
        },
    ),
    must(
        "cecp-feature-texts",
        "myname, variants, option and egt are in quotes",
        "C-076 C-117 C-118 C-135",
        |e| {
            announces(e)?;
            let bad = e.announced().features.into_iter().find(|feature| {
                matches!(feature.name.as_str(), "myname" | "variants" | "option" | "egt")
                    && !matches!(feature.value, FeatureValue::Text(_))
            });
            ensure(bad.is_none(), format!("text in double quotes, not {bad:?}"))
        },
    ),
    should("cecp-feature-known", "all features are known ones", "C-092 C-141", |e| {
        announces(e)?;
        let bad = e.announced().features.into_iter().find(|feature| {
            let name = feature.name.as_str();
            !SWITCHES.contains(&name)
                && !matches!(name, "myname" | "variants" | "option" | "egt" | "level")
        });
        ensure(bad.is_none(), format!("a feature of the document, not {bad:?}"))
    }),
    must("cecp-done-last", "done=1 is the last", "C-080 C-082 C-095", |e| {
        announces(e)?;
        let features = e.announced().features;
        let done = features
            .iter()
            .position(|feature| feature.name == "done" && feature.value == FeatureValue::Int(1));
        match done {
            None => not_applicable("no done=1"),
            Some(index) => ensure(index + 1 == features.len(), "nothing behind done=1"),
        }
    }),
    should("cecp-myname", "the engine says its name", "C-117", |e| {
        announces(e)?;
        ensure(e.announced().value("myname").is_some(), "feature myname=\"…\"")
    }),
    should("cecp-variants", "the engine lists its games", "C-118 C-119", |e| {
        announces(e)?;
        match e.announced().value("variants") {
            Some(FeatureValue::Text(list)) => {
                let fine = list.split(',').all(|name| !name.trim().is_empty());
                ensure(fine, "names with commas between them")
            }
            _ => ensure(false, "feature variants=\"…\""),
        }
    }),
    should("cecp-wants-ping", "ping=1, as the document recommends", "C-105", |e| wants(e, "ping")),
    should("cecp-wants-setboard", "setboard=1, as the document recommends", "C-106", |e| {
        wants(e, "setboard")
    }),
    should("cecp-wants-playother", "playother=1, as the document recommends", "C-107", |e| {
        wants(e, "playother")
    }),
    should("cecp-wants-time", "time is left on, as the document recommends", "C-110", |e| {
        announces(e)?;
        ensure(!e.announced().lacks("time"), "no time=0")
    }),
    should("cecp-wants-draw", "draw is left on, as the document recommends", "C-111", |e| {
        announces(e)?;
        ensure(!e.announced().lacks("draw"), "no draw=0")
    }),
    should("cecp-wants-colors", "colors=0, as the document recommends", "C-124 C-202", |e| {
        announces(e)?;
        ensure(e.announced().lacks("colors"), "colors=0")
    }),
    should("cecp-wants-usermove", "usermove=1, which tells moves from commands", "C-109", |e| {
        wants(e, "usermove")
    }),
    should("cecp-wants-analyze", "analysis is left on, as the document recommends", "C-116", |e| {
        announces(e)?;
        ensure(!e.announced().lacks("analyze"), "no analyze=0")
    }),
    must(
        "cecp-option-form",
        "every option is announced by the book",
        "C-136 C-150 C-153 C-154 C-155 C-156 C-165",
        |e| {
            let options = e.announced().options;
            if options.is_empty() {
                return not_applicable("the engine has no options");
            }
            let bad = options.into_iter().find(|text| OptionDecl::parse(text).is_none());
            ensure(bad.is_none(), format!("NAME -TYPE VALUES, not {bad:?}"))
        },
    ),
    must(
        "cecp-option-spin",
        "spins and sliders are within their range",
        "C-155 C-157 C-161",
        |e| {
            // The reader takes the nearest value that there is, and remarks it.
            let is_bad = |text: &String| {
                OptionDecl::parse(text).is_some_and(|option| {
                    matches!(option.value.kind, OptionKind::Spin { .. } | OptionKind::Slider { .. })
                        && option.remarks.iter().any(|it| it.kind == RemarkKind::BadValue)
                })
            };
            let bad = e.announced().options.into_iter().find(is_bad);
            ensure(bad.is_none(), format!("MIN, then VALUE, then MAX in size, not {bad:?}"))
        },
    ),
    should("cecp-option-unique", "option names are unique", "C-163", |e| {
        let mut names: Vec<_> = e.options().into_iter().map(|option| option.name).collect();
        names.sort();
        let twice = names.windows(2).any(|pair| pair[0] == pair[1]);
        ensure(!twice, "each name once")
    }),
    should("cecp-option-names", "option names hold no equals sign", "C-160 C-493", |e| {
        ensure(
            !e.options().iter().any(|option| option.name.contains('=')),
            "letters, digits, blanks",
        )
    }),
];

fn announces(e: &Cecp) -> Outcome {
    match e.announced().features.is_empty() {
        true => not_applicable("the engine announces nothing"),
        false => Ok(()),
    }
}

fn wants(e: &mut Cecp, name: &str) -> Outcome {
    announces(e)?;
    ensure(e.announced().has(name), format!("feature {name}=1"))
}
