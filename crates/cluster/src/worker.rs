//! A worker: takes jobs of all runs that it can and may play, and plays them at its tables.

mod player;
mod shares;
mod tries;

use crate::messages::{
    Envelope, Failure, Hello, LiveGame, Offer, Outcome, Submission, Welcome, unpack,
};
use crate::streams::Streams;
use crate::user::ask;
use crate::{Address, ClusterError, Facts, Hash, bench, files, safe, sandbox};
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use ferz_arena::queue::Job;
use ferz_arena::record::Reason;
use ferz_arena::{Control, Happening, Outside};
use futures_util::StreamExt;
use player::Player;
use shares::Shares;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::{Notify, Semaphore, watch};
use tries::Tries;

/// How often a job is given, before nobody tries it any more.
const TRIES: i64 = 5;

/// How often a worker says that it is there.
const HELLO: Duration = Duration::from_secs(2);

/// How often it tells the hub how far its games have come.
const TELL: Duration = Duration::from_millis(500);

/// How long it waits for a job at one run before it looks at the others.
const WAIT: Duration = Duration::from_secs(1);

/// Which programs of strangers a worker runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trust {
    /// All that come.
    All,
    /// Those of these hashes.
    Hashes(BTreeSet<Hash>),
}

/// What a worker is told.
pub struct Worker {
    /// What it is called: nobody else may be called so.
    pub name: String,
    /// Processor, cores and system, in words.
    pub machine: String,
    /// The same in numbers.
    pub facts: Facts,
    /// Engines run behind walls, without network.
    pub sandbox: bool,
    /// Where it keeps programs and lets engines run.
    pub folder: PathBuf,
    /// The hub.
    pub address: Address,
    /// Games at the same time.
    pub tables: usize,
    /// What it runs.
    pub trust: Trust,
    /// What games need from outside.
    pub outside: Outside<'static>,
    /// What the worker has to say.
    pub say: Rc<dyn Fn(&str)>,
}

/// What all that a worker does at once shares.
struct Shared {
    worker: Worker,
    streams: Streams,
    players: RefCell<BTreeMap<String, Player>>,
    refused: RefCell<BTreeMap<String, String>>,
    /// Why the server does not take results just now, or nothing.
    trouble: RefCell<String>,
    /// Where the jobs of each run come from.
    consumers: RefCell<BTreeMap<String, Consumer<pull::Config>>>,
    shares: RefCell<Shares>,
    playing: Cell<usize>,
    /// What happens in games, by run; told as long as somebody watches.
    games: UnboundedSender<(String, Happening)>,
    watched: Cell<bool>,
    tries: RefCell<Tries>,
    /// Something has happened in a game that others have not finished.
    told_again: Notify,
    ack_wait: Cell<Duration>,
}

/// Plays until it is told to end: games that run are finished, or given back at once.
///
/// # Errors
/// When there is no hub in the beginning, or it refuses.
pub async fn work(worker: Worker, end: watch::Receiver<Control>) -> Result<(), ClusterError> {
    std::fs::create_dir_all(worker.folder.join("runs"))
        .map_err(|reason| ClusterError::system(worker.folder.display(), reason))?;
    let client = worker.address.connect(&worker.name).await?;
    let streams = Streams::open(client).await?;
    let (games, mut told_games) = mpsc::unbounded_channel();
    let shared = Rc::new(Shared {
        worker,
        streams,
        players: RefCell::default(),
        refused: RefCell::default(),
        trouble: RefCell::default(),
        consumers: RefCell::default(),
        shares: RefCell::default(),
        playing: Cell::default(),
        games,
        watched: Cell::default(),
        tries: RefCell::default(),
        told_again: Notify::new(),
        ack_wait: Cell::new(Duration::from_secs(60)),
    });
    let welcome = shared.greet().await?;
    (shared.worker.say)(&format!("joined {}", shared.worker.address));
    let (told, runs) = watch::channel(welcome.runs);
    let greeting = async {
        loop {
            tokio::time::sleep(HELLO).await;
            match shared.greet().await {
                Ok(welcome) => drop(told.send_if_modified(|runs| {
                    let is_new = *runs != welcome.runs;
                    *runs = welcome.runs;
                    is_new
                })),
                Err(error @ ClusterError::Refused(_)) => return error,
                // Jobs may be there all the same, and the hub comes again.
                Err(_) => shared.watched.set(false),
            }
        }
    };
    let telling = async {
        while let Some((run, happening)) = told_games.recv().await {
            let worker = shared.worker.name.clone();
            let bytes = Envelope::pack(&LiveGame { run: run.clone(), worker, happening });
            shared.streams.tell_game(&run, bytes).await;
        }
    };
    let telling_tries = async {
        loop {
            let _ = tokio::time::timeout(TELL, shared.told_again.notified()).await;
            let news = shared.tries.borrow_mut().news();
            for (run, tried) in news {
                shared.streams.tell_try(&run, Envelope::pack(&tried)).await;
            }
        }
    };
    tokio::select! {
        () = telling => unreachable!("what is told is kept with the worker"),
        () = telling_tries => unreachable!("it has no end"),
        error = greeting => Err(error),
        () = shared.clone().take_jobs(runs, end) => Ok(()),
    }
}

