//! `option` by type, `exclude`, `pause`, games other than chess.

use super::{Cecp, is_complaint};
use crate::expectation::{Expectation, Outcome, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::cecp::{FeatureValue, OptionKind};

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
    must("cecp-option-checks", "every check can be switched", "C-153 C-492", |e| {
        each(e, |kind| match kind {
            OptionKind::Check(on) => Some(u8::from(!on).to_string()),
            _ => None,
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
    must("cecp-option-buttons", "every button can be pressed", "C-150 C-491", |e| {
        e.fresh()?;
        let buttons: Vec<_> =
            e.options().into_iter().filter(|option| option.kind == OptionKind::Button).collect();
        if buttons.is_empty() {
            return not_applicable("the engine has no buttons");
        }
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
        ensure(!said.iter().any(is_complaint), "no complaint")?;
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
    let options = e.options();
    let settings: Vec<_> = options
        .iter()
        .filter_map(|option| value(&option.kind).map(|value| (option.name.clone(), value)))
        .collect();
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

fn variant(e: &mut Cecp, name: &str) -> Outcome {
    let listed = match e.announced().value("variants") {
        Some(FeatureValue::Text(list)) => list.split(',').any(|it| it.trim() == name),
        _ => false,
    };
    if !listed {
        return not_applicable(format!("the engine does not list {name}"));
    }
    e.fresh()?;
    e.say_each(&["new", &format!("variant {name}"), "force", "easy", "post"]);
    e.sync()?;
    e.think(&["level 0 1 0", "st 1", "sd 3"]).map(drop)
}
