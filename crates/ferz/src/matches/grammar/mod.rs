//! The command line of a match or tournament, in two grammars; both give a [`Request`].
//!
//! Our own is described by `ferz match --help`. Users who have scripts for cutechess-cli or fastchess
//! can use their arguments, `-engine cmd=… -each tc=…`: the first word that begins with one dash
//! and is theirs chooses that grammar.

mod cutechess;
mod own;

use ferz_arena::Change;
use ferz_arena::Config;
use std::path::PathBuf;

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Request {
    /// What to play; nothing of it counts when a run is resumed.
    pub config: Config,
    /// The folder of the run; `None`: a new one.
    pub folder: Option<PathBuf>,
    /// Go on with the run of the folder.
    pub resume: bool,
    /// What is another way then.
    pub change: Change,
    /// Append the games to this file, too.
    pub pgn: Option<PathBuf>,
    /// What is in it goes before.
    pub pgn_anew: bool,
    /// Append the last positions of the games to this file.
    pub epd: Option<PathBuf>,
    /// What is in it goes before.
    pub epd_anew: bool,
    /// Record all conversations there: in this folder, or in files whose names begin so.
    pub log: Option<PathBuf>,
    /// Show all conversations.
    pub debug: bool,
    /// Faults of engines are failures of the run.
    pub strict: bool,
    /// Show the latency of the engines after each game.
    pub show_latency: bool,
    /// Events and result as JSON, for programs.
    pub json: bool,
    /// No line for each game.
    pub quiet: bool,
    /// What was not understood as it may have been meant.
    pub warnings: Vec<String>,
}

/// Why a command line asks for no match.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadArguments {
    /// Our own grammar: the text is for people, and may be the help that was asked for.
    #[error(transparent)]
    Own(#[from] clap::Error),
    /// The grammar of cutechess.
    #[error("{0}")]
    Cutechess(String),
    /// A game that nobody knows.
    #[error("{0}")]
    Game(String),
}

/// What the command was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `ferz match`
    Match,
    /// `ferz tournament`
    Tournament,
    /// `ferz tune`
    Tune,
}

/// Reads the arguments behind the command.
pub(super) fn parse(kind: Kind, arguments: &[String]) -> Result<Request, BadArguments> {
    let is_theirs = |word: &String| cutechess::WORDS.contains(&word.as_str());
    if kind != Kind::Tune && arguments.iter().any(is_theirs) {
        cutechess::parse(arguments).map_err(BadArguments::Cutechess)
    } else {
        own::parse(kind, arguments)
    }
}

/// All that a command understands in our own grammar, for help, manual pages and completions.
pub fn command(kind: Kind) -> clap::Command {
    own::command(kind)
}

/// Cores, as `5,10,13-17`.
fn core_list(text: &str) -> Result<Vec<usize>, String> {
    let bad = || format!("{text:?} is no list of cores, as 2,3,8-11");
    let mut cores = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (usize, usize) =
            (from.parse().map_err(|_| bad())?, to.parse().map_err(|_| bad())?);
        if to < from || to > 4096 {
            return Err(bad());
        }
        cores.extend(from..=to);
    }
    Ok(cores)
}

#[cfg(test)]
mod tests;
