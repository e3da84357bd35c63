//! Another engine in our place: `ferz bridge`.
//!
//! The front speaks with the interface, the host with the engine; between them go the commands and
//! events of no protocol, so any of the one side fits any of the other. What an engine cannot do
//! its host's half refuses or puts into other words; each time a line of the log says so.

use crate::session::{Backend, Post, introduce};
use anyhow::{Context, anyhow};
use ferz_host::{Engine, Error, Fault, Launch, News, Quirks};
use ferz_link::front::{Cecp, Ucci, UcciOffers, Uci, UciOffers};
use ferz_link::{Command, Event, Front, Message, MessageKind, Protocol};
use ferz_referee::Rules;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// An engine under a host, where our own could be.
pub struct Bridge {
    /// `None` when the session is over.
    commands: Option<UnboundedSender<Command>>,
    introduction: Vec<Event>,
    thread: Option<JoinHandle<()>>,
}

/// Options of the engine to be set before the interface has a word.
pub type Settings = Vec<(String, Option<String>)>;

impl Bridge {
    /// Starts the engine and listens to its handshake.
    pub fn start(mut launch: Launch, settings: Settings, post: Post) -> anyhow::Result<Bridge> {
        Quirks::built_in().prepare(&mut launch);
        let (commands, queue) = unbounded_channel();
        let (report, reported) = sync_channel(1);
        let thread = thread::Builder::new().name("host".into()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                match started(launch, settings).await {
                    Err(error) => drop(report.send(Err(error))),
                    Ok(engine) => {
                        let _ = report.send(Ok(introduction(&engine)));
                        drop(report);
                        relay(engine, queue, &*post).await;
                    }
                }
            });
        })?;
        let introduction = reported.recv().context("no engine")??;
        Ok(Bridge { commands: Some(commands), introduction, thread: Some(thread) })
    }
}

impl Backend for Bridge {
    fn front(&self, protocol: Protocol) -> Box<dyn Front> {
        let rules = Box::new(Rules);
        let mut front: Box<dyn Front> = match protocol {
            Protocol::Uci => Box::new(Uci::new(rules, UciOffers::default())),
            Protocol::Ucci => Box::new(Ucci::new(rules, UcciOffers::default())),
            Protocol::Cecp => Box::new(Cecp::new(rules)),
        };
        introduce(&mut *front, self.introduction.clone());
        front
    }

    fn command(&mut self, command: Command, _: &mut Vec<Event>) {
        // What comes of it, and that the engine is gone, comes through the post.
        if let Some(commands) = &self.commands {
            let _ = commands.send(command);
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.commands = None;
        // The host has patience for every end, so this ends.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn started(launch: Launch, settings: Settings) -> anyhow::Result<Engine> {
    let mut engine = Engine::start(launch, Some(Arc::new(Rules))).await?;
    for (name, value) in settings {
        let set = engine.set_option(&name, value.as_deref()).await;
        set.map_err(|error| anyhow!("option {name}: {error}"))?;
    }
    Ok(engine)
}

/// What the engine said of itself.
fn introduction(engine: &Engine) -> Vec<Event> {
    let about = engine.about();
    let facts = about.identity.iter();
    facts
        .map(|(key, text)| Event::Identity { key: key.clone(), text: text.clone() })
        .chain(about.options.iter().cloned().map(Event::Option))
        .collect()
}

/// Commands to the engine and its events back, until one side ends.
async fn relay(
    mut engine: Engine,
    mut queue: UnboundedReceiver<Command>,
    post: &(dyn Fn(Event) + Send + Sync),
) {
    loop {
        let fault = tokio::select! {
            biased;
            command = queue.recv() => match command {
                None => return,
                Some(Command::Quit) => {
                    let _ = engine.quit().await;
                    return;
                }
                Some(command) => give(&mut engine, command, post).await.err(),
            },
            news = engine.next() => match news {
                Ok(News::Event(Event::Gone)) => None,
                Ok(News::Event(event)) => {
                    post(event);
                    None
                }
                Ok(News::Odd(text)) => {
                    post(note(MessageKind::Debug, text));
                    None
                }
                Ok(_) => None,
                Err(fault) => Some(fault),
            },
        };
        if let Some(fault) = fault {
            post(note(MessageKind::UserError, format!("engine {fault}")));
            return post(Event::Gone);
        }
    }
}

/// Gives the engine a command; what it refuses is told, and a search gets its answer all the same.
async fn give(
    engine: &mut Engine,
    command: Command,
    post: &(dyn Fn(Event) + Send + Sync),
) -> Result<(), Fault> {
    let (text, is_search) = (word(&command), matches!(command, Command::Search(_)));
    match engine.command(command).await {
        Ok(()) => {}
        Err(Error::Fault(fault)) => return Err(fault),
        Err(Error::Refused(refused)) => {
            post(Event::Refused { text: text.to_owned(), reason: refused.reason });
            if is_search {
                let (best, ponder) = (None, None);
                post(Event::BestMove { best, ponder, draw_offer: false, resign: false });
            }
        }
    }
    Ok(())
}

fn note(kind: MessageKind, text: String) -> Event {
    Event::Message(Message { kind, text })
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
        Command::Book => "book",
        Command::Console(_) => "line",
        Command::Quit => "quit",
    }
}
