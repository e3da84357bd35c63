//! Finding better numbers.

use crate::data::Set;
use crate::model::{Aim, Numbers, expected, learn, no_gradient, value};
use ferz_engine::eval::terms::{Class, Field};
use ferz_rules::Random;

/// How to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What to aim at.
    pub aim: Aim,
    /// How often to go over all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// Length of a step at first and in the end, in centipawns.
    pub step: [f64; 2],
    /// What the square of a number's distance from where it began costs: what the positions say
    /// little about stays.
    pub anchor: f64,
    /// Threads. The result does not depend on them.
    pub threads: usize,
    /// Seed of the order of positions.
    pub seed: u64,
}

/// Parts in which positions are added up, whatever the number of threads, so that sums have the
/// same rounding errors everywhere.
const PARTS: usize = 16;

/// Mean squared error over a set.
pub fn error(set: &Set, numbers: &Numbers, aim: &Aim) -> f64 {
    let mut sum = 0.0;
    for entry in &set.entries {
        let miss = expected(value(set, entry, numbers), aim.steepness) - aim.points(entry);
        sum += miss * miss;
    }
    sum / set.entries.len().max(1) as f64
}

/// The steepness with which the numbers predict the games' ends best, by golden section search.
pub fn steepness(set: &Set, numbers: &Numbers) -> f64 {
    let values: Vec<(f64, f64)> =
        set.entries.iter().map(|entry| (value(set, entry, numbers), entry.points as f64)).collect();
    let error = |steepness: f64| -> f64 {
        values.iter().map(|(value, points)| (expected(*value, steepness) - points).powi(2)).sum()
    };
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0005, 0.05);
    for _ in 0..40 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if error(a) < error(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// Moves the numbers down the gradient. `report` hears the epoch, counted from 1, and the mean
/// error while it went on.
pub fn fit(
    set: &Set,
    numbers: &mut Numbers,
    plan: &Plan,
    report: &mut dyn FnMut(usize, f64, &Numbers),
) {
    let begin = numbers.clone();
    let speeds = speeds(&set.fields);
    let mut order: Vec<u32> = (0..set.entries.len() as u32).collect();
    let mut random = Random::new(plan.seed);
    let mut mean = no_gradient(numbers.len());
    let mut square = no_gradient(numbers.len());
    let mut steps = 0i32;
    for epoch in 0..plan.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let progress = epoch as f64 / plan.epochs.max(2).saturating_sub(1) as f64;
        let step = plan.step[0] * (plan.step[1] / plan.step[0]).powf(progress);
        let mut sum = 0.0;
        for batch in order.chunks(plan.batch.max(1)) {
            let (error, gradient) = batch_gradient(set, batch, numbers, plan);
            sum += error;
            steps += 1;
            // Adam with its usual constants.
            let (beta1, beta2) = (0.9f64, 0.999f64);
            let correction = [1.0 - beta1.powi(steps), 1.0 - beta2.powi(steps)];
            for index in 0..numbers.len() {
                for half in 0..2 {
                    let away = numbers[index][half] - begin[index][half];
                    let slope = gradient[index][half] / batch.len() as f64
                        + 2.0 * plan.anchor * away / speeds[index].powi(2);
                    let mean = &mut mean[index][half];
                    let square = &mut square[index][half];
                    *mean = beta1 * *mean + (1.0 - beta1) * slope;
                    *square = beta2 * *square + (1.0 - beta2) * slope * slope;
                    let direction =
                        (*mean / correction[0]) / ((*square / correction[1]).sqrt() + 1e-9);
                    numbers[index][half] -= step * speeds[index] * direction;
                }
            }
        }
        report(epoch + 1, sum / set.entries.len().max(1) as f64, numbers);
    }
}

/// How far a number moves in a step of one: those of the danger are on a scale of their own.
fn speeds(fields: &[Field]) -> Vec<f64> {
    let mut speeds = Vec::new();
    for field in fields {
        let speed = if field.class == Class::Danger { 6.0 } else { 1.0 };
        speeds.extend(std::iter::repeat_n(speed, field.len));
    }
    speeds
}

fn batch_gradient(
    set: &Set,
    batch: &[u32],
    numbers: &Numbers,
    plan: &Plan,
) -> (f64, Vec<[f64; 2]>) {
    let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
    let one = |part: &[u32]| {
        let mut gradient = no_gradient(numbers.len());
        let mut error = 0.0;
        for index in part {
            let entry = &set.entries[*index as usize];
            error += learn(set, entry, numbers, &plan.aim, &mut gradient);
        }
        (error, gradient)
    };
    let share = parts.len().div_ceil(plan.threads.max(1)).max(1);
    let mut total = (0.0, no_gradient(numbers.len()));
    std::thread::scope(|scope| {
        let workers: Vec<_> = parts
            .chunks(share)
            .map(|parts| {
                scope.spawn(move || parts.iter().map(|part| one(part)).collect::<Vec<_>>())
            })
            .collect();
        for worker in workers {
            let results = match worker.join() {
                Ok(results) => results,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            for (error, gradient) in results {
                total.0 += error;
                for (sum, part) in total.1.iter_mut().zip(gradient) {
                    sum[0] += part[0];
                    sum[1] += part[1];
                }
            }
        }
    });
    total
}
