//! UCCI: searches, answers and news.

use super::{MILLIS, check, idle, playing};
use crate::script::feed;
use ferz_link::host::{HostHalf, ScoreView};

/// nothing is set or placed while a search runs or is being stopped.
#[test]
fn busy() {
    check(
        feed(playing(), "! go depth 9"),
        "! option usemillisec=true
         x refused: searching
         ! place in xiangqi startpos h2e2
         x refused: searching
         ! new xiangqi
         x refused: searching
         ! go depth 1
         x refused: searching
         ! stop
         > stop
         w StopMove
         ! stop
         x refused: stopping already
         < bestmove h2e2
         = best h2e2
         w -
         ! stop
         x refused: not searching",
    );
}

/// the arguments of `go`.
#[test]
fn go_arguments() {
    let go = |command: &str, line: &str| check(playing(), &format!("! go {command}\n> {line}"));
    go("clock 9 -", "go time 9 increment 0");
    go("clock 1000/10 2000/20", "go time 1000 increment 10 opptime 2000 oppincrement 20");
    go("clock 0/0/3 5000/0/3", "go time 1 movestogo 3 opptime 5000 oppmovestogo 3");
    go("clock - 5000", "go infinite opptime 5000 oppincrement 0");
    go("depth 3", "go depth 3");
    go("depth 8 clock 1000 -", "go depth 8 time 1000 increment 0");
    go("nodes 18446744073709551615", "go nodes 9223372036854775807");
    go("static", "go depth 0");
    go("play", "go infinite");
    go("analyse", "go infinite");
    go("ponder clock 10 -", "go ponder time 10 increment 0");
    go("draw clock 10 -", "go draw time 10 increment 0");
}

/// in seconds, rounded down, and at least one.
#[test]
fn seconds() {
    let placed = || feed(idle(&[]), "! place in xiangqi startpos");
    check(placed(), "! go clock 1999/1500 20/0\n> go time 1 increment 1 opptime 1 oppincrement 0");
}

