//! `ferz match` and `ferz tournament`: engines of any protocols against each other.

use anyhow::{Context, Result, bail};
pub use ferz_arena::grammar::Kind;
use ferz_arena::grammar::{self, BadArguments, Request};
use ferz_arena::record::GameRecord;
use ferz_arena::{Control, Notice, Summary, openings, pgn, report};
use ferz_engine::book::{Book, Elephant, Format, Polyglot};
use ferz_rules::{FenStyle, Game, Notation, Variant, chess, xiangqi};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// Plays what these arguments ask for.
pub fn run(kind: Kind, arguments: &[String]) -> Result<()> {
    let request = match grammar::parse(kind, arguments) {
        Ok(request) => request,
        // Help goes to standard output, and its exit code is 0.
        Err(BadArguments::Own(error)) => error.exit(),
        Err(error) => return Err(error.into()),
    };
    for warning in &request.warnings {
        eprintln!("warning: {warning}");
    }
    let folder = request.folder.clone().unwrap_or_else(new_folder);
    let mut show = Show::new(&request, &folder)?;
    let (orders, control) = watch::channel(Control::Go);
    watch_signals(orders)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let summary = runtime.block_on(async {
        if request.resume {
            let concurrency = request.config.concurrency;
            let change = |config: &mut ferz_arena::Config| config.concurrency = concurrency;
            ferz_arena::resume(&folder, change, control, &library, |notice| show.notice(notice))
                .await
        } else {
            let config = request.config.clone();
            ferz_arena::run(config, &folder, control, &library, |notice| show.notice(notice)).await
        }
    })?;
    show.end(&summary)?;
    if summary.any_not_started() {
        bail!("an engine could not be started");
    }
    Ok(())
}

/// Opens a book of openings: Polyglot's for chess, ElephantEye's for xiangqi.
fn library(file: &Path, variant: Variant) -> Result<Box<dyn openings::Book>, String> {
    Ok(match variant {
        Variant::Xiangqi => Box::new(Moves(Book::<Elephant>::open(file)?)),
        Variant::Normal => Box::new(Moves(Book::<Polyglot>::open(file)?)),
        other => return Err(format!("there are no books of {}", other.name())),
    })
}

/// One of the engine's books as a book of openings.
struct Moves<F: Format>(Book<F>);

impl openings::Book for Moves<Polyglot> {
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
        let fen = game.fen(FenStyle::XFen);
        let Ok(board) = chess::Board::from_fen(&fen, Variant::Normal) else { return Vec::new() };
        let moves = self.0.moves(&board).into_iter();
        moves.map(|(mv, weight)| (board.write_move(mv, Notation::Coordinate), weight)).collect()
    }
}

impl openings::Book for Moves<Elephant> {
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
        let fen = game.fen(FenStyle::XFen);
        let Ok(board) = xiangqi::Board::from_fen(&fen, Variant::Xiangqi) else { return Vec::new() };
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

/// What the user sees of a run.
struct Show {
    json: bool,
    quiet: bool,
    folder: PathBuf,
    /// The file that the games are appended to, beside those of the folder.
    pgn: Option<fs::File>,
    /// Games to play; played in an earlier run.
    games: u32,
    failed: Option<std::io::Error>,
}

impl Show {
    fn new(request: &Request, folder: &Path) -> Result<Show> {
        let open = |file: &PathBuf| {
            let opened = fs::OpenOptions::new().append(true).create(true).open(file);
            opened.with_context(|| format!("cannot write {}", file.display()))
        };
        Ok(Show {
            json: request.json,
            quiet: request.quiet,
            folder: folder.to_owned(),
            pgn: request.pgn.as_ref().map(open).transpose()?,
            games: 0,
            failed: None,
        })
    }

    fn notice(&mut self, notice: Notice<'_>) {
        match notice {
            Notice::Warning(text) => eprintln!("warning: {text}"),
            Notice::Begins { names, games, played } => {
                self.games = games;
                if self.json {
                    let folder = self.folder.display().to_string();
                    self.print(&json!({ "begins": {
                        "engines": names, "games": games, "played": played, "folder": folder,
                    }}));
                } else if !self.quiet {
                    let games =
                        if games > 100_000 { "games".into() } else { format!("{games} games") };
                    self.say(&format!("{games}, kept in {}", self.folder.display()));
                    if played > 0 {
                        self.say(&format!("{played} of them are played already"));
                    }
                }
            }
            Notice::GameBegins(_) => {}
            Notice::GameOver { record, summary } => {
                if let Some(file) = &mut self.pgn {
                    let text = pgn::write(&summary.config, &summary.names, record);
                    if let Err(error) = file.write_all(text.as_bytes()) {
                        self.failed = Some(error);
                    }
                }
                if self.json {
                    self.print(&json!({ "game": record }));
                } else if !self.quiet {
                    self.game(record, summary);
                }
            }
        }
    }

    fn game(&mut self, record: &GameRecord, summary: &Summary) {
        let is_xiangqi = summary.config.variant.starts_with("xiangqi");
        self.say(&format!(
            "game {}/{}  {} - {}: {}  {}, {} plies",
            record.number,
            self.games,
            summary.name(record.first),
            summary.name(record.second),
            record.result,
            pgn::ending(&record.brief(), is_xiangqi),
            record.moves.len(),
        ));
        self.say(&format!("    {}", report::score_line(summary)));
        if let Some(sprt) = report::sprt_line(summary) {
            self.say(&format!("    {sprt}"));
        }
    }

    fn end(&mut self, summary: &Summary) -> Result<()> {
        if self.json {
            self.print(&json!({ "result": report::json(summary) }));
        } else {
            self.say(report::text(summary).trim_end());
            if !summary.finished {
                self.say(&format!(
                    "stopped; to go on: ferz match --resume {}",
                    self.folder.display()
                ));
            }
        }
        match self.failed.take() {
            Some(error) => Err(error).context("cannot write the result"),
            None => Ok(()),
        }
    }

    fn print(&mut self, value: &serde_json::Value) {
        self.say(&value.to_string());
    }

    /// A line on standard output. That nobody reads it is no reason to stop a match.
    fn say(&mut self, line: &str) {
        if let Err(error) = writeln!(std::io::stdout(), "{line}")
            && error.kind() != std::io::ErrorKind::BrokenPipe
        {
            self.failed = Some(error);
        }
    }
}
