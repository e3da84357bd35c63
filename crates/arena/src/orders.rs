//! What the owner of a run gives it and orders, and why a run may end without a result.

use crate::config::BadConfig;
use crate::conversations::Conversations;
use crate::inside::Inside;
use crate::log::LogError;
use crate::openings::{BadOpenings, Library};
use crate::stream::Detail;
use crate::tables;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// What a run needs from outside.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// Opens books of openings.
    pub books: Library<'a>,
    /// Opens endgame tables.
    pub tables: tables::Opener<'a>,
    /// Keeps what is said, if anybody wants it.
    pub conversations: Option<&'a Arc<dyn Conversations>>,
    /// Has engines inside this program, if some of the list are.
    pub inside: Option<&'a Arc<dyn Inside>>,
    /// How much of each game is told.
    pub detail: Detail,
}

/// What the owner of a run wants of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// To go on.
    #[default]
    Go,
    /// To begin no more games, and to finish those that run.
    Finish,
    /// To end now. Games that run are not counted.
    Now,
}

/// What may be another way when a run goes on: nothing that touches the games already played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// More rounds.
    pub rounds: Option<u32>,
    /// Games at the same time.
    pub concurrency: Option<usize>,
    /// Engines may be other programs than before.
    pub other_programs: bool,
}

/// Why a run could not begin, or had to end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It makes no sense.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] BadOpenings),
    /// The endgame tables.
    #[error("{0}")]
    Tables(String),
    /// The table of quirks.
    #[error("{}: {reason}", file.display())]
    Quirks {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The openings are not those with which the run began.
    #[error("the openings have changed since the run began")]
    OtherOpenings,
    /// Another program than the one that the run began with.
    #[error("{name}: {reason}")]
    OtherProgram {
        /// The engine.
        name: String,
        /// What is different.
        reason: String,
    },
    /// The owner of the run did not want to wait for the engines to start.
    #[error("stopped before the first game")]
    Stopped,
    /// The log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file that is derived from the log.
    #[error("cannot write {}: {reason}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's word.
        reason: io::Error,
    },
    /// An engine cannot be started.
    #[error("{name}: {reason}")]
    Engine {
        /// The engine.
        name: String,
        /// What is wrong.
        reason: String,
    },
}
