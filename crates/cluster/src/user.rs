//! What a user asks of a hub: to play a run, to say how it stands, to stop one.

use crate::messages::{Envelope, Live, LiveGame, Reply, Status, Submission, unpack};
use crate::streams::Streams;
use crate::{Address, ClusterError, Hash, bench, files, safe};
use async_nats::{Client, Request, RequestErrorKind};
use ferz_arena::config::{BUILT_IN, NO_OPENINGS};
use ferz_arena::openings::Openings;
use ferz_arena::{Config, Control, Outside, Program, RunError, introductions};
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;
use tokio::sync::watch;

/// How long a hub may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may take to fetch the programs of a run.
const FETCHING: Duration = Duration::from_secs(300);

/// How often those who watch games say so: workers tell moves only when somebody does.
const WATCHING: Duration = Duration::from_secs(3);

/// Asks the hub; an error is its answer, or that there is none.
pub(crate) async fn ask<T: DeserializeOwned>(
    client: &Client,
    what: &str,
    message: impl Serialize,
) -> Result<T, ClusterError> {
    let patience = if what == "submit" { FETCHING } else { PATIENCE };
    let request = Request::new().payload(Envelope::pack(message).into()).timeout(Some(patience));
    let reply = client.send_request(format!("ferz.hub.{what}"), request).await;
    let nobody = |reason: &str| ClusterError::stream("the hub", reason);
    let reply = match reply {
        Err(error) if error.kind() == RequestErrorKind::TimedOut => {
            return Err(nobody("it does not answer"));
        }
        Err(error) if error.kind() == RequestErrorKind::NoResponders => {
            return Err(nobody("nobody answers: the server is there, and no hub"));
        }
        Err(error) => return Err(nobody(&error.to_string())),
        Ok(reply) => reply,
    };
    let reply: Reply<T> = unpack(&reply.payload).map_err(ClusterError::Refused)?;
    reply.map_err(ClusterError::Refused)
}

/// A run that the hub has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// Its name.
    pub run: String,
    /// What its workers must trust: each engine's name and program.
    pub programs: Vec<(String, Hash)>,
}

/// What somebody wants to have played.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The run.
    pub config: Config,
    /// Runs of a higher one are played first.
    pub priority: i32,
    /// How much of the workers' time it gets beside others of its priority; 0 is 1.
    pub share: u32,
    /// Files that options and arguments name, and that the workers shall have.
    pub send: Vec<String>,
    /// Workers check the benches of the engines.
    pub bench: bool,
    /// Nodes a second of the machine for which the clocks are meant; faster and slower ones scale them.
    pub speed: Option<u64>,
}

