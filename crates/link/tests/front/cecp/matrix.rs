//! Section 34: every mode against every command.

use crate::cecp::support::{Talk, lines};

/// Every mode, by the lines that lead into it, and whether the engine searches there.
const MODES: [(&str, &str, bool); 9] = [
    ("force", "new\nforce\ne2e4\ne7e5", false),
    ("waiting", "new\ne2e4\n! best e7e5", false),
    ("thinking", "new\ne2e4\n! best e7e5\ng1f3", true),
    ("pondering", "new\nhard\ne2e4\n! best e7e5 g1f3", true),
    ("pondering", "new\nforce\ne2e4\ne7e5\nhard\nplayother", true),
    ("analysing", "new\nforce\ne2e4\ne7e5\nanalyze", true),
    ("over", "new\ne2e4\n! best e7e5\nresult *", false),
    ("edit", "new\nforce\ne2e4\ne7e5\nedit", false),
    ("paused", "new\ne2e4\n! best e7e5\ng1f3\npause", true),
];

/// The mode that the debug lines tell of last.
fn mode(text: &str, before: &str) -> String {
    lines(text)
        .iter()
        .rev()
        .find_map(|line| line.strip_prefix("# mode "))
        .map_or_else(|| before.to_owned(), str::to_owned)
}

fn in_mode(script: &str) -> Talk {
    let mut talk = Talk::new();
    talk.run("xboard\nprotover 2\naccepted debug");
    talk.run(script);
    talk
}

/// C-800: exactly one mode at a time, as the debug lines show.
#[test]
fn modes_are_what_they_are_called() {
    for (name, script, searching) in MODES {
        let mut talk = Talk::new();
        talk.run("xboard\nprotover 2\naccepted debug");
        let text = talk.run(script);
        assert_eq!(mode(&text, "waiting"), name, "{script}");
        assert_eq!(talk.searching(), searching, "{script}");
    }
}

/// C-801, C-474, C-557: these are understood in every mode, edit and pause apart; none prints an
/// error or a move. C-206: those that do not stop a search leave the mode as it is.
#[test]
fn valid_everywhere() {
    let commands = [
        ("post", true),
        ("nopost", true),
        ("hard", true),
        ("level 40 5 0", true),
        ("st 5", true),
        ("sd 5", true),
        ("nps 1000", true),
        ("time 1000", true),
        ("otim 1000", true),
        ("option Style=Very Risky", true),
        ("option Clear Hash", true),
        ("memory 64", true),
        ("cores 2", true),
        ("egtpath syzygy /tables with blank", true),
        ("name Joe", true),
        ("rating 2600 1500", true),
        ("computer", true),
        ("ics -", true),
        ("random", true),
        ("accepted ping", true),
        ("rejected option foo", true),
        ("resume", true),
        ("reset", true),
        ("bk", true),
        ("easy", false),
        ("new", false),
        ("force", false),
        ("result 1/2-1/2 {agreed}", false),
    ];
    for (name, script, searching) in MODES {
        if matches!(name, "edit" | "paused") {
            continue;
        }
        for (command, stays) in commands {
            let mut talk = in_mode(script);
            let text = talk.run(command);
            let heard = lines(&text);
            let bad = |line: &&String| {
                line.starts_with("Error") || line.starts_with("Illegal") || line.starts_with("move")
            };
            assert_eq!(heard.iter().find(bad), None, "{name}: {command}");
            // `hard` is the beginning of pondering where it is due.
            let ponders = command == "hard" && name == "waiting";
            if stays && !ponders {
                assert_eq!(mode(&text, name), name, "{name}: {command}\n{text}");
                assert_eq!(talk.searching(), searching, "{name}: {command}\n{text}");
            }
            // The fence is answered, on our move behind the move.
            let fence = talk.run("ping 77");
            let fence = match name {
                "thinking" if talk.searching() => {
                    assert_eq!(lines(&fence), [""; 0], "{name}: {command}");
                    talk.run("! best b8c6")
                }
                _ => fence,
            };
            let last = lines(&fence).into_iter().rfind(|line| !line.starts_with('#'));
            let pong = lines(&fence).iter().any(|line| line == "pong 77");
            assert!(pong, "{name}: {command}: {last:?}\n{fence}");
        }
    }
}

/// C-802, C-804, C-205: these stop every search without a move; what comes late is dropped.
#[test]
fn stopped_without_a_move() {
    let stoppers = [
        "new",
        "force",
        "result *",
        "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "edit",
        "undo",
        "remove",
        "analyze",
        "exit",
        "variant nocastle",
        "white",
        "black",
        "quit",
    ];
    for (name, script, searching) in MODES {
        if !searching || name == "paused" {
            continue;
        }
        for stopper in stoppers {
            if (name, stopper) == ("analysing", "analyze") {
                continue;
            }
            let mut talk = in_mode(&format!("slow\n{script}"));
            let text = talk.run(stopper);
            let last = if stopper == "quit" { "= quit\n= end\n" } else { "= stop\n" };
            assert!(text.contains(last), "{name}: {stopper}\n{text}");
            let late = talk.run("! info depth 9 score cp 1 pv a2a3\n! best b8c6\n! best b8c6");
            assert!(!lines(&late).iter().any(|line| line.starts_with("move")), "{stopper}\n{late}");
            if stopper == "edit" {
                continue;
            }
            // And the board is the real one: without what was only guessed.
            if stopper != "quit" {
                let board = talk.run("force\nanalyze");
                assert!(talk.searching(), "{name}: {stopper}\n{board}");
                let moves = talk.placed().moves.len();
                let expected = match (stopper, name) {
                    ("undo", "thinking") => 2,
                    ("undo", _) => 1,
                    ("remove", "thinking") => 1,
                    ("remove" | "new" | "variant nocastle", _) => 0,
                    (fen, _) if fen.starts_with("setboard") => 0,
                    (_, "thinking") => 3,
                    _ => 2,
                };
                // Where a turn was given away the record begins anew.
                if !matches!(stopper, "white" | "black") {
                    assert_eq!(moves, expected, "{name}: {stopper}");
                }
            }
        }
    }
}

/// C-803: the only ends with a move: the search's own, and `?`.
#[test]
fn stopped_with_a_move() {
    for end in ["! best b8c6", "?"] {
        let mut talk = in_mode("new\ne2e4\n! best e7e5\ng1f3");
        let text = talk.run(end);
        let moves = lines(&text).into_iter().filter(|line| line.starts_with("move"));
        assert_eq!(moves.count(), 1, "{end}");
    }
}

/// C-192: in every mode.
#[test]
fn quit() {
    for (name, script, _) in MODES {
        let text = in_mode(script).run("quit\nnew\ngo");
        assert_eq!(text, "= quit\n= end\n", "{name}");
    }
}
