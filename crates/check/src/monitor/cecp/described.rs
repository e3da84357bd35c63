//! Games that the engine describes by `setup` and `piece` (C-640 to C-648): it is judged by what it says,
//! whatever else is known under the game's name.

use super::{Cecp, FollowedGame, spelling};
use ferz_link::{Description, Referee, Setup};
use ferz_referee::{Rules, define};
use ferz_rules::Variant;

impl Cecp {
    /// `setup`: another board, or another start. The pieces come behind it.
    pub(super) fn set_out(&mut self, setup: Setup) {
        // Where moves came before it, nobody knows where they led.
        let begun = match &self.board {
            Some(board) => board.game().ply() > 0,
            None => self.variant.is_some() || self.name.is_empty(),
        };
        self.described = (!begun).then(|| Description { setup, pieces: Vec::new() });
        self.variant = None;
        self.board = None;
    }

    /// `piece`: how one goes.
    pub(super) fn piece(&mut self, id: String, moves: String) {
        match &mut self.described {
            Some(described) => described.pieces.push((id, moves)),
            // Something else than the game of that name.
            None => (self.variant, self.board) = (None, None),
        }
    }

    /// The description is whole: the game is followed, if it is understood.
    pub(super) fn learn(&mut self) {
        let Some(described) = self.described.take() else { return };
        let known = Variant::by_name(&self.name);
        if known.is_some() && Rules.description(&self.name).as_ref() == Some(&described) {
            // A description cannot say all of a game's rules.
            self.variant = known;
            self.board = known.map(|variant| FollowedGame::new(variant, spelling(variant)));
            return;
        }
        // Another game may have the name.
        let names = [self.name.clone(), format!("{}-of-the-engine", self.name)];
        let defined = names.iter().find(|name| define(name, &described).is_ok());
        self.variant = defined.and_then(|name| Variant::by_name(name));
        self.board = self.variant.and_then(|variant| {
            FollowedGame::from_fen(variant, spelling(variant), &described.setup.fen).ok()
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::monitor::Monitor;
    use crate::monitor::cecp::Cecp;
    use std::time::Duration;

    /// How many moves the monitor knows after a conversation; `None` where it follows no game.
    fn moves(said: &[&str]) -> Option<usize> {
        let mut monitor = Cecp::default();
        for line in said {
            match line.strip_prefix("< ") {
                Some(line) => monitor.heard_engine(Duration::ZERO, line),
                None => monitor.heard_interface(Duration::ZERO, line),
            }
        }
        monitor.board().map(|board| board.legal_moves().len())
    }

    const SMALL: &str =
        "< setup (PN.R.QKpn.r.qk) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";

    /// C-640 to C-648: what an engine describes is followed as it says, under whatever name.
    #[test]
    fn a_described_game_is_followed() {
        let pawn = "< piece P& fmWfcF";
        assert_eq!(moves(&["new", "variant smallest", SMALL, pawn, "force"]), Some(10));
        assert_eq!(moves(&["new", "variant atomic", SMALL, pawn, "force"]), Some(10));
        assert_eq!(moves(&["new", "variant atomic", "force"]), Some(20));
    }

    /// A game is not guessed at: not when its description is not understood, nor when it comes late.
    #[test]
    fn other_games_are_not_judged() {
        let odd = "< piece P& what";
        assert_eq!(moves(&["new", "variant smaller", SMALL, odd, "force"]), None);
        assert_eq!(moves(&["new", "variant late", "force", "usermove a2a3", SMALL, "go"]), None);
        assert_eq!(moves(&["new", "variant atomic", "force", "< piece P& fmWfcF", "go"]), None);
    }
}
