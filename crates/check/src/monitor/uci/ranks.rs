//! From where an engine counts the ranks of xiangqi and of other games on boards of ten ranks.
//!
//! With `UCI_Variant` they are counted from 1, without it from 0: that is a custom and no rule, so
//! the first move that only one way of counting makes legal has the last word (U-512).

use super::Uci;
use super::clauses::MOVES_LEGAL;
use crate::monitor::game::FollowedGame;
use ferz_rules::{Notation, Variant};
use ferz_wire::{MoveText, PositionText};

/// What is known of it.
#[derive(Default)]
pub(super) struct Ranks {
    /// A move of the engine has told.
    settled: bool,
    /// Why the interface's moves are wrong if the engine counts as is the custom.
    doubt: Option<String>,
}

/// The other way to count.
fn other(notation: Notation) -> Option<Notation> {
    match notation {
        Notation::Coordinate => Some(Notation::CoordinateFromOne),
        Notation::CoordinateFromOne => Some(Notation::Coordinate),
        _ => None,
    }
}

/// Whether the ranks of a game are counted from 0; some count them from 1 in UCI.
pub(super) fn counts_from_zero(game: Variant) -> bool {
    game.first_rank == 0
}

impl Uci {
    /// The position with ranks counted the other way, if the engine has not told yet how it counts:
    /// the interface may know it. The complaint waits for the engine's move.
    pub(super) fn counted_otherwise(
        &mut self,
        position: &PositionText,
        why: &str,
    ) -> Option<FollowedGame> {
        if self.ranks.settled || !self.variant.is_some_and(counts_from_zero) {
            return None;
        }
        let notation = other(self.notation)?;
        let board = FollowedGame::of(self.variant?, notation, position).ok()?;
        self.notation = notation;
        // Back again is what was right before.
        self.ranks.doubt = match self.ranks.doubt.take() {
            None => Some(why.to_owned()),
            Some(_) => None,
        };
        Some(board)
    }

    /// The engine's move tells how it counts, if only one way makes it legal.
    pub(super) fn weigh_ranks(&mut self, mv: Option<&MoveText>) {
        if self.ranks.settled || !self.variant.is_some_and(counts_from_zero) {
            return;
        }
        let Some(mv) = mv.map(MoveText::as_str) else { return };
        let Some(search) = &mut self.search else { return };
        let (Some(board), Some(notation)) = (&mut search.board, other(self.notation)) else {
            return;
        };
        let mut turned = board.clone();
        turned.notation = notation;
        match (board.legal(mv).is_ok(), turned.legal(mv).is_ok()) {
            (true, false) => {
                self.findings.judge(&MOVES_LEGAL, true, String::new);
                self.ranks = Ranks { settled: true, doubt: None };
            }
            (false, _) if self.ranks.doubt.is_some() => {
                // Its answer is not to the position that was meant: the interface counts wrongly,
                // and what the engine searches nobody knows.
                let why = self.ranks.doubt.take().unwrap_or_default();
                self.findings.judge(&MOVES_LEGAL, false, || why);
                self.notation = notation;
                search.board = None;
                self.board = None;
            }
            (false, true) => {
                *board = turned;
                self.notation = notation;
                if let Some(board) = &mut self.board {
                    board.notation = notation;
                }
                self.ranks.settled = true;
            }
            (true, true) | (false, false) => {}
        }
    }
}
