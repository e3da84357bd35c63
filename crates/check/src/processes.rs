//! What an engine uses of the machine: its process and all that it has started, wherever they are in
//! groups and sessions. A bridge or a script is not the one who calculates.

use std::collections::BTreeMap;
#[cfg(target_os = "linux")]
use std::collections::BTreeSet;
#[cfg(target_os = "linux")]
use std::fs;
use std::time::Duration;

/// The processor time that an engine has used since its start.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// That of its processes, by their number in hundredths of a second.
    ticks: u64,
    /// How long each of its threads has run and has waited for a processor.
    threads: BTreeMap<i32, [Duration; 2]>,
}

impl Usage {
    /// What was used in this time. A thread that waited for a processor nine parts of ten would have
    /// used ten times as much on a quiet machine.
    pub(crate) fn since(&self, before: &Usage, time: Duration) -> Duration {
        let ticks = self.ticks.saturating_sub(before.ticks);
        let wanted = self.threads.iter().map(|(thread, [run, waited])| {
            let [run_before, waited_before] =
                before.threads.get(thread).copied().unwrap_or_default();
            let run = run.saturating_sub(run_before);
            let part = waited.saturating_sub(waited_before).as_secs_f64() / time.as_secs_f64();
            run.div_f64(1.0 - part.clamp(0.0, 0.95)).min(time)
        });
        Duration::from_millis(ticks * 10).max(wanted.sum())
    }
}

#[cfg(target_os = "linux")]
impl Usage {
    pub(crate) fn of(group: i32) -> Option<Usage> {
        let family = family(group);
        let ticks = family.iter().map(|stat| stat.ticks).sum();
        let threads = family.iter().flat_map(|stat| threads(stat.process)).collect();
        (!family.is_empty()).then_some(Usage { ticks, threads })
    }
}

/// What `/proc/PID/task/TID/schedstat` says: nanoseconds of running, and of waiting for a processor.
#[cfg(target_os = "linux")]
fn threads(process: i32) -> Vec<(i32, [Duration; 2])> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    tasks
        .filter_map(|task| {
            let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
            let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
            let times = [numbers.next()?, numbers.next()?].map(Duration::from_nanos);
            Some((task.file_name().to_str()?.parse().ok()?, times))
        })
        .collect()
}

/// What Linux says about a process in `/proc/PID/stat`.
#[cfg(target_os = "linux")]
struct Stat {
    process: i32,
    parent: i32,
    group: i32,
    /// User and system time, its own and that of children it has waited for, in hundredths of a second.
    ticks: u64,
    /// Memory in pages.
    pages: u64,
}

#[cfg(target_os = "linux")]
impl Stat {
    /// The fields behind the name of the program, which may hold anything.
    fn read(process: i32, text: &str) -> Option<Stat> {
        let (_, fields) = text.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(Stat {
            process,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            ticks: (11..15).filter_map(number).sum(),
            pages: number(21).unwrap_or(0),
        })
    }
}

/// The processes of a group, and all that they have started.
#[cfg(target_os = "linux")]
fn family(group: i32) -> Vec<Stat> {
    let mut others: Vec<Stat> = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(text) = fs::read_to_string(entry.path().join("stat")) else { continue };
        others.extend(Stat::read(process, &text));
    }
    descendants(group, others)
}

#[cfg(target_os = "linux")]
fn descendants(group: i32, mut others: Vec<Stat>) -> Vec<Stat> {
    let mut family: Vec<Stat> = Vec::new();
    let mut known = BTreeSet::new();
    loop {
        let (ours, rest): (Vec<Stat>, Vec<Stat>) = others
            .into_iter()
            .partition(|stat| stat.group == group || known.contains(&stat.parent));
        others = rest;
        if ours.is_empty() {
            return family;
        }
        known.extend(ours.iter().map(|stat| stat.process));
        family.extend(ours);
    }
}

/// The memory of an engine in bytes; `None` where the system does not say.
#[cfg(target_os = "linux")]
pub(crate) fn memory_of(group: i32) -> Option<u64> {
    let family = family(group);
    let pages: u64 = family.iter().map(|stat| stat.pages).sum();
    (!family.is_empty()).then_some(pages * 4096)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A thread that runs whenever it may counts as one that runs, and one that sleeps does not.
    #[test]
    fn on_a_busy_machine() {
        let ms = Duration::from_millis;
        let usage = |run, waited| Usage { ticks: 0, threads: [(7, [ms(run), ms(waited)])].into() };
        let used = |run, waited| usage(run, waited).since(&usage(0, 0), ms(300)).as_millis();
        assert_eq!(used(300, 0), 300);
        assert_eq!(used(30, 270), 300);
        assert!(used(1, 250) < 10);
    }

    #[test]
    fn children_count_in_any_group() {
        let stat = |process, parent, group| Stat { process, parent, group, ticks: 1, pages: 1 };
        // A bridge (10) in its group, its engine (11) in a group of its own, that one's helper (12).
        let all = vec![stat(12, 11, 11), stat(11, 10, 11), stat(10, 1, 10), stat(13, 1, 13)];
        let found: Vec<i32> = descendants(10, all).iter().map(|stat| stat.process).collect();
        assert_eq!(found, [10, 11, 12]);
    }

    #[test]
    fn fields_stand_behind_the_name() {
        let text = "7 (a) b (c)) S 3 5 5 0 -1 0 0 0 0 0 1 2 3 4 20 0 1 0 99 1000 55 0";
        let stat = Stat::read(7, text).expect("a line of the kernel");
        assert_eq!((stat.parent, stat.group, stat.ticks, stat.pages), (3, 5, 10, 55));
    }
}
