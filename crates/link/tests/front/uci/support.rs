//! Transcripts of one machine: what the interface says, what the engine behind says, and what
//! comes out.
//!
//! A script has one step a line:
//!
//! * a line as it is: the interface says it;
//! * `! best e2e4 e7e5`, `! best none`, `! pong 1`, `! ready`, `! note text`, `! debug text`,
//!   `! console text`, `! resign`, `! refused text: reason`, `! info …` (in UCI's words),
//!   `! registration ok`, `! copyprotection error`, `! gone`: the engine says it;
//! * `@ 1500`: the clock shows 1500 ms from here on;
//! * `eof`.
//!
//! What comes out: `< line` for the interface, `= command` for the engine, `= end`.

use expect_test::Expect;
use ferz_link::{
    Clock, Command, Event, Front, FrontInput, FrontOutput, Info, Limits, Message, MessageKind,
    OptionDecl, OptionKind, Place, Refusal, Search,
};
use ferz_wire::uci::{Check, FromEngine};
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
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
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

/// The engine of the transcripts: one option of each kind.
pub(crate) fn introduction() -> Vec<Event> {
    let fact = |key: &str, text: &str| Event::Identity { key: key.into(), text: text.into() };
    let option = |name: &str, kind| Event::Option(OptionDecl { name: name.into(), kind });
    vec![
        fact("name", "Script 1.0"),
        fact("author", "Somebody"),
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1024 }),
        option("Ponder", OptionKind::Check { default: false }),
        option(
            "Style",
            OptionKind::Combo {
                default: "Calm".into(),
                choices: vec!["Calm".into(), "Very Risky".into()],
            },
        ),
        option("Clear Hash", OptionKind::Button),
        option("SyzygyPath", OptionKind::Path { default: String::new() }),
        option("UCI_ShowCurrLine", OptionKind::Check { default: false }),
        option("UCI_ShowRefutations", OptionKind::Check { default: false }),
        Event::Ready,
    ]
}

fn read_event(text: &str) -> Event {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let message = |kind| Event::Message(Message { kind, text: rest.to_owned() });
    match word {
        "ready" => Event::Ready,
        "pong" => Event::Pong(rest.parse().expect("the number of a pong")),
        "best" => {
            let mut moves = rest.split_whitespace().map(MoveText::new);
            let best = moves.next().filter(|mv| mv.as_str() != "none");
            Event::BestMove { best, ponder: moves.next(), draw_offer: false, resign: false }
        }
        "note" => message(MessageKind::Note),
        "debug" => message(MessageKind::Debug),
        "console" => message(MessageKind::Console),
        "resign" => Event::Resign,
        "gone" => Event::Gone,
        "refused" => {
            let (text, reason) = rest.split_once(": ").expect("text and reason");
            Event::Refused { what: Refusal::Other, text: text.into(), reason: reason.into() }
        }
        "registration" => Event::Registration(read_check(rest)),
        "copyprotection" => Event::CopyProtection(read_check(rest)),
        "info" => Event::Info(Box::new(read_info(text))),
        other => panic!("unknown event {other:?}"),
    }
}

fn read_check(text: &str) -> Check {
    match text {
        "checking" => Check::Checking,
        "ok" => Check::Ok,
        "error" => Check::Error,
        other => panic!("unknown state {other:?}"),
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
        tbhits: info.tbhits,
        cpuload: info.cpuload,
        rank: info.multipv,
        score: info.score,
        wdl: info.wdl,
        pv: info.pv,
        current: info.currmove.map(|mv| (mv, info.currmovenumber, None)),
        current_line: info.currline,
        refutation: info.refutation,
    }
}

fn show(command: &Command) -> String {
    match command {
        Command::SetOption { name, value: Some(value) } => format!("option {name} = {value:?}"),
        Command::SetOption { name, value: None } => format!("option {name}"),
        Command::NewGame { variant } => format!("new game {variant}"),
        Command::Place(place) => format!("place {}", show_place(place)),
        Command::Search(search) => show_search(search),
        Command::PonderHit { .. } => "ponder hit".into(),
        Command::Stop => "stop".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::Debug(on) => format!("debug {on}"),
        Command::Quit => "quit".into(),
        Command::Console(line) => format!("console {line}"),
        Command::SetValue { place, value } => {
            let place = place.as_ref().map(show_place);
            format!("value {value:?} for {place:?}")
        }
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
    let Limits { depth, nodes, mate, move_time, max_time, clock, perft, .. } = &search.limits;
    let mut text = format!("search {:?}", search.purpose).to_lowercase();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, " {name} {value}");
        }
    };
    add("depth", depth.map(|depth| depth.to_string()));
    add("nodes", nodes.map(|nodes| nodes.to_string()));
    add("mate", mate.map(|mate| mate.to_string()));
    add("movetime", move_time.map(|time| format!("{time:?}")));
    add("at most", max_time.map(|time| format!("{time:?}")));
    add("own", clock.and_then(|clock| clock.own).map(show_clock));
    add("other", clock.and_then(|clock| clock.opponent).map(show_clock));
    add("perft", perft.map(|depth| depth.to_string()));
    add("only", (!search.only.is_empty()).then(|| format!("{:?}", search.only)));
    text
}

fn show_clock(clock: Clock) -> String {
    let mut text = format!("{:?}+{:?}", clock.remaining, clock.increment);
    if let Some(moves) = clock.moves_to_go {
        let _ = write!(text, "/{moves}");
    }
    text
}
