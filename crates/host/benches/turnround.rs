//! What the host adds to the way of a move: a search that is answered at once, and a ping, through
//! the host and by hand over the same kind of pipe, in turns in one run.
//!
//! ```sh
//! cargo bench -p ferz-host --bench turnround
//! ```
//!
//! The engine is this program itself, so that it costs as little as an engine can.

use ferz_host::{Engine, Launch};
use ferz_link::{Limits, Place, Protocol, Search};
use ferz_testkit::Latencies;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

const ROUNDS: usize = 5000;

fn main() {
    if std::env::args().any(|argument| argument == "--as-engine") {
        return engine();
    }
    // Once to warm up.
    for _ in 0..2 {
        let ([bare_ping, bare_move], [ping, mv]) = (by_hand(), through_host());
        for (what, bare, host) in [("ping", bare_ping, ping), ("move", bare_move, mv)] {
            println!("{what} by hand:      {bare}");
            println!("{what} through host: {host}");
            let added = host.median().saturating_sub(bare.median());
            println!("{what}: the host adds {added:?} in the median");
        }
    }
}

/// Answers at once.
fn engine() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = match line.split(' ').next() {
            Some("uci") => "id name Instant\nuciok\n",
            Some("isready") => "readyok\n",
            Some("go") => "bestmove e2e4\n",
            Some("quit") => return,
            _ => continue,
        };
        let _ = out.write_all(answer.as_bytes());
        let _ = out.flush();
    }
}

fn program() -> std::path::PathBuf {
    std::env::current_exe().expect("this program has a path")
}

fn by_hand() -> [Latencies; 2] {
    let mut child = Command::new(program())
        .arg("--as-engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program starts");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut ask = |text: &str, answer: &str| {
        let began = Instant::now();
        to.write_all(text.as_bytes()).expect("it reads");
        let mut line = String::new();
        while line.trim_end() != answer {
            line.clear();
            assert!(from.read_line(&mut line).expect("it answers") > 0);
        }
        began.elapsed()
    };
    ask("uci\n", "uciok");
    let mut times = [Latencies::default(), Latencies::default()];
    for _ in 0..ROUNDS {
        times[0].push(ask("isready\n", "readyok"));
        times[1].push(ask("position startpos\ngo depth 1\n", "bestmove e2e4"));
    }
    drop(to);
    child.wait().expect("it ends");
    times
}

fn through_host() -> [Latencies; 2] {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let launch = Launch::new(program()).arguments(["--as-engine"]).protocol(Protocol::Uci);
        let mut engine = Engine::start(launch, None).await.expect("this program starts");
        let mut times = [Latencies::default(), Latencies::default()];
        let limits = Limits { depth: Some(1), ..Limits::default() };
        engine.new_game("normal").await.expect("it takes a game");
        for _ in 0..ROUNDS {
            times[0].push(engine.ping().await.expect("it answers"));
            let search = Search { limits: limits.clone(), ..Search::default() };
            let began = Instant::now();
            engine.think(&Place::startpos(), search, |_| {}).await.expect("it answers");
            times[1].push(began.elapsed());
        }
        engine.quit().await.expect("it ends");
        times
    })
}
