//! What hosts and adapters add to the way of a move and of a ping: an engine that answers at once,
//! spoken to by hand, by our host, by python-chess where it is installed, through `ferz bridge`, and
//! through PolyGlot where it is; in turns in one run.
//!
//! ```sh
//! cargo bench -p ferz --bench bridge
//! ```
//!
//! The engine is this program itself, so that it costs as little as an engine can. An interface of
//! CECP that speaks to an engine of UCI is PolyGlot's direction; of UCI to UCI is both python-chess's
//! and the shortest that there is.

use ferz_host::{Engine, Launch};
use ferz_link::{Clock, Clocks, Limits, Place, Protocol, Search};
use ferz_testkit::{Latencies, find_program};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 2000;

fn main() {
    if std::env::args().any(|argument| argument == "--as-engine") {
        return engine();
    }
    let own = std::env::current_exe().expect("this program has a path");
    let own = own.to_str().expect("a path in UTF-8");
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let mut ways = vec![
        ("by hand, UCI", Way::uci(own, &["--as-engine"])),
        ("ferz bridge, UCI to UCI", Way::uci(ferz, &["bridge", "--", own, "--as-engine"])),
        ("ferz bridge, CECP to UCI", Way::cecp(ferz, &["bridge", "--", own, "--as-engine"])),
    ];
    if let Some(polyglot) = find_program("polyglot") {
        let polyglot = polyglot.to_str().expect("a path in UTF-8").to_owned();
        let engine = format!("{own} --as-engine");
        let words = ["-noini", "-ec", &engine, "-log", "false"];
        ways.push(("PolyGlot, CECP to UCI", Way::cecp(&polyglot, &words)));
    }
    // Once to warm up.
    for round in 0..2 {
        for (name, way) in &mut ways {
            let times = way.measure();
            if round > 0 {
                println!("{name}: ping {}; move {}", times[0], times[1]);
            }
        }
        let times = host(own);
        if round > 0 {
            println!("ferz-host, UCI: ping {}; move {}", times[0], times[1]);
        }
    }
    for (_, way) in ways {
        way.end();
    }
    python(own);
}

/// Answers at once.
fn engine() {
    let mut out = std::io::stdout().lock();
    let replies = ["e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = match line.split(' ').next() {
            Some("uci") => "id name Instant\nid author us\nuciok\n".to_owned(),
            Some("isready") => "readyok\n".to_owned(),
            // The reply to 1. e4 is all that is wanted.
            Some("go") => format!("bestmove {}\n", replies[0]),
            Some("quit") => return,
            _ => continue,
        };
        let _ = out.write_all(answer.as_bytes());
        let _ = out.flush();
    }
}

/// A program that is spoken to in one of two protocols.
struct Way {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    cecp: bool,
}

impl Way {
    fn start(program: &str, words: &[&str], cecp: bool) -> Way {
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Way { child, to, from, cecp }
    }

    fn uci(program: &str, words: &[&str]) -> Way {
        let mut way = Way::start(program, words, false);
        way.ask("uci\n", |line| line == "uciok");
        way.ask("isready\n", |line| line == "readyok");
        way
    }

    fn cecp(program: &str, words: &[&str]) -> Way {
        let mut way = Way::start(program, words, true);
        way.ask("xboard\nprotover 2\n", |line| line.contains("done=1"));
        way.ask("new\nforce\nping 1\n", |line| line == "pong 1");
        way
    }

    fn ask(&mut self, text: &str, is_answer: impl Fn(&str) -> bool) -> Duration {
        let began = Instant::now();
        self.to.write_all(text.as_bytes()).expect("it reads");
        let mut line = String::new();
        while !is_answer(line.trim_end()) {
            line.clear();
            assert!(self.from.read_line(&mut line).expect("it answers") > 0, "it has ended");
        }
        began.elapsed()
    }

    /// Pings, and moves: the reply to 1. e4.
    fn measure(&mut self) -> [Latencies; 2] {
        let mut times = [Latencies::default(), Latencies::default()];
        for round in 0..ROUNDS {
            if self.cecp {
                let pong = format!("pong {round}");
                times[0].push(self.ask(&format!("ping {round}\n"), |line| line == pong));
                self.to.write_all(b"new\nlevel 40 5 0\neasy\n").expect("it reads");
                self.ask("ping 99999\n", |line| line == "pong 99999");
                times[1].push(self.ask("usermove e2e4\n", |line| line.starts_with("move ")));
                self.to.write_all(b"force\n").expect("it reads");
            } else {
                times[0].push(self.ask("isready\n", |line| line == "readyok"));
                let go = "position startpos moves e2e4\ngo wtime 300000 btime 300000\n";
                times[1].push(self.ask(go, |line| line.starts_with("bestmove ")));
            }
        }
        times
    }

    fn end(mut self) {
        let _ = self.to.write_all(b"quit\n");
        let _ = self.child.wait();
    }
}

/// The same with our host.
fn host(own: &str) -> [Latencies; 2] {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let launch = Launch::new(own).arguments(["--as-engine"]).protocol(Protocol::Uci);
        let mut engine = Engine::start(launch, None).await.expect("this program starts");
        engine.new_game("normal").await.expect("it takes a game");
        let place = Place { moves: vec!["e2e4".into()], ..Place::startpos() };
        let (remaining, increment) = (Duration::from_secs(300), Duration::ZERO);
        let clock = Some(Clock { remaining, increment, moves_to_go: None });
        let clocks = Some(Clocks { own: clock, opponent: clock });
        let limits = Limits { clock: clocks, ..Limits::default() };
        let mut times = [Latencies::default(), Latencies::default()];
        for _ in 0..ROUNDS {
            times[0].push(engine.ping().await.expect("it answers"));
            let search = Search { limits: limits.clone(), ..Search::default() };
            let began = Instant::now();
            engine.think(&place, search, |_| {}).await.expect("it answers");
            times[1].push(began.elapsed());
        }
        engine.quit().await.expect("it ends");
        times
    })
}

/// The same with python-chess.
fn python(own: &str) {
    let script = format!(
        "import time, chess, chess.engine
engine = chess.engine.SimpleEngine.popen_uci([{own:?}, '--as-engine'])
board = chess.Board(); board.push_uci('e2e4')
def median(act):
    times = []
    for _ in range({ROUNDS}):
        began = time.perf_counter(); act(); times.append(time.perf_counter() - began)
    return sorted(times)[len(times) // 2] * 1e6
limit = chess.engine.Limit(white_clock=300, black_clock=300)
print(f'python-chess, UCI: ping median {{median(engine.ping):.1f}}µs; '
      f'move median {{median(lambda: engine.play(board, limit)):.1f}}µs')
engine.quit()"
    );
    let candidates = [ferz_testkit_python(), "python3".into()];
    for python in candidates {
        let run = Command::new(python).args(["-c", &script]).stderr(Stdio::null()).status();
        if run.is_ok_and(|status| status.success()) {
            return;
        }
    }
    println!("python-chess is not installed");
}

/// Where `cargo xtask peers` puts the interpreter.
fn ferz_testkit_python() -> std::path::PathBuf {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("target/peers/python/bin/python3")
}
