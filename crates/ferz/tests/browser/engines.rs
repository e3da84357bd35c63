//! Engines of the user's list as opponents, in the browser: their options, what they say, what went wrong.

use crate::Board;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// An engine of CECP that says hello with its move, and makes the same move again later. Its texts want
/// to be markup.
const TELLER: &str = r#"
while read -r word rest; do
  case $word in
    protover) echo 'feature ping=1 setboard=1 usermove=1 reuse=1 myname="Teller"'
      echo 'feature option="Level -slider 3 0 9" option="Where -path /x" option="Kind -combo *<b>a /// b"'
      echo 'feature option="Wipe -button" option="Store -save" option="Exact -check 0" done=1' ;;
    ping) echo "pong $rest" ;;
    option) echo "$rest" >> "$0.set" ;;
    quit) exit ;;
    usermove) echo 'telluser Hello <i>you</i>'; echo 'move e7e5' ;;
  esac
done
"#;

/// Puts an engine on the list, by the dialogue that is open.
pub(crate) fn put(board: &Board, name: &str, command: &str) {
    let browser = &board.browser;
    let before = browser.run("return document.querySelectorAll('dialog .engines li').length");
    for (field, text) in [("#engine-name", name), ("#engine-command", command)] {
        browser.run(&format!("document.querySelector({field:?}).value = ''"));
        browser.click(field);
        browser.keys(text);
    }
    browser.click("dialog button.main");
    let more = before.as_u64().unwrap_or(0) + 1;
    browser
        .wait(&format!("return document.querySelectorAll('dialog .engines li').length === {more}"));
}

/// Begins a game against engines, by the dialogue.
fn against(board: &Board, side: &str, engines: &[&str]) {
    board.browser.click("[id='do new game']");
    board.browser.wait("return document.getElementById('dialog').open");
    let fields = ["new-engine", "new-engine-2"].into_iter().zip(engines.iter().copied());
    for (id, value) in [("new-side", side)].into_iter().chain(fields) {
        board.browser.run(&format!(
            "const list = document.getElementById({id:?}); list.value = {value:?};\
             list.dispatchEvent(new Event('change'))"
        ));
    }
    board.browser.click("dialog button.main");
    board.browser.wait("return !document.getElementById('dialog').open");
    board.browser.wait("return document.querySelectorAll('#record button').length < 2");
}

#[test]
fn browser_engines_of_the_list_play() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    let (teller, number) = (board.home.path().join("teller.sh"), board.home.path().join("pid"));
    fs::write(&teller, TELLER).expect("written");
    let program = env!("CARGO_BIN_EXE_ferz");
    browser.click("[id='do new game']");
    browser.click("[id='do list']");
    put(&board, "Teller", &format!("sh '{}'", teller.display()));
    put(
        &board,
        "Mortal",
        &format!("sh -c 'echo $$ > \"{}\"; exec \"{program}\"'", number.display()),
    );

    // Options of every kind, as its protocol has them.
    browser.click("[aria-label='Options: Teller']");
    browser.wait("return document.getElementById('about') !== null");
    assert!(browser.text("about").contains("CECP"), "{}", browser.text("about"));
    browser.wait("return document.getElementById('option-Kind').value === '<b>a'");
    browser.run("const level = document.getElementById('option-Level'); level.value = 7");
    browser.click("#option-Exact");
    browser.run(
        "[...document.querySelectorAll('#options p button')]\
             .find((one) => one.textContent === 'Wipe').click()",
    );
    browser.wait(
        "return /Wipe: done/.test(document.querySelector('#options [role=status]').textContent)",
    );
    browser.click("#options button.main");
    browser.wait("return document.querySelectorAll('dialog .engines li').length === 2");
    let list = fs::read_to_string(board.home.path().join("ferz/engines.toml")).expect("kept");
    assert!(list.contains("Level = \"7\"") && list.contains("Exact = \"true\""), "{list}");
    assert!(!list.contains("Where"), "{list}");
    let set = fs::read_to_string(teller.with_extension("sh.set")).expect("pressed");
    assert_eq!(set.trim(), "Wipe");
    browser.click("dialog .actions button[type=button]");

    // It plays, and says something to its user. Then it breaks a clause: the log marks it.
    against(&board, "first", &["Teller"]);
    board.press_move("e2", "e4");
    assert_eq!(board.moves(), "e4 e5");
    browser.wait_text("notices", "Teller: Hello <i>you</i>");
    browser.press("mouse", &[&crate::cell("d2"), &crate::cell("d4")]);
    browser.wait("return !document.getElementById('remark').hidden");
    browser.wait_text("remark", "e7e5");
    browser.click("[id='do engine log']");
    browser.wait("return document.querySelector('.log .broken') !== null");
    browser.wait("return /move e7e5/.test(document.querySelector('.log .broken').textContent)");
    browser.click("dialog .actions button:last-of-type");

    // An engine that dies in a game is started again, and the game goes on.
    against(&board, "first", &["Mortal"]);
    board.press_move("e2", "e4");
    let first = fs::read_to_string(&number).expect("it has started");
    let killed = Command::new("kill").args(["-9", first.trim()]).status().expect("kill");
    assert!(killed.success());
    browser.press("mouse", &[&crate::cell("d2"), &crate::cell("d4")]);
    browser.wait_text("remark", "Mortal: ");
    browser.click("#again");
    browser.wait("return document.querySelectorAll('#record button').length === 4");
    assert_ne!(fs::read_to_string(&number).expect("it has started again"), first);

    // Two engines, and the person watches.
    against(&board, "neither", &["Ferz", "Mortal"]);
    browser.wait("return document.querySelectorAll('#record button').length >= 3");
    assert!(browser.text("player-top").contains("Mortal"), "{}", browser.text("player-top"));
    assert_eq!(browser.run("return document.getElementById('do resign').disabled"), true);
    board.is_clean();
}

