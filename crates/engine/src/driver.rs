//! The engine as the outside sees it: options, a game, and one search at a time in threads of its
//! own.

use crate::api::{
    Engine, Limits, OptionError, OptionSpec, Probe, Purpose, Report, Request, Setup, Sink,
};
use crate::bench;
use crate::clock::Plan;
use crate::control::{Control, TimeSource};
use crate::endgame::Endgames;
use crate::eval::Evaluator;
use crate::game::Record;
use crate::options::{Effect, Options};
use crate::report::{Outlet, Reporter};
use crate::run::{Hold, Job, STACK};
use crate::search::score::{self, EVAL_LIMIT, MAX_PLY, NONE};
use crate::search::{Task, Values, Worker};
use crate::table::Table;
use ferz_rules::{MoveSet, Notation, Position, Variant};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The workers of an engine.
pub(crate) type Team<G> = Vec<Worker<<G as Record>::Position, <G as Record>::Evaluator>>;

/// A search that is under way.
struct Running<G: Record> {
    control: Arc<Control>,
    thread: JoinHandle<Team<G>>,
}

/// An engine for one family of games.
pub(crate) struct Driver<G: Record> {
    options: Options,
    /// Taken on first use.
    table: Option<(i64, Arc<Table>)>,
    team: Team<G>,
    game: G,
    notation: Notation,
    values: Arc<Values>,
    endgames: Option<Arc<dyn Endgames<G::Position>>>,
    running: Option<Running<G>>,
}

impl<G: Record> Driver<G> {
    /// An engine at the start of a game.
    pub(crate) fn new(variant: Variant) -> Result<Self, String> {
        Ok(Driver {
            options: Options::default(),
            table: None,
            team: Vec::new(),
            game: G::open(variant, None)?,
            notation: Notation::Coordinate,
            values: Arc::default(),
            endgames: None,
            running: None,
        })
    }

    /// Ends a running search, if any, and takes its workers back.
    fn finish(&mut self) {
        if let Some(running) = &self.running {
            running.control.end();
        }
        self.collect();
    }

    fn collect(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked is our bug; the engine goes on with new workers.
            self.team = running.thread.join().unwrap_or_default();
        }
    }

    fn table(&mut self) -> Arc<Table> {
        let megabytes = self.options.hash_mb;
        match &self.table {
            Some((size, table)) if *size == megabytes => table.clone(),
            _ => {
                // The old one goes first: there may not be room for both.
                self.team.clear();
                self.table = None;
                let table = Arc::new(Table::new(megabytes as usize));
                self.table = Some((megabytes, table.clone()));
                table
            }
        }
    }

    /// The game that a setup describes, as far as its moves are legal; and what was wrong.
    fn open(&self, setup: &Setup) -> Result<(G, Option<String>), String> {
        let mut game = G::open(setup.variant, setup.fen.as_deref())?;
        for text in &setup.moves {
            if let Err(error) = game.play(text) {
                return Ok((game, Some(error)));
            }
        }
        Ok((game, None))
    }

    /// The root moves that a request allows; a remark if it allows none.
    fn root_moves(&self, request: &Request) -> (Vec<Move<G>>, Option<String>) {
        let position = self.game.position();
        let mut all = Vec::new();
        position.generate(MoveSet::All, &mut all);
        let read = |texts: &[String]| -> Vec<Move<G>> {
            texts.iter().filter_map(|text| self.game.read(text).ok()).collect()
        };
        let mut remark = None;
        if !request.only.is_empty() {
            let only = read(&request.only);
            if only.is_empty() {
                remark = Some(format!("no legal move among \"{}\"", request.only.join(" ")));
            } else {
                all.retain(|mv| only.contains(mv));
            }
        }
        let without = read(&request.without);
        all.retain(|mv| !without.contains(mv));
        (all, remark)
    }

    fn plan(&self, limits: &Limits) -> (Plan, TimeSource) {
        let overhead = Duration::from_millis(self.options.move_overhead_ms as u64);
        match limits.nodes_per_second {
            None => (Plan::new(limits, overhead), TimeSource::Wall),
            Some(0) => (Plan::new(limits, overhead), TimeSource::Cpu),
            // Nodes are not lost on the way.
            Some(rate) => (Plan::new(limits, Duration::ZERO), TimeSource::Nodes(rate)),
        }
    }
}

type Move<G> = <<G as Record>::Position as Position>::Move;

impl<G: Record> Drop for Driver<G> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl<G: Record> Engine for Driver<G> {
    fn options(&self) -> Vec<OptionSpec> {
        Options::specs()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        self.finish();
        match self.options.set(name, value)? {
            Effect::None | Effect::Files => {}
            Effect::ClearHash => {
                if let Some((_, table)) = &self.table {
                    table.clear(self.options.threads as usize);
                }
            }
        }
        Ok(())
    }

    fn prepare(&mut self) {
        self.finish();
        let table = self.table();
        let threads = self.options.threads.max(1) as usize;
        self.team.truncate(threads);
        while self.team.len() < threads {
            self.team.push(Worker::new(self.team.len(), G::evaluator(), table.clone()));
        }
    }

