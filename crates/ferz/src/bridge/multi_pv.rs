//! Several lines from an engine that shows one: it searches again for each, without the first moves
//! of those before.
//!
//! An analysis goes deeper and deeper, all lines to one depth before any goes to the next; so does
//! a search for a fixed time. A search to a depth, to a number of nodes or for a mate is done once for
//! each line. The lines of a depth are shown together, the best one first, when the last of them is
//! there. In a game on the clock there is no time for that: the engine searches one line.

use super::stack::{Emulation, Way};
use ferz_link::{
    Command, Event, Info, Limits, Now, OptionDecl, OptionKind, Place, Purpose, Referee, Refusal,
    Search,
};
use ferz_referee::Rules;
use ferz_wire::MoveText;

/// The option's name in every protocol that has it.
const OPTION: &str = "MultiPV";
/// More lines than this take too long one after the other.
const MOST: u32 = 64;
/// Where going deeper ends.
const DEEPEST: u32 = 99;

/// Several lines, one search each.
pub(super) struct MultiPv {
    width: u32,
    place: Option<Place>,
    running: Option<Running>,
}

/// One search of the interface, as several of the engine.
struct Running {
    /// As it was asked for.
    search: Search,
    width: usize,
    /// The depth of this round; `None` where one round is all.
    round: Option<u32>,
    /// The first moves of the lines of this round, so far.
    found: Vec<MoveText>,
    /// What was said of each of them, and of the one that is searched: once for each depth.
    said: Vec<Vec<Info>>,
    /// The answer of the last search without exclusions.
    answer: Option<Event>,
    deadline: Option<Now>,
    stopping: bool,
}

impl MultiPv {
    pub(super) fn new() -> MultiPv {
        MultiPv { width: 1, place: None, running: None }
    }

    fn set(&mut self, value: Option<&str>, way: &mut Way) {
        match value.and_then(|value| value.trim().parse().ok()) {
            Some(width) if (1..=MOST).contains(&width) => self.width = width,
            _ => way.up(Event::Refused {
                what: Refusal::Option,
                text: OPTION.to_owned(),
                reason: format!("not a number from 1 to {MOST}"),
            }),
        }
    }

    fn search(&mut self, now: Now, search: Search, way: &mut Way) {
        let Limits { clock, perft, static_only, move_time, max_time, .. } = search.limits;
        let width = self.wanted(&search);
        if width < 2 || search.purpose == Purpose::Ponder || perft.is_some() || static_only {
            return way.down(Command::Search(search));
        }
        if clock.is_some() {
            way.note("the engine shows one line, and has no time for more on the clock");
            return way.down(Command::Search(search));
        }
        way.note("the engine shows one line: it searches once for each that is wanted");
        let time = move_time.into_iter().chain(max_time).min();
        let once = search.limits.depth.or(search.limits.mate).is_some()
            || search.limits.nodes.is_some() && time.is_none();
        let mut running = Running {
            width,
            round: (!once).then_some(1),
            found: Vec::new(),
            said: Vec::new(),
            answer: None,
            deadline: time.map(|time| now + time),
            stopping: false,
            search,
        };
        if let Some(nodes) = &mut running.search.limits.nodes {
            *nodes = (*nodes / width as u64).max(1);
        }
        running.next(way);
        self.running = Some(running);
    }

    /// How many lines there can be.
    fn wanted(&self, search: &Search) -> usize {
        let width = self.width as usize;
        if width < 2 {
            return width;
        }
        let record = self.place.as_ref().and_then(|place| Rules.place(place).ok());
        let moves = match (&record, search.only.len()) {
            (_, only @ 1..) => only,
            (Some((record, _)), 0) => record.legal_moves().len(),
            (None, 0) => 0,
        };
        width.min(moves.saturating_sub(search.without.len()))
    }
}

impl Running {
    /// Searches the next line.
    fn next(&self, way: &mut Way) {
        let mut search = self.search.clone();
        if let Some(depth) = self.round {
            search.purpose = Purpose::Play;
            search.limits = Limits { depth: Some(depth), ..Limits::default() };
        }
        search.only.retain(|mv| !self.found.contains(mv));
        if search.only.is_empty() {
            search.without.extend_from_slice(&self.found);
        }
        way.down(Command::Search(search));
    }

