//! Section 9 and what it means elsewhere: Chess960, shuffles.

use crate::cecp::support::{check, heard};
use expect_test::expect;

/// C-189, C-190, C-215 to C-218, C-121: what is known and what is not.
#[test]
fn names() {
    check(
        "new\nvariant fischerandom\nnew\nvariant nocastle\nnew\nvariant wildcastle\nnew\nvariant 8x8+0_nocastle\nnew\nvariant chu\nvariant\nvariant normal\ngo",
        expect![[r#"
            < Error (unsupported variant): chu
            < Error (too few parameters): variant
            = new game normal
            = place startpos
            = play, 300s/40 against 300s/40
        "#]],
    );
}

/// C-190, C-229: after an unknown name it is chess.
#[test]
fn unknown_variant() {
    check(
        "new\nvariant shogi\ne2e4",
        expect![[r#"
        < Error (unsupported variant): shogi
        = new game normal
        = place startpos e2e4
        = play, 300s/40 against 300s/39
    "#]],
    );
}

/// C-118, C-120, C-122, C-219 to C-246: the other games of the list are refused by name, whatever
/// the size, and chess goes on.
#[test]
fn other_games() {
    let names = "bughouse crazyhouse losers suicide giveaway twokings kriegspiel atomic 3check \
        shogi capablanca gothic falcon shatranj courier knightmate berolina janus \
        caparandom cylinder super great lion elven chu unknown makruk seirawan grand spartan asean \
        twilight fairy wild29 10x8+7_capablanca 12x10+0_boardsize";
    for name in names.split_whitespace() {
        let refusal = format!("Error (unsupported variant): {name}");
        let conversation = format!("new\nvariant {name}\ne2e4\n! best e7e5");
        assert_eq!(heard(&conversation), [refusal.as_str(), "move e7e5"]);
    }
}

/// C-218, C-316, C-328, C-392: castling is `O-O` both ways; both kinds of FEN.
#[test]
fn chess960() {
    for fen in ["1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1", "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1"] {
        let start = format!("new\nvariant fischerandom\nforce\nsetboard {fen}\n");
        assert_eq!(heard(&format!("{start}go\n! best c1b1")), ["move O-O-O"], "{fen}");
        assert_eq!(heard(&format!("{start}go\n! best c1h1")), ["move O-O"], "{fen}");
        for castling in ["O-O", "usermove O-O-O", "c1h1", "c1b1"] {
            assert_eq!(heard(&format!("{start}{castling}\nh8h7")), [""; 0], "{castling}");
        }
    }
}

/// C-802, C-676: in analysis the game changes and the analysis goes on.
#[test]
fn variant_in_analysis() {
    check(
        "new\nanalyze\nnew\nvariant nocastle",
        expect![[r#"
        = new game normal
        = place startpos
        = analyse
        = stop
        = new game normal
        = place startpos
        = analyse
        = stop
        = new game nocastle
        = place nocastle startpos
        = analyse
    "#]],
    );
    check(
        "new\nanalyze\nvariant shogi",
        expect![[r#"
        = new game normal
        = place startpos
        = analyse
        = stop
        < Error (unsupported variant): shogi
        = place startpos
        = analyse
    "#]],
    );
}

/// C-217: no castling at all.
#[test]
fn no_castling() {
    let said = heard("new\nvariant nocastle\nforce\ne2e4\ne7e5\ng1f3\nb8c6\nf1c4\nf8c5\ne1g1");
    assert_eq!(said.len(), 1, "{said:?}");
}

/// C-216, C-315: the king on the d-file castles too.
#[test]
fn wild_castling() {
    for castling in ["d1b1", "d1f1"] {
        let said = heard(&format!(
            "new\nvariant wildcastle\nforce\nsetboard 3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1\n{castling}\nd8d7"
        ));
        assert_eq!(said, [""; 0], "{castling}");
    }
    let own = heard(
        "new\nvariant wildcastle\nforce\nsetboard 3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1\ngo\n! best d1b1",
    );
    assert_eq!(own, ["move d1b1"]);
}
