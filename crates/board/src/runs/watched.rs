//! How a match stands, for those who watch it: boards, clocks, thoughts, the score, the test.

use crate::lines;
use crate::notation::{usual, written};
use crate::view::{Piece, View, last_move, pieces};
use ferz_arena::boards;
use ferz_arena::record::{GameRecord, MoveRecord};
use ferz_arena::stats::Tally;
use ferz_arena::{Config, What, sprt};
use ferz_link::{Bound, Score};
use ferz_rules::{FenStyle, Game, Held, Man, Setup, Side, Variant, new_game};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;

/// Moves of a thought that are shown.
const LONGEST: usize = 8;
/// Finished games and warnings that are shown, the latest.
const SHOWN: usize = 300;
/// Half-moves behind a common start whose results are counted.
const DEEP: usize = 4;
/// Points of the curve of a test.
const POINTS: usize = 1_000;
/// Who watches and is so far behind hears how everything stands.
const BEHIND: usize = 64;

/// A match that is played: its state, and who hears of it.
pub struct Live {
    /// The run's name.
    name: String,
    watched: Mutex<Watched>,
    news: broadcast::Sender<Arc<str>>,
}

impl Live {
    pub(super) fn new(name: String, watched: Watched) -> Live {
        Live { name, watched: Mutex::new(watched), news: broadcast::channel(BEHIND).0 }
    }

    /// What the run is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is not over.
    pub fn plays(&self) -> bool {
        self.lock().over.is_none()
    }

    /// How everything stands, as a message.
    pub fn stands(&self) -> Arc<str> {
        json!({ "run": self.lock().all(), "of": self.name }).to_string().into()
    }

    /// What happens from now on, as messages.
    pub fn listen(&self) -> broadcast::Receiver<Arc<str>> {
        self.news.subscribe()
    }

    pub(super) fn hear(&self, what: &What) {
        self.lock().hear(what);
    }

    /// Tells what is new.
    pub(super) fn flush(&self) {
        let news = self.lock().news();
        if self.news.receiver_count() > 0 {
            // Who has just gone needs no news.
            let _ = self.news.send(json!({ "run": news, "of": self.name }).to_string().into());
        }
    }

