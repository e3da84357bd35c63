//! How long the program lets an interface wait: from its start to `uciok`, from `stop` to
//! `bestmove`, from `quit` in a search to the end of the process. Stockfish, where it is
//! installed, in the same run for comparison.
//!
//! ```text
//! cargo bench -p ferz --bench latency [-- ROUNDS]
//! ```

use ferz_testkit::{Latencies, Session, find_program};
use std::time::{Duration, Instant};

const ROUNDS: usize = 300;

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let mut programs = vec![("ferz", env!("CARGO_BIN_EXE_ferz").into())];
    programs.extend(find_program("stockfish").map(|path| ("stockfish", path)));
    // Alternating, so that both see the same machine.
    let mut starts = vec![Latencies::default(); programs.len()];
    let mut stops = starts.clone();
    let mut quits = starts.clone();
    for round in 0..rounds {
        for (index, (_, path)) in programs.iter().enumerate() {
            let path = path.to_str().expect("a path in UTF-8");
            let mut program = Session::program(path);
            program.send("uci");
            let greeted = program.arrival("uciok", |line| line == "uciok");
            starts[index].push(greeted.at - program.started());
            program.send_all(&["isready"]);
            program.expect("readyok");
            program.send_all(&["position startpos", "go infinite"]);
            // Not always at the same point of the search.
            std::thread::sleep(Duration::from_millis(20 + (round as u64 * 7) % 40));
            let stopped = program.send("stop");
            let answer = program.arrival("bestmove", |line| line.starts_with("bestmove "));
            stops[index].push(answer.at - stopped);
            program.send("go infinite");
            std::thread::sleep(Duration::from_millis(20 + (round as u64 * 11) % 40));
            quits[index].push(quit(&mut program));
        }
    }
    for (index, (name, _)) in programs.iter().enumerate() {
        println!("{name:10} start to uciok    {}", starts[index]);
        println!("{name:10} stop to bestmove  {}", stops[index]);
        println!("{name:10} quit to the end   {}", quits[index]);
    }
}

/// From `quit` to the end of the process.
fn quit(program: &mut Session) -> Duration {
    let asked = program.send("quit");
    while program.is_running() {
        std::thread::sleep(Duration::from_micros(50));
    }
    Instant::now() - asked
}
