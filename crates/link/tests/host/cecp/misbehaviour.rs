//! CECP: engines that are late, deaf, wrong or of another age.

use super::{fresh, idle, moved, playing, with};
use crate::script::{check, feed};
use ferz_link::host::HostHalf;

/// C-357, C-548: a second complaint about a position that was given up is not about the next one.
#[test]
fn late_complaints() {
    check(
        feed(playing(), "! place startpos e2e4 e7e5\n! go maxtime 1000\n< Illegal move: e7e5"),
        "! place startpos d2d4
         ! go maxtime 1000
         > new
         > st 1
         > post
         > easy
         > ping 4
         > usermove d2d4
         < Error (unknown command): e7e5
         ? late: illegal move: unknown command: e7e5
         < pong 2
         w Pong
         < pong 3
         w Pong
         < pong 4
         w -
         < move d7d5
         = best d7d5",
    );
}

/// C-357, C-816: a move that was under way when the game was over.
#[test]
fn late_move_before_pong() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000\n! over 0-1 time"),
        "< move e2e4
         = best e2e4
         < pong 2
         w -",
    );
    check(
        feed(moved(), "! new\n! ping 4"),
        "< move e2e4
         ? late: move e2e4
         < 1-0 {White mates}
         ? no game is on: 1-0 {White mates}
         < pong 2
         = pong 4
         w -",
    );
}

/// C-361, C-574: without `ping`, a move that comes late is taken back.
#[test]
fn late_move_without_ping() {
    check(
        feed(
            with("usermove=1"),
            "! new\n! place startpos\n! go maxtime 1000\n< move e2e4\n! over *",
        ),
        "< move d2d4
         ? late: move d2d4
         > undo",
    );
}

/// C-573, C-574: moves out of turn are none, and the board is set up anew.
#[test]
fn move_out_of_turn() {
    check(
        moved(),
        "< move d2d4
         ? out of turn: move d2d4
         ! place startpos e2e4 e7e5
         ! go clock 290000 295000
         > new
         > force
         > usermove e2e4
         > usermove e7e5
         > level 0 4:50 0
         > post
         > easy
         > ping 2
         > time 29000
         > otim 29500
         > go
         w Pong
         < move g1f3
         ? late: move g1f3
         < pong 2
         w -
         < move d2d4
         = best d2d4
         ! place startpos e2e4 e7e5 d2d4 d7d5
         ! go clock 280000 295000
         > ping 3
         > time 28000
         > otim 29500
         > usermove d7d5
         w Pong",
    );
}

/// C-574: an illegal move is reported as it came.
#[test]
fn illegal_move_of_the_engine() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "< move e2e5
         ? illegal move of the engine: e2e5
         = best e2e5",
    );
}

/// C-323, C-548, C-739: the engine does not make our move.
#[test]
fn illegal_move_says_the_engine() {
    let searching = || feed(moved(), "! place startpos e2e4 e7e5\n! go clock 290000 295000");
    check(
        searching(),
        "< Illegal move (in check): e7e5
         = refused e7e5: illegal move: in check
         > force
         > ping 2
         = best none
         w Pong
         < pong 2
         w -",
    );
    check(
        searching(),
        "< illegal move (no matching move)e7e5
         ? Dialect \"illegal move\" in: illegal move (no matching move)e7e5
         = refused e7e5: illegal move: no matching move
         > force
         > ping 2
         = best none
         w Pong",
    );
    check(
        searching(),
        "< Error (ambiguous move): e7e5
         = refused e7e5: illegal move: ambiguous move
         > force
         > ping 2
         = best none
         w Pong",
    );
}

/// C-300, C-555, C-556, C-819: complaints from which something is learned.
#[test]
fn complaints() {
    let quiet = |complaint: &str| {
        let text = complaint.rsplit(": ").next().unwrap();
        let cecp = feed(moved(), &format!("< {complaint}"));
        check(moved(), &format!("< {complaint}\n? learned from its complaint: {text}"));
        cecp
    };
    assert!(!quiet("Error (unknown command): time 5").profile().time.yes());
    assert!(!quiet("Error (unknown command): otim").profile().time.yes());
    assert!(!quiet("Error (unknown command): draw").profile().draw.yes());
    assert!(!quiet("Error (unknown command): nps").profile().nps.yes());
    assert!(!quiet("Error (unknown command): ?").profile().move_now.yes());
    check(moved(), "< Error (unknown command): computer\n? learned from its complaint: computer");
    check(moved(), "< Error (too fast): hurry\n= refused hurry: too fast");
}

