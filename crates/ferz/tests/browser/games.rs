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

    /// Goes on from part to part of the page until this is true.
    fn tab_to(&self, there: &str) {
        let there = format!("return {there}");
        for _ in 0..60 {
            if self.browser.run(&there) == true {
                return;
            }
            self.browser.keys(key::TAB);
        }
        panic!("no way by Tab: {there}");
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

/// Shogi by the keyboard alone, from the dialogue on: drops, a typed drop, a promotion by choice; squares and
/// moves are called as players of shogi call them. A page that is loaded again.
#[test]
fn browser_shogi_without_a_mouse() {
    let board = Board::open(1200, 900);
    let browser = &board.browser;
    let here = "return document.activeElement.ariaLabel";
    board.tab_to("document.activeElement?.id === 'do new game'");
    browser.keys(key::ENTER);
    for (field, text, chosen) in [("new-game", "Shogi", "shogi"), ("new-side", "both", "both")] {
        board.tab_to(&format!("document.activeElement?.id === '{field}'"));
        browser.keys(text);
        browser.wait(&format!("return document.getElementById({field:?}).value === {chosen:?}"));
    }
    board.tab_to("document.activeElement?.id === 'new-fen'");
    browser.keys(&format!("4k4/9/9/1P7/9/9/9/9/4K4[GP] w - - 0 1{}", key::ENTER));
    browser.wait("return !document.getElementById('dialog').open");
    browser.wait("return document.getElementById('title').textContent === 'Shogi'");

    board.tab_to("document.activeElement?.dataset?.key === 'hand G'");
    assert_eq!(browser.run(here), "1 Sente gold in hand");
    browser.keys(key::ENTER);
    assert_eq!(browser.run(here), "9i, empty, can go here");
    browser.keys(key::UP);
    browser.keys(&key::RIGHT.repeat(4));
    browser.keys(key::ENTER);
    board.stands("5h", "Sente gold");
    board.tab_to("document.activeElement?.id === 'move'");
    let types = |text: &str| browser.keys(&format!("{text}{}", key::ENTER));
    types("5a6a");
    board.stands("6a", "Gote king");
    types("P*8h");
    // It would be the second pawn on the file.
    browser.wait_text("answer", "illegal move \"P*8h\"");
    browser.keys(&"\u{8}".repeat(4));
    types("p*5e");
    board.stands("5e", "Sente pawn");
    types("K-5a");
    board.stands("5a", "Gote king");
    // By arrow keys: a pawn goes where it may promote; the page asks.
    board.tab_to("document.activeElement?.role === 'gridcell'");
    for _ in 0..20 {
        match browser.run(here).as_str().unwrap_or_default() {
            at if at.starts_with("8d,") => break,
            at if at.as_bytes()[1] > b'd' => browser.keys(key::UP),
            at if at.as_bytes()[1] < b'd' => browser.keys(key::DOWN),
            at if at.as_bytes()[0] < b'8' => browser.keys(key::LEFT),
            _ => browser.keys(key::RIGHT),
        }
    }
    assert_eq!(browser.run(here), "8d, Sente pawn");
    browser.keys(&format!("{}{}{}", key::ENTER, key::UP, key::ENTER));
    browser.wait("return !document.getElementById('choices').hidden");
    assert!(browser.text("choices").contains("Do not promote"));
    board.tab_to("document.activeElement?.textContent === 'tokin'");
    browser.keys(key::ENTER);
    board.stands("8c", "Sente tokin");
    let moves = board.moves();
    assert_eq!(moves, "G*5h K-6a P*5e K-5a P-8c+");
    browser.reload();
    board.ready();
    assert_eq!(board.moves(), moves);
    assert!(board.label("8c").starts_with("8c, Sente tokin"), "{}", board.label("8c"));
    // The rim has the same names: files from the right, ranks from the top.
    let rim = browser.run(
        "return [...document.querySelectorAll('#board .coordinates text')].map((one) => one.textContent).join('')",
    );
    assert_eq!(rim, "998877665544332211iihhggffeeddccbbaa");
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
    board.stands("7f", "Sente pawn");
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

/// Who cannot look asks; who types in a hurry is understood; what was played last is marked wherever one looks.
#[test]
fn browser_questions_are_answered() {
    let board = Board::open(1200, 900);
    let browser = &board.browser;
    board.new_game("normal", "both", "4k3/8/8/5n2/3P4/8/8/3QK3 w - - 0 1");
    let ask = |text: &str, heard: &str| {
        board.types(text);
        browser
            .wait(&format!("return document.getElementById('answer').textContent === {heard:?}"));
    };
    ask("attacks d4", "d4 is attacked by Black knight f5. d4 is defended by White queen d1.");
    ask("attacks f5", "No White piece attacks f5. Nothing defends f5.");
    ask("attacks e5", "e5 is attacked by White pawn d4. No Black piece attacks e5.");
    ask("where white", "White queen d1, White king e1, White pawn d4");
    ask("where black knights", "Black knight f5");
    ask("where pawns", "White pawn d4");
    ask("where rooks", "There is none.");
    ask("last", "Your move: White");
    // It is Black's, and White is to move.
    browser.press("mouse", &[&cell("f5")]);
    browser.wait_text("answer", "f5, Black knight: it cannot move now.");
    board.types("qd3");
    board.stands("d3", "White queen, last move");
    board.types("n e3");
    board.stands("e3", "Black knight, last move");
    ask("last", "Ne3. Your move: White");
    board.types("undo");
    board.stands("d3", "White queen, last move");
    // In a position of earlier on, and while engines analyse.
    board.types("Ne7");
    board.stands("e7", "Black knight, last move");
    browser.click("#record button");
    board.stands("d3", "White queen, last move");
    browser.click("[id='do analyse']");
    browser.wait_text("do analyse", "Stop analysing");
    board.stands("d3", "White queen, last move");
    board.stands("f5", "Black knight");
    board.is_clean();
}

/// A position for the third time: the page says that a draw may be claimed, and the button claims it.
#[test]
fn browser_draws_are_claimed() {
    let board = Board::open(1200, 900);
    let browser = &board.browser;
    board.new_game("normal", "both", "");
    assert_eq!(browser.text("do offer draw"), "Offer a draw");
    for (at, text) in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2).into_iter().enumerate() {
        board.types(text);
        browser.wait(&format!(
            "return document.querySelectorAll('#record button').length === {}",
            at + 1
        ));
    }
    browser.wait_text("notices", "You may claim a draw: ");
    assert_eq!(browser.text("do offer draw"), "Claim a draw");
    browser.click("[id='do offer draw']");
    browser.wait_text("state", "1/2-1/2: ");
    assert!(browser.text("state").contains("repetition"), "{}", browser.text("state"));
    assert_eq!(browser.text("do offer draw"), "Offer a draw");
    board.is_clean();
}
