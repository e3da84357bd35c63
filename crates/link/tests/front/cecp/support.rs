//! Conversations with the front alone: what the interface and a scripted engine say, and what
//! comes out.
//!
//! A script has one step a line:
//!
//! * a line as it is: the interface says it;
//! * `! best e2e4 e7e5`, `! best none`, `! resign`, `! draw`, `! info …` (in UCI's words), …: the
//!   engine says it;
//! * `@ 1500`: the clock shows 1500 ms from here on;
//! * `eof`: the interface is gone.
//!
//! What comes out: `< line` for the interface, `= command` for the engine, `= end`. The engine
//! answers a ping at once and a stop with some legal move, unless the script says `slow`.

use expect_test::Expect;
use ferz_link::front::Cecp;
use ferz_link::{
    Clock, Command, Event, Front, FrontInput, FrontOutput, Info, Message, MessageKind, OptionDecl,
    OptionKind, Place, Record, Referee, Refusal, Search,
};
use ferz_referee::Rules;
use ferz_wire::uci::FromEngine;
use ferz_wire::{MoveText, Start};
use std::collections::VecDeque;
use std::fmt::Write;
use std::time::Duration;

/// A front, a scripted engine behind it, and what was said so far.
pub(crate) struct Talk {
    front: Cecp,
    now: Duration,
    slow: bool,
    placed: Place,
    searching: bool,
    stopped: bool,
    text: String,
}

impl Talk {
    /// The engine has introduced itself.
    pub(crate) fn new() -> Talk {
        let mut talk = Talk::unready();
        talk.introduce();
        talk
    }

    /// A person reads, and some words are the engine's.
    pub(crate) fn with_person() -> Talk {
        let mut talk = Talk::unready();
        talk.front = Cecp::new(Box::new(Rules)).with_console(&["d", "help"]);
        talk.introduce();
        talk
    }

    /// The engine has said nothing yet.
    pub(crate) fn unready() -> Talk {
        Talk {
            front: Cecp::new(Box::new(Rules)),
            now: Duration::ZERO,
            slow: false,
            placed: Place::startpos(),
            searching: false,
            stopped: false,
            text: String::new(),
        }
    }

    /// After `protover 2`, with all features accepted and what was said dropped.
    pub(crate) fn v2() -> Talk {
        let mut talk = Talk::new();
        talk.run("xboard\nprotover 2\naccepted ping\nrejected debug");
        talk.text.clear();
        talk
    }

    fn introduce(&mut self) {
        for event in introduction() {
            self.step(FrontInput::Event(event));
        }
    }

    /// Runs a script; what came out since the last call.
    pub(crate) fn run(&mut self, script: &str) -> String {
        for line in script.lines().map(str::trim_start).filter(|line| !line.is_empty()) {
            if let Some(time) = line.strip_prefix("@ ") {
                self.now = Duration::from_millis(time.parse().expect("a number of milliseconds"));
            } else if let Some(event) = line.strip_prefix("! ") {
                match event {
                    "introduction" => self.introduce(),
                    event => self.step(FrontInput::Event(read_event(event))),
                }
            } else {
                match line {
                    "eof" => self.step(FrontInput::Eof),
                    "slow" => self.slow = true,
                    "blank" => self.step(FrontInput::Line("")),
                    line => self.step(FrontInput::Line(line)),
                }
            }
        }
        std::mem::take(&mut self.text)
    }

    /// Whether the engine has a search that it was not told to end.
    pub(crate) fn searching(&self) -> bool {
        self.searching
    }

    /// The engine ends its search with its first legal move, and perhaps a reply to ponder on.
    pub(crate) fn answer(&mut self, ponder: bool) {
        let (mut record, _) = Rules.place(&self.placed).expect("a legal position");
        let first = |record: &dyn Record| record.legal_moves().first().cloned();
        let best = first(&*record);
        if let Some(best) = &best {
            record.play(best).expect("a legal move");
        }
        let reply = first(&*record).filter(|_| ponder && best.is_some());
        let text = |text: Option<String>| text.map(|text| MoveText::new(&text));
        self.step(FrontInput::Event(best_move(text(best), text(reply))));
    }

    /// The position the engine has.
    pub(crate) fn placed(&self) -> &Place {
        &self.placed
    }

    pub(crate) fn step(&mut self, input: FrontInput<'_>) {
        let mut replies = VecDeque::new();
        self.one_step(input, &mut replies);
        while let Some(event) = replies.pop_front() {
            self.one_step(FrontInput::Event(event), &mut replies);
        }
    }

