//! `ferz check` is checked: good engines pass, and of each engine that misbehaves in one way
//! exactly what it does wrong is named.
#![cfg(all(feature = "host", unix))]

use ferz_testkit::peer;
use serde_json::Value;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

fn check(arguments: &[&str]) -> Output {
    Command::new(FERZ).arg("check").args(arguments).output().expect("ferz starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A report as JSON, and the exit status.
fn report(arguments: &[&str]) -> (Value, i32) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("ferz-check-{}-{number}", std::process::id()));
    let name = file.to_str().expect("a name in UTF-8");
    let output = check(&[&["--json", name][..], arguments].concat());
    let json = std::fs::read(&file).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    let _ = std::fs::remove_file(&file);
    let code = output.status.code().expect("an exit status");
    (serde_json::from_slice(&json).expect("JSON"), code)
}

/// The names of the expectations that came out so.
fn ids(report: &Value, verdict: &str) -> Vec<String> {
    let all = report["expectations"].as_array().expect("expectations");
    let some = all.iter().filter(|it| it["verdict"] == verdict);
    some.map(|it| it["id"].as_str().expect("a name").to_owned()).collect()
}

/// The failures with all that belongs to them; a whole report is too long to read.
fn failures(report: &Value) -> String {
    let all = report["expectations"].as_array().expect("expectations");
    let failed: Vec<_> = all.iter().filter(|it| it["verdict"] == "fail").collect();
    format!("{failed:#?}")
}

/// What good engines of UCI are asked here, when one thing is wrong with them.
const CORE: &[&str] = &[
    "uci-uciok",
    "uci-readyok",
    "uci-id-name",
    "uci-id-author",
    "uci-option-form",
    "uci-go-depth-1",
    "uci-info",
    "uci-depth",
    "uci-movetime",
    "uci-searchmoves-one",
    "uci-infinite-mate",
    "uci-mate-in-2-score",
    "uci-mated-score",
    "uci-stop",
    "uci-stop-idle",
    "uci-isready-goes-on",
    "uci-ponder-waits",
    "uci-quit-after-uciok",
    "uci-idle-after-move",
    "uci-position-kept",
    "uci-multipv",
    "uci-spin-range",
    "uci-castling-short",
    "uci-bestmove-per-go",
    "uci-bestmove-legal",
    "uci-spelling",
    "uci-pv-legal",
    "uci-ponder-legal",
    "uci-not-before-told",
    "uci-readyok-answers",
    "uci-seldepth",
    "uci-per-mille",
    "uci-well-formed",
    "uci-multipv-order",
    "uci-forced-mode",
    "uci-no-move",
    "uci-known-words",
    "uci-pv-complete",
];

/// What of the core is not met when our engine's input and output are changed so by `sed`.
fn mutant(input: &str, output: &str) -> Vec<String> {
    // The program at the end of the pipe ends when its input does.
    let script = format!("sed -u -e '{input}' -e '/^quit/q' | {FERZ} | sed -u -e '{output}'");
    let mut arguments = vec!["--protocol", "uci"];
    for id in CORE {
        arguments.extend(["--only", id]);
    }
    arguments.extend(["--", "sh", "-c", &script]);
    let (report, code) = report(&arguments);
    let failed = ids(&report, "fail");
    assert_eq!(code, i32::from(!failed.is_empty()), "{report:#}");
    [failed, ids(&report, "warn")].concat()
}

const KEEP: &str = "";

/// Everything holds for our own engine.
#[test]
fn we_pass() {
    let (report, code) = report(&["--protocol", "uci", "--", FERZ]);
    assert_eq!((ids(&report, "fail"), code), (vec![], 0), "{}", failures(&report));
    assert!(report["passed"].as_u64() > Some(200), "{report:#}");
}

/// U-001 and the others: no false failure on the engine that most interfaces are tested with.
#[test]
fn stockfish_passes() {
    let stockfish = peer("stockfish");
    let (report, code) = report(&["--", stockfish.to_str().expect("a path in UTF-8")]);
    assert_eq!((ids(&report, "fail"), code), (vec![], 0), "{}", failures(&report));
}

#[test]
fn fairy_stockfish_passes() {
    let engine = peer("fairy-stockfish");
    let (report, code) = report(&["--", engine.to_str().expect("a path in UTF-8")]);
    assert_eq!((ids(&report, "fail"), code), (vec![], 0), "{}", failures(&report));
}

