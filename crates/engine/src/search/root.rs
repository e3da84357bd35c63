//! The root: iterative deepening, aspiration windows, several lines, and when to be content.

use super::kind::Root;
use super::score::{self, DRAW, INFINITE, MAX_PLY, NONE, Value, Window, is_mate, mate_in};
use super::stack::BEFORE_ROOT;
use super::{Task, Worker};
use crate::api::Bound;
use crate::drive::clock::Progress;
use crate::drive::control::Control;
use crate::eval::Evaluator;
use ferz_rules::{End, Searched};
use std::sync::Arc;

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<P: Searched> {
    pub(crate) mv: P::Move,
    /// Value in the current depth; `-INFINITE` if it was not better than the best.
    pub(crate) value: Value,
    /// Value in the depth before.
    pub(crate) previous: Value,
    /// Running average over depths; [`NONE`] at first.
    average: Value,
    /// Running mean square over depths.
    spread: i32,
    pub(crate) bound: Bound,
    pub(crate) seldepth: usize,
    pub(crate) nodes: u64,
    pub(crate) line: Vec<P::Move>,
}

impl<P: Searched> RootMove<P> {
    /// A move nothing is known of.
    pub(crate) fn new(mv: P::Move) -> Self {
        RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            average: NONE,
            spread: 0,
            bound: Bound::Exact,
            seldepth: 0,
            nodes: 0,
            line: vec![mv],
        }
    }

    /// The value to show: that of the last depth that has one.
    pub(crate) fn shown(&self) -> Value {
        if self.value != -INFINITE { self.value } else { self.previous }
    }
}

/// A line as the search hands it out.
pub(crate) struct Found<'a, P: Searched> {
    pub(crate) depth: i32,
    pub(crate) seldepth: usize,
    /// From 1.
    pub(crate) rank: usize,
    pub(crate) ranks: usize,
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    pub(crate) line: &'a [P::Move],
}

/// Who is told what the main thread finds.
pub(crate) trait Voice<P: Searched>: Send {
    /// A line was searched; `unsure` ones are bounds inside a depth.
    fn line(&mut self, found: Found<'_, P>);
    /// A root move is being searched.
    fn current(&mut self, mv: P::Move, number: usize, of: usize, depth: i32);
    /// Called many times a second with the way to the line being searched.
    fn heartbeat(&mut self, line: &mut dyn FnMut() -> Vec<P::Move>);
    /// A depth was searched; the root moves, the best first.
    fn depth_done(&mut self, roots: &[RootMove<P>]);
}

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// Searches until a limit or a `stop`. The result is in `roots`.
    pub(crate) fn think(
        &mut self,
        task: &Task<P>,
        control: Arc<Control>,
        voice: Option<Box<dyn Voice<P>>>,
    ) {
        self.set_up(task, control);
        self.voice = voice;
        if !self.roots.is_empty() {
            match task.mate_plies {
                Some(plies) => self.look_for_mate(task, plies),
                None => self.deepen(task, task.max_depth, |_| false),
            }
        }
        self.control.count(self.id, self.nodes, self.tbhits);
        self.voice = None;
    }

