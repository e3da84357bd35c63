//! `ferz-trainer new-game`: from a game's rules to a network for it.
//!
//! ```text
//! OUT/1/games/*.games   games of the evaluation made by hand against itself, at few nodes a move
//! OUT/1/lines/*.games   side lines of these
//! OUT/1/NAME.net        trained on both, then compared with the evaluation made by hand
//! OUT/2/…               the same once more, with the games of the first network; both rounds' games count
//! OUT/NAME.net          the better of both, if it is better than the evaluation made by hand
//! OUT/report.txt        what was done, with how long it took
//! ```
//!
//! With `--from` a network of the game takes the place of the evaluation made by hand, and each round goes
//! on with the network that played its games, learning from these alone. `OUT/from.net` is a copy of it, so
//! that games by another network are never added.
//!
//! Each step leaves a file `*.done` that says how it was asked for; a step that was done so is not
//! done again. A killed run loses the games in progress, and of a training at most a minute.

use super::train::{TrainArgs, train};
use anyhow::{Context, bail, ensure};
use clap::Parser;
use ferz_datagen::branch;
use ferz_datagen::duel::{Other, Tally, duel, with_stack};
use ferz_datagen::format::Record;
use ferz_datagen::game::{Evaluation, Playable};
use ferz_datagen::reader::{Games, files};
use ferz_datagen::run::{Job, Progress, run, run_branches};
use ferz_datagen::selfplay::Plan;
use ferz_engine::eval::Evaluated;
use ferz_engine::eval::network::{Game, read_network};
use ferz_rules::Variant;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// See [`Task::NewGame`](crate::Task::NewGame). What is not given makes a useful network in about an
/// hour on two idle cores.
#[derive(clap::Args)]
pub(crate) struct NewGameArgs {
    /// The game, by its name in CECP or UCI, or in a file of --variants.
    pub(crate) game: String,
    /// Folder for games, networks and report.
    #[arg(long)]
    out: PathBuf,
    /// Games of the first round, by the evaluation made by hand or the network of --from.
    #[arg(long, default_value_t = 12_000)]
    games: u64,
    /// Games of the second round, by the network of the first; 0: there is no second round.
    #[arg(long, default_value_t = 40_000)]
    more_games: u64,
    /// Nodes per move, approximately.
    #[arg(long, default_value_t = 100)]
    nodes: u64,
    /// Random moves at the start of games.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Side lines for each game.
    #[arg(long, default_value_t = 3)]
    lines: u64,
    /// A network of the game to go on with, in place of the evaluation made by hand. Its shape stays. Each
    /// one wants a folder of its own.
    #[arg(long, value_name = "NET", conflicts_with_all = ["hidden", "output_buckets"])]
    from: Option<PathBuf>,
    /// Neurons for each side: a multiple of 32.
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// Sets of output weights, by the number of pieces on the board.
    #[arg(long, default_value_t = 4)]
    output_buckets: usize,
    /// Steps of each training, approximately, of 4096 positions each.
    #[arg(long, default_value_t = 12_000)]
    steps: u64,
    /// Pairs of games in each comparison.
    #[arg(long, default_value_t = 200)]
    pairs: u64,
    /// Nodes per move in comparisons.
    #[arg(long, default_value_t = 500)]
    duel_nodes: u64,
    /// Number of threads. With more than one, games come in another order each time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of everything.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A network and how it was made, if it is one of this game.
fn evaluation(game: Variant, net: Option<&Path>) -> anyhow::Result<Evaluation> {
    let Some(net) = net else { return Ok(Evaluation::ByHand) };
    let game = Game::of(game).with_context(|| format!("{game}: it can have no networks"))?;
    let network = read_network(game, net).map_err(anyhow::Error::msg);
    Ok(Evaluation::Network(network.with_context(|| net.display().to_string())?))
}

/// The folder's own copy of the network to go on with, if there is one. A folder that was begun with
/// something else is refused.
fn begin(args: &NewGameArgs, game: Variant) -> anyhow::Result<Option<PathBuf>> {
    let NewGameArgs { out, from, .. } = args;
    let kept = out.join("from.net");
    let read =
        |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    match from {
        None if kept.exists() => bail!(
            "{}: its games are those of a network: go on with --from {}, or name another folder",
            out.display(),
            kept.display()
        ),
        None => Ok(None),
        Some(net) => {
            let own =
                if kept.exists() { read(net)? == read(&kept)? } else { !out.join("1").exists() };
            let (folder, name) = (out.display(), net.display());
            ensure!(own, "{folder}: its games are not those of {name}, which wants another folder");
            evaluation(game, Some(net))?;
            // A killed run leaves all of it or nothing.
            let part = out.join("from.part");
            let copied = fs::copy(net, &part).and_then(|_| fs::rename(&part, &kept));
            copied.with_context(|| format!("cannot write {}", kept.display()))?;
            Ok(Some(kept))
        }
    }
}

/// What a network is compared with.
#[derive(Clone, Copy)]
struct Rival<'a> {
    /// Without one it is the evaluation made by hand.
    network: Option<&'a Path>,
    /// A word for files.
    name: &'static str,
    /// The same for people.
    called: &'static str,
}