/// The core is met as it is, so that what follows is what the change has brought.
#[test]
fn the_pipe_harms_nobody() {
    assert_eq!(mutant(KEEP, KEEP), [] as [&str; 0]);
}

#[test]
fn missing_answers() {
    assert_eq!(mutant(KEEP, "/^id author/d"), ["uci-id-author"]);
    assert_eq!(mutant("/^isready/d", KEEP), ["uci-readyok"]);
    assert_eq!(mutant("/^stop/d", KEEP), ["uci-stop"]);
}

#[test]
fn answers_too_many() {
    // What comes twice is taken for the answer to the next go, and so on.
    let found = mutant(KEEP, "s/^bestmove.*/&\\n&/");
    assert!(found.contains(&"uci-bestmove-per-go".to_owned()), "{found:?}");
    assert_eq!(mutant(KEEP, "s/^readyok/&\\n&/"), ["uci-readyok-answers"]);
    assert_eq!(mutant(KEEP, "s/^uciok/hello\\n&/"), ["uci-known-words"]);
}

#[test]
fn wrong_moves() {
    names(
        &mutant(KEEP, "s/^bestmove .* ponder/bestmove e2e5 ponder/"),
        &["uci-bestmove-legal"],
        &["uci-searchmoves-one", "uci-castling-short"],
    );
    assert_eq!(mutant(KEEP, "s/ ponder .*/ ponder a1a1/"), ["uci-ponder-legal"]);
    assert_eq!(mutant(KEEP, "s/ pv .*/& a1a1/"), ["uci-pv-legal"]);
    assert_eq!(
        mutant(KEEP, "s/^bestmove e1g1/bestmove e1h1/"),
        ["uci-castling-short", "uci-spelling"]
    );
}

#[test]
fn wrong_scores() {
    assert_eq!(mutant(KEEP, "s/score mate 2/score mate 3/"), ["uci-mate-in-2-score"]);
    assert_eq!(mutant(KEEP, "s/score mate -/score mate /"), ["uci-mated-score"]);
}

#[test]
fn wrong_words() {
    assert_eq!(mutant(KEEP, "s/ hashfull [0-9]*/ hashfull 5000/"), ["uci-per-mille"]);
    names(
        &mutant(KEEP, "s/ depth [0-9]*//"),
        &["uci-seldepth", "uci-pv-complete", "uci-depth"],
        &[],
    );
    names(
        &mutant(KEEP, "s/ nodes [0-9]*/ nodes many/"),
        &["uci-well-formed", "uci-pv-complete"],
        &[],
    );
    let default = "s/\\(name Hash type spin default\\) [0-9]*/\\1 0/";
    assert_eq!(mutant(KEEP, default), ["uci-spin-range"]);
    assert_eq!(mutant(KEEP, "s/ multipv 2 / multipv 4 /"), ["uci-multipv", "uci-multipv-order"]);
}

/// What must be among what was found, and what may be.
#[track_caller]
fn names(found: &[String], needed: &[&str], allowed: &[&str]) {
    for name in needed {
        assert!(found.iter().any(|it| it == name), "{name} in {found:?}");
    }
    for name in found {
        assert!([needed, allowed].concat().contains(&name.as_str()), "{name} in {found:?}");
    }
}

/// An engine that ends its searches when it likes.
#[test]
fn searches_that_end_too_early() {
    assert_eq!(
        mutant("s/^go infinite/go depth 3/;s/^go ponder.*/go depth 3/", KEEP),
        ["uci-infinite-mate", "uci-ponder-waits", "uci-not-before-told"]
    );
}

/// What of some expectations is not met by our engine behind `sed`.
fn other_mutant(protocol: &str, only: &[&str], input: &str, output: &str) -> Vec<String> {
    let script = format!("sed -u -e '{input}' -e '/^quit/q' | {FERZ} | sed -u -e '{output}'");
    let mut arguments = vec!["--protocol", protocol];
    for id in only {
        arguments.extend(["--only", id]);
    }
    arguments.extend(["--", "sh", "-c", &script]);
    let (report, _) = report(&arguments);
    [ids(&report, "fail"), ids(&report, "warn")].concat()
}

#[test]
fn we_pass_in_cecp() {
    let (report, code) = report(&["--protocol", "cecp", "--", FERZ]);
    assert_eq!((ids(&report, "fail"), code), (vec![], 0), "{}", failures(&report));
}

