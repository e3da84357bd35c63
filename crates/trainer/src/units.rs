//! What 1.0 is among the numbers that the engine plays with.

use crate::model::{Layout, widest};

/// What 1.0 is in the hidden layer, and among the weights of the output.
pub(crate) const UNITS: [f32; 2] = [255.0, 64.0];
/// What 1.0 is among the weights of the second layer, in its sums, and among the output's weights for it.
pub(crate) const SECOND: [f32; 3] = [64.0, 127.0 * 64.0, 4096.0];

/// The parts of a network in their order: what 1.0 is there, and how large a number may be.
const PARTS: [(f32, f32); 7] = {
    let ([hidden, output], [second, sum, last]) = (UNITS, SECOND);
    let (byte, word, any) = (i8::MAX as f32, i16::MAX as f32, f32::MAX);
    [
        (hidden, word),
        (hidden, word),
        (output, byte),
        (hidden * output, any),
        (second, byte),
        (sum, any),
        (last, word),
    ]
};

#[inline(always)]
fn round_all(layout: &Layout, numbers: &mut [f32]) {
    let mut at = 0;
    for (end, (unit, most)) in layout.ends().into_iter().zip(PARTS) {
        for number in &mut numbers[at..end] {
            *number = (*number * unit).round_ties_even().clamp(-most, most) / unit;
        }
        at = end;
    }
}

widest! {
    /// Rounds numbers as [`quantise`](crate::quantise::quantise) does, and keeps them real.
    round = round_all(layout: &Layout, numbers: &mut [f32]) -> ()
}
