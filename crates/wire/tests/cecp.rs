//! CECP lines, one case a line: what comes in, how it prints by the book, what was odd.
//! A value is also read back from its own printing: `parse(format(x)) == x`.

use ferz_wire::RemarkKind::{self, *};
use ferz_wire::cecp::{
    EditLine, Feature, FeatureValue, FromEngine, GameResult, LegacyResult, Level, OptionDecl,
    OptionKind, Stat01, TellTo, Thinking, ToEngine, looks_like_move, pv_moves,
};
use ferz_wire::uci::Bound;

fn kinds<T>(parsed: &ferz_wire::Parsed<T>) -> Vec<RemarkKind> {
    parsed.remarks.iter().map(|remark| remark.kind).collect()
}

fn to(line: &str, printed: &str, odd: &[RemarkKind]) -> ToEngine {
    let parsed = ToEngine::parse(line);
    assert!(
        !matches!(parsed.value, ToEngine::Unknown(_) | ToEngine::Malformed { .. }),
        "{line:?} was not understood: {:?}",
        parsed.value
    );
    assert_eq!(parsed.value.to_string(), printed, "{line:?}");
    assert_eq!(kinds(&parsed), odd, "{line:?}: {:?}", parsed.remarks);
    assert_eq!(ToEngine::parse(printed).value, parsed.value, "{printed:?}");
    parsed.value
}

fn from(line: &str, printed: &str, odd: &[RemarkKind]) -> FromEngine {
    let parsed = FromEngine::parse(line);
    assert!(!matches!(parsed.value, FromEngine::Unknown(_)), "{line:?} was not understood");
    assert_eq!(parsed.value.to_string(), printed, "{line:?}");
    assert_eq!(kinds(&parsed), odd, "{line:?}: {:?}", parsed.remarks);
    assert_eq!(FromEngine::parse(printed).value, parsed.value, "{printed:?}");
    parsed.value
}

