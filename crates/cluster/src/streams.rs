//! The streams at the server, what they are called and how they are made. Only what 2.9 knows.

use crate::{ClusterError, Hash, files, safe};
use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, Subscriber};
use bytes::Bytes;
use std::path::Path;
use std::time::Duration;

const JOBS: &str = "FERZ_JOBS";
const DONE: &str = "FERZ_DONE";
const RUNS: &str = "FERZ_RUNS";
const FILES: &str = "ferz-files";

/// Jobs that may be with workers at once; the server's default is 1,000.
const IN_HAND: i64 = 100_000;

/// Workers that may wait for a job at once; the server's default is 512.
const WAITING: i64 = 100_000;

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// All that is kept at the server.
#[derive(Clone)]
pub(crate) struct Streams {
    pub(crate) client: Client,
    context: Context,
    jobs: Stream,
    done: Stream,
    runs: Stream,
    pub(crate) files: ObjectStore,
}

impl Streams {
    /// Opens the streams; makes those that are missing.
    pub(crate) async fn open(client: Client) -> Result<Streams, ClusterError> {
        let context = jetstream::ContextBuilder::new().timeout(PATIENCE).build(client.clone());
        let stream = async |name: &str, subject: &str, config: Config| {
            let subjects = vec![format!("{subject}.*")];
            let config = Config { name: name.to_owned(), subjects, ..config };
            let stream = context.get_or_create_stream(config).await;
            stream.map_err(|error| ClusterError::stream(name, error))
        };
        let queue = Config { retention: RetentionPolicy::WorkQueue, ..Config::default() };
        let last = Config { max_messages_per_subject: 1, ..Config::default() };
        let (jobs, done) = (
            stream(JOBS, "ferz.job", queue).await?,
            stream(DONE, "ferz.done", Config::default()).await?,
        );
        let runs = stream(RUNS, "ferz.run", last).await?;
        let files = match context.get_object_store(FILES).await {
            Ok(files) => files,
            Err(_) => {
                let config =
                    object_store::Config { bucket: FILES.to_owned(), ..Default::default() };
                let made = context.create_object_store(config).await;
                made.map_err(|error| ClusterError::stream(FILES, error))?
            }
        };
        Ok(Streams { client, context, jobs, done, runs, files })
    }

    /// Makes the streams again that the server has lost.
    pub(crate) async fn restore(&self) -> Result<(), ClusterError> {
        Streams::open(self.client.clone()).await.map(drop)
    }

    async fn publish(
        &self,
        stream: &str,
        subject: String,
        bytes: Vec<u8>,
    ) -> Result<(), ClusterError> {
        let failed = |error| ClusterError::stream(&subject, error);
        let sent = self.context.publish(subject.clone(), Bytes::from(bytes)).await;
        let stored = sent.map_err(failed)?.await.map(|_| ()).map_err(failed);
        self.mended(stream, stored).await
    }

    /// What came of writing to a stream; one that can store nothing any more is made anew.
    async fn mended<T>(
        &self,
        stream: &str,
        stored: Result<T, ClusterError>,
    ) -> Result<T, ClusterError> {
        if let Err(error) = &stored
            && has_no_files(&error.to_string())
        {
            let _ = self.context.delete_stream(stream).await;
            self.restore().await?;
        }
        stored
    }

    /// Puts a file of a folder into the store again if it is not there.
    pub(crate) async fn restore_file(
        &self,
        hash: &Hash,
        folder: &Path,
    ) -> Result<(), ClusterError> {
        let stored = files::restore(&self.files, hash, folder).await;
        self.mended(&format!("OBJ_{FILES}"), stored).await
    }

    /// Tells those who watch just now.
    pub(crate) async fn tell_live(&self, run: &str, bytes: Vec<u8>) {
        let _ = self.client.publish(format!("ferz.live.{run}"), bytes.into()).await;
    }

    /// Tells those who watch games just now.
    pub(crate) async fn tell_game(&self, run: &str, bytes: Vec<u8>) {
        let _ = self.client.publish(format!("ferz.live.{run}.game"), bytes.into()).await;
    }

    /// Tells the hub how far a game has come.
    pub(crate) async fn tell_try(&self, run: &str, bytes: Vec<u8>) {
        let _ = self.client.publish(format!("ferz.try.{run}"), bytes.into()).await;
    }

    /// What is told so of a run.
    pub(crate) async fn tries(&self, run: &str) -> Result<Subscriber, ClusterError> {
        let subscribed = self.client.subscribe(format!("ferz.try.{run}")).await;
        subscribed.map_err(|error| ClusterError::stream("how far games have come", error))
    }

    /// Writes a run down for the workers.
    pub(crate) async fn tell_run(&self, run: &str, bytes: Vec<u8>) -> Result<(), ClusterError> {
        self.publish(RUNS, format!("ferz.run.{run}"), bytes).await
    }

