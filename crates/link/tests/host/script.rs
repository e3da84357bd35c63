//! Conversations as transcripts.
//!
//! A transcript has one thing per line. What goes in:
//!
//! ```text
//! ! go depth 5         a command: option, new, place, go, hit, stop, ping, quit, …
//! < readyok            a line of the engine
//! ~ timeout            a patience has run out; `~ eof`, `~ start`
//! ```
//!
//! and what comes out: `> line`, `= event`, `w` what is waited for (`w -`: nothing any more),
//! `? something odd`, `x refused`, `^` a signal. [`check`] feeds what goes in and compares the whole transcript.

use ferz_link::{
    Check, Clock, Clocks, Command, Dialect, Event, GameResult, Info, Input, Mark, Message,
    Opponent, Output, Partner, Place, Purpose, ScoreValue, Search, Setup, Touch,
};
use ferz_wire::uci::Register;
use ferz_wire::{MoveText, Start};
use std::fmt::Write;
use std::time::Duration;

/// Plays a transcript; it must come out as it stands.
#[track_caller]
pub(crate) fn check(mut machine: impl Dialect, transcript: &str) {
    let lines: Vec<&str> = transcript.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let mut heard = String::new();
    for line in &lines {
        if line.starts_with(['!', '<', '~']) {
            writeln!(heard, "{line}").unwrap();
            step(&mut machine, line, &mut heard);
        }
    }
    let wanted = lines.iter().fold(String::new(), |text, line| text + line + "\n");
    assert!(wanted == heard, "wanted:\n{wanted}\nheard:\n{heard}");
}

/// Feeds lines and forgets what comes out.
pub(crate) fn feed<M: Dialect>(mut machine: M, lines: &str) -> M {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        step(&mut machine, line, &mut String::new());
    }
    machine
}

fn step(machine: &mut impl Dialect, line: &str, heard: &mut String) {
    let (mark, rest) = line.split_at(1);
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let command;
    let input = match (mark, rest) {
        ("<", line) => Input::Line(line),
        ("~", "timeout") => Input::Timeout,
        ("~", "eof") => Input::Eof,
        ("~", "start") => Input::Start,
        _ => {
            command = read_command(rest);
            Input::Command(&command)
        }
    };
    let mut out = Vec::new();
    let result = machine.step(Duration::ZERO, input, &mut out);
    for output in out {
        match output {
            Output::Line(line) => writeln!(heard, "> {line}"),
            Output::Event(event) => writeln!(heard, "= {}", show(&event)),
            Output::Wait(Some(awaited)) => writeln!(heard, "w {awaited:?}"),
            Output::Wait(None) => writeln!(heard, "w -"),
            Output::Odd(text) => writeln!(heard, "? {text}"),
            Output::Interrupt => writeln!(heard, "^"),
        }
        .unwrap();
    }
    if let Err(refused) = result {
        writeln!(heard, "x {refused}").unwrap();
    }
}

/// `fen F | e2e4 e7e5`, `startpos e2e4`, with `in VARIANT` in front for other games.
pub(crate) fn read_place(text: &str) -> Place {
    let (variant, text) = match text.strip_prefix("in ") {
        Some(rest) => rest.split_once(' ').unwrap_or((rest, "")),
        None => ("normal", text),
    };
    let (start, moves) = match text.strip_prefix("fen ") {
        Some(rest) => {
            let (fen, moves) = rest.split_once('|').unwrap_or((rest, ""));
            (Start::Fen(fen.trim().into()), moves)
        }
        None => (Start::Startpos, text.strip_prefix("startpos").unwrap_or(text)),
    };
    let moves = moves.split_whitespace().map(MoveText::new).collect();
    Place { variant: variant.into(), start, moves }
}

