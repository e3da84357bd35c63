//! The engine's half of CECP, the xboard protocol, versions 1 and 2.
//!
//! CECP's engine keeps the board, the clocks and the rules of conduct itself: this machine does
//! so on behalf of any engine that takes [`Command`]s. It ponders, claims, answers draw offers and
//! counts time; the engine only searches.
//!
//! | file | concern |
//! |---|---|
//! | `mod` | the state, one step |
//! | `commands` | what each line of the interface does |
//! | `game` | the board, moves, results |
//! | `think` | starting searches and taking their answers |
//! | `port` | one search at a time; answers nobody wants |
//! | `clock` | clocks and time controls |
//! | `features` | handshake and options |
//! | `edit` | edit mode |
//! | `marks` | where the piece in a person's hand may go |
//! | `holdings` | hands of pieces, from a chess server |
//! | `partner` | the partner in a game of two boards |
//! | `policy` | draws and resignation |
//! | `output` | thinking output and messages |
//!
//! Where the specification is ambiguous the reading recommended there is implemented, with two
//! exceptions:
//!
//! * `time` and `otim` directly before `go` or `playother` speak of the colour that the engine
//!   takes (C-298): so XBoard sends them when the engine changes sides.
//! * `new`, `force` and `result` end a pause (C-471): a host that forgets its pause would wait for
//!   ever otherwise.

mod clock;
mod commands;
mod edit;
mod features;
mod game;
mod holdings;
mod marks;
mod output;
mod partner;
mod policy;
mod port;
mod think;

use crate::{
    Command, Event, Front, FrontInput, FrontOutput, Message, MessageKind, Now, Opponent, Referee,
    Refusal, Setup, Side,
};
use clock::Clocks;
use edit::Editor;
use features::About;
use ferz_wire::cecp::{EditLine, FromEngine, TellTo, ToEngine};
use game::Table;
use partner::Team;
pub use policy::Policy;
use port::Port;
use std::collections::VecDeque;
use think::Thoughts;

/// What the front is doing: exactly one of these at a time (C-800).
#[derive(Debug)]
enum Mode {
    /// It plays neither side.
    Force,
    /// It plays the colour of its seat.
    Playing(Doing),
    /// It searches whatever is on the board.
    Analysing,
    /// The lines are those of `edit`; afterwards force mode or analysis.
    Edit(Box<Editor>),
    /// Everything stands still; afterwards the mode inside.
    Paused(Box<Mode>),
    /// The game is over; otherwise as in force mode.
    Over,
}

/// What the engine does while it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// The opponent is on move, or nobody started us.
    Waiting,
    /// Our move. Without a search when every move is excluded.
    Thinking,
    /// The opponent is on move and we think ahead.
    Pondering,
}

impl Mode {
    fn name(&self) -> &'static str {
        match self {
            Mode::Force => "force",
            Mode::Playing(Doing::Waiting) => "waiting",
            Mode::Playing(Doing::Thinking) => "thinking",
            Mode::Playing(Doing::Pondering) => "pondering",
            Mode::Analysing => "analysing",
            Mode::Edit(_) => "edit",
            Mode::Paused(_) => "paused",
            Mode::Over => "over",
        }
    }
}

/// The engine's half of CECP.
pub struct Cecp {
    referee: Box<dyn Referee>,
    policy: Policy,
    about: About,
    port: Port,
    mode: Mode,
    table: Table,
    clocks: Clocks,
    thoughts: Thoughts,
    opponent: Opponent,
    team: Team,
    /// Depth limit of `sd`.
    depth: Option<u32>,
    /// Node rate of `nps`.
    node_rate: Option<u64>,
    /// Whether to ponder.
    hard: bool,
    /// Whether to show what the engine thinks.
    post: bool,
    /// The option that `egtpath` has set. Interfaces name folders that are not there (XBoard's own
    /// default is one), so a refusal of it is a note and no error.
    tables: Option<String>,
    /// A `new` that the engine was not told yet.
    new_game: bool,
    /// Settings that came while the engine was on move.
    deferred: Vec<Command>,
    /// Pings that came while the engine was on move.
    late_pings: Vec<Option<i64>>,
    /// Pings on their way through the engine, with the number the engine got.
    pings: VecDeque<(u64, Option<i64>)>,
    pings_sent: u64,
    /// The clock that ran when everything was paused, and when that was.
    paused_clock: Option<Side>,
    paused_at: Now,
    /// An answer of the search that came while paused.
    kept: Option<Event>,
    /// Lines that came before the engine was ready.
    early: VecDeque<String>,
    gone: bool,
    /// First words of lines that only the engine understands; none unless a person reads.
    console: &'static [&'static str],
    now: Now,
    out: Vec<FrontOutput>,
    room: Room,
}

/// What the machine has for an engine, where that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Megabytes that are free.
    pub megabytes: Option<i64>,
    /// Cores.
    pub cores: Option<i64>,
}

