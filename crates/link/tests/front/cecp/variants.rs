//! Section 9 and what it means elsewhere: Chess960, shuffles.

use crate::cecp::support::{check, heard};
use expect_test::expect;

/// C-189, C-190, C-215 to C-218, C-121: what is known and what is not.
#[test]
fn names() {
    check(
        "new\nvariant fischerandom\nnew\nvariant nocastle\nnew\nvariant wildcastle\nnew\nvariant 8x8+0_nocastle\nnew\nvariant ludo\nvariant\nvariant normal\ngo",
        expect![[r#"
            < Error (unsupported variant): ludo
            < Error (too few parameters): variant
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
        "#]],
    );
}

/// C-190, C-229: after an unknown name it is chess.
#[test]
fn unknown_variant() {
    check(
        "new\nvariant kriegspiel\ne2e4",
        expect![[r#"
            < Error (unsupported variant): kriegspiel
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
        "#]],
    );
}

/// C-118, C-120, C-122: games that are not played are refused by name, whatever the size, and chess
/// goes on. Of kriegspiel the engine is not told the moves.
#[test]
fn other_games() {
    let names = "kriegspiel unknown seirawan grand spartan asean twilight fairy wild29 \
        10x8+7_capablanca 12x10+0_boardsize 8x8+0_shogi";
    for name in names.split_whitespace() {
        let refusal = format!("Error (unsupported variant): {name}");
        let conversation = format!("new\nvariant {name}\ne2e4\n! best e7e5");
        assert_eq!(heard(&conversation), [refusal.as_str(), "move e7e5"]);
    }
}

/// C-219 to C-246: the games of the list, their boards, their moves.
#[test]
fn games_by_table() {
    let games = [
        ("bughouse", "e2e4", "e7e5"),
        ("crazyhouse", "e2e4", "e7e5"),
        ("losers", "e2e4", "e7e5"),
        ("suicide", "e2e4", "e7e5"),
        ("giveaway", "e2e4", "e7e5"),
        ("twokings", "e2e4", "e7e5"),
        ("atomic", "e2e4", "e7e5"),
        ("3check", "e2e4", "e7e5"),
        ("shogi", "c3c4", "c7c6"),
        ("capablanca", "f2f4", "f7f5"),
        ("gothic", "f2f4", "f7f5"),
        ("falcon", "f2f4", "f7f5"),
        ("shatranj", "e2e3", "e7e6"),
        ("courier", "e2e3", "e7e6"),
        ("knightmate", "e1d3", "e8d6"),
        ("berolina", "e2c4", "e7g5"),
        ("janus", "b1c3", "b8c6"),
        ("caparandom", "f2f4", "f7f5"),
        ("cylinder", "b1c3", "b8c6"),
        ("super", "e2e4", "e7e5"),
        ("great", "e2e3", "e7e6"),
        ("lion", "b1b3", "b8b6"),
        ("elven", "d2d4", "d7d5"),
        ("chu", "f4f5", "f9f8"),
        ("makruk", "e3e4", "e6e5"),
    ];
    for (game, first, second) in games {
        let conversation = format!("new\nvariant {game}\n{first}\n! best {second}");
        assert_eq!(heard(&conversation), [format!("move {second}")], "{game}");
    }
    assert_eq!(heard("new\nvariant 10x8+0_capablanca\nj2j3\n! best j7j6"), ["move j7j6"]);
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
            = place normal startpos:
            = search analyse
            = stop
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = new game nocastle
            = place nocastle startpos:
            = search analyse
        "#]],
    );
    check(
        "new\nanalyze\nvariant kriegspiel",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            < Error (unsupported variant): kriegspiel
            = place normal startpos:
            = search analyse
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
