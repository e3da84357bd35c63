//! A network with more neurons or more sets of numbers that judges every position as the one before,
//! so that training goes on where that one stood (Net2Net: Tianqi Chen, Ian Goodfellow and Jonathon
//! Shlens, 2015).
//!
//! New neurons begin as those of a new network do, and the output does not listen to them yet. A set
//! of numbers that splits becomes several that are the same.

use crate::model::Layout;
use crate::quantise::unrounded;
use ferz_engine::eval::network::{Architecture, Network};

/// The numbers of `network` in the shape of `to`, which has as much as its own or more; `seed` is
/// that of the new neurons. An error says in words why there are none.
pub fn grown(network: &Network, to: &Layout, seed: u64) -> Result<Vec<f32>, &'static str> {
    let from = Layout::new(network.architecture().clone());
    check(&from.architecture, &to.architecture)?;
    let (old, new) = (unrounded(network), to.begin(seed));
    let (old, new) = (from.parts(&old), to.parts(&new));
    let (narrow, wide) = (from.architecture.hidden, to.architecture.hidden);
    let splits = to.architecture.output_buckets / from.architecture.output_buckets;

    let row = |old: &[f32], new: &[f32]| [old, &new[narrow..]].concat();
    let rows = old.inputs.chunks(narrow).cycle().zip(new.inputs.chunks(wide));
    let inputs = rows.flat_map(|(old, new)| row(old, new));
    let biases = row(old.biases, new.biases);
    let silent = vec![0.0; wide];
    let output = old.output.chunks(2 * narrow).flat_map(|bucket| {
        let halves = bucket.chunks(narrow).flat_map(|half| row(half, &silent));
        halves.collect::<Vec<_>>().repeat(splits)
    });
    let output_biases = old.output_biases.iter().flat_map(|&bias| vec![bias; splits]);
    let first = inputs.chain(biases).chain(output).chain(output_biases);
    if from.architecture.second == 0 {
        // The output does not listen to a new second layer yet.
        let last = new.last.iter().map(|_| 0.0);
        let second = new.second.iter().chain(new.second_biases).copied();
        return Ok(first.chain(second).chain(last).collect());
    }
    let neurons = from.architecture.second;
    let second = old.second.chunks(neurons * 2 * narrow).flat_map(|bucket| {
        let halves = bucket.chunks(narrow).flat_map(|half| row(half, &silent));
        halves.collect::<Vec<_>>().repeat(splits)
    });
    let split = |numbers: &[f32]| -> Vec<f32> {
        numbers.chunks(neurons).flat_map(|bucket| bucket.repeat(splits)).collect()
    };
    let others = [split(old.second_biases), split(old.last)].concat();
    Ok(first.chain(second).chain(others).collect())
}

/// Whether a network of one shape can become one of another.
fn check(from: &Architecture, to: &Architecture) -> Result<(), &'static str> {
    if from.mirrored != to.mirrored {
        return Err("one mirrors the board, the other does not");
    }
    if to.hidden < from.hidden {
        return Err("it has more neurons");
    }
    if from.buckets() > 1 && from.king_buckets != to.king_buckets {
        return Err("it has other buckets of the king");
    }
    if from.second > 0 && from.second != to.second {
        return Err("it has another second layer");
    }
    if !to.output_buckets.is_multiple_of(from.output_buckets) {
        return Err("its output buckets cannot be split into as many");
    }
    Ok(())
}
