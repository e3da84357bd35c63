//! Engines of CECP that take part while a person moves a piece, and games that they describe themselves.

use crate::{Board, cell, engines, said};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// An engine that lets the pawn on d2 go to d3 alone, clicks where the knight on b1 goes, takes on f3,
/// and offers two pieces where a pawn promotes. It writes down what the person does.
const MARKS: &str = r#"
forced=1
reply() {
  case $last in
    e2e4) echo 'move e7e5' ;;
    d2d3) echo 'move a7a6' ;;
    b1c3) echo 'move b7b6' ;;
    a7a8*) ;;
    *) echo 'move h7g7' ;;
  esac
}
while read -r word rest; do
  case $word in
    protover) echo 'feature ping=1 setboard=1 usermove=1 reuse=1 highlight=1 myname="Marks" done=1' ;;
    ping) echo "pong $rest" ;;
    new) last= forced=0 ;;
    force) forced=1 ;;
    go) forced=0; reply ;;
    usermove) last=$rest; [ $forced = 1 ] || reply ;;
    lift) echo "$word $rest" >> "$0.heard"
      case $rest in
        d2) echo 'highlight 8/8/8/8/3y4/3Y4/8/8' ;;
        b1) echo 'highlight 8/8/8/8/8/2Y5/8/8'; echo 'click c3' ;;
        g1) echo 'highlight 8/8/8/8/8/5R2/8/8' ;;
      esac ;;
    put) echo "$word $rest" >> "$0.heard"
      case $rest in a8) echo 'choice RQ' ;; esac ;;
    hover) echo "$word $rest" >> "$0.heard"; echo 'highlight 8/8/8/8/8/5R2/4g3/8' ;;
    quit) exit ;;
  esac
done
"#;

/// Waits until a program has heard this.
fn hears(program: &Path, text: &str) {
    let heard = || fs::read_to_string(program.with_extension("sh.heard")).unwrap_or_default();
    let end = Instant::now() + Duration::from_secs(60);
    while !heard().contains(text) {
        assert!(Instant::now() < end, "no {text:?} in {:?}", heard());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Begins a game against an engine of the list.
fn against(board: &Board, engine: &str, game: &str, fen: &str) {
    let browser = &board.browser;
    browser.click("[id='do new game']");
    browser.wait("return document.getElementById('dialog').open");
    browser.run(&format!(
        "const list = document.getElementById('new-engine'); list.value = {engine:?};\
         list.dispatchEvent(new Event('change'))"
    ));
    // An engine may have games of its own.
    let offers = format!("return document.querySelector('#new-game option[value={game:?}]')");
    browser.wait(&format!("{offers} !== null"));
    browser.run(&format!(
        "const list = document.getElementById('new-game'); list.value = {game:?};\
         list.dispatchEvent(new Event('change'))"
    ));
    if !fen.is_empty() {
        browser.click("#new-fen");
        browser.keys(fen);
    }
    browser.click("dialog button.main");
    browser.wait("return !document.getElementById('dialog').open");
}

/// Puts an engine of CECP on the list.
fn put(board: &Board, name: &str, command: &str) {
    let browser = &board.browser;
    browser.click("[id='do new game']");
    browser.click("[id='do list']");
    browser.run("document.getElementById('engine-protocol').value = 'cecp'");
    engines::put(board, name, command);
    // Whether it starts is told at once.
    let answers = format!("{name} answers, over CECP.");
    browser.wait(&format!(
        "return document.querySelector('dialog [role=status]').textContent === {answers:?}"
    ));
    browser.click("dialog .actions button[type=button]");
}

/// C-520 to C-524, C-650 to C-652, C-655 to C-658, C-661, C-662: an engine marks squares for the piece
/// that was taken up, clicks itself, and says what a pawn may become.
#[test]
fn browser_engines_mark_squares() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    let program = board.home.path().join("marks.sh");
    fs::write(&program, MARKS).expect("written");
    put(&board, "Marks", &format!("sh '{}'", program.display()));
    against(&board, "Marks", "normal", "");
    board.press_move("e2", "e4");
    let marked = |colour: &str, count: usize| {
        let script = format!("return document.querySelectorAll('.told.{colour}').length");
        browser.wait(&format!("{script} === {count}"));
    };

    // Only one of its two marks is a square to go to.
    browser.press("mouse", &[&cell("d2")]);
    marked("yellow", 2);
    browser.press("mouse", &[&cell("d4")]);
    browser.wait_text("answer", "No move goes from d2 to d4.");
    marked("yellow", 0);
    browser.press("mouse", &[&cell("d2")]);
    marked("yellow", 2);
    browser.press("mouse", &[&cell("d3")]);
    hears(&program, "lift d2\nlift d2\nput d3");
    browser.wait(&format!("return {}.startsWith('a6, Black pawn')", said("a6")));

    // The engine clicks: the move is made.
    browser.press("mouse", &[&cell("b1")]);
    browser.wait(&format!("return {}.startsWith('c3, White knight')", said("c3")));
    browser.wait(&format!("return {}.startsWith('b6, Black pawn')", said("b6")));

    // What it takes on a red square is shown when the pointer is over it.
    browser.press("mouse", &[&cell("g1")]);
    marked("red", 1);
    browser.press("mouse", &[&cell("f3")]);
    hears(&program, "hover f3");

    against(&board, "Marks", "normal", "8/P6k/8/8/8/8/8/K7 b - - 0 1");
    browser.wait(&format!("return {}.startsWith('g7, Black king')", said("g7")));
    browser.press("mouse", &[&cell("a7")]);
    browser.press("mouse", &[&cell("a8")]);
    let offered = "[...document.querySelectorAll('#choices button')].map((one) => one.textContent)";
    browser.wait(&format!("return {offered}.join(' ') === 'rook queen Cancel'"));
    browser.click("#choices button");
    browser.wait(&format!("return {}.startsWith('a8, White rook')", said("a8")));
    board.is_clean();
}

/// C-640 to C-648: an engine describes a game of its own; the board has its squares and moves.
#[test]
fn browser_games_of_real_engines() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    put(&board, "Fairy-Max", ferz_testkit::peer("fairymax").to_str().expect("a path"));
    against(&board, "Fairy-Max", "los-alamos", "");
    browser.wait("return document.querySelectorAll('[role=gridcell]').length === 36");
    assert!(board.label("c1").starts_with("c1, White queen"), "{}", board.label("c1"));
    board.press_move("b2", "b3");
    assert!(browser.run("return document.getElementById('remark').hidden") == true);
    board.is_clean();
}
