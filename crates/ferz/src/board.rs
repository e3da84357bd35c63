//! `ferz board`: the board in the browser, with our engine at it.

mod sources;

use crate::folders;
use crate::player::Player;
use anyhow::{Context, Result};
use ferz_archive::Archive;
use ferz_board::{Games, Key, Opener, Room, Runs, Shelf};
use ferz_engine::Engine;
use ferz_referee::Rules;
use std::io::{IsTerminal, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;

/// The arguments of `ferz board`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Arguments {
    /// The port to listen on; 0 takes any that is free.
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Does not open the browser.
    #[arg(long)]
    pub no_open: bool,
    /// The list of your engines, in TOML, as `ferz match --engines` reads it; the page can change it
    /// [default: engines.toml in the user's folder of settings].
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,
    /// A folder of runs, or a run, to be opened on the page; may be given again. Matches of the page are
    /// kept in the first [default: ferz-runs].
    #[arg(long, value_name = "FOLDER")]
    pub runs: Vec<PathBuf>,
    /// The file in which games are kept [default: games.sqlite in the user's folder of data].
    #[arg(long, value_name = "FILE", conflicts_with = "no_games")]
    pub games: Option<PathBuf>,
    /// Syzygy endgame tables, which analysis shows: folders, joined as the system joins paths.
    #[arg(long, value_name = "PATH")]
    pub syzygy: Option<String>,
    /// A book that analysis shows, beside the one of Ferz: Polyglot's for chess, ElephantEye's for
    /// xiangqi; may be given again.
    #[arg(long, value_name = "FILE")]
    pub book: Vec<PathBuf>,
    /// Keeps no games.
    #[arg(long)]
    pub no_games: bool,
}

/// Serves the board until the program is ended. `engine` makes the engine that plays.
pub fn run(
    arguments: &Arguments,
    engine: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
) -> Result<()> {
    serve(arguments, engine, |address| {
        let mut out = std::io::stdout();
        writeln!(out, "{address}")
            .and_then(|()| out.flush())
            .context("cannot print the address")?;
        if !arguments.no_open && std::io::stdout().is_terminal() {
            open(address);
        }
        Ok(())
    })
}

/// Serves the board beside something else, until the program ends, and opens the browser: the address.
pub fn beside(engine: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static) -> Result<String> {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let begun = tell.clone();
        let ended = serve(&Arguments::default(), engine, |address| {
            open(address);
            // Somebody waits for it.
            Ok(begun.send(Ok(address.to_owned()))?)
        });
        // Nobody hears of a board that fails later: its pages do.
        ended.or_else(|why| tell.send(Err(why)))
    });
    told.recv().context("the board has failed")?
}

/// Serves the board; `begun` is told its address.
fn serve(
    arguments: &Arguments,
    engine: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
    begun: impl FnOnce(&str) -> Result<()>,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let engine = Arc::new(engine);
    let opener: Opener = Arc::new(move || {
        let engine = Arc::clone(&engine);
        Box::pin(ferz_host::Engine::resident(move |post| Box::new(Player::new(engine(), post))))
    });
    runtime.context("cannot start")?.block_on(async {
        let address = (Ipv4Addr::LOCALHOST, arguments.port);
        let listener = TcpListener::bind(address).await;
        let listener =
            listener.with_context(|| format!("cannot listen on port {}", arguments.port))?;
        let port = listener.local_addr().context("no port")?.port();
        let shelf = Shelf::new(opener, Arc::new(Rules));
        let list = arguments.engines.clone().or_else(|| folders::settings("engines.toml"));
        let shelf = Arc::new(match list {
            Some(path) => shelf.in_file(&path).context("the list of engines")?,
            None => shelf,
        });
        let folders = match arguments.runs.as_slice() {
            [] => vec![PathBuf::from("ferz-runs")],
            named => named.to_vec(),
        };
        let program = std::env::current_exe().ok();
        let runs = Arc::new(Runs::new(Arc::clone(&shelf), folders, program));
        let file = arguments.games.clone().or_else(|| folders::data("games.sqlite"));
        let file = file.filter(|_| !arguments.no_games);
        let archive = file.as_ref().map(Archive::open).transpose();
        let archive = archive.context("games cannot be kept; --no-games does without")?;
        let sources = sources::open(arguments.syzygy.as_deref(), &arguments.book)?;
        let room = Room::open(Arc::clone(&shelf), archive).await;
        let room = room.map_err(|why| anyhow::anyhow!("the engine does not start: {why}"))?;
        let key = Key::random().map_err(|why| anyhow::anyhow!("no key can be made: {why}"))?;
        let address = format!("http://127.0.0.1:{port}/?key={}", key.text());
        begun(&address)?;
        ferz_board::serve(listener, room, shelf, runs, file.map(Games::of), sources, key)
            .await
            .context("the server has failed")
    })
}

/// Opens the browser where there is one. The address is on the screen in any case.
fn open(address: &str) {
    #[cfg(target_os = "macos")]
    let program = "open";
    #[cfg(not(target_os = "macos"))]
    let program = "xdg-open";
    // Without a display it would start a browser of text in this very terminal.
    let displays = ["DISPLAY", "WAYLAND_DISPLAY"];
    if cfg!(unix)
        && !cfg!(target_os = "macos")
        && displays.iter().all(|it| std::env::var_os(it).is_none())
    {
        return;
    }
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(command.spawn());
}
