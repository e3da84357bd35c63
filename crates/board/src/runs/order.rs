//! A match as a page asks for it, made into what the arena plays.

use crate::shelf::{Entry, OWN, Shelf};
use ferz_arena::Config;
use ferz_arena::config::{
    EngineSpec, Format, Model, OpeningsSpec, Order, Policy, Setting, Sprt, System,
};
use ferz_link::Protocol;
use ferz_rules::{Variant, new_game};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file of the position that a match begins with, in the folder of its run.
pub(super) const START: &str = "start.epd";
/// No match has more games than this, or more of them at once.
const MOST: [u32; 2] = [100_000, 64];
/// The chances of error of a test.
const CHANCES: f64 = 0.05;

/// A match, or a tournament where there are more than two engines.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Match {
    /// Any name of the game.
    pub variant: String,
    /// Who plays, by their names on the list.
    pub engines: Vec<String>,
    /// A clock, `10+0.1` in seconds; or `0.2` for each move behind `st=`, `nodes=`, `depth=`.
    pub limit: String,
    /// All games of a match; the rounds of a tournament are as many as fit.
    pub games: u32,
    /// Games at once.
    pub concurrency: u32,
    /// Short lines of the game's own; else its start position.
    pub openings: bool,
    /// The test ends it: the two strengths between which it decides.
    pub sprt: Option<[f64; 2]>,
    /// Where all games begin, as FEN.
    pub fen: String,
}

impl Match {
    /// Where all games begin, if not where the game does.
    pub(super) fn start(&self) -> Option<&str> {
        Some(self.fen.trim()).filter(|fen| !fen.is_empty())
    }

    pub(super) fn config(&self, shelf: &Shelf, own: Option<&Path>) -> Result<Config, String> {
        let variant = Variant::by_name(&self.variant);
        let variant = variant.ok_or_else(|| format!("unknown game {:?}", self.variant))?;
        new_game(variant, self.start()).map_err(|error| error.to_string())?;
        let [games, at_once] = MOST;
        if !(1..=games).contains(&self.games) || !(1..=at_once).contains(&self.concurrency) {
            return Err(format!("from 1 to {games} games, and from 1 to {at_once} at once"));
        }
        let shelved = shelf.entries();
        let mut engines: Vec<EngineSpec> = Vec::new();
        for name in &self.engines {
            let mut engine = match own {
                Some(program) if name == OWN => EngineSpec {
                    program: program.to_owned(),
                    protocol: Some(Protocol::Uci),
                    ..EngineSpec::default()
                },
                _ => {
                    let entry = shelved.iter().find(|entry| entry.name == *name);
                    of_list(entry.ok_or_else(|| format!("no engine is called {name:?}"))?)
                }
            };
            let before = self.engines.iter().take(engines.len()).filter(|one| *one == name).count();
            engine.name = Some(match before {
                0 => name.clone(),
                before => format!("{name} ({})", before + 1),
            });
            self.limit(&mut engine)?;
            engines.push(engine);
        }
        let pairs = self.games.div_ceil(2).max(1);
        let players = u32::try_from(engines.len()).unwrap_or(u32::MAX);
        let encounters = players.saturating_mul(players.saturating_sub(1)) / 2;
        let sprt = self.sprt.map(|[elo0, elo1]| Sprt {
            elo0,
            elo1,
            alpha: CHANCES,
            beta: CHANCES,
            model: Model::Normalized,
            pairs: true,
        });
        let openings = if self.openings { "builtin" } else { "none" };
        let config = Config {
            event: "Ferz board".to_owned(),
            variant: variant.name.to_owned(),
            system: if players > 2 { System::RoundRobin } else { System::Match },
            rounds: if players > 2 { (pairs / encounters.max(1)).max(1) } else { pairs },
            concurrency: self.concurrency as usize,
            openings: Some(openings_of(PathBuf::from(openings), None)),
            seed: u64::from(std::process::id()),
            sprt,
            engines,
            ..Config::default()
        };
        config.check().map_err(|error| error.to_string())?;
        Ok(config)
    }

    fn limit(&self, engine: &mut EngineSpec) -> Result<(), String> {
        let bad = || format!("no limit: {:?}", self.limit);
        match self.limit.trim().split_once('=') {
            Some(("st", seconds)) => {
                let seconds =
                    seconds.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok());
                let seconds = seconds.filter(|time| !time.is_zero());
                engine.move_time = Some(seconds.ok_or_else(bad)?);
            }
            Some(("nodes", nodes)) => engine.nodes = Some(nodes.parse().map_err(|_| bad())?),
            Some(("depth", depth)) => engine.depth = Some(depth.parse().map_err(|_| bad())?),
            Some(_) => return Err(bad()),
            None => {
                let clock = self.limit.trim().parse();
                engine.clock = Some(clock.map_err(|error| format!("{error}"))?);
            }
        }
        Ok(())
    }
}

/// Games from one position.
pub(super) fn from_here(file: PathBuf) -> OpeningsSpec {
    openings_of(file, Some(Format::Epd))
}

fn openings_of(file: PathBuf, format: Option<Format>) -> OpeningsSpec {
    let (order, policy) = (Order::Random, Policy::default());
    OpeningsSpec { file, format, order, start: 1, plies: None, policy }
}

/// An engine as the user's list has it.
fn of_list(entry: &Entry) -> EngineSpec {
    let mut words = shlex::split(&entry.command).unwrap_or_default().into_iter();
    let options = entry.options.iter().map(|(name, value)| Setting {
        name: name.clone(),
        value: Some(value.clone()),
        optional: false,
    });
    EngineSpec {
        program: PathBuf::from(words.next().unwrap_or_default()),
        arguments: words.collect(),
        directory: (!entry.dir.is_empty()).then(|| PathBuf::from(&entry.dir)),
        protocol: entry.protocol.parse().ok(),
        options: options.collect(),
        ..EngineSpec::default()
    }
}
