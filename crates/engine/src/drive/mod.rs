//! The engine as the outside sees it: options, a game, and one search at a time in threads of its
//! own.
//!
//! | file | does |
//! |---|---|
//! | `start` | makes a search of a request: its moves, its time, who is asked before it |
//! | [`control`] | lets a running search and its driver talk, with [`clock`] and [`effort`] |
//! | [`run`] | lets the threads search, and gives the answer |
//! | [`report`] | makes reports of what the search finds |
//! | [`strength`] | holds a search back |
//! | [`evaluations`] | which evaluation the options ask for |
//! | [`mod@bench`] | the fixed search with its number |

pub(crate) mod bench;
pub(crate) mod clock;
pub(crate) mod control;
pub(crate) mod delay;
pub(crate) mod effort;
pub(crate) mod evaluations;
pub(crate) mod report;
pub(crate) mod run;
mod start;
pub(crate) mod strength;

use crate::api::{Engine, Number, OptionError, OptionSpec, Probe, Purpose, Request, Setup, Sink};
use crate::endgame::Usage;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::games::{self, OpenBook, Plays, Tables};
use crate::options::{Effect, Options, book_files};
use crate::search::score::{self, EVAL_LIMIT, NONE};
use crate::search::{STACK, Values, Worker};
use crate::table::Table;
use control::Control;
use delay::Delays;
use effort::Effort;
use evaluations::Evaluations;
use ferz_rules::{Cycles as _, Game as _, Notation, Played, Position, Variant};
use run::Team;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A search that is under way.
struct Running<G: Plays> {
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
pub(crate) struct Driver<G: Plays> {
    options: Options,
    /// Taken on first use.
    table: Option<(i64, Arc<Table>)>,
    team: Team<G>,
    game: Played<G::Position>,
    notation: Notation,
    values: Arc<Values>,
    endgames: Option<Tables<G::Position>>,
    /// Asked in this order.
    books: Vec<OpenBook<G::Position>>,
    /// What evaluations positions instead of the rules made by hand.
    evaluations: Evaluations,
    /// Whether library and network are what the options say.
    evaluation_open: bool,
    /// Whether book and endgame tables are what the options say.
    files_open: bool,
    /// What to tell with the next search.
    remarks: Vec<String>,
    running: Option<Running<G>>,
    /// What moves have lost of the clock.
    delays: Delays,
}

impl<G: Plays> Driver<G> {
    /// An engine at the start of a game.
    pub(crate) fn new(variant: Variant, settings: Settings) -> Result<Self, String> {
        Ok(Driver::with(begin::<G>(variant, None)?, settings))
    }

    fn with(game: Played<G::Position>, settings: Settings) -> Self {
        let usual = G::usual_evaluations(game.variant());
        Driver {
            // What is the default is not worth a look.
            files_open: settings.options == Options::default(),
            evaluation_open: usual.is_some() && settings.options.has_usual_evaluation(),
            options: settings.options,
            table: settings.table,
            team: Vec::new(),
            game,
            notation: settings.notation,
            values: Arc::default(),
            endgames: None,
            books: Vec::new(),
            evaluations: usual.unwrap_or_default(),
            remarks: Vec::new(),
            running: None,
            delays: Delays::default(),
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
            table.clear(self.threads());
        }
        Settings { table, ..self.settings() }
    }

    /// The same without the memory.
    pub(crate) fn settings(&self) -> Settings {
        Settings { options: self.options.clone(), table: None, notation: self.notation }
    }

    /// How many threads search.
    fn threads(&self) -> usize {
        self.options.threads.max(1) as usize
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
            match G::open_endgames(syzygy_path, usage) {
                Ok((tables, found)) => {
                    self.endgames = Some(tables);
                    self.remarks.push(found);
                }
                Err(why) => self.remarks.push(why),
            }
        }
        self.books.clear();
        for path in book_files(book_file) {
            match G::open_book(path) {
                Ok(book) => self.books.push(book),
                Err(why) => self.remarks.push(why),
            }
        }
        if book_file.is_empty() && self.options.own_book {
            self.books.extend(G::own_book());
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
        self.evaluations = Evaluations::default();
        if let Some((_, table)) = &self.table {
            table.clear(self.threads());
        }
        self.evaluations = G::open_evaluations(&self.options, self.game.board(), &mut self.remarks);
    }
}

/// A game from a FEN or from its start.
fn begin<G: Plays>(variant: Variant, fen: Option<&str>) -> Result<Played<G::Position>, String> {
    Played::new(variant, fen).map_err(|error| error.to_string())
}

/// The game that a setup describes, as far as its moves are legal; and what was wrong.
fn open<G: Plays>(setup: &Setup) -> Result<(Played<G::Position>, Option<String>), String> {
    let mut game = begin::<G>(setup.variant, setup.fen.as_deref())?;
    for text in &setup.moves {
        if let Err(error) = games::play(&mut game, text) {
            return Ok((game, Some(error)));
        }
    }
    Ok((game, None))
}

type Move<G> = <<G as Plays>::Position as Position>::Move;

impl<G: Plays> Drop for Driver<G> {
    fn drop(&mut self) {
        self.finish();
    }
}

impl<G: Plays> Engine for Driver<G> {
    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs()
    }

