//! The processor's cores, for owners who give each engine its own.

/// The cores that this process may use, in the order in which to give them away: first one thread of
/// each core, then the others, which share a core with one of the first. Empty where the system does
/// not tell.
pub fn usable() -> Vec<usize> {
    let mut cores = allowed();
    // Stable: within a round they stay in the order of their numbers.
    cores.sort_by_key(|core| rank(*core));
    cores
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    let Ok(set) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

/// Which of the threads of its core this is, from 0.
fn rank(core: usize) -> usize {
    let file = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    let list = std::fs::read_to_string(file).unwrap_or_default();
    siblings(&list).iter().position(|sibling| *sibling == core).unwrap_or(0)
}

/// Linux writes `0,4` and `0-1`.
fn siblings(list: &str) -> Vec<usize> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let span = |part: &str| match part.split_once('-') {
        Some((from, to)) => Some(number(from)?..=number(to)?),
        None => number(part).map(|one| one..=one),
    };
    list.split(',').filter_map(span).flatten().take(4096).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_siblings() {
        assert_eq!(siblings("0,4\n"), [0, 4]);
        assert_eq!(siblings("2-3\n"), [2, 3]);
        assert_eq!(siblings("x,7-,\n"), []);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn each_core_once() {
        let (mut cores, set) = (usable(), rustix::thread::sched_getaffinity(None).unwrap());
        assert!(!cores.is_empty() && cores.iter().all(|core| set.is_set(*core)));
        cores.sort_unstable();
        assert_eq!(cores.len(), set.count() as usize);
    }
}
