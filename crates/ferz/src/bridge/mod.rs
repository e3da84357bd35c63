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
//! | `pondering` | pondering by somebody else's will |
//! | `multi_pv` | several lines |
//! | `repetition` | xiangqi's rules of repetition (`--rules`) |
//! | `exclusion` | moves to leave out |
//! | `answers` | legal moves instead of claims, resignations, illegal moves |
//! | `analysis` | analysis |
//! | `adapters` | PolyGlot and UCI2WB, by their command lines |
//! | `timing` | an exact time for one move, a search for a mate |
//! | `deaf` | searches that can be ended |
//!
//! Everything runs in one thread, and each batch of lines goes out in one write: a bridge is in the
//! way of every move.

mod adapters;
mod analysis;
mod answers;
mod arguments;
mod deaf;
mod exclusion;
mod games;
mod multi_pv;
mod names;
mod pause;
mod pondering;
mod relay;
mod repetition;
mod stack;
mod streams;
mod timing;
mod unasked;

pub use adapters::{polyglot, uci2wb};
pub use arguments::{Arguments, launch, quirks};

use crate::aside;
use crate::serve::{LINE_CAP, LoggedOutput, Signal, listen_to_signals};
use crate::session::{Backend, Happening, Rim, Session, introduce};
use anyhow::{Context, anyhow};
use arguments::Conduct;
use ferz_arena::taught;
use ferz_host::{Engine, Quirks};
use ferz_link::front::{Cecp, CecpPolicy, Room, Ucci, UcciOffers, UcciPolicy, Uci, UciOffers};
use ferz_link::host::{Profile, setting_order};
use ferz_link::{
    self as link, Command, Event, Front, Now, OptionDecl, OptionKind, Partner, Protocol,
};
use ferz_referee::Rules;
use ferz_rules::{Repetition, Variant};
use ferz_wire::LineSplitter;
use games::Games;
use relay::Relay;
use stack::{Emulation, Stack};
use std::sync::Arc;
use std::time::{Duration, Instant};
use streams::{Input, Output};
use tokio::runtime::LocalOptions;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use tokio::time::timeout;

/// Events that may wait for the interface's side.
const EVENTS: usize = 1024;
/// Bytes owed to the interface beyond which the engine is not listened to: an interface that does not
/// read what an engine says does not want more of it.
const OWED: usize = 1 << 18;
/// Bytes owed beyond which the interface itself is not listened to.
const OWED_AT_MOST: usize = 1 << 24;
/// How long an interface may leave the last lines unread.
const LAST_LINES: Duration = Duration::from_secs(2);

/// Everything that can wake the loop.
enum Wake {
    /// Bytes from the interface; 0: its end.
    Input(usize),
    /// The engine says something; nothing: it is gone.
    Said(Option<Event>),
    Signal(Signal),
    /// The interface has read something.
    Room,
}

/// Serves an engine of any protocol on standard input and output.
pub fn serve(arguments: &Arguments) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build_local(LocalOptions::default())?.block_on(async {
        let (sender, signals) = unbounded_channel();
        listen_to_signals(move |signal| sender.send(signal).is_ok())?;
        let (engine, stack, about) = started(arguments).await?;
        let (commands, queue) = unbounded_channel();
        let (events, said) = channel(EVENTS);
        let relay = tokio::spawn(Relay::new(engine, stack, events).run(queue));
        let bridge = Bridge { commands, about, conduct: arguments.conduct() };
        let session = Session::new(Box::new(bridge), arguments.interface);
        // A task like the others: the one that is blocked on is woken in a more roundabout way.
        let conversation = tokio::task::spawn_local(converse(session, said, signals, began));
        conversation.await.context("the session has failed")??;
        // Nobody commands the engine any more. The host has patience for every end, so this ends.
        match relay.await.context("the host has failed")? {
            Some(fault) => Err(anyhow!("the engine {fault}")),
            None => Ok(()),
        }
    })
}

