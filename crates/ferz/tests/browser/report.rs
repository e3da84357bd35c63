//! The report of a match in the browser: its script shows each position as the rules have it.

use super::driver::{Browser, key};
use super::{ALONE, PoisonError};
use ferz_rules::{FenStyle, Variant, new_game};
use serde_json::Value;
use std::process::Command;

/// Captures in passing by both, castling, a promotion and one that is none to a queen.
const CHESS: &str = "1. e4 a6 2. e5 d5 3. exd6 b5 4. Nf3 b4 5. c4 bxc3 6. Be2 cxb2 7. O-O bxa1=Q \
                     8. dxc7 h6 9. cxb8=N Bb7 *";
/// Castling with a rook beside the king's place, and with one on it.
const CHESS960: &str = "[FEN \"1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w BGbg - 0 1\"]\n[SetUp \"1\"]\n\n\
                        1. O-O-O O-O *";
const XIANGQI: &str = "h2e2 h9g7 h0g2 i9h9 e2e6";

/// What a piece of a FEN looks like; those of other games are shown by their letters.
fn picture(piece: &str, game: Variant) -> String {
    let pairs = match game == Variant::XIANGQI {
        true => "K帅A仕B相N马R车C炮P兵k将a士b象n馬r車c砲p卒",
        false => "K♔Q♕R♖B♗N♘P♙k♚q♛r♜b♝n♞p♟",
    };
    let behind = |at: usize| pairs[at + piece.len()..].chars().take(1).collect();
    pairs.find(piece).map_or_else(|| piece.to_owned(), behind)
}

/// The board of a FEN as rows of texts.
fn rows(fen: &str, game: Variant) -> Vec<Vec<String>> {
    let placement = fen.split([' ', '[']).next().unwrap_or_default();
    let row = |row: &str| {
        let mut cells = Vec::new();
        let (mut gap, mut plus) = (0, "");
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(digit) => gap = 10 * gap + digit as usize,
                None => {
                    cells.extend(vec![String::new(); std::mem::take(&mut gap)]);
                    match letter {
                        '+' => plus = "+",
                        _ => cells
                            .push(picture(&format!("{}{letter}", std::mem::take(&mut plus)), game)),
                    }
                }
            }
        }
        cells.extend(vec![String::new(); gap]);
        cells
    };
    placement.split('/').map(row).collect()
}

/// All boards from the first to the last, and what is said beside each.
const WALK: &str = "
    const rows = () => [...document.getElementById('board').rows]
        .map((row) => [...row.cells].map((cell) => cell.textContent));
    const marked = () => document.querySelectorAll('#board .x').length;
    const seen = () => [rows(), document.getElementById('said').textContent, marked()];
    document.getElementById('first').click();
    const all = [seen()];
    const count = document.getElementById('moves').children.length;
    for (let at = 0; at < count; at++) {
        document.getElementById('next').click();
        all.push(seen());
    }
    return [all, JSON.parse(document.getElementById('games').textContent).games[1]];";

/// Plays two games from one opening and looks at the first in the report.
#[track_caller]
fn walk(game: Variant, name: &str, opening: &str, called: &str) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let place = tempfile::tempdir().expect("a folder");
    let book = place.path().join("book.pgn");
    std::fs::write(&book, opening).expect("a file can be written");
    let engine = format!("proto=uci depth=1 '{}'", env!("CARGO_BIN_EXE_ferz"));
    let run = place.path().join("run");
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["match", &engine, &engine, "--games", "2", "--variant", name, "--max-moves", "16"])
        .args(["--openings".as_ref(), book.as_os_str(), "--dir".as_ref(), run.as_os_str()])
        .output()
        .expect("ferz starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let browser = Browser::start(1200, 900);
    browser.open(&format!("file://{}", run.join("report.html").display()));
    let click = |selector: &str| {
        browser.run(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'center', inline: 'center' }})"));
        browser.click(selector);
    };
    click("details:has(button[data-game]) summary");
    browser.wait("return document.querySelector('details:has(button[data-game])').open");
    click("button[data-game='1']");
    browser.wait("return document.getElementById('moves').children.length > 0");
    let found = browser.run(WALK);
    let (seen, data) = (found[0].as_array().expect("boards"), &found[1]);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let mut rules = new_game(game, Some(&text(&data["f"]))).expect("a start position");
    let moves = text(&data["m"]);
    let moves: Vec<&str> = moves.split(' ').collect();
    assert_eq!(seen.len(), moves.len() + 1);
    let opening_moves = seen.iter().filter(|it| text(&it[1]).starts_with("opening")).count();
    assert!(opening_moves >= 2 && moves.len() > opening_moves, "{opening_moves} of {moves:?}");
    for (at, shown) in seen.iter().enumerate() {
        if let Some(mv) = at.checked_sub(1).map(|at| moves[at]) {
            rules.play(mv).expect("a legal move");
            // Of other games the script knows positions, not moves.
            let marks = if game.family.usual().is_some() { 2 } else { 0 };
            assert_eq!(shown[2], marks, "the squares of {mv} are marked");
            let said = text(&shown[1]);
            assert!(said.starts_with("opening") || said.contains(", depth 1, "), "{said}");
            let fen = rules.fen(FenStyle::XFen);
            let hand = fen.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
            if let Some((hand, _)) = hand.filter(|(hand, _)| !hand.is_empty()) {
                assert!(said.ends_with(&format!("in hand: {hand}")), "{said} {fen}");
            }
        }
        let wanted = rows(&rules.fen(FenStyle::XFen), game);
        assert_eq!(shown[0], serde_json::json!(wanted), "after {:?}", &moves[..at]);
    }

    browser.wait_text("which", called);

    // The last one by its move, the one before by a key, and back.
    let board = "return document.getElementById('board').innerText";
    let last = browser.run(board);
    browser.run("document.getElementById('first').click()");
    assert_ne!(browser.run(board), last);
    click("#moves span:last-child");
    assert_eq!(browser.run(board), last);
    browser.keys(LEFT);
    assert_ne!(browser.run(board), last);
    browser.keys(key::RIGHT);
    assert_eq!(browser.run(board), last);
    let complaints = browser.complaints();
    assert_eq!(complaints.as_array().map(Vec::len), Some(0), "{complaints:#}");
}

/// WebDriver's left arrow.
const LEFT: &str = "\u{e012}";

#[test]
fn browser_report_of_chess() {
    walk(Variant::NORMAL, "normal", &format!("[Event \"?\"]\n\n{CHESS}\n"), "St. George Defense");
}

#[test]
fn browser_report_of_chess960() {
    let text = format!("[Event \"?\"]\n[Variant \"Chess960\"]\n{CHESS960}\n");
    walk(Variant::CHESS960, "chess960", &text, "");
}

#[test]
fn browser_report_of_xiangqi() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let tags = "[Event \"?\"]\n[Variant \"xiangqi\"]";
    walk(
        Variant::XIANGQI,
        "xiangqi",
        &format!("{tags}\n[FEN \"{start}\"]\n\n{XIANGQI} *\n"),
        "中炮 Central Cannon",
    );
}

/// A game by table: positions, and what is in hand.
#[test]
fn browser_report_of_crazyhouse() {
    let text = "[Event \"?\"]\n[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qd8 *\n";
    walk(Variant::by_name("crazyhouse").expect("a game"), "crazyhouse", text, "");
}

#[test]
fn browser_report_of_shogi() {
    let text = "[Event \"?\"]\n[Variant \"shogi\"]\n\n1. c3c4 g7g6 2. b2h8+ *\n";
    walk(Variant::by_name("shogi").expect("a game"), "shogi", text, "");
}
