//! Runs the program and reads what it leaves behind.

use ferz_arena::log::{self, LogEvent};
use ferz_arena::record::GameRecord;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub(crate) const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

/// A folder for runs, gone when dropped.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder for runs"))
    }

    /// A path in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    }

    /// `ferz match` with these arguments, in its folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of("match", arguments)
    }

    /// The same of `ferz tournament`.
    pub(crate) fn command_of(&self, kind: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(FERZ);
        // Debian's games are not in everybody's path.
        let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
        command.arg(kind).args(arguments).current_dir(self.0.path()).env("PATH", path);
        command
    }

    /// Plays a match to its end, its run in `run`.
    pub(crate) fn plays(&self, arguments: &[&str]) -> Run {
        let output = self.runs(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", said(&output));
        Run::read(&self.path("run"))
    }

    pub(crate) fn runs(&self, arguments: &[&str]) -> Output {
        let mut all = arguments.to_vec();
        let run = self.path("run").to_string_lossy().into_owned();
        let theirs = arguments.first().is_some_and(|word| *word == "-engine");
        if !arguments.contains(&"--resume") {
            all.extend([if theirs { "-dir" } else { "--dir" }, &run]);
        }
        self.command(&all).output().expect("ferz starts")
    }
}

pub(crate) fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    /// In the order of the schedule.
    pub(crate) games: Vec<GameRecord>,
    pub(crate) pgn: String,
}

impl Run {
    pub(crate) fn read(folder: &Path) -> Run {
        let bytes = std::fs::read(folder.join(log::FILE)).expect("a log");
        let (events, whole) = log::read(&bytes, folder).expect("a log that is whole");
        assert_eq!(whole, bytes.len());
        let game = |event| if let LogEvent::Game(game) = event { Some(game) } else { None };
        let mut games: Vec<_> = events.into_iter().filter_map(game).collect();
        games.sort_by_key(|game| game.number);
        let pgn = std::fs::read_to_string(folder.join("games.pgn")).expect("games");
        Run { games, pgn }
    }

    /// No engine did anything that it should not.
    #[track_caller]
    pub(crate) fn assert_clean(&self) {
        for game in &self.games {
            assert!(!game.reason.is_fault() && game.remarks.is_empty(), "{game:#?}");
            assert!(game.moves.len() > 4, "{game:#?}");
        }
    }
}

/// The arguments of a line, in shell's quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    shlex::split(&line.replace("FERZ", FERZ)).expect("a line in quotes")
}

/// Plays the match of a line.
#[track_caller]
pub(crate) fn plays(line: &str) -> Run {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Place::new().plays(&words)
}
