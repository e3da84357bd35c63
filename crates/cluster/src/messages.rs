//! What is said between hub, workers and users, as JSON.

use crate::facts::Facts;
use crate::files::Hash;
use ferz_arena::queue::Done;
use ferz_arena::{Config, Happening, Introduction, Program};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of these messages: who speaks another one is told so.
pub const PROTOCOL: u32 = 2;

/// What a request is answered with: the answer, or why not.
pub(crate) type Reply<T> = Result<T, String>;

/// A message, with what is needed to see whether it is understood.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Envelope<T> {
    pub(crate) protocol: u32,
    pub(crate) version: String,
    pub(crate) message: T,
}

impl<T: Serialize> Envelope<T> {
    pub(crate) fn pack(message: T) -> Vec<u8> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let envelope = Envelope { protocol: PROTOCOL, version, message };
        serde_json::to_vec(&envelope).expect("messages are JSON")
    }
}

/// Opens a message; the error is for the one who sent it.
pub(crate) fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let bad = |error| format!("a message that cannot be read: {error}");
    let envelope: Envelope<serde_json::Value> = serde_json::from_slice(bytes).map_err(bad)?;
    let Envelope { protocol, version, message } = envelope;
    if protocol != PROTOCOL {
        return Err(format!(
            "version {version} (messages {protocol}) does not understand version {} (messages {PROTOCOL})",
            env!("CARGO_PKG_VERSION")
        ));
    }
    serde_json::from_value(message).map_err(bad)
}

/// A run that is to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Submission {
    pub(crate) config: Config,
    /// What the engines said of themselves where they were submitted.
    pub(crate) introductions: Vec<Introduction>,
    pub(crate) programs: Vec<Option<Program>>,
    /// The programs' files, engine by engine.
    pub(crate) files: Vec<Hash>,
    /// The file of openings.
    pub(crate) openings: Option<Hash>,
    /// Other files, by the value of an option or the argument that names them.
    #[serde(default)]
    pub(crate) sent: BTreeMap<String, Hash>,
    /// What the engines' benches count, engine by engine, if that shall be checked.
    #[serde(default)]
    pub(crate) benches: Vec<u64>,
    /// Nodes a second of the machine for which the clocks are meant, if others shall scale them.
    #[serde(default)]
    pub(crate) speed: Option<u64>,
    /// Runs of a higher one are played first.
    pub(crate) priority: i32,
    /// How much of the workers' time it gets beside others of its priority.
    pub(crate) share: u32,
}

impl Submission {
    /// All files that are sent with it.
    pub(crate) fn all_files(&self) -> impl Iterator<Item = &Hash> {
        self.files.iter().chain(&self.openings).chain(self.sent.values())
    }
}

/// What happens in a run, for those who watch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Live {
    /// How the run stands.
    pub run: RunStatus,
    /// The game that ended last: its number, its result and why.
    pub game: Option<(u32, String, String)>,
}

/// What happens in a game that is played just now, for those who watch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LiveGame {
    /// The run.
    pub run: String,
    /// Who plays it.
    pub worker: String,
    /// That the game begins, or a move.
    pub happening: Happening,
}

/// What a worker says every few seconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) worker: String,
    /// Processor, cores and system.
    pub(crate) machine: String,
    #[serde(default)]
    pub(crate) facts: Facts,
    pub(crate) tables: usize,
    pub(crate) playing: usize,
    /// Runs that it does not play, and why.
    pub(crate) refused: BTreeMap<String, String>,
    /// Why the server does not take its results just now, or nothing.
    #[serde(default)]
    pub(crate) trouble: String,
}

/// What it is answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Welcome {
    /// The runs that are played.
    pub(crate) runs: Vec<Offer>,
    /// Of those, the ones that this worker plays no more, and why: its games are not like those of others.
    #[serde(default)]
    pub(crate) aside: BTreeMap<String, String>,
    /// Somebody watches: moves are told.
    #[serde(default)]
    pub(crate) watched: bool,
    /// How long a job is left with a worker of which nothing is heard, in milliseconds.
    pub(crate) ack_wait: u64,
}

/// A run that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub(crate) run: String,
    /// Runs of a higher one are played first.
    pub(crate) priority: i32,
    /// How much of the workers' time it gets beside others of its priority.
    pub(crate) share: u32,
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    Done(Done),
    /// A worker could not play it; another may.
    Failed(Failure),
    /// It was given too often, and nobody tries any more.
    Dead(Failure),
}

/// Why a job was not played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    /// The number of its first game.
    pub(crate) game: u32,
    pub(crate) worker: String,
    pub(crate) reason: String,
    /// The last lines of the conversation.
    pub(crate) last_lines: Vec<String>,
    /// How far workers have come in its games: the hub adds it where nobody tries any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tries: Vec<Try>,
}

/// How far a worker has come in a game. It tells the hub, for another may have to play the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Try {
    /// How often the job had been given then: 1 at the first try.
    pub(crate) number: i64,
    pub(crate) game: u32,
    pub(crate) worker: String,
    /// Where the game began; absent at its usual start.
    pub(crate) fen: Option<String>,
    /// The moves in coordinates, those of the opening included.
    pub(crate) moves: Vec<String>,
}

/// How the hub stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// All runs, the oldest first.
    pub runs: Vec<RunStatus>,
    /// The workers that were heard of lately.
    pub workers: Vec<WorkerStatus>,
    /// What is wrong with the server, its disk first of all, or nothing.
    #[serde(default)]
    pub trouble: String,
}

/// How a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunStatus {
    /// Its name, and that of its folder at the hub.
    pub name: String,
    /// Whether it is played.
    pub state: State,
    /// Why it has failed.
    pub reason: String,
    /// Runs of a higher one are played first.
    pub priority: i32,
    /// How much of the workers' time it gets beside others of its priority.
    pub share: u32,
    /// What the engines are called.
    pub engines: Vec<String>,
    /// Games that count.
    pub played: u32,
    /// Games there will be, as far as one can know.
    pub expected: u32,
    /// The score, in words.
    pub score: String,
    /// Workers that play it no more because their games are not like those of the others, and why.
    #[serde(default)]
    pub aside: BTreeMap<String, String>,
}

/// Whether a run is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is.
    #[default]
    Playing,
    /// It has come to its end.
    Finished,
    /// Somebody has stopped it.
    Stopped,
    /// It could not go on; the hub tries again when it is started again.
    Failed,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// Processor, cores and system.
    pub machine: String,
    /// The same in numbers.
    #[serde(default)]
    pub facts: Facts,
    /// Games that it plays at once.
    pub tables: usize,
    /// Jobs that it has in hand.
    pub playing: usize,
    /// Runs that it does not play, and why.
    pub refused: BTreeMap<String, String>,
    /// Why the server does not take its results just now, or nothing.
    #[serde(default)]
    pub trouble: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_named() {
        let text = r#"{"protocol":9,"version":"7.1.0","message":{"new":"shape"}}"#;
        let why = unpack::<Welcome>(text.as_bytes()).unwrap_err();
        assert!(why.contains("7.1.0") && why.contains("messages 9"), "{why}");
        assert!(unpack::<Welcome>(b"\xff").is_err());
        let bytes = Envelope::pack(Welcome {
            runs: vec![Offer { run: "a".into(), priority: 0, share: 1 }],
            aside: BTreeMap::new(),
            watched: false,
            ack_wait: 5,
        });
        assert_eq!(unpack::<Welcome>(&bytes).unwrap().runs[0].run, "a");
    }
}
