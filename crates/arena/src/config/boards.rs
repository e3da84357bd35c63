//! Runs of games on two boards (bughouse).

use super::{BadConfig, Config, EngineSpec};
use ferz_input::text;

impl EngineSpec {
    /// What it is called before it has said so itself.
    pub(crate) fn called(&self) -> String {
        let program = self.program.file_stem().unwrap_or_default().to_string_lossy();
        text::name(self.name.as_deref().unwrap_or(&program)).into_owned()
    }

    /// A partner plays under the limits of its engine, unless it has some of its own.
    pub fn share_limits(&mut self) {
        let Some(mut partner) = self.partner.take() else { return };
        if !partner.has_limit() {
            partner.clock.clone_from(&self.clock);
            (partner.move_time, partner.depth) = (self.move_time, self.depth);
            (partner.nodes, partner.nps) = (self.nodes, self.nps);
        }
        self.partner = Some(partner);
    }
}

impl Config {
    /// Whether a game is played on two boards, by two teams of two.
    pub fn has_two_boards(&self) -> bool {
        self.game().is_ok_and(|game| game.partners)
    }

    /// What makes no sense where half of a position is on the other board.
    pub(super) fn check_two_boards(&self) -> Result<(), BadConfig> {
        let game = &self.variant;
        let rules = &self.adjudication;
        let partners = self.engines.iter().filter_map(|engine| engine.partner.as_deref());
        let bad = if self.engines.iter().chain(partners).any(|engine| engine.ponder) {
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