impl Cecp {
    /// A front for an engine whose games `referee` knows. The engine introduces itself by
    /// [`Event::Identity`], [`Event::Option`] and [`Event::Ready`].
    pub fn new(referee: Box<dyn Referee>) -> Cecp {
        let table = Table::new(&*referee);
        Cecp {
            referee,
            policy: Policy::default(),
            about: About::new(),
            port: Port::new(),
            mode: Mode::Playing(Doing::Waiting),
            table,
            clocks: Clocks::new(),
            thoughts: Thoughts::new(),
            opponent: Opponent::default(),
            team: Team::default(),
            depth: None,
            node_rate: None,
            hard: false,
            post: false,
            tables: None,
            new_game: true,
            deferred: Vec::new(),
            late_pings: Vec::new(),
            pings: VecDeque::new(),
            pings_sent: 0,
            paused_clock: None,
            paused_at: Now::ZERO,
            kept: None,
            early: VecDeque::new(),
            gone: false,
            console: &[],
            now: Now::ZERO,
            out: Vec::new(),
            room: Room::default(),
        }
    }

    /// Gives the engine no more than the machine has, whatever the interface says.
    pub fn with_room(mut self, room: Room) -> Cecp {
        self.room = room;
        self
    }

    /// Decides about draws and resignation otherwise than by default.
    pub fn with_policy(mut self, policy: Policy) -> Cecp {
        self.policy = policy;
        self
    }

    /// A person reads, not a program: lines that begin with these words are for the engine, and
    /// their answers are shown.
    pub fn with_console(mut self, words: &'static [&'static str]) -> Cecp {
        self.console = words;
        self
    }

    /// A message for the interface.
    fn say(&mut self, message: FromEngine) {
        self.out.push(FrontOutput::Line(message.to_string()));
    }

    /// A command for the engine, also while it searches.
    fn tell(&mut self, command: Command) {
        self.port.send(command, &mut self.out);
    }

    /// Our colour.
    fn seat(&self) -> Side {
        self.table.seat
    }

    fn line(&mut self, line: &str) {
        if !self.about.ready {
            self.early_line(line);
            return;
        }
        match &self.mode {
            Mode::Edit(_) => self.edit_line(EditLine::parse(line).value),
            Mode::Paused(_) => match ToEngine::parse(line).value {
                ToEngine::Quit => self.quit(),
                ToEngine::Resume => self.resume(),
                // Not by the book; but who forgets the pause must not find a dead engine.
                ToEngine::New | ToEngine::Force | ToEngine::Result { .. } => {
                    if self.kept.take().is_some() {
                        self.port.ended(&mut self.out);
                    }
                    self.resume();
                    self.command(line);
                }
                _ if line.trim().is_empty() => {}
                _ => self.not_now(line.trim()),
            },
            _ => self.command(line),
        }
    }

    fn event(&mut self, event: Event) {
        if let (Mode::Paused(_), Event::BestMove { .. }) = (&self.mode, &event)
            && self.port.live().is_some()
        {
            self.kept = Some(event);
            return;
        }
        match event {
            Event::Identity { key, text } => self.about.identity(&key, text),
            Event::Option(option) => self.declare(option),
            Event::Ready => self.engine_ready(),
            Event::Pong(number) => self.pong(number),
            Event::Info(info) => self.info(*info),
            Event::BestMove { best, ponder, draw_offer, resign } => {
                self.search_ended(best, ponder, draw_offer, resign);
            }
            Event::DrawOffer => self.offer_draw(),
            Event::Resign => self.resign(),
            // It has been said already, by us.
            Event::Claim { .. } if matches!(self.mode, Mode::Over) => {}
            Event::Claim { result, comment } => self.result_line(result, comment),
            Event::Refused { what: Refusal::Option, text, reason }
                if self.tables.as_ref() == Some(&text) =>
            {
                self.message(Message { kind: MessageKind::Note, text: format!("{text} {reason}") });
            }
            Event::Refused { text, reason, .. } => self.error(&reason, &text),
            Event::Hint(hint) => self.say(FromEngine::Hint(hint)),
            Event::BookMoves(moves) => self.book(&moves),
            Event::Registration(state) | Event::CopyProtection(state) => self.checked(state),
            Event::Message(message) => self.message(message),
            // Answers of its user are no commands here: the engine hears none (C-780).
            Event::Question { text, .. } => {
                self.message(Message { kind: MessageKind::User, text });
            }
            Event::Games if self.about.ready && self.about.version >= 2 => self.say_games(),
            Event::Games => {}
            Event::Setup(Setup { pieces, size, fen }) => {
                self.say(FromEngine::Setup { pieces, size, fen });
            }
            Event::Piece { id, moves } => self.say(FromEngine::Piece { id, moves }),
            // Nothing in CECP asks for it; and what a person may do the front says itself.
            Event::Probed { .. } | Event::Marks(_) | Event::Click(_) | Event::Choice(_) => {}
            Event::Gone => {
                self.gone = true;
                let text = "the engine has ended".into();
                self.say(FromEngine::Tell { to: TellTo::UserError, text });
                self.out.push(FrontOutput::End);
            }
        }
    }

    fn quit(&mut self) {
        self.gone = true;
        self.out.push(FrontOutput::Command(Command::Quit));
        self.out.push(FrontOutput::End);
    }
}

impl Front for Cecp {
    fn step(&mut self, now: Now, input: FrontInput<'_>, out: &mut Vec<FrontOutput>) {
        if self.gone {
            return;
        }
        self.now = now;
        let before = self.mode.name();
        match input {
            FrontInput::Line(line) => self.line(line),
            FrontInput::Event(event) => self.event(event),
            FrontInput::Eof | FrontInput::Terminate => self.quit(),
        }
        let after = self.mode.name();
        if self.about.debug && before != after && !self.gone {
            self.say(FromEngine::Comment(format!(" mode {after}")));
        }
        out.append(&mut self.out);
    }
}
