//! The hub: keeps the runs that were submitted, directs them side by side, and says who is there.

mod health;
mod runs;

use crate::messages::{
    Envelope, Hello, Reply, State, Status, Submission, Welcome, WorkerStatus, unpack,
};
use crate::streams::Streams;
use crate::{Address, ClusterError, Server};
use async_nats::{Client, Subscriber};
use ferz_arena::log::LogError;
use ferz_arena::{Claim, Control, Outside};
use futures_util::StreamExt;
use health::Trouble;
use runs::Run;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// So long after the last word of those who watch games nobody watches any more.
const WATCHED: Duration = Duration::from_secs(10);

/// A worker of which nothing was heard for so long is gone.
const GONE: Duration = Duration::from_secs(30);

/// What a hub is told.
pub struct Hub {
    /// Its folder: the runs are in `runs` there.
    pub folder: PathBuf,
    /// The server.
    pub address: Address,
    /// How long a job is left with a worker of which nothing is heard.
    pub ack_wait: Duration,
    /// What runs need from outside.
    pub outside: Outside<'static>,
    /// What the hub has to say.
    pub say: Rc<dyn Fn(&str)>,
}

/// A hub's folder, which no other hub uses as long as this lives.
///
/// # Errors
/// When another hub has it, or it cannot be written in.
pub fn claim(folder: &Path) -> Result<Claim, ClusterError> {
    Claim::on(folder).map_err(|error| match error {
        LogError::Busy { folder, holder } => {
            let holder = holder.map(|id| format!(" (process {id})")).unwrap_or_default();
            let folder = folder.display();
            ClusterError::NotHere(format!("another hub{holder} uses {folder}; --dir names another"))
        }
        error => ferz_arena::RunError::from(error).into(),
    })
}

/// What all requests and runs share.
struct Shared {
    hub: Hub,
    /// What is said with users and workers. Nothing is asked of a stream here: see [`health`].
    client: Client,
    streams: Streams,
    /// What is wrong with the server.
    trouble: RefCell<Option<Trouble>>,
    /// The games that all workers can play at once.
    tables: Arc<AtomicUsize>,
    runs: RefCell<BTreeMap<String, Run>>,
    workers: RefCell<BTreeMap<String, (Instant, WorkerStatus)>>,
    /// When somebody said last that it watches games.
    watched: Cell<Option<Instant>>,
}

/// Serves until it is told to end; runs then stop where they are, and go on when it is started again.
/// A server of its own is started again when it is gone.
///
/// # Errors
/// When the server cannot be reached in the beginning, or the folder cannot be read.
pub async fn serve(
    hub: Hub,
    mut server: Option<Server>,
    end: watch::Receiver<Control>,
) -> Result<Option<Server>, ClusterError> {
    if let Some(server) = &mut server {
        health::begin(&hub, server).await?;
    }
    match connected(hub).await {
        Ok(connected) => connected.serve(server, end).await,
        Err(error) => Err(server.and_then(|server| health::full(server.folder())).unwrap_or(error)),
    }
}

/// A hub that has its server.
pub(crate) struct Connected {
    hub: Hub,
    client: Client,
    streams: Streams,
    requests: Subscriber,
}

/// Connects to the server, and makes what is missing there.
pub(crate) async fn connected(hub: Hub) -> Result<Connected, ClusterError> {
    let client = hub.address.connect("ferz hub").await?;
    let streams = Streams::open(hub.address.connect("ferz hub, streams").await?).await?;
    let subscribed = client.subscribe("ferz.hub.*").await;
    let requests = subscribed.map_err(|error| ClusterError::stream("requests", error))?;
    Ok(Connected { hub, client, streams, requests })
}

impl Connected {
    pub(crate) async fn serve(
        self,
        mut server: Option<Server>,
        mut end: watch::Receiver<Control>,
    ) -> Result<Option<Server>, ClusterError> {
        let Connected { hub, client, streams, mut requests } = self;
        let shared = Rc::new(Shared {
            hub,
            client,
            streams,
            trouble: RefCell::default(),
            tables: Arc::default(),
            runs: RefCell::default(),
            workers: RefCell::default(),
            watched: Cell::default(),
        });
        runs::go_on(&shared)?;
        let mut look = tokio::time::interval(Duration::from_secs(1));
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut keeping = Box::pin(health::keep(&shared, &mut server));
        loop {
            tokio::select! {
                biased;
                _ = end.wait_for(|control| *control != Control::Go) => break,
                Some(message) = requests.next() => {
                    let shared = shared.clone();
                    tokio::task::spawn_local(async move { shared.answer(message).await });
                }
                _ = look.tick() => shared.count_tables(),
                () = &mut keeping => unreachable!("it is kept as long as the hub lives"),
            }
        }
        drop(keeping);
        runs::leave(&shared).await;
        Ok(server)
    }
}

