//! What a worker says of its machine.

use serde::{Deserialize, Serialize};

/// A machine, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// Cores that the worker may use.
    pub cores: usize,
    /// Memory in MiB; 0 where the system does not say.
    pub memory: u64,
    /// Instruction sets that engines are built for.
    pub sets: Vec<String>,
    /// Nodes a second of `ferz bench` on one core; 0 where it was not measured.
    pub speed: u64,
}

impl Facts {
    /// This machine, but for its speed.
    pub fn here() -> Facts {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let text = ferz_input::file::read_text("/proc/meminfo").unwrap_or_default();
        let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let total = total.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        let memory = total.unwrap_or(0) / 1024;
        Facts { cores, memory, sets: sets(), speed: 0 }
    }

    /// In a line, for people.
    pub fn line(&self) -> String {
        let mut parts = Vec::new();
        if self.memory > 0 {
            parts.push(format!("{} MiB", self.memory));
        }
        if self.speed > 0 {
            parts.push(format!("{} kn/s", self.speed / 1000));
        }
        parts.extend((!self.sets.is_empty()).then(|| self.sets.join(" ")));
        parts.join(", ")
    }
}

#[cfg(target_arch = "x86_64")]
fn sets() -> Vec<String> {
    let all = [
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("sse4.1", is_x86_feature_detected!("sse4.1")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
    ];
    all.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| (*name).to_owned()).collect()
}

#[cfg(target_arch = "aarch64")]
fn sets() -> Vec<String> {
    let has_products = std::arch::is_aarch64_feature_detected!("dotprod");
    let all = [("neon", true), ("dotprod", has_products)];
    all.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| (*name).to_owned()).collect()
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn sets() -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_cores_and_memory() {
        let facts = Facts { speed: 1_234_567, ..Facts::here() };
        assert!(facts.cores > 0);
        assert!(facts.line().contains("1234 kn/s"), "{facts:?}");
        #[cfg(target_os = "linux")]
        assert!(facts.memory > 16, "{facts:?}");
        let read: Facts = serde_json::from_str("{}").unwrap();
        assert_eq!((read.line(), read.speed), (String::new(), 0));
    }
}
