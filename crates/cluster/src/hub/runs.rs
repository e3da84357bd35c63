//! The runs of a hub, each in its folder: what was submitted, the log, and how it ended if it has.

use super::Shared;
use crate::messages::{Envelope, Failure, Live, Offer, RunStatus, State, Submission, Try, unpack};
use crate::needs::Needs;
use crate::queue::{Trouble, remote};
use crate::{ClusterError, files, safe};
use ferz_arena::{Claim, Control, Elsewhere, Happening, Summary, What, log, report, run_elsewhere};
use ferz_input::file;
use futures_util::StreamExt;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// What was submitted.
const SUBMITTED: &str = "submission.json";
/// How it ended, in a word.
const ENDED: &str = "ended";
/// Jobs that nobody plays any more, a line of JSON each.
const DEAD: &str = "dead-letters.jsonl";

/// Of no more games a run keeps how far they have come.
const MOST_TRIES: usize = 10_000;

/// A run that a full disk or an absent server has stopped is tried again after so long.
const AGAIN: Duration = Duration::from_secs(10);

/// A run at the hub.
pub(super) struct Run {
    status: Rc<RefCell<RunStatus>>,
    folder: PathBuf,
    control: watch::Sender<Control>,
    task: Option<tokio::task::JoinHandle<()>>,
}

impl Run {
    pub(super) fn status(&self) -> RunStatus {
        self.status.borrow().clone()
    }

    pub(super) fn state(&self) -> State {
        self.status.borrow().state
    }

    pub(super) fn name(&self) -> String {
        self.status.borrow().name.clone()
    }

    /// Why a worker plays it no more, if it was set aside.
    pub(super) fn aside(&self, worker: &str) -> Option<String> {
        self.status.borrow().aside.get(worker).cloned()
    }

    /// What workers are told of it.
    pub(super) fn offer(&self) -> Offer {
        let status = self.status.borrow();
        Offer { run: status.name.clone(), priority: status.priority, share: status.share }
    }

    /// Stops it for good: it does not go on when the hub is started again.
    pub(super) fn stop(&self) -> Result<(), String> {
        ends(&self.folder, State::Stopped).map_err(|error| error.to_string())?;
        self.status.borrow_mut().state = State::Stopped;
        let _ = self.control.send(Control::Now);
        Ok(())
    }
}

/// Writes down that a run has ended.
fn ends(folder: &Path, state: State) -> Result<(), ClusterError> {
    let word = serde_json::to_string(&state).unwrap_or_default();
    write(&folder.join(ENDED), word.as_bytes())
}

/// Writes a file that is there whole or not at all.
fn write(file: &Path, bytes: &[u8]) -> Result<(), ClusterError> {
    let failed = |reason| ClusterError::system(file.display(), reason);
    let part = file.with_extension("part");
    let mut opened = fs::File::create(&part).map_err(failed)?;
    opened.write_all(bytes).and_then(|()| opened.sync_all()).map_err(failed)?;
    fs::rename(&part, file).map_err(failed)
}

/// A new run; it is kept before its user hears of it.
pub(super) async fn submit(shared: &Rc<Shared>, submission: Submission) -> Result<String, String> {
    let said = |error: ClusterError| error.to_string();
    submission.config.check().map_err(|error| error.to_string())?;
    safe::config(&submission.config, &submission.sent).map_err(|error| error.to_string())?;
    let engines = submission.config.engines.len();
    if [submission.files.len(), submission.introductions.len(), submission.programs.len()]
        != [engines; 3]
    {
        return Err(format!("{engines} engines, and not as many programs"));
    }
    // All that workers will need is kept here, and is what it is said to be.
    for hash in submission.all_files() {
        let got = files::get(&shared.streams.files, hash, &shared.files()).await;
        got.map_err(said)?;
    }
    let base = shared.hub.folder.join("runs");
    let claim = Claim::anew(&base).map_err(|error| error.to_string())?;
    let folder = claim.folder().to_owned();
    write(&folder.join(SUBMITTED), &Envelope::pack(&submission)).map_err(said)?;
    drop(claim);
    begin(shared, &folder, submission).map_err(said)
}

/// Goes on with all runs that have not ended.
pub(super) fn go_on(shared: &Rc<Shared>) -> Result<(), ClusterError> {
    let base = shared.hub.folder.join("runs");
    let failed = |reason| ClusterError::system(base.display(), reason);
    fs::create_dir_all(&base).map_err(failed)?;
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&base).map_err(failed)?.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        let Ok(bytes) = file::read(folder.join(SUBMITTED)) else { continue };
        let begun = unpack(&bytes).and_then(|submission| {
            begin(shared, &folder, submission).map_err(|error| error.to_string())
        });
        if let Err(why) = begun {
            (shared.hub.say)(&format!("{}: {why}", folder.display()));
        }
    }
    Ok(())
}

