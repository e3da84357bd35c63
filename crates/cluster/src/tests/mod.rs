//! Hub and workers in one program, over a real `nats-server`: what may go wrong, made to go wrong.

mod aside;
mod delivery;
mod doors;
mod equipped;
mod lost;
mod refused;
mod scale;

use crate::messages::{Envelope, Reply, RunStatus, State, Submission};
use crate::streams::Streams;
use crate::*;
use ferz_arena::config::{EngineSpec, NO_OPENINGS, OpeningsSpec, Order};
use ferz_arena::log::{self, LogEvent};
use ferz_arena::record::GameRecord;
use ferz_arena::{Config, Control, Detail, Introduction, Outside};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::{JoinHandle, LocalSet};

/// An engine of CECP that gives each game up at its first move.
const RESIGNS: &str = r#"#!/bin/sh
BEGIN
while read -r line; do case "$line" in
protover*) echo 'feature myname="NAME" ping=1 setboard=1 reuse=1 sigint=0 done=1';;
ping*) echo "pong ${line#ping }";;
go) sleep PAUSE; echo resign;;
quit) exit 0;;
esac; done
"#;

/// How long anything here may take.
const PATIENCE: Duration = Duration::from_secs(120);

struct Lab {
    place: TempDir,
    server: RefCell<Option<Server>>,
    address: Address,
    said: Rc<RefCell<Vec<String>>>,
}

/// A hub or a worker of this program; it ends at once when it is dropped.
struct Task {
    orders: watch::Sender<Control>,
    task: JoinHandle<()>,
}

impl Task {
    async fn end(self, how: Control) {
        let _ = self.orders.send(how);
        self.task.await.expect("no panic");
    }
}

/// Runs a test on one thread, as hubs and workers run.
fn on_one_thread(test: impl AsyncFnOnce()) {
    ferz_testkit::peer("nats-server");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, test());
}

fn outside() -> Outside<'static> {
    let (books, tables) =
        (&|_: &Path, _| Err("no books".to_owned()), &|_: &_| Err("no endgame tables".to_owned()));
    Outside { books, tables, conversations: None, inside: None, detail: Detail::Games }
}

