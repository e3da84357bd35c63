//! What can be wrong with an engine.

use ferz_link::Awaited;
use std::fmt;
use std::io;

/// Why an engine is no longer usable, told apart by who or what failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There is no such program, or it may not be run.
    #[error("cannot start {program:?}: {reason}")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system said. It is part of the message, and so no source of its own: a chain
        /// of causes would say it twice.
        reason: io::Error,
    },
    /// It ended without being asked to.
    #[error("ended by itself with exit status {code} {stage}")]
    Exited {
        /// Its exit status.
        code: i32,
        /// When.
        stage: Stage,
    },
    /// A signal ended it.
    #[error("crashed with signal {signal}{} {stage}", name_of(*signal))]
    Crashed {
        /// The signal's number.
        signal: i32,
        /// When.
        stage: Stage,
    },
    /// It closed its output and lives on.
    #[error("closed its output {stage}")]
    ClosedOutput {
        /// When.
        stage: Stage,
    },
    /// It does not answer.
    #[error("hangs: no {} {stage}", what(*awaited))]
    Hangs {
        /// What did not come.
        awaited: Awaited,
        /// When.
        stage: Stage,
    },
    /// It talks without an end instead of an answer.
    #[error("floods: {lines} lines, and none that ends the handshake")]
    Floods {
        /// How many lines it has said.
        lines: u64,
    },
    /// It says what it is told, and nothing else: a program like `cat`.
    #[error("only repeats what it is told: it is no engine of a protocol that we know")]
    Echoes,
    /// It does not read what it is told.
    #[error("does not read its input: {bytes} bytes wait {stage}")]
    Deaf {
        /// What waits to be written.
        bytes: usize,
        /// When.
        stage: Stage,
    },
    /// None of the protocols could be spoken with it.
    #[error(
        "speaks no protocol that we know; tried {tried}. An old engine of CECP announces nothing: name its protocol"
    )]
    NoProtocol {
        /// What was tried, and how it ended.
        tried: String,
    },
    /// The handle's other side is gone: the engine was ended before.
    #[error("was ended before")]
    Ended,
}

/// What an engine was doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Its handshake.
    Start,
    /// Waiting for commands.
    Idle,
    /// Searching.
    Search,
    /// Ending a search.
    Stop,
    /// Ending.
    Quit,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Start => "in the handshake",
            Stage::Idle => "between searches",
            Stage::Search => "during a search",
            Stage::Stop => "after the end of a search was asked for",
            Stage::Quit => "after it was told to quit",
        })
    }
}

fn what(awaited: Awaited) -> &'static str {
    match awaited {
        Awaited::Handshake | Awaited::SlowHandshake => "answer",
        Awaited::Pong => "answer to a ping",
        Awaited::StopMove => "move",
        Awaited::Silence => "silence",
        Awaited::Exit => "end of the process",
    }
}

fn name_of(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (kill)",
        11 => " (segmentation fault)",
        15 => " (terminate)",
        _ => "",
    }
}
