//! `ferz check` against engines that break one thing each: our own engine behind a change of its
//! lines. A table for each protocol says what is changed, what that breaks, and which expectations
//! have to see it; the engine that is not changed passes them all.
//!
//! By default each engine is asked what must see its fault and little else. With `FERZ_FAULTS=all`
//! it is asked everything, in the order of a check, until its fault is seen; how many were seen as
//! failures is counted. A part of names in `FERZ_FAULT` chooses some faults.

mod cecp;
mod engine;
mod ucci;
mod uci;

use engine::{Change, Fault, Weight};
use ferz_check::{Command, Judged, Plan, Protocol, Told, Verdict};
use std::collections::{BTreeSet, VecDeque};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A test of this program, which has no harness of its own: the program is its own engine.
struct Test {
    name: &'static str,
    protocol: Protocol,
    faults: &'static [Fault],
    /// Fewer faults would be a hole in the table.
    at_least: usize,
}

const TESTS: [Test; 3] = [
    Test { name: "uci_faults_are_seen", protocol: Protocol::Uci, faults: uci::ALL, at_least: 68 },
    Test {
        name: "cecp_faults_are_seen",
        protocol: Protocol::Cecp,
        faults: cecp::ALL,
        at_least: 56,
    },
    Test {
        name: "ucci_faults_are_seen",
        protocol: Protocol::Ucci,
        faults: ucci::ALL,
        at_least: 36,
    },
];

/// Engines asked at a time: most of the time they wait.
const AT_A_TIME: usize = 6;
/// So often a fault that was not seen is looked for again, by itself.
const AGAIN: usize = 2;
/// So many expectations are asked of the sound engine in one conversation.
const IN_ONE_GO: usize = 6;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, name] = &arguments[..]
        && word == "--engine"
    {
        let all = TESTS.iter().flat_map(|test| test.faults);
        let change = all.into_iter().find(|fault| fault.name == name).map(|fault| fault.change);
        engine::play(change.unwrap_or(Change::Sound));
    }
    let chosen = chosen(&arguments);
    if arguments.iter().any(|it| it == "--list") {
        // Nothing is ever left out.
        if !arguments.iter().any(|it| it == "--ignored") {
            chosen.iter().for_each(|test| println!("{}: test", test.name));
        }
        return ExitCode::SUCCESS;
    }
    let mut failed = 0;
    for test in &chosen {
        let began = Instant::now();
        let complaints = run(test);
        let word = if complaints.is_empty() { "ok" } else { "FAILED" };
        println!("test {} ... {word} ({:.1} s)", test.name, began.elapsed().as_secs_f64());
        complaints.iter().for_each(|complaint| println!("  {complaint}"));
        failed += usize::from(!complaints.is_empty());
    }
    println!("\ntest result: {} passed; {failed} failed", chosen.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The tests that the arguments of test programs choose: parts of names, `--exact`, `--skip PART`.
fn chosen(arguments: &[String]) -> Vec<&'static Test> {
    let exact = arguments.iter().any(|it| it == "--exact");
    let mut wanted = Vec::new();
    let mut skipped = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--skip" => skipped.extend(rest.next()),
            "--test-threads" | "--format" | "--color" | "--logfile" | "-Z" => drop(rest.next()),
            flag if flag.starts_with('-') => {}
            _ => wanted.push(argument),
        }
    }
    let matches =
        |name: &str, part: &String| if exact { name == part } else { name.contains(&**part) };
    let is_chosen = |test: &&Test| {
        (wanted.is_empty() || wanted.iter().any(|part| matches(test.name, part)))
            && !skipped.iter().any(|part| matches(test.name, part))
    };
    TESTS.iter().filter(is_chosen).collect()
}

/// What an engine is asked.
struct Job {
    /// `None`: the engine without a fault.
    fault: Option<&'static Fault>,
    only: Vec<String>,
}

