//! UCCI: the beginning, options, the league, and engines that do not answer.

use super::{MILLIS, check, fresh, idle, playing};
use crate::script::feed;
use ferz_link::host::{Profile, Ucci};
use ferz_referee::Rules;

/// the document's start dialogue.
#[test]
fn start_dialogue() {
    check(
        fresh(),
        "~ start
         > ucci
         w Handshake
         < Welcome to ElephantEye
         ? not UCCI: Welcome to ElephantEye
         < id name ElephantEye 1.6 Beta
         = id name ElephantEye 1.6 Beta
         < id version 3.31
         = id version 3.31
         < id copyright 2004-2006 www.elephantbase.net
         = id copyright 2004-2006 www.elephantbase.net
         < id author Morning Yellow
         = id author Morning Yellow
         < id user ElephantEye Test Team
         = id user ElephantEye Test Team
         < option usemillisec type check default false
         = option usemillisec
         < option usebook type check default true
         = option usebook
         < ucciok
         > setoption usemillisec true
         = ready
         w -
         ! option usebook=false
         > setoption usebook false
         ! place in xiangqi startpos
         > position fen START
         ! go clock 300000 -
         > go time 300000 increment 0
         < info depth 6 score 4 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7
         = info depth 6 score cp 4 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7
         < info nodes 5000000 time 5000
         = info time 5000 nodes 5000000
         < bestmove b0c2 ponder b9c7
         = best b0c2 ponder b9c7",
    );
}

/// nothing but `ucciok` is needed; then times are in seconds.
#[test]
fn only_ucciok() {
    check(
        fresh(),
        "~ start
         > ucci
         w Handshake
         <  ucciok
         ? WhiteSpace \" ucciok\" in:  ucciok
         = ready
         w -",
    );
}

/// no `ucciok`.
#[test]
fn mute_at_start() {
    check(
        feed(fresh(), "~ start"),
        "! new xiangqi
         x refused: engine takes no commands now
         ~ timeout
         ? engine does not respond: no ucciok
         = gone
         w -
         ! new xiangqi
         x refused: engine is gone",
    );
}

/// the league's order, to an engine that knows no more than the
/// league demands.
#[test]
fn league() {
    let league = || {
        let profile = Profile { league: true, ..Profile::default() };
        Ucci::new(profile, Some(Box::new(Rules)))
    };
    check(
        league(),
        "~ start
         > ucci
         w Handshake
         < ucciok
         > setoption promotion false
         > setoption ponder false
         > setoption newgame
         = ready
         w -
         ! new xiangqi
         ! place in xiangqi startpos
         > position fen START
         ! go clock 300000/500 290500/500
         > go time 300 increment 0 opptime 290 oppincrement 0
         < bestmove h2e2
         = best h2e2
         ! place in xiangqi startpos h2e2 h7e7
         > position fen START moves h2e2 h7e7
         ! go draw clock 300000/1000 290500/1000
         > go draw time 300 increment 1 opptime 290 oppincrement 1
         < bestmove h0g2 draw
         = best h0g2 draw
         ! ping 4
         ? engine knows no isready: answered for it
         = pong 4
         ! new xiangqi-promotion
         > setoption promotion true
         > setoption newgame
         ! quit
         > quit
         w Exit
         ~ timeout
         ? engine does not respond: no end after quit
         = gone
         w -",
    );
    check(
        feed(league(), "~ start\n< option usemillisec type check default true"),
        "< ucciok
         > setoption promotion false
         > setoption ponder false
         > setoption newgame
         > setoption usemillisec true
         = ready
         w -",
    );
}

/// the lines of a configuration file, after the handshake.
#[test]
fn configuration_file() {
    let setup = vec!["setoption bookfiles my book.dat".into(), "setoption style risky".into()];
    let profile = Profile { setup, ..Profile::default() };
    check(
        feed(Ucci::new(profile, Some(Box::new(Rules))), "~ start"),
        "< ucciok
         > setoption bookfiles my book.dat
         > setoption style risky
         = ready
         w -",
    );
}

/// `newgame` for every engine, and its time to do what it does.
#[test]
fn new_game() {
    check(
        idle(&[MILLIS]),
        "! new xiangqi
         > setoption newgame
         ! place in xiangqi startpos
         > isready
         w Pong
         < readyok
         > position fen START
         w -",
    );
}

/// an engine that does not know `isready` is asked once.
#[test]
fn no_isready() {
    check(
        idle(&[]),
        "! new xiangqi
         > setoption newgame
         ! place in xiangqi startpos
         > isready
         w Pong
         ! ping 7
         ~ timeout
         ? engine does not know isready: it is not asked again
         = pong 7
         > position fen START
         w -
         ! ping 8
         ? engine knows no isready: answered for it
         = pong 8
         ! go depth 1
         > go depth 1",
    );
}

/// one that has answered before and does no more hangs.
#[test]
fn mute_when_asked() {
    check(
        feed(idle(&[]), "! ping 1\n< readyok"),
        "! ping 2
         > isready
         w Pong
         ~ timeout
         ? engine does not respond: no readyok
         = gone
         w -",
    );
}

/// no `bestmove` after `stop`.
#[test]
fn mute_when_stopped() {
    check(
        playing(),
        "! go analyse
         > go infinite
         ! stop
         > stop
         w StopMove
         ~ timeout
         ? engine does not respond: no bestmove after stop
         = gone
         w -",
    );
}

