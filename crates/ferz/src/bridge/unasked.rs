//! Words that an engine's protocol does not have and that can be answered, or left, without it.

use super::stack::{Emulation, Way};
use ferz_link::{Command, Event, Now, Protocol, Purpose, Search};

/// Answers in the engine's place.
pub(super) struct Unasked {
    protocol: Protocol,
    /// The engine hears of draw offers.
    offers: bool,
    running: Option<Search>,
    book: Book,
}

/// A question for book moves while an engine of CECP searches: it has to be idle for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Book {
    /// Nobody asks.
    No,
    /// Its analysis is stopped, and goes on afterwards.
    Between,
    /// Its analysis is stopped, and does not go on.
    After,
}

impl Unasked {
    pub(super) fn new(protocol: Protocol, offers: bool) -> Unasked {
        Unasked { protocol, offers, running: None, book: Book::No }
    }

    /// `bk` while an engine of CECP searches.
    fn ask_book(&mut self, way: &mut Way) {
        match &self.running {
            None => way.down(Command::Book),
            Some(search) if search.purpose == Purpose::Analyse => {
                if self.book == Book::No {
                    self.book = Book::Between;
                    way.down(Command::Stop);
                }
            }
            Some(_) => {
                way.note("the engine is on move and cannot be asked for its book");
                way.up(Event::BookMoves(Vec::new()));
            }
        }
    }
}

impl Emulation for Unasked {
    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        if let Event::BestMove { .. } = event {
            let search = self.running.take();
            match std::mem::replace(&mut self.book, Book::No) {
                Book::No => way.up(event),
                Book::After => {
                    way.down(Command::Book);
                    way.up(event);
                }
                Book::Between => {
                    way.down(Command::Book);
                    if let Some(search) = search {
                        way.down(Command::Search(search.clone()));
                        self.running = Some(search);
                    }
                }
            }
        } else {
            way.up(event);
        }
    }

    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        let cecp = self.protocol == Protocol::Cecp;
        let uci = self.protocol == Protocol::Uci;
        match command {
            Command::Book if !cecp => {
                way.note("the engine cannot be asked for its book: no moves are shown");
                way.up(Event::BookMoves(Vec::new()));
            }
            Command::Book => self.ask_book(way),
            Command::Stop if self.book != Book::No => self.book = Book::After,
            Command::Search(search) => {
                self.running = Some(search.clone());
                way.down(Command::Search(search));
            }
            Command::DrawOffer if !self.offers => {
                way.note("the engine wants to hear of no draw offers: not passed on");
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
        let mut bench = Bench::new(Unasked::new(protocol, true));
        bench.command(command).said().join("; ")
    }

    /// C-425: an analysis makes room for the question, and goes on.
    #[test]
    fn book_while_it_analyses() {
        let mut bench = Bench::new(Unasked::new(Protocol::Cecp, true));
        let analysis = || Search { purpose: Purpose::Analyse, ..Search::default() };
        bench.search(analysis()).command(Command::Book).best("e2e4");
        assert_eq!(bench.said(), ["> search analyse", "> Stop", "> Book", "> search analyse"]);
        bench.command(Command::Book).command(Command::Stop).best("e2e4");
        assert_eq!(bench.said(), ["> Stop", "> Book", "< best e2e4"]);
        bench.search(Search::default()).command(Command::Book);
        assert_eq!(bench.said()[2..], ["< BookMoves([])"]);
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
