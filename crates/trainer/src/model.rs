//! A network with real numbers, and the slope of its error.
//!
//! ```text
//! hidden = clip(bias + Σ weights of the inputs that are on)²      for either side
//! second = clip(bias + Σ hidden * weight)²                        of the bucket, if there is one
//! output = bias + Σ hidden * weight + Σ second * weight           of the bucket
//! error  = (σ(output) - target)²
//! ```
//!
//! Every sum has a fixed order, with sixteen partial sums where registers are to do it. So the
//! result is the same for every instruction set, and the compiler may use the widest.

mod second;

use crate::data::{Data, Entry, MOST_MEN, prefetch};
use ferz_engine::eval::network::{Architecture, Lookup};
use ferz_rules::Random;

/// Neurons that are worked on together; the hidden layer is a multiple of it.
const TILE: usize = 32;
/// Partial sums of the output.
const LANES: usize = 16;
/// Parts of the output that are added into one partial sum each: both halves.
const HALVES: usize = 2;

/// Where the numbers of a network lie in one list.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The shape.
    pub architecture: Architecture,
    /// The numbers of its inputs.
    pub lookup: Lookup,
    hidden: usize,
    biases: usize,
    output: usize,
    output_biases: usize,
    second: usize,
    second_biases: usize,
    last: usize,
    end: usize,
}

/// The parts of a list of numbers.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The inputs' weights, input by input.
    pub inputs: &'a [f32],
    /// The hidden neurons' biases.
    pub biases: &'a [f32],
    /// The output's weights, bucket by bucket, the side to move first.
    pub output: &'a [f32],
    /// The outputs' biases.
    pub output_biases: &'a [f32],
    /// The second layer's weights, neuron by neuron of each bucket, the side to move first.
    pub second: &'a [f32],
    /// Its neurons' biases.
    pub second_biases: &'a [f32],
    /// The output's weights for it.
    pub last: &'a [f32],
}

impl Layout {
    /// The layout of a network.
    pub fn new(architecture: Architecture) -> Layout {
        let hidden = architecture.hidden;
        let biases = architecture.inputs() * hidden;
        let output = biases + hidden;
        let output_biases = output + architecture.output_buckets * HALVES * hidden;
        let second = output_biases + architecture.output_buckets;
        let second_biases = second + architecture.second_weights();
        let neurons = architecture.output_buckets * architecture.second;
        let last = second_biases + neurons;
        let end = last + neurons;
        let lookup = Lookup::new(&architecture);
        Layout {
            architecture,
            lookup,
            hidden,
            biases,
            output,
            output_biases,
            second,
            second_biases,
            last,
            end,
        }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.end
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// The parts of a network's numbers.
    pub fn parts<'a>(&self, numbers: &'a [f32]) -> Parts<'a> {
        Parts {
            inputs: &numbers[..self.biases],
            biases: &numbers[self.biases..self.output],
            output: &numbers[self.output..self.output_biases],
            output_biases: &numbers[self.output_biases..self.second],
            second: &numbers[self.second..self.second_biases],
            second_biases: &numbers[self.second_biases..self.last],
            last: &numbers[self.last..self.end],
        }
    }

    /// Whether a number is a weight, which decays, and not a bias.
    pub fn decays(&self, index: usize) -> bool {
        index < self.biases
            || (self.output..self.output_biases).contains(&index)
            || (self.second..self.second_biases).contains(&index)
            || index >= self.last
    }

    /// Where each of the [`Parts`] ends, in their order.
    pub fn ends(&self) -> [usize; 7] {
        let Layout { biases, output, output_biases, second, second_biases, last, end, .. } = *self;
        [biases, output, output_biases, second, second_biases, last, end]
    }

    /// Where to cut the numbers into pieces of at most `most`; in each all numbers decay, or none.
    pub fn cuts(&self, most: usize) -> Vec<usize> {
        let mut cuts = Vec::new();
        let mut at = 0;
        for end in self.ends() {
            while at < end {
                at = (at + most).min(end);
                cuts.push(at);
            }
        }
        cuts
    }

    /// Numbers to begin with: about as many neurons are on as off.
    pub fn begin(&self, seed: u64) -> Vec<f32> {
        let mut random = Random::new(seed);
        let mut uniform = |most| uniform(&mut random, most);
        let mut numbers = vec![0.0; self.end];
        // About 32 inputs are on.
        numbers[..self.biases].fill_with(|| uniform(0.15));
        numbers[self.biases..self.output].fill_with(|| 0.1 + uniform(0.05));
        let most = (1.0 / (HALVES * self.hidden) as f32).sqrt();
        numbers[self.output..self.output_biases].fill_with(|| uniform(most));
        numbers[self.second..self.second_biases].fill_with(|| uniform(2.0 * most));
        numbers[self.second_biases..self.last].fill_with(|| 0.3 + uniform(0.2));
        numbers[self.last..].fill_with(|| uniform(0.1));
        numbers
    }
}

