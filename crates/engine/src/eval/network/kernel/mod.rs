//! The arithmetic of networks, once for each instruction set.
//!
//! All do the same to the last bit: integers that wrap give the same sums in any order. Which one
//! runs is decided when the program starts.

/// Makes `update` from the `load`, `add`, `sub` and `store` of an instruction set. (As the methods of
/// a trait they could not be compiled with its instructions.)
macro_rules! update {
    ($features:literal) => {
        /// See [`Kernel::update`](super::Kernel::update).
        #[target_feature(enable = $features)]
        pub(super) fn update(
            weights: &[Line],
            from: &[Line],
            to: &mut [Line],
            on: &[u32],
            off: &[u32],
        ) {
            match (on, off) {
                (&[on], &[off]) => few(weights, from, to, [on], [off]),
                (&[on], &[off, taken]) => few(weights, from, to, [on], [off, taken]),
                _ => many(weights, from, to, on, off),
            }
        }

        /// The update of an ordinary move or capture: with a known number of rows there is little to
        /// do beside the sums.
        #[inline]
        #[target_feature(enable = $features)]
        fn few<const ON: usize, const OFF: usize>(
            weights: &[Line],
            from: &[Line],
            to: &mut [Line],
            on: [u32; ON],
            off: [u32; OFF],
        ) {
            let lines = to.len();
            let row = |input: u32| &weights[input as usize * lines..][..lines];
            let (from, on, off) = (&from[..lines], on.map(row), off.map(row));
            for index in 0..lines {
                let mut sum = load(&from[index]);
                for row in &on {
                    sum = add(sum, load(&row[index]));
                }
                for row in &off {
                    sum = sub(sum, load(&row[index]));
                }
                store(&mut to[index], sum);
            }
        }

        /// The update of any number of inputs.
        #[target_feature(enable = $features)]
        fn many(weights: &[Line], from: &[Line], to: &mut [Line], on: &[u32], off: &[u32]) {
            let lines = to.len();
            for (index, (from, to)) in from.iter().zip(to).enumerate() {
                let mut sum = load(from);
                for &row in on {
                    sum = add(sum, load(&weights[row as usize * lines + index]));
                }
                for &row in off {
                    sum = sub(sum, load(&weights[row as usize * lines + index]));
                }
                store(to, sum);
            }
        }
    };
}

/// Makes `second` from the `square`, `nothing`, `multiply` and `whole` of an instruction set.
macro_rules! second {
    ($features:literal) => {
        /// See [`Kernel::second`](super::Kernel::second).
        #[target_feature(enable = $features)]
        pub(super) fn second(us: &[Line], them: &[Line], weights: &[Bytes], sums: &mut [i32]) {
            let squares = Squares::of(us, them, |line| square(line));
            let squares = squares.of_a_neuron(weights, sums.len());
            let lines = squares.len();
            // Four sums, because each waits for the step before it.
            let (fours, _) = sums.as_chunks_mut::<4>();
            for (sums, weights) in fours.iter_mut().zip(weights.chunks(4 * lines.max(1))) {
                let rows: [&[Bytes]; 4] =
                    std::array::from_fn(|neuron| &weights[neuron * lines..][..lines]);
                let mut wide = [nothing(); 4];
                for (index, pair) in squares.iter().enumerate() {
                    for (sum, row) in wide.iter_mut().zip(rows) {
                        *sum = multiply(*sum, pair, &row[index]);
                    }
                }
                for (sum, wide) in sums.iter_mut().zip(wide) {
                    *sum = whole(wide);
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;

use super::line::{Bytes, Line};
use std::sync::LazyLock;

/// A change of a hidden layer's half: the weights of all inputs, the sums before, where to put
/// those after, the rows of the inputs that come on and of those that go off.
type Update = unsafe fn(&[Line], &[Line], &mut [Line], &[u32], &[u32]);
/// The output's sum over both halves.
type Output = unsafe fn(&[Line], &[Line], &[Line]) -> i32;
/// The sums of the second layer's neurons over both halves.
type Second = unsafe fn(&[Line], &[Line], &[Bytes], &mut [i32]);

/// The arithmetic for one instruction set. There is no way to get one that this processor cannot
/// run.
pub struct Kernel {
    name: &'static str,
    update: Update,
    output: Output,
    second: Second,
}

impl Kernel {
    /// The instruction set.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// `to` becomes `from` with the rows of `on` added and those of `off` taken away.
    #[inline]
    pub(super) fn update(
        &self,
        weights: &[Line],
        from: &[Line],
        to: &mut [Line],
        on: &[u32],
        off: &[u32],
    ) {
        // SAFETY: the processor has the instructions, else the kernel would not be in the list.
        unsafe { (self.update)(weights, from, to, on, off) }
    }

    /// The sum of `clipped² * weight` over `us` and then `them`, in 255² × 64ths.
    #[inline]
    pub(super) fn output(&self, us: &[Line], them: &[Line], weights: &[Line]) -> i32 {
        // SAFETY: as for `update`.
        unsafe { (self.output)(us, them, weights) }
    }

    /// The sums of the second layer, one for each neuron: `weight * (clipped² + 256) / 512` over `us`
    /// and then `them`, in 127 × 64ths. `weights` has half as many lines for each neuron as `us` and
    /// `them` together.
    #[inline]
    pub(super) fn second(&self, us: &[Line], them: &[Line], weights: &[Bytes], sums: &mut [i32]) {
        // SAFETY: as for `update`.
        unsafe { (self.second)(us, them, weights, sums) }
    }
}

/// The kernels that this processor can run, the best first; the plain one is always the last.
pub fn kernels() -> &'static [Kernel] {
    static KERNELS: LazyLock<Vec<Kernel>> = LazyLock::new(find);
    &KERNELS
}

fn find() -> Vec<Kernel> {
    #[cfg(target_arch = "x86_64")]
    use std::arch::is_x86_feature_detected as has;

    let all = [
        #[cfg(target_arch = "x86_64")]
        (has!("avx512f") && has!("avx512bw") && has!("avx512vnni")).then_some(Kernel {
            name: "AVX-512 with VNNI",
            update: avx512::update,
            output: avx512::output,
            second: avx512::second,
        }),
        #[cfg(target_arch = "x86_64")]
        has!("avx2").then_some(Kernel {
            name: "AVX2",
            update: avx2::update,
            output: avx2::output,
            second: avx2::second,
        }),
        #[cfg(target_arch = "aarch64")]
        Some(Kernel {
            name: "NEON",
            update: neon::update,
            output: neon::output,
            second: neon::second,
        }),
        Some(Kernel {
            name: "plain",
            update: plain::update,
            output: plain::output,
            second: plain::second,
        }),
    ];
    all.into_iter().flatten().collect()
}
