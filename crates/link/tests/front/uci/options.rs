//! `setoption`, and the options that UCI itself has names for.

use crate::uci::check;
use expect_test::expect;

// --- setoption ---

/// U-140, U-141, U-142, U-143, U-145: names with blanks, letter case, buttons.
#[test]
fn options() {
    check(
        "setoption name Clear Hash",
        expect![[r#"
        = option Clear Hash
    "#]],
    );
    check(
        "setoption name clear hash value now",
        expect![[r#"
        = option Clear Hash
    "#]],
    );
    check(
        "setoption name hash value 32",
        expect![[r#"
        = option Hash = "32"
    "#]],
    );
    check(
        "setoption name PONDER value TRUE",
        expect![[r#"
        = option Ponder = "true"
    "#]],
    );
    check(
        "setoption name Style value very risky",
        expect![[r#"
        = option Style = "Very Risky"
    "#]],
    );
}

/// U-144, U-149, U-150, U-151: strings as they are, blanks, backslashes and keywords included.
#[test]
fn string_options() {
    check(
        r"setoption name SyzygyPath value c:\chess\tb\4;c:\chess\tb\5",
        expect![[r#"
        = option SyzygyPath = "c:\\chess\\tb\\4;c:\\chess\\tb\\5"
    "#]],
    );
    check(
        r"setoption name SyzygyPath value C:\value\name x",
        expect![[r#"
        = option SyzygyPath = "C:\\value\\name x"
    "#]],
    );
    check(
        "setoption name SyzygyPath value /my  tables/with blanks",
        expect![[r#"
        = option SyzygyPath = "/my  tables/with blanks"
    "#]],
    );
}

/// U-154, U-155: empty strings, missing values.
#[test]
fn empty_values() {
    check(
        "setoption name SyzygyPath value <empty>",
        expect![[r#"
        = option SyzygyPath = ""
    "#]],
    );
    check(
        "setoption name SyzygyPath value",
        expect![[r#"
        = option SyzygyPath = ""
    "#]],
    );
    check(
        "setoption name SyzygyPath",
        expect![[r#"
        = option SyzygyPath = ""
    "#]],
    );
    check(
        "setoption name Hash",
        expect![[r#"
        < info string option Hash kept: bad value ""
    "#]],
    );
}

/// U-152, U-153: unknown options and bad values change nothing, and debugging says so.
#[test]
fn bad_options() {
    check(
        "setoption name Nonsense value 1",
        expect![[r#"
        < info string unknown option Nonsense
    "#]],
    );
    check(
        "setoption name Hash value 99999999999",
        expect![[r#"
        < info string option Hash kept: bad value "99999999999"
    "#]],
    );
    check(
        "debug on\nsetoption name Nonsense value 1\nsetoption name Hash value 0\nsetoption name Ponder value maybe\nsetoption name Style value Wild",
        expect![[r#"
            < info string received debug on
            = debug true
            < info string received setoption name Nonsense value 1
            < info string unknown option Nonsense
            < info string received setoption name Hash value 0
            < info string option Hash kept: bad value "0"
            < info string received setoption name Ponder value maybe
            < info string option Ponder kept: bad value "maybe"
            < info string received setoption name Style value Wild
            < info string option Style kept: bad value "Wild"
        "#]],
    );
}

/// The engine refuses an option: debugging shows it.
#[test]
fn option_refused_by_the_engine() {
    check(
        "debug on\nsetoption name SyzygyPath value /nowhere\n! refused /nowhere: no tables",
        expect![[r#"
            < info string received debug on
            = debug true
            < info string received setoption name SyzygyPath value /nowhere
            = option SyzygyPath = "/nowhere"
            < info string /nowhere: no tables
        "#]],
    );
}

/// U-056: options in a search wait for its end.
#[test]
fn option_in_search() {
    check(
        "go infinite\nsetoption name Hash value 64\nisready\nstop\n! best e2e4",
        expect![[r#"
        = place normal startpos:
        = search analyse
        < readyok
        = stop
        < info depth 0 time 0 nodes 0 pv e2e4
        < bestmove e2e4
        = option Hash = "64"
    "#]],
    );
}

/// A flood of options during an endless search takes no memory: the last of a name counts.
#[test]
fn option_flood_in_search() {
    check(
        "go infinite\nsetoption name Hash value 64\nsetoption name Clear Hash\nsetoption name hash value 32\nstop\n! best e2e4",
        expect![[r#"
            = place normal startpos:
            = search analyse
            = stop
            < info depth 0 time 0 nodes 0 pv e2e4
            < bestmove e2e4
            = option Clear Hash
            = option Hash = "32"
        "#]],
    );
}

// --- Options with fixed names ---

/// U-434: the opponent's forms.
#[test]
fn opponent() {
    check(
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
        expect![[r#"
        = Opponent(Opponent { title: Some("GM"), rating: Some(2800), own_rating: None, computer: Some(false), name: Some("Gary Kasparov"), server: None })
    "#]],
    );
    check(
        "setoption name UCI_Opponent value none none computer Shredder",
        expect![[r#"
        = Opponent(Opponent { title: None, rating: None, own_rating: None, computer: Some(true), name: Some("Shredder"), server: None })
    "#]],
    );
    check(
        "setoption name UCI_Opponent value Somebody Else",
        expect![[r#"
        = Opponent(Opponent { title: None, rating: None, own_rating: None, computer: None, name: Some("Somebody Else"), server: None })
    "#]],
    );
}

/// U-437: nothing changes what the engine says of itself.
#[test]
fn about() {
    check(
        "setoption name UCI_EngineAbout value lies\nisready",
        expect![[r#"
        = ping 1
    "#]],
    );
}

/// U-439, U-440, U-441: values of positions, White's on the wire.
#[test]
fn position_values() {
    check(
        "setoption name UCI_SetPositionValue value 34 8/8/8/8/8/8/k7/2K5 w - - 0 1",
        expect![[r#"
        = value Some(34) for Some("normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value 34 + 8/8/8/8/8/8/k7/2K5 b - - 0 1",
        expect![[r#"
        = value Some(-34) for Some("normal 8/8/8/8/8/8/k7/2K5 b - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value clear 8/8/8/8/8/8/k7/2K5 w - - 0 1",
        expect![[r#"
        = value None for Some("normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value clear + 8/8/8/8/8/8/k7/2K5 w - - 0 1",
        expect![[r#"
        = value None for Some("normal 8/8/8/8/8/8/k7/2K5 w - - 0 1:")
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value clearall",
        expect![[r#"
        = value None for None
    "#]],
    );
    check(
        "debug on\nsetoption name UCI_SetPositionValue value 34 xyz",
        expect![[r#"
        < info string received debug on
        = debug true
        < info string received setoption name UCI_SetPositionValue value 34 xyz
        < info string no position value: not eight ranks: "xyz"
    "#]],
    );
    check(
        "setoption name UCI_SetPositionValue value many\nsetoption name UCI_SetPositionValue",
        expect![[r#"
            < info string no position value: "many"
            < info string no position value: ""
        "#]],
    );
}

/// U-443: a game by any of its names; what is in hand and checks that are given in all spellings.
#[test]
fn names_and_positions_of_games() {
    check(
        "setoption name UCI_Variant value Crazy House
         position fen 4k3/8/8/8/8/8/8/4K3/QRb w - - 0 1
         position fen 4k3/8/8/8/8/8/8/4K3[QRb] w - - 0 1 moves Q@d4
         setoption name UCI_Variant value threeCheck
         position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0
         position fen 4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1
         setoption name UCI_Variant value standard
         position startpos
         setoption name UCI_Variant value fischerandom
         position startpos moves g1f3 a7a6 e2e3 a6a5 f1e2 a5a4 e1h1
         setoption name UCI_Variant value nocastle
         position startpos
         setoption name UCI_Variant value bughouse",
        expect![[r#"
            = place crazyhouse 4k3/8/8/8/8/8/8/4K3[QRb] w - - 0 1:
            = place crazyhouse 4k3/8/8/8/8/8/8/4K3[QRb] w - - 0 1: Q@d4
            = place 3check 4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1:
            = place 3check 4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1:
            = place normal startpos:
            = place fischerandom startpos: g1f3 a7a6 e2e3 a6a5 f1e2 a5a4 e1h1
            = place nocastle startpos:
        "#]],
    );
}