    /// Iterative deepening up to `max_depth`, or until `content` with the best value.
    fn deepen(&mut self, task: &Task<P>, max_depth: i32, content: impl Fn(Value) -> bool) {
        let ranks = task.ranks.clamp(1, self.roots.len());
        let mut stable = 0;
        let mut last_best = None;
        let mut values: Vec<Value> = Vec::new();
        for depth in 1..=max_depth.min(MAX_PLY as i32 - 2) {
            self.root_depth = depth;
            for root in &mut self.roots {
                root.previous = root.shown();
                root.value = -INFINITE;
            }
            let before = self.roots[0].clone();
            for rank in 0..ranks {
                self.rank = rank;
                self.seldepth = 0;
                self.aspirate(&task.root, depth, ranks);
                self.sort_roots(0, rank + 1);
                if self.stopped {
                    break;
                }
            }
            self.rank = 0;
            if self.stopped {
                // A loss that was not searched to its end is not to be believed.
                if score::is_loss(self.roots[0].value)
                    && depth > 1
                    && let Some(i) = self.roots.iter().position(|root| root.mv == before.mv)
                {
                    self.roots[i] = RootMove { value: before.previous, ..before };
                    self.roots[..=i].rotate_right(1);
                }
                break;
            }
            self.completed = depth;
            let best = &self.roots[0];
            let value = best.value;
            stable = if last_best == Some(best.mv) { stable + 1 } else { 0 };
            last_best = Some(best.mv);
            let earlier = values.len().checked_sub(3).map_or(value, |i| values[i]);
            let fall = (earlier - value) + (best.previous - value).clamp(-300, 300) / 2;
            let share = best.nodes as f64 / self.nodes.max(1) as f64;
            values.push(value);
            let only_move = self.roots.len() == 1;
            self.report(depth, ranks);
            if let Some(mut voice) = self.voice.take() {
                voice.depth_done(&self.roots);
                self.voice = Some(voice);
            }
            if content(value) {
                break;
            }
            let progress = Progress { stable, fall, share, only_move };
            // Nothing changes after a mate that was searched to its end.
            let settled = is_mate(value) && depth > 2 * (score::MATE - value.abs()) + 4;
            if self.id == 0 && self.control.is_content(&progress, settled) {
                break;
            }
        }
    }

    /// `go mate` (U-239, U-249): first as usual, because that finds most mates sooner; then every
    /// move of every line, until the mate is found or there is none.
    fn look_for_mate(&mut self, task: &Task<P>, plies: i32) {
        let found = move |value: Value| value >= mate_in(plies as usize);
        self.full_width = false;
        self.deepen(task, (plies + 2).min(task.max_depth), found);
        if self.stopped || found(self.roots[0].value) {
            return;
        }
        let answer = self.roots.clone();
        let completed = self.completed;
        self.full_width = true;
        for depth in (1..=plies.min(task.max_depth)).step_by(2) {
            for root in &mut self.roots {
                root.value = -INFINITE;
            }
            self.root_depth = depth;
            self.rank = 0;
            self.seldepth = 0;
            let window = Window { alpha: mate_in(depth as usize) - 1, beta: INFINITE };
            let value = self.node::<Root>(&task.root, 0, window, depth);
            if value >= mate_in(depth as usize) && !self.stopped {
                self.sort_roots(0, self.roots.len());
                self.completed = depth;
                self.report(depth, 1);
                return;
            }
            if self.stopped {
                break;
            }
        }
        self.roots = answer;
        self.completed = completed;
    }

    /// Aspiration windows: the value is expected near the last one; if it is not there, the window
    /// opens on that side and the search is repeated.
    fn aspirate(&mut self, root: &P, depth: i32, ranks: usize) {
        let RootMove { average, spread, .. } = self.roots[self.rank];
        let mut delta = self.params.aspiration_delta + spread / self.params.aspiration_spread;
        let mut window = Window::FULL;
        if depth >= 4 && average != NONE {
            window.alpha = (average - delta).max(-INFINITE);
            window.beta = (average + delta).min(INFINITE);
        }
        let mut fails = 0;
        loop {
            self.root_width = window.width();
            let value = self.node::<Root>(root, 0, window, (depth - fails).max(1));
            self.sort_roots(self.rank, self.roots.len());
            if self.stopped {
                return;
            }
            if window.fails_low(value) {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = (value - delta).max(-INFINITE);
                fails = 0;
                self.control.in_doubt();
            } else if window.fails_high(value) {
                window.alpha = (window.beta - delta).max(window.alpha);
                window.beta = (value + delta).min(INFINITE);
                fails += 1;
            } else {
                return;
            }
            delta += delta / 2;
            if ranks == 1 {
                self.report_bound(depth);
            }
        }
    }

    /// Sorts root moves by value; those without keep their order.
    fn sort_roots(&mut self, from: usize, to: usize) {
        self.roots[from..to].sort_by_key(|root| std::cmp::Reverse((root.value, root.previous)));
    }