    /// One line is found. Says whether there is another search to wait for.
    fn found(&mut self, best: Option<&MoveText>, answer: Event, way: &mut Way) -> bool {
        if self.found.is_empty() && (best.is_some() || self.answer.is_none()) {
            self.answer = Some(answer);
        }
        let Some(best) = best.filter(|_| !self.stopping) else {
            self.show(way);
            return false;
        };
        self.found.push(best.clone());
        if self.found.len() >= self.width {
            self.show(way);
            match &mut self.round {
                Some(depth) if *depth < DEEPEST => *depth += 1,
                _ => return false,
            }
            self.found.clear();
        }
        self.next(way);
        true
    }

    fn info(&mut self, mut info: Box<Info>, way: &mut Way) {
        let shallow = info.depth.zip(self.round).is_some_and(|(depth, round)| depth < round);
        if info.pv.is_empty() {
            return way.up(Event::Info(info));
        }
        if shallow {
            return;
        }
        info.rank = Some(u32::try_from(self.found.len() + 1).unwrap_or(u32::MAX));
        self.said.resize(self.found.len() + 1, Vec::new());
        if let Some(lines) = self.said.last_mut() {
            lines.retain(|line| line.depth != info.depth);
            lines.push(*info);
        }
    }

    /// Shows the lines, depth by depth: those of the last one, whatever it is, of each.
    fn show(&mut self, way: &mut Way) {
        let said = std::mem::take(&mut self.said);
        let Some((_, earlier)) = said.first().and_then(|lines| lines.split_last()) else { return };
        for depth in earlier.iter().map(|line| line.depth) {
            let line = |lines: &Vec<Info>| {
                lines.split_last()?.1.iter().find(|line| line.depth == depth).cloned()
            };
            // Only where all have got there.
            if let Some(lines) = said.iter().map(line).collect::<Option<Vec<_>>>() {
                lines.into_iter().for_each(|line| way.up(Event::Info(Box::new(line))));
            }
        }
        for line in said.iter().filter_map(|lines| lines.last()) {
            way.up(Event::Info(Box::new(line.clone())));
        }
    }
}

impl Emulation for MultiPv {
    fn introduction(&self) -> Vec<Event> {
        let kind = OptionKind::Spin { default: 1, min: 1, max: MOST.into() };
        vec![Event::Option(OptionDecl { name: OPTION.to_owned(), kind })]
    }

    fn command(&mut self, now: Now, command: Command, way: &mut Way) {
        match command {
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(OPTION) => {
                self.set(value.as_deref(), way);
            }
            Command::Search(search) => self.search(now, search, way),
            other => {
                match &other {
                    Command::Place(place) => self.place = Some(place.clone()),
                    Command::Stop => {
                        if let Some(running) = &mut self.running {
                            running.stopping = true;
                        }
                    }
                    _ => {}
                }
                way.down(other);
            }
        }
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        let Some(running) = &mut self.running else { return way.up(event) };
        match event {
            Event::Info(info) => running.info(info, way),
            Event::BestMove { ref best, resign, .. } => {
                let best = best.clone().filter(|_| !resign);
                if !running.found(best.as_ref(), event, way)
                    && let Some(answer) = self.running.take().and_then(|running| running.answer)
                {
                    way.up(answer);
                }
            }
            other => way.up(other),
        }
    }

    fn alarm(&self) -> Option<Now> {
        self.running.as_ref().filter(|running| !running.stopping)?.deadline
    }

