//! What a run writes beside its log: conversations, games in PGN, last positions, help.

use crate::support::*;
use ferz_arena::lists;
use ferz_arena::record::GameRecord;
use serde_json::Value;
use std::collections::BTreeSet;
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

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/matches.md");

/// The first example of this kind in docs/matches.md.
fn example(kind: &str) -> String {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let behind = page.split(&format!("```{kind}\n")).nth(1).unwrap();
    behind.split("```").next().unwrap().to_owned()
}

/// N15: the list of engines in docs/matches.md is one.
#[test]
fn the_documented_list_of_engines() {
    let place = Place::new();
    let list = lists::read(&place.file("engines.toml", &example("toml"))).unwrap().engines;
    assert_eq!(list.len(), 2);
    assert_eq!(list[0].name.as_deref(), Some("Stockfish"));
    assert_eq!((list[0].options.len(), list[0].ponder), (3, true));
    assert_eq!(list[0].limits(), "8+0.08");
}

/// Where which members are in a value; items of lists are alike.
fn members(value: &Value, path: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(members_of) => {
            for (key, value) in members_of {
                let path = format!("{path}.{key}");
                // Kinds of ends and of faults are members, too.
                if !path.ends_with(".ends") && !path.ends_with(".faults") {
                    members(value, &path, into);
                }
                into.insert(path);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| members(item, path, into)),
        _ => {}
    }
}

/// N15: what is written with `--json` is what docs/matches.md says.
#[test]
fn the_documented_lines_for_programs() {
    let all = |text: &str| {
        let mut found = BTreeSet::new();
        for line in text.lines() {
            members(&serde_json::from_str(line).unwrap(), "", &mut found);
        }
        found
    };
    let documented = example("json");
    let game: Value = serde_json::from_str(documented.lines().nth(1).unwrap()).unwrap();
    serde_json::from_value::<GameRecord>(game["game"].clone()).unwrap();
    let place = Place::new();
    let engine = format!("proto=uci {FERZ}");
    let arguments = ["--tc", "5+0.05", "--margin", "5000", "--max-moves", "2", "--json"];
    let output = place.runs(&[&[engine.as_str(), &engine], &arguments[..]].concat());
    assert!(output.status.success(), "{}", said(&output));
    let (written, documented) = (all(&String::from_utf8(output.stdout).unwrap()), all(&documented));
    // Only if the machine was late, or stopped.
    let undocumented: Vec<_> = written
        .difference(&documented)
        .filter(|path| !matches!(path.as_str(), ".game.late" | ".game.stopped"))
        .collect();
    assert!(undocumented.is_empty(), "{undocumented:?}");
    let missing: Vec<_> = documented.difference(&written).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// R-C1: a file in the grammar of the published one plays as it is, in GBK, with positions and rounds,
/// with programs that are called as on another system.
#[test]
#[cfg(unix)]
fn the_file_of_the_league_plays_as_it_is() {
    let place = Place::new();
    std::os::unix::fs::symlink(FERZ, place.path("eleeye")).unwrap();
    place.file("eleeye.opt", "setoption hashsize 4\n");
    // 热身赛, 甲, 乙, 分钟 and 秒 in GBK.
    let text = [
        b"[League]\r\nEvent=\xc8\xc8\xc9\xed\xc8\xfc\r\nSite=here\r\nTeams=14\r\nProcessors=2\r\n".to_vec(),
        b"Roundrobins=2\r\nInitialTime=10(\xb7\xd6\xd6\xd3)\r\nIncrementalTime=3(\xc3\xeb)\r\n".to_vec(),
        b"[Positions]\r\nPosition=rnbakab1r/9/1c1c2n2/p1p1p3p/6p2/2P6/P3P1P1P/1C2B1NC1/9/RNBAKA1R1 b - - 0 4 ;x\r\n".to_vec(),
        b"[Teams]\r\nTeam=A,\xbc\xd7,2000,20,ELEEYE.EXE,ELEEYE.OPT,,depth 1\r\n".to_vec(),
        b"Team=B,\xd2\xd2,2000,20,ELEEYE.EXE,,,depth 1\r\n[Live]\r\nHost=example.org\r\n".to_vec(),
    ];
    std::fs::write(place.path("LEAGUE.INI"), text.concat()).unwrap();
    let mut tournament = Command::new(FERZ);
    tournament.current_dir(place.path(""));
    tournament.args(["tournament", "--engines", "LEAGUE.INI", "--max-moves", "3", "--dir", "run"]);
    let output = tournament.output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let run = Run::read(&place.path("run"));
    assert_eq!(run.games.len(), 4);
    let begins: Vec<_> = run.games.iter().map(|game| game.fen.is_some()).collect();
    assert_eq!(begins, [true, true, false, false]);
    for wanted in ["[Event \"热身赛\"]", "[Site \"here\"]", "[Red \"甲\"]", "[Black \"乙\"]"] {
        assert!(run.pgn.contains(wanted), "{wanted}: {}", run.pgn);
    }
    let said = said(&output);
    for left_out in ["ELEEYE.EXE is not there", "Teams=14", "[Live]", "ratings and K"] {
        assert!(said.contains(left_out), "{left_out}: {said}");
    }
}
