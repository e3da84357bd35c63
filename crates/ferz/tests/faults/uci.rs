//! Engines of UCI that break one thing each.

use crate::engine::Change::{
    Adds, Answers, Begins, Both, Deaf, Dies, Hears, In, Mute, Out, Says, Twice,
};
use crate::engine::{BEGIN, Fault, cut, fault, oddity, with_number};

/// Every one of them.
pub(crate) const ALL: &[Fault] = &[
    // The handshake.
    fault("uci-says-no-uciok", "U-091", Mute("uciok"), &["uci-uciok"]),
    fault("uci-uciok-twice", "U-091 U-094", Twice("uciok"), &["uci-uciok-answers", "uci-uciok"]),
    fault("uci-uciok-unasked", "U-091", Begins("uciok"), &["uci-uciok-answers", "uci-readyok"]),
    fault("uci-says-no-readyok", "U-120", Mute("readyok"), &["uci-readyok"]),
    fault(
        "uci-readyok-twice",
        "U-120",
        Twice("readyok"),
        &["uci-readyok-answers", "uci-stop", "uci-isready-goes-on"],
    ),
    fault("uci-has-no-name", "U-092", Mute("id name"), &["uci-id-name"]),
    fault("uci-has-no-author", "U-093", Mute("id author"), &["uci-id-author"]),
    fault("uci-two-names", "U-092", Twice("id name"), &["uci-id-name"]),
    fault(
        "uci-empty-name",
        "U-092",
        Out(|w, l| w.say(if l.starts_with("id name") { "id name" } else { l })),
        &["uci-id-name"],
    ),
    fault(
        "uci-copy-protection-fails",
        "U-171 U-172",
        Adds("uciok", "copyprotection checking\ncopyprotection error"),
        &["uci-no-copy-wait"],
    ),
    fault(
        "uci-registration-without-end",
        "U-176 U-181",
        Answers("register name", "registration checking"),
        &["uci-register-name"],
    ),
    fault("uci-quit-ignored", "U-300", Deaf("quit"), &["uci-quit-after-uciok"]),
    fault(
        "uci-quit-ignored-in-search",
        "U-300 U-301",
        In(|w, l| {
            if !(l == "quit" && w.searching) {
                w.tell(l);
            }
        }),
        &["uci-quit-searching"],
    ),
    fault(
        "uci-quit-first-ignored",
        "U-300",
        In(|w, l| {
            w.on |= l == "uci";
            if w.on {
                w.tell(l);
            }
        }),
        &["uci-quit-first"],
    ),
    // What is declared.
    fault(
        "uci-option-without-type",
        "U-380 U-385",
        Says("option name Hash type spin", "option name Hash spin"),
        &["uci-option-form"],
    ),
    fault(
        "uci-option-of-a-sixth-type",
        "U-391",
        Says("BookFile type string", "BookFile type filename"),
        &["uci-option-types"],
    ),
    fault(
        "uci-check-without-default",
        "U-386 U-392",
        Says("Ponder type check default false", "Ponder type check"),
        &["uci-check-default"],
    ),
    fault(
        "uci-default-out-of-range",
        "U-393 U-394",
        Says("Hash type spin default 16", "Hash type spin default 0"),
        &["uci-spin-range"],
    ),
    fault(
        "uci-spin-without-max",
        "U-394",
        Says(" min 1 max 1048576", " min 1"),
        &["uci-spin-complete"],
    ),
    fault(
        "uci-default-is-no-choice",
        "U-388 U-395",
        Says("combo default network", "combo default other"),
        &["uci-combo-choices"],
    ),
    fault(
        "uci-string-without-default",
        "U-390 U-392",
        Says("BookFile type string default <empty>", "BookFile type string"),
        &["uci-string-default"],
    ),
    fault(
        "uci-button-with-default",
        "U-389",
        Says("Clear Hash type button", "Clear Hash type button default on"),
        &["uci-button-plain"],
    ),
    fault(
        "uci-hash-is-text",
        "U-413",
        Says("Hash type spin default 16 min 1 max 1048576", "Hash type string default 16"),
        &["uci-hash-spin"],
    ),
    fault(
        "uci-multipv-begins-at-2",
        "U-424",
        Says("MultiPV type spin default 1", "MultiPV type spin default 2"),
        &["uci-multipv-one"],
    ),
    fault(
        "uci-960-at-first",
        "U-460",
        Says("Chess960 type check default false", "Chess960 type check default true"),
        &["uci-chess960-off"],
    ),
    fault(
        "uci-weak-at-first",
        "U-427",
        Says("LimitStrength type check default false", "LimitStrength type check default true"),
        &["uci-strength-off"],
    ),
    fault(
        "uci-ponder-is-a-spin",
        "U-419",
        Says("Ponder type check default false", "Ponder type spin default 0 min 0 max 1"),
        &["uci-ponder-check"],
    ),
    fault(
        "uci-about-is-empty",
        "U-436",
        Out(|w, l| match l.starts_with("option name UCI_EngineAbout") {
            true => w.say("option name UCI_EngineAbout type string default <empty>"),
            false => w.say(l),
        }),
        &["uci-about-string"],
    ),
    // Positions.
    fault("uci-moves-ignored", "U-202", In(|w, l| w.tell(cut_moves(l))), &["uci-moves"]),
    fault(
        "uci-last-move-ignored",
        "U-202",
        In(|w, l| w.tell(if l.contains(" moves ") { before_last(l) } else { l })),
        &["uci-fen-moves"],
    ),
    fault(
        "uci-fen-ignored",
        "U-201",
        In(|w, l| w.tell(if l.starts_with("position fen") { "position startpos" } else { l })),
        &["uci-fen"],
    ),
    fault("uci-side-ignored", "U-201", Hears(" b - -", " w - -"), &["uci-fen-short"]),
    fault("uci-rights-ignored", "U-072", Hears(" KQkq ", " - "), &["uci-castling-short"]),
    fault("uci-passing-ignored", "U-201", Hears(" KQkq d6 ", " KQkq - "), &["uci-en-passant-fen"]),
    fault("uci-clocks-needed", "U-078", Hears(" b - -", " x - -"), &["uci-fen-short"]),
    fault(
        "uci-knight-becomes-queen",
        "U-071 U-202",
        Hears("a7a8n", "a7a8q"),
        &["uci-underpromotion-moves"],
    ),
    fault(
        "uci-lines-of-4096-bytes",
        "U-018",
        In(|w, l| w.tell(l.get(..4096).unwrap_or(l))),
        &["uci-long-game"],
    ),
    fault(
        "uci-move-is-made",
        "U-054 U-060",
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
        &["uci-position-kept"],
    ),
    fault(
        "uci-deaf-after-ucinewgame",
        "U-190",
        In(|w, l| {
            w.on |= l == "ucinewgame";
            if !(w.on && l == "isready") {
                w.tell(l);
            }
        }),
        &["uci-newgame"],
    ),
    fault(
        "uci-ends-with-the-first-game",
        "U-190",
        In(|w, l| {
            w.count += u32::from(l == "ucinewgame");
            if w.count == 2 {
                w.die();
            }
            w.tell(l);
        }),
        &["uci-games"],
    ),
    // Moves.
    fault(
        "uci-castling-takes-the-rook",
        "U-072",
        Says("bestmove e1g1", "bestmove e1h1"),
        &["uci-castling-short"],
    ),
    fault(
        "uci-castling-in-letters",
        "U-072",
        Says("bestmove e8c8", "bestmove O-O-O"),
        &["uci-castling-long"],
    ),
    fault(
        "uci-promotion-in-capitals",
        "U-071",
        Says("a7a8n", "a7a8N"),
        &["uci-spelling", "uci-underpromotion"],
    ),
    fault(
        "uci-promotion-without-letter",
        "U-071",
        Says("bestmove a7a8q", "bestmove a7a8"),
        &["uci-promotion-letter"],
    ),
    fault(
        "uci-moves-in-capitals",
        "U-070",
        Out(|w, l| match l.strip_prefix("bestmove ") {
            Some(best) => w.say(&format!("bestmove {}", cut(best, " ").to_uppercase())),
            None => w.say(l),
        }),
        &["uci-bestmove-legal", "uci-go-depth-1"],
    ),
    fault(
        "uci-illegal-move",
        "U-315",
        Out(|w, l| w.say(if l.starts_with("bestmove") { "bestmove a1a1" } else { l })),
        &["uci-bestmove-legal", "uci-go-depth-1"],
    ),
    fault(
        "uci-null-move",
        "U-315 U-073",
        Out(|w, l| w.say(if l.starts_with("bestmove") { "bestmove 0000" } else { l })),
        &["uci-no-move", "uci-go-depth-1"],
    ),
    fault(
        "uci-no-word-behind-bestmove",
        "U-315",
        Out(|w, l| w.say(if l.starts_with("bestmove") { "bestmove" } else { l })),
        &["uci-well-formed", "uci-go-depth-1"],
    ),
    fault(
        "uci-ponder-move-illegal",
        "U-318",
        Out(|w, l| match l.starts_with("bestmove") && l.contains(" ponder ") {
            true => w.say(&format!("{} ponder a1a1", cut(l, " ponder "))),
            false => w.say(l),
        }),
        &["uci-ponder-legal", "uci-info"],
    ),
    fault(
        "uci-bestmove-twice",
        "U-316",
        Twice("bestmove"),
        &["uci-bestmove-per-go", "uci-go-depth-1"],
    ),
    fault("uci-no-bestmove", "U-315", Mute("bestmove"), &["uci-go-depth-1"]),
    fault("uci-mated-and-moves", "U-320", Says("bestmove 0000", "bestmove a1a1"), &["uci-mated"]),
    fault("uci-mated-and-silent", "U-316", Mute("bestmove 0000"), &["uci-stalemated"]),
    // Limits.
    fault("uci-depth-exceeded", "U-237", Hears("depth 4", "depth 5"), &["uci-depth", "uci-info"]),
    fault(
        "uci-depth-not-reached",
        "U-237",
        Hears("depth 4", "depth 3"),
        &["uci-depth", "uci-info"],
    ),
    fault(
        "uci-nodes-ignored",
        "U-238",
        Hears("go nodes", "go infinite nodes"),
        &["uci-nodes-ends"],
    ),
    fault(
        "uci-nodes-by-the-dozen",
        "U-238",
        In(|w, l| w.tell(&with_number(l, "nodes", |count| count * 12))),
        &["uci-nodes-far", "uci-info"],
    ),
    fault(
        "uci-movetime-exceeded",
        "U-240",
        In(|w, l| w.tell(&with_number(l, "movetime", |time| time * 3))),
        &["uci-movetime"],
    ),
    fault(
        "uci-movetime-in-centiseconds",
        "U-240",
        In(|w, l| w.tell(&with_number(l, "movetime", |time| time / 10))),
        &["uci-movetime-used"],
    ),
    fault(
        "uci-searchmoves-ignored",
        "U-223",
        In(|w, l| w.tell(cut(l, " searchmoves"))),
        &["uci-searchmoves-one"],
    ),
    fault(
        "uci-searchmoves-for-bestmove-only",
        "U-223",
        Out(|w, l| w.say(&l.replace(" pv a2a3", " pv e2e4").replace(" pv h2h3", " pv d2d4"))),
        &["uci-searchmoves-pv", "uci-searchmoves-one"],
    ),
    fault("uci-infinite-ends", "U-241", Hears("go infinite", "go depth 3"), &["uci-infinite"]),
    fault(
        "uci-infinite-ends-on-mate",
        "U-241",
        Out(|w, l| {
            w.say(l);
            if l.contains("score mate 1") && w.searching {
                w.tell("stop");
            }
        }),
        &["uci-infinite-mate"],
    ),
    fault("uci-mate-ignored", "U-239", Hears("go mate 2", "go infinite"), &["uci-mate"]),
    fault(
        "uci-first-limit-alone",
        "U-222",
        Hears("go depth 60 movetime 300", "go depth 60"),
        &["uci-first-limit"],
    ),
    fault(
        "uci-depth-beside-movetime-ignored",
        "U-222 U-221",
        Hears("movetime 9000 depth 2", "movetime 9000"),
        &["uci-first-limit-depth"],
    ),
    // Clocks.
    fault(
        "uci-others-clock",
        "U-230 U-231",
        In(|w, l| {
            let swapped = l.replace("wtime", "xtime").replace("btime", "wtime");
            w.tell(&swapped.replace("xtime", "btime"));
        }),
        &["uci-clock-black"],
    ),
    fault(
        "uci-clock-ignored",
        "U-230",
        Hears("go wtime 1000", "go infinite wtime 1000"),
        &["uci-clock-sudden"],
    ),
    fault(
        "uci-clock-in-centiseconds",
        "U-230",
        In(|w, l| {
            let tenfold = |time| time * 10;
            w.tell(&with_number(&with_number(l, "wtime", tenfold), "btime", tenfold));
        }),
        &["uci-clock-period"],
    ),
    fault("uci-order-of-go", "U-220", Hears("go binc", "go infinite binc"), &["uci-clock-order"]),
    // Stopping.
    // What is only recommended, and asked before, must not take the fault away.
    fault("uci-stop-ignored", "U-260", Deaf("stop"), &["uci-stop", "uci-position-searching"]),
    fault(
        "uci-stop-late",
        "U-260",
        In(|w, l| if l == "stop" { w.tell_later(1300, l) } else { w.tell(l) }),
        &["uci-stop-soon"],
    ),
    fault(
        "uci-stop-without-bestmove",
        "U-260 U-316",
        Both(
            |w, l| {
                w.on = l == "stop";
                w.tell(l);
            },
            |w, l| {
                if !(w.on && l.starts_with("bestmove")) {
                    w.say(l);
                }
            },
        ),
        &["uci-stop"],
    ),
    fault(
        "uci-stop-at-once-lost",
        "U-262",
        In(|w, l| {
            if !(l == "stop" && w.just_told()) {
                w.tell(l);
            }
        }),
        &["uci-stop-at-once", "uci-stop"],
    ),
    fault(
        "uci-stop-idle-answered",
        "U-263",
        In(|w, l| {
            if l == "stop" && !w.searching {
                w.say("bestmove e2e4");
            }
            w.tell(l);
        }),
        &["uci-stop-idle"],
    ),
    fault(
        "uci-isready-ends-the-search",
        "U-122",
        In(|w, l| {
            if l == "isready" && w.searching {
                w.tell("stop");
            }
            w.tell(l);
        }),
        &["uci-isready-goes-on"],
    ),
    fault(
        "uci-isready-waits-for-the-move",
        "U-122",
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
        &["uci-isready-searching", "uci-stop"],
    ),
    fault(
        "uci-debug-ends-the-search",
        "U-113",
        In(|w, l| {
            if l.starts_with("debug") && w.searching {
                w.tell("stop");
            }
            w.tell(l);
        }),
        &["uci-debug-searching"],
    ),
    // Pondering.
    fault("uci-ponders-on-the-clock", "U-229", Hears("go ponder", "go"), &["uci-ponder-waits"]),
    fault("uci-ponderhit-ignored", "U-275", Deaf("ponderhit"), &["uci-ponderhit"]),
    fault(
        "uci-ponderhit-ends-all",
        "U-284",
        In(|w, l| w.tell(if l == "ponderhit" { "stop" } else { l })),
        &["uci-ponderhit-infinite"],
    ),
    fault(
        "uci-clock-runs-while-pondering",
        "U-276",
        In(|w, l| {
            // By then the time of the move is spent: it thinks as long again.
            if l == "ponderhit" { w.tell_later(1100, l) } else { w.tell(l) }
        }),
        &["uci-ponderhit-later"],
    ),
    fault(
        "uci-pondering-stopped-in-silence",
        "U-261",
        Both(
            |w, l| {
                w.on = w.on && l != "ponderhit" || l.starts_with("go ponder");
                w.tell(l);
            },
            |w, l| {
                if !(w.on && l.starts_with("bestmove")) {
                    w.say(l);
                }
            },
        ),
        &["uci-ponder-stop"],
    ),
    // Scores and lines.
    fault(
        "uci-score-of-white",
        "U-342",
        Both(
            |w, l| {
                if l.starts_with("position") {
                    w.on = l.contains(" b ") != (l.split(" moves ").count() == 2);
                }
                w.tell(l);
            },
            |w, l| match w.on {
                true => w.say(&with_number(l, "cp", |score| -score)),
                false => w.say(l),
            },
        ),
        &["uci-score-black"],
    ),
    fault(
        "uci-score-of-the-other-side",
        "U-342",
        Out(|w, l| w.say(&with_number(l, "cp", |score| -score))),
        &["uci-score-white"],
    ),
    fault(
        "uci-mates-in-plies",
        "U-343",
        Out(|w, l| w.say(&with_number(l, "mate", |moves| 2 * moves - moves.signum()))),
        &["uci-mate-in-2-score"],
    ),
    fault("uci-mated-is-a-plus", "U-344", Says("mate -", "mate "), &["uci-mated-score"]),
    fault(
        "uci-score-without-unit",
        "U-342",
        Says("score cp ", "score "),
        &["uci-well-formed", "uci-score"],
    ),
    fault(
        "uci-no-score",
        "U-331",
        Out(|w, l| match (l.find(" score "), l.find(" time ")) {
            (Some(from), Some(to)) => w.say(&format!("{}{}", &l[..from], &l[to..])),
            _ => w.say(l),
        }),
        &["uci-score"],
    ),
    fault("uci-no-lines-of-play", "U-330 U-338", Out(|w, l| w.say(cut(l, " pv "))), &["uci-info"]),
    fault(
        "uci-line-ends-illegally",
        "U-338",
        Out(|w, l| match l.contains(" pv ") {
            true => w.say(&format!("{l} a1a1")),
            false => w.say(l),
        }),
        &["uci-pv-legal", "uci-info"],
    ),
    fault(
        "uci-seldepth-without-depth",
        "U-335",
        Out(|w, l| w.say(&l.replacen("info depth", "info skipped", 1))),
        &["uci-seldepth", "uci-info"],
    ),
    fault(
        "uci-nodes-are-text",
        "U-337",
        Says(" nodes ", " nodes about "),
        &["uci-well-formed", "uci-info"],
    ),
    fault(
        "uci-nodes-are-negative",
        "U-337",
        Says(" nodes ", " nodes -"),
        &["uci-well-formed", "uci-info"],
    ),
    fault(
        "uci-hashfull-in-bytes",
        "U-353",
        Out(|w, l| w.say(&with_number(l, "hashfull", |full| full + 1_000_000))),
        &["uci-per-mille", "uci-info"],
    ),
    fault(
        "uci-time-in-centiseconds",
        "U-336",
        Out(|w, l| w.say(&with_number(l, "time", |time| time / 10))),
        &["uci-time-unit", "uci-info"],
    ),
    fault(
        "uci-time-in-microseconds",
        "U-336",
        Out(|w, l| w.say(&with_number(l, "time", |time| time * 1000))),
        &["uci-time-unit", "uci-info"],
    ),
    fault(
        "uci-currmove-illegal",
        "U-351",
        Answers("go", "info depth 1 currmove a1a1 currmovenumber 1"),
        &["uci-currmove", "uci-info"],
    ),
    fault(
        "uci-currmove-counts-from-0",
        "U-352",
        Adds("info depth 1 ", "info depth 1 currmove b1a3 currmovenumber 0"),
        &["uci-currmove", "uci-score"],
    ),
    fault(
        "uci-refutations-unasked",
        "U-360",
        Adds("info depth 1 ", "info refutation g1f3 g8f6"),
        &["uci-shown-on-demand", "uci-score"],
    ),
    fault(
        "uci-shows-lines-while-idle",
        "U-050 U-051",
        Adds("bestmove", "info depth 9 score cp 1 time 1 nodes 1 pv e2e4"),
        &["uci-forced-mode", "uci-go-depth-1", "uci-stop-idle"],
    ),
    // Options.
    fault(
        "uci-multipv-ignored",
        "U-339",
        Hears("setoption name MultiPV", "setoption name Nothing"),
        &["uci-multipv"],
    ),
    fault(
        "uci-multipv-without-numbers",
        "U-339",
        Says(" multipv 2", ""),
        &["uci-multipv-order", "uci-multipv"],
    ),
    fault(
        "uci-multipv-from-0",
        "U-340",
        Out(|w, l| w.say(&with_number(l, "multipv", |rank| rank - 1))),
        &["uci-multipv-order", "uci-multipv"],
    ),
    fault(
        "uci-multipv-backwards",
        "U-340",
        Out(|w, l| w.say(&with_number(l, "multipv", |rank| 4 - rank))),
        &["uci-multipv-order", "uci-multipv"],
    ),
    fault(
        "uci-more-lines-than-asked-for",
        "U-424",
        Out(|w, l| {
            w.say(&l.replace(" pv ", " multipv 1 pv "));
            if l.contains(" pv ") {
                w.say(&l.replace(" pv ", " multipv 2 pv "));
            }
        }),
        &["uci-multipv-count", "uci-info"],
    ),
    fault("uci-names-have-case", "U-142", Deaf("setoption name mULTIpv"), &["uci-set-case"]),
    fault("uci-dies-of-hash", "U-413", Dies("setoption name Hash"), &["uci-set-hash"]),
    fault(
        "uci-dies-of-threads",
        "U-442",
        Dies("setoption name Threads value 2"),
        &["uci-set-threads"],
    ),
    fault("uci-dies-of-a-choice", "U-395", Dies("setoption name Pruning"), &["uci-set-combos"]),
    fault("uci-dies-of-a-check", "U-386", Dies("setoption name OwnBook"), &["uci-set-checks"]),
    fault(
        "uci-dies-of-the-smallest-value",
        "U-393",
        Dies("setoption name Skill Level value 0"),
        &["uci-set-range"],
    ),
    fault(
        "uci-dies-of-unknown-options",
        "U-152",
        Dies("setoption name Nonsense"),
        &["uci-set-unknown"],
    ),
    fault(
        "uci-dies-of-clear-hash",
        "U-389",
        Dies("setoption name Clear Hash"),
        &["uci-set-buttons"],
    ),
    // Chess960.
    fault(
        "uci-960-castling-by-two",
        "U-463",
        Says("bestmove e1h1", "bestmove e1g1"),
        &["uci-960-castles"],
    ),
    fault(
        "uci-960-for-ever",
        "U-461",
        Deaf("setoption name UCI_Chess960 value false"),
        &["uci-960-off"],
    ),
    oddity(
        "uci-shogi-ignored",
        "U-443",
        Deaf("setoption name UCI_Variant value shogi"),
        &["uci-variants-played"],
    ),
    fault(
        "uci-960-ignored",
        "U-460 U-463",
        Deaf("setoption name UCI_Chess960"),
        &["uci-960-castles"],
    ),
    fault("uci-rights-of-corners-only", "U-465 U-466", Hears(" GBgb ", " - "), &["uci-960-files"]),
    // Lines.
    fault(
        "uci-dies-of-an-empty-line",
        "U-036",
        In(|w, l| {
            if l.trim().is_empty() {
                w.die();
            }
            w.tell(l);
        }),
        &["uci-empty-lines"],
    ),
    fault(
        "uci-tabs-are-unknown",
        "U-030",
        In(|w, l| {
            if !l.contains('\t') {
                w.tell(l);
            }
        }),
        &["uci-blanks"],
    ),
    fault("uci-dies-of-unknown-words", "U-031", Dies("joho"), &["uci-unknown-command"]),
    fault(
        "uci-dies-of-long-lines",
        "U-018",
        In(|w, l| {
            if l.len() > 1 << 16 {
                w.die();
            }
            w.tell(l);
        }),
        &["uci-long-line"],
    ),
    fault(
        "uci-line-without-end",
        "U-014",
        Out(|w, l| {
            w.say(l);
            if l == "readyok" {
                w.say_raw("info string ready");
            }
        }),
        &["uci-whole-lines", "uci-readyok"],
    ),
    fault(
        "uci-first-command-of-a-piece-only",
        "U-013",
        In(|w, l| {
            // The second line of two that came at once is lost.
            if !(l.starts_with("go depth 1") && w.text == "position startpos moves d2d4") {
                w.tell(l);
            }
            w.text = l.to_owned();
        }),
        &["uci-one-write"],
    ),
    // Processor time.
    fault(
        "uci-calculates-after-the-move",
        "U-051",
        Both(
            |w, l| {
                w.burn(false);
                w.tell(l);
            },
            |w, l| {
                w.say(l);
                if l == "readyok" {
                    w.burn(true);
                }
            },
        ),
        &["uci-idle-after-move"],
    ),
    fault(
        "uci-calculates-from-the-start",
        "U-050",
        In(|w, l| {
            if l == BEGIN {
                w.burn(true);
            }
            w.tell(l);
        }),
        &["uci-idle-after-start"],
    ),
    // What is only advised.
    oddity(
        "uci-wdl-is-no-thousand",
        "U-444",
        Out(|w, l| w.say(&with_number(l, "wdl", |win| win + 200))),
        &["uci-wdl-sum", "uci-show-wdl"],
    ),
    oddity(
        "uci-words-of-its-own",
        "U-498",
        Adds("uciok", "hello"),
        &["uci-known-words", "uci-uciok"],
    ),
    oddity(
        "uci-time-goes-back",
        "U-336",
        Adds("info depth 2 ", "info time 0"),
        &["uci-time-rises", "uci-movetime"],
    ),
    oddity(
        "uci-currmove-at-once",
        "U-332",
        Adds("info depth 1 ", "info depth 1 currmove b1a3 currmovenumber 1"),
        &["uci-currmove-late", "uci-score"],
    ),
];

/// A position without its moves.
fn cut_moves(line: &str) -> &str {
    if line.starts_with("position") { cut(line, " moves") } else { line }
}

/// The line without its last word.
fn before_last(line: &str) -> &str {
    line.rsplit_once(' ').map_or(line, |(before, _)| before)
}