    pub(super) fn end(&self, why: String) {
        self.lock().end(why);
        self.flush();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A board on which one game is played after the other.
struct Slot {
    number: u32,
    /// Who has the first side, who the second.
    players: [usize; 2],
    game: Box<dyn Game>,
    /// Half-moves that were made.
    made: usize,
    /// Where its last move began and ended.
    last: Vec<usize>,
    clocks: [Option<u64>; 2],
    thoughts: [Value; 2],
    result: Option<String>,
    new: bool,
}

/// How a match stands.
pub(super) struct Watched {
    variant: Variant,
    kinds: Vec<Piece>,
    start: Option<String>,
    names: Vec<String>,
    /// What each clock shows before the first move, in milliseconds.
    clocks: Vec<Option<u64>>,
    slots: Vec<Slot>,
    played: u32,
    expected: u32,
    score: Tally,
    sprt: Option<sprt::Standing>,
    /// Games played, and what the test says after them.
    course: Vec<(u32, f64)>,
    /// Halves of points, and games, of each engine.
    points: Vec<[u32; 2]>,
    ended: Vec<Value>,
    ended_told: usize,
    warnings: Vec<String>,
    /// Moves from the common start: won by the first side, drawn, lost.
    tree: BTreeMap<Vec<String>, [u32; 3]>,
    over: Option<String>,
    /// All but the boards was told as it stands.
    headed: bool,
}

impl Watched {
    /// Before the first game.
    pub(super) fn of(config: &Config, start: Option<&str>) -> Result<Watched, String> {
        let variant = config.game().map_err(|error| error.to_string())?;
        let look = new_game(variant, None).map_err(|error| error.to_string())?.look();
        let first = |engine: &ferz_arena::config::EngineSpec| {
            let session = engine.clock.as_ref()?.sessions().first()?;
            u64::try_from((session.time + session.increment).as_millis()).ok()
        };
        Ok(Watched {
            variant,
            kinds: pieces(&look),
            start: start.map(str::to_owned),
            names: config.engines.iter().map(|one| one.name.clone().unwrap_or_default()).collect(),
            clocks: config.engines.iter().map(first).collect(),
            slots: Vec::new(),
            played: 0,
            expected: 0,
            score: Tally::default(),
            sprt: None,
            course: Vec::new(),
            points: vec![[0; 2]; config.engines.len()],
            ended: Vec::new(),
            ended_told: 0,
            warnings: Vec::new(),
            tree: BTreeMap::new(),
            over: None,
            headed: false,
        })
    }

    pub(super) fn end(&mut self, why: String) {
        (self.over, self.headed) = (Some(why), false);
    }

    /// Something happened.
    pub(super) fn hear(&mut self, what: &What) {
        self.headed &=
            matches!(what, What::GameBegins { .. } | What::Thinking { .. } | What::MoveMade { .. });
        match what {
            What::RunBegins { names, games, played } => {
                self.names.clone_from(names);
                (self.expected, self.played) = (*games, *played);
            }
            What::GameBegins { pairing, opening, .. } => {
                let Ok(mut game) = new_game(self.variant, opening.fen.as_deref()) else { return };
                opening.moves.iter().for_each(|text| _ = game.play(text));
                let players = [pairing.first, pairing.second];
                let clocks = players.map(|player| self.clocks.get(player).copied().flatten());
                let slot = Slot {
                    number: pairing.number,
                    players,
                    last: last_squares(&*game),
                    game,
                    made: opening.moves.len(),
                    clocks,
                    thoughts: [Value::Null, Value::Null],
                    result: None,
                    new: true,
                };
                match self.slots.iter_mut().find(|slot| slot.result.is_some()) {
                    Some(free) => *free = slot,
                    None => self.slots.push(slot),
                }
            }
            What::Thinking { game, engine, thought } => {
                let Some(slot) = slot(&mut self.slots, *game) else { return };
                let side = usize::from(slot.players[0] != *engine);
                slot.thoughts[side] = shown(&*slot.game, thought);
                slot.new = true;
            }
            What::MoveMade { game, ply, made } => {
                let Some(slot) = slot(&mut self.slots, *game) else { return };
                let side = slot.game.side();
                if slot.made == *ply && boards::play(&mut slot.game, made).is_ok() {
                    slot.made += 1;
                    slot.clocks[side.index()] = made.clock.or(slot.clocks[side.index()]);
                    slot.last = last_squares(&*slot.game);
                }
                slot.new = true;
            }
            What::GameEnds { game, counts } => self.ended(game, *counts),
            What::Warning(text) => self.warn(text.clone()),
            // Runs of a cluster are read from their logs, where what that worker played is left out.
            What::SetAside { worker, reason, .. } => {
                self.warn(format!("{worker} is set aside: {reason}"));
            }
            What::Standing { played, expected, score, sprt } => {
                (self.played, self.expected) = (*played, *expected);
                (self.score, self.sprt) = (*score, *sprt);
                if let Some(standing) = sprt {
                    self.course.push((*played, standing.llr));
                    if self.course.len() > POINTS {
                        let thinned = self.course.iter().copied().skip(1).step_by(2);
                        self.course = thinned.collect();
                    }
                }
            }
        }
    }

    fn warn(&mut self, text: String) {
        self.warnings.push(text);
        let surplus = self.warnings.len().saturating_sub(SHOWN);
        self.warnings.drain(..surplus);
    }

    fn ended(&mut self, game: &GameRecord, counts: bool) {
        let result = format!("{}: {}", game.result, game.reason.word());
        if let Some(slot) = slot(&mut self.slots, game.number) {
            (slot.result, slot.new) = (Some(result), true);
        }
        if !counts {
            return self.warn(format!("game {}: it is played again", game.number));
        }
        let halves = [game.result.halves(), 2 - game.result.halves()];
        for (player, halves) in [game.first, game.second].into_iter().zip(halves) {
            if let Some([points, games]) = self.points.get_mut(player) {
                (*points, *games) = (*points + halves, *games + 1);
            }
        }
        if let Some(start) = &self.start
            && let Ok(mut from) = new_game(self.variant, Some(start))
        {
            let mut path = Vec::new();
            for made in game.moves.iter().take(DEEP) {
                boards::give(&mut from, &made.came);
                let Ok(san) = written(&*from, &made.text) else { break };
                _ = from.play(&made.text);
                path.push(san);
                let outcome = 2 - game.result.halves() as usize;
                self.tree.entry(path.clone()).or_default()[outcome] += 1;
            }
        }
        self.ended.push(json!({
            "number": game.number,
            "players": [game.first, game.second],
            "result": game.result.to_string(),
            "reason": game.reason.word(),
            "detail": game.detail,
            "fault": game.reason.is_fault(),
            "plies": game.moves.len(),
        }));
        if self.ended.len() > SHOWN {
            self.ended.remove(0);
            self.ended_told = self.ended_told.saturating_sub(1);
        }
    }

    /// Everything, for who comes to it now.
    pub(super) fn all(&self) -> Value {
        let look = new_game(self.variant, None).map(|game| game.look()).ok();
        let ground = look.map(|look| View::still(self.variant, &look, &[], None));
        let mut all = self.head();
        all["ground"] = json!(ground);
        all["kinds"] = json!(self.kinds);
        all["from"] = json!(self.start);
        all["ended"] = json!(self.ended);
        let boards = self.slots.iter().enumerate().map(|(at, slot)| self.board(at, slot));
        all["boards"] = boards.collect();
        all
    }

    /// What was not told yet.
    fn news(&mut self) -> Value {
        let mut news = if self.headed { json!({}) } else { self.head() };
        self.headed = true;
        news["more"] = json!(self.ended[self.ended_told..]);
        self.ended_told = self.ended.len();
        let mut boards = Vec::new();
        for at in 0..self.slots.len() {
            if self.slots[at].new {
                boards.push(self.board(at, &self.slots[at]));
                self.slots[at].new = false;
            }
        }
        news["boards"] = Value::from(boards);
        news
    }

    /// The score and the test.
    fn head(&self) -> Value {
        json!({
            "names": self.names,
            "title": self.variant.title,
            "played": self.played,
            "expected": self.expected,
            "score": [self.score.wins, self.score.draws, self.score.losses],
            "estimate": self.score.estimate(),
            "sprt": self.sprt,
            "course": self.course,
            "points": self.points,
            "warnings": self.warnings,
            "tree": self.tree.iter().collect::<Vec<_>>(),
            "over": self.over,
        })
    }

    /// A board.
    fn board(&self, at: usize, slot: &Slot) -> Value {
        let fen = slot.game.fen(FenStyle::XFen);
        let Ok(setup) = Setup::read(self.variant, &fen) else { return Value::Null };
        let cells: Vec<u32> = setup.cells.iter().map(|man| self.cell(man.as_ref())).collect();
        let held = |side: Side, held: &Held| {
            let man = Man { side, letter: held.letter.clone(), promoted: false };
            [self.cell(Some(&man)), u32::try_from(held.count).unwrap_or(u32::MAX)]
        };
        let hands = setup.hands.as_ref().map(|hands| {
            Side::BOTH.map(|side| {
                hands[side.index()].iter().map(|one| held(side, one)).collect::<Vec<_>>()
            })
        });
        json!({
            "at": at,
            "number": slot.number,
            "players": slot.players,
            "cells": cells,
            "hands": hands,
            "last": slot.last,
            "ply": slot.game.ply(),
            "clocks": slot.clocks,
            "running": slot.result.is_none().then(|| slot.game.side().index()),
            "thoughts": slot.thoughts,
            "result": slot.result,
        })
    }

    /// What stands on a square as a number: 0 for nothing; else twice the place of its kind in the list,
    /// from 1 on, and one more where it was promoted.
    fn cell(&self, man: Option<&Man>) -> u32 {
        let Some(man) = man else { return 0 };
        let is_kind = |kind: &Piece| kind.side == man.side.index() && kind.letter == man.letter;
        let place = self.kinds.iter().position(is_kind).map_or(0, |place| place + 1);
        2 * u32::try_from(place).unwrap_or(0) + u32::from(man.promoted)
    }
}

fn slot(slots: &mut [Slot], number: u32) -> Option<&mut Slot> {
    slots.iter_mut().find(|slot| slot.number == number && slot.result.is_none())
}

/// Where the last move of a game began and ended.
fn last_squares(game: &dyn Game) -> Vec<usize> {
    last_move(game).map(|last| last.squares).unwrap_or_default()
}

/// What an engine thinks, for people.
fn shown(game: &dyn Game, thought: &MoveRecord) -> Value {
    let mut ahead = game.boxed();
    let (mut line, notation) = (Vec::new(), usual(game));
    for text in thought.pv.split(' ').take(LONGEST) {
        let Ok(san) = ahead.rewrite(text, notation) else { break };
        line.push(san);
        if ahead.play(text).is_err() {
            break;
        }
    }
    let score =
        thought.score.map(|value| lines::shown(Score { value, bound: Bound::Exact }, game.side()));
    json!({ "score": score, "depth": thought.depth, "nodes": thought.nodes, "line": line.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_arena::config::EngineSpec;
    use ferz_arena::openings::Opening;
    use ferz_arena::schedule::Pairing;

    fn crazyhouse() -> Watched {
        let clock = Some("10+0.1".parse().expect("a clock"));
        let engine = EngineSpec { clock, ..EngineSpec::default() };
        let variant = "crazyhouse".to_owned();
        let engines = vec![engine.clone(), engine];
        let config = Config { variant, engines, ..Config::default() };
        let mut watched = Watched::of(&config, None).expect("a game");
        let names = ["A", "B"].map(str::to_owned).to_vec();
        watched.hear(&What::RunBegins { names, games: 2, played: 0 });
        watched
    }

    fn begins(watched: &mut Watched, number: u32) {
        let pairing = Pairing { number, round: 1, first: 1, second: 0, opening: 0 };
        let moves = ["e2e4", "d7d5"].map(str::to_owned).to_vec();
        let opening = Opening { number: 1, fen: None, moves };
        watched.hear(&What::GameBegins { pairing, opening, attempt: 0 });
    }

    #[test]
    fn boards_tell_what_is_new() {
        let mut watched = crazyhouse();
        begins(&mut watched, 1);
        begins(&mut watched, 2);
        let news = watched.news();
        assert_eq!(news["names"], json!(["A", "B"]));
        assert_eq!(news["boards"].as_array().map(Vec::len), Some(2));
        let board = &news["boards"][0];
        assert_eq!(
            (&board["players"], &board["clocks"]),
            (&json!([1, 0]), &json!([10_100, 10_100]))
        );
        assert_eq!((&board["ply"], &board["running"]), (&json!(2), &json!(0)));
        // A thought and a move of the second game; nothing else is told again.
        let pv = "e4d5 d8d5".to_owned();
        let score = Some(ferz_link::ScoreValue::Cp(120));
        let thought = MoveRecord { pv, score, depth: Some(9), ..MoveRecord::default() };
        watched.hear(&What::Thinking { game: 2, engine: 1, thought });
        let made = MoveRecord { clock: Some(9_000), ..MoveRecord::book("e4d5") };
        watched.hear(&What::MoveMade { game: 2, ply: 2, made });
        let news = watched.news();
        assert_eq!(
            (&news["names"], news["boards"].as_array().map(Vec::len)),
            (&Value::Null, Some(1))
        );
        let board = &news["boards"][0];
        assert_eq!((&board["at"], &board["clocks"]), (&json!(1), &json!([9_000, 10_100])));
        assert_eq!(board["last"], json!([28, 35]));
        // A thought alone takes no mark away.
        let pv = "d8d5".to_owned();
        let thought = MoveRecord { pv, score, depth: Some(2), ..MoveRecord::default() };
        watched.hear(&What::Thinking { game: 2, engine: 0, thought });
        assert_eq!(watched.news()["boards"][0]["last"], json!([28, 35]));
        assert_eq!(board["thoughts"][0]["line"], "exd5 Qxd5");
        assert_eq!(board["thoughts"][0]["score"], "+1.20");
        // The pawn is in the first side's hand.
        assert_eq!(board["hands"][0].as_array().map(Vec::len), Some(1), "{board}");
        assert_eq!(watched.news()["boards"], json!([]));
        // Moves that are not of this game, or not legal, change nothing.
        for (game, ply, text) in [(9, 3, "d8d5"), (2, 7, "d8d5"), (2, 3, "e7e1")] {
            watched.hear(&What::MoveMade { game, ply, made: MoveRecord::book(text) });
        }
        assert_eq!(watched.slots[1].game.ply(), 3);
        assert_eq!(watched.all()["boards"].as_array().map(Vec::len), Some(2));
    }
}
