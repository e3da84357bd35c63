//! Emulations between an interface and an engine, one behind the other.
//!
//! Commands pass them from the interface to the engine, events the other way. Each emulation takes
//! one thing that the engine cannot do and puts it into others that it can; it knows of no other
//! emulation, and reads no clock.
//!
//! ```text
//!   interface -- front --[ pause ]--[ several lines ]--[ left-out moves ]-- host's half -- engine
//!              commands -->                                     <-- events
//! ```

use ferz_link::{Command, Event, Now};
use std::collections::VecDeque;

/// What stands in for something that an engine lacks.
pub(super) trait Emulation: Send {
    /// What it declares to the interface beside what the engine does.
    fn introduction(&self) -> Vec<Event> {
        Vec::new()
    }

    /// A command of the interface.
    fn command(&mut self, now: Now, command: Command, way: &mut Way) {
        let _ = now;
        way.down(command);
    }

    /// An event of the engine.
    fn event(&mut self, now: Now, event: Event, way: &mut Way) {
        let _ = now;
        way.up(event);
    }

    /// When it wants to be woken.
    fn alarm(&self) -> Option<Now> {
        None
    }

    /// That time has come.
    fn alarmed(&mut self, now: Now, way: &mut Way) {
        let _ = (now, way);
    }
}

/// What an emulation makes of a command or an event, in order.
#[derive(Default)]
pub(super) struct Way(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Down(Command),
    Up(Event),
    Note(String),
}

impl Way {
    /// To the engine.
    pub(super) fn down(&mut self, command: Command) {
        self.0.push(Step::Down(command));
    }

    /// To the interface.
    pub(super) fn up(&mut self, event: Event) {
        self.0.push(Step::Up(event));
    }

    /// To the log, once for each text.
    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.0.push(Step::Note(text.into()));
    }
}

/// What is left to do when everything has passed the emulations.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    ToEngine(Command),
    ToInterface(Event),
    Note(String),
}

/// The emulations for one engine, the interface's end first.
#[derive(Default)]
pub(super) struct Stack {
    pieces: Vec<Box<dyn Emulation>>,
    noted: Vec<String>,
}

impl Stack {
    pub(super) fn new(pieces: Vec<Box<dyn Emulation>>) -> Stack {
        Stack { pieces, noted: Vec::new() }
    }

    /// What the engine says of itself as the interface shall hear it.
    pub(super) fn introduction(&mut self, said: Vec<Event>) -> Vec<Event> {
        let mut out = Vec::new();
        for event in said {
            self.event(Now::ZERO, event, &mut out);
        }
        let events = out.into_iter().filter_map(|outcome| match outcome {
            Outcome::ToInterface(event) => Some(event),
            _ => None,
        });
        let own = self.pieces.iter().flat_map(|piece| piece.introduction());
        events.chain(own).collect()
    }

    pub(super) fn command(&mut self, now: Now, command: Command, out: &mut Vec<Outcome>) {
        self.run(now, [(0, Step::Down(command))].into(), out);
    }

    pub(super) fn event(&mut self, now: Now, event: Event, out: &mut Vec<Outcome>) {
        self.run(now, [(self.pieces.len(), Step::Up(event))].into(), out);
    }

    /// When the first of them wants to be woken.
    pub(super) fn alarm(&self) -> Option<Now> {
        self.pieces.iter().filter_map(|piece| piece.alarm()).min()
    }

    pub(super) fn alarmed(&mut self, now: Now, out: &mut Vec<Outcome>) {
        for index in 0..self.pieces.len() {
            let mut way = Way::default();
            if let Some(piece) = self.pieces.get_mut(index)
                && piece.alarm().is_some_and(|at| at <= now)
            {
                piece.alarmed(now, &mut way);
            }
            self.run(now, behind(index, way).collect(), out);
        }
    }

