//! From a request to a search: which moves it may play, how long it may take, and who is asked
//! before it.

use super::clock::{Overhead, Plan};
use super::control::{Control, TimeSource};
use super::report::{Outlet, Reporter};
use super::run::{Hold, Job};
use super::strength::Handicap;
use super::{Driver, Move};
use crate::api::{Limits, Purpose, Report, Request, Sink};
use crate::book;
use crate::games::{self, Plays, Tables};
use crate::search::Task;
use crate::search::score::{MAX_PLY, Value};
use ferz_rules::{MoveSet, Playable, Position};
use std::sync::Arc;
use std::time::Duration;

/// What is to be searched once endgame tables were asked.
struct Root<G: Plays> {
    moves: Vec<Move<G>>,
    /// To be asked inside the tree.
    endgames: Option<Tables<G::Position>>,
    /// The result by table.
    value: Option<Value>,
}

impl<G: Plays> Driver<G> {
    /// How long a request may take, and by which clock.
    pub(super) fn plan(&self, request: &Request) -> (Plan, TimeSource) {
        let limits = &request.limits;
        let said = Duration::from_millis(self.options.move_overhead_ms as u64);
        let overhead = self.delays.overhead(said);
        let by = |overhead| Plan::new(limits, overhead, G::HORIZON);
        match limits.nodes_per_second {
            _ if request.purpose == Purpose::Analyse => (Plan::default(), TimeSource::Wall),
            None => (by(overhead), TimeSource::Wall),
            Some(0) => (by(overhead), TimeSource::Cpu),
            // Nodes are not lost on the way.
            Some(rate) => (by(Overhead::default()), TimeSource::Nodes(rate)),
        }
    }

    /// The search that a request asks for, under this control; what there is to say before it is
    /// said.
    pub(super) fn job(&mut self, request: &Request, sink: Sink, control: Arc<Control>) -> Job<G> {
        let limits = &request.limits;
        self.table().next_search();
        let (moves, remark) = self.root_moves(request);
        let book_move = self.book_move(request, &moves);
        let handicap = match request.purpose {
            Purpose::Analyse => None,
            _ => self.options.handicap(G::strength(self.game.board())),
        };
        let root = self.ask_endgames(moves);
        let outlet = Outlet::new(sink);
        for remark in self.remarks.drain(..).chain(remark) {
            outlet.say(Report::Note(remark));
        }
        let keys = self.game.keys();
        let choices = handicap.map_or(1, |handicap| handicap.choices);
        let task = Task {
            root: *self.game.board(),
            record: keys[..keys.len().saturating_sub(1)].into(),
            past: games::past(&self.game).into(),
            rulings: self.options.rulings(),
            params: self.options.params(G::params(self.game.board())),
            moves: root.moves.into(),
            ranks: choices.max(self.options.multi_pv as usize),
            max_depth: limits.depth.map_or(i32::MAX, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            node_limit: self.node_limit(limits, handicap, &control),
            mate_plies: limits
                .mate
                .map(|moves| (2 * moves.max(1) as i64 - 1).min(MAX_PLY as i64 - 3) as i32),
            values: self.values.clone(),
            endgames: root.endgames,
        };
        let hold = hold(request, control.plan());
        let reporter = self.reporter(outlet, control.clone(), root.value);
        Job { task, control, reporter, hold, handicap, book_move }
    }

    fn reporter(
        &mut self,
        outlet: Outlet,
        control: Arc<Control>,
        table_value: Option<Value>,
    ) -> Reporter<G> {
        Reporter {
            outlet,
            table: self.table(),
            game: self.game.clone(),
            notation: self.notation,
            control,
            show_wdl: self.options.show_wdl,
            show_current_line: self.options.show_current_line,
            show_refutations: self.options.show_refutations,
            shown_ranks: self.options.multi_pv.max(1) as usize,
            root_value: self.values.get(&self.game.board().key()).copied(),
            table_value,
            last_beat: Duration::ZERO,
        }
    }

    /// Endgame tables at the root: only moves that keep the result, and inside the tree they are
    /// needed no more.
    fn ask_endgames(&mut self, moves: Vec<Move<G>>) -> Root<G> {
        let endgames = self.endgames.clone();
        let (position, keys) = (self.game.board(), self.game.keys());
        let verdict = endgames.as_ref().and_then(|tables| {
            let (now, reach) = (keys.len() - 1, position.reversible() as usize);
            let past = &keys[now.saturating_sub(reach)..];
            let repeated = (1..past.len()).any(|i| past[..i].contains(&past[i]));
            tables.root(position, repeated)
        });
        self.remarks.extend(endgames.iter().flat_map(|tables| tables.news()));
        if let Some(verdict) = verdict {
            let kept: Vec<Move<G>> =
                verdict.moves.into_iter().filter(|mv| moves.contains(mv)).collect();
            // Other moves than the best may be all that is asked for.
            if !kept.is_empty() {
                return Root { moves: kept, endgames: None, value: Some(verdict.value) };
            }
        }
        Root { moves, endgames, value: None }
    }

    /// No more nodes than this, for all threads together.
    fn node_limit(&self, limits: &Limits, handicap: Option<Handicap>, control: &Control) -> u64 {
        let asked = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(1));
        let weaker = handicap
            .map_or(u64::MAX, |handicap| handicap.nodes.saturating_mul(self.threads() as u64));
        asked.min(weaker).min(control.most_nodes().unwrap_or(u64::MAX))
    }

    /// The moves of the first book that knows the position.
    pub(super) fn known_moves(&self) -> Vec<(Move<G>, u32)> {
        let mut found = self.books.iter().map(|book| book.moves(self.game.board()));
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
            let mut next = *self.game.board();
            next.play(*mv);
            // A book knows nothing of the way to a position: what repeats one has to be thought
            // about.
            moves.contains(mv) && !self.game.keys().contains(&next.key())
        });
        book::choose(&known)
    }

    /// The root moves that a request allows; a remark if it allows none.
    fn root_moves(&self, request: &Request) -> (Vec<Move<G>>, Option<String>) {
        let position = self.game.board();
        let mut all = Vec::new();
        position.generate(MoveSet::All, &mut all);
        let read = |texts: &[String]| -> Vec<Move<G>> {
            texts.iter().filter_map(|text| self.game.board().read_move(text).ok()).collect()
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
}

/// Whether the answer of a search waits for a word.
fn hold(request: &Request, plan: &Plan) -> Hold {
    let Limits { depth, nodes, mate, .. } = &request.limits;
    let endless = *plan == Plan::default() && depth.is_none() && nodes.is_none() && mate.is_none();
    match request.purpose {
        Purpose::Analyse => Hold::UntilStopped,
        _ if endless => Hold::UntilStopped,
        Purpose::Ponder => Hold::UntilHit,
        Purpose::Play => Hold::No,
    }
}
