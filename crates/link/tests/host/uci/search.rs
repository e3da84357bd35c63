//! UCI: positions, searches, answers and news.

use super::{idle, playing};
use crate::script::{check, feed};
use ferz_link::host::{HostHalf, Profile, ScoreView, Uci};
use ferz_referee::Catalogue;

/// U-057, U-264: nothing is set or placed while a search runs or is being stopped.
#[test]
fn busy() {
    check(
        feed(playing(), "! go depth 9"),
        "! option Hash=1
         x refused: searching
         ! place startpos e2e4
         x refused: searching
         ! new
         x refused: searching
         ! go depth 1
         x refused: searching
         ! stop
         > stop
         w StopMove
         ! place startpos
         x refused: searching
         ! stop
         x refused: stopping already
         < bestmove e2e4
         = best e2e4
         w -
         ! stop
         x refused: not searching",
    );
}

/// U-052: each `go` has its `position`.
#[test]
fn position_before_each_go() {
    check(
        feed(playing(), "! go depth 1\n< bestmove e2e4"),
        "! go depth 2
         > position startpos
         > go depth 2
         < bestmove e2e4
         = best e2e4",
    );
    check(idle(&[]), "! go depth 1\nx refused: no position");
}

/// U-058: an answer long after `stop` belongs to the search that was stopped. U-323: one that
/// no search asked for belongs to none.
#[test]
fn answers_are_counted() {
    check(
        feed(playing(), "! go depth 9"),
        "! stop
         > stop
         w StopMove
         ! go depth 1
         x refused: searching
         < bestmove d2d4
         = best d2d4
         w -
         < bestmove d2d4
         ? no search asked for it: bestmove d2d4
         ! go depth 1
         > isready
         w Pong
         < readyok
         > position startpos
         > go depth 1
         w -
         < bestmove e2e4
         = best e2e4",
    );
}

/// U-058, U-323: an engine that gives answers too many is asked before each search whether it is
/// done.
#[test]
fn answers_too_many() {
    check(
        feed(playing(), "! go depth 1\n< bestmove e2e4\n< bestmove e2e4"),
        "! place startpos e2e4 e7e5
         > isready
         w Pong
         ! go depth 1
         < bestmove a2a3
         ? no search asked for it: bestmove a2a3
         < readyok
         > position startpos moves e2e4 e7e5
         > go depth 1
         w -
         < bestmove d2d4
         = best d2d4
         ! place startpos e2e4 e7e5 d2d4 d7d5
         > isready
         w Pong",
    );
}

/// U-058: the first answer too many comes when the next search has begun. It is the last one once
/// more, and news or another answer show that the search goes on.
#[test]
fn the_last_answer_again() {
    let searching = || {
        let said = "! go depth 1\n< bestmove e2e4\n! place startpos e2e4 e7e5\n! go depth 1";
        feed(playing(), &format!("{said}\n< bestmove e2e4"))
    };
    check(
        searching(),
        "< info depth 1 score cp 5
         ? no search asked for that answer: the search goes on
         = info depth 1 score cp 5
         w -
         < bestmove d2d4
         = best d2d4",
    );
    check(
        searching(),
        "< bestmove d2d4
         ? no search asked for that answer: the search goes on
         = best d2d4
         w -",
    );
    // Nothing follows: it was an answer, and no good one.
    check(searching(), "~ timeout\n= best e2e4\nw -");
    check(searching(), "! stop\n> stop\nw StopMove\n~ timeout\n= best e2e4\nw -");
    check(
        feed(playing(), "! go depth 1\n< bestmove e2e4\n! place startpos e2e4 e7e5\n! go depth 1"),
        "< bestmove e2e4\n? its last answer again: bestmove e2e4\nw Silence",
    );
}

/// U-266: the answer and `stop` cross; no second answer is waited for.
#[test]
fn stop_race() {
    check(
        feed(playing(), "! go depth 9\n! stop"),
        "< bestmove d2d4
         = best d2d4
         w -
         ! ping 9
         > isready
         w Pong
         < readyok
         = pong 9
         w -",
    );
}

/// U-122: a question in the middle of a search does not hold up `stop`.
#[test]
fn ping_in_search() {
    check(
        feed(playing(), "! go analyse"),
        "! ping 3
         > isready
         w Pong
         ! stop
         > stop
         < readyok
         = pong 3
         w StopMove
         < bestmove e2e4
         = best e2e4
         w -",
    );
}

/// U-074: a passed turn is told as the position after it.
#[test]
fn passes() {
    check(
        idle(&[]),
        "! place startpos e2e4 0000 d2d4
         > position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2 moves d2d4",
    );
}

