//! The arithmetic of networks, once for each instruction set.
//!
//! All do the same to the last bit: integers that wrap give the same sums in any order. Which one
//! runs is decided when the program starts.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;

use super::weights::Line;
use std::sync::LazyLock;

/// A change of a hidden layer's half: the weights of all inputs, the sums before, where to put
/// those after, the rows of the inputs that come on and of those that go off.
type Update = unsafe fn(&[Line], &[Line], &mut [Line], &[u32], &[u32]);
/// The output's sum over both halves.
type Output = unsafe fn(&[Line], &[Line], &[Line]) -> i32;

/// The arithmetic for one instruction set. There is no way to get one that this processor cannot
/// run.
pub struct Kernel {
    name: &'static str,
    update: Update,
    output: Output,
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
}

/// The kernels that this processor can run, the best first; the plain one is always the last.
pub fn kernels() -> &'static [Kernel] {
    static KERNELS: LazyLock<Vec<Kernel>> = LazyLock::new(find);
    &KERNELS
}

fn find() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512bw") && has!("avx512vnni") {
            let (update, output) = (avx512::update as Update, avx512::output as Output);
            kernels.push(Kernel { name: "AVX-512 with VNNI", update, output });
        }
        if has!("avx2") {
            let (update, output) = (avx2::update as Update, avx2::output as Output);
            kernels.push(Kernel { name: "AVX2", update, output });
        }
    }
    #[cfg(target_arch = "aarch64")]
    kernels.push(Kernel { name: "NEON", update: neon::update, output: neon::output });
    kernels.push(Kernel { name: "plain", update: plain::update, output: plain::output });
    kernels
}
