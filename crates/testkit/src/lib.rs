//! Helpers for the tests of the workspace: conversations with a program at the other end of two
//! pipes, engines that a test writes, the peer programs the tests need, data files, and a few
//! figures.
//!
//! Everything here panics with a sentence and the conversation so far: a helper for tests has no
//! better way to say that the test failed. Of the protocols only the scripts' words are known here.
//!
//! ```no_run
//! use ferz_testkit::Session;
//! use std::process::Command;
//!
//! let mut engine = Session::start(Command::new("stockfish"));
//! engine.send("uci");
//! let greeting = engine.expect("uciok");
//! assert!(greeting.iter().any(|line| line.starts_with("id name ")));
//! engine.send("go depth 5");
//! let last = engine.expect_prefix("bestmove ");
//! println!("{last}");
//! engine.send("quit");
//! assert!(engine.wait_exit().success());
//! ```

mod data;
mod figures;
mod peers;
mod ports;
mod scripted;
mod session;
mod timing;

pub use data::{Table, table};
pub use figures::Latencies;
pub use peers::{axe, find_program, peer, python};
pub use ports::free_port;
pub use scripted::Scripted;
pub use session::{Arrived, PATIENCE, Session};
pub use timing::{LATE_ATTEMPTS, in_time, in_time_of};
