//! `ferz blame`: who broke the protocol first, in a recorded conversation.
//!
//! Read are our own transcripts (`ferz-host`), and the logs of other programs ([`crate::logs`]).

use crate::logs::{self, Called, Part, Unreadable};
use crate::monitor::{Breach, Clause, Level, Monitor, Owed, cecp, engine, ucci, uci};
use ferz_host::transcript::{self, Entry, Way};
use ferz_link::Protocol;
use ferz_wire::bytes;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

static STAYS: Clause =
    engine("engine-stays", "the engine runs until it is told to quit", "U-300 U-306 X-394 C-192");
static ANSWERS: Clause =
    engine("engine-answers", "the engine answers while it is waited for", "U-490 X-390 C-815");

/// One engine's conversation, judged.
#[derive(Clone, Debug)]
pub struct JudgedConversation {
    /// Who the engine is, where the record says it.
    pub name: String,
    /// What is spoken.
    pub protocol: Protocol,
    /// Every line: when, which way, and the text.
    pub lines: Vec<(Duration, Way, String)>,
    /// What was broken, in order; of each clause the first times.
    pub breaches: Vec<Breach>,
    /// How often each clause was broken.
    pub counts: BTreeMap<&'static str, u64>,
    /// What the engine still owes where the record ends, if nobody had told it to quit.
    pub owed: Option<Owed>,
    /// Whether the record has times.
    pub timed: bool,
}

/// Judges a recorded conversation, or several in one log.
pub fn blame(record: &[u8]) -> Result<Vec<JudgedConversation>, Unreadable> {
    let parts = match record.starts_with(b"# ferz transcript") {
        true => starts(transcript::read(record)?),
        false => logs::read(record)?,
    };
    if parts.iter().all(|part| part.entries.is_empty()) {
        return Err(Unreadable::Empty);
    }
    parts.into_iter().map(judge).collect()
}

/// A transcript has a conversation for each start of its engine.
fn starts(entries: Vec<Entry>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut greeted = false;
    for entry in entries {
        let greets = logs::is_greeting(entry.way, &entry.bytes);
        if parts.is_empty() || greets && greeted {
            let number = match parts.len() {
                0 => String::new(),
                before => format!("start {}", before + 1),
            };
            let called = Called::Number(number);
            parts.push(Part { called, entries: Vec::new(), timed: true });
        }
        greeted |= greets;
        if let Some(part) = parts.last_mut() {
            part.entries.push(entry);
        }
    }
    parts
}

/// The protocol that is spoken, and whether the record has its beginning.
fn protocol(entries: &[Entry]) -> Option<(Protocol, bool)> {
    let lines = entries.iter().map(|entry| (entry.way, bytes::decode(&entry.bytes)));
    let greeting = |line: &str| match line.split_whitespace().next()? {
        "uci" => Some(Protocol::Uci),
        "ucci" => Some(Protocol::Ucci),
        "xboard" | "protover" => Some(Protocol::Cecp),
        _ => None,
    };
    let mut greetings = lines.clone().filter(|(way, _)| *way == Way::To);
    if let Some(protocol) = greetings.find_map(|(_, line)| greeting(&line)) {
        return Some((protocol, true));
    }
    // Of those in which most lines can be read. The first are enough.
    let mut known = [0, 0, 0];
    for (way, line) in lines.take(SAMPLE) {
        let is_known = match way {
            Way::To => [uci::understands, ucci::understands, cecp::understands],
            Way::From => [uci::is_said, ucci::is_said, cecp::is_said],
            Way::Note | Way::Error => continue,
        };
        for (count, is_known) in known.iter_mut().zip(is_known) {
            *count += usize::from(!line.trim().is_empty() && is_known(&line));
        }
    }
    let most = known.into_iter().max().filter(|most| *most > 0)?;
    let protocols = [Protocol::Uci, Protocol::Ucci, Protocol::Cecp];
    let best = protocols.into_iter().zip(known).find(|(_, count)| *count == most);
    best.map(|(protocol, _)| (protocol, false))
}

/// Lines that are enough to show which protocol is spoken.
const SAMPLE: usize = 1000;

