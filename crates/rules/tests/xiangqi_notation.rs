//! Moves of xiangqi in their spellings.

use ferz_rules::{Digits, FenStyle, Game, Notation, Script, Variant, new_game};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const CHINESE: Notation = Notation::Chinese(Script::Simplified, Digits::Half);
const TRADITIONAL: Notation = Notation::Chinese(Script::Traditional, Digits::Full);

fn game(fen: &str) -> Box<dyn Game> {
    new_game(Variant::XIANGQI, Some(fen)).expect(fen)
}

/// The move in every notation, and every notation read back.
#[track_caller]
fn check(fen: &str, text: &str, expected: [&str; 5]) {
    let game = game(fen);
    let notations =
        [Notation::CoordinateFromOne, Notation::Iccs, Notation::Wxf, CHINESE, TRADITIONAL];
    for (notation, expected) in notations.into_iter().zip(expected) {
        assert_eq!(game.rewrite(text, notation).as_deref(), Ok(expected), "{text} in {fen}");
        let back = game.rewrite_from(expected, notation, Notation::Coordinate);
        assert_eq!(back.as_deref(), Ok(text), "{expected} in {fen}");
    }
}

#[track_caller]
fn reads(fen: &str, text: &str, expected: &str) {
    assert_eq!(game(fen).rewrite(text, Notation::Coordinate).as_deref(), Ok(expected), "{text}");
}

#[track_caller]
fn refused(fen: &str, text: &str, expected: &str) {
    let error = game(fen).play(text).unwrap_err();
    assert_eq!(error.to_string(), expected, "in {fen}");
}

/// C-228, C-319
#[test]
fn the_first_cannon_move() {
    check(START, "h2e2", ["h3e3", "H2-E2", "C2=5", "炮二平五", "炮二平五"]);
    for text in ["h2e2", "H2E2", "H2-E2", "h2-e2", "C2=5", "C2.5", "c2=5", "C25"] {
        reads(START, text, "h2e2");
    }
    for text in ["炮二平五", "砲二平五", "炮2平5", "炮２平５", "包二平五", "炮 二 平 五"]
    {
        reads(START, text, "h2e2");
    }
    assert_eq!(game(START).rewrite("h2e2", Notation::WxfDotted).as_deref(), Ok("C2.5"));
    let black = START.replace(" w ", " b ");
    check(&black, "h7e7", ["h8e8", "H7-E7", "c8=5", "炮8平5", "砲８平５"]);
    check(&black, "a9a8", ["a10a9", "A9-A8", "r1+1", "车1进1", "車１進１"]);
    check(&black, "d9e8", ["d10e9", "D9-E8", "a4+5", "士4进5", "士４進５"]);
    check(&black, "b9c7", ["b10c8", "B9-C7", "h2+3", "马2进3", "馬２進３"]);
    check(&black, "c9e7", ["c10e8", "C9-E7", "e3+5", "象3进5", "象３進５"]);
    check(&black, "e9e8", ["e10e9", "E9-E8", "k5+1", "将5进1", "將５進１"]);
    check(&black, "c6c5", ["c7c6", "C6-C5", "p3+1", "卒3进1", "卒３進１"]);
}

/// The lines of the UCCI document that show moves in Chinese beside coordinates.
#[test]
fn the_examples_of_the_ucci_document() {
    let mut game = game(START);
    for text in ["b0c2", "b9c7", "c3c4", "h9i7", "c2d4", "h7e7"] {
        game.play(text).unwrap();
    }
    let chinese = "马八进七 马2进3 兵七进一 马8进9 马七进六 炮8平5";
    assert_eq!(game.moves(CHINESE).join(" "), chinese);
    // from the capture on, the position behind it.
    let mut game = self::game(START);
    let mut lines = vec![game.fen(FenStyle::XFen)];
    for text in "炮二平五 炮8平5 炮五进四 士4进5".split(' ') {
        game.play(text).unwrap();
        lines.push(game.fen(FenStyle::XFen));
    }
    assert_eq!(game.moves(Notation::Coordinate), ["h2e2", "h7e7", "e2e6", "d9e8"]);
    assert_eq!(lines[3], "rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2");
}