/// The work on one game.
struct Recipe<'a> {
    args: &'a NewGameArgs,
    game: Variant,
}

/// Makes a network for a game.
pub(crate) fn new_game<P: Playable + Evaluated>(
    args: &NewGameArgs,
    game: Variant,
) -> anyhow::Result<()> {
    let recipe = Recipe { args, game };
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {}", args.out.display()))?;
    let began = Instant::now();
    let from = begin(args, game)?;
    let before = match &from {
        None => Rival { network: None, name: "by-hand", called: "the evaluation made by hand" },
        Some(net) => Rival { network: Some(net), name: "before", called: "the network before" },
    };
    let first = recipe.round::<P>(1, before.network, args.games)?;
    let mut best = (first.clone(), recipe.compare::<P>(1, &first, before)?);
    if args.more_games > 0 {
        let second = recipe.round::<P>(2, Some(&first), args.more_games)?;
        let tally = recipe.compare::<P>(2, &second, before)?;
        let first = Rival { network: Some(&first), name: "first", called: "that of round 1" };
        if recipe.compare::<P>(2, &second, first)?.share() >= 0.5 {
            best = (second, tally);
        }
    }
    let (network, tally) = best;
    let out = args.out.join(format!("{}.net", game.name));
    if tally.share() > 0.5 {
        fs::copy(&network, &out).with_context(|| format!("cannot write {}", out.display()))?;
        recipe.say(&format!("{} is the network of {}", out.display(), network.display()))?;
    } else {
        recipe.say(&format!("{} is still the better one: more games may help", before.called))?;
    }
    recipe.say(&format!("all of it: {:.0} minutes", began.elapsed().as_secs_f64() / 60.0))
}

