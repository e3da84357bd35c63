//! What a user asks of a hub: to play a run, to say how it stands, to stop one.

use crate::messages::{Envelope, Reply, Status, Submission, unpack};
use crate::streams::Streams;
use crate::{Address, ClusterError, files, safe};
use async_nats::Client;
use ferz_arena::config::{BUILT_IN, NO_OPENINGS};
use ferz_arena::{Config, Control, Outside, Program, RunError, introductions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::time::Duration;
use tokio::sync::watch;

/// How long a hub may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks the hub; an error is its answer, or that there is none.
pub(crate) async fn ask<T: DeserializeOwned>(
    client: &Client,
    what: &str,
    message: impl Serialize,
) -> Result<T, ClusterError> {
    let request = client.request(format!("ferz.hub.{what}"), Envelope::pack(message).into());
    let nobody = |reason: &str| ClusterError::stream("the hub", reason);
    let reply = match tokio::time::timeout(PATIENCE, request).await {
        Err(_) => return Err(nobody("it does not answer")),
        Ok(Err(error)) if error.kind() == async_nats::RequestErrorKind::NoResponders => {
            return Err(nobody("nobody answers: the server is there, and no hub"));
        }
        Ok(Err(error)) => return Err(nobody(&error.to_string())),
        Ok(Ok(reply)) => reply,
    };
    let reply: Reply<T> = unpack(&reply.payload).map_err(ClusterError::Refused)?;
    reply.map_err(ClusterError::Refused)
}

/// Has a run played: starts its engines once here, leaves their programs with the hub, and returns the
/// name of the run.
///
/// # Errors
/// When the run makes no sense elsewhere, an engine does not start, or the hub refuses.
pub async fn submit(
    address: &Address,
    mut config: Config,
    priority: i32,
    outside: Outside<'_>,
    warn: impl FnMut(String),
) -> Result<String, ClusterError> {
    config.check().map_err(RunError::from)?;
    safe::config(&config)?;
    let client = address.connect("ferz submit").await?;
    let (_orders, control) = watch::channel(Control::Go);
    let introductions = introductions(&config, outside, control, warn).await?;
    let streams = Streams::open(client.clone()).await?;
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
    let mut openings = None;
    if let Some(spec) = &mut config.openings
        && !matches!(spec.file.to_str(), Some(BUILT_IN | NO_OPENINGS))
    {
        spec.format = Some(spec.format());
        openings = Some(files::put(&streams.files, &spec.file).await?);
    }
    let submission =
        Submission { config, introductions, programs, files: hashes, openings, priority };
    ask(&client, "submit", submission).await
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