    /// Hands each step on, those that follow from it before the ones after it. A step stands
    /// before the piece of its number, on the interface's side.
    fn run(&mut self, now: Now, mut steps: VecDeque<(usize, Step)>, out: &mut Vec<Outcome>) {
        while let Some((at, step)) = steps.pop_front() {
            let mut way = Way::default();
            let index = match step {
                Step::Down(command) => match self.pieces.get_mut(at) {
                    Some(piece) => {
                        piece.command(now, command, &mut way);
                        at
                    }
                    None => {
                        out.push(Outcome::ToEngine(command));
                        continue;
                    }
                },
                Step::Up(event) => {
                    match at.checked_sub(1).and_then(|at| Some((at, self.pieces.get_mut(at)?))) {
                        Some((at, piece)) => {
                            piece.event(now, event, &mut way);
                            at
                        }
                        None => {
                            out.push(Outcome::ToInterface(event));
                            continue;
                        }
                    }
                }
                Step::Note(text) => {
                    if !self.noted.contains(&text) {
                        self.noted.push(text.clone());
                        out.push(Outcome::Note(text));
                    }
                    continue;
                }
            };
            for step in behind(index, way).rev() {
                steps.push_front(step);
            }
        }
    }
}

/// Where the steps that a piece has made stand.
fn behind(index: usize, way: Way) -> impl DoubleEndedIterator<Item = (usize, Step)> {
    way.0.into_iter().map(move |step| match step {
        Step::Down(_) => (index + 1, step),
        Step::Up(_) | Step::Note(_) => (index, step),
    })
}

/// A conversation with one emulation, for tests: what comes out of it, a line each.
#[cfg(test)]
pub(super) mod bench {
    use super::*;
    use ferz_link::{Bound, Info, Limits, Place, Score, ScoreValue, Search};

    /// Gives commands (`> `) and events (`< `) to a piece, and says what it made of them.
    pub(in super::super) struct Bench {
        stack: Stack,
        now: Now,
        said: Vec<String>,
    }

    impl Bench {
        pub(in super::super) fn new(piece: impl Emulation + 'static) -> Bench {
            Bench { stack: Stack::new(vec![Box::new(piece)]), now: Now::ZERO, said: Vec::new() }
        }

        pub(in super::super) fn command(&mut self, command: Command) -> &mut Bench {
            let mut out = Vec::new();
            self.stack.command(self.now, command, &mut out);
            self.keep(out)
        }

        pub(in super::super) fn event(&mut self, event: Event) -> &mut Bench {
            let mut out = Vec::new();
            self.stack.event(self.now, event, &mut out);
            self.keep(out)
        }

        /// Lets time pass and wakes what is due.
        pub(in super::super) fn later(&mut self, milliseconds: u64) -> &mut Bench {
            self.now += Now::from_millis(milliseconds);
            let mut out = Vec::new();
            self.stack.alarmed(self.now, &mut out);
            self.keep(out)
        }

        pub(in super::super) fn place(&mut self, variant: &str, fen: &str) -> &mut Bench {
            let start = match fen {
                "startpos" => ferz_wire::Start::Startpos,
                fen => ferz_wire::Start::Fen(fen.into()),
            };
            self.command(Command::Place(Place { variant: variant.into(), start, moves: vec![] }));
            self.said.pop();
            self
        }

        pub(in super::super) fn search(&mut self, search: Search) -> &mut Bench {
            self.command(Command::Search(search))
        }

        pub(in super::super) fn best(&mut self, best: &str) -> &mut Bench {
            self.event(best_move(best))
        }

        /// News of a line with a score.
        pub(in super::super) fn info(&mut self, depth: u32, cp: i32, line: &str) -> &mut Bench {
            let score = Some(Score { value: ScoreValue::Cp(cp), bound: Bound::Exact });
            let pv = line.split(' ').map(Into::into).collect();
            let info = Info { depth: Some(depth), score, pv, ..Info::default() };
            self.event(Event::Info(Box::new(info)))
        }