/// `quit` waits for the end of a search; `bye` is not the end of the process.
#[test]
fn quit_in_search() {
    check(
        feed(playing(), "! go depth 9"),
        "! quit
         > stop
         w StopMove
         < info depth 3 score 1 pv h2e2
         = info depth 3 score cp 1 pv h2e2
         < bestmove h2e2
         > quit
         w Exit
         < bye
         w Exit
         ~ eof
         = gone
         w -",
    );
    check(
        feed(playing(), "! go depth 9\n! quit"),
        "~ timeout
         ? engine does not respond: no bestmove after stop
         > quit
         w Exit
         ! quit
         ~ timeout
         ? engine does not respond: no end after quit
         = gone
         w -",
    );
}

/// `quit` when idle.
#[test]
fn quit() {
    check(idle(&[]), "! quit\n> quit\nw Exit\n< bye\nw Exit\n~ eof\n= gone\nw -");
    check(idle(&[]), "< bye\n? bye without quit");
}

/// the engine ends within a search.
#[test]
fn crash_in_search() {
    check(
        feed(playing(), "! go depth 9"),
        "~ eof
         = gone
         < bestmove h2e2
         ? said when gone: bestmove h2e2",
    );
}

/// lines that mean nothing. X-193 of others: `readyok` that nobody asked for.
#[test]
fn noise() {
    check(
        idle(&[]),
        "< Unknown command: foo
         ? not UCCI: Unknown command: foo
         <
         < readyok
         ? readyok without isready
         < ucciok
         ? ucciok out of turn",
    );
}

/// declarations of every kind and order.
#[test]
fn declarations() {
    check(
        idle(&[]),
        "< option caption type label
         = option caption
         ! option caption=1
         x refused: option \"caption\" does not take \"1\": it is a caption
         < option style type combo var solid var normal var risky default normal
         = option style
         ! option style=RISKY
         > setoption style risky
         ! option style=wild
         x refused: option \"style\" does not take \"wild\": not among its choices
         < option hashsize type spin min 0 max 1024 default 0
         = option hashsize
         ! option hashsize=0
         > setoption hashsize 0
         < option threads type spin default 0 min 0 max 32
         = option threads
         ! option threads=33
         x refused: option \"threads\" does not take \"33\": not within 0 to 32
         < option bookfiles type string default BOOK A.DAT;B.DAT
         = option bookfiles
         ! option bookfiles=
         > setoption bookfiles
         ! option bookfiles=C:\\My Books\\a.dat;b.dat
         > setoption bookfiles C:\\My Books\\a.dat;b.dat
         < option newgame type button
         = option newgame
         ! option newgame
         > setoption newgame
         < option name useegtb type check default true
         ? Dialect \"name\" in: option name useegtb type check default true
         = option useegtb
         ! option useegtb=off
         > setoption useegtb false
         < option repetition type combo var alwaysdraw var asianrule default asianrule
         = option repetition
         ! option repetition=alwaysdraw
         > setoption repetition alwaysdraw
         < option selectivity type spin min 0 max 3 default 0
         = option selectivity
         ! option selectivity=2
         > setoption selectivity 2",
    );
}

/// never in batch mode. X-156: the unit may be changed back.
#[test]
fn settings_of_the_conversation() {
    check(
        feed(idle(&[MILLIS, "batch type check default false"]), "! place in xiangqi startpos"),
        "! option batch=true
         x refused: batch mode is not for games
         ! option batch=false
         > setoption batch false
         ! option usemillisec=false
         > setoption usemillisec false
         ! go clock 5900/1900 -
         > go time 5 increment 1",
    );
}

/// more output for developers, where there is a switch.
#[test]
fn debug() {
    check(idle(&["debug type check default false"]), "! debug on\n> setoption debug true");
    check(idle(&[]), "! debug on\nx refused: engine has no option \"debug\"");
}

/// the game with promotion, where the engine knows it.
#[test]
fn promotion() {
    check(
        idle(&[]),
        "! new xiangqi-promotion\nx refused: engine does not play \"xiangqi-promotion\"",
    );
    check(
        idle(&["promotion type check default false"]),
        "! new xiangqi-promotion
         > setoption promotion true
         > setoption newgame
         ! new xiangqi
         > setoption promotion false
         > setoption newgame
         ! place in xiangqi-promotion startpos
         > setoption promotion true
         > isready
         w Pong
         < readyok
         > position fen START
         w -",
    );
}

/// UCCI is for one game; an engine of many has its own choice.
#[test]
fn other_games() {
    check(idle(&[]), "! new normal\nx refused: engine does not play \"normal\"");
    let fairy = ["UCI_Variant type combo default xiangqi var chess var minixiangqi var xiangqi"];
    check(
        idle(&fairy),
        "! new minixiangqi
         > setoption UCI_Variant minixiangqi
         > setoption newgame
         ! new xiangqi
         > setoption UCI_Variant xiangqi
         > setoption newgame
         ! new atomic
         x refused: engine does not play \"atomic\"",
    );
}

/// What UCCI cannot say is refused, or logged.
#[test]
fn not_in_ucci() {
    check(playing(), "! pause\nx refused: UCCI cannot pause an engine");
    check(playing(), "! book\nx refused: UCCI cannot ask for book moves");
    check(playing(), "! register later\nx refused: UCCI has no registration");
    check(playing(), "! value 5 startpos\nx refused: UCCI takes no scores of positions");
    check(playing(), "! over 1-0\n? UCCI does not tell engines that a game is over");
    check(
        playing(),
        "! opponent - - - computer X\n? UCCI does not tell engines who the opponent is",
    );
}

/// A line that only this engine knows, and its answer as it is.
#[test]
fn console() {
    check(
        playing(),
        "! console d
         > d
         <  +---+
         = Console  +---+
         ! go depth 1
         > go depth 1
         < Key: 1
         ? not UCCI: Key: 1",
    );
}