fn edit(line: &str, printed: &str, odd: &[RemarkKind]) -> EditLine {
    let parsed = EditLine::parse(line);
    assert!(!matches!(parsed.value, EditLine::Unknown(_)), "{line:?} was not understood");
    assert_eq!(parsed.value.to_string(), printed, "{line:?}");
    assert_eq!(kinds(&parsed), odd, "{line:?}: {:?}", parsed.remarks);
    assert_eq!(EditLine::parse(printed).value, parsed.value, "{printed:?}");
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

fn malformed(line: &str, error: &'static str) {
    let value = ToEngine::parse(line).value;
    assert_eq!(value, ToEngine::Malformed { error, line: line.to_owned() });
    assert_eq!(value.to_string(), line);
}

fn level(line: &str) -> Level {
    match ToEngine::parse(line).value {
        ToEngine::Level(level) => level,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn features(line: &str) -> Vec<Feature> {
    match FromEngine::parse(line).value {
        FromEngine::Feature(features) => features,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn text(name: &str, value: &str) -> Feature {
    Feature { name: name.to_owned(), value: FeatureValue::Text(value.to_owned()) }
}

fn number(name: &str, value: i64) -> Feature {
    Feature { name: name.to_owned(), value: FeatureValue::Int(value) }
}

fn option(text: &str, printed: &str, odd: &[RemarkKind]) -> OptionDecl {
    let parsed = OptionDecl::parse(text).unwrap_or_else(|| panic!("{text:?} was refused"));
    assert_eq!(parsed.value.to_string(), printed, "{text:?}");
    assert_eq!(kinds(&parsed), odd, "{text:?}: {:?}", parsed.remarks);
    assert_eq!(OptionDecl::parse(printed).unwrap().value, parsed.value, "{printed:?}");
    parsed.value
}

fn thinking(line: &str) -> Thinking {
    match FromEngine::parse(line).value {
        FromEngine::Thinking(thinking) => *thinking,
        other => panic!("{line:?} is {other:?}"),
    }
}

/// C-055, C-180, C-192 to C-201, C-341, C-370, C-399, C-425, C-426, C-429, C-432, C-440, C-441,
/// C-444, C-445, C-462, C-470, C-472, C-673, C-678, C-679, C-757, C-758, C-759.
#[test]
fn commands_without_arguments() {
    for line in "xboard new quit random force go playother white black ? draw edit hint bk undo \
                 remove hard easy post nopost analyze exit . computer pause resume fritz reset \
                 ponder depth ping"
        .split(' ')
    {
        to_strict(line);
    }
}

/// C-026, C-028: blanks, tabs and a stray carriage return.
#[test]
fn white_space() {
    to("  level   40  5 0 ", "level 40 5 0", &[WhiteSpace]);
    to("new\r", "new", &[WhiteSpace]);
    to("\ttime\t100", "time 100", &[WhiteSpace]);
    from("move  e2e4 ", "move e2e4", &[WhiteSpace]);
    from("  move e2e4", "move e2e4", &[WhiteSpace]);
}

/// C-029, C-325, C-558: letter case, other words, empty lines.
#[test]
fn not_commands() {
    for line in ["XBOARD", "New", "foo", "foo bar", "", "  ", "5", "b2b3 c2c3"] {
        to_unknown(line);
    }
}

/// C-057, C-060, C-085, C-087, C-089.
#[test]
fn handshake() {
    to_strict("protover 2");
    to_strict("protover 9");
    malformed("protover", "too few parameters");
    malformed("protover x", "bad parameter");
    to_strict("accepted ping");
    to_strict("rejected option nonsense -foo");
    to_strict("variant 10x8+7_capablanca");
    malformed("variant", "too few parameters");
}

/// C-260, C-263, C-265, C-268, C-269, C-278, C-279.
#[test]
fn level_forms() {
    let is = |moves, base, increment| Level { moves, base, increment };
    assert_eq!(level("level 40 5 0"), is(40, 300, 0.0));
    assert_eq!(level("level 40 0:30 0"), is(40, 30, 0.0));
    assert_eq!(level("level 0 2 12"), is(0, 120, 12.0));
    assert_eq!(level("level 40 25+5 0"), is(40, 1500, 0.0));
    assert_eq!(level("level 0 1 0.1"), is(0, 60, 0.1));
    assert_eq!(level("level 0 1:32 0"), is(0, 92, 0.0));
    assert_eq!(level("level 0 0 1"), is(0, 0, 1.0));
    assert_eq!(level("level 0 0.5 1"), is(0, 30, 1.0));
    for line in
        ["level 40 5 0", "level 40 0:30 0", "level 0 2 12", "level 0 1 0.5", "level 0 1:02 0"]
    {
        to_strict(line);
    }
    to("level 40 5:00 0", "level 40 5 0", &[]);
    to("level 40 25+5 0", "level 40 25 0", &[BadNumber]);
    to("level 40 5 2s", "level 40 5 2", &[BadNumber]);
}

/// C-285, C-553, C-711.
#[test]
fn malformed_commands() {
    malformed("level x", "too few parameters");
    malformed("level 40 x 0", "bad parameter");
    malformed("level x 5 0", "bad parameter");
    malformed("level 40 5 x", "bad parameter");
    malformed("level 1 2 3 4 5 6 7", "too many parameters");
    malformed("level 1 30", "too few parameters");
    malformed("st", "too few parameters");
    malformed("st abc", "bad parameter");
    malformed("sd x", "bad parameter");
    malformed("sd 5 6", "too many parameters");
    malformed("time", "too few parameters");
    malformed("memory lots", "bad parameter");
    malformed("rating 5", "too few parameters");
    malformed("result", "bad parameter");
    malformed("usermove", "too few parameters");
    malformed("setboard", "too few parameters");
    malformed("option", "too few parameters");
    malformed("ping x", "bad parameter");
}

/// C-271, C-272, C-275, C-280, C-282, C-295, C-296, C-303, C-350, C-362, C-480, C-483, C-708.
#[test]
fn numbers() {
    for line in "st 5|st 0.5|sd 3|sd 0|nps 10000|nps 0|time 100|otim 6000|time 0|time -5|ping 7|\
                 memory 64|cores 4|rating 2600 1500|setscore -15 7"
        .split('|')
    {
        to_strict(line);
    }
    to("sd +3", "sd 3", &[]);
    to("st 0.5s", "st 0.5", &[BadNumber]);
    to("depth 5", "sd 5", &[Dialect]);
    to("time 99999999999999999999", "time 9223372036854775807", &[Saturated]);
}

/// C-310 to C-318, C-321, C-322, C-324, C-327, C-398.
#[test]
fn moves() {
    for word in "e2e4 e7e8q e7e8Q e7e8=q e1g1 P@h3 p@h3 d1f1 O-O O-O-O 0-0 0-0-0 c4d5,d5e4 c4d5, \
                 @@@@ 0000 a0a1 h2e2 a10a11 a12b12 e4 Nf3 exd5 Bxf7+ Qxf7# e8=Q N1f3 Nbxd7 \
                 Qh4e1 a7a8+ e2-e4 e2xd3 b2b3 +P@e5 +Rf3"
        .split(' ')
        .filter(|word| !word.is_empty())
    {
        assert_eq!(to_strict(word), ToEngine::BareMove(word.into()), "{word}");
        to_strict(&format!("usermove {word}"));
    }
    for word in "foo e2 hello a b4c stop isready ucinewgame uci ucci 17 3.5 e2e4e5 q @ O-O-O-O x , \
                 Nf e9"
        .split(' ')
        .filter(|word| !word.is_empty() && !matches!(*word, "e2" | "e9"))
    {
        assert!(!looks_like_move(word), "{word}");
    }
}

/// C-373, C-374, C-381.
#[test]
fn results_from_the_host() {
    let value = to_strict("result 1-0 {White mates}");
    let comment = Some("White mates".to_owned());
    assert_eq!(value, ToEngine::Result { result: GameResult::WhiteWins, comment });
    to_strict("result 1/2-1/2 {Draw by repetition}");
    to_strict("result 0-1 { a  b } c}");
    to_strict("result * {}");
    to_strict("result *");
    to("result 1-0{x}", "result 1-0 {x}", &[]);
    to("result 1-0 x y", "result 1-0 {x y}", &[Dialect]);
    to("result 1-0 {x", "result 1-0 {x}", &[BadValue]);
    malformed("result maybe", "bad parameter");
}

/// C-390, C-391, C-392, C-320.
#[test]
fn setboard() {
    to_strict("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    to_strict("setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w HAha - 0 1");
    to_strict("setboard rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1");
    to("setboard 8/8  w -", "setboard 8/8 w -", &[WhiteSpace]);
}

/// C-400 to C-404, C-413, C-414, C-415, C-760, C-761, C-003.
#[test]
fn edit_lines() {
    edit("c", "c", &[]);
    edit("#", "#", &[]);
    edit(".", ".", &[]);
    edit("quit", "quit", &[]);
    let place = |piece, square: &str, promoted| EditLine::Place {
        piece,
        square: square.to_owned(),
        promoted,
    };
    assert_eq!(edit("Pa4", "Pa4", &[]), place('P', "a4", false));
    assert_eq!(edit("pa4", "pa4", &[]), place('p', "a4", false));
    assert_eq!(edit("Pa4+", "Pa4+", &[]), place('P', "a4", true));
    assert_eq!(edit("Ra12", "Ra12", &[]), place('R', "a12", false));
    assert_eq!(edit(" Pa4", "Pa4", &[WhiteSpace]), place('P', "a4", false));
    assert_eq!(edit("xa4", "xa4", &[]), EditLine::Remove("a4".to_owned()));
    assert_eq!(edit("castle KQkq", "castle KQkq", &[]), EditLine::Castle("KQkq".to_owned()));
    edit("castle -", "castle -", &[]);
    edit("castle", "castle", &[]);
    edit("ep e3", "ep e3", &[]);
    edit("ep", "ep", &[]);
    for line in ["zz9", "", "P", "Pa", "a4", "ca4", "xa4+", "Pa4x", "ping 1"] {
        assert_eq!(EditLine::parse(line).value, EditLine::Unknown(line.to_owned()));
    }
}

/// C-455, C-458, C-460, C-486, C-490 to C-493, C-505 to C-508, C-513, C-515, C-520 to C-522.
#[test]
fn commands_with_texts() {
    for line in "name Garry  Kasparov|name|ics freechess.org|ics -|egtpath nalimov /my tables/x;y|\
                 egtpath syzygy|option Hash=64|option Clear Hash|option Path=a=b c|option S=|\
                 exclude e2e4|exclude all|include e2e4|include all|lift e2|put e4|hover e7"
        .split('|')
    {
        to_strict(line);
    }
    let value = to("option My Name = x", "option My Name=x", &[]);
    let expected = ToEngine::Option { name: "My Name".to_owned(), value: Some("x".to_owned()) };
    assert_eq!(value, expected);
    malformed("egtpath", "too few parameters");
    malformed("exclude", "too few parameters");
}

/// C-532 to C-536.
#[test]
fn bughouse() {
    to_strict("partner Fred");
    to_strict("partner");
    to_strict("ptell hello partner");
    to_strict("holding [PPPRQ] []");
    let value = to_strict("holding [PPPRQ] [R] BR");
    let expected = ToEngine::Holding {
        white: "PPPRQ".to_owned(),
        black: "R".to_owned(),
        got: Some("BR".to_owned()),
    };
    assert_eq!(value, expected);
    to("holding [P][]", "holding [P] []", &[]);
    malformed("holding", "too few parameters");
    malformed("holding PQ R", "bad parameter");
}

/// C-075, C-076, C-077, C-092, C-096, C-121, C-122, C-008.
#[test]
fn feature_lines() {
    assert_eq!(features("feature ping=1 setboard=1"), [number("ping", 1), number("setboard", 1)]);
    assert_eq!(
        features("feature option=\"A=B -string c d\" ping=1"),
        [text("option", "A=B -string c d"), number("ping", 1)]
    );
    assert_eq!(features("feature foo=\"a b\" ping=1"), [text("foo", "a b"), number("ping", 1)]);
    from_strict(
        "feature myname=\"Miracle Chess 0.9\" variants=\"normal,10x8+7_capablanca,12x10+0_boardsize\" done=1",
    );
    from_strict("feature option=\"Accept Draw -check 1\"");
    from_strict("feature x=word");
    from("feature ping = 1", "feature ping=1", &[]);
    from("feature a=\"b c", "feature a=\"b c\"", &[BadValue]);
    from("feature a=\"b\"c=1", "feature a=\"b\" c=1", &[]);
    assert_eq!(kinds(&FromEngine::parse("feature ping")), [MissingArgument]);
}

/// C-150 to C-161, C-164 to C-169.
#[test]
fn option_types() {
    option("Clear Hash -button", "Clear Hash -button", &[]);
    option("Save -save", "Save -save", &[]);
    option("R -reset", "R -reset", &[]);
    assert_eq!(option("C -check 1", "C -check 1", &[]).kind, OptionKind::Check(true));
    option("C -check 0", "C -check 0", &[]);
    option("C -check", "C -check 0", &[MissingArgument]);
    option("C -check true", "C -check 1", &[]);
    option("S -string", "S -string", &[]);
    option("S -string a  b -spin 3", "S -string a  b -spin 3", &[]);
    option("F -file /a b/c.bin", "F -file /a b/c.bin", &[]);
    option("P -path /a b", "P -path /a b", &[]);
    option("MultiPV -spin 1 1 99", "MultiPV -spin 1 1 99", &[]);
    option("Multi-PV Margin -spin 0 0 100", "Multi-PV Margin -spin 0 0 100", &[]);
    option("A -x -slider 5 0 9", "A -x -slider 5 0 9", &[]);
    let combo = option("St -combo a b /// *c /// d", "St -combo a b /// *c /// d", &[]);
    let choices = ["a b", "c", "d"].map(str::to_owned).to_vec();
    assert_eq!(combo.kind, OptionKind::Combo { choices, current: 1 });
    option("St -combo a /// b", "St -combo *a /// b", &[]);
    option("A -spin 500 0 100", "A -spin 100 0 100", &[BadValue]);
    option("A -spin 5 7 3", "A -spin 7 7 7", &[BadValue]);
    for text in ["nonsense", "", "A -foo 3", "A -spin 3", "A -spin a b c", "-check 1", "A -combo"] {
        assert!(OptionDecl::parse(text).is_none(), "{text:?}");
    }
}

/// C-565, C-567, C-571, C-572, C-736, C-737.
#[test]
fn moves_from_the_engine() {
    for line in ["move e2e4", "move Nf3", "move P@f7", "move c4d5,", "move c4d5,d5e4", "move O-O"] {
        from_strict(line);
    }
    from("move c4d5, d5e4", "move c4d5,d5e4", &[Dialect]);
    from("move e2e4 ponder", "move e2e4", &[UnknownToken]);
    from("1. ... e2e4", "move e2e4", &[Dialect]);
    from("12 ... Nf6", "move Nf6", &[Dialect]);
    from_unknown("1. e2e4");
    from_unknown("1 e2e4");
    from_unknown("move");
}

/// C-007, C-575, C-584, C-585, C-588, C-738, C-350, C-425.
#[test]
fn results_and_offers() {
    for line in [
        "1-0 {White mates}",
        "0-1 {Black mates}",
        "1/2-1/2 {Draw by repetition}",
        "1/2-1/2 {Stalemate}",
        "0-1 {White resigns}",
        "1-0",
        "*",
        "resign",
        "offer draw",
        "pong 7",
        "pong",
        "Hint: Nf3",
    ] {
        from_strict(line);
    }
    from("I offer you a draw", "offer draw", &[Dialect]);
    from("1-0 White mates", "1-0 {White mates}", &[Dialect]);
    from_unknown("* * * welcome * * *");
    from_unknown("1-0-0");
    from_unknown("pong x");
}

/// C-545, C-546, C-550 to C-555, C-739.
#[test]
fn errors() {
    from_strict("Illegal move: e2e5");
    from_strict("Illegal move (in check): Nf3");
    from_strict("Illegal move (moving into check): e1g1");
    from("Illegal move e2e5", "Illegal move: e2e5", &[]);
    from("illegal move: e2e5", "Illegal move: e2e5", &[Dialect]);
    from("Illegal move (no matching move)e2e4", "Illegal move (no matching move): e2e4", &[]);
    from_strict("Error (unknown command): foo");
    from_strict("Error (ambiguous move): Nf3");
    from_strict("Error (command not legal now): undo");
    from_strict("Error (too many parameters): level 1 2 3 4 5 6 7");
    from("Error: foo", "Error: foo", &[]);
    from("Error foo", "Error: foo", &[]);
    from_unknown("Errors were found");
}

/// C-013, C-605 to C-610, C-618 to C-620, C-622, C-633.
#[test]
fn thinking_lines() {
    let line = thinking("9 156 1084 48000 Nf3 Nc6 Nc3 Nf6");
    assert_eq!((line.ply, line.score, line.time, line.nodes), (9, 156, 1084, 48000));
    assert_eq!((line.pv.as_str(), line.bound, line.mark), ("Nf3 Nc6 Nc3 Nf6", Bound::Exact, None));
    from_strict("9 156 1084 48000 Nf3 Nc6 Nc3 Nf6");
    from("  9    156   1084      48000   Nf3", "9 156 1084 48000 Nf3", &[WhiteSpace]);
    assert_eq!(thinking("9 156 1084 48000 Nf3!").bound, Bound::Lower);
    assert_eq!(thinking("9 156 1084 48000 Nf3 ?").bound, Bound::Upper);
    assert_eq!(thinking("9 156 1084 48000 Nf3?").pv, "Nf3");
    from_strict("9 156 1084 48000 Nf3 !");
    from_strict("9 100002 1084 48000 Nf3");
    from_strict("9 -100000 1084 48000");
    from_strict("9 32765 0 4800000000000 Nf3");
    from_strict("0 0 0 0 hello");
    from_unknown("9 156 1084");
    from_unknown("9 1.56 1084 48000 Nf3");
}

/// C-611 to C-616.
#[test]
fn thinking_with_more_integers() {
    let extras = |line| {
        let Thinking { seldepth, speed, reserved, tbhits, pv, .. } = thinking(line);
        (seldepth, speed, reserved, tbhits, pv)
    };
    let pv = || "Nf3 Nc6".to_owned();
    let all = (Some(20), Some(44280), vec![], Some(0), pv());
    assert_eq!(extras("9 156 1084 48000 20 44280 0\tNf3 Nc6"), all);
    assert_eq!(extras("9 156 1084 48000 20 44280 0 \t Nf3 Nc6"), all);
    assert_eq!(extras("9\t156\t1084\t48000\t20\t44280\t0\tNf3 Nc6"), all);
    assert_eq!(extras("9 1 2 3 7\tNf3 Nc6"), (None, None, vec![], Some(7), pv()));
    assert_eq!(extras("9 1 2 3 6 7\tNf3 Nc6"), (Some(6), None, vec![], Some(7), pv()));
    assert_eq!(extras("9 1 2 3 4 5 6 7\tNf3 Nc6"), (Some(4), Some(5), vec![6], Some(7), pv()));
    assert_eq!(extras("9\t1\t2\t3\tNf3 Nc6"), (None, None, vec![], None, pv()));
    // Without a tab before the first word that is no integer, all of it is the pv.
    assert_eq!(extras("9 1 2 3 20 Nf3").4, "20 Nf3");
    assert_eq!(extras("9 1 2 3 20 Nf3\tNc6").4, "20 Nf3\tNc6");
    assert_eq!(extras("9 1 2 3 1. e4 d5").4, "1. e4 d5");
    assert_eq!(extras("9 1 2 3 4 5 6\t1 e4").4, "1 e4");
    from_strict("9 156 1084 48000 20 44280 0\tNf3 Nc6 !");
    from_strict("9 1 2 3 4 5 6 7\tNf3");
    from_strict("9 1 2 3 7\tNf3");
    from_strict("9 1 2 3 6 7\tNf3");
}

/// C-624, C-625, C-626, C-632.
#[test]
fn thinking_in_other_forms() {
    assert_eq!(thinking("0 0 0 0 (e4 64%, d4 24%)").pv, "(e4 64%, d4 24%)");
    for (line, mark) in
        [("3&  14 0 38 d1d2 e8e7", '&'), ("2. 14 0 38 d1d2", '.'), ("3+ 1 2 3", '+')]
    {
        assert_eq!(thinking(line).mark, Some(mark), "{line}");
        assert!(thinking(line).ply < 4);
    }
    from("3&  14 0 38 d1d2 e8e7", "3& 14 0 38 d1d2 e8e7", &[WhiteSpace]);
    assert!(pv_moves("1. e4 d5 2. Qf3").eq(["e4", "d5", "Qf3"]));
    assert!(pv_moves("12.e4 1... 0-0 0000 17 O-O").eq(["e4", "0-0", "0000", "O-O"]));
}

/// C-617, C-427, C-426, C-428, C-685, C-686, C-786, C-787, C-788.
#[test]
fn lines_known_by_their_beginning() {
    assert_eq!(from_strict("    Nf6 Nc3"), FromEngine::Continuation("Nf6 Nc3".to_owned()));
    from("      Nf6", "    Nf6", &[]);
    assert_eq!(from_strict(" no book"), FromEngine::BookLine("no book".to_owned()));
    from("\te4 50%", " e4 50%", &[]);
    from_strict(" 1-0 {x}");
    assert_eq!(from_strict("++"), FromEngine::FailHigh);
    assert_eq!(from_strict("--"), FromEngine::FailLow);
    assert_eq!(from_strict("# 1-0 {x}"), FromEngine::Comment(" 1-0 {x}".to_owned()));
    from_strict("#");
    from_strict("# I offer a draw");
    from_unknown("");
}

/// C-679, C-680.
#[test]
fn stat01() {
    let value = from_strict("stat01: 1234 30000 7 5 30 Nf3");
    let expected = Stat01 {
        time: 1234,
        nodes: 30000,
        ply: 7,
        moves_left: 5,
        moves_total: 30,
        current: Some("Nf3".into()),
    };
    assert_eq!(value, FromEngine::Stat01(expected));
    from_strict("stat01: 1 2 3 4 5");
    from_unknown("stat01: 1 2 3");
}

/// C-640 to C-642, C-647, C-648, C-650, C-651, C-661, C-662.
#[test]
fn variants_and_marks() {
    from_strict("setup rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1");
    from_strict("setup (PN.RQKpn.rqk) rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1");
    let line = "setup (PN.RQKpn.rqk) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";
    let expected = FromEngine::Setup {
        pieces: Some("PN.RQKpn.rqk".to_owned()),
        size: Some("6x6+0_fairy".to_owned()),
        fen: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1".to_owned(),
    };
    assert_eq!(from_strict(line), expected);
    from_strict("piece N& N");
    from_strict("piece P& fmWfceF");
    from_strict("highlight 8/8/8/8/4y3/4yr2/8/8");
    from_strict("click e4");
    from_strict("choice QRBN");
    from_unknown("piece of cake, this");
    from_unknown("setup");
}

/// C-772 to C-778, C-781, C-782.
#[test]
fn messages() {
    for word in
        "telluser tellusererror tellopponent tellothers tellall tellics tellicsnoalias".split(' ')
    {
        from_strict(&format!("{word} say  this, offer draw"));
    }
    let text = "Illegal position".to_owned();
    let expected = FromEngine::Tell { to: TellTo::UserError, text };
    assert_eq!(from_strict("tellusererror Illegal position"), expected);
    from_strict("askuser tag What is it?");
}

/// C-720 to C-735.
#[test]
fn legacy_results() {
    let is = |line: &str, kind| {
        let expected = FromEngine::LegacyResult { kind, line: line.to_owned() };
        assert_eq!(from(line, line, &[Dialect]), expected);
    };
    is("White resigns", LegacyResult::WhiteResigns);
    is("Black resigns", LegacyResult::BlackResigns);
    is("White mates", LegacyResult::WhiteMates);
    is("White", LegacyResult::WhiteMates);
    is("Black mates!", LegacyResult::BlackMates);
    is("Draw", LegacyResult::Draw);
    is("Draw by repetition", LegacyResult::Draw);
    is("computer mates", LegacyResult::ComputerMates);
    is("opponent mates in 3", LegacyResult::OpponentMates);
    is("computer resigns", LegacyResult::ComputerResigns);
    is("game is a draw by the 50 move rule", LegacyResult::Draw);
    is("checkmate", LegacyResult::Checkmate);
    for line in [
        "white mates",
        "White (1) : ",
        "White(1):",
        "Black(2): ",
        "White and Black",
        "White matches 12",
        "Black matches",
        "Drawing board",
        "a Draw",
    ] {
        from_unknown(line);
    }
}

/// C-049, C-740 to C-749, C-789, C-818: kept as they came.
#[test]
fn other_lines() {
    for line in [
        "kibitz Hello from Crafty",
        "whisper hi",
        "tell me",
        "draw",
        "unknown host",
        "No remote directory",
        "not found",
        "No such file",
        "can't alloc",
        "Permission denied",
        "book.bin not found",
        "(only move) Nf3",
        "warning low memory",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "GNU Chess 6.2.9",
        "Chess",
    ] {
        from_unknown(line);
    }
}

/// C-031.
#[test]
fn bells() {
    from("\u{7}\u{7}move e2e4", "move e2e4", &[Dialect]);
}

/// C-027: long lines.
#[test]
fn long_lines() {
    let line = format!("9 1 2 3{}", " Nf3".repeat(25_000));
    assert_eq!(thinking(&line).pv.len(), 100_000 - 1);
    from_strict(&line);
}
