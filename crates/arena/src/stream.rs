//! What happens in a run, as one stream: the log, the PGN, the report, the line of progress, lines for
//! programs and a live board all hear the same, and the games know none of them.

use crate::openings::Opening;
use crate::record::{GameRecord, MoveRecord};
use crate::schedule::Pairing;
use crate::sprt;
use crate::stats::Tally;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// What happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Happening {
    /// In milliseconds since 1970.
    pub at: u64,
    /// What.
    pub what: What,
}

/// What happened.
// The large one is moved a few times in a game.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// All is ready for the first game.
    RunBegins {
        /// What the engines are called.
        names: Vec<String>,
        /// How many games there are to play, as far as one can know.
        games: u32,
        /// Of them, played in an earlier run.
        played: u32,
    },
    /// A game begins.
    GameBegins {
        /// Who plays, and its number.
        pairing: Pairing,
        /// From where.
        opening: Opening,
        /// How often it was played in vain.
        attempt: u32,
    },
    /// An engine thinks; only told to those who [want](Detail) it.
    Thinking {
        /// The number of the game.
        game: u32,
        /// The number of the engine.
        engine: usize,
        /// Its move so far, and what it says of it.
        thought: MoveRecord,
    },
    /// A move was made; only told to those who [want](Detail) it.
    MoveMade {
        /// The number of the game.
        game: u32,
        /// The half-moves before it, those of the opening included.
        ply: usize,
        /// The move.
        made: MoveRecord,
    },
    /// A game is over; it is in the log.
    GameEnds {
        /// The game.
        game: GameRecord,
        /// It counts; else the machine was late, or the runner was stopped, and it is played again.
        counts: bool,
    },
    /// A worker elsewhere is not like the others, and plays no more. Where its games are played again they
    /// count no more: what was told of the run until now is over, and the summary has it without them.
    SetAside {
        /// What it is called.
        worker: String,
        /// Why, in words.
        reason: String,
        /// Its games are played again.
        again: bool,
    },
    /// Something that the user should know.
    Warning(String),
    /// How the run stands after a game that counts.
    Standing {
        /// Games played.
        played: u32,
        /// How many there will be, as far as one can know.
        expected: u32,
        /// The score of the first engine against the second.
        score: Tally,
        /// How the test stands, if there is one.
        sprt: Option<sprt::Standing>,
    },
}

/// How much somebody wants to hear of a game: each has all of those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// That it begins, and how it ended.
    #[default]
    Games,
    /// Each move.
    Moves,
    /// What engines think.
    Thinking,
}

impl Happening {
    /// It happens now.
    pub(crate) fn now(what: What) -> Happening {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Happening { at: since.as_millis() as u64, what }
    }
}

/// Where those who play tell what happens.
#[derive(Clone, Debug)]
pub(crate) struct Outlet {
    detail: Detail,
    queue: UnboundedSender<Happening>,
}

impl Outlet {
    /// An outlet, and its other end.
    pub(crate) fn new(detail: Detail) -> (Outlet, UnboundedReceiver<Happening>) {
        let (queue, heard) = mpsc::unbounded_channel();
        (Outlet { detail, queue }, heard)
    }

    /// Tells what a consumer wants to hear; what nobody wants is not even made.
    pub(crate) fn tell_of(&self, detail: Detail, what: impl FnOnce() -> What) {
        if self.detail >= detail {
            self.tell(what());
        }
    }

    pub(crate) fn tell(&self, what: What) {
        // Whoever has gone away does not want to know.
        let _ = self.queue.send(Happening::now(what));
    }

    pub(crate) fn warn(&self, text: impl Into<String>) {
        self.tell(What::Warning(text.into()));
    }
}
