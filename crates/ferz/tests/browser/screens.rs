//! Every game and every dialogue on a wide screen and on a telephone: all of it is there to be seen,
//! and nothing is wider than the screen. `FERZ_SCREENS=FOLDER` keeps pictures of them, for eyes.

use crate::{Board, cell};
use std::cell::RefCell;
use std::path::PathBuf;

/// Widths and heights of screens: a computer's, a telephone's, and a computer's at 200 %.
const SCREENS: [[u32; 2]; 3] = [[1280, 900], [390, 844], [640, 450]];
/// The words of [`SCREENS`] in the names of pictures.
const NAMES: [&str; 3] = ["wide", "narrow", "double"];

/// What is wrong with how the page lies: what is wider than the screen, what lies on something else.
const WRONG: &str = "
    const wrong = [];
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide) wrong.push('the page scrolls sideways');
    const seen = (element) => element.checkVisibility() && element.getClientRects().length > 0;
    const dialog = document.querySelector('dialog[open], [open] .menu');
    const scrolls = (element) => {
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
            if (at !== dialog && /auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return true;
        return false;
    };
    const parts = [...(dialog ?? document.body).querySelectorAll('button, select, input, p, h2, h3, label, .plane, td')]
        .filter((element) => seen(element) && !scrolls(element));
    const named = (element) => `${element.tagName} ${element.id} ${element.textContent.slice(0, 30)}`;
    for (const element of parts) {
        const box = element.getBoundingClientRect();
        if (box.width > 0 && (box.right > wide + 1 || box.left < -1)) wrong.push(`${named(element)}: out of sight`);
        if (element.matches('button') && element.scrollWidth > element.clientWidth + 1) wrong.push(`${named(element)}: cut`);
    }
    const buttons = parts.filter((element) => element.matches('button, select, input'));
    buttons.forEach((one, at) => buttons.slice(at + 1).forEach((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) wrong.push(`${named(one)} lies on ${named(other)}`);
    }));
    return wrong.join('; ');";

/// Looks at the page, and keeps a picture of it where that is wanted.
fn look(board: &Board, name: &str) {
    let folder = std::env::var_os("FERZ_SCREENS").map(PathBuf::from);
    for ([width, height], screen) in SCREENS.into_iter().zip(NAMES) {
        board.browser.screen(width, height, 1);
        if let Some(folder) = &folder {
            let file = folder.join(format!("{name}-{screen}.png"));
            std::fs::write(&file, board.browser.picture()).expect("a folder for pictures");
        }
        let wrong = board.browser.run(WRONG);
        assert_eq!(wrong, "", "{name} on {width} x {height}");
    }
    board.browser.screen(1280, 900, 1);
}

fn choose(board: &Board, id: &str, value: &str) {
    board.browser.run(&format!(
        "const list = document.getElementById({id:?}); list.value = {value:?};\
         list.dispatchEvent(new Event('change'))"
    ));
}

#[test]
fn browser_every_game_fits_the_screen() {
    let board = Board::open(1280, 900);
    board.browser.click("[id='do new game']");
    let games = board.browser.run(
        "return [...document.getElementById('new-game').options].map((option) => option.value)",
    );
    board.browser.run("document.getElementById('dialog').close()");
    let games = games.as_array().expect("games").clone();
    assert!(games.len() > 30, "{}", games.len());
    for game in games.iter().filter_map(|game| game.as_str()) {
        board.new_game(game, "both", "");
        look(&board, &format!("game-{game}"));
    }
    board.is_clean();
}

#[test]
fn browser_every_dialogue_fits_the_screen() {
    let board = Board::open(1280, 900);
    tour(&board, look);
    board.is_clean();
}

