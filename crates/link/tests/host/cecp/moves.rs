//! CECP: the engine's board: moves, take-backs, set-ups, spelling.

use super::{fresh, idle, moved, playing, with};
use crate::script::{check, feed};
use ferz_link::host::{Cecp, Profile};

/// C-200, C-700, C-297, C-301: the opponent's move starts the search.
#[test]
fn moves_of_a_game() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 290000 295000
         > time 29000
         > otim 29500
         > usermove e7e5
         < move g1f3
         = best g1f3",
    );
}

/// C-181: after `new` the engine answers as Black.
#[test]
fn black_from_the_start() {
    check(
        playing(),
        "! place startpos e2e4
         ! go clock 300000 300000
         > level 0 5 0
         > post
         > easy
         > time 30000
         > otim 30000
         > usermove e2e4
         < move e7e5
         = best e7e5",
    );
}

/// C-505 to C-508, C-512: root moves.
#[test]
fn root_moves() {
    check(
        moved(),
        "! place startpos e2e4 e7e5
         ! go clock 290000 295000 only g1f3 f1c4
         > force
         > usermove e7e5
         > exclude all
         > include g1f3
         > include f1c4
         > ping 2
         > time 29000
         > otim 29500
         > go
         w Pong
         < pong 2
         w -",
    );
    check(
        feed(playing(), "! place startpos"),
        "! go maxtime 1000 without e2e4\n> st 1\n> post\n> easy\n> exclude e2e4\n> go",
    );
    check(
        feed(with("ping=1"), "! new\n! place startpos"),
        "! go maxtime 1000 without e2e4\nx refused: engine cannot leave out moves",
    );
}

/// C-509: what was left out comes back, also where the position stays.
#[test]
fn root_moves_of_one_search() {
    check(
        feed(playing(), "! place startpos\n! go analyse without e2e4\n! stop\n< pong 2"),
        "! go maxtime 1000
         > st 1
         > include all
         > go",
    );
}

/// C-429, C-430: what the engine has played and the game has not is taken back.
#[test]
fn taking_back() {
    check(
        moved(),
        "! place startpos d2d4 d7d5
         ! go clock 290000 295000
         > force
         > undo
         > usermove d2d4
         > usermove d7d5
         > ping 2
         > time 29000
         > otim 29500
         > go
         w Pong
         < pong 2
         w -",
    );
}

/// C-330: a passed turn is told as the position after it.
#[test]
fn passes() {
    check(
        feed(playing(), "! place startpos e2e4 @@@@"),
        "! go maxtime 1000
         > force
         > setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2
         > st 1
         > post
         > easy
         > ping 2
         > go
         w Pong
         < pong 2
         w -",
    );
}

/// C-390, C-396, C-397: positions by `setboard`, and back to a game from the start.
#[test]
fn jumping() {
    check(
        moved(),
        "! place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1 | e8e7
         ! go maxtime 1000
         > force
         > setboard 4k3/8/8/8/8/8/P7/4K3 b - - 0 1
         > usermove e8e7
         > st 1
         > ping 2
         > go
         w Pong
         < pong 2
         w -
         < move a2a4
         = best a2a4
         ! place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1 | e8e7 a2a4 e7e6
         ! go maxtime 1000
         > usermove e7e6
         < move a4a5
         = best a4a5
         ! place startpos e2e4
         ! go maxtime 1000
         > force
         > setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
         > usermove e2e4
         > ping 3
         > go
         w Pong
         < pong 3
         w -",
    );
}

/// C-407, C-701, C-702, C-703, C-704: version 1 gets its positions by `edit` and its colours by
/// name.
#[test]
fn edit_and_colours() {
    let old = || feed(fresh(), "~ start\n~ timeout\n! new");
    check(
        feed(old(), "! place fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1"),
        "! go clock 60000 60000
         > new
         > force
         > a2a3
         > edit
         > #
         > Pa2
         > Ke1
         > c
         > Ke8
         > .
         > level 0 1 0
         > post
         > easy
         > white
         > time 6000
         > otim 6000
         > black
         > go",
    );
    check(
        feed(old(), "! place startpos"),
        "! go clock 60000 60000
         > level 0 1 0
         > post
         > easy
         > black
         > time 6000
         > otim 6000
         > white
         > go",
    );
    check(
        feed(old(), "! place startpos"),
        "! go maxtime 1000\n> st 1\n> post\n> easy\n> white\n> go",
    );
}

