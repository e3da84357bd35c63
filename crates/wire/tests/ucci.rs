//! UCCI lines, one case a line: what comes in, how it prints by the book, what was odd.
//! A value is also read back from its own printing: `parse(format(x)) == x`.

use ferz_wire::RemarkKind::{self, *};
use ferz_wire::ucci::{FromEngine, Go, Info, OptionDecl, OptionKind, ToEngine};
use ferz_wire::uci::{self, ScoreValue};
use ferz_wire::{MoveText, Start};
use std::time::Duration;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn to(line: &str, printed: &str, odd: &[RemarkKind]) -> ToEngine {
    let parsed = ToEngine::parse(line);
    assert!(!matches!(parsed.value, ToEngine::Unknown(_)), "{line:?} was not understood");
    assert_eq!(parsed.value.to_string(), printed, "{line:?}");
    let kinds: Vec<_> = parsed.remarks.iter().map(|remark| remark.kind).collect();
    assert_eq!(kinds, odd, "{line:?}: {:?}", parsed.remarks);
    assert_eq!(ToEngine::parse(printed).value, parsed.value, "{printed:?}");
    parsed.value
}

fn from(line: &str, printed: &str, odd: &[RemarkKind]) -> FromEngine {
    let parsed = FromEngine::parse(line);
    assert!(!matches!(parsed.value, FromEngine::Unknown(_)), "{line:?} was not understood");
    assert_eq!(parsed.value.to_string(), printed, "{line:?}");
    let kinds: Vec<_> = parsed.remarks.iter().map(|remark| remark.kind).collect();
    assert_eq!(kinds, odd, "{line:?}: {:?}", parsed.remarks);
    assert_eq!(FromEngine::parse(printed).value, parsed.value, "{printed:?}");
    parsed.value
}

fn to_strict(line: &str) -> ToEngine {
    to(line, line, &[])
}

fn from_strict(line: &str) -> FromEngine {
    from(line, line, &[])
}

fn to_unknown(line: &str) {
    assert_eq!(ToEngine::parse(line).value, ToEngine::Unknown(line.to_owned()));
}

fn from_unknown(line: &str) {
    assert_eq!(FromEngine::parse(line).value, FromEngine::Unknown(line.to_owned()));
}

