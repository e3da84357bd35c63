//! CECP: Chinese chess.

use super::{idle, with};
use crate::script::{check, feed};
use ferz_link::host::{FenForm, HostHalf};

/// C-228, C-248, C-319, C-320: by name behind `new`, ranks from 0, positions as XBoard writes them.
#[test]
fn a_game() {
    check(
        with("ping=1 setboard=1 usermove=1 colors=0 variants=\"xiangqi\""),
        "! new normal
         x refused: engine does not play \"normal\"
         ! new xiangqi
         > new
         > variant xiangqi
         ! place in xiangqi startpos h2e2
         ! go maxtime 1000
         > st 1
         > post
         > easy
         > ping 1
         > usermove h2e2
         w Pong
         < pong 1
         w -
         < move h9g7
         = best h9g7
         ! place in xiangqi fen rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b
         ! go maxtime 1000
         > force
         > setboard rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1H2/9/RHEAKAE1R b 0 1
         > ping 2
         > go
         w Pong",
    );
}

/// Positions with all fields, for whom that is laid down; HoiXiangqi's lines in long notation
/// (C-632).
#[test]
fn other_spellings() {
    let mut engine = idle();
    engine.profile_mut().fen_form.force(Some(FenForm::Horse));
    let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2";
    let lines = "! new xiangqi\n! ping 1\n< pong 1\n";
    check(
        feed(engine, &format!("{lines}! place in xiangqi fen {fen}")),
        "! go maxtime 1000
         > force
         > setboard rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1H2/9/RHEAKAE1R b - - 3 2
         > st 1
         > post
         > easy
         > ping 2
         > go
         w Pong
         < pong 2
         w -
         < 2 -9 0 530 2. ... Pa6-a5 3. Pc3-c4 Cb7xb0 4. Ra0xb0
         = info depth 2 score cp -9 time 0 nodes 530 pv a6a5 c3c4 b7b0 a0b0",
    );
}

/// C-319, C-407: without `setboard` by edit mode, where a move of Red gives Black the turn.
#[test]
fn by_edit_mode() {
    check(
        feed(
            with("ping=1 colors=0"),
            "! new xiangqi
             ! ping 1
             < pong 1
             ! place in xiangqi fen 2bk5/9/9/9/9/9/9/9/9/1N2K4 b",
        ),
        "! go maxtime 1000
         > new
         > variant xiangqi
         > force
         > a3a4
         > edit
         > #
         > Hb0
         > Ke0
         > c
         > Ec9
         > Kd9
         > .
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