/// C-203: no colours for who forbade them.
#[test]
fn no_colours() {
    check(feed(playing(), "! place startpos"), "! go maxtime 1000\n> st 1\n> post\n> easy\n> go");
}

/// C-108, C-322, C-331, C-821: moves in SAN, unambiguous.
#[test]
fn san() {
    check(
        feed(with("san=1 usermove=1 colors=0"), "! new\n! place startpos d2d4 d7d5 b1d2 g8f6"),
        "! go maxtime 1000
         > force
         > usermove d4
         > usermove d5
         > usermove Nd2
         > usermove Nf6
         > st 1
         > post
         > easy
         > go
         < move Ngf3
         = best g1f3",
    );
    let nobody = Cecp::new(Profile::default(), None);
    check(
        feed(nobody, "~ start\n< feature san=1 done=1\n! new\n! place startpos e2e4"),
        "! go maxtime 1000\nx refused: engine wants SAN, and nobody knows the rules",
    );
}

/// C-316, C-328: castling in Chess960, both ways.
#[test]
fn castling_words() {
    let place = "in fischerandom fen r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1";
    check(
        feed(idle(), &format!("! new fischerandom\n! ping 1\n< pong 1\n! place {place} | e1h1")),
        "! go maxtime 1000
         > force
         > setboard r3k3/8/8/8/8/8/8/4K2R w Ha - 0 1
         > usermove O-O
         > st 1
         > post
         > easy
         > ping 2
         > go
         w Pong
         < pong 2
         w -
         < 1 20 0 9 O-O-O e1d1
         = info depth 1 score cp 20 time 0 nodes 9 pv e8a8
         < move O-O-O
         = best e8a8",
    );
    let place = "in fischerandom fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1";
    check(
        feed(idle(), &format!("! new fischerandom\n! ping 1\n< pong 1\n! place {place}")),
        "! go maxtime 1000 only e1h1
         > force
         > setboard 4k3/8/8/8/8/8/8/4K2R w H - 0 1
         > st 1
         > post
         > easy
         > exclude all
         > include O-O
         > ping 2
         > go
         w Pong
         < pong 2
         w -
         < move e1g1
         = best e1h1",
    );
}

/// C-571, C-572: moves of several legs.
#[test]
fn legs() {
    let nobody = feed(Cecp::new(Profile::default(), None), "~ start\n< feature done=1\n! new lion");
    check(
        feed(nobody, "! place in lion startpos\n! go maxtime 1000"),
        "< move c4d5,
         < move d5e4
         = best c4d5,d5e4",
    );
}

/// C-570: coordinates and SAN in any case.
#[test]
fn moves_in_san() {
    check(feed(playing(), "! place startpos\n! go maxtime 1000"), "< move Nf3\n= best g1f3");
}

/// C-736, C-737: the legacy form of a move.
#[test]
fn numbered_moves() {
    let searching = || feed(playing(), "! place startpos\n! go maxtime 1000");
    check(searching(), "< 1. ... e2e4\n? Dialect \"1. ... e2e4\" in: 1. ... e2e4\n= best e2e4");
    check(searching(), "< 1. e2e4\n? not CECP: 1. e2e4");
}

/// C-248: programs begin courier chess from arrays of their own, so the start is told as well; where
/// they begin alike nothing is said.
#[test]
fn starts_that_differ() {
    let engine = || with("ping=1 setboard=1 usermove=1");
    check(
        engine(),
        "! new courier
         > new
         > variant courier
         > force
         > setboard rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1",
    );
    check(engine(), "! new shatranj\n> new\n> variant shatranj");
}

/// C-548: Fairy-Stockfish refuses to castle by words in wide games and changes the last letter.
#[test]
fn castling_refused_by_another_spelling() {
    check(
        playing(),
        "! place startpos e2e4
         ! go maxtime 1000
         > st 1
         > post
         > easy
         > usermove e2e4
         < Error (unkown command): O-O-o
         = refused O-O-o: illegal move: unkown command
         > force
         > ping 2
         = best none
         w Pong",
    );
}