/// axe-core finds nothing that keeps people out: names, roles, contrast, order of headings.
#[test]
fn browser_axe_finds_nothing() {
    let board = Board::open(1280, 900);
    let script = std::fs::read_to_string(ferz_testkit::axe()).expect("a script");
    board.browser.run(&script);
    let violations = RefCell::new(Vec::new());
    tour(&board, |board, name| {
        // What moves may be half-way to its colour.
        let found = board.browser.run(
            "return axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(
                ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any }) => html.slice(0, 200)
                    + (any[0]?.message ?? '')).join(' / ')}`).join('\\n'))",
        );
        if found != "" {
            violations.borrow_mut().push(format!("{name}: {}", found.as_str().unwrap_or_default()));
        }
    });
    let violations = violations.into_inner();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// Goes through everything that the page can show, and looks at each.
fn tour(board: &Board, look: impl Fn(&Board, &str)) {
    let browser = &board.browser;
    let close = || browser.run("document.getElementById('dialog').close()");
    board.press_move("e2", "e4");
    board.press_move("d2", "d4");
    look(board, "page");
    browser.click("#wishes summary");
    look(board, "settings");
    // Whoever has chosen something there stays there.
    browser.run("document.getElementById('wish-theme').focus()");
    choose(board, "wish-theme", "light");
    browser.wait("return document.activeElement.id === 'wish-theme'");
    browser.click("#title");
    browser.wait("return !document.getElementById('wishes').open");
    for theme in ["dark", "contrast"] {
        choose(board, "wish-theme", theme);
        look(board, &format!("page-{theme}"));
    }
    browser.click("[id='do new game']");
    // One engine against a person.
    browser.wait("return !document.getElementById('new-engine-2').checkVisibility()");
    look(board, "new-contrast");
    close();
    choose(board, "wish-theme", "light");
    for (name, button) in [
        ("new", "new game"),
        ("setup", "set up"),
        ("archive", "games"),
        ("log", "engine log"),
        ("save", "save"),
    ] {
        browser.click(&format!("[id='do {button}']"));
        browser.wait("return document.getElementById('dialog').open");
        std::thread::sleep(std::time::Duration::from_millis(300));
        look(board, name);
        close();
    }
    browser.click("[id='do report']");
    browser.wait("return document.getElementById('summary') !== null");
    look(board, "report");
    browser.click("[id='do analyse']");
    browser.wait("return document.querySelectorAll('.analyst .lines li').length > 2");
    look(board, "analysis");
    choose(board, "wish-theme", "dark");
    look(board, "analysis-dark");
    choose(board, "wish-theme", "light");
    browser.click("[id='do engines']");
    browser.click("#engine-name");
    browser.keys("Another engine with a name that is long enough to be wide");
    browser.click("#engine-command");
    let program = env!("CARGO_BIN_EXE_ferz");
    browser.keys(program);
    browser.click("dialog button.main");
    browser.wait("return document.querySelectorAll('dialog .engines li').length === 1");
    look(board, "engines");
    browser.click("dialog .engines li button:nth-of-type(2)");
    browser.wait("return document.getElementById('about') !== null");
    look(board, "options");
    close();
    browser.click("[id='do engine log']");
    browser.wait("return document.querySelectorAll('#log li').length > 2");
    look(board, "log-full");
    close();
    browser.click("[id='do matches']");
    browser.wait("return document.getElementById('match-first') !== null");
    look(board, "match");
    for (id, value) in [("match-limit", "30+0.1"), ("match-at-once", "2"), ("match-sprt", "0 5")] {
        browser.run(&format!("document.getElementById({id:?}).value = {value:?}"));
    }
    browser.click("dialog button.main");
    browser.wait("return document.querySelectorAll('.table-of').length === 2");
    browser.wait("return document.querySelectorAll('.highlights .last').length >= 2");
    look(board, "match-live");
    browser.run("const stop = document.getElementById('do stop'); stop.click(); stop.click()");
    browser.wait("return /ended/.test(document.getElementById('run-state').textContent)");
    close();
    browser.click("[id='do analyse']");
    board.new_game("shogi", "both", "4k4/9/9/1P7/9/9/9/9/4K4[GPg] w - - 0 1");
    browser.press("mouse", &[&cell("8d"), &cell("8c")]);
    browser.wait("return !document.getElementById('choices').hidden");
    look(board, "hands");
    board.new_game("xiangqi", "both", "");
    // What was asked and thought in the game before is gone.
    browser.wait("return document.getElementById('choices').hidden");
    assert_eq!(browser.text("thought"), "");
    look(board, "points");
}
