//! After a game: engines that search are stopped, and told how it ended.

use super::*;

impl Play<'_, '_> {
    /// After the game: no search runs, and those who can hear it know the result.
    pub(super) async fn settle(&mut self, over: &Over) {
        for side in [Side::First, Side::Second] {
            let ponders = self.players[side as usize].ponders.is_some();
            let searching = self.thinking == Some(side) || ponders;
            let seat = self.table.seat(side);
            let is_lost = matches!(over.end.1, Reason::Crash | Reason::Hang);
            if over.culprit == Some(side) && is_lost {
                seat.discard();
            }
            let Some(engine) = seat.engine() else { continue };
            if !settled(engine, searching, over).await {
                seat.discard();
            }
        }
    }
}

/// Whether the engine is fit for another game.
async fn settled(engine: &mut Engine, searching: bool, over: &Over) -> bool {
    if searching {
        // Who has accepted a draw does not move any more; the result ends its search.
        let ended = over.end.1 == Reason::Agreement && engine.protocol() == Protocol::Cecp;
        let order = if ended {
            Command::GameOver { result: over.end.0.into(), comment: over.end.1.word() }
        } else {
            Command::Stop
        };
        // An engine of CECP would have its full patience for a ping besides.
        let ended_in_time =
            async { engine.command(order).await.is_ok() && until_best_move(engine).await.is_ok() };
        if !tokio::time::timeout(STOP, ended_in_time).await.unwrap_or(false) {
            return false;
        }
        if ended {
            return true;
        }
    }
    if engine.protocol() == Protocol::Cecp {
        let (result, reason) = over.end;
        let over = Command::GameOver { result: result.into(), comment: reason.word() };
        if let Err(ferz_host::Error::Fault(_)) = engine.command(over).await {
            return false;
        }
    }
    true
}

/// Waits for the end of a search whose move nobody wants. The host has patience for it.
pub(super) async fn until_best_move(engine: &mut Engine) -> Result<(), Fault> {
    loop {
        if let News::Event(Event::BestMove { .. }) = engine.next().await? {
            return Ok(());
        }
    }
}
