//! One conversation: the first words choose the protocol, then its front and our engine talk.
//!
//! Some interfaces find out what an engine speaks by trying one greeting after the other. Until the
//! first search each greeting is answered, and the last one counts.
//!
//! Nothing here reads or prints. The caller hands in what happened and gives a [`Rim`] for what
//! comes out, so that a test is a list of lines.

use crate::console;
use crate::player::{LOG_OPTION, Player, Post};
use crate::referee::Rules;
use ferz_engine::Engine;
use ferz_link::front::{Cecp, Ucci, UcciOffers, Uci, UciOffers};
use ferz_link::{Command, Event, Front, FrontInput, FrontOutput, Now};
use ferz_wire::uci::ToEngine;

/// The world around a session.
pub trait Rim {
    /// Takes a line for the interface.
    fn line(&mut self, text: &str);
    /// What was taken must be out before this returns.
    fn flush(&mut self);
    /// Writes all traffic to this file from now on; the empty name ends that.
    fn log_to(&mut self, file: &str) -> std::io::Result<()>;
}

/// What happens to a session.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening<'a> {
    /// The interface says something.
    Line(&'a str),
    /// The engine says something.
    Said(Event),
    /// The input has ended, or somebody wants us to end.
    End,
    /// The user at the terminal, or an old interface, interrupts us.
    Interrupt,
}

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of Chinese chess.
    Ucci,
    /// The protocol of XBoard.
    Cecp,
}

/// One conversation with an interface.
pub struct Session {
    player: Player,
    front: Box<dyn Front>,
    /// `None` as long as no word has chosen: then UCI's front answers what every protocol may ask.
    chosen: Option<Protocol>,
    /// A search has begun: the choice is final.
    searched: bool,
    over: bool,
}

impl Session {
    /// A session with this engine. What the engine says later goes through `post` and has to come
    /// back as [`Happening::Said`].
    pub fn new(engine: Box<dyn Engine>, post: Post) -> Session {
        let player = Player::new(engine, post);
        let front = front(Protocol::Uci);
        let mut session = Session { player, front, chosen: None, searched: false, over: false };
        session.introduce(Protocol::Uci);
        session
    }

    /// Whether the conversation has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The protocol that the interface speaks, once it is known.
    pub fn protocol(&self) -> Option<Protocol> {
        self.chosen
    }

    /// One step.
    pub fn step(&mut self, now: Now, happening: Happening<'_>, rim: &mut dyn Rim) {
        if self.over {
            return;
        }
        match happening {
            Happening::Line(line) => {
                self.choose(line);
                self.run(now, FrontInput::Line(line), rim);
            }
            Happening::Said(event) => {
                if matches!(event, Event::BestMove { .. }) {
                    self.player.searched();
                }
                self.run(now, FrontInput::Event(event), rim);
            }
            // XBoard may send SIGINT to wake an engine up, which is no wish to end it.
            Happening::Interrupt if self.chosen == Some(Protocol::Cecp) => {}
            Happening::Interrupt | Happening::End => self.run(now, FrontInput::Eof, rim),
        }
    }

    /// Looks whether a line chooses a protocol.
    fn choose(&mut self, line: &str) {
        let wanted = match self.chosen {
            None => chosen_by(line),
            Some(_) if !self.searched => greeting(line),
            Some(_) => None,
        };
        let Some(wanted) = wanted.filter(|wanted| self.chosen != Some(*wanted)) else { return };
        // UCI's front is there from the beginning.
        let is_there = self.chosen.is_none() && wanted == Protocol::Uci;
        self.chosen = Some(wanted);
        if !is_there {
            self.front = front(wanted);
            self.player.start_over();
            self.introduce(wanted);
        }
    }

    /// Tells the front what the engine is. Nothing comes out of it.
    fn introduce(&mut self, protocol: Protocol) {
        let mut out = Vec::new();
        for event in self.player.introduction(protocol) {
            self.front.step(Now::ZERO, FrontInput::Event(event), &mut out);
        }
        debug_assert!(out.is_empty(), "a front says nothing before it is asked");
    }

    /// One step of the front and all that follows from it.
    fn run(&mut self, now: Now, input: FrontInput<'_>, rim: &mut dyn Rim) {
        let mut out = Vec::new();
        let mut events = Vec::new();
        self.front.step(now, input, &mut out);
        loop {
            for output in out.drain(..) {
                match output {
                    FrontOutput::Line(text) => rim.line(&text),
                    FrontOutput::Command(command) => {
                        // A command may take its time.
                        rim.flush();
                        self.command(command, &mut events, rim);
                    }
                    FrontOutput::End => {
                        self.over = true;
                        return;
                    }
                }
            }
            if events.is_empty() {
                return;
            }
            for event in events.drain(..) {
                self.front.step(now, FrontInput::Event(event), &mut out);
            }
        }
    }

    fn command(&mut self, command: Command, events: &mut Vec<Event>, rim: &mut dyn Rim) {
        match command {
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(LOG_OPTION) => {
                let file = value.unwrap_or_default();
                if let Err(error) = rim.log_to(&file) {
                    let reason = format!("{file}: {error}");
                    events.push(Event::Refused { text: name, reason });
                }
            }
            command => {
                self.searched |= matches!(command, Command::Search(_));
                self.player.command(command, events);
            }
        }
    }
}

fn front(protocol: Protocol) -> Box<dyn Front> {
    let rules = Box::new(Rules);
    match protocol {
        Protocol::Uci => Box::new(Uci::new(
            rules,
            UciOffers {
                position_values: true,
                opponent: true,
                wdl: true,
                registration: false,
                about: Some(about()),
                console: console::WORDS,
            },
        )),
        Protocol::Ucci => Box::new(Ucci::new(
            rules,
            UcciOffers { console: console::WORDS, ..UcciOffers::default() },
        )),
        Protocol::Cecp => Box::new(Cecp::new(rules)),
    }
}

fn about() -> String {
    format!(
        "Ferz {} by {}, free software under the MIT or Apache-2.0 licence",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS")
    )
}

/// The protocol that a line greets in.
fn greeting(line: &str) -> Option<Protocol> {
    match line.split_whitespace().next()? {
        "uci" => Some(Protocol::Uci),
        "ucci" => Some(Protocol::Ucci),
        "xboard" => Some(Protocol::Cecp),
        _ => None,
    }
}

/// The protocol that a first line belongs to. `None` for lines that may come before the choice:
/// `isready`, `debug`, the words for people, and anything unknown.
fn chosen_by(line: &str) -> Option<Protocol> {
    if let Some(protocol) = greeting(line) {
        return Some(protocol);
    }
    if begins_cecp(line.split_whitespace().next()?) {
        return Some(Protocol::Cecp);
    }
    match ToEngine::parse(line).value {
        ToEngine::Unknown(_) | ToEngine::IsReady | ToEngine::Debug(_) | ToEngine::Quit => None,
        _ => Some(Protocol::Uci),
    }
}

/// Whether a CECP conversation may begin with this word; some interfaces never say `xboard`.
#[rustfmt::skip]
fn begins_cecp(word: &str) -> bool {
    matches!(
        word,
        "protover" | "new" | "variant" | "random" | "force" | "playother" | "white"
            | "black" | "level" | "st" | "sd" | "nps" | "time" | "otim" | "usermove" | "ping"
            | "result" | "setboard" | "edit" | "hint" | "undo" | "remove" | "hard" | "easy"
            | "post" | "nopost" | "analyze" | "name" | "rating" | "ics" | "computer" | "memory"
            | "cores" | "egtpath" | "option" | "fritz" | "accepted" | "rejected"
    )
}
