//! Two machines, wired back to back, and an engine that answers pings.

use ferz_link::{
    Command, Dialect, Event, Front, FrontInput, FrontOutput, Input, Now, Output, Refused,
};
use std::collections::VecDeque;

/// A host's half and a front. Everything that comes out at the ends is kept.
pub(crate) struct Pair<H, F> {
    host: H,
    front: F,
    /// What the engine was told.
    pub(crate) commands: Vec<Command>,
    /// What the caller was told.
    pub(crate) events: Vec<Event>,
    /// The lines between, for people.
    pub(crate) log: Vec<String>,
    /// Refused commands.
    pub(crate) refused: Vec<Refused>,
    /// Pings behind a question for book moves, which the engine answers first.
    late: Option<Vec<u64>>,
}

/// On its way between the machines.
enum Parcel {
    ToFront(String),
    ToHost(String),
    FromEngine(Event),
}

impl<H: Dialect, F: Front> Pair<H, F> {
    pub(crate) fn new(host: H, front: F) -> Pair<H, F> {
        let (commands, events, log, refused, late) = Default::default();
        Pair { host, front, commands, events, log, refused, late }
    }

    pub(crate) fn start(&mut self) {
        self.log.push("start".into());
        let mut queue = VecDeque::new();
        self.host_step(Input::Start, &mut queue);
        self.run(queue);
    }

    pub(crate) fn command(&mut self, command: &Command) {
        self.log.push(format!("! {command:?}"));
        let mut queue = VecDeque::new();
        self.host_step(Input::Command(command), &mut queue);
        self.run(queue);
    }

    pub(crate) fn event(&mut self, event: Event) {
        self.log.push(format!("= {event:?}"));
        let answered = matches!(event, Event::BookMoves(_)).then(|| self.late.take());
        let mut queue = VecDeque::from([Parcel::FromEngine(event)]);
        for number in answered.flatten().into_iter().flatten() {
            queue.push_back(Parcel::FromEngine(Event::Pong(number)));
        }
        self.run(queue);
    }

    fn run(&mut self, mut queue: VecDeque<Parcel>) {
        while let Some(parcel) = queue.pop_front() {
            match parcel {
                Parcel::ToFront(line) => self.front_step(FrontInput::Line(&line), &mut queue),
                Parcel::FromEngine(event) => self.front_step(FrontInput::Event(event), &mut queue),
                Parcel::ToHost(line) => self.host_step(Input::Line(&line), &mut queue),
            }
        }
    }

    fn host_step(&mut self, input: Input<'_>, queue: &mut VecDeque<Parcel>) {
        let mut out = Vec::new();
        if let Err(refused) = self.host.step(Now::ZERO, input, &mut out) {
            self.log.push(format!("x {refused}"));
            self.refused.push(refused);
        }
        for output in out {
            match output {
                Output::Line(line) => {
                    self.log.push(format!("> {line}"));
                    queue.push_back(Parcel::ToFront(line));
                }
                Output::Event(event) => self.events.push(event),
                Output::Odd(text) => self.log.push(format!("? {text}")),
                Output::Wait(_) | Output::Interrupt => {}
            }
        }
    }

    fn front_step(&mut self, input: FrontInput<'_>, queue: &mut VecDeque<Parcel>) {
        let mut out = Vec::new();
        self.front.step(Now::ZERO, input, &mut out);
        for output in out {
            match output {
                FrontOutput::Line(line) => {
                    self.log.push(format!("< {line}"));
                    queue.push_back(Parcel::ToHost(line));
                }
                FrontOutput::Command(command) => {
                    match (&command, &mut self.late) {
                        (Command::Book, late) => *late = Some(Vec::new()),
                        (Command::Ping(number), Some(late)) => late.push(*number),
                        (Command::Ping(number), None) => {
                            queue.push_back(Parcel::FromEngine(Event::Pong(*number)));
                        }
                        _ => {}
                    }
                    self.commands.push(command);
                }
                FrontOutput::End => {}
            }
        }
    }
}
