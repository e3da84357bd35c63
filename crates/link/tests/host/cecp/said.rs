//! CECP: results, offers, thinking output and words of the engine; what is told it besides.

use super::{idle, moved, playing, with};
use crate::script::{check, feed};
use ferz_link::host::{Cecp, HostHalf, ScoreView};

/// C-064, C-379: `force` and `result` at the end.
#[test]
fn end_of_game() {
    check(moved(), "! over 1-0 White mates\n> force\n> result 1-0 {White mates}");
    check(moved(), "! over * \n> force\n> result *");
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000"),
        "! over 0-1 time
         > force
         > result 0-1 {time}
         > ping 2
         w Pong
         < pong 2
         = best a2a3
         w -",
    );
}

/// C-372, C-592: draw offers to the engine.
#[test]
fn offers_to_the_engine() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 290000 295000 draw
         > draw
         > time 29000
         > otim 29500
         > usermove e7e5
         < offer draw
         = draw
         < move g1f3
         = best g1f3",
    );
    check(moved(), "! draw\n> draw\n< offer draw\n= draw");
    check(with("draw=0"), "! draw\nx refused: engine wants to hear of no draw offers");
}

/// C-588, C-589, C-738: the engine's offers go with its move.
#[test]
fn offers_of_the_engine() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< offer draw\n< move e2e4\n= best e2e4 draw",
    );
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< I offer you a draw
         ? Dialect \"I offer you a draw\" in: I offer you a draw
         < move e2e4
         = best e2e4 draw",
    );
    check(moved(), "< offer draw\n= draw");
}

/// C-584, C-585, C-587: resignation, on move and off.
#[test]
fn resignations() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 1000");
    check(searching(), "< resign\n= best none resign");
    check(searching(), "< 0-1 {White resigns}\n= best none resign");
    let asked = "> ping 2\n< pong 2\n> force\n> ping 3\nw Pong\n< pong 3";
    let claim = "= claim 1-0 Black resigns\n= best none\nw -";
    check(searching(), &format!("< 1-0 {{Black resigns}}\n{asked}\n{claim}"));
    check(moved(), "< resign\n= resign");
}

/// C-575, C-576: claims after a move of either side.
#[test]
fn claims() {
    check(moved(), "< 1-0 {White mates}\n= claim 1-0 White mates");
    check(
        feed(moved(), "! place startpos e2e4 e7e5\n! go clock 290000 295000"),
        "< 1/2-1/2 {Draw by repetition}
         > ping 2
         < pong 2
         > force
         > ping 3
         w Pong
         < pong 3
         = claim 1/2-1/2 Draw by repetition
         = best none
         w -",
    );
}

/// C-353, C-357: a claim that belongs to the position before, or to one on the way, is no answer to
/// the search that runs.
#[test]
fn claims_of_the_past() {
    check(
        feed(playing(), "! place startpos e2e4 e7e5\n! go maxtime 1000"),
        "< 1/2-1/2 {Drawn game}
         ? no game is on: 1/2-1/2 {Drawn game}
         < pong 2
         w -
         < move g1f3
         = best g1f3",
    );
    check(
        feed(moved(), "! place startpos e2e4 e7e5\n! go clock 290000 295000"),
        "< 1/2-1/2 {Draw by repetition}
         > ping 2
         < 1/2-1/2 {Draw by repetition}
         < 1 20 0 40 Nf3
         = info depth 1 score cp 20 time 0 nodes 40 pv g1f3
         < move g1f3
         ? it has claimed, and moves all the same: Draw by repetition
         = best g1f3
         ! place startpos e2e4 e7e5 g1f3 b8c6
         ! go clock 280000 290000
         > time 28000
         > otim 29000
         > usermove b8c6
         < pong 2
         < move f1c4
         = best f1c4",
    );
}

/// C-361: an engine without `ping` cannot be asked. A claim right after many moves may be one of the
/// past; then the search is ended early, and never without a move if it has one.
#[test]
fn claims_without_ping() {
    let searching = |moves: &str| {
        let start = format!("! new\n! place startpos {moves}\n! go maxtime 1000");
        feed(with("setboard=1 usermove=1 colors=0"), &start)
    };
    check(
        searching("e2e4 e7e5"),
        "< 1/2-1/2 {Drawn game}
         ? maybe of the past: 1/2-1/2 {Drawn game}
         > ?
         w StopMove
         < move g1f3
         ? it has claimed, and moves all the same: Drawn game
         = best g1f3
         w -",
    );
    check(searching("e2e4"), "< 1/2-1/2 {Drawn game}\n= claim 1/2-1/2 Drawn game\n= best none");
}