/// The interface's end of the bridge.
async fn converse(
    mut session: Session,
    mut said: Receiver<Event>,
    mut signals: UnboundedReceiver<Signal>,
    began: Instant,
) -> anyhow::Result<()> {
    let (mut input, mut output) = (Input::open()?, Output::open()?);
    let mut lines = LineSplitter::with_cap(LINE_CAP);
    let mut rim = LoggedOutput::new(Vec::new(), began);
    // An interface that has quit may not read any more, but the engine's last word counts.
    let mut leaving = false;
    // In which protocol the engine's news are told, the interface's first word decides.
    let mut greeted = session.protocol().is_some();
    while !session.is_over() && !output.is_broken() {
        let owed = rim.out.len();
        // The listener of signals may be missing.
        let wake = tokio::select! {
            Some(signal) = signals.recv() => Wake::Signal(signal),
            length = input.more(), if !input.has_ended() && owed < OWED_AT_MOST => {
                Wake::Input(length)
            }
            event = said.recv(), if greeted && (owed < OWED || leaving) => Wake::Said(event),
            () = output.room(), if owed > 0 => Wake::Room,
        };
        let now = began.elapsed();
        match wake {
            Wake::Signal(signal) => {
                leaving |= signal == Signal::Terminate;
                session.step(now, signal.happening(), &mut rim);
            }
            Wake::Input(length) => {
                greeted = true;
                lines.push(input.bytes(length));
                while let Some(line) = lines.next_line() {
                    // The word is the same in all protocols.
                    leaving |= line.bytes == b"quit";
                    hear(&mut session, now, &line.text(), &mut rim);
                }
                if length == 0 {
                    leaving = true;
                    if let Some(line) = lines.end() {
                        hear(&mut session, now, &line.text(), &mut rim);
                    }
                    session.step(now, Happening::End, &mut rim);
                }
            }
            Wake::Said(None) => break,
            Wake::Said(Some(event)) => {
                session.step(now, Happening::Said(event), &mut rim);
                // All that is there goes out in one write.
                while rim.out.len() < OWED
                    && let Ok(event) = said.try_recv()
                {
                    session.step(now, Happening::Said(event), &mut rim);
                }
            }
            Wake::Room => {}
        }
        rim.flush();
        output.write(&mut rim.out);
    }
    while !rim.out.is_empty() && !output.is_broken() {
        if timeout(LAST_LINES, output.room()).await.is_err() {
            break;
        }
        output.write(&mut rim.out);
    }
    Ok(())
}

fn hear(session: &mut Session, now: Now, line: &str, rim: &mut LoggedOutput<Vec<u8>>) {
    // In no protocol does an empty line mean anything.
    if !line.is_empty() {
        rim.heard(line);
        session.step(now, Happening::Line(line), rim);
    }
}

/// An engine under a host, where our own could be.
struct Bridge {
    commands: UnboundedSender<Command>,
    about: About,
    conduct: Conduct,
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
    /// It hears of draw offers.
    draw_offers: bool,
}

impl Bridge {
    /// Draws and resignation are the engine's own business where its protocol has words for them,
    /// and nobody's unless the user wants it where it has not.
    fn decides(&self) -> Conduct {
        match self.about.protocol {
            Protocol::Uci => self.conduct,
            Protocol::Ucci | Protocol::Cecp => Conduct::default(),
        }
    }

    /// C-530: an engine of CECP plays bughouse with a partner alone. UCI has no words for one, but the
    /// hands in its positions.
    fn tell_of_a_partner(&self) {
        if self.about.protocol == Protocol::Cecp && self.about.games.have_partners() {
            let news = Partner::Is("partner".to_owned());
            let _ = self.commands.send(Command::Partner(news));
        }
    }
}

impl link::Engine for Bridge {
    fn introduction(&self) -> Vec<Event> {
        self.about.introduction.clone()
    }

    /// What comes of it, and that the engine is gone, comes as an event.
    fn command(&mut self, command: Command) -> Vec<Event> {
        let _ = self.commands.send(command);
        Vec::new()
    }
}

impl Backend for Bridge {
    fn front(&self, protocol: Protocol) -> Box<dyn Front> {
        let rules = Box::new(self.about.games.clone());
        let conduct = self.decides();
        if protocol == Protocol::Uci {
            self.tell_of_a_partner();
        }
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
                    // An engine of another protocol has no say in it: as our own does.
                    plays_on_above: CecpPolicy::default().plays_on_above,
                    hears_offers: self.about.draw_offers,
                    ..CecpPolicy::never()
                };
                Box::new(Cecp::new(rules).with_policy(policy).with_room(room()))
            }
        };
        introduce(&mut *front, link::Engine::introduction(self));
        front
    }
}

