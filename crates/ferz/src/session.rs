//! One conversation: the first words choose the protocol, then its front and our engine talk.
//!
//! Some interfaces find out what an engine speaks by trying one greeting after the other. Until the
//! first search each greeting is answered, and the last one counts.
//!
//! Nothing here reads or prints. The caller hands in what happened and gives a [`Rim`] for what
//! comes out, so that a test is a list of lines.

use ferz_link::{
    Command, Engine, Event, Front, FrontInput, FrontOutput, Now, OptionDecl, OptionKind, Protocol,
    Refusal,
};
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
    /// The input has ended. What came before it counts.
    End,
    /// Somebody wants us to end, now.
    Terminate,
    /// The user at the terminal, or an old interface, interrupts us.
    Interrupt,
}

/// An engine that knows how to put itself behind a front. What it posts has to come back as
/// [`Happening::Said`].
pub trait Backend: Engine {
    /// A front of this protocol that offers what it can, told what it is.
    fn front(&self, protocol: Protocol) -> Box<dyn Front>;
    /// A conversation in another protocol begins: what was set in the last one is forgotten.
    fn start_over(&mut self) {}
}

/// The option that writes all traffic to a file. The session's, not the engine's.
pub const LOG_OPTION: &str = "Debug Log File";

/// Tells a front who it speaks for. Nothing comes out of it.
pub fn introduce(front: &mut dyn Front, identity: Vec<Event>) {
    let mut out = Vec::new();
    let kind = OptionKind::File { default: String::new() };
    let log = Event::Option(OptionDecl { name: LOG_OPTION.to_owned(), kind });
    for event in identity.into_iter().chain([log, Event::Ready]) {
        front.step(Now::ZERO, FrontInput::Event(event), &mut out);
    }
    debug_assert!(out.is_empty(), "a front says nothing before it is asked");
}

/// One conversation with an interface.
pub struct Session {
    backend: Box<dyn Backend>,
    front: Box<dyn Front>,
    /// `None` as long as no word has chosen: then UCI's front answers what every protocol may ask.
    chosen: Option<Protocol>,
    /// A search has begun: the choice is final.
    searched: bool,
    over: bool,
}

impl Session {
    /// A session with this engine behind it, in this protocol, or in the one that the interface
    /// greets in.
    pub fn new(backend: Box<dyn Backend>, protocol: Option<Protocol>) -> Session {
        let front = backend.front(protocol.unwrap_or(Protocol::Uci));
        // A protocol given by the caller is final, as one is after the first search.
        let (chosen, searched) = (protocol, protocol.is_some());
        Session { backend, front, chosen, searched, over: false }
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
                    self.backend.searched();
                }
                self.run(now, FrontInput::Event(event), rim);
            }
            // XBoard may send SIGINT to wake an engine up, which is no wish to end it.
            Happening::Interrupt if self.chosen == Some(Protocol::Cecp) => {}
            Happening::Interrupt | Happening::Terminate => {
                self.run(now, FrontInput::Terminate, rim);
            }
            Happening::End => self.run(now, FrontInput::Eof, rim),
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
            self.backend.start_over();
            self.front = self.backend.front(wanted);
        }
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
                        events.extend(self.command(command, rim));
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

    fn command(&mut self, command: Command, rim: &mut dyn Rim) -> Vec<Event> {
        match command {
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(LOG_OPTION) => {
                let file = value.unwrap_or_default();
                let refused = rim.log_to(&file).err().map(|error| {
                    let reason = format!("{file}: {error}");
                    Event::Refused { what: Refusal::Option, text: name, reason }
                });
                refused.into_iter().collect()
            }
            command => {
                self.searched |= matches!(command, Command::Search(_));
                self.backend.command(command)
            }
        }
    }
}

/// The protocol that a line greets in.
fn greeting(line: &str) -> Option<Protocol> {
    match line.split_whitespace().next()? {
        "uci" | "ucicyclone" => Some(Protocol::Uci),
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
