//! The board in a real browser: what a person with a mouse, with fingers, or with a keyboard alone
//! sees and does. Needs the peer `browser`.

mod accuracy;
mod analysis;
mod driver;
mod engines;
mod games;
mod kept;
mod report;
mod runs;
mod saved;
mod screens;
mod touch;
mod variations;
mod xiangqi;

use driver::{Browser, key};
use ferz_testkit::Session;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A browser wants the whole machine: one at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The program with its board, and a browser on it.
struct Board {
    browser: Browser,
    address: String,
    ferz: Session,
    /// The user's files of settings and data.
    home: TempDir,
    /// Dropped after the others.
    _alone: MutexGuard<'static, ()>,
}

impl Board {
    fn open(width: u32, height: u32) -> Board {
        Board::open_with(width, height, &[])
    }

    /// With more arguments of `ferz board`.
    fn open_with(width: u32, height: u32, arguments: &[&str]) -> Board {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let home = tempfile::tempdir().expect("a folder");
        let (ferz, address) = serve(&home, arguments);
        let browser = Browser::start(width, height);
        let board = Board { browser, address, ferz, home, _alone: alone };
        board.visit();
        board
    }

    /// The program is killed, and started again by the same user.
    fn killed(&mut self) {
        self.ferz.signal("KILL");
        self.ferz.wait_exit();
        (self.ferz, self.address) = serve(&self.home, &[]);
        self.visit();
        // That the line broke is a complaint of the browser's.
        self.browser.complaints();
    }

    fn visit(&self) {
        self.browser.open(&self.address);
        self.ready();
    }

    fn ready(&self) {
        self.browser.wait("return document.querySelectorAll('.men > g').length > 0");
        self.browser.wait("return document.getElementById('do hint') !== null");
    }

    /// Begins a game by the dialogue.
    fn new_game(&self, game: &str, side: &str, fen: &str) {
        self.browser.click("[id='do new game']");
        self.browser.wait("return document.getElementById('dialog').open");
        for (id, value) in [("new-game", game), ("new-side", side), ("new-level", "club")] {
            let change = format!(
                "const list = document.getElementById({id:?}); list.value = {value:?};\
                 list.dispatchEvent(new Event('change'))"
            );
            self.browser.run(&change);
        }
        if !fen.is_empty() {
            self.browser.click("#new-fen");
            self.browser.keys(fen);
        }
        self.browser.click("dialog button.main");
        self.browser.wait("return !document.getElementById('dialog').open");
        self.browser.wait("return document.getElementById('record').children.length < 2");
    }

    /// Waits until it is the person's move, or the game is over.
    fn our_turn(&self) {
        self.browser.wait("return !/thinking/.test(document.getElementById('state').textContent)");
    }

    /// Makes a move of the game by mouse, and waits until the engine has answered.
    fn press_move(&self, from: &str, to: &str) {
        let before = self.moves().split_whitespace().count();
        self.browser.press("mouse", &[&cell(from), &cell(to)]);
        let played = "document.querySelectorAll('#record button').length";
        self.browser.wait(&format!("return {played} >= {}", before + 2));
    }

    fn state(&self) -> String {
        self.browser.text("state")
    }

    fn moves(&self) -> String {
        let script = "return [...document.querySelectorAll('#record > :not(.variation) > button')]\
                      .map((button) => button.textContent).join(' ')";
        self.browser.run(script).as_str().unwrap_or_default().to_owned()
    }

