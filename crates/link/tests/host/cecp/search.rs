//! CECP: searches of all kinds, their ends, pings.

use super::{idle, moved, playing, with};
use crate::script::{check, feed};
use ferz_link::host::HostHalf;

/// C-340, C-343: `?` ends a search with a move.
#[test]
fn stopping() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 60000");
    check(
        searching(),
        "! stop
         > ?
         w StopMove
         < move e2e4
         = best e2e4
         w -
         ! stop
         x refused: not searching",
    );
}

/// C-343: an engine that ignores `?` is taken off its search; its last main line has a move.
#[test]
fn stopping_the_deaf() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 60000\n< 1 20 0 40 d4 d5");
    check(
        searching(),
        "! stop
         > ?
         w StopMove
         ~ timeout
         ? engine does not move when told to: taken off its search
         > force
         > ping 2
         w Pong
         < pong 2
         = best d2d4 ponder d7d5
         w -
         ! place startpos d2d4 d7d5
         ! go maxtime 60000
         > usermove d2d4
         > usermove d7d5
         > ping 3
         > go
         w Pong
         < pong 3
         w -",
    );
    let mut cecp = searching();
    cecp.profile_mut().move_now.force(false);
    check(cecp, "! stop\n> force\n> ping 2\nw Pong\n< move e2e4\n= best e2e4\n< pong 2\nw -");
}

/// C-670, C-678, C-692: analysis, ended with the best line's move. C-682, C-683: its lines tell how it
/// stands, so the engine is never asked by `.`, let alone twice.
#[test]
fn analysis() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go analyse
         > force
         > usermove e7e5
         > analyze
         < 5 20 100 4000 Nf3 Nc6
         = info depth 5 score cp 20 time 1000 nodes 4000 pv g1f3 b8c6
         ! ping 9
         > ping 2
         w Pong
         < pong 2
         = pong 9
         w -
         ! stop
         > exit
         > ping 3
         w Pong
         < 6 21 200 8000 Bc4 Nc6
         = info depth 6 score cp 21 time 2000 nodes 8000 pv f1c4 b8c6
         < pong 3
         = best f1c4 ponder b8c6
         w -",
    );
}

/// Analysis that said nothing ends with some legal move.
#[test]
fn analysis_without_a_line() {
    check(
        feed(playing(), "! place fen k7/8/1K6/8/8/8/8/8 b - - 0 1\n! go analyse\n! stop"),
        "< pong 2\n= best a8b8\nw -",
    );
}

/// C-361: without `ping`, a short silence instead.
#[test]
fn analysis_without_ping() {
    check(
        feed(with("colors=0"), "! new\n! place startpos\n! go analyse\n< 1 20 0 40 d4"),
        "! stop
         > exit
         w Silence
         ~ timeout
         = best d2d4
         w -",
    );
}

/// C-116, C-671, C-554: no analysis.
#[test]
fn engines_without_analysis() {
    check(
        feed(with("analyze=0"), "! new\n! place startpos"),
        "! go analyse\nx refused: engine cannot analyse",
    );
    check(
        feed(with("ping=1"), "! new\n! ping 1\n< pong 1\n! place startpos\n! go analyse"),
        "< Error (unknown command): analyze
         = refused analyze: no analysis
         = best none
         ? learned from its complaint: analyze
         ! go analyse
         x refused: engine cannot analyse",
    );
}

/// C-440, C-441, C-706: pondering is the engine's own; the guess is only played when it comes.
#[test]
fn pondering() {
    let ponders = || feed(moved(), "! option Ponder=true\n! place startpos e2e4 e7e5");
    check(
        moved(),
        "! option Ponder=true
         > hard
         ! place startpos e2e4 e7e5
         ! go ponder clock 290000 295000
         ? CECP's engines ponder by themselves, and on a move of their own
         < 5 20 100 4000 Nf3
         = info depth 5 score cp 20 time 1000 nodes 4000 pv g1f3
         ! ping 7
         > ping 2
         w Pong
         < pong 2
         = pong 7
         w -
         ! hit
         > time 29000
         > otim 29500
         > usermove e7e5
         < move g1f3
         = best g1f3",
    );
    check(
        feed(ponders(), "! go ponder clock 290000 295000\n< 5 20 100 4000 Nf3"),
        "! stop
         = best g1f3
         ! place startpos e2e4 c7c5
         ! go clock 280000 295000
         > time 28000
         > otim 29500
         > usermove c7c5",
    );
    check(moved(), "! hit\nx refused: not pondering");
}

/// C-264 of the other protocol's kind: nothing is placed while a search runs.
#[test]
fn busy() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000"),
        "! place startpos e2e4
         x refused: searching
         ! new
         x refused: searching
         ! go maxtime 1000
         x refused: searching
         ! stop
         > ?
         w StopMove
         ! stop
         x refused: stopping already",
    );
    check(playing(), "! go maxtime 1000\nx refused: no position");
}

/// C-353, C-356: a thinking engine is not asked, nor one that knows no `ping`.
#[test]
fn pings_answered_for_the_engine() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 60000"),
        "! ping 5
         ? a thinking engine answers no ping: answered for it
         = pong 5
         ! ping 6
         = pong 6",
    );
    check(
        with("setboard=1"),
        "! ping 5
         ? engine knows no ping: answered for it
         = pong 5",
    );
}

/// C-358, C-360: each number once; the wrong one is none; no answer means that the engine hangs.
#[test]
fn ping_numbers() {
    check(
        idle(),
        "! ping 70
         > ping 1
         w Pong
         ! ping 71
         > ping 2
         < pong 3
         ? pong 3 without its ping
         < pong 1
         = pong 70
         w Pong
         < pong 2
         = pong 71
         w -
         ! ping 72
         > ping 3
         w Pong
         ~ timeout
         ? engine does not respond: waited for Pong
         = gone
         w -",
    );
}

/// C-470: pausing.
#[test]
fn pausing() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "! pause\n> pause\n! resume\n> resume",
    );
    check(with("ping=1"), "! pause\nx refused: engine cannot pause");
}

/// C-048, U-306: quitting, and the end of the output.
#[test]
fn quit() {
    check(
        feed(playing(), "! place startpos\n! go maxtime 1000"),
        "! quit
         > quit
         w Exit
         < move e2e4
         ? out of turn: move e2e4
         ~ eof
         = gone
         w -
         ! new
         x refused: engine is gone",
    );
}
