//! A worker: it has tables, cores and engines, takes jobs and plays them. It knows neither schedule nor
//! log.

mod away;
mod seats;

pub use away::{introductions, serve};
pub use seats::Introduction;

use crate::config::Config;
use crate::conversations::Conversations;
use crate::cores;
use crate::game::{self, Table};
use crate::inside::Inside;
use crate::late::{self, Seen};
use crate::orders::{Control, Outside, RunError};
use crate::queue::{Done, Job, Work};
use crate::record::GameRecord;
use crate::seat::Seat;
use crate::stream::{Detail, Happening, Outlet, What};
use crate::tables::Tables;
use ferz_host::Quirks;
use ferz_link::Protocol;
use ferz_rules::Variant;
use std::collections::{BTreeSet, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Two engines at a table.
type Pair = [Seat; 2];

/// Who plays a game.
struct Seated {
    pair: Pair,
    /// Their partners at a second board, in games on two.
    partners: Option<Pair>,
}

/// What a worker needs to play.
pub(crate) struct Equipment {
    pub(crate) config: Arc<Config>,
    pub(crate) variant: Variant,
    pub(crate) quirks: Arc<Quirks>,
    pub(crate) conversations: Option<Arc<dyn Conversations>>,
    pub(crate) inside: Option<Arc<dyn Inside>>,
    pub(crate) tables: Option<Arc<dyn Tables>>,
}

impl Equipment {
    /// What this run asks for.
    pub(crate) fn of(config: &Config, outside: Outside<'_>) -> Result<Equipment, RunError> {
        let tables = match &config.adjudication.tables {
            Some(spec) => Some((outside.tables)(spec).map_err(RunError::Tables)?.into()),
            None => None,
        };
        let mut quirks = Quirks::built_in();
        if let Some(file) = &config.quirks {
            let bad = |reason: String| RunError::Quirks { file: file.clone(), reason };
            let text = ferz_input::file::read_text(file).map_err(|error| bad(error.to_string()))?;
            let own = Quirks::read(&text).map_err(|error| bad(error.to_string()))?;
            quirks = own.before(quirks);
        }
        let mut config = config.clone();
        // The two at one board cannot agree on a draw for their partners.
        config.offers &= !config.has_two_boards();
        Ok(Equipment {
            variant: config.game()?,
            config: Arc::new(config),
            quirks: Arc::new(quirks),
            conversations: outside.conversations.cloned(),
            inside: outside.inside.cloned(),
            tables,
        })
    }
}

pub(crate) struct Worker {
    /// Among the workers of a run.
    name: String,
    config: Arc<Config>,
    variant: Variant,
    quirks: Arc<Quirks>,
    conversations: Option<Arc<dyn Conversations>>,
    inside: Option<Arc<dyn Inside>>,
    tables: Option<Arc<dyn Tables>>,
    outlet: Outlet,
    /// What the engines are called.
    names: Vec<String>,
    /// The cores of each table, if each has its own.
    cores: Vec<Vec<usize>>,
    /// Which tables are free.
    free_tables: BTreeSet<usize>,
    /// What the engines speak.
    protocols: Vec<Arc<OnceLock<Protocol>>>,
    /// Seats at which nobody plays, the one that has waited longest first.
    free: VecDeque<Seat>,
    playing: JoinSet<Played>,
    watch: late::Watch,
    /// Jobs that were begun.
    begun: usize,
}

/// A job that was played.
struct Played {
    /// Where.
    table: usize,
    seated: Seated,
    done: Done,
}

impl Worker {
    /// A worker at its place, where nobody plays yet.
    pub(crate) fn new(equipment: Equipment, outlet: Outlet) -> Worker {
        let Equipment { config, variant, quirks, conversations, inside, tables } = equipment;
        let (cores, missing) = cores::tables(&config);
        for text in cores::warning(&config).into_iter().chain(missing) {
            outlet.warn(text);
        }
        let worker = Worker {
            name: "here".to_owned(),
            free_tables: (0..config.concurrency).collect(),
            protocols: config.engines.iter().map(|_| Arc::default()).collect(),
            config,
            variant,
            quirks,
            conversations,
            inside,
            tables,
            outlet,
            names: Vec::new(),
            cores,
            free: VecDeque::new(),
            playing: JoinSet::new(),
            watch: late::Watch::new(),
            begun: 0,
        };
        worker.tell_of_tables();
        worker
    }

    /// Takes jobs and plays them, as long as it is let.
    pub(crate) async fn work(&mut self, queue: &impl Work) -> Infallible {
        loop {
            tokio::select! {
                biased;
                Some(played) = self.playing.join_next() => match played {
                    Ok(played) => queue.finish(self.played(played).await),
                    Err(error) => {
                        if let Ok(panic) = error.try_into_panic() {
                            std::panic::resume_unwind(panic);
                        }
                    }
                },
                job = queue.taken(), if !self.free_tables.is_empty() => self.begin(job),
            }
        }
    }

    fn begin(&mut self, job: Job) {
        let (Some(table), Some(first)) = (self.free_tables.pop_first(), job.games.first()) else {
            return;
        };
        let indices = [first.first, first.second];
        let pair = indices.map(|index| self.take_seat(index, table));
        let has_two_boards = self.config.has_two_boards();
        let partners =
            has_two_boards.then(|| indices.map(|index| self.take_seat_beside(index, table)));
        let seated = Seated { pair, partners };
        // The first game of each table has none before.
        let wait = self.begun >= self.config.concurrency;
        let pause = Duration::from_millis(if wait { self.config.wait } else { 0 });
        self.begun += 1;
        let player = Player {
            config: self.config.clone(),
            variant: self.variant,
            tables: self.tables.clone(),
            seen: self.watch.seen(),
            outlet: self.outlet.clone(),
        };
        let worker = self.name.clone();
        self.playing.spawn(async move {
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let (seated, games) = player.play(seated, &job).await;
            Played { table, seated, done: Done { run: job.run, games, worker } }
        });
    }

    /// The table is free again.
    async fn played(&mut self, played: Played) -> Done {
        self.free_tables.insert(played.table);
        self.tell_of_tables();
        let Seated { pair, partners } = played.seated;
        for mut seat in pair.into_iter().chain(partners.into_iter().flatten()) {
            let name = self.names.get(seat.index).map_or("?", String::as_str);
            for warning in seat.warnings.drain(..) {
                self.outlet.warn(format!("{name}: {warning}"));
            }
            self.leave_seat(seat).await;
        }
        played.done
    }

    /// Games that run end now, and count for nothing.
    pub(crate) async fn abandon(&mut self) {
        self.playing.shutdown().await;
    }

    /// All engines end, side by side; nobody waits for them who wants to end now.
    pub(crate) async fn leave(&mut self, mut control: watch::Receiver<Control>) {
        let quits = self.free.drain(..).map(|mut seat| async move { seat.quit().await });
        let mut ending: JoinSet<()> = quits.collect();
        while let Some(control) = tokio::select! {
            Ok(()) = control.changed() => Some(*control.borrow_and_update()),
            ended = ending.join_next() => ended.map(|_| Control::Go),
        } {
            if control == Control::Now {
                break;
            }
        }
    }

    /// Warns of endgame tables that are damaged.
    fn tell_of_tables(&self) {
        for text in self.tables.iter().flat_map(|tables| tables.news()) {
            self.outlet.warn(text);
        }
    }
}

/// Plays a job to its end.
struct Player {
    config: Arc<Config>,
    variant: Variant,
    tables: Option<Arc<dyn Tables>>,
    seen: Seen,
    outlet: Outlet,
}

impl Player {
    async fn play(&self, mut seated: Seated, job: &Job) -> (Seated, Vec<GameRecord>) {
        let mut games = Vec::with_capacity(job.games.len());
        for seat in &mut seated.pair {
            seat.tune(job.settings.get(seat.index).cloned().unwrap_or_default());
        }
        for pairing in &job.games {
            let (pairing, attempt) = (*pairing, job.attempt);
            self.outlet.tell(What::GameBegins { pairing, opening: job.opening.clone(), attempt });
            let table = self.table(&mut seated.pair, pairing.first, &self.outlet);
            let mut record = match &mut seated.partners {
                None => game::play(table, &pairing, &job.opening).await,
                Some(partners) => {
                    // Those who watch are shown the first board.
                    let (nobody, _) = Outlet::new(Detail::Games);
                    let beside = self.table(partners, pairing.second, &nobody);
                    game::play_on_two([table, beside], &pairing, &job.opening).await
                }
            };
            record.attempt = attempt;
            games.push(record);
        }
        (seated, games)
    }

    /// A table of these two, where the engine of this number has White.
    fn table<'a>(&'a self, pair: &'a mut Pair, white: usize, outlet: &'a Outlet) -> Table<'a> {
        let [one, other] = pair;
        let (first, second) = if one.index == white { (one, other) } else { (other, one) };
        Table {
            config: &self.config,
            variant: self.variant,
            tables: self.tables.as_deref(),
            seen: &self.seen,
            outlet,
            first,
            second,
        }
    }
}
