//! `ferz-trainer judge`: how well networks know the scores of games.

use super::{FilterArgs, every_position, read_network};
use anyhow::Context;
use ferz_datagen::game::Playable;
use ferz_engine::eval::Evaluated;
use ferz_engine::eval::network::Game;
use ferz_rules::Variant;
use ferz_trainer::model::Layout;
use ferz_trainer::quantise;
use ferz_trainer::train::{Plan, error_by_hand};
use std::path::PathBuf;

/// See [`Task::Judge`](crate::Task::Judge).
#[derive(clap::Args)]
pub(crate) struct JudgeArgs {
    /// The networks' files.
    #[arg(required = true)]
    networks: Vec<PathBuf>,
    /// Directories of games, or single files: games that none of the networks learned from, with scores
    /// of many nodes (`ferz datagen rescore --nodes 50000`). May be given again.
    #[arg(long, required = true)]
    data: Vec<PathBuf>,
    /// The game, by its name in CECP or UCI.
    #[arg(long, visible_alias = "variant", default_value = "chess")]
    pub(crate) game: String,
    /// Centipawns that are worth σ(1), the same for all networks; the first network's if not given.
    #[arg(long)]
    scale: Option<u16>,
    #[command(flatten)]
    positions: FilterArgs,
}

/// Prints the mean squared error of each network, and that of the evaluation made by hand.
pub(crate) fn judge<P: Playable + Evaluated>(
    args: &JudgeArgs,
    game: Variant,
) -> anyhow::Result<()> {
    let game = Game::of(game).with_context(|| format!("{game}: it can have no networks"))?;
    let networks = args.networks.iter().map(|path| read_network(game, path));
    let networks = networks.collect::<Result<Vec<_>, _>>()?;
    let (data, source) = every_position::<P>(game, &args.data, args.positions.filter(), 0.0)?;
    let scale = args.scale.unwrap_or_else(|| networks[0].scale());
    println!("{} games, {} positions; scale {scale}", source.games, data.entries.len());
    for (path, network) in args.networks.iter().zip(&networks) {
        let plan = Plan { scale, ..Plan::new(network.architecture().clone()) };
        let layout = Layout::new(network.architecture().clone());
        let error = quantise::error(&plan, &layout, network, &data);
        println!("{error:.6} {}", path.display());
    }
    let by_hand = Plan { scale, ..Plan::new(networks[0].architecture().clone()) };
    println!("{:.6} by hand", error_by_hand(&by_hand, &data));
    Ok(())
}