fn judge(Part { called, entries, timed }: Part) -> Result<JudgedConversation, Unreadable> {
    let Some((protocol, from_the_beginning)) = protocol(&entries) else {
        let first = entries.iter().find(|entry| entry.way == Way::To);
        let first = first.or(entries.first()).map(|entry| bytes::decode(&entry.bytes));
        let first = first.map(|text| text.chars().take(80).collect()).unwrap_or_default();
        let (Called::Name(name) | Called::Number(name)) = called;
        return Err(Unreadable::Protocol { name, first });
    };
    let mut monitor: Box<dyn Monitor> = match protocol {
        Protocol::Uci => Box::new(uci::Uci::default()),
        Protocol::Ucci => Box::new(ucci::Ucci::default()),
        Protocol::Cecp => Box::new(cecp::Cecp::default()),
    };
    if !from_the_beginning {
        monitor.begin_amid();
    }
    monitor.findings_mut().untimed = !timed;
    let mut lines = Vec::new();
    let mut quit = false;
    for entry in &entries {
        let text = bytes::decode(&entry.bytes).into_owned();
        match entry.way {
            Way::To => {
                quit |= text.trim() == "quit";
                monitor.heard_interface(entry.at, &text);
            }
            Way::From => monitor.heard_engine(entry.at, &text),
            Way::Note => {
                monitor.findings_mut().turn(entry.at, &text);
                note(&mut *monitor, &text, quit);
            }
            Way::Error => monitor.findings_mut().turn(entry.at, &text),
        }
        lines.push((entry.at, entry.way, bytes::readable(&text).into_owned()));
    }
    let owed = monitor.owed().filter(|_| !quit);
    let counts = monitor.findings().broken.clone();
    let mut breaches = monitor.findings().breaches.clone();
    breaches.sort_by_key(|breach| breach.line);
    let name = match (called, named(&lines)) {
        (Called::Name(name), _) => name,
        (Called::Number(number), Some(own)) if number.is_empty() => own,
        (Called::Number(number), Some(own)) => format!("{own}, {number}"),
        (Called::Number(number), None) if number.is_empty() => "the engine".to_owned(),
        (Called::Number(number), None) => number,
    };
    Ok(JudgedConversation { name, protocol, lines, breaches, counts, owed, timed })
}

/// What a host has concluded, as `ferz-host` writes it.
fn note(monitor: &mut dyn Monitor, text: &str, quit: bool) {
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    let findings = monitor.findings_mut();
    // python-chess kills what it wants to be rid of.
    let by_host = begins(&["Connection lost (exit code: 0,", "Connection lost (exit code: -9,"]);
    if begins(ENDS) && !quit && !by_host {
        findings.judge(&STAYS, false, || text.to_owned());
    } else if begins(&["hangs", "does not read", "stalls"]) {
        findings.judge(&ANSWERS, false, || text.to_owned());
    }
}

/// How a host says that an engine has ended: ours, fastchess, python-chess.
const ENDS: &[&str] =
    &["crashed", "ended by itself", "closed its output", "disconnects", "Connection lost"];

/// The name that an engine gives itself.
fn named(lines: &[(Duration, Way, String)]) -> Option<String> {
    let mut names =
        lines.iter().filter(|(_, way, _)| *way == Way::From).filter_map(|(_, _, text)| {
            text.strip_prefix("id name ").map(str::to_owned).or_else(|| {
                let (_, rest) = text.split_once("myname=\"")?;
                rest.split_once('"').map(|(name, _)| name.to_owned())
            })
        });
    names.next()
}

impl JudgedConversation {
    /// The first clause that was broken, among those that must be kept.
    pub fn first(&self) -> Option<&Breach> {
        self.breaches.iter().find(|breach| breach.clause.level == Level::Must)
    }

