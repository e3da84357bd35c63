//! Matches in the browser: set up, watched live, opened again from their folder.

use crate::Board;
use ferz_testkit::Session;
use std::process::Command;

fn choose(board: &Board, id: &str, value: &str) {
    board.browser.run(&format!(
        "const field = document.getElementById({id:?});\
         if (field.type === 'checkbox') field.checked = {value:?} === 'on'; else field.value = {value:?};\
         field.dispatchEvent(new Event('change'))"
    ));
}

/// Fills the form for a match, and begins it.
fn begin(board: &Board, fields: &[(&str, &str)]) {
    board.browser.wait("return document.getElementById('match-first') !== null");
    for (id, value) in fields {
        choose(board, id, value);
    }
    board.browser.click("dialog button.main");
}

fn over(board: &Board, games: usize) {
    board.browser.wait(&format!(
        "return /over/.test(document.getElementById('run-state')?.textContent)
            && document.querySelectorAll('#run-rows tr').length === {games}"
    ));
}

#[test]
fn browser_a_match_is_watched() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    browser.click("[id='do matches']");
    // Mistakes are named, and the form stays.
    begin(&board, &[("match-limit", "soon")]);
    browser.wait("return /soon/.test(document.querySelector('dialog [role=alert]').textContent)");
    let fields = [
        ("match-limit", "20+0.1"),
        ("match-games", "4"),
        ("match-at-once", "2"),
        ("match-sprt", "0 5"),
    ];
    begin(&board, &fields);
    // Two boards, on which pieces, clocks and thoughts change.
    browser.wait("return document.querySelectorAll('.table-of').length === 2");
    browser.wait("return document.querySelectorAll('.table-of:first-child .men > g').length > 20");
    browser.wait("return document.querySelectorAll('.table-of .highlights .last').length >= 2");
    browser.wait(
        "return [...document.querySelectorAll('.table-of .clock')].every((one) => /[.:]/.test(one.textContent))",
    );
    browser.wait(
        "return [...document.querySelectorAll('.table-of .line')].every((one) => /\\/\\d/.test(one.textContent))",
    );
    // A page that comes later, or again, sees the same.
    browser.reload();
    board.ready();
    browser.click("[id='do matches']");
    browser.wait("return document.querySelectorAll('.table-of .men > g').length > 40");
    browser.wait_text("run-state", "of 4 games");
    // Stopped at once.
    browser.click("[id='do stop']");
    browser.click("[id='do stop']");
    browser.wait_text("run-state", "ended: stopped");

    // The command line goes on with it.
    let folder = std::fs::read_dir(board.home.path().join("ferz-runs")).expect("a folder");
    let folder = folder.flatten().next().expect("a run").path();
    let mut resume = Command::new(env!("CARGO_BIN_EXE_ferz"));
    resume.args(["match", "--resume"]).arg(&folder);
    let mut resumed = Session::start(resume);
    resumed.expect_prefix("4 games, kept in");
    resumed.signal("KILL");

    // Games from a position, quick ones: a tree of what came of them.
    browser.run("document.getElementById('dialog').close()");
    board.new_game("normal", "both", "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    browser.click("[id='do matches']");
    begin(&board, &[("match-limit", "nodes=2000"), ("match-games", "4"), ("match-here", "on")]);
    over(&board, 4);
    browser.wait_text("run-tree", "Ra8#: +4 =0 −0");
    browser.wait_text("run-state", "Ferz – Ferz (2): +2 =0 −2");
    assert!(browser.text("run-rows").contains("checkmate"), "{}", browser.text("run-rows"));

    // One of its games is shown on the board.
    browser.click("#run-rows .link");
    browser.wait("return !document.getElementById('dialog').open");
    browser.wait_text("record", "Ra8#");
    browser.wait_text("player-top", "Ferz");

    // A run of earlier days, when the program has been started again.
    browser.click("[id='do matches']");
    browser.wait("return document.querySelectorAll('#runs li').length === 2");
    browser.click("#runs .link");
    over(&board, 4);
    browser.wait_text("run-tree", "Ra8#: +4 =0 −0");
    board.is_clean();
}