#[test]
fn we_pass_in_ucci() {
    let (report, code) = report(&["--protocol", "ucci", "--", FERZ]);
    assert_eq!((ids(&report, "fail"), code), (vec![], 0), "{}", failures(&report));
}

#[test]
fn mutants_of_cecp() {
    const CORE: &[&str] = &[
        "cecp-ping",
        "cecp-go",
        "cecp-new-black",
        "cecp-force-stops",
        "cecp-force-silent",
        "cecp-undo",
        "cecp-illegal-move",
        "cecp-quit",
        "cecp-castling",
        "cecp-move-on-turn",
        "cecp-move-legal",
        "cecp-pong-number",
        "cecp-true-claims",
        "cecp-legal-taken",
        "cecp-known-words",
        "cecp-nopost",
        "cecp-nopost-silent",
        "cecp-post",
    ];
    let mutant = |input: &str, output: &str| other_mutant("cecp", CORE, input, output);
    assert_eq!(mutant(KEEP, KEEP), [] as [&str; 0]);
    assert_eq!(mutant("/^ping/d", KEEP), ["cecp-ping"]);
    // Moves of a position that it has not gone back to are illegal there.
    names(&mutant("/^undo/d", KEEP), &["cecp-undo"], &["cecp-legal-taken"]);
    assert_eq!(mutant(KEEP, "/^Illegal move/d"), ["cecp-illegal-move"]);
    assert_eq!(mutant("/^nopost/d", KEEP), ["cecp-nopost-silent", "cecp-nopost"]);
    let found = mutant(KEEP, "s/^move .*/move a1a1/");
    assert!(found.contains(&"cecp-move-legal".to_owned()), "{found:?}");
}

#[test]
fn mutants_of_ucci() {
    const CORE: &[&str] = &[
        "ucci-ucciok",
        "ucci-readyok",
        "ucci-go-depth-1",
        "ucci-moves",
        "ucci-banmoves",
        "ucci-stop",
        "ucci-stop-idle",
        "ucci-depth-0",
        "ucci-mated",
        "ucci-mate-score",
        "ucci-bye",
        "ucci-answer-per-go",
        "ucci-bestmove-legal",
        "ucci-banned",
        "ucci-nobestmove",
        "ucci-score-number",
        "ucci-pv-legal",
        "ucci-known-words",
    ];
    let mutant = |input: &str, output: &str| other_mutant("ucci", CORE, input, output);
    assert_eq!(mutant(KEEP, KEEP), [] as [&str; 0]);
    assert_eq!(mutant(KEEP, "/^bye/d"), ["ucci-bye"]);
    names(&mutant("/^banmoves/d", KEEP), &["ucci-banmoves", "ucci-banned"], &[]);
    assert_eq!(mutant(KEEP, "s/ score \\([0-9-]*\\)/ score cp \\1/"), ["ucci-score-number"]);
    assert_eq!(mutant(KEEP, "s/ pv .*/& a0a0/"), ["ucci-pv-legal"]);
    assert_eq!(mutant("/^isready/d", KEEP), ["ucci-readyok"]);
    let found = mutant(KEEP, "s/^bestmove .*/bestmove a0a9/");
    assert!(found.contains(&"ucci-bestmove-legal".to_owned()), "{found:?}");
}

/// Profiles ask for what they need, and say what is missing.
#[test]
fn profiles() {
    let ready = |arguments: &[&str]| {
        let output = check(arguments);
        (text(&output.stdout), output.status.code())
    };
    for profile in ["lichess-bot", "fastchess", "openbench", "analysis", "xboard", "ucci-league"] {
        let (said, code) = ready(&["--profile", profile, "--", FERZ]);
        assert!(
            said.contains(&format!("\nready for {profile}")) || said.starts_with("ready"),
            "{said}"
        );
        assert_eq!(code, Some(0), "{said}");
    }
    let script =
        format!("sed -u -e '/^setoption name Threads/d;/^quit/q' | {FERZ} | sed -u '/name Hash/d'");
    let (said, code) = ready(&["--profile", "openbench", "--", "sh", "-c", &script]);
    assert!(said.contains("not ready for openbench"), "{said}");
    assert!(said.contains("uci-hash-declared") && code == Some(1), "{said}");
    assert_eq!(ready(&["--profile", "nobody", "--", FERZ]).1, Some(2));
}

