//! Matches on the board: one is set up, played by the arena and watched; runs of earlier days are opened
//! from their folders. Nothing of a match is reckoned here but what a page shows of it.
//!
//! A run has a thread and a runtime of its own, so that no page can be late for its clocks. No
//! request names a path: old runs are those in the folders that the user named on the command line.

mod order;
mod past;
mod watched;

pub use order::Match;
pub use watched::Live;

use crate::shelf::Shelf;
use ferz_arena::log::FILE;
use ferz_arena::{Claim, Config, Control, Detail, Happening, Outside, What};
use order::START;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use watched::Watched;

/// Thoughts of an engine are told no more often than this.
const OFTEN: Duration = Duration::from_millis(100);
/// What changes in less than this is told at once.
const TICK: Duration = Duration::from_millis(40);
/// Matches that are played at once.
const AT_ONCE: usize = 8;
/// Runs in a list.
const LISTED: usize = 200;

/// What a page asks of matches.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum RunRequest {
    /// Begins a match.
    Match(Box<Match>),
    /// Ends one: games that run are finished, or not even that.
    Stop {
        /// Which; none is the one that was begun last.
        run: Option<String>,
        /// Not even that.
        #[serde(default)]
        now: bool,
    },
    /// Wants to hear how one stands and what happens in it.
    Watch {
        /// Which; none is the one that was begun last.
        run: Option<String>,
    },
    /// Does not want that any more, of none of them.
    Unwatch,
    /// Which runs there are.
    Runs,
    /// How one of them ended.
    Run {
        /// Its place in the list.
        run: String,
    },
    /// A game of a run as PGN.
    Game {
        /// The run; none is the one that was begun last.
        run: Option<String>,
        /// The game's number.
        number: u32,
    },
}

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// By which it is asked for.
    pub name: String,
    /// Who plays in it.
    pub engines: Vec<String>,
    /// When it began, in seconds since 1970.
    pub began: u64,
}

/// A run that is played, or was played last.
struct Running {
    live: Arc<Live>,
    folder: PathBuf,
    control: watch::Sender<Control>,
}

/// See the module.
pub struct Runs {
    shelf: Arc<Shelf>,
    /// Where runs lie; new ones in the first.
    folders: Vec<PathBuf>,
    /// The program of the engine inside.
    own: Option<PathBuf>,
    /// Those that are played, and some that were, in the order of their beginning.
    running: Mutex<Vec<Running>>,
}

impl Runs {
    /// Runs in these folders, of engines of the list; the program of the engine inside, where it can
    /// play matches.
    pub fn new(shelf: Arc<Shelf>, folders: Vec<PathBuf>, own: Option<PathBuf>) -> Runs {
        Runs { shelf, folders, own, running: Mutex::default() }
    }

    /// Does what a page asks, as far as it is not about watching. It waits for the disk.
    ///
    /// # Errors
    /// Says what is wrong with the request, or with the run.
    pub fn ask(&self, request: RunRequest) -> Result<Value, String> {
        match request {
            RunRequest::Match(wanted) => {
                let folder = self.begin(&wanted)?;
                let run = name_of(&folder);
                Ok(json!({ "folder": folder.display().to_string(), "run": run }))
            }
            RunRequest::Stop { run, now } => {
                let running = self.lock();
                let run = find(&running, run.as_deref()).ok_or("no match is played")?;
                let control = if now { Control::Now } else { Control::Finish };
                // A run that is over hears nothing.
                let _ = run.control.send(control);
                Ok(json!({}))
            }
            RunRequest::Watch { .. } | RunRequest::Unwatch => Ok(json!({})),
            RunRequest::Runs => {
                let plays = self.playing();
                Ok(json!({ "runs": self.list(), "plays": plays }))
            }
            RunRequest::Run { run } => {
                let watched = past::read(&self.folder(&run)?)?;
                Ok(json!({ "run": watched.all() }))
            }
            RunRequest::Game { run, number } => {
                let folder = match run {
                    Some(run) => self.folder(&run)?,
                    None => {
                        let running = self.lock();
                        find(&running, None).ok_or("no match is played")?.folder.clone()
                    }
                };
                Ok(json!({ "pgn": past::game(&folder, number)? }))
            }
        }
    }

    /// The match of this name that is played, or was until now; without a name the one that was begun last.
    pub fn live(&self, name: Option<&str>) -> Option<Arc<Live>> {
        find(&self.lock(), name).map(|run| Arc::clone(&run.live))
    }