pub(crate) fn read_command(text: &str) -> Command {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "option" => {
            let (name, value) = match rest.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
                None => (rest, None),
            };
            Command::SetOption { name: name.into(), value }
        }
        "new" => Command::NewGame {
            variant: if rest.is_empty() { "normal".into() } else { rest.into() },
        },
        "place" => Command::Place(read_place(rest)),
        "go" => Command::Search(read_search(rest)),
        "hit" => Command::PonderHit { draw_offer: rest == "draw" },
        "stop" => Command::Stop,
        "ping" => Command::Ping(rest.parse().unwrap()),
        "pause" => Command::Pause(true),
        "resume" => Command::Pause(false),
        "debug" => Command::Debug(rest == "on"),
        "register" => match rest.split_once(" code ") {
            Some((name, code)) => {
                Command::Register(Register::As { name: Some(name.into()), code: Some(code.into()) })
            }
            None => Command::Register(Register::Later),
        },
        "draw" => Command::DrawOffer,
        "over" => {
            let (result, comment) = rest.split_once(' ').unwrap_or((rest, ""));
            let result = match result {
                "1-0" => GameResult::WhiteWins,
                "0-1" => GameResult::BlackWins,
                "1/2-1/2" => GameResult::Draw,
                _ => GameResult::Unfinished,
            };
            Command::GameOver { result, comment: comment.into() }
        }
        "opponent" => {
            let mut words = rest.split(' ');
            let mut word = || words.next().filter(|word| *word != "-").map(str::to_owned);
            Command::Opponent(Opponent {
                title: word(),
                rating: word().and_then(|rating| rating.parse().ok()),
                own_rating: word().and_then(|rating| rating.parse().ok()),
                computer: word().map(|kind| kind == "computer"),
                name: word(),
                server: words.next().map(str::to_owned),
            })
        }
        "value" => {
            let (value, place) = rest.split_once(' ').unwrap_or((rest, ""));
            let place = (!place.is_empty()).then(|| read_place(place));
            Command::SetValue { place, value: value.parse().ok() }
        }
        "probe" => Command::Probe(read_place(rest)),
        "lift" => Command::Touch(Touch::Lift(rest.to_owned())),
        "put" => Command::Touch(Touch::Put(rest.to_owned())),
        "hover" => Command::Touch(Touch::Hover(rest.to_owned())),
        "answer" => {
            let (tag, text) = rest.split_once(' ').unwrap_or((rest, ""));
            Command::Answer { tag: tag.to_owned(), text: text.to_owned() }
        }
        "partner" if rest.is_empty() => Command::Partner(Partner::Gone),
        "partner" => Command::Partner(Partner::Is(rest.to_owned())),
        "ptell" => Command::Partner(Partner::Says(rest.to_owned())),
        "book" => Command::Book,
        "console" => Command::Console(rest.into()),
        "quit" => Command::Quit,
        other => panic!("no command {other}"),
    }
}

/// Milliseconds, or none for `-`.
fn clock(words: &mut dyn Iterator<Item = &str>) -> Option<Clock> {
    let text = words.next().unwrap();
    let mut parts = text.split('/');
    let mut part = || parts.next().map(|part| part.parse::<u64>().unwrap());
    (text != "-").then(|| Clock {
        remaining: Duration::from_millis(part().unwrap()),
        increment: Duration::from_millis(part().unwrap_or_default()),
        moves_to_go: part().map(|moves| moves as u32),
    })
}

/// `go [play | ponder | analyse] [depth N] [clock OWN OPPONENT] [only M M]`, a clock being
/// `remaining[/increment[/movestogo]]` in milliseconds.
fn read_search(text: &str) -> Search {
    let mut search = Search::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let limits = &mut search.limits;
        let mut number = || words.next().unwrap().parse::<u64>().unwrap();
        match word {
            "play" => search.purpose = Purpose::Play,
            "ponder" => search.purpose = Purpose::Ponder,
            "analyse" => search.purpose = Purpose::Analyse,
            "depth" => limits.depth = Some(number() as u32),
            "nodes" => limits.nodes = Some(number()),
            "mate" => limits.mate = Some(number() as u32),
            "perft" => limits.perft = Some(number() as u32),
            "movetime" => limits.move_time = Some(Duration::from_millis(number())),
            "maxtime" => limits.max_time = Some(Duration::from_millis(number())),
            "nps" => limits.nodes_per_second = Some(number()),
            "static" => limits.static_only = true,
            "clock" => {
                let (own, opponent) = (clock(&mut words), clock(&mut words));
                limits.clock = Some(Clocks { own, opponent });
            }
            "draw" => search.draw_offer = true,
            "only" => search.only.extend(words.by_ref().map(MoveText::new)),
            "without" => search.without.extend(words.by_ref().map(MoveText::new)),
            other => panic!("no limit {other}"),
        }
    }
    search
}

