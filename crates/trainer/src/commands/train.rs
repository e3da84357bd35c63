//! `ferz-trainer train`: a network of some games.

use super::{FilterArgs, game_files, read_network};
use anyhow::{Context, anyhow, bail};
use ferz_datagen::game::Playable;
use ferz_engine::eval::Evaluated;
use ferz_engine::eval::network::{Architecture, Game, Network};
use ferz_rules::Variant;
use ferz_trainer::data::Data;
use ferz_trainer::grow::grown;
use ferz_trainer::model::Layout;
use ferz_trainer::supply::{Choice, Source, Supply, load};
use ferz_trainer::train::{Plan, Trainer, error_by_hand, fitted_scale};
use ferz_trainer::{checkpoint, quantise};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Positions whose scores and results say how scores are mixed.
const MIXED_BY: usize = 300_000;

/// See [`Task::Train`](crate::Task::Train).
#[derive(clap::Args)]
pub(crate) struct TrainArgs {
    /// Directories of games, or single files.
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where to write the network.
    #[arg(long)]
    out: PathBuf,
    /// The game, by its name in CECP or UCI.
    #[arg(long, visible_alias = "variant", default_value = "chess")]
    pub(crate) game: String,
    /// A network to go on with: its shape and its scale stay, but it may get more neurons and buckets.
    /// A low --rate keeps what it knows. It may be one of another game with the same men on the same
    /// board.
    #[arg(long, conflicts_with_all = ["no_mirror", "scale"])]
    from: Option<PathBuf>,
    /// Neurons for each side: a multiple of 32 [default: 128, or as many as --from has].
    #[arg(long)]
    hidden: Option<usize>,
    /// A king on the right half does not mirror the board. Games without one king for each side, and
    /// those whose rules know left and right, have no mirror anyway.
    #[arg(long)]
    no_mirror: bool,
    /// Buckets of the own king: a digit or letter for each square, ranks from the far one to the
    /// own with slashes between them, as in a FEN.
    #[arg(long, value_name = "RANKS")]
    kings: Option<String>,
    /// Sets of output weights, by the number of pieces on the board [default: 1, or as many as --from
    /// has].
    #[arg(long)]
    output_buckets: Option<usize>,
    /// Neurons of a second layer between the hidden one and the output: a multiple of 4 up to 32
    /// [default: none, or as many as --from has].
    #[arg(long)]
    second: Option<usize>,
    /// How often to go over all positions.
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Positions between two steps.
    #[arg(long, default_value_t = 4096)]
    batch: usize,
    /// The learning rate after the warm-up.
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// The learning rate at the end.
    #[arg(long, default_value_t = 1e-5)]
    last_rate: f32,
    /// Steps in which the rate grows from nothing.
    #[arg(long, default_value_t = 100)]
    warm_up: usize,
    /// Weight decay.
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Inputs share weights while they learn: those of a man anywhere, on each rank and on each file.
    /// It pays where there are few positions, together with a --decay of 1.
    #[arg(long)]
    share: bool,
    /// Learn with numbers as the engine has them: what rounding does to the network is learnt, too.
    #[arg(long)]
    rounded: bool,
    /// Share of the game's end in what a position is worth; the rest is the search's score. Of few
    /// games a network learns the ends by heart.
    #[arg(long, default_value_t = 0.0)]
    outcome_share: f32,
    /// Share of a position's score that the score of the next position has, and so on to the end of
    /// the game.
    #[arg(long, default_value_t = 0.0)]
    look_ahead: f64,
    /// Centipawns that are worth σ(1); fitted to the games if not given.
    #[arg(long)]
    scale: Option<u16>,
    #[command(flatten)]
    positions: FilterArgs,
    /// Mirror images of positions count too, where they are worth the same. Of no use with a
    /// network that mirrors by itself.
    #[arg(long)]
    mirror_data: bool,
    /// Positions to add near each one, with the value that the network inside this program gives them
    /// without a search; by hand if there is none.
    #[arg(long, default_value_t = 0)]
    imitate: usize,
    /// Share of games for judging: one in this many.
    #[arg(long, default_value_t = 20)]
    judge: u64,
    /// No more positions than this.
    #[arg(long, default_value_t = usize::MAX)]
    limit: usize,
    /// Positions in memory at the same time, some 80 bytes each. If there are more, they are made of the
    /// games in parts, again in each epoch; their number is part of the result.
    #[arg(long, default_value_t = 60_000_000)]
    held: usize,
    /// Parts of a batch that are summed up by themselves.
    #[arg(long, default_value_t = 4)]
    parts: usize,
    /// Threads. The result does not depend on them.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the first numbers and of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keeps the run in this file, and goes on from there.
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints.
    #[arg(long, default_value_t = 60)]
    save_every: u64,
    /// What to note in the network, for example which program played the games.
    #[arg(long, default_value = "")]
    note: String,
}

