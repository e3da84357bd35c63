//! What a run writes beside its log: conversations, games in PGN, last positions, help.

use crate::support::*;
use std::path::Path;
use std::process::Command;

/// The conversations of a run, by their files' names in order.
fn talks(folder: &Path) -> Vec<(String, String)> {
    let mut talks: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    talks.sort();
    talks
}

/// N19: both directions of all conversations, a file for each process, and `ferz blame` reads them.
#[test]
fn conversations_are_recorded() {
    let place = Place::new();
    let two = [format!("name=a proto=uci {FERZ}"), format!("'name=b c' proto=cecp {FERZ}")];
    let short = ["--depth", "1", "--max-moves", "3", "--log", "talk/", "--debug"];
    let output = place.runs(&[&[two[0].as_str(), &two[1]], &short[..]].concat());
    assert!(output.status.success(), "{}", said(&output));
    let talks = talks(&place.path("talk"));
    let names: Vec<_> = talks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1-a-001.log", "2-b-c-001.log"]);
    for ((_, text), (first, last)) in talks.iter().zip([("uci", "quit"), ("xboard", "quit")]) {
        assert!(text.contains(&format!(" > {first}\n")) && text.contains(&format!(" > {last}\n")));
        assert!(text.lines().filter(|line| line.contains(" < ")).count() > 5, "{text}");
    }
    for name in names {
        let file = place.path("talk").join(name);
        let blamed = Command::new(FERZ).arg("blame").arg(file).output().unwrap();
        assert_eq!(blamed.status.code(), Some(0), "{}", said(&blamed));
    }
    let shown = String::from_utf8_lossy(&output.stderr);
    assert!(shown.contains("a 0.0") && shown.contains(" > xboard\n"), "{shown}");
}

/// N19, N20: the words of fastchess's grammar, obeyed: what stands in the PGN, and last positions.
#[test]
fn games_as_they_were_asked_for() {
    let place = Place::new();
    std::fs::write(place.path("y.pgn"), "old\n").unwrap();
    let engine = |name: &str| format!("-engine cmd={FERZ} name={name} proto=uci");
    let line = format!(
        "{} {} -each depth=2 tc=60 -games 2 -repeat -maxmoves 4 -site here -wait 1 -noswap -dir RUN \
         -log file=talk.txt engine=true -epdout z.epd -show-latency -pgnout file=y.pgn append=false \
         notation=uci nodes=true seldepth=true nps=true pv=true timeleft=true latency=true",
        engine("one"),
        engine("two")
    );
    let run = place.path("run").display().to_string();
    let words = words(&line.replace("RUN", &run));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = place.command(&words).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let pgn = std::fs::read_to_string(place.path("y.pgn")).unwrap();
    let run = Run::read(&place.path("run"));
    assert!(!pgn.contains("old") && pgn.matches("[Event ").count() == 2, "{pgn}");
    assert_eq!(pgn.matches("[White \"one\"]").count(), 2, "{pgn}");
    for wanted in
        ["[Site \"here\"]", "[ECO \"", "[Opening \"", "[GameStartTime \"20", "s, tl=", " n="]
    {
        assert!(pgn.contains(wanted), "{wanted}: {pgn}");
    }
    let mv = run.games[0].moves.last().unwrap();
    assert!(
        mv.nodes.is_some() && mv.seldepth.is_some() && mv.nps.is_some() && mv.latency.is_some()
    );
    assert!(mv.pv.starts_with(&mv.text), "{mv:?}");
    let flat = pgn.replace('\n', " ");
    assert!(flat.contains(&format!("pv=\"{}", mv.pv)), "{} in {flat}", mv.pv);
    assert!(flat.contains(&format!(" {} {{", mv.text)), "{} in {flat}", mv.text);
    let last = std::fs::read_to_string(place.path("z.epd")).unwrap();
    assert_eq!(last.lines().filter(|line| line.ends_with(" 5")).count(), 2, "{last}");
    assert!(place.path("talk-1-one-001.txt").is_file());
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("    latency: one ") && shown.contains("ms, at most"), "{shown}");
    // N23: nothing without a number.
    assert!(shown.starts_with("2 games, kept in "), "{shown}");
}

/// N13: the whole page is where people look for it.
#[test]
fn help_of_a_command_is_its_help() {
    for (command, wanted) in [("match", "--sprt <"), ("tournament", "--system <")] {
        let told = |words: [&str; 2]| Command::new(FERZ).args(words).output().unwrap();
        let (help, page) = (told(["help", command]), told([command, "--help"]));
        assert!(help.status.success() && page.status.success());
        assert_eq!(help.stdout, page.stdout);
        let text = String::from_utf8_lossy(&help.stdout).into_owned();
        assert!(text.contains(wanted) && text.contains("Examples:"), "{text}");
        assert!(text.contains("proto=WORD") && text.contains("Games in PGN:"), "{text}");
    }
}
