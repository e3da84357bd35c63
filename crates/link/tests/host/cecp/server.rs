//! CECP on a chess server: what the engine is told there, what of it is for others, bughouse.

use super::{idle, with};
use crate::script::{check, feed};

/// C-785: the game, then who plays, then the position, then the clocks.
#[test]
fn start_of_a_game() {
    check(
        with("variants=\"normal,crazyhouse\" ping=1 setboard=1 usermove=1 name=1 ics=1"),
        "! new crazyhouse
         > new
         > variant crazyhouse
         ! opponent - 1800 2000 computer Joe freechess.org
         > ics freechess.org
         > computer
         > name Joe
         > rating 2000 1800
         ! place in crazyhouse startpos e2e4 e7e5
         ! go clock 180000/2000 180000/2000
         > force
         > usermove e2e4
         > usermove e7e5
         > level 0 3 2
         > post
         > easy
         > ping 1
         > black
         > time 18000
         > otim 18000
         > white
         > go
         w Pong",
    );
}

/// C-784: moves, offers, resignations and results go both ways.
#[test]
fn relay() {
    let game = || {
        let start =
            "! opponent - - - - Joe freechess.org\n! new\n! ping 1\n< pong 1\n! place startpos";
        feed(idle(), &format!("{start}\n! go clock 180000/2000 180000/2000"))
    };
    check(
        game(),
        "< tellics set 1 I am a computer
         = Server set 1 I am a computer
         < offer draw
         < move e2e4
         = best e2e4 draw",
    );
    check(game(), "< resign\n= best none resign");
    check(
        game(),
        "< move e2e4
         = best e2e4
         ! draw
         > draw
         ! over 0-1 White forfeits on time
         > force
         > result 0-1 {White forfeits on time}",
    );
}

/// C-538, C-774 to C-776, C-781, C-782: whom the engine talks to.
#[test]
fn messages() {
    check(
        idle(),
        "< tellics ptell I mate in 2
         = Partner I mate in 2
         < tellics finger joe
         = Server finger joe
         < tellicsnoalias finger joe
         = ServerVerbatim finger joe
         < tellopponent hello
         = Opponent hello
         < tellothers a pawn up
         = Others a pawn up
         < tellall good game
         = All good game",
    );
}

/// C-530, C-532 to C-534: without a server and without a partner there is no bughouse.
#[test]
fn bughouse() {
    let engine = || with("variants=\"normal,bughouse\" ping=1 setboard=1 usermove=1");
    check(
        engine(),
        "! new bughouse
         x refused: bughouse needs a partner
         ! opponent - - - - - freechess.org
         ! new bughouse
         > new
         > variant bughouse",
    );
    check(
        engine(),
        "! partner Jane
         > partner Jane
         ! new bughouse
         > new
         > variant bughouse
         ! ptell sit
         > ptell sit
         ! partner
         > partner
         ! new bughouse
         x refused: bughouse needs a partner",
    );
}

/// C-535, C-536: where only hands have changed they are told alone; where more has, all is.
#[test]
fn holding() {
    let after_the_knight = |hands: &str| {
        format!(
            "in bughouse fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[{hands}] b KQkq - 1 2"
        )
    };
    check(
        with("variants=\"normal,bughouse\" ping=1 setboard=1 usermove=1 colors=0"),
        &format!(
            "! partner Jane
             > partner Jane
             ! new bughouse
             > new
             > variant bughouse
             ! place in bughouse startpos e2e4 e7e5
             ! go maxtime 1000
             > force
             > usermove e2e4
             > usermove e7e5
             > st 1
             > post
             > easy
             > ping 1
             > go
             w Pong
             < pong 1
             w -
             < move g1f3
             = best g1f3
             ! place {} | b8c6
             ! go maxtime 1000
             > holding [PP] [RN]
             > ping 2
             > usermove b8c6
             w Pong
             < pong 2
             w -
             < move P@h3
             = best P@h3
             ! place {} | N@h6
             ! go maxtime 1000
             > force
             > setboard {}
             > usermove N@h6
             > ping 3
             > go
             w Pong",
            after_the_knight("PPrn"),
            after_the_knight("PPrnqq"),
            after_the_knight("PPrnqq").trim_start_matches("in bughouse fen "),
        ),
    );
}
