//! Going over the positions again and again.

use crate::data::{Data, Entry, OPEN};
use crate::model::{Layout, Scratch, judge, learn, sigmoid};
use crate::shared::{Shared, fold, gather};
use crate::step::{Piece, Stride, advance};
use crate::supply::Supply;
use crate::units::round;
use ferz_engine::eval::network::Architecture;
use ferz_rules::Random;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Positions that are judged together.
const JUDGED: usize = 4096;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The network's shape.
    pub architecture: Architecture,
    /// Centipawns that the output 1.0 stands for; a position with this score is worth σ(1).
    pub scale: u16,
    /// Share of the game's end in what a position is worth; the rest is the search's score.
    pub outcome_share: f32,
    /// How often to go over all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// The learning rate after the warm-up, and what becomes of it in the end.
    pub rate: [f32; 2],
    /// Steps in which the rate grows from nothing.
    pub warm_up: usize,
    /// Share of a weight that is lost at each step, times the rate.
    pub decay: f32,
    /// Whether inputs share weights while they learn.
    pub shares: bool,
    /// Whether errors and slopes are those of the rounded numbers, while the numbers behind them
    /// move by less than rounding shows.
    pub rounds: bool,
    /// Parts of a batch that are summed up by themselves. The sums depend on them, not on who
    /// makes them.
    pub parts: usize,
    /// Seed of the first numbers and of the order of positions.
    pub seed: u64,
    /// A fingerprint of the network that training goes on with; `None` where it begins anew.
    pub from: Option<u64>,
}

impl Plan {
    /// A plan for a network of this shape.
    pub fn new(architecture: Architecture) -> Plan {
        Plan {
            architecture,
            scale: 200,
            outcome_share: 0.0,
            epochs: 20,
            batch: 4096,
            rate: [1e-3, 1e-5],
            warm_up: 100,
            decay: 0.01,
            shares: false,
            rounds: false,
            parts: 4,
            seed: 1,
            from: None,
        }
    }

    /// What a position is worth to its side to move, from 0 to 1.
    pub fn target(&self, entry: &Entry) -> f32 {
        let said = sigmoid(f32::from(entry.score) / f32::from(self.scale));
        if entry.points == OPEN {
            return said;
        }
        let became = f32::from(entry.points) / 2.0;
        self.outcome_share * became + (1.0 - self.outcome_share) * said
    }

    /// The learning rate of a step, counted from 0: a warm-up, then half a cosine (Ilya Loshchilov
    /// and Frank Hutter).
    fn rate_at(&self, step: u64, steps: u64) -> f32 {
        let [high, low] = self.rate;
        if step < self.warm_up as u64 {
            return high * (step + 1) as f32 / self.warm_up as f32;
        }
        let done = step as f64 / steps.max(1) as f64;
        low + (high - low) * (0.5 + 0.5 * (std::f64::consts::PI * done).cos()) as f32
    }
}

/// What changes while a network is trained: all that a checkpoint holds.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Steps that were made.
    pub steps: u64,
    /// The network's numbers, and behind them those that its inputs share.
    pub numbers: Vec<f32>,
    /// Mean of their slopes.
    pub mean: Vec<f32>,
    /// Mean of the squares of the slopes.
    pub square: Vec<f32>,
}

/// A part of the positions that an epoch is at.
struct Here<'a> {
    epoch: u64,
    /// Its steps of the epoch.
    steps: Range<u64>,
    data: Cow<'a, Data>,
    targets: Vec<f32>,
    /// Its positions in the order of this epoch.
    order: Vec<u32>,
}

/// A network that is being trained.
pub struct Trainer<'a> {
    plan: Plan,
    layout: Layout,
    shared: Shared,
    /// The network's numbers with what is shared, and rounded if the plan says so.
    network: Vec<f32>,
    supply: &'a dyn Supply,
    /// How many positions each part has.
    parts: Vec<usize>,
    here: Option<Here<'a>>,
    state: State,
    gradients: Vec<Mutex<(Vec<f32>, Scratch)>>,
    threads: usize,
}

impl<'a> Trainer<'a> {
    /// A network at the beginning.
    pub fn new(plan: Plan, supply: &'a dyn Supply, threads: usize) -> Trainer<'a> {
        let layout = Layout::new(plan.architecture.clone());
        let mut numbers = layout.begin(plan.seed);
        Shared::new(&layout, plan.shares).begin(plan.seed, &mut numbers);
        Trainer::with(plan, supply, threads, numbers)
    }

    /// A network with these numbers, at the beginning of the plan.
    pub fn with(
        plan: Plan,
        supply: &'a dyn Supply,
        threads: usize,
        mut numbers: Vec<f32>,
    ) -> Trainer<'a> {
        let layout = Layout::new(plan.architecture.clone());
        numbers.resize(layout.len() + Shared::new(&layout, plan.shares).len(), 0.0);
        let nothing = vec![0.0; numbers.len()];
        let state = State { steps: 0, numbers, mean: nothing.clone(), square: nothing };
        Trainer::resume(plan, supply, threads, state)
    }

