//! Words of the form `key=value` that describe an engine: the same in lists of engines and in all grammars of command lines.

use crate::clock::TimeControl;
use crate::config::{EngineSpec, Restart, Setting};
use ferz_input::text;
use std::time::Duration;

/// Whether every engine is meant, or this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// This one.
    This,
    /// Every one.
    All,
}

/// Whether a word is one of these, and not the beginning of a command.
pub fn is_word(word: &str) -> bool {
    let mut nobody = EngineSpec::default();
    (word.contains('=') || matches!(word, "whitepov" | "ponder") || word.starts_with("option."))
        && apply(&mut nobody, word, For::This) != Ok(false)
}

/// Which words there are.
pub const KNOWN: &str = "there are name, proto, tc, st, depth, nodes, margin, option.NAME, \
    dir, init, restart, patience, stall, nps, ponder, whitepov, partner";

/// Whether a word has the form of ours, `key=value`.
pub fn looks_like_word(word: &str) -> bool {
    let key = word.split_once('=').map_or("", |(key, _)| key);
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

/// Applies a word; `Ok(false)` if it is none of ours.
pub fn apply(spec: &mut EngineSpec, word: &str, whom: For) -> Result<bool, String> {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let bad = |why: &dyn std::fmt::Display| format!("{word:?}: {why}");
    let number = |what: &str| bad(&format!("not {what}"));
    match key {
        "name" => spec.name = Some(text::name(value).into_owned()),
        "proto" | "protocol" => {
            spec.protocol = match value {
                "" | "auto" => None,
                value => Some(value.parse().map_err(|why: String| bad(&why))?),
            };
        }
        "dir" => spec.directory = Some(value.into()),
        "tc" if matches!(value, "inf" | "infinite" | "none") => spec.clock = None,
        "tc" => spec.clock = Some(value.parse::<TimeControl>().map_err(|why| bad(&why))?),
        "st" => spec.move_time = Some(seconds(value).ok_or_else(|| number("a time"))?),
        "depth" | "plies" => spec.depth = Some(value.parse().map_err(|_| number("a depth"))?),
        "nodes" => spec.nodes = Some(value.parse().map_err(|_| number("a number"))?),
        "nps" => spec.nps = Some(value.parse().map_err(|_| number("a number"))?),
        "timemargin" | "margin" => {
            let ms = value.parse().map_err(|_| number("a number of milliseconds"))?;
            spec.margin = Some(Duration::from_millis(ms));
        }
        "patience" => spec.patience = Some(seconds(value).ok_or_else(|| number("a time"))?),
        "stall" => spec.stall = Some(seconds(value).ok_or_else(|| number("a time"))?),
        "restart" => {
            spec.restart = match value {
                "auto" => Restart::Auto,
                "on" => Restart::On,
                "off" => Restart::Off,
                _ => return Err(bad(&"it is auto, on or off")),
            };
        }
        "initstr" | "init" => spec.init.extend(value.split("\\n").map(str::to_owned)),
        "whitepov" => spec.first_view = true,
        "ponder" => spec.ponder = true,
        // Who reads command lines has read it before.
        "partner" => return Err(bad(&"it is for an engine of a command line")),
        key if key.starts_with("option.") => {
            let name = key["option.".len()..].to_owned();
            let value = word.contains('=').then(|| value.to_owned());
            // What is set for one engine outweighs what is set for all.
            let known =
                spec.options.iter().position(|known| known.name.eq_ignore_ascii_case(&name));
            let setting = Setting { name, value, optional: whom == For::All };
            match known.and_then(|index| spec.options.get_mut(index)) {
                Some(known) if whom == For::This || known.optional => *known = setting,
                Some(_) => {}
                None => spec.options.push(setting),
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// What is set for all engines, where an engine has nothing of its own.
pub fn fill(spec: &mut EngineSpec, all: &EngineSpec) {
    // A clock and a time per move exclude each other.
    if spec.clock.is_none() && spec.move_time.is_none() {
        spec.clock.clone_from(&all.clock);
        spec.move_time = all.move_time;
    }
    spec.depth = spec.depth.or(all.depth);
    spec.nodes = spec.nodes.or(all.nodes);
    spec.nps = spec.nps.or(all.nps);
    if spec.directory.is_none() {
        spec.directory.clone_from(&all.directory);
    }
    spec.protocol = spec.protocol.or(all.protocol);
    spec.margin = spec.margin.or(all.margin);
    spec.patience = spec.patience.or(all.patience);
    spec.stall = spec.stall.or(all.stall);
    if spec.restart == Restart::default() {
        spec.restart = all.restart;
    }
    if spec.init.is_empty() {
        spec.init.clone_from(&all.init);
    }
    spec.first_view |= all.first_view;
    if let Some(partner) = &mut spec.partner {
        fill(partner, all);
    }
    spec.ponder |= all.ponder;
    for setting in &all.options {
        if !spec.options.iter().any(|own| own.name.eq_ignore_ascii_case(&setting.name)) {
            spec.options.push(setting.clone());
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok().filter(|seconds| *seconds > 0.0)?;
    Duration::try_from_secs_f64(seconds).ok()
}