impl Recipe<'_> {
    /// Says a line, and notes it in the report.
    fn say(&self, line: &str) -> anyhow::Result<()> {
        println!("{line}");
        let path = self.args.out.join("report.txt");
        let report = fs::OpenOptions::new().append(true).create(true).open(&path);
        let written = report.and_then(|mut report| writeln!(report, "{line}"));
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Does a step, unless it was done like this before; says how long it took. The step gives its own
    /// line for the report.
    fn step(
        &self,
        done: &Path,
        asked: &str,
        work: impl FnOnce() -> anyhow::Result<String>,
    ) -> anyhow::Result<String> {
        let kept = fs::read_to_string(done).unwrap_or_default();
        if let Some(result) = kept.strip_prefix(&format!("{asked}\n")) {
            println!("done before: {result}");
            return Ok(result.to_owned());
        }
        let began = Instant::now();
        let result = work()?;
        self.say(&format!("{result} ({:.0} s)", began.elapsed().as_secs_f64()))?;
        fs::write(done, format!("{asked}\n{result}"))
            .with_context(|| format!("cannot write {}", done.display()))?;
        Ok(result)
    }

    /// Games, side lines and a network; returns its file.
    fn round<P: Playable + Evaluated>(
        &self,
        round: usize,
        by: Option<&Path>,
        count: u64,
    ) -> anyhow::Result<PathBuf> {
        let args = self.args;
        let folder = args.out.join(round.to_string());
        let (games, lines) = (folder.join("games"), folder.join("lines"));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let evaluation = evaluation(self.game, by)?;
        let asked = format!("{} {} {} {}", args.nodes, args.random_plies, args.seed, count);
        self.step(&folder.join("games.done"), &asked, || {
            self.play::<P>(&games, round, &evaluation, count)
        })?;
        let asked = format!("{asked} {}", args.lines);
        self.step(&folder.join("lines.done"), &asked, || {
            self.leave::<P>(&games, &lines, round, &evaluation, count * args.lines)
        })?;
        let network = folder.join(format!("{}.net", self.game.name));
        let asked = format!("{asked} {} {} {}", args.hidden, args.output_buckets, args.steps);
        self.step(&folder.join("network.done"), &asked, || self.train::<P>(round, by, &network))?;
        Ok(network)
    }

    fn job(&self, out: &Path, seed: u64, games: u64, evaluation: &Evaluation) -> Job {
        let args = self.args;
        Job {
            out: out.to_path_buf(),
            plan: Plan {
                variant: self.game,
                drawn_starts: true,
                nodes: args.nodes,
                random_plies: args.random_plies,
                ..Plan::default()
            },
            seed: Some(seed),
            games,
            threads: args.threads,
            hash: 1,
            evaluation: evaluation.clone(),
            note: "new-game".to_owned(),
        }
    }

    /// A seed that no other file of the work has.
    fn seed(&self, round: usize, what: u64, file: usize) -> u64 {
        ((self.args.seed * 10 + round as u64) * 10 + what) * 10_000 + file as u64
    }

    /// Plays what is missing of a number of games.
    fn play<P: Playable>(
        &self,
        out: &Path,
        round: usize,
        evaluation: &Evaluation,
        count: u64,
    ) -> anyhow::Result<String> {
        let old = if out.exists() { files(out)? } else { Vec::new() };
        let have = records::<P>(&old)?.len() as u64;
        if have < count {
            println!("round {round}: {} games at {} nodes a move …", count - have, self.args.nodes);
            let job = self.job(out, self.seed(round, 0, old.len()), count - have, evaluation);
            run::<P>(&job, &counter(count - have))?;
        }
        let (mut games, mut positions, mut decided) = (0, 0, 0);
        for game in records::<P>(&files(out)?)? {
            games += 1;
            positions += game.moves.len();
            decided += usize::from(game.outcome.points() != 0.5);
        }
        let by = match evaluation {
            Evaluation::ByHand => "the evaluation made by hand",
            Evaluation::Usual | Evaluation::Network(_) => "the network",
        };
        Ok(format!(
            "round {round}: {games} games by {by}, {positions} positions, {} % decided",
            100 * decided / games.max(1)
        ))
    }

    /// Plays side lines.
    fn leave<P: Playable>(
        &self,
        games: &Path,
        out: &Path,
        round: usize,
        evaluation: &Evaluation,
        count: u64,
    ) -> anyhow::Result<String> {
        let games = records::<P>(&files(games)?)?;
        let old = if out.exists() { files(out)? } else { Vec::new() };
        let have = records::<P>(&old)?.len() as u64;
        let lines = branch::Plan {
            nodes: self.args.nodes,
            random_plies: 2,
            plies: 4,
            max_score: 3000,
            seed: 0,
        };
        if have < count {
            println!("round {round}: {} side lines …", count - have);
            let job = self.job(out, self.seed(round, 1, old.len()), count - have, evaluation);
            run_branches::<P>(&job, &lines, &games, &counter(count - have))?;
        }
        let lines = records::<P>(&files(out)?)?;
        let positions: usize = lines.iter().map(|line| line.moves.len()).sum();
        Ok(format!("round {round}: {} side lines, {positions} positions", lines.len()))
    }

    /// Trains on all games up to this round; or, to go on with a network, on those that it played.
    fn train<P: Playable + Evaluated>(
        &self,
        round: usize,
        by: Option<&Path>,
        net: &Path,
    ) -> anyhow::Result<String> {
        let args = self.args;
        let goes_on = by.filter(|_| args.from.is_some());
        let mut words = vec!["train".to_owned(), "--game".to_owned(), self.game.name.to_owned()];
        words.push("--data".to_owned());
        let mut positions = 0;
        let first = if goes_on.is_some() { round } else { 1 };
        for folder in (first..=round).map(|round| args.out.join(round.to_string())) {
            for part in ["games", "lines"].map(|part| folder.join(part)) {
                let records = records::<P>(&files(&part)?)?;
                positions += records.iter().map(|record| record.moves.len() as u64).sum::<u64>();
                words.push(part.display().to_string());
            }
        }
        // About half of the positions are quiet. Of few games more epochs learn what is true of these alone.
        let epochs = (args.steps * 4096 * 2 / positions.max(1)).clamp(4, 10);
        let mut options = match goes_on {
            None => vec![
                ("--hidden", args.hidden.to_string()),
                ("--output-buckets", args.output_buckets.to_string()),
                ("--rate", "0.003".to_owned()),
            ],
            Some(by) => {
                words.push("--rounded".to_owned());
                vec![("--from", by.display().to_string()), ("--rate", "0.0008".to_owned())]
            }
        };
        options.extend([
            ("--epochs", epochs.to_string()),
            ("--decay", "1".to_owned()),
            ("--look-ahead", "0.5".to_owned()),
            ("--threads", args.threads.to_string()),
            ("--seed", args.seed.to_string()),
            ("--checkpoint", net.with_extension("checkpoint").display().to_string()),
            ("--out", net.display().to_string()),
        ]);
        words.extend(options.into_iter().flat_map(|(name, value)| [name.to_owned(), value]));
        words.push("--share".to_owned());
        println!("ferz-trainer {}", words.join(" "));
        let asked = TrainAlone::try_parse_from(&words).context("the options of the training")?;
        train::<P>(&asked.args, self.game)?;
        Ok(format!("round {round}: {epochs} epochs of training"))
    }

    /// Lets a network play against another or the evaluation made by hand.
    fn compare<P: Playable>(
        &self,
        round: usize,
        network: &Path,
        rival: Rival<'_>,
    ) -> anyhow::Result<Tally> {
        let args = self.args;
        let folder = network.parent().unwrap_or(Path::new("."));
        // Another training is another network.
        let trained = fs::read_to_string(folder.join("network.done")).unwrap_or_default();
        let trained = trained.lines().next().unwrap_or_default();
        let asked = format!("{trained} {} {}", args.pairs, args.duel_nodes);
        let mut tally = None;
        let done = folder.join(format!("against-{}.done", rival.name));
        let said = self.step(&done, &asked, || {
            let found = self.duel::<P>(network, rival.network)?;
            tally = Some(found);
            let ([wins, draws, losses], (elo, error)) = (found.0, found.elo());
            Ok(format!(
                "{wins} won, {draws} drawn, {losses} lost: {elo:+.0} ± {error:.0} Elo at {} nodes \
                 a move for the network of round {round} against {}",
                args.duel_nodes, rival.called
            ))
        })?;
        tally.or_else(|| read_tally(&said)).with_context(|| format!("{}: {said}", done.display()))
    }

    fn duel<P: Playable>(&self, network: &Path, other: Option<&Path>) -> anyhow::Result<Tally> {
        let NewGameArgs { pairs, duel_nodes, threads, seed, .. } = *self.args;
        let plan = Plan { variant: self.game, nodes: duel_nodes, seed, ..Plan::default() };
        let here = evaluation(self.game, Some(network))?;
        let there = evaluation(self.game, other)?;
        let threads = threads.max(1);
        let part = |thread: usize| {
            let player = |evaluation| P::player(self.game, 8, evaluation);
            let pairs = (thread as u64..pairs).step_by(threads);
            let other = Other::player(player(&there));
            duel(&plan, pairs, player(&here), other, duel_nodes, &mut |_, _| {})
        };
        let part = &part;
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads)
                .map(|thread| scope.spawn(move || with_stack(|| part(thread))))
                .collect();
            let mut sum = Tally::default();
            for thread in parts {
                let tally =
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))??;
                for (sum, count) in sum.0.iter_mut().zip(tally.0) {
                    *sum += count;
                }
            }
            Ok(sum)
        })
    }
}

