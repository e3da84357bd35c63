//! What is done on the command line.

pub(crate) mod judge;
pub(crate) mod new_game;
pub(crate) mod train;
pub(crate) mod worths;

use anyhow::{Context, bail};
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{Filter, files};
use ferz_engine::eval::Evaluated;
use ferz_engine::eval::network::{Game, Network, read_network_alike};
use ferz_trainer::data::Data;
use ferz_trainer::supply::{Choice, Source, load};
use std::path::{Path, PathBuf};

/// Which positions of a game count.
#[derive(clap::Args)]
struct FilterArgs {
    /// No positions before this ply.
    #[arg(long, default_value_t = 12)]
    first_ply: usize,
    /// No positions with a score beyond this.
    #[arg(long, default_value_t = 3000)]
    max_score: i32,
}

impl FilterArgs {
    fn filter(&self) -> Filter {
        Filter { first_ply: self.first_ply, quiet: true, max_score: self.max_score }
    }
}

/// The files of games that were named, each by itself or by its directory.
fn game_files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for path in named {
        let found = files(path).with_context(|| format!("cannot read {}", path.display()))?;
        paths.extend(found);
    }
    Ok(paths)
}

/// A network for this game, or one of a game with the same men on the same board.
fn read_network(game: Game, path: &Path) -> anyhow::Result<Network> {
    let network = read_network_alike(game, path).map_err(anyhow::Error::msg);
    network.with_context(|| path.display().to_string())
}

/// The positions of all games in these files, none of them to learn from; says which files have faults.
fn every_position<P: Playable + Evaluated>(
    game: Game,
    named: &[PathBuf],
    filter: Filter,
    look_ahead: f64,
) -> anyhow::Result<(Data, Source)> {
    let choice = Choice {
        filter,
        look_ahead,
        mixing: 200,
        mirror: false,
        imitated: 0,
        // Every game is for judging.
        judge: 1,
        limit: usize::MAX,
        held: usize::MAX,
    };
    let (_, data, source) = load::<P>(game, &game_files(named)?, &choice)?;
    for (path, fault) in &source.faults {
        println!("{}: {fault}", path.display());
    }
    if data.entries.is_empty() {
        bail!("no positions in these games");
    }
    Ok((data, source))
}
