//! Trains networks on games of our own.
//!
//! ```text
//! cargo run --profile quick -p ferz-trainer -- new-game crazyhouse --out crazyhouse
//! cargo run --profile quick -p ferz-trainer -- train --data DIR --hidden 128 --out chess.net
//! cargo run --profile quick -p ferz-trainer -- judge --data DIR chess.net other.net
//! cargo run --profile quick -p ferz-trainer -- worths --game shogi --data DIR
//! cargo run --profile quick -p ferz-trainer -- info chess.net
//! ```

mod commands;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use commands::judge::{JudgeArgs, judge};
use commands::new_game::{NewGameArgs, new_game};
use commands::train::{TrainArgs, train};
use commands::worths::{WorthsArgs, worths};
use ferz_engine::eval::network::Network;
use ferz_rules::table::set::Wide;
use ferz_rules::table::{self, Board, Width};
use ferz_rules::{Family, Variant, chess, xiangqi};
use std::path::{Path, PathBuf};

/// Trains networks on games of our own.
#[derive(Parser)]
struct Args {
    /// A file with games in the form of Fairy-Stockfish's variants.ini; they have names as all others
    /// then. May be given again.
    #[arg(long, global = true, value_name = "FILE")]
    variants: Vec<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Trains a network.
    Train(Box<TrainArgs>),
    /// Makes a network for a game: plays games, trains, and plays against the evaluation made by hand; then
    /// once more with the games of the network. With --from it goes on with a network instead. What is
    /// done already is not done again.
    NewGame(NewGameArgs),
    /// Judges networks by the scores of games that none of them learned from: the mean squared error, with
    /// each score as a winning chance. The lower, the better.
    Judge(JudgeArgs),
    /// Says what men are worth by the scores of games: what one more on the board or in hand adds to a score.
    Worths(WorthsArgs),
    /// Says what is in a network's file.
    Info {
        /// The file.
        file: PathBuf,
    },
}

/// The work, for the games of one board.
struct Tasks {
    train: fn(&TrainArgs, Variant) -> anyhow::Result<()>,
    new_game: fn(&NewGameArgs, Variant) -> anyhow::Result<()>,
    judge: fn(&JudgeArgs, Variant) -> anyhow::Result<()>,
    worths: fn(&WorthsArgs, Variant) -> anyhow::Result<()>,
}

/// The same for any board.
macro_rules! tasks {
    ($board:ty) => {
        Tasks {
            train: train::<$board>,
            new_game: new_game::<$board>,
            judge: judge::<$board>,
            worths: worths::<$board>,
        }
    };
}

/// The game of a name, and the work for its board.
fn tasks(name: &str) -> anyhow::Result<(Tasks, Variant)> {
    let game = Variant::by_name(name).with_context(|| format!("no game \"{name}\""))?;
    let tasks = match (game.family, table::width(game)) {
        (Family::Chess, _) => tasks!(chess::Board),
        (Family::Xiangqi, _) => tasks!(xiangqi::Board),
        (Family::Other, Some(Width::Narrow)) => tasks!(Board<u64>),
        (Family::Other, Some(Width::Middle)) => tasks!(Board<u128>),
        (Family::Other, Some(Width::Wide)) => tasks!(Board<Wide>),
        (Family::Other, None) => bail!("{game}: it can have no networks"),
    };
    Ok((tasks, game))
}

/// Adds the games of a file to those that are known.
fn add_games(file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    let bytes = ferz_input::file::read(file).with_context(|| format!("cannot read {shown}"))?;
    let text = String::from_utf8(bytes).with_context(|| shown.to_string())?;
    for refused in table::ini::add(&text).refused {
        println!("{shown}: {refused}");
    }
    Ok(())
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    for file in &args.variants {
        add_games(file)?;
    }
    match args.task {
        Task::Train(args) => {
            let (tasks, game) = tasks(&args.game)?;
            (tasks.train)(&args, game)
        }
        Task::NewGame(args) => {
            let (tasks, game) = tasks(&args.game)?;
            (tasks.new_game)(&args, game)
        }
        Task::Judge(args) => {
            let (tasks, game) = tasks(&args.game)?;
            (tasks.judge)(&args, game)
        }
        Task::Worths(args) => {
            let (tasks, game) = tasks(&args.game)?;
            (tasks.worths)(&args, game)
        }
        Task::Info { file } => info(&file),
    }
}

fn info(file: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let network = Network::from_bytes(&bytes).with_context(|| file.display().to_string())?;
    println!("{}", network.architecture());
    println!("{} bytes, 1.0 is worth {} centipawns", bytes.len(), network.scale());
    print!("{}", network.note());
    Ok(())
}
