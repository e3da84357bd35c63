//! Tunes the hand-made evaluation: reads games, writes the table.
//!
//! ```text
//! cargo run --release -p ferz-tune -- --data DIR --out crates/engine/src/eval/chess/params.rs
//! ```

use anyhow::{Context, bail};
use clap::Parser;
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{Filter, files};
use ferz_engine::eval::{Evaluated, Tunable};
use ferz_rules::{Family, Variant, chess, xiangqi};
use ferz_tune::chances::{self, Chances};
use ferz_tune::data::{Choice, load};
use ferz_tune::fit::{Plan, error, fit, steepness};
use ferz_tune::model::{Aim, rounded, unrounded};
use ferz_tune::print;
use std::path::PathBuf;

/// Fits the numbers of the hand-made evaluation to games.
#[derive(Parser)]
struct Args {
    /// Directory of games, or one file.
    #[arg(long)]
    data: PathBuf,
    /// Where to write the table as Rust source; nowhere if not given.
    #[arg(long)]
    out: Option<PathBuf>,
    /// How often to go over all positions.
    #[arg(long, default_value_t = 30)]
    epochs: usize,
    /// Positions between two steps.
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Length of the first steps, in centipawns.
    #[arg(long, default_value_t = 1.0)]
    step: f64,
    /// Share of the game's end in what a position is worth; the rest is the search's score.
    #[arg(long, default_value_t = 0.6)]
    outcome_share: f64,
    /// What it costs to move a number away from where it is, per square centipawn.
    #[arg(long, default_value_t = 2e-9)]
    anchor: f64,
    /// Takes one quiet position in this many.
    #[arg(long, default_value_t = 2)]
    every: usize,
    /// No more positions than this.
    #[arg(long, default_value_t = 4_000_000)]
    limit: usize,
    /// No positions before this ply.
    #[arg(long, default_value_t = 14)]
    first_ply: usize,
    /// Only fits the chances of win, draw and loss by the search's score, to all positions of the
    /// games.
    #[arg(long)]
    chances: bool,
    /// The game, by its name in CECP or UCI.
    #[arg(long, default_value = "chess", value_parser = game)]
    game: Variant,
    /// Threads. The result does not depend on them.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn game(name: &str) -> Result<Variant, String> {
    Variant::by_name(name).ok_or_else(|| format!("no game \"{name}\""))
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    match args.game.family {
        Family::Chess => tune::<chess::Board>(&args),
        Family::Xiangqi => tune::<xiangqi::Board>(&args),
        Family::Other => bail!("{}: it has no evaluation made by hand", args.game),
    }
}

fn tune<P>(args: &Args) -> anyhow::Result<()>
where
    P: Playable + Evaluated<Evaluator: Tunable<P>>,
{
    let files = files(&args.data)
        .with_context(|| format!("cannot read games from {}", args.data.display()))?;
    let filter = Filter { first_ply: args.first_ply, ..Filter::default() };
    if args.chances {
        let filter = Filter { quiet: false, ..filter };
        let games = chances::load::<P>(&files, &filter)?;
        if games.is_empty() {
            bail!("no positions in {}", args.data.display());
        }
        let model = chances::fit(&games);
        let Chances { offset, spread } = model;
        println!("{} positions: offset {offset:.1}, spread {spread:.1}", games.len());
        return Ok(());
    }
    let choice = Choice { filter, every: args.every.max(1), limit: args.limit };
    let (set, judge) = load::<P>(&files, &choice)?;
    let count = set.entries.len();
    if count == 0 || judge.entries.is_empty() {
        bail!("no positions in {}", args.data.display());
    }
    println!("{count} positions to fit, {} to judge", judge.entries.len());

    let games: Vec<(f64, f64)> =
        set.entries.iter().map(|entry| (entry.score as f64, entry.points as f64)).collect();
    let model = chances::fit(&games);
    println!("chances: offset {:.1}, spread {:.1}", model.offset, model.spread);

    let mut numbers = unrounded(&P::Evaluator::table());
    let aim = Aim { steepness: steepness(&set, &numbers), outcome_share: args.outcome_share };
    println!("steepness {:.6}", aim.steepness);
    println!(
        "before: error {:.6}, judged {:.6}",
        error(&set, &numbers, &aim),
        error(&judge, &numbers, &aim)
    );
    let plan = Plan {
        aim,
        epochs: args.epochs,
        batch: args.batch,
        step: [args.step, args.step / 20.0],
        anchor: args.anchor,
        threads: args.threads,
        seed: args.seed,
    };
    fit(&set, &mut numbers, &plan, &mut |epoch, mean, numbers| {
        println!(
            "epoch {epoch:3}: error {mean:.6}, judged {:.6}",
            error(&judge, numbers, &plan.aim)
        );
    });
    if let Some(out) = &args.out {
        let note = format!("Fitted to {count} positions of our own games, seed {}.", args.seed);
        let source = print::source(&rounded(&numbers), &set.fields, &note);
        std::fs::write(out, source).with_context(|| format!("cannot write {}", out.display()))?;
        println!("wrote {}", out.display());
    }
    Ok(())
}
