//! How fast the board in the browser is, in a real Chromium: until the page can be used, until a move of
//! an engine is seen, what eight games of a match cost the program and the page, and what the page costs
//! an engine that analyses. Needs the peer `browser`.
//!
//! ```sh
//! cargo bench -p ferz --bench board
//! ```

#[expect(dead_code, reason = "the tests use all of it")]
#[path = "../tests/browser/driver.rs"]
mod driver;

use driver::Browser;
use ferz_testkit::Session;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Starts of the program.
const STARTS: usize = 7;
/// So long a match is watched, and so long an engine analyses.
const WATCHED: Duration = Duration::from_secs(20);
const ANALYSED: Duration = Duration::from_secs(8);
const TURNS: usize = 3;

/// An engine that answers every pawn's move with the same on the other side, and says when it wrote that
/// (in seconds; the shell itself knows them, so no program is started in between).
const MIRROR: &str = r#"
while read -r line; do
  case $line in
    uci) echo 'id name Mirror'; echo uciok ;;
    isready) echo readyok ;;
    position*) reply=$(echo "${line##* }" | tr 12345678 87654321) ;;
    go*) echo "$EPOCHREALTIME" >> "$0.times"; echo "bestmove $reply" ;;
    quit) exit ;;
  esac
done
"#;

