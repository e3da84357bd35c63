//! What the owner of a run says, hears and gets.

use crate::config::{BadConfig, Config};
use crate::log::LogError;
use crate::openings::BadOpenings;
use crate::ratings::{Rating, rate};
use crate::record::{GameBrief, GameRecord, Reason};
use crate::schedule::Pairing;
use crate::sprt::Standing;
use crate::stats::{Conduct, Running, Tally};
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::LazyLock;

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

/// What may be another way when a run goes on: nothing that touches the games already played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// More rounds.
    pub rounds: Option<u32>,
    /// Games at the same time.
    pub concurrency: Option<usize>,
    /// Engines may be other programs than before.
    pub other_programs: bool,
}

/// What the owner of a run is told.
#[derive(Debug)]
pub enum Notice<'a> {
    /// The engines, and how many games there are to play, and are played already.
    Begins {
        /// What is played.
        config: &'a Config,
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
    /// A game is over in which the machine was late, or the runner itself was stopped: it is written
    /// down, does not count and is played again.
    GameAgain(&'a GameRecord),
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
    pub(super) conducts: Vec<Conduct>,
    pub(super) running: Running,
    /// How the test stands, if there is one.
    pub sprt: Option<Standing>,
    /// All games are played, or the test has shown enough.
    pub finished: bool,
    /// How many games there will be, as far as one can know.
    pub expected: u32,
    /// What each engine has without a game, in halves of points: byes of a Swiss tournament.
    pub bye_halves: Vec<u32>,
}

impl Summary {
    /// Before the first game.
    pub(crate) fn new(config: Config) -> Summary {
        Summary {
            conducts: vec![Conduct::default(); config.engines.len()],
            config,
            names: Vec::new(),
            games: Vec::new(),
            running: Running::default(),
            sprt: None,
            finished: false,
            expected: 0,
            bye_halves: Vec::new(),
        }
    }

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

    pub(crate) fn played(&mut self, game: &GameRecord, brief: GameBrief) {
        self.running.played(&self.config, &brief);
        for (engine, conduct) in self.conducts.iter_mut().enumerate() {
            conduct.played(game, engine);
        }
        self.games.push(brief);
    }

    /// Games that are the same as an earlier one of the schedule, move for move: the number of each,
    /// and of the earlier one. Those that a fault ended are left out.
    pub fn repeats(&self) -> Vec<(u32, u32)> {
        let mut games: Vec<_> = self.games.iter().filter(|game| !game.reason.is_fault()).collect();
        games.sort_by_key(|game| game.number);
        let mut seen = HashMap::new();
        let repeat = |game: &&GameBrief| {
            let first = *seen.entry(game.line).or_insert(game.number);
            (first != game.number).then_some((game.number, first))
        };
        games.iter().filter_map(repeat).collect()
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
    /// Another program than the one that the run began with.
    #[error("{name}: {reason}")]
    OtherProgram {
        /// The engine.
        name: String,
        /// What is different.
        reason: String,
    },
    /// The owner of the run did not want to wait for the engines to start.
    #[error("stopped before the first game")]
    Stopped,
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
