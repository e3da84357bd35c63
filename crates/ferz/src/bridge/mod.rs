//! Another engine in our place: `ferz bridge`.
//!
//! The front speaks with the interface, the host with the engine; between them go the commands and
//! events of no protocol, so any of the one side fits any of the other. What an engine's protocol
//! says in other words its host's half translates. What the engine lacks altogether is emulated
//! here, one thing in each file, one line of the log for each:
//!
//! | file | stands in for |
//! |---|---|
//! | `names` | options under the names that interfaces know |
//! | `unasked` | words that the engine's protocol does not have |
//! | `pause` | CECP's `pause` |
//! | `multi_pv` | several lines |
//! | `repetition` | xiangqi's rules of repetition (`--rules`) |
//! | `exclusion` | moves to leave out |
//! | `analysis` | analysis |
//! | `adapters` | PolyGlot and UCI2WB, by their command lines |
//! | `timing` | an exact time for one move, a search for a mate |

mod adapters;
mod analysis;
mod arguments;
mod exclusion;
mod games;
mod multi_pv;
mod names;
mod pause;
mod repetition;
mod stack;
mod timing;
mod unasked;

pub use adapters::{polyglot, uci2wb};
pub use arguments::{Arguments, launch, quirks};

use crate::session::{Backend, Post, introduce};
use anyhow::{Context, anyhow};
use arguments::Conduct;
use ferz_host::{Engine, Error, Fault, News};
use ferz_link::front::{Cecp, CecpPolicy, Ucci, UcciOffers, UcciPolicy, Uci, UciOffers};
use ferz_link::host::{Profile, setting_order};
use ferz_link::{Command, Event, Front, Message, MessageKind, Now, Protocol};
use ferz_referee::Rules;
use ferz_rules::Repetition;
use games::Games;
use stack::{Emulation, Outcome, Stack};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

/// An engine under a host, where our own could be.
pub struct Bridge {
    /// `None` when the session is over.
    commands: Option<UnboundedSender<Command>>,
    about: About,
    conduct: Conduct,
    thread: Option<JoinHandle<()>>,
}

/// What the fronts need to know of the engine.
struct About {
    protocol: Protocol,
    games: Games,
    introduction: Vec<Event>,
    /// It takes values of positions.
    position_values: bool,
    /// It wants to know its opponent.
    opponent: bool,
}

impl Bridge {
    /// Starts the engine and listens to its handshake.
    pub fn start(arguments: &Arguments, post: Post) -> anyhow::Result<Bridge> {
        let (launch, settings) = (arguments.launch()?, arguments.settings());
        let (conduct, rules) = (arguments.conduct(), arguments.rules);
        let (commands, queue) = unbounded_channel();
        let (report, reported) = sync_channel(1);
        let thread = thread::Builder::new().name("host".into()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                match started(launch, settings, rules).await {
                    Err(error) => drop(report.send(Err(error))),
                    Ok((engine, stack, about)) => {
                        let _ = report.send(Ok(about));
                        drop(report);
                        Relay { engine, stack, began: Instant::now(), post }.run(queue).await;
                    }
                }
            });
        })?;
        let about = reported.recv().context("no engine")??;
        Ok(Bridge { commands: Some(commands), about, conduct, thread: Some(thread) })
    }

    /// Draws and resignation are the engine's own business where its protocol has words for them,
    /// and nobody's unless the user wants it where it has not.
    fn decides(&self) -> Conduct {
        match self.about.protocol {
            Protocol::Uci => self.conduct,
            Protocol::Ucci | Protocol::Cecp => Conduct::default(),
        }
    }
}

