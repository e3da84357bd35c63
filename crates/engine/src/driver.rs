//! The engine as the outside sees it: options, a game, and one search at a time in threads of its
//! own.

use crate::api::{
    Engine, Limits, OptionError, OptionSpec, Probe, Purpose, Report, Request, Setup, Sink,
};
use crate::bench;
use crate::book::{self, Book};
use crate::clock::Plan;
use crate::control::{Control, TimeSource};
use crate::effort::Effort;
use crate::endgame::Usage;
use crate::eval::library::Show as _;
use crate::eval::network::{Inputs, Network, Standard};
use crate::eval::{Chosen, Evaluator};
use crate::game::{Judge, Plays, Record, Tables};
use crate::judges::Judges;
use crate::options::{Effect, Options, book_files};
use crate::report::{Outlet, Reporter};
use crate::run::{Hold, Job, STACK};
use crate::search::score::{self, EVAL_LIMIT, MAX_PLY, NONE};
use crate::search::{Task, Values, Worker};
use crate::table::Table;
use ferz_rules::chess::ChessGame;
use ferz_rules::xiangqi::XiangqiGame;
use ferz_rules::{Cycles as _, Family, MoveSet, Notation, Position, Variant};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The workers of an engine.
pub(crate) type Team<G> = Vec<Searcher<G>>;

/// One of them.
pub(crate) type Searcher<G> = Worker<<G as Record>::Position, Chosen<Standard<Judge<G>>>>;

/// A search that is under way.
struct Running<G: Record> {
    control: Arc<Control>,
    thread: JoinHandle<Team<G>>,
}

/// What belongs to no game: it stays when the game changes.
pub(crate) struct Settings {
    options: Options,
    /// Taken on first use; its size in megabytes.
    table: Option<(i64, Arc<Table>)>,
    notation: Notation,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { options: Options::default(), table: None, notation: Notation::Coordinate }
    }
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
    endgames: Option<Tables<G::Position>>,
    /// Asked in this order.
    books: Vec<Book<<G::Position as Plays>::Book>>,
    /// What judges positions instead of the rules made by hand.
    judges: Judges,
    /// Whether library and network are what the options say.
    evaluation_open: bool,
    /// Whether book and endgame tables are what the options say.
    files_open: bool,
    /// What to tell with the next search.
    remarks: Vec<String>,
    running: Option<Running<G>>,
}

impl<G: Record> Driver<G> {
    /// An engine at the start of a game.
    pub(crate) fn new(variant: Variant) -> Result<Self, String> {
        Ok(Driver::with(G::open(variant, None)?, Settings::default()))
    }

    fn with(game: G, settings: Settings) -> Self {
        Driver {
            // What is the default is not worth a look.
            files_open: settings.options == Options::default(),
            evaluation_open: settings.options.has_usual_evaluation(),
            options: settings.options,
            table: settings.table,
            team: Vec::new(),
            game,
            notation: settings.notation,
            values: Arc::default(),
            endgames: None,
            books: Vec::new(),
            judges: Judges::usual(G::Position::GAME),
            remarks: Vec::new(),
            running: None,
        }
    }

    /// An engine for another game that takes over these settings, at the position that `setup`
    /// describes; beside it what was wrong with the setup's moves.
    pub(crate) fn take_over(
        setup: &Setup,
        settings: impl FnOnce() -> Settings,
    ) -> Result<(Self, Option<String>), String> {
        let (game, error) = open::<G>(setup)?;
        Ok((Driver::with(game, settings()), error))
    }

