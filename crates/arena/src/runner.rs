//! Runs a schedule: so many games at a time, each written down when it is over.

use crate::config::{BadConfig, Config};
use crate::cores;
use crate::game::{self, Table};
use crate::html;
use crate::late::{self, Seen};
use crate::log::{self, Log, LogError, LogEvent, VERSION};
use crate::openings::{BadOpenings, Library, Openings};
use crate::pgn;
use crate::ratings::{Rating, rate};
use crate::record::{GameBrief, GameRecord, Reason};
use crate::schedule::{Pairing, Schedule};
use crate::seat::{Seat, Share};
use crate::sprt::{Course, Standing, Verdict};
use crate::stats::{Conduct, Running, Tally, loser};
use crate::tables::{self, Tables};
use ferz_host::Quirks;
use ferz_link::Protocol;
use ferz_rules::Variant;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The games of a run, in the folder of the run.
const PGN: &str = "games.pgn";
/// What came of it, for a browser.
const REPORT: &str = "report.html";

/// An engine that fails to start so many times, one after the other, will not start.
const STARTS: u32 = 8;

/// What the owner of a run wants of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// To go on.
    #[default]
    Go,
    /// To begin no more games, and to finish those that run.
    Finish,
    /// To end now. Games that run are not counted.
    Now,
}

/// What the owner of a run is told.
#[derive(Debug)]
pub enum Notice<'a> {
    /// The engines, and how many games there are to play, and are played already.
    Begins {
        /// What the engines are called.
        names: &'a [String],
        /// All games.
        games: u32,
        /// Of them, played in an earlier run.
        played: u32,
    },
    /// Something that the user should know.
    Warning(String),
    /// A game begins.
    GameBegins(&'a Pairing),
    /// A game is over, and written down.
    GameOver {
        /// The game.
        record: &'a GameRecord,
        /// All so far.
        summary: &'a Summary,
    },
    /// A game is over in which the machine was late: it is written down, does not count and is
    /// played again.
    GameAgain(&'a GameRecord),
}

/// What a run needs from outside.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// Opens books of openings.
    pub books: Library<'a>,
    /// Opens endgame tables.
    pub tables: tables::Opener<'a>,
}

/// What came of a run, so far or at the end.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What was to be played.
    pub config: Config,
    /// What the engines are called.
    pub names: Vec<String>,
    /// The games, in the order in which they were finished. Their moves are in the log.
    pub games: Vec<GameBrief>,
    conducts: Vec<Conduct>,
    running: Running,
    /// How the test stands, if there is one.
    pub sprt: Option<Standing>,
    /// All games are played, or the test has shown enough.
    pub finished: bool,
}

impl Summary {
    /// What an engine is called.
    pub fn name(&self, index: usize) -> &str {
        self.names.get(index).map_or("?", String::as_str)
    }

    /// The score of the first engine against the second.
    pub fn tally(&self) -> Tally {
        self.running.tally()
    }

    /// What an engine did.
    pub fn conduct(&self, engine: usize) -> &Conduct {
        static NOTHING: LazyLock<Conduct> = LazyLock::new(Conduct::default);
        self.conducts.get(engine).unwrap_or(&NOTHING)
    }

    fn played(&mut self, game: &GameRecord) {
        let brief = game.brief();
        self.running.played(&self.config, &brief);
        for (engine, conduct) in self.conducts.iter_mut().enumerate() {
            conduct.played(game, engine);
        }
        self.games.push(brief);
    }

    /// The ratings of all engines.
    pub fn ratings(&self) -> Vec<Rating> {
        rate(self.config.engines.len(), &self.games)
    }

    /// Whether an engine could not be started for some game.
    pub fn any_not_started(&self) -> bool {
        self.games.iter().any(|game| game.reason == Reason::NotStarted)
    }

    /// From a move to the next engine's orders: mean of all, and the worst, in microseconds.
    pub fn lag(&self) -> (f64, f64) {
        let moves = |game: &GameBrief| f64::from(game.plies);
        let total: f64 = self.games.iter().map(moves).sum();
        let sum: f64 = self.games.iter().map(|game| moves(game) * game.mean_lag as f64).sum();
        let worst = self.games.iter().map(|game| game.worst_lag).max().unwrap_or(0);
        (if total > 0.0 { sum / total } else { 0.0 }, worst as f64)
    }
}