impl Backend for Bridge {
    fn front(&self, protocol: Protocol) -> Box<dyn Front> {
        let rules = Box::new(self.about.games.clone());
        let conduct = self.decides();
        let mut front: Box<dyn Front> = match protocol {
            Protocol::Uci => Box::new(Uci::new(
                rules,
                UciOffers {
                    position_values: self.about.position_values,
                    opponent: self.about.opponent,
                    registration: self.about.protocol == Protocol::Uci,
                    ..UciOffers::default()
                },
            )),
            Protocol::Ucci => {
                let policy = UcciPolicy {
                    // UCCI counts a minor piece as 100.
                    resign_score: conduct.resign.map_or(0, |cp| (cp / 4) as i32),
                    level: conduct.draw.map_or(-1, |cp| cp / 4),
                    ..UcciPolicy::never()
                };
                Box::new(Ucci::new(rules, UcciOffers { policy, ..UcciOffers::default() }))
            }
            Protocol::Cecp => {
                let policy = CecpPolicy {
                    resign_score: conduct.resign.map_or(0, |cp| cp as i32),
                    resign_moves: 4,
                    content_with_draw: conduct.draw.unwrap_or(i32::MIN),
                    claims: self.about.protocol != Protocol::Cecp,
                    ..CecpPolicy::never()
                };
                Box::new(Cecp::new(rules).with_policy(policy))
            }
        };
        introduce(&mut *front, self.about.introduction.clone());
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

/// Starts the engine, sets its options, and finds out what has to be emulated.
async fn started(
    launch: ferz_host::Launch,
    settings: Vec<(String, Option<String>)>,
    rules: Option<Repetition>,
) -> anyhow::Result<(Engine, Stack, About)> {
    let mut engine = Engine::start(launch, Some(Arc::new(Rules))).await?;
    let options = engine.about().options.clone();
    let mut settings: Vec<_> = settings
        .into_iter()
        .map(|(name, value)| (names::own_name(&options, &name).unwrap_or(&name).to_owned(), value))
        .collect();
    settings.sort_by_key(|(name, _)| setting_order(name));
    for (name, value) in settings {
        let set = engine.set_option(&name, value.as_deref()).await;
        set.map_err(|error| anyhow!("option {name}: {error}"))?;
    }
    let (protocol, profile) = (engine.protocol(), engine.profile(|p| p.clone()).await?);
    let declares = |name: &str| options.iter().any(|decl| decl.name.eq_ignore_ascii_case(name));
    let mut stack = Stack::new(emulations(protocol, &profile, declares("MultiPV"), rules));
    let games = Games::of(protocol, &profile, &options);
    if games.is_empty() {
        return Err(anyhow!("the engine plays none of the games that we know"));
    }
    let about = About {
        protocol,
        games,
        introduction: stack.introduction(introduction(&engine)),
        position_values: declares("UCI_SetPositionValue") || profile.setscore.yes(),
        opponent: declares("UCI_Opponent") || protocol == Protocol::Cecp,
    };
    Ok((engine, stack, about))
}

/// What this engine needs, the interface's end first.
fn emulations(
    protocol: Protocol,
    profile: &Profile,
    multi_pv: bool,
    rules: Option<Repetition>,
) -> Vec<Box<dyn Emulation>> {
    let cecp = protocol == Protocol::Cecp;
    let excludes = !cecp || profile.exclude.yes();
    let mut pieces: Vec<Box<dyn Emulation>> =
        vec![Box::new(names::Names::new(protocol)), Box::new(unasked::Unasked::new(protocol))];
    if !(cecp && profile.pause.yes()) {
        pieces.push(Box::new(pause::Pause::default()));
    }
    if !multi_pv && excludes {
        pieces.push(Box::new(multi_pv::MultiPv::new()));
    }
    if let Some(rules) = rules {
        pieces.push(Box::new(repetition::Repetitions::new(rules)));
    }
    if !excludes {
        pieces.push(Box::new(exclusion::Exclusion::default()));
    }
    if cecp {
        pieces.push(Box::new(analysis::Analysis::new(profile.analyze.yes())));
    }
    if protocol != Protocol::Uci {
        pieces.push(Box::new(timing::Timing::new(protocol)));
    }
    pieces
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

/// Commands to the engine and its events back, through the emulations.
struct Relay {
    engine: Engine,
    stack: Stack,
    began: Instant,
    post: Post,
}

impl Relay {
    /// Until one side ends.
    async fn run(mut self, mut queue: UnboundedReceiver<Command>) {
        loop {
            let mut out = Vec::new();
            let alarm = self.stack.alarm().map(|at| self.began + at);
            tokio::select! {
                biased;
                command = queue.recv() => match command {
                    None => return,
                    Some(Command::Quit) => {
                        let _ = self.engine.quit().await;
                        return;
                    }
                    Some(command) => self.stack.command(self.now(), command, &mut out),
                },
                news = self.engine.next() => match news {
                    Ok(News::Event(Event::Gone)) => {}
                    Ok(News::Event(event)) => self.stack.event(self.now(), event, &mut out),
                    Ok(News::Odd(text)) => self.post_note(MessageKind::Debug, text),
                    Ok(_) => {}
                    Err(fault) => return self.failed(&fault),
                },
                () = sleep_until(alarm.unwrap_or(self.began)), if alarm.is_some() => {
                    self.stack.alarmed(self.now(), &mut out);
                }
            }
            if let Err(fault) = self.carry_out(out).await {
                return self.failed(&fault);
            }
        }
    }

    fn now(&self) -> Now {
        self.began.elapsed()
    }

    fn failed(&self, fault: &Fault) {
        self.post_note(MessageKind::UserError, format!("engine {fault}"));
        (self.post)(Event::Gone);
    }

    fn post_note(&self, kind: MessageKind, text: String) {
        (self.post)(Event::Message(Message { kind, text }));
    }

    async fn carry_out(&mut self, out: Vec<Outcome>) -> Result<(), Fault> {
        let mut todo = VecDeque::from(out);
        while let Some(outcome) = todo.pop_front() {
            match outcome {
                Outcome::ToInterface(event) => (self.post)(event),
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
        let text = word(&command).to_owned();
        let (is_search, is_stop) =
            (matches!(command, Command::Search(_)), command == Command::Stop);
        match self.engine.command(command).await {
            Ok(()) => Ok(Vec::new()),
            // Its answer was under way already.
            Err(Error::Refused(_)) if is_stop => Ok(Vec::new()),
            Err(Error::Fault(fault)) => Err(fault),
            Err(Error::Refused(refused)) => {
                let mut events = vec![Event::Refused { text, reason: refused.reason }];
                if is_search {
                    let (best, ponder) = (None, None);
                    events.push(Event::BestMove { best, ponder, draw_offer: false, resign: false });
                }
                Ok(events)
            }
        }
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
        Command::Book => "book",
        Command::Console(_) => "line",
        Command::Quit => "quit",
    }
}