/// A conversation that the bridge has recorded is judged.
#[test]
fn blamed() {
    let file = std::env::temp_dir().join(format!("ferz-blame-{}", std::process::id()));
    let blame = |record: &str| {
        std::fs::write(&file, record).expect("a file");
        let output = Command::new(FERZ).arg("blame").arg(&file).output().expect("ferz starts");
        let _ = std::fs::remove_file(&file);
        (text(&output.stdout), output.status.code())
    };
    let good = "# ferz transcript 1\n0.000000 > uci\n0.001000 < id name X\n0.001000 < id author Y\n\
                0.001000 < uciok\n0.002000 > isready\n0.003000 < readyok\n0.004000 > position startpos\n\
                0.005000 > go depth 1\n0.006000 < info depth 1 score cp 1 time 1 nodes 1 pv e2e4\n";
    let (said, code) = blame(&format!("{good}0.007000 < bestmove e2e4\n"));
    assert!(said.contains("nobody") && code == Some(0), "{said}");
    let (said, code) = blame(&format!("{good}0.007000 < bestmove e2e5\n"));
    assert!(said.contains("the engine broke it first, at 0.007 s, line 10"), "{said}");
    assert!(
        said.contains("uci-bestmove-legal") && said.contains("U-315") && code == Some(1),
        "{said}"
    );
    assert_eq!(blame("nothing of the kind").1, Some(2));
    let missing = Command::new(FERZ).args(["blame", "no-such-record"]).output();
    assert_eq!(missing.expect("ferz starts").status.code(), Some(2));
}

#[test]
fn exit_statuses() {
    let status = |arguments: &[&str]| check(arguments).status.code();
    assert_eq!(status(&["--only", "uci-uciok", "--protocol", "uci", "--", FERZ]), Some(0));
    // The two dashes may be left out.
    assert_eq!(status(&["--only", "uciok", "--protocol", "uci", FERZ]), Some(0));
    assert_eq!(
        status(&["--only", "uci-uciok", "--protocol", "uci", "--", "sh", "-c", "exit 1"]),
        Some(1)
    );
    assert_eq!(status(&["--only", "nonsense", "--protocol", "uci", "--", FERZ]), Some(2));
    assert_eq!(status(&["--protocol", "usi", "--", FERZ]), Some(2));
    assert_eq!(status(&["--profil", "xboard", "--", FERZ]), Some(2));
    assert_eq!(status(&["--profile", "xboard"]), Some(2));
    assert_eq!(status(&[]), Some(2));
    assert_eq!(status(&["--", "no-such-engine-anywhere"]), Some(3));
    assert_eq!(status(&["--list"]), Some(0));
}

/// What people who do it for the first time do wrong: what is to be done stands there.
#[test]
fn first_steps() {
    let complaint = |arguments: &[&str]| text(&check(arguments).stderr);
    // Before anything is started, so that the engine need not be there.
    let near = complaint(&["--only", "uci-uciko", "no-such-engine-anywhere"]);
    assert!(near.contains("uci-uciko") && near.contains("uci-uciok"), "{near}");
    let other = complaint(&["--protocol", "uci", "--only", "cecp-ping", FERZ]);
    assert!(other.contains("is of cecp"), "{other}");
    let missing = complaint(&["--", "no-such-engine-anywhere"]);
    assert!(missing.contains("no-such-engine-anywhere"), "{missing}");
    let silent = complaint(&["--", "sh", "-c", "exit 0"]);
    assert!(silent.contains("speaks no protocol that we know"), "{silent}");
    let nobody = complaint(&["--profile", "lichess-bot"]);
    assert!(nobody.contains("which engine"), "{nobody}");
    // All that a requirement demands.
    let (report, code) = report(&["--protocol", "uci", "--only", "U-073", "--", FERZ]);
    assert!(ids(&report, "pass").contains(&"uci-no-move".to_owned()), "{report:#}");
    assert_eq!(code, 0, "{report:#}");
}

/// An engine that is asked in the wrong protocol: the right one is named.
#[test]
fn the_wrong_protocol() {
    for (protocol, only) in [("ucci", "ucci-ucciok"), ("cecp", "cecp-ping")] {
        let stockfish = peer("stockfish");
        let engine = stockfish.to_str().expect("a path in UTF-8");
        let output = check(&["--protocol", protocol, "--only", only, "--", engine]);
        let said = text(&output.stdout);
        assert!(said.contains(&format!("does not speak {protocol}: try --protocol uci")), "{said}");
        assert_eq!(output.status.code(), Some(1), "{said}");
    }
}

