//! What the log says of a run that goes on.

use crate::config::{BadConfig, Config, System};
use crate::log::LogEvent;
use crate::program::Program;
use crate::record::GameRecord;
use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a log says of a run.
pub(super) struct Past {
    pub(super) config: Config,
    pub(super) openings: u32,
    pub(super) programs: Vec<Option<Program>>,
    /// What the engines are called, and what they call themselves.
    pub(super) known: Vec<(String, String)>,
    pub(super) games: Vec<GameRecord>,
    /// Workers that were set aside, and why.
    pub(super) aside: BTreeMap<String, String>,
}

impl Past {
    pub(super) fn of(events: Vec<LogEvent>) -> Option<Past> {
        let mut events = events.into_iter();
        let Some(LogEvent::Run { config, openings, programs, .. }) = events.next() else {
            return None;
        };
        let (known, games, aside) = Default::default();
        let mut past = Past { config, openings, programs, known, games, aside };
        for event in events {
            match event {
                LogEvent::Run { .. } => {}
                LogEvent::Engine { name, id, .. } => past.known.push((name, id)),
                LogEvent::Game(game) => past.games.push(game),
                LogEvent::Aside { worker, reason, again, .. } => {
                    if again {
                        past.games.retain(|game| game.worker != worker);
                    }
                    past.aside.insert(worker, reason);
                }
                LogEvent::Resumed { rounds, programs, .. } => {
                    past.config.rounds = rounds.unwrap_or(past.config.rounds);
                    past.programs = programs.unwrap_or(past.programs);
                }
            }
        }
        Some(past)
    }
}

/// How many rounds a run has from now on, if that is another number.
pub(super) fn grown(config: &Config, wanted: Option<u32>) -> Result<Option<u32>, BadConfig> {
    let (Some(wanted), before) = (wanted, config.rounds) else { return Ok(None) };
    let bad = |text: String| Err(BadConfig(text));
    match config.system {
        _ if wanted == before => Ok(None),
        _ if wanted < before => {
            bad(format!("{wanted} rounds: the run has {before}, and cannot have less"))
        }
        _ if !config.tuned.is_empty() => bad(format!("a tuning of {before} pairs stays one")),
        System::Swiss => bad(format!("a Swiss tournament of {before} rounds stays one")),
        System::Knockout => bad("a knockout has as many rounds as it takes".to_owned()),
        System::Match | System::RoundRobin | System::Gauntlet => Ok(Some(wanted)),
    }
}

/// Where options are tuned only whole pairs count. The first game of a pair may stand in the log
/// without the second, or twice.
pub(super) fn whole_pairs(games: Vec<GameRecord>) -> Vec<GameRecord> {
    let (mut begun, mut whole) = (HashMap::new(), Vec::new());
    for game in games {
        match (&game.step, begun.remove(&game.number.wrapping_sub(1))) {
            (Some(_), Some(first)) => whole.extend([first, game]),
            _ => drop(begun.insert(game.number, game)),
        }
    }
    whole
}

pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
