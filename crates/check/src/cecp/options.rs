//! `option` by type, `exclude`, `pause`, games other than chess.

use super::{Cecp, is_complaint};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use crate::uci::options::is_harmless;
use ferz_wire::cecp::{FeatureValue, FromEngine, OptionKind};

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-option-current", "every option takes its own value", "C-490 C-492", |e| {
        each(e, |kind| match kind {
            OptionKind::Check(on) => Some(u8::from(*on).to_string()),
            OptionKind::Spin { value, .. } | OptionKind::Slider { value, .. } => {
                Some(value.to_string())
            }
            OptionKind::Combo { choices, current } => choices.get(*current).cloned(),
            OptionKind::String(text) | OptionKind::File(text) | OptionKind::Path(text) => {
                Some(text.clone())
            }
            _ => None,
        })
    }),
    must("cecp-option-checks", "every check can be switched, and back", "C-153 C-492", |e| {
        // One alone at a time: what two of them mean together is their affair.
        each_so(e, |kind| match kind {
            OptionKind::Check(on) => [!on, *on].map(|on| u8::from(on).to_string()).to_vec(),
            _ => Vec::new(),
        })
    }),
    must("cecp-option-combos", "every combo takes its last choice", "C-156 C-492", |e| {
        each(e, |kind| match kind {
            OptionKind::Combo { choices, .. } => choices.last().cloned(),
            _ => None,
        })
    }),
    must("cecp-option-spins", "every spin takes its smallest value", "C-155 C-157 C-492", |e| {
        each(e, |kind| match kind {
            OptionKind::Spin { min, .. } | OptionKind::Slider { min, .. } => Some(min.to_string()),
            _ => None,
        })
    }),
    must("cecp-option-buttons", "buttons can be pressed", "C-150 C-491", |e| {
        let mut buttons = e.options();
        buttons.retain(|option| option.kind == OptionKind::Button);
        if !e.talk().press_buttons {
            buttons.retain(|option| is_harmless(&option.name));
        }
        if buttons.is_empty() {
            return not_applicable(
                "no button is known to be harmless; --press-buttons presses all",
            );
        }
        e.fresh()?;
        for button in buttons {
            e.say(&format!("option {}", button.name));
        }
        plays(e)
    }),
    should(
        "cecp-option-unknown",
        "an unknown option is an error that does no harm",
        "C-495",
        |e| {
            e.nonsense()?;
            e.say("option Nonsense=1");
            let said = e.sync()?;
            ensure(said.iter().any(is_complaint), "Error (unknown option): Nonsense")?;
            plays(e)
        },
    ),
    must("cecp-exclude", "an excluded move is not played", "C-505 C-137", |e| {
        e.needs_feature("exclude")?;
        e.fresh()?;
        e.say_each(&["new", "force"]);
        e.user_move("e2e4");
        // One move alone is left.
        e.say_each(&["exclude all", "include a7a6"]);
        let played = e.think(&["level 0 1 0", "st 1", "sd 4"])?;
        ensure(played.mv.as_str().starts_with("a7a6") || played.mv.as_str() == "a6", "move a7a6")
    }),
    must("cecp-exclude-reset", "a new position has all its moves", "C-508 C-509", |e| {
        e.needs_feature("exclude")?;
        e.fresh()?;
        e.say_each(&["new", "force", "exclude all"]);
        e.user_move("e2e4");
        e.think(&["level 0 1 0", "st 1", "sd 4"]).map(drop)
    }),
    must(
        "cecp-pause",
        "a paused engine does not calculate, and goes on after resume",
        "C-470 C-472",
        |e| {
            e.needs_feature("pause")?;
            e.begin_long()?;
            e.talk().spoiled = true;
            e.say("pause");
            e.is_idle()?;
            e.say("resume");
            e.is_busy()
        },
    ),
    should("cecp-resume-idle", "resume when nothing is paused is ignored", "C-474", |e| {
        e.needs_feature("pause")?;
        e.say("resume");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "nothing")
    }),
    must("cecp-egtpath", "egtpath is taken for every format announced", "C-486 C-135", |e| {
        let Some(FeatureValue::Text(formats)) = e.announced().value("egt").cloned() else {
            return not_applicable("the engine has no endgame tables");
        };
        e.fresh()?;
        for format in formats.split(',') {
            e.say(&format!("egtpath {} /no such folder", format.trim()));
        }
        let said = e.sync()?;
        // That there is no such folder may be said; the command must be known.
        let is_refusal = |it: &FromEngine| matches!(it, FromEngine::Error { text, .. } if text.trim().starts_with("egtpath"));
        ensure(!said.iter().any(is_refusal), "no complaint of egtpath")?;
        plays(e)
    }),
    should("cecp-highlight", "lift, put and hover are taken", "C-520 C-521 C-522 C-525", |e| {
        e.needs_feature("highlight")?;
        e.new_game()?;
        e.say_each(&["lift e2", "hover e4", "put e4"]);
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "no complaint")
    }),
    must(
        "cecp-variant-960",
        "Fischer random chess is played where it is listed",
        "C-218 C-189 C-316",
        |e| variant(e, "fischerandom"),
    ),
    must(
        "cecp-variant-xiangqi",
        "Chinese chess is played where it is listed",
        "C-228 C-189 C-319",
        |e| variant(e, "xiangqi"),
    ),
    must("cecp-960-castles", "in Fischer random chess castling is O-O", "C-316 C-218", |e| {
        listed(e, "fischerandom")?;
        e.needs_feature("setboard")?;
        e.fresh()?;
        e.say_each(&["new", "variant fischerandom", "force", "easy", "post"]);
        // Castling, from f1 to g1 and from h1 to f1, is the only move that mates.
        e.say("setboard 4rkr1/R7/8/8/8/8/4P1P1/5K1R w K - 0 1");
        e.sync()?;
        let played = e.think(&["level 0 1 0", "st 1", "sd 4"])?;
        let castles = ["O-O", "O-O#", "O-O+"].contains(&played.mv.as_str());
        ensure(castles, format!("move O-O, which mates, not {}", played.mv))
    }),
    must("cecp-variant-back", "new without variant is normal chess again", "C-191", |e| {
        variant(e, "fischerandom")?;
        e.say_each(&["new", "force"]);
        e.user_move("e2e4");
        let said = e.sync()?;
        ensure(!said.iter().any(is_complaint), "e2e4 is legal")
    }),
];

