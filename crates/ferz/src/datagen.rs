//! `ferz datagen`: games of the engine against itself, as data for tuning and training.

use crate::variant;
use anyhow::{Context, bail};
use clap::Subcommand;
use ferz_datagen::duel::{Tally, answer, with_stack};
use ferz_datagen::format::{FormatError, Record};
use ferz_datagen::game::Playable;
use ferz_datagen::reader::{self, Filter, Statistics};
use ferz_datagen::run::{Evaluation, Job, Player, Progress, run_branches};
use ferz_datagen::selfplay::Plan;
use ferz_datagen::{branch, rescore};
use ferz_engine::eval::network::{Inputs, Network};
use ferz_rules::{Family, Variant, chess, xiangqi};
use std::fmt::Arguments;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// What is to be done.
#[derive(Subcommand)]
pub enum Task {
    /// Plays games. Each run writes a new file; a killed run loses only the games in progress.
    Play(PlayArgs),
    /// Branches off games: plays a few random moves somewhere in a game, then a few good ones.
    Branch(BranchArgs),
    /// Plays against another version of this program or another network, each opening with both
    /// sides.
    Duel(DuelArgs),
    /// Plays the other side of a duel.
    Answer {
        /// The game, by its name in CECP or UCI.
        #[arg(long = "variant", alias = "game", value_name = "GAME", ignore_case = true, value_parser = variant::usual())]
        game: Variant,
        /// Hash table size in MB.
        #[arg(long, default_value_t = 8)]
        hash: usize,
        /// The network that plays; `none` for the hand-made evaluation.
        #[arg(long)]
        net: Option<PathBuf>,
    },
    /// Gives games new scores by searching each quiet position again. Skips files that already exist.
    Rescore(RescoreArgs),
    /// Shows statistics of files of games.
    Stat {
        /// Files, or folders of files.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

/// See [`Task::Duel`].
#[derive(clap::Args)]
pub struct DuelArgs {
    /// The other program, such as an older `ferz` [default: this program].
    #[arg(long)]
    other: Option<PathBuf>,
    /// The game, by its name in CECP or UCI.
    #[arg(long = "variant", alias = "game", value_name = "GAME", ignore_case = true, value_parser = variant::usual(), default_value = "normal")]
    game: Variant,
    /// Nodes per move, approximately.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Nodes of the other program's moves, where they are others.
    #[arg(long)]
    other_nodes: Option<u64>,
    /// Pairs of games.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hash table size of each side in MB.
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// The network that plays here; `none` for the hand-made evaluation.
    #[arg(long)]
    net: Option<PathBuf>,
    /// The network for the other program.
    #[arg(long)]
    other_net: Option<PathBuf>,
}

/// Arguments shared by all work on games.
#[derive(clap::Args)]
struct Work {
    /// Folder to write to.
    #[arg(long)]
    out: PathBuf,
    /// The game, by its name in CECP or UCI.
    #[arg(long = "variant", alias = "game", value_name = "GAME", ignore_case = true, value_parser = variant::usual(), default_value = "normal")]
    game: Variant,
    /// Number of threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The network that plays; `none` for the hand-made evaluation.
    #[arg(long)]
    net: Option<PathBuf>,
    /// A note for the file, for example which program plays.
    #[arg(long, default_value = "")]
    note: String,
}

impl Work {
    fn evaluation(&self) -> anyhow::Result<Evaluation> {
        evaluation(self.game, self.net.as_deref())
    }

    /// What is noted, with the network.
    fn note(&self) -> String {
        match &self.net {
            None => self.note.clone(),
            Some(file) => format!("{}; net {}", self.note, file.display()),
        }
    }
}

/// See [`Task::Branch`].
#[derive(clap::Args)]
pub struct BranchArgs {
    /// The games: folders or files.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Nodes per move, approximately.
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// Random moves at the branch, at most.
    #[arg(long, default_value_t = 2)]
    random_plies: usize,
    /// Moves played after them.
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Lines to play [default: no end].
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    lines: u64,
    /// Seed of the run [default: a new one for each file].
    #[arg(long)]
    seed: Option<u64>,
    /// Hash table size of each thread in MB.
    #[arg(long, default_value_t = 1)]
    hash: usize,
    #[command(flatten)]
    work: Work,
}

/// See [`Task::Rescore`].
#[derive(clap::Args)]
pub struct RescoreArgs {
    /// The games: a folder or a file.
    path: PathBuf,
    /// Nodes per position, approximately.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// First ply whose position is searched.
    #[arg(long, default_value_t = 12)]
    first_ply: usize,
    /// Hash table size of each thread in MB.
    #[arg(long, default_value_t = 8)]
    hash: usize,
    #[command(flatten)]
    work: Work,
}

/// See [`Task::Play`].
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Nodes per move, approximately.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Games to play [default: no end].
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    games: u64,
    /// Seed of the run [default: a new one for each file].
    #[arg(long)]
    seed: Option<u64>,
    /// Hash table size of each thread in MB.
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Random moves at the start.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    #[command(flatten)]
    work: Work,
}

/// Does it.
pub fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Play(args) => play(args),
        Task::Branch(args) => match args.work.game.family {
            Family::Chess => branches::<chess::Board>(args),
            Family::Xiangqi => branches::<xiangqi::Board>(args),
            Family::Other => Err(not_trained(args.work.game)),
        },
        Task::Duel(args) => match args.game.family {
            Family::Chess => duel::<chess::Board>(&args),
            Family::Xiangqi => duel::<xiangqi::Board>(&args),
            Family::Other => Err(not_trained(args.game)),
        },
        Task::Answer { game, hash, net } => {
            let evaluation = evaluation(game, net.as_deref())?;
            let work = || {
                let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
                match game.family {
                    Family::Chess => answer::<chess::Board>(game, hash, &evaluation, input, output),
                    Family::Xiangqi => {
                        answer::<xiangqi::Board>(game, hash, &evaluation, input, output)
                    }
                    Family::Other => Err(std::io::Error::other(not_trained(game))),
                }
            };
            Ok(with_stack(work)??)
        }
        Task::Rescore(args) => match args.work.game.family {
            Family::Chess => rescore::<chess::Board>(&args),
            Family::Xiangqi => rescore::<xiangqi::Board>(&args),
            Family::Other => Err(not_trained(args.work.game)),
        },
        Task::Stat { paths } => stat(&paths),
    }
}