/// Two matches at once, side by side; one of them is stopped.
#[test]
fn browser_two_matches_are_watched() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    browser.click("[id='do matches']");
    begin(&board, &[("match-limit", "30+0.1"), ("match-games", "2")]);
    browser.wait_text("run-state", "of 2 games");
    browser.click("[id='do another']");
    let xiangqi = [("match-game", "xiangqi"), ("match-limit", "30+0.1"), ("match-games", "6")];
    begin(&board, &xiangqi);
    browser.wait_text("run-state", "of 6 games");
    browser.wait_text("run-state-2", "of 2 games");
    // The one that was begun last is the first.
    for (run, men) in [("[aria-labelledby=run-state]", 28), ("[aria-labelledby=run-state-2]", 28)] {
        browser
            .wait(&format!("return document.querySelectorAll('{run} .men > g').length >= {men}"));
        browser.wait(&format!("return document.querySelector('{run} .highlights .last') !== null"));
    }
    browser.click("[id='do stop-2']");
    browser.click("[id='do stop-2']");
    browser.wait_text("run-state-2", "ended: stopped");
    let other = browser.text("run-state");
    assert!(other.starts_with("Xiangqi") && !other.contains("ended"), "{other}");
    // Whoever comes again sees what still goes on.
    browser.reload();
    board.ready();
    browser.click("[id='do matches']");
    browser.wait_text("run-state", "of 6 games");
    assert_eq!(browser.run("return document.querySelectorAll('.run').length"), 1);
    browser.click("[id='do another']");
    browser.click("[id='do watch']");
    browser.wait_text("run-state", "of 6 games");
    browser.click("[id='do stop']");
    browser.click("[id='do stop']");
    browser.wait_text("run-state", "ended: stopped");
    board.is_clean();
}

/// Texts that want to be markup, and an engine that fails: it loses, and that is marked.
#[test]
fn browser_faults_in_a_match() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    browser.click("[id='do analyse']");
    browser.click("[id='do engines']");
    for (field, text) in [("#engine-name", "<i>Dead</i>"), ("#engine-command", "sh -c 'exit 3'")] {
        browser.click(field);
        browser.keys(text);
    }
    browser.click("dialog button.main");
    browser.wait("return document.querySelectorAll('dialog .engines li').length === 1");
    browser.run("document.getElementById('dialog').close()");
    browser.click("[id='do matches']");
    let fields =
        [("match-second", "<i>Dead</i>"), ("match-games", "2"), ("match-limit", "nodes=100")];
    begin(&board, &fields);
    browser.wait(
        "return /<i>Dead/.test(document.querySelector('.run')?.textContent) && document.querySelector('.run i') === null",
    );
    browser.wait("return /ended|over/.test(document.getElementById('run-state').textContent)");
    let shown = browser.run("return document.querySelector('.run').textContent").to_string();
    assert!(shown.contains("<i>Dead"), "{shown}");
    board.is_clean();
}

/// A run that somebody else plays is followed until it is over.
#[test]
fn browser_runs_of_the_command_line_are_followed() {
    let board = Board::open(1200, 1400);
    let browser = &board.browser;
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let mut play = Command::new(ferz);
    let limits = ["--nodes", "2000", "--rounds", "200", "--openings", "builtin"];
    play.current_dir(board.home.path()).args(["match", ferz, ferz]).args(limits);
    let mut play = Session::start(play);
    play.expect_prefix("game 1/400");
    browser.click("[id='do matches']");
    browser.wait("return document.querySelectorAll('#runs li').length === 1");
    browser.click("#runs .link");
    browser.wait_text("run-state", "of 400 games");
    let games = || browser.run("return document.querySelectorAll('#run-rows tr').length");
    let before = games().as_u64().expect("a number");
    browser.wait(&format!("return document.querySelectorAll('#run-rows tr').length > {before}"));
    assert_eq!(
        browser.run("return /over/.test(document.getElementById('run-state').textContent)"),
        false
    );
    play.signal("INT");
    browser.wait_text("run-state", "over");
    board.is_clean();
}

/// Runs of the command line are opened, too: those where the program was started.
#[test]
fn browser_runs_of_the_command_line_are_opened() {
    let board = Board::open(1200, 1400);
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let limits = ["--nodes", "50", "--games", "2", "--variant", "crazyhouse"];
    let mut play = Command::new(ferz);
    play.current_dir(board.home.path()).args(["match", ferz, ferz]).args(limits);
    assert!(play.output().expect("it plays").status.success());
    board.browser.click("[id='do matches']");
    board.browser.wait("return document.querySelectorAll('#runs li').length === 1");
    board.browser.click("#runs .link");
    over(&board, 2);
    board.browser.wait_text("run-state", "Crazyhouse");
    board.browser.click("#run-rows .link");
    board.browser.wait("return !document.getElementById('dialog').open");
    board.browser.wait_text("title", "Crazyhouse");
    board.is_clean();
}
