//! Plays games of the engine against itself and appends them to a file.
//!
//! ```text
//! cargo run --profile quick -p ferz-datagen -- play --out DIR --nodes 2000 --threads 1
//! cargo run --profile quick -p ferz-datagen -- stat DIR
//! ```

use anyhow::Context;
use clap::{Parser, Subcommand};
use ferz_datagen::reader;
use ferz_datagen::run::{Job, run};
use ferz_datagen::selfplay::Plan;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Games of the engine against itself, as data for tuning and training.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games. Each run writes a new file; killing it costs the games being played.
    Play(PlayArgs),
    /// Says what is in a directory of games, or in one file.
    Stat {
        /// The directory, or the file.
        path: PathBuf,
    },
}

#[derive(clap::Args)]
struct PlayArgs {
    /// Directory to write to.
    #[arg(long)]
    out: PathBuf,
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
        Task::Stat { path } => stat(&path),
    }
}

fn play(args: PlayArgs) -> anyhow::Result<()> {
    let plan = Plan { nodes: args.nodes, random_plies: args.random_plies, ..Plan::default() };
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
    let path = run(&job, &|progress| {
        if progress.games % 200 == 0 {
            let rate = progress.positions as f64 / began.elapsed().as_secs_f64();
            println!("{} games, {} positions, {rate:.0}/s", progress.games, progress.positions);
        }
        true
    });
    let path = path.with_context(|| format!("cannot play into {}", job.out.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

fn stat(path: &Path) -> anyhow::Result<()> {
    let files = reader::files(path).with_context(|| format!("cannot read {}", path.display()))?;
    let all = reader::statistics(&files)?;
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
