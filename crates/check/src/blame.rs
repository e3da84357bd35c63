//! `ferz blame`: who broke the protocol first, in a recorded conversation.
//!
//! Read are our own transcripts (`ferz-host`), and the logs of other programs ([`crate::logs`]).

use crate::expectation::Level;
use crate::logs;
use crate::monitor::{Breach, Clause, Monitor, cecp, engine, ucci, uci};
use ferz_host::transcript::{self, Entry, Way};
use ferz_link::Protocol;
use ferz_wire::bytes;
use std::time::Duration;

static STAYS: Clause =
    engine("engine-stays", "the engine runs until it is told to quit", "U-300 U-306 X-394 C-192");
static ANSWERS: Clause =
    engine("engine-answers", "the engine answers while it is waited for", "U-490 X-390 C-815");

/// One engine's conversation, judged.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// Who the engine is, where the record says it.
    pub name: String,
    /// What is spoken.
    pub protocol: Protocol,
    /// Every line: when, which way, and the text.
    pub lines: Vec<(Duration, Way, String)>,
    /// What was broken, in order.
    pub breaches: Vec<Breach>,
}

/// Why a record cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It begins as a transcript of ours and does not go on so.
    #[error(transparent)]
    Transcript(#[from] transcript::Unreadable),
    /// It is no transcript of ours, and no log that we know.
    #[error(
        "line {number} is none of a transcript, nor of a log of fastchess (-log engine=true), of \
         cutechess-cli (-debug) or of XBoard (-debug), and no other line is: {text:?}"
    )]
    Format {
        /// The first line that is not empty, counting from 1.
        number: usize,
        /// The line.
        text: String,
    },
    /// It is a log of fastchess, without the conversations.
    #[error("a log of fastchess without what was said: write it with -log file=FILE engine=true")]
    Silent,
    /// A line of a conversation breaks off.
    #[error("line {number} says neither who spoke nor when: {text:?}")]
    Line {
        /// Counting from 1.
        number: usize,
        /// The line.
        text: String,
    },
    /// No protocol begins so.
    #[error("the conversation of {name} begins in no protocol that we know: {first:?}")]
    Protocol {
        /// The engine.
        name: String,
        /// The first line to it.
        first: String,
    },
    /// Nothing was said.
    #[error("nothing was recorded")]
    Empty,
}

/// Judges a recorded conversation, or several in one log.
pub fn blame(record: &[u8]) -> Result<Vec<Conversation>, Unreadable> {
    let conversations = match record.starts_with(b"# ferz transcript") {
        true => vec![(String::new(), transcript::read(record)?)],
        false => logs::read(record)?,
    };
    if conversations.iter().all(|(_, entries)| entries.is_empty()) {
        return Err(Unreadable::Empty);
    }
    conversations.into_iter().map(|(name, entries)| judge(name, &entries)).collect()
}

fn judge(name: String, entries: &[Entry]) -> Result<Conversation, Unreadable> {
    let said = |way| entries.iter().filter(move |entry| entry.way == way);
    let words = said(Way::To).map(|entry| bytes::decode(&entry.bytes).into_owned());
    let protocol = words.clone().find_map(|line| match line.split_whitespace().next()? {
        "uci" => Some(Protocol::Uci),
        "ucci" => Some(Protocol::Ucci),
        "xboard" | "protover" => Some(Protocol::Cecp),
        _ => None,
    });
    let Some(protocol) = protocol else {
        let first = words.clone().next().unwrap_or_default();
        return Err(Unreadable::Protocol { name, first });
    };
    let mut monitor: Box<dyn Monitor> = match protocol {
        Protocol::Uci => Box::new(uci::Uci::default()),
        Protocol::Ucci => Box::new(ucci::Ucci::default()),
        Protocol::Cecp => Box::new(cecp::Cecp::default()),
    };
    let mut lines = Vec::new();
    let mut quit = false;
    for entry in entries {
        let text = bytes::decode(&entry.bytes).into_owned();
        match entry.way {
            Way::To => {
                quit |= text.trim() == "quit";
                monitor.heard_interface(entry.at, &text);
            }
            Way::From => monitor.heard_engine(entry.at, &text),
            Way::Note => {
                monitor.book_mut().turn(entry.at, &text);
                note(&mut *monitor, &text, quit);
            }
            Way::Error => monitor.book_mut().turn(entry.at, &text),
        }
        lines.push((entry.at, entry.way, bytes::readable(&text).into_owned()));
    }
    let mut breaches = monitor.book().breaches.clone();
    breaches.sort_by_key(|breach| breach.line);
    let name = match (name.as_str(), named(&lines)) {
        ("", own) => own.unwrap_or_else(|| "the engine".to_owned()),
        ("first" | "second", Some(own)) => format!("{own}, {name}"),
        _ => name,
    };
    Ok(Conversation { name, protocol, lines, breaches })
}

/// What a host has concluded, as `ferz-host` writes it.
fn note(monitor: &mut dyn Monitor, text: &str, quit: bool) {
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    let book = monitor.book_mut();
    if begins(&["crashed", "ended by itself", "closed its output"]) && !quit {
        book.judge(&STAYS, false, || text.to_owned());
    } else if begins(&["hangs", "does not read"]) {
        book.judge(&ANSWERS, false, || text.to_owned());
    }
}

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

impl Conversation {
    /// The first clause that was broken, among those that must be kept.
    pub fn first(&self) -> Option<&Breach> {
        self.breaches.iter().find(|breach| breach.clause.level == Level::Must)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!("{} ({}, {} lines)", self.name, self.protocol, self.lines.len());
        match self.first() {
            None => text.push_str(": nobody has broken the protocol"),
            Some(breach) => {
                let Clause { id, title, requirements, side, .. } = breach.clause;
                let at = breach.at.as_secs_f64();
                text.push_str(&format!(
                    ": the {side} broke it first, at {at:.3} s, line {}\n  {id}: {title} [{requirements}]\n  {}",
                    breach.line, breach.why
                ));
                let around = breach.line.saturating_sub(5)..(breach.line + 1).min(self.lines.len());
                for (index, (at, way, line)) in
                    self.lines.iter().enumerate().take(around.end).skip(around.start)
                {
                    let sign = match way {
                        Way::To => '>',
                        Way::From => '<',
                        Way::Error => '!',
                        Way::Note => '*',
                    };
                    let mark = if index + 1 == breach.line { "->" } else { "  " };
                    let line: String = line.chars().take(200).collect();
                    text.push_str(&format!("\n  {mark} {:9.3} {sign} {line}", at.as_secs_f64()));
                }
            }
        }
        let first = self.first();
        let others: Vec<&Breach> = self
            .breaches
            .iter()
            .filter(|breach| first.is_none_or(|first| *breach != first))
            .collect();
        if !others.is_empty() {
            text.push_str("\n  besides:");
        }
        for breach in others.iter().take(SHOWN) {
            let word = match breach.clause.level {
                Level::Must => "broken",
                Level::Should => "odd",
            };
            text.push_str(&format!(
                "\n    {word}, line {}, {:.3} s, {}: {}: {}",
                breach.line,
                breach.at.as_secs_f64(),
                breach.clause.side,
                breach.clause.id,
                breach.why
            ));
        }
        if others.len() > SHOWN {
            text.push_str(&format!("\n    and {} more", others.len() - SHOWN));
        }
        text
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
            "breaches": breaches.collect::<Vec<_>>(),
        })
    }
}

/// So many of the other breaches are shown.
const SHOWN: usize = 20;
