//! `ferz hub`, `worker`, `submit`, `status` and `stop`: matches on many machines.

use crate::folders;
use crate::matches::{outside, wanted, watch_signals};
use anyhow::{Context, Result};
use clap::Args;
use ferz_cluster::{Address, Hash, Hub, Server, State, Status, Terms, Trust, Worker};
use std::collections::BTreeSet;
use std::io::Write;
use std::net::UdpSocket;
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
    #[arg(long, conflicts_with_all = ["bind", "port", "host", "nats_server"])]
    url: Option<Address>,
    /// The address that the server listens on.
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0")]
    bind: String,
    /// The port that the server listens on.
    #[arg(long, default_value_t = 4280)]
    port: u16,
    /// What workers call this machine; found out if not given.
    #[arg(long)]
    host: Option<String>,
    /// The program of the server.
    #[arg(long, value_name = "FILE", default_value = "nats-server")]
    nats_server: PathBuf,
    /// After so many seconds without a word of a worker its jobs are given to others.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    patience: f64,
}

/// The arguments of `ferz worker`.
#[derive(Args, Debug)]
pub struct WorkerArguments {
    /// The hub's address, as it prints it.
    url: Address,
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
}

/// The arguments of `ferz submit`.
#[derive(Args, Debug)]
pub struct SubmitArguments {
    /// Runs of a higher number are played first.
    #[arg(long, default_value_t = 0)]
    priority: i32,
    /// The hub's address.
    url: Address,
    /// What to play, as for `ferz match`.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        value_name = "MATCH"
    )]
    words: Vec<String>,
}

/// The arguments of `ferz status`.
#[derive(Args, Debug)]
pub struct StatusArguments {
    /// The hub's address.
    url: Address,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// The arguments of `ferz stop`.
#[derive(Args, Debug)]
pub struct StopArguments {
    /// The hub's address.
    url: Address,
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
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let (orders, control) = watch::channel(ferz_arena::Control::Go);
    let _ = watch_signals(orders)?;
    let terms = Terms {
        program: arguments.nats_server.clone(),
        folder: folder.join("nats"),
        bind: arguments.bind.clone(),
        port: arguments.port,
    };
    LocalSet::new().block_on(&runtime()?, async {
        let (server, here, there) = match &arguments.url {
            Some(url) => (None, url.clone(), url.clone()),
            None => {
                let server = Server::start(terms).await?;
                let host = arguments.host.clone().unwrap_or_else(|| host(&arguments.bind));
                let (here, there) = (server.address(), server.address_at(&host));
                (Some(server), here, there)
            }
        };
        say(&format!("A worker joins with\n  ferz worker {} --trust all", there.whole()));
        let ack_wait = Duration::from_secs_f64(arguments.patience);
        let hub = Hub { folder, address: here, ack_wait, outside: outside(), say: Rc::new(say) };
        let served = ferz_cluster::serve(hub, server, control).await?;
        if let Some(server) = served {
            server.end().await;
        }
        Ok(())
    })
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
    let _ = watch_signals(orders)?;
    let worker = Worker {
        name: ferz_input::text::name(&name).into_owned(),
        machine: ferz_arena::machine(),
        folder,
        address: arguments.url.clone(),
        tables,
        trust,
        outside: outside(),
        say: Rc::new(say),
    };
    LocalSet::new().block_on(&runtime()?, ferz_cluster::work(worker, control))?;
    Ok(())
}

/// Has a match played; the name of its run.
pub fn submit(arguments: &SubmitArguments) -> Result<String> {
    let config = wanted(&arguments.words)?;
    let warn = |text: String| crate::aside(format_args!("warning: {text}"));
    let SubmitArguments { url, priority, .. } = arguments;
    let submitted = ferz_cluster::submit(url, config, *priority, outside(), warn);
    Ok(LocalSet::new().block_on(&runtime()?, submitted)?)
}

/// How a hub stands.
pub fn status(arguments: &StatusArguments) -> Result<String> {
    let status = runtime()?.block_on(ferz_cluster::status(&arguments.url))?;
    match arguments.json {
        true => Ok(serde_json::to_string_pretty(&status)?),
        false => Ok(table(&status)),
    }
}

/// For people.
fn table(status: &Status) -> String {
    let mut lines = Vec::new();
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
    }
    if status.runs.is_empty() {
        lines.push("no runs".to_owned());
    }
    for worker in &status.workers {
        let (name, playing, tables) = (&worker.name, worker.playing, worker.tables);
        lines.push(format!("worker {name}  {playing}/{tables} tables  {}", worker.machine));
        for (run, reason) in &worker.refused {
            lines.push(format!("    does not play {run}: {reason}"));
        }
    }
    if status.workers.is_empty() {
        lines.push("no workers".to_owned());
    }
    lines.join("\n")
}

/// Stops a run.
pub fn stop(arguments: &StopArguments) -> Result<()> {
    Ok(runtime()?.block_on(ferz_cluster::stop(&arguments.url, &arguments.run))?)
}
