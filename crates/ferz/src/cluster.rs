//! `ferz hub`, `worker`, `submit`, `status` and `stop`: matches on many machines.

use crate::folders;
use crate::matches::{FINISHES, Kind, outside, wanted, watch_signals};
use anyhow::{Context, Result};
use clap::Args;
use ferz_arena::What;
use ferz_cluster::{
    Address, Facts, Hash, Hub, Live, LiveGame, News, RunStatus, Server, State, Status, Terms, Tls,
    Trust, Wish, Worker,
};
use ferz_rules::Variant;
use std::collections::BTreeSet;
use std::io::Write;
use std::net::{IpAddr, UdpSocket};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::LocalSet;

/// The arguments of `ferz hub`.
#[derive(Args, Debug)]
pub struct HubArguments {
    /// Where runs, token and the server's files are kept.
    #[arg(long, value_name = "FOLDER", default_value = "ferz-hub")]
    dir: PathBuf,
    /// Uses this server, and starts none.
    #[arg(long, conflicts_with_all = ["bind", "port", "host", "nats_server", "tls_cert", "tls_key"])]
    url: Option<Address>,
    /// The address that the server listens on; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: String,
    /// The port that the server listens on.
    #[arg(long, default_value_t = 4280)]
    port: u16,
    /// What workers call this machine; found out if not given.
    #[arg(long)]
    host: Option<String>,
    /// Its certificate (PEM): what is said is encrypted. `--host` is a name that stands in it.
    #[arg(long, value_name = "FILE", requires_all = ["tls_key", "host"])]
    tls_cert: Option<PathBuf>,
    /// The key of the certificate.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Believes certificates that were signed by those of this file (PEM), beside the system's.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// The program of the server.
    #[arg(long, value_name = "FILE", default_value = "nats-server")]
    nats_server: PathBuf,
    /// After so many seconds without a word of a worker its jobs are given to others.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    patience: f64,
}

/// Where a hub is.
#[derive(Args, Debug)]
struct At {
    /// The hub's address, as it prints it.
    url: Address,
    /// Believes certificates that were signed by those of this file (PEM), beside the system's.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl At {
    fn address(&self) -> Address {
        self.url.clone().with_roots(self.ca.clone())
    }
}

/// The arguments of `ferz worker`.
#[derive(Args, Debug)]
pub struct WorkerArguments {
    #[command(flatten)]
    at: At,
    /// Runs programs of this SHA-256, or `all`. May be repeated.
    #[arg(long, value_name = "HASH|all", required = true)]
    trust: Vec<String>,
    /// Games at the same time; as many as there are cores if not given.
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u16).range(1..=4096))]
    concurrency: Option<u16>,
    /// Where programs are kept and engines run.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// What it is called; no two workers may have one name.
    #[arg(long)]
    name: Option<String>,
    /// Runs engines in a sandbox without network (by bubblewrap): they see the system's programs, and
    /// write in a folder of their own only.
    #[arg(long)]
    sandbox: bool,
    /// Prints a unit for systemd that starts a worker with these arguments, and ends.
    #[arg(long)]
    systemd: bool,
}

/// The arguments of `ferz submit`.
#[derive(Args, Debug)]
pub struct SubmitArguments {
    /// Runs of a higher number are played first.
    #[arg(long, default_value_t = 0)]
    priority: i32,
    /// How much of the workers' time it gets beside others of the same priority.
    #[arg(long, default_value_t = 1, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    share: u32,
    /// Sends this file, which an option or an argument of an engine names: a network, a book. May be
    /// repeated.
    #[arg(long, value_name = "FILE")]
    send: Vec<String>,
    /// Runs `PROGRAM bench` here and at each worker: one that counts other nodes does not play.
    #[arg(long)]
    bench: bool,
    /// Clocks are meant for this machine: slower workers give more time, faster ones less.
    #[arg(long)]
    scale: bool,
    #[command(flatten)]
    at: At,
    /// What to play: `match` and its arguments, `tournament` or `tune` and theirs. A match needs no
    /// such word.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        value_name = "RUN"
    )]
    words: Vec<String>,
}

