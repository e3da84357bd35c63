//! What a search says, and how it ends.

use crate::uci::check;
use expect_test::expect;

/// U-317, U-330, U-331: the last line before `bestmove` has the final numbers.
#[test]
fn final_line() {
    check(
        "go depth 2
         ! info depth 1 seldepth 1 score cp 30 nodes 20 nps 20000 time 1 pv e2e4
         ! info depth 2 seldepth 2 score cp 10 nodes 80 nps 40000 time 2 pv e2e4 e7e5
         ! best e2e4 e7e5",
        expect![[r#"
            = place normal startpos:
            = search play, depth 2
            < info depth 1 seldepth 1 score cp 30 time 1 nodes 20 nps 20000 pv e2e4
            < info depth 2 seldepth 2 score cp 10 time 2 nodes 80 nps 40000 pv e2e4 e7e5
            < bestmove e2e4 ponder e7e5
        "#]],
    );
    check(
        "go infinite
         ! info depth 1 score cp 30 nodes 20 time 1 pv e2e4
         stop
         ! info nodes 5000 nps 100000 time 50 hashfull 3
         ! best e2e4 e7e5",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 1 score cp 30 time 1 nodes 20 pv e2e4
            = stop
            < info depth 1 score cp 30 time 50 nodes 5000 nps 100000 hashfull 3 pv e2e4
            < bestmove e2e4 ponder e7e5
        "#]],
    );
}

/// A book move comes without a search, and says so.
#[test]
fn book_move() {
    check(
        "go wtime 1000 btime 1000\n! best e2e4 e7e5",
        expect![[r#"
            = place normal startpos:
            = search play, 1s against 1s
            < info depth 0 time 0 nodes 0 pv e2e4 e7e5
            < bestmove e2e4 ponder e7e5
        "#]],
    );
}

/// U-073, U-320: who waits for a piece of the partner has no move, but is not mated.
#[test]
fn no_move_until_a_piece_comes() {
    let check = |hands: &str, wanted| {
        let fen = format!("R5k1/5ppp/8/8/8/8/8/6K1{hands} b - - 0 1");
        check(
            &format!("setoption name UCI_Variant value bughouse\nposition fen {fen}\ngo depth 1"),
            wanted,
        );
    };
    check(
        "[]",
        expect![[r#"
            = place bughouse R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1:
            < info depth 0 score cp 0
            < bestmove 0000
        "#]],
    );
    check(
        "[n]",
        expect![[r#"
            = place bughouse R5k1/5ppp/8/8/8/8/8/6K1[n] b - - 0 1:
            = search play, depth 1
        "#]],
    );
}

/// U-073, U-320, U-348: no legal moves.
#[test]
fn no_legal_moves() {
    let mated = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    check(
        &format!("{mated}\ngo depth 1\n! best none"),
        expect![[r#"
        = place normal rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3:
        < info depth 0 score mate 0
        < bestmove 0000
    "#]],
    );
    check(
        &format!("{mated}\ngo depth 1\n! info depth 0 score mate 0\n! best none"),
        expect![[r#"
        = place normal rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3:
        < info depth 0 score mate 0
        < bestmove 0000
    "#]],
    );
    check(
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\n! best none",
        expect![[r#"
        = place normal 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1:
        < info depth 0 score cp 0
        < bestmove 0000
    "#]],
    );
}

/// U-339, U-340, U-341: several lines, also repeated together at the end.
#[test]
fn several_lines() {
    check(
        "go infinite
         ! info depth 1 multipv 1 score cp 30 nodes 20 time 1 pv e2e4
         ! info depth 1 multipv 2 score cp 20 nodes 20 time 1 pv d2d4
         stop
         ! info nodes 50 time 9
         ! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 1 multipv 1 score cp 30 time 1 nodes 20 pv e2e4
            < info depth 1 multipv 2 score cp 20 time 1 nodes 20 pv d2d4
            = stop
            < info depth 1 multipv 1 score cp 30 time 9 nodes 50 pv e2e4
            < info depth 1 multipv 2 score cp 20 time 9 nodes 50 pv d2d4
            < bestmove e2e4
        "#]],
    );
}

/// U-332, U-351, U-352, U-369: root moves after a second, and not too many.
#[test]
fn current_move() {
    check(
        "go infinite
         ! info depth 1 currmove e2e4 currmovenumber 1
         @ 999
         ! info depth 5 currmove d2d4 currmovenumber 2
         @ 1000
         ! info depth 5 currmove g1f3 currmovenumber 3
         ! info depth 5 currmove b1c3 currmovenumber 4
         @ 1200
         ! info depth 5 currmove a2a3 currmovenumber 5",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 5 currmove g1f3 currmovenumber 3
            < info depth 5 currmove a2a3 currmovenumber 5
        "#]],
    );
}

/// U-335: `seldepth` never without `depth`.
#[test]
fn seldepth_needs_depth() {
    check(
        "go infinite\n! info seldepth 9 score cp 3 pv e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < info score cp 3 pv e2e4
    "#]],
    );
}

/// U-359, U-360, U-361, U-363, U-364, U-425, U-426: only when asked for.
#[test]
fn lines_on_request() {
    let script = "go infinite
         @ 2000
         ! info currline 1 e2e4 e7e5
         ! info currline 2 d2d4
         @ 3000
         ! info refutation d1h5 g6h5
         @ 4000
         ! info refutation d1h5";
    check(
        script,
        expect![[r#"
        = place normal startpos:
        = search analyse
    "#]],
    );
    check(
        &format!(
            "setoption name UCI_ShowCurrLine value true\nsetoption name UCI_ShowRefutations value true\n{script}"
        ),
        expect![[r#"
            = option UCI_ShowCurrLine = "true"
            = option UCI_ShowRefutations = "true"
            = place normal startpos:
            = search analyse
            < info currline 1 e2e4 e7e5
            < info currline 2 d2d4
            < info refutation d1h5 g6h5
            < info refutation d1h5
        "#]],
    );
}

/// U-444: chances only when asked for.
#[test]
fn win_draw_loss() {
    let script = "go depth 1\n! info depth 1 score cp 30 wdl 100 800 100 pv e2e4";
    check(
        script,
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
            < info depth 1 score cp 30 pv e2e4
        "#]],
    );
    check(
        &format!("setoption name UCI_ShowWDL value true\n{script}"),
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
            < info depth 1 score cp 30 wdl 100 800 100 pv e2e4
        "#]],
    );
}

/// U-342, U-345, U-346: scores as they are, with their bounds.
#[test]
fn bounds() {
    check(
        "go infinite
         ! info depth 3 score cp -13 lowerbound nodes 7 time 1 pv e2e4
         ! info depth 3 score mate -2 upperbound nodes 8 time 1 pv e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            < info depth 3 score cp -13 lowerbound time 1 nodes 7 pv e2e4
            < info depth 3 score mate -2 upperbound time 1 nodes 8 pv e2e4
        "#]],
    );
}

/// Late news of a search that is over is for nobody.
#[test]
fn late_news() {
    check(
        "go depth 1\n! best e2e4\n! info depth 9 score cp 1 pv e2e4\n! best d2d4",
        expect![[r#"
            = place normal startpos:
            = search play, depth 1
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
        "#]],
    );
}

/// Texts of the engine.
#[test]
fn notes() {
    check(
        "! note found 5-piece tables\n! debug not shown\n! console plain text",
        expect![[r#"
        < info string found 5-piece tables
        < plain text
    "#]],
    );
}

/// U-516: an engine of another protocol resigns: UCI cannot, so the best move so far is played.
#[test]
fn resignation() {
    check(
        "go depth 9\n! info depth 1 score cp -900 pv e2e4\n! resign",
        expect![[r#"
            = place normal startpos:
            = search play, depth 9
            < info depth 1 score cp -900 pv e2e4
            < info string the engine resigns
            < info depth 1 score cp -900 pv e2e4
            < bestmove e2e4
        "#]],
    );
    check(
        "position fen 8/8/8/8/8/2k5/7r/K7 w - - 0 1\ngo depth 9\n! resign",
        expect![[r#"
            = place normal 8/8/8/8/8/2k5/7r/K7 w - - 0 1:
            = search play, depth 9
            < info string the engine resigns
            < info depth 0 time 0 nodes 0 pv a1b1
            < bestmove a1b1
        "#]],
    );
}

/// The engine behind is gone.
#[test]
fn engine_gone() {
    check(
        "go infinite\n! gone\nisready",
        expect![[r#"
        = place normal startpos:
        = search analyse
        = end
    "#]],
    );
}
