//! `ucinewgame`, `position`, Chess960.

use crate::script;
use crate::uci::{check, uci};
use expect_test::expect;

// --- ucinewgame, position ---

/// U-190, U-195, U-196, U-206: a new game keeps the position and the options.
#[test]
fn new_game() {
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 w - -\nsetoption name Ponder value true\nucinewgame\ngo depth 1",
        expect![[r#"
            = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:
            = option Ponder = "true"
            = new game normal
            = search play, depth 1
        "#]],
    );
}

/// U-191, U-192: nobody needs to announce a game.
#[test]
fn no_new_game() {
    check(
        "position startpos moves e2e4\ngo depth 1\n! best e7e5\nposition startpos moves e2e4 e7e5 g1f3\ngo depth 1\n! best b8c6",
        expect![[r#"
            = place normal startpos: e2e4
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv e7e5
            < bestmove e7e5
            = place normal startpos: e2e4 e7e5 g1f3
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv b8c6
            < bestmove b8c6
        "#]],
    );
}

/// U-078, U-200, U-201, U-202, U-203: the forms of `position`.
#[test]
fn positions() {
    check(
        "position startpos",
        expect![[r#"
        = place normal startpos:
    "#]],
    );
    check(
        "position startpos moves",
        expect![[r#"
        = place normal startpos:
    "#]],
    );
    check(
        "position startpos moves e2e4 e7e5",
        expect![[r#"
        = place normal startpos: e2e4 e7e5
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 w - -",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 b - - 3",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 b - - 3 1:
    "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/2K5 w - - 3 40 moves c1d1",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 w - - 3 40: c1d1
    "#]],
    );
}

/// U-513: Cyclone's bare words are xiangqi's, unless the board is that of chess.
#[test]
fn bare_positions() {
    check(
        "startpos moves h2e2",
        expect![[r#"
        = place xiangqi startpos: h2e2
    "#]],
    );
    check(
        "fen 8/8/8/8/8/8/k7/2K5 w - - 0 1 moves c1d1",
        expect![[r#"
        = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1: c1d1
    "#]],
    );
}

/// U-074: the null move passes, unless in check.
#[test]
fn null_moves() {
    check(
        "position startpos moves 0000\ngo depth 1",
        expect![[r#"
            = place normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1:
            = search play, depth 1
        "#]],
    );
    check(
        "position startpos moves e2e4 0000 d2d4",
        expect![[r#"
        = place normal rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2: d2d4
    "#]],
    );
    check(
        "position startpos moves e2e4 d7d5 f1b5 0000 a2a3",
        expect![[r#"
        < info string moves from 0000 on ignored: no pass
        = place normal startpos: e2e4 d7d5 f1b5
    "#]],
    );
}

/// U-075: promotion letters of older programs.
#[test]
fn promotion_letters() {
    check(
        "position fen 8/4P3/8/8/8/8/k7/2K5 w - - 0 1 moves e7e8Q",
        expect![[r#"
        = place normal 8/4P3/8/8/8/8/k7/2K5 w - - 0 1: e7e8q
    "#]],
    );
    check(
        "position fen 8/4P3/8/8/8/8/k7/2K5 w - - 0 1 moves e7e8=q",
        expect![[r#"
        = place normal 8/4P3/8/8/8/8/k7/2K5 w - - 0 1: e7e8q
    "#]],
    );
}

/// U-076: the position behind the last legal move.
#[test]
fn illegal_moves() {
    check(
        "position startpos moves e2e4 e2e4 d2d4\ngo depth 1",
        expect![[r#"
            < info string moves from e2e4 on ignored: illegal move "e2e4": no piece there
            = place normal startpos: e2e4
            = search play, depth 1
        "#]],
    );
    check(
        "position startpos moves banana",
        expect![[r#"
        < info string moves from banana on ignored: not a move: "banana"
        = place normal startpos:
    "#]],
    );
}

/// U-079: broken FENs, no kings: the position before stays.
#[test]
fn broken_fens() {
    check(
        "position startpos moves e2e4\nposition fen xyz\ngo depth 1",
        expect![[r#"
            = place normal startpos: e2e4
            < info string position kept: not eight ranks: "xyz"
            = search play, depth 1
        "#]],
    );
    check(
        "position fen 8/8/8/8/8/8/k7/8 w - - 0 1\nisready",
        expect![[r#"
        < info string position kept: not one king on each side: "8/8/8/8/8/8/k7/8"
        = ping 1
    "#]],
    );
    check(
        "position fen kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1",
        expect![[r#"
        < info string position kept: not one king on each side: "kkkkkkkk/8/8/8/8/8/8/K7"
    "#]],
    );
    check("position fen", expect![""]);
    check("position", expect![""]);
}

/// A castling right without its rook is dropped.
#[test]
fn castling_right_without_rook() {
    check(
        "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        expect![[r#"
        = place normal 4k3/8/8/8/8/8/8/4K3 w - - 0 1:
    "#]],
    );
}

/// U-055: `position` and `ucinewgame` in a search are for the next one.
#[test]
fn position_in_search() {
    check(
        "position startpos\ngo infinite\nucinewgame\nposition startpos moves d2d4\nposition startpos moves e2e4\nstop\n! best g1f3\ngo depth 1",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv g1f3
            < bestmove g1f3
            = new game normal
            = place normal startpos: e2e4
            = search play, depth 1
        "#]],
    );
}

// --- Chess960 ---

/// U-463, U-464, U-468: castling in both notations is understood in both modes, and handed on in
/// the form of the mode.
#[test]
fn castling_notation() {
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    let chess960 = "setoption name UCI_Chess960 value true";
    for moves in ["e1g1", "e1h1"] {
        let normal = script::run(&mut uci(), &format!("{position} {moves}"));
        assert!(normal.ends_with(" w KQkq - 0 1: e1g1\n"), "{moves}: {normal}");
        let other = script::run(&mut uci(), &format!("{chess960}\n{position} {moves}"));
        assert!(other.ends_with(" w KQkq - 0 1: e1h1\n"), "{moves}: {other}");
    }
    check(
        &format!(
            "setoption name UCI_Chess960 value true\n{position}\ngo depth 1 searchmoves e1g1 e1h1"
        ),
        expect![[r#"
            = place fischerandom r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1:
            = search play, depth 1, only ["e1h1"]
        "#]],
    );
}

/// U-464: next to the king, only king takes rook castles.
#[test]
fn king_next_to_its_rook() {
    let position =
        "setoption name UCI_Chess960 value true\nposition fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves";
    check(
        &format!("{position} f1g1"),
        expect![[r#"
        = place fischerandom 4k3/8/8/8/8/8/8/5K1R w K - 0 1: f1g1
    "#]],
    );
    check(
        &format!("{position} f1h1"),
        expect![[r#"
        = place fischerandom 4k3/8/8/8/8/8/8/5K1R w K - 0 1: f1h1
    "#]],
    );
}

/// U-465, U-466, U-467, U-469: castling rights by file, four fields, any order, outermost rooks.
#[test]
fn castling_rights() {
    for rights in ["AHah", "HAha", "KQkq", "KQha"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {rights} -");
        let script = format!("setoption name UCI_Chess960 value true\nposition fen {fen}");
        assert_eq!(
            script::run(&mut uci(), &script),
            "= place fischerandom rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1:\n",
            "{rights}"
        );
    }
}

/// The switch also changes how a position that stands is written.
#[test]
fn switch_to_chess960_later() {
    check(
        "position startpos moves e2e4\nsetoption name UCI_Chess960 value true\nsetoption name UCI_Chess960 value true",
        expect![[r#"
        = place normal startpos: e2e4
        = place fischerandom startpos: e2e4
    "#]],
    );
}

/// U-483: the document's own dialogue, with its tables and its missing colon.
#[test]
fn sample_dialogue() {
    check(
        r"setoption name Hash value 32
          setoption name NalimovCache value 1
          setoption name NalimovPath value d:\tb;c\tb
          isready
          ! pong 1
          ucinewgame
          setoption name UCI_AnalyseMode value true
          position startpos moves e2e4 e7e5
          go infinite
          ! info depth 1 seldepth 0 score cp 13 nodes 13 time 15 pv f1b5
          stop
          ! best g1f3 d8f6",
        expect![[r#"
            = option Hash = "32"
            < info string unknown option NalimovCache
            < info string unknown option NalimovPath
            = ping 1
            < readyok
            = new game normal
            < info string unknown option UCI_AnalyseMode
            = place normal startpos: e2e4 e7e5
            = search analyse
            < info depth 1 seldepth 0 score cp 13 time 15 nodes 13 pv f1b5
            = stop
            < bestmove g1f3 ponder d8f6
        "#]],
    );
}

/// Console words, and not in a search.
#[test]
fn console() {
    check(
        "d\neval now\ngo infinite\nd",
        expect![[r#"
            = place normal startpos:
            = console d
            = console eval now
            = search analyse
            < info string d ignored: a search runs, `stop` ends it
        "#]],
    );
}
