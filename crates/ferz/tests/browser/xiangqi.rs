//! Xiangqi as Chinese players write it.

use crate::{Board, engines};
use ferz_rules::{Digits, Notation, Script, Variant, new_game};
use serde_json::json;
use std::fs;

/// An engine of UCCI that says what the protocol's example says.
const EXAMPLE: &str = r#"
while read -r line; do
  case $line in
    ucci) echo 'id name Example'; echo ucciok ;;
    isready) echo readyok ;;
    go*) echo 'info depth 6 score 4 pv b0c2 b9c7 c3c4 h9i7 c2d4 h7e7' ;;
    stop) echo 'bestmove b0c2' ;;
    quit) echo bye; exit ;;
  esac
done
"#;

/// Chooses a language.
fn speak(board: &Board, language: &str) {
    board.browser.run(&format!(
        "const list = document.getElementById('wish-language'); list.value = {language:?};\
         list.dispatchEvent(new Event('change'))"
    ));
    board.browser.wait(&format!("return document.documentElement.lang === {language:?}"));
}

/// X-264: depth, score and line of the protocol's example, as it wants them shown; the score is in pawns, as
/// everywhere on the page, and a horse is four of them (X-261).
#[test]
fn browser_xiangqi_lines_in_chinese() {
    let board = Board::open(1200, 1200);
    let browser = &board.browser;
    let example = board.home.path().join("example.sh");
    fs::write(&example, EXAMPLE).expect("written");
    board.new_game("xiangqi", "both", "");
    browser.click("[id='do analyse']");
    browser.click("[id='do engines']");
    engines::put(&board, "Example", &format!("sh '{}'", example.display()));
    browser.click("dialog .actions button[type=button]");
    browser.wait("return document.querySelectorAll('#analysis fieldset label').length === 2");
    browser.click("#analysis fieldset label:nth-of-type(2) input");
    let line = |moves: &str| {
        let panel = "document.querySelector('[aria-label=Example]')?.textContent ?? ''";
        browser.wait(&format!("return ({panel}).includes({moves:?})"));
        browser.run(&format!("return {panel}")).as_str().expect("a text").to_owned()
    };
    let english = line("H8+7h2+3P7+1h8+9H7+6c8=5");
    assert!(english.contains("+0.16") && english.contains("depth 6"), "{english}");
    speak(&board, "zh-Hans");
    let chinese = line("马八进七马2进3兵七进一马8进9马七进六炮8平5");
    assert!(chinese.contains("+0.16") && chinese.contains(" 6 "), "{chinese}");
    speak(&board, "zh-Hant");
    line("馬八進七馬2進3兵七進一馬8進9馬七進六砲8平5");
    // The rim says what the moves count: each side from its right.
    let rim =
        "[...document.querySelectorAll('#board .coordinates text')].map((one) => one.textContent)";
    let rim = browser.run(&format!("return {rim}.slice(0, 4).join(' / ')"));
    assert_eq!(rim, "a 1 / a 九 / b 2 / b 八");
    browser.click("[id='do analyse']");
    board.is_clean();
}

/// What the page makes of every move that can be met is what the rules write.
#[test]
fn browser_xiangqi_moves_are_spelled_as_the_rules_spell_them() {
    let mut texts = Vec::new();
    // Pieces that share a file, pawns on two and three of them, and advisors that may become pawns.
    let positions = [
        None,
        Some("4k4/9/9/2P3P2/2P3P2/2R1P4/2R3C2/6C2/9/3AK4 w - - 0 1"),
        Some("3ak4/9/2c6/2c1r4/4r4/p3p1p2/p3p4/9/9/4K4 b - - 0 1"),
        Some("4ka3/9/4b4/9/2b6/9/9/B7B/9/4KA3 w - - 0 1"),
        Some("4ka3/9/b3b4/9/9/9/9/B7B/9/4KA3 b - - 0 1"),
    ];
    for variant in [Variant::XIANGQI, Variant::XIANGQI_PROMOTION] {
        for position in positions {
            let mut game = new_game(variant, position).expect("a position");
            for step in 0_usize..60 {
                let legal = game.legal_moves(Notation::Coordinate);
                for text in &legal {
                    let written = |notation| game.rewrite(text, notation).expect("legal");
                    let script = |script| written(Notation::Chinese(script, Digits::Half));
                    texts.push((
                        game.readable(text).expect("legal"),
                        script(Script::Simplified),
                        script(Script::Traditional),
                    ));
                }
                let Some(next) = legal.get(step * 7 % legal.len().max(1)) else { break };
                game.play(next).expect("legal");
            }
        }
    }
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 400, "{}", texts.len());
    let board = Board::open(600, 600);
    let browser = &board.browser;
    browser.run("import('./spelled.js').then(({ spelled }) => (window.spelled = spelled))");
    browser.wait("return window.spelled !== undefined");
    let spelled = |language: &str, texts: &[&String]| {
        speak(&board, language);
        browser.run(&format!("return {}.map(window.spelled)", json!(texts)))
    };
    let column = |of: fn(&(String, String, String)) -> &String| texts.iter().map(of).collect();
    let (wxf, simplified, traditional): (Vec<_>, Vec<_>, Vec<_>) =
        (column(|row| &row.0), column(|row| &row.1), column(|row| &row.2));
    assert_eq!(spelled("zh-Hans", &wxf), json!(simplified));
    assert_eq!(spelled("zh-Hant", &wxf), json!(traditional));
    assert_eq!(spelled("en", &wxf), json!(wxf));
    let chess = ["O-O", "e8=Q+", "Nbd7", "Ra1+", "P-7f", "R*5e", "Be4+", "c8=R"].map(String::from);
    let chess: Vec<&String> = chess.iter().collect();
    assert_eq!(spelled("zh-Hans", &chess), json!(chess));
    board.is_clean();
}

/// Who sees no board hears where a piece has gone: the move's notation does not say it. Clocks are told,
/// too.
#[test]
fn browser_xiangqi_is_said_aloud() {
    let board = Board::open(1200, 1200);
    let browser = &board.browser;
    browser.click("[id='do new game']");
    for (id, value) in [("new-game", "xiangqi"), ("new-side", "both"), ("new-clock", "other")] {
        browser.run(&format!(
            "const list = document.getElementById({id:?}); list.value = {value:?};\
             list.dispatchEvent(new Event('change'))"
        ));
    }
    browser.click("#new-clock-text");
    browser.keys("5/x");
    browser.click("dialog button.main");
    browser.wait("return /5\\/x/.test(document.querySelector('dialog [role=alert]').textContent)");
    browser.click("#new-clock-text");
    browser.keys("\u{8}\u{8}\u{8}5/2+1");
    browser.click("dialog button.main");
    browser.wait_text("live", "Xiangqi. Your move: Red");
    browser.wait("return document.activeElement.role === 'gridcell'");
    for (typed, heard) in [
        ("C2=5", "C2=5, Red cannon h2–e2"),
        ("h8+7", "h8+7, Black horse h9–g7"),
        ("C5+4", "C5+4, Red cannon e2–e6"),
        ("clock", "Red: 2:01 left, Black: 2:0"),
    ] {
        browser.run("document.getElementById('move').focus()");
        browser.run("document.getElementById('move').value = ''");
        browser.keys(&format!("{typed}\u{e007}"));
        browser.wait_text(if typed == "clock" { "answer" } else { "live" }, heard);
    }
    board.is_clean();
}
