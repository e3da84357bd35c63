//! Analysis in the browser: several engines, moves that are tried, an engine that dies.

use crate::{Board, cell};
use std::fs;
use std::process::Command;

/// Whether an engine has said so many lines.
fn lines(engine: &str, count: usize) -> String {
    format!(
        "return document.querySelectorAll('[aria-label=\"{engine}\"] .lines li').length === {count}"
    )
}

/// Types a text into a field of the dialogue.
fn fill(board: &Board, field: &str, text: &str) {
    board.browser.click(field);
    board.browser.keys(text);
}

#[test]
fn browser_analysis_with_two_engines() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    let number = board.home.path().join("pid");
    browser.click("[id='do analyse']");
    browser.wait(&lines("Ferz", 3));
    browser.wait("return document.querySelectorAll('.arrows > *').length >= 3");

    // Another engine, by its command line. Its protocol is found out.
    browser.click("[id='do engines']");
    fill(&board, "#engine-name", "Second <b>");
    let program = env!("CARGO_BIN_EXE_ferz");
    let command = format!("sh -c 'echo $$ > \"{}\"; exec \"{program}\"'", number.display());
    fill(&board, "#engine-command", "'open quote");
    browser.click("dialog button.main");
    browser.wait(
        "return /open quote/.test(document.querySelector('dialog [role=alert]').textContent)",
    );
    browser.run("document.querySelector('#engine-command').value = ''");
    fill(&board, "#engine-command", &command);
    fill(&board, "#engine-options", "Hash=1");
    browser.click("dialog button.main");
    browser.wait("return document.querySelectorAll('dialog .engines li').length === 1");
    // It is tried once, in a process of its own, which writes the file, too.
    browser
        .wait("return /answers/.test(document.querySelector('dialog [role=status]').textContent)");
    browser.click("dialog .actions button[type=button]");
    let list = fs::read_to_string(board.home.path().join("ferz/engines.toml")).expect("kept");
    assert!(list.contains("name = \"Second <b>\"") && list.contains("Hash = \"1\""), "{list}");
    browser.click("#analysis fieldset label:nth-of-type(2) input");
    for engine in ["Ferz", "Second <b>"] {
        browser.wait(&lines(engine, 3));
    }

    // What is said with it is shown as it goes on.
    browser.click("[id='do engine log']");
    browser.wait("return document.querySelectorAll('#log li').length > 5");
    let last = browser.run("return document.querySelector('#log li:last-child').textContent");
    browser.wait(&format!(
        "return document.querySelector('#log li:last-child').textContent !== {last}"
    ));
    browser.run("document.getElementById('dialog').close()");

    // A move is tried, and the game knows nothing of it.
    board.browser.press("mouse", &[&cell("e2"), &cell("e4")]);
    browser.wait("return /e4/.test(document.getElementById('trial')?.textContent)");
    browser.wait(&lines("Second <b>", 3));
    assert_eq!(board.moves(), "");
    browser.click("#trial button:last-of-type");
    browser.wait("return document.getElementById('trial') === null");

    // It is killed: the page says so, keeps what it said, and starts it again when it is wanted.
    browser.wait(&lines("Second <b>", 3));
    let first = fs::read_to_string(&number).expect("it has started");
    let killed = Command::new("kill").args(["-9", first.trim()]).status().expect("kill");
    assert!(killed.success());
    browser.wait("return document.querySelector('.analyst [role=alert]') !== null");
    browser.wait(&lines("Ferz", 3));
    // The lines of the other engine change above it: a pointer could miss.
    browser.run("document.querySelector('.analyst [role=alert] button').click()");
    browser.wait("return document.querySelector('.analyst [role=alert]') === null");
    browser.wait(&lines("Second <b>", 3));
    assert_ne!(fs::read_to_string(&number).expect("it has started again"), first);

    browser.click("[id='do analyse']");
    browser.wait("return document.querySelector('.analyst') === null");
    board.press_move("e2", "e4");
    board.is_clean();
}

