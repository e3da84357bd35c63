//! Our engine as the machines see it: neutral commands become calls, its reports become events.

use crate::console;
use crate::convert;
use crate::game_files;
use crate::session::{Backend, introduce};
use ferz_engine::{self as engine, Engine, OptionSpec};
use ferz_link::front::{Cecp, Ucci, UcciOffers, Uci, UciOffers};
use ferz_link::{
    self as link, Command, Event, Front, Message, MessageKind, OptionDecl, Place, Post, Protocol,
    Refusal, Search,
};
use ferz_referee::GameRecord;
use ferz_referee::Rules;
use ferz_rules::Family;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How the program was started.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// A person types and reads.
    pub person: bool,
    /// Options of the engine that the command line has set: names and values.
    pub settings: Vec<(String, Option<String>)>,
    /// The numbers of the search are offered as options.
    pub numbers: bool,
}

/// What a person is told who types a move where none is expected.
const HOW_TO_PLAY: &str = "`ferz play` plays a game in the terminal";

/// An engine that takes commands and yields events.
pub struct Player {
    engine: Box<dyn Engine>,
    post: Post,
    place: Place,
    /// The engine has not taken the last position: it must not search another one instead.
    astray: bool,
    searching: bool,
    /// Ends a running count of the tree of moves.
    count: Arc<AtomicBool>,
    terms: Terms,
}

impl Player {
    /// Puts the engine behind the model.
    pub fn new(engine: Box<dyn Engine>, post: Post) -> Player {
        Player {
            engine,
            post,
            place: Place::startpos(),
            astray: false,
            searching: false,
            count: Arc::new(AtomicBool::new(false)),
            terms: Terms::default(),
        }
    }

    /// The same under these terms.
    pub fn under(mut self, terms: Terms) -> Player {
        self.terms = terms;
        self.settle();
        self
    }

    /// Sets what the command line has asked for; it was tried before.
    fn settle(&mut self) {
        for (name, value) in &self.terms.settings {
            let set = self.engine.set_option(name, value.as_deref());
            debug_assert!(set.is_ok(), "{name} was tried before");
        }
    }

    /// Takes memory and opens files as the options say, the book's among them.
    fn prepare(&mut self) {
        if !self.searching {
            self.engine.prepare();
        }
    }

    /// Reads files of games: those that are refused are told by name and line.
    fn read_games(&self, value: &str) -> Vec<Event> {
        let told = |text| Event::Message(Message { kind: MessageKind::User, text });
        let mut events = Vec::new();
        for file in game_files::files(value) {
            match game_files::load(&file) {
                Ok(loaded) => events.extend(loaded.refused.into_iter().map(told)),
                Err(why) => events.push(told(why)),
            }
        }
        events.push(Event::Games);
        events
    }

    fn place(&mut self, place: Place) -> Result<(), String> {
        let taken = convert::setup(&place).and_then(|(setup, notation)| {
            self.engine.set_notation(notation);
            self.engine.place(&setup)
        });
        self.astray = taken.is_err();
        if taken.is_ok() {
            self.place = place;
        }
        taken
    }

    fn search(&mut self, search: &Search) {
        self.searching = true;
        let post = Arc::clone(&self.post);
        match search.limits.perft {
            None => {
                let sink = Box::new(move |report| post(convert::event(report)));
                let mut request = convert::request(search);
                if search.limits.static_only {
                    // The shallowest search there is. No book answers a guess.
                    request.limits.depth = Some(1);
                    request.purpose = engine::Purpose::Ponder;
                    self.engine.start(request, sink);
                    return self.engine.ponder_hit();
                }
                self.engine.start(request, sink);
            }
            Some(depth) => {
                // The count has a thread of its own, so that `stop` and `isready` are read.
                self.count = Arc::new(AtomicBool::new(false));
                let cancel = Arc::clone(&self.count);
                let place = self.place.clone();
                std::thread::spawn(move || {
                    let end = GameRecord::of(&place).map(|record| {
                        console::perft(record.game(), depth, &cancel, &mut |line| {
                            post(console_line(line));
                        })
                    });
                    end.unwrap_or_else(|why| why).lines().map(console_line).for_each(&*post);
                    let (best, ponder) = (None, None);
                    post(Event::BestMove { best, ponder, draw_offer: false, resign: false });
                });
            }
        }
    }
}

impl link::Engine for Player {
    fn introduction(&self) -> Vec<Event> {
        let fact =
            |key: &str, text: &str| Event::Identity { key: key.to_owned(), text: text.to_owned() };
        let mut events = vec![
            fact("name", concat!("Ferz ", env!("CARGO_PKG_VERSION"))),
            fact("author", env!("CARGO_PKG_AUTHORS")),
            fact("copyright", "2026 the authors of Ferz, MIT or Apache-2.0 licence"),
            fact("user", "everybody"),
        ];
        let mut options = self.engine.options();
        for (name, value) in &self.terms.settings {
            let same = |option: &&mut OptionSpec| option.name.eq_ignore_ascii_case(name);
            if let (Some(option), Some(value)) = (options.iter_mut().find(same), value) {
                convert::set_default(&mut option.kind, value);
            }
        }
        events.extend(options.iter().map(convert::option).map(Event::Option));
        if self.terms.numbers {
            events.extend(self.engine.numbers().iter().map(convert::number).map(Event::Option));
        }
        let kind = link::OptionKind::File { default: String::new() };
        events.push(Event::Option(OptionDecl { name: game_files::OPTION.to_owned(), kind }));
        events
    }

