//! Chinese chess, `variant xiangqi`.

use crate::cecp::support::{Talk, check, heard};
use expect_test::expect;

/// C-118, C-119, C-121, C-228, C-319: by name, with the size or without; ranks from 0, both ways.
#[test]
fn moves() {
    for name in ["xiangqi", "9x10+0_xiangqi"] {
        check(
            &format!("new\nvariant {name}\nusermove h2e2\n! best h9g7\nusermove h0g2"),
            expect![[r#"
                = new game xiangqi
                = place xiangqi startpos: h2e2
                = search play, 300s/40 against 300s/39
                < move h9g7
                = place xiangqi startpos: h2e2 h9g7 h0g2
                = search play, 300s/39 against 300s/38
            "#]],
        );
    }
    assert_eq!(heard("new\nvariant 8x8+0_xiangqi"), ["Error (unsupported variant): 8x8+0_xiangqi"]);
    // Counted from 1 they are other moves, or none.
    assert_eq!(
        heard("new\nvariant xiangqi\nforce\nusermove h3e3"),
        ["Illegal move (no piece there): h3e3"]
    );
}

/// C-191: the next `new` is chess again.
#[test]
fn back_to_chess() {
    let said = heard("new\nvariant xiangqi\nnew\nusermove e2e4\n! best e7e5");
    assert_eq!(said, ["move e7e5"]);
}

/// C-320, C-390: XBoard's letters and those of others. C-394: no position of xiangqi.
#[test]
fn set_board() {
    let black = "2e1ka1h1/9/9/9/9/9/9/9/9/3K5 b";
    let others = "2b1ka1n1/9/9/9/9/9/9/9/9/3K5 b";
    for fen in [format!("{black} 0 1"), format!("{black} - - 0 1"), others.to_owned()] {
        let mut talk = Talk::v2();
        talk.run(&format!("new\nvariant xiangqi\nforce\nsetboard {fen}\nanalyze"));
        let start = ferz_wire::Start::Fen("2b1ka1n1/9/9/9/9/9/9/9/9/3K5 b - - 0 1".into());
        assert_eq!(talk.placed().start, start, "{fen}");
    }
    let chess = "8/8/8/8/8/8/k7/2K5 w - - 0 1";
    assert_eq!(
        heard(&format!("new\nvariant xiangqi\nforce\nsetboard {chess}")),
        ["tellusererror Illegal position"]
    );
}

/// C-319, C-401, C-405: edit mode on ten ranks from 0.
#[test]
fn edit() {
    let mut talk = Talk::v2();
    talk.run("new\nvariant xiangqi\nforce\nedit\n#\nKe0\nRa9\nHb0\nc\nKd9\nEc9\n.\nanalyze");
    let fen = "R1bk5/9/9/9/9/9/9/9/9/1N2K4 w - - 0 1";
    assert_eq!(talk.placed().start, ferz_wire::Start::Fen(fen.into()));
}

/// C-575, C-578: mate is declared, and so is the loss of whoever has no move.
#[test]
fn results() {
    let ends = |fen: &str, best: &str| {
        heard(&format!("new\nvariant xiangqi\nforce\nsetboard {fen}\ngo\n! best {best}"))
    };
    assert_eq!(
        ends("4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", "b7b9"),
        ["move b7b9", "1-0 {White mates}"]
    );
    assert_eq!(
        ends("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a1a8"),
        ["move a1a8", "1-0 {White wins}"]
    );
}

/// C-577, C-734: what hosts judge differently is not claimed, and the game goes on: XBoard takes a
/// false claim for a loss.
#[test]
fn no_claim_by_repetition() {
    let cycle = "usermove a8a9\n! best d9d8\nusermove a9a8\n! best d8d9\n";
    let start =
        "new\nvariant xiangqi\nforce\nsetboard 3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1\nplayother\n";
    let said = heard(&(start.to_owned() + &cycle.repeat(4)));
    assert_eq!(said, ["move d9d8", "move d8d9"].repeat(4));
}