/// Sets every option of some types, and plays.
fn each(e: &mut Cecp, value: impl Fn(&OptionKind) -> Option<String>) -> Outcome {
    each_so(e, |kind| value(kind).into_iter().collect())
}

/// Sets every option of some types to some values, and plays.
fn each_so(e: &mut Cecp, values: impl Fn(&OptionKind) -> Vec<String>) -> Outcome {
    let mut settings = Vec::new();
    for option in e.options() {
        settings.extend(values(&option.kind).into_iter().map(|value| (option.name.clone(), value)));
    }
    if settings.is_empty() {
        return not_applicable("the engine has no such options");
    }
    e.fresh()?;
    for (name, value) in settings {
        e.say(&format!("option {name}={value}"));
    }
    let said = e.sync()?;
    let complaint = said.iter().find(|it| is_complaint(it));
    ensure(complaint.is_none(), format!("no complaint, not {complaint:?}"))?;
    plays(e)
}

fn plays(e: &mut Cecp) -> Outcome {
    e.new_game()?;
    e.think(&["level 0 1 0", "st 1", "sd 3"]).map(drop)
}

fn listed(e: &Cecp, name: &str) -> Outcome {
    let listed = match e.announced().value("variants") {
        Some(FeatureValue::Text(list)) => list.split(',').any(|it| it.trim() == name),
        _ => false,
    };
    if !listed {
        return not_applicable(format!("the engine does not list {name}"));
    }
    Ok(())
}

fn variant(e: &mut Cecp, name: &str) -> Outcome {
    listed(e, name)?;
    e.fresh()?;
    e.say_each(&["new", &format!("variant {name}"), "force", "easy", "post"]);
    e.sync()?;
    e.think(&["level 0 1 0", "st 1", "sd 3"]).map(drop)
}
