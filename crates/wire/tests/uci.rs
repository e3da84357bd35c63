//! UCI lines, one case a line: what comes in, how it prints by the book, what was odd.
//! A value is also read back from its own printing: `parse(format(x)) == x`.

use ferz_wire::RemarkKind::{self, *};
use ferz_wire::uci::{
    Bound, FromEngine, Go, Info, OptionDecl, OptionKind, Register, Score, ScoreValue, ToEngine,
};
use ferz_wire::{MoveText, PositionText, Start};
use std::time::Duration;

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

/// By the book: prints as it came, without remarks.
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

fn moves(words: &str) -> Vec<MoveText> {
    words.split(' ').map(MoveText::new).collect()
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

fn set(line: &str) -> (String, Option<String>) {
    match ToEngine::parse(line).value {
        ToEngine::SetOption { name, value } => (name, value),
        other => panic!("{line:?} is {other:?}"),
    }
}

fn named(name: &str, value: &str) -> (String, Option<String>) {
    (name.to_owned(), Some(value.to_owned()))
}

#[test]
fn commands_without_arguments() {
    for line in ["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit", "go"] {
        to_strict(line);
    }
    for line in ["uciok", "readyok"] {
        from_strict(line);
    }
    to("isready  ", "isready", &[WhiteSpace]);
    to("quit now", "quit", &[UnknownToken]);
}

/// U-030, U-110: blanks and tabs anywhere.
#[test]
fn white_space() {
    to("debug on", "debug on", &[]);
    to("   debug     on  ", "debug on", &[WhiteSpace]);
    to("\tdebug \t on\t", "debug on", &[WhiteSpace]);
    to("debug\ton", "debug on", &[WhiteSpace]);
    to("isready\r", "isready", &[WhiteSpace]);
}

/// U-031, U-032, U-034: unknown words before and inside a command.
#[test]
fn unknown_words() {
    to("joho debug on", "debug on", &[UnknownToken]);
    to("debug joho on", "debug", &[UnknownToken]);
    to("xyzzy isready", "isready", &[UnknownToken]);
    to("one two setoption name Hash value 3", "setoption name Hash value 3", &[UnknownToken]);
    // Chatter does not start a search or end the program.
    to_unknown("let us go home");
    to_unknown("I quit smoking");
    from_unknown("X engine, option Y");
    from_unknown("the best id ever");
    from_unknown("no info today");
    from_unknown("an info depth");
    from("Sjeng 11 uciok", "uciok", &[UnknownToken]);
    from("note: id name Z", "id name Z", &[UnknownToken]);
    from_unknown("your bestmove");
    let remarks = ToEngine::parse("a b c isready").remarks;
    assert_eq!(remarks[0].text, "a b c");
}

/// U-035: keywords are small letters; what is text keeps its letters.
#[test]
fn letter_case() {
    to_unknown("UCI");
    to_unknown("IsReady");
    to_strict("position fen RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr b KQkq - 0 1");
    to_strict("setoption name SyzygyPath value C:\\TB");
}

/// U-036, U-037, U-038: empty lines and chatter are kept as they came.
#[test]
fn not_protocol() {
    for line in ["", " ", "\t", "foo bar", "Unknown command: xyz", "No such option: Foo"] {
        to_unknown(line);
        from_unknown(line);
    }
}

/// U-039, U-040: a bad number voids its own word, a large one saturates.
#[test]
fn numbers() {
    to("go depth abc", "go", &[BadNumber]);
    to("go depth abc nodes 5", "go nodes 5", &[BadNumber]);
    to("go depth nodes 5", "go nodes 5", &[MissingArgument]);
    to("go depth", "go", &[MissingArgument]);
    to(
        "go wtime 999999999999999999999 btime 1",
        "go wtime 9223372036854775807 btime 1",
        &[Saturated],
    );
    to("go wtime -999999999999999999999", "go wtime -9223372036854775808", &[Saturated]);
    to_strict("go nodes 5000000000");
    assert_eq!(info("info depth x score cp 5").score.unwrap().value, ScoreValue::Cp(5));
    from("info depth x score cp 5", "info score cp 5", &[BadNumber]);
    from("info hashfull -1", "info hashfull 0", &[Saturated]);
    from_strict("info nodes 18446744073709551615");
    from("info nodes 18446744073709551616", "info nodes 18446744073709551615", &[Saturated]);
    from("info nps 1.5 depth 3", "info depth 3", &[BadNumber]);
}

/// U-110, U-115.
#[test]
fn debug() {
    assert_eq!(to_strict("debug on"), ToEngine::Debug(Some(true)));
    assert_eq!(to_strict("debug off"), ToEngine::Debug(Some(false)));
    assert_eq!(to("debug", "debug", &[MissingArgument]), ToEngine::Debug(None));
}

/// U-140, U-141, U-144, U-145, U-146, U-149, U-150, U-151, U-154, U-155, U-156.
#[test]
fn setoption() {
    to_strict("setoption name Hash value 32");
    assert_eq!(set("setoption name Clear Hash"), ("Clear Hash".to_owned(), None));
    assert_eq!(set("setoption  name   Clear  Hash "), ("Clear Hash".to_owned(), None));
    assert_eq!(set("setoption name P value C:\\My Books\\x"), named("P", "C:\\My Books\\x"));
    assert_eq!(set("setoption name P value a  b "), named("P", "a  b"));
    assert_eq!(
        set("setoption name MyPath value C:\\value\\name x"),
        named("MyPath", "C:\\value\\name x")
    );
    assert_eq!(set("setoption name P value value name v"), named("P", "value name v"));
    assert_eq!(
        set("setoption name NalimovPath value c:\\chess\\tb\\4;c:\\chess\\tb\\5"),
        named("NalimovPath", "c:\\chess\\tb\\4;c:\\chess\\tb\\5")
    );
    assert_eq!(set("setoption name SyzygyPath value <empty>"), named("SyzygyPath", ""));
    assert_eq!(set("setoption name SyzygyPath value"), named("SyzygyPath", ""));
    assert_eq!(set("setoption name Hash"), ("Hash".to_owned(), None));
    to("setoption name X value", "setoption name X value <empty>", &[]);
    to_unknown("setoption");
    to_unknown("setoption name");
    to_unknown("setoption name value 3");
    to_unknown("setoption Hash value 3");
    let remarks = ToEngine::parse("setoption Hash value 3").remarks;
    assert_eq!(remarks[0].kind, MissingArgument);
}

/// U-142, U-148, U-149: the longest declared name is taken, in any case.
#[test]
fn setoption_with_declared_names() {
    let declared = ["draw", "Draw Value", "draw value high", "Hash"];
    let read = |line| match ToEngine::parse_with(line, &declared).value {
        ToEngine::SetOption { name, value } => (name, value),
        other => panic!("{line:?} is {other:?}"),
    };
    assert_eq!(read("setoption name draw value value 5"), named("draw value", "5"));
    assert_eq!(read("setoption name draw value high value 5"), named("draw value high", "5"));
    assert_eq!(read("setoption name draw value high"), ("draw value high".to_owned(), None));
    assert_eq!(read("setoption name draw value 5"), named("draw", "5"));
    assert_eq!(read("setoption name hash value 5"), named("hash", "5"));
    assert_eq!(read("setoption name other value 5"), named("other", "5"));
}

/// U-180, U-181, U-182, U-183, U-185.
#[test]
fn register() {
    assert_eq!(to_strict("register later"), ToEngine::Register(Register::Later));
    to_strict("register name Stefan MK code 4359874324");
    to_strict("register name A");
    to_strict("register code 1");
    to("register code 1 name A B", "register name A B code 1", &[]);
    to("register name A name B code 1", "register name B code 1", &[Repeated]);
    to("register name code 5", "register code 5", &[MissingArgument]);
    to_unknown("register");
    to_unknown("register foo");
}

/// U-200, U-201, U-202, U-203, U-513.
#[test]
fn position() {
    let position = to_strict("position startpos moves e2e4 e7e5");
    let ToEngine::Position(position) = position else { panic!() };
    assert_eq!(position, PositionText { start: Start::Startpos, moves: moves("e2e4 e7e5") });
    to_strict("position startpos");
    to("position startpos moves", "position startpos", &[]);
    // U-078, U-466: four fields are a FEN too; what it means is not asked here.
    to_strict("position fen 8/8/8/8/8/8/k7/2K5 w - -");
    to_strict("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - moves e2e4");
    to(
        "position fen 8/8/8/8/8/8/k7/2K5  w  - -",
        "position fen 8/8/8/8/8/8/k7/2K5 w - -",
        &[WhiteSpace],
    );
    to("position startpos foo moves e2e4", "position startpos moves e2e4", &[UnknownToken]);
    // U-079: broken, but a text all the same.
    to_strict("position fen xyz");
    to_unknown("position");
    to_unknown("position fen");
    to_unknown("position fen moves e2e4");
    to("fen 4k4/9/9 w moves h2e2", "position fen 4k4/9/9 w moves h2e2", &[Dialect]);
    to("startpos moves h2e2", "position startpos moves h2e2", &[Dialect]);
    to("startpos", "position startpos", &[Dialect]);
}

/// U-070, U-071, U-072, U-074, U-075, U-514: any word is a move text, unchanged.
#[test]
fn move_texts_pass_through() {
    to_strict("position startpos moves e7e8q e7e8Q e7e8=q 0000 e1g1 e1h1 P@h3 a10a11");
}

/// U-018: long lines.
#[test]
fn long_lines() {
    for count in [1_000, 20_000] {
        let line = format!("position startpos moves{}", " g1f3".repeat(count));
        let ToEngine::Position(position) = to_strict(&line) else { panic!() };
        assert_eq!(position.moves.len(), count);
    }
    let line = format!("option name X type combo default a{}", " var abcdefgh".repeat(10_000));
    let FromEngine::Option(option) = from_strict(&line) else { panic!() };
    // Were each word to cost more than the last, this would take minutes.
    let rubbish = format!("option{} name{} type button", " a".repeat(50_000), " b".repeat(50_000));
    assert!(matches!(FromEngine::parse(&rubbish).value, FromEngine::Option(_)));
    assert!(matches!(option.kind, OptionKind::Combo { vars, .. } if vars.len() == 10_000));
}

/// U-220, U-223, U-225, U-228, U-230 to U-241, U-245, U-253.
#[test]
fn go_words() {
    to_strict("go wtime 300000 btime 300000 winc 2000 binc 2000 movestogo 40");
    to_strict("go ponder wtime 100 btime 100");
    to_strict("go depth 30 movetime 200");
    to_strict("go nodes 1 mate 2");
    to_strict("go infinite searchmoves e2e4 d2d4");
    to_strict("go perft 5");
    to_strict("go wtime -50 btime 0");
    assert_eq!(go("go btime 1000 wtime 1000"), go("go wtime 1000 btime 1000"));
    let limited = go("go searchmoves e2e4 d2d4 depth 3");
    assert_eq!((limited.searchmoves, limited.depth), (moves("e2e4 d2d4"), Some(3)));
    to("go searchmoves depth 3", "go depth 3", &[MissingArgument]);
    to("go depth 3 depth 4", "go depth 4", &[Repeated]);
    to("go foo wtime 5 bar", "go wtime 5", &[UnknownToken, UnknownToken]);
}

/// U-092, U-093, U-100, U-020.
#[test]
fn id() {
    from_strict("id name Shredder X.Y");
    from_strict("id author Stefan MK");
    from_strict("id version 3");
    from_strict("id country");
    from_unknown("id");
    let line = ferz_wire::bytes::decode(b"id name \xff\xfe");
    assert_eq!(from(&line, &line, &[Encoding]).to_string(), line);
}

/// U-170 to U-175.
#[test]
fn protection_and_registration() {
    for state in ["checking", "ok", "error"] {
        from_strict(&format!("copyprotection {state}"));
        from_strict(&format!("registration {state}"));
    }
    from_unknown("copyprotection");
    from_unknown("registration maybe");
}

/// U-315, U-319, U-320, U-321, U-322, U-073.
#[test]
fn bestmove() {
    from_strict("bestmove g1f3");
    from_strict("bestmove g1f3 ponder d8f6");
    from_strict("bestmove e7e8Q");
    from_strict("bestmove 0000");
    for none in ["(none)", "NULL", "none", "null", "resign"] {
        from(&format!("bestmove {none}"), "bestmove 0000", &[Dialect]);
        from(&format!("bestmove a2a3 ponder {none}"), "bestmove a2a3", &[Dialect]);
    }
    from("bestmove a2a3 ponder 0000", "bestmove a2a3", &[]);
    from("bestmove", "bestmove 0000", &[MissingArgument]);
    from("bestmove a2a3 ponder", "bestmove a2a3", &[MissingArgument]);
    from("bestmove e2e4 ponder e7e5 extra", "bestmove e2e4 ponder e7e5", &[UnknownToken]);
    from("bestmove e2e4 draw ponder e7e5", "bestmove e2e4 ponder e7e5", &[UnknownToken]);
}

/// U-330, U-333 to U-339, U-351 to U-357, U-367, U-484.
#[test]
fn info_words() {
    from_strict("info currmove e2e4 currmovenumber 1");
    from_strict("info depth 12 nodes 123456 nps 100000");
    from_strict("info depth 1 seldepth 0");
    from_strict("info nps 15937");
    let line = info("info score cp 13 depth 1 nodes 13 time 15 pv f1b5");
    assert_eq!(line.score, Some(Score { value: ScoreValue::Cp(13), bound: Bound::Exact }));
    assert_eq!((line.depth, line.nodes), (Some(1), Some(13)));
    assert_eq!(line.time, Some(Duration::from_millis(15)));
    assert_eq!(line.pv, moves("f1b5"));
    from_strict(
        "info depth 2 seldepth 3 multipv 1 score cp 1 time 2 nodes 3 nps 4 hashfull 5 tbhits 6 sbhits 7 cpuload 8 pv a2a3 a7a6",
    );
    assert_eq!(info("info pv e2e4 e7e5 depth 3").pv, moves("e2e4 e7e5"));
    from("info depth 1 depth 2", "info depth 2", &[Repeated]);
    from("info depth 1 pv", "info depth 1", &[MissingArgument]);
    from("info currmove currmovenumber 1", "info currmovenumber 1", &[MissingArgument]);
}

/// U-342 to U-346, U-348, U-349, U-350.
#[test]
fn info_score() {
    from_strict("info score cp -5");
    from_strict("info score mate 2");
    from_strict("info score mate -1");
    from_strict("info score mate 0");
    from_strict("info score cp 20 lowerbound");
    from_strict("info score mate 3 upperbound");
    from("info depth 3 score 15 pv e2e4", "info depth 3 score cp 15 pv e2e4", &[Dialect]);
    from(
        "info score cp 7 nodes 3 upperbound pv a2a3",
        "info score cp 7 upperbound nodes 3 pv a2a3",
        &[],
    );
    from("info score lowerbound cp 7", "info score cp 7 lowerbound", &[]);
    from("info depth 3 score", "info depth 3", &[MissingArgument]);
    from("info depth 3 score cp x", "info depth 3", &[BadNumber, MissingArgument]);
    from("info depth 3 cp 4", "info depth 3 score cp 4", &[Dialect]);
    from("info score cp 99999999999", "info score cp 2147483647", &[Saturated]);
}

/// U-358: everything behind `string` is text.
#[test]
fn info_string() {
    let line = info("info string depth 5  score cp 3");
    assert_eq!(line.string.as_deref(), Some("depth 5  score cp 3"));
    assert_eq!(line.depth, None);
    assert_eq!(info("info depth 2 string").string.as_deref(), Some(""));
    // U-515
    from_strict(
        "info string variant xiangqi files 9 ranks 10 pocket 0 template xiangqi startpos x",
    );
}

/// U-359, U-361, U-362.
#[test]
fn info_lines_of_moves() {
    from_strict("info refutation d1h5 g6h5");
    from_strict("info refutation d1h5");
    from_strict("info currline 2 e2e4 e7e5");
    assert_eq!(info("info currline e2e4 e7e5").currline, Some((None, moves("e2e4 e7e5"))));
    assert_eq!(info("info currline 1 e2e4").currline, Some((Some(1), moves("e2e4"))));
    from("info depth 1 refutation", "info depth 1", &[MissingArgument]);
}

/// U-365, U-444: unknown words with their values, and the known extension `wdl`.
#[test]
fn info_unknown_words() {
    let line = info("info depth 5 foo 7 score cp 10 pv e2e4");
    assert_eq!(line.other, [("foo".to_owned(), "7".to_owned())]);
    assert_eq!((line.depth, line.pv), (Some(5), moves("e2e4")));
    let line = info("info depth 5 movesleft 20 ebf 3 score cp 10");
    let other = [("movesleft", "20"), ("ebf", "3")];
    assert_eq!(line.other, other.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(info("info pv e2e4 e7e5 movesleft 30").pv, moves("e2e4 e7e5"));
    from_strict("info depth 3 score cp 5 wdl 300 500 200 nodes 4");
    assert_eq!(info("info wdl 300 500 200").wdl, Some([300, 500, 200]));
    from("info depth 3 wdl 300 x", "info depth 3", &[BadNumber]);
    from_unknown("info foo bar");
    from_unknown("info");
}

/// U-380, U-385 to U-395: the document's samples.
#[test]
fn option_samples() {
    from_strict("option name Nullmove type check default true");
    from_strict("option name Selectivity type spin default 2 min 0 max 4");
    from_strict("option name Style type combo default Normal var Solid var Normal var Risky");
    from_strict("option name NalimovPath type string default <empty>");
    from_strict("option name Clear Hash type button");
    from_strict("option name UCI_EngineAbout type string default Shredder by S, see www.x.com");
    from_strict("option name UCI_Chess960 type check default false");
}

/// U-391, U-396 to U-399, U-402, U-436.
#[test]
fn option_tolerance() {
    from("option name X type button default 5", "option name X type button", &[UnknownToken]);
    assert_eq!(
        option("option name A B type combo var Very Risky var Calm default Very Risky"),
        OptionDecl {
            name: "A B".to_owned(),
            kind: OptionKind::Combo {
                default: Some("Very Risky".to_owned()),
                vars: vec!["Very Risky".to_owned(), "Calm".to_owned()],
            },
        }
    );
    let text = |line| match option(line).kind {
        OptionKind::String { default } => default.unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(text("option name S type string default min max"), "min max");
    assert_eq!(text("option name S type string default a  var b type c"), "a  var b type c");
    assert_eq!(text("option name S type string default c:\\n"), "c:\\n");
    assert_eq!(text("option name S type string default"), "");
    assert_eq!(text("option default a b type string name S"), "a b");
    assert_eq!(
        option("option type spin max 4 name A B default 2 min 0"),
        option("option name A B type spin default 2 min 0 max 4")
    );
    // A keyword may begin a name, and `min` and `max` are none before a word.
    assert_eq!(
        option("option name max depth type spin default 1 min 0 max 9"),
        OptionDecl {
            name: "max depth".to_owned(),
            kind: OptionKind::Spin { default: Some(1), min: Some(0), max: Some(9) },
        }
    );
    assert_eq!(option("option name Contempt max type button").name, "Contempt max");
    from(
        "option name F type filename default a b.bin",
        "option name F type filename default a b.bin",
        &[Dialect],
    );
    from_strict("option name S type spin default 5");
    from(
        "option name S type spin default x min 0 max 4",
        "option name S type spin min 0 max 4",
        &[BadNumber],
    );
    from(
        "option name C type check default True",
        "option name C type check default true",
        &[Dialect],
    );
    from("option name C type check default maybe", "option name C type check", &[BadValue]);
    from_unknown("option name X");
    from_unknown("option type button");
    from_unknown("option");
}
