//! When to take a draw, when to claim one, when to give up.

use super::{Cecp, Doing, Mode};
use crate::{Command, Outcome};
use ferz_wire::cecp::FromEngine;

/// Conduct of the engine's player. CECP leaves these decisions to the engine; most engines behind
/// this front only know scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Accept a draw at this score or worse, at any time.
    pub glad_of_draw: i32,
    /// Accept a draw at this score or worse in a long game or with few pieces.
    pub content_with_draw: i32,
    /// From this ply on a game is long.
    pub long_game: usize,
    /// Most pieces that count as few.
    pub few_pieces: usize,
    /// Do not claim a draw that the rules would give, with a better score than this.
    pub plays_on_above: i32,
    /// Give up at minus this score for [`Policy::resign_moves`] moves in a row; 0: never.
    pub resign_score: i32,
    /// How many own moves in a row.
    pub resign_moves: u32,
    /// Claim draws that the rules give for the asking.
    pub claims: bool,
    /// Hear of the opponent's draw offers.
    pub hears_offers: bool,
}

impl Policy {
    /// For an engine that decides all of it itself, or whose user does not want anything decided.
    pub fn never() -> Policy {
        Policy {
            glad_of_draw: i32::MIN,
            content_with_draw: i32::MIN,
            plays_on_above: i32::MIN,
            resign_score: 0,
            claims: false,
            ..Policy::default()
        }
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            glad_of_draw: -100,
            content_with_draw: 15,
            long_game: 80,
            few_pieces: 10,
            plays_on_above: 100,
            resign_score: 0,
            resign_moves: 3,
            claims: true,
            hears_offers: true,
        }
    }
}

/// How long an offer of the opponent stands: his next two moves (C-590), in plies.
const OFFER_STANDS: usize = 4;

/// Plies between two own offers, so that nobody is pestered (C-595).
const OFFER_AGAIN: usize = 20;

impl Cecp {
    /// Remembers the score of the search that has just ended.
    pub(super) fn note_score(&mut self) {
        let score = self.thoughts.latest.score.map(|score| score.value.centipawns());
        if score.is_some() {
            self.thoughts.score = score;
        }
        let level = self.policy.resign_score;
        match score {
            Some(score) if level > 0 && score <= -level => self.thoughts.lost_for += 1,
            _ => self.thoughts.lost_for = 0,
        }
    }

    /// In games of two boards nobody gives up for the partner, too, whose board may stand better.
    pub(super) fn gives_up(&self) -> bool {
        !self.table.has_partners()
            && self.policy.resign_score > 0
            && self.thoughts.lost_for >= self.policy.resign_moves.max(1)
    }

    /// `draw`: the opponent offers one.
    pub(super) fn draw_offered(&mut self) {
        let Mode::Playing(doing) = self.mode else { return };
        if !self.policy.hears_offers {
            return;
        }
        self.table.offered_until = Some(self.table.ply() + OFFER_STANDS);
        self.tell(Command::DrawOffer);
        // On our move the answer comes with the move, from what the search finds (C-112).
        if doing != Doing::Thinking {
            self.answer_offer();
        }
    }

    /// Accepts an open offer if the last score speaks for it; silence declines (C-370).
    pub(super) fn answer_offer(&mut self) {
        if self.table.offered_until.is_some() && self.takes_draw() {
            self.offer_draw();
        }
    }

    fn takes_draw(&self) -> bool {
        let Some(record) = self.table.record() else { return false };
        if let Some(outcome) = self.table.outcome_of(record) {
            return self.wants_to_claim(Some(&outcome));
        }
        let Some(score) = self.thoughts.score else { return false };
        let men = record
            .fen()
            .split_whitespace()
            .next()
            .map_or(0, |board| board.chars().filter(char::is_ascii_alphabetic).count());
        let late = record.ply() >= self.policy.long_game || men <= self.policy.few_pieces;
        score <= self.policy.glad_of_draw || (late && score <= self.policy.content_with_draw)
    }

    /// `offer draw`: an offer, an acceptance, a claim.
    pub(super) fn offer_draw(&mut self) {
        self.table.offered_until = None;
        self.table.own_offer = Some(self.table.ply());
        self.say(FromEngine::OfferDraw);
    }

    /// As `offer_draw`, unless we did so lately.
    pub(super) fn offer_draw_once(&mut self) {
        let ply = self.table.ply();
        if self.table.own_offer.is_none_or(|last| ply >= last + OFFER_AGAIN || ply < last) {
            self.offer_draw();
        }
    }

    /// Whether a draw that is there for the asking is wanted.
    pub(super) fn wants_to_claim(&self, outcome: Option<&Outcome>) -> bool {
        self.policy.claims
            && outcome.is_some_and(|outcome| outcome.by_claim)
            && self.thoughts.score.is_none_or(|score| score <= self.policy.plays_on_above)
    }

    /// The opponent has moved: prints the result if the game has ended by that, or if it is a draw
    /// that we want to claim (C-575, C-576).
    pub(super) fn claim_after_opponent(&mut self) -> bool {
        let outcome = self.table.record().and_then(|record| self.table.outcome_of(record));
        let Some(outcome) = outcome else { return false };
        if outcome.by_claim && !self.wants_to_claim(Some(&outcome)) {
            return false;
        }
        self.result_line(outcome.result, outcome.comment);
        true
    }

    /// `resign`, before any move (C-586).
    pub(super) fn resign(&mut self) {
        self.say(FromEngine::Resign);
        self.game_over();
    }
}
