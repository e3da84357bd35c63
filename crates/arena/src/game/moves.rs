//! What an engine's moves, offers and claims make of the game: the rules decide.

use super::*;

/// Remarks of a game that are kept.
const REMARKS: usize = 20;

impl Play<'_, '_> {
    /// What an engine says that is not on move.
    pub(super) fn waiter_says(&mut self, side: Side, news: News) -> Option<Over> {
        let event = match news {
            News::Event(event) => event,
            News::Odd(what) => {
                self.odd(side, what);
                return None;
            }
            _ => return None,
        };
        match event {
            Event::Info(info) => {
                self.players[side as usize].said.heard(*info);
                None
            }
            Event::Resign => Some(resigned(side)),
            Event::DrawOffer if self.has_offer_from(!side) => Some(agreed()),
            Event::DrawOffer => {
                self.offer(side);
                None
            }
            Event::Claim { result, comment } => self.claimed(side, result, &comment),
            Event::Refused { what, text, reason } => self.refused(side, what, &text, &reason),
            Event::Message(Message { kind: MessageKind::Partner, text }) => {
                self.tell_partner(side, text);
                None
            }
            Event::Registration(Check::Error) => {
                self.remark(side, UNREGISTERED.to_owned());
                None
            }
            _ => None,
        }
    }

    /// An engine that calls the last move illegal, which the rules know to be legal, has lost (C-549);
    /// and so has one that does not take the position (C-394).
    pub(super) fn refused(
        &mut self,
        side: Side,
        what: Refusal,
        text: &str,
        reason: &str,
    ) -> Option<Over> {
        let detail = format!("refuses {text:?}: {reason}");
        let fault = match what {
            Refusal::Move => Reason::WrongClaim,
            Refusal::Position => Reason::Refused,
            Refusal::Option | Refusal::Analysis | Refusal::Probe | Refusal::Other => {
                self.remark(side, detail);
                return None;
            }
        };
        Some(Over::fault(side, Failure::new(fault, detail)))
    }

    /// A draw was offered. In CECP that stands until the engine has made two more moves (C-590), else
    /// until the next.
    pub(super) fn offer(&mut self, side: Side) {
        let protocol = self.table.seat(side).engine().map(|engine| engine.protocol());
        let player = &mut self.players[side as usize];
        player.offer = if protocol == Some(Protocol::Cecp) { 2 } else { 1 };
        player.offers_anew = true;
    }

    pub(super) fn has_offer_from(&self, side: Side) -> bool {
        self.table.config.offers && self.players[side as usize].offer > 0
    }

    /// A claim of an engine, checked.
    pub(super) fn claimed(
        &mut self,
        side: Side,
        result: ferz_link::GameResult,
        comment: &str,
    ) -> Option<Over> {
        let lost = GameResult::lost_by(side);
        let claimed = match result {
            ferz_link::GameResult::WhiteWins => GameResult::First,
            ferz_link::GameResult::BlackWins => GameResult::Second,
            ferz_link::GameResult::Draw => GameResult::Draw,
            ferz_link::GameResult::Unfinished => {
                self.remark(side, format!("claims no result: {comment}"));
                return None;
            }
        };
        let end = match self.beside {
            None => judge::claim(&*self.game, claimed),
            Some(_) => judge::verdict(&*self.game).filter(|end| end.0 == claimed),
        };
        if let Some(end) = end {
            return Some(Over::by_rule(end));
        }
        if self.is_right_as_told(side, claimed) {
            self.goes_on(side);
            return None;
        }
        if claimed == lost {
            return Some(resigned(side));
        }
        let detail = format!("claims {claimed} {{{comment}}}, which is not so");
        Some(Over::fault(side, Failure::new(Reason::WrongClaim, detail)))
    }