    fn one_step(&mut self, input: FrontInput<'_>, replies: &mut VecDeque<Event>) {
        if let FrontInput::Event(Event::BestMove { .. }) = input {
            self.searching = false;
        }
        let mut out = Vec::new();
        self.front.step(self.now, input, &mut out);
        for output in out {
            let _ = match &output {
                FrontOutput::Line(line) if line.is_empty() => writeln!(self.text, "<"),
                FrontOutput::Line(line) => writeln!(self.text, "< {line}"),
                FrontOutput::Command(command) => writeln!(self.text, "= {}", show(command)),
                FrontOutput::End => writeln!(self.text, "= end"),
            };
            if let FrontOutput::Command(command) = output {
                self.engine(command, replies);
            }
        }
    }

    /// The scripted engine. It insists on what the model promises to every engine.
    fn engine(&mut self, command: Command, replies: &mut VecDeque<Event>) {
        match command {
            Command::Ping(number) => replies.push_back(Event::Pong(number)),
            Command::Place(place) => {
                assert!(!self.searching, "a position in a search\n{}", self.text);
                let (_, complaint) = Rules.place(&place).expect("a legal position");
                assert_eq!(complaint, None, "{place:?}");
                self.placed = place;
            }
            Command::Search(_) => {
                assert!(!self.searching, "a search in a search\n{}", self.text);
                self.searching = true;
                self.stopped = false;
            }
            Command::SetOption { .. } | Command::NewGame { .. } => {
                assert!(!self.searching, "a setting in a search\n{}", self.text);
            }
            Command::Stop | Command::PonderHit { .. } | Command::Pause(_) => {
                assert!(self.searching, "no search for {command:?}\n{}", self.text);
                assert!(!self.stopped, "{command:?} after a stop\n{}", self.text);
                self.stopped |= command == Command::Stop;
                if command == Command::Stop && !self.slow {
                    let (record, _) = Rules.place(&self.placed).expect("a legal position");
                    let best = record.legal_moves().first().map(|text| MoveText::new(text));
                    replies.push_back(best_move(best, None));
                }
            }
            _ => {}
        }
    }
}

/// Version 2 speaks first.
pub(crate) fn check(script: &str, expected: Expect) {
    expected.assert_eq(&Talk::v2().run(script));
}

/// A host of version 1.
pub(crate) fn check_v1(script: &str, expected: Expect) {
    expected.assert_eq(&Talk::new().run(script));
}

/// Only the lines that the interface gets.
pub(crate) fn heard(script: &str) -> Vec<String> {
    lines(&Talk::v2().run(script))
}

/// The lines for the interface of a transcript.
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("< ")).map(str::to_owned).collect()
}

/// The engine of the transcripts: one option of each kind.
fn introduction() -> Vec<Event> {
    let option = |name: &str, kind| Event::Option(OptionDecl { name: name.into(), kind });
    let choices = vec!["Calm".to_owned(), "Very Risky".to_owned()];
    vec![
        Event::Identity { key: "name".into(), text: "Script 1.0".into() },
        Event::Identity { key: "author".into(), text: "Somebody".into() },
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        option("Threads", OptionKind::Spin { default: 1, min: 1, max: 64 }),
        option("MultiPV", OptionKind::Spin { default: 1, min: 1, max: 255 }),
        option("UCI_LimitStrength", OptionKind::Check { default: false }),
        option("UCI_Chess960", OptionKind::Check { default: false }),
        option("Style", OptionKind::Combo { default: "Calm".into(), choices }),
        option("Clear Hash", OptionKind::Button),
        option("Book File", OptionKind::File { default: String::new() }),
        option("Log", OptionKind::Text { default: "a=b -c".into() }),
        option("Margin", OptionKind::Slider { default: 5, min: 0, max: 9 }),
        option("SyzygyPath", OptionKind::Path { default: String::new() }),
        Event::Ready,
    ]
}

fn best_move(best: Option<MoveText>, ponder: Option<MoveText>) -> Event {
    Event::BestMove { best, ponder, draw_offer: false, resign: false }
}