impl Shared {
    async fn greet(&self) -> Result<Welcome, ClusterError> {
        let hello = Hello {
            worker: self.worker.name.clone(),
            machine: self.worker.machine.clone(),
            facts: self.worker.facts.clone(),
            tables: self.worker.tables,
            playing: self.playing.get(),
            refused: self.refused.borrow().clone(),
            trouble: self.trouble.borrow().clone(),
        };
        let welcome: Welcome = ask(&self.streams.client, "hello", hello).await?;
        self.watched.set(welcome.watched);
        self.ack_wait.set(Duration::from_millis(welcome.ack_wait.max(100)));
        // Runs that are over need no engines.
        let is_played = |run: &String| welcome.runs.iter().any(|offer| offer.run == *run);
        self.players.borrow_mut().retain(|run, _| is_played(run));
        self.refused.borrow_mut().retain(|run, _| is_played(run));
        self.consumers.borrow_mut().retain(|run, _| is_played(run));
        for (run, reason) in &welcome.aside {
            if is_played(run) && !self.refused.borrow().contains_key(run) {
                self.refuse(run, &format!("set aside: {reason}"));
            }
        }
        Ok(welcome)
    }

    async fn take_jobs(
        self: Rc<Shared>,
        runs: watch::Receiver<Vec<Offer>>,
        mut end: watch::Receiver<Control>,
    ) {
        let tables = Arc::new(Semaphore::new(self.worker.tables));
        let ends = end.clone();
        let taking = async {
            loop {
                let Ok(table) = tables.clone().acquire_owned().await else { return };
                let Some(message) = self.next_job(&runs, &ends).await else { return };
                let run = run_of(&message);
                if has_ended(&ends) {
                    return self.give_back(&run, &message).await;
                }
                let guess = self.shares.borrow_mut().begins(&run);
                let (shared, end, begun) = (self.clone(), ends.clone(), Instant::now());
                tokio::task::spawn_local(async move {
                    shared.playing.update(|playing| playing + 1);
                    shared.play(message, end).await;
                    shared.playing.update(|playing| playing - 1);
                    shared.shares.borrow_mut().ended(&run, guess, begun.elapsed());
                    drop(table);
                });
            }
        };
        let leaving = async {
            let _ = end.wait_for(|control| *control != Control::Go).await;
            // A job may be on its way: it shall not wait until this worker is taken for lost.
            tokio::time::sleep(2 * WAIT).await;
        };
        tokio::select! {
            () = taking => {}
            () = leaving => {}
        }
        // Those that play see by themselves that it is to end now.
        let _ = tables.acquire_many(self.worker.tables as u32).await;
        let players = std::mem::take(&mut *self.players.borrow_mut());
        for player in players.into_values() {
            player.end().await;
        }
    }

    /// The next job, of the first run that has one, by their priorities and shares; none when the worker is
    /// to end. A pull is short, and made anew: a long one may stall when the client has connected again.
    async fn next_job(
        self: &Rc<Shared>,
        runs: &watch::Receiver<Vec<Offer>>,
        end: &watch::Receiver<Control>,
    ) -> Option<Message> {
        while !has_ended(end) {
            let names = self.shares.borrow_mut().order(&runs.borrow());
            let mut first = None;
            for run in names.iter().take_while(|_| !has_ended(end)) {
                let Some(jobs) = self.jobs(run).await else { continue };
                match pulled(&jobs, None).await {
                    Ok(Some(message)) => return Some(message),
                    Ok(None) => drop(first.get_or_insert((run, jobs))),
                    Err(NoAnswer) => self.forget_consumer(run),
                }
            }
            let Some((run, jobs)) = first else {
                let mut runs = runs.clone();
                let _ = tokio::time::timeout(WAIT, runs.changed()).await;
                continue;
            };
            if has_ended(end) {
                break;
            }
            match pulled(&jobs, Some(WAIT)).await {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                Err(NoAnswer) => {
                    self.forget_consumer(run);
                    tokio::time::sleep(WAIT).await;
                }
            }
        }
        None
    }

    /// The server does not know it, or can do no more: it is looked up again.
    fn forget_consumer(&self, run: &str) {
        self.consumers.borrow_mut().remove(run);
    }

