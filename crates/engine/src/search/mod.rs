//! The search: principal variation search with iterative deepening, generic over the game.
//!
//! A [`Worker`] is one thread's search with everything it remembers. What several workers share
//! comes from outside: the hash table and the [`Control`]. The worker's methods are spread over files
//! by idea:
//!
//! | file | does |
//! |---|---|
//! | [`root`] | deepens, and decides when to be content |
//! | [`node`] | searches a position: the order of the steps below |
//! | [`facts`] | what table and evaluation say of it |
//! | [`early`], [`probcut`] | leave without trying a move |
//! | [`moves`] | tries the moves, with [`prune`], [`singular`], [`late`] |
//! | [`learn`] | teaches the histories what came of it |
//! | [`quiesce`] | captures at the end of a line |
//! | [`repetition`] | what the rules say of a line: draws, and in some games losses |

mod early;
mod facts;
pub(crate) mod history;
pub(crate) mod kind;
mod late;
mod learn;
mod moves;
mod node;
pub(crate) mod params;
pub(crate) mod picker;
mod probcut;
mod prune;
mod quiesce;
pub(crate) mod reduction;
mod repetition;
pub(crate) mod root;
pub(crate) mod score;
mod singular;
pub(crate) mod stack;
mod tuned;

use crate::drive::control::Control;
use crate::drive::effort::Pruning;
use crate::endgame::Endgames;
use crate::eval::Evaluator;
use crate::table::{Entry, Table};
use ferz_rules::{MoveSet, Position, Rulings, Searched, Shape};
use history::{Context, Histories};
use params::Params;
use picker::{Buffers, Picked};
use reduction::Reductions;
use repetition::Cycles;
use root::RootMove;
use score::{EVAL_LIMIT, MAX_PLY, Value};
use stack::{BEFORE_ROOT, Frame};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// What a thread that searches needs as stack: deep lines and singularity tests nest, and memory that
/// is not touched costs nothing.
pub(crate) const STACK: usize = 32 << 20;

/// Nodes between two looks at the clock: well under a millisecond.
const CHECK_INTERVAL: u64 = 512;

/// Moves tried at a node, with whether they are noisy.
type Tried<P> = Vec<(<P as Position>::Move, bool)>;

/// Values that a user assigned to positions, by key, for the side to move.
pub(crate) type Values = HashMap<u64, Value>;

/// A position of the game and the move made there.
pub(crate) type Step<P> = (P, Option<<P as Position>::Move>);

/// One search as the workers see it.
#[derive(Clone)]
pub(crate) struct Task<P: Searched> {
    /// The position to search.
    pub(crate) root: P,
    /// Keys of the positions before it, the oldest first.
    pub(crate) record: Arc<[u64]>,
    /// The positions before it with the moves made there, `None` for a pass; needed where
    /// repetition may lose.
    pub(crate) past: Arc<[Step<P>]>,
    /// How the game is judged.
    pub(crate) rulings: Rulings,
    /// The numbers to search with.
    pub(crate) params: Params,
    /// The root moves to consider.
    pub(crate) moves: Arc<[P::Move]>,
    /// How many lines to report.
    pub(crate) ranks: usize,
    /// No deeper than this.
    pub(crate) max_depth: i32,
    /// No more nodes than this, for this thread.
    pub(crate) node_limit: u64,
    /// Look only for a mate within this many plies.
    pub(crate) mate_plies: Option<i32>,
    /// Values assigned by the user.
    pub(crate) values: Arc<Values>,
    /// Endgame tables.
    pub(crate) endgames: Option<Arc<dyn Endgames<P>>>,
}

