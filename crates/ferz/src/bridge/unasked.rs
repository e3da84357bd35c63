//! Words that an engine's protocol does not have and that can be answered, or left, without it.

use super::stack::{Emulation, Way};
use ferz_link::{Command, Event, Now, Protocol};

/// Answers in the engine's place.
pub(super) struct Unasked {
    protocol: Protocol,
}

impl Unasked {
    pub(super) fn new(protocol: Protocol) -> Unasked {
        Unasked { protocol }
    }
}

impl Emulation for Unasked {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        let cecp = self.protocol == Protocol::Cecp;
        let uci = self.protocol == Protocol::Uci;
        match command {
            Command::Book if !cecp => {
                way.note("the engine cannot be asked for its book: no moves are shown");
                way.up(Event::BookMoves(Vec::new()));
            }
            Command::DrawOffer if uci => {
                way.note("UCI has no draw offers: the bridge decides, if it may");
            }
            Command::Register(_) if !uci => way.note("only UCI has a registration: not passed on"),
            Command::Debug(_) if cecp => way.note("CECP has no word for debugging: not passed on"),
            other => way.down(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;

    fn said(protocol: Protocol, command: Command) -> String {
        let mut bench = Bench::new(Unasked::new(protocol));
        bench.command(command).said().join("; ")
    }

    /// C-425: `bk` is always answered.
    #[test]
    fn answered_in_its_place() {
        assert!(said(Protocol::Uci, Command::Book).ends_with("; < BookMoves([])"));
        assert!(said(Protocol::Ucci, Command::Book).ends_with("; < BookMoves([])"));
        assert_eq!(said(Protocol::Cecp, Command::Book), "> Book");
        assert!(said(Protocol::Uci, Command::DrawOffer).starts_with("* UCI has no draw offers"));
        assert_eq!(said(Protocol::Ucci, Command::DrawOffer), "> DrawOffer");
        assert!(said(Protocol::Cecp, Command::Debug(true)).starts_with("* CECP has no word"));
        let later = || Command::Register(ferz_wire::uci::Register::Later);
        assert!(said(Protocol::Ucci, later()).starts_with("* only UCI"));
        assert_eq!(said(Protocol::Uci, later()), "> Register(Later)");
    }
}