    fn alarmed(&mut self, _: Now, way: &mut Way) {
        if let Some(running) = &mut self.running {
            running.stopping = true;
            way.down(Command::Stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stack::bench::Bench;
    use super::*;
    use std::time::Duration;

    fn bench(width: &str) -> Bench {
        let mut bench = Bench::new(MultiPv::new());
        let value = Some(width.to_owned());
        bench.command(Command::SetOption { name: "multipv".into(), value });
        assert!(bench.said().is_empty());
        bench.place("normal", "startpos");
        bench
    }

    fn depth(depth: u32) -> Search {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        Search { limits, ..Search::default() }
    }

    const NOTE: &str = "* the engine shows one line: it searches once for each that is wanted";

    /// U-357 to U-359: lines with their ranks; one answer, that of the best line.
    #[test]
    fn once_to_a_depth() {
        let mut bench = bench("3");
        bench.search(depth(5)).info(4, 31, "e2e4").info(5, 30, "e2e4 e7e5").best("e2e4");
        let second = "> search play depth 5 without e2e4";
        assert_eq!(bench.said(), [NOTE, "> search play depth 5", second]);
        bench.info(4, 21, "d2d4").info(5, 20, "d2d4").best("d2d4");
        bench.info(4, 11, "c2c4").info(5, 10, "c2c4").best("c2c4");
        assert_eq!(
            bench.said(),
            [
                "> search play depth 5 without e2e4 d2d4",
                "< info rank 1 depth 4 cp 31 e2e4",
                "< info rank 2 depth 4 cp 21 d2d4",
                "< info rank 3 depth 4 cp 11 c2c4",
                "< info rank 1 depth 5 cp 30 e2e4 e7e5",
                "< info rank 2 depth 5 cp 20 d2d4",
                "< info rank 3 depth 5 cp 10 c2c4",
                "< best e2e4",
            ]
        );
    }

    #[test]
    fn analysis_in_rounds_until_stopped() {
        let mut bench = bench("2");
        bench.search(Search { purpose: Purpose::Analyse, ..Search::default() });
        bench.best("e2e4").best("d2d4");
        assert_eq!(
            bench.said(),
            [
                NOTE,
                "> search play depth 1",
                "> search play depth 1 without e2e4",
                "> search play depth 2",
            ]
        );
        bench.info(1, 5, "e2e4").info(2, 6, "c2c4").best("c2c4").command(Command::Stop);
        bench.info(2, 1, "e2e4").best("e2e4");
        assert_eq!(
            bench.said(),
            [
                "> search play depth 2 without c2c4",
                "> Stop",
                "< info rank 1 depth 2 cp 6 c2c4",
                "< info rank 2 depth 2 cp 1 e2e4",
                "< best c2c4",
            ]
        );
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let mut bench = bench("2");
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        bench.search(Search { limits, ..Search::default() }).best("e2e4").later(99);
        assert_eq!(bench.said().len(), 3);
        bench.later(1).best("d2d4").later(100);
        assert_eq!(bench.said(), ["> Stop", "< best e2e4"]);
    }

    /// No more lines than moves; the moves asked for are the only ones.
    #[test]
    fn few_moves() {
        let mut bench = bench("5");
        let only = vec!["e2e4".into(), "a2a3".into()];
        bench.search(Search { only, ..depth(3) }).best("e2e4").best("a2a3");
        assert_eq!(
            bench.said()[1..],
            [
                "> search play depth 3 only e2e4 a2a3",
                "> search play depth 3 only a2a3",
                "< best e2e4",
            ]
        );
        bench.place("normal", "7k/8/8/8/8/8/r7/7K w - - 0 1").search(depth(3)).best("h1g1");
        assert_eq!(bench.said(), ["> search play depth 3", "< best h1g1"]);
    }

    #[test]
    fn on_the_clock_one_line() {
        let mut bench = bench("2");
        let limits = Limits { clock: Some(Default::default()), ..Limits::default() };
        bench.search(Search { limits, ..Search::default() }).best("e2e4");
        let note = "* the engine shows one line, and has no time for more on the clock";
        assert_eq!(bench.said(), [note, "> search play", "< best e2e4"]);
    }

    #[test]
    fn bad_widths() {
        let mut bench = bench("2");
        for width in ["0", "65", "many"] {
            let value = Some(width.to_owned());
            bench.command(Command::SetOption { name: OPTION.into(), value });
            assert!(bench.said()[0].contains("from 1 to 64"), "{width}");
        }
    }
}
