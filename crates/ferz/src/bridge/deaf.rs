//! Searches of an engine of CECP that hears nothing while it thinks, but does while it analyses: what
//! may have to be ended early is an analysis, which is ended when the limits say so.

use super::stack::{Emulation, Way};
use ferz_link::{Bound, Command, Event, Info, Limits, Now, Purpose, ScoreValue, Search};

/// An engine searches so deep in no time, and ends by itself.
const SHALLOW: u32 = 8;

/// Analyses instead.
#[derive(Default)]
pub(super) struct Deaf {
    running: Option<Running>,
}

struct Running {
    limits: Limits,
    until: Option<Now>,
    stopped: bool,
}

impl Deaf {
    fn search(&mut self, now: Now, search: Search, way: &mut Way) {
        let Limits { clock, depth, nodes, mate, static_only, perft, .. } = &search.limits;
        let time = search.limits.move_time.into_iter().chain(search.limits.max_time).min();
        let is_short = depth.is_some_and(|depth| depth <= SHALLOW)
            && nodes.is_none()
            && mate.is_none()
            && time.is_none();
        let by_itself = clock.is_some() || is_short || *static_only || perft.is_some();
        if search.purpose != Purpose::Play || by_itself {
            return way.down(Command::Search(search));
        }
        way.note("the engine hears nothing while it thinks: it analyses until it has to move");
        let limits = search.limits.clone();
        self.running = Some(Running { limits, until: time.map(|time| now + time), stopped: false });
        let (purpose, limits) = (Purpose::Analyse, Limits::default());
        way.down(Command::Search(Search { purpose, limits, ..search }));
    }

    fn stop(&mut self, way: &mut Way) {
        let stopped = self.running.as_mut().map(|running| &mut running.stopped);
        if !stopped.is_some_and(|stopped| std::mem::replace(stopped, true)) {
            way.down(Command::Stop);
        }
    }
}

impl Running {
    fn is_enough(&self, info: &Info) -> bool {
        let Limits { depth, nodes, mate, .. } = &self.limits;
        let found = |moves: u32| {
            info.score.is_some_and(|score| match score.value {
                ScoreValue::Mate(mate) => {
                    score.bound != Bound::Upper && mate > 0 && mate.unsigned_abs() <= moves
                }
                ScoreValue::Cp(_) => false,
            })
        };
        depth.zip(info.depth).is_some_and(|(most, depth)| depth > most)
            || nodes.zip(info.nodes).is_some_and(|(most, nodes)| nodes >= most)
            || mate.is_some_and(found)
    }
}

impl Emulation for Deaf {
    fn command(&mut self, now: Now, command: Command, way: &mut Way) {
        match command {
            Command::Search(search) => self.search(now, search, way),
            Command::Stop => self.stop(way),
            other => way.down(other),
        }
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        let mut enough = false;
        match &event {
            Event::BestMove { .. } => self.running = None,
            Event::Info(info) => {
                enough = self.running.as_ref().is_some_and(|running| running.is_enough(info));
            }
            _ => {}
        }
        way.up(event);
        if enough {
            self.stop(way);
        }
    }

    fn alarm(&self) -> Option<Now> {
        self.running.as_ref().filter(|running| !running.stopped)?.until
    }

    fn alarmed(&mut self, _: Now, way: &mut Way) {
        self.stop(way);
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;
    use ferz_link::{Clock, Clocks};
    use std::time::Duration;

    const NOTE: &str =
        "* the engine hears nothing while it thinks: it analyses until it has to move";

    fn search(limits: Limits) -> Search {
        Search { limits, ..Search::default() }
    }

    /// C-343: a search that the engine would not end when it has to.
    #[test]
    fn ended_by_others() {
        let mut bench = Bench::new(Deaf::default());
        let deep = || Limits { depth: Some(9), ..Limits::default() };
        bench.search(search(deep())).info(9, 0, "e2e4").info(10, 0, "e2e4").best("e2e4");
        let infos = ["< info depth 9 cp 0 e2e4", "< info depth 10 cp 0 e2e4"];
        let said = [NOTE, "> search analyse", infos[0], infos[1], "> Stop", "< best e2e4"];
        assert_eq!(bench.said(), said);
        bench.search(search(deep())).command(Command::Stop).command(Command::Stop);
        assert_eq!(bench.said(), ["> search analyse", "> Stop"]);
    }

    #[test]
    fn ended_by_time() {
        let mut bench = Bench::new(Deaf::default());
        let limits = Limits { max_time: Some(Duration::from_secs(1)), ..Limits::default() };
        bench.search(search(limits)).later(999).later(1);
        assert_eq!(bench.said(), [NOTE, "> search analyse", "> Stop"]);
    }

    #[test]
    fn ended_by_itself() {
        let mut bench = Bench::new(Deaf::default());
        bench.search(search(Limits { depth: Some(4), ..Limits::default() })).best("e2e4");
        let own = Some(Clock { remaining: Duration::from_secs(9), ..Clock::default() });
        let clock = Some(Clocks { own, opponent: None });
        bench.search(search(Limits { clock, ..Limits::default() }));
        let said = ["> search play depth 4", "< best e2e4", "> search play clock 9000"];
        assert_eq!(bench.said(), said);
    }
}