/// Why a run could not begin, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It makes no sense.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] BadOpenings),
    /// The endgame tables.
    #[error("{0}")]
    Tables(String),
    /// The table of quirks.
    #[error("{}: {reason}", file.display())]
    Quirks {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The openings are not those with which the run began.
    #[error("the openings have changed since the run began")]
    OtherOpenings,
    /// The log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file that is derived from the log.
    #[error("cannot write {}: {reason}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's word.
        reason: io::Error,
    },
    /// An engine cannot be started.
    #[error("{name}: {reason}")]
    Engine {
        /// The engine.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

/// Plays a new run, its log in this folder.
///
/// # Errors
/// When it cannot begin, or its log cannot be written. An engine that fails is no error: it loses.
pub async fn run(
    config: Config,
    folder: &Path,
    control: watch::Receiver<Control>,
    outside: Outside<'_>,
    notice: impl FnMut(Notice<'_>),
) -> Result<Summary, RunError> {
    if folder.join(log::FILE).exists() {
        return Err(LogError::Exists(folder.to_owned()).into());
    }
    config.check()?;
    let variant = config.game()?;
    let openings = Openings::of(&config, variant, outside.books)?;
    let first = LogEvent::Run {
        version: VERSION,
        began: now(),
        openings: openings.fingerprint,
        config: config.clone(),
    };
    let mut runner = Runner::new(config, variant, openings, folder, control, notice);
    runner.equip(outside)?;
    runner.meet().await?;
    let mut log = Log::create(folder, &first)?;
    for event in std::mem::take(&mut runner.introductions) {
        log.add(&event)?;
    }
    runner.play(log).await
}

/// Goes on with the run of this folder. `change` may alter what does not touch the games: how many
/// are played at the same time.
///
/// # Errors
/// As [`run`]; and when the folder holds no run, or its openings have changed.
pub async fn resume(
    folder: &Path,
    change: impl FnOnce(&mut Config),
    control: watch::Receiver<Control>,
    outside: Outside<'_>,
    notice: impl FnMut(Notice<'_>),
) -> Result<Summary, RunError> {
    let (mut log, events) = Log::open(folder)?;
    let mut begun = None;
    let (mut names, mut games) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            LogEvent::Run { config, openings, .. } => begun = Some((config, openings)),
            LogEvent::Engine { name, .. } => names.push(name),
            LogEvent::Game(game) => games.push(game),
            LogEvent::Resumed { .. } => {}
        }
    }
    let Some((mut config, fingerprint)) = begun else {
        return Err(LogError::NoRun(folder.to_owned()).into());
    };
    change(&mut config);
    config.check()?;
    let variant = config.game()?;
    let openings = Openings::of(&config, variant, outside.books)?;
    if openings.fingerprint != fingerprint {
        return Err(RunError::OtherOpenings);
    }
    log.add(&LogEvent::Resumed { at: now() })?;
    let mut runner = Runner::new(config, variant, openings, folder, control, notice);
    runner.equip(outside)?;
    for game in games {
        if !game.counts(&runner.summary.config) {
            runner.attempts.insert(game.number, game.attempt + 1);
        } else if !runner.schedule.is_played(game.number) {
            // A game counts once, whatever happened.
            runner.count(&game);
        }
    }
    if !runner.schedule.is_complete() && !runner.is_decided() {
        runner.meet().await?;
        // It may have been killed before all had said who they are.
        let known = names.len();
        for event in std::mem::take(&mut runner.introductions).into_iter().skip(known) {
            log.add(&event)?;
        }
        names.extend(runner.summary.names.drain(known.min(runner.summary.names.len())..));
    }
    runner.summary.names = names;
    runner.play(log).await
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Two engines at a table, White's or Red's first.
type Pair = [Seat; 2];

struct Runner<'a, N> {
    openings: Arc<Openings>,
    variant: Variant,
    folder: &'a Path,
    control: watch::Receiver<Control>,
    notice: N,
    summary: Summary,
    quirks: Arc<Quirks>,
    tables: Option<Arc<dyn Tables>>,
    /// The cores of each table, if each has its own.
    cores: Vec<Vec<usize>>,
    /// Which tables are free.
    free_tables: BTreeSet<usize>,
    /// How often games were played in vain because the machine was late.
    attempts: HashMap<u32, u32>,
    /// What the engines speak.
    protocols: Vec<Arc<OnceLock<Protocol>>>,
    /// Seats at which nobody plays, the one that has waited longest first.
    free: VecDeque<Seat>,
    schedule: Schedule,
    introductions: Vec<LogEvent>,
    course: Option<Course>,
    /// The PGN has all games that are written down.
    pgn_is_whole: bool,
    /// Starts that failed one after another, by engine.
    failed_starts: Vec<u32>,
}

/// Everything that can happen while games are played.
enum Wake {
    Control,
    Game(Box<Played>),
}

/// A game that ended.
struct Played {
    /// Where.
    table: usize,
    pair: Pair,
    record: GameRecord,
}

impl<'a, N: FnMut(Notice<'_>)> Runner<'a, N> {
    fn new(
        config: Config,
        variant: Variant,
        openings: Openings,
        folder: &'a Path,
        control: watch::Receiver<Control>,
        notice: N,
    ) -> Runner<'a, N> {
        let conducts = vec![Conduct::default(); config.engines.len()];
        let protocols = config.engines.iter().map(|_| Arc::default()).collect();
        let course = Course::new(&config);
        let schedule = Schedule::new(&config);
        let sprt = course.as_ref().map(|course| *course.standing());
        let failed_starts = vec![0; config.engines.len()];
        let free_tables = (0..config.concurrency).collect();
        let summary = Summary {
            config,
            names: Vec::new(),
            games: Vec::new(),
            conducts,
            running: Running::default(),
            sprt,
            finished: false,
        };
        Runner {
            openings: Arc::new(openings),
            variant,
            folder,
            control,
            notice,
            summary,
            quirks: Arc::new(Quirks::built_in()),
            tables: None,
            cores: Vec::new(),
            free_tables,
            attempts: HashMap::new(),
            protocols,
            free: VecDeque::new(),
            schedule,
            introductions: Vec::new(),
            course,
            pgn_is_whole: false,
            failed_starts,
        }
    }

    /// Opens what the run needs beside the engines.
    fn equip(&mut self, outside: Outside<'_>) -> Result<(), RunError> {
        let config = &self.summary.config;
        if let Some(spec) = &config.adjudication.tables {
            self.tables = Some((outside.tables)(spec).map_err(RunError::Tables)?.into());
        }
        if let Some(file) = &config.quirks {
            let bad = |reason: String| RunError::Quirks { file: file.clone(), reason };
            let text = fs::read_to_string(file).map_err(|error| bad(error.to_string()))?;
            let own = Quirks::read(&text).map_err(|error| bad(error.to_string()))?;
            self.quirks = Arc::new(own.before(Quirks::built_in()));
        }
        let (cores, missing) = cores::tables(config);
        self.cores = cores;
        for text in cores::warning(config).into_iter().chain(missing) {
            (self.notice)(Notice::Warning(text));
        }
        Ok(())
    }

    /// What belongs to an engine at this table.
    fn share(&self, table: usize) -> Share {
        let cores = self.cores.get(table).cloned().unwrap_or_default();
        Share { cores, nice: self.summary.config.nice }
    }

    fn seat(&self, index: usize, share: Share) -> Seat {
        let spec = self.summary.config.engines.get(index).cloned().unwrap_or_default();
        let protocol = self.protocols.get(index).cloned().unwrap_or_default();
        Seat::new(index, Arc::new(spec), share, self.quirks.clone(), protocol)
    }

    /// A seat of this engine, with the engine in it if one is free.
    fn take_seat(&mut self, index: usize, table: usize) -> Seat {
        let share = self.share(table);
        // An engine that runs stays on its cores.
        let fits = |seat: &Seat| seat.index == index && seat.share == share;
        let at = self.free.iter().rposition(fits);
        at.and_then(|at| self.free.remove(at)).unwrap_or_else(|| self.seat(index, share))
    }

    /// Nobody plays here any more. Of a large field not all engines are kept running.
    async fn leave_seat(&mut self, seat: Seat) {
        self.free.push_back(seat);
        if self.free.len() > 2 * self.summary.config.concurrency
            && let Some(mut oldest) = self.free.pop_front()
        {
            oldest.quit().await;
        }
    }

    /// Starts each engine once: to know its name, and to end at once if there is none. Engines that
    /// are there but fail are met in the games.
    async fn meet(&mut self) -> Result<(), RunError> {
        for index in 0..self.summary.config.engines.len() {
            let mut seat = self.seat(index, self.share(0));
            let spec = seat.spec.clone();
            let program = spec.program.file_stem().unwrap_or_default().to_string_lossy();
            let mut called = spec.name.clone().unwrap_or_else(|| program.into_owned());
            let (mut author, mut protocol) = (String::new(), String::new());
            match seat.start().await {
                Ok(engine) => {
                    protocol = engine.protocol().to_string();
                    let fact = |wanted: &str| {
                        let identity = &engine.about().identity;
                        let fact = identity.iter().find(|(key, _)| key == wanted);
                        fact.map(|(_, text)| text.clone()).filter(|text| !text.is_empty())
                    };
                    author = fact("author").unwrap_or_default();
                    if spec.name.is_none() {
                        called = fact("name").unwrap_or(called);
                    }
                }
                Err(failure) if failure.detail.starts_with("cannot start ") => {
                    return Err(RunError::Engine { name: called, reason: failure.detail });
                }
                Err(failure) if failure.detail.starts_with("option ") => {
                    return Err(RunError::Engine { name: called, reason: failure.detail });
                }
                Err(failure) => {
                    (self.notice)(Notice::Warning(format!("{called}: {}", failure.detail)));
                }
            }
            for warning in seat.warnings.drain(..) {
                (self.notice)(Notice::Warning(format!("{called}: {warning}")));
            }
            if self.summary.names.contains(&called) {
                called = format!("{called} ({})", seat.index + 1);
            }
            self.introductions.push(LogEvent::Engine {
                index: seat.index,
                name: called.clone(),
                author,
                protocol,
            });
            self.summary.names.push(called);
            self.leave_seat(seat).await;
        }
        Ok(())
    }

    async fn play(mut self, mut log: Log) -> Result<Summary, RunError> {
        (self.notice)(Notice::Begins {
            names: &self.summary.names,
            games: self.schedule.expected(),
            played: self.summary.games.len() as u32,
        });
        self.write_pgn()?;
        self.pgn_is_whole = true;
        let shared = Arc::new(self.summary.config.clone());
        let mut playing = JoinSet::new();
        let watch = late::Watch::new();
        let mut stop = Control::Go;
        let mut next = 1;
        // Games to be played again.
        let mut again = VecDeque::new();
        loop {
            while stop == Control::Go && !self.is_decided() {
                let Some(&table) = self.free_tables.first() else { break };
                let number = again.pop_front().unwrap_or(next);
                let Some(pairing) = self.schedule.pairing(number) else { break };
                next = next.max(number + 1);
                if self.schedule.is_played(pairing.number) {
                    continue;
                }
                (self.notice)(Notice::GameBegins(&pairing));
                self.free_tables.remove(&table);
                let seats =
                    [pairing.first, pairing.second].map(|index| self.take_seat(index, table));
                let config = shared.clone();
                let (variant, openings) = (self.variant, self.openings.clone());
                let (tables, seen) = (self.tables.clone(), watch.seen());
                let attempt = self.attempts.get(&pairing.number).copied().unwrap_or(0);
                playing.spawn(async move {
                    let (pair, mut record) =
                        one_game(config, variant, openings, tables, seen, seats, pairing).await;
                    record.attempt = attempt;
                    Played { table, pair, record }
                });
            }
            if playing.is_empty() {
                break;
            }
            match self.wake(&mut playing).await {
                Wake::Control => {
                    stop = *self.control.borrow_and_update();
                    if stop == Control::Now {
                        playing.shutdown().await;
                        break;
                    }
                }
                Wake::Game(done) => {
                    let Played { table, pair, record } = *done;
                    self.free_tables.insert(table);
                    for mut seat in pair {
                        for warning in seat.warnings.drain(..) {
                            let text = format!("{}: {warning}", self.summary.name(seat.index));
                            (self.notice)(Notice::Warning(text));
                        }
                        self.leave_seat(seat).await;
                    }
                    if !record.counts(&self.summary.config) {
                        log.add_game(&record)?;
                        self.attempts.insert(record.number, record.attempt + 1);
                        again.push_back(record.number);
                        (self.notice)(Notice::GameAgain(&record));
                        continue;
                    }
                    self.game_over(&mut log, record)?;
                    if self.is_decided() {
                        // What still runs counts for nothing.
                        playing.shutdown().await;
                        break;
                    }
                }
            }
        }
        let quits = self.free.drain(..).map(|mut seat| async move { seat.quit().await });
        // They end side by side.
        let mut ending: JoinSet<()> = quits.collect();
        while ending.join_next().await.is_some() {}
        self.summary.finished = self.is_decided() || self.schedule.is_complete();
        self.write_pgn()?;
        self.replace(REPORT, &html::page(&self.summary))?;
        Ok(self.summary)
    }

    async fn wake(&mut self, playing: &mut JoinSet<Played>) -> Wake {
        loop {
            tokio::select! {
                biased;
                Ok(()) = self.control.changed() => return Wake::Control,
                Some(done) = playing.join_next() => match done {
                    Ok(done) => return Wake::Game(Box::new(done)),
                    Err(error) => {
                        if let Ok(panic) = error.try_into_panic() {
                            std::panic::resume_unwind(panic);
                        }
                    }
                },
            }
        }
    }

    /// Writes a game down.
    fn game_over(&mut self, log: &mut Log, record: GameRecord) -> Result<(), RunError> {
        log.add_game(&record)?;
        let text = pgn::write(&self.summary.config, &self.summary.names, &record);
        let file = self.folder.join(PGN);
        let written = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&file)
            .and_then(|mut out| out.write_all(text.as_bytes()));
        written.map_err(|reason| RunError::Write { file, reason })?;
        for index in [record.first, record.second] {
            let failed =
                record.reason == Reason::NotStarted && loser(&record.brief()) == Some(index);
            let Some(count) = self.failed_starts.get_mut(index) else { continue };
            *count = if failed { *count + 1 } else { 0 };
            if *count >= STARTS {
                return Err(RunError::Engine {
                    name: self.summary.name(index).to_owned(),
                    reason: format!("{} ({STARTS} times)", record.detail),
                });
            }
        }
        self.count(&record);
        (self.notice)(Notice::GameOver { record: &record, summary: &self.summary });
        Ok(())
    }

    /// A game that is written down.
    fn count(&mut self, record: &GameRecord) {
        if let Some(course) = &mut self.course {
            course.played(&self.summary.config, &record.brief());
            self.summary.sprt = Some(*course.standing());
        }
        self.schedule.played(&record.brief());
        self.summary.played(record);
    }

    fn is_decided(&self) -> bool {
        self.summary.sprt.is_some_and(|standing| standing.verdict != Verdict::Open)
    }

    /// Derives the PGN anew, unless it is what it would become.
    fn write_pgn(&self) -> Result<(), RunError> {
        let numbers = self.summary.games.iter().map(|game| game.number);
        if self.pgn_is_whole && numbers.is_sorted() {
            return Ok(());
        }
        let (file, new) = (self.folder.join(PGN), self.folder.join("new"));
        let failed = |reason| RunError::Write { file: file.clone(), reason };
        let mut out = io::BufWriter::new(fs::File::create(&new).map_err(failed)?);
        Log::games_in_order(self.folder, &self.summary.config, |game| {
            let text = pgn::write(&self.summary.config, &self.summary.names, game);
            out.write_all(text.as_bytes())
        })?;
        out.flush().and_then(|()| fs::rename(&new, &file)).map_err(failed)
    }

    /// Puts a file into the folder, in place of what was there.
    fn replace(&self, name: &str, text: &str) -> Result<(), RunError> {
        let (file, new) = (self.folder.join(name), self.folder.join("new"));
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &file));
        written.map_err(|reason| RunError::Write { file, reason })
    }
}

async fn one_game(
    config: Arc<Config>,
    variant: Variant,
    openings: Arc<Openings>,
    tables: Option<Arc<dyn Tables>>,
    seen: Seen,
    table: Pair,
    pairing: Pairing,
) -> (Pair, GameRecord) {
    let [mut first, mut second] = table;
    let opening = openings.get(pairing.opening);
    let tables = tables.as_deref();
    let sides = Table {
        config: &config,
        variant,
        tables,
        seen: &seen,
        first: &mut first,
        second: &mut second,
    };
    let record = game::play(sides, &pairing, opening).await;
    ([first, second], record)
}
