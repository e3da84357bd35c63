//! A game on a board: who plays, moves, clocks, offers, the result. No input or output in here, and
//! no clock: the time is an argument.
//!
//! A table says what it wants of its engine by a [`Job`]. Its owner lets an engine do it and hands
//! back what came of it; what came of a job that is no longer wanted is ignored.

mod clock;
mod engines;
mod kept;
mod questions;
mod tree;

use self::clock::{TableClock, clock};
use self::engines::Purpose;
pub use self::engines::{EngineMove, Job};
use self::questions::Questions;
use self::tree::{Tree, Written};
use crate::attacks::takers;
use crate::news::{
    Arrow, Found, LEVELS, Level, NewGame, Path, Person, PlayerNews, Refused, Request, ResultNews,
    TableNews,
};
use crate::notation::{meant, usual};
use crate::setup::set_up;
use crate::shelf::OWN;
use crate::view::{View, last_move};
use ferz_link::Place;
use ferz_referee::{GameRecord, drawn_start};
use ferz_rules::{Game, Side, Variant, Verdict};
use ferz_wire::{MoveText, Start};
use std::time::{Duration, Instant};

/// The engine accepts a draw only after so many half-moves.
const EARLIEST_DRAW: usize = 40;
/// ... and only if it does not think itself better than this, in centipawns.
const GOOD_ENOUGH: i32 = 10;

/// A game on a board.
pub struct Table {
    record: GameRecord,
    variant: String,
    start: Start,
    person: Person,
    level: Level,
    /// The engine of each side, by its name on the user's list.
    engines: [String; 2],
    /// Engines think on their opponent's time.
    ponder: bool,
    /// What the engine inside calls itself.
    own_name: String,
    clock: Option<TableClock>,
    /// Where the game begins, by its number in Chess960.
    start_number: Option<u64>,
    result: Option<ResultNews>,
    arrows: Vec<Arrow>,
    remark: Option<String>,
    job: Option<(Purpose, Job)>,
    jobs: u64,
    /// How many games were begun here before.
    games: u64,
    /// What the engine thought of its position last, in centipawns.
    own_score: i32,
    /// What engines said to people.
    notices: Vec<String>,
    questions: Questions,
    /// The engine of this side offered a draw with its last move.
    offered: Option<Side>,
    /// The clock as it was asked for.
    control: String,
    /// Something has happened since the game was begun or opened.
    touched: bool,
    /// The number under which it is kept already.
    kept_as: Option<i64>,
    /// The day on which the game was begun, as PGN writes it.
    begun: String,
    /// What could have been played, and what is said of it.
    tree: Tree,
    /// The tags of a game of others, as long as nothing else is played in it.
    theirs: Option<Vec<(String, String)>>,
}

impl Table {
    /// The game that stands there before anybody has chosen one.
    pub fn new(own_name: &str) -> Table {
        let game = NewGame {
            variant: "normal".to_owned(),
            level: "casual".to_owned(),
            ..NewGame::default()
        };
        Table::begin(&game, own_name).expect("chess can be played")
    }

    fn begin(game: &NewGame, own_name: &str) -> Result<Table, Refused> {
        let drawn = Variant::by_name(&game.variant);
        let start = match (game.fen.trim(), game.fen.trim().parse()) {
            ("", _) => drawn.map_or(Start::Startpos, drawn_start),
            (_, Ok(number)) => Start::Fen(numbered(&game.variant, number)?),
            (fen, Err(_)) => Start::Fen(fen.to_owned()),
        };
        let record = GameRecord::new(&game.variant, &start)?;
        let level = LEVELS.iter().find(|level| level.name == game.level);
        let level = level.ok_or_else(|| format!("no strength is called {:?}", game.level))?;
        let clock = match game.clock.trim() {
            "" => None,
            text => Some(clock(text).ok_or_else(|| {
                format!("no clock: {text:?}; it is written 5+3, 40/90+30 or st=10")
            })?),
        };
        let start_number = number_of(record.game().variant(), &record.game().start_fen());
        let variant = record.game().variant().name.to_owned();
        let mut table = Table {
            variant,
            start: match start {
                Start::Startpos => Start::Startpos,
                Start::Fen(_) => Start::Fen(record.game().start_fen()),
            },
            record,
            person: game.person,
            level: *level,
            engines: game.engines.each_ref().map(|name| match name.trim() {
                "" => OWN.to_owned(),
                name => name.to_owned(),
            }),
            ponder: game.ponder,
            own_name: own_name.to_owned(),
            clock,
            start_number,
            result: None,
            arrows: Vec::new(),
            remark: None,
            job: None,
            jobs: 0,
            games: 0,
            own_score: 0,
            notices: Vec::new(),
            questions: Questions::default(),
            offered: None,
            control: game.clock.trim().to_owned(),
            touched: false,
            kept_as: None,
            tree: Tree::default(),
            begun: kept::today(),
            theirs: None,
        };
        table.judge();
        table.touched = false;
        Ok(table)
    }