/// An engine for which the game has ended on the way does not think any more.
#[test]
fn claims_before_the_search() {
    check(
        feed(playing(), "! place fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        "! go maxtime 1000
         > force
         > setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1
         > st 1
         > post
         > easy
         > ping 2
         > go
         > ping 3
         w Pong
         < pong 2
         w -
         < pong 3
         > force
         > ping 4
         w Pong
         < pong 4
         = best none
         w -",
    );
    check(
        feed(playing(), "! place fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n! go maxtime 1000"),
        "< 1/2-1/2 {Insufficient material}
         ? no game is on: 1/2-1/2 {Insufficient material}
         < pong 2
         w -
         < pong 3
         > force
         > ping 4
         w Pong
         < pong 4
         = claim 1/2-1/2 Insufficient material
         = best none
         w -",
    );
}

/// U-339, U-341: several lines of one depth, numbered from the best one on.
#[test]
fn several_lines() {
    let mut features = "ping=1 setboard=1 usermove=1 colors=0".to_owned();
    features += " option=\"MultiPV -spin 1 1 9\"";
    let start = "! new\n! ping 1\n< pong 1\n! option MultiPV=2\n! place startpos\n! go analyse";
    let told = |rank: u32, depth: u32, score: i32, pv: &str| {
        format!("= info depth {depth} multipv {rank} score cp {score} time 0 nodes 9 pv {pv}")
    };
    let lines = [
        "< 1 10 0 9 e4".to_owned(),
        "< 1 20 0 9 d4".to_owned(),
        told(1, 1, 20, "d2d4"),
        told(2, 1, 10, "e2e4"),
        "< 2 15 0 9 e4".to_owned(),
        "< 3 7 0 9 e4 e5".to_owned(),
        told(1, 2, 15, "e2e4"),
        "! stop\n> exit\n> ping 2\nw Pong\n< pong 2".to_owned(),
        told(1, 3, 7, "e2e4 e7e5"),
        "= best e2e4 ponder e7e5\nw -".to_owned(),
    ];
    check(feed(with(&features), start), &lines.join("\n"));
}

/// a root move as HoiXiangqi writes it is no text for others.
#[test]
fn root_moves_spelled() {
    check(
        feed(playing(), "! place startpos\n! go analyse"),
        "< stat01: 1 3 7 5 30 Ng1-f3
         = info depth 7 time 10 nodes 3 current g1f3 25/30
         < stat01: 1 3 7 5 30 nothing
         = info depth 7 time 10 nodes 3",
    );
}

/// C-118: an engine that lists no games is tried, once.
#[test]
fn unknown_games() {
    check(
        feed(with("ping=1"), "! new xiangqi\n! ping 1"),
        "< Error (unsupported variant): variant xiangqi
         = refused variant xiangqi: unknown game
         ? learned from its complaint: variant xiangqi
         < pong 1
         = pong 1
         w -
         ! new xiangqi
         x refused: engine does not play \"xiangqi\"",
    );
}

/// C-721, C-722, C-723, C-724, C-725, C-726, C-727, C-728, C-729, C-730: old forms, by colour and
/// by who is the computer; C-731: anything may follow.
#[test]
fn legacy_results() {
    let as_white = || feed(playing(), "! place startpos\n! go maxtime 1000\n< move e2e4");
    let as_black = || feed(playing(), "! place startpos e2e4\n! go maxtime 1000\n< move e7e5");
    let claim = |machine: Cecp, line: &str, event: &str| {
        let remark = format!("? Dialect {line:?} in: {line}");
        check(machine, &format!("< {line}\n{remark}\n= {event}"));
    };
    claim(as_white(), "White mates", "claim 1-0 White mates");
    claim(as_white(), "Black mates!", "claim 0-1 Black mates");
    claim(as_white(), "White resigns", "resign");
    claim(as_white(), "Black resigns", "claim 1-0 Black resigns");
    claim(as_white(), "Draw", "claim 1/2-1/2 Draw");
    claim(as_white(), "game is a draw by the 50 move rule", "claim 1/2-1/2 Draw");
    claim(as_white(), "computer mates", "claim 1-0 computer mates");
    claim(as_black(), "computer mates", "claim 0-1 computer mates");
    claim(as_white(), "opponent mates", "claim 0-1 opponent mates");
    claim(as_black(), "computer resigns", "resign");
    claim(as_white(), "checkmate", "claim 1-0 checkmate");
    claim(as_black(), "checkmate", "claim 0-1 checkmate");
}

/// C-605 to C-626: thinking output of every kind (C-612, C-613, C-614, C-615, C-621, C-622).
#[test]
fn thinking_output() {
    let info = |line: &str, event: &str| {
        let searching = feed(playing(), "! place startpos\n! go maxtime 1000");
        check(searching, &format!("< {line}\n= info {event}"));
    };
    info(
        "9 156 1084 48000 Nf3 Nc6 Nc3 Nf6",
        "depth 9 score cp 156 time 10840 nodes 48000 pv g1f3 b8c6 b1c3 g8f6",
    );
    info(
        "9 156 1084 48000 20 44280 0\tNf3",
        "depth 9 seldepth 20 score cp 156 time 10840 nodes 48000 nps 44280 tbhits 0 pv g1f3",
    );
    info("2 -5 1 9 1. e4 e5 2. Nf3", "depth 2 score cp -5 time 10 nodes 9 pv e2e4 e7e5 g1f3");
    info("2 -5 1 9 e2e4 e7e5!", "depth 2 score cp -5 Lower time 10 nodes 9 pv e2e4 e7e5");
    info("2 -5 1 9 e2e4 e7e5?", "depth 2 score cp -5 Upper time 10 nodes 9 pv e2e4 e7e5");
    info("2 100002 1 9 e2e4", "depth 2 score mate 2 time 10 nodes 9 pv e2e4");
    info("2 -100003 1 9 e2e4", "depth 2 score mate -3 time 10 nodes 9 pv e2e4");
    info("2 -100000 1 9 e2e4", "depth 2 score mate 0 time 10 nodes 9 pv e2e4");
    info("2 32000 1 9 e2e4", "depth 2 score cp 32000 time 10 nodes 9 pv e2e4");
    info("3& 14 2 38 d2d4 e7e5", "depth 3 score cp 14 time 2000 nodes 38 pv d2d4 e7e5");
    info("2 14 2 38 e4 e5 <HT>", "depth 2 score cp 14 time 20 nodes 38 pv e2e4 e7e5");
}

/// C-617: a long line in two.
#[test]
fn continuation_lines() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000\n< 2 14 2 38 e4 e5"),
        "<      Nf3 Nc6
         = info depth 2 score cp 14 time 20 nodes 38 pv e2e4 e7e5 g1f3 b8c6",
    );
}