/// Starts the engine, sets its options, and finds out what has to be emulated.
async fn started(arguments: &Arguments) -> anyhow::Result<(Engine, Stack, About)> {
    let (launch, table) = (arguments.launch()?, arguments.table()?);
    let mut engine = Engine::start(launch, Some(Arc::new(Rules))).await?;
    recognise(&mut engine, table, arguments.variant).await?;
    let mut otherwise = Vec::new();
    if arguments.variant.is_none() {
        let learnt = taught::learn_all(&mut engine).await?;
        for remark in learnt.left_out {
            aside(format_args!("ferz: {remark}"));
        }
        otherwise = learnt.otherwise;
        if learnt.ended {
            engine.start_again().await?;
            recognise(&mut engine, arguments.table()?, arguments.variant).await?;
        }
    }
    let options = engine.about().options.clone();
    let mut settings: Vec<_> = arguments
        .settings()
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
    let pieces = emulations(protocol, &profile, declares("MultiPV"), arguments.rules);
    let mut stack = Stack::new(pieces);
    let mut games = Games::of(protocol, &profile, &options);
    games.leave_out(&otherwise);
    if games.is_empty() {
        return Err(anyhow!("the engine plays none of the games that we know"));
    }
    let about = About {
        protocol,
        games,
        introduction: stack.introduction(introduction(&engine)),
        position_values: declares("UCI_SetPositionValue") || profile.setscore.yes(),
        opponent: declares("UCI_Opponent") || protocol == Protocol::Cecp,
        draw_offers: protocol != Protocol::Cecp || profile.draw.yes(),
    };
    Ok((engine, stack, about))
}

/// What is known of an engine of this name; what the user says of its game outweighs that.
async fn recognise(
    engine: &mut Engine,
    table: Quirks,
    variant: Option<Variant>,
) -> anyhow::Result<()> {
    let name = engine.name().to_owned();
    let lay_down = move |profile: &mut Profile| {
        table.recognise(&name, profile);
        if let Some(game) = variant {
            profile.variants.force(Some(vec![game.name.to_owned()]));
        }
    };
    Ok(engine.profile(lay_down).await?)
}

/// What the machine has for an engine.
fn room() -> Room {
    let field = |text: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<i64>().ok()
    };
    // Linux alone says so in a file; elsewhere nobody is held back.
    let free = std::fs::read_to_string("/proc/meminfo").ok();
    let cores = std::thread::available_parallelism().ok();
    Room {
        megabytes: free.and_then(|text| field(&text)).map(|kilobytes| kilobytes / 1024),
        cores: cores.and_then(|cores| i64::try_from(cores.get()).ok()),
    }
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
    let hears_offers = !cecp || profile.draw.yes();
    let mut pieces: Vec<Box<dyn Emulation>> = vec![
        Box::new(names::Names::new(protocol)),
        Box::new(unasked::Unasked::new(protocol, hears_offers)),
    ];
    if cecp {
        pieces.push(Box::new(pondering::Pondering::default()));
    }
    if !(cecp && profile.pause.yes()) {
        pieces.push(Box::new(pause::Pause::default()));
    }
    if !multi_pv && excludes {
        pieces.push(Box::new(multi_pv::MultiPv::new()));
    }
    if let Some(rules) = rules {
        pieces.push(Box::new(repetition::Repetitions::new(rules)));
    }
    pieces.push(Box::new(exclusion::Exclusion::new(excludes)));
    pieces.push(Box::new(answers::Answers::new(cecp && profile.setboard.yes())));
    if cecp {
        pieces.push(Box::new(analysis::Analysis::new(profile.analyze.yes())));
    }
    if protocol != Protocol::Uci {
        pieces.push(Box::new(timing::Timing::new(protocol)));
    }
    if cecp && !profile.move_now.yes() && profile.analyze.yes() {
        pieces.push(Box::new(deaf::Deaf::default()));
    }
    pieces
}

/// What the engine said of itself.
fn introduction(engine: &Engine) -> Vec<Event> {
    let about = engine.about();
    let facts = about.identity.iter();
    facts
        .map(|(key, text)| Event::Identity { key: key.clone(), text: text.clone() })
        .chain(
            about.options.iter().filter(|decl| !chooses_protocol(decl)).cloned().map(Event::Option),
        )
        .collect()
}

/// Fairy-Stockfish has an option that makes it speak another protocol from then on. An interface that tries
/// the values of all options must not do that to the conversation behind the bridge.
fn chooses_protocol(option: &OptionDecl) -> bool {
    matches!(&option.kind, OptionKind::Combo { choices, .. }
        if option.name.eq_ignore_ascii_case("Protocol")
            && choices.iter().any(|choice| choice.parse::<Protocol>().is_ok()))
}
