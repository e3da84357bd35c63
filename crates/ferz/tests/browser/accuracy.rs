//! The report of a game in the browser: its graph, its mistakes, what a click does.

use crate::Board;
use crate::driver::key;

/// Types moves of both sides.
fn play(board: &Board, moves: &[&str]) {
    for (at, text) in moves.iter().enumerate() {
        board.browser.click("#move");
        board.browser.keys(&format!("{text}{}", key::ENTER));
        let count = at + 1;
        board.browser.wait(&format!(
            "return document.querySelectorAll('#record button').length === {count}"
        ));
    }
}

#[test]
fn browser_report_of_a_game_that_was_played() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    board.new_game("normal", "both", "");
    play(&board, &["e4", "e5", "Qh5", "Ke7", "Qxe5"]);
    board.browser.wait_text("state", "checkmate");

    // One that is broken off leaves nothing.
    browser.run(
        "const list = document.getElementById('report-time'); list.value = '2000';\
         list.dispatchEvent(new Event('change'))",
    );
    browser.click("[id='do report']");
    browser.wait("return document.querySelector('#report progress')?.value > 0");
    browser.click("[id='do cancel report']");
    browser.wait("return document.querySelector('#report progress') === null");
    assert_eq!(browser.run("return document.getElementById('graph')"), serde_json::Value::Null);

    browser.run(
        "const list = document.getElementById('report-time'); list.value = '100';\
         list.dispatchEvent(new Event('change'))",
    );
    browser.click("[id='do report']");
    browser.wait("return document.getElementById('summary') !== null");
    let dots = browser.run("return document.querySelectorAll('#graph polygon').length");
    assert_eq!(dots, 1);
    // To walk into the mate is a blunder; the side that mates loses nothing by that.
    let mistakes = browser.run("return document.querySelector('.mistakes').innerText");
    let mistakes = mistakes.as_str().unwrap_or_default();
    assert!(mistakes.contains("2… Ke7?? blunder") && mistakes.contains("better:"), "{mistakes}");
    assert!(!mistakes.contains("Qxe5"), "{mistakes}");
    assert!(board.moves().contains("Ke7??"), "{}", board.moves());
    let cells = browser.run(
        "return [...document.querySelectorAll('#summary tbody tr')].map((row) =>\
             [...row.cells].map((cell) => cell.textContent))",
    );
    assert_eq!(cells[1][4], "1", "{cells}");
    let percent = |side: usize| {
        let text = cells[side][1].as_str().unwrap_or_default().trim_end_matches(" %");
        text.parse::<f64>().unwrap_or_else(|_| panic!("{cells}"))
    };
    assert!(percent(1) < percent(0), "{cells}");

    // The mistake is looked at by its name, and by a click into the graph.
    let current = "document.querySelector('#record [aria-current]')?.textContent";
    browser.run(
        "[...document.querySelectorAll('.mistakes button')]\
             .find((one) => one.textContent.includes('Ke7')).click()",
    );
    browser.wait(&format!("return {current} === 'Ke7??'"));
    browser.click("#graph");
    browser.wait(&format!("return ['Qh5', 'e5'].includes({current}?.replace(/[?!]+$/, ''))"));
    // Another game has no report yet.
    board.new_game("xiangqi", "both", "");
    browser.wait("return document.getElementById('graph') === null");
    board.is_clean();
}