    /// The root move to try first.
    pub(super) fn root_move(&self) -> Option<P::Move> {
        self.roots.get(self.rank).map(|root| root.mv)
    }

    /// Whether a root move is among those to consider for the current line.
    pub(super) fn is_open_root_move(&self, mv: P::Move) -> bool {
        self.roots[self.rank..].iter().any(|root| root.mv == mv)
    }

    /// A root move was searched.
    pub(super) fn note_root_move(
        &mut self,
        mv: P::Move,
        value: Value,
        window: Window,
        number: u32,
        nodes: u64,
    ) {
        let seldepth = self.seldepth;
        let rank = self.rank;
        let Some(root) = self.roots[rank..].iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        let bounded = value.clamp(-2_000, 2_000);
        if root.average == NONE {
            root.average = value;
            root.spread = bounded * bounded;
        } else {
            root.average = (root.average + value) / 2;
            root.spread = (root.spread + bounded * bounded) / 2;
        }
        if number == 1 || value > window.alpha {
            root.value = value;
            root.seldepth = seldepth;
            root.bound = if window.fails_high(value) {
                Bound::Lower
            } else if window.fails_low(value) {
                Bound::Upper
            } else {
                Bound::Exact
            };
            if root.bound != Bound::Upper || root.line.is_empty() {
                root.line.clear();
                root.line.push(mv);
                root.line.extend_from_slice(&self.pv[1]);
                if score::is_mate(value)
                    && let Some(start) = &self.root
                {
                    root.line.extend(last_capture(start, &root.line));
                }
            }
        } else {
            root.value = -INFINITE;
        }
    }

    /// Tells the lines of a finished depth, together and in order.
    fn report(&mut self, depth: i32, ranks: usize) {
        for rank in 0..ranks {
            self.report_root(depth, rank, ranks);
        }
    }

    fn report_bound(&mut self, depth: i32) {
        self.report_root(depth, self.rank, 1);
    }

    fn report_root(&mut self, depth: i32, rank: usize, ranks: usize) {
        self.control.count(self.id, self.nodes, self.tbhits);
        if let Some(voice) = &mut self.voice {
            let root = &self.roots[rank];
            voice.line(Found {
                depth,
                seldepth: root.seldepth.max(1),
                rank: rank + 1,
                ranks,
                value: root.shown(),
                bound: root.bound,
                line: &root.line,
            });
        }
    }

    /// A root move's turn has come.
    pub(super) fn announce(&mut self, mv: P::Move, number: u32) {
        let (rank, of, depth) = (self.rank, self.roots.len(), self.root_depth);
        if let Some(voice) = &mut self.voice {
            voice.current(mv, number as usize + rank, of, depth);
        }
    }

    /// The main thread passes by.
    pub(super) fn heartbeat(&mut self) {
        let Some(mut voice) = self.voice.take() else { return };
        let plies = self.frames.len().min(self.keys_since_root());
        let frames = &self.frames[BEFORE_ROOT..];
        voice.heartbeat(&mut || frames.iter().take(plies).map_while(|frame| frame.mv).collect());
        self.voice = Some(voice);
    }

    fn keys_since_root(&self) -> usize {
        self.keys.len().saturating_sub(self.record_len + 1)
    }

    /// The value to begin with where nothing was searched.
    pub(crate) fn best_value(&self) -> Value {
        self.roots.first().map_or(DRAW, |root| match root.shown() {
            value if value == -INFINITE => DRAW,
            value => value,
        })
    }
}

/// The capture of the last king that is at hand after `line`: the search counts it as made, and the
/// line should show it.
fn last_capture<P: Searched>(start: &P, line: &[P::Move]) -> Option<P::Move> {
    let after = |mut position: P, mv: &P::Move| {
        position.play(*mv);
        position
    };
    let position = line.iter().fold(start.clone(), after);
    if !position.wins_at_once() {
        return None;
    }
    position.legal().into_iter().find(|mv| after(position.clone(), mv).end() == Some(End::Lost))
}