    /// What keeps the end of the record open: the engine owes an answer, and no breach says why.
    pub fn unanswered(&self) -> Option<Owed> {
        let is_told = |breach: &Breach| [&STAYS, &ANSWERS].contains(&breach.clause);
        self.owed.filter(|_| !self.breaches.iter().any(is_told))
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!("{} ({}, {} lines)", self.name, self.protocol, self.lines.len());
        match self.first() {
            None => text.push_str(": nobody has broken the protocol"),
            Some(breach) => {
                let Clause { id, title, requirements, side, .. } = breach.clause;
                let _ = write!(
                    text,
                    ": the {side} broke it first, {}line {}\n  {id}: {title} [{requirements}]\n  {}",
                    self.moment(breach.at),
                    breach.line,
                    breach.why
                );
                self.show_around(breach.line, &mut text);
                match self.counts.get(id) {
                    Some(count) if *count > 1 => {
                        let _ = write!(text, "\n  and {} times more", count - 1);
                    }
                    _ => {}
                }
            }
        }
        if let Some(Owed { what, line }) = self.unanswered() {
            let _ = write!(
                text,
                "\n  the record ends without {what}, for which line {line} asks: the engine may have \
                 crashed or hung, or the record was cut off"
            );
            if self.first().is_none() {
                self.show_around(line, &mut text);
            }
        }
        self.list_others(&mut text);
        text
    }

    fn moment(&self, at: Duration) -> String {
        if self.timed { format!("at {:.3} s, ", at.as_secs_f64()) } else { String::new() }
    }

    /// This line, and those before it.
    fn show_around(&self, number: usize, text: &mut String) {
        let around = number.saturating_sub(5)..(number + 1).min(self.lines.len());
        for (index, (at, way, line)) in
            self.lines.iter().enumerate().take(around.end).skip(around.start)
        {
            let sign = match way {
                Way::To => '>',
                Way::From => '<',
                Way::Error => '!',
                Way::Note => '*',
            };
            let mark = if index + 1 == number { "->" } else { "  " };
            let line: String = line.chars().take(200).collect();
            let _ = match self.timed {
                true => write!(text, "\n  {mark} {:9.3} {sign} {line}", at.as_secs_f64()),
                false => write!(text, "\n  {mark} {sign} {line}"),
            };
        }
    }

    /// The other clauses, each once, with an example.
    fn list_others(&self, text: &mut String) {
        let first = self.first().map(|breach| breach.clause);
        let mut others: Vec<&Breach> = Vec::new();
        for breach in &self.breaches {
            let is_new = others.iter().all(|other| other.clause != breach.clause);
            if is_new && first != Some(breach.clause) {
                others.push(breach);
            }
        }
        if !others.is_empty() {
            text.push_str("\n  besides:");
        }
        for breach in others {
            let word = match breach.clause.level {
                Level::Must => "broken",
                Level::Should => "odd",
            };
            let times = match self.counts.get(breach.clause.id) {
                Some(count) if *count > 1 => format!("{count} times, first in "),
                _ => String::new(),
            };
            let _ = write!(
                text,
                "\n    {word}, {times}line {}, {}{}: {}: {}",
                breach.line,
                self.moment(breach.at),
                breach.clause.side,
                breach.clause.id,
                breach.why
            );
            if !breach.text.is_empty() {
                let shown: String = bytes::readable(&breach.text).chars().take(100).collect();
                let _ = write!(text, ": {shown:?}");
            }
        }
    }

    /// For programs.
    pub fn json(&self) -> serde_json::Value {
        let breaches = self.breaches.iter().map(|breach| {
            serde_json::json!({
                "clause": breach.clause.id,
                "title": breach.clause.title,
                "requirements": breach.clause.requirements.split(' ').collect::<Vec<_>>(),
                "level": match breach.clause.level { Level::Must => "must", Level::Should => "should" },
                "side": breach.clause.side.to_string(),
                "at": breach.at.as_secs_f64(),
                "line": breach.line,
                "text": breach.text,
                "why": breach.why,
            })
        });
        serde_json::json!({
            "engine": self.name,
            "protocol": self.protocol.to_string(),
            "lines": self.lines.len(),
            "timed": self.timed,
            "counts": self.counts,
            "unanswered": self.unanswered().map(|owed| {
                serde_json::json!({ "what": owed.what, "line": owed.line })
            }),
            "breaches": breaches.collect::<Vec<_>>(),
        })
    }
}
