//! What came of a run: all that follows from what [happened](crate::stream), and nothing else.

use crate::config::Config;
use crate::ratings::{Rating, rate};
use crate::record::{GameBrief, GameRecord, Reason};
use crate::schedule::Schedule;
use crate::sprt::{Course, Standing, Verdict};
use crate::spsa::Tuner;
use crate::stats::{Conduct, Running, Tally};
use crate::stream::What;
use std::collections::HashMap;
use std::sync::LazyLock;

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
    course: Option<Course>,
    schedule: Schedule,
    /// How the tuning stands, if there is one.
    pub tuner: Option<Tuner>,
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
        let course = Course::new(&config);
        let mut summary = Summary {
            names: Vec::new(),
            games: Vec::new(),
            conducts: vec![Conduct::default(); config.engines.len()],
            running: Running::default(),
            sprt: course.as_ref().map(|course| *course.standing()),
            course,
            tuner: (!config.tuned.is_empty())
                .then(|| Tuner::new(&config.tuned, config.rounds, config.seed)),
            schedule: Schedule::new(&config),
            finished: false,
            expected: 0,
            bye_halves: Vec::new(),
            config,
        };
        summary.look_ahead();
        summary
    }

    /// Something happened.
    pub(crate) fn hear(&mut self, what: &What) {
        match what {
            What::RunBegins { names, .. } => self.names.clone_from(names),
            What::GameEnds { game, counts: true } => self.played(game),
            _ => {}
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

    fn played(&mut self, game: &GameRecord) {
        let brief = game.brief();
        if let Some(course) = &mut self.course {
            course.played(&self.config, &brief);
            self.sprt = Some(*course.standing());
        }
        if let (Some(tuner), Some(step)) = (&mut self.tuner, &game.step) {
            tuner.take(step);
        }
        self.running.played(&self.config, &brief);
        for (engine, conduct) in self.conducts.iter_mut().enumerate() {
            conduct.played(game, engine);
        }
        self.schedule.played(&brief);
        self.games.push(brief);
        self.look_ahead();
    }

    /// What the schedule says of games to come and of those that need no game.
    fn look_ahead(&mut self) {
        self.expected = self.schedule.expected();
        let players = 0..self.config.engines.len();
        self.bye_halves = players.map(|player| self.schedule.bye_halves(player)).collect();
    }

    /// Who plays whom.
    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The test has shown enough.
    pub(crate) fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|standing| standing.verdict != Verdict::Open)
    }

    /// The run needs no more games.
    pub(crate) fn is_over(&self) -> bool {
        self.is_decided() || self.schedule.is_complete()
    }

    /// How it stands, as it is told.
    pub(crate) fn standing(&self) -> What {
        What::Standing {
            played: self.games.len() as u32,
            expected: self.expected,
            score: self.tally(),
            sprt: self.sprt,
        }
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
