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
    browser.click("dialog .actions button[type=button]");
    let list = fs::read_to_string(board.home.path().join("ferz/engines.toml")).expect("kept");
    assert!(list.contains("name = \"Second <b>\"") && list.contains("Hash = \"1\""), "{list}");
    browser.click("#analysis fieldset label:nth-of-type(2) input");
    for engine in ["Ferz", "Second <b>"] {
        browser.wait(&lines(engine, 3));
    }

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
