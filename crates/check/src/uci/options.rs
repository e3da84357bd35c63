//! `setoption`: every type, every spelling, and what must not be taken.

use super::{Uci, ms};
use crate::expectation::{
    Ability, Expectation, Finding, Outcome, ensure, must, not_applicable, should,
};
use crate::run::Subject;
use ferz_wire::uci::{FromEngine, Info, OptionKind};

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-set-defaults", "every option takes its own default", "U-140 U-144 U-381", |e| {
        e.fresh()?;
        for option in e.hello().options {
            let (name, value) = (&option.name, default_of(&option.kind));
            // An empty name of a log is a log with that name to some.
            if needs_file(name) {
                continue;
            }
            match value {
                Some(value) => e.set(name, &value),
                None => continue,
            }
        }
        e.ping()?;
        plays(e)
    }),
    must(
        "uci-set-range",
        "every spin takes its smallest and largest value",
        "U-387 U-393 U-394",
        |e| {
            e.fresh()?;
            for option in e.hello().options {
                let OptionKind::Spin { default, min, max } = option.kind else { continue };
                // Memory and threads to the limit would be a test of the machine.
                if max.is_some_and(|max| max > 1000) || needs_machine(&option.name) {
                    continue;
                }
                for value in [min, max, default].into_iter().flatten() {
                    e.set(&option.name, &value.to_string());
                }
                e.ping()?;
            }
            plays(e)
        },
    ),
    must("uci-set-checks", "every check can be switched on and off", "U-386", |e| {
        e.fresh()?;
        for option in e.hello().options {
            let OptionKind::Check { default: Some(default) } = option.kind else { continue };
            e.set(&option.name, &(!default).to_string());
            e.ping()?;
            e.set(&option.name, &default.to_string());
        }
        e.ping()?;
        plays(e)
    }),
    must("uci-set-combos", "every choice of every combo is taken", "U-388 U-395", |e| {
        e.fresh()?;
        for option in e.hello().options {
            let OptionKind::Combo { default, vars } = option.kind else { continue };
            for choice in vars.iter().chain(&default) {
                e.set(&option.name, choice);
            }
            e.ping()?;
        }
        plays(e)
    }),
    must("uci-set-buttons", "buttons can be pressed, without a value", "U-145 U-389 U-141", |e| {
        let mut buttons = e.hello().options;
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
            e.say(&format!("setoption name {}", button.name));
        }
        e.ping()?;
        plays(e)
    }),
    should("uci-set-empty", "every string takes <empty>", "U-154 U-390", |e| {
        e.fresh()?;
        for option in e.hello().options {
            if matches!(option.kind, OptionKind::String { .. }) && !needs_file(&option.name) {
                e.set(&option.name, "<empty>");
            }
        }
        e.ping()?;
        plays(e)
    }),
    must(
        "uci-set-hash",
        "the size of the hash table can be set, and a search follows",
        "U-121 U-413",
        |e| {
            let hash = e.needs_option("Hash")?;
            e.fresh()?;
            e.set(&hash.name, "32");
            e.ping()?;
            plays(e)
        },
    ),
    must("uci-set-threads", "two threads bring one bestmove for each go", "U-442 U-316", |e| {
        match e.needs_option("Threads")?.kind {
            OptionKind::Spin { max: Some(max), .. } if max >= 2 => {}
            _ => return not_applicable("one thread is all it has"),
        }
        e.fresh()?;
        e.set("Threads", "2");
        e.ping()?;
        for _ in 0..3 {
            plays(e)?;
        }
        e.has_ignored_it()
    }),
    must("uci-set-case", "option names have no case", "U-142", |e| {
        e.needs_option("MultiPV")?;
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.set("mULTIpv", "2");
        ensure(
            lines(e, "startpos", "depth 3")? == 2,
            "two lines after setoption name mULTIpv value 2",
        )
    }),
    must("uci-set-unknown", "an unknown option does no harm", "U-152", |e| {
        e.say("setoption name Nonsense value 1");
        e.ping()?;
        plays(e)
    }),
    should("uci-set-beyond", "values out of range do no harm", "U-153", |e| {
        e.nonsense()?;
        for option in e.hello().options {
            if let OptionKind::Spin { min: Some(min), .. } = option.kind {
                e.set(&option.name, &(min.saturating_sub(1)).to_string());
                e.set(&option.name, "99999999999999999999");
            }
        }
        e.ping()?;
        plays(e)
    }),
    should("uci-set-nonsense", "values that are none do no harm", "U-153", |e| {
        e.nonsense()?;
        for option in e.hello().options {
            match option.kind {
                OptionKind::Spin { .. } => e.set(&option.name, "many"),
                OptionKind::Check { .. } => e.set(&option.name, "perhaps"),
                OptionKind::Combo { .. } => e.set(&option.name, "no such choice"),
                _ => {}
            }
        }
        e.ping()?;
        plays(e)
    }),
    should(
        "uci-set-bare",
        "setoption without name, and a name without value, do no harm",
        "U-155 U-149",
        |e| {
            e.nonsense()?;
            e.say("setoption");
            e.say("setoption name");
            e.say("setoption value 3");
            if e.declared("Hash").is_some() {
                e.say("setoption name Hash");
            }
            e.ping()?;
            plays(e)
        },
    ),
    must(
        "uci-multipv",
        "several variations come in groups, in order, each complete",
        "U-339 U-340 U-341",
        |e| {
            e.needs_option("MultiPV")?;
            e.talk().needs(Ability::Output)?;
            e.fresh()?;
            e.set("MultiPV", "3");
            ensure(lines(e, "startpos", "depth 4")? == 3, "three lines, multipv 1 to 3")
        },
    ),
    must("uci-multipv-few", "not more variations than legal moves", "U-224", |e| {
        e.needs_option("MultiPV")?;
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.set("MultiPV", "4");
        let count = lines(e, "fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "depth 3")?;
        ensure(count <= 1, "one line for one legal move")
    }),
    must("uci-multipv-searchmoves", "not more variations than searchmoves", "U-224 U-223", |e| {
        e.needs_option("MultiPV")?;
        e.talk().needs(Ability::Restrict)?;
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.set("MultiPV", "4");
        let count = lines(e, "startpos", "depth 3 searchmoves e2e4 d2d4")?;
        ensure(count <= 2, format!("two lines at most, not {count}"))
    }),
    should("uci-newgame-options", "ucinewgame leaves the options as they are", "U-196", |e| {
        e.needs_option("MultiPV")?;
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.set("MultiPV", "2");
        e.say("ucinewgame");
        e.ping()?;
        ensure(lines(e, "startpos", "depth 3")? == 2, "two lines as before")
    }),
    should("uci-show-wdl", "UCI_ShowWDL adds chances to the lines", "U-444", |e| {
        e.needs_option("UCI_ShowWDL")?;
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.set("UCI_ShowWDL", "true");
        let search = e.search("startpos", "depth 4")?;
        ensure(search.infos.iter().any(|info| info.wdl.is_some()), "wdl W D L")
    }),
    must("uci-960-castles", "in Chess960 castling is the king taking its rook", "U-463", |e| {
        nine_sixty(e, "fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1")
    }),
    must(
        "uci-960-king-step",
        "in Chess960 a king's step beside its rook is a step",
        "U-464",
        |e| nine_sixty(e, "fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1"),
    ),
    must("uci-960-rights", "castling rights may be files of rooks", "U-465 U-466", |e| {
        nine_sixty(e, "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah -", "g1f3")
    }),
    must("uci-960-files", "castling rights may be files of inner rooks", "U-465 U-466", |e| {
        let fen = "fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        nine_sixty(e, fen, "e1g1")?;
        nine_sixty(e, fen, "e1b1")
    }),
    must("uci-960-off", "back in normal chess castling is e1g1", "U-461 U-072", |e| {
        nine_sixty(e, "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1")?;
        e.set("UCI_Chess960", "false");
        let search = e.search("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "depth 2 searchmoves e1g1")?;
        ensure(search.best() == "e1g1", "bestmove e1g1")
    }),
    must("uci-strength", "with limited strength the engine plays on", "U-427 U-430", |e| {
        e.needs_option("UCI_LimitStrength")?;
        e.fresh()?;
        e.set("UCI_LimitStrength", "true");
        e.in_time(ms(3000), "a move", |e| Ok(e.search("startpos", "movetime 200")?.took))
    }),
    should("uci-opponent-set", "UCI_Opponent takes what the document shows", "U-434", |e| {
        e.needs_option("UCI_Opponent")?;
        e.set("UCI_Opponent", "GM 2800 human Gary Kasparov");
        e.set("UCI_Opponent", "none none computer Shredder");
        e.has_ignored_it()
    }),
    must("uci-sample", "the dialogue of the document works line by line", "U-483", |e| {
        e.talk().needs(Ability::Stop)?;
        e.fresh()?;
        e.set("Hash", "32");
        e.set("NalimovCache", "1");
        e.set("NalimovPath", "d:\\tb;c\\tb");
        e.ping()?;
        e.say("ucinewgame");
        e.set("UCI_AnalyseMode", "true");
        e.position("startpos moves e2e4 e7e5 g1f3 b8c6");
        e.begin("infinite");
        e.listen(ms(50));
        let search = e.stop()?;
        ensure(search.best.is_some(), "a move")
    }),
];

fn plays(e: &mut Uci) -> Outcome {
    let search = e.search("startpos", "depth 2")?;
    ensure(search.best.is_some(), "a move in the start position")
}

fn default_of(kind: &OptionKind) -> Option<String> {
    match kind {
        OptionKind::Check { default } => default.map(|on| on.to_string()),
        OptionKind::Spin { default, .. } => default.map(|number| number.to_string()),
        OptionKind::Combo { default, .. } => default.clone(),
        OptionKind::String { default } => default
            .as_ref()
            .map(|text| if text.is_empty() { "<empty>".to_owned() } else { text.clone() }),
        OptionKind::Button | OptionKind::Other { .. } => None,
    }
}

fn needs_machine(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["hash", "thread", "cache", "memory", "core", "cpu"].iter().any(|word| name.contains(word))
}

/// A button that clears the hash table. Others may destroy what nobody gets back, such as what an
/// engine has learned.
pub(crate) fn is_harmless(button: &str) -> bool {
    let name = button.to_ascii_lowercase();
    name.contains("hash") && ["clear", "reset"].iter().any(|word| name.contains(word))
}

/// Without its network, or its log, an engine need not work.
fn needs_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["file", "net", "weights", "nnue"].iter().any(|word| name.contains(word))
}

/// The most lines of one depth.
fn lines(e: &mut Uci, position: &str, arguments: &str) -> Result<usize, Finding> {
    e.position(position);
    e.begin(arguments);
    let search = e.finish(Ability::Go, "bestmove")?;
    let rank =
        |info: &Info| if info.pv.is_empty() { 0 } else { info.multipv.unwrap_or(1) as usize };
    Ok(search.infos.iter().map(rank).max().unwrap_or(0))
}

fn nine_sixty(e: &mut Uci, position: &str, mv: &str) -> Outcome {
    e.needs_option("UCI_Chess960")?;
    e.talk().needs(Ability::Restrict)?;
    e.fresh()?;
    e.set("UCI_Chess960", "true");
    e.ping()?;
    let search = e.search(position, &format!("depth 2 searchmoves {mv}"))?;
    ensure(search.best() == mv, format!("bestmove {mv}"))
}

/// What is no `info string`.
pub(super) fn is_text(said: &FromEngine) -> bool {
    matches!(said, FromEngine::Info(info) if info.string.is_some())
}