    /// What a screen reader says of a square.
    fn label(&self, square: &str) -> String {
        let script = format!("return document.querySelector({:?}).ariaLabel", cell(square));
        self.browser.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// What the browser has against the page.
    fn is_clean(&self) {
        let complaints = self.browser.complaints();
        assert_eq!(complaints.as_array().map(Vec::len), Some(0), "{complaints:#}");
    }
}

/// Starts the program for the user of these files; its address.
fn serve(home: &TempDir, arguments: &[&str]) -> (Session, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(["board", "--no-open"]).args(arguments).current_dir(home.path());
    command.env("XDG_CONFIG_HOME", home.path()).env("XDG_DATA_HOME", home.path());
    let mut ferz = Session::start(command);
    let address = ferz.expect_prefix("http://127.0.0.1:");
    (ferz, address)
}

/// The cell of a square: a screen reader's words for it begin with its name.
fn cell(square: &str) -> String {
    format!("[role=gridcell][aria-label^='{square},']")
}

/// A test that fails leaves no browser behind.
#[test]
fn browser_ends_with_a_test_that_fails() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (tell, told) = std::sync::mpsc::channel();
    let failing = std::thread::spawn(move || {
        let browser = Browser::start(600, 400);
        tell.send(browser.process).expect("somebody listens");
        panic!("on purpose");
    });
    let process = told.recv().expect("it has started");
    assert!(failing.join().is_err());
    // Whose parent is gone may wait a moment for its burial.
    let runs = || {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    };
    let end = Instant::now() + Duration::from_secs(20);
    while runs() {
        assert!(Instant::now() < end, "process {process} still runs");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A king and two rooks mate a king, by dragging the pieces as the hints say.
#[test]
fn browser_mate_by_mouse() {
    let board = Board::open(1200, 900);
    board.new_game("normal", "first", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    for _ in 0..30 {
        board.our_turn();
        if board.state().contains("checkmate") {
            break;
        }
        board.browser.click("[id='do hint']");
        board.browser.wait_text("answer", "Hint:");
        let hint = board.browser.text("answer");
        let (from, to) = hint.trim_start_matches("Hint: ").split_once('–').expect("two squares");
        board.browser.press("mouse", &[&cell(from), &cell("e5"), &cell(to)]);
        board.browser.wait(&format!("return {}.startsWith('{to}, White rook')", said(to)));
    }
    assert!(board.state().starts_with("1-0: checkmate"), "{} {}", board.state(), board.moves());
    assert!(board.moves().ends_with('#'), "{}", board.moves());
    board.is_clean();
}

fn said(square: &str) -> String {
    format!("(document.querySelector(\"{}\")?.ariaLabel ?? '')", cell(square))
}

/// Xiangqi on a telephone: every tap counts, and nothing is wider than the screen.
#[test]
fn browser_xiangqi_by_touch() {
    let board = Board::open(500, 800);
    board.new_game("xiangqi", "first", "");
    assert_eq!(board.label("e0"), "e0, Red general");
    for [from, to] in [["h2", "e2"], ["h0", "g2"], ["i0", "h0"]] {
        board.our_turn();
        for square in [from, to] {
            board.browser.press("touch", &[&cell(square)]);
        }
        board.browser.wait(&format!("return {}.startsWith('{to}, Red')", said(to)));
    }
    board.our_turn();
    assert_eq!(board.moves().split(' ').count(), 6, "{}", board.moves());
    let fits = board.browser.run("return document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(fits, true);
    // The page stays where it is when a move comes: else a tap could end on something else.
    board.browser.run("scrollTo(0, 0)");
    board.browser.run("document.getElementById('move').value = 'b2d2'");
    board.browser.run("document.getElementById('entry').requestSubmit()");
    board.browser.wait("return document.querySelectorAll('#record button').length === 8");
    assert_eq!(board.browser.run("return scrollY"), 0);
    board.browser.click("[id='do resign']");
    board.browser.wait_text("state", "0-1: resignation");
    board.is_clean();
}

/// Without a mouse: a game by arrow keys, by typed moves and questions.
#[test]
fn browser_keyboard_alone() {
    let board = Board::open(1200, 900);
    board.new_game("normal", "first", "");
    let on_board = "return document.activeElement?.role === 'gridcell'";
    for _ in 0..40 {
        if board.browser.run(on_board) == true {
            break;
        }
        board.browser.keys(key::TAB);
    }
    board.browser.wait(on_board);
    let here = "return document.activeElement.ariaLabel";
    assert_eq!(board.browser.run(here), "a1, White rook");
    // To e2: up once, right four times; chosen; two up.
    board.browser.keys(key::UP);
    board.browser.keys(&key::RIGHT.repeat(4));
    board.browser.keys(key::ENTER);
    assert_eq!(board.browser.run(here), "e2, White pawn, chosen");
    board.browser.keys(&key::UP.repeat(2));
    assert_eq!(board.browser.run(here), "e4, empty, can go here");
    board.browser.keys(key::ENTER);
    board.browser.wait(&format!("return {}.startsWith('e4, White pawn')", said("e4")));
    board.our_turn();
    board.browser.run("document.getElementById('move').focus()");
    let ask = |text: &str, part: &str| {
        board.browser.run("document.getElementById('move').value = ''");
        board.browser.keys(&format!("{text}{}", key::ENTER));
        board.browser.wait_text("answer", part);
    };
    ask("where king", "White king e1, Black king e8");
    ask("what d1", "d1, White queen");
    ask("what z9", "There is no square \"z9\".");
    ask("e4e6", "illegal move \"e4e6\"");
    ask("help", "where KNIGHT");
    ask("clock", "Clock: none");
    ask("hint", "Hint:");
    board.browser.run("document.getElementById('move').value = ''");
    board.browser.keys(&format!("a3{}", key::ENTER));
    board.browser.wait(&format!("return {}.startsWith('a3, White pawn')", said("a3")));
    board.our_turn();
    let moves = board.moves();
    assert!(moves.starts_with("e4 ") && moves.split(' ').count() == 4, "{moves}");
    // What was played is said aloud.
    let last = moves.rsplit(' ').next().unwrap_or_default().to_owned();
    board.browser.wait_text("live", &last);
    board.is_clean();
}

/// Promotion by choice; castling in Chess960 by the king on its rook; moves taken back.
#[test]
fn browser_promotion_and_castling() {
    let board = Board::open(1200, 900);
    board.new_game("normal", "both", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    board.browser.press("mouse", &[&cell("a7"), &cell("a8")]);
    board.browser.wait("return !document.getElementById('choices').hidden");
    let choices = board.browser.text("choices");
    for name in ["queen", "rook", "bishop", "knight"] {
        assert!(choices.contains(name), "{choices}");
    }
    board.browser.run(
        "[...document.querySelectorAll('#choices button')]\
         .find((button) => button.textContent === 'knight').click()",
    );
    board.browser.wait(&format!("return {}.startsWith('a8, White knight')", said("a8")));
    board.browser.click("[id='do take back']");
    board.browser.wait(&format!("return {}.startsWith('a7, White pawn')", said("a7")));

    board.new_game("fischerandom", "both", "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1");
    board.browser.press("mouse", &[&cell("f1"), &cell("h1")]);
    board.browser.wait(&format!("return {}.startsWith('g1, White king')", said("g1")));
    assert!(board.label("f1").starts_with("f1, White rook"), "{}", board.label("f1"));
    assert_eq!(board.moves(), "O-O");
    board.is_clean();
}

/// A page that is loaded again, and another window, show the same game; so does a page that has
/// lost the program and found it again.
#[test]
fn browser_windows_and_reload() {
    let board = Board::open(1200, 900);
    board.new_game("normal", "both", "");
    let play = |text: &str| {
        board.browser.run("document.getElementById('move').focus()");
        board.browser.keys(&format!("{text}{}", key::ENTER));
    };
    play("e4");
    board.browser.wait_text("record", "e4");
    board.browser.reload();
    board.ready();
    assert_eq!(board.moves(), "e4");
    let first = board.browser.another_window();
    board.visit();
    play("e5");
    board.browser.wait_text("record", "e5");
    board.browser.go_to(&first);
    board.browser.wait_text("record", "e5");
    // Looking back changes nothing for the game.
    board.browser.click("#record button");
    board.browser.wait(&format!("return {}.startsWith('e5, empty')", said("e5")));
    board.browser.keys(key::RIGHT);
    board.browser.wait(&format!("return {}.startsWith('e5, Black pawn')", said("e5")));
    board.is_clean();
}

/// Other languages, other colours, and what a wrong address shows.
#[test]
fn browser_words_and_colours() {
    let mut board = Board::open(1200, 900);
    board.browser.run(
        "const list = document.getElementById('wish-language'); list.value = 'zh-Hant';\
         list.dispatchEvent(new Event('change'))",
    );
    board.browser.wait("return document.documentElement.lang === 'zh-Hant'");
    board.browser.wait_text("do new game", "新對局");
    assert_eq!(board.label("e1"), "e1, 白方王");
    for theme in ["dark", "contrast", "light"] {
        board.browser.run(&format!(
            "const list = document.getElementById('wish-theme'); list.value = {theme:?};\
             list.dispatchEvent(new Event('change'))"
        ));
        board.browser.wait(&format!("return document.documentElement.dataset.theme === {theme:?}"));
    }
    board.is_clean();
    let (place, _) = board.address.split_once("?key=").expect("a key");
    board.browser.open(&format!("{place}?key=0"));
    // In the language that was chosen.
    board.browser.wait_text("state", "程式沒有回應");
    assert!(board.ferz.is_running());
}