/// U-077, U-493: an illegal answer is reported with its line. U-283: an illegal move to ponder on
/// is none.
#[test]
fn illegal_answers() {
    check(
        feed(playing(), "! go depth 1"),
        "< bestmove e2e5
         ? illegal move of the engine: bestmove e2e5
         = best e2e5",
    );
    check(
        feed(playing(), "! go depth 1"),
        "< bestmove e2e4 ponder e7e4
         ? illegal move to ponder on: bestmove e2e4 ponder e7e4
         = best e2e4",
    );
}

/// U-366: a main line ends where it stops being one.
#[test]
fn illegal_main_line() {
    check(
        feed(playing(), "! go depth 1"),
        "< info depth 1 pv e2e4 e7e5 e2e4 d7d5
         ? illegal move in a main line: info depth 1 pv e2e4 e7e5 e2e4 d7d5
         = info depth 1 pv e2e4 e7e5",
    );
}

/// A position that the rules do not know is not given to the engine.
#[test]
fn illegal_moves_of_the_caller() {
    check(
        feed(idle(&[]), "! place startpos e2e4 e2e4"),
        "! go depth 1
         x refused: moves from e2e4 on ignored: illegal move \"e2e4\": no piece there",
    );
}

/// U-204, U-205: the start position by its word, the list from the start.
#[test]
fn positions() {
    check(
        idle(&[]),
        "! place startpos e2e4 e7e5
         > position startpos moves e2e4 e7e5
         ! place fen 8/8/8/8/8/8/k7/2K5 w - - 0 1 | c1c2
         > position fen 8/8/8/8/8/8/k7/2K5 w - - 0 1 moves c1c2
         ! place startpos e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 O-O
         > position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1",
    );
}

/// U-225, U-227, U-236, U-251, U-252: the arguments of `go`.
#[test]
fn go_arguments() {
    let go = |command: &str, line: &str| check(playing(), &format!("! go {command}\n> {line}"));
    go("clock 0/0/3 5000/0/3", "go wtime 1 btime 5000 winc 0 binc 0 movestogo 3");
    go("clock 9 -", "go wtime 9 winc 0");
    go("only e2e4 d2d4", "go infinite searchmoves e2e4 d2d4");
    go("depth 3 only e2e4", "go depth 3 searchmoves e2e4");
    go("movetime 500", "go movetime 500");
    go("nodes 18446744073709551615", "go nodes 9223372036854775807");
    go("mate 3", "go mate 3");
    go("analyse depth 4", "go depth 4 infinite");
    go("ponder clock 10 20", "go ponder wtime 10 btime 20 winc 0 binc 0");
}

/// The clocks are the engine's and its opponent's; the wire has colours.
#[test]
fn clocks_by_colour() {
    check(
        feed(playing(), "! place startpos e2e4"),
        "! go clock 1000/10 2000/20
         > go wtime 2000 btime 1000 winc 20 binc 10",
    );
}

