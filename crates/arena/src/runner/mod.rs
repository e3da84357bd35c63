//! Runs a schedule: some games at a time, each written down when it is over.

mod files;
mod seats;
mod summary;

pub use summary::{Change, Control, Notice, RunError, Summary};

use crate::claim::Claim;
use crate::config::{BadConfig, Config, System};
use crate::conversations::Conversations;
use crate::game::{self, Table};
use crate::html::Shown;
use crate::late::{self, Seen};
use crate::log::{Log, LogError, LogEvent, VERSION};
use crate::openings::{Library, Openings};
use crate::pgn;
use crate::program::Program;
use crate::record::{GameRecord, Reason};
use crate::schedule::{Pairing, Schedule};
use crate::seat::Seat;
use crate::sprt::{Course, Verdict};
use crate::tables::{self, Tables};
use ferz_host::Quirks;
use ferz_link::Protocol;
use ferz_rules::{Castling, Variant};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// What a run needs from outside.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// Opens books of openings.
    pub books: Library<'a>,
    /// Opens endgame tables.
    pub tables: tables::Opener<'a>,
    /// Keeps what is said, if anybody wants it.
    pub conversations: Option<&'a Arc<dyn Conversations>>,
}

/// Plays a new run, its log in this folder.
///
/// # Errors
/// When it cannot begin, or its log cannot be written. An engine that fails is no error: it loses.
pub async fn run(
    config: Config,
    claim: &Claim,
    control: watch::Receiver<Control>,
    outside: Outside<'_>,
    notice: impl FnMut(Notice<'_>),
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
    let mut runner = Runner::new(config, variant, openings, claim, control, notice);
    runner.warn_of_openings();
    runner.equip(outside)?;
    runner.meet().await?;
    let mut log = Log::create(claim.folder(), &first)?;
    for event in std::mem::take(&mut runner.introductions) {
        log.add(&event)?;
    }
    runner.play(log).await
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
    notice: impl FnMut(Notice<'_>),
) -> Result<Summary, RunError> {
    let folder = claim.folder();
    let (mut log, events) = Log::open(folder)?;
    let Some(Past { mut config, openings: fingerprint, programs, known, games }) = Past::of(events)
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
    let mut runner = Runner::new(config, variant, openings, claim, control, notice);
    runner.equip(outside)?;
    for game in games {
        if !game.counts(&runner.summary.config) {
            runner.attempts.insert(game.number, game.attempt + 1);
        } else if !runner.schedule.is_played(game.number) {
            // A game counts once, whatever happened.
            runner.count(&game);
            if runner.shown.wants(game.number) {
                let summary = &runner.summary;
                runner.shown.add(&game, &pgn::game(&summary.config, &summary.names, &game));
            }
        }
    }
    let mut resumed = LogEvent::Resumed { at: now(), rounds, programs: None };
    let mut introductions = Vec::new();
    if !runner.schedule.is_complete() && !runner.is_decided() {
        let others = runner.compare_programs(&known, &programs, change.other_programs)?;
        if let LogEvent::Resumed { programs, .. } = &mut resumed {
            *programs = others;
        }
        runner.meet().await?;
        introductions = std::mem::take(&mut runner.introductions);
        runner.compare_names(&known, &introductions, change.other_programs)?;
    }
    log.add(&resumed)?;
    // It may have been killed before all had said who they are.
    for event in introductions.into_iter().skip(known.len()) {
        log.add(&event)?;
    }
    for (index, (name, _)) in known.into_iter().enumerate() {
        match runner.summary.names.get_mut(index) {
            Some(other) => *other = name,
            None => runner.summary.names.push(name),
        }
    }
    runner.play(log).await
}

/// What a log says of a run.
struct Past {
    config: Config,
    openings: u32,
    programs: Vec<Option<Program>>,
    /// What the engines are called, and what they call themselves.
    known: Vec<(String, String)>,
    games: Vec<GameRecord>,
}

impl Past {
    fn of(events: Vec<LogEvent>) -> Option<Past> {
        let mut events = events.into_iter();
        let Some(LogEvent::Run { config, openings, programs, .. }) = events.next() else {
            return None;
        };
        let mut past = Past { config, openings, programs, known: Vec::new(), games: Vec::new() };
        for event in events {
            match event {
                LogEvent::Run { .. } => {}
                LogEvent::Engine { name, id, .. } => past.known.push((name, id)),
                LogEvent::Game(game) => past.games.push(game),
                LogEvent::Resumed { rounds, programs, .. } => {
                    past.config.rounds = rounds.unwrap_or(past.config.rounds);
                    past.programs = programs.unwrap_or(past.programs);
                }
            }
        }
        Some(past)
    }
}

/// How many rounds a run has from now on, if that is another number.
fn grown(config: &Config, wanted: Option<u32>) -> Result<Option<u32>, BadConfig> {
    let (Some(wanted), before) = (wanted, config.rounds) else { return Ok(None) };
    let bad = |text: String| Err(BadConfig(text));
    match config.system {
        _ if wanted == before => Ok(None),
        _ if wanted < before => {
            bad(format!("{wanted} rounds: the run has {before}, and cannot have less"))
        }
        System::Swiss => bad(format!("a Swiss tournament of {before} rounds stays one")),
        System::Knockout => bad("a knockout has as many rounds as it takes".to_owned()),
        System::Match | System::RoundRobin | System::Gauntlet => Ok(Some(wanted)),
    }
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
    conversations: Option<Arc<dyn Conversations>>,
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
    /// The games that can be looked at in the report.
    shown: Shown,
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
        claim: &'a Claim,
        control: watch::Receiver<Control>,
        notice: N,
    ) -> Runner<'a, N> {
        let protocols = config.engines.iter().map(|_| Arc::default()).collect();
        let course = Course::new(&config);
        let schedule = Schedule::new(&config);
        let sprt = course.as_ref().map(|course| *course.standing());
        let failed_starts = vec![0; config.engines.len()];
        let free_tables = (0..config.concurrency).collect();
        let summary = Summary { sprt, ..Summary::new(config) };
        let mut runner = Runner {
            openings: Arc::new(openings),
            variant,
            folder: claim.folder(),
            control,
            notice,
            summary,
            quirks: Arc::new(Quirks::built_in()),
            conversations: None,
            tables: None,
            cores: Vec::new(),
            free_tables,
            attempts: HashMap::new(),
            protocols,
            free: VecDeque::new(),
            schedule,
            introductions: Vec::new(),
            course,
            shown: Shown::default(),
            pgn_is_whole: false,
            failed_starts,
        };
        runner.look_ahead();
        if let Some(warning) = &claim.warning {
            (runner.notice)(Notice::Warning(warning.clone()));
        }
        runner
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
            (self.notice)(Notice::Warning(text.to_owned()));
        }
    }

    /// What the schedule says of games to come and of those that need no game.
    fn look_ahead(&mut self) {
        self.summary.expected = self.schedule.expected();
        let players = 0..self.summary.config.engines.len();
        self.summary.bye_halves = players.map(|player| self.schedule.bye_halves(player)).collect();
    }

    async fn play(mut self, mut log: Log) -> Result<Summary, RunError> {
        (self.notice)(Notice::Begins {
            config: &self.summary.config,
            names: &self.summary.names,
            games: self.schedule.expected(),
            played: self.summary.games.len() as u32,
        });
        self.write_pgn()?;
        self.pgn_is_whole = true;
        let shared = Arc::new(self.summary.config.clone());
        let mut playing = JoinSet::new();
        let watch = late::Watch::new();
        let mut stop = *self.control.borrow_and_update();
        let (mut next, mut begun) = (1, 0);
        let wait = Duration::from_millis(self.summary.config.wait);
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
                // The first game of each table has none before.
                let pause =
                    if begun < self.summary.config.concurrency { Duration::ZERO } else { wait };
                begun += 1;
                playing.spawn(async move {
                    if !pause.is_zero() {
                        tokio::time::sleep(pause).await;
                    }
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
                    self.tell_of_tables();
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
        while let Some(control) = tokio::select! {
            Ok(()) = self.control.changed() => Some(*self.control.borrow_and_update()),
            ended = ending.join_next() => ended.map(|_| Control::Go),
        } {
            if control == Control::Now {
                break;
            }
        }
        self.summary.finished = self.is_decided() || self.schedule.is_complete();
        self.write_pgn()?;
        self.write_report()?;
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

    /// A game that is written down.
    fn count(&mut self, record: &GameRecord) {
        let brief = record.brief();
        if let Some(course) = &mut self.course {
            course.played(&self.summary.config, &brief);
            self.summary.sprt = Some(*course.standing());
        }
        self.schedule.played(&brief);
        self.summary.played(record, brief);
        self.look_ahead();
    }

    fn is_decided(&self) -> bool {
        self.summary.sprt.is_some_and(|standing| standing.verdict != Verdict::Open)
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
