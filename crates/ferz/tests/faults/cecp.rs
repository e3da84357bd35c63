//! Engines of CECP that break one thing each.

use crate::engine::Change::{Adds, Answers, Both, Deaf, Dies, Hears, In, Mute, Out, Says, Twice};
use crate::engine::{Fault, fault, oddity};

/// Every one of them.
pub(crate) const ALL: &[Fault] = &[
    // The handshake.
    fault("cecp-says-no-pong", "C-350", Mute("pong"), &["cecp-ping"]),
    fault("cecp-pong-is-always-1", "C-350", Hears("ping 987654", "ping 1"), &["cecp-ping-number"]),
    fault("cecp-pong-twice", "C-351", Twice("pong"), &["cecp-pong-number", "cecp-go"]),
    fault(
        "cecp-pong-for-every-other-ping",
        "C-351",
        In(|w, l| {
            let many = l.starts_with("ping 10") && l.len() == 9;
            w.count += u32::from(many);
            if !(many && w.count % 2 == 0) {
                w.tell(l);
            }
        }),
        &["cecp-ping-many"],
    ),
    fault(
        "cecp-pong-before-the-move",
        "C-353",
        In(|w, l| match l.strip_prefix("ping ") {
            Some(number) if w.searching => w.say(&format!("pong {number}")),
            _ => w.tell(l),
        }),
        &["cecp-ping-thinking"],
    ),
    fault(
        "cecp-pong-waits-while-pondering",
        "C-352",
        Both(
            |w, l| {
                w.on = w.on && l != "easy" || l == "hard";
                let held = w.on && l.starts_with("ping") && w.count > 0;
                if held {
                    w.lines.push(l.to_owned())
                } else {
                    w.tell(l)
                }
                if !w.on {
                    for held in std::mem::take(&mut w.lines) {
                        w.tell(&held);
                    }
                }
            },
            |w, l| {
                w.count += u32::from(w.on && l.starts_with("move"));
                w.say(l);
            },
        ),
        &["cecp-ping-pondering"],
    ),
    fault(
        "cecp-name-without-quotes",
        "C-076",
        Says("myname=\"Ferz 0.1.0\"", "myname=Ferz"),
        &["cecp-feature-texts"],
    ),
    fault("cecp-switch-is-2", "C-076", Says(" san=0", " san=2"), &["cecp-feature-switches"]),
    fault(
        "cecp-features-with-colons",
        "C-075",
        Says(" draw=1 ", " draw: 1 "),
        &["cecp-feature-form"],
    ),
    fault(
        "cecp-done-is-not-last",
        "C-080",
        Says("feature done=1", "feature done=1 playother=1"),
        &["cecp-done-last"],
    ),
    fault(
        "cecp-option-without-range",
        "C-155",
        Says("MultiPV -spin 1 1 256", "MultiPV -spin 1"),
        &["cecp-option-form"],
    ),
    fault(
        "cecp-option-out-of-range",
        "C-155 C-157",
        Says("MultiPV -spin 1 1 256", "MultiPV -spin 0 1 256"),
        &["cecp-option-spin"],
    ),
    fault("cecp-quit-ignored", "C-192", Deaf("quit"), &["cecp-quit"]),
    fault(
        "cecp-quit-ignored-while-thinking",
        "C-192",
        In(|w, l| {
            if !(l == "quit" && w.searching) {
                w.tell(l);
            }
        }),
        &["cecp-quit-thinking"],
    ),
    fault(
        "cecp-needs-protover",
        "C-058",
        In(|w, l| {
            w.on |= l.starts_with("protover");
            if w.on || l == "xboard" {
                w.tell(l);
            }
        }),
        &["cecp-version-1"],
    ),
    fault("cecp-dies-of-rejected", "C-086", Dies("rejected"), &["cecp-all-rejected"]),
    fault(
        "cecp-complains-of-accepted",
        "C-087",
        Answers("accepted", "Error (unknown command): accepted"),
        &["cecp-answers-silent"],
    ),
    fault(
        "cecp-debug-lines-when-rejected",
        "C-132",
        Answers("rejected name", "# that is a pity"),
        &["cecp-debug-rejected", "cecp-all-rejected"],
    ),
    // Who plays what.
    fault("cecp-go-ignored", "C-197", Deaf("go"), &["cecp-go"]),
    fault(
        "cecp-goes-once",
        "C-198",
        Out(|w, l| {
            w.say(l);
            if l.starts_with("move") {
                w.tell("force");
            }
        }),
        &["cecp-goes-on"],
    ),
    fault(
        "cecp-new-stays-in-force-mode",
        "C-181",
        In(|w, l| {
            w.tell(l);
            if l == "new" {
                w.tell("force");
            }
        }),
        &["cecp-new-black"],
    ),
    fault(
        "cecp-new-keeps-the-position",
        "C-180",
        In(|w, l| {
            w.tell(if l == "new" && w.count > 0 { "force" } else { l });
            w.count += u32::from(l == "new");
        }),
        &["cecp-en-passant", "cecp-undo"],
    ),
    fault("cecp-force-ignored", "C-194", Deaf("force"), &["cecp-force-silent"]),
    fault(
        "cecp-force-waits-for-the-move",
        "C-196",
        Both(
            |w, l| if w.searching && l != "go" { w.lines.push(l.to_owned()) } else { w.tell(l) },
            |w, l| {
                w.say(l);
                if l.starts_with("move") {
                    for held in std::mem::take(&mut w.lines) {
                        w.tell(&held);
                    }
                }
            },
        ),
        &["cecp-force-stops"],
    ),
    fault(
        "cecp-moves-after-force",
        "C-196",
        In(|w, l| {
            if l == "force" && w.searching {
                w.say_later(150, "move e2a6");
                w.searching = false;
            }
            w.tell(l);
        }),
        &["cecp-force-stops"],
    ),
    fault(
        "cecp-moves-after-new",
        "C-187",
        In(|w, l| {
            if l == "new" && w.searching {
                w.say_later(150, "move e2a6");
                w.searching = false;
            }
            w.tell(l);
        }),
        &["cecp-new-stops"],
    ),
    fault(
        "cecp-moves-after-result",
        "C-380",
        In(|w, l| {
            if l.starts_with("result") && w.searching {
                w.say_later(150, "move e2a6");
                w.searching = false;
            }
            w.tell(l);
        }),
        &["cecp-result-stops"],
    ),
    fault("cecp-playother-ignored", "C-199", Deaf("playother"), &["cecp-playother"]),
    fault("cecp-undo-ignored", "C-429", Deaf("undo"), &["cecp-undo"]),
    fault("cecp-undo-takes-two", "C-429", Hears("undo", "remove"), &["cecp-undo"]),
    fault("cecp-remove-ignored", "C-432", Deaf("remove"), &["cecp-remove"]),
    fault("cecp-remove-takes-one", "C-432", Hears("remove", "undo"), &["cecp-remove"]),
    fault(
        "cecp-remove-is-unknown",
        "C-432",
        In(|w, l| match l {
            "remove" => w.say("Error (unknown command): remove"),
            _ => w.tell(l),
        }),
        &["cecp-remove"],
    ),
    fault(
        "cecp-moves-for-a-question-mark",
        "C-341",
        In(|w, l| {
            if l == "?" && !w.searching {
                w.say("move e2e4");
            }
            w.tell(l);
        }),
        &["cecp-move-now-idle"],
    ),
    fault(
        "cecp-echoes-moves",
        "C-566",
        In(|w, l| {
            w.tell(l);
            if let Some(mv) = l.strip_prefix("usermove ") {
                w.say(&format!("move {mv}"));
            }
        }),
        &["cecp-no-echo"],
    ),
    fault("cecp-two-moves", "C-566 C-573", Twice("move"), &["cecp-move-legal", "cecp-goes-on"]),
    fault(
        "cecp-illegal-moves",
        "C-565",
        Out(|w, l| w.say(if l.starts_with("move") { "move a1a1" } else { l })),
        &["cecp-move-legal", "cecp-go"],
    ),
    fault("cecp-no-move", "C-565", Mute("move"), &["cecp-go"]),
    // Moves.
    fault("cecp-castling-unknown", "C-313", Hears("e1g1", "e1g9"), &["cecp-castling"]),
    fault("cecp-long-castling-unknown", "C-313", Hears("e1c1", "e1c9"), &["cecp-castling-long"]),
    fault("cecp-promotion-unknown", "C-312", Hears("a7a8q", "a7a9q"), &["cecp-promotion"]),
    fault("cecp-knight-becomes-queen", "C-312", Hears("a7a8n", "a7a8q"), &["cecp-underpromotion"]),
    fault("cecp-passing-unknown", "C-310", Hears("e5d6", "e5d7"), &["cecp-en-passant"]),
    fault(
        "cecp-promotes-in-capitals",
        "C-312 C-567",
        Says("move e7e8q", "move e7e8Q"),
        &["cecp-promotes"],
    ),
    fault(
        "cecp-promotes-without-letter",
        "C-312",
        Says("move e7e8q", "move e7e8"),
        &["cecp-promotes"],
    ),
    fault(
        "cecp-960-castling-by-squares",
        "C-316",
        Says("move O-O", "move f1g1"),
        &["cecp-960-castles"],
    ),
    fault("cecp-960-ignored", "C-218", Deaf("variant fischerandom"), &["cecp-960-castles"]),
    oddity("cecp-shogi-ignored", "C-189", Deaf("variant shogi"), &["cecp-variants-played"]),
    fault(
        "cecp-variant-for-ever",
        "C-191",
        In(|w, l| {
            w.on |= l.starts_with("variant fischerandom");
            w.tell(l);
            if w.on && l == "new" {
                w.tell("variant xiangqi");
            }
        }),
        &["cecp-variant-back"],
    ),
    fault("cecp-illegal-moves-taken", "C-545", Mute("Illegal move"), &["cecp-illegal-move"]),
    fault(
        "cecp-illegal-move-takes-one-back",
        "C-547",
        Out(|w, l| {
            w.say(l);
            if l.starts_with("Illegal move") {
                w.tell("undo");
            }
        }),
        &["cecp-illegal-kept"],
    ),
    fault(
        "cecp-illegal-move-answered-by-a-move",
        "C-547",
        Adds("Illegal move", "move e7e5"),
        &["cecp-illegal-no-move"],
    ),
    fault(
        "cecp-takes-moves-out-of-turn",
        "C-195 C-545",
        In(|w, l| {
            if l != "usermove e7e5" || w.count > 0 {
                w.tell(l);
            }
            w.count += u32::from(l.starts_with("usermove"));
        }),
        &["cecp-illegal-turn"],
    ),
    fault(
        "cecp-leaves-its-king-in-check",
        "C-545 C-546",
        Deaf("usermove e2c3"),
        &["cecp-illegal-check"],
    ),
    fault(
        "cecp-calls-a-legal-move-illegal",
        "C-310 C-545",
        Answers("usermove a2a3", "Illegal move: a2a3"),
        &["cecp-legal-taken", "cecp-goes-on"],
    ),
    fault("cecp-dies-of-unknown-words", "C-550", Dies("foobar"), &["cecp-unknown-command"]),
    // Positions.
    fault("cecp-setboard-ignored", "C-390", Deaf("setboard"), &["cecp-setboard"]),
    fault("cecp-setboard-for-white", "C-396", Hears(" b - -", " w - -"), &["cecp-setboard-side"]),
    fault("cecp-setboard-without-rights", "C-396", Hears(" Kq ", " - "), &["cecp-setboard-rights"]),
    fault(
        "cecp-setboard-with-all-rights",
        "C-396",
        Hears("R3K2R w - -", "R3K2R w KQkq -"),
        &["cecp-setboard-no-rights"],
    ),
    fault(
        "cecp-setboard-without-passing",
        "C-396",
        Hears(" d6 ", " - "),
        &["cecp-setboard-passing"],
    ),
    fault(
        "cecp-edit-ignored",
        "C-399",
        In(|w, l| match (w.on, l) {
            (false, "edit") => w.on = true,
            (true, ".") => w.on = false,
            (true, _) => {}
            _ => w.tell(l),
        }),
        &["cecp-edit"],
    ),
    fault("cecp-edit-does-not-clear", "C-400", Deaf("#"), &["cecp-edit"]),
    fault(
        "cecp-edit-has-one-colour",
        "C-401 C-403",
        In(|w, l| {
            if l != "c" {
                w.tell(l);
            }
        }),
        &["cecp-edit"],
    ),
    fault(
        "cecp-edit-without-castling",
        "C-408",
        In(|w, l| {
            w.tell(l);
            w.on |= l == "Rh1";
            if w.on && l == "." {
                w.tell("setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1");
            }
        }),
        &["cecp-edit-castling"],
    ),
    fault(
        "cecp-edit-changes-the-side",
        "C-406",
        In(|w, l| {
            w.tell(l);
            w.on |= l == "Pe7";
            if w.on && l == "." {
                w.tell("setboard 4k3/4p3/8/8/8/8/8/4K3 w - - 0 1");
            }
        }),
        &["cecp-edit-black"],
    ),
    // Thinking.
    fault("cecp-post-ignored", "C-444", Deaf("post"), &["cecp-post"]),
    fault("cecp-nopost-ignored", "C-445 C-630", Deaf("nopost"), &["cecp-nopost-silent"]),
    fault("cecp-sd-ignored", "C-272", Deaf("sd"), &["cecp-sd-ends"]),
    fault("cecp-sd-exceeded", "C-272", Hears("sd 4", "sd 8"), &["cecp-sd", "cecp-post"]),
    fault(
        "cecp-level-ends-sd",
        "C-273",
        In(|w, l| {
            w.tell(l);
            if l.starts_with("level") {
                w.tell("sd 99");
            }
        }),
        &["cecp-sd-level"],
    ),
    fault(
        "cecp-new-keeps-sd",
        "C-185 C-274",
        In(|w, l| {
            w.tell(l);
            if l.starts_with("sd ") {
                w.text = l.to_owned();
            }
            if l == "new" && !w.text.is_empty() {
                let sd = w.text.clone();
                w.tell(&sd);
            }
        }),
        &["cecp-sd-new", "cecp-post"],
    ),
    fault(
        "cecp-time-in-milliseconds",
        "C-608",
        Out(|w, l| w.say(&column(l, 2, |time| time * 10))),
        &["cecp-time-column", "cecp-post"],
    ),
    fault(
        "cecp-score-of-white",
        "C-607 C-623",
        Both(
            |w, l| {
                if l.starts_with("setboard") {
                    w.on = l.contains(" b ");
                }
                w.tell(l);
            },
            |w, l| match w.on {
                true => w.say(&column(l, 1, |score| -score)),
                false => w.say(l),
            },
        ),
        &["cecp-score-up", "cecp-post"],
    ),
    fault(
        "cecp-score-of-the-other-side",
        "C-607",
        Out(|w, l| w.say(&column(l, 1, |score| -score))),
        &["cecp-score-down", "cecp-post"],
    ),
    fault("cecp-plays-no-mate", "C-565", Says("move a1a8", "move a1a2"), &["cecp-mate-played"]),
    // Time.
    fault("cecp-st-ignored", "C-271", Hears("st 1", "st 9"), &["cecp-st"]),
    fault(
        "cecp-st-for-one-move",
        "C-271",
        Out(|w, l| {
            w.say(l);
            if l.starts_with("move") {
                w.tell("st 9");
            }
        }),
        &["cecp-st-again"],
    ),
    fault("cecp-level-without-seconds", "C-265", Hears("0:02", "2"), &["cecp-level-seconds"]),
    fault("cecp-time-ignored", "C-295", Deaf("time"), &["cecp-time"]),
    fault(
        "cecp-clocks-swapped",
        "C-295 C-297",
        In(|w, l| {
            let swapped = match l.strip_prefix("otim ") {
                Some(time) => format!("time {time}"),
                None => l.replace("time ", "otim "),
            };
            w.tell(&swapped);
        }),
        &["cecp-time"],
    ),
    // Analysis.
    fault(
        "cecp-moves-in-analysis",
        "C-673",
        In(|w, l| {
            if l == "analyze" {
                w.say_later(150, "move e2e4");
            }
            w.tell(l);
        }),
        &["cecp-analyze"],
    ),
    fault(
        "cecp-analysis-in-silence",
        "C-673",
        In(|w, l| {
            w.tell(l);
            if l == "analyze" {
                w.tell("nopost");
            }
        }),
        &["cecp-analyze"],
    ),
    fault("cecp-exit-ignored", "C-678", Deaf("exit"), &["cecp-analyze-exit"]),
    fault(
        "cecp-analysis-takes-no-moves",
        "C-674",
        In(|w, l| {
            w.on = w.on && l != "exit" || l == "analyze";
            match l.strip_prefix("usermove ") {
                Some(mv) if w.on => w.say(&format!("Illegal move: {mv}")),
                _ => w.tell(l),
            }
        }),
        &["cecp-analyze-move"],
    ),
    fault(
        "cecp-analysis-ends-with-a-move",
        "C-674",
        In(|w, l| {
            w.on = w.on && l != "exit" || l == "analyze";
            if w.on && l.starts_with("usermove") {
                w.tell("exit");
            }
            w.tell(l);
        }),
        &["cecp-analyze-move"],
    ),
    fault(
        "cecp-analysis-takes-nothing-back",
        "C-675",
        In(|w, l| {
            w.on = w.on && l != "exit" || l == "analyze";
            if !(w.on && l == "undo") {
                w.tell(l);
            }
        }),
        &["cecp-analyze-undo"],
    ),
    fault(
        "cecp-new-ends-analysis",
        "C-676",
        In(|w, l| {
            w.on = w.on && l != "exit" || l == "analyze";
            if w.on && l == "new" {
                w.tell("exit");
            }
            w.tell(l);
        }),
        &["cecp-analyze-new"],
    ),
    fault(
        "cecp-setboard-ends-analysis",
        "C-677",
        In(|w, l| {
            w.on = w.on && l != "exit" || l == "analyze";
            if w.on && l.starts_with("setboard") {
                w.tell("exit");
            }
            w.tell(l);
        }),
        &["cecp-analyze-setboard"],
    ),
    // The end of games.
    fault(
        "cecp-false-claims",
        "C-575",
        Adds("move", "1-0 {White mates}"),
        &["cecp-true-claims", "cecp-idle-easy"],
    ),
    fault("cecp-own-mate-not-told", "C-575 C-576", Mute("1-0"), &["cecp-claims-own-mate"]),
    fault("cecp-others-mate-not-told", "C-575 C-576", Mute("1-0"), &["cecp-claims-others-mate"]),
    fault("cecp-stalemate-not-told", "C-575 C-576", Mute("1/2-1/2"), &["cecp-claims-stalemate"]),
    fault(
        "cecp-moves-when-mated",
        "C-207 C-573",
        In(|w, l| {
            w.on = w.on && l != "new" || l.starts_with("setboard R5k1");
            if w.on && l == "go" {
                w.say_later(100, "move g8f8");
            } else {
                w.tell(l);
            }
        }),
        &["cecp-mated-no-move"],
    ),
    fault(
        "cecp-plays-after-the-result",
        "C-380 C-805",
        In(|w, l| {
            if l.starts_with("result 1-0") {
                w.say_later(150, "move e7e5");
            }
            w.tell(l);
        }),
        &["cecp-after-result"],
    ),
    fault(
        "cecp-draw-ends-the-game",
        "C-370",
        Answers("draw", "1/2-1/2 {Draw agreed}"),
        &["cecp-draw"],
    ),
    // Options and the rest.
    fault(
        "cecp-options-are-unknown",
        "C-490",
        Answers("option", "Error (unknown option): that one"),
        &["cecp-option-current"],
    ),
    fault("cecp-dies-of-cores", "C-483", Dies("cores"), &["cecp-cores"]),
    fault("cecp-dies-of-a-check", "C-492", Dies("option OwnBook="), &["cecp-option-checks"]),
    fault(
        "cecp-egtpath-is-unknown",
        "C-486",
        Answers("egtpath", "Error (unknown command): egtpath"),
        &["cecp-egtpath"],
    ),
    fault("cecp-exclude-ignored", "C-505", Deaf("exclude"), &["cecp-exclude"]),
    fault(
        "cecp-excludes-for-ever",
        "C-508 C-509",
        In(|w, l| {
            w.on |= l == "exclude all";
            w.tell(l);
            if w.on && l.starts_with("usermove") {
                w.tell("exclude all");
            }
        }),
        &["cecp-exclude-reset"],
    ),
    fault("cecp-pause-ignored", "C-470", Deaf("pause"), &["cecp-pause"]),
    fault("cecp-resume-ignored", "C-472", Deaf("resume"), &["cecp-pause"]),
    fault(
        "cecp-ponders-in-force-mode",
        "C-194",
        In(|w, l| {
            w.burn(l.starts_with("ping"));
            w.tell(l);
        }),
        &["cecp-idle-forced"],
    ),
    fault(
        "cecp-easy-ignored",
        "C-441",
        Both(
            |w, l| {
                w.burn(false);
                w.tell(l);
            },
            |w, l| {
                w.say(l);
                if l.starts_with("move") {
                    w.burn(true);
                }
            },
        ),
        &["cecp-idle-easy"],
    ),
    fault(
        "cecp-line-without-end",
        "C-020",
        Out(|w, l| {
            w.say(l);
            if l.starts_with("pong") {
                w.say_raw("# ready");
            }
        }),
        &["cecp-whole-lines"],
    ),
    // What is only advised. An engine may move at once on any command (C-206).
    oddity(
        "cecp-moves-for-force",
        "C-206 C-802",
        In(|w, l| {
            if l == "force" && w.searching {
                w.say("move e2a6");
                w.searching = false;
            }
            w.tell(l);
        }),
        &["cecp-force-no-move"],
    ),
    oddity("cecp-no-word-about-unknown-commands", "C-550", Mute("Error"), &["cecp-unknown-error"]),
    oddity(
        "cecp-old-forms",
        "C-720",
        Says("1-0 {White mates}", "White mates!"),
        &["cecp-no-legacy", "cecp-mate-played"],
    ),
    oddity(
        "cecp-words-of-its-own",
        "C-025",
        Adds("move", "what do you say?"),
        &["cecp-known-words", "cecp-go"],
    ),
];

/// A line of thinking with another number in one of its columns; other lines as they are.
fn column(line: &str, index: usize, change: impl Fn(i64) -> i64) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    if !words[0].bytes().all(|byte| byte.is_ascii_digit()) {
        return line.to_owned();
    }
    if let Some(word) = words.get_mut(index)
        && let Ok(number) = word.parse::<i64>()
    {
        *word = change(number).to_string();
    }
    words.join(" ")
}
