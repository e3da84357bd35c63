//! Games that are kept, in the browser: nothing is lost when the program is killed, files go in, games are
//! found again.

use crate::Board;
use std::fmt::Write;
use std::fs;

/// How many games the list shows.
fn rows(count: usize) -> String {
    format!("return document.querySelectorAll('#games tbody tr').length === {count}")
}

#[test]
fn browser_games_are_kept_and_found() {
    let mut board = Board::open(1200, 1000);
    board.press_move("e2", "e4");
    let played = board.moves();
    board.killed();
    assert_eq!(board.moves(), "");
    board.browser.click("[id='do games']");
    board.browser.wait(&rows(1));
    board.browser.click("#games .link");
    board.browser.wait("return !document.getElementById('dialog').open");
    board.browser.wait("return document.querySelectorAll('#record button').length === 2");
    assert_eq!(board.moves(), played);
    board.press_move("d2", "d4");
    board.browser.click("[id='do resign']");
    board.browser.wait_text("state", "0-1: resignation");

    // A thousand games of a file, with texts that want to be markup.
    let mut pgn = String::new();
    for number in 0..999 {
        writeln!(pgn, "[White \"<b>P{number}</b>\"]\n[Black \"Q\"]\n\n1. c4 c5 1/2-1/2\n")
            .expect("memory");
    }
    pgn.push_str(
        "[Variant \"xiangqi\"]\n[Red \"Wang\"]\n[Date \"2031.01.01\"]\n\n1. C2=5 H8+7 *\n",
    );
    let file = board.home.path().join("many.pgn");
    fs::write(&file, pgn).expect("written");
    board.browser.click("[id='do games']");
    board.browser.wait(&rows(1));
    board.browser.click("#find-player");
    board.browser.keys("wang");
    board.browser.wait(&rows(0));
    board.browser.choose_file("#import-file", &file);
    board.browser.wait(&rows(1));
    board.browser.click("#games .link");
    board.browser.wait("return !document.getElementById('dialog').open");
    board.browser.wait("return document.querySelectorAll('#record button').length === 2");
    assert_eq!(board.browser.text("title"), "Xiangqi");

    board.browser.click("[id='do games']");
    // A page of the list; the game that was resigned is the same one as before.
    board.browser.wait(&rows(100));
    let text = board.browser.run("return document.querySelector('#games').textContent");
    assert!(text.to_string().contains("<b>P"), "{text}");
    board.browser.click("#find-player");
    board.browser.keys("P99");
    board.browser.wait(&rows(10));
    board.is_clean();
}
