//! Streams of commands mixed from three protocols: no panic, no hang, no growth in memory.
//!
//! The length is small here. By hand, longer:
//!
//! ```text
//! FERZ_FUZZ=10000000 cargo test --profile quick -p ferz --test fuzz -- --nocapture
//! ```

#[cfg(feature = "host")]
mod files;
#[cfg(feature = "host")]
mod mutation;
mod stream;

use ferz::player::Player;
use ferz::session::{Happening, Rim, Session};
use ferz_link::Event;
use ferz_rules::{Random, Variant};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stream::line;

/// So many commands each session gets.
const SESSION: u64 = 2000;
/// The memory is that of the whole process.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
/// A step may not take longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many commands a run sends: a few, or what the environment says.
fn commands(few: u64) -> u64 {
    std::env::var("FERZ_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// What the session prints: counted and looked at, not kept.
#[derive(Default)]
struct Answers {
    lines: u64,
    /// Moves in any protocol.
    moves: u64,
    bestmoves: u64,
    fences: u64,
    readies: u64,
}

impl Rim for Answers {
    fn line(&mut self, text: &str) {
        assert!(!text.contains(['\n', '\r']), "one line at a time: {text:?}");
        self.lines += 1;
        let answers = text.starts_with("bestmove ") || text == "nobestmove";
        self.bestmoves += u64::from(answers);
        self.moves += u64::from(answers || text.starts_with("move "));
        self.fences += u64::from(text.ends_with(" unknown command fence"));
        self.readies += u64::from(text == "readyok");
    }

    fn flush(&mut self) {}

    fn log_to(&mut self, _: &str) -> std::io::Result<()> {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }
}

/// A session without a process.
struct InProcess {
    session: Session,
    said: Receiver<Event>,
    answers: Answers,
    began: Instant,
    /// The last lines and events, for whoever has to find out.
    recent: VecDeque<String>,
}

/// How much of the past a failure shows.
const SHOWN: usize = 60;

impl InProcess {
    fn new() -> InProcess {
        let (send, said) = channel();
        let post = Arc::new(move |event| drop(send.send(event)));
        let session =
            Session::new(Box::new(Player::new(ferz_engine::engine(Variant::NORMAL), post)), None);
        InProcess {
            session,
            said,
            answers: Answers::default(),
            began: Instant::now(),
            recent: VecDeque::new(),
        }
    }

    fn step(&mut self, happening: Happening<'_>) {
        if self.recent.len() == SHOWN {
            self.recent.pop_front();
        }
        self.recent.push_back(format!("{happening:?}"));
        self.session.step(self.began.elapsed(), happening, &mut self.answers);
    }

    fn line(&mut self, line: &str) {
        self.step(Happening::Line(line));
        while let Ok(event) = self.said.try_recv() {
            self.step(Happening::Said(event));
        }
    }

    /// Gives a search that may be under way the time to say something.
    fn listen(&mut self, random: &mut Random) {
        let moves = self.answers.moves;
        let patience = Duration::from_micros(random.below(300) as u64);
        while self.answers.moves == moves
            && let Ok(event) = self.said.recv_timeout(patience)
        {
            self.step(Happening::Said(event));
        }
    }

    /// Goes on until what is asked for has come.
    fn until(&mut self, seed: u64, done: impl Fn(&InProcess) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !done(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            let hangs = left.is_zero();
            assert!(!hangs, "seed {seed}: the session hangs after {:#?}", self.recent);
            if let Ok(event) = self.said.recv_timeout(left) {
                self.step(Happening::Said(event));
            }
        }
    }
}

/// X-043, U-031, U-033, U-036, U-039, U-054 to U-056, C-025: whatever comes, the session goes on
/// and ends when asked.
#[test]
fn mixed_commands_in_process() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let total = commands(30_000);
    let mut memory = Vec::new();
    let (mut lines, mut moves) = (0, 0);
    let began = Instant::now();
    for seed in 0..total.div_ceil(SESSION) {
        let mut random = Random::new(seed);
        let mut session = InProcess::new();
        for number in 0..SESSION.min(total) {
            let line = line(&mut random, number == 0);
            session.line(&line);
            if random.below(if line.starts_with("go") { 3 } else { 60 }) == 0 {
                session.listen(&mut random);
            }
        }
        // Out of edit mode, out of every search: then the last word.
        session.line(".");
        session.step(Happening::Line("quit"));
        // In UCCI's batch mode `quit` waits for the end of the search, and that may be far.
        session.step(Happening::Terminate);
        session.until(seed, |session| session.session.is_over());
        lines += session.answers.lines;
        moves += session.answers.moves;
        drop(session);
        memory.push(resident_kib());
    }
    let rate = total as f64 / began.elapsed().as_secs_f64();
    println!(
        "{total} commands, {rate:.0} a second; {lines} lines, {moves} moves; memory {:?} KiB",
        ends(&memory)
    );
    // How many searches end before the next line comes is a matter of the machine: of 30,000
    // commands 462 did on an idle one, 123 on one with twenty programs at once.
    assert!(moves > total / 500 && lines > total / 10, "{moves} moves, {lines} lines");
    assert_no_growth(&memory);
}

fn ends(values: &[u64]) -> [u64; 2] {
    [values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0)]
}

