//! Analysis with engines of CECP that have none: a search for a move that ends only when stopped.

use super::stack::{Emulation, Way};
use ferz_link::{Command, Event, Limits, Now, Purpose, Refusal, Search};

/// What the search is called.
const NOTE: &str = "the engine has no analysis: it searches for a move until it is stopped";

/// Searches instead of analysing.
pub(super) struct Analysis {
    /// The engine can, as far as is known.
    can: bool,
    /// The analysis that runs, and whether the engine has complained about it.
    running: Option<(Search, Complaint)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Complaint {
    None,
    Heard,
}

impl Analysis {
    pub(super) fn new(can: bool) -> Analysis {
        Analysis { can, running: None }
    }

    fn search(&mut self, search: Search, way: &mut Way) {
        if search.purpose != Purpose::Analyse {
            return way.down(Command::Search(search));
        }
        self.running = Some((search.clone(), Complaint::None));
        match self.can {
            true => way.down(Command::Search(search)),
            false => stand_in(search, way),
        }
    }
}

fn stand_in(search: Search, way: &mut Way) {
    way.note(NOTE);
    let limits = Limits { depth: search.limits.depth, ..Limits::default() };
    way.down(Command::Search(Search { purpose: Purpose::Play, limits, ..search }));
}

impl Emulation for Analysis {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        match command {
            Command::Search(search) => self.search(search, way),
            other => way.down(other),
        }
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        match (&event, &mut self.running) {
            // It said that it could, and complains about the word.
            (Event::Refused { what: Refusal::Analysis, .. }, Some((_, heard))) if self.can => {
                *heard = Complaint::Heard;
                self.can = false;
            }
            (Event::BestMove { .. }, Some(_)) => match self.running.take() {
                Some((search, Complaint::Heard)) => {
                    stand_in(search.clone(), way);
                    self.running = Some((search, Complaint::None));
                }
                _ => way.up(event),
            },
            _ => way.up(event),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;

    fn analysis() -> Search {
        Search { purpose: Purpose::Analyse, ..Search::default() }
    }

    /// C-671: no `analyze` for engines without it.
    #[test]
    fn a_search_instead() {
        let mut bench = Bench::new(Analysis::new(false));
        bench.search(analysis()).command(Command::Stop).best("e2e4");
        assert_eq!(bench.said(), [&format!("* {NOTE}"), "> search play", "> Stop", "< best e2e4"]);
        bench.search(Search::default());
        assert_eq!(bench.said(), ["> search play"]);
    }

    /// C-819: learned from its complaint, once.
    #[test]
    fn learned() {
        let mut bench = Bench::new(Analysis::new(true));
        let what = Refusal::Analysis;
        let refused =
            Event::Refused { what, text: "analyze".into(), reason: "unknown command".into() };
        bench.search(analysis()).event(refused).best("none").best("e2e4").search(analysis());
        let note = format!("* {NOTE}");
        let said = ["> search analyse", &note, "> search play", "< best e2e4", "> search play"];
        assert_eq!(bench.said(), said);
    }
}