#[test]
fn front_and_rear() {
    let rooks = "3k5/9/9/9/R8/9/9/9/R8/4K4 w - - 0 1";
    check(rooks, "a5b5", ["a6b6", "A5-B5", "R+=8", "前车平八", "前車平八"]);
    check(rooks, "a1b1", ["a2b2", "A1-B1", "R-=8", "后车平八", "後車平八"]);
    for text in ["R+=8", "R+.8", "+R=8", "前車平8", "车前平八"] {
        reads(rooks, text, "a5b5");
    }
    refused(rooks, "R9=8", "ambiguous move \"R9=8\"");
    let black = "4k4/9/9/n8/9/n8/9/9/9/3K5 b - - 0 1";
    check(black, "a4c3", ["a5c4", "A4-C3", "h++3", "前马进3", "前馬進３"]);
    check(black, "a6c5", ["a7c6", "A6-C5", "h-+3", "后马进3", "後馬進３"]);
    // Two advisors on a file are told apart by where they go.
    let advisors = "3k5/9/9/9/9/9/9/3A5/9/3AK4 w - - 0 1";
    check(advisors, "d2e1", ["d3e2", "D2-E1", "A6-5", "仕六退五", "仕六退五"]);
    check(advisors, "d0e1", ["d1e2", "D0-E1", "A6+5", "仕六进五", "仕六進五"]);
}

#[test]
fn pawns_in_a_column() {
    let three = "3k5/9/P8/P8/P8/9/9/9/9/4K4 w - - 0 1";
    check(three, "a7b7", ["a8b8", "A7-B7", "P+=8", "前兵平八", "前兵平八"]);
    check(three, "a6b6", ["a7b7", "A6-B6", "P.=8", "中兵平八", "中兵平八"]);
    check(three, "a5b5", ["a6b6", "A5-B5", "P-=8", "后兵平八", "後兵平八"]);
    let two_columns = "3k5/9/P7P/P7P/9/9/9/9/9/4K4 w - - 0 1";
    check(two_columns, "i7h7", ["i8h8", "I7-H7", "Pa=2", "一兵平二", "一兵平二"]);
    check(two_columns, "i6h6", ["i7h7", "I6-H6", "Pb=2", "二兵平二", "二兵平二"]);
    check(two_columns, "a7b7", ["a8b8", "A7-B7", "Pc=8", "三兵平八", "三兵平八"]);
    check(two_columns, "a6b6", ["a7b7", "A6-B6", "Pd=8", "四兵平八", "四兵平八"]);
    let five = "3k5/P8/P8/P8/P8/P8/9/9/9/4K4 w - - 0 1";
    check(five, "a8a9", ["a9a10", "A8-A9", "Pa+1", "一兵进一", "一兵進一"]);
    check(five, "a6b6", ["a7b7", "A6-B6", "Pc=8", "三兵平八", "三兵平八"]);
}

/// The UCCI option `promotion`: a move to the same square.
#[test]
fn promotion() {
    let fen = "3ak4/9/9/9/9/9/P1P1P1P2/9/9/2BAKAB2 w - - 0 1";
    let mut game = new_game(Variant::XIANGQI_PROMOTION, Some(fen)).unwrap();
    for (text, notation) in [
        ("c0c0", Notation::Coordinate),
        ("B7=P", Notation::Wxf),
        ("E7=P", Notation::Wxf),
        ("相七变兵", CHINESE),
        ("相七變兵", TRADITIONAL),
    ] {
        assert_eq!(game.rewrite(text, Notation::Coordinate).as_deref(), Ok("c0c0"));
        let written = game.rewrite("c0c0", notation).unwrap();
        assert!(text == written || text == "B7=P", "{written}");
    }
    game.play("c0c0").unwrap();
    assert_eq!(game.fen(FenStyle::XFen), "3ak4/9/9/9/9/9/P1P1P1P2/9/9/2PAKAB2 b - - 0 1");
    assert!(game.undo());
    refused(fen, "c0c0", "illegal move \"c0c0\": no promotion there");
}

///
#[test]
fn refusals_say_why() {
    let start = |text, reason: &str| {
        refused(START, text, &format!("illegal move \"{text}\": {reason}"));
    };
    start("h2h8", "the piece does not move so");
    start("a1a2", "no piece there");
    start("a9a8", "not in turn");
    start("C3=5", "no such piece moves there");
    start("相三进四", "no such piece moves there");
    start("c0c0", "no promotion there");
    for text in ["", "h2", "h2e2e3", "j0j1", "h2e10", "a10a9", "0000", "炮二平", "炮二平零", "X2=5"]
    {
        refused(START, text, &format!("not a move: \"{text}\""));
    }
    let facing = "4k4/9/9/9/9/9/9/9/4N4/4K4 w - - 0 1";
    refused(facing, "e1d3", "illegal move \"e1d3\": the kings would face each other");
    let pinned = "3k5/4r4/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
    refused(pinned, "e1d1", "illegal move \"e1d1\": moving into check");
    refused(pinned, "车五平六", "illegal move \"车五平六\": moving into check");
    let checked = "3k5/9/9/9/9/9/9/9/4r4/R3K4 w - - 0 1";
    refused(checked, "a0a1", "illegal move \"a0a1\": in check");
}