fn show(event: &Event) -> String {
    match event {
        Event::Identity { key, text } => format!("id {key} {text}"),
        Event::Option(decl) => format!("option {}", decl.name),
        Event::Ready => "ready".into(),
        Event::Pong(number) => format!("pong {number}"),
        Event::Info(info) => show_info(info),
        Event::BestMove { best, ponder, draw_offer, resign } => {
            let mut text = format!("best {}", best.as_ref().map_or("none", MoveText::as_str));
            if let Some(ponder) = ponder {
                write!(text, " ponder {ponder}").unwrap();
            }
            text + if *draw_offer { " draw" } else { "" } + if *resign { " resign" } else { "" }
        }
        Event::DrawOffer => "draw".into(),
        Event::Resign => "resign".into(),
        Event::Claim { result, comment } => format!("claim {result} {comment}"),
        Event::Refused { text, reason, .. } => format!("refused {text}: {reason}"),
        Event::Hint(mv) => format!("hint {mv}"),
        Event::BookMoves(moves) => {
            let moves = moves.iter().map(|(mv, share)| format!(" {mv} {share}%"));
            format!("book{}", moves.collect::<String>())
        }
        Event::CopyProtection(check) => format!("copyprotection {}", word(*check)),
        Event::Registration(check) => format!("registration {}", word(*check)),
        Event::Message(Message { kind, text }) => format!("{kind:?} {text}"),
        Event::Setup(Setup { pieces, size, fen }) => {
            let pieces = pieces.as_deref().unwrap_or("-");
            format!("setup {pieces} {} {fen}", size.as_deref().unwrap_or("-"))
        }
        Event::Marks(marks) => {
            let sign = |mark: Mark| if mark.is_target { "!" } else { "" };
            let marks =
                marks.all().map(|(at, mark)| format!(" {at}={:?}{}", mark.colour, sign(mark)));
            format!("marks{}", marks.collect::<String>())
        }
        Event::Question { tag, text } => format!("question {tag} {text}"),
        Event::Click(square) => format!("click {square}"),
        Event::Choice(pieces) => format!("choice {pieces}"),
        Event::Gone => "gone".into(),
        other => format!("{other:?}"),
    }
}

fn word(check: Check) -> &'static str {
    match check {
        Check::Checking => "checking",
        Check::Ok => "ok",
        Check::Error => "error",
    }
}

fn show_info(info: &Info) -> String {
    let mut text = "info".to_owned();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            write!(text, " {name} {value}").unwrap();
        }
    };
    add("depth", info.depth.map(|n| n.to_string()));
    add("seldepth", info.seldepth.map(|n| n.to_string()));
    add("multipv", info.rank.map(|n| n.to_string()));
    add(
        "score",
        info.score.map(|score| {
            let value = match score.value {
                ScoreValue::Cp(cp) => format!("cp {cp}"),
                ScoreValue::Mate(moves) => format!("mate {moves}"),
            };
            match score.bound {
                ferz_link::Bound::Exact => value,
                bound => format!("{value} {bound:?}"),
            }
        }),
    );
    add("wdl", info.wdl.map(|wdl| format!("{wdl:?}")));
    add("time", info.time.map(|time| time.as_millis().to_string()));
    add("nodes", info.nodes.map(|n| n.to_string()));
    add("nps", info.nps.map(|n| n.to_string()));
    add("hashfull", info.hashfull.map(|n| n.to_string()));
    add("tbhits", info.tbhits.map(|n| n.to_string()));
    add("cpuload", info.cpuload.map(|n| n.to_string()));
    let current = info.current.as_ref();
    add(
        "current",
        current.map(|(mv, number, all)| match (number, all) {
            (Some(number), Some(all)) => format!("{mv} {number}/{all}"),
            (Some(number), None) => format!("{mv} {number}"),
            _ => mv.to_string(),
        }),
    );
    let words =
        |moves: &Vec<MoveText>| moves.iter().map(MoveText::as_str).collect::<Vec<_>>().join(" ");
    add(
        "line",
        info.current_line.as_ref().map(|(cpu, moves)| match cpu {
            Some(cpu) => format!("{cpu}: {}", words(moves)),
            None => words(moves),
        }),
    );
    add("refutation", info.refutation.as_ref().map(words));
    add("pv", (!info.pv.is_empty()).then(|| words(&info.pv)));
    text
}
