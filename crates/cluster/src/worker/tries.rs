//! How far the games have come that a worker plays just now. It tells the hub now and then: should the
//! worker be killed, and the next ones too, the dead letter of the job has the moves.

use crate::messages::Try;
use ferz_arena::{Happening, What};
use std::collections::BTreeMap;

/// The games, by run and number.
#[derive(Debug, Default)]
pub(super) struct Tries {
    games: BTreeMap<(String, u32), Told>,
}

#[derive(Debug)]
struct Told {
    tried: Try,
    /// Something has happened that the hub was not told.
    is_news: bool,
}

impl Tries {
    /// Games of a job begin to be played, which was given so often.
    pub(super) fn begin(&mut self, worker: &str, run: &str, games: &[u32], number: i64) {
        for &game in games {
            let (worker, moves) = (worker.to_owned(), Vec::new());
            let tried = Try { number, game, worker, fen: None, moves };
            self.games.insert((run.to_owned(), game), Told { tried, is_news: false });
        }
    }

    /// They are over, or others play them.
    pub(super) fn end(&mut self, run: &str, games: &[u32]) {
        for &game in games {
            self.games.remove(&(run.to_owned(), game));
        }
    }

    /// A move is made, or a game begins; at which try of its job.
    pub(super) fn happens(&mut self, run: &str, happening: &Happening) -> Option<i64> {
        let game = match &happening.what {
            What::GameBegins { pairing, .. } => pairing.number,
            What::MoveMade { game, .. } => *game,
            _ => return None,
        };
        let told = self.games.get_mut(&(run.to_owned(), game))?;
        match &happening.what {
            What::GameBegins { opening, .. } => {
                // It may begin once more, when this machine was late.
                (told.tried.fen, told.tried.moves) = (opening.fen.clone(), opening.moves.clone());
            }
            What::MoveMade { made, .. } => told.tried.moves.push(made.text.clone()),
            _ => {}
        }
        told.is_news = true;
        Some(told.tried.number)
    }

    /// What the hub does not know yet, with the runs.
    pub(super) fn news(&mut self) -> Vec<(String, Try)> {
        let told = |((run, _), told): (&(String, u32), &mut Told)| {
            std::mem::take(&mut told.is_news).then(|| (run.clone(), told.tried.clone()))
        };
        self.games.iter_mut().filter_map(told).collect()
    }
}
