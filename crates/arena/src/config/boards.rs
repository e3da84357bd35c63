//! Runs of games on two boards (bughouse).

use super::{BadConfig, Config};

impl Config {
    /// Whether a game is played on two boards, by two teams of two.
    pub fn has_two_boards(&self) -> bool {
        self.game().is_ok_and(|game| game.partners)
    }

    /// What makes no sense where half of a position is on the other board.
    pub(super) fn check_two_boards(&self) -> Result<(), BadConfig> {
        let game = &self.variant;
        let rules = &self.adjudication;
        let bad = if self.engines.iter().any(|engine| engine.ponder) {
            "nobody ponders: what comes to hand meanwhile would not be known"
        } else if rules.resign.is_some() || rules.draw.is_some() || rules.tables.is_some() {
            "no game is ended by scores or tables of one board"
        } else if !self.tuned.is_empty() {
            "no options are tuned"
        } else {
            return Ok(());
        };
        Err(BadConfig(format!("{game} is played on two boards: {bad}")))
    }
}
