//! Both halves of a protocol without a process: what a host says to an engine for a search, and what
//! it makes of the engine's lines.
//!
//! ```text
//! both_halves
//! ```

use ferz_link::host::{Profile, Uci};
use ferz_link::{Command, Dialect, Event, Input, Limits, Output, Place, Search};
use std::time::Duration;

fn main() {
    for line in converse() {
        println!("{line}");
    }
}

/// A conversation: `>` to the engine, `<` from it, `*` what the host is told.
pub(crate) fn converse() -> Vec<String> {
    let mut host = Uci::new(Profile::default(), None);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let search = Command::Search(Search { limits, ..Search::default() });
    let engine = |line: &'static str| Input::Line(line);
    let mut talk = Vec::new();
    for (number, input) in [
        Input::Start,
        engine("id name Example"),
        engine("option name Hash type spin default 16 min 1 max 1024"),
        engine("uciok"),
        engine("readyok"),
        Input::Command(&Command::Place(Place::startpos())),
        Input::Command(&search),
        engine("readyok"),
        engine("info depth 8 score cp 31 pv e2e4 e7e5"),
        engine("bestmove e2e4 ponder e7e5"),
    ]
    .into_iter()
    .enumerate()
    {
        if let Input::Line(line) = input {
            talk.push(format!("< {line}"));
        }
        // Machines never ask for the time: whoever drives them knows it.
        let now = Duration::from_millis(10 * number as u64);
        let mut out = Vec::new();
        if let Err(refused) = host.step(now, input, &mut out) {
            talk.push(format!("* refused: {refused}"));
        }
        talk.extend(out.into_iter().filter_map(told));
    }
    talk
}

fn told(output: Output) -> Option<String> {
    match output {
        Output::Line(line) => Some(format!("> {line}")),
        Output::Event(Event::BestMove { best, .. }) => Some(format!("* the best move is {best:?}")),
        Output::Event(Event::Info(info)) => {
            Some(format!("* depth {:?}, {:?}", info.depth, info.pv))
        }
        Output::Event(event) => Some(format!("* {event:?}")),
        Output::Odd(what) => Some(format!("* odd: {what}")),
        // For the driver: how long to wait for what.
        Output::Wait(_) | Output::Interrupt => None,
    }
}
