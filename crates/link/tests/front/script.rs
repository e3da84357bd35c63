//! Transcripts of a front: what the interface says, what the engine behind says, and what comes
//! out.
//!
//! A script has one step a line:
//!
//! * a line as it is: the interface says it;
//! * `! best e2e4 e7e5`, `! note text`, `! info …` (in UCI's words) and so on, see [`read_event`]:
//!   the engine says it;
//! * `@ 1500`: the clock shows 1500 ms from here on;
//! * `eof`: the interface is gone.
//!
//! What comes out: `< line` for the interface, `= command` for the engine, `= end`.

use expect_test::Expect;
use ferz_link::{
    Clock, Command, Event, Front, FrontInput, FrontOutput, GameResult, Info, Message, MessageKind,
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
    let (mut text, mut now) = (String::new(), Duration::ZERO);
    for step in steps(script) {
        let input = match step {
            Step::Clock(time) => {
                now = time;
                continue;
            }
            Step::Event(event) => FrontInput::Event(read_event(event)),
            Step::Line("eof") => FrontInput::Eof,
            Step::Line(line) => FrontInput::Line(line),
        };
        let mut out = Vec::new();
        front.step(now, input, &mut out);
        out.iter().for_each(|output| text += &show(output));
    }
    text
}

/// A step of a script.
pub(crate) enum Step<'a> {
    Line(&'a str),
    Event(&'a str),
    Clock(Duration),
}

/// The steps of a script.
pub(crate) fn steps(script: &str) -> impl Iterator<Item = Step<'_>> {
    script.lines().map(str::trim_start).filter(|line| !line.is_empty()).map(|line| {
        if let Some(time) = line.strip_prefix("@ ") {
            Step::Clock(Duration::from_millis(time.parse().expect("a number of milliseconds")))
        } else if let Some(event) = line.strip_prefix("! ") {
            Step::Event(event)
        } else {
            Step::Line(line)
        }
    })
}

/// A fact about the engine of a transcript.
pub(crate) fn fact(key: &str, text: &str) -> Event {
    Event::Identity { key: key.into(), text: text.into() }
}

/// An option of the engine of a transcript.
pub(crate) fn option(name: &str, kind: OptionKind) -> Event {
    Event::Option(OptionDecl { name: name.into(), kind })
}

/// The choices of an option; the first is the default.
pub(crate) fn combo(choices: &[&str]) -> OptionKind {
    let choices: Vec<String> = choices.iter().map(|&word| word.into()).collect();
    OptionKind::Combo { default: choices[0].clone(), choices }
}

/// The end of a search.
pub(crate) fn best_move(best: Option<MoveText>, ponder: Option<MoveText>) -> Event {
    Event::BestMove { best, ponder, draw_offer: false, resign: false }
}

/// Reads what the engine says.
pub(crate) fn read_event(text: &str) -> Event {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let refused = |what| {
        let (text, reason) = rest.split_once(": ").expect("text and reason");
        Event::Refused { what, text: text.into(), reason: reason.into() }
    };
    match word {
        "ready" => Event::Ready,
        "pong" => Event::Pong(rest.parse().expect("the number of a pong")),
        "best" | "best-draw" | "best-resign" => {
            let mut moves = rest.split_whitespace().map(MoveText::new);
            let best = moves.next().filter(|mv| mv.as_str() != "none");
            let (draw_offer, resign) = (word == "best-draw", word == "best-resign");
            Event::BestMove { best, ponder: moves.next(), draw_offer, resign }
        }
        "resign" => Event::Resign,
        "draw" => Event::DrawOffer,
        "gone" => Event::Gone,
        "hint" => Event::Hint(MoveText::new(rest)),
        "claim" => Event::Claim { result: GameResult::Draw, comment: rest.into() },
        "refused" => refused(Refusal::Other),
        "refused-option" => refused(Refusal::Option),
        "refused-probe" => refused(Refusal::Probe),
        "registration" => Event::Registration(read_check(rest)),
        "copyprotection" => Event::CopyProtection(read_check(rest)),
        "option" => option(rest, OptionKind::Button),
        "book" => {
            let moves = rest.split_whitespace().map(|word| {
                let (text, share) = word.split_once(':').expect("move:share");
                (MoveText::new(text), share.parse().expect("a share"))
            });
            Event::BookMoves(moves.collect())
        }
        "probed" => {
            let mut words = rest.split_whitespace();
            let best = words.next().filter(|mv| *mv != "none").map(MoveText::new);
            let numbers: Vec<i32> = words.map(|word| word.parse().expect("a number")).collect();
            let pair = |at: usize| Some((*numbers.get(at)?, *numbers.get(at + 1)?));
            Event::Probed { best, lower: pair(0), upper: pair(2) }
        }
        "info" => Event::Info(Box::new(read_info(text))),
        _ => {
            let kind = match word {
                "note" => MessageKind::Note,
                "debug" => MessageKind::Debug,
                "console" => MessageKind::Console,
                "user" => MessageKind::User,
                "usererror" => MessageKind::UserError,
                "opponent" => MessageKind::Opponent,
                "others" => MessageKind::Others,
                "all" => MessageKind::All,
                "server" => MessageKind::Server,
                "verbatim" => MessageKind::ServerVerbatim,
                "partner" => MessageKind::Partner,
                other => panic!("unknown event {other:?}"),
            };
            Event::Message(Message { kind, text: rest.into() })
        }
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

/// In UCI's words. Of a current move the engine says that it is one of thirty.
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
        current: info.currmove.map(|mv| (mv, info.currmovenumber, Some(30))),
        current_line: info.currline,
        refutation: info.refutation,
    }
}

