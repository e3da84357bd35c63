//! What a run leaves in its folder: each game in the log, and what is derived from it.

use super::*;
use crate::pgn;
use crate::stats::loser;
use std::io::{self, Write};

/// The games of a run, in the folder of the run.
const PGN: &str = "games.pgn";

/// An engine that fails to start so many times, one after the other, will not start.
const STARTS: u32 = 8;

impl<N: FnMut(Notice<'_>)> Runner<'_, N> {
    /// Writes a game down.
    pub(super) fn game_over(&mut self, log: &mut Log, record: GameRecord) -> Result<(), RunError> {
        log.add_game(&record)?;
        let text = pgn::write(&self.summary.config, &self.summary.names, &record);
        let file = self.folder.join(PGN);
        let written = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&file)
            .and_then(|mut out| out.write_all(text.as_bytes()));
        written.map_err(|reason| RunError::Write { file, reason })?;
        for index in [record.first, record.second] {
            let failed =
                record.reason == Reason::NotStarted && loser(&record.brief()) == Some(index);
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
        let (file, new) = (self.folder.join(PGN), self.folder.join("new"));
        let failed = |reason| RunError::Write { file: file.clone(), reason };
        let mut out = io::BufWriter::new(fs::File::create(&new).map_err(failed)?);
        Log::games_in_order(self.folder, &self.summary.config, |game| {
            let text = pgn::write(&self.summary.config, &self.summary.names, game);
            out.write_all(text.as_bytes())
        })?;
        out.flush().and_then(|()| fs::rename(&new, &file)).map_err(failed)
    }

    /// Puts a file into the folder, in place of what was there.
    pub(super) fn replace(&self, name: &str, text: &str) -> Result<(), RunError> {
        let (file, new) = (self.folder.join(name), self.folder.join("new"));
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &file));
        written.map_err(|reason| RunError::Write { file, reason })
    }
}
