//! Matches on many machines: jobs and results over NATS JetStream.
//!
//! ```text
//!   ferz submit ──► hub ═ director ── jobs ──► stream ──► worker ─ games
//!                    │       ▲                               │
//!                    │       └───────── stream ◄── results ──┘
//!                    └ nats-server, a child of its own
//! ```
//!
//! The hub keeps each run in a folder as `ferz match` does: its log is the truth, and the messages may
//! be lost or come twice. A job is a pair of games; whoever plays it whole first is counted.
//! Workers fetch engines by their SHA-256. What comes over the network is checked in [`safe`].

mod address;
mod bench;
mod facts;
mod files;
mod hub;
mod messages;
mod needs;
mod queue;
pub mod safe;
mod sandbox;
mod server;
mod streams;
#[cfg(all(test, unix))]
mod tests;
mod user;
mod worker;

pub use address::Address;
pub use facts::Facts;
pub use files::Hash;
pub use hub::{Hub, claim, serve};
pub use messages::{Live, LiveGame, PROTOCOL, RunStatus, State, Status, WorkerStatus};
pub use sandbox::check as check_sandbox;
pub use server::{Server, Terms, Tls};
pub use user::{News, Submitted, Wish, status, stop, submit, watch};
pub use worker::{Trust, Worker, work};

/// Why something did not work.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The address of a hub.
    #[error("{0:?} is no address of a hub, as nats://TOKEN@HOST:PORT")]
    Address(String),
    /// Nobody answers.
    #[error("{address}: {reason}")]
    Connection {
        /// Where, without the token.
        address: String,
        /// The client's word.
        reason: String,
    },
    /// The hub says no.
    #[error("the hub refuses: {0}")]
    Refused(String),
    /// It cannot be done on this machine.
    #[error("{0}")]
    NotHere(String),
    /// What was sent is not what was announced.
    #[error("{wanted}: what the hub has under this hash has the hash {found}")]
    OtherFile {
        /// The hash.
        wanted: Hash,
        /// That of what came.
        found: Hash,
    },
    /// Something that others wrote and that is not allowed here.
    #[error(transparent)]
    Unsafe(#[from] safe::Unsafe),
    /// JetStream.
    #[error("{what}: {reason}")]
    Stream {
        /// What was tried.
        what: String,
        /// The server's word.
        reason: String,
    },
    /// A file or a program of this machine.
    #[error("{what}: {reason}")]
    System {
        /// Which.
        what: String,
        /// The system's word.
        reason: std::io::Error,
    },
    /// The run itself.
    #[error(transparent)]
    Run(#[from] ferz_arena::RunError),
}

impl ClusterError {
    fn stream(what: &str, reason: impl std::fmt::Display) -> ClusterError {
        ClusterError::Stream { what: what.to_owned(), reason: reason.to_string() }
    }

    /// Whether it may be another way in a moment: a server that is away, a disk that is full.
    fn may_pass(&self) -> bool {
        use ferz_arena::RunError;
        use ferz_arena::log::LogError;
        match self {
            ClusterError::Connection { .. }
            | ClusterError::Stream { .. }
            | ClusterError::System { .. }
            | ClusterError::Run(RunError::Write { .. } | RunError::Log(LogError::Io { .. })) => {
                true
            }
            ClusterError::Address(_)
            | ClusterError::Refused(_)
            | ClusterError::NotHere(_)
            | ClusterError::OtherFile { .. }
            | ClusterError::Unsafe(_)
            | ClusterError::Run(_) => false,
        }
    }

    fn system(what: impl std::fmt::Display, reason: std::io::Error) -> ClusterError {
        ClusterError::System { what: what.to_string(), reason }
    }
}
