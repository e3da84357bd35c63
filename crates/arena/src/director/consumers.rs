//! Who hears the stream inside a run: the log, and the files that are derived from it.

use crate::html::{self, Shown};
use crate::log::{Log, LogError, LogEvent};
use crate::orders::RunError;
use crate::pgn;
use crate::record::GameRecord;
use crate::stream::{Happening, What};
use crate::summary::Summary;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The games of a run, in the folder of the run.
const PGN: &str = "games.pgn";

/// What came of it, for a browser.
const REPORT: &str = "report.html";

/// A consumer that keeps what happens.
pub(super) trait Consumer {
    /// Something happened; with what came of the run before.
    fn hear(&mut self, happening: &Happening, summary: &Summary) -> Result<(), RunError>;
    /// The run has ended.
    fn end(&mut self, summary: &Summary) -> Result<(), RunError> {
        let _ = summary;
        Ok(())
    }
}

/// The log: it comes first, so that nothing is told that is not kept.
pub(super) struct Kept(pub(super) Log);

impl Consumer for Kept {
    fn hear(&mut self, happening: &Happening, _: &Summary) -> Result<(), RunError> {
        match &happening.what {
            What::GameEnds { game, .. } => Ok(self.0.add_game(game)?),
            What::SetAside { worker, reason, again } => {
                let (worker, reason) = (worker.clone(), reason.clone());
                let at = happening.at / 1000;
                Ok(self.0.add(&LogEvent::Aside { at, worker, reason, again: *again })?)
            }
            _ => Ok(()),
        }
    }
}

/// What is derived from the games: the PGN, and the report for a browser.
pub(super) struct Derived {
    folder: PathBuf,
    /// How many openings there are.
    openings: usize,
    /// The games that can be looked at in the report.
    shown: Shown,
}

impl Derived {
    pub(super) fn new(folder: &Path, openings: usize) -> Derived {
        Derived { folder: folder.to_owned(), openings, shown: Shown::default() }
    }

    /// A game of an earlier run.
    pub(super) fn recall(&mut self, game: &GameRecord, summary: &Summary) {
        if self.shown.wants(game.number) {
            self.shown.add(game, &pgn::game(&summary.config, &summary.names, game));
        }
    }

    /// The PGN in the order of the schedule, from the log.
    pub(super) fn write_pgn(&self, summary: &Summary) -> Result<(), RunError> {
        replace(&self.folder, PGN, |out| {
            Log::games_in_order(&self.folder, &summary.config, |game| {
                // Of half a pair, where options are tuned, the log has more than counts.
                if !summary.schedule().is_played(game.number) {
                    return Ok(());
                }
                let text = pgn::write(&summary.config, &summary.names, game);
                out.write_all(text.as_bytes())
            })
        })
    }
}

impl Consumer for Derived {
    fn hear(&mut self, happening: &Happening, summary: &Summary) -> Result<(), RunError> {
        let What::GameEnds { game, counts: true } = &happening.what else { return Ok(()) };
        let written = pgn::game(&summary.config, &summary.names, game);
        self.shown.add(game, &written);
        let file = self.folder.join(PGN);
        let mut options = fs::OpenOptions::new();
        let opened = options.append(true).create(true).open(&file);
        let text = pgn::text(&summary.config, &summary.names, game, &written.0);
        let written = opened.and_then(|mut out| out.write_all(text.as_bytes()));
        written.map_err(|reason| RunError::Write { file, reason })
    }

    fn end(&mut self, summary: &Summary) -> Result<(), RunError> {
        if !summary.games.iter().map(|game| game.number).is_sorted() {
            self.write_pgn(summary)?;
        }
        let sources = html::Sources::read(&self.folder, self.openings)?;
        replace(&self.folder, REPORT, |out| {
            let written = html::page(out, summary, &sources, &self.shown);
            written.map_err(|reason| LogError::Io { file: self.folder.join(REPORT), reason })
        })
    }
}

/// Puts a file into the folder, in place of what was there.
fn replace(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut io::BufWriter<fs::File>) -> Result<(), LogError>,
) -> Result<(), RunError> {
    let (file, new) = (folder.join(name), folder.join("new"));
    let failed = |reason| RunError::Write { file: file.clone(), reason };
    let mut out = io::BufWriter::new(fs::File::create(&new).map_err(failed)?);
    write(&mut out)?;
    out.flush().and_then(|()| fs::rename(&new, &file)).map_err(failed)
}