/// The first lines of a report say what is wrong, by clause, and what was sent and came; what is
/// only advised stands behind it.
#[test]
fn the_first_screen() {
    let script =
        format!("sed -u -e '/^quit/q' | {FERZ} | sed -u -e 's/ hashfull [0-9]*/ hashfull 5000/'");
    let only = ["--only", "uci-cr-greeting", "--only", "uci-depth", "--only", "uci-per-mille"];
    let engine = ["--protocol", "uci", "--", "sh", "-c", &script];
    let said = text(&check(&[&only[..], &engine].concat()).stdout);
    let lines: Vec<&str> = said.lines().collect();
    let at = |begins: &str| lines.iter().position(|line| line.trim_start().starts_with(begins));
    assert!(lines.len() < 24, "{said}");
    let fault = at("FAIL uci-per-mille: ").unwrap_or_else(|| panic!("{said}"));
    assert!(lines[fault].contains("[U-353"), "{said}");
    assert!(lines[fault + 1].contains("found: "), "{said}");
    assert!(said.contains("> go depth") && said.contains("< info depth"), "{said}");
    let warning = at("warn uci-cr-greeting").unwrap_or_else(|| panic!("{said}"));
    assert!(fault < warning, "{said}");
}

/// Faults of engines that everybody has, each checked by hand against the document.
#[test]
fn known_faults_of_others() {
    for (engine, protocol, faults) in [
        // It keeps on showing its thinking after `nopost`.
        ("sjeng", "cecp", &["cecp-nopost-silent"][..]),
        // It says exclude=1, and plays what it was told to leave out.
        ("fairymax", "cecp", &["cecp-exclude"]),
        // `bestmove a1a1` where there is no move, and no regard for searchmoves.
        ("toga2", "uci", &["uci-searchmoves-one", "uci-mated", "uci-stalemated"]),
        // It ends at a FEN without its last two fields, and infinite searches at a mate.
        ("ethereal-chess", "uci", &["uci-fen-short", "uci-infinite-mate"]),
        // It ends at a word that it does not know.
        ("hoichess", "cecp", &["cecp-unknown-command"]),
    ] {
        let path = peer(engine);
        let mut arguments = vec!["--protocol", protocol];
        for fault in faults {
            arguments.extend(["--only", fault]);
        }
        arguments.extend(["--", path.to_str().expect("a path in UTF-8")]);
        let (report, code) = report(&arguments);
        assert_eq!((ids(&report, "fail"), code), (to_strings(faults), 1), "{report:#}");
    }
}

/// Chinese chess and nothing else: what is about chess does not apply, the rest is asked in its game.
#[test]
fn an_engine_without_chess() {
    let path = peer("maxqi");
    let engine = path.to_str().expect("a path in UTF-8");
    let asked = ["cecp-go", "cecp-undo", "cecp-force-go", "cecp-castling", "cecp-setboard"];
    let only: Vec<&str> = asked.iter().flat_map(|id| ["--only", id]).collect();
    let (report, code) = report(&[&only[..], &["--protocol", "cecp", "--", engine]].concat());
    let passed = ["cecp-go", "cecp-force-go", "cecp-undo"];
    assert_eq!((ids(&report, "pass"), code), (to_strings(&passed), 0), "{report:#}");
}

