//! What director and workers give each other: values that can be written down and sent anywhere.

use crate::config::Setting;
use crate::openings::Opening;
use crate::record::GameRecord;
use crate::schedule::Pairing;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use tokio::sync::Notify;

/// Games to be played, one after the other, by the same two engines from the same opening: a pair
/// with colours changed, or one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The run they belong to.
    pub run: String,
    /// Who plays.
    pub games: Vec<Pairing>,
    /// From where.
    pub opening: Opening,
    /// How often they were played in vain.
    pub attempt: u32,
    /// Options for these games, engine by engine, where they are tuned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Vec<Setting>>,
}

/// Games that were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// The run they belong to.
    pub run: String,
    /// The games of the job, in its order.
    pub games: Vec<GameRecord>,
    /// Who played them.
    pub worker: String,
}

impl Done {
    /// Whether these are all games of this job: by the same engines, from the same opening, of the same attempt.
    pub fn is_all_of(&self, job: &Job) -> bool {
        let is_same = |(asked, played): (&Pairing, &GameRecord)| {
            (asked.number, asked.round) == (played.number, played.round)
                && (asked.first, asked.second) == (played.first, played.second)
                && (job.opening.number, job.attempt) == (played.opening, played.attempt)
        };
        job.games.len() == self.games.len() && job.games.iter().zip(&self.games).all(is_same)
    }
}

/// Where a director leaves jobs and hears what came of them. A job may be played twice, where a worker
/// was taken for lost: the first that is done counts, and the director ignores the other.
pub trait Queue {
    /// A worker shall play this.
    fn give(&self, job: Job);
    /// What is done next. Nothing is lost when nobody waits for it any more.
    fn done(&self) -> impl Future<Output = Done>;
    /// How many jobs are out at once; `None`: as many as the run plays games at once.
    fn ahead(&self) -> Option<usize> {
        None
    }
}

/// Where a worker takes jobs from.
pub trait Work {
    /// The next job, when there is one. Nothing is lost when nobody waits for it any more.
    fn taken(&self) -> impl Future<Output = Job>;
    /// A job is done.
    fn finish(&self, done: Done);
}

/// A queue for one worker in the same program.
#[derive(Debug, Default)]
pub struct InProcess {
    jobs: Line<Job>,
    done: Line<Done>,
}

impl Queue for InProcess {
    fn give(&self, job: Job) {
        self.jobs.add(job);
    }

    async fn done(&self) -> Done {
        self.done.next().await
    }
}

impl Work for InProcess {
    async fn taken(&self) -> Job {
        self.jobs.next().await
    }

    fn finish(&self, done: Done) {
        self.done.add(done);
    }
}

/// Things that wait in a line, and somebody who waits for them.
#[derive(Debug)]
struct Line<T> {
    things: Mutex<VecDeque<T>>,
    there_are: Notify,
}

impl<T> Default for Line<T> {
    fn default() -> Line<T> {
        Line { things: Mutex::default(), there_are: Notify::new() }
    }
}

impl<T> Line<T> {
    fn add(&self, thing: T) {
        self.things.lock().unwrap_or_else(PoisonError::into_inner).push_back(thing);
        self.there_are.notify_one();
    }

    async fn next(&self) -> T {
        loop {
            let first = self.things.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            match first {
                Some(thing) => return thing,
                None => self.there_are.notified().await,
            }
        }
    }
}