    /// Does what a page asks; what it has asked for.
    pub fn ask(&mut self, request: &Request, now: Instant) -> Result<Option<Found>, Refused> {
        self.flag(now);
        match request {
            Request::New(game) => {
                let next = Table::begin(game, &self.own_name)?;
                self.follow_on(next);
            }
            Request::Open { pgn, number } => {
                let next = Table::resume(pgn, *number, &self.own_name)?;
                self.follow_on(next);
            }
            Request::Move { text } => {
                if self.result.is_some() {
                    return Err("the game is over".to_owned());
                }
                if !self.movable() {
                    return Err(format!("{} is to move", self.name(self.record.game().side())));
                }
                let text = meant(self.record.game(), text).map_err(|error| error.to_string())?;
                self.play(&text, now)?;
            }
            Request::Back => self.back()?,
            Request::Resign => match self.person {
                Person::Neither => return Err("it is not your game".to_owned()),
                _ => self.resign(self.person_side())?,
            },
            Request::Draw => self.draw()?,
            Request::Hint => {
                if !self.movable() {
                    return Err("it is not your move".to_owned());
                }
                self.want(Purpose::Hint, now);
                return Ok(None);
            }
            Request::Again => self.again(now),
            Request::Answer { question, text } => {
                self.questions.answer(*question, text.as_deref())?
            }
            Request::Look(path) => {
                let view = View::of(&*self.follow(path)?.game);
                return Ok(Some(Found::View(Box::new(view))));
            }
            Request::Attacks { path, square } => {
                return Ok(Some(Found::Attacks(takers(&*self.follow(path)?.game, *square))));
            }
            Request::Note { path, comment, glyphs } => {
                let Followed { ply, moves, .. } = self.follow(path)?;
                let path = self.tree.attempt(ply, &moves)?;
                self.tree.note(&path, comment.as_deref(), glyphs.as_deref());
                self.touched = true;
                return Ok(Some(Found::At(path)));
            }
            Request::Prune(path) => {
                let Followed { ply, moves, .. } = self.follow(path)?;
                let moves = moves.into_iter().map(|written| written.text).collect();
                if !self.tree.prune(&Path { ply, moves }) {
                    return Err("there is no such variation".to_owned());
                }
                self.touched = true;
            }
            Request::Pgn => return Ok(Some(Found::Pgn(self.pgn(now).to_string()))),
            Request::Setup { variant, fen, change } => {
                let setup = set_up(variant, fen, change.as_ref())?;
                return Ok(Some(Found::Setup(Box::new(setup))));
            }
        }
        self.consider(now);
        Ok(None)
    }

    /// Another game takes the place of this one. Numbers are never given twice.
    fn follow_on(&mut self, next: Table) {
        let questions = self.questions.forgotten();
        *self = Table { jobs: self.jobs, games: self.games + 1, questions, ..next };
    }

    /// What the engine is to do now.
    pub fn job(&self) -> Option<&Job> {
        self.job.as_ref().map(|(_, job)| job)
    }

    /// The game, and how many moves of it were made, as long as engines may ponder in it.
    pub(crate) fn ponders(&self) -> Option<(u64, usize)> {
        let may = self.ponder && self.result.is_none();
        may.then(|| (self.games, self.place().moves.len()))
    }

    /// When the flag of the side to move falls.
    pub fn flag_falls(&self) -> Option<Instant> {
        let clock = self.clock.as_ref().filter(|_| self.result.is_none())?;
        Some(clock.since? + clock.left[self.record.game().side().index()])
    }