/// what UCCI cannot say is put otherwise and logged, or refused.
#[test]
fn emulations() {
    let go = |transcript: &str| check(playing(), &format!("! go {transcript}"));
    go("mate 3\n? UCCI knows no search for a mate: asked for as many plies\n> go depth 5");
    go("movetime 500
        ? UCCI has no fixed time: told as the clock of one move
        > go time 500 movestogo 1");
    go("maxtime 500
        ? UCCI has no longest time: told as the clock of one move
        > go time 500 movestogo 1");
    go("maxtime 2000 nps 1000
        ? UCCI has no clock that counts nodes: asked for as many nodes
        > go nodes 2000");
    go("clock 1000 1000 nps 1000\nx refused: UCCI has no clock that counts nodes");
    go("clock 1000/5/3 -
        ? UCCI has moves to go or an increment, not both: told without the increment
        > go time 1000 movestogo 3");
    go("analyse depth 4
        ? UCCI's endless search takes no limits: asked for a limited one
        > go depth 4");
    go("perft 2\nx refused: UCCI cannot count moves");
}

/// the position goes with each search, whatever the engine did on its board.
#[test]
fn position_before_each_go() {
    check(
        feed(playing(), "! go depth 1\n< bestmove h2e2"),
        "! go depth 2
         > position fen START
         > go depth 2",
    );
}

/// the pondered move comes.
#[test]
fn ponder_hit() {
    check(
        feed(idle(&[MILLIS, "ponder type check default false"]), "! place in xiangqi b0c2 b9c7"),
        "! go ponder clock 295000 -
         > setoption ponder true
         > go ponder time 295000 increment 0
         ! hit
         > ponderhit
         < info depth 7 score 4 pv c3c4 h9i7
         = info depth 7 score cp 4 pv c3c4 h9i7
         < bestmove c3c4 ponder h9i7
         = best c3c4 ponder h9i7
         ! place in xiangqi b0c2 b9c7 c3c4 h9i7
         > position fen START moves b0c2 b9c7 c3c4 h9i7
         ! go ponder clock 290000 -
         > go ponder time 290000 increment 0",
    );
    check(playing(), "! hit\nx refused: not pondering");
}

/// it does not come.
#[test]
fn ponder_miss() {
    check(
        feed(playing(), "! place in xiangqi startpos b0c2 b9c7\n! go ponder clock 295000 -"),
        "! stop
         > stop
         w StopMove
         < bestmove c3c4 ponder h9i7
         = best c3c4 ponder h9i7
         w -
         ! place in xiangqi startpos b0c2 c6c5
         > position fen START moves b0c2 c6c5
         ! go clock 295000 -
         > go time 295000 increment 0",
    );
}

/// an answer while pondering waits until the pondered move was played, or the search is
/// stopped.
#[test]
fn early_answers() {
    let early = || {
        let moves = "! place in xiangqi b0c2 b9c7\n! go ponder depth 1\n< bestmove c3c4";
        feed(playing(), moves)
    };
    check(early(), "! hit\n= best c3c4\n! stop\nx refused: not searching");
    check(early(), "! stop\n= best c3c4");
    check(
        early(),
        "! hit draw
         ? the engine has answered already: it hears of no draw offer
         = best c3c4",
    );
}

/// an endless search may end by itself.
#[test]
fn analysis_may_end() {
    check(
        feed(playing(), "! go analyse"),
        "< bestmove h2e2
         = best h2e2
         ! stop
         x refused: not searching",
    );
}

/// the answer and `stop` cross; the `nobestmove` for it belongs to no search.
#[test]
fn stop_race() {
    let stopped = || feed(playing(), "! go depth 9\n! stop\n< bestmove h2e2");
    check(
        stopped(),
        "< nobestmove
         ? no search asked for it: nobestmove
         ! go depth 1
         > position fen START
         > go depth 1
         < nobestmove
         = best none",
    );
    check(
        stopped(),
        "! go depth 1
         > position fen START
         > go depth 1
         < nobestmove
         ? answer to a stop that came too late: nobestmove
         < info depth 1 score 3 pv h2e2
         = info depth 1 score cp 3 pv h2e2
         < bestmove h2e2
         = best h2e2
         < bestmove h2e2
         ? no search asked for it: bestmove h2e2",
    );
    // After `readyok` there is none to come.
    check(feed(stopped(), "! ping 1\n< readyok\n! go depth 1"), "< nobestmove\n= best none");
}

/// an engine that gives answers too many is asked before each search whether it is done.
#[test]
fn answers_too_many() {
    let next = "! place in xiangqi startpos h2e2 h9g7\n! go depth 1";
    check(
        feed(playing(), "! go depth 1\n< bestmove h2e2\n< bestmove h2e2"),
        "! place in xiangqi startpos h2e2 h9g7
         > isready
         w Pong
         ! go depth 1
         < bestmove a0a1
         ? no search asked for it: bestmove a0a1
         < readyok
         > position fen START moves h2e2 h9g7
         > go depth 1
         w -
         < bestmove b0c2
         = best b0c2",
    );
    // Too late to be known as one too many, but it was played before.
    let searching = || feed(playing(), &format!("! go depth 1\n< bestmove h2e2\n{next}"));
    check(
        searching(),
        "< bestmove h2e2
         ? its last answer again: bestmove h2e2
         w Silence
         < bestmove b0c2
         ? no search asked for that answer: the search goes on
         = best b0c2
         w -",
    );
    check(feed(searching(), "< bestmove h2e2"), "~ timeout\n= best h2e2\nw -");
}

/// a question in the middle of a search does not hold up `stop`.
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
         < bestmove h2e2
         = best h2e2
         w -",
    );
}

/// forms of the answer.
#[test]
fn answers() {
    let best = |transcript: &str| check(feed(playing(), "! go depth 1"), transcript);
    best("< bestmove h2e2\n= best h2e2");
    best("< bestmove H2-E2 ponder H9-G7\n= best h2e2 ponder h9g7");
    best("< bestmove h2e2 draw ponder h9g7\n= best h2e2 ponder h9g7 draw");
    best("< bestmove h2e2 resign\n= best h2e2 resign");
    best("< nobestmove\n= best none");
    best("< bestmove resign\n? Dialect \"bestmove\" in: bestmove resign\n= best none resign");
    best(
        "< bestmove (none)
         ? Dialect \"(none)\" in: bestmove (none)
         ? Dialect \"bestmove\" in: bestmove (none)
         = best none",
    );
    best(
        "< bestmove h2e2 draw resign
         ? a draw offer and a resignation at once: bestmove h2e2 draw resign
         = best h2e2 draw resign",
    );
}

/// an illegal answer is reported with its line, and an illegal move to ponder on is
/// none.
#[test]
fn illegal_answers() {
    check(
        feed(playing(), "! go depth 1"),
        "< bestmove h2e3
         ? illegal move of the engine: bestmove h2e3
         = best h2e3",
    );
    check(
        feed(playing(), "! go depth 1"),
        "< bestmove h2e2 ponder h2e2
         ? illegal move to ponder on: bestmove h2e2 ponder h2e2
         = best h2e2",
    );
}

/// only a score is wanted; even a book move is none then.
#[test]
fn static_score() {
    check(
        playing(),
        "! go static
         > go depth 0
         < info depth 0 score 12
         = info depth 0 score cp 12
         < nobestmove
         = best none
         ! go static
         > position fen START
         > go depth 0
         < bestmove h2e2
         = best none",
    );
}

/// draw offers both ways.
#[test]
fn draw_offers() {
    check(
        playing(),
        "! go draw depth 1
         > go draw depth 1
         < bestmove h2e2 draw
         = best h2e2 draw
         ! draw
         ? UCCI has draw offers only with go and ponderhit: kept for the next
         ! go depth 1
         > position fen START
         > go draw depth 1
         < bestmove h2e2
         = best h2e2
         ! go depth 1
         > position fen START
         > go depth 1",
    );
}

/// while pondering an offer waits for the hit.
#[test]
fn draw_offers_while_pondering() {
    let ponders = |search: &str| {
        feed(playing(), &format!("! place in xiangqi b0c2 b9c7\n! go ponder {search}"))
    };
    check(ponders("depth 3"), "! hit draw\n> ponderhit draw");
    check(ponders("draw depth 3"), "! hit\n> ponderhit draw");
    check(
        ponders("depth 3"),
        "! draw
         ? UCCI has draw offers only with go and ponderhit: kept for the next
         ! hit
         > ponderhit draw",
    );
    check(
        feed(playing(), "! place in xiangqi b0c2 b9c7"),
        "! go ponder draw depth 3\n> go ponder depth 3",
    );
}

/// news in any shape.
#[test]
fn news() {
    let info = |line: &str, event: &str| {
        check(feed(playing(), "! go depth 1"), &format!("< info {line}\n= info {event}"));
    };
    info("time 10 nodes 200", "time 10 nodes 200");
    info("depth 7", "depth 7");
    info("depth 7 score 4 pv h2e2 h9g7", "depth 7 score cp 4 pv h2e2 h9g7");
    info("depth 7 score cp -4 pv h2e2", "depth 7 score cp -4 pv h2e2");
    info("depth 7 score 9997 pv h2e2", "depth 7 score mate 2 pv h2e2");
    info("depth 7 score -9998", "depth 7 score mate -1");
    info("depth 7 score mate 3", "depth 7 score mate 3");
    info("currmove h2e2 currmovenumber 3", "current h2e2 3");
    info("depth 0 score 4000 pv h2e2", "depth 0 pv h2e2");
    info(
        "depth 5 seldepth 8 multipv 1 score cp 9 lowerbound nodes 11 nps 12 hashfull 1 tbhits 2 time 3 pv H2-E2",
        "depth 5 seldepth 8 multipv 1 score cp 9 Lower time 3 nodes 11 nps 12 hashfull 1 tbhits 2 pv h2e2",
    );
    check(feed(playing(), "! go depth 1"), "< info idleline [x]\n? not UCCI: info idleline [x]");
}

/// a score of 100 is a horse.
#[test]
fn units() {
    let mut ucci = playing();
    ucci.profile_mut().minor_piece = 400;
    check(
        feed(ucci, "! go depth 1"),
        "< info depth 1 score -12
         = info depth 1 score cp -48
         ! probe in xiangqi startpos
         > probe fen START
         < pophash lowerbound 3 depth 4
         = Probed { best: None, lower: Some((12, 4)), upper: None }",
    );
}

/// text for the user, in every state, also about errors: there is no other
/// answer to them, and none is awaited. X-255: news when nobody searches is none.
#[test]
fn messages_and_late_news() {
    check(
        idle(&[]),
        "< info message 棋局 depth 3
         = User 棋局 depth 3
         < info string hello
         = User hello
         < info depth 3 score 4 pv h2e2
         ? news without a search: info depth 3 score 4 pv h2e2",
    );
}

/// A main line ends where it stops being one.
#[test]
fn illegal_main_line() {
    check(
        feed(playing(), "! go depth 1"),
        "< info depth 1 pv h2e2 h9g7 h2e2
         ? illegal move in a main line: info depth 1 pv h2e2 h9g7 h2e2
         = info depth 1 pv h2e2 h9g7",
    );
}

/// the side to move's view is the rule; an engine with Red's is turned round.
#[test]
fn red_relative_engine() {
    let mut ucci = playing();
    ucci.profile_mut().score_view.force(ScoreView::First);
    check(
        feed(ucci, "! place in xiangqi startpos h2e2\n! go depth 1"),
        "< info depth 1 score 30\n= info depth 1 score cp -30",
    );
}
