//! Commands to the engine and its events back, through the emulations.

use super::stack::{Outcome, Stack};
use ferz_host::{Engine, Error, Fault, News};
use ferz_link::{Command, Event, Message, MessageKind, Now, Oddity, Refusal};
use ferz_wire::{Remark, RemarkKind};
use std::collections::VecDeque;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Sender, UnboundedReceiver};
use tokio::time::{Instant, sleep_until};

/// The engine's end of the bridge.
pub(super) struct Relay {
    engine: Engine,
    stack: Stack,
    began: Instant,
    events: Sender<Event>,
    /// Events that there was no room for. As long as there are any the engine is not listened to,
    /// but it is commanded.
    unsent: VecDeque<Event>,
    /// Remarks about lines that were told once: an engine that writes one so writes all so.
    remarked: Vec<Remark>,
}

/// Kinds of remarks that are told, each once.
const REMARKS: usize = 100;

/// Everything that can wake the loop.
enum Wake {
    /// A command of the interface; none: the session is over.
    Command(Option<Command>),
    News(Result<News, Fault>),
    /// There is room for an event, or nobody takes any.
    Room(bool),
    /// An emulation wanted to be woken.
    Alarm,
}

impl Relay {
    pub(super) fn new(engine: Engine, stack: Stack, events: Sender<Event>) -> Relay {
        Relay {
            engine,
            stack,
            began: Instant::now(),
            events,
            unsent: VecDeque::new(),
            remarked: Vec::new(),
        }
    }

    /// Until one side ends; why, if the engine has ended without being told to.
    pub(super) async fn run(mut self, mut queue: UnboundedReceiver<Command>) -> Option<Fault> {
        loop {
            let mut out = Vec::new();
            match self.next_wake(&mut queue).await {
                Wake::Command(None) | Wake::Room(false) => return None,
                Wake::Command(Some(Command::Quit)) => {
                    let _ = self.engine.quit().await;
                    return None;
                }
                Wake::Command(Some(command)) => self.stack.command(self.now(), command, &mut out),
                Wake::Room(true) => {
                    if let Some(event) = self.unsent.pop_front()
                        && let Err(TrySendError::Full(event)) = self.events.try_send(event)
                    {
                        self.unsent.push_front(event);
                    }
                }
                Wake::News(Ok(News::Event(Event::Gone))) => {}
                Wake::News(Ok(News::Event(event))) => self.stack.event(self.now(), event, &mut out),
                Wake::News(Ok(News::Odd(odd))) => self.remark(odd),
                Wake::News(Ok(_)) => {}
                Wake::News(Err(fault)) => return Some(self.failed(fault).await),
                Wake::Alarm => self.stack.alarmed(self.now(), &mut out),
            }
            if let Err(fault) = self.carry_out(out).await {
                return Some(self.failed(fault).await);
            }
        }
    }

    /// Waits for the next thing to happen.
    async fn next_wake(&mut self, queue: &mut UnboundedReceiver<Command>) -> Wake {
        let alarm = self.stack.alarm().map(|at| self.began + at);
        let listens = self.unsent.is_empty();
        tokio::select! {
            biased;
            command = queue.recv() => Wake::Command(command),
            room = self.events.reserve(), if !listens => Wake::Room(room.is_ok()),
            news = self.engine.next(), if listens => Wake::News(news),
            () = sleep_until(alarm.unwrap_or(self.began)), if alarm.is_some() => Wake::Alarm,
        }
    }

    fn now(&self) -> Now {
        self.began.elapsed()
    }

    /// What the host found odd.
    fn remark(&mut self, odd: Oddity) {
        if let Oddity::Spelling { remark, .. } = &odd {
            // Blanks are the same whatever stands between them.
            let same = |other: &Remark| {
                other.kind == remark.kind
                    && (other.text == remark.text || other.kind == RemarkKind::WhiteSpace)
            };
            if self.remarked.len() >= REMARKS || self.remarked.iter().any(same) {
                return;
            }
            self.remarked.push(remark.clone());
        }
        self.post_note(MessageKind::Debug, odd.to_string());
    }

    async fn failed(&mut self, fault: Fault) -> Fault {
        self.post_note(MessageKind::UserError, format!("engine {fault}"));
        self.post(Event::Gone);
        for event in self.unsent.drain(..) {
            if self.events.send(event).await.is_err() {
                break;
            }
        }
        fault
    }

    fn post(&mut self, event: Event) {
        if self.unsent.is_empty() {
            // The interface's end is gone when the session is over.
            if let Err(TrySendError::Full(event)) = self.events.try_send(event) {
                self.unsent.push_back(event);
            }
        } else {
            self.unsent.push_back(event);
        }
    }

    fn post_note(&mut self, kind: MessageKind, text: String) {
        self.post(Event::Message(Message { kind, text }));
    }

    async fn carry_out(&mut self, out: Vec<Outcome>) -> Result<(), Fault> {
        let mut todo = VecDeque::from(out);
        while let Some(outcome) = todo.pop_front() {
            match outcome {
                Outcome::ToInterface(event) => self.post(event),
                Outcome::Note(text) => self.engine.note(text).await?,
                Outcome::ToEngine(command) => {
                    let mut more = Vec::new();
                    for event in self.give(command).await? {
                        self.stack.event(self.now(), event, &mut more);
                    }
                    more.into_iter().rev().for_each(|outcome| todo.push_front(outcome));
                }
            }
        }
        Ok(())
    }

    /// Gives the engine a command; what it refuses is told, and a search gets its answer all the
    /// same.
    async fn give(&mut self, command: Command) -> Result<Vec<Event>, Fault> {
        let (what, text) = (refusal(&command), word(&command).to_owned());
        let (is_search, is_stop) =
            (matches!(command, Command::Search(_)), command == Command::Stop);
        match self.engine.command(command).await {
            Ok(()) => Ok(Vec::new()),
            // Its answer was under way already.
            Err(Error::Refused(_)) if is_stop => Ok(Vec::new()),
            Err(Error::Fault(fault)) => Err(fault),
            Err(Error::Refused(refused)) => {
                let mut events = vec![Event::Refused { what, text, reason: refused.reason }];
                if is_search {
                    let (best, ponder) = (None, None);
                    events.push(Event::BestMove { best, ponder, draw_offer: false, resign: false });
                }
                Ok(events)
            }
        }
    }
}

/// What is not done when a command is refused.
fn refusal(command: &Command) -> Refusal {
    match command {
        Command::SetOption { .. } => Refusal::Option,
        Command::Place(_) => Refusal::Position,
        Command::Probe(_) => Refusal::Probe,
        _ => Refusal::Other,
    }
}

/// What a command is called when it is refused.
fn word(command: &Command) -> &'static str {
    match command {
        Command::SetOption { .. } => "option",
        Command::NewGame { .. } => "new game",
        Command::Place(_) => "position",
        Command::Search(_) => "search",
        Command::PonderHit { .. } => "ponder hit",
        Command::Stop => "stop",
        Command::Pause(_) => "pause",
        Command::Ping(_) => "ping",
        Command::Debug(_) => "debug",
        Command::Register(_) => "registration",
        Command::DrawOffer => "draw offer",
        Command::GameOver { .. } => "result",
        Command::Opponent(_) => "opponent",
        Command::Probe(_) => "probe",
        Command::SetValue { .. } => "value of a position",
        Command::Touch(_) => "touch",
        Command::Answer { .. } => "answer",
        Command::Partner(_) => "word of the partner",
        Command::Book => "book",
        Command::Console(_) => "line",
        Command::Quit => "quit",
    }
}