fn read_event(text: &str) -> Event {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let message = |kind| Event::Message(Message { kind, text: rest.to_owned() });
    match word {
        "best" => {
            let mut moves = rest.split_whitespace().map(MoveText::new);
            let best = moves.next().filter(|mv| mv.as_str() != "none");
            best_move(best, moves.next())
        }
        "best-with-draw" => Event::BestMove {
            best: Some(MoveText::new(rest)),
            ponder: None,
            draw_offer: true,
            resign: false,
        },
        "best-resign" => {
            Event::BestMove { best: None, ponder: None, draw_offer: false, resign: true }
        }
        "draw" => Event::DrawOffer,
        "resign" => Event::Resign,
        "gone" => Event::Gone,
        "note" => message(MessageKind::Note),
        "user" => message(MessageKind::User),
        "usererror" => message(MessageKind::UserError),
        "opponent" => message(MessageKind::Opponent),
        "others" => message(MessageKind::Others),
        "all" => message(MessageKind::All),
        "server" => message(MessageKind::Server),
        "console" => message(MessageKind::Console),
        "hint" => Event::Hint(MoveText::new(rest)),
        "book" => {
            let moves = rest.split_whitespace().map(|word| {
                let (text, share) = word.split_once(':').expect("move:share");
                (MoveText::new(text), share.parse().expect("a share"))
            });
            Event::BookMoves(moves.collect())
        }
        "refused" => {
            let (text, reason) = rest.split_once(": ").expect("text and reason");
            Event::Refused { what: Refusal::Option, text: text.into(), reason: reason.into() }
        }
        "option" => Event::Option(OptionDecl { name: rest.into(), kind: OptionKind::Button }),
        "info" => Event::Info(Box::new(read_info(text))),
        other => panic!("unknown event {other:?}"),
    }
}

fn read_info(line: &str) -> Info {
    let FromEngine::Info(info) = FromEngine::parse(line).value else { panic!("no info: {line}") };
    Info {
        depth: info.depth,
        seldepth: info.seldepth,
        time: info.time,
        nodes: info.nodes,
        nps: info.nps,
        tbhits: info.tbhits,
        rank: info.multipv,
        score: info.score,
        pv: info.pv,
        current: info.currmove.map(|mv| (mv, info.currmovenumber, Some(30))),
        ..Info::default()
    }
}

fn show(command: &Command) -> String {
    match command {
        Command::SetOption { name, value: Some(value) } => format!("option {name} = {value}"),
        Command::SetOption { name, value: None } => format!("option {name}"),
        Command::NewGame { variant } => format!("new game {variant}"),
        Command::Place(place) => format!("place {}", show_place(place)),
        Command::Search(search) => show_search(search),
        Command::PonderHit { .. } => "ponder hit".into(),
        Command::Stop => "stop".into(),
        Command::Pause(true) => "pause".into(),
        Command::Pause(false) => "resume".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::Book => "book".into(),
        Command::DrawOffer => "draw offered".into(),
        Command::GameOver { result, comment } => format!("game over: {result} {comment}"),
        Command::Quit => "quit".into(),
        Command::SetValue { value, .. } => format!("value {value:?}"),
        other => format!("{other:?}"),
    }
}

fn show_place(place: &Place) -> String {
    let start = match &place.start {
        Start::Startpos => "startpos",
        Start::Fen(fen) => fen,
    };
    let variant = match place.variant.as_str() {
        "normal" => String::new(),
        variant => format!("{variant} "),
    };
    let moves = place.moves.iter().map(|mv| format!(" {mv}")).collect::<String>();
    format!("{variant}{start}{moves}")
}

fn show_search(search: &Search) -> String {
    let limits = &search.limits;
    let mut text = format!("{:?}", search.purpose).to_lowercase();
    if let Some(depth) = limits.depth {
        let _ = write!(text, ", depth {depth}");
    }
    if let Some(time) = limits.max_time {
        let _ = write!(text, ", at most {time:?}");
    }
    if let Some(rate) = limits.nodes_per_second {
        let _ = write!(text, ", {rate} nodes a second");
    }
    if let Some(clocks) = limits.clock {
        let _ = write!(text, ", {}", clocks.own.map_or("no clock".into(), show_clock));
        let _ = write!(text, " against {}", clocks.opponent.map_or("none".into(), show_clock));
    }
    if !search.without.is_empty() {
        let _ = write!(text, ", without {:?}", search.without);
    }
    if search.draw_offer {
        text += ", draw offered";
    }
    text
}

fn show_clock(clock: Clock) -> String {
    let mut text = format!("{:?}", clock.remaining);
    if !clock.increment.is_zero() {
        let _ = write!(text, "+{:?}", clock.increment);
    }
    if let Some(moves) = clock.moves_to_go {
        let _ = write!(text, "/{moves}");
    }
    text
}
