//! `ferz match`, `ferz tournament` and `ferz tune`: engines of any protocols against each other.

mod appended;
mod grammar;
mod progress;
mod record;
mod show;

use crate::aside;
use anyhow::{Context, Result, anyhow, bail};
use ferz_arena::config::{Config, TablesSpec};
use ferz_arena::conversations::Conversations;
use ferz_arena::{
    Claim, Control, Detail, Happening, Outside, RunError, Summary, openings, tables, taught,
};
use ferz_engine::book::TextBook;
use ferz_engine::syzygy::Judge;
use ferz_rules::{FenStyle, Game, Side, Variant, chess};
use grammar::BadArguments;
pub use grammar::{Kind, command};
use show::Show;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use tokio::sync::watch;

/// Exit status: the arguments are wrong.
const USAGE: i32 = 2;

/// Exit status: an engine was at fault, and that is a failure (`--strict`).
const FAULTS: i32 = 3;

/// Exit status: stopped by a signal, whose number is added, as shells have it.
const STOPPED: i32 = 128;

/// Plays what these arguments ask for; returns the exit status.
pub fn run(kind: Kind, arguments: impl Iterator<Item = OsString>) -> Result<i32> {
    let arguments = texts(arguments)?;
    let mut request = match grammar::parse(kind, &arguments) {
        Ok(request) => request,
        // Help goes to standard output, and its exit code is 0.
        Err(BadArguments::Own(error)) => error.exit(),
        Err(error) => return Ok(wrong(&error)),
    };
    for warning in &request.warnings {
        aside(format_args!("warning: {warning}"));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if !request.resume && request.config.game().is_err() {
        let Config { engines, variant, .. } = &request.config;
        match runtime.block_on(taught::learn_of(engines, variant)) {
            Ok(described) => request.config.described = Some(described),
            Err(why) => return Ok(wrong(&BadArguments::Game(why))),
        }
    }
    let claim = match &request.folder {
        Some(folder) if request.resume => Claim::again(folder)?,
        Some(folder) => Claim::on(folder)?,
        None => Claim::anew(Path::new("ferz-runs"))?,
    };
    let mut show = Show::new(&request, claim.folder())?;
    let (orders, control) = watch::channel(Control::Go);
    let signal = watch_signals(orders, FINISHES)?;
    let recorder = record::Recorder::of(&request)?;
    let recorder = recorder.map(|recorder| Arc::new(recorder) as Arc<dyn Conversations>);
    let conversations = recorder.as_ref();
    let detail = Detail::Games;
    let outside =
        Outside { books: &library, tables: &endgames, conversations, inside: None, detail };
    let summary = runtime.block_on(async {
        let notice = |happening: &Happening, summary: &Summary| show.hear(happening, summary);
        if request.resume {
            ferz_arena::resume(&claim, request.change, control, outside, notice).await
        } else {
            ferz_arena::run(request.config.clone(), &claim, control, outside, notice).await
        }
    });
    let stopped = || STOPPED + signal.load(Ordering::Relaxed);
    let summary = match summary.inspect_err(|_| show.stop()) {
        Ok(summary) => summary,
        Err(RunError::Config(error)) => return Ok(wrong(&error)),
        Err(error @ RunError::Stopped) => {
            aside(format_args!("ferz: {error}"));
            return Ok(stopped());
        }
        Err(error) => return Err(error.into()),
    };
    show.end(&summary)?;
    if !summary.finished {
        return Ok(stopped());
    }
    if summary.any_not_started() {
        bail!("an engine could not be started");
    }
    let at_fault = summary.games.iter().any(|game| game.reason.is_fault());
    Ok(if request.strict && at_fault { FAULTS } else { 0 })
}

fn texts(arguments: impl Iterator<Item = OsString>) -> Result<Vec<String>> {
    let text = |word: OsString| {
        word.into_string().map_err(|word| anyhow!("{word:?}: an argument that is no text"))
    };
    arguments.map(text).collect()
}

/// A run as these arguments have it, for others to play; what cannot be had there is refused.
#[cfg(feature = "cluster")]
pub(crate) fn wanted(kind: Kind, arguments: &[String]) -> Result<Config> {
    let request = match grammar::parse(kind, arguments) {
        Ok(request) => request,
        Err(BadArguments::Own(error)) => error.exit(),
        Err(error) => return Err(error.into()),
    };
    for warning in &request.warnings {
        aside(format_args!("warning: {warning}"));
    }
    let grammar::Request { config, folder, resume, pgn, epd, log, debug, .. } = request;
    let grammar::Request { strict, show_latency, json, quiet, .. } = request;
    let here = [
        (folder.is_some(), "--dir"),
        (resume, "--resume"),
        (pgn.is_some(), "--pgn"),
        (epd.is_some(), "--epdout"),
        (log.is_some(), "--log"),
        (debug, "--debug"),
        (strict, "--strict"),
        (show_latency, "--show-latency"),
        (json, "--json"),
        (quiet, "--quiet"),
        (config.concurrency != Config::default().concurrency, "--concurrency"),
    ];
    if let Some((_, name)) = here.iter().find(|(is_given, _)| *is_given) {
        bail!("{name}: not for a run that a hub keeps and its workers play");
    }
    Ok(config)
}

/// What runs that others direct need of this program.
#[cfg(feature = "cluster")]
pub(crate) fn outside() -> Outside<'static> {
    let (books, tables) = (&library, &endgames);
    Outside { books, tables, conversations: None, inside: None, detail: Detail::Games }
}