    /// Where the jobs of a run come from, if it is played here.
    async fn jobs(self: &Rc<Shared>, run: &str) -> Option<Consumer<pull::Config>> {
        if self.refused.borrow().contains_key(run) {
            return None;
        }
        let is_known = self.players.borrow().contains_key(run);
        if !is_known {
            match self.prepared(run).await {
                Ok(player) => drop(self.players.borrow_mut().insert(run.to_owned(), player)),
                // The server, or the way to it: it may be there in a moment.
                Err(ClusterError::Stream { .. }) => return None,
                Err(error) => {
                    self.refuse(run, &error.to_string());
                    return None;
                }
            }
        }
        if let Some(known) = self.consumers.borrow().get(run) {
            return Some(known.clone());
        }
        let found = self.streams.jobs(run).await.ok()?;
        self.consumers.borrow_mut().insert(run.to_owned(), found.clone());
        Some(found)
    }

    fn refuse(&self, run: &str, reason: &str) {
        (self.worker.say)(&format!("does not play {run}: {reason}"));
        self.refused.borrow_mut().insert(run.to_owned(), reason.to_owned());
    }

    /// Fetches what a run needs, and starts its engines once.
    async fn prepared(self: &Rc<Shared>, run: &str) -> Result<Player, ClusterError> {
        let bytes = self.streams.run(run).await?;
        let submission: Submission = unpack(&bytes).map_err(ClusterError::Refused)?;
        let Submission { mut config, files: hashes, sent, benches, speed, introductions, .. } =
            submission;
        config.check().map_err(ferz_arena::RunError::from)?;
        safe::config(&config, &sent)?;
        let folder = &self.worker.folder;
        let cache = folder.join("files");
        let place = folder.join("runs").join(run);
        std::fs::create_dir_all(&place)
            .map_err(|reason| ClusterError::system(place.display(), reason))?;
        if hashes.len() != config.engines.len() {
            return Err(ClusterError::NotHere("not as many programs as engines".to_owned()));
        }
        let mut here = BTreeMap::new();
        for (value, hash) in &sent {
            let path = files::get(&self.streams.files, hash, &cache).await?;
            here.insert(value, path.to_string_lossy().into_owned());
        }
        let own = self.worker.facts.speed;
        let scale = speed.filter(|_| own > 0).map(|speed| speed as f64 / own as f64);
        for (index, (spec, hash)) in config.engines.iter_mut().zip(&hashes).enumerate() {
            if let Trust::Hashes(trusted) = &self.worker.trust
                && !trusted.contains(hash)
            {
                let reason = format!("{hash} is not trusted here (--trust {hash}, or --trust all)");
                return Err(ClusterError::NotHere(reason));
            }
            spec.program = files::get(&self.streams.files, hash, &cache).await?;
            spec.directory = Some(place.clone());
            let values = spec.options.iter_mut().filter_map(|option| option.value.as_mut());
            for value in values.chain(&mut spec.arguments) {
                if let Some(path) = here.get(value) {
                    value.clone_from(path);
                }
            }
            if self.worker.sandbox {
                sandbox::confine(spec, &cache, &place);
            }
            if let Some(wanted) = benches.get(index) {
                let found = bench::nodes(spec).await?;
                if found != *wanted {
                    let reason = format!(
                        "engine {}: its bench counts {found} nodes here, and {wanted} where it was \
                         submitted",
                        index + 1
                    );
                    return Err(ClusterError::NotHere(reason));
                }
            }
            if let Some(factor) = scale {
                spec.clock = spec.clock.as_ref().map(|clock| clock.scaled(factor));
                spec.move_time = spec.move_time.map(|time| time.mul_f64(factor));
            }
        }
        // Here its program is called by a hash.
        for (spec, known) in config.engines.iter_mut().zip(introductions) {
            spec.name.get_or_insert(known.name);
        }
        config.concurrency = self.worker.tables;
        // Jobs have their opening with them.
        config.openings = None;
        let mut tries = 0;
        loop {
            let say = self.worker.say.clone();
            let (shared, name) = (Rc::downgrade(self), run.to_owned());
            let tell = move |happening| {
                let Some(shared) = shared.upgrade() else { return };
                if shared
                    .tries
                    .borrow_mut()
                    .happens(&name, &happening)
                    .is_some_and(|number| number > 1)
                {
                    shared.told_again.notify_one();
                }
                if shared.watched.get() {
                    let _ = shared.games.send((name.clone(), happening));
                }
            };
            let started = Player::start(config.clone(), self.worker.outside, say, tell).await;
            tries += 1;
            // An engine of another run that was started while this program was written has it open for a
            // moment, and the system does not run what is open for writing.
            match started {
                Err(error) if tries < 10 && error.to_string().contains("Text file busy") => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                started => return started,
            }
        }
    }

