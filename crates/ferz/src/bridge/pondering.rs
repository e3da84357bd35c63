//! Pondering of engines of CECP, which begin and end it by themselves: they are allowed to only as
//! long as the interface has them ponder.
//!
//! `Ponder` alone says that the interface may want it (U-051, X-053). The engine hears `hard` with the
//! first search of that kind, and `easy` when it is stopped, when the game ends, and when the
//! interface has something else in mind after a move.

use super::stack::{Emulation, Way};
use ferz_link::{Command, Event, Now, Purpose};
use std::time::Duration;

/// The option's name between the machines.
const OPTION: &str = "Ponder";
/// So soon after a move an interface that ponders says so.
const SOON: Duration = Duration::from_millis(200);

/// Allows pondering, and forbids it again.
#[derive(Default)]
pub(super) struct Pondering {
    /// This game is played so.
    wanted: bool,
    /// The engine was told that it may.
    allowed: bool,
    running: Option<Purpose>,
    /// Until then the interface says whether it ponders.
    until: Option<Now>,
}

impl Pondering {
    fn allow(&mut self, allowed: bool, way: &mut Way) {
        if std::mem::replace(&mut self.allowed, allowed) != allowed {
            let (name, value) = (OPTION.to_owned(), Some(allowed.to_string()));
            way.down(Command::SetOption { name, value });
        }
    }

    fn forget(&mut self, way: &mut Way) {
        self.wanted = false;
        self.until = None;
        self.allow(false, way);
    }

    fn search(&mut self, purpose: Purpose, way: &mut Way) {
        match purpose {
            Purpose::Ponder => {
                self.wanted = true;
                self.allow(true, way);
            }
            // It begins after its move.
            Purpose::Play => self.allow(self.wanted, way),
            Purpose::Analyse => self.allow(false, way),
        }
        self.until = None;
        self.running = Some(purpose);
    }
}

impl Emulation for Pondering {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        match &command {
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(OPTION) => {
                if value.as_deref() != Some("true") {
                    self.forget(way);
                }
                return;
            }
            Command::Search(search) => self.search(search.purpose, way),
            Command::PonderHit { .. } => self.running = Some(Purpose::Play),
            Command::NewGame { .. } | Command::GameOver { .. } => self.forget(way),
            Command::Stop if self.running == Some(Purpose::Ponder) => {
                way.down(command);
                return self.allow(false, way);
            }
            _ => {}
        }
        way.down(command);
    }

    fn event(&mut self, now: Now, event: Event, way: &mut Way) {
        if let Event::BestMove { .. } = event {
            let played = self.running.take() == Some(Purpose::Play);
            self.until = (played && self.allowed).then(|| now + SOON);
        }
        way.up(event);
    }

    fn alarm(&self) -> Option<Now> {
        self.until
    }

    fn alarmed(&mut self, _: Now, way: &mut Way) {
        self.forget(way);
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;
    use ferz_link::Search;

    fn set(value: &str) -> Command {
        Command::SetOption { name: "ponder".into(), value: Some(value.into()) }
    }

    fn ponder() -> Search {
        Search { purpose: Purpose::Ponder, ..Search::default() }
    }

    /// U-051, X-053: the option alone sets nobody thinking.
    #[test]
    fn not_before_it_is_wanted() {
        let mut bench = Bench::new(Pondering::default());
        bench.command(set("true")).search(Search::default()).best("e2e4").later(1000);
        assert_eq!(bench.said(), ["> search play", "< best e2e4"]);
    }

    /// C-440, C-441: allowed with the first search of that kind, and forbidden by the command that ends it.
    #[test]
    fn as_long_as_it_is_wanted() {
        let mut bench = Bench::new(Pondering::default());
        bench.command(set("true")).search(ponder());
        assert_eq!(bench.said(), ["> Ponder=true", "> search ponder"]);
        bench.command(Command::Stop).best("e7e5");
        assert_eq!(bench.said(), ["> Stop", "> Ponder=false", "< best e7e5"]);
        bench.search(Search::default()).best("e2e4").later(100).search(ponder()).later(1000);
        let said = ["> Ponder=true", "> search play", "< best e2e4", "> search ponder"];
        assert_eq!(bench.said(), said);
        bench.command(Command::PonderHit { draw_offer: false }).best("d2d4").later(200);
        assert_eq!(bench.said()[1..], ["< best d2d4", "> Ponder=false"]);
        bench.search(Search::default());
        assert_eq!(bench.said(), ["> search play"]);
    }

    #[test]
    fn forbidden() {
        let mut bench = Bench::new(Pondering::default());
        bench.search(ponder()).command(set("false"));
        assert_eq!(bench.said(), ["> Ponder=true", "> search ponder", "> Ponder=false"]);
    }
}
