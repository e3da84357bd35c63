//! Bughouse, and games whose hands a chess server tells of.

use super::game::Board;
use super::{Cecp, Doing, Mode};

impl Cecp {
    /// `holding [WHITE] [BLACK]` (C-535, C-536): the hands as they are now. What was known already
    /// changes nothing; else it is another position, without the moves before it. In games without
    /// hands it means nothing (C-537).
    pub(super) fn holding(&mut self, white: &str, black: &str) {
        let fen = self.table.fen();
        let parts =
            fen.split_once('[').and_then(|(board, rest)| Some((board, rest.split_once(']')?)));
        let Some((board, (hands, rest))) = parts else { return };
        let told: String = white.to_uppercase() + &black.to_lowercase();
        let sorted = |hands: &str| {
            let mut letters: Vec<char> = hands.chars().filter(char::is_ascii_alphabetic).collect();
            letters.sort_unstable();
            letters
        };
        if sorted(hands) == sorted(&told) {
            return;
        }
        let fen = format!("{board}[{told}]{rest}");
        match Board::from_fen(&*self.referee, &self.table.variant, &fen) {
            Board::Illegal { .. } => {
                self.error("bad parameter", &format!("holding [{white}] [{black}]"))
            }
            board => {
                self.table.board = board;
                self.table.changed();
                match self.mode {
                    Mode::Playing(Doing::Pondering) => self.again(|_| {}),
                    _ => self.root_moves_changed(),
                }
            }
        }
    }
}