    /// The engine ended its search.
    pub(super) fn moved(
        &mut self,
        side: Side,
        mv: Option<MoveText>,
        best: Best,
        took: Duration,
    ) -> Result<Option<Over>, Failure> {
        if best.resigns {
            return Ok(Some(resigned(side)));
        }
        let Some(mv) = mv else {
            if let Some((result, comment)) = best.claim {
                return Ok(self.claimed(side, result, &comment));
            }
            if best.offers && self.has_offer_from(!side) {
                return Ok(Some(agreed()));
            }
            return Err(Failure::new(Reason::NoMove, "ended its search without a move"));
        };
        let player = &mut self.players[side as usize];
        match &mut player.clock {
            Some(clock) => {
                clock.moved(took).map_err(|over| Failure::new(Reason::Time, over.to_string()))?
            }
            None => {
                let seat = self.table.seat(side);
                let limit = seat.told_move_time().map(|time| (time, time + margin(&seat.spec)));
                if let Some((time, _)) = limit.filter(|(_, most)| took > *most) {
                    let by = (took - time).as_millis();
                    return Err(Failure::new(Reason::Time, format!("out of time by {by} ms")));
                }
            }
        }
        // Whether the move itself can be played is asked next.
        if best.pv != [mv.clone()] {
            self.check_pv(side, &best.pv);
        }
        let illegal =
            |error| Failure::new(Reason::IllegalMove, format!("{} ({error})", shown(&mv)));
        let text = self.game.rewrite(mv.as_str(), self.table.variant.wire).map_err(illegal)?;
        let keeps_pv = self.table.config.pgn.details.pv;
        let pv = if keeps_pv { self.playable(&best.pv) } else { String::new() };
        let before = self.beside.is_some().then(|| self.game.fen(FenStyle::XFen));
        self.game.play(&text).map_err(illegal)?;
        self.place.moves.push(MoveText::new(&text));
        let player = &mut self.players[side as usize];
        player.moves += 1;
        player.offer = player.offer.saturating_sub(1);
        let number = player.moves;
        self.record.moves.push(MoveRecord {
            text,
            score: best.score.map(|score| score.value),
            depth: best.depth,
            nodes: best.nodes,
            seldepth: best.seldepth,
            nps: best.nps,
            hashfull: best.hashfull,
            tbhits: best.tbhits,
            latency: best
                .time
                .map(|time| took.saturating_sub(time).as_micros().try_into().unwrap_or(u64::MAX)),
            pv,
            micros: Some(took.as_micros().try_into().unwrap_or(u64::MAX)),
            clock: player
                .clock
                .as_ref()
                .map(|clock| clock.remaining().as_millis().try_into().unwrap_or(u64::MAX)),
            ..MoveRecord::default()
        });
        if let Some(before) = before {
            self.pass_on(side, &before);
        }
        if let Some(made) = self.record.moves.last() {
            let (game, ply) = (self.record.number, self.record.moves.len() - 1);
            self.table.outlet.tell_of(Detail::Moves, || What::MoveMade {
                game,
                ply,
                made: made.clone(),
            });
        }
        if let Some(end) = judge::verdict(&*self.game) {
            return Ok(Some(Over::by_rule(end)));
        }
        let results = self.table.config.adjudication.tables.as_ref().map(|spec| spec.results);
        let known = self.table.tables.and_then(|tables| tables.outcome(&*self.game));
        let ends = |winner: &Option<Side>| results.unwrap_or_default().end(winner.is_none());
        if let Some(winner) = known.filter(ends) {
            let result = winner.map_or(GameResult::Draw, |winner| GameResult::lost_by(!winner));
            return Ok(Some(Over::by_rule((result, Reason::Tablebase))));
        }
        if best.offers {
            if self.has_offer_from(!side) {
                return Ok(Some(agreed()));
            }
            self.offer(side);
        }
        if let Some((result, comment)) = best.claim
            && let Some(over) = self.claimed(side, result, &comment)
        {
            return Ok(Some(over));
        }
        let end = self.watch.moved(side, number, best.score.as_ref());
        Ok(end.map(Over::by_rule))
    }

    /// A main line that cannot be played is told about.
    pub(super) fn check_pv(&mut self, side: Side, pv: &[MoveText]) {
        if pv.len() < 2
            && pv.iter().all(|mv| self.game.rewrite(mv.as_str(), Notation::Coordinate).is_ok())
        {
            return;
        }
        let mut game = self.game.boxed();
        let bad = pv.iter().take(60).find_map(|mv| game.play(mv.as_str()).err());
        if let Some(error) = bad {
            self.remark(side, format!("main line: {error}"));
        }
    }

    /// A main line as far as it can be played, in coordinates.
    fn playable(&self, pv: &[MoveText]) -> String {
        let mut game = self.game.boxed();
        let played = pv.iter().map_while(|mv| {
            let text = game.rewrite(mv.as_str(), self.table.variant.wire).ok()?;
            game.play(&text).ok()?;
            Some(text)
        });
        played.collect::<Vec<_>>().join(" ")
    }

    /// What the host found odd. How an engine spells its protocol is no matter of a match; moves
    /// that cannot be played are, answers that nobody asked for, and what it could not be told.
    pub(super) fn odd(&mut self, side: Side, what: Oddity) {
        match what {
            Oddity::Unplayable(text) | Oddity::Unasked(text) | Oddity::Untold(text) => {
                self.remark(side, text);
            }
            Oddity::Spelling { .. } | Oddity::Unknown { .. } | Oddity::Other(_) => {}
        }
    }

    pub(super) fn remark(&mut self, side: Side, text: String) {
        if self.record.remarks.len() < REMARKS {
            let engine = self.table.seat(side).index;
            self.record.remarks.push(Remark { engine, text });
        }
    }
}

/// What a move costs on the clock: the time that it took, or, where nodes count instead (C-284), what
/// the engine has reported. Who reports nothing is charged the time.
pub(super) fn charged(nps: Option<u64>, best: &Best, took: Duration) -> Duration {
    let reported = match nps {
        None => None,
        Some(0) => best.time,
        Some(rate) => {
            best.nodes.map(|nodes| Duration::from_secs(nodes / rate) + share(nodes % rate, rate))
        }
    };
    reported.unwrap_or(took)
}

/// A part of a second.
fn share(nodes: u64, rate: u64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / rate as f64)
}

pub(super) fn resigned(side: Side) -> Over {
    Over::by_rule((GameResult::lost_by(side), Reason::Resignation))
}

pub(super) fn agreed() -> Over {
    Over::by_rule((GameResult::Draw, Reason::Agreement))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C-284: nodes as time, whatever an engine reports.
    #[test]
    fn nodes_count_as_time() {
        let best = |nodes| Best { nodes, ..Best::default() };
        let took = Duration::from_millis(700);
        let charge = |nps, nodes| charged(nps, &best(nodes), took);
        assert_eq!(charge(Some(1000), Some(2500)), Duration::from_millis(2500));
        assert_eq!(charge(Some(1), Some(u64::MAX)), Duration::from_secs(u64::MAX));
        assert_eq!(charge(Some(1000), None), took);
        assert_eq!(charge(None, Some(2500)), took);
    }
}