/// Stops all runs where they are.
pub(super) async fn leave(shared: &Shared) {
    let tasks: Vec<_> = shared
        .runs
        .borrow_mut()
        .values_mut()
        .filter_map(|run| {
            let _ = run.control.send(Control::Now);
            run.task.take()
        })
        .collect();
    for task in tasks {
        let _ = task.await;
    }
}

fn begin(
    shared: &Rc<Shared>,
    folder: &Path,
    submission: Submission,
) -> Result<String, ClusterError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    safe::run_name(&name)?;
    let ended = file::read_text(folder.join(ENDED)).ok();
    let state = ended.and_then(|word| serde_json::from_str(&word).ok()).unwrap_or_default();
    let engines = submission.introductions.iter().map(|engine| engine.name.clone()).collect();
    let Submission { priority, share, .. } = submission;
    let status =
        RunStatus { name: name.clone(), state, priority, share, engines, ..RunStatus::default() };
    let status = Rc::new(RefCell::new(status));
    let (control, orders) = watch::channel(Control::Go);
    let mut run = Run {
        status: status.clone(),
        folder: folder.to_owned(),
        control: control.clone(),
        task: None,
    };
    if state == State::Playing {
        let (shared, folder) = (shared.clone(), folder.to_owned());
        run.task = Some(tokio::task::spawn_local(async move {
            let (said, last, tries) = (RefCell::default(), RefCell::default(), RefCell::default());
            let (shared, folder, status) = (&shared, &folder, &status);
            let played = Played { shared, folder, status, control, said, last, tries };
            played.play_on(&submission, orders).await;
        }));
    }
    shared.runs.borrow_mut().insert(name.clone(), run);
    Ok(name)
}

/// A run while it is played.
struct Played<'a> {
    shared: &'a Shared,
    folder: &'a Path,
    status: &'a RefCell<RunStatus>,
    control: watch::Sender<Control>,
    /// The trouble that was told last: what lasts is told once.
    said: RefCell<String>,
    /// The game that ended last.
    last: RefCell<Option<(u32, String, String)>>,
    /// How far games have come that have not ended, by game, try and worker.
    tries: RefCell<BTreeMap<(u32, i64, String), Try>>,
}