    fn numbers(&self) -> Vec<Number> {
        self.options.params(G::params(self.game.board())).numbers()
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
                    table.clear(self.threads());
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
        let threads = self.threads();
        self.team.truncate(threads);
        while self.team.len() < threads {
            let judge = G::judge(&self.evaluations, self.game.board());
            self.team.push(Worker::new(self.team.len(), judge, table.clone()));
        }
    }

    fn new_game(&mut self) {
        self.finish();
        if let Some((_, table)) = &self.table {
            table.clear(self.threads());
        }
        self.team.iter_mut().for_each(Worker::forget);
    }

    fn place(&mut self, setup: &Setup) -> Result<(), String> {
        self.finish();
        let (game, error) = open::<G>(setup)?;
        if !G::are_judged_alike(game.board(), self.game.board()) {
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
        let clock = request.limits.clock.filter(|_| request.limits.nodes_per_second.is_none());
        if let Some(clock) = &clock {
            self.delays.hear(clock, self.game.keys());
        }
        let (plan, source) = self.plan(&request);
        let pondering = request.purpose == Purpose::Ponder;
        let effort = Effort::new(self.options.idle, self.options.pruning);
        let control = Control::new(plan, source, pondering, self.threads()).with(effort);
        // The clock runs from here on.
        let control = Arc::new(control);
        if let Some(clock) = clock {
            self.delays.asked(clock, self.game.keys(), control.clone());
        }
        self.prepare();
        let job = self.job(&request, sink, control.clone());
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
        let position = self.game.board();
        G::judge(&self.evaluations, position).explain(position)
    }

    fn network(&mut self) -> Option<Vec<u8>> {
        self.finish();
        self.open_evaluation();
        self.evaluations.network().map(Network::to_bytes)
    }

    fn probe(&self, setup: &Setup) -> Probe {
        let (Some((_, table)), Ok((game, None))) = (&self.table, open::<G>(setup)) else {
            return Probe::default();
        };
        let position = game.board();
        let Some(entry) = table.probe(position.key()) else { return Probe::default() };
        let best = <G::Position as Position>::unpack(entry.mv)
            .filter(|&mv| position.is_legal(mv))
            .and_then(|mv| games::written(&game, &[mv], self.notation).pop());
        let known = (entry.value != NONE).then(|| {
            // Mates have no place in centipawns but at the ends.
            let drawn_at = position.drawn_at(self.options.rulings());
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
        let write = |mv| games::written(&self.game, &[mv], self.notation).pop().unwrap_or_default();
        moves.into_iter().map(|(mv, weight)| (write(mv), weight * 100 / total)).collect()
    }

    fn set_value(&mut self, setup: &Setup, value: Option<i32>) -> Result<(), String> {
        self.finish();
        let (game, error) = open::<G>(setup)?;
        if let Some(error) = error {
            return Err(error);
        }
        let key = game.board().key();
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

    /// Of its own board; [`AnyGame`](crate::family::AnyGame) knows the others.
    fn bench(&mut self, game: Variant, depth: u32) -> (u64, Duration) {
        self.finish();
        let game = G::BENCH.map_or(game, |(usual, _)| usual);
        let start = begin::<G>(game, None).expect("the start position is a position");
        // The next search says what is wrong with a file.
        let evaluations = G::open_evaluations(&self.options, start.board(), &mut Vec::new());
        bench::run::<G>(
            game,
            depth,
            self.options.params(G::params(start.board())),
            G::judge(&evaluations, start.board()),
        )
    }
}