/// U-497: what UCI cannot say is put otherwise and logged, or refused.
#[test]
fn emulations() {
    let go = |transcript: &str| check(playing(), &format!("! go {transcript}"));
    go("maxtime 2000\n? UCI has no longest time: asked for exactly as much\n> go movetime 2000");
    go("maxtime 2000 nps 1000
        ? UCI has no clock that counts nodes: asked for as many nodes
        > go nodes 2000");
    go("clock 1000 1000 nps 1000\nx refused: UCI has no clock that counts nodes");
    go("depth 1 draw\n? UCI has no draw offers: not passed on\n> go depth 1");
    go("static
        ? UCI has no static score: asked for a search of one ply
        > go depth 1
        < bestmove e2e4
        = best none");
    check(playing(), "! draw\nx refused: UCI has no draw offers");
    check(playing(), "! pause\nx refused: UCI cannot pause an engine");
    check(playing(), "! probe\nx refused: UCI cannot ask what the hash table knows");
    check(playing(), "! book\nx refused: UCI cannot ask for book moves");
    check(playing(), "! over 1-0\n? UCI does not tell engines that a game is over");
}

/// Moves to leave out become the list of the others.
#[test]
fn moves_left_out() {
    check(
        feed(idle(&[]), "! place fen 8/8/8/8/8/8/k7/2K5 w - - 0 1"),
        "! go depth 1 without c1d1
         > go depth 1 searchmoves c1c2 c1d2",
    );
}

/// U-253: counting moves ends without `bestmove`.
#[test]
fn perft() {
    check(
        feed(playing(), "! go perft 1"),
        "< a2a3: 1
         = Console a2a3: 1
         < Nodes searched: 20
         = Console Nodes searched: 20
         = best none
         < bestmove a2a3
         ? no search asked for it: bestmove a2a3",
    );
}

/// U-280, U-282: the pondered move comes. U-281: it does not.
#[test]
fn pondering() {
    let ponders = || {
        let moves = "! place startpos e2e4 e7e5\n! go ponder clock 1000 2000";
        feed(idle(&["Ponder type check default false"]), moves)
    };
    check(
        ponders(),
        "! hit
         > ponderhit
         < bestmove g1f3 ponder b8c6
         = best g1f3 ponder b8c6",
    );
    check(
        ponders(),
        "! stop
         > stop
         w StopMove
         < bestmove g1f3 ponder b8c6
         = best g1f3 ponder b8c6
         w -
         ! place startpos e2e4 c7c5
         > position startpos moves e2e4 c7c5
         ! go clock 1000 1500
         > go wtime 1000 btime 1500 winc 0 binc 0",
    );
    check(playing(), "! hit\nx refused: not pondering");
}

/// U-420: `Ponder` is set before the first pondering.
#[test]
fn ponder_option() {
    check(
        feed(idle(&["Ponder type check default false"]), "! place startpos e2e4 e7e5"),
        "! go ponder clock 1000 2000
         > setoption name Ponder value true
         > position startpos moves e2e4 e7e5
         > go ponder wtime 1000 btime 2000 winc 0 binc 0",
    );
}

/// U-288: an answer while pondering waits until the pondered move was played, or the search is
/// stopped.
#[test]
fn early_answers() {
    let early = || feed(playing(), "! place startpos e2e4 e7e5\n! go ponder\n< bestmove g1f3");
    check(early(), "! hit\n= best g1f3\n! stop\nx refused: not searching");
    check(early(), "! stop\n= best g1f3");
    check(
        feed(playing(), "! go analyse"),
        "< bestmove e2e4
         ? search ended too early: bestmove e2e4
         ! stop
         = best e2e4",
    );
}

/// U-319, U-321, U-322: forms of `bestmove`.
#[test]
fn best_move_forms() {
    let best = |line: &str, event: &str| {
        let transcript = format!("< bestmove{line}\n= best {event}");
        check(feed(playing(), "! go depth 1"), &transcript);
    };
    let odd = |line: &str, remark: &str, event: &str| {
        let transcript = format!("< {line}\n? {remark} in: {line}\n= best {event}");
        check(feed(playing(), "! go depth 1"), &transcript);
    };
    best(" e2e4", "e2e4");
    best(" 0000", "none");
    odd("bestmove (none)", r#"Dialect "(none)""#, "none");
    odd("bestmove NULL", r#"Dialect "NULL""#, "none");
    odd("bestmove e2e4 ponder (none)", r#"Dialect "(none)""#, "e2e4");
    odd("bestmove e2e4 ponder e7e5 extra", r#"UnknownToken "extra""#, "e2e4 ponder e7e5");
    odd("bestmove", r#"MissingArgument "bestmove""#, "none");
}

/// U-333, U-349, U-350, U-365, U-484: news in any shape.
#[test]
fn news() {
    let info = |line: &str, event: &str| {
        check(
            feed(playing(), "! place startpos e2e4 e7e5\n! go depth 1"),
            &format!("< info {line}\n= info {event}"),
        );
    };
    info(
        "score cp 13 depth 1 nodes 13 time 15 pv f1b5",
        "depth 1 score cp 13 time 15 nodes 13 pv f1b5",
    );
    info("depth 1 seldepth 0", "depth 1 seldepth 0");
    info("nps 15937", "nps 15937");
    info("depth 2 score mate -1 upperbound pv g1f3", "depth 2 score mate -1 Upper pv g1f3");
    info("currmove e2e4 currmovenumber 1", "current e2e4 1");
    info("currline 2 e2e4 e7e5", "line 2: e2e4 e7e5");
    info("refutation d1h5 g6h5", "refutation d1h5 g6h5");
    info("depth 3 wdl 500 400 100", "depth 3 wdl [500, 400, 100]");
    info("hashfull 13 tbhits 4 cpuload 1000", "hashfull 13 tbhits 4 cpuload 1000");
}

/// U-358: free text is a message. U-368: news when nobody searches is none.
#[test]
fn free_text_and_late_news() {
    check(
        idle(&[]),
        "< info string depth 3 of 5
         = Note depth 3 of 5
         < info depth 3 score cp 4 pv e2e4
         ? news without a search: info depth 3 score cp 4 pv e2e4",
    );
}

/// U-347: an engine with White's view.
#[test]
fn white_relative_engine() {
    let mut uci = playing();
    uci.profile_mut().score_view.force(ScoreView::First);
    check(
        feed(uci, "! place startpos e2e4\n! go depth 1"),
        "< info depth 1 score cp 30 lowerbound\n= info depth 1 score cp -30 Upper",
    );
}

/// U-433, U-481, U-482: the mode follows the purpose, before the position.
#[test]
fn analyse_mode() {
    check(
        feed(idle(&["UCI_AnalyseMode type check default false"]), "! place startpos"),
        "! go analyse
         > setoption name UCI_AnalyseMode value true
         > position startpos
         > go infinite
         ! stop
         > stop
         w StopMove
         < bestmove e2e4
         = best e2e4
         w -
         ! go analyse
         > position startpos
         > go infinite
         ! stop
         > stop
         w StopMove
         < bestmove e2e4
         = best e2e4
         w -
         ! place startpos e2e4
         > position startpos moves e2e4
         ! go depth 1
         > setoption name UCI_AnalyseMode value false
         > position startpos moves e2e4
         > go depth 1",
    );
}

/// U-461, U-462, U-463, U-465: Chess960 on, off, and refused.
#[test]
fn chess960() {
    check(idle(&[]), "! new fischerandom\nx refused: engine cannot play Chess960");
    check(
        idle(&["UCI_Chess960 type check default false"]),
        "! new fischerandom
         > setoption name UCI_Chess960 value true
         > ucinewgame
         ! ping 2
         > isready
         w Pong
         < readyok
         = pong 2
         w -
         ! place in fischerandom fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 | O-O
         > position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1
         ! new normal
         > setoption name UCI_Chess960 value false
         > ucinewgame",
    );
}

/// U-443, U-511, U-512: another game by `UCI_Variant`, and its ranks.
#[test]
fn variants() {
    check(idle(&[]), "! new atomic\nx refused: engine does not play \"atomic\"");
    check(
        idle(&["UCI_Variant type combo default chess var chess var xiangqi"]),
        "! new atomic
         x refused: engine does not play \"atomic\"
         ! new xiangqi
         > setoption name UCI_Variant value xiangqi
         > ucinewgame
         ! ping 2
         > isready
         w Pong
         < readyok
         = pong 2
         w -
         ! place in xiangqi h2e2
         > position startpos moves h3e3
         ! go depth 1
         > go depth 1
         < info depth 1 score cp 3 pv h10g8
         = info depth 1 score cp 3 pv h9g7
         < bestmove h10g8 ponder h1g3
         = best h9g7 ponder h0g2",
    );
}

/// U-443: a game has the name that the engine has for it.
#[test]
fn names_of_the_engine() {
    check(
        idle(&["UCI_Variant type combo default Standard var Standard var threeCheck var KotH"]),
        "! new 3check
         > setoption name UCI_Variant value threeCheck
         > ucinewgame
         ! ping 2
         > isready
         w Pong
         < readyok
         = pong 2
         w -
         ! new kingofthehill
         > setoption name UCI_Variant value KotH
         > ucinewgame
         ! new normal
         > setoption name UCI_Variant value Standard
         > isready
         w Pong
         ! new atomic
         x refused: engine does not play \"atomic\"",
    );
}

/// U-512: the first move that one way of counting ranks makes legal tells which is the engine's; it
/// counts then, and later moves are what they are.
#[test]
fn ranks_by_the_first_move() {
    let new = "! new xiangqi
         > setoption name UCI_Variant value xiangqi
         > ucinewgame
         ! ping 2
         > isready
         w Pong
         < readyok
         = pong 2
         w -
         ! place in xiangqi
         > position startpos
         ! go depth 1
         > go depth 1\n";
    let choice = ["UCI_Variant type combo default chess var chess var xiangqi"];
    check(
        idle(&choice),
        &format!(
            "{new} < info depth 1 score cp 3 pv h2e2
             ? its move h2e2 tells that it counts ranks from 0
             = info depth 1 score cp 3 pv h2e2
             < bestmove h2e2
             = best h2e2
             ! place in xiangqi h2e2 h9g7
             > position startpos moves h2e2 h9g7
             ! go depth 1
             > go depth 1
             < bestmove h1g3
             ? illegal move of the engine: bestmove h1g3
             = best h1g3"
        ),
    );
    // As was believed.
    check(
        idle(&choice),
        &format!(
            "{new} < bestmove h3e3
             = best h2e2
             ! place in xiangqi h2e2 h9g7
             > position startpos moves h3e3 h10g8
             ! go depth 1
             > go depth 1
             < bestmove b2d2
             ? illegal move of the engine: bestmove b2d2
             = best b1d1"
        ),
    );
}

/// U-443, U-511: ranks need facts alone, nobody who follows the game.
#[test]
fn ranks_without_a_board() {
    let uci = Uci::new(Profile::default(), Some(Box::new(Catalogue)));
    let choice = "< option name UCI_Variant type combo default chess var chess var xiangqi";
    let uci = feed(uci, &format!("~ start\n{choice}\n< uciok\n! ping 1\n< readyok"));
    check(
        feed(uci, "! new xiangqi\n! ping 2\n< readyok"),
        "! place in xiangqi fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r | h2e2
         > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h3e3
         ! go depth 1
         > go depth 1
         < bestmove h10g8
         = best h9g7",
    );
}

/// U-510, U-512: an engine that does not say what it plays, asked for xiangqi; one with an option of
/// chess says enough.
#[test]
fn xiangqi_of_plain_engines() {
    check(
        idle(&[]),
        "! new xiangqi
         ? engine does not say what it plays: taken to play xiangqi, ranks from 0
         > ucinewgame
         ! ping 2
         > isready
         w Pong
         < readyok
         = pong 2
         w -
         ! place in xiangqi h2e2
         > position startpos moves h2e2",
    );
    check(
        idle(&["UCI_Chess960 type check default false"]),
        "! new xiangqi\nx refused: engine does not play \"xiangqi\"",
    );
}

/// U-510: an engine of which the user says that it plays one other game.
#[test]
fn engine_of_one_other_game() {
    let mut uci = idle(&[]);
    uci.profile_mut().variants.force(Some(vec!["xiangqi".into()]));
    check(
        uci,
        "! new normal
         x refused: engine does not play \"normal\"
         ! place in xiangqi h2e2
         > position startpos moves h2e2",
    );
}

/// U-435: the opponent, in the document's format.
#[test]
fn opponent() {
    let told = || idle(&["UCI_Opponent type string default <empty>"]);
    check(
        told(),
        "! opponent GM 2800 - human Gary\n> setoption name UCI_Opponent value GM 2800 human Gary",
    );
    check(
        told(),
        "! opponent - - - computer Shredder
         > setoption name UCI_Opponent value none none computer Shredder",
    );
    check(
        idle(&[]),
        "! opponent - - - computer Shredder\n? engine does not want to know its opponent",
    );
}

/// U-440: values for positions, as White sees them.
#[test]
fn position_values() {
    let told = || idle(&["UCI_SetPositionValue type string default <empty>"]);
    let fen = "8/8/8/8/8/8/k7/2K5 b - - 0 1";
    let check_value = |command: &str, value: &str| {
        let line = format!("> setoption name UCI_SetPositionValue value {value}");
        check(told(), &format!("! value {command}\n{line}"));
    };
    check_value(&format!("34 fen {fen}"), &format!("-34 {fen}"));
    check_value(&format!("- fen {fen}"), &format!("clear {fen}"));
    check_value("-", "clearall");
    check_value("5 startpos e2e4", "-5 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

/// Whoever wants only the latest news hears what a reader of all lines would remember, and hears it
/// before whatever comes next.
#[test]
fn only_the_latest_news() {
    let searching = || feed(playing().only_latest_news(), "! go depth 9");
    check(
        searching(),
        "< info depth 1 score cp 1 nodes 10 pv e2e4
         < info depth 2 score cp 2 nodes 20 pv d2d4
         < info depth 2 multipv 2 score cp -5 nodes 25 pv a2a3
         < info depth 3 currmove e2e4 currmovenumber 1
         < info nodes 44 nps 5
         < bestmove d2d4
         = info depth 2 score cp 2 nodes 20 pv d2d4
         = info nodes 44 nps 5
         = best d2d4",
    );
    check(
        searching(),
        "< info depth 1 score cp 1 nodes 10 pv e2e4
         < info string here and now
         = info depth 1 score cp 1 nodes 10 pv e2e4
         = Note here and now
         < info depth 2 score cp 2 nodes 20 pv e7e5
         ! stop
         ? illegal move in a main line: info depth 2 score cp 2 nodes 20 pv e7e5
         = info depth 2 score cp 2 nodes 20
         > stop
         w StopMove",
    );
}
