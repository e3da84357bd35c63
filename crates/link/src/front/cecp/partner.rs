//! The partner in a game of two boards.
//!
//! What the partner says means nothing to an engine that cannot talk; but it can say when a mate is in
//! sight on its own board, since that decides what the partner may risk, and how long to wait.

use super::Cecp;
use crate::{Command, Partner, ScoreValue};
use ferz_wire::cecp::{FromEngine, TellTo};

/// What is known of the partner.
#[derive(Debug, Default)]
pub(super) struct Team {
    /// There is one.
    partnered: bool,
    /// The mate that it was told of last: whether it is ours.
    told: Option<bool>,
}

impl Team {
    pub(super) fn new_game(&mut self) {
        self.told = None;
    }
}

impl Cecp {
    /// `partner` and `ptell` (C-532 to C-534).
    pub(super) fn partner(&mut self, news: Partner) {
        match news {
            Partner::Is(_) => self.team = Team { partnered: true, told: None },
            Partner::Gone => self.team = Team::default(),
            Partner::Says(_) => {}
        }
        self.tell(Command::Partner(news));
    }

    /// `tellics ptell TEXT` (C-538).
    pub(super) fn tell_partner(&mut self, text: &str) {
        self.say(FromEngine::Tell { to: TellTo::Ics, text: format!("ptell {text}") });
    }

    /// Tells the partner of a mate that the search has found, once until it looks otherwise.
    pub(super) fn report_mate(&mut self) {
        if !self.team.partnered || !self.table.has_partners() {
            return;
        }
        let mate = match self.thoughts.latest.score.map(|score| score.value) {
            Some(ScoreValue::Mate(moves)) => Some((moves > 0, moves.unsigned_abs())),
            _ => None,
        };
        if self.team.told == mate.map(|(is_ours, _)| is_ours) {
            return;
        }
        let had_told = self.team.told.is_some();
        self.team.told = mate.map(|(is_ours, _)| is_ours);
        match mate {
            Some((true, moves)) => self.tell_partner(&format!("I mate in {moves}")),
            Some((false, moves)) => self.tell_partner(&format!("I am mated in {moves}")),
            None if had_told => self.tell_partner("no mate any more"),
            None => {}
        }
    }
}