impl Shared {
    /// Where programs and other files of runs are kept, by their hash.
    fn files(&self) -> PathBuf {
        self.hub.folder.join("files")
    }

    async fn answer(self: Rc<Shared>, message: async_nats::Message) {
        let reply = match message.subject.as_str() {
            "ferz.hub.hello" => answered(&message, async |hello| Ok(self.hello(hello))).await,
            "ferz.hub.submit" => {
                answered(&message, async |run: Submission| runs::submit(&self, run).await).await
            }
            "ferz.hub.status" => answered(&message, async |(): ()| Ok(self.status())).await,
            "ferz.hub.watching" => {
                let watching = async |(): ()| {
                    self.watched.set(Some(Instant::now()));
                    Ok(())
                };
                answered(&message, watching).await
            }
            "ferz.hub.stop" => answered(&message, async |run: String| self.stop(&run)).await,
            other => Envelope::pack(Reply::<()>::Err(format!("{other}: nobody knows that here"))),
        };
        if let Some(to) = message.reply {
            // Who asks and does not wait asks again.
            let _ = self.client.publish(to, reply.into()).await;
        }
    }

    fn hello(&self, hello: Hello) -> Welcome {
        let Hello { worker, machine, facts, tables, playing, refused, trouble } = hello;
        let name = worker.clone();
        let aside = self.aside(&worker);
        let status = WorkerStatus { name, machine, facts, tables, playing, refused, trouble };
        let before =
            self.workers.borrow_mut().insert(worker.clone(), (Instant::now(), status.clone()));
        if before.is_none() {
            (self.hub.say)(&format!("{worker}: {tables} games at once, {}", status.machine));
        }
        for (run, reason) in &status.refused {
            if before.as_ref().is_none_or(|(_, before)| !before.refused.contains_key(run)) {
                (self.hub.say)(&format!("{worker} does not play {run}: {reason}"));
            }
        }
        self.count_tables();
        let runs = self.runs.borrow();
        let playing = runs.values().filter(|run| run.state() == State::Playing);
        let runs = playing.map(Run::offer).collect();
        let ack_wait = self.hub.ack_wait.as_millis() as u64;
        let watched = self.watched.get().is_some_and(|since| since.elapsed() < WATCHED);
        Welcome { runs, aside, watched, ack_wait }
    }

    /// The runs from which a worker was set aside, and why.
    fn aside(&self, worker: &str) -> BTreeMap<String, String> {
        let runs = self.runs.borrow();
        runs.values().filter_map(|run| Some((run.name(), run.aside(worker)?))).collect()
    }

    fn count_tables(&self) {
        let mut workers = self.workers.borrow_mut();
        if self.trouble.borrow().as_ref().is_some_and(Trouble::stops_all) {
            // They may have much to say, and it does not come through.
            let now = Instant::now();
            workers.values_mut().for_each(|(heard, _)| *heard = now);
        }
        workers.retain(|name, (heard, _)| {
            let is_there = heard.elapsed() < GONE;
            if !is_there {
                (self.hub.say)(&format!("{name} is gone"));
            }
            is_there
        });
        let tables = workers.values().map(|(_, worker)| worker.tables.min(10_000)).sum();
        self.tables.store(tables, Ordering::Relaxed);
    }

    fn status(&self) -> Status {
        let runs = self.runs.borrow().values().map(Run::status).collect();
        let workers = self.workers.borrow().values().map(|(_, worker)| worker.clone()).collect();
        let trouble = self.trouble.borrow().as_ref().map(Trouble::to_string).unwrap_or_default();
        Status { runs, workers, trouble }
    }

    /// What is wrong with the server from now on; what lasts is said once.
    fn has_trouble(&self, trouble: Option<Trouble>) {
        let before = self.trouble.replace(trouble.clone());
        let kind = |trouble: &Option<Trouble>| trouble.as_ref().map(std::mem::discriminant);
        match trouble {
            Some(now) if kind(&before) != Some(std::mem::discriminant(&now)) => {
                (self.hub.say)(&format!("the server: {now}"));
            }
            None if before.is_some() => (self.hub.say)("the server: all is well again"),
            _ => {}
        }
    }

    fn stop(&self, name: &str) -> Reply<()> {
        match self.runs.borrow().get(name) {
            Some(run) if matches!(run.state(), State::Playing | State::Failed) => run.stop(),
            Some(_) => Err(format!("{name} is not played")),
            None => Err(format!("no run {name:?}")),
        }
    }
}

/// Reads a request, and packs its answer.
async fn answered<Q: DeserializeOwned, A: Serialize>(
    message: &async_nats::Message,
    answer: impl AsyncFnOnce(Q) -> Reply<A>,
) -> Vec<u8> {
    let reply = match unpack(&message.payload) {
        Ok(request) => answer(request).await,
        Err(why) => Err(why),
    };
    Envelope::pack(reply)
}
