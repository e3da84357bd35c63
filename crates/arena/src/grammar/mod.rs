//! The command line of a match or tournament, in two grammars; both give a [`Request`].
//!
//! Our own is described by `ferz match --help`. Whoever has scripts for cutechess-cli or fastchess
//! can use their arguments, `-engine cmd=… -each tc=…`: the first word that begins with one dash
//! and is theirs chooses that grammar.

mod cutechess;
mod own;
pub(crate) mod words;

use crate::config::Config;
use std::path::PathBuf;

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What to play; only the number of games at the same time counts when a run is resumed.
    pub config: Config,
    /// The folder of the run; `None`: a new one.
    pub folder: Option<PathBuf>,
    /// Go on with the run of the folder.
    pub resume: bool,
    /// Append the games to this file, too.
    pub pgn: Option<PathBuf>,
    /// Events and result as JSON, for programs.
    pub json: bool,
    /// No line for each game.
    pub quiet: bool,
    /// What was not understood as it may have been meant.
    pub warnings: Vec<String>,
}

/// Why a command line asks for no match.
#[derive(Debug, thiserror::Error)]
pub enum BadArguments {
    /// Our own grammar: the text is for people, and may be the help that was asked for.
    #[error(transparent)]
    Own(#[from] clap::Error),
    /// The grammar of cutechess.
    #[error("{0}")]
    Cutechess(String),
}

/// What the command was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `ferz match`
    Match,
    /// `ferz tournament`
    Tournament,
}

/// Reads the arguments behind `ferz match` or `ferz tournament`.
pub fn parse(kind: Kind, arguments: &[String]) -> Result<Request, BadArguments> {
    let is_theirs = |word: &String| cutechess::WORDS.contains(&word.as_str());
    if arguments.iter().any(is_theirs) {
        cutechess::parse(arguments).map_err(BadArguments::Cutechess)
    } else {
        own::parse(kind, arguments)
    }
}

#[cfg(test)]
mod tests;
