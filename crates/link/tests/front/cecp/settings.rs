//! Sections 7, 19, 21, 24: options, opponents, bughouse.

use crate::cecp::support::{check, heard};
use expect_test::expect;

/// C-490 to C-493, C-150, C-153 to C-159: one line of each type, blanks in names and values.
#[test]
fn options() {
    check(
        "option MultiPV=3\noption Style=Very Risky\noption Style = calm\noption UCI LimitStrength=1\noption uci_limitstrength=0\noption Clear Hash\noption Book File=/a b/c=d.bin\noption Log=\noption Margin=9\noption Hash=64",
        expect![[r#"
            = option MultiPV = "3"
            = option Style = "Very Risky"
            = option Style = "Calm"
            = option UCI_LimitStrength = "true"
            = option UCI_LimitStrength = "false"
            = option Clear Hash
            = option Book File = "/a b/c=d.bin"
            = option Log = ""
            = option Margin = "9"
            = option Hash = "64"
        "#]],
    );
}

/// C-495 and what else cannot be set: an error for the program, a word for the user.
#[test]
fn bad_options() {
    check(
        "option Foo=1\noption Foo\noption\noption MultiPV=0\noption MultiPV=many\noption MultiPV\noption Style=Wild\noption UCI LimitStrength=maybe\noption Resign Score=-1",
        expect![[r#"
            < Error (unknown option): Foo
            < Error (unknown option): Foo
            < Error (too few parameters): option
            < Error (bad parameter): option MultiPV=0
            < telluser option MultiPV=0: a number from 1 to 255 is wanted
            < Error (bad parameter): option MultiPV=many
            < telluser option MultiPV=many: a number from 1 to 255 is wanted
            < Error (bad parameter): option MultiPV
            < telluser option MultiPV: it needs a value
            < Error (bad parameter): option Style=Wild
            < telluser option Style=Wild: one of these is wanted: Calm, Very Risky
            < Error (bad parameter): option UCI LimitStrength=maybe
            < telluser option UCI LimitStrength=maybe: 0 or 1 is wanted
            < Error (bad parameter): option Resign Score=-1
            < telluser option Resign Score=-1: a number from 0 to 10000 is wanted
        "#]],
    );
}

/// C-495, C-485: on our move a setting waits; on the opponent's time it does not.
#[test]
fn settings_in_a_search() {
    check(
        "new\ngo\noption MultiPV=3\nmemory 64\ncores 2\n! best e2e4",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < move e2e4
            = option MultiPV = "3"
            = option Hash = "64"
            = option Threads = "2"
        "#]],
    );
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\ncores 2\nmemory 64",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            < Hint: g1f3
            = option Threads = "2"
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            = stop
            < Hint: g1f3
            = option Hash = "64"
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
        "#]],
    );
    check(
        "new\nanalyze\ncores 2",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search analyse
            = stop
            = option Threads = "2"
            = place normal startpos:
            = search analyse
        "#]],
    );
    check(
        "new\ngo\noption MultiPV=3\nforce",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            = stop
            = option MultiPV = "3"
        "#]],
    );
}

/// C-480, C-482, C-483: within the range of the engine's options.
#[test]
fn memory_and_cores() {
    check(
        "memory 64\nmemory 0\nmemory 1000000\nmemory -5\ncores 4\ncores 0\ncores 1000",
        expect![[r#"
            = option Hash = "64"
            = option Hash = "1"
            = option Hash = "1024"
            = option Hash = "1"
            = option Threads = "4"
            = option Threads = "1"
            = option Threads = "64"
        "#]],
    );
}

/// C-486, C-487: paths with blanks; formats nobody asked for.
#[test]
fn egt_path() {
    check(
        "egtpath syzygy /tables/all of them\negtpath nalimov /x\negtpath syzygy",
        expect![[r#"
            = option SyzygyPath = "/tables/all of them"
            < Error (unknown command): egtpath nalimov /x
            = option SyzygyPath = ""
        "#]],
    );
}

/// C-486: a folder that is not there is an error only where a person has named it; for others it is a
/// comment, which needs leave (C-132).
#[test]
fn missing_tables() {
    check(
        "egtpath syzygy /none\n! refused-option SyzygyPath: kept\noption SyzygyPath=/none\n\
         ! refused-option SyzygyPath: kept",
        expect![[r#"
            = option SyzygyPath = "/none"
            = option SyzygyPath = "/none"
            < Error (kept): SyzygyPath
        "#]],
    );
}

/// C-455, C-458, C-460, C-462: told to the engine, in silence; forgotten by `new`.
#[test]
fn opponent() {
    check(
        "new\nname Some One\nrating 2600 0\nics -\ncomputer\nnew\nnew",
        expect![[r#"
        = Opponent(Opponent { title: None, rating: None, own_rating: None, computer: None, name: Some("Some One"), server: None })
        = Opponent(Opponent { title: None, rating: None, own_rating: Some(2600), computer: None, name: Some("Some One"), server: None })
        = Opponent(Opponent { title: None, rating: None, own_rating: Some(2600), computer: None, name: Some("Some One"), server: Some("-") })
        = Opponent(Opponent { title: None, rating: None, own_rating: Some(2600), computer: Some(true), name: Some("Some One"), server: Some("-") })
        = Opponent(Opponent { title: None, rating: None, own_rating: None, computer: None, name: None, server: None })
    "#]],
    );
}

/// C-532 to C-537, C-535, C-536: outside bughouse its words are harmless.
#[test]
fn bughouse() {
    check(
        "partner Joe\npartner\nptell hello there\nholding [PPPRQ] []\nholding [PPPRQ] [R] BR",
        expect![[r#"
            = Partner(Is("Joe"))
            = Partner(Gone)
            = Partner(Says("hello there"))
        "#]],
    );
}

/// C-538: a partner is told of a mate in sight, once, and when it is gone; nobody else is.
#[test]
fn partner() {
    let game = "variant bughouse\ne2e4\n! info depth 3 score mate 2 pv e7e5\n! best e7e5\n\
        g1f3\n! info depth 3 score mate 1 pv b8c6\n! best b8c6\n\
        f1b5\n! info depth 3 score mate -4 pv a7a6\n! best a7a6\n\
        b5a4\n! info depth 3 score cp 20 pv g8f6\n! best g8f6\n! partner give me knights";
    let told = |script: &str| {
        let mut heard = heard(script);
        heard.retain(|line| line.starts_with("tellics"));
        heard
    };
    assert_eq!(
        told(&format!("partner Joe\nnew\n{game}")),
        [
            "tellics ptell I mate in 2",
            "tellics ptell I am mated in 4",
            "tellics ptell no mate any more",
            "tellics ptell give me knights",
        ]
    );
    let asked = ["tellics ptell give me knights"];
    assert_eq!(told(&format!("new\n{game}")), asked);
    assert_eq!(told(&format!("partner Joe\npartner\nnew\n{game}")), asked);
    let crazyhouse = game.replace("bughouse", "crazyhouse");
    assert_eq!(told(&format!("partner Joe\nnew\n{crazyhouse}")), asked);
}

/// C-535, C-536: what the partner takes comes to hand while the engine thinks, and it thinks anew.
#[test]
fn pieces_from_the_partner() {
    check(
        "new\nvariant bughouse\ne2e4\nholding [] [N] BN\n! best N@f6",
        expect![[r#"
        = new game bughouse
        = place bughouse startpos: e2e4
        = search play, 300s/40 against 300s/39
        = stop
        = place bughouse rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[n] b KQkq - 0 1:
        = search play, 300s/40 against 300s/40
        < move N@f6
    "#]],
    );
}

/// C-219, C-535: a mate that a piece could block is none, for who gives it and for who waits. What comes
/// is dropped; nothing is said before, whatever is asked.
#[test]
fn waiting_for_a_piece() {
    let position = "new\nvariant bughouse\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1";
    let waits = format!("{position}\nplayother\na1a8");
    assert_eq!(heard(&waits), [""; 0]);
    assert_eq!(heard(&format!("{waits}\n?\nholding [Q] []\ndraw\nholding [Q] [P]")), [""; 0]);
    let helped = format!("{waits}\nholding [] [N] BN\n! best N@f8");
    assert_eq!(heard(&helped), ["move N@f8"]);
    let asked = format!("{position}\na1a8\ngo\nholding [] [N] BN\n! best N@f8\na8f8");
    assert_eq!(heard(&asked), ["move N@f8"]);
    let gives = format!("{position}\ngo\n! best a1a8\nholding [] [N]\nN@f8\n! best a8f8");
    assert_eq!(heard(&gives), ["move a1a8", "move a8f8"]);
    // Between these nothing can be dropped.
    let mate = "setboard 6k1/8/6K1/8/8/8/8/Q7[] w - - 0 1\ngo\n! best a1g7";
    assert_eq!(heard(&format!("{position}\n{mate}")), ["move a1g7", "1-0 {White mates}"]);
}

/// Nobody gives a game of two boards up by the score of one.
#[test]
fn partners_do_not_resign() {
    let lost = |game: &str| {
        let answers = "e2e4\n! info depth 3 score mate -4 pv e7e5\n! best e7e5\n\
            g1f3\n! info depth 3 score mate -3 pv b8c6\n! best b8c6\n\
            f1b5\n! info depth 3 score mate -2 pv a7a6\n! best a7a6";
        heard(&format!("option Resign Score=500\nnew\nvariant {game}\n{answers}"))
    };
    assert_eq!(lost("crazyhouse"), ["move e7e5", "move b8c6", "resign"]);
    assert_eq!(lost("bughouse"), ["move e7e5", "move b8c6", "move a7a6"]);
}

/// C-520, C-522, C-525: the user's fingers do not disturb.
#[test]
fn fingers() {
    check(
        "new\nhard\ne2e4\n! best e7e5 g1f3\nlift e2\nhover e3\nput e4\ng1f3",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < Hint: g1f3
            = place normal startpos: e2e4 e7e5 g1f3
            = search ponder, 300s/39 against 300s/38
            < highlight 8/8/8/8/8/8/8/8
            = ponder hit
        "#]],
    );
}

/// C-520, C-650, C-651, C-652, C-659: where a piece may go; it takes on red squares.
#[test]
fn lifted_pieces() {
    let marks = |setup: &str| heard(&format!("new\nforce\n{setup}"));
    assert_eq!(marks("lift e2"), ["highlight 8/8/8/8/4Y3/4Y3/8/8"]);
    assert_eq!(marks("lift a1"), ["highlight 8/8/8/8/8/8/8/8"]);
    assert_eq!(marks("lift z9"), ["highlight 8/8/8/8/8/8/8/8"]);
    assert_eq!(marks("e2e4\nd7d5\nlift e4"), ["highlight 8/8/8/3RY3/8/8/8/8"]);
    let castling = "setboard 4k3/8/8/8/8/8/4PP2/3QK2R w K - 0 1\nlift e1";
    assert_eq!(marks(castling), ["highlight 8/8/8/8/8/8/3Y4/5YY1"]);
    let ten_ranks = "variant xiangqi\nlift a0";
    assert_eq!(marks(ten_ranks), ["highlight 9/9/9/9/9/9/9/Y8/Y8/9"]);
}

/// C-521, C-524, C-653, C-662: on a square of promotion the choice comes with the piece's fall;
/// elsewhere nothing does.
#[test]
fn dropped_pieces() {
    let said = |lines: &str| {
        heard(&format!("new\nforce\nsetboard 3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1\n{lines}"))
    };
    let marks = "highlight 3M4/8/8/8/8/8/8/8";
    let said_of_pawn = said("lift e7\nput d8");
    assert_eq!(said_of_pawn[0], marks);
    let mut choice: Vec<char> = said_of_pawn[1].strip_prefix("choice ").unwrap().chars().collect();
    assert_eq!(choice[0], 'Q');
    choice.sort_unstable();
    assert_eq!(choice, ['B', 'N', 'Q', 'R']);
    assert_eq!(said("lift e7\nput e6"), [marks]);
    assert_eq!(said("put d8"), [""; 0]);
    assert_eq!(said("lift e7\ne1d1\nput d8"), [marks]);
}