/// An engine of CECP that asks for its user's name, waits for the answer and then moves; later it asks
/// again and does not wait. It offers a draw with its second move.
const ASKER: &str = r#"
while read -r word rest; do
  case $word in
    protover) echo 'feature ping=1 setboard=1 usermove=1 reuse=1 myname="Asker" done=1' ;;
    ping) echo "pong $rest" ;;
    quit) exit ;;
    usermove)
      if [ "$rest" = e2e4 ]; then echo 'askuser who What is your <b>name</b>?'
      else echo 'offer draw'; echo 'move d7d5'; echo 'askuser again Another game?'; fi ;;
    who) echo "telluser Hello $rest"; echo 'move e7e5' ;;
    again) echo "telluser Again: $rest" ;;
  esac
done
"#;

/// C-594, C-778 to C-780: an engine asks its user, who answers while it waits, or when it has nothing to
/// do, or does not; it offers a draw, and the person takes it.
#[test]
fn browser_questions_of_engines_are_answered() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    let asker = board.home.path().join("asker.sh");
    fs::write(&asker, ASKER).expect("written");
    browser.click("[id='do new game']");
    browser.click("[id='do list']");
    put(&board, "Asker", &format!("sh '{}'", asker.display()));
    browser.click("dialog .actions button[type=button]");
    let open = |count: usize| {
        browser
            .wait(&format!("return document.querySelectorAll('#questions li').length === {count}"));
    };

    against(&board, "first", &["Asker"]);
    browser.press("mouse", &[&crate::cell("e2"), &crate::cell("e4")]);
    browser.wait_text("questions", "Asker: What is your <b>name</b>?");
    assert_eq!(board.moves(), "e4");
    browser.click("#questions input");
    browser.keys("Ada  <i>L</i>\u{e007}");
    browser.wait_text("notices", "Asker: Hello Ada  <i>L</i>");
    open(0);
    browser.wait("return document.querySelectorAll('#record button').length === 2");

    // It asks when it has made its move; its offer waits for the person, too.
    browser.press("mouse", &[&crate::cell("d2"), &crate::cell("d4")]);
    browser.wait_text("questions", "Asker: Another game?");
    browser.wait_text("notices", "Asker offers a draw.");
    browser.click("#questions input");
    browser.keys("yes");
    browser.click("#questions button[type=submit]");
    browser.wait_text("notices", "Asker: Again: yes");
    browser.click("[id='do offer draw']");
    browser.wait_text("state", "1/2-1/2: agreement");

    // Who does not want to answer does not: the engine hears nothing.
    against(&board, "first", &["Asker"]);
    browser.press("mouse", &[&crate::cell("e2"), &crate::cell("e4")]);
    open(1);
    browser.click("#questions button[type=button]");
    open(0);
    assert_eq!((board.moves().as_str(), browser.text("notices").as_str()), ("e4", ""));
    board.is_clean();
}

/// An engine whose every text wants to be markup.
const MARKER: &str = r#"
while read -r word rest; do
  case $word in
    uci) echo 'id name <img src=x onerror=document.title=1>'; echo 'id author <script>document.title=2</script>'
      echo 'option name <u>opt</u> type combo default <u>a var <u>a var <u>b'; echo uciok ;;
    isready) echo readyok ;;
    go) echo 'info depth 1 score cp 3 pv <u>e7e5 string <u>s'; echo 'info string <u>hello</u>'; echo 'bestmove <u>e7e5</u>' ;;
    quit) exit ;;
  esac
done
"#;