    /// A network where it was left. The state is of the same plan and the same positions.
    pub fn resume(plan: Plan, supply: &'a dyn Supply, threads: usize, state: State) -> Trainer<'a> {
        let layout = Layout::new(plan.architecture.clone());
        let shared = Shared::new(&layout, plan.shares);
        let count = layout.len() + shared.len();
        assert_eq!(state.numbers.len(), count, "a state is of its plan");
        let part = || Mutex::new((vec![0.0; count], Scratch::new(&layout)));
        let network = vec![0.0; layout.len()];
        let mut trainer = Trainer {
            shared,
            network,
            gradients: (0..plan.parts.max(1)).map(|_| part()).collect(),
            parts: supply.parts(),
            here: None,
            threads: threads.max(1),
            plan,
            layout,
            supply,
            state,
        };
        trainer.renew();
        trainer
    }

    /// Makes the network of the numbers.
    fn renew(&mut self) {
        fold(&self.shared, &self.state.numbers, &mut self.network);
        if self.plan.rounds {
            round(&self.layout, &mut self.network);
        }
    }

    /// How far it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The numbers of the network.
    pub fn network(&self) -> &[f32] {
        &self.network
    }

    /// Where its numbers lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Steps of the whole run.
    pub fn steps(&self) -> u64 {
        self.plan.epochs as u64 * self.steps_of_epoch()
    }

    /// Steps of an epoch.
    pub fn steps_of_epoch(&self) -> u64 {
        self.parts.iter().map(|positions| self.steps_of(*positions)).sum()
    }

    fn steps_of(&self, positions: usize) -> u64 {
        positions.div_ceil(self.plan.batch) as u64
    }

    /// Whether it is done.
    pub fn is_done(&self) -> bool {
        self.state.steps >= self.steps()
    }

    /// Makes a step; returns the number of its positions and the sum of their errors.
    pub fn step(&mut self) -> (usize, f64) {
        let of_epoch = self.steps_of_epoch().max(1);
        let (epoch, step) = (self.state.steps / of_epoch, self.state.steps % of_epoch);
        let is_it = |here: &Here<'_>| here.epoch == epoch && here.steps.contains(&step);
        // What was there before goes first: there may be no room for both.
        let here = match self.here.take().filter(is_it) {
            Some(here) => here,
            None => self.go_to(epoch, step),
        };
        let start = (step - here.steps.start) as usize * self.plan.batch;
        let end = (start + self.plan.batch).min(here.order.len());
        let batch = &here.order[start.min(end)..end];
        if batch.is_empty() {
            return (0, 0.0);
        }
        let share = batch.len().div_ceil(self.gradients.len());
        let errors = Mutex::new(vec![0.0; self.gradients.len()]);
        let next = AtomicUsize::new(0);
        self.on_all(|| {
            loop {
                let part = next.fetch_add(1, Relaxed);
                let Some(gradient) = self.gradients.get(part) else { break };
                let mut gradient = gradient.lock().expect("no thread panics");
                let (gradient, scratch) = &mut *gradient;
                gradient.fill(0.0);
                let from = (part * share).min(batch.len());
                let positions = &batch[from..(from + share).min(batch.len())];
                let error = learn(
                    &self.layout,
                    &self.network,
                    &here.data,
                    &here.targets,
                    positions,
                    gradient,
                    scratch,
                );
                gather(&self.shared, gradient);
                errors.lock().expect("no thread panics")[part] = error;
            }
        });
        let count = batch.len();
        self.descend(count);
        self.here = Some(here);
        (count, errors.into_inner().expect("no thread panics").iter().sum())
    }

    /// The part that a step of an epoch is in. Parts come in an order of the epoch, and the positions
    /// of each in another.
    fn go_to(&self, epoch: u64, step: u64) -> Here<'a> {
        let mut parts: Vec<usize> = (0..self.parts.len()).collect();
        Random::part(self.plan.seed, 1 + epoch).shuffle(&mut parts);
        let mut start = 0;
        let is_in = |part: &usize| {
            let end = start + self.steps_of(self.parts[*part]);
            let is_in = step < end;
            start = if is_in { start } else { end };
            is_in
        };
        let part = parts.into_iter().find(is_in).unwrap_or(0);
        let data = self.supply.part(part, self.threads);
        let mut order: Vec<u32> = (0..data.entries.len() as u32).collect();
        Random::part(self.plan.seed, 1 + epoch + ((part as u64) << 32)).shuffle(&mut order);
        Here {
            epoch,
            steps: start..start + self.steps_of(order.len()),
            targets: data.entries.iter().map(|entry| self.plan.target(entry)).collect(),
            data,
            order,
        }
    }