    /// What was written down of a run.
    pub(crate) async fn run(&self, run: &str) -> Result<Bytes, ClusterError> {
        safe::run_name(run)?;
        let found = self.runs.get_last_raw_message_by_subject(&format!("ferz.run.{run}")).await;
        found.map(|found| found.payload).map_err(|error| ClusterError::stream(run, error))
    }

    pub(crate) async fn give(&self, run: &str, job: Vec<u8>) -> Result<(), ClusterError> {
        self.publish(JOBS, format!("ferz.job.{run}"), job).await
    }

    pub(crate) async fn finish(&self, run: &str, outcome: Vec<u8>) -> Result<(), ClusterError> {
        self.publish(DONE, format!("ferz.done.{run}"), outcome).await
    }

    /// The number of the last result that the server has, of any run.
    pub(crate) async fn last_result(&self) -> u64 {
        self.done.get_info().await.map_or(0, |info| info.state.last_sequence)
    }

    /// Jobs of a run that nobody has finished are forgotten.
    pub(crate) async fn forget_jobs(&self, run: &str) -> Result<(), ClusterError> {
        let purged = self.jobs.purge().filter(format!("ferz.job.{run}")).await;
        purged.map(|_| ()).map_err(|error| ClusterError::stream(JOBS, error))
    }

    /// All of a run is forgotten: its log has it.
    pub(crate) async fn forget(&self, run: &str) -> Result<(), ClusterError> {
        self.forget_jobs(run).await?;
        let _ = self.jobs.delete_consumer(run).await;
        let _ = self.done.delete_consumer(run).await;
        for (stream, subject) in [(&self.done, "ferz.done"), (&self.runs, "ferz.run")] {
            let purged = stream.purge().filter(format!("{subject}.{run}")).await;
            purged.map_err(|error| ClusterError::stream(subject, error))?;
        }
        Ok(())
    }

    /// The workers' end of a run's jobs. Each run has a consumer of its own, with one filter: the server
    /// refuses overlapping ones of a work queue, and 2.9 leaves out several filters without a word.
    ///
    /// The server may deliver without end: workers count, and say when it was too often. Its own limit
    /// leaves the message in the stream, and tells only those who happen to be waiting.
    pub(crate) async fn jobs_of(
        &self,
        run: &str,
        ack_wait: Duration,
    ) -> Result<Consumer<pull::Config>, ClusterError> {
        let config = pull::Config {
            durable_name: Some(run.to_owned()),
            filter_subject: format!("ferz.job.{run}"),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: IN_HAND,
            max_waiting: WAITING,
            ..pull::Config::default()
        };
        let made = self.jobs.create_consumer(config).await;
        made.map_err(|error| ClusterError::stream("the consumer of jobs", error))
    }

    /// The consumer of jobs that the hub has made.
    pub(crate) async fn jobs(&self, run: &str) -> Result<Consumer<pull::Config>, ClusterError> {
        let found = self.jobs.get_consumer(run).await;
        found.map_err(|error| ClusterError::stream("the consumer of jobs", error))
    }

    /// The director's end of a run's results, from the first one that is kept.
    pub(crate) async fn results_of(
        &self,
        run: &str,
    ) -> Result<Consumer<pull::Config>, ClusterError> {
        let _ = self.done.delete_consumer(run).await;
        let config = pull::Config {
            durable_name: Some(run.to_owned()),
            filter_subject: format!("ferz.done.{run}"),
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(10),
            max_ack_pending: IN_HAND,
            ..pull::Config::default()
        };
        let made = self.done.create_consumer(config).await;
        made.map_err(|error| ClusterError::stream("the consumer of results", error))
    }
}

/// The server does not say how its streams stand.
pub(crate) struct Silent;

/// Asks the server for its streams. That it has lost one is an answer, too.
pub(crate) async fn answer(client: &Client) -> Result<(), Silent> {
    let context = jetstream::ContextBuilder::new().timeout(PATIENCE).build(client.clone());
    for name in [JOBS, DONE, RUNS] {
        if let Err(error) = context.get_stream(name).await {
            match error.kind() {
                // Without room it may have put an end to all that has streams.
                GetStreamErrorKind::JetStream(error) if error.code() != 503 => {}
                _ => return Err(Silent),
            }
        }
    }
    Ok(())
}

/// Whether a stream can store nothing any more. When one is made while another of its name is being
/// deleted, 2.9.10 removes the files of the new one, too, and every message is refused until it is
/// deleted as well. What was in it is lost, as with any lost stream.
fn has_no_files(reason: &str) -> bool {
    reason.contains("error code 10077") && reason.contains("no such file or directory")
}