impl Played<'_> {
    fn say(&self, text: &str) {
        (self.shared.hub.say)(&format!("{}: {text}", self.status.borrow().name));
    }

    fn say_once(&self, text: &str) {
        if self.said.replace(text.to_owned()) != text {
            self.say(text);
        }
    }

    /// It cannot go on.
    fn fails(&self, reason: &str) {
        let mut status = self.status.borrow_mut();
        if status.state == State::Playing {
            status.state = State::Failed;
            reason.clone_into(&mut status.reason);
        }
        drop(status);
        self.say_once(reason);
    }

    /// Plays the run to its end. Where a disk was full or the server away it goes on by itself; anything
    /// else waits for the hub to be started again.
    async fn play_on(&self, submission: &Submission, mut orders: watch::Receiver<Control>) {
        while let Err(error) = self.play(submission.clone(), orders.clone()).await {
            self.fails(&error.to_string());
            let ends = orders.wait_for(|control| *control != Control::Go);
            if !error.may_pass() || tokio::time::timeout(AGAIN, ends).await.is_ok() {
                return;
            }
            let mut status = self.status.borrow_mut();
            status.state = State::Playing;
            status.reason.clear();
        }
    }

    async fn play(
        &self,
        submission: Submission,
        orders: watch::Receiver<Control>,
    ) -> Result<(), ClusterError> {
        let Shared { streams, hub, tables, .. } = self.shared;
        let name = self.status.borrow().name.clone();
        let needs = Needs {
            streams: streams.clone(),
            run: name.clone(),
            submission: Envelope::pack(&submission),
            files: submission.all_files().cloned().collect(),
            folder: self.shared.files(),
        };
        needs.restore().await?;
        let Submission { mut config, introductions, programs, openings, .. } = submission;
        if let (Some(hash), Some(spec)) = (&openings, &mut config.openings) {
            spec.file = files::get(&streams.files, hash, &self.shared.files()).await?;
        }
        let claim = match self.folder.join(log::FILE).exists() {
            true => Claim::again(self.folder),
            false => Claim::on(self.folder),
        };
        let claim = claim.map_err(ferz_arena::RunError::from)?;
        let mut tries = streams.tries(&name).await?;
        let (troubles, mut heard) = mpsc::unbounded_channel();
        let (queue, carrier) =
            remote(needs, hub.ack_wait, tables.clone(), !config.tuned.is_empty(), troubles);
        let elsewhere = Elsewhere { queue: &queue, introductions, programs };
        let notice = |happening: &Happening, summary: &Summary| self.hear(happening, summary);
        let run = run_elsewhere(config, &claim, orders, hub.outside, elsewhere, notice);
        let (mut run, mut carrying) = (std::pin::pin!(run), std::pin::pin!(carrier.carry()));
        let summary = loop {
            tokio::select! {
                summary = &mut run => break summary?,
                () = &mut carrying => {}
                Some(trouble) = heard.recv() => self.troubled(trouble)?,
                Some(message) = tries.next() => self.tried(&message.payload),
            }
        };
        if summary.finished {
            ends(self.folder, State::Finished)?;
            self.status.borrow_mut().state = State::Finished;
            self.say(&report::short_line(&summary));
        }
        // If the hub has ended in between, the server is left with what nobody needs.
        let state = self.status.borrow().state;
        match state {
            State::Finished | State::Stopped => streams.forget(&name).await,
            State::Playing | State::Failed => streams.forget_jobs(&name).await,
        }
    }

    fn hear(&self, happening: &Happening, summary: &Summary) {
        let mut status = self.status.borrow_mut();
        match &happening.what {
            What::Warning(text) => {
                drop(status);
                return self.say(&format!("warning: {text}"));
            }
            What::RunBegins { played, games, .. } => {
                (status.played, status.expected) = (*played, *games);
            }
            What::Standing { played, expected, .. } => {
                (status.played, status.expected) = (*played, *expected);
                status.score = report::short_line(summary);
            }
            What::SetAside { worker, reason, .. } => {
                let before = status.aside.insert(worker.clone(), reason.clone());
                drop(status);
                if before.is_none() {
                    self.say(&format!("{worker} is set aside: {reason}"));
                }
                return;
            }
            What::GameEnds { game, .. } => {
                let (result, reason) = (game.result.to_string(), game.reason.word());
                self.take_tries(game.number);
                *self.last.borrow_mut() = Some((game.number, result, reason));
                return;
            }
            _ => return,
        }
        let live = Live { run: status.clone(), game: self.last.borrow().clone() };
        let (streams, bytes) = (self.shared.streams.clone(), Envelope::pack(&live));
        // Who watches later sees the next one.
        tokio::task::spawn_local(async move { streams.tell_live(&live.run.name, bytes).await });
    }

    fn troubled(&self, trouble: Trouble) -> Result<(), ClusterError> {
        match trouble {
            Trouble::Server(reason) => self.say_once(&reason),
            Trouble::Failed(failure) => {
                let Failure { game, worker, reason, .. } = &failure;
                self.say(&format!("game {game}: {worker} could not play it: {reason}"));
                self.letter("failed", &failure)?;
            }
            Trouble::Dead(mut failure) => {
                // A job is a pair of games.
                let games = [failure.game, failure.game.saturating_add(1)];
                failure.tries = games.into_iter().flat_map(|game| self.take_tries(game)).collect();
                failure.tries.sort_by_key(|tried| tried.number);
                self.letter("dead", &failure)?;
                self.fails(&format!("game {} was given up: {}", failure.game, failure.reason));
                let _ = self.control.send(Control::Now);
            }
        }
        Ok(())
    }

    /// Keeps how far a game has come.
    fn tried(&self, message: &[u8]) {
        let Ok(tried) = unpack::<Try>(message) else { return };
        let key = (tried.game, tried.number, tried.worker.clone());
        let mut tries = self.tries.borrow_mut();
        if tries.len() < MOST_TRIES || tries.contains_key(&key) {
            tries.insert(key, tried);
        }
    }

    /// What is kept of a game; it is not needed any more.
    fn take_tries(&self, game: u32) -> Vec<Try> {
        let mut tries = self.tries.borrow_mut();
        let first = (game, i64::MIN, String::new());
        let next = (game.saturating_add(1), i64::MIN, String::new());
        let keys: Vec<_> = tries.range(first..next).map(|(key, _)| key.clone()).collect();
        keys.iter().filter_map(|key| tries.remove(key)).collect()
    }

    fn letter(&self, kind: &str, failure: &Failure) -> Result<(), ClusterError> {
        let path = self.folder.join(DEAD);
        let failed = |reason| ClusterError::system(path.display(), reason);
        let mut file =
            fs::OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        writeln!(file, "{}", json!({ kind: failure })).map_err(failed)
    }
}
