//! What an interface does wrong, and who is told of it.
//!
//! UCI knows no errors, only `info string`. A person at a terminal, or who debugs, is told of every
//! mistake; a program of each once, since nobody reads the same line a hundred times, and nothing
//! before its first word of UCI, which may still be a question in another protocol.

use super::{Uci, note};
use crate::{FrontOutput, MoveFault, Place, Spelling};
use ferz_wire::uci::ToEngine;
use ferz_wire::{Remark, RemarkKind};

/// Different mistakes told to one program, at most; one that makes more does not read.
const MOST: usize = 32;
/// Longest quotation of a text, in characters.
const SHOWN: usize = 100;

/// What was said already.
#[derive(Default)]
pub(super) struct Mistakes {
    /// The interface has said something in UCI's words.
    addressed: bool,
    said: Vec<String>,
}

impl Mistakes {
    /// The interface says something.
    pub(super) fn heard(&mut self, message: &ToEngine) {
        self.addressed |= !matches!(
            message,
            ToEngine::Unknown(_) | ToEngine::IsReady | ToEngine::Debug(_) | ToEngine::Quit
        );
    }

    fn is_news(&mut self, text: &str) -> bool {
        let news = self.addressed && self.said.len() < MOST && !self.said.iter().any(|s| s == text);
        if news {
            self.said.push(text.to_owned());
        }
        news
    }
}

impl Uci {
    /// Says what is wrong.
    pub(super) fn mistake(&mut self, out: &mut Vec<FrontOutput>, text: &str) {
        if self.debug || self.offers.person.is_some() || self.mistakes.is_news(text) {
            self.reporter.interrupted();
            note(out, text.to_owned());
        }
    }

    /// A line that is no command.
    pub(super) fn unknown_command(&mut self, line: &str, out: &mut Vec<FrontOutput>) {
        let text = format!("unknown command {}", shortened(line));
        let Some(how_to_play) = self.offers.person else { return self.mistake(out, &text) };
        if self.is_move(line) {
            note(out, format!("{} is a move: {how_to_play}", shortened(line)));
        } else {
            note(out, format!("{text}: `help` lists those there are"));
        }
    }

    /// Whether somebody seems to make a move.
    fn is_move(&self, line: &str) -> bool {
        if line.split_whitespace().count() != 1 {
            return false;
        }
        let spell = |record: &dyn crate::Record| {
            !matches!(record.spell(line, Spelling::Coordinate), Err(MoveFault::Unreadable))
        };
        match &self.record {
            Some(record) => spell(&**record),
            None => self.referee.place(&Place::startpos()).is_ok_and(|(record, _)| spell(&*record)),
        }
    }

    /// Says which words of a `go` mean nothing: without them it may be another search than was
    /// meant, one without an end above all.
    pub(super) fn odd_go(&mut self, remarks: &[Remark], endless: bool, out: &mut Vec<FrontOutput>) {
        let list = |wanted: &[RemarkKind]| {
            let named = remarks.iter().filter(|remark| wanted.contains(&remark.kind));
            named.map(|remark| &*remark.text).collect::<Vec<_>>().join(" ")
        };
        let unknown = list(&[RemarkKind::UnknownToken]);
        let numbers = list(&[RemarkKind::BadNumber, RemarkKind::MissingArgument]);
        let mut faults = Vec::new();
        if !unknown.is_empty() {
            faults.push(format!("unknown \"{}\"", shortened(&unknown)));
        }
        if !numbers.is_empty() {
            faults.push(format!("no number at \"{}\"", shortened(&numbers)));
        }
        if faults.is_empty() {
            return;
        }
        let end = if endless { "; this search has no limit, it ends at `stop`" } else { "" };
        self.mistake(out, &format!("go: {}{end}", faults.join(", ")));
    }
}

/// The beginning of a text.
pub(super) fn shortened(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
