//! Limits that a protocol, or an engine, does not have: a time for one move to the millisecond, a
//! mate, and a depth.
//!
//! CECP counts whole seconds, and UCCI has no fixed time at all: here the clock runs beside the
//! engine, and it is stopped when the time is over. UCCI does not search for a mate either: its
//! scores are watched. And some engines of CECP do not know `sd`: one that is deeper than it was told
//! to go has gone deep enough.

use super::stack::{Emulation, Way};
use ferz_link::{Bound, Command, Event, Info, Now, Protocol, Purpose, ScoreValue, Search};
use std::time::Duration;

/// An engine whose own clock shows the same gets this much longer to find that out itself.
const GRACE: Duration = Duration::from_millis(50);

/// Stops searches.
pub(super) struct Timing {
    protocol: Protocol,
    search: Option<Timed>,
}

struct Timed {
    /// How long it may take once it counts.
    time: Option<Duration>,
    /// When it has to end.
    until: Option<Now>,
    mate: Option<u32>,
    depth: Option<u32>,
    stopped: bool,
}

impl Timing {
    pub(super) fn new(protocol: Protocol) -> Timing {
        Timing { protocol, search: None }
    }

    fn search(&mut self, now: Now, mut search: Search, way: &mut Way) {
        let limits = &mut search.limits;
        let time = limits.move_time.filter(|_| limits.nodes_per_second.is_none());
        let time = match (time, self.protocol) {
            (Some(time), Protocol::Ucci) => {
                way.note("UCCI has no fixed time: the search is stopped when it is over");
                limits.move_time = None;
                Some(time)
            }
            (Some(time), _) if time.subsec_millis() == 0 => Some(time + GRACE),
            (Some(time), _) => {
                way.note("CECP counts whole seconds: the search is stopped when its time is over");
                Some(time)
            }
            (None, _) => None,
        };
        let mate = limits.mate.filter(|_| self.protocol == Protocol::Ucci);
        let until = time.filter(|_| search.purpose != Purpose::Ponder).map(|time| now + time);
        let depth = search.limits.depth.filter(|_| search.purpose != Purpose::Ponder);
        self.search = Some(Timed { time, until, mate, depth, stopped: false });
        way.down(Command::Search(search));
    }

    fn stop(&mut self, way: &mut Way) {
        if let Some(timed) = &mut self.search
            && !std::mem::replace(&mut timed.stopped, true)
        {
            way.down(Command::Stop);
        }
    }

    fn is_too_deep(&self, info: &Info) -> bool {
        let limit = self.search.as_ref().and_then(|timed| timed.depth);
        limit.zip(info.depth).is_some_and(|(limit, depth)| depth > limit)
    }

    fn is_found(&self, info: &Info) -> bool {
        let Some(wanted) = self.search.as_ref().and_then(|timed| timed.mate) else { return false };
        info.score.is_some_and(|score| match score.value {
            ScoreValue::Mate(moves) => {
                score.bound != Bound::Upper && moves > 0 && moves.unsigned_abs() <= wanted
            }
            ScoreValue::Cp(_) => false,
        })
    }
}

impl Emulation for Timing {
    fn command(&mut self, now: Now, command: Command, way: &mut Way) {
        match (&command, &mut self.search) {
            (Command::Search(_), _) => {
                if let Command::Search(search) = command {
                    self.search(now, search, way);
                }
                return;
            }
            (Command::PonderHit { .. }, Some(timed)) => {
                timed.until = timed.time.map(|time| now + time);
            }
            (Command::Stop, Some(_)) => return self.stop(way),
            _ => {}
        }
        way.down(command);
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        let mut found = false;
        match &event {
            Event::BestMove { .. } => self.search = None,
            Event::Info(info) => {
                let deep = self.is_too_deep(info);
                if deep {
                    way.note("the engine goes deeper than it was told: it is stopped");
                }
                found = deep || self.is_found(info);
            }
            _ => {}
        }
        way.up(event);
        if found {
            self.stop(way);
        }
    }

    fn alarm(&self) -> Option<Now> {
        self.search.as_ref().filter(|timed| !timed.stopped)?.until
    }

    fn alarmed(&mut self, _: Now, way: &mut Way) {
        self.stop(way);
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;
    use ferz_link::{Limits, Score};

    fn for_time(milliseconds: u64) -> Search {
        let move_time = Some(Duration::from_millis(milliseconds));
        let limits = Limits { move_time, ..Limits::default() };
        Search { limits, ..Search::default() }
    }

    #[test]
    fn ucci_is_stopped_in_time() {
        let mut bench = Bench::new(Timing::new(Protocol::Ucci));
        bench.search(for_time(300)).later(299).later(1).best("h2e2").later(1000);
        let note = "* UCCI has no fixed time: the search is stopped when it is over";
        assert_eq!(bench.said(), [note, "> search play", "> Stop", "< best h2e2"]);
    }

    /// C-271: `st` in whole seconds, and `?` at the right time; whole seconds the engine can count.
    #[test]
    fn cecp_is_hurried() {
        let mut bench = Bench::new(Timing::new(Protocol::Cecp));
        bench.search(for_time(1300)).later(1300).command(Command::Stop).best("e2e4");
        let note = "* CECP counts whole seconds: the search is stopped when its time is over";
        assert_eq!(bench.said(), [note, "> search play time 1300", "> Stop", "< best e2e4"]);
        bench.search(for_time(2000)).later(2049).best("e2e4").later(60);
        assert_eq!(bench.said(), ["> search play time 2000", "< best e2e4"]);
    }

    /// While it ponders its time does not count.
    #[test]
    fn pondering_counts_from_the_hit() {
        let mut bench = Bench::new(Timing::new(Protocol::Cecp));
        bench.search(Search { purpose: Purpose::Ponder, ..for_time(500) }).later(5000);
        bench.command(Command::PonderHit { draw_offer: false }).later(499).later(1);
        assert_eq!(
            bench.said()[1..],
            ["> search ponder time 500", "> PonderHit { draw_offer: false }", "> Stop"]
        );
    }

    /// C-272: an engine that does not know `sd`.
    #[test]
    fn deep_enough() {
        let mut bench = Bench::new(Timing::new(Protocol::Cecp));
        let limits = Limits { depth: Some(2), ..Limits::default() };
        bench.search(Search { limits, ..Search::default() });
        for depth in 1..=4 {
            bench.info(depth, 0, "e2e4");
        }
        bench.best("e2e4");
        let note = "* the engine goes deeper than it was told: it is stopped";
        let infos = [1, 2, 3, 4].map(|depth| format!("< info depth {depth} cp 0 e2e4"));
        let [one, two, three, four] = infos.each_ref().map(String::as_str);
        let wanted =
            ["> search play depth 2", one, two, note, three, "> Stop", four, "< best e2e4"];
        assert_eq!(bench.said(), wanted);
    }

    #[test]
    fn a_mate_is_enough() {
        let mut bench = Bench::new(Timing::new(Protocol::Ucci));
        let limits = Limits { mate: Some(3), ..Limits::default() };
        bench.search(Search { limits, ..Search::default() }).info(5, 900, "h2e2");
        for mate in [-2, 4, 3, 2] {
            let score = Some(Score { value: ScoreValue::Mate(mate), bound: Bound::Exact });
            bench.event(Event::Info(Box::new(Info { score, ..Info::default() })));
        }
        assert_eq!(
            bench.said()[4..],
            ["< info depth 0 mate 3 ", "> Stop", "< info depth 0 mate 2 "]
        );
    }
}
