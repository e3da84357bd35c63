//! What the command line says about a bridge.

use crate::variant;
use anyhow::{Context, Result};
use ferz_host::transcript::Transcript;
use ferz_host::{Launch, Quirks};
use ferz_link::Protocol;
use ferz_rules::{Repetition, Variant};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The arguments of `ferz bridge`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Arguments {
    /// The interface's protocol: uci, ucci or cecp. Its first word decides if not given.
    #[arg(long = "as", value_name = "PROTOCOL")]
    pub interface: Option<Protocol>,
    /// The engine's protocol. Detected if not given.
    #[arg(long)]
    pub engine_protocol: Option<Protocol>,
    /// Sets an option of the engine before the interface can set any; a button has no value.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Records the conversation with the engine in this file, with times and a note wherever the
    /// bridge helped.
    #[arg(long)]
    pub log: Option<PathBuf>,
    /// Applies xiangqi repetition rules (asian, chinese or computer) for an engine that has none: it
    /// never plays a move that loses by them.
    #[arg(long, value_parser = rules)]
    pub rules: Option<Repetition>,
    /// Resigns for a UCI engine after four moves with a score this many centipawns behind.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub resign: Option<u32>,
    /// Accepts draws for a UCI engine late in a game, if its score is not above this.
    #[arg(long, value_name = "CENTIPAWNS", allow_negative_numbers = true)]
    pub draw: Option<i32>,
    /// The game the engine plays, if it does not say so itself.
    #[arg(long, value_name = "GAME", ignore_case = true, value_parser = variant::offered())]
    pub variant: Option<Variant>,
    /// The engine's working folder.
    #[arg(long, value_name = "FOLDER")]
    pub directory: Option<PathBuf>,
    /// A file of engine quirks, consulted before the built-in table.
    #[arg(long, value_name = "FILE")]
    pub quirks: Option<PathBuf>,
    /// The engine and its arguments. Everything after its name belongs to the engine.
    #[arg(trailing_var_arg = true, required = true, value_name = "ENGINE")]
    pub command: Vec<OsString>,
}

/// When the bridge decides in the engine's place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Conduct {
    /// Centipawns behind.
    pub(super) resign: Option<u32>,
    /// Centipawns ahead, at most.
    pub(super) draw: Option<i32>,
}

impl Arguments {
    /// The engine to start.
    pub(super) fn launch(&self) -> Result<Launch> {
        let mut launch = launch(self.engine_protocol, &self.command)?;
        launch.directory.clone_from(&self.directory);
        if let Some(file) = &self.log {
            let transcript = Transcript::create(file);
            launch.transcript =
                Some(transcript.with_context(|| format!("cannot write {}", file.display()))?);
        }
        self.table()?.prepare(&mut launch);
        if let Some(game) = self.variant {
            launch.profile.variants.force(Some(vec![game.name.to_owned()]));
        }
        Ok(launch)
    }

    /// What is known of engines.
    pub(super) fn table(&self) -> Result<Quirks> {
        quirks(self.quirks.as_deref())
    }

    /// The settings, by name.
    pub(super) fn settings(&self) -> Vec<(String, Option<String>)> {
        self.options.iter().map(|option| setting(option)).collect()
    }

    pub(super) fn conduct(&self) -> Conduct {
        Conduct { resign: self.resign, draw: self.draw }
    }
}

/// An engine by its command line.
pub fn launch(protocol: Option<Protocol>, command: &[OsString]) -> Result<Launch> {
    let (program, arguments) = command.split_first().context("no engine")?;
    let mut launch = Launch::new(program).arguments(arguments);
    launch.protocol = protocol;
    Ok(launch)
}

/// The table inside, behind the user's if there is one.
pub fn quirks(file: Option<&Path>) -> Result<Quirks> {
    let Some(file) = file else { return Ok(Quirks::built_in()) };
    let text = ferz_input::file::read_text(file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let own = Quirks::read(&text).with_context(|| file.display().to_string())?;
    Ok(own.before(Quirks::built_in()))
}

fn setting(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => (name.trim().to_owned(), Some(value.to_owned())),
        None => (text.trim().to_owned(), None),
    }
}

fn rules(text: &str) -> Result<Repetition, String> {
    match text.to_ascii_lowercase().as_str() {
        "asian" => Ok(Repetition::Asian),
        "chinese" => Ok(Repetition::Chinese),
        "computer" => Ok(Repetition::Computer),
        _ => Err(format!("unknown rules {text:?}: there are asian, chinese and computer")),
    }
}
