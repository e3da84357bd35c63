//! Plays games of the engine against itself and appends them to a file.
//!
//! ```text
//! cargo run --profile quick -p ferz-datagen -- play --out DIR --nodes 2000 --threads 1
//! cargo run --profile quick -p ferz-datagen -- stat DIR
//! ```

use anyhow::Context;
use clap::{Parser, Subcommand, ValueEnum};
use ferz_datagen::duel::{Tally, answer, with_stack};
use ferz_datagen::format::Record;
use ferz_datagen::game::Playable;
use ferz_datagen::reader;
use ferz_datagen::run::{Job, Progress, run};
use ferz_datagen::selfplay::Plan;
use ferz_rules::{Variant, chess, xiangqi};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Games of the engine against itself, as data for tuning and training.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

/// Which game.
#[derive(Clone, Copy, ValueEnum)]
enum Choice {
    Chess,
    Xiangqi,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games. Each run writes a new file; killing it costs the games being played.
    Play(PlayArgs),
    /// Plays against another version of this program: each opening once with either side.
    Duel(DuelArgs),
    /// Answers the other side of a duel.
    Answer {
        /// Which game.
        #[arg(long, value_enum)]
        game: Choice,
        /// Megabytes of the hash table.
        #[arg(long, default_value_t = 8)]
        hash: usize,
    },
    /// Says what is in a directory of games, or in one file.
    Stat {
        /// The directory, or the file.
        path: PathBuf,
        /// Of which game.
        #[arg(long, value_enum, default_value = "chess")]
        game: Choice,
    },
}

#[derive(clap::Args)]
struct DuelArgs {
    /// The other program.
    #[arg(long)]
    other: PathBuf,
    /// Which game.
    #[arg(long, value_enum, default_value = "chess")]
    game: Choice,
    /// About so many nodes for each move.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Pairs of games.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Megabytes of each side's hash table.
    #[arg(long, default_value_t = 8)]
    hash: usize,
}

#[derive(clap::Args)]
struct PlayArgs {
    /// Directory to write to.
    #[arg(long)]
    out: PathBuf,
    /// Which game.
    #[arg(long, value_enum, default_value = "chess")]
    game: Choice,
    /// About so many nodes for each move.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Threads, each with a game of its own.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Games to play; without end if not given.
    #[arg(long, default_value_t = u64::MAX)]
    games: u64,
    /// Seed of the run; different for each file if not given.
    #[arg(long)]
    seed: Option<u64>,
    /// Megabytes of each thread's hash table.
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Random moves at the start.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// What to note in the file, for example which program plays.
    #[arg(long, default_value = "")]
    note: String,
}

fn main() -> anyhow::Result<()> {
    match Args::parse().task {
        Task::Play(args) => play(args),
        Task::Duel(args) => match args.game {
            Choice::Chess => duel::<chess::Board>(&args),
            Choice::Xiangqi => duel::<xiangqi::Board>(&args),
        },
        Task::Answer { game, hash } => {
            let work = || {
                let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
                match game {
                    Choice::Chess => answer::<chess::Board>(game.variant(), hash, input, output),
                    Choice::Xiangqi => {
                        answer::<xiangqi::Board>(game.variant(), hash, input, output)
                    }
                }
            };
            Ok(with_stack(work)??)
        }
        Task::Stat { path, game: Choice::Chess } => stat::<chess::Board>(&path),
        Task::Stat { path, game: Choice::Xiangqi } => stat::<xiangqi::Board>(&path),
    }
}

impl Choice {
    fn variant(self) -> Variant {
        match self {
            Choice::Chess => Variant::Normal,
            Choice::Xiangqi => Variant::Xiangqi,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Choice::Chess => "chess",
            Choice::Xiangqi => "xiangqi",
        }
    }
}

fn duel<P: Playable>(args: &DuelArgs) -> anyhow::Result<()> {
    let DuelArgs { nodes, seed, pairs, hash, .. } = *args;
    let plan = Plan { variant: args.game.variant(), nodes, seed, ..Plan::default() };
    let hash_text = hash.to_string();
    let arguments = ["answer", "--game", args.game.name(), "--hash", &hash_text];
    let arguments = arguments.map(str::to_owned);
    let mut report = |tally: Tally, _: &Record<P>| {
        let games: u32 = tally.0.iter().sum();
        if games.is_multiple_of(20) {
            let (elo, error) = tally.elo();
            println!("{games} games: {:?} {elo:+.0} ± {error:.0}", tally.0);
        }
    };
    let work =
        || ferz_datagen::duel::duel(&plan, pairs, hash, &args.other, &arguments, &mut report);
    let tally = with_stack(work)?.with_context(|| format!("{}", args.other.display()))?;
    let (elo, error) = tally.elo();
    let [wins, draws, losses] = tally.0;
    println!("{wins} won, {draws} drawn, {losses} lost: {elo:+.1} ± {error:.1} Elo");
    Ok(())
}

fn play(args: PlayArgs) -> anyhow::Result<()> {
    let variant = args.game.variant();
    let PlayArgs { nodes, random_plies, .. } = args;
    let plan = Plan { variant, nodes, random_plies, ..Plan::default() };
    let job = Job {
        out: args.out,
        plan,
        seed: args.seed,
        games: args.games,
        threads: args.threads,
        hash: args.hash,
        note: args.note,
    };
    let began = Instant::now();
    let report = |progress: Progress| {
        if progress.games.is_multiple_of(200) {
            let rate = progress.positions as f64 / began.elapsed().as_secs_f64();
            println!("{} games, {} positions, {rate:.0}/s", progress.games, progress.positions);
        }
        true
    };
    let path = match args.game {
        Choice::Chess => run::<chess::Board>(&job, &report),
        Choice::Xiangqi => run::<xiangqi::Board>(&job, &report),
    };
    let path = path.with_context(|| format!("cannot play into {}", job.out.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

fn stat<P: Playable>(path: &Path) -> anyhow::Result<()> {
    let files = reader::files(path).with_context(|| format!("cannot read {}", path.display()))?;
    let all = reader::statistics::<P>(&files)?;
    let each = all.bytes as f64 / all.positions.max(1) as f64;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} files, {} games, {} positions", files.len(), all.games, all.positions)?;
    writeln!(out, "{} positions pass the default filter", all.kept)?;
    writeln!(out, "{} bytes, {each:.2} a position", all.bytes)?;
    for (outcome, games) in &all.outcomes {
        writeln!(out, "{outcome:?}: {games}")?;
    }
    for (ending, games) in &all.endings {
        writeln!(out, "{ending:?}: {games}")?;
    }
    for (path, problem) in &all.problems {
        writeln!(out, "{}: {problem}", path.display())?;
    }
    Ok(())
}