/// The king buckets that a text means.
fn king_buckets(text: &str, squares: usize) -> anyhow::Result<Vec<u8>> {
    let ranks = text.split('/').rev();
    let digits: Option<Vec<u8>> =
        ranks.flat_map(str::chars).map(|digit| digit.to_digit(36).map(|it| it as u8)).collect();
    match digits {
        Some(buckets) if buckets.len() == squares => Ok(buckets),
        _ => bail!("not {squares} digits or letters in ranks: \"{text}\""),
    }
}

/// The shape of the network: that of the one to go on with, but for what was asked for.
fn shape(args: &TrainArgs, game: Game, from: Option<&Network>) -> anyhow::Result<Architecture> {
    let mut shape = match from {
        Some(network) => network.architecture().clone(),
        None => Architecture {
            game,
            hidden: 128,
            mirrored: game.mirrors && !args.no_mirror,
            king_buckets: Vec::new(),
            output_buckets: 1,
            second: 0,
        },
    };
    shape.hidden = args.hidden.unwrap_or(shape.hidden);
    shape.output_buckets = args.output_buckets.unwrap_or(shape.output_buckets);
    shape.second = args.second.unwrap_or(shape.second);
    if let Some(ranks) = &args.kings {
        shape.king_buckets = king_buckets(ranks, game.squares)?;
    }
    shape.check()?;
    Ok(shape)
}

/// Trains a network, and writes it to a file.
pub(crate) fn train<P: Playable + Evaluated>(
    args: &TrainArgs,
    game: Variant,
) -> anyhow::Result<()> {
    let game = Game::of(game).with_context(|| format!("{game}: it can have no networks"))?;
    let paths = game_files(&args.data)?;
    let from = args.from.as_ref().map(|path| read_network(game, path)).transpose()?;
    let architecture = shape(args, game, from.as_ref())?;
    let begin = from.as_ref().map(|network| first_numbers(network, &architecture, args.seed));
    let begin = begin.transpose()?;
    let given = args.scale.or(from.as_ref().map(|network| network.scale()));
    let choice = Choice {
        filter: args.positions.filter(),
        look_ahead: 0.0,
        mixing: 200,
        mirror: args.mirror_data,
        imitated: args.imitate,
        judge: args.judge,
        limit: args.limit,
        held: args.held,
    };
    let choice = match args.look_ahead {
        0.0 => choice,
        look_ahead => {
            // The scale of scores as they are, of some of the games.
            let some = Choice { mirror: false, imitated: 0, limit: MIXED_BY, ..choice };
            let mixing = match given {
                Some(given) => given,
                None => fitted_scale(&load::<P>(game, &paths, &some)?.0.part(0, args.threads)),
            };
            Choice { look_ahead, mixing, ..choice }
        }
    };
    let (supply, judge, source) = load::<P>(game, &paths, &choice)?;
    for (path, fault) in &source.faults {
        println!("{}: {fault}", path.display());
    }
    let (count, judging) = (supply.count(), judge.entries.len());
    if count == 0 || judging == 0 {
        bail!("too few positions: {count} and {judging} to judge");
    }
    let [games, lines, imitated] = source.fitted;
    println!("{} games, {} side lines; {count} positions to fit:", source.games, source.lines);
    println!("{games} of games, {lines} of side lines, {imitated} imitated; {judging} to judge");
    if source.left_out > 0 {
        println!("{} side lines of games for judging left out", source.left_out);
    }
    if let parts @ 2.. = supply.parts().len() {
        println!("read in {parts} parts, again in each epoch");
    }
    let scale = given.unwrap_or_else(|| fitted_scale(&supply.part(0, args.threads)));
    let plan = Plan {
        architecture,
        scale,
        outcome_share: args.outcome_share,
        epochs: args.epochs,
        batch: args.batch.max(1),
        rate: [args.rate, args.last_rate],
        warm_up: args.warm_up,
        decay: args.decay,
        shares: args.share,
        rounds: args.rounded,
        parts: args.parts.max(1),
        seed: args.seed,
        from: from.as_ref().map(|network| checkpoint::sum(&network.to_bytes())),
    };
    println!("{}; scale {scale}", plan.architecture);
    println!("by hand: judged {:.6}", error_by_hand(&plan, &judge));

    let trainer = run(args, &plan, &*supply, &judge, begin)?;
    let error = trainer.error(&judge);
    let note = note(args, &plan, &source, &*supply, error, from.as_ref());
    let rounded = quantise::quantise(&plan, trainer.layout(), trainer.network(), &note)?;
    let network = rounded.network;
    let after = quantise::error(&plan, trainer.layout(), &network, &judge);
    println!("judged {error:.6}, rounded {after:.6}");
    println!("{} numbers cut; largest sum {} of {}", rounded.cut, rounded.largest_sum, i16::MAX);
    if rounded.largest_sum > i16::MAX.into() {
        bail!("sums of the hidden layer may not fit sixteen bits");
    }
    let bytes = network.to_bytes();
    std::fs::write(&args.out, &bytes)
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    println!("{} bytes written to {}", bytes.len(), args.out.display());
    Ok(())
}

