//! Games with hands, moves of several legs, and positions that are set up.

use super::driver::key;
use super::{Board, cell, said};

impl Board {
    fn types(&self, text: &str) {
        self.browser
            .run("const move = document.getElementById('move'); move.value = ''; move.focus()");
        self.browser.keys(&format!("{text}{}", key::ENTER));
    }

    fn stands(&self, square: &str, what: &str) {
        self.browser.wait(&format!("return {}.startsWith('{square}, {what}')", said(square)));
    }

    /// Clicks the button with this text in an element.
    fn button(&self, within: &str, text: &str) {
        let script = format!(
            "[...document.querySelectorAll({within:?} + ' button')]\
             .find((button) => button.textContent === {text:?}).click()"
        );
        self.browser.run(&script);
    }
}

/// Shogi: a drop by keys alone, a typed drop, a promotion by choice; a page that is loaded again.
#[test]
fn browser_shogi_without_a_mouse() {
    let board = Board::open(1200, 900);
    board.new_game("shogi", "both", "4k4/9/9/1P7/9/9/9/9/4K4[GP] w - - 0 1");
    let here = "return document.activeElement.ariaLabel";
    let held = "return document.activeElement?.dataset?.key === 'hand G'";
    for _ in 0..40 {
        if board.browser.run(held) == true {
            break;
        }
        board.browser.keys(key::TAB);
    }
    assert_eq!(board.browser.run(here), "1 Sente gold in hand");
    board.browser.keys(key::ENTER);
    assert_eq!(board.browser.run(here), "a1, empty, can go here");
    board.browser.keys(key::UP);
    board.browser.keys(&key::RIGHT.repeat(4));
    board.browser.keys(key::ENTER);
    board.stands("e2", "Sente gold");
    board.types("e9d9");
    board.stands("d9", "Gote king");
    board.types("P@b2");
    // It would be the second pawn on the file.
    board.browser.wait_text("answer", "illegal move \"P@b2\"");
    board.types("P*5e");
    board.stands("e5", "Sente pawn");
    board.types("d9e9");
    board.stands("e9", "Gote king");
    board.browser.press("mouse", &[&cell("b6"), &cell("b7")]);
    board.browser.wait("return !document.getElementById('choices').hidden");
    assert!(board.browser.text("choices").contains("Do not promote"));
    board.button("#choices", "tokin");
    board.stands("b7", "Sente tokin");
    let moves = board.moves();
    assert!(moves.starts_with("G@e2 ") && moves.ends_with("Pb7+"), "{moves}");
    board.browser.reload();
    board.ready();
    assert_eq!(board.moves(), moves);
    assert!(board.label("b7").starts_with("b7, Sente tokin"), "{}", board.label("b7"));
    board.is_clean();
}

/// Crazyhouse: both sides drop by mouse. Mighty lion: two captures with one move, or one.
#[test]
fn browser_drops_and_double_captures() {
    let board = Board::open(500, 800);
    board.new_game("crazyhouse", "both", "4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1");
    board.browser.click("[data-key='hand N']");
    board.browser.click(&cell("d4"));
    board.stands("d4", "White knight");
    board.browser.click("[data-key='hand Q']");
    // A piece in hand is given back by a second click.
    board.browser.click("[data-key='hand Q']");
    board.browser.click(&cell("d5"));
    assert!(board.label("d5").starts_with("d5, empty"), "{}", board.label("d5"));
    board.browser.click("[data-key='hand Q']");
    board.browser.click(&cell("d5"));
    board.stands("d5", "Black queen");
    let fits = board.browser.run("return document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(fits, true);

    let fen = "4k3/8/8/3p4/2p5/1L6/8/4K3 w - - 0 1";
    board.new_game("lion", "both", fen);
    for square in ["b3", "c4"] {
        board.browser.click(&cell(square));
    }
    board.browser.wait_text("answer", "c4 again");
    board.browser.click(&cell("d5"));
    board.stands("d5", "White lion");
    board.stands("c4", "empty");
    assert_eq!(board.moves(), "Lxc4xd5");
    board.new_game("lion", "both", fen);
    for square in ["b3", "c4", "c4"] {
        board.browser.click(&cell(square));
    }
    board.stands("c4", "White lion");
    board.stands("d5", "Black pawn");
    board.is_clean();
}

/// The engine answers in a game with drops, and hints of one name the piece.
#[test]
fn browser_shogi_against_the_engine() {
    let board = Board::open(1200, 900);
    board.new_game("shogi", "first", "");
    board.types("7g7f");
    board.stands("c4", "Sente pawn");
    board.browser.wait("return document.querySelectorAll('#record button').length === 2");
    // A gold mates on more than one square.
    board.new_game("shogi", "first", "8k/9/8G/9/9/9/9/9/4K4[G] w - - 0 1");
    board.browser.click("[id='do hint']");
    board.browser.wait_text("answer", "Hint: gold–");
    board.is_clean();
}

/// A position is set up with the mouse; the page says what keeps it from being played.
#[test]
fn browser_positions_are_set_up() {
    let board = Board::open(1200, 900);
    board.browser.click("[id='do set up']");
    board.browser.wait_text("setup-faults", "can be played");
    board.button("dialog", "Clear the board");
    board.browser.wait_text("setup-faults", "not one king on each side");
    for (piece, square) in [("White king", "e1"), ("Black king", "e8"), ("White pawn", "a1")] {
        board.browser.click(&format!("dialog [role=radio][aria-label='{piece}']"));
        board.browser.click(&format!("dialog {}", cell(square)));
        let selector = format!("dialog {}", cell(square));
        board.browser.wait(&format!(
            "return document.querySelector({selector:?}).ariaLabel.startsWith('{square}, {piece}')"
        ));
    }
    board.browser.wait_text("setup-faults", "pawn on the first or last rank");
    assert_eq!(board.browser.run("return document.getElementById('setup-play').disabled"), true);
    // The same piece once more: it is taken away.
    board.browser.click(&format!("dialog {}", cell("a1")));
    board.browser.wait_text("setup-faults", "can be played");
    board.browser.click("#setup-play");
    board.browser.wait("return document.getElementById('new-fen') !== null");
    let fen = board.browser.run("return document.getElementById('new-fen').value");
    assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    board.browser.click("dialog button.main");
    board.browser.wait("return !document.getElementById('dialog').open");
    board.stands("d1", "empty");
    // A text that is none changes nothing, and is named.
    board.browser.click("[id='do set up']");
    board.browser.wait_text("setup-faults", "can be played");
    board.browser.run(
        "const text = document.getElementById('setup-fen'); text.value = '8/8 x';\
         text.dispatchEvent(new Event('change'))",
    );
    board.browser.wait_text("setup-faults", "wrong number of ranks");
    board.is_clean();
}
