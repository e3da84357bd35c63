//! What a table wants of its engines, and what it makes of their answers.

use super::{DRAWN, Table, won_by};
use crate::news::{Arrow, Person, Thought};
use crate::notation::usual;
use crate::shelf::OWN;
use crate::view::{LegalMove, View};
use ferz_link::{Info, Limits, Place, ScoreValue, Search};
use ferz_rules::{Notation, Side};
use ferz_wire::MoveText;
use std::time::{Duration, Instant};

/// How long the engine thinks where no clock tells it.
pub(super) const MOVE_TIME: Duration = Duration::from_secs(1);
/// So much of what engines say to people is kept.
const NOTICES: usize = 20;

/// What a table wants of its engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Jobs with the same number are the same job.
    pub number: u64,
    /// What is to be searched.
    pub place: Place,
    /// How.
    pub search: Search,
    /// It may think on its opponent's time when it has moved.
    pub ponder: bool,
    /// How strong it is to play.
    pub elo: Option<u32>,
    /// Which engine of the user's list, and which of those that are the same: 1 for the second
    /// side's, where both sides have it.
    pub engine: (String, usize),
    /// Which game of the table it belongs to.
    pub game: u64,
}

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Hint,
}

/// What an engine answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineMove {
    /// The move.
    pub best: Option<MoveText>,
    /// It gives up.
    pub resign: bool,
    /// It offers a draw, or accepts one.
    pub draw: bool,
}

impl Table {
    /// Something that the engine thought, for people; nothing if nobody wants it.
    pub fn thought(&mut self, number: u64, info: &Info) -> Option<Thought> {
        let (purpose, job) = self.job.as_ref()?;
        let score = info.score.filter(|_| job.number == number && !info.pv.is_empty())?;
        let side = self.record.game().side();
        if *purpose == Purpose::Move {
            self.own_score = score.value.centipawns();
        }
        let mut game = self.record.game().boxed();
        let (mut line, notation) = (Vec::new(), usual(&*game));
        for mv in info.pv.iter().take(12) {
            let Ok(text) = game.rewrite(mv.as_str(), notation) else { break };
            line.push(text);
            if game.play(mv.as_str()).is_err() {
                break;
            }
        }
        let score = match (score.value, side) {
            (ScoreValue::Cp(cp), Side::First) => format!("{:+.2}", f64::from(cp) / 100.0),
            (ScoreValue::Cp(cp), Side::Second) => format!("{:+.2}", f64::from(-cp) / 100.0),
            (ScoreValue::Mate(moves), _) => format!("#{moves}"),
        };
        let (depth, nodes) = (info.depth.unwrap_or_default(), info.nodes.unwrap_or_default());
        Some(Thought { depth, score, nodes, line: line.join(" ") })
    }

    /// The engine has done a job, or could not: then `Err` says why. Says whether it was still wanted.
    pub fn done(&mut self, number: u64, answer: Result<EngineMove, String>, now: Instant) -> bool {
        self.flag(now);
        let Some((purpose, _)) = self.job.take_if(|(_, job)| job.number == number) else {
            return false;
        };
        match (purpose, answer) {
            (Purpose::Hint, Err(why)) => self.remark = Some(why),
            (Purpose::Move, Err(why)) => self.fails(why, now),
            (Purpose::Hint, Ok(answer)) => {
                let view = View::of(self.record.game());
                let found = answer.best.and_then(|best| {
                    let text = self.record.game().rewrite(best.as_str(), Notation::Coordinate);
                    view.legal.iter().find(|mv| text.as_ref() == Ok(&mv.text))
                });
                self.arrows = found.map(|mv| arrow(&view, mv)).into_iter().collect();
            }
            (Purpose::Move, Ok(EngineMove { resign: true, .. })) => {
                self.end(won_by(!self.record.game().side()), "resignation");
            }
            (Purpose::Move, Ok(answer)) => {
                let (side, offered) = (self.record.game().side(), self.offered);
                let played = match &answer.best {
                    Some(best) => self.play(best.as_str(), now),
                    None => Err("it gave no move".to_owned()),
                };
                match played {
                    Err(why) => self.fails(format!("{}: {why}", self.name(side)), now),
                    Ok(()) if answer.draw => self.offer(side, offered),
                    Ok(()) => {}
                }
            }
        }
        self.consider(now);
        true
    }

    /// An engine offers a draw with its move. If another engine has just done the same, this is one.
    fn offer(&mut self, side: Side, before: Option<Side>) {
        let both = self.person == Person::Neither && before == Some(!side);
        if both && self.result.is_none() {
            self.end(DRAWN, "agreement");
        }
        self.offered = Some(side);
    }

    /// An engine does not go on. Nobody loses on time meanwhile.
    fn fails(&mut self, why: String, now: Instant) {
        self.remark = Some(why);
        let side = self.record.game().side();
        // What it asked nobody can answer now.
        self.questions.forget_of(&self.engines[side.index()]);
        if let Some(clock) = &mut self.clock {
            clock.stop(side, now);
        }
    }

    /// Lets an engine that has failed try again.
    pub(super) fn again(&mut self, now: Instant) {
        self.remark = None;
        let ply = self.record.game().ply();
        if let Some(clock) = self.clock.as_mut().filter(|_| self.result.is_none()) {
            clock.go(ply, now);
        }
    }

    /// Something that an engine says to people.
    pub fn notice(&mut self, text: String) {
        if self.notices.last() != Some(&text) {
            self.notices.push(text);
        }
        let surplus = self.notices.len().saturating_sub(NOTICES);
        self.notices.drain(..surplus);
    }

    /// Lets the engine move where it is its turn.
    pub(super) fn consider(&mut self, now: Instant) {
        if self.result.is_none() && !self.movable() && self.job.is_none() && self.remark.is_none() {
            self.want(Purpose::Move, now);
        }
    }

    pub(super) fn want(&mut self, purpose: Purpose, now: Instant) {
        self.jobs += 1;
        let side = self.record.game().side();
        let place = self.place();
        let clock = self.clock.as_ref().filter(|_| purpose == Purpose::Move);
        let limits = match clock {
            Some(clock) => clock.limits(side, self.record.game().ply(), now),
            None => Limits { move_time: Some(MOVE_TIME), ..Limits::default() },
        };
        let engine = match purpose {
            Purpose::Hint => (OWN.to_owned(), 0),
            Purpose::Move => {
                let name = &self.engines[side.index()];
                let both = self.person == Person::Neither && *name == self.engines[0];
                (name.clone(), if both { side.index() } else { 0 })
            }
        };
        let job = Job {
            engine,
            number: self.jobs,
            place,
            search: Search::within(limits),
            ponder: self.ponder && purpose == Purpose::Move,
            elo: self.level.elo.filter(|_| purpose == Purpose::Move),
            game: self.games,
        };
        self.job = Some((purpose, job));
    }
}
/// Points at a legal move.
fn arrow(view: &View, mv: &LegalMove) -> Arrow {
    let dropped = |letter: &String| {
        let mut held = view.hands.iter().flat_map(|hands| &hands[view.turn]);
        let found = held.find(|held| held.piece.letter == *letter);
        found.map_or_else(|| letter.clone(), |held| held.piece.name.clone())
    };
    Arrow { from: mv.from, drop: mv.drop.as_ref().map(dropped), to: mv.to }
}