    /// Ends the game if a flag has fallen; says whether one has.
    pub fn flag(&mut self, now: Instant) -> bool {
        let falls = self.flag_falls().is_some_and(|falls| falls <= now);
        if falls {
            let side = self.record.game().side();
            if let Some(clock) = &mut self.clock {
                (clock.left[side.index()], clock.since) = (Duration::ZERO, None);
            }
            self.end(won_by(!side), "time");
        }
        falls
    }

    /// The game as an engine is told it.
    pub fn place(&self) -> Place {
        let game = self.record.game();
        let moves = game.moves(game.variant().wire);
        Place {
            variant: self.variant.clone(),
            start: self.start.clone(),
            moves: moves.iter().map(|text| MoveText::from(text.as_str())).collect(),
        }
    }

    /// How everything stands, for the pages.
    pub fn news(&self, now: Instant) -> TableNews {
        let game = self.record.game();
        let view = View::of(game);
        let variant = game.variant();
        let players = Side::BOTH.map(|side| PlayerNews {
            name: if self.is_persons(side) { String::new() } else { self.name(side).to_owned() },
            known: self.known(side).to_owned(),
            elo: self.level.elo.filter(|_| self.is_own(side)),
        });
        let moved = game.moves(usual(game));
        let first_is_second = (game.side() == Side::Second) == moved.len().is_multiple_of(2);
        TableNews {
            game: self.games,
            variant: variant.name,
            title: variant.title,
            start_number: self.start_number,
            view,
            movable: self.movable(),
            moves: moved,
            notes: self.tree.notes(),
            variations: self.tree.variations(),
            first_ply: u32::from(first_is_second),
            players,
            clocks: self.clock.as_ref().map(|clock| clock.shown(game.side(), now)),
            running: self
                .clock
                .as_ref()
                .filter(|clock| clock.since.is_some())
                .map(|_| game.side().index()),
            result: self.result.clone(),
            takes: last_move(game).is_some_and(|last| last.takes),
            arrows: self.arrows.clone(),
            remark: self.remark.clone(),
            notices: self.notices.clone(),
            questions: self.questions.open().to_vec(),
            claim: match game.verdict() {
                Verdict::Claimable(reason) if self.movable() => Some(reason.to_string()),
                _ => None,
            },
            offered: self.offered.map(Side::index),
        }
    }

    fn is_persons(&self, side: Side) -> bool {
        match self.person {
            Person::First => side == Side::First,
            Person::Second => side == Side::Second,
            Person::Both => true,
            Person::Neither => false,
        }
    }

    /// Whether the engine inside plays this side.
    fn is_own(&self, side: Side) -> bool {
        !self.is_persons(side) && self.engines[side.index()] == OWN
    }

    /// What the engine of this side is called.
    fn name(&self, side: Side) -> &str {
        match self.engines[side.index()].as_str() {
            OWN => &self.own_name,
            name => name,
        }
    }

    fn person_side(&self) -> Side {
        match self.person {
            Person::First => Side::First,
            Person::Second => Side::Second,
            Person::Both | Person::Neither => self.record.game().side(),
        }
    }

    fn movable(&self) -> bool {
        self.result.is_none() && self.is_persons(self.record.game().side())
    }

    fn play(&mut self, text: &str, now: Instant) -> Result<(), Refused> {
        let side = self.record.game().side();
        self.play_quietly(text)?;
        if let Some(clock) = &mut self.clock {
            clock.moved(side, self.record.game().ply(), now);
        }
        self.judge();
        Ok(())
    }

    /// Plays a move without clocks and judges.
    fn play_quietly(&mut self, text: &str) -> Result<(), Refused> {
        let game = self.record.game();
        let played = Written::of(game, text).map_err(|error| error.to_string())?;
        self.record.play_one(&MoveText::from(played.text.as_str()))?;
        self.tree.play(&played);
        self.arrows.clear();
        (self.remark, self.job, self.offered) = (None, None, None);
        self.played_on();
        Ok(())
    }

    /// What is played now is not what was kept of others.
    fn played_on(&mut self) {
        self.touched = true;
        if self.theirs.take().is_some() {
            self.kept_as = None;
            self.begun = kept::today();
        }
    }

