//! `ferz match` and `ferz tournament`: engines of any protocols against each other.

mod progress;
mod record;
mod show;

use anyhow::{Context, Result, anyhow, bail};
use ferz_arena::config::TablesSpec;
use ferz_arena::conversations::Conversations;
use ferz_arena::grammar::{self, BadArguments};
pub use ferz_arena::grammar::{Kind, command};
use ferz_arena::{Control, Outside, openings, tables};
use ferz_engine::book::{Book, Elephant, Format, Polyglot};
use ferz_engine::syzygy::Judge;
use ferz_rules::{Family, FenStyle, Game, Notation, Side, Variant, chess, xiangqi};
use show::Show;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// Plays what these arguments ask for.
pub fn run(kind: Kind, arguments: impl Iterator<Item = OsString>) -> Result<()> {
    let text = |word: OsString| {
        word.into_string().map_err(|word| anyhow!("{word:?}: an argument that is no text"))
    };
    let arguments = arguments.map(text).collect::<Result<Vec<_>>>()?;
    let request = match grammar::parse(kind, &arguments) {
        Ok(request) => request,
        // Help goes to standard output, and its exit code is 0.
        Err(BadArguments::Own(error)) => error.exit(),
        Err(error) => return Err(error.into()),
    };
    for warning in &request.warnings {
        // That nobody looks is no reason to stop.
        let _ = writeln!(std::io::stderr(), "warning: {warning}");
    }
    let folder = request.folder.clone().unwrap_or_else(new_folder);
    let mut show = Show::new(&request, &folder)?;
    let (orders, control) = watch::channel(Control::Go);
    watch_signals(orders)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let recorder = record::Recorder::of(&request)?;
    let recorder = recorder.map(|recorder| Arc::new(recorder) as Arc<dyn Conversations>);
    let conversations = recorder.as_ref();
    let outside = Outside { books: &library, tables: &endgames, conversations };
    let summary = runtime.block_on(async {
        if request.resume {
            let concurrency = request.config.concurrency;
            let change = |config: &mut ferz_arena::Config| config.concurrency = concurrency;
            ferz_arena::resume(&folder, change, control, outside, |notice| show.notice(notice))
                .await
        } else {
            let config = request.config.clone();
            ferz_arena::run(config, &folder, control, outside, |notice| show.notice(notice)).await
        }
    });
    let summary = summary.inspect_err(|_| show.stop())?;
    show.end(&summary)?;
    if summary.any_not_started() {
        bail!("an engine could not be started");
    }
    Ok(())
}

/// Opens a book of openings: Polyglot's for chess, ElephantEye's for xiangqi.
fn library(file: &Path, variant: Variant) -> Result<Box<dyn openings::Book>, String> {
    if variant != variant.family.usual() {
        return Err(format!("there are no books of {variant}"));
    }
    Ok(match variant.family {
        Family::Chess => Box::new(Moves(Book::<Polyglot>::open(file)?)),
        Family::Xiangqi => Box::new(Moves(Book::<Elephant>::open(file)?)),
    })
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
struct Moves<F: Format>(Book<F>);

impl openings::Book for Moves<Polyglot> {
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
        let fen = game.fen(FenStyle::XFen);
        let Ok(board) = chess::Board::from_fen(&fen, Variant::NORMAL) else { return Vec::new() };
        let moves = self.0.moves(&board).into_iter();
        moves.map(|(mv, weight)| (board.write_move(mv, Notation::Coordinate), weight)).collect()
    }
}

impl openings::Book for Moves<Elephant> {
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
        let fen = game.fen(FenStyle::XFen);
        let Ok(board) = xiangqi::Board::from_fen(&fen, Variant::XIANGQI) else { return Vec::new() };
        let moves = self.0.moves(&board).into_iter();
        moves.map(|(mv, weight)| (board.write_move(mv, Notation::Coordinate), weight)).collect()
    }
}

/// Where a run is kept that nobody named a place for.
fn new_folder() -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let base = PathBuf::from("ferz-runs");
    let names = (0..).map(|number| match number {
        0 => format!("{now}"),
        number => format!("{now}-{number}"),
    });
    let free = names.map(|name| base.join(name)).find(|folder| !folder.exists());
    free.unwrap_or(base)
}

/// The first signal to end lets games that run come to their end; the second does not.
#[cfg(unix)]
fn watch_signals(orders: watch::Sender<Control>) -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])
        .context("cannot watch for signals")?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        let mut wanted = Control::Finish;
        for _ in signals.forever() {
            if wanted == Control::Finish {
                eprintln!("finishing the games that run; once more to end now");
            }
            let _ = orders.send(wanted);
            wanted = Control::Now;
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(orders: watch::Sender<Control>) -> Result<()> {
    // Whoever drops the sender can send no more orders, and nobody does.
    std::mem::forget(orders);
    Ok(())
}