/// What people call the games of a family; versions of `datagen answer` before `--variant` know no
/// other name.
fn common_name(family: Family) -> &'static str {
    match family {
        Family::Chess => "chess",
        Family::Xiangqi => "xiangqi",
        Family::Other => "another game",
    }
}

/// Why there is no data of a game.
fn not_trained(game: Variant) -> anyhow::Error {
    anyhow::anyhow!("there are no networks for {game}")
}

/// The evaluation that an argument names.
fn evaluation(game: Variant, file: Option<&Path>) -> anyhow::Result<Evaluation> {
    match file {
        None => Ok(Evaluation::Usual),
        Some(file) if file.as_os_str() == "none" => Ok(Evaluation::ByHand),
        Some(file) => {
            let game = match game.family {
                Family::Chess => chess::Board::GAME,
                Family::Xiangqi => xiangqi::Board::GAME,
                Family::Other => return Err(not_trained(game)),
            };
            let bytes = ferz_input::file::read(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let network = Network::for_game(game, &bytes);
            Ok(Evaluation::Network(Arc::new(network.with_context(|| file.display().to_string())?)))
        }
    }
}

/// Prints a line. That nobody reads it stops nothing.
fn say(line: Arguments<'_>) {
    drop(writeln!(std::io::stdout(), "{line}"));
}

/// What is wrong with the beginning of a file, read as one of this game.
fn fault_at_start<P: Playable>(file: &Path) -> anyhow::Result<Option<FormatError>> {
    let mut games = reader::Games::<P>::open(file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    games.next();
    Ok(games.problem().cloned())
}

/// The files of games that a path means. They are of this game, or it is an error.
fn files_of<P: Playable>(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let files = reader::files(path).with_context(|| format!("cannot read {}", path.display()))?;
    for file in &files {
        match fault_at_start::<P>(file)? {
            // All that a killed program has left.
            None | Some(FormatError::Truncated) => {}
            Some(fault) => bail!("{}: {fault}", file.display()),
        }
    }
    Ok(files)
}

fn branches<P: Playable>(args: BranchArgs) -> anyhow::Result<()> {
    let mut games: Vec<Record<P>> = Vec::new();
    for path in &args.paths {
        for file in files_of::<P>(path)? {
            games.extend(reader::Games::<P>::open(&file)?);
        }
    }
    // What old files do not tell of their side lines cannot be told of lines that leave those.
    games.retain(|game| game.source().is_some());
    if games.is_empty() {
        bail!("no games to leave");
    }
    let lines = branch::Plan {
        nodes: args.nodes,
        random_plies: args.random_plies,
        plies: args.plies,
        max_score: 3000,
        seed: 0,
    };
    let job = Job {
        evaluation: args.work.evaluation()?,
        note: args.work.note(),
        out: args.work.out,
        plan: Plan::default(),
        seed: args.seed,
        games: args.lines,
        threads: args.work.threads,
        hash: args.hash,
    };
    let path = run_branches(&job, &lines, &games, &|_| true)?;
    say(format_args!("wrote {}", path.display()));
    Ok(())
}

fn rescore<P: Playable>(args: &RescoreArgs) -> anyhow::Result<()> {
    let files = files_of::<P>(&args.path)?;
    std::fs::create_dir_all(&args.work.out)?;
    let evaluation = args.work.evaluation()?;
    let job = rescore::Job {
        nodes: args.nodes,
        filter: Filter { first_ply: args.first_ply, ..Filter::default() },
        threads: args.work.threads,
        note: args.work.note(),
    };
    for from in files {
        let name = from.file_name().context("a file of games has a name")?;
        let to = args.work.out.join(name);
        let report = |done: usize, of: usize| {
            if done.is_multiple_of(200) {
                say(format_args!("{}: {done} of {of} games", to.display()));
            }
            true
        };
        let player = || Player::<P>::with(args.hash, &evaluation);
        rescore::rescore_file(&from, &to, &job, &player, &report)
            .with_context(|| format!("{}", from.display()))?;
        say(format_args!("wrote {}", to.display()));
    }
    Ok(())
}

fn duel<P: Playable>(args: &DuelArgs) -> anyhow::Result<()> {
    let DuelArgs { nodes, seed, pairs, hash, .. } = *args;
    let plan = Plan { variant: args.game, nodes, seed, ..Plan::default() };
    let hash_text = hash.to_string();
    let arguments =
        ["datagen", "answer", "--game", common_name(args.game.family), "--hash", &hash_text];
    let mut arguments = arguments.map(str::to_owned).to_vec();
    if let Some(net) = &args.other_net {
        arguments.extend(["--net".to_owned(), net.display().to_string()]);
    }
    let other = match &args.other {
        Some(other) => other.clone(),
        None => std::env::current_exe().context("where is this program?")?,
    };
    let evaluation = evaluation(args.game, args.net.as_deref())?;
    let mut report = |tally: Tally, _: &Record<P>| {
        let games: u32 = tally.0.iter().sum();
        if games.is_multiple_of(20) {
            let (elo, error) = tally.elo();
            say(format_args!("{games} games: {:?} {elo:+.0} ± {error:.0}", tally.0));
        }
    };
    let others = args.other_nodes.unwrap_or(nodes);
    let work = || {
        let player = Player::with(hash, &evaluation);
        ferz_datagen::duel::duel(&plan, pairs, player, &other, &arguments, others, &mut report)
    };
    let tally = with_stack(work)?.with_context(|| other.display().to_string())?;
    let (elo, error) = tally.elo();
    let [wins, draws, losses] = tally.0;
    say(format_args!("{wins} won, {draws} drawn, {losses} lost: {elo:+.1} ± {error:.1} Elo"));
    Ok(())
}

fn play(args: PlayArgs) -> anyhow::Result<()> {
    let variant = args.work.game;
    let PlayArgs { nodes, random_plies, .. } = args;
    let plan = Plan { variant, nodes, random_plies, ..Plan::default() };
    let job = Job {
        evaluation: args.work.evaluation()?,
        note: args.work.note(),
        out: args.work.out,
        plan,
        seed: args.seed,
        games: args.games,
        threads: args.work.threads,
        hash: args.hash,
    };
    let began = Instant::now();
    let report = |progress: Progress| {
        if progress.games.is_multiple_of(200) {
            let rate = progress.positions as f64 / began.elapsed().as_secs_f64();
            say(format_args!(
                "{} games, {} positions, {rate:.0}/s",
                progress.games, progress.positions
            ));
        }
        true
    };
    let path = match variant.family {
        Family::Chess => ferz_datagen::run::run::<chess::Board>(&job, &report),
        Family::Xiangqi => ferz_datagen::run::run::<xiangqi::Board>(&job, &report),
        Family::Other => return Err(not_trained(variant)),
    };
    let path = path.with_context(|| format!("cannot play into {}", job.out.display()))?;
    say(format_args!("wrote {}", path.display()));
    Ok(())
}

fn stat(paths: &[PathBuf]) -> anyhow::Result<()> {
    let (mut chess, mut xiangqi) = (Vec::new(), Vec::new());
    for path in paths {
        for file in
            reader::files(path).with_context(|| format!("cannot read {}", path.display()))?
        {
            match fault_at_start::<chess::Board>(&file)? {
                Some(FormatError::OtherGame(_)) => xiangqi.push(file),
                _ => chess.push(file),
            }
        }
    }
    if xiangqi.is_empty() || !chess.is_empty() {
        say_statistics(Family::Chess, &chess, reader::statistics::<chess::Board>(&chess)?);
    }
    if !xiangqi.is_empty() {
        say_statistics(Family::Xiangqi, &xiangqi, reader::statistics::<xiangqi::Board>(&xiangqi)?);
    }
    Ok(())
}

fn say_statistics(family: Family, files: &[PathBuf], all: Statistics) {
    let each = all.bytes as f64 / all.positions.max(1) as f64;
    let Statistics { games, positions, .. } = all;
    say(format_args!(
        "{}: {} files, {games} games, {positions} positions",
        common_name(family),
        files.len()
    ));
    say(format_args!("{} positions pass the default filter", all.kept));
    say(format_args!("{} bytes, {each:.2} a position", all.bytes));
    for (outcome, games) in &all.outcomes {
        say(format_args!("{outcome:?}: {games}"));
    }
    for (ending, games) in &all.endings {
        say(format_args!("{ending:?}: {games}"));
    }
    for (path, problem) in &all.problems {
        say(format_args!("{}: {problem}", path.display()));
    }
}
