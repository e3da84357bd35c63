//! From real numbers to those that the engine plays with.

use crate::data::{Data, MOST_MEN};
use crate::model::{Layout, sigmoid};
use crate::train::Plan;
use crate::units::{HIDDEN, LAST, OUTPUT, OUTPUT_BIAS, SECOND, SECOND_BIAS, Unit};
use ferz_engine::eval::network::{Architecture, Network, Numbers, Unfit};

/// A network for the engine, and what rounding did to it.
#[derive(Debug)]
pub struct Rounded {
    /// The network.
    pub network: Network,
    /// Numbers that did not fit and were cut.
    pub cut: usize,
    /// The largest sum of a hidden neuron with as many inputs on as can be; 32,767 is the most that
    /// fits.
    pub largest_sum: i32,
}

/// Rounds the numbers of a network.
pub fn quantise(
    plan: &Plan,
    layout: &Layout,
    numbers: &[f32],
    note: &str,
) -> Result<Rounded, Unfit> {
    let parts = layout.parts(numbers);
    let mut cut = 0;
    let mut round = |number: &f32, unit: Unit| -> f32 {
        let whole = unit.whole(*number);
        cut += usize::from(whole.abs() > unit.most);
        whole.clamp(-unit.most, unit.most)
    };
    let mut small = |numbers: &[f32], unit: Unit| -> Vec<i16> {
        numbers.iter().map(|number| round(number, unit) as i16).collect()
    };
    let inputs = small(parts.inputs, HIDDEN);
    let biases = small(parts.biases, HIDDEN);
    let output = small(parts.output, OUTPUT);
    let last = small(parts.last, LAST);
    let largest_sum = largest_sum(layout, &inputs, &biases);
    let second = parts.second.iter().map(|weight| round(weight, SECOND) as i8).collect();
    let mut large = |numbers: &[f32], unit: Unit| -> Vec<i32> {
        numbers.iter().map(|number| round(number, unit) as i32).collect()
    };
    let output_biases = large(parts.output_biases, OUTPUT_BIAS);
    let second_biases = large(parts.second_biases, SECOND_BIAS);
    let numbers = Numbers { inputs, biases, output, output_biases, second, second_biases, last };
    let network = Network::new(plan.architecture.clone(), plan.scale, note, &numbers)?;
    Ok(Rounded { network, cut, largest_sum })
}

/// The numbers of a network before they were rounded, as near as it still tells.
pub fn unrounded(network: &Network) -> Vec<f32> {
    let Numbers { inputs, biases, output, output_biases, second, second_biases, last } =
        network.numbers();
    let small = |numbers: Vec<i16>, unit: Unit| {
        numbers.into_iter().map(move |number| f32::from(number) / unit.one)
    };
    small(inputs, HIDDEN)
        .chain(small(biases, HIDDEN))
        .chain(small(output, OUTPUT))
        .chain(output_biases.into_iter().map(|bias| bias as f32 / OUTPUT_BIAS.one))
        .chain(second.into_iter().map(|weight| f32::from(weight) / SECOND.one))
        .chain(second_biases.into_iter().map(|bias| bias as f32 / SECOND_BIAS.one))
        .chain(small(last, LAST))
        .collect()
}

/// What a hidden neuron may come to when its largest inputs of either sign are on, as many as can be.
fn largest_sum(layout: &Layout, inputs: &[i16], biases: &[i16]) -> i32 {
    let Architecture { hidden, game, .. } = layout.architecture;
    let neuron = |neuron: usize| {
        let mut weights: Vec<i32> =
            inputs.iter().skip(neuron).step_by(hidden).map(|&weight| weight.into()).collect();
        weights.sort_unstable();
        let bias = i32::from(biases[neuron]);
        let lowest: i32 = weights.iter().take(game.most_on).filter(|weight| **weight < 0).sum();
        let highest: i32 =
            weights.iter().rev().take(game.most_on).filter(|weight| **weight > 0).sum();
        (bias + lowest).abs().max((bias + highest).abs())
    };
    (0..hidden).map(neuron).max().unwrap_or(0)
}

/// The value of a position in centipawns for the side to move, by the network's integers: what the
/// engine computes in another way.
pub fn value(network: &Network, numbers: &Numbers, layout: &Layout, data: &Data, at: usize) -> i32 {
    let entry = &data.entries[at];
    let hidden = layout.architecture.hidden;
    let mut inputs = [[0; MOST_MEN]; 2];
    let count = data.inputs(entry, &layout.lookup, &mut inputs);
    let bucket = data.bucket(entry, &layout.architecture);
    let mut sum = 0i64;
    let mut squares = Vec::new();
    for (half, inputs) in inputs.iter().enumerate() {
        let mut values: Vec<i32> = numbers.biases.iter().map(|&bias| bias.into()).collect();
        for input in &inputs[..count] {
            let row = &numbers.inputs[*input as usize * hidden..][..hidden];
            values.iter_mut().zip(row).for_each(|(value, weight)| *value += i32::from(*weight));
        }
        let weights = &numbers.output[(2 * bucket + half) * hidden..][..hidden];
        for (value, weight) in values.iter().zip(weights) {
            let value = i64::from(*value).clamp(0, 255);
            sum += value * value * i64::from(*weight);
            squares.push((value * value + 256) / 512);
        }
    }
    let second = layout.architecture.second;
    let mut last = 0;
    for neuron in bucket * second..(bucket + 1) * second {
        let weights = &numbers.second[neuron * 2 * hidden..][..2 * hidden];
        let products =
            squares.iter().zip(weights).map(|(square, weight)| square * i64::from(*weight));
        let sum: i64 = products.sum::<i64>() + i64::from(numbers.second_biases[neuron]);
        let value = sum.clamp(0, 8128);
        last += value * value / 8128 * i64::from(numbers.last[neuron]);
    }
    let output =
        sum / 255 + i64::from(numbers.output_biases[bucket]) + last * (255 * 64) / (8128 * 4096);
    (output * i64::from(network.scale()) / (255 * 64)) as i32
}

/// The mean error over some positions of a network as the engine plays it.
pub fn error(plan: &Plan, layout: &Layout, network: &Network, data: &Data) -> f64 {
    let numbers = network.numbers();
    let miss = |index: usize| {
        let value = value(network, &numbers, layout, data, index);
        let expected = sigmoid(value as f32 / f32::from(plan.scale));
        f64::from(expected - plan.target(&data.entries[index])).powi(2)
    };
    (0..data.entries.len()).map(miss).sum::<f64>() / data.entries.len().max(1) as f64
}
