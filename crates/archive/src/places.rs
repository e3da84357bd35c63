//! The positions that a game went through, to find games by them.

use crate::{Id, Result, mark};
use ferz_rules::new_game;
use ferz_rules::pgn::PgnGame;
use rusqlite::{Transaction, params};

/// Positions after this many plies are not kept: a game is found by its opening.
pub(crate) const DEPTH: usize = 40;

/// A game's positions, the first at its start.
pub(crate) struct Trail {
    /// The mark of each position.
    positions: Vec<i64>,
    /// What was played in each but the last.
    replies: Vec<String>,
}

impl Trail {
    /// As far as its moves are moves: a game of an unknown kind has none.
    pub(crate) fn of(game: &PgnGame) -> Trail {
        let (mut positions, mut replies) = (Vec::new(), Vec::new());
        let start = game.variant().ok().and_then(|variant| new_game(variant, game.tag("FEN")).ok());
        if let Some(mut board) = start {
            positions.push(mark::of_position(&*board));
            for step in game.line.moves.iter().take(DEPTH) {
                let played = match step.text.as_str() {
                    "--" => board.pass(),
                    text => board.play(text),
                };
                if played.is_err() {
                    break;
                }
                positions.push(mark::of_position(&*board));
            }
            replies = board.moves(board.variant().wire);
        }
        Trail { positions, replies }
    }

    pub(crate) fn write(&self, change: &Transaction<'_>, game: Id) -> Result<()> {
        let mut insert = change.prepare_cached("INSERT INTO place VALUES (?1, ?2, ?3, ?4)")?;
        for (ply, position) in self.positions.iter().enumerate() {
            insert.execute(params![position, game, ply, self.replies.get(ply)])?;
        }
        Ok(())
    }
}
