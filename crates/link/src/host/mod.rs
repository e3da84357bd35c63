//! Hosts' halves: commands become lines for an engine, its lines become events.
//!
//! The machines here go through the same states:
//!
//! ```text
//!   New --Start--> Boot --handshake--> Idle --Search--> Searching --Stop--> Stopping
//!                                       ^                   | BestMove          | BestMove
//!                                       +-------------------+-------------------+
//! ```
//!
//! and from any of them to `Leaving` by [`Command::Quit`](crate::Command::Quit), and to `Gone`
//! when the engine's output ends or a patience runs out: the driver of a machine that says
//! [`Event::Gone`](crate::Event::Gone) after a timeout should end the process.
//!
//! What a protocol cannot express is refused, or put into other words with one line of
//! [`Output::Odd`] about it.

mod cecp;
mod half;
mod options;
mod outbox;
mod profile;
pub(crate) mod text;
mod ucci;
mod uci;

pub use cecp::Cecp;
pub use half::HostHalf;
pub use options::{is_managed_option, is_managed_ucci_option, setting_order};
pub use profile::*;
pub use ucci::Ucci;
pub use uci::Uci;

use crate::{Awaited, Oddity, Output, Protocol, Purpose};
use ferz_wire::Remark;

/// Where a conversation with an engine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Nothing was said yet.
    New,
    /// The handshake runs.
    Boot,
    /// Commands are welcome.
    Idle,
    /// A search runs.
    Searching(Purpose),
    /// A search was told to end, and its move is still to come.
    Stopping,
    /// The engine was told to quit.
    Leaving,
    /// The engine is gone.
    Gone,
}

/// Keeps track of what is awaited, so that only changes are reported.
#[derive(Debug, Default)]
struct Patience {
    awaited: Option<Awaited>,
    over: bool,
}

impl Patience {
    /// Waits for this from now on, unless it is waited for already.
    fn want(&mut self, awaited: Option<Awaited>, out: &mut Vec<Output>) {
        let again = std::mem::take(&mut self.over) && awaited.is_some();
        if self.awaited != awaited || again {
            self.awaited = awaited;
            out.push(Output::Wait(awaited));
        }
    }

    /// What was awaited came; if the same is wanted again, the patience starts anew.
    fn over(&mut self) {
        self.over = true;
    }
}

/// Something odd, for the log.
fn odd(out: &mut Vec<Output>, what: impl Into<Oddity>) {
    out.push(Output::Odd(what.into()));
}

/// What is odd about the spelling of a line.
fn spelled_oddly(out: &mut Vec<Output>, remarks: Vec<Remark>, line: &str) {
    for remark in remarks {
        odd(out, Oddity::Spelling { remark, line: line.to_owned() });
    }
}

/// A line that means nothing in this protocol.
fn unknown(out: &mut Vec<Output>, protocol: Protocol, line: &str) {
    odd(out, Oddity::Unknown { protocol, line: line.to_owned() });
}

/// News.
fn tell(out: &mut Vec<Output>, event: crate::Event) {
    out.push(Output::Event(event));
}