    fn back(&mut self) -> Result<(), Refused> {
        let ply = self.record.game().ply();
        let count = match self.person {
            Person::Neither => return Err("engines do not take moves back".to_owned()),
            Person::Both => 1,
            _ if self.is_persons(self.record.game().side()) => 2,
            _ => 1,
        };
        if ply < count {
            return Err("there is no move to take back".to_owned());
        }
        let moves = self.record.game().moves(self.record.game().variant().wire);
        let mut record = GameRecord::new(&self.variant, &self.start)?;
        for text in &moves[..ply - count] {
            record.play_one(&MoveText::from(text.as_str()))?;
        }
        self.record = record;
        self.tree.back(count);
        (self.result, self.remark, self.job) = (None, None, None);
        self.offered = None;
        self.arrows.clear();
        self.played_on();
        self.judge();
        Ok(())
    }

    fn resign(&mut self, side: Side) -> Result<(), Refused> {
        if self.result.is_some() {
            return Err("the game is over".to_owned());
        }
        self.end(won_by(!side), "resignation");
        Ok(())
    }

    fn draw(&mut self) -> Result<(), Refused> {
        if self.result.is_some() {
            return Err("the game is over".to_owned());
        }
        if let Verdict::Claimable(reason) = self.record.game().verdict() {
            self.end(DRAWN, &reason.to_string());
            return Ok(());
        }
        let accepts = match self.person {
            Person::Neither => return Err("it is not your game".to_owned()),
            Person::Both => true,
            _ if self.offered == Some(!self.person_side()) => true,
            _ => self.record.game().ply() >= EARLIEST_DRAW && self.own_score <= GOOD_ENOUGH,
        };
        if !accepts {
            return Err(format!("{} declines the draw", self.name(!self.person_side())));
        }
        self.end(DRAWN, "agreement");
        Ok(())
    }

    /// Goes to a place in the tree, or beside it.
    fn follow(&self, path: &Path) -> Result<Followed, Refused> {
        let mut game = self.record.game().boxed();
        if path.ply > game.ply() {
            return Err(format!("the game has no move {}", path.ply));
        }
        while game.ply() > path.ply {
            game.undo();
        }
        let mut moves = Vec::new();
        for text in &path.moves {
            let text = meant(&*game, text).map_err(|error| error.to_string())?;
            let written = Written::of(&*game, &text).map_err(|error| error.to_string())?;
            game.play(&text).map_err(|error| error.to_string())?;
            moves.push(written);
        }
        Ok(Followed { game, ply: path.ply, moves })
    }

    /// Ends the game where the rules do.
    fn judge(&mut self) {
        match self.record.game().verdict() {
            Verdict::Win(side, reason) => self.end(won_by(side), &reason.to_string()),
            Verdict::Draw(reason) => self.end(DRAWN, &reason.to_string()),
            Verdict::Open | Verdict::Claimable(_) => {}
        }
    }

    fn end(&mut self, score: &'static str, reason: &str) {
        self.result = Some(ResultNews { score, reason: reason.to_owned() });
        self.played_on();
        self.job = None;
        if let Some(clock) = &mut self.clock {
            clock.since = None;
        }
    }
}

/// Where a path leads.
struct Followed {
    game: Box<dyn Game>,
    /// After so many moves of the game.
    ply: usize,
    /// And these beside it.
    moves: Vec<Written>,
}

/// How many start positions of Chess960 there are.
const DRAWN_STARTS: u64 = 960;

/// The start position of this number.
fn numbered(variant: &str, number: u64) -> Result<String, Refused> {
    let game = Variant::by_name(variant).ok_or_else(|| format!("unknown game {variant:?}"))?;
    let start = game.drawn_start(number).ok_or_else(|| {
        format!("{number} is no position: only start positions that are drawn have numbers")
    })?;
    match game == Variant::CHESS960 && number >= DRAWN_STARTS {
        true => {
            Err(format!("no start position has the number {number}: 0 to {}", DRAWN_STARTS - 1))
        }
        false => Ok(start),
    }
}

/// The number of a start position of Chess960.
fn number_of(variant: Variant, fen: &str) -> Option<u64> {
    let is_it = |number: &u64| variant.drawn_start(*number).as_deref() == Some(fen);
    (0..DRAWN_STARTS).find(is_it).filter(|_| variant == Variant::CHESS960)
}

const DRAWN: &str = "1/2-1/2";

fn won_by(side: Side) -> &'static str {
    match side {
        Side::First => "1-0",
        Side::Second => "0-1",
    }
}

#[cfg(test)]
mod tests;