/// One thread's search.
pub(crate) struct Worker<P: Searched, E: Evaluator<P>> {
    /// 0 for the main thread.
    pub(crate) id: usize,
    pub(crate) table: Arc<Table>,
    control: Arc<Control>,
    evaluator: E,
    states: Vec<E::State>,
    histories: Histories<P>,
    frames: Vec<Frame<P>>,
    keys: Vec<u64>,
    /// How many of the keys lie before the root.
    record_len: usize,
    root: Option<P>,
    past: Arc<[Step<P>]>,
    rulings: Rulings,
    drawn_at: u32,
    cycles: Cycles,
    pv: Vec<Vec<P::Move>>,
    buffers: Vec<Buffers<P::Move>>,
    tried: Vec<Tried<P>>,
    reductions: Reductions,
    params: Params,
    values: Arc<Values>,
    endgames: Option<Arc<dyn Endgames<P>>>,
    /// Nodes of this search.
    pub(crate) nodes: u64,
    pub(crate) tbhits: u64,
    next_check: u64,
    node_limit: u64,
    stopped: bool,
    full_width: bool,
    pruning: Pruning,
    /// When this thread began its shift, where it rests at all.
    awake: Option<Instant>,
    /// Null moves are allowed from this ply on.
    null_from: usize,
    seldepth: usize,
    root_depth: i32,
    root_width: Value,
    /// Root moves, the best first.
    pub(crate) roots: Vec<RootMove<P>>,
    /// The line being searched, from 0.
    rank: usize,
    /// The depth that was searched to its end.
    pub(crate) completed: i32,
    voice: Option<Box<dyn root::Voice<P>>>,
}

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// A worker that knows nothing yet.
    pub(crate) fn new(id: usize, evaluator: E, table: Arc<Table>) -> Self {
        Worker {
            id,
            table,
            control: Arc::new(Control::default()),
            evaluator,
            states: vec![E::State::default(); MAX_PLY + 2],
            histories: Histories::new(Shape { squares: 0, pieces: 0 }),
            frames: vec![Frame::default(); MAX_PLY + BEFORE_ROOT + 4],
            keys: Vec::new(),
            record_len: 0,
            root: None,
            past: Arc::new([]),
            rulings: Rulings::default(),
            drawn_at: u32::MAX,
            cycles: Cycles::default(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            buffers: Vec::new(),
            tried: Vec::new(),
            reductions: Reductions::new(),
            params: Params::USUAL,
            values: Arc::default(),
            endgames: None,
            nodes: 0,
            tbhits: 0,
            next_check: 0,
            node_limit: u64::MAX,
            stopped: false,
            full_width: false,
            pruning: Pruning::default(),
            awake: None,
            null_from: 0,
            seldepth: 0,
            root_depth: 0,
            root_width: 1,
            roots: Vec::new(),
            rank: 0,
            completed: 0,
            voice: None,
        }
    }

    /// A new game: forgets what belongs to the old one.
    pub(crate) fn forget(&mut self) {
        self.histories.clear();
    }

    /// Gets ready for a search.
    fn set_up(&mut self, task: &Task<P>, control: Arc<Control>) {
        self.control = control;
        self.values = task.values.clone();
        self.endgames = task.endgames.clone();
        self.keys.clear();
        self.keys.extend_from_slice(&task.record);
        self.keys.push(task.root.key());
        self.record_len = task.record.len();
        self.root = Some(task.root.clone());
        self.past = task.past.clone();
        if self.histories.shape() != task.root.shape() {
            self.histories = Histories::new(task.root.shape());
        }
        self.params = task.params;
        self.histories.params = task.params;
        self.cycles.prepare(task.root.repetition_may_lose());
        if self.rulings != task.rulings {
            self.cycles.clear();
        }
        self.rulings = task.rulings;
        self.drawn_at = task.root.drawn_at(task.rulings);
        self.frames.fill(Frame::default());
        let record = task.record.len() as u32;
        self.frame(0).reversible = task.root.reversible().min(record);
        self.evaluator.refresh(&task.root, &mut self.states[0]);
        self.nodes = 0;
        self.tbhits = 0;
        self.next_check = 0;
        self.node_limit = task.node_limit;
        self.stopped = false;
        self.full_width = task.mate_plies.is_some();
        self.pruning = self.control.effort().pruning;
        self.awake = None;
        self.null_from = 0;
        self.rank = 0;
        self.completed = 0;
        self.roots = task.moves.iter().map(|&mv| RootMove::new(mv)).collect();
    }

    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame<P> {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    #[inline(always)]
    fn frame_at(&self, ply: usize) -> &Frame<P> {
        &self.frames[ply + BEFORE_ROOT]
    }

    #[inline(always)]
    fn frame_before(&self, ply: usize) -> &Frame<P> {
        &self.frames[ply + BEFORE_ROOT - 1]
    }

    #[inline(always)]
    fn frame_after(&self, ply: usize) -> &Frame<P> {
        &self.frames[ply + BEFORE_ROOT + 1]
    }

    /// The contexts of the last two moves.
    #[inline]
    fn last_two(&self, ply: usize) -> (Context, Context) {
        let top = ply + BEFORE_ROOT;
        (self.frames[top - 1].context, self.frames[top - 2].context)
    }

    /// Where the hash table keeps a position. Full-width searches keep to themselves, because
    /// what a selective search proved is no proof to them.
    #[inline]
    fn table_key(&self, position: &P) -> u64 {
        const FULL_WIDTH: u64 = 0x5851_F42D_4C95_7F2D;
        position.key() ^ if self.full_width { FULL_WIDTH } else { 0 }
    }

    /// Whether the search has to end; looks at the clock now and then.
    #[inline]
    fn interrupted(&mut self) -> bool {
        if self.nodes >= self.next_check || self.control.stopping() {
            self.look_up();
        }
        self.stopped
    }

    #[cold]
    fn look_up(&mut self) {
        self.control.count(self.id, self.nodes, self.tbhits);
        if self.nodes >= self.node_limit && !self.control.pondering() {
            self.control.end();
        }
        // A clock never ends the first depth: a move that was looked at takes microseconds.
        self.control.wait_while_paused();
        self.control.rest(&mut self.awake);
        if self.id == 0 && self.completed > 0 && self.control.out_of_time() {
            self.control.end();
        }
        self.stopped = self.control.stopping() || self.nodes >= self.node_limit;
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.node_limit);
        if self.id == 0 {
            self.heartbeat();
        }
    }

    /// Makes a move on a copy.
    #[inline]
    fn make(&mut self, before: &P, picked: &Picked<P::Move>, ply: usize) -> P {
        let Picked { mv, noisy, .. } = *picked;
        self.table.prefetch(before.key_after(mv));
        let mut after = before.clone();
        after.play(mv);
        self.nodes += 1;
        let context = Histories::context(before, mv);
        let frame = self.frame(ply);
        frame.mv = Some(mv);
        frame.context = context;
        frame.noisy = noisy;
        let reversible = if after.reversible() == 0 { 0 } else { frame.reversible + 1 };
        self.frame(ply + 1).reversible = reversible;
        self.keys.push(after.key());
        let (from, to) = self.states.split_at_mut(ply + 1);
        self.evaluator.update(before, mv, &after, &from[ply], &mut to[0]);
        after
    }

    /// Passes on a copy.
    #[inline]
    fn make_null(&mut self, before: &P, ply: usize) -> P {
        let mut after = before.clone();
        after.pass();
        self.table.prefetch(after.key());
        self.nodes += 1;
        let frame = self.frame(ply);
        frame.mv = None;
        frame.context = Context::NONE;
        frame.noisy = false;
        frame.reduction = 0;
        self.frame(ply + 1).reversible = 0;
        self.keys.push(after.key());
        let (from, to) = self.states.split_at_mut(ply + 1);
        to[0].clone_from(&from[ply]);
        after
    }

    /// Takes the last move or pass back.
    #[inline]
    fn unmake(&mut self) {
        self.keys.pop();
    }

    /// The static evaluation as the evaluator gives it.
    #[inline]
    fn evaluate(&mut self, position: &P, ply: usize) -> Value {
        self.evaluator.evaluate(position, &self.states[ply]).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The value of a position without a legal move, `ply` plies from the root.
    #[cold]
    fn without_moves(&mut self, position: &P, ply: usize) -> Value {
        match position.no_moves() {
            Some(end) => score::ended(end, ply),
            None => score::waiting(self.evaluate(position, ply)),
        }
    }

    /// The static evaluation, nearer to a draw the nearer the game is to end for want of progress,
    /// and corrected by what searches found.
    #[inline]
    fn corrected(&self, position: &P, ply: usize, raw: Value) -> Value {
        let limit = self.drawn_at.min(10_000);
        let whole = (limit * 11 / 5).max(1) as Value;
        let faded = raw * (whole - position.halfmove_clock().min(limit) as Value) / whole;
        let (last, before) = self.last_two(ply);
        let correction = self.histories.correction(position, last, before);
        (faded + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Plies until the game is drawn for want of progress.
    #[inline]
    fn plies_left(&self, position: &P) -> u32 {
        self.drawn_at.saturating_sub(position.halfmove_clock())
    }

    /// Stores what was found of a position; but not what follows from a repetition, which is true on
    /// this way to the position alone.
    #[inline]
    fn remember(&self, key: u64, entry: Entry) {
        if !score::is_by_rule(entry.value) {
            self.table.store(key, entry);
        }
    }

    /// A draw, give or take a point, so that the search does not take all draws for one.
    #[inline]
    fn draw_value(&self) -> Value {
        score::DRAW - 1 + (self.nodes & 2) as Value
    }

    /// Whether the side to move has a legal move.
    fn any_legal(&self, position: &P) -> bool {
        let mut moves = Vec::new();
        position.generate(MoveSet::All, &mut moves);
        !moves.is_empty()
    }

    /// What endgame tables say, where they may be asked.
    #[inline]
    fn consult_endgames(&mut self, position: &P, ply: usize, depth: i32) -> Option<Value> {
        let endgames = self.endgames.as_deref()?;
        let value = endgames.value(position, ply, depth)?;
        self.tbhits += 1;
        Some(value)
    }

    /// The line from `ply` on is `mv` and the line after it.
    #[inline]
    fn extend_pv(&mut self, ply: usize, mv: P::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    fn take_buffers(&mut self) -> Buffers<P::Move> {
        self.buffers.pop().unwrap_or_default()
    }

    fn return_buffers(&mut self, buffers: Buffers<P::Move>) {
        self.buffers.push(buffers);
    }

    fn take_tried(&mut self) -> Tried<P> {
        self.tried.pop().unwrap_or_default()
    }

    fn return_tried(&mut self, mut tried: Tried<P>) {
        tried.clear();
        self.tried.push(tried);
    }
}

// Kept beside the struct, because `Relaxed` is all that a flag read by every node can afford.
impl Control {
    /// Whether the search has to end.
    #[inline(always)]
    pub(crate) fn stopping(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
