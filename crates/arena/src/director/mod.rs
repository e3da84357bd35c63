//! Directs a run: who plays whom, when it has shown enough, and what is kept of it. The games
//! are played by a [`worker`](crate::worker).

mod aside;
mod consumers;
mod elsewhere;
mod past;
mod programs;
#[cfg(test)]
mod tests;

use crate::claim::Claim;
use crate::config::{Config, System};
use crate::log::{Log, LogError, LogEvent, VERSION};
use crate::openings::Openings;
use crate::orders::{Change, Control, Outside, RunError};
use crate::outliers::Outliers;
use crate::program::Program;
use crate::queue::{Done, InProcess, Job, Queue};
use crate::record::{GameRecord, Reason};
use crate::spsa;
use crate::stream::{Happening, Outlet, What};
use crate::summary::Summary;
use crate::worker::{Equipment, Introduction, Worker};
use consumers::{Consumer, Derived, Kept};
pub use elsewhere::{Elsewhere, run_elsewhere};
use ferz_rules::{Castling, Variant};
use past::{Past, grown, now, whole_pairs};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::Path;
use std::pin::pin;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

/// Failed starts in a row after which an engine counts as one that never starts.
const STARTS: u32 = 8;

/// Plays a new run, its log in this folder. What happens is told to `notice`, with all that came of the
/// run up to then.
///
/// # Errors
/// When it cannot begin, or its log cannot be written. An engine that fails is no error: it loses.
pub async fn run(
    config: Config,
    claim: &Claim,
    control: watch::Receiver<Control>,
    outside: Outside<'_>,
    notice: impl FnMut(&Happening, &Summary),
) -> Result<Summary, RunError> {
    config.check()?;
    let variant = config.game()?;
    let openings = Openings::of(&config, variant, outside.books)?;
    let first = LogEvent::Run {
        version: VERSION,
        began: now(),
        openings: openings.fingerprint,
        config: config.clone(),
        programs: config.engines.iter().map(Program::of).collect(),
    };
    let mut director = Director::new(config, variant, openings, claim, control, outside, notice);
    director.warn_of_openings();
    let mut worker = director.worker(outside)?;
    let introductions = director.meet(&mut worker).await?;
    let mut log = Log::create(claim.folder(), &first)?;
    let names = director.introduce(&mut log, introductions, 0)?;
    director.play(log, worker, names).await
}

/// Goes on with the run of this folder.
///
/// # Errors
/// As [`run`]; and when the folder holds no run, or its openings or engines have changed.
pub async fn resume(
    claim: &Claim,
    change: Change,
    control: watch::Receiver<Control>,
    outside: Outside<'_>,
    notice: impl FnMut(&Happening, &Summary),
) -> Result<Summary, RunError> {
    let folder = claim.folder();
    let (mut log, events) = Log::open(folder)?;
    let Some(Past { mut config, openings: fingerprint, programs, known, games, .. }) =
        Past::of(events)
    else {
        return Err(LogError::NoRun(folder.to_owned()).into());
    };
    let rounds = grown(&config, change.rounds)?;
    config.rounds = rounds.unwrap_or(config.rounds);
    config.concurrency = change.concurrency.unwrap_or(config.concurrency);
    config.check()?;
    let variant = config.game()?;
    let mut openings = Openings::of(&config, variant, outside.books)?;
    if fingerprint == 0 && config.openings.is_none() {
        // Begun by a version that drew no positions of Chess960.
        openings = Openings::start_position();
    }
    if openings.fingerprint != fingerprint {
        return Err(RunError::OtherOpenings);
    }
    let mut director = Director::new(config, variant, openings, claim, control, outside, notice);
    let mut worker = director.worker(outside)?;
    let games = if director.summary.tuner.is_some() { whole_pairs(games) } else { games };
    games.into_iter().for_each(|game| director.recall(game));
    let mut resumed = LogEvent::Resumed { at: now(), rounds, programs: None };
    let mut introductions = Vec::new();
    if !director.summary.is_over() {
        let others = director.compare_programs(&known, &programs, change.other_programs)?;
        if let LogEvent::Resumed { programs, .. } = &mut resumed {
            *programs = others;
        }
        introductions = director.meet(&mut worker).await?;
        director.compare_names(&known, &introductions, change.other_programs)?;
    }
    log.add(&resumed)?;
    // It may have been killed before all had said who they are.
    let mut names = director.introduce(&mut log, introductions, known.len())?;
    for (index, (name, _)) in known.into_iter().enumerate() {
        match names.get_mut(index) {
            Some(other) => *other = name,
            None => names.push(name),
        }
    }
    director.play(log, worker, names).await
}

