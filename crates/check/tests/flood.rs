//! An engine that says more than any machine can hold is checked in little memory, and in time.
#![cfg(target_os = "linux")]

use ferz_check::{Command, Plan, Protocol, Told};
use std::time::{Duration, Instant};

fn checked(script: &str, only: &[&str]) -> Vec<(usize, usize)> {
    let mut plan = Plan::new(Command {
        program: "sh".into(),
        arguments: vec!["-c".into(), script.into()],
        pace: Duration::ZERO,
        protocol: None,
    });
    plan.protocol = Some(Protocol::Uci);
    plan.only = only.iter().map(ToString::to_string).collect();
    plan.patience = Duration::from_millis(700);
    let mut asked = Vec::new();
    let mut told = |told: Told<'_>| {
        if let Told::Asked { number, of, .. } = told {
            asked.push((number, of));
        }
    };
    let report = ferz_check::check(&plan, &mut told).expect("a report");
    assert!(!report.is_good(), "{}", report.summary());
    asked
}

/// The most memory that this process has had, in MB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says so");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
    line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("in kB") / 1024
}

#[test]
fn floods_are_forgotten() {
    let began = Instant::now();
    let line = "info depth 1 seldepth 2 score cp 3 time 4 nodes 5 pv e2e4 e7e5 g1f3 b8c6";
    let asked = checked(&format!("echo uciok; exec yes '{line}'"), &["uci-readyok", "uci-stop"]);
    assert_eq!(asked, [(1, 2), (2, 2)]);
    // Before its greeting, and a line without an end.
    checked(&format!("exec yes '{line}'"), &["uci-uciok"]);
    checked("echo uciok; exec cat /dev/zero", &["uci-readyok"]);
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert!(peak() < 120, "{} MB", peak());
}
