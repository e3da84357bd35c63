//! Xiangqi over UCI, in the dialects of Fairy-Stockfish, Pikafish and UCI-Cyclone.

use crate::uci::check;
use expect_test::expect;

/// U-443, U-511: Fairy-Stockfish's dialect counts ranks from 1, in everything that is said.
#[test]
fn fairy_stockfish() {
    check(
        "setoption name UCI_Variant value xiangqi
         ucinewgame
         position startpos moves h3e3 h10g8
         go depth 3 searchmoves h1g3 b3b10
         ! info depth 1 score cp 10 pv h0g2 i9h9
         ! best h0g2 i9h9
         go infinite
         @ 2000
         ! info currmove a0a1 currmovenumber 3 nodes 5
         ! info refutation a0a2 a9a0
         ! best b2b9 a9b9
         stop",
        expect![[r#"
            = new game xiangqi
            = place xiangqi startpos: h2e2 h9g7
            = search play, depth 3, only ["h0g2", "b2b9"]
            < info depth 1 score cp 10 pv h1g3 i10h10
            < bestmove h1g3 ponder i10h10
            = search analyse
            < info nodes 5 currmove a1a2 currmovenumber 3
            < info depth 0 time 0 nodes 0 pv b3b10 a10b10
            < bestmove b3b10 ponder a10b10
        "#]],
    );
}

/// U-511: what counts from 0 there is no move, and no other move either.
#[test]
fn no_guess_per_move() {
    check(
        "setoption name UCI_Variant value xiangqi
         position startpos moves a0a1
         position startpos moves h3e3 h9g7",
        expect![[r#"
            < info string moves from a0a1 on ignored: ranks count from 1 here
            = place xiangqi startpos:
            < info string moves from h8g6 on ignored: illegal move "h8g6": no piece there
            = place xiangqi startpos: h2e2
        "#]],
    );
    check(
        "startpos moves h3e3 h10g8",
        expect![[r#"
            < info string moves from h3e3 on ignored: illegal move "h3e3": no piece there
            = place xiangqi startpos:
        "#]],
    );
}

/// U-510: Pikafish's interfaces never name the game. A position tells it, or our option.
#[test]
fn pikafish() {
    check(
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves h2e2
         go depth 1
         ! best h9g7 h0g2
         position startpos moves b2e2",
        expect![[r#"
            = place xiangqi rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1: h2e2
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv h9g7 h0g2
            < bestmove h9g7 ponder h0g2
            = place xiangqi startpos: b2e2
        "#]],
    );
    check(
        "setoption name Xiangqi Dialect value pikafish
         position startpos moves h2e2
         setoption name Xiangqi Dialect value Fairy-Stockfish
         position startpos moves e2e4
         setoption name UCI_Variant value xiangqi
         position startpos moves h3e3
         setoption name Xiangqi Dialect value pikafish
         position startpos moves h2e2
         setoption name Xiangqi Dialect value Fairy-Stockfish
         position startpos moves h3e3
         setoption name UCI_Variant value chess
         position startpos moves e2e4",
        expect![[r#"
            = place xiangqi startpos: h2e2
            = place normal startpos: e2e4
            = place xiangqi startpos: h2e2
            = place xiangqi startpos: h2e2
            = place xiangqi startpos: h2e2
            = place normal startpos: e2e4
        "#]],
    );
}

/// U-513: Cyclone's; a position of chess ends what was only inferred.
#[test]
fn cyclone() {
    check(
        "fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1 moves e1d1
         go depth 1
         ! best d9e9
         position fen 8/8/8/8/8/8/k7/2K5 w - - 0 1
         startpos",
        expect![[r#"
            = place xiangqi 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1: e1d1
            < info depth 0 score mate 0
            < bestmove 0000
            = place normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:
            = place xiangqi startpos:
        "#]],
    );
}

/// What an option has set no position changes.
#[test]
fn a_set_game_holds() {
    check(
        "setoption name UCI_Variant value chess
         startpos moves e2e4
         position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1",
        expect![[r#"
            = place normal startpos: e2e4
            < info string position kept: not eight ranks: "3k5/9/9/9/9/9/9/9/4R4/4K4"
        "#]],
    );
    check(
        "setoption name UCI_Variant value xiangqi
         setoption name UCI_Variant value ludo
         position fen 8/8/8/8/8/8/k7/2K5 w - - 0 1
         go depth 1",
        expect![[r#"
            < info string option UCI_Variant kept: bad value "ludo"
            < info string position kept: not ten ranks: "8/8/8/8/8/8/k7/2K5"
            = place xiangqi startpos:
            = search play, depth 1
        "#]],
    );
}

/// A position waits for the end of a search, and then says what it says.
#[test]
fn during_a_search() {
    check(
        "position startpos
         go infinite
         position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w moves e1d1
         stop
         ! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = place xiangqi 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1: e1d1
        "#]],
    );
}

/// U-253: counted moves are spelled like all others.
#[test]
fn perft() {
    check(
        "setoption name UCI_Variant value xiangqi
         go perft 1
         ! console a0a1: 1
         ! console Nodes searched: 1
         ! best none",
        expect![[r#"
            = place xiangqi startpos:
            = search play, perft 1
            < a1a2: 1
            < Nodes searched: 1
        "#]],
    );
}
