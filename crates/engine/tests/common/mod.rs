//! Asking an engine and collecting what it reports.
#![allow(dead_code, unreachable_pub)]

use ferz_engine::{Done, Engine, Limits, Line, Purpose, Report, Request, Setup, engine};
use ferz_rules::Variant;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

pub fn setup(fen: &str, moves: &str) -> Setup {
    let fen = (fen != "startpos").then(|| fen.to_owned());
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    Setup { variant: Variant::NORMAL, fen, moves }
}

pub fn at(fen: &str, moves: &str) -> Box<dyn Engine> {
    let mut engine = engine(Variant::NORMAL);
    engine.place(&setup(fen, moves)).expect("a position");
    engine.prepare();
    engine
}

pub fn depth(plies: u32) -> Limits {
    Limits { depth: Some(plies), ..Limits::default() }
}

pub fn request(limits: Limits) -> Request {
    Request { limits, ..Request::default() }
}

pub fn analyse() -> Request {
    Request { purpose: Purpose::Analyse, ..Request::default() }
}

pub fn ponder(limits: Limits) -> Request {
    Request { purpose: Purpose::Ponder, ..request(limits) }
}

/// All reports of a search, in order.
pub struct Heard(Receiver<Report>);

pub fn start(engine: &mut dyn Engine, request: Request) -> Heard {
    let (send, receive) = channel();
    engine.start(request, Box::new(move |report| drop(send.send(report))));
    Heard(receive)
}

impl Heard {
    /// Waits for the next report.
    pub fn next(&self) -> Option<Report> {
        self.0.recv_timeout(Duration::from_secs(60)).ok()
    }

    /// The answer, if it comes within this time.
    pub fn done_within(&self, time: Duration) -> Option<Done> {
        let end = Instant::now() + time;
        loop {
            let left = end.checked_duration_since(Instant::now())?;
            match self.0.recv_timeout(left) {
                Ok(Report::Done(done)) => return Some(done),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// All reports to the end.
    pub fn all(self) -> Vec<Report> {
        self.0.iter().collect()
    }
}

/// Searches to the end and returns all reports, the answer last and only once.
pub fn search(engine: &mut dyn Engine, request: Request) -> (Vec<Report>, Done) {
    let heard = start(engine, request);
    engine.wait();
    let mut reports = heard.all();
    let Some(Report::Done(done)) = reports.pop() else { panic!("no answer at the end") };
    assert!(!reports.iter().any(|report| matches!(report, Report::Done(_))), "answered twice");
    (reports, done)
}

pub fn lines(reports: &[Report]) -> Vec<&Line> {
    reports
        .iter()
        .filter_map(|report| match report {
            Report::Line(line) => Some(line),
            _ => None,
        })
        .collect()
}

/// The answer to a fixed depth.
pub fn answer(fen: &str, moves: &str, plies: u32) -> Done {
    search(&mut *at(fen, moves), request(depth(plies))).1
}

pub fn best(done: &Done) -> &str {
    done.best.as_deref().unwrap_or("none")
}