/// Asks the sound engine and all others; what is wrong.
fn run(test: &Test) -> Vec<String> {
    let everything = std::env::var("FERZ_FAULTS").is_ok_and(|value| value == "all");
    let part = std::env::var("FERZ_FAULT").unwrap_or_default();
    let faults: Vec<&'static Fault> =
        test.faults.iter().filter(|fault| fault.name.contains(&part)).collect();
    let mut complaints = Vec::new();
    let names: BTreeSet<&str> = test.faults.iter().map(|fault| fault.name).collect();
    let forbidden = test.faults.iter().filter(|it| it.weight == Weight::Fails).count();
    if names.len() < test.faults.len() || forbidden < test.at_least {
        complaints.push(format!("{forbidden} forbidden faults, {} names", names.len()));
    }
    let mut jobs = VecDeque::new();
    let asked: BTreeSet<&str> = faults.iter().flat_map(|fault| fault.seen).copied().collect();
    let asked: Vec<String> = asked.into_iter().map(str::to_owned).collect();
    match everything {
        true => jobs.push_back(Job { fault: None, only: Vec::new() }),
        false => {
            for only in asked.chunks(IN_ONE_GO) {
                jobs.push_back(Job { fault: None, only: only.to_vec() });
            }
        }
    }
    for fault in &faults {
        let only = match everything {
            true => Vec::new(),
            false => fault.seen.iter().map(ToString::to_string).collect(),
        };
        jobs.push_back(Job { fault: Some(fault), only });
    }
    let jobs = Mutex::new(jobs);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().expect("no thread panics").pop_front();
                    let Some(job) = job else { break };
                    let began = Instant::now();
                    let judged = ask(test.protocol, &job);
                    if everything {
                        let name = job.fault.map_or("sound", |fault| fault.name);
                        eprintln!("{name}: {:.0} s", began.elapsed().as_secs_f64());
                    }
                    results.lock().expect("no thread panics").push((job, judged));
                }
            });
        }
    });
    let results = results.into_inner().expect("no thread panics");
    let mut seen = 0;
    for (job, judged) in results {
        match job.fault {
            None => complaints.extend(sound(test.protocol, &job, &judged)),
            Some(fault) => {
                let mut complaint = unseen(fault, &judged, everything);
                // A busy machine may hide what is about time.
                for _ in 0..AGAIN {
                    if complaint.is_some() {
                        complaint = unseen(fault, &ask(test.protocol, &job), everything);
                    }
                }
                seen += usize::from(complaint.is_none() && fault.weight == Weight::Fails);
                complaints.extend(complaint);
            }
        }
    }
    let forbidden = faults.iter().filter(|it| it.weight == Weight::Fails).count();
    println!("{}: {seen} of {forbidden} forbidden faults seen as failures", test.protocol);
    complaints
}

fn ask(protocol: Protocol, job: &Job) -> Vec<Judged> {
    let program = std::env::current_exe().expect("this program has a name");
    let name = job.fault.map_or("sound", |fault| fault.name);
    let mut plan = Plan::new(Command {
        program: program.into_os_string(),
        arguments: vec!["--engine".into(), name.into()],
        pace: Duration::ZERO,
        protocol: None,
    });
    plan.protocol = Some(protocol);
    plan.only = job.only.clone();
    // What does not come in this time does not come.
    plan.patience = Duration::from_secs(if job.fault.is_some() { 2 } else { 10 });
    // What comes after a fault was seen tells no more about it.
    let (over, wanted) = (Arc::clone(&plan.interrupted), job.fault.map(Fault::verdict));
    let mut told = |told: Told<'_>| {
        if let Told::Judged(judged) = told
            && job.only.is_empty()
            && Some(judged.verdict) == wanted
        {
            over.store(true, Ordering::Relaxed);
        }
    };
    match ferz_check::check(&plan, &mut told) {
        Ok(report) => report.judged,
        Err(why) => panic!("{name}: {why}"),
    }
}

/// What failed of the engine that is sound. What a busy machine may have done is asked again.
fn sound(protocol: Protocol, job: &Job, judged: &[Judged]) -> Vec<String> {
    let failed = |judged: &[Judged]| -> Vec<Judged> {
        judged.iter().filter(|it| it.verdict == Verdict::Fail).cloned().collect()
    };
    let first = failed(judged);
    if first.is_empty() {
        return Vec::new();
    }
    let again = failed(&ask(protocol, &Job { fault: None, only: job.only.clone() }));
    again
        .iter()
        .filter(|it| first.iter().any(|other| other.id == it.id))
        .map(|it| format!("the sound engine: {}", it.text()))
        .collect()
}

/// Why a fault does not count as seen.
fn unseen(fault: &Fault, judged: &[Judged], everything: bool) -> Option<String> {
    let verdict = fault.verdict();
    let is_seen = match everything {
        true => judged.iter().any(|it| it.verdict == verdict),
        false => judged.iter().any(|it| it.id == fault.seen[0] && it.verdict == verdict),
    };
    let others = |wanted: Verdict| -> Vec<&str> {
        judged.iter().filter(|it| it.verdict == wanted).map(|it| it.id).collect()
    };
    (!is_seen).then(|| {
        let (failed, warned) = (others(Verdict::Fail), others(Verdict::Warn));
        let Fault { name, breaks, seen, .. } = fault;
        format!("{name} ({breaks}): not by {}; failed {failed:?}, warned {warned:?}", seen[0])
    })
}
