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
mod expectation;
mod interface;
mod monitor;
mod profile;
mod report;
mod run;
mod talk;
mod ucci;
mod uci;

pub use blame::{Conversation, Unreadable, blame};
pub use expectation::Level;
pub use ferz_host::transcript::Way;
pub use ferz_link::Protocol;
pub use interface::{Act, pose};
pub use monitor::{Breach, Clause, Side};
pub use profile::{Profile, Readiness};
pub use report::{Judged, Report, Verdict};
pub use talk::{Command, Entry};

use expectation::Expectation;
use run::Subject;
use std::time::{Duration, Instant};

/// What to check, and how.
#[derive(Debug)]
pub struct Plan {
    /// What to start.
    pub command: Command,
    /// Its protocol; `None`: find out.
    pub protocol: Option<Protocol>,
    /// The names of the expectations wanted, or beginnings of names; none: all.
    pub only: Vec<String>,
    /// The hosts that it is to be ready for.
    pub profiles: Vec<&'static Profile>,
    /// How long to wait at first for what must come.
    pub patience: Duration,
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
    #[error("no expectation is named {0:?}")]
    Name(String),
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

/// Checks an engine; `told` hears of each expectation as it is judged.
pub fn check(plan: &Plan, told: &mut dyn FnMut(&Judged)) -> Result<Report, Error> {
    let began = Instant::now();
    let protocol = match plan.protocol.or(plan.profiles.first().map(|it| it.protocol)) {
        Some(protocol) => protocol,
        None => find_protocol(&plan.command)?,
    };
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
    let talk = talk::Talk::new(command, plan.patience)?;
    let (engine, judged, starts) = match protocol {
        Protocol::Uci => ask_all(uci::Uci::new(talk), &uci::all(), plan, told)?,
        Protocol::Cecp => ask_all(cecp::Cecp::new(talk), &cecp::all(), plan, told)?,
        Protocol::Ucci => ask_all(ucci::Ucci::new(talk), &ucci::all(), plan, told)?,
    };
    let readiness = plan.profiles.iter().map(|profile| Readiness::of(profile, &judged)).collect();
    Ok(Report { engine, protocol, judged, readiness, took: began.elapsed(), starts })
}

fn ask_all<S: Subject>(
    mut subject: S,
    all: &[&Expectation<S>],
    plan: &Plan,
    told: &mut dyn FnMut(&Judged),
) -> Result<(String, Vec<Judged>, u32), Error> {
    let unknown = plan
        .only
        .iter()
        .find(|only| !all.iter().any(|it| run::is_wanted(&[(*only).clone()], it.id)));
    if let Some(unknown) = unknown {
        return Err(Error::Name(unknown.clone()));
    }
    // What cannot be started cannot be judged.
    subject.talk().start()?;
    let mut only = plan.only.clone();
    if only.is_empty() {
        // A profile asks for what it needs, and for nothing else.
        let names = plan.profiles.iter().flat_map(|it| it.needs.iter().chain(it.likes));
        let names: Vec<&str> = names.copied().collect();
        let chosen =
            all.iter().filter(|it| names.iter().any(|name| profile::is_named(name, it.id)));
        only = chosen.map(|it| it.id.to_owned()).collect();
    }
    let judged = run::run(&mut subject, all, &only, told);
    Ok((subject.name(), judged, subject.talk().starts))
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

/// Every expectation, for a list: its protocol, and its name, title and requirements.
pub fn expectations() -> Vec<(Protocol, String)> {
    fn line<S>(it: &Expectation<S>) -> String {
        let level = match it.level {
            Level::Must => "must",
            Level::Should => "should",
        };
        format!("{:<28} {level:<6} {} [{}]", it.id, it.title, it.requirements)
    }
    let uci = uci::all().into_iter().map(|it| (Protocol::Uci, line(it)));
    let cecp = cecp::all().into_iter().map(|it| (Protocol::Cecp, line(it)));
    let ucci = ucci::all().into_iter().map(|it| (Protocol::Ucci, line(it)));
    uci.chain(cecp).chain(ucci).collect()
}