impl Lab {
    async fn new() -> Lab {
        let place = tempfile::tempdir().unwrap();
        let port = ferz_testkit::free_port();
        let terms = Terms {
            program: "nats-server".into(),
            folder: place.path().join("nats"),
            bind: "127.0.0.1".to_owned(),
            port,
            tls: None,
        };
        let server = Server::start(terms).await.unwrap();
        let address = server.address();
        Lab { place, server: RefCell::new(Some(server)), address, said: Rc::default() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn say(&self) -> Rc<dyn Fn(&str)> {
        let said = self.said.clone();
        Rc::new(move |text| said.borrow_mut().push(text.to_owned()))
    }

    fn has_said(&self, text: &str) -> bool {
        self.said.borrow().iter().any(|line| line.contains(text))
    }

    async fn streams(&self) -> Streams {
        Streams::open(self.address.connect("test").await.unwrap()).await.unwrap()
    }

    async fn hub(&self) -> Task {
        self.hub_with(Duration::from_secs(1)).await
    }

    async fn hub_with(&self, ack_wait: Duration) -> Task {
        let (orders, control) = watch::channel(Control::Go);
        let hub = Hub {
            folder: self.path("hub"),
            address: self.address.clone(),
            ack_wait,
            outside: outside(),
            say: self.say(),
        };
        let task = tokio::task::spawn_local(async move {
            serve(hub, None, control).await.unwrap();
        });
        self.wait_for("a hub", async || status(&self.address).await.is_ok()).await;
        Task { orders, task }
    }

    fn worker(&self, name: &str, trust: Trust) -> Task {
        self.worker_with(name, trust, false)
    }

    fn worker_folder(&self, name: &str) -> PathBuf {
        self.path(&format!("worker-{name}"))
    }

    /// A worker whose engines run in a sandbox.
    fn confined(&self, name: &str) -> Task {
        self.worker_with(name, Trust::All, true)
    }

    fn worker_with(&self, name: &str, trust: Trust, sandbox: bool) -> Task {
        let (orders, control) = watch::channel(Control::Go);
        let worker = self.told(name, trust, sandbox);
        let task = tokio::task::spawn_local(async move { work(worker, control).await.unwrap() });
        Task { orders, task }
    }

    /// What a worker is told.
    fn told(&self, name: &str, trust: Trust, sandbox: bool) -> Worker {
        Worker {
            name: name.to_owned(),
            machine: "a test".to_owned(),
            facts: Facts { speed: 1_000_000, ..Facts::here() },
            sandbox,
            folder: self.worker_folder(name),
            address: self.address.clone(),
            tables: 1,
            trust,
            outside: outside(),
            say: self.say(),
        }
    }

    /// An engine that begins with these commands, and thinks so long before it resigns.
    fn engine(&self, name: &str, begin: &str, pause: &str) -> EngineSpec {
        let text = RESIGNS.replace("BEGIN", begin).replace("NAME", name).replace("PAUSE", pause);
        EngineSpec {
            program: self.script(name, &text),
            protocol: "cecp".parse().ok(),
            move_time: Some(Duration::from_secs(10)),
            patience: Some(Duration::from_secs(10)),
            ..EngineSpec::default()
        }
    }

    /// A program. It is written by another one: what a child of another test has inherited open for writing
    /// the system does not run.
    fn script(&self, name: &str, text: &str) -> PathBuf {
        let program = self.path(name);
        let mut writing = std::process::Command::new("sh");
        writing.args(["-c", "printf %s \"$2\" > \"$1\" && chmod 755 \"$1\"", "sh"]);
        assert!(writing.arg(&program).arg(text).status().unwrap().success());
        program
    }

    /// So many pairs of games, each of at least twice this time.
    fn config(&self, pairs: u32, pause: &str) -> Config {
        let engines = vec![self.engine("one", "", pause), self.engine("other", "", pause)];
        Config { engines, rounds: pairs, openings: Some(no_openings()), ..Config::default() }
    }

    async fn submit(&self, config: &Config, priority: i32) -> Submitted {
        self.wish(Wish { config: config.clone(), priority, ..Wish::default() }).await.unwrap()
    }

    async fn wish(&self, wish: Wish) -> Result<Submitted, ClusterError> {
        submit(&self.address, wish, outside(), |_| {}).await
    }

    /// What `submit` would send; the files are in the store.
    async fn submission(&self, config: &Config) -> Submission {
        let streams = self.streams().await;
        let mut hashes = Vec::new();
        for engine in &config.engines {
            hashes.push(files::put(&streams.files, &engine.program).await.unwrap());
        }
        let introduction = Introduction {
            name: "x".into(),
            author: String::new(),
            protocol: "cecp".into(),
            id: "x".into(),
        };
        Submission {
            config: config.clone(),
            introductions: vec![introduction; config.engines.len()],
            programs: vec![None; config.engines.len()],
            files: hashes,
            openings: None,
            sent: BTreeMap::new(),
            benches: Vec::new(),
            speed: None,
            priority: 0,
            share: 1,
        }
    }

    /// Writes something else down of a run than the hub has, after the hub.
    async fn rewrite(&self, run: &str, forged: Vec<u8>) {
        let streams = self.streams().await;
        self.wait_for("the hub's own", async || streams.run(run).await.is_ok()).await;
        streams.tell_run(run, forged).await.unwrap();
    }

    /// Waits until so many jobs of a run lie at the server, or more.
    async fn jobs_are_there(&self, run: &str, jobs: u64) {
        let streams = self.streams().await;
        let is_there = async || {
            let consumer = streams.jobs(run).await;
            consumer.is_ok_and(|consumer| consumer.cached_info().num_pending >= jobs)
        };
        self.wait_for("jobs", is_there).await;
    }

    async fn run(&self, run: &str) -> RunStatus {
        let status = status(&self.address).await.unwrap();
        status.runs.into_iter().find(|one| one.name == run).expect("the run")
    }

    async fn finished(&self, run: &str) {
        let is_over = async || self.run(run).await.state == State::Finished;
        self.wait_for("the end of the run", is_over).await;
    }

    fn folder(&self, run: &str) -> PathBuf {
        self.path("hub").join("runs").join(run)
    }

    /// The games in the log of a run that count: not those in which a busy machine let this program lie for a
    /// second, for they are played again.
    fn games(&self, run: &str) -> Vec<GameRecord> {
        let folder = self.folder(run);
        let Ok(bytes) = fs::read(folder.join(log::FILE)) else { return Vec::new() };
        let (events, _) = log::read(&bytes, &folder).unwrap();
        let game = |event| if let LogEvent::Game(game) = event { Some(game) } else { None };
        let mut games: Vec<_> =
            events.into_iter().filter_map(game).filter(|game| game.counts(false)).collect();
        games.sort_by_key(|game| game.number);
        games
    }

    /// The games of a run are these, each once, and all were played to their end.
    fn assert_whole(&self, run: &str, games: u32) {
        let kept = self.games(run);
        let numbers: Vec<_> = kept.iter().map(|game| game.number).collect();
        assert_eq!(numbers, (1..=games).collect::<Vec<_>>());
        for game in kept {
            assert_eq!(game.reason.word(), "resignation", "{game:?}");
        }
    }

    async fn kill_server(&self) {
        let id = fs::read_to_string(self.path("nats").join("nats.pid")).unwrap();
        let killed = std::process::Command::new("kill").args(["-9", id.trim()]).output();
        assert!(killed.unwrap().status.success());
    }

    /// Starts the server again that was killed.
    async fn start_server(&self) {
        let mut server = self.server.borrow_mut().take().unwrap();
        server.keep_up().await.unwrap();
        *self.server.borrow_mut() = Some(server);
    }

    async fn wait_for(&self, what: &str, mut is_there: impl AsyncFnMut() -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_there().await {
            assert!(Instant::now() < end, "{what}: waited in vain\n{:#?}", self.said.borrow());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let id = fs::read_to_string(self.path("nats").join("nats.pid")).unwrap_or_default();
        let _ = std::process::Command::new("kill").args(["-9", id.trim()]).output();
    }
}

fn no_openings() -> OpeningsSpec {
    OpeningsSpec {
        file: NO_OPENINGS.into(),
        format: None,
        order: Order::default(),
        start: 1,
        plies: None,
        policy: ferz_arena::config::Policy::default(),
    }
}