#[test]
fn browser_texts_of_engines_stay_texts() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    let marker = board.home.path().join("marker.sh");
    fs::write(&marker, MARKER).expect("written");
    let no_markup = || {
        let made = "document.querySelector('main :is(img, u, script), dialog :is(img, u, script)')";
        assert_eq!(browser.run(&format!("return {made} === null && document.title")), "Ferz");
    };
    browser.click("[id='do new game']");
    browser.click("[id='do list']");
    put(&board, "<u>Marker</u>", &format!("sh '{}'", marker.display()));
    browser.click("[aria-label='Options: <u>Marker</u>']");
    browser.wait("return /<img src=x/.test(document.getElementById('about')?.textContent)");
    browser.wait_text("options", "<u>opt</u>");
    no_markup();
    browser.run("document.getElementById('dialog').close()");
    against(&board, "first", &["<u>Marker</u>"]);
    browser.wait_text("player-top", "<u>Marker</u>");
    browser.press("mouse", &[&crate::cell("e2"), &crate::cell("e4")]);
    browser.wait_text("remark", "<u>e7e5</u>");
    no_markup();
    browser.click("[id='do engine log']");
    browser.wait("return /<u>hello/.test(document.getElementById('log')?.textContent)");
    // The clause that it breaks is marked, with its line.
    browser.wait("return /<u>e7e5/.test(document.querySelector('#log .broken')?.textContent)");
    no_markup();
    board.is_clean();
}

/// An engine of UCI that writes down what it hears, and ponders on the same move always.
const PONDERER: &str = r#"
while read -r line; do
  echo "$line" >> "$0.heard"
  case $line in
    uci) echo 'id name Ponderer'; echo 'option name Ponder type check default false'; echo uciok ;;
    isready) echo readyok ;;
    *ponder*movetime*|*ponder*time*) pondering=1 ;;
    ponderhit) echo 'bestmove b8c6' ;;
    stop) echo 'bestmove a7a6' ;;
    go*) echo 'bestmove e7e5 ponder g1f3' ;;
    quit) exit ;;
  esac
done
"#;

/// An engine that may think on the user's time does so, goes on when the user does as it thought, and stops
/// when the game ends.
#[test]
fn browser_engines_ponder() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    let program = board.home.path().join("ponderer.sh");
    fs::write(&program, PONDERER).expect("written");
    let heard = || fs::read_to_string(program.with_extension("sh.heard")).unwrap_or_default();
    let hears = |text: &str| {
        let end = Instant::now() + Duration::from_secs(60);
        while !heard().contains(text) {
            assert!(Instant::now() < end, "no {text:?} in {}", heard());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    browser.click("[id='do new game']");
    browser.click("[id='do list']");
    put(&board, "Ponderer", &format!("sh '{}'", program.display()));
    browser.click("dialog .actions button[type=button]");
    browser.click("[id='do new game']");
    browser.wait("return document.getElementById('dialog').open");
    browser.click("#new-ponder");
    browser.run(
        "const list = document.getElementById('new-engine'); list.value = 'Ponderer';\
         list.dispatchEvent(new Event('change'))",
    );
    browser.click("dialog button.main");
    browser.wait("return !document.getElementById('dialog').open");
    board.press_move("e2", "e4");
    hears("setoption name Ponder value true");
    hears("moves e2e4 e7e5 g1f3\ngo ponder movetime 1000");
    board.press_move("g1", "f3");
    hears("ponderhit");
    assert!(!heard().contains("stop"), "{}", heard());
    assert_eq!(board.moves(), "e4 e5 Nf3 Nc6");
    board.is_clean();
}

/// An engine of UCI that plays on for those who have a code.
const SELLER: &str = r#"
while read -r line; do
  case $line in
    uci) echo 'id name Seller'; echo uciok; echo 'registration checking'; echo 'registration error' ;;
    isready) echo readyok ;;
    'register name Stefan MK code 4359874324') echo 'registration checking'; echo 'registration ok' ;;
    register*) echo 'registration checking'; echo 'registration error' ;;
    go*) echo 'bestmove e7e5' ;;
    quit) exit ;;
  esac
done
"#;

/// U-177 to U-179: the user hears that an engine is not registered, and registers it.
#[test]
fn browser_engines_are_registered() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    let program = board.home.path().join("seller.sh");
    fs::write(&program, SELLER).expect("written");
    browser.click("[id='do new game']");
    browser.click("[id='do list']");
    put(&board, "Seller", &format!("sh '{}'", program.display()));
    let form = "document.getElementById('registration')";
    let register = |code: &str| {
        for (field, text) in [("#registration-name", "Stefan MK"), ("#registration-code", code)] {
            browser.run(&format!("document.querySelector({field:?}).value = ''"));
            browser.click(field);
            browser.keys(text);
        }
        browser.run(&format!("{form}.dataset.before = 1"));
        browser.click("#registration button");
        browser
            .wait(&format!("return document.getElementById('about') && !{form}?.dataset.before"));
    };
    browser.click("[aria-label='Options: Seller']");
    browser.wait(&format!("return {form} !== null"));
    register("1234");
    assert_eq!(browser.run(&format!("return {form} !== null")), true);
    register("4359874324");
    assert_eq!(browser.run(&format!("return {form} === null")), true);
    browser.click("dialog .actions button[type=button]");
    browser.click("dialog .actions button[type=button]");
    against(&board, "first", &["Seller"]);
    board.press_move("e2", "e4");
    assert_eq!(board.moves(), "e4 e5");
    board.is_clean();
}
