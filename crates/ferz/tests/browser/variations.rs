//! Variations and comments in the browser: made, walked through by keys, said aloud, kept, and read again.

use crate::driver::key;
use crate::{Board, cell, said};

/// The list of moves as one reads it.
fn record(board: &Board) -> String {
    let script = "return [...document.querySelectorAll('#record > *')]\
                  .map((one) => one.textContent).join(' ')";
    board.browser.run(script).as_str().unwrap_or_default().to_owned()
}

fn choose(board: &Board, id: &str, value: &str) {
    board.browser.run(&format!(
        "const list = document.getElementById({id:?}); list.value = {value:?};\
         list.dispatchEvent(new Event('change'))"
    ));
}

#[test]
fn browser_variations_and_comments() {
    let mut board = Board::open(1200, 1400);
    let browser = &board.browser;
    board.new_game("normal", "both", "");
    let types = |text: &str, played: &str| {
        browser.run("document.getElementById('move').focus()");
        browser.keys(&format!("{text}{}", key::ENTER));
        browser.wait_text("record", played);
    };
    for text in ["e4", "e5", "Nf3"] {
        types(text, text);
    }
    // Back by two; other moves are tried there.
    browser.click("[id='do analyse']");
    browser.wait("return document.querySelectorAll('.analyst .lines li').length === 3");
    browser.run("document.activeElement.blur()");
    browser.keys(key::LEFT);
    browser.wait(&format!("return {}.startsWith('f3, empty')", said("f3")));
    browser.keys(key::LEFT);
    browser.wait(&format!("return {}.startsWith('e5, empty')", said("e5")));
    browser.press("mouse", &[&cell("c7"), &cell("c5")]);
    browser.wait_text("record", "c5");
    types("c3", "c3");
    // Engines have been told, and the board is there.
    browser.wait("return document.querySelector('#record [aria-current]')?.textContent === 'c3'");
    assert_eq!(board.moves(), "e4 e5 Nf3");

    // What one has to say of it; texts that want to be markup stay texts.
    // What engines say moves what is below it: a click could miss.
    browser.run("document.querySelector('#notes details').open = true");
    browser.run("document.getElementById('comment').focus()");
    browser.keys("the <b>Alapin</b>");
    choose(&board, "glyph", "5");
    browser.wait_text("record", "the <b>Alapin</b>");
    choose(&board, "worth", "15");
    browser.wait_text("record", "!? ⩱");
    assert_eq!(record(&board), "1.e4 e5 (1…c52.c3!? ⩱the <b>Alapin</b>) 2.Nf3");

    // By keys: up to the start of the variation, beside it, and back; said aloud.
    browser.run("document.activeElement.blur()");
    browser.keys(key::LEFT);
    browser.wait_text("live", "Variation: 1… c5");
    browser.keys(key::UP);
    browser.wait_text("live", "1… e5");
    browser.keys(key::DOWN);
    browser.wait_text("live", "Variation: 1… c5");
    browser.keys(key::RIGHT);
    browser.wait_text(
        "live",
        "2. c3. interesting move. second side slightly better. the <b>Alapin</b>",
    );
    browser.wait(&format!("return {}.startsWith('c3, White pawn')", said("c3")));

    // It is in the file of games, and comes back when the program was killed.
    let kept = record(&board);
    browser.click("[id='do analyse']");
    // The keeper may be a moment behind.
    browser.wait(
        "return fetch(`games.pgn${location.search}`).then((answer) => answer.text())
            .then((text) => text.includes('$15') && text.includes('Alapin'))",
    );
    board.killed();
    let browser = &board.browser;
    browser.click("[id='do games']");
    browser.wait("return document.querySelectorAll('#games tbody tr').length === 1");
    browser.click("#games .link");
    browser.wait_text("record", "Alapin");
    assert_eq!(record(&board), kept);
    browser.click(".variation button:nth-of-type(2)");
    browser.wait(&format!("return {}.startsWith('c3, White pawn')", said("c3")));
    browser.click("#notes summary");
    browser.run("document.getElementById('do prune').click()");
    browser.wait("return !document.getElementById('record').textContent.includes('Alapin')");
    browser.wait_text("live", "Variation: 1… c5");
    assert_eq!(record(&board), "1.e4 e5 (1…c5) 2.Nf3");
    board.is_clean();
}