/// The first sessions may warm up; after that memory stays.
fn assert_no_growth(memory: &[u64]) {
    let early = memory.iter().take(memory.len() / 2 + 1).max().copied().unwrap_or(0);
    let late = memory.last().copied().unwrap_or(0);
    assert!(late <= early + 16 * 1024, "from {early} to {late} KiB");
}

fn resident_kib() -> u64 {
    status_kib("VmRSS:")
}

/// What Linux says of this process; 0 elsewhere.
fn status_kib(key: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(key)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// U-316: in a UCI session, however wild, `go` and `bestmove` pair up in the end.
#[test]
fn answers_of_uci() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for seed in 0..commands(5_000).div_ceil(500) {
        let mut random = Random::new(seed ^ 0xabcd);
        let mut session = InProcess::new();
        // The first search makes the choice final.
        session.line("uci");
        session.line("go depth 1");
        session.until(seed, |session| session.answers.bestmoves > 0);
        for _ in 0..500 {
            let line = line(&mut random, false);
            session.line(&line);
            if random.below(if line.starts_with("go") { 3 } else { 60 }) == 0 {
                session.listen(&mut random);
            }
        }
        session.line("debug on");
        session.line("stop");
        session.line("fence");
        session.until(seed, |session| session.answers.fences > 0);
        // Idle now: a search more gives a move more.
        let moves = session.answers.bestmoves;
        session.line("go depth 1");
        session.until(seed, |session| session.answers.bestmoves > moves);
        assert_eq!(session.answers.bestmoves, moves + 1, "seed {seed}");
    }
}

/// X-047, X-059, X-190: in a UCCI session, however wild, there is an answer to each `go`, to each
/// `stop` without one, and to `isready`.
#[test]
fn answers_of_ucci() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for seed in 0..commands(5_000).div_ceil(500) {
        let mut random = Random::new(seed ^ 0x1234);
        let mut session = InProcess::new();
        session.line("ucci");
        session.line("go depth 1");
        session.until(seed, |session| session.answers.bestmoves > 0);
        for _ in 0..500 {
            let line = line(&mut random, false);
            // In batch mode a `stop` waits for the search that it should end.
            if line.contains("batch") {
                continue;
            }
            session.line(&line);
            if random.below(if line.starts_with("go") { 3 } else { 60 }) == 0 {
                session.listen(&mut random);
            }
        }
        // Out of whatever search: its answer, or that of `stop` itself.
        let moves = session.answers.bestmoves;
        session.line("stop");
        session.until(seed, |session| session.answers.bestmoves > moves);
        // Idle now.
        let (moves, readies) = (session.answers.bestmoves, session.answers.readies);
        session.line("stop");
        session.line("isready");
        session.until(seed, |session| session.answers.readies > readies);
        assert_eq!(session.answers.bestmoves, moves + 1, "seed {seed}");
        session.line("position startpos");
        session.line("go depth 1");
        session.until(seed, |session| session.answers.bestmoves > moves + 1);
        assert_eq!(session.answers.bestmoves, moves + 2, "seed {seed}");
    }
}

/// The same against the real program, through its pipes.
#[test]
fn mixed_commands_through_pipes() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let total = commands(20_000);
    for seed in 0..total.div_ceil(SESSION * 5) {
        let mut random = Random::new(seed ^ 0x5555);
        let mut ferz = ferz_testkit::Session::program(env!("CARGO_BIN_EXE_ferz"));
        let mut batch = Vec::new();
        for number in 0..SESSION * 5 {
            let line = line(&mut random, number == 0);
            // In UCCI's batch mode `quit` waits for the end of the search, and that may be far.
            if !line.contains("batch") {
                batch.extend_from_slice(line.as_bytes());
                batch.push(b'\n');
            }
            if batch.len() > 1 << 12 {
                ferz.send_bytes(&batch);
                batch.clear();
                while ferz.next_line(Duration::ZERO).is_some() {}
            }
        }
        batch.extend_from_slice(b"\n.\nquit\n");
        ferz.send_bytes(&batch);
        assert!(ferz.wait_exit_within(PATIENCE * 3).success(), "seed {seed}");
        assert!(ferz.complaints().is_empty(), "seed {seed}: {:?}", ferz.complaints());
    }
}
