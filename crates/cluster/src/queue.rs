//! The director's end of a run's jobs and results, over JetStream.
//!
//! Messages may come twice and, if the server loses its store, not at all. The director ignores what
//! it has; what is lost is seen here: jobs are out, and the server knows of none.

use crate::messages::{Envelope, Failure, Outcome, unpack};
use crate::streams::Streams;
use ferz_arena::queue::{Done, Job, Queue};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Jobs that are out though no worker is known: the first that come need not wait for the director.
const AT_LEAST: usize = 32;

/// A queue behind which are all workers of a hub.
pub(crate) struct Remote {
    jobs: UnboundedSender<Job>,
    done: Mutex<UnboundedReceiver<Done>>,
    /// The games that all workers can play at once.
    tables: Arc<AtomicUsize>,
}

/// What a run should know of its jobs, beside what is done.
pub(crate) enum Trouble {
    /// A worker could not play one; another may.
    Failed(Failure),
    /// Nobody tries any more.
    Dead(Failure),
    /// The server did not do what it was asked.
    Server(String),
}

impl Queue for Remote {
    fn give(&self, job: Job) {
        // The carrier is gone only when the run is.
        let _ = self.jobs.send(job);
    }

    async fn done(&self) -> Done {
        match self.done.lock().await.recv().await {
            Some(done) => done,
            None => std::future::pending().await,
        }
    }

    fn ahead(&self) -> Option<usize> {
        Some(AT_LEAST.max(2 * self.tables.load(Ordering::Relaxed)))
    }
}

/// Carries jobs to the server and results from it, until it is dropped.
pub(crate) struct Carrier {
    streams: Streams,
    run: String,
    ack_wait: Duration,
    given: UnboundedReceiver<Job>,
    done: UnboundedSender<Done>,
    trouble: UnboundedSender<Trouble>,
    /// Jobs of which nothing has come yet, by the number of their first game.
    out: BTreeMap<u32, Job>,
}

/// A queue, and who works behind it.
pub(crate) fn remote(
    streams: Streams,
    run: &str,
    ack_wait: Duration,
    tables: Arc<AtomicUsize>,
    trouble: UnboundedSender<Trouble>,
) -> (Remote, Carrier) {
    let (jobs, given) = mpsc::unbounded_channel();
    let (done_sender, done) = mpsc::unbounded_channel();
    let carrier = Carrier {
        streams,
        run: run.to_owned(),
        ack_wait,
        given,
        done: done_sender,
        trouble,
        out: BTreeMap::new(),
    };
    (Remote { jobs, done: Mutex::new(done), tables }, carrier)
}

impl Carrier {
    /// Works as long as it is let.
    pub(crate) async fn carry(mut self) {
        // Jobs of an earlier life of this run are given anew.
        while let Err(error) = self.streams.forget_jobs(&self.run).await {
            self.wait_after(&error).await;
        }
        while let Err(error) = self.streams.jobs_of(&self.run, self.ack_wait).await {
            self.wait_after(&error).await;
        }
        let (sender, mut outcomes) = mpsc::unbounded_channel();
        let listening = listen(self.streams.clone(), self.run.clone(), sender);
        let mut listening = std::pin::pin!(listening);
        let mut look = tokio::time::interval(self.ack_wait);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut missing = false;
        loop {
            tokio::select! {
                Some(job) = self.given.recv() => {
                    let Some(first) = job.games.first() else { continue };
                    self.out.insert(first.number, job.clone());
                    self.give(&job).await;
                }
                Some(outcome) = outcomes.recv() => self.came(outcome),
                _ = look.tick() => missing = self.look(missing).await,
                () = &mut listening => return,
            }
        }
    }

    async fn wait_after(&self, error: &crate::ClusterError) {
        let _ = self.trouble.send(Trouble::Server(error.to_string()));
        tokio::time::sleep(Duration::from_secs(1)).await;
    }

    async fn give(&self, job: &Job) {
        while let Err(error) = self.streams.give(&self.run, Envelope::pack(job)).await {
            self.wait_after(&error).await;
        }
    }

    fn came(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Done(done) => {
                if let Some(first) = done.games.first()
                    && self.out.get(&first.number).is_some_and(|job| job.attempt == first.attempt)
                {
                    self.out.remove(&first.number);
                }
                let _ = self.done.send(done);
            }
            Outcome::Failed(failure) => drop(self.trouble.send(Trouble::Failed(failure))),
            Outcome::Dead(failure) => {
                // A late result may have come before.
                if self.out.contains_key(&failure.game) {
                    let _ = self.trouble.send(Trouble::Dead(failure));
                }
            }
        }
    }

    /// Whether jobs are out of which the server knows nothing; at the second time they are given again.
    /// In between a result may be on its way.
    async fn look(&mut self, missing: bool) -> bool {
        if self.out.is_empty() {
            return false;
        }
        // Makes it anew if the server has lost it.
        let found = self.streams.jobs_of(&self.run, self.ack_wait).await;
        let Ok(consumer) = found.inspect_err(|error| {
            let _ = self.trouble.send(Trouble::Server(error.to_string()));
        }) else {
            return false;
        };
        let info = consumer.cached_info();
        if info.num_pending > 0 || info.num_ack_pending > 0 {
            return false;
        }
        if missing {
            for job in self.out.values() {
                self.give(job).await;
            }
        }
        !missing
    }
}

/// Hands on what comes of the jobs of a run. Each pull ends after a short time and is made anew: one that
/// lasts may stall when the client has connected again.
async fn listen(streams: Streams, run: String, outcomes: UnboundedSender<Outcome>) {
    let pause = Duration::from_millis(500);
    let mut consumer = None;
    loop {
        let Some(results) = &consumer else {
            match streams.results_of(&run).await {
                Ok(made) => consumer = Some(made),
                Err(_) => tokio::time::sleep(pause).await,
            }
            continue;
        };
        let pull = results.batch().max_messages(100).expires(Duration::from_secs(5));
        let Ok(mut batch) = pull.messages().await else {
            consumer = None;
            tokio::time::sleep(pause).await;
            continue;
        };
        loop {
            match tokio::time::timeout(Duration::from_secs(10), batch.next()).await {
                Ok(Some(Ok(message))) => {
                    // What cannot be read would come again and again.
                    if let Ok(outcome) = unpack::<Outcome>(&message.payload)
                        && outcomes.send(outcome).is_err()
                    {
                        return;
                    }
                    let _ = message.ack().await;
                }
                Ok(None) => break,
                Ok(Some(Err(_))) | Err(_) => {
                    // The consumer may be gone with the server's store.
                    consumer = None;
                    tokio::time::sleep(pause).await;
                    break;
                }
            }
        }
    }
}
