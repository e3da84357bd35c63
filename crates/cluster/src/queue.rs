//! The director's end of a run's jobs and results, over JetStream.
//!
//! Messages may come twice and, if the server loses its store, not at all. The director ignores what
//! it has; what is lost is seen here: jobs are out, and the server knows of none.

use crate::ClusterError;
use crate::messages::{Envelope, Failure, Outcome, unpack};
use crate::needs::Needs;
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
    /// What is played depends on what was played before: no job shall lie about.
    is_tuned: bool,
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
        let tables = self.tables.load(Ordering::Relaxed);
        Some(if self.is_tuned { tables.max(1) } else { AT_LEAST.max(2 * tables) })
    }
}

/// Carries jobs to the server and results from it, until it is dropped.
pub(crate) struct Carrier {
    needs: Needs,
    ack_wait: Duration,
    given: UnboundedReceiver<Job>,
    done: UnboundedSender<Done>,
    trouble: UnboundedSender<Trouble>,
    /// Jobs of which nothing has come yet, by the number of their first game.
    out: BTreeMap<u32, Job>,
}

/// A queue, and who works behind it.
pub(crate) fn remote(
    needs: Needs,
    ack_wait: Duration,
    tables: Arc<AtomicUsize>,
    is_tuned: bool,
    trouble: UnboundedSender<Trouble>,
) -> (Remote, Carrier) {
    let (jobs, given) = mpsc::unbounded_channel();
    let (done_sender, done) = mpsc::unbounded_channel();
    let carrier =
        Carrier { needs, ack_wait, given, done: done_sender, trouble, out: BTreeMap::new() };
    (Remote { jobs, done: Mutex::new(done), tables, is_tuned }, carrier)
}

impl Carrier {
    /// Works as long as it is let.
    pub(crate) async fn carry(mut self) {
        // Jobs of an earlier life of this run are given anew.
        let Needs { streams, run, .. } = self.needs.clone();
        while let Err(error) = streams.forget_jobs(&run).await {
            self.wait_after(error).await;
        }
        while let Err(error) = streams.jobs_of(&run, self.ack_wait).await {
            self.wait_after(error).await;
        }
        let before = streams.last_result().await;
        let (sender, mut outcomes) = mpsc::unbounded_channel();
        let listening = listen(self.needs.clone(), sender);
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
                Some((outcome, number)) = outcomes.recv() => {
                    // What was given up in an earlier life is tried again in this one.
                    let is_past = number <= before && matches!(outcome, Outcome::Dead(_));
                    if !is_past {
                        self.came(outcome);
                    }
                }
                _ = look.tick() => missing = self.look(missing).await,
                () = &mut listening => return,
            }
        }
    }

    /// Waits for a moment, in which what the server has lost is made again.
    async fn wait_after(&self, error: ClusterError) {
        let _ = self.trouble.send(Trouble::Server(error.to_string()));
        tokio::time::sleep(Duration::from_secs(1)).await;
        let _ = self.needs.restore().await;
    }

    async fn give(&self, job: &Job) {
        let Needs { streams, run, .. } = &self.needs;
        while let Err(error) = streams.give(run, Envelope::pack(job)).await {
            self.wait_after(error).await;
        }
    }

    fn came(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Done(done) => {
                let Some(first) = done.games.first() else { return };
                // Half a pair is no result: the job is still out.
                if self.out.get(&first.number).is_some_and(|job| done.is_all_of(job)) {
                    self.out.remove(&first.number);
                    let _ = self.done.send(done);
                }
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
        let found = async {
            self.needs.restore().await?;
            self.needs.streams.jobs_of(&self.needs.run, self.ack_wait).await
        };
        let found = found.await.inspect_err(|error| {
            let _ = self.trouble.send(Trouble::Server(error.to_string()));
        });
        let Ok(consumer) = found else { return false };
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
/// Each has its number in the stream.
async fn listen(needs: Needs, outcomes: UnboundedSender<(Outcome, u64)>) {
    let pause = Duration::from_millis(500);
    let mut consumer = None;
    loop {
        let Some(results) = &consumer else {
            match needs.streams.results_of(&needs.run).await {
                Ok(made) => consumer = Some(made),
                Err(_) => {
                    tokio::time::sleep(pause).await;
                    let _ = needs.restore().await;
                }
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
                    let number = message.info().map_or(u64::MAX, |info| info.stream_sequence);
                    if let Ok(outcome) = unpack::<Outcome>(&message.payload)
                        && outcomes.send((outcome, number)).is_err()
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