    /// What another driver may take over; ends a running search.
    pub(crate) fn hand_over(&mut self) -> Settings {
        self.finish();
        self.team.clear();
        let table = self.table.take();
        // The other game's positions have other keys, so what is in it is of no use.
        if let Some((_, table)) = &table {
            table.clear(self.options.threads as usize);
        }
        Settings { options: self.options.clone(), table, notation: self.notation }
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
                if table.megabytes() < megabytes as usize {
                    self.remarks.push(format!(
                        "no memory for {megabytes} MB of hash: {} MB are used",
                        table.megabytes()
                    ));
                }
                self.table = Some((megabytes, table.clone()));
                table
            }
        }
    }

    /// Opens book and endgame tables as the options say.
    fn open_files(&mut self) {
        if std::mem::replace(&mut self.files_open, true) {
            return;
        }
        let Options { syzygy_path, book_file, .. } = &self.options;
        let usage = Usage {
            depth: self.options.syzygy_depth as i32,
            men: self.options.syzygy_limit as u32,
            fifty_moves: self.options.syzygy_fifty,
        };
        // The old tables go first, so that the same engine may open others.
        self.endgames = None;
        if !syzygy_path.is_empty() {
            match G::Position::open_endgames(syzygy_path, usage) {
                Ok((tables, found)) => {
                    self.endgames = Some(tables);
                    self.remarks.push(found);
                }
                Err(why) => self.remarks.push(why),
            }
        }
        self.books.clear();
        for path in book_files(book_file) {
            match Book::open(path) {
                Ok(book) => self.books.push(book),
                Err(why) => self.remarks.push(why),
            }
        }
        if book_file.is_empty() && self.options.own_book {
            self.books.push(Book::own());
        }
    }

    /// Loads the network and the evaluation library that the options name. Where a file is of no
    /// use, what is inside the program stays.
    fn open_evaluation(&mut self) {
        if std::mem::replace(&mut self.evaluation_open, true) {
            return;
        }
        // What other evaluators found is worth nothing to the next one.
        self.team.clear();
        // The old library goes first, so that the same file may be opened anew.
        self.judges = Judges::default();
        if let Some((_, table)) = &self.table {
            table.clear(self.options.threads as usize);
        }
        self.judges = Judges::open(&self.options, self.game.position(), &mut self.remarks);
    }

    /// The moves of the first book that knows the position.
    fn known_moves(&self) -> Vec<(Move<G>, u32)> {
        let mut found = self.books.iter().map(|book| book.moves(self.game.position()));
        found.find(|moves| !moves.is_empty()).unwrap_or_default()
    }

    /// A book move, where the book is to be used.
    fn book_move(&self, request: &Request, moves: &[Move<G>]) -> Option<Move<G>> {
        let options = &self.options;
        if !options.own_book || options.analyse_mode || request.purpose != Purpose::Play {
            return None;
        }
        let mut known = self.known_moves();
        known.retain(|(mv, _)| {
            let mut next = *self.game.position();
            next.play(*mv);
            // A book knows nothing of the way to a position: what repeats one has to be thought
            // about.
            moves.contains(mv) && !self.game.keys().contains(&next.key())
        });
        book::choose(&known)
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
            None => (Plan::new(limits, overhead, G::Position::HORIZON), TimeSource::Wall),
            Some(0) => (Plan::new(limits, overhead, G::Position::HORIZON), TimeSource::Cpu),
            // Nodes are not lost on the way.
            Some(rate) => {
                (Plan::new(limits, Duration::ZERO, G::Position::HORIZON), TimeSource::Nodes(rate))
            }
        }
    }
}

/// The game that a setup describes, as far as its moves are legal; and what was wrong.
fn open<G: Record>(setup: &Setup) -> Result<(G, Option<String>), String> {
    let mut game = G::open(setup.variant, setup.fen.as_deref())?;
    for text in &setup.moves {
        if let Err(error) = game.play(text) {
            return Ok((game, Some(error)));
        }
    }
    Ok((game, None))
}

type Move<G> = <<G as Record>::Position as Position>::Move;

