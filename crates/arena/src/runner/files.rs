//! What a run leaves in its folder: each game in the log, and what is derived from it.

use super::*;
use crate::html;
use std::io::{self, Write};

/// The games of a run, in the folder of the run.
const PGN: &str = "games.pgn";

/// What came of it, for a browser.
const REPORT: &str = "report.html";

/// Failed starts in a row after which an engine counts as one that never starts.
const STARTS: u32 = 8;

impl<N: FnMut(Notice<'_>)> Runner<'_, N> {
    /// Writes a game down.
    pub(super) fn game_over(&mut self, log: &mut Log, record: GameRecord) -> Result<(), RunError> {
        log.add_game(&record)?;
        let game = pgn::game(&self.summary.config, &self.summary.names, &record);
        let text = pgn::text(&game.0);
        self.shown.add(&record, &game);
        let file = self.folder.join(PGN);
        let written = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&file)
            .and_then(|mut out| out.write_all(text.as_bytes()));
        written.map_err(|reason| RunError::Write { file, reason })?;
        for index in [record.first, record.second] {
            let loser = record.result.loser(record.first, record.second);
            let failed = record.reason == Reason::NotStarted && loser == Some(index);
            let Some(count) = self.failed_starts.get_mut(index) else { continue };
            *count = if failed { *count + 1 } else { 0 };
            if *count >= STARTS {
                return Err(RunError::Engine {
                    name: self.summary.name(index).to_owned(),
                    reason: format!("{} ({STARTS} times)", record.detail),
                });
            }
        }
        self.count(&record);
        (self.notice)(Notice::GameOver { record: &record, summary: &self.summary });
        Ok(())
    }

    /// Derives the PGN anew, unless it is what it would become.
    pub(super) fn write_pgn(&self) -> Result<(), RunError> {
        let numbers = self.summary.games.iter().map(|game| game.number);
        if self.pgn_is_whole && numbers.is_sorted() {
            return Ok(());
        }
        self.replace(PGN, |out| {
            Log::games_in_order(self.folder, &self.summary.config, |game| {
                let text = pgn::write(&self.summary.config, &self.summary.names, game);
                out.write_all(text.as_bytes())
            })
        })
    }

    pub(super) fn write_report(&self) -> Result<(), RunError> {
        let sources = html::Sources::read(self.folder, self.openings.len())?;
        self.replace(REPORT, |out| {
            let written = html::page(out, &self.summary, &sources, &self.shown);
            written.map_err(|reason| LogError::Io { file: self.folder.join(REPORT), reason })
        })
    }

    /// Puts a file into the folder, in place of what was there.
    fn replace(
        &self,
        name: &str,
        write: impl FnOnce(&mut io::BufWriter<fs::File>) -> Result<(), LogError>,
    ) -> Result<(), RunError> {
        let (file, new) = (self.folder.join(name), self.folder.join("new"));
        let failed = |reason| RunError::Write { file: file.clone(), reason };
        let mut out = io::BufWriter::new(fs::File::create(&new).map_err(failed)?);
        write(&mut out)?;
        out.flush().and_then(|()| fs::rename(&new, &file)).map_err(failed)
    }
}
