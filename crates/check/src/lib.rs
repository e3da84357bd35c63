//! Says by clause what an engine or an interface does that its protocol does not allow.
//!
//! [`check()`] starts an engine, asks it a list of named expectations, each with the requirements
//! that demand it, and reports each as passed, failed, warned of or not applicable. [`blame()`]
//! reads a recorded conversation and names the first broken clause and whose it was.
//!
//! Lines are read by the parsers of `ferz-wire`, moves are judged by `ferz-rules`, and processes
//! are `ferz-host`'s; there is no protocol in here but what is expected of others. How an
//! expectation is added: `docs/check.md`.

mod blame;
mod cecp;
mod conversation;
mod expectation;
mod interface;
mod judged;
mod kept;
mod logs;
mod machine;
mod monitor;
mod names;
mod processes;
mod profile;
mod report;
mod run;
mod talk;
mod ucci;
mod uci;
mod watched;

pub use blame::{JudgedConversation, blame};
pub use ferz_host::transcript::Way;
pub use ferz_link::Protocol;
pub use interface::{Act, Stage, pose};
pub use judged::{Judged, Verdict};
pub use logs::Unreadable;
pub use machine::Lateness;
pub use monitor::{Breach, Clause, Level, Owed, Party};
pub use names::BadName;
pub use profile::{Profile, Readiness};
pub use report::Report;
pub use run::Told;
pub use talk::{Command, Line};

use expectation::Expectation;
use run::Subject;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What to check, and how.
#[derive(Debug)]
pub struct Plan {
    /// What to start.
    pub command: Command,
    /// Its protocol; `None`: find out.
    pub protocol: Option<Protocol>,
    /// The names of the expectations wanted, beginnings of names, with or without the protocol, or
    /// requirements; none: all.
    pub only: Vec<String>,
    /// The hosts that it is to be ready for.
    pub profiles: Vec<&'static Profile>,
    /// How long to wait at first for what must come.
    pub patience: Duration,
    /// Every button is pressed. A button may destroy something, such as what an engine has learned:
    /// otherwise those that clear the hash table alone.
    pub press_buttons: bool,
    /// The check ends soon when this is set.
    pub interrupted: Arc<AtomicBool>,
}