/// The arguments of `ferz status`.
#[derive(Args, Debug)]
pub struct StatusArguments {
    #[command(flatten)]
    at: At,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    /// Shows then each game that ends, until it is told to end; a line of JSON each with --json.
    #[arg(long)]
    watch: bool,
    /// With --watch: shows each move of the games that are played, too.
    #[arg(long, requires = "watch")]
    moves: bool,
}

/// The arguments of `ferz stop`.
#[derive(Args, Debug)]
pub struct StopArguments {
    #[command(flatten)]
    at: At,
    /// The run, as `ferz submit` has named it.
    run: String,
}

fn seconds(text: &str) -> Result<f64, String> {
    let is_fine = |seconds: &f64| (0.5..=86_400.0).contains(seconds);
    text.parse()
        .ok()
        .filter(is_fine)
        .ok_or_else(|| format!("{text:?} is no time from 0.5 s to a day"))
}

fn runtime() -> Result<Runtime> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// A line for the user; that nobody reads it is no failure.
fn say(text: &str) {
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Keeps and directs runs until it is told to end.
pub fn hub(arguments: &HubArguments) -> Result<()> {
    let folder = std::path::absolute(&arguments.dir)?;
    let _claim = ferz_cluster::claim(&folder)?;
    let (orders, control) = watch::channel(ferz_arena::Control::Go);
    let _ = watch_signals(orders, "runs go on when the hub is started again")?;
    let terms = Terms {
        program: arguments.nats_server.clone(),
        folder: folder.join("nats"),
        bind: arguments.bind.clone(),
        port: arguments.port,
        tls: tls(arguments),
    };
    LocalSet::new().block_on(&runtime()?, async {
        let (server, here, there) = match &arguments.url {
            Some(url) => {
                let address = url.clone().with_roots(arguments.ca.clone());
                (None, address.clone(), address)
            }
            None => {
                let server = Server::start(terms).await?;
                let host = arguments.host.clone().unwrap_or_else(|| host(&arguments.bind));
                let (here, there) = (server.address(), server.address_at(&host));
                (Some(server), here, there)
            }
        };
        say(&welcome(&there, arguments));
        let ack_wait = Duration::from_secs_f64(arguments.patience);
        let hub = Hub { folder, address: here, ack_wait, outside: outside(), say: Rc::new(say) };
        let served = ferz_cluster::serve(hub, server, control).await?;
        if let Some(server) = served {
            server.end().await;
        }
        Ok(())
    })
}

/// What the hub's own server encrypts with.
fn tls(arguments: &HubArguments) -> Option<Tls> {
    let HubArguments { tls_cert, tls_key, ca, host, .. } = arguments;
    Some(Tls {
        certificate: tls_cert.clone()?,
        key: tls_key.clone()?,
        roots: ca.clone(),
        host: host.clone()?,
    })
}

/// What a user should know who has started a hub.
fn welcome(there: &Address, arguments: &HubArguments) -> String {
    let mut lines = vec![
        "A worker joins with".to_owned(),
        format!("  ferz worker {} --trust all", there.whole()),
        "It then runs every program that is submitted by somebody who knows this address."
            .to_owned(),
        "With --trust HASH it runs only that program: ferz submit says the hashes.".to_owned(),
    ];
    if arguments.url.is_none() && is_local(&arguments.bind) {
        lines.push("Only this machine can reach it: --bind 0.0.0.0 lets others in.".to_owned());
    }
    lines.join("\n")
}

fn is_local(bind: &str) -> bool {
    bind == "localhost" || bind.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// What others may call this machine: the address from which it would reach them.
fn host(bind: &str) -> String {
    if bind != "0.0.0.0" {
        return bind.to_owned();
    }
    // Nothing is sent. The address is one for documentation: RFC 5737.
    let found = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    found.map_or_else(|_| "127.0.0.1".to_owned(), |address| address.ip().to_string())
}

/// Plays games until it is told to end.
pub fn worker(arguments: &WorkerArguments) -> Result<()> {
    if arguments.systemd {
        say(&unit(&std::env::current_exe()?, std::env::args().skip(1)));
        return Ok(());
    }
    if arguments.sandbox {
        ferz_cluster::check_sandbox()?;
    }
    let trust = match arguments.trust.iter().any(|word| word == "all") {
        true => Trust::All,
        false => {
            let hashes = arguments.trust.iter().map(|word| word.parse::<Hash>());
            Trust::Hashes(hashes.collect::<Result<BTreeSet<_>, _>>().map_err(anyhow::Error::msg)?)
        }
    };
    let folder = arguments.dir.clone().or_else(|| folders::data("worker"));
    let folder = std::path::absolute(folder.context("no folder for programs: --dir FOLDER")?)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let tables = arguments.concurrency.map_or(cores, usize::from);
    let name = arguments.name.clone().unwrap_or_else(|| {
        let host = ferz_input::file::read_text("/proc/sys/kernel/hostname").unwrap_or_default();
        format!("{}-{}", host.trim(), std::process::id())
    });
    let (orders, control) = watch::channel(ferz_arena::Control::Go);
    let _ = watch_signals(orders, FINISHES)?;
    let worker = Worker {
        name: ferz_input::text::name(&name).into_owned(),
        machine: ferz_arena::machine(),
        facts: Facts { speed: speed(), ..Facts::here() },
        sandbox: arguments.sandbox,
        folder,
        address: arguments.at.address(),
        tables,
        trust,
        outside: outside(),
        say: Rc::new(say),
    };
    LocalSet::new().block_on(&runtime()?, ferz_cluster::work(worker, control))?;
    Ok(())
}

/// Nodes a second of our own engine on one core: what tells machines apart.
fn speed() -> u64 {
    // A fraction of a second.
    let depth = ferz_engine::BENCH_DEPTH.saturating_sub(4).max(1);
    let (nodes, time) = ferz_engine::engine(Variant::NORMAL).bench(Variant::NORMAL, depth);
    (nodes as f64 / time.as_secs_f64().max(0.001)) as u64
}

/// A unit that starts this program with these arguments. Systemd gives it a user and a folder.
fn unit(program: &std::path::Path, arguments: impl Iterator<Item = String>) -> String {
    // In a unit these have a meaning of their own.
    let quoted = |word: &str| {
        let word = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%");
        format!("\"{}\"", word.replace('$', "$$"))
    };
    let words = arguments.filter(|word| word != "--systemd");
    let words = [program.display().to_string()].into_iter().chain(words);
    let line = words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ");
    format!(
        "[Unit]\n\
         Description=Ferz plays games for a hub\n\
         After=network-online.target\n\
         Wants=network-online.target\n\
         \n\
         [Service]\n\
         ExecStart={line} --dir %S/ferz-worker\n\
         DynamicUser=yes\n\
         StateDirectory=ferz-worker\n\
         Restart=always\n\
         RestartSec=10\n\
         # The first signal lets games end; they are given back after this time.\n\
         KillSignal=SIGINT\n\
         KillMode=mixed\n\
         TimeoutStopSec=120\n\
         Nice=5\n\
         ProtectHome=yes\n\
         PrivateTmp=yes\n\
         \n\
         [Install]\n\
         WantedBy=multi-user.target"
    )
}

/// Has a run played; its name.
pub fn submit(arguments: &SubmitArguments) -> Result<String> {
    let (kind, words) = match arguments.words.split_first() {
        Some((first, rest)) if first == "match" => (Kind::Match, rest),
        Some((first, rest)) if first == "tournament" => (Kind::Tournament, rest),
        Some((first, rest)) if first == "tune" => (Kind::Tune, rest),
        _ => (Kind::Match, &arguments.words[..]),
    };
    let config = wanted(kind, words)?;
    let SubmitArguments { at, priority, share, send, bench, scale, .. } = arguments;
    let wish = Wish {
        config,
        priority: *priority,
        share: *share,
        send: send.clone(),
        bench: *bench,
        speed: scale.then(speed),
    };
    let warn = |text: String| crate::aside(format_args!("warning: {text}"));
    let address = at.address();
    let submitted = ferz_cluster::submit(&address, wish, outside(), warn);
    let submitted = LocalSet::new().block_on(&runtime()?, submitted)?;
    for (name, hash) in &submitted.programs {
        crate::aside(format_args!("{name}: a worker runs it with --trust {hash}"));
    }
    Ok(submitted.run)
}

/// How a hub stands.
pub fn status(arguments: &StatusArguments) -> Result<String> {
    let address = arguments.at.address();
    if arguments.watch {
        let json = arguments.json;
        let hear = |heard: News| match &heard {
            News::Status(status) if json => say(&serde_json::to_string(status).unwrap_or_default()),
            News::Status(status) => say(&table(status)),
            News::Run(live) if json => say(&serde_json::to_string(live).unwrap_or_default()),
            News::Game(live) if json => say(&serde_json::to_string(live).unwrap_or_default()),
            News::Run(live) => say(&news(live)),
            News::Game(live) => say(&game_news(live)),
        };
        runtime()?.block_on(ferz_cluster::watch(&address, arguments.moves, hear))?;
    }
    let status = runtime()?.block_on(ferz_cluster::status(&address))?;
    match arguments.json {
        true => Ok(serde_json::to_string_pretty(&status)?),
        false => Ok(table(&status)),
    }
}

/// What happens, for people.
fn news(live: &Live) -> String {
    let RunStatus { name, played, expected, score, .. } = &live.run;
    let game =
        live.game.as_ref().map(|(number, result, why)| format!("game {number}: {result}, {why}"));
    let game = game.unwrap_or_default();
    format!("{name}  {played}/{expected}  {game}  {score}").trim_end().to_owned()
}

/// What happens in a game, for people.
fn game_news(live: &LiveGame) -> String {
    let what = match &live.happening.what {
        What::GameBegins { pairing, .. } => format!("game {} begins", pairing.number),
        What::MoveMade { game, ply, made } => {
            let score = made.score.map(|score| format!("  {score}")).unwrap_or_default();
            let depth = made.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
            format!("game {game}, ply {}: {}{score}{depth}", ply + 1, made.text)
        }
        _ => String::new(),
    };
    format!("{}  {}  {what}", live.run, live.worker)
}

/// For people.
fn table(status: &Status) -> String {
    let mut lines = Vec::new();
    if !status.trouble.is_empty() {
        lines.push(format!("the server: {}", status.trouble));
    }
    for run in &status.runs {
        let state = match run.state {
            State::Playing => "playing",
            State::Finished => "finished",
            State::Stopped => "stopped",
            State::Failed => "failed",
        };
        let (engines, games) = (run.engines.join(" - "), run.played);
        lines.push(format!("{}  {state}  {engines}  {games}/{} games", run.name, run.expected));
        for text in [&run.score, &run.reason] {
            if !text.is_empty() {
                lines.push(format!("    {text}"));
            }
        }
        for (worker, reason) in &run.aside {
            lines.push(format!("    {worker} is set aside: {reason}"));
        }
    }
    if status.runs.is_empty() {
        lines.push("no runs".to_owned());
    }
    for worker in &status.workers {
        let (name, playing, tables) = (&worker.name, worker.playing, worker.tables);
        lines.push(format!("worker {name}  {playing}/{tables} tables  {}", worker.machine));
        lines.push(format!("    {}", worker.facts.line()));
        for (run, reason) in &worker.refused {
            lines.push(format!("    does not play {run}: {reason}"));
        }
        if !worker.trouble.is_empty() {
            lines.push(format!("    waits to leave its results: {}", worker.trouble));
        }
    }
    if status.workers.is_empty() {
        lines.push("no workers".to_owned());
    }
    lines.join("\n")
}

/// Stops a run.
pub fn stop(arguments: &StopArguments) -> Result<()> {
    Ok(runtime()?.block_on(ferz_cluster::stop(&arguments.at.address(), &arguments.run))?)
}