/// C-624, C-625, C-633: words instead of moves.
#[test]
fn words_for_a_line() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< 0 0 0 0 (e4 64%, d4 24%)
         = Note (e4 64%, d4 24%)
         < 0 0 0 0 hash table cleared
         = Note hash table cleared",
    );
}

/// C-623: an engine with White's view.
#[test]
fn white_relative_engine() {
    let mut cecp = playing();
    cecp.profile_mut().score_view.force(ScoreView::First);
    check(
        feed(cecp, "! place startpos e2e4\n! go maxtime 1000"),
        "< 2 30 2 38 e5\n= info depth 2 score cp -30 time 20 nodes 38 pv e7e5",
    );
}

/// C-679, C-680, C-686: status, and signs for the moment.
#[test]
fn status() {
    check(
        feed(playing(), "! place startpos\n! go analyse"),
        "< stat01: 1234 30000 7 5 30 Nf3
         = info depth 7 time 12340 nodes 30000 current g1f3 25/30
         < ++
         < --",
    );
}

/// C-425, C-629: the move that the engine would suggest.
#[test]
fn hints() {
    check(moved(), "< Hint: e5\n= hint e7e5");
}

/// C-426, C-427: book information up to the first line that does not begin with a blank.
#[test]
fn book() {
    check(
        feed(playing(), "! place startpos"),
        "! book
         > bk
         > ping 2
         w Pong
         <  e4 64%
         <  d4 24%
         < pong 2
         = book e2e4 64% d2d4 24%
         w -",
    );
    check(
        feed(with("setboard=1"), "! new\n! place startpos"),
        "! book
         > bk
         w Silence
         <  e4 64%
         ~ timeout
         = book e2e4 64%
         w -",
    );
}

