//! The engines of a worker: who they are, and at which tables they sit.

use super::*;
use crate::config::EngineSpec;
use crate::seat::{Board, Share};
use ferz_input::text;
use serde::{Deserialize, Serialize};

/// What an engine said of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Introduction {
    /// What it is called in this run.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// What it speaks; nothing if it did not start.
    pub protocol: String,
    /// What it calls itself; nothing if it did not start.
    pub id: String,
}

impl Worker {
    /// What belongs to an engine at this table.
    fn share(&self, table: usize) -> Share {
        let cores = self.cores.get(table).cloned().unwrap_or_default();
        Share { cores, nice: self.config.nice }
    }

    fn seat(&self, index: usize, share: Share) -> Seat {
        let spec = self.config.engines.get(index).cloned().unwrap_or_default();
        let protocol = self.protocols.get(index).cloned().unwrap_or_default();
        // The two of a team are the same engine, unless it has a partner of its own.
        let partner = spec.partner.as_deref().unwrap_or(&spec).called();
        let mut seat = Seat::new(index, Arc::new(spec), share, self.quirks.clone(), protocol);
        seat.conversations.clone_from(&self.conversations);
        seat.inside.clone_from(&self.inside);
        seat.partner = self.config.has_two_boards().then_some(partner);
        seat
    }

    /// The seat of its partner at the second board, if that is another engine.
    fn seat_beside(&self, index: usize, share: Share) -> Option<Seat> {
        let spec = self.config.engines.get(index)?;
        let partner = EngineSpec::clone(spec.partner.as_deref()?);
        let protocol = Arc::default();
        let mut seat = Seat::new(index, Arc::new(partner), share, self.quirks.clone(), protocol);
        seat.conversations.clone_from(&self.conversations);
        seat.partner = Some(self.names.get(index).cloned().unwrap_or_else(|| spec.called()));
        seat.board = Board::Second;
        Some(seat)
    }

    /// A seat of this engine, with the engine in it if one is free.
    pub(super) fn take_seat(&mut self, index: usize, table: usize) -> Seat {
        let share = self.share(table);
        self.take_free(index, &share, Board::Any).unwrap_or_else(|| self.seat(index, share))
    }

    /// The seat of who plays for this engine at the second board.
    pub(super) fn take_seat_beside(&mut self, index: usize, table: usize) -> Seat {
        let share = self.share(table);
        if let Some(seat) = self.take_free(index, &share, Board::Second) {
            return seat;
        }
        self.seat_beside(index, share).unwrap_or_else(|| self.take_seat(index, table))
    }

    /// An engine that runs stays on its cores.
    fn take_free(&mut self, index: usize, share: &Share, board: Board) -> Option<Seat> {
        let fits = |seat: &Seat| (seat.index, &seat.share, seat.board) == (index, share, board);
        let at = self.free.iter().rposition(fits)?;
        self.free.remove(at)
    }

    /// Nobody plays here any more. Of a large field not all engines are kept running.
    pub(super) async fn leave_seat(&mut self, seat: Seat) {
        self.free.push_back(seat);
        let at_a_table = if self.config.has_two_boards() { 4 } else { 2 };
        if self.free.len() > at_a_table * self.config.concurrency
            && let Some(mut oldest) = self.free.pop_front()
        {
            oldest.quit().await;
        }
    }

    /// Starts each engine once, and each partner: to know its name, and to end at once if there is none.
    /// Engines that are there but fail are met in the games.
    pub(crate) async fn meet(
        &mut self,
        mut control: watch::Receiver<Control>,
    ) -> Result<Vec<Introduction>, RunError> {
        let mut known: Vec<Introduction> = Vec::new();
        for index in 0..self.config.engines.len() {
            let seat = self.seat(index, self.share(0));
            let mut met = self.greet(seat, &mut control).await?;
            if known.iter().any(|other| other.name == met.name) {
                met.name = format!("{} ({})", met.name, index + 1);
            }
            self.names.push(met.name.clone());
            known.push(met);
            if let Some(partner) = self.seat_beside(index, self.share(0)) {
                self.greet(partner, &mut control).await?;
            }
        }
        Ok(known)
    }

    /// Starts the engine of a seat, which stays there.
    async fn greet(
        &mut self,
        mut seat: Seat,
        control: &mut watch::Receiver<Control>,
    ) -> Result<Introduction, RunError> {
        let mut name = seat.spec.called();
        let (mut author, mut protocol) = (String::new(), String::new());
        let mut id = String::new();
        let started = tokio::select! {
            biased;
            () = stopped(control) => return Err(RunError::Stopped),
            started = seat.start() => started,
        };
        let mut trouble = None;
        match started {
            Ok(engine) => {
                protocol = engine.protocol().to_string();
                let fact = |wanted: &str| {
                    let identity = &engine.about().identity;
                    let fact = identity.iter().find(|(key, _)| key == wanted);
                    fact.map(|(_, text)| text.clone()).filter(|text| !text.is_empty())
                };
                author = fact("author").unwrap_or_default();
                id = fact("name").unwrap_or_default();
                if seat.spec.name.is_none() && !id.is_empty() {
                    name = text::name(&id).into_owned();
                }
            }
            Err(failure) => trouble = Some(failure),
        }
        let called = match (seat.board, &seat.partner) {
            (Board::Second, Some(partner)) => format!("{name}, partner of {partner}"),
            _ => name.clone(),
        };
        match trouble {
            Some(failure) if failure.hopeless => {
                return Err(RunError::Engine { name: called, reason: failure.detail });
            }
            Some(failure) => self.outlet.warn(format!("{called}: {}", failure.detail)),
            None => {}
        }
        let mut reason = seat.plays_not(self.variant).await;
        // An engine's own game has what nobody said of it from another game: that is nothing to
        // hold against the others.
        if reason.is_none() && self.config.described.is_none() {
            reason = seat.plays_otherwise(self.variant).await;
        }
        if let Some(reason) = reason {
            return Err(RunError::Engine { name: called, reason });
        }
        for warning in seat.warnings.drain(..) {
            self.outlet.warn(format!("{called}: {warning}"));
        }
        self.leave_seat(seat).await;
        Ok(Introduction { name, author, protocol, id })
    }
}

/// The owner of the run wants it to end.
async fn stopped(control: &mut watch::Receiver<Control>) {
    if control.wait_for(|control| *control != Control::Go).await.is_err() {
        // Nobody is there to say so.
        std::future::pending::<()>().await;
    }
}
