//! Sections 15 and 26: draws and resignation.

use crate::cecp::support::{check, heard};
use expect_test::expect;

const ENDGAME: &str = "new\nforce\nsetboard 4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 40\n";

/// C-370, C-588: accepted in a drawn position, declined by silence in a good one.
#[test]
fn draw() {
    let offer = |score: &str| {
        heard(&format!("{ENDGAME}go\n! info depth 9 score {score} pv e2e7\n! best e1d1\ndraw"))
    };
    assert_eq!(offer("cp 0"), ["move e1d1", "offer draw"]);
    assert_eq!(offer("cp -400"), ["move e1d1", "offer draw"]);
    assert_eq!(offer("mate -2"), ["move e1d1", "offer draw"]);
    assert_eq!(offer("cp 120"), ["move e1d1"]);
    assert_eq!(offer("mate 3"), ["move e1d1"]);
    // A level game that has just begun is no draw yet, a lost one is.
    let early = |score: &str| {
        heard(&format!("new\ngo\n! info depth 9 score {score} pv e2e4\n! best e2e4\ndraw"))
    };
    assert_eq!(early("cp 0"), ["move e2e4"]);
    assert_eq!(early("cp -150"), ["move e2e4", "offer draw"]);
    assert_eq!(heard("new\ndraw\nforce\ndraw"), [""; 0]);
}

/// C-112, C-370: on our move the search goes on, and the answer comes before the move.
#[test]
fn draw_while_thinking() {
    check(
        &format!("{ENDGAME}go\ndraw\n! info depth 9 score cp 0 pv e2e7\n! best e1d1"),
        expect![[r#"
            = new game normal
            = place normal 4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 40:
            = search play, 300s/40 against 300s/40
            = draw offered
            < offer draw
            < move e1d1
        "#]],
    );
}

/// C-371, C-590: accepted or not, the game goes on until somebody ends it.
#[test]
fn play_goes_on() {
    check(
        &format!(
            "{ENDGAME}go\n! info depth 9 score cp 0 pv e2e7\n! best e1d1\ndraw\ne7e2\n! best d1e2"
        ),
        expect![[r#"
            = new game normal
            = place normal 4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 40:
            = search play, 300s/40 against 300s/40
            < move e1d1
            = draw offered
            < offer draw
            = place normal 4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 40: e1d1 e7e2
            = search play, 300s/39 against 300s/39
            < move d1e2
            < 1/2-1/2 {Draw by insufficient material}
        "#]],
    );
    // The offer came with a move: the search is told of it.
    check(
        "new\ndraw\ne2e4\n! info depth 9 score cp 40 pv e7e5\n! best e7e5\ng1f3\n! best b8c6",
        expect![[r#"
            = draw offered
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39, draw offered
            < move e7e5
            = place normal startpos: e2e4 e7e5 g1f3
            = search play, 300s/39 against 300s/38, draw offered
            < move b8c6
        "#]],
    );
}

/// The engine itself may offer.
#[test]
fn engine_offers() {
    check(
        "new\ngo\n! best-draw e2e4\ne7e5\n! best-draw g1f3",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < offer draw
            < move e2e4
            = place normal startpos: e2e4 e7e5
            = search play, 300s/39 against 300s/39
            < move g1f3
        "#]],
    );
    check(
        "new\ne2e4\n! best e7e5\n! draw",
        expect![[r#"
            = new game normal
            = place normal startpos: e2e4
            = search play, 300s/40 against 300s/39
            < move e7e5
            < offer draw
        "#]],
    );
}

/// C-584, C-586: instead of the move; nothing is played afterwards.
#[test]
fn resignation() {
    check(
        "new\ngo\n! best-resign\ne2e4\ne7e5",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < resign
        "#]],
    );
    check(
        "new\ngo\n! resign\nping 1",
        expect![[r#"
            = new game normal
            = place normal startpos:
            = search play, 300s/40 against 300s/40
            < resign
            = stop
            = ping 1
            < pong 1
        "#]],
    );
    // By score only where the user asked for it, and not at the first fright.
    let lost = "! info depth 5 score cp -950 pv a2a3\n";
    let game =
        format!("new\ngo\n{lost}! best e2e4\ne7e5\n{lost}! best g1f3\nb8c6\n{lost}! best f1c4");
    assert_eq!(heard(&game), ["move e2e4", "move g1f3", "move f1c4"]);
    let asked = heard(&format!("option Resign Score=900\n{game}"));
    assert_eq!(asked, ["move e2e4", "move g1f3", "resign"]);
    let mated = "! info depth 5 score mate -4 pv a2a3\n";
    let asked = heard(&format!("option Resign Score=900\n{}", game.replace(lost, mated)));
    assert_eq!(asked, ["move e2e4", "move g1f3", "resign"]);
}