fn go(line: &str) -> Go {
    match ToEngine::parse(line).value {
        ToEngine::Go(go) => *go,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn info(line: &str) -> Info {
    match FromEngine::parse(line).value {
        FromEngine::Info(info) => *info,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn option(line: &str) -> OptionDecl {
    match FromEngine::parse(line).value {
        FromEngine::Option(option) => option,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn set(name: &str, value: &str) -> ToEngine {
    let value = (!value.is_empty()).then(|| value.to_owned());
    ToEngine::SetOption { name: name.to_owned(), value }
}

fn moves(words: &str) -> Vec<MoveText> {
    words.split(' ').map(MoveText::new).collect()
}

/// X-041, X-059, X-125, X-145, X-190, X-222, X-284, X-312, X-330, X-331.
#[test]
fn words_without_arguments() {
    for line in ["ucci", "isready", "stop", "quit", "go", "ponderhit"] {
        to_strict(line);
    }
    for line in ["ucciok", "readyok", "nobestmove", "bye"] {
        from_strict(line);
    }
    // X-143, X-024, X-025
    from("ucciok  ", "ucciok", &[WhiteSpace]);
    from("ucciok\r", "ucciok", &[WhiteSpace]);
}

/// X-030, X-031, X-065, X-066, X-391.
#[test]
fn tolerance() {
    to("  go   depth  3 ", "go depth 3", &[WhiteSpace]);
    to("go\tdepth\t3", "go depth 3", &[WhiteSpace]);
    to("go foo time 1000 increment 0", "go time 1000 increment 0", &[UnknownToken]);
    for line in ["foo bar", "", "UCCI", "cxboard", "stop it now, I quit"] {
        from_unknown(line);
    }
    for line in ["foo bar", "", "UCCI", "cxboard"] {
        to_unknown(line);
    }
    to("stop it", "stop", &[UnknownToken]);
}

/// X-006, X-007, X-164, X-176, X-192 to X-196, X-199, X-349.
#[test]
fn setoption() {
    assert_eq!(to_strict("setoption usebook false"), set("usebook", "false"));
    assert_eq!(to_strict("setoption style risky"), set("style", "risky"));
    assert_eq!(to_strict("setoption newgame"), set("newgame", ""));
    assert_eq!(to_strict("setoption loadbook"), set("loadbook", ""));
    assert_eq!(to_strict("setoption selectivity large"), set("selectivity", "large"));
    assert_eq!(to_strict("setoption bookfiles"), set("bookfiles", ""));
    assert_eq!(to_strict("setoption usebook OFF"), set("usebook", "OFF"));
    let books = "C:\\My  Books\\a.dat;b.dat";
    assert_eq!(to_strict(&format!("setoption bookfiles {books}")), set("bookfiles", books));
    let odd = &[Dialect];
    let value = to("setoption name hashsize value 16", "setoption hashsize 16", odd);
    assert_eq!(value, set("hashsize", "16"));
    to("setoption name a value <empty>", "setoption a", odd);
    to("setoption name Hash Size value 16", "setoption name Hash Size value 16", odd);
    assert_eq!(to_strict("setoption name foo"), set("name", "foo"));
    to_unknown("setoption");
}

/// X-105, X-110 to X-112, X-115, X-205, X-320, X-351: the document's five lines and others.
#[test]
fn positions() {
    for moves in ["", " moves h2e2", " moves h2e2 h7e7"] {
        to_strict(&format!("position fen {START}{moves}"));
        to_strict(&format!("probe fen {START}{moves}"));
        to_strict(&format!("position startpos{moves}"));
        to_strict(&format!("probe startpos{moves}"));
    }
    let fen = "rnbakabnr/9/4c2c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2";
    let ToEngine::Position(position) = to_strict(&format!("position fen {fen} moves d9e8")) else {
        panic!()
    };
    assert_eq!(position.start, Start::Fen(fen.to_owned()));
    assert_eq!(position.moves, moves("d9e8"));
    // X-093, X-108: what the letters and hyphens mean is not asked here.
    to_strict("position fen RHEAKAEHR/9/9 r moves H2-E2");
    to(&format!("fen {START}"), &format!("position fen {START}"), &[Dialect]);
    to("startpos moves h2e2", "position startpos moves h2e2", &[Dialect]);
    for line in ["position", "probe", "position fen", "position foo"] {
        to_unknown(line);
    }
}

/// X-027.
#[test]
fn long_lines() {
    let line = format!("position startpos moves{}", " h2e2".repeat(20_000));
    to_strict(&line);
    from_strict(&format!("info depth 1 pv{}", " h2e2".repeat(20_000)));
}

/// X-206, X-211, X-215.
#[test]
fn banmoves() {
    assert_eq!(to_strict("banmoves h6i4"), ToEngine::BanMoves(moves("h6i4")));
    to_strict("banmoves h6i4 i4h6");
    assert_eq!(to_strict("banmoves"), ToEngine::BanMoves(Vec::new()));
}

/// X-220 to X-232, X-236 to X-246, X-340, X-375.
#[test]
fn go_words() {
    for line in "go depth 10|go depth 0|go infinite|go nodes 5000|go time 300000 increment 0|\
                 go ponder time 295000 increment 0|go draw time 1000 increment 0|\
                 go time 1000 movestogo 40|go time 0 increment 0|go time -5|\
                 go time 1000 increment 0 opptime 1000 oppincrement 0|\
                 go time 1000 movestogo 4 opptime 1000 oppmovestogo 5|go depth 8 time 1000|\
                 go ponder draw time 5"
        .split('|')
    {
        to_strict(line);
    }
    assert_eq!(go("go increment 0 time 1000"), go("go time 1000 increment 0"));
    to("go depth infinite", "go infinite", &[]);
    to("go movetime 500", "go movetime 500", &[Dialect]);
    to("go time x increment 3", "go increment 3", &[BadNumber]);
    to("go time increment 3", "go increment 3", &[MissingArgument]);
    to("go time 99999999999999999999", "go time 9223372036854775807", &[Saturated]);
}

/// X-280, X-282, X-306.
#[test]
fn ponderhit() {
    assert_eq!(to_strict("ponderhit"), ToEngine::PonderHit { draw: false });
    assert_eq!(to_strict("ponderhit draw"), ToEngine::PonderHit { draw: true });
    to("ponderhit foo draw", "ponderhit draw", &[UnknownToken]);
}

/// X-375.
#[test]
fn new_game_of_mixed_hosts() {
    to("ucinewgame", "ucinewgame", &[Dialect]);
    to("uccinewgame", "ucinewgame", &[Dialect]);
}

/// X-126 to X-131.
#[test]
fn id() {
    from_strict("id name ElephantEye 1.6 Beta");
    from_strict("id copyright 2004-2006 www.xqbase.com");
    from_strict("id author Morning Yellow");
    from_strict("id user ElephantEye Test Team");
    from_strict("id version 3.15");
    // X-028: bytes of another encoding pass through.
    let line = ferz_wire::bytes::decode(b"id author \xb3\xc2");
    from(&line, &line, &[Encoding]);
    assert_eq!(&*ferz_wire::bytes::encode(&line), b"id author \xb3\xc2");
}

/// X-132, X-133, X-135 to X-142, X-155, X-350.
#[test]
fn options() {
    from_strict("option usemillisec type check default false");
    from_strict("option usebook type check default true");
    from_strict("option newgame type button");
    from_strict("option style type combo var solid var normal var risky default normal");
    from_strict("option hashsize type spin min 0 max 1024 default 0");
    from_strict("option bookfiles type string default BOOK.DAT");
    from_strict("option bookfiles type string default");
    from_strict("option egtbpaths type string");
    assert_eq!(option("option caption type label").kind, OptionKind::Label);
    from_strict("option caption type label");
    assert_eq!(
        option("option hashsize type spin default 0 min 0 max 1024"),
        option("option hashsize type spin min 0 max 1024 default 0")
    );
    from(
        "option style type combo default normal var solid var normal",
        "option style type combo var solid var normal default normal",
        &[],
    );
    from(
        "option name usebook type check default true",
        "option usebook type check default true",
        &[Dialect],
    );
    let text = OptionKind::Uci(uci::OptionKind::String { default: Some("a b;c min 3".to_owned()) });
    assert_eq!(option("option bookfiles type string default a b;c min 3").kind, text);
    from("option b type check default ON", "option b type check default true", &[Dialect]);
    for line in ["option", "option x", "option type check", "option x type"] {
        from_unknown(line);
    }
}

/// X-256, X-257, X-259, X-260, X-265, X-266, X-270, X-272.
#[test]
fn info_words() {
    let line = info("info depth 6 score 4 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7");
    assert_eq!((line.depth, line.score), (Some(6), Some(ScoreValue::Cp(4))));
    assert_eq!(line.pv, moves("b0c2 b9c7 c3c4 h9i7 c2d4 h7e7"));
    assert_eq!(info("info nodes 5000000 time 5000").time, Some(Duration::from_secs(5)));
    for line in [
        "info time 5000 nodes 5000000",
        "info depth 6 score -4 pv b0c2",
        "info depth 7",
        "info depth 0 score 12 pv h2e2",
        "info currmove h2e2 currmovenumber 3",
    ] {
        from_strict(line);
    }
    from("info depth x nodes 3", "info nodes 3", &[BadNumber]);
    from("info nodes 1 nodes 2", "info nodes 2", &[Repeated]);
    from("info depth 5 currmove", "info depth 5", &[MissingArgument]);
}

/// X-263.
#[test]
fn info_score_of_other_programs() {
    from("info depth 3 score cp 5", "info depth 3 score 5", &[Dialect]);
    from("info depth 3 score mate 2 pv h2e2", "info depth 3 score mate 2 pv h2e2", &[Dialect]);
    from_strict("info depth 3 score 9999");
}

/// X-267, X-268, X-269.
#[test]
fn info_texts_and_unknown_words() {
    assert_eq!(info("info message a  b depth 3").message.as_deref(), Some("a  b depth 3"));
    from_strict("info message hello");
    from("info string hello", "info message hello", &[Dialect]);
    let line = info("info depth 5 seldepth 7 multipv 1 nps 100 score 3 hashfull 4 pv h2e2");
    let other = [("seldepth", "7"), ("multipv", "1"), ("nps", "100"), ("hashfull", "4")];
    assert_eq!(line.other, other.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!((line.score, line.pv), (Some(ScoreValue::Cp(3)), moves("h2e2")));
    from_unknown("info idleline [h2e2 h9g7]");
}

/// X-090, X-300, X-302 to X-304, X-314, X-341.
#[test]
fn bestmove() {
    from_strict("bestmove b0c2");
    from_strict("bestmove b0c2 ponder b9c7");
    from_strict("bestmove b0c2 draw");
    from_strict("bestmove b0c2 ponder b9c7 resign");
    from("bestmove h2e2 draw ponder h9g7", "bestmove h2e2 ponder h9g7 draw", &[]);
    from("bestmove h2e2 foo draw", "bestmove h2e2 draw", &[UnknownToken]);
    from("bestmove h2e2 ponder draw", "bestmove h2e2 draw", &[MissingArgument]);
    from("bestmove h2e2 ponder (none)", "bestmove h2e2", &[Dialect]);
}

/// X-096: there is no null move, so these words say that there is no move.
#[test]
fn no_bestmove() {
    for line in ["bestmove", "bestmove 0000"] {
        from(line, "nobestmove", &[Dialect]);
    }
    from("bestmove (none)", "nobestmove", &[Dialect, Dialect]);
    let parsed = FromEngine::parse("bestmove resign").value;
    assert!(matches!(parsed, FromEngine::BestMove { resign: true, .. }));
}

/// X-322, X-323.
#[test]
fn pophash() {
    from_strict("pophash");
    from_strict("pophash bestmove h2e2");
    from_strict("pophash bestmove h2e2 lowerbound 5 depth 8 upperbound -7 depth 6");
    from(
        "pophash upperbound 7 depth 6 bestmove h2e2",
        "pophash bestmove h2e2 upperbound 7 depth 6",
        &[],
    );
    from("pophash lowerbound 5", "pophash", &[MissingArgument]);
    from(
        "pophash bestmove lowerbound 5 depth 1",
        "pophash lowerbound 5 depth 1",
        &[MissingArgument],
    );
}