/// Frames, the time between them, and when the page showed another move.
const WATCH: &str = "
    window.frames = [];
    window.moved = [];
    let last = performance.now();
    let seen = 0;
    const frame = (now) => {
      window.frames.push(now - last);
      last = now;
      const moves = document.querySelectorAll('#record button').length;
      if (moves !== seen) {
        seen = moves;
        // What is drawn in this frame is on the screen at the next.
        requestAnimationFrame(() => window.moved.push([moves, Date.now()]));
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);";

fn main() {
    let home = tempfile::tempdir().expect("a folder");
    let program = mirror(home.path());
    let browser = Browser::start(1400, 1400);
    starts(&browser, &home);
    let (mut ferz, address) = serve(&home);
    browser.open(&address);
    ready(&browser);
    moves(&browser, &program);
    eight_boards(&browser, &mut ferz);
    analysis(&browser);
}

/// Puts the engine that mirrors on the user's list.
fn mirror(home: &Path) -> PathBuf {
    let program = home.join("mirror.sh");
    fs::write(&program, MIRROR).expect("written");
    let command = format!("bash '{}'", program.display());
    let list = format!("[[engine]]\nname = \"Mirror\"\ncommand = {command:?}\n");
    fs::create_dir_all(home.join("ferz")).expect("made");
    fs::write(home.join("ferz/engines.toml"), list).expect("written");
    program
}

/// From the start of the program to a page that takes moves.
fn starts(browser: &Browser, home: &TempDir) {
    let mut times: Vec<Duration> = (0..STARTS)
        .map(|_| {
            let began = Instant::now();
            let (_ferz, address) = serve(home);
            browser.open(&address);
            ready(browser);
            began.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "usable after {:.0} ms (median of {STARTS}; at most {:.0} ms)",
        ms(times[STARTS / 2]),
        ms(times[STARTS - 1])
    );
}

/// From an engine's line to the screen.
fn moves(browser: &Browser, program: &Path) {
    browser.click("[id='do new game']");
    browser.wait("return document.querySelector('#new-engine option[value=Mirror]') !== null");
    browser.run(
        "const list = document.getElementById('new-engine'); list.value = 'Mirror';\
         list.dispatchEvent(new Event('change'))",
    );
    browser.click("dialog button.main");
    browser.wait("return !document.getElementById('dialog').open");
    browser.run(WATCH);
    let pawns = ('a'..='h').map(|file| format!("{file}2{file}3"));
    let again = ('a'..='h').map(|file| format!("{file}3{file}4"));
    for (round, text) in pawns.chain(again).enumerate() {
        browser.click("#move");
        browser.keys(&format!("{text}\u{e007}"));
        browser.wait(&format!(
            "return document.querySelectorAll('#record button').length === {}",
            2 * round + 2
        ));
        sleep(Duration::from_millis(100));
    }
    let said = fs::read_to_string(program.with_extension("sh.times")).expect("times");
    let said = said.lines().map(|line| (1000.0 * line.parse::<f64>().expect("seconds")) as u64);
    let seen = browser.run("return window.moved");
    let seen = seen.as_array().expect("a list").iter();
    let seen: Vec<(u64, u64)> =
        seen.map(|one| (number(&one[0]) as u64, number(&one[1]) as u64)).collect();
    let mut waits: Vec<u64> = said
        .enumerate()
        .filter_map(|(round, said)| {
            let shown = seen.iter().find(|(moves, _)| *moves == 2 * round as u64 + 2)?.1;
            Some(shown - said)
        })
        .collect();
    waits.sort_unstable();
    println!(
        "an engine's move is on the screen after {} ms (median of {}; at most {} ms)",
        waits[waits.len() / 2],
        waits.len(),
        waits[waits.len() - 1]
    );
}

/// What eight games at a time cost the program and the page.
fn eight_boards(browser: &Browser, ferz: &mut Session) {
    browser.click("[id='do matches']");
    browser.wait("return document.getElementById('match-first') !== null");
    let fields = [
        ("match-second", "Ferz"),
        ("match-limit", "10+0.1"),
        ("match-games", "64"),
        ("match-at-once", "8"),
    ];
    for (id, value) in fields {
        browser.run(&format!(
            "const field = document.getElementById({id:?}); field.value = {value:?};\
             field.dispatchEvent(new Event('change'))"
        ));
    }
    browser.click("dialog button.main");
    browser.wait("return document.querySelectorAll('.table-of').length === 8");
    sleep(Duration::from_secs(3));
    browser.run(WATCH);
    let work = || worked(browser);
    let before = (ferz.cpu_time(), work(), Instant::now());
    sleep(WATCHED);
    let took = before.2.elapsed().as_secs_f64();
    let (cpu, task) = (ferz.cpu_time() - before.0, work() - before.1);
    let frames = browser.run("return window.frames");
    let mut frames: Vec<f64> = frames.as_array().expect("a list").iter().map(number).collect();
    frames.sort_by(f64::total_cmp);
    let part = |share: f64| frames[((frames.len() - 1) as f64 * share) as usize];
    println!(
        "eight games at 10+0.1 s: the program takes {:.1} % of a core, the page {:.1} ms a frame \
         ({:.1} ms between two frames, 95 % within {:.1} ms)",
        100.0 * cpu.as_secs_f64() / took,
        1000.0 * task / frames.len() as f64,
        part(0.5),
        part(0.95),
    );
    browser.click("[id='do stop']");
    browser.click("[id='do stop']");
    browser.wait_text("run-state", "ended: stopped");
    browser.run("document.getElementById('dialog').close()");
}

/// The seconds that the browser has worked on the page.
fn worked(browser: &Browser) -> f64 {
    browser.devtools("Performance.enable", &json!({}));
    let all = browser.devtools("Performance.getMetrics", &json!({}));
    let mut metrics = all["metrics"].as_array().into_iter().flatten();
    let found = metrics.find(|one| one["name"] == "TaskDuration");
    found.map(|one| number(&one["value"])).unwrap_or_else(|| panic!("no such measure: {all}"))
}

/// The nodes that the engine searches in the same time, with the page and without, in turns.
fn analysis(browser: &Browser) {
    browser.run("localStorage.setItem('lines', '1')");
    browser.reload();
    ready(browser);
    let [mut with, mut without] = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        browser.click("[id='do analyse']");
        sleep(ANALYSED);
        let head = browser.run("return document.querySelector('.analyst .head').textContent");
        let head = head.as_str().expect("a text");
        let speed = head.rsplit(" · ").next().and_then(|text| text.strip_suffix("/s"));
        with.push(speed.and_then(spelled).unwrap_or_else(|| panic!("no speed in {head:?}")));
        browser.click("[id='do analyse']");

        let mut engine = Session::program(env!("CARGO_BIN_EXE_ferz"));
        engine.send("uci");
        engine.expect("uciok");
        engine.send("position startpos");
        engine.send(&format!("go movetime {}", ANALYSED.as_millis()));
        let mut speed = 0.0;
        engine.arrival("bestmove", |line| {
            let said = line.split(' ').skip_while(|word| *word != "nps").nth(1);
            speed = said.and_then(|text| text.parse().ok()).unwrap_or(speed);
            line.starts_with("bestmove")
        });
        without.push(speed);
    }
    with.sort_by(f64::total_cmp);
    without.sort_by(f64::total_cmp);
    let (with, without) = (with[TURNS / 2], without[TURNS / 2]);
    println!(
        "an engine analyses with the page {:.3} times as fast as alone ({:.0} and {:.0} nodes a second)",
        with / without,
        with,
        without
    );
}

/// `1.23 M`, as the page writes it.
fn spelled(text: &str) -> Option<f64> {
    let text = text.replace('\u{a0}', " ");
    let (digits, times) = match text.split_at(text.find(|c: char| c.is_alphabetic())?) {
        (digits, "k") => (digits, 1e3),
        (digits, "M") => (digits, 1e6),
        _ => return None,
    };
    digits.trim().parse::<f64>().ok().map(|number| number * times)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn serve(home: &TempDir) -> (Session, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.args(["board", "--no-open"]).current_dir(home.path());
    command.env("XDG_CONFIG_HOME", home.path()).env("XDG_DATA_HOME", home.path());
    let mut ferz = Session::start(command);
    let address = ferz.expect_prefix("http://127.0.0.1:");
    (ferz, address)
}

/// Waits until the page takes moves.
fn ready(browser: &Browser) {
    browser.wait(
        "return document.querySelectorAll('.men > g').length === 32 \
         && document.getElementById('do hint') !== null",
    );
}
