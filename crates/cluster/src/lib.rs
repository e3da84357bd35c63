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
mod files;
mod hub;
mod messages;
mod queue;
pub mod safe;
mod server;
mod streams;
mod user;
mod worker;

pub use address::Address;
pub use files::Hash;
pub use hub::{Hub, serve};
pub use messages::{PROTOCOL, RunStatus, State, Status, WorkerStatus};
pub use server::{Server, Terms};
pub use user::{status, stop, submit};
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

    fn system(what: impl std::fmt::Display, reason: std::io::Error) -> ClusterError {
        ClusterError::System { what: what.to_string(), reason }
    }
}
