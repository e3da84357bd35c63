//! Engines of UCCI that break one thing each.

use crate::engine::Change::{
    Adds, Answers, Begins, Both, Deaf, Dies, Hears, In, Mute, Out, Says, Twice,
};
use crate::engine::{Fault, cut, fault, oddity, with_number};

/// Every one of them.
pub(crate) const ALL: &[Fault] = &[
    // The handshake.
    fault("ucci-says-no-ucciok", "X-041", Mute("ucciok"), &["ucci-ucciok"]),
    fault(
        "ucci-ucciok-twice",
        "X-041",
        Twice("ucciok"),
        &["ucci-ucciok-answers", "ucci-go-depth-1"],
    ),
    fault("ucci-speaks-first", "X-040", Begins("info message hello"), &["ucci-silent-start"]),
    fault(
        "ucci-readyok-twice",
        "X-190",
        Twice("readyok"),
        &["ucci-readyok-answers", "ucci-isready-goes-on"],
    ),
    fault("ucci-quit-ignored", "X-330", Deaf("quit"), &["ucci-quit"]),
    fault(
        "ucci-bye-without-quit",
        "X-331",
        Adds("ucciok", "bye"),
        &["ucci-bye-answers", "ucci-go-depth-1"],
    ),
    fault(
        "ucci-option-without-type",
        "X-132",
        Says("option hashsize type spin", "option hashsize spin"),
        &["ucci-option-form"],
    ),
    fault(
        "ucci-option-in-capitals",
        "X-133",
        Says("option hashsize", "option HashSize"),
        &["ucci-option-names"],
    ),
    fault(
        "ucci-spin-without-range",
        "X-137",
        Says("spin min 0 max 1048576", "spin"),
        &["ucci-option-types"],
    ),
    fault(
        "ucci-batch-at-first",
        "X-083",
        Says("batch type check default false", "batch type check default true"),
        &["ucci-batch-off"],
    ),
    fault(
        "ucci-ponder-is-text",
        "X-160",
        Says("ponder type check default false", "ponder type string default false"),
        &["ucci-checks"],
    ),
    fault(
        "ucci-threads-are-text",
        "X-168",
        Says("threads type spin min 0 max 256 default 0", "threads type string default 0"),
        &["ucci-spins"],
    ),
    // Positions.
    fault(
        "ucci-fen-ignored",
        "X-205",
        In(|w, l| w.tell(if l.starts_with("position") { "position startpos" } else { l })),
        &["ucci-fen"],
    ),
    fault("ucci-side-ignored", "X-107", Hears("RNBAKABNR b ", "RNBAKABNR w "), &["ucci-side"]),
    fault("ucci-moves-ignored", "X-205", In(|w, l| w.tell(position_of(l))), &["ucci-moves"]),
    fault(
        "ucci-moves-after-captures-ignored",
        "X-112 X-114",
        Hears(" e2e6 d9e8", " e2e6"),
        &["ucci-bestmove-legal", "ucci-captures"],
    ),
    fault(
        "ucci-move-is-made",
        "X-054",
        Both(
            |w, l| {
                if l.starts_with("position") {
                    w.text = l.to_owned();
                    w.on = false;
                } else if l.starts_with("go") && w.on {
                    let made = format!("{} moves {}", w.text, w.lines.join(" "));
                    w.tell(&made);
                }
                w.tell(l);
            },
            |w, l| {
                if let Some(best) = l.strip_prefix("bestmove ") {
                    w.on = true;
                    w.lines = vec![cut(best, " ").to_owned()];
                }
                w.say(l);
            },
        ),
        &["ucci-position-kept"],
    ),
    fault("ucci-banmoves-ignored", "X-206", Deaf("banmoves"), &["ucci-banmoves"]),
    fault(
        "ucci-bans-one-search",
        "X-208",
        Both(
            |w, l| {
                if l.starts_with("position") {
                    w.text = l.to_owned();
                }
                w.tell(l);
            },
            |w, l| {
                w.say(l);
                if l.starts_with("bestmove") {
                    let position = w.text.clone();
                    w.tell(&position);
                }
            },
        ),
        &["ucci-banmoves-stay"],
    ),
    fault(
        "ucci-bans-for-ever",
        "X-208",
        In(|w, l| {
            if l.starts_with("banmoves") {
                w.text = l.to_owned();
            }
            w.tell(l);
            if l.starts_with("position") && !w.text.is_empty() {
                let bans = w.text.clone();
                w.tell(&bans);
            }
        }),
        &["ucci-banmoves-stay"],
    ),
    fault(
        "ucci-probe-sets-the-position",
        "X-321",
        Hears("probe ", "position "),
        &["ucci-probe-harmless"],
    ),
    // Answers.
    fault(
        "ucci-illegal-move",
        "X-300",
        Out(|w, l| w.say(if l.starts_with("bestmove") { "bestmove a0a9" } else { l })),
        &["ucci-bestmove-legal", "ucci-go-depth-1"],
    ),
    fault(
        "ucci-moves-in-capitals",
        "X-090",
        Out(|w, l| match l.strip_prefix("bestmove ") {
            Some(best) => w.say(&format!("bestmove {}", cut(best, " ").to_uppercase())),
            None => w.say(l),
        }),
        &["ucci-spelling", "ucci-go-depth-1"],
    ),
    fault(
        "ucci-ranks-from-1",
        "X-092",
        Out(|w, l| match l.strip_prefix("bestmove ") {
            Some(best) => w.say(&format!("bestmove {}", from_one(cut(best, " ")))),
            None => w.say(l),
        }),
        &["ucci-bestmove-legal", "ucci-go-depth-1"],
    ),
    fault(
        "ucci-gives-up",
        "X-312",
        Out(|w, l| w.say(if l.starts_with("bestmove") { "nobestmove" } else { l })),
        &["ucci-nobestmove", "ucci-moves"],
    ),
    fault(
        "ucci-bestmove-twice",
        "X-047",
        Twice("bestmove"),
        &["ucci-answer-per-go", "ucci-go-depth-1"],
    ),
    fault("ucci-no-answer", "X-047", Mute("bestmove"), &["ucci-go-depth-1"]),
    fault("ucci-mated-and-moves", "X-312", Says("nobestmove", "bestmove e9e8"), &["ucci-mated"]),
    fault("ucci-mated-and-silent", "X-312", Mute("nobestmove"), &["ucci-stalemated"]),
    fault(
        "ucci-ponder-move-illegal",
        "X-301",
        Out(|w, l| match l.starts_with("bestmove") && l.contains(" ponder ") {
            true => w.say(&format!("{} ponder a0a9", cut(l, " ponder "))),
            false => w.say(l),
        }),
        &["ucci-ponder-legal", "ucci-info"],
    ),
    // Searches.
    fault("ucci-stop-ignored", "X-284", Deaf("stop"), &["ucci-stop"]),
    fault(
        "ucci-stop-late",
        "X-284",
        In(|w, l| if l == "stop" { w.tell_later(800, l) } else { w.tell(l) }),
        &["ucci-stop-soon"],
    ),
    fault(
        "ucci-stop-at-once-lost",
        "X-284",
        In(|w, l| {
            if !(l == "stop" && w.just_told()) {
                w.tell(l);
            }
        }),
        &["ucci-stop-at-once", "ucci-stop"],
    ),
    fault(
        "ucci-isready-ends-the-search",
        "X-190",
        In(|w, l| {
            if l == "isready" && w.searching {
                w.tell("stop");
            }
            w.tell(l);
        }),
        &["ucci-isready-goes-on", "ucci-readyok"],
    ),
    fault(
        "ucci-isready-waits-for-the-move",
        "X-190 X-048",
        Both(
            |w, l| match l == "isready" && w.searching {
                true => w.on = true,
                false => w.tell(l),
            },
            |w, l| {
                w.say(l);
                if l.starts_with("bestmove") && std::mem::take(&mut w.on) {
                    w.tell("isready");
                }
            },
        ),
        &["ucci-isready-thinking", "ucci-readyok"],
    ),
    fault(
        "ucci-position-taken-in-search",
        "X-050",
        Both(
            |w, l| match l.starts_with("position") && w.searching {
                true => w.text = l.to_owned(),
                false => w.tell(l),
            },
            |w, l| {
                w.say(l);
                if l.starts_with("bestmove") && !w.text.is_empty() {
                    let position = std::mem::take(&mut w.text);
                    w.tell(&position);
                }
            },
        ),
        &["ucci-position-void"],
    ),
    fault(
        "ucci-go-taken-in-search",
        "X-050",
        Both(
            |w, l| match l.starts_with("go") && w.searching {
                true => w.text = l.to_owned(),
                false => w.tell(l),
            },
            |w, l| {
                w.say(l);
                if l.starts_with("bestmove") && !w.text.is_empty() {
                    let go = std::mem::take(&mut w.text);
                    w.tell(&go);
                }
            },
        ),
        &["ucci-go-void"],
    ),
    fault(
        "ucci-unknown-word-ends-the-search",
        "X-065",
        Hears("foo bar", "stop"),
        &["ucci-unknown-thinking"],
    ),
    fault("ucci-ponders-on-the-clock", "X-238", Hears("go ponder", "go"), &["ucci-ponder-waits"]),
    fault("ucci-ponderhit-ignored", "X-280", Deaf("ponderhit"), &["ucci-ponderhit"]),
    fault("ucci-ponderhit-draw-unknown", "X-282", Deaf("ponderhit draw"), &["ucci-ponderhit-draw"]),
    fault("ucci-go-draw-unknown", "X-241", Deaf("go draw"), &["ucci-draw-offer"]),
    fault(
        "ucci-depth-exceeded",
        "X-221",
        Hears("depth 4", "depth 8"),
        &["ucci-depth", "ucci-info"],
    ),
    fault(
        "ucci-nodes-ignored",
        "X-226",
        In(|w, l| {
            w.tell(if l.starts_with("go nodes") { "go infinite" } else { l });
        }),
        &["ucci-nodes"],
    ),
    fault("ucci-infinite-ends", "X-224", Hears("go infinite", "go depth 3"), &["ucci-infinite"]),
    fault(
        "ucci-milliseconds-are-seconds",
        "X-155",
        Deaf("setoption usemillisec"),
        &["ucci-time-movestogo"],
    ),
    fault(
        "ucci-clocks-swapped",
        "X-227 X-230",
        In(|w, l| {
            let swapped = l.replace(" time ", " x ").replace(" opptime ", " time ");
            w.tell(&swapped.replace(" x ", " opptime "));
        }),
        &["ucci-time-opponent"],
    ),
    fault(
        "ucci-clock-ignored",
        "X-227",
        In(|w, l| {
            w.tell(if l.starts_with("go time") { "go infinite" } else { l });
        }),
        &["ucci-time"],
    ),
    // Scores and lines.
    fault(
        "ucci-score-of-red",
        "X-262",
        Both(
            |w, l| {
                if l.starts_with("position") {
                    w.on = l.contains(" b ");
                }
                w.tell(l);
            },
            |w, l| match w.on {
                true => w.say(&with_number(l, "score", |score| -score)),
                false => w.say(l),
            },
        ),
        &["ucci-score-down", "ucci-info"],
    ),
    fault(
        "ucci-score-of-the-other-side",
        "X-262",
        Out(|w, l| w.say(&with_number(l, "score", |score| -score))),
        &["ucci-score-up", "ucci-info"],
    ),
    fault(
        "ucci-score-in-cp",
        "X-260",
        Says(" score ", " score cp "),
        &["ucci-score-number", "ucci-info"],
    ),
    fault(
        "ucci-depth-is-text",
        "X-259",
        Says("info depth ", "info depth about "),
        &["ucci-well-formed", "ucci-info"],
    ),
    fault("ucci-no-lines-of-play", "X-259", Out(|w, l| w.say(cut(l, " pv "))), &["ucci-info"]),
    fault(
        "ucci-line-ends-illegally",
        "X-259",
        Out(|w, l| match l.contains(" pv ") {
            true => w.say(&format!("{l} a0a9")),
            false => w.say(l),
        }),
        &["ucci-pv-legal", "ucci-info"],
    ),
    fault(
        "ucci-currmove-illegal",
        "X-265",
        Answers("go", "info currmove a0a9"),
        &["ucci-currmove", "ucci-info"],
    ),
    fault(
        "ucci-shows-lines-while-idle",
        "X-255",
        Adds("bestmove", "info depth 9 score 1 pv b2e2"),
        &["ucci-info-thinking", "ucci-go-depth-1", "ucci-moves"],
    ),
    fault(
        "ucci-pophash-unasked",
        "X-320",
        Answers("position", "pophash"),
        &["ucci-pophash-answers", "ucci-go-depth-1"],
    ),
    // Options and the rest.
    fault("ucci-dies-of-newgame", "X-176", Dies("setoption newgame"), &["ucci-newgame"]),
    fault("ucci-dies-of-unknown-options", "X-194", Dies("setoption foo"), &["ucci-set-unknown"]),
    fault("ucci-dies-of-old-options", "X-006", Dies("setoption drawmoves"), &["ucci-set-old"]),
    fault("ucci-dies-of-a-choice", "X-138", Dies("setoption style risky"), &["ucci-set-choices"]),
    fault("ucci-dies-of-0", "X-167", Dies("setoption hashsize 0"), &["ucci-set-zero"]),
    fault("ucci-dies-of-unknown-words", "X-065", Dies("foo"), &["ucci-unknown-idle"]),
    fault("ucci-batch-ignored", "X-080", Deaf("setoption batch true"), &["ucci-batch"]),
    fault(
        "ucci-calculates-after-the-move",
        "X-053",
        Both(
            |w, l| {
                w.burn(false);
                w.tell(l);
            },
            |w, l| {
                w.say(l);
                if l.starts_with("bestmove") {
                    w.burn(true);
                }
            },
        ),
        &["ucci-idle-after-move"],
    ),
    fault(
        "ucci-line-without-end",
        "X-022",
        Out(|w, l| {
            w.say(l);
            if l.starts_with("bestmove") {
                w.say_raw("info message done");
            }
        }),
        &["ucci-whole-lines"],
    ),
    // What is only advised.
    oddity("ucci-depth-0-brings-a-move", "X-222", Hears("depth 0", "depth 1"), &["ucci-depth-0"]),
    oddity("ucci-no-bye", "X-331", Mute("bye"), &["ucci-bye"]),
    oddity("ucci-stop-while-idle-unanswered", "X-059", Deaf("stop"), &["ucci-stop-idle"]),
    oddity(
        "ucci-words-of-its-own",
        "X-022",
        Adds("ucciok", "hello"),
        &["ucci-known-words", "ucci-go-depth-1"],
    ),
];

/// A position without its moves.
fn position_of(line: &str) -> &str {
    if line.starts_with("position") { cut(line, " moves") } else { line }
}

/// A move as those write it who count the ranks from 1.
fn from_one(mv: &str) -> String {
    mv.chars()
        .map(|c| match c.to_digit(10) {
            Some(rank) => (rank + 1).to_string(),
            None => c.to_string(),
        })
        .collect()
}
