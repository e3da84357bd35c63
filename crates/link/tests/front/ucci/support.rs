//! Transcripts of one machine: what the interface says, what the engine behind says, and what
//! comes out.
//!
//! A script has one step a line:
//!
//! * a line as it is: the interface says it;
//! * `! best h2e2 h9g7`, `! best none`, `! pong 1`, `! ready`, `! note text`, `! resign`, `! draw`,
//!   `! probed h2e2 24 5 40 6`, `! refused text: reason`, `! info …` (in UCI's words), `! gone`, …:
//!   the engine says it;
//! * `@ 1500`: the clock shows 1500 ms from here on;
//! * `eof`.
//!
//! What comes out: `< line` for the interface, `= command` for the engine, `= end`.

use expect_test::Expect;
use ferz_link::{
    Clock, Command, Event, Front, FrontInput, FrontOutput, GameResult, Info, Limits, Message,
    MessageKind, OptionDecl, OptionKind, Place, Refusal, Search,
};
use ferz_wire::uci::FromEngine;
use ferz_wire::{MoveText, Start};
use std::fmt::Write;
use std::time::Duration;

/// Runs a script on a front and compares what comes out.
pub(crate) fn check(front: &mut dyn Front, script: &str, expected: Expect) {
    expected.assert_eq(&run(front, script));
}

/// Runs a script on a front.
pub(crate) fn run(front: &mut dyn Front, script: &str) -> String {
    let mut text = String::new();
    let mut now = Duration::ZERO;
    for line in script.lines().map(str::trim_start).filter(|line| !line.is_empty()) {
        let input = if let Some(time) = line.strip_prefix("@ ") {
            now = Duration::from_millis(time.parse().expect("a number of milliseconds"));
            continue;
        } else if let Some(event) = line.strip_prefix("! ") {
            FrontInput::Event(read_event(event))
        } else if line == "eof" {
            FrontInput::Eof
        } else {
            FrontInput::Line(line)
        };
        let mut out = Vec::new();
        front.step(now, input, &mut out);
        for output in out {
            let _ = match output {
                FrontOutput::Line(line) => writeln!(text, "< {line}"),
                FrontOutput::Command(command) => writeln!(text, "= {}", show(&command)),
                FrontOutput::End => writeln!(text, "= end"),
            };
        }
    }
    text
}

/// The engine of the transcripts: one option of each kind, in UCI's names.
pub(crate) fn introduction() -> Vec<Event> {
    let fact = |key: &str, text: &str| Event::Identity { key: key.into(), text: text.into() };
    let option = |name: &str, kind| Event::Option(OptionDecl { name: name.into(), kind });
    let choices = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    vec![
        fact("author", "Somebody"),
        fact("name", "Script 1.0"),
        fact("user", "Everybody"),
        fact("copyright", "2026 Somebody"),
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        option("Threads", OptionKind::Spin { default: 1, min: 1, max: 64 }),
        option("Ponder", OptionKind::Check { default: false }),
        option("OwnBook", OptionKind::Check { default: false }),
        option("BookFile", OptionKind::File { default: String::new() }),
        option("SyzygyPath", OptionKind::Path { default: String::new() }),
        option("MultiPV", OptionKind::Spin { default: 1, min: 1, max: 9 }),
        option("UCI_Elo", OptionKind::Spin { default: 1, min: 1, max: 9 }),
        option("Clear Hash", OptionKind::Button),
        option(
            "Randomness",
            OptionKind::Combo {
                default: "none".into(),
                choices: choices(&["none", "small", "medium", "large"]),
            },
        ),
        option("Natural Move Limit", OptionKind::Spin { default: 60, min: 0, max: 1000 }),
        option(
            "Repetition Rule",
            OptionKind::Combo { default: "asian".into(), choices: choices(&["asian", "chinese"]) },
        ),
        option("Caption", OptionKind::Label),
        Event::Ready,
    ]
}