/// The numbers of a network to go on with, in the shape of the new one.
fn first_numbers(network: &Network, to: &Architecture, seed: u64) -> anyhow::Result<Vec<f32>> {
    grown(network, &Layout::new(to.clone()), seed).map_err(|misfit| {
        anyhow!("a network of {} cannot grow to {to}: {misfit}", network.architecture())
    })
}

/// Trains to the end: from a checkpoint if there is one, otherwise from the numbers given or new ones.
fn run<'a>(
    args: &TrainArgs,
    plan: &Plan,
    supply: &'a dyn Supply,
    judge: &Data,
    begin: Option<Vec<f32>>,
) -> anyhow::Result<Trainer<'a>> {
    let kept = match &args.checkpoint {
        Some(path) => checkpoint::load(path, plan, supply)
            .with_context(|| format!("cannot go on from {}", path.display()))?,
        None => None,
    };
    let mut trainer = match kept {
        Some(state) => {
            println!("goes on after {} steps", state.steps);
            Trainer::resume(plan.clone(), supply, args.threads, state)
        }
        None => match begin {
            Some(numbers) => Trainer::with(plan.clone(), supply, args.threads, numbers),
            None => Trainer::new(plan.clone(), supply, args.threads),
        },
    };
    let style = "{bar:30} {percent:>3} % {eta:>5} left, {msg}";
    let bar = ProgressBar::new(trainer.steps()).with_style(ProgressStyle::with_template(style)?);
    bar.set_position(trainer.state().steps);
    bar.reset_eta();
    let (began, mut saved, mut busy) = (Instant::now(), Instant::now(), 0);
    let (mut error, mut positions) = (0.0, 0);
    while !trainer.is_done() {
        let (count, missed) = trainer.step();
        (error, positions, busy) = (error + missed, positions + count, busy + count);
        bar.set_position(trainer.state().steps);
        if trainer.state().steps.is_multiple_of(trainer.steps_of_epoch()) {
            let epoch = trainer.state().steps / trainer.steps_of_epoch();
            let rate = busy as f64 / began.elapsed().as_secs_f64();
            let line = format!(
                "epoch {epoch:3}: error {:.6}, judged {:.6}, {rate:.0} positions/s",
                error / positions.max(1) as f64,
                trainer.error(judge),
            );
            if bar.is_hidden() {
                println!("{line}")
            } else {
                bar.println(&line)
            }
            (error, positions) = (0.0, 0);
        }
        if let Some(path) = &args.checkpoint
            && saved.elapsed() >= Duration::from_secs(args.save_every)
        {
            checkpoint::save(path, plan, supply, trainer.state())
                .with_context(|| format!("cannot write {}", path.display()))?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.checkpoint {
        checkpoint::save(path, plan, supply, trainer.state())?;
    }
    Ok(trainer)
}

/// What to note in the file: enough to make the network again.
fn note(
    args: &TrainArgs,
    plan: &Plan,
    source: &Source,
    supply: &dyn Supply,
    error: f64,
    from: Option<&Network>,
) -> String {
    let mut note = String::new();
    let mut line = |key: &str, value: String| {
        note.push_str(&format!("{key} {value}\n"));
    };
    let [games, lines, imitated] = source.fitted;
    line("games", format!("{} with {games} positions", source.games));
    line("side lines", format!("{} with {lines} positions", source.lines));
    line("positions", supply.count().to_string());
    if let parts @ 2.. = supply.parts().len() {
        line("parts", parts.to_string());
    }
    let FilterArgs { first_ply, max_score } = args.positions;
    line("filter", format!("from ply {first_ply}, to score {max_score}"));
    line("imitated", format!("{} each, {imitated} positions", args.imitate));
    line("mirrored data", args.mirror_data.to_string());
    line("look ahead", args.look_ahead.to_string());
    line("outcome share", plan.outcome_share.to_string());
    line("epochs", plan.epochs.to_string());
    line("batch", format!("{} in {} parts", plan.batch, plan.parts));
    line("rate", format!("{} to {}, warm-up {}", plan.rate[0], plan.rate[1], plan.warm_up));
    line("decay", plan.decay.to_string());
    if plan.shares {
        line("inputs", "share weights".to_owned());
    }
    if plan.rounds {
        line("numbers", "rounded while it learnt".to_owned());
    }
    line("seed", plan.seed.to_string());
    line("judged", format!("{error:.6}"));
    if let Some(fingerprint) = plan.from {
        line("went on with", format!("a network of fingerprint {fingerprint:016x}"));
    }
    for old in from.iter().flat_map(|network| network.note().lines()) {
        line("  before:", old.to_owned());
    }
    if !args.note.is_empty() {
        line("note", args.note.clone());
    }
    note
}
