//! When to take a draw, when to offer one, when to give up.
//!
//! UCCI leaves these decisions to the engine; most engines behind a front only know scores.

use super::report::Reporter;
use crate::{Bound, Info, Record, Side};

/// Conduct of the engine's player. Scores are UCCI's: a horse or a cannon is about 100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Give up at minus this score for [`Policy::resign_moves`] moves in a row; 0: never.
    pub resign_score: i32,
    /// How many own moves in a row.
    pub resign_moves: u32,
    /// Accept a draw at minus this score or worse, at any time.
    pub glad_of_draw: i32,
    /// A game is level while neither side is better by more than this.
    pub level: i32,
    /// Level moves in a row after which to offer a draw late in a game.
    pub offer_moves: u32,
    /// Own moves after which a game is late.
    pub late: u32,
    /// A game is late too with at most this many pieces that can cross the river.
    pub few_attackers: usize,
    /// Offer and accept a draw where nobody can win any more.
    pub agrees_when_dead: bool,
}

impl Policy {
    /// For an engine that decides all of it itself, or whose user does not want anything decided.
    pub fn never() -> Policy {
        Policy {
            resign_score: 0,
            glad_of_draw: i32::MAX,
            level: -1,
            agrees_when_dead: false,
            ..Policy::default()
        }
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            resign_score: 350,
            resign_moves: 4,
            glad_of_draw: 40,
            level: 8,
            offer_moves: 8,
            late: 40,
            few_attackers: 4,
            agrees_when_dead: true,
        }
    }
}

/// How to play: UCCI's option `style`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    /// Content with a draw that is level.
    Solid,
    #[default]
    Normal,
    /// No draw unless it is worse, and none offered.
    Risky,
}

/// Moves between two own offers, so that nobody is pestered.
const OFFER_AGAIN: u32 = 10;

/// What is known of the game, over all its searches.
pub(super) struct Conduct {
    policy: Policy,
    style: Style,
    /// The side to move and the number of men on the board in the last position.
    seen: Option<(Side, usize)>,
    /// Own moves so far.
    moves: u32,
    /// Own moves in a row that were lost, or level.
    lost_for: u32,
    level_for: u32,
    /// The own move that came with the last offer.
    offered_at: Option<u32>,
    /// The engine itself wants to offer one.
    wants_offer: bool,
    /// The last exact score of this search.
    score: Option<i32>,
}

impl Conduct {
    pub(super) fn new(policy: Policy) -> Conduct {
        Conduct {
            policy,
            style: Style::Normal,
            seen: None,
            moves: 0,
            lost_for: 0,
            level_for: 0,
            offered_at: None,
            wants_offer: false,
            score: None,
        }
    }

    pub(super) fn set_style(&mut self, style: Style) {
        self.style = style;
    }

    /// Another game begins.
    pub(super) fn new_game(&mut self) {
        *self = Conduct { style: self.style, ..Conduct::new(self.policy.clone()) };
    }

    /// A position came. Nothing says whether it belongs to the same game; a position that cannot
    /// follow from the last one by a move or two of each side shows that it does not.
    pub(super) fn position(&mut self, record: &dyn Record) {
        let now = (record.side(), letters(record).filter(char::is_ascii_alphabetic).count());
        let follows =
            self.seen.is_some_and(|(side, men)| side == now.0 && now.1 <= men && men <= now.1 + 4);
        if !follows && self.seen.is_some() {
            self.new_game();
        }
        self.seen = Some(now);
    }

    /// A search begins.
    pub(super) fn begin(&mut self) {
        self.score = None;
    }

    /// The engine offers a draw.
    pub(super) fn offer(&mut self) {
        self.wants_offer = true;
    }

    /// News from the search.
    pub(super) fn score(&mut self, info: &Info, reporter: &Reporter) {
        let exact = info.score.filter(|score| score.bound == Bound::Exact);
        if let Some(score) = exact.filter(|_| info.rank.unwrap_or(1) == 1) {
            self.score = Some(reporter.score(score.value));
        }
    }

    /// A move of the game was found: whether to send `draw` or `resign` with it, never both.
    pub(super) fn decide(&mut self, record: &dyn Record, draw_offered: bool) -> (bool, bool) {
        self.moves = self.moves.saturating_add(1);
        let count = |counter: u32, goes_on| if goes_on { counter.saturating_add(1) } else { 0 };
        let Policy { resign_score, resign_moves, level, .. } = self.policy;
        let attackers = letters(record).filter(|letter| "RNHCPrnhcp".contains(*letter)).count();
        let score = self.score;
        // A move without a search, from a book say, tells nothing.
        if let Some(score) = score {
            self.lost_for = count(self.lost_for, resign_score > 0 && score <= -resign_score);
            self.level_for = count(self.level_for, score.abs() <= level);
        }
        if self.lost_for >= resign_moves.max(1) {
            return (false, true);
        }
        let late = self.moves >= self.policy.late
            || full_moves(record) >= self.policy.late
            || attackers <= self.policy.few_attackers;
        let is_level = score.is_some_and(|score| score.abs() <= level);
        // Nobody can win without a piece that crosses the river.
        let dead = self.policy.agrees_when_dead && attackers == 0;
        let worse = score.is_some_and(|score| score <= self.policy.glad_of_draw.saturating_neg());
        let accepts = match self.style {
            Style::Solid => dead || worse || is_level,
            Style::Normal => dead || worse || (is_level && late),
            Style::Risky => dead || worse,
        };
        let rested = self.offered_at.is_none_or(|at| self.moves >= at + OFFER_AGAIN);
        let enough = late && self.level_for >= self.policy.offer_moves;
        let offers = rested && (dead || (enough && self.style != Style::Risky));
        let draw = std::mem::take(&mut self.wants_offer) || (draw_offered && accepts) || offers;
        if draw {
            self.offered_at = Some(self.moves);
        }
        (draw, false)
    }
}

/// The letters of the board.
fn letters(record: &dyn Record) -> impl Iterator<Item = char> {
    let fen = record.fen();
    let board: Vec<char> = fen.split_whitespace().next().unwrap_or_default().chars().collect();
    board.into_iter()
}

/// The number of the move, where the interface keeps it.
fn full_moves(record: &dyn Record) -> u32 {
    record.fen().split_whitespace().nth(5).and_then(|number| number.parse().ok()).unwrap_or(0)
}
