//! Draws and resignation.

use crate::script;
use crate::ucci::ucci;

/// Twelve men that can cross the river: no end of the game near.
const MIDDLE: &str = "fen 2bakab2/9/2n1c1n2/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1N2/9/2BAKAB2 w - - 0 20";
/// The same late in the game.
const LATE: &str = "fen 2bakab2/9/2n1c1n2/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1N2/9/2BAKAB2 w - - 0 60";
/// Nobody can win.
const DEAD: &str = "fen 3k5/9/9/9/9/9/9/9/9/4KA3 w - - 0 1";

/// The words behind the moves of a game: one search for each score, on one position.
fn words(settings: &str, position: &str, go: &str, scores: &[&str]) -> Vec<String> {
    let mut front = ucci();
    script::run(&mut front, settings);
    let best = if position == DEAD { "e0e1" } else { "e2e6" };
    scores
        .iter()
        .map(|score| {
            let script = format!(
                "position {position}\n{go}\n! info depth 5 score {score} pv {best}\n! best {best} a9a8"
            );
            let said = script::run(&mut front, &script);
            let last = said.lines().last().expect("an answer");
            let word = last.strip_prefix(&format!("< bestmove {best} ponder a9a8"));
            word.unwrap_or_else(|| panic!("{last}")).trim().to_owned()
        })
        .collect()
}

/// it gives up when it was lost for four moves in a row.
#[test]
fn resigns() {
    let lost = ["cp -2100"; 4];
    assert_eq!(words("", MIDDLE, "go time 9", &lost), ["", "", "", "resign"]);
    assert_eq!(words("", MIDDLE, "go draw time 9", &lost)[3], "resign", "and no draw with it");
    assert_eq!(words("", MIDDLE, "go time 9", &["mate -3"; 4])[3], "resign");
    let hope = ["cp -2100", "cp -2100", "cp -2100", "cp -300", "cp -2100"];
    assert_eq!(words("", MIDDLE, "go time 9", &hope), [""; 5]);
    assert_eq!(words("", MIDDLE, "go time 9", &["cp 2100"; 9]), [""; 9]);
}

/// Analysis is no game; neither is what follows from no earlier position.
#[test]
fn analysis_resigns_nothing() {
    let mut front = ucci();
    for _ in 0..9 {
        let script = format!(
            "position {MIDDLE}\ngo infinite\nstop\n! info depth 5 score cp -3000 pv e2e6\n! best e2e6"
        );
        assert!(script::run(&mut front, &script).ends_with("< bestmove e2e6\n"));
    }
    for _ in 0..9 {
        for position in [MIDDLE, DEAD] {
            let script = format!(
                "position {position}\ngo depth 5\n! info depth 5 score cp -3000 pv e2e6\n! best e2e6"
            );
            assert!(!script::run(&mut front, &script).contains("resign"));
        }
    }
}

/// A new game forgets the last one.
#[test]
fn new_game() {
    let mut front = ucci();
    for number in 0..12 {
        if number % 3 == 0 {
            script::run(&mut front, "setoption newgame");
        }
        let script = format!(
            "position {MIDDLE}\ngo time 9\n! info depth 5 score cp -3000 pv e2e6\n! best e2e6"
        );
        assert!(script::run(&mut front, &script).ends_with("< bestmove e2e6\n"));
    }
}

/// an offer is taken where it is a gain, or the game is level
/// and late.
#[test]
fn takes_draws() {
    let answer = |position, score| words("", position, "go draw time 9", &[score]).remove(0);
    assert_eq!(answer(DEAD, "cp 0"), "draw");
    assert_eq!(answer(MIDDLE, "cp 0"), "");
    assert_eq!(answer(LATE, "cp 0"), "draw");
    assert_eq!(answer(LATE, "cp 200"), "");
    assert_eq!(answer(MIDDLE, "cp -400"), "draw");
    assert_eq!(words("", MIDDLE, "go time 9", &["cp -400"]), [""]);
}

/// it offers one of its own accord after eight level moves late in a game, and does
/// not pester; X-175: risky players do not.
#[test]
fn offers_draws() {
    let offers = |settings| {
        let words = words(settings, LATE, "go time 9", &["cp 4"; 19]);
        let at: Vec<usize> = (0..19).filter(|at| words[*at] == "draw").collect();
        at
    };
    assert_eq!(offers(""), [7, 17]);
    assert_eq!(offers("setoption style solid"), [7, 17]);
    assert_eq!(offers("setoption style risky"), [0; 0]);
    assert_eq!(words("", MIDDLE, "go time 9", &["cp 4"; 12]), [""; 12]);
    assert_eq!(words("", DEAD, "go time 9", &["cp 0"]), ["draw"]);
}

/// how content it is with a draw.
#[test]
fn style() {
    let answer = |style: &str, position, score| {
        words(&format!("setoption style {style}"), position, "go draw time 9", &[score]).remove(0)
    };
    assert_eq!(answer("solid", MIDDLE, "cp 0"), "draw");
    assert_eq!(answer("normal", MIDDLE, "cp 0"), "");
    assert_eq!(answer("risky", LATE, "cp 0"), "");
    assert_eq!(answer("risky", LATE, "cp -400"), "draw");
}

/// the words of an engine that decides for itself; X-315: never both.
#[test]
fn engine_decides() {
    let said = |event: &str| script::run(&mut ucci(), &format!("go time 9\n{event}"));
    assert!(said("! best-draw h2e2").ends_with("< bestmove h2e2 draw\n"));
    assert!(said("! best-resign h2e2").ends_with("< bestmove h2e2 resign\n"));
    assert!(said("! draw\n! best h2e2").ends_with("< bestmove h2e2 draw\n"));
}

/// nothing follows from a refusal.
#[test]
fn refused_draw() {
    assert_eq!(words("", MIDDLE, "go draw time 9", &["cp 300", "cp 300"]), ["", ""]);
}