/// The tally in a line of [`Recipe::compare`].
fn read_tally(line: &str) -> Option<Tally> {
    let mut counts = line.split([' ', ':']).filter_map(|word| word.parse().ok());
    Some(Tally([counts.next()?, counts.next()?, counts.next()?]))
}

/// The options of `train` by themselves.
#[derive(Parser)]
struct TrainAlone {
    #[command(flatten)]
    args: TrainArgs,
}

/// All games in some files.
fn records<P: Playable>(files: &[PathBuf]) -> anyhow::Result<Vec<Record<P>>> {
    let mut records = Vec::new();
    for file in files {
        let games =
            Games::<P>::open(file).with_context(|| format!("cannot read {}", file.display()))?;
        records.extend(games);
    }
    Ok(records)
}

/// Says how far games are, now and then.
fn counter(count: u64) -> impl Fn(Progress) -> bool + Sync {
    let began = Instant::now();
    let tenth = (count / 10).max(1);
    move |progress| {
        if progress.games.is_multiple_of(tenth) {
            let left = began.elapsed().as_secs_f64() * count.saturating_sub(progress.games) as f64
                / progress.games.max(1) as f64;
            println!("  {} of {count}, {left:.0} s left", progress.games);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_read_again() {
        let line = "12 won, 3 drawn, 5 lost: +120 ± 90 Elo at 500 nodes a move for the network";
        assert_eq!(read_tally(line), Some(Tally([12, 3, 5])));
        assert_eq!(read_tally("12 won"), None);
    }
}