/// C-708, C-709: GNU Chess 4 knows neither `sd` nor `st`.
#[test]
fn gnu_chess_4() {
    check(
        feed(fresh(), "~ start\n~ timeout\n! new\n! place startpos\n! go maxtime 90000 depth 4"),
        "< Illegal move: st
         ? learned from its complaint: st
         < Illegal move: sd
         ? learned from its complaint: sd
         < 1. ... e2e4
         ? Dialect \"1. ... e2e4\" in: 1. ... e2e4
         = best e2e4
         ! place startpos e2e4 e7e5
         ! go maxtime 90000 depth 4
         > level 1 1:30
         > depth
         > 4
         > e7e5",
    );
}

/// C-734: prompts of GNU Chess.
#[test]
fn prompts() {
    check(
        feed(idle(), "! ping 8"),
        "< White (3) : Black (12) : pong 1
         = pong 8
         w -
         < White (x) : pong 2
         ? not CECP: White (x) : pong 2",
    );
}

/// An engine without any depth limit is watched.
#[test]
fn gnu_chess_6() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 90000 depth 2"),
        "< Invalid move: sd 2
         ? learned from its complaint: sd 2
         < move e2e4
         = best e2e4
         ! place startpos e2e4 e7e5
         ! go maxtime 90000 depth 2
         > depth
         > 2
         > usermove e7e5
         < Invalid move: depth
         ? learned from its complaint: depth
         < Invalid move: 2
         = refused 2: taken for a move
         < Invalid move:
         ? engine takes an empty line for a move
         < 2 20 0 40 d4
         = info depth 2 score cp 20 time 0 nodes 40 pv d2d4
         < 3 20 0 60 d4
         > ?
         = info depth 3 score cp 20 time 0 nodes 60 pv d2d4
         < move d2d4
         = best d2d4",
    );
}

/// An engine that promised `ping` and does not know it.
#[test]
fn broken_promise_of_ping() {
    check(
        feed(idle(), "! ping 8"),
        "< Error (unknown command): ping
         = pong 8
         ? learned from its complaint: ping
         w -",
    );
}

/// An engine that promised `setboard` and does not know it gets its position by `edit`.
#[test]
fn broken_promise_of_setboard() {
    check(
        feed(playing(), "! place fen 4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n! go maxtime 1000"),
        "< Error (unknown command): setboard
         = refused setboard: no setboard
         > force
         > ping 3
         = best none
         ? learned from its complaint: setboard
         < pong 2
         w Pong
         < pong 3
         w -
         ! go maxtime 1000
         > new
         > force
         > edit
         > #
         > Pa2
         > Ke1
         > c
         > Ke8
         > .
         > st 1
         > post
         > easy
         > ping 4
         > go
         w Pong",
    );
}

/// C-741, C-742, C-743, C-744, C-745, C-746: the shell could not start the engine. C-747: later
/// these are only words.
#[test]
fn failures_of_the_shell() {
    for line in [
        "ssh: unknown host gnu",
        "No remote directory",
        "sh: fairymax: not found",
        "No such file or directory",
        "can't alloc 1 byte",
        "Permission denied",
    ] {
        let transcript = format!("< {line}\n= UserError {line}\n= gone\nw -");
        check(feed(fresh(), "~ start"), &transcript);
        let later = format!("< {line}\n? not CECP: {line}");
        check(feed(fresh(), "~ start\n< feature ping=1"), &later);
    }
}

/// C-631, C-735, C-748, C-817, C-818: lines that mean nothing now.
#[test]
fn noise() {
    check(
        idle(),
        "< White pieces are mine
         ? Dialect \"White pieces are mine\" in: White pieces are mine
         ? no game is on: White pieces are mine
         < 5 20 100 4000 e4
         ? thinking output without a search: 5 20 100 4000 e4
         < resign
         ? no game is on: resign
         < stat01: 1 2 3 4 5
         ? status without a search: stat01: 1 2 3 4 5
         < book.bin not found
         ? not CECP: book.bin not found
         < (only move) e2e4
         ? not CECP: (only move) e2e4
         <      more of nothing
         ? continues nothing:      more of nothing",
    );
}