/// Moves are left out and taken in again; moves of games that are kept are offered.
#[test]
fn browser_analysis_leaves_moves_out_and_recalls_games() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    let file = board.home.path().join("games.pgn");
    let games = "[White \"A\"]\n\n1. b4 e5 1-0\n\n[White \"B\"]\n\n1. b4 d5 0-1\n\n[White \"C\"]\n\n1. c4 *\n";
    fs::write(&file, games).expect("written");
    browser.click("[id='do games']");
    browser.wait("return document.getElementById('import-file') !== null");
    browser.choose_file("#import-file", &file);
    browser.wait("return document.querySelectorAll('#games tbody tr').length === 3");
    browser.run("document.getElementById('dialog').close()");

    browser.click("[id='do analyse']");
    browser.wait(&lines("Ferz", 3));
    let first = "document.querySelector('.analyst .lines li button')?.textContent";
    let before = browser.run(&format!("return {first}"));
    let before = before.as_str().expect("a move").to_owned();
    let own = "[...document.querySelectorAll('.analyst .lines li')].map((line) => line.querySelector('button').textContent)";
    browser.run(&format!("document.querySelector('[aria-label=\"Leave {before} out\"]').click()"));
    browser.wait_text("left-out", &before);
    browser.wait(&lines("Ferz", 3));
    browser.wait(&format!("return !{own}.includes({before:?})"));
    browser.run("document.querySelector('#left-out button').click()");
    browser.wait("return document.getElementById('left-out') === null");
    browser.wait(&lines("Ferz", 3));

    browser.wait_text("before", "b42+1 =0 −1");
    browser.wait_text("before", "c41+0 =0 −0");
    browser.run("document.querySelector('#before button').click()");
    browser.wait_text("trial", "b4");
    browser.wait_text("before", "d51+0 =0 −1");
    board.is_clean();
}

/// What endgame tables and the books know of the moves is shown, and its moves can be tried.
#[test]
fn browser_analysis_asks_tables_and_books() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/data/syzygy");
    let board = Board::open_with(1200, 1400, &["--syzygy", tables]);
    let browser = &board.browser;
    let text = |source: &str| {
        let section = format!("document.querySelector('.known[aria-label$=\": {source}\"]')");
        browser.wait(&format!("return {section} !== null"));
        browser.run(&format!("return {section}.textContent")).as_str().expect("text").to_owned()
    };
    browser.click("[id='do analyse']");
    let book = text("Ferz");
    assert!(book.contains("e4") && book.contains(" %"), "{book}");
    browser.run("document.querySelector('.known button').click()");
    browser.wait("return document.getElementById('trial') !== null");
    browser.click("[id='do analyse']");

    board.new_game("normal", "both", "8/8/8/8/8/1k6/4R3/K7 w - - 0 1");
    browser.click("[id='do analyse']");
    let known = text("Syzygy");
    assert!(known.contains("wins (") && known.contains("plies to a capture"), "{known}");
    board.is_clean();
}

/// The small board shows what a line comes to, beside the line; it goes when nobody points there.
#[test]
fn browser_analysis_shows_lines_on_a_small_board() {
    let board = Board::open(1200, 900);
    let browser = &board.browser;
    browser.click("[id='do analyse']");
    browser.wait(&lines("Ferz", 3));
    let move_of_line = "document.querySelector('.analyst .lines li button')";
    browser.run(&format!("{move_of_line}.focus()"));
    browser.wait("return document.querySelector('.small.board')?.checkVisibility() === true");
    browser.wait("return document.querySelectorAll('.small.board .highlights .last').length === 2");
    let apart = browser.run(
        "const [small, side] = ['.small.board', '#side'].map((one) => document.querySelector(one).getBoundingClientRect());\
         return small.right <= side.left && small.top >= 0 && small.bottom <= innerHeight",
    );
    assert_eq!(apart, true);
    browser.run("document.activeElement.blur()");
    browser.wait("return document.querySelector('.small.board').hidden");
    board.is_clean();
}
