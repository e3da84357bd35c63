//! The units that the engine's whole numbers count in.

use crate::model::{Layout, widest};

/// How a part of a network is rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// What 1.0 is.
    pub(crate) one: f32,
    /// No number is larger.
    pub(crate) most: f32,
}

impl Unit {
    const fn new(one: f32, most: f32) -> Unit {
        Unit { one, most }
    }

    /// The whole number for a real one, which may be too large.
    #[inline(always)]
    pub(crate) fn whole(self, number: f32) -> f32 {
        (number * self.one).round()
    }
}

/// Of the inputs' weights and the hidden neurons' biases.
pub(crate) const HIDDEN: Unit = Unit::new(255.0, i16::MAX as f32);
/// Of the output's weights for the hidden layer.
pub(crate) const OUTPUT: Unit = Unit::new(64.0, i8::MAX as f32);
/// Of the outputs' biases.
pub(crate) const OUTPUT_BIAS: Unit = Unit::new(HIDDEN.one * OUTPUT.one, i32::MAX as f32);
/// Of the second layer's weights.
pub(crate) const SECOND: Unit = Unit::new(64.0, i8::MAX as f32);
/// Of its neurons' biases and sums.
pub(crate) const SECOND_BIAS: Unit = Unit::new(127.0 * SECOND.one, i32::MAX as f32);
/// Of the output's weights for it.
pub(crate) const LAST: Unit = Unit::new(4096.0, i16::MAX as f32);

#[inline(always)]
fn round_all(layout: &Layout, numbers: &mut [f32]) {
    let units = [HIDDEN, HIDDEN, OUTPUT, OUTPUT_BIAS, SECOND, SECOND_BIAS, LAST];
    let mut at = 0;
    for (end, unit) in layout.ends().into_iter().zip(units) {
        for number in &mut numbers[at..end] {
            *number = unit.whole(*number).clamp(-unit.most, unit.most) / unit.one;
        }
        at = end;
    }
}

widest! {
    /// Rounds numbers to those that the engine can have, and keeps them real.
    round = round_all(layout: &Layout, numbers: &mut [f32]) -> ()
}
