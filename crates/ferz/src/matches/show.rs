//! What the user sees of a run: a bar on a terminal, lines elsewhere, JSON for programs.

use anyhow::{Context, Result};
use ferz_arena::config::System;
use ferz_arena::grammar::Request;
use ferz_arena::record::GameRecord;
use ferz_arena::{Notice, Summary, pgn, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the user sees of a run.
pub(super) struct Show {
    json: bool,
    quiet: bool,
    folder: PathBuf,
    /// The file that the games are appended to, beside those of the folder.
    pgn: Option<fs::File>,
    /// Games to play; played in an earlier run.
    games: u32,
    failed: Option<std::io::Error>,
    /// On a terminal, where lines would run away.
    bar: Option<ProgressBar>,
}

impl Show {
    pub(super) fn new(request: &Request, folder: &Path) -> Result<Show> {
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
            bar: None,
        })
    }

    pub(super) fn notice(&mut self, notice: Notice<'_>) {
        match notice {
            Notice::Warning(text) => self.aside(&format!("warning: {text}")),
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
                    if std::io::stderr().is_terminal() {
                        self.bar = Some(bar(self.games, played));
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
            Notice::GameAgain(record) => {
                let text =
                    format!("game {}: the machine was late, it is played again", record.number);
                match self.json {
                    true => self.print(&json!({ "again": record })),
                    false if self.quiet => {}
                    false => self.aside(&text),
                }
            }
        }
    }

    /// A game is over.
    fn game(&mut self, record: &GameRecord, summary: &Summary) {
        let Some(bar) = self.bar.clone() else { return self.game_lines(record, summary) };
        // What nobody would want to miss stays on the screen.
        if record.reason.is_fault() {
            bar.suspend(|| self.game_line(record, summary));
        }
        if bar.length().is_some() {
            bar.set_length(summary.expected.into());
        }
        bar.set_message(standing(summary));
        bar.inc(1);
    }

    fn game_lines(&mut self, record: &GameRecord, summary: &Summary) {
        self.game_line(record, summary);
        self.say(&format!("    {}", report::score_line(summary)));
        if let Some(sprt) = report::sprt_line(summary) {
            self.say(&format!("    {sprt}"));
        }
    }

    fn game_line(&mut self, record: &GameRecord, summary: &Summary) {
        let is_xiangqi = summary.config.variant.starts_with("xiangqi");
        self.say(&format!(
            "game {}/{}  {} - {}: {}  {}, {} plies",
            record.number,
            summary.expected,
            summary.name(record.first),
            summary.name(record.second),
            record.result,
            pgn::ending(&record.brief(), is_xiangqi),
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

    /// No more is shown as it goes on.
    pub(super) fn stop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// A line on standard error.
    fn aside(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{text}")),
            None => eprintln!("{text}"),
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

/// Done and to do, how it stands, and how long it may take.
fn bar(games: u32, played: u32) -> ProgressBar {
    // A test by SPRT ends when it ends; its limit says nothing about that.
    let known = games <= 100_000;
    let bar = match known {
        true => ProgressBar::new(games.into()),
        false => ProgressBar::no_length(),
    };
    let template = match known {
        true => "{bar:20} {pos}/{len}  {wide_msg} {elapsed} of about {duration}",
        false => "{spinner} {pos}  {wide_msg} {elapsed}",
    };
    let style = ProgressStyle::with_template(template).expect("a template of our own");
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    bar.set_style(style);
    bar.set_position(played.into());
    // Those of an earlier run took none of this one's time.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// How it stands, in half a line.
fn standing(summary: &Summary) -> String {
    let score = report::score_line(summary);
    match (summary.sprt, summary.config.system) {
        (Some(sprt), System::Match) => {
            format!("{score}  LLR {:.2} [{:.2}, {:.2}]", sprt.llr, sprt.lower, sprt.upper)
        }
        _ => score,
    }
}
