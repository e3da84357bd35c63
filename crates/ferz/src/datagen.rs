//! `ferz datagen`: games of the engine against itself, as data for tuning and training.

use crate::variant;
use anyhow::{Context, bail};
use clap::Subcommand;
use ferz_datagen::duel::{Other, Tally, answer, with_stack};
use ferz_datagen::format::{FormatError, Record, first_game};
use ferz_datagen::game::{Evaluation, Playable};
use ferz_datagen::reader::{self, Filter, Statistics};
use ferz_datagen::run::{Job, Progress, run_branches};
use ferz_datagen::selfplay::Plan;
use ferz_datagen::{branch, rescore};
use ferz_engine::eval::network::{Game, Network};
use ferz_rules::table::set::Wide;
use ferz_rules::table::{self, Width};
use ferz_rules::{Family, Variant, chess, xiangqi};
use std::collections::BTreeMap;
use std::fmt::Arguments;
use std::io::Write;
use std::num::NonZeroUsize;
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
        #[arg(long = "variant", alias = "game", value_name = "GAME", ignore_case = true, value_parser = variant::offered())]
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
    #[arg(long = "variant", alias = "game", value_name = "GAME", ignore_case = true, value_parser = variant::offered(), default_value = "normal")]
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
    #[arg(long = "variant", alias = "game", value_name = "GAME", ignore_case = true, value_parser = variant::offered(), default_value = "normal")]
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
    /// Seed of the run [default: another one each time; the file notes it].
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
    /// Search only one quiet position of so many; the others lose their scores, and nobody learns
    /// from them.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    every: NonZeroUsize,
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
    /// Seed of the run [default: another one each time; the file notes it].
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

/// The tasks, for the games of one board.
struct Tasks {
    play: fn(PlayArgs) -> anyhow::Result<()>,
    branch: fn(BranchArgs) -> anyhow::Result<()>,
    duel: fn(&DuelArgs) -> anyhow::Result<()>,
    answer: fn(Variant, usize, &Evaluation) -> std::io::Result<()>,
    rescore: fn(&RescoreArgs) -> anyhow::Result<()>,
    statistics: fn(&[PathBuf]) -> std::io::Result<Statistics>,
}

impl Tasks {
    const fn of<P: Playable>() -> Tasks {
        Tasks {
            play: play::<P>,
            branch: branches::<P>,
            duel: duel::<P>,
            answer: |game, hash, evaluation| {
                let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
                answer::<P>(game, hash, evaluation, input, output)
            },
            rescore: rescore::<P>,
            statistics: reader::statistics::<P>,
        }
    }

    fn with(game: Variant) -> anyhow::Result<Tasks> {
        Ok(match (game.family, table::width(game)) {
            (Family::Chess, _) => Tasks::of::<chess::Board>(),
            (Family::Xiangqi, _) => Tasks::of::<xiangqi::Board>(),
            (Family::Other, Some(Width::Narrow)) => Tasks::of::<table::Board<u64>>(),
            (Family::Other, Some(Width::Middle)) => Tasks::of::<table::Board<u128>>(),
            (Family::Other, Some(Width::Wide)) => Tasks::of::<table::Board<Wide>>(),
            (Family::Other, None) => bail!("no data is made of {game}"),
        })
    }
}

/// Does it.
pub fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Play(args) => (Tasks::with(args.work.game)?.play)(args),
        Task::Branch(args) => (Tasks::with(args.work.game)?.branch)(args),
        Task::Duel(args) => (Tasks::with(args.game)?.duel)(&args),
        Task::Answer { game, hash, net } => {
            let evaluation = evaluation(game, net.as_deref())?;
            let tasks = Tasks::with(game)?;
            Ok(with_stack(|| (tasks.answer)(game, hash, &evaluation))??)
        }
        Task::Rescore(args) => (Tasks::with(args.work.game)?.rescore)(&args),
        Task::Stat { paths } => stat(&paths),
    }
}

/// What people call a game; versions of `datagen answer` before `--variant` know no other names.
fn common_name(game: Variant) -> String {
    game.title.to_lowercase()
}

/// The evaluation that an argument names.
fn evaluation(game: Variant, file: Option<&Path>) -> anyhow::Result<Evaluation> {
    match file {
        None => Ok(Evaluation::Usual),
        Some(file) if file.as_os_str() == "none" => Ok(Evaluation::ByHand),
        Some(file) => {
            let game =
                Game::of(game).with_context(|| format!("there are no networks for {game}"))?;
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

/// Which game the first one in a file is; `None` for all that a killed program may have left.
fn game_of(file: &Path) -> anyhow::Result<Option<Variant>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    match first_game(&bytes) {
        Err(FormatError::Truncated) => Ok(None),
        found => found.with_context(|| file.display().to_string()),
    }
}

/// The files of games that a path means. They are of this game, or it is an error.
fn files_of<P: Playable>(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let files = reader::files(path).with_context(|| format!("cannot read {}", path.display()))?;
    for file in &files {
        if let Some(game) = game_of(file)?.filter(|game| !P::is_board_of(*game)) {
            bail!("{}: {}", file.display(), FormatError::OtherGame(game));
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
        plan: Plan { variant: args.work.game, ..Plan::default() },
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
        every: args.every,
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
        let player = || P::player(args.work.game, args.hash, &evaluation);
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
    let name = common_name(args.game);
    let arguments = ["datagen", "answer", "--game", &name, "--hash", &hash_text];
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
        let player = P::player(args.game, hash, &evaluation);
        let there = Other::program(&other, &arguments)?;
        ferz_datagen::duel::duel(&plan, 0..pairs, player, there, others, &mut report)
    };
    let tally = with_stack(work)?.with_context(|| other.display().to_string())?;
    let (elo, error) = tally.elo();
    let [wins, draws, losses] = tally.0;
    say(format_args!("{wins} won, {draws} drawn, {losses} lost: {elo:+.1} ± {error:.1} Elo"));
    Ok(())
}

fn play<P: Playable>(args: PlayArgs) -> anyhow::Result<()> {
    let variant = args.work.game;
    let PlayArgs { nodes, random_plies, .. } = args;
    let plan = Plan { variant, drawn_starts: true, nodes, random_plies, ..Plan::default() };
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
    let path = ferz_datagen::run::run::<P>(&job, &report);
    let path = path.with_context(|| format!("cannot play into {}", job.out.display()))?;
    say(format_args!("wrote {}", path.display()));
    Ok(())
}

fn stat(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut games: BTreeMap<&str, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        for file in
            reader::files(path).with_context(|| format!("cannot read {}", path.display()))?
        {
            // Files without games count among those of chess, with what is wrong with them.
            let game = game_of(&file).ok().flatten().unwrap_or(Variant::NORMAL);
            games.entry(game.family.usual().unwrap_or(game).name).or_default().push(file);
        }
    }
    if games.is_empty() {
        games.entry(Variant::NORMAL.name).or_default();
    }
    for (name, files) in games {
        let game = Variant::by_name(name).context("a game that was just read")?;
        say_statistics(game, &files, (Tasks::with(game)?.statistics)(&files)?);
    }
    Ok(())
}

fn say_statistics(game: Variant, files: &[PathBuf], all: Statistics) {
    let each = all.bytes as f64 / all.positions.max(1) as f64;
    let Statistics { games, positions, .. } = all;
    say(format_args!(
        "{}: {} files, {games} games, {positions} positions",
        common_name(game),
        files.len()
    ));
    say(format_args!("{} different games from {} openings", all.different, all.openings));
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