fn read_event(text: &str) -> Event {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let message = |kind| Event::Message(Message { kind, text: rest.to_owned() });
    match word {
        "ready" => Event::Ready,
        "pong" => Event::Pong(rest.parse().expect("the number of a pong")),
        "best" | "best-draw" | "best-resign" => {
            let mut moves = rest.split_whitespace().map(MoveText::new);
            let best = moves.next().filter(|mv| mv.as_str() != "none");
            let (draw_offer, resign) = (word == "best-draw", word == "best-resign");
            Event::BestMove { best, ponder: moves.next(), draw_offer, resign }
        }
        "note" => message(MessageKind::Note),
        "debug" => message(MessageKind::Debug),
        "console" => message(MessageKind::Console),
        "resign" => Event::Resign,
        "draw" => Event::DrawOffer,
        "gone" => Event::Gone,
        "hint" => Event::Hint(MoveText::new(rest)),
        "claim" => Event::Claim { result: GameResult::Draw, comment: rest.into() },
        "refused" => {
            let (text, reason) = rest.split_once(": ").expect("text and reason");
            let what = if text == "probe" { Refusal::Probe } else { Refusal::Other };
            Event::Refused { what, text: text.into(), reason: reason.into() }
        }
        "probed" => {
            let mut words = rest.split_whitespace();
            let best = words.next().filter(|mv| *mv != "none").map(MoveText::new);
            let numbers: Vec<i32> = words.map(|word| word.parse().expect("a number")).collect();
            let pair = |at: usize| Some((*numbers.get(at)?, *numbers.get(at + 1)?));
            Event::Probed { best, lower: pair(0), upper: pair(2) }
        }
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
        hashfull: info.hashfull,
        rank: info.multipv,
        score: info.score,
        pv: info.pv,
        current: info.currmove.map(|mv| (mv, info.currmovenumber, None)),
        ..Info::default()
    }
}

fn show(command: &Command) -> String {
    match command {
        Command::SetOption { name, value: Some(value) } => format!("option {name} = {value:?}"),
        Command::SetOption { name, value: None } => format!("option {name}"),
        Command::NewGame { variant } => format!("new game {variant}"),
        Command::Place(place) => format!("place {}", show_place(place)),
        Command::Search(search) => show_search(search),
        Command::PonderHit { draw_offer: false } => "ponder hit".into(),
        Command::PonderHit { draw_offer: true } => "ponder hit, draw offered".into(),
        Command::Stop => "stop".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::Probe(place) => format!("probe {}", show_place(place)),
        Command::Debug(on) => format!("debug {on}"),
        Command::Quit => "quit".into(),
        Command::Console(line) => format!("console {line}"),
        other => format!("{other:?}"),
    }
}

fn show_place(place: &Place) -> String {
    let start = match &place.start {
        Start::Startpos => "startpos",
        Start::Fen(fen) => fen,
    };
    let moves = place.moves.iter().map(|mv| format!(" {mv}")).collect::<String>();
    format!("{} {start}:{moves}", place.variant)
}

fn show_search(search: &Search) -> String {
    let Limits { depth, nodes, move_time, clock, .. } = &search.limits;
    let mut text = format!("search {:?}", search.purpose).to_lowercase();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, " {name} {value}");
        }
    };
    add("depth", depth.map(|depth| depth.to_string()));
    add("nodes", nodes.map(|nodes| nodes.to_string()));
    add("movetime", move_time.map(|time| format!("{time:?}")));
    add("own", clock.and_then(|clock| clock.own).map(show_clock));
    add("other", clock.and_then(|clock| clock.opponent).map(show_clock));
    add("without", (!search.without.is_empty()).then(|| format!("{:?}", search.without)));
    if search.limits.static_only {
        text.push_str(" static");
    }
    if search.draw_offer {
        text.push_str(", draw offered");
    }
    text
}

fn show_clock(clock: Clock) -> String {
    let mut text = format!("{:?}+{:?}", clock.remaining, clock.increment);
    if let Some(moves) = clock.moves_to_go {
        let _ = write!(text, "/{moves}");
    }
    text
}
