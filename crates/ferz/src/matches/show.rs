//! What the user sees of a run: a bar on a terminal, lines elsewhere, JSON for programs.

use super::appended;
use super::grammar::Request;
use super::progress::Progress;
use crate::aside;
use anyhow::{Context, Result};
use ferz_arena::Config;
use ferz_arena::record::GameRecord;
use ferz_arena::{Happening, Summary, What, pgn, report};
use ferz_rules::Variant;
use serde_json::json;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// What the user sees of a run.
pub(super) struct Show {
    json: bool,
    quiet: bool,
    folder: PathBuf,
    /// The file that the games are appended to, beside those of the folder.
    pgn: Option<(fs::File, PathBuf)>,
    /// The same for their last positions.
    epd: Option<fs::File>,
    /// The latency of the engines is shown.
    latency: bool,
    has_bar: bool,
    failed: Option<std::io::Error>,
    /// On a terminal, where lines would run away.
    bar: Option<Progress>,
}

impl Show {
    pub(super) fn new(request: &Request, folder: &Path) -> Result<Show> {
        let file = |file: &Option<PathBuf>, anew| {
            file.as_ref().map(|file| open(file, anew && !request.resume)).transpose()
        };
        Ok(Show {
            json: request.json,
            quiet: request.quiet,
            latency: request.show_latency,
            // What is said would run through it.
            has_bar: !request.debug && std::io::stderr().is_terminal(),
            folder: folder.to_owned(),
            pgn: file(&request.pgn, request.pgn_anew)?.zip(request.pgn.clone()),
            epd: file(&request.epd, request.epd_anew)?,
            failed: None,
            bar: None,
        })
    }

    pub(super) fn hear(&mut self, happening: &Happening, summary: &Summary) {
        match &happening.what {
            What::Warning(text) => self.aside(&format!("warning: {text}")),
            What::RunBegins { names, games, played } => {
                let (games, played) = (*games, *played);
                if played > 0 {
                    self.mend(&summary.config, names);
                }
                if self.json {
                    let folder = self.folder.display().to_string();
                    self.print(&json!({ "begins": {
                        "engines": names, "games": games, "played": played, "folder": folder,
                    }}));
                } else if !self.quiet {
                    // A test by SPRT ends when it ends; its limit says nothing about that.
                    let known = Some(games).filter(|games| *games <= 100_000);
                    let games = known.map_or_else(
                        || "games until the test is decided".to_owned(),
                        |games| format!("{games} games"),
                    );
                    self.say(&format!("{games}, kept in {}", self.folder.display()));
                    if played > 0 {
                        self.say(&format!("{played} of them are played already"));
                    }
                    if self.has_bar {
                        self.bar = Some(Progress::new(known, played));
                    }
                }
            }
            What::GameEnds { game: record, counts: true } => {
                if let Some((file, _)) = &mut self.pgn {
                    let text = pgn::write(&summary.config, &summary.names, record);
                    if let Err(error) = file.write_all(text.as_bytes()) {
                        self.failed = Some(error);
                    }
                }
                if let Some(file) = &mut self.epd
                    && let Some(fen) = pgn::last_fen(&summary.config, record)
                    && let Err(error) = writeln!(file, "{fen}")
                {
                    self.failed = Some(error);
                }
                if self.json {
                    self.print(&json!({ "game": record }));
                } else if !self.quiet {
                    self.game(record, summary);
                }
            }
            What::GameEnds { game: record, counts: false } => {
                let why = match record.stopped {
                    true => "this program was stopped for a while",
                    false => "the machine was late",
                };
                let text = format!("game {}: {why}, it is played again", record.number);
                match self.json {
                    true => self.print(&json!({ "again": record })),
                    false if self.quiet => {}
                    false => self.aside(&text),
                }
            }
            What::GameBegins { .. }
            | What::MoveMade { .. }
            | What::Thinking { .. }
            | What::SetAside { .. }
            | What::Standing { .. } => {}
        }
    }

    /// The run was killed perhaps before its last game was in the file that others append to.
    fn mend(&mut self, config: &Config, names: &[String]) {
        let Some((_, path)) = &self.pgn else { return };
        match appended::mend(path, &self.folder, config, names) {
            Ok(0) => {}
            Ok(games) => {
                let path = path.display();
                self.aside(&format!(
                    "{path}: {games} games of the run were not in it, and are now"
                ));
            }
            Err(error) => {
                self.aside(&format!("warning: {}: {error}", path.display()));
                self.failed = Some(error);
            }
        }
    }

    /// A game is over.
    fn game(&mut self, record: &GameRecord, summary: &Summary) {
        let Some(bar) = self.bar.take() else { return self.game_lines(record, summary) };
        // What nobody would want to miss stays on the screen.
        if record.reason.is_fault() {
            bar.aside(|| self.game_line(record, summary));
        }
        let mut words = report::short_line(summary);
        if let Some(latency) = report::latency_line(summary).filter(|_| self.latency) {
            words = format!("{words}  {latency}");
        }
        bar.played(summary.games.len() as u32, summary.expected, words);
        self.bar = Some(bar);
    }

    fn game_lines(&mut self, record: &GameRecord, summary: &Summary) {
        self.game_line(record, summary);
        self.say(&format!("    {}", report::score_line(summary)));
        if let Some(sprt) = report::sprt_line(summary) {
            self.say(&format!("    {sprt}"));
        }
        if let Some(latency) = report::latency_line(summary).filter(|_| self.latency) {
            self.say(&format!("    {latency}"));
        }
    }

    fn game_line(&mut self, record: &GameRecord, summary: &Summary) {
        let sides = summary.config.game().unwrap_or(Variant::NORMAL).sides;
        self.say(&format!(
            "game {}/{}  {} - {}: {}  {}, {} plies",
            record.number,
            summary.expected,
            summary.name(record.first),
            summary.name(record.second),
            record.result,
            pgn::ending((record.result, record.reason, &record.detail), sides),
            record.moves.len(),
        ));
    }

    /// The run has ended: its result.
    pub(super) fn end(&mut self, summary: &Summary) -> Result<()> {
        self.stop();
        if self.json {
            self.print(&json!({ "result": report::json(summary) }));
        } else {
            self.say(report::text(summary).trim_end());
            if !summary.finished {
                let command = if summary.tuner.is_some() { "tune" } else { "match" };
                self.say(&format!(
                    "stopped; to go on: ferz {command} --resume {}",
                    self.folder.display()
                ));
            }
        }
        match self.failed.take() {
            Some(error) => Err(error).context("cannot write the result"),
            None => Ok(()),
        }
    }

    /// No more is shown as it goes on.
    pub(super) fn stop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.end();
        }
    }

    /// A line on standard error.
    fn aside(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.aside(|| aside(text)),
            None => aside(text),
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

/// A file that games are added to, or that begins anew.
fn open(file: &Path, anew: bool) -> Result<fs::File> {
    let opened = ferz_input::file::append(file).and_then(|opened| {
        if anew {
            opened.set_len(0)?;
        }
        Ok(opened)
    });
    opened.with_context(|| format!("cannot write {}", file.display()))
}