    /// Moves the numbers down the gradients of a batch.
    fn descend(&mut self, count: usize) {
        let stride = Stride {
            rate: self.plan.rate_at(self.state.steps, self.steps()),
            decay: self.plan.decay,
            number: self.state.steps + 1,
            share: 1.0 / count as f32,
        };
        let locked: Vec<_> =
            self.gradients.iter().map(|part| part.lock().expect("no thread panics")).collect();
        let State { numbers, mean, square, .. } = &mut self.state;
        let layout = &self.layout;
        let mut cuts = layout.cuts(1 << 16);
        if !self.shared.is_empty() {
            cuts.push(numbers.len());
        }
        // Pieces of which all decay or none.
        let mut jobs = Vec::new();
        let (mut numbers, mut mean, mut square) =
            (&mut numbers[..], &mut mean[..], &mut square[..]);
        let mut at = 0;
        for cut in cuts {
            let (head, tail) = numbers.split_at_mut(cut - at);
            let (mean_head, mean_tail) = mean.split_at_mut(cut - at);
            let (square_head, square_tail) = square.split_at_mut(cut - at);
            let piece = Piece { numbers: head, mean: mean_head, square: square_head };
            let decay = if layout.decays(at) { stride.decay } else { 0.0 };
            let gradients: Vec<&[f32]> = locked.iter().map(|part| &part.0[at..cut]).collect();
            jobs.push((piece, gradients, decay));
            (numbers, mean, square, at) = (tail, mean_tail, square_tail, cut);
        }
        let jobs = Mutex::new(jobs);
        let work = || {
            loop {
                let job = jobs.lock().expect("no thread panics").pop();
                let Some((mut piece, gradients, decay)) = job else { break };
                advance(&mut piece, &gradients, &stride, decay);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        drop(locked);
        self.renew();
        self.state.steps += 1;
    }

    /// Runs the work on all threads, this one among them.
    fn on_all(&self, work: impl Fn() + Sync) {
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(&work);
            }
            work();
        });
    }

    /// The mean error over some positions, with the targets of this plan.
    pub fn error(&self, data: &Data) -> f64 {
        let targets: Vec<f32> = data.entries.iter().map(|entry| self.plan.target(entry)).collect();
        let pieces = data.entries.len().div_ceil(JUDGED);
        let errors = Mutex::new(vec![0.0; pieces]);
        let next = AtomicUsize::new(0);
        self.on_all(|| {
            let mut scratch = Scratch::new(&self.layout);
            loop {
                let piece = next.fetch_add(1, Relaxed);
                if piece >= pieces {
                    break;
                }
                let range = piece * JUDGED..((piece + 1) * JUDGED).min(targets.len());
                let error = judge(&self.layout, &self.network, data, &targets, range, &mut scratch);
                errors.lock().expect("no thread panics")[piece] = error;
            }
        });
        let sum: f64 = errors.into_inner().expect("no thread panics").iter().sum();
        sum / data.entries.len().max(1) as f64
    }
}

/// The mean error of the values that the evaluation made by hand gives.
pub fn error_by_hand(plan: &Plan, data: &Data) -> f64 {
    let miss = |entry: &Entry| {
        let expected = sigmoid(f32::from(entry.by_hand) / f32::from(plan.scale));
        f64::from(expected - plan.target(entry)).powi(2)
    };
    data.entries.iter().map(miss).sum::<f64>() / data.entries.len().max(1) as f64
}

/// The scale with which scores predict best how games end: the least squared error, by a search
/// whose steps become shorter.
pub fn fitted_scale(data: &Data) -> u16 {
    let error = |scale: f64| -> f64 {
        let miss = |entry: &Entry| {
            let expected = 1.0 / (1.0 + (-f64::from(entry.score) / scale).exp());
            (expected - f64::from(entry.points) / 2.0).powi(2)
        };
        data.entries.iter().filter(|entry| entry.points != OPEN).map(miss).sum()
    };
    let (mut best, mut step) = (200.0, 64.0);
    let mut least = error(best);
    while step >= 1.0 {
        let better = [best - step, best + step]
            .into_iter()
            .filter(|scale| (20.0..2000.0).contains(scale))
            .map(|scale| (error(scale), scale))
            .find(|(error, _)| *error < least);
        match better {
            Some((error, scale)) => (least, best) = (error, scale),
            None => step /= 2.0,
        }
    }
    best.round() as u16
}
