//! How much of the machine a run takes, and which cores belong to which table.

use crate::config::{Config, EngineSpec};
use ferz_host::cores;

/// Threads that think at the same time in one game, on two boards if it has two.
fn threads_of_a_game(config: &Config) -> usize {
    let partners = config.engines.iter().filter_map(|engine| engine.partner.as_deref());
    let engines = config.engines.iter().chain(partners);
    let mut threads: Vec<usize> = engines.map(EngineSpec::threads).collect();
    threads.sort_unstable_by_key(|threads| std::cmp::Reverse(*threads));
    let most = threads.first().copied().unwrap_or(1);
    // An engine that ponders thinks while the other does.
    let ponders = config.engines.iter().any(|engine| engine.ponder);
    if config.has_two_boards() {
        return 2 * most;
    }
    if ponders { most + threads.get(1).copied().unwrap_or(0) } else { most }
}

/// What the user should know if the machine cannot give what is asked of it.
pub(crate) fn warning(config: &Config) -> Option<String> {
    let (wanted, cores) = (config.concurrency, available());
    let each = threads_of_a_game(config);
    if wanted.saturating_mul(each) <= cores {
        return None;
    }
    let threads = match each {
        1 => String::new(),
        each => format!(" of {each} threads each"),
    };
    let games = if wanted == 1 { "game" } else { "games" };
    let plural = if cores == 1 { "core" } else { "cores" };
    Some(format!(
        "{wanted} {games} at a time{threads} on {cores} {plural}: clocks will not be fair"
    ))
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The cores of each table, for as many tables as there are games at the same time; and what the
/// user should know if there are not enough.
pub(crate) fn tables(config: &Config) -> (Vec<Vec<usize>>, Option<String>) {
    if !config.affinity {
        return (Vec::new(), None);
    }
    let (mut usable, each) = (cores::usable(), threads_of_a_game(config));
    if !config.cores.is_empty() {
        // In the order in which they were named.
        usable = config.cores.iter().copied().filter(|core| usable.contains(core)).collect();
    }
    let wanted = each.saturating_mul(config.concurrency);
    if usable.len() < wanted {
        let there = usable.len();
        let of = match &config.cores[..] {
            [] => String::new(),
            named => format!(" of {named:?}"),
        };
        let text =
            format!("engines are not pinned: that takes {wanted} cores, and {there}{of} are there");
        return (Vec::new(), Some(text));
    }
    let tables = usable.chunks(each).take(config.concurrency).map(<[usize]>::to_vec);
    (tables.collect(), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{EngineSpec, Setting};

    fn engine(threads: &str, ponder: bool) -> EngineSpec {
        let value = Some(threads.to_owned());
        let options = vec![Setting { name: "Threads".into(), value, optional: false }];
        EngineSpec { options, ponder, ..EngineSpec::default() }
    }

    fn config(engines: Vec<EngineSpec>) -> Config {
        Config { engines, ..Config::default() }
    }

    #[test]
    fn threads_of_both_count_when_one_ponders() {
        let of = |engines| threads_of_a_game(&config(engines));
        assert_eq!(of(vec![EngineSpec::default(), EngineSpec::default()]), 1);
        assert_eq!(of(vec![engine("2", false), engine("4", false)]), 4);
        assert_eq!(of(vec![engine("2", true), engine("4", false), engine("1", false)]), 6);
        assert_eq!(of(vec![engine("many", true), EngineSpec::default()]), 2);
    }

    #[test]
    fn beyond_the_machine() {
        let cores = available();
        let fits = Config { concurrency: cores, ..config(vec![engine("1", false); 2]) };
        assert_eq!(warning(&fits), None);
        let pondering = Config { concurrency: cores, ..config(vec![engine("1", true); 2]) };
        let text = warning(&pondering).expect("a warning");
        assert!(text.contains("of 2 threads each"), "{text}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn each_table_has_its_own_cores() {
        let concurrency = cores::usable().len();
        let pinned = Config { affinity: true, concurrency, ..config(vec![engine("1", false); 2]) };
        let (tables, warning) = tables(&pinned);
        assert_eq!((tables.len(), warning), (concurrency, None));
        let mut all = tables.concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), concurrency);
        let beyond = Config { concurrency: concurrency + 1, ..pinned.clone() };
        let (none, warning) = super::tables(&beyond);
        assert!(none.is_empty() && warning.is_some());
        let last = *cores::usable().last().unwrap();
        let named = Config { cores: vec![last], concurrency: 1, ..pinned.clone() };
        assert_eq!(super::tables(&named), (vec![vec![last]], None));
        let absent = Config { cores: vec![4_000], concurrency: 1, ..pinned };
        assert!(super::tables(&absent).1.unwrap().contains("0 of [4000]"));
    }
}