        /// What came out since the last time.
        pub(in super::super) fn said(&mut self) -> Vec<String> {
            std::mem::take(&mut self.said)
        }

        fn keep(&mut self, out: Vec<Outcome>) -> &mut Bench {
            self.said.extend(out.iter().map(told));
            self
        }
    }

    pub(in super::super) fn best_move(best: &str) -> Event {
        let best = (best != "none").then(|| best.into());
        Event::BestMove { best, ponder: None, draw_offer: false, resign: false }
    }

    fn told(outcome: &Outcome) -> String {
        match outcome {
            Outcome::ToEngine(Command::Search(search)) => format!("> search{}", asked(search)),
            Outcome::ToEngine(Command::Place(place)) => {
                let moves: Vec<_> = place.moves.iter().map(|mv| mv.as_str()).collect();
                format!("> place {}", moves.join(" "))
            }
            Outcome::ToEngine(Command::SetOption { name, value }) => {
                format!("> {name}={}", value.as_deref().unwrap_or_default())
            }
            Outcome::ToEngine(command) => format!("> {command:?}"),
            Outcome::ToInterface(Event::Info(info)) => {
                let score = info.score.map(|score| score.value);
                let pv: Vec<_> = info.pv.iter().map(|mv| mv.as_str()).collect();
                let rank = info.rank.map_or(String::new(), |rank| format!(" rank {rank}"));
                let depth = info.depth.unwrap_or_default();
                match score {
                    Some(ScoreValue::Cp(cp)) => {
                        format!("< info{rank} depth {depth} cp {cp} {}", pv.join(" "))
                    }
                    Some(ScoreValue::Mate(n)) => {
                        format!("< info{rank} depth {depth} mate {n} {}", pv.join(" "))
                    }
                    None => format!("< info{rank} depth {depth} {}", pv.join(" ")),
                }
            }
            Outcome::ToInterface(Event::BestMove { best, resign, .. }) => {
                let best = best.as_ref().map_or("none", |mv| mv.as_str());
                format!("< best {best}{}", if *resign { " resign" } else { "" })
            }
            Outcome::ToInterface(event) => format!("< {event:?}"),
            Outcome::Note(text) => format!("* {text}"),
        }
    }

    fn asked(search: &Search) -> String {
        let Search { purpose, limits, only, without, .. } = search;
        let mut text = format!(" {purpose:?}").to_lowercase();
        let Limits { depth, nodes, mate, move_time, max_time, clock, .. } = limits;
        for (name, number) in [
            ("depth", depth.map(u128::from)),
            ("nodes", nodes.map(u128::from)),
            ("mate", mate.map(u128::from)),
            ("time", move_time.map(|time| time.as_millis())),
            ("most", max_time.map(|time| time.as_millis())),
            ("clock", clock.and_then(|c| c.own).map(|own| own.remaining.as_millis())),
        ] {
            if let Some(number) = number {
                text += &format!(" {name} {number}");
            }
        }
        for (name, moves) in [("only", only), ("without", without)] {
            if !moves.is_empty() {
                let moves: Vec<_> = moves.iter().map(|mv| mv.as_str()).collect();
                text += &format!(" {name} {}", moves.join(" "));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::bench::Bench;
    use super::*;

    /// Says what passes, and answers a stop at once.
    struct Parrot;

    impl Emulation for Parrot {
        fn command(&mut self, _: Now, command: Command, way: &mut Way) {
            way.note("heard");
            if command == Command::Stop {
                way.up(bench::best_move("none"));
            }
            way.down(command);
        }
    }

    #[test]
    fn order_and_notes() {
        let mut bench = Bench::new(Parrot);
        bench.command(Command::Stop).command(Command::Ping(1)).event(Event::Pong(1));
        let said = ["* heard", "< best none", "> Stop", "> Ping(1)", "< Pong(1)"];
        assert_eq!(bench.said(), said);
    }
}