    /// The matches that are played, by name, in the order of their beginning.
    fn playing(&self) -> Vec<String> {
        let running = self.lock();
        let plays = running.iter().filter(|run| run.live.plays());
        plays.map(|run| run.live.name().to_owned()).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The runs there are, the latest first.
    fn list(&self) -> Vec<Listed> {
        let mut runs: Vec<_> = self.places().into_iter().map(|(name, _)| name).collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.began));
        runs.truncate(LISTED);
        runs
    }

    fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let found = self.places().into_iter().find(|(listed, _)| listed.name == name);
        found.map(|(_, folder)| folder).ok_or_else(|| format!("there is no run {name:?}"))
    }

    /// The runs in the folders that the user named, or which are such folders.
    fn places(&self) -> Vec<(Listed, PathBuf)> {
        let mut places = Vec::new();
        for base in &self.folders {
            let within = std::fs::read_dir(base).into_iter().flatten().flatten();
            let within = within.map(|entry| entry.path());
            for folder in std::iter::once(base.clone()).chain(within) {
                if folder.join(FILE).is_file()
                    && let Ok(listed) = past::heading(&folder)
                {
                    places.push((listed, folder));
                }
            }
        }
        places
    }

    fn begin(&self, wanted: &Match) -> Result<PathBuf, String> {
        let mut running = self.lock();
        running.retain(|run| run.live.plays());
        if running.len() >= AT_ONCE {
            return Err(format!("no more than {AT_ONCE} matches are played at once"));
        }
        let base = self.folders.first().ok_or("no folder for runs")?;
        let mut config = wanted.config(&self.shelf, self.own.as_deref())?;
        let claim = Claim::anew(base).map_err(|error| error.to_string())?;
        let folder = claim.folder().to_owned();
        if let Some(start) = wanted.start() {
            let file = folder.join(START);
            std::fs::write(&file, format!("{start}\n")).map_err(|error| error.to_string())?;
            config.openings = Some(order::from_here(file));
        }
        let watched = Watched::of(&config, wanted.start())?;
        let live = Arc::new(Live::new(name_of(&folder), watched));
        let (control, orders) = watch::channel(Control::Go);
        let theirs = Arc::clone(&live);
        let thread = std::thread::Builder::new().name("match".to_owned());
        let spawned = thread.spawn(move || play(config, &claim, orders, &theirs));
        spawned.map_err(|error| error.to_string())?;
        running.push(Running { live, folder: folder.clone(), control });
        Ok(folder)
    }
}

/// The run of this name, or the one that was begun last.
fn find<'a>(running: &'a [Running], name: Option<&str>) -> Option<&'a Running> {
    running.iter().rfind(|run| name.is_none_or(|name| run.live.name() == name))
}

/// What a run is called: as its folder.
fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Plays a run to its end, and tells of it.
fn play(config: Config, claim: &Claim, orders: watch::Receiver<Control>, live: &Arc<Live>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return live.end(error.to_string()),
    };
    let (tell, told) = mpsc::unbounded_channel();
    // What pages see is made elsewhere: nothing here may wait for it.
    let teller = std::thread::Builder::new().name("watched".to_owned());
    let theirs = Arc::clone(live);
    let teller = teller.spawn(move || watch_it(told, &theirs));
    let outside = Outside {
        books: &|_, _| Err("books are for matches of the command line".to_owned()),
        tables: &|_| Err("endgame tables are for matches of the command line".to_owned()),
        conversations: None,
        inside: None,
        detail: Detail::Thinking,
    };
    let mut thought = HashMap::new();
    let notice = move |happening: &Happening, _: &_| {
        if let What::Thinking { game, engine, .. } = &happening.what {
            let now = Instant::now();
            let last = thought.insert((*game, *engine), now);
            if let Some(last) = last.filter(|last| now.duration_since(*last) < OFTEN) {
                thought.insert((*game, *engine), last);
                return;
            }
        }
        // Whoever watches lives as long as the run.
        let _ = tell.send(happening.what.clone());
    };
    let ended = runtime.block_on(ferz_arena::run(config, claim, orders, outside, notice));
    // All that was told has been heard when the teller ends.
    if let Ok(teller) = teller {
        let _ = teller.join();
    }
    live.end(match ended {
        Ok(summary) if summary.finished => String::new(),
        Ok(_) => "stopped".to_owned(),
        Err(error) => error.to_string(),
    });
}

/// Makes news of what happens, no more often than people can see.
fn watch_it(mut told: mpsc::UnboundedReceiver<What>, live: &Live) {
    while let Some(what) = told.blocking_recv() {
        live.hear(&what);
        // A first change is told at once; what follows it soon is told together.
        while let Ok(what) = told.try_recv() {
            live.hear(&what);
        }
        live.flush();
        std::thread::sleep(TICK);
    }
}