/// C-573: its last move comes once more when the next search has begun.
#[test]
fn the_last_move_again() {
    let searching = || {
        let next = "! place startpos e2e4 e7e5\n! go clock 290000 295000\n< move e2e4";
        feed(moved(), next)
    };
    check(
        searching(),
        "< 1 5 0 1 d2d4
         ? that move was out of turn: the search goes on
         = info depth 1 score cp 5 time 0 nodes 1 pv d2d4
         w -
         < move d2d4
         = best d2d4
         ! place startpos e2e4 e7e5 d2d4 d7d5
         ! go clock 280000 295000
         > ping 2
         > time 28000
         > otim 29500
         > usermove d7d5
         w Pong",
    );
    let believed = "~ timeout\n? illegal move of the engine: e2e4\n= best e2e4\nw -";
    check(searching(), believed);
    check(
        feed(moved(), "! place startpos e2e4 e7e5\n! go clock 290000 295000"),
        "< move e2e4\n? its last move again: e2e4\nw Silence",
    );
}

/// C-394: the position that was set up is none for this engine.
#[test]
fn illegal_position() {
    check(
        feed(playing(), "! place fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n! go maxtime 1000"),
        "< tellusererror Illegal position
         = UserError Illegal position
         = refused setboard: illegal position
         > force
         > ping 3
         = best none",
    );
}

/// C-570: coordinates in any case.
#[test]
fn capitals() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 1000");
    check(searching(), "< move E2E4\n= best e2e4");
    let promotes = "! place fen k7/4P3/8/8/8/8/8/K7 w - - 0 1\n! go maxtime 1000\n< pong 2";
    check(feed(playing(), promotes), "< move E7E8Q\n= best e7e8q");
}

/// C-431, C-573: a move in analysis is none.
#[test]
fn move_in_analysis() {
    check(
        feed(playing(), "! place startpos\n! go analyse"),
        "< move e2e4
         ? out of turn: move e2e4",
    );
}

/// C-360, C-815: the engine hangs while its search is being closed.
#[test]
fn hangs_after_exit() {
    check(
        feed(playing(), "! place startpos\n! go analyse\n! stop"),
        "~ timeout
         ? engine does not respond: waited for Pong
         = gone
         w -",
    );
}

/// C-596: the process ends within a game.
#[test]
fn crash() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "~ eof
         = gone
         < move e2e4
         ? said when gone: move e2e4",
    );
}

/// C-042, C-043, C-044: an old engine that wants it is interrupted before each line on its own move,
/// and once while it may be pondering or analysing.
#[test]
fn interrupts() {
    let old = || {
        let mut cecp = feed(with("colors=0 usermove=1"), "! new\n! option Ponder=true");
        cecp.profile_mut().interrupts = true;
        cecp
    };
    check(
        feed(old(), "! place startpos\n! go clock 60000 60000"),
        "! stop
         ^
         > ?
         w StopMove
         < move e2e4
         = best e2e4
         w -
         ! draw
         ^
         > draw
         ! opponent - 2000 2100 computer -
         > computer
         > rating 2100 2000
         ! place startpos e2e4 e7e5
         ! go clock 60000 60000
         > time 6000
         > otim 6000
         > usermove e7e5",
    );
    check(
        feed(old(), "! option Ponder=false\n! place startpos\n! go analyse"),
        "! stop
         ^
         > exit
         w Silence",
    );
}

/// C-047: nobody is interrupted who has not asked for it, or has forbidden it.
#[test]
fn no_interrupts() {
    let thinking = "! new\n! place startpos\n! go clock 60000 60000";
    check(feed(with("ping=1"), thinking), "! stop\n> ?");
    let mut cecp = feed(with("ping=1 sigint=0"), thinking);
    cecp.profile_mut().interrupts = true;
    check(cecp, "! stop\n> ?");
}

/// C-434: nothing is taken back while the engine is on move, and never by `remove`.
#[test]
fn taking_back() {
    check(
        feed(playing(), "! place startpos\n! go clock 60000 60000"),
        "! place startpos d2d4
         x refused: searching
         < move e2e4
         = best e2e4
         ! place startpos e2e4 e7e5
         ! go clock 60000 60000
         > time 6000
         > otim 6000
         > usermove e7e5
         < move g1f3
         = best g1f3
         ! place startpos e2e4 e7e5
         ! go clock 60000 60000
         > force
         > undo
         > ping 2
         > time 6000
         > otim 6000
         > go
         w Pong
         < pong 2
         w -",
    );
}