/// Says what is wrong with the arguments.
fn wrong(error: &dyn std::error::Error) -> i32 {
    aside(format_args!("ferz: {error}"));
    USAGE
}

/// Opens a book of openings: Polyglot's for chess, ElephantEye's for xiangqi.
fn library(file: &Path, variant: Variant) -> Result<Box<dyn openings::Book>, String> {
    Ok(Box::new(Moves(ferz_engine::open_book(variant, file)?)))
}

/// Opens endgame tables.
fn endgames(spec: &TablesSpec) -> Result<Box<dyn tables::Tables>, String> {
    Ok(Box::new(Endgames(Judge::open(&spec.path, spec.men, !spec.ignore_fifty_moves)?)))
}

struct Endgames(Judge);

impl tables::Tables for Endgames {
    fn outcome(&self, game: &dyn Game) -> Option<Option<Side>> {
        let board = chess::Board::from_fen(&game.fen(FenStyle::XFen), game.variant()).ok()?;
        self.0.winner(&board)
    }

    fn news(&self) -> Vec<String> {
        self.0.news()
    }
}

/// One of the engine's books as a book of openings.
struct Moves(Box<dyn TextBook>);

impl openings::Book for Moves {
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
        self.0.moves(game)
    }
}

/// What a user hears at the first signal where games are played.
pub(crate) const FINISHES: &str = "finishing the games that run; once more to end now";

/// The first signal to end lets games that run come to their end, and says so in these words; the second
/// does not. Returns where the number of the first one will be.
#[cfg(unix)]
pub(crate) fn watch_signals(
    orders: watch::Sender<Control>,
    first_word: &'static str,
) -> Result<Arc<AtomicI32>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])
        .context("cannot watch for signals")?;
    let seen = Arc::new(AtomicI32::new(0));
    let first = seen.clone();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        let mut wanted = Control::Finish;
        for signal in signals.forever() {
            if wanted == Control::Finish {
                first.store(signal, Ordering::Relaxed);
                aside(first_word);
            }
            let _ = orders.send(wanted);
            wanted = Control::Now;
        }
    })?;
    Ok(seen)
}

#[cfg(not(unix))]
pub(crate) fn watch_signals(
    orders: watch::Sender<Control>,
    _first_word: &'static str,
) -> Result<Arc<AtomicI32>> {
    // Once the sender is dropped no more orders can come.
    std::mem::forget(orders);
    Ok(Arc::default())
}