impl Plan {
    /// The whole check of this engine.
    pub fn new(command: Command) -> Plan {
        Plan {
            command,
            protocol: None,
            only: Vec::new(),
            profiles: Vec::new(),
            patience: Duration::from_secs(10),
            press_buttons: false,
            interrupted: Arc::default(),
        }
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine cannot be started, or is none.
    #[error(transparent)]
    Engine(#[from] ferz_host::Fault),
    /// Our own side of the conversation cannot be had.
    #[error("cannot hold a conversation: {0}")]
    Io(#[from] std::io::Error),
    /// No expectation has this name.
    #[error(transparent)]
    Name(#[from] BadName),
    /// The profile is for another protocol.
    #[error("the profile {profile} is for {wanted}, not {protocol}")]
    Profile {
        /// The profile.
        profile: &'static str,
        /// Its protocol.
        wanted: Protocol,
        /// The one that was found or given.
        protocol: Protocol,
    },
}

/// Checks an engine; `told` hears of each expectation as it is asked and judged.
pub fn check(plan: &Plan, told: &mut dyn FnMut(Told<'_>)) -> Result<Report, Error> {
    let began = Instant::now();
    // Before anything is started.
    let given = plan.protocol.or(plan.profiles.first().map(|it| it.protocol));
    names::chosen(&plan.only, given)?;
    let protocol = match given {
        Some(protocol) => protocol,
        None => find_protocol(&plan.command)?,
    };
    let only = names::chosen(&plan.only, Some(protocol))?;
    if let Some(other) = plan.profiles.iter().find(|profile| profile.protocol != protocol) {
        let (profile, wanted) = (other.name, other.protocol);
        return Err(Error::Profile { profile, wanted, protocol });
    }
    let mut command = plan.command.clone();
    command.protocol = Some(protocol);
    let mut launch = ferz_host::Launch::new(&command.program);
    ferz_host::Quirks::built_in().prepare(&mut launch);
    if command.pace.is_zero() && protocol == Protocol::Cecp {
        command.pace = launch.pace;
    }
    let mut talk = talk::Talk::new(command, plan.patience)?;
    talk.press_buttons = plan.press_buttons;
    talk.interrupted_by(Arc::clone(&plan.interrupted));
    let mut asked = (0, 0);
    let mut told = |what: Told<'_>| {
        if let Told::Asked { number, of, .. } = what {
            asked = (number - 1, of);
        }
        told(what);
    };
    let told: &mut dyn FnMut(Told<'_>) = &mut told;
    let all = match protocol {
        Protocol::Uci => ask_all(uci::Uci::new(talk), &uci::all(), plan, only, told)?,
        Protocol::Cecp => ask_all(cecp::Cecp::new(talk), &cecp::all(), plan, only, told)?,
        Protocol::Ucci => ask_all(ucci::Ucci::new(talk), &ucci::all(), plan, only, told)?,
    };
    let Asked { engine, judged, starts, was_understood, was_interrupted } = all;
    let readiness = plan.profiles.iter().map(|profile| Readiness::of(profile, &judged)).collect();
    // The protocol that was given may be the wrong one.
    let speaks = match given.is_some() && !was_understood && !was_interrupted {
        true => speaks_instead(&plan.command, protocol),
        false => None,
    };
    let interrupted = was_interrupted.then_some(asked);
    let took = began.elapsed();
    Ok(Report { engine, protocol, judged, readiness, speaks, took, starts, interrupted })
}

/// What came of asking.
struct Asked {
    engine: String,
    judged: Vec<Judged>,
    starts: u32,
    was_understood: bool,
    was_interrupted: bool,
}

fn ask_all<S: Subject>(
    mut subject: S,
    all: &[&Expectation<S>],
    plan: &Plan,
    mut only: Vec<String>,
    told: &mut dyn FnMut(Told<'_>),
) -> Result<Asked, Error> {
    // What cannot be started cannot be judged.
    subject.talk().start()?;
    if only.is_empty() {
        // A profile asks for what it needs, and for nothing else.
        let names = plan.profiles.iter().flat_map(|it| it.needs.iter().chain(it.likes));
        let names: Vec<&str> = names.copied().collect();
        let chosen =
            all.iter().filter(|it| names.iter().any(|name| profile::is_named(name, it.id)));
        only = chosen.map(|it| it.id.to_owned()).collect();
    }
    let judged = run::run(&mut subject, all, &only, told);
    Ok(Asked {
        engine: subject.name(),
        judged,
        starts: subject.talk().starts,
        // Who never stops talking is not asked in other protocols.
        was_understood: subject.was_understood() || subject.talk().floods,
        was_interrupted: subject.talk().is_interrupted(),
    })
}

/// What an engine speaks that did not answer in this protocol. Without a hurry: the machine may be busy.
fn speaks_instead(command: &Command, protocol: Protocol) -> Option<Protocol> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let found = runtime.block_on(async {
        for other in [Protocol::Uci, Protocol::Ucci] {
            let mut launch = ferz_host::Launch::new(&command.program).arguments(&command.arguments);
            launch.protocol = Some(other);
            if other != protocol && ferz_host::Engine::start(launch, None).await.is_ok() {
                return Some(other);
            }
        }
        None
    });
    // CECP's engines may say nothing at all.
    found.or_else(|| find_protocol(command).ok().filter(|speaks| *speaks != protocol))
}

/// Which protocol an engine speaks.
fn find_protocol(command: &Command) -> Result<Protocol, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut launch = ferz_host::Launch::new(&command.program).arguments(&command.arguments);
        ferz_host::Quirks::built_in().prepare(&mut launch);
        if let Some(protocol) = launch.protocol {
            return Ok(protocol);
        }
        match ferz_host::Engine::start(launch, None).await {
            Ok(engine) => Ok(engine.protocol()),
            Err(ferz_host::Error::Fault(fault)) => Err(fault.into()),
            Err(ferz_host::Error::Refused(refused)) => {
                Err(std::io::Error::other(refused.to_string()).into())
            }
        }
    })
}

/// An expectation as it is listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    pub(crate) protocol: Protocol,
    pub(crate) id: &'static str,
    title: &'static str,
    pub(crate) requirements: &'static str,
    level: Level,
}

/// Every expectation.
pub(crate) fn listed() -> Vec<Listed> {
    fn of<S>(protocol: Protocol, all: Vec<&Expectation<S>>) -> Vec<Listed> {
        let listed = |it: &Expectation<S>| {
            let Expectation { id, title, requirements, level, .. } = *it;
            Listed { protocol, id, title, requirements, level }
        };
        all.into_iter().map(listed).collect()
    }
    let uci = of(Protocol::Uci, uci::all());
    [uci, of(Protocol::Cecp, cecp::all()), of(Protocol::Ucci, ucci::all())].concat()
}

/// Every expectation, for a list: its protocol, and its name, title and requirements.
pub fn expectations() -> Vec<(Protocol, String)> {
    let line = |it: Listed| {
        let level = match it.level {
            Level::Must => "must",
            Level::Should => "should",
        };
        let Listed { protocol, id, title, requirements, .. } = it;
        (protocol, format!("{id:<28} {level:<6} {title} [{requirements}]"))
    };
    listed().into_iter().map(line).collect()
}

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