struct Director<'a, N> {
    openings: Openings,
    variant: Variant,
    folder: &'a Path,
    control: watch::Receiver<Control>,
    notice: N,
    summary: Summary,
    outlet: Outlet,
    /// What workers tell.
    heard: UnboundedReceiver<Happening>,
    derived: Derived,
    /// Both games of a pair are one job.
    in_pairs: bool,
    /// How often games were played in vain because the machine was late.
    attempts: HashMap<u32, u32>,
    /// Jobs that were given and are not done, by the number of their first game.
    given: BTreeMap<u32, Job>,
    /// Starts that failed one after another, by engine.
    failed_starts: Vec<u32>,
    /// What workers elsewhere have played, to compare them.
    outliers: Option<Outliers>,
    /// Workers that were set aside, and why.
    aside: BTreeMap<String, String>,
}

/// Who writes down what happens: the log, and what is derived from it.
type Consumers = [Box<dyn Consumer>; 2];

/// Everything that can happen while games are played.
enum Wake {
    Control,
    Happening(Box<Happening>),
    Done(Done),
}

impl<'a, N: FnMut(&Happening, &Summary)> Director<'a, N> {
    fn new(
        config: Config,
        variant: Variant,
        openings: Openings,
        claim: &'a Claim,
        control: watch::Receiver<Control>,
        outside: Outside<'_>,
        notice: N,
    ) -> Director<'a, N> {
        let (outlet, heard) = Outlet::new(outside.detail);
        let failed_starts = vec![0; config.engines.len()];
        let in_pairs = !config.tuned.is_empty();
        let derived = Derived::new(claim.folder(), openings.len());
        let mut director = Director {
            openings,
            variant,
            folder: claim.folder(),
            control,
            notice,
            summary: Summary::new(config),
            outlet,
            heard,
            derived,
            in_pairs,
            attempts: HashMap::new(),
            given: BTreeMap::new(),
            failed_starts,
            outliers: None,
            aside: BTreeMap::new(),
        };
        if let Some(warning) = &claim.warning {
            director.warn(warning.clone());
        }
        director
    }

    fn warn(&mut self, text: String) {
        self.tell(&Happening::now(What::Warning(text)));
    }

    /// Tells the owner of the run.
    fn tell(&mut self, happening: &Happening) {
        self.summary.hear(&happening.what);
        (self.notice)(happening, &self.summary);
    }

    /// Two engines that play more than one pair of games from the start position may play the same
    /// game again and again.
    fn warn_of_openings(&mut self) {
        let config = &self.summary.config;
        let encounters = match config.system {
            System::Swiss | System::Knockout => 1,
            System::Match | System::RoundRobin | System::Gauntlet => config.rounds,
        };
        let is_drawn = self.variant.castling == Castling::AnyFile;
        if config.openings.is_none() && !is_drawn && encounters.saturating_mul(config.games) > 2 {
            let text = "no openings: the same engines may play the same game again and again \
                (--openings FILE, builtin or none)";
            self.warn(text.to_owned());
        }
    }

    /// The worker of a run on one machine.
    fn worker(&mut self, outside: Outside<'_>) -> Result<Worker, RunError> {
        let equipment = Equipment::of(&self.summary.config, outside)?;
        let worker = Worker::new(equipment, self.outlet.clone());
        self.tell_what_was_heard();
        Ok(worker)
    }

    /// What a worker told until now.
    fn tell_what_was_heard(&mut self) {
        while let Ok(happening) = self.heard.try_recv() {
            self.tell(&happening);
        }
    }

    /// The worker starts each engine once.
    async fn meet(&mut self, worker: &mut Worker) -> Result<Vec<Introduction>, RunError> {
        let mut meeting = pin!(worker.meet(self.control.clone()));
        loop {
            tokio::select! {
                biased;
                Some(happening) = self.heard.recv() => self.tell(&happening),
                met = &mut meeting => {
                    self.tell_what_was_heard();
                    return met;
                }
            }
        }
    }

    /// Writes down who the engines are, those that the log does not know; returns all their names.
    fn introduce(
        &self,
        log: &mut Log,
        introductions: Vec<Introduction>,
        known: usize,
    ) -> Result<Vec<String>, RunError> {
        let mut names = Vec::new();
        for (index, introduction) in introductions.into_iter().enumerate() {
            let Introduction { name, author, protocol, id } = introduction;
            names.push(name.clone());
            if index >= known {
                log.add(&LogEvent::Engine { index, name, author, protocol, id })?;
            }
        }
        Ok(names)
    }

    /// A game of an earlier run; it counts once, whatever happened.
    fn recall(&mut self, game: GameRecord) {
        if !game.counts(self.summary.config.replay_late) {
            self.attempts.insert(game.number, game.attempt + 1);
        } else if !self.summary.schedule().is_played(game.number) {
            self.derived.recall(&game, &self.summary);
            self.summary.hear(&What::GameEnds { game, counts: true });
        }
    }

    /// The games are played here.
    async fn play(
        mut self,
        log: Log,
        mut worker: Worker,
        names: Vec<String>,
    ) -> Result<Summary, RunError> {
        let mut consumers = self.begins(log, names)?;
        let queue = InProcess::default();
        let ended = {
            let mut working = pin!(worker.work(&queue));
            let mut wakes = async |director: &mut Self| {
                tokio::select! {
                    biased;
                    Ok(()) = director.control.changed() => Wake::Control,
                    Some(happening) = director.heard.recv() => Wake::Happening(Box::new(happening)),
                    done = queue.done() => Wake::Done(done),
                    never = &mut working => match never {},
                }
            };
            self.direct(&queue, &mut consumers, &mut wakes).await
        };
        if ended? == Ended::Early {
            // What still runs counts for nothing.
            worker.abandon().await;
        }
        worker.leave(self.control.clone()).await;
        self.tell_what_was_heard();
        self.ends(&mut consumers)
    }

    /// All is ready for the first game.
    fn begins(&mut self, log: Log, names: Vec<String>) -> Result<Consumers, RunError> {
        let (games, played) = (self.summary.expected, self.summary.games.len() as u32);
        let begins = Happening::now(What::RunBegins { names, games, played });
        self.tell(&begins);
        Ok([Box::new(Kept(log)), Box::new(self.written()?)])
    }

    /// What is derived from the games until now, for who goes on with it.
    fn written(&mut self) -> Result<Derived, RunError> {
        let derived = std::mem::replace(&mut self.derived, Derived::new(self.folder, 0));
        derived.write_pgn(&self.summary)?;
        Ok(derived)
    }

    /// No more games are played.
    fn ends(mut self, consumers: &mut Consumers) -> Result<Summary, RunError> {
        self.summary.finished = self.summary.is_over();
        for consumer in consumers {
            consumer.end(&self.summary)?;
        }
        Ok(self.summary)
    }

    /// Gives jobs and takes what is done, until there is nothing more to do.
    async fn direct(
        &mut self,
        queue: &impl Queue,
        consumers: &mut Consumers,
        wakes: &mut impl AsyncFnMut(&mut Self) -> Wake,
    ) -> Result<Ended, RunError> {
        let mut stop = *self.control.borrow_and_update();
        let mut next = 1;
        // Games to be played again.
        let mut again = VecDeque::new();
        loop {
            while stop == Control::Go
                && !self.summary.is_decided()
                && self.given.len() < queue.ahead().unwrap_or(self.summary.config.concurrency)
            {
                let number = again.pop_front().unwrap_or(next);
                let Some(job) = self.job(number) else { break };
                next = next.max(number + job.games.len() as u32);
                if self.summary.schedule().is_played(number) || self.given.contains_key(&number) {
                    continue;
                }
                self.given.insert(number, job.clone());
                queue.give(job);
            }
            if self.given.is_empty() {
                return Ok(Ended::Quietly);
            }
            match wakes(self).await {
                Wake::Control => {
                    stop = *self.control.borrow_and_update();
                    if stop == Control::Now {
                        return Ok(Ended::Early);
                    }
                }
                Wake::Happening(happening) => self.tell(&happening),
                Wake::Done(done) => {
                    // What was told of these games comes before their end.
                    self.tell_what_was_heard();
                    if self.is_refused(queue, &done) || !self.is_awaited(&done) {
                        continue;
                    }
                    let outlier = self.compare(&done);
                    again.extend(self.job_done(consumers, done)?);
                    if self.summary.is_decided() {
                        return Ok(Ended::Early);
                    }
                    if let Some(outlier) = outlier {
                        self.set_aside(consumers, outlier)?;
                        (next, again) = (1, VecDeque::new());
                    }
                }
            }
        }
    }

    /// The job that begins with this game: the game, or the pair that it begins.
    fn job(&self, number: u32) -> Option<Job> {
        let schedule = self.summary.schedule();
        let first = schedule.pairing(number)?;
        let (mut games, mut settings) = (vec![first], Vec::new());
        if self.in_pairs {
            games.push(schedule.pairing(number + 1)?);
        }
        if let Some(tuner) = &self.summary.tuner {
            settings = tuner.settings(pair(number)).into();
        }
        Some(Job {
            run: self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            games,
            opening: self.openings.get(first.opening).clone(),
            attempt: self.attempts.get(&number).copied().unwrap_or(0),
            settings,
        })
    }

    /// All games of a job are over. Its number, if it is played again.
    fn job_done(&mut self, consumers: &mut Consumers, done: Done) -> Result<Option<u32>, RunError> {
        let Done { mut games, worker, .. } = done;
        if self.outliers.is_some() {
            games.iter_mut().for_each(|game| game.worker.clone_from(&worker));
        }
        let replay_late = self.summary.config.replay_late;
        let counts = games.iter().all(|game| game.counts(replay_late));
        if let (Some(tuner), [first, second]) = (&self.summary.tuner, &mut *games)
            && counts
        {
            let score = spsa::score(first.result, second.result);
            second.step = Some(tuner.step(pair(first.number), score));
        }
        let number = games.first().map(|game| game.number);
        for game in games {
            self.game_over(consumers, game, counts)?;
        }
        Ok(number.filter(|_| !counts))
    }

    /// Whether these are all games of a job that is not done: the first who has played them counts.
    fn is_awaited(&mut self, done: &Done) -> bool {
        let Some(first) = done.games.first() else { return false };
        let is_awaited = self.given.get(&first.number).is_some_and(|job| done.is_all_of(job));
        if is_awaited {
            self.given.remove(&first.number);
        }
        is_awaited
    }

    /// A game is over: it is written down, and told.
    fn game_over(
        &mut self,
        consumers: &mut Consumers,
        game: GameRecord,
        counts: bool,
    ) -> Result<(), RunError> {
        let (number, attempt) = (game.number, game.attempt);
        let starts = self.starts(&game);
        let happening = Happening::now(What::GameEnds { game, counts });
        for consumer in consumers.iter_mut() {
            consumer.hear(&happening, &self.summary)?;
        }
        if !counts {
            self.attempts.insert(number, attempt + 1);
            self.tell(&happening);
            return Ok(());
        }
        starts?;
        self.tell(&happening);
        let standing = self.summary.standing();
        self.tell(&Happening::now(standing));
        Ok(())
    }

    /// Gives up engines that do not start, again and again.
    fn starts(&mut self, game: &GameRecord) -> Result<(), RunError> {
        for index in [game.first, game.second] {
            let loser = game.result.loser(game.first, game.second);
            let failed = game.reason == Reason::NotStarted && loser == Some(index);
            let Some(count) = self.failed_starts.get_mut(index) else { continue };
            *count = if failed { *count + 1 } else { 0 };
            if *count >= STARTS {
                return Err(RunError::Engine {
                    name: self.summary.name(index).to_owned(),
                    reason: format!("{} ({STARTS} times)", game.detail),
                });
            }
        }
        Ok(())
    }
}

/// The pair, counted from 0, to which a game of a match belongs.
fn pair(number: u32) -> u32 {
    (number - 1) / 2
}

/// How the playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// Nobody plays any more.
    Quietly,
    /// Some may still play.
    Early,
}