/// A number between `-most` and `most`.
pub(crate) fn uniform(random: &mut Random, most: f32) -> f32 {
    let unit = (random.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
    (2.0 * unit - 1.0) * most
}

/// The squeezing function.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Room for the work on one position.
pub struct Scratch {
    inputs: [[u32; MOST_MEN]; 2],
    /// Sums of the hidden layer, later the slopes of the error by them.
    hidden: Vec<f32>,
    second: second::Room,
}

impl Scratch {
    /// Room for positions of this layout.
    pub fn new(layout: &Layout) -> Scratch {
        let hidden = vec![0.0; HALVES * layout.hidden];
        Scratch { inputs: [[0; MOST_MEN]; 2], hidden, second: second::Room::new(layout) }
    }
}

/// The part of a list that belongs to an input and a tile.
#[inline(always)]
fn tile(list: &[f32], hidden: usize, input: u32, at: usize) -> &[f32; TILE] {
    let row = &list[input as usize * hidden + at..];
    row.first_chunk().expect("the hidden layer is a multiple of the tile")
}

/// Adds a tile to a list from this place on.
#[inline(always)]
fn add(list: &mut [f32], place: usize, tile: &[f32; TILE]) {
    // A closure would be compiled without the wide registers of its surroundings.
    let row: &mut [f32; TILE] =
        list[place..].first_chunk_mut().expect("the hidden layer is a multiple of the tile");
    for (sum, number) in row.iter_mut().zip(tile) {
        *sum += number;
    }
}

/// The output for a position. Leaves the sums of the hidden layer in `scratch`.
#[inline(always)]
fn forward(
    layout: &Layout,
    numbers: &[f32],
    data: &Data,
    entry: &Entry,
    scratch: &mut Scratch,
) -> f32 {
    let hidden = layout.hidden;
    let parts = layout.parts(numbers);
    let count = data.inputs(entry, &layout.lookup, &mut scratch.inputs);
    for half in 0..HALVES {
        let inputs = &scratch.inputs[half][..count];
        for at in (0..hidden).step_by(TILE) {
            let mut sum: [f32; TILE] = *tile(parts.biases, hidden, 0, at);
            for &input in inputs {
                let row = tile(parts.inputs, hidden, input, at);
                for lane in 0..TILE {
                    sum[lane] += row[lane];
                }
            }
            scratch.hidden[half * hidden + at..][..TILE].copy_from_slice(&sum);
        }
    }
    let bucket = data.bucket(entry, &layout.architecture);
    let weights = &parts.output[bucket * HALVES * hidden..][..HALVES * hidden];
    let mut sums = [0.0f32; LANES];
    let (sets, _) = scratch.hidden.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (values, weights) in sets.iter().zip(weights) {
        for lane in 0..LANES {
            let value = values[lane].clamp(0.0, 1.0);
            sums[lane] += value * value * weights[lane];
        }
    }
    let first = parts.output_biases[bucket] + sums.iter().sum::<f32>();
    first + second::forward(&parts, bucket, &scratch.hidden, &mut scratch.second)
}

/// Adds the slope of the error of some positions to `gradient`; returns the sum of the errors.
#[inline(always)]
fn learn_all(
    layout: &Layout,
    numbers: &[f32],
    data: &Data,
    targets: &[f32],
    order: &[u32],
    gradient: &mut [f32],
    scratch: &mut Scratch,
) -> f64 {
    let hidden = layout.hidden;
    let mut error = 0.0;
    for (number, &index) in order.iter().enumerate() {
        data.announce(order.get(number + 8));
        data.announce_men(order.get(number + 4));
        if let Some(next) = order.get(number + 4) {
            prefetch(&targets[*next as usize]);
        }
        let entry = &data.entries[index as usize];
        let expected = sigmoid(forward(layout, numbers, data, entry, scratch));
        let miss = expected - targets[index as usize];
        error += f64::from(miss * miss);
        let slope = 2.0 * miss * expected * (1.0 - expected);

        let bucket = data.bucket(entry, &layout.architecture);
        gradient[layout.output_biases + bucket] += slope;
        second::backward(layout, numbers, bucket, slope, gradient, &mut scratch.second);
        let at = layout.output + bucket * HALVES * hidden;
        let (weights, _) = numbers[at..][..HALVES * hidden].as_chunks::<LANES>();
        let (slopes, _) = gradient[at..][..HALVES * hidden].as_chunks_mut::<LANES>();
        let (values, _) = scratch.hidden.as_chunks_mut::<LANES>();
        let (second, _) = scratch.second.slopes.as_chunks::<LANES>();
        let rows = values.iter_mut().zip(weights).zip(slopes).zip(second);
        for (((values, weights), slopes), second) in rows {
            for lane in 0..LANES {
                let raw = values[lane];
                let value = raw.clamp(0.0, 1.0);
                slopes[lane] += slope * value * value;
                let inside = if raw > 0.0 && raw < 1.0 { value } else { 0.0 };
                values[lane] = (slope * weights[lane] + second[lane]) * 2.0 * inside;
            }
        }
        let count = data.men(entry).len();
        for half in 0..HALVES {
            let inputs = &scratch.inputs[half][..count];
            for at in (0..hidden).step_by(TILE) {
                let down: [f32; TILE] = *tile(&scratch.hidden, hidden, half as u32, at);
                for &input in inputs {
                    add(gradient, input as usize * hidden + at, &down);
                }
                add(gradient, layout.biases + at, &down);
            }
        }
    }
    error
}

/// The sum of the errors of some positions.
#[inline(always)]
fn judge_all(
    layout: &Layout,
    numbers: &[f32],
    data: &Data,
    targets: &[f32],
    order: std::ops::Range<usize>,
    scratch: &mut Scratch,
) -> f64 {
    let mut error = 0.0;
    for index in order {
        let output = forward(layout, numbers, data, &data.entries[index], scratch);
        let miss = sigmoid(output) - targets[index];
        error += f64::from(miss * miss);
    }
    error
}

/// The same function for several instruction sets, chosen when it is called.
macro_rules! widest {
    ($(#[$doc:meta])* $name:ident = $body:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        pub fn $name($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                #[allow(clippy::too_many_arguments)]
                fn avx512($($arg: $type),*) -> $result {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                #[allow(clippy::too_many_arguments)]
                fn avx2($($arg: $type),*) -> $result {
                    $body($($arg),*)
                }
                use std::arch::is_x86_feature_detected as has;
                if has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512dq") {
                    // SAFETY: the processor has the instructions.
                    return unsafe { avx512($($arg),*) };
                }
                if has!("avx2") {
                    // SAFETY: the processor has the instructions.
                    return unsafe { avx2($($arg),*) };
                }
            }
            $body($($arg),*)
        }
    };
}
pub(crate) use widest;

widest! {
    /// Adds the slope of the error of some positions to `gradient`; returns the sum of the errors.
    learn = learn_all(
        layout: &Layout,
        numbers: &[f32],
        data: &Data,
        targets: &[f32],
        order: &[u32],
        gradient: &mut [f32],
        scratch: &mut Scratch,
    ) -> f64
}

widest! {
    /// The sum of the errors of some positions.
    judge = judge_all(
        layout: &Layout,
        numbers: &[f32],
        data: &Data,
        targets: &[f32],
        order: std::ops::Range<usize>,
        scratch: &mut Scratch,
    ) -> f64
}