/// Has a run played: starts its engines once here, and leaves their programs with the hub.
///
/// # Errors
/// When the run makes no sense elsewhere, an engine does not start, or the hub refuses.
pub async fn submit(
    address: &Address,
    wish: Wish,
    outside: Outside<'_>,
    warn: impl FnMut(String),
) -> Result<Submitted, ClusterError> {
    let Wish { mut config, priority, share, send, bench, speed } = wish;
    config.check().map_err(RunError::from)?;
    let variant = config.game().map_err(RunError::from)?;
    // What cannot be read is seen here, where the file has a name.
    Openings::of(&config, variant, outside.books).map_err(RunError::from)?;
    let mut sent = BTreeMap::new();
    for value in send {
        let file = Path::new(&value);
        let hash = Hash::of_file(file).map_err(|reason| ClusterError::system(&value, reason))?;
        if !names(&config, &value) {
            let reason = format!("--send {value:?}: no option and no argument is just this");
            return Err(ClusterError::NotHere(reason));
        }
        sent.insert(value, hash);
    }
    safe::config(&config, &sent)?;
    let client = address.connect("ferz submit").await?;
    let (_orders, control) = watch::channel(Control::Go);
    let introductions = introductions(&config, outside, control, warn).await?;
    if let Some(silent) = introductions.iter().find(|engine| engine.protocol.is_empty()) {
        let reason = format!("{} does not start here, so it is not sent to others", silent.name);
        return Err(ClusterError::NotHere(reason));
    }
    let mut benches = Vec::new();
    for spec in config.engines.iter().filter(|_| bench) {
        benches.push(bench::nodes(spec).await?);
    }
    let streams = match Streams::open(client).await {
        Ok(streams) => streams,
        Err(error) => {
            // The hub may know why.
            let trouble = status(address).await.unwrap_or_default().trouble;
            return Err(if trouble.is_empty() { error } else { ClusterError::Refused(trouble) });
        }
    };
    let (mut programs, mut hashes) = (Vec::new(), Vec::new());
    for spec in &config.engines {
        let missing = || {
            let name = spec.program.display().to_string();
            ClusterError::system(name, io::ErrorKind::NotFound.into())
        };
        let path = Program::path(spec).ok_or_else(missing)?;
        programs.push(Program::of(spec));
        hashes.push(files::put(&streams.files, &path).await?);
    }
    for file in sent.keys() {
        files::put(&streams.files, Path::new(file)).await?;
    }
    let mut openings = None;
    if let Some(spec) = &mut config.openings
        && !matches!(spec.file.to_str(), Some(BUILT_IN | NO_OPENINGS))
    {
        spec.format = Some(spec.format());
        openings = Some(files::put(&streams.files, &spec.file).await?);
    }
    let named = introductions.iter().map(|engine| engine.name.clone());
    let named = named.zip(hashes.iter().cloned()).collect();
    let submission = Submission {
        config,
        introductions,
        programs,
        files: hashes,
        openings,
        sent,
        benches,
        speed,
        priority,
        share: share.max(1),
    };
    Ok(Submitted { run: ask(&streams.client, "submit", submission).await?, programs: named })
}

/// Whether an option or an argument of an engine is just this.
fn names(config: &Config, value: &str) -> bool {
    config.engines.iter().any(|engine| {
        engine.arguments.iter().any(|argument| argument == value)
            || engine.options.iter().any(|option| option.value.as_deref() == Some(value))
    })
}

/// What those hear who watch a hub.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// How the hub stands when one begins to watch: from now on nothing is missed.
    Status(Status),
    /// A game has ended, and so a run stands.
    Run(Live),
    /// A game begins, or a move is made in it.
    Game(LiveGame),
}

/// Tells what happens in the runs of a hub, as long as it is let; with `games`, each move, too.
///
/// # Errors
/// When there is no hub, or somebody else speaks there.
pub async fn watch(
    address: &Address,
    games: bool,
    mut hear: impl FnMut(News),
) -> Result<(), ClusterError> {
    let client = address.connect("ferz status").await?;
    // What is told of runs, and below it of their games.
    let heard = client.subscribe(if games { "ferz.live.>" } else { "ferz.live.*" }).await;
    let mut heard = heard.map_err(|error| ClusterError::stream("what happens", error))?;
    let status = ask(&client, "status", ()).await?;
    if games {
        ask::<()>(&client, "watching", ()).await?;
    }
    hear(News::Status(status));
    let mut again = tokio::time::interval(WATCHING);
    loop {
        tokio::select! {
            Some(message) = heard.next() => {
                let bytes = &message.payload;
                let news = match message.subject.ends_with(".game") {
                    true => unpack(bytes).map(News::Game),
                    false => unpack(bytes).map(News::Run),
                };
                hear(news.map_err(ClusterError::Refused)?);
            }
            // A hub that is away for a moment hears it the next time.
            _ = again.tick(), if games => drop(ask::<()>(&client, "watching", ()).await),
            else => return Ok(()),
        }
    }
}

/// How the hub stands.
///
/// # Errors
/// When it does not answer.
pub async fn status(address: &Address) -> Result<Status, ClusterError> {
    ask(&address.connect("ferz status").await?, "status", ()).await
}

/// Stops a run; games that are played count for nothing.
///
/// # Errors
/// When the hub does not answer, or has no such run.
pub async fn stop(address: &Address, run: &str) -> Result<(), ClusterError> {
    ask(&address.connect("ferz stop").await?, "stop", run).await
}