impl<G: Record> Drop for Driver<G> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl<G: Record> Engine for Driver<G> {
    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs()
    }

    fn allow_libraries(&mut self) {
        self.options.libraries = true;
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        self.finish();
        match self.options.set(name, value)? {
            Effect::Nothing => {}
            Effect::Files => self.files_open = false,
            Effect::Evaluation => self.evaluation_open = false,
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
        self.open_files();
        self.open_evaluation();
        let table = self.table();
        let threads = self.options.threads.max(1) as usize;
        self.team.truncate(threads);
        while self.team.len() < threads {
            let judge = self.judges.judge(self.game.position());
            self.team.push(Worker::new(self.team.len(), judge, table.clone()));
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
        let (game, error) = open::<G>(setup)?;
        if game.position().code() != self.game.position().code() {
            // Perhaps library or network take the one game and not the other.
            self.evaluation_open = false;
        }
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
        let effort = Effort::new(self.options.idle, self.options.pruning);
        let control = Arc::new(Control::new(plan, source, pondering, threads).with(effort));
        self.prepare();
        let table = self.table();
        table.next_search();

        let (mut moves, remark) = self.root_moves(&request);
        let position = *self.game.position();
        let keys = self.game.keys();
        let book_move = self.book_move(&request, &moves);
        let handicap = match request.purpose {
            Purpose::Analyse => None,
            _ => self.options.handicap(),
        };
        let mut node_limit = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(1));
        if let Some(handicap) = &handicap {
            node_limit = node_limit.min(handicap.nodes.saturating_mul(threads as u64));
        }
        // Endgame tables at the root: only moves that keep the result, and inside the tree they
        // are needed no more.
        let mut endgames = self.endgames.clone();
        let mut table_value = None;
        let verdict = endgames.as_ref().and_then(|tables| {
            let (now, reach) = (keys.len() - 1, position.halfmove_clock() as usize);
            let past = &keys[now.saturating_sub(reach)..];
            let repeated = (1..past.len()).any(|i| past[..i].contains(&past[i]));
            tables.root(&position, repeated)
        });
        self.remarks.extend(endgames.iter().flat_map(|tables| tables.news()));
        if let Some(verdict) = verdict {
            let kept: Vec<Move<G>> =
                verdict.moves.into_iter().filter(|mv| moves.contains(mv)).collect();
            // Other moves than the best may be all that is asked for.
            if !kept.is_empty() {
                moves = kept;
                table_value = Some(verdict.value);
                endgames = None;
            }
        }
        if let (TimeSource::Nodes(rate), Some(hard)) = (source, plan.hard) {
            let nodes = hard.as_nanos() * rate as u128 / 1_000_000_000;
            node_limit = node_limit.min(nodes.clamp(1, u64::MAX as u128) as u64);
        }
        let outlet = Outlet::new(sink);
        for remark in self.remarks.drain(..).chain(remark) {
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
            shown_ranks: self.options.multi_pv.max(1) as usize,
            root_value: self.values.get(&position.key()).copied(),
            table_value,
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
            past: self.game.past().into(),
            rules: G::Position::rules(&self.options),
            moves: moves.into(),
            ranks: handicap
                .map_or(1, |handicap| handicap.choices())
                .max(self.options.multi_pv as usize),
            max_depth: limits.depth.map_or(i32::MAX, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            node_limit,
            mate_plies: limits
                .mate
                .map(|moves| (2 * moves.max(1) as i64 - 1).min(MAX_PLY as i64 - 3) as i32),
            values: self.values.clone(),
            endgames,
        };
        let job = Job { task, control: control.clone(), reporter, hold, handicap, book_move };
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
        self.open_evaluation();
        let position = self.game.position();
        self.judges.judge(position).explain(position)
    }

    fn network(&mut self) -> Option<Vec<u8>> {
        self.finish();
        self.open_evaluation();
        self.judges.network().map(Network::to_bytes)
    }

    fn probe(&self, setup: &Setup) -> Probe {
        let (Some((_, table)), Ok((game, None))) = (&self.table, open::<G>(setup)) else {
            return Probe::default();
        };
        let position = game.position();
        let Some(entry) = table.probe(position.key()) else { return Probe::default() };
        let best = <G::Position as Position>::unpack(entry.mv)
            .filter(|&mv| position.is_legal(mv))
            .and_then(|mv| game.write(&[mv], self.notation).pop());
        let known = (entry.value != NONE).then(|| {
            // Mates have no place in centipawns but at the ends.
            let drawn_at = position.drawn_at(G::Position::rules(&self.options));
            let left = drawn_at.saturating_sub(position.halfmove_clock());
            let value = score::from_table(entry.value, 0, left);
            (value, entry.depth)
        });
        Probe {
            best,
            lower: known.filter(|_| entry.kind.is_lower()),
            upper: known.filter(|_| entry.kind.is_upper()),
        }
    }

    fn book_moves(&self) -> Vec<(String, u32)> {
        let moves = self.known_moves();
        let total = moves.iter().map(|&(_, weight)| weight).sum::<u32>().max(1);
        let write = |mv| self.game.write(&[mv], self.notation).pop().unwrap_or_default();
        moves.into_iter().map(|(mv, weight)| (write(mv), weight * 100 / total)).collect()
    }

    fn set_value(&mut self, setup: &Setup, value: Option<i32>) -> Result<(), String> {
        self.finish();
        let (game, error) = open::<G>(setup)?;
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

    fn bench(&mut self, variant: Variant, depth: u32) -> (u64, Duration) {
        self.finish();
        match variant.family {
            Family::Chess => bench_by::<ChessGame>(&self.options, depth),
            Family::Xiangqi => bench_by::<XiangqiGame>(&self.options, depth),
        }
    }
}

/// The bench with the evaluation that the options ask for.
fn bench_by<G: Record>(options: &Options, depth: u32) -> (u64, Duration) {
    let start = G::open(G::Position::BENCH.0, None).expect("the start position is a position");
    // The next search says what is wrong with a file.
    let judges = Judges::open(options, start.position(), &mut Vec::new());
    bench::run::<G>(depth, judges.judge(start.position()))
}