fn to_strings(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

/// Test results as build servers read them: one suite of so many tests, in well-formed XML.
#[test]
fn results_for_build_servers() {
    let file = std::env::temp_dir().join(format!("ferz-junit-{}", std::process::id()));
    let name = file.to_str().expect("a name in UTF-8");
    let script =
        format!("sed -u -e '/^quit/q' | {FERZ} | sed -u -e 's/^id name.*/id name A<\"&\x01/'");
    let only = ["--only", "uci-uciok", "--only", "uci-id-author", "--only", "uci-960"];
    let engine = ["--protocol", "uci", "--junit", name, "--", "sh", "-c", &script];
    let output = check(&[&only[..], &engine].concat());
    assert!(output.status.success(), "{}", text(&output.stdout));
    let read = "import sys, xml.etree.ElementTree as E\n\
                suites = E.parse(sys.argv[1]).getroot()\n\
                assert suites.tag == 'testsuites', suites.tag\n\
                suite, = suites.findall('testsuite')\n\
                cases = suite.findall('testcase')\n\
                assert len(cases) == int(suite.get('tests')) > 4\n\
                assert suite.get('failures') == '0' and suite.get('errors') == '0'\n\
                skipped = sum(case.find('skipped') is not None for case in cases)\n\
                assert skipped == int(suite.get('skipped'))\n\
                assert all(case.get('classname') == 'uci' for case in cases)\n\
                assert suite.get('name').startswith('A<\"'), suite.get('name')\n";
    let python = Command::new(ferz_testkit::python()).args(["-c", read, name]).output();
    let python = python.expect("the interpreter starts");
    let _ = std::fs::remove_file(&file);
    assert!(python.status.success(), "{}", text(&python.stderr));
}

/// Another protocol is named only to those whose engine has not answered in this one.
#[test]
fn a_fault_is_no_other_protocol() {
    let said = |id: &str, output: &str| {
        let script = format!("sed -u -e '/^quit/q' | {FERZ} | sed -u -e '{output}'");
        let engine = ["--protocol", "cecp", "--only", id, "--", "sh", "-c", &script];
        let output = check(&engine);
        (text(&output.stdout), output.status.code())
    };
    for (id, change, status) in
        [("cecp-ping", "/^pong/d", Some(1)), ("cecp-no-echo", "s/ *done=1//", Some(0))]
    {
        let (said, code) = said(id, change);
        assert!(!said.contains("does not speak"), "{said}");
        assert_eq!(code, status, "{said}");
    }
}

/// An engine that ends before it has greeted is not started two hundred times.
#[test]
fn an_engine_that_never_starts() {
    for protocol in ["uci", "ucci", "cecp"] {
        let (report, code) = report(&["--protocol", protocol, "--", "sh", "-c", "exit 1"]);
        assert_eq!(code, 1, "{report:#}");
        assert!(report["starts"].as_u64() < Some(8), "{report:#}");
        assert!(report["failed"].as_u64() >= Some(1), "{report:#}");
    }
}

/// A button may destroy something: it is pressed by those who ask for it.
#[test]
fn buttons_are_not_pressed() {
    let script = format!(
        "sed -u -e '/Delete Learning/q' -e '/^quit/q' | {FERZ} | \
         sed -u -e 's/^uciok/option name Delete Learning type button\\n&/' -e '/Clear Hash/d'"
    );
    let only = ["--protocol", "uci", "--only", "uci-set-buttons"];
    let engine = ["--", "sh", "-c", &script];
    let (quiet, _) = report(&[&only[..], &engine].concat());
    assert_eq!(ids(&quiet, "n/a"), ["uci-set-buttons"], "{quiet:#}");
    let (pressed, _) = report(&[&only[..], &["--press-buttons"], &engine].concat());
    assert_eq!(ids(&pressed, "fail"), ["uci-set-buttons"], "{pressed:#}");
}

/// Ctrl-C: what was found by then is reported, and the status says why there is no more.
#[test]
fn an_interrupted_check_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = folder.path().join("report.json");
    let mut child = Command::new(FERZ)
        .args(["check", "--protocol", "uci", "--json"])
        .arg(&json)
        .args(["--", FERZ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("ferz starts");
    std::thread::sleep(std::time::Duration::from_secs(3));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill is there").success());
    let mut said = String::new();
    let mut stdout = child.stdout.take().expect("a pipe");
    std::io::Read::read_to_string(&mut stdout, &mut said).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
    assert!(said.contains("interrupted: "), "{said}");
    let text = std::fs::read(&json).expect("a report");
    let report: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(report["interrupted"], true);
    assert!(report["passed"].as_u64() > Some(2), "{report:#}");
}

/// Who calculates is seen wherever it runs: a bridge starts its engine in a group of its own.
#[cfg(target_os = "linux")]
#[test]
fn work_in_another_group_is_seen() {
    // It ends with the engine.
    let script = format!(
        "setsid sh -c 'while kill -0 '$$' 2>/dev/null; do :; done' </dev/null >/dev/null 2>&1 & exec {FERZ}"
    );
    let only = ["--protocol", "uci", "--only", "uci-idle-after-start"];
    let (report, _) = report(&[&only[..], &["--", "sh", "-c", &script]].concat());
    assert_eq!(ids(&report, "fail"), ["uci-idle-after-start"], "{report:#}");
}