    fn command(&mut self, command: Command) -> Vec<Event> {
        match command {
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(game_files::OPTION) => {
                return self.read_games(value.as_deref().unwrap_or_default());
            }
            Command::SetOption { name, value } => {
                let set = self.engine.set_option(&name, value.as_deref());
                return refusal(Refusal::Option, name, set.map_err(|error| error.to_string()));
            }
            Command::NewGame { .. } => self.engine.new_game(),
            Command::Place(place) => {
                return refusal(Refusal::Position, "position", self.place(place));
            }
            Command::Search(_) if self.astray => {
                let (best, ponder) = (None, None);
                return vec![Event::BestMove { best, ponder, draw_offer: false, resign: false }];
            }
            Command::Search(search) => self.search(&search),
            Command::PonderHit { .. } => self.engine.ponder_hit(),
            Command::Stop | Command::Quit => {
                self.count.store(true, Ordering::Relaxed);
                self.engine.stop();
            }
            Command::Pause(paused) => self.engine.pause(paused),
            Command::Ping(number) => {
                // Slow preparations happen here, where the interface expects to wait.
                self.prepare();
                return vec![Event::Pong(number)];
            }
            Command::Probe(place) => match convert::setup(&place) {
                Ok((setup, _)) => return vec![convert::probe(&self.engine.probe(&setup))],
                Err(reason) => return refusal(Refusal::Probe, "probe", Err(reason)),
            },
            Command::SetValue { place: None, .. } => self.engine.clear_values(),
            Command::SetValue { place: Some(place), value } => {
                let set = convert::setup(&place)
                    .and_then(|(setup, _)| self.engine.set_value(&setup, value));
                return refusal(Refusal::Other, "value of a position", set);
            }
            Command::Book => {
                self.prepare();
                let moves = self.engine.book_moves();
                let moves = moves.iter().map(|(mv, share)| (mv.as_str().into(), *share)).collect();
                return vec![Event::BookMoves(moves)];
            }
            Command::Console(line) => {
                self.prepare();
                let text = console::answer(&line, &mut *self.engine, &self.place);
                return text.lines().map(console_line).collect();
            }
            // Nothing in our play depends on these.
            Command::Debug(_)
            | Command::Touch(_)
            | Command::Answer { .. }
            | Command::Partner(_)
            | Command::Register(_)
            | Command::DrawOffer
            | Command::GameOver { .. }
            | Command::Opponent(_) => {}
        }
        Vec::new()
    }

    fn searched(&mut self) {
        self.searching = false;
    }
}

/// What is said of something that was not done.
fn refusal(what: Refusal, text: impl Into<String>, done: Result<(), String>) -> Vec<Event> {
    let refused = done.err().map(|reason| Event::Refused { what, text: text.into(), reason });
    refused.into_iter().collect()
}

impl Backend for Player {
    fn front(&self, protocol: Protocol) -> Box<dyn Front> {
        let mut front = front(protocol, self.terms.person);
        let mut introduction = link::Engine::introduction(self);
        if protocol == Protocol::Ucci {
            // What is for chess alone means nothing there.
            let mut options = self.engine.options();
            options.retain(|option| option.family == Some(Family::Chess));
            introduction.retain(|event| {
                !matches!(event, Event::Option(option) if options.iter().any(|it| it.name == option.name))
            });
        }
        introduce(&mut *front, introduction);
        front
    }

    fn start_over(&mut self) {
        for option in self.engine.options() {
            if let Some(value) = convert::default_value(&option.kind) {
                let set = self.engine.set_option(option.name, Some(&value));
                debug_assert!(set.is_ok(), "{} takes its own default", option.name);
            }
        }
        self.settle();
        self.place = Place::startpos();
        self.astray = false;
    }
}

/// Our engine behind a host's handle, without a process of its own.
#[cfg(feature = "host")]
pub async fn resident() -> Result<ferz_host::Engine, ferz_host::Error> {
    let open = |post| -> Box<dyn link::Engine> {
        Box::new(Player::new(ferz_engine::engine(ferz_rules::Variant::NORMAL), post))
    };
    ferz_host::Engine::resident(open).await
}

impl Drop for Player {
    fn drop(&mut self) {
        self.count.store(true, Ordering::Relaxed);
        self.engine.stop();
    }
}

/// What a horse or a cannon is worth in centipawns, by our evaluation's values.
const MINOR_PIECE: i32 = 420;

fn front(protocol: Protocol, person: bool) -> Box<dyn Front> {
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
                person: person.then_some(HOW_TO_PLAY),
                withheld: &[("EvalAPI", "start the engine with --allow-evalapi")],
            },
        )),
        Protocol::Ucci => Box::new(Ucci::new(
            rules,
            UcciOffers {
                minor_piece: MINOR_PIECE,
                console: console::WORDS,
                person,
                ..UcciOffers::default()
            },
        )),
        Protocol::Cecp => {
            Box::new(Cecp::new(rules).with_console(if person { console::WORDS } else { &[] }))
        }
    }
}

fn about() -> String {
    format!(
        "Ferz {} by {}, free software under the MIT or Apache-2.0 licence",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_AUTHORS")
    )
}

fn console_line(line: &str) -> Event {
    Event::Message(Message { kind: MessageKind::Console, text: line.to_owned() })
}
