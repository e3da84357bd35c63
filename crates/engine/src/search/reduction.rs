//! The table behind late move reductions.

use super::params::Params;

/// ln(depth) · ln(number) in 1/1024.
pub(crate) struct Reductions {
    log: [i32; 256],
}

impl Reductions {
    /// Computes the table.
    pub(crate) fn new() -> Self {
        // Whole numbers from here on, so that every build searches the same tree.
        let log = std::array::from_fn(|i| ((i.max(1) as f64).ln() * 1024.0).round() as i32);
        Reductions { log }
    }

    #[inline]
    fn product(&self, depth: i32, number: u32) -> i32 {
        let depth = self.log[(depth.max(1) as usize).min(255)];
        let number = self.log[(number as usize).min(255)];
        depth * number / 1024
    }

    /// Reduction of a quiet move in 1/1024 ply.
    #[inline]
    pub(crate) fn quiet(&self, params: &Params, depth: i32, number: u32) -> i32 {
        params.reduction_base + self.product(depth, number) * params.reduction_factor / 1024
    }

    /// Reduction of a capture or promotion in 1/1024 ply.
    #[inline]
    pub(crate) fn noisy(&self, params: &Params, depth: i32, number: u32) -> i32 {
        params.reduction_noisy_base
            + self.product(depth, number) * params.reduction_noisy_factor / 1024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more() {
        let (reductions, params) = (Reductions::new(), &Params::USUAL);
        for depth in 2..60 {
            for number in 2..60 {
                assert!(
                    reductions.quiet(params, depth + 1, number)
                        >= reductions.quiet(params, depth, number)
                );
                assert!(
                    reductions.quiet(params, depth, number + 1)
                        >= reductions.quiet(params, depth, number)
                );
                assert!(
                    reductions.noisy(params, depth, number)
                        < reductions.quiet(params, depth, number)
                );
            }
        }
        assert_eq!(reductions.product(300, 1000), reductions.product(255, 255));
    }
}