/// What comes out, as a line of the transcript.
pub(crate) fn show(output: &FrontOutput) -> String {
    match output {
        FrontOutput::Line(line) if line.is_empty() => "<\n".into(),
        FrontOutput::Line(line) => format!("< {line}\n"),
        FrontOutput::Command(command) => format!("= {}\n", show_command(command)),
        FrontOutput::End => "= end\n".into(),
    }
}

fn show_command(command: &Command) -> String {
    match command {
        Command::SetOption { name, value: Some(value) } => format!("option {name} = {value:?}"),
        Command::SetOption { name, value: None } => format!("option {name}"),
        Command::NewGame { variant } => format!("new game {variant}"),
        Command::Place(place) => format!("place {}", show_place(place)),
        Command::Search(search) => show_search(search),
        Command::PonderHit { draw_offer: false } => "ponder hit".into(),
        Command::PonderHit { draw_offer: true } => "ponder hit, draw offered".into(),
        Command::Stop => "stop".into(),
        Command::Pause(true) => "pause".into(),
        Command::Pause(false) => "resume".into(),
        Command::Ping(number) => format!("ping {number}"),
        Command::Probe(place) => format!("probe {}", show_place(place)),
        Command::Book => "book".into(),
        Command::Debug(on) => format!("debug {on}"),
        Command::DrawOffer => "draw offered".into(),
        Command::GameOver { result, comment } => format!("game over: {result} {comment}"),
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
    let Search { purpose, limits, only, without, draw_offer, .. } = search;
    let mut text = format!("search {purpose:?}").to_lowercase();
    let mut add = |what: Option<String>| {
        if let Some(what) = what {
            let _ = write!(text, ", {what}");
        }
    };
    add(limits.depth.map(|depth| format!("depth {depth}")));
    add(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    add(limits.mate.map(|mate| format!("mate {mate}")));
    add(limits.perft.map(|depth| format!("perft {depth}")));
    add(limits.move_time.map(|time| format!("for {time:?}")));
    add(limits.max_time.map(|time| format!("at most {time:?}")));
    add(limits.nodes_per_second.map(|rate| format!("{rate} nodes a second")));
    add(limits.clock.map(|clocks| {
        let (own, opponent) = (show_clock(clocks.own), show_clock(clocks.opponent));
        format!("{own} against {opponent}")
    }));
    add(limits.static_only.then(|| "static".into()));
    add((!only.is_empty()).then(|| format!("only {only:?}")));
    add((!without.is_empty()).then(|| format!("without {without:?}")));
    add(draw_offer.then(|| "draw offered".into()));
    text
}

fn show_clock(clock: Option<Clock>) -> String {
    let Some(clock) = clock else { return "no clock".into() };
    let mut text = format!("{:?}", clock.remaining);
    if !clock.increment.is_zero() {
        let _ = write!(text, "+{:?}", clock.increment);
    }
    if let Some(moves) = clock.moves_to_go {
        let _ = write!(text, "/{moves}");
    }
    text
}