    /// Plays a job, and says so while it is played.
    async fn play(&self, message: Message, mut end: watch::Receiver<Control>) {
        let tries = message.info().map_or(1, |info| info.delivered);
        let run = run_of(&message);
        let job: Job = match unpack(&message.payload) {
            Ok(job) => job,
            Err(why) => {
                (self.worker.say)(&format!("{run}: {why}"));
                let _ = message.ack_with(AckKind::Term).await;
                return;
            }
        };
        let engines = self.players.borrow().get(&run).map_or(0, Player::engines);
        if engines > 0
            && let Err(why) = safe::job(&job, engines)
        {
            (self.worker.say)(&format!("{run}: {why}"));
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        let game = job.games.first().map_or(0, |game| game.number);
        let failure = |reason: String, last_lines| Failure {
            game,
            worker: self.worker.name.clone(),
            reason,
            last_lines,
            tries: Vec::new(),
        };
        if tries > TRIES {
            let reason = format!("{TRIES} workers have taken it, and none has finished it");
            self.finish(&run, &Outcome::Dead(failure(reason, Vec::new()))).await;
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        let games: Vec<u32> = job.games.iter().map(|game| game.number).collect();
        let mut done = match self.players.borrow().get(&run).map(|player| player.give(job)) {
            Some(Ok(done)) => Some(done),
            // The server took this worker for lost. Whoever waits for the job acknowledges it.
            Some(Err(player::AlreadyPlayed)) => return,
            None => None,
        };
        let Some(done) = &mut done else {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return;
        };
        self.tries.borrow_mut().begin(&self.worker.name, &run, &games, tries);
        let mut progress = tokio::time::interval(self.ack_wait.get() / 3);
        let done = loop {
            tokio::select! {
                biased;
                done = &mut *done => break done.ok(),
                _ = end.wait_for(|control| *control == Control::Now) => {
                    return self.give_back(&run, &message).await;
                }
                _ = progress.tick() => drop(message.ack_with(AckKind::Progress).await),
            }
        };
        self.tries.borrow_mut().end(&run, &games);
        let Some(mut done) = done else {
            // The run is over, or cannot go on here; another one may play it.
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return;
        };
        done.worker.clone_from(&self.worker.name);
        done.run.clone_from(&run);
        // An engine that does not start here may start elsewhere: that is no result.
        if let Some(game) = done.games.iter().find(|game| game.reason == Reason::NotStarted) {
            let reason = format!("an engine does not start: {}", game.detail);
            self.refuse(&run, &reason);
            self.finish(&run, &Outcome::Failed(failure(reason, game.last_lines.clone()))).await;
            let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(1)))).await;
            return;
        }
        self.finish(&run, &Outcome::Done(done)).await;
        let _ = message.double_ack().await;
    }

    /// A job that is not played to its end because this worker ends. That is no try that has failed:
    /// the job is given anew, and its tries are counted from the beginning.
    async fn give_back(&self, run: &str, message: &Message) {
        let kind = match self.streams.give(run, message.payload.to_vec()).await {
            Ok(()) => AckKind::Term,
            Err(_) => AckKind::Nak(None),
        };
        let _ = message.ack_with(kind).await;
    }

    /// Leaves with the server what came of a job; tries until it has it.
    async fn finish(&self, run: &str, outcome: &Outcome) {
        let bytes = Envelope::pack(outcome);
        while let Err(error) = self.streams.finish(run, bytes.clone()).await {
            let error = error.to_string();
            if *self.trouble.borrow() != error {
                (self.worker.say)(&error);
                self.trouble.replace(error);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        self.trouble.take();
    }
}

fn has_ended(control: &watch::Receiver<Control>) -> bool {
    *control.borrow() != Control::Go
}

/// The run that a job is of.
fn run_of(job: &Message) -> String {
    job.subject.rsplit('.').next().unwrap_or_default().to_owned()
}

/// The server does not know the consumer, has too many who wait, or is away.
pub(crate) struct NoAnswer;

/// A job that is there, or comes within this time.
pub(crate) async fn pulled(
    jobs: &Consumer<pull::Config>,
    wait: Option<Duration>,
) -> Result<Option<Message>, NoAnswer> {
    let batch = match wait {
        Some(wait) => jobs.batch().max_messages(1).expires(wait).messages().await,
        None => jobs.fetch().max_messages(1).messages().await,
    };
    let mut batch = batch.map_err(|_| NoAnswer)?;
    // The server's own time runs out before.
    let patience = wait.unwrap_or_default() + Duration::from_secs(5);
    let next = tokio::time::timeout(patience, batch.next()).await.map_err(|_| NoAnswer)?;
    next.transpose().map_err(|_| NoAnswer)
}