/// C-772 to C-782, C-749, C-786, C-787: words for somebody (C-777, C-780).
#[test]
fn messages() {
    check(
        idle(),
        "< telluser hello  there
         = User hello  there
         < tellusererror Illegal position
         = UserError Illegal position
         < tellopponent hi
         = Opponent hi
         < tellothers hi
         = Others hi
         < tellall hi
         = All hi
         < tellics say hi
         = Server say hi
         < # 1-0 {x}
         = Debug 1-0 {x}
         < warning: no book
         = User warning: no book
         < askuser tag your name?
         = question tag your name?
         ! answer tag Ada  Lovelace
         > tag Ada  Lovelace",
    );
}

/// C-740: words for a server, on a server and elsewhere.
#[test]
fn words_for_a_server() {
    check(
        feed(with("ics=1"), "! opponent - - - human Gary chess.org"),
        "< kibitz Hello from Crafty\n= Server kibitz Hello from Crafty",
    );
    check(idle(), "< kibitz Hello from Crafty\n? not CECP: kibitz Hello from Crafty");
}

/// C-455, C-457, C-459, C-461, C-462, C-463: who the opponent is.
#[test]
fn opponents() {
    check(
        with("ics=1 name=1"),
        "! opponent - 1500 2600 computer Shredder -
         > ics -
         > computer
         > name Shredder
         > rating 2600 1500",
    );
    check(
        with("ping=1"),
        "! opponent - - - computer Shredder
         > computer
         ? engine does not want to know its opponent's name",
    );
    check(with("ping=1"), "! opponent - - - human Gary chess.org\n> name Gary");
    let mut deaf = with("name=1");
    deaf.profile_mut().computer.force(false);
    check(deaf, "! opponent - 1500 2600 computer Shredder -\n> name Shredder\n> rating 2600 1500");
}

/// C-513, C-514: scores for positions.
#[test]
fn scores_of_positions() {
    check(
        playing(),
        "! value 30 startpos e2e4
         > force
         > usermove e2e4
         > setscore 30 100",
    );
    check(with("ping=1"), "! value 30 startpos\nx refused: engine takes no scores of positions");
}

/// C-640 to C-645, C-120: a game of the engine's own. C-646: one that it does not describe.
#[test]
fn described_games() {
    let fen = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";
    check(
        feed(with("ping=1"), "! new losalamos\n! ping 1"),
        &format!(
            "< setup (PN.RQKpn.rqk) 6x6+0_fairy {fen}
             = setup PN.RQKpn.rqk 6x6+0_fairy {fen}
             < piece N& N
             = Piece {{ id: \"N&\", moves: \"N\" }}
             < pong 1
             = pong 1
             w -"
        ),
    );
    check(
        feed(with("ping=1"), "! new losalamos\n! ping 1"),
        "< pong 1
         ? engine did not describe its game \"losalamos\"
         = pong 1
         w -",
    );
}

/// C-520 to C-525, C-650 to C-663: what a person does at a board that asks the engine, and its answers.
/// They do not disturb a search. (C-654, C-655, C-656, C-657, C-658, C-660)
#[test]
fn a_person_at_a_board() {
    check(idle(), "! lift e2\nx refused: engine marks no squares");
    check(
        with("ping=1 setboard=1 highlight=1"),
        "! place e2e4
         ! lift e7
         > new
         > force
         > e2e4
         > lift e7
         < highlight 8/8/4C3/4Tb2/4r3/8/8/8
         = marks e6=Cyan! e5=Transparent! f5=Blue e4=Red
         ! hover e4
         > hover e4
         < highlight 8/8/8/8/8/8/8/8
         = marks
         ! put e4
         > put e4
         < click e5
         = click e5
         < choice QRBN
         = choice QRBN
         < highlight 8/8/8/8/8/8/8/3x4
         ? no colour 'x': highlight 8/8/8/8/8/8/8/3x4",
    );
}

/// C-663: marks that nobody asked for are no error.
#[test]
fn marks() {
    check(
        idle(),
        "< highlight 8/8/8/8/4Y3/4Y3/8/8
         = marks e4=Yellow! e3=Yellow!
         < click e4
         = click e4
         < choice QRBN
         = choice QRBN",
    );
}

/// What CECP has no words for.
#[test]
fn refused_commands() {
    check(idle(), "! debug on\nx refused: CECP has no word for debugging");
    check(idle(), "! register later\nx refused: CECP has no registration");
    check(idle(), "! probe\nx refused: CECP cannot ask what the hash table knows");
    check(feed(playing(), "! place startpos"), "! go perft 3\nx refused: CECP cannot count moves");
}

/// C-033: lines of the user's own.
#[test]
fn console() {
    check(idle(), "! console eval\n> eval");
}