    fn new_game(&mut self) {
        self.finish();
        if let Some((_, table)) = &self.table {
            table.clear(self.options.threads as usize);
        }
        self.team.iter_mut().for_each(Worker::forget);
    }

    fn place(&mut self, setup: &Setup) -> Result<(), String> {
        self.finish();
        let (game, error) = self.open(setup)?;
        self.game = game;
        error.map_or(Ok(()), Err)
    }

    fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    fn start(&mut self, request: Request, sink: Sink) {
        self.finish();
        let limits = &request.limits;
        let pondering = request.purpose == Purpose::Ponder;
        let (plan, source) = match request.purpose {
            Purpose::Analyse => (Plan::default(), TimeSource::Wall),
            _ => self.plan(limits),
        };
        let threads = self.options.threads.max(1) as usize;
        let control = Arc::new(Control::new(plan, source, pondering, threads));
        self.prepare();
        let table = self.table();
        table.next_search();

        let (moves, remark) = self.root_moves(&request);
        let position = self.game.position().clone();
        let keys = self.game.keys();
        let mut node_limit = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(1));
        if let (TimeSource::Nodes(rate), Some(hard)) = (source, plan.hard) {
            let nodes = hard.as_nanos() * rate as u128 / 1_000_000_000;
            node_limit = node_limit.min(nodes.clamp(1, u64::MAX as u128) as u64);
        }
        let outlet = Outlet::new(sink);
        if let Some(remark) = remark {
            outlet.say(Report::Note(remark));
        }
        let reporter = Reporter {
            outlet,
            game: self.game.clone(),
            notation: self.notation,
            control: control.clone(),
            table,
            show_wdl: self.options.show_wdl,
            show_current_line: self.options.show_current_line,
            show_refutations: self.options.show_refutations,
            root_value: self.values.get(&position.key()).copied(),
            last_beat: Duration::ZERO,
        };
        let endless = plan == Plan::default()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.mate.is_none();
        let hold = match request.purpose {
            Purpose::Analyse => Hold::UntilStopped,
            _ if endless => Hold::UntilStopped,
            Purpose::Ponder => Hold::UntilHit,
            Purpose::Play => Hold::No,
        };
        let task = Task {
            root: position,
            record: keys[..keys.len().saturating_sub(1)].into(),
            moves: moves.into(),
            ranks: self.options.multi_pv.max(1) as usize,
            max_depth: limits.depth.map_or(i32::MAX, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            node_limit,
            mate_plies: limits
                .mate
                .map(|moves| (2 * moves.max(1) as i64 - 1).min(MAX_PLY as i64 - 3) as i32),
            values: self.values.clone(),
            endgames: self.endgames.clone(),
        };
        let job = Job { task, control: control.clone(), reporter, hold };
        let team = std::mem::take(&mut self.team);
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK)
            .spawn(move || job.run(team))
            .expect("the system has room for a thread");
        self.running = Some(Running { control, thread });
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.end();
        }
    }

    fn pause(&mut self, paused: bool) {
        if let Some(running) = &self.running {
            running.control.pause(paused);
        }
    }

    fn wait(&mut self) {
        self.collect();
    }

    fn explain(&mut self) -> String {
        G::evaluator().explain(self.game.position())
    }

    fn probe(&self, setup: &Setup) -> Probe {
        let (Some((_, table)), Ok((game, None))) = (&self.table, self.open(setup)) else {
            return Probe::default();
        };
        let position = game.position();
        let Some(entry) = table.probe(position.key()) else { return Probe::default() };
        let best = <G::Position as Position>::unpack(entry.mv)
            .filter(|&mv| position.is_legal(mv))
            .and_then(|mv| game.write(&[mv], self.notation).pop());
        let known = (entry.value != NONE).then(|| {
            // Mates have no place in centipawns but at the ends.
            let value = score::from_table(entry.value, 0, position.halfmove_clock());
            (value, entry.depth)
        });
        Probe {
            best,
            lower: known.filter(|_| entry.kind.is_lower()),
            upper: known.filter(|_| entry.kind.is_upper()),
        }
    }

    fn book_moves(&self) -> Vec<(String, u32)> {
        Vec::new()
    }

    fn set_value(&mut self, setup: &Setup, value: Option<i32>) -> Result<(), String> {
        self.finish();
        let (game, error) = self.open(setup)?;
        if let Some(error) = error {
            return Err(error);
        }
        let key = game.position().key();
        let values = Arc::make_mut(&mut self.values);
        match value {
            Some(value) => values.insert(key, value.clamp(-EVAL_LIMIT, EVAL_LIMIT)),
            None => values.remove(&key),
        };
        Ok(())
    }

    fn clear_values(&mut self) {
        self.finish();
        self.values = Arc::default();
    }

    fn bench(&mut self, depth: u32) -> (u64, Duration) {
        self.finish();
        bench::run::<G>(depth)
    }
}
