//! The record of a game before its first move.

use crate::openings::Opening;
use crate::record::{GameRecord, GameResult, MoveRecord, Reason};
use crate::schedule::Pairing;
use std::time::{SystemTime, UNIX_EPOCH};

/// The record of a game that begins now.
pub(super) fn begun(pairing: &Pairing, opening: &Opening) -> GameRecord {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    GameRecord {
        number: pairing.number,
        round: pairing.round,
        first: pairing.first,
        second: pairing.second,
        opening: opening.number,
        fen: opening.fen.clone(),
        moves: opening.moves.iter().map(|mv| MoveRecord::book(mv)).collect(),
        beside: Vec::new(),
        result: GameResult::Draw,
        reason: Reason::Agreement,
        detail: String::new(),
        remarks: Vec::new(),
        last_lines: Vec::new(),
        worst_lag: 0,
        mean_lag: 0,
        late: false,
        stopped: false,
        attempt: 0,
        worker: String::new(),
        step: None,
        began: since.as_secs(),
        seconds: 0.0,
    }
}
