//! A game on a board: who plays, moves, clocks, offers, the result. No input or output in here, and
//! no clock: the time is an argument.
//!
//! A table says what it wants of its engine by a [`Job`]. Its owner lets an engine do it and hands
//! back what came of it; what came of a job that is no longer wanted is ignored.

mod kept;

use crate::news::{
    Arrow, Found, LEVELS, Level, NewGame, Person, PlayerNews, Refused, Request, ResultNews,
    TableNews, Thought,
};
use crate::setup::set_up;
use crate::view::{LegalMove, View};
use ferz_link::{Clock, Clocks, Info, Limits, Place, ScoreValue, Search};
use ferz_referee::{GameRecord, drawn_start};
use ferz_rules::{Notation, Side, Variant, Verdict};
use ferz_wire::{MoveText, Start};
use std::time::{Duration, Instant};

/// How long the engine thinks where no clock tells it.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// The engine accepts a draw only after so many half-moves.
const EARLIEST_DRAW: usize = 40;
/// ... and only if it does not think itself better than this, in centipawns.
const GOOD_ENOUGH: i32 = 10;
/// No clock is longer than this.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// What a table wants of its engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Jobs with the same number are the same job.
    pub number: u64,
    /// What is to be searched.
    pub place: Place,
    /// How.
    pub search: Search,
    /// How strong it is to play.
    pub elo: Option<u32>,
    /// Which game of the table it belongs to.
    pub game: u64,
}

/// What a job is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Hint,
}

/// A game on a board.
pub struct Table {
    record: GameRecord,
    variant: String,
    start: Start,
    person: Person,
    level: Level,
    engine_name: String,
    clock: Option<TableClock>,
    result: Option<ResultNews>,
    /// From and to of the last move, and whether it took something.
    last: Option<(Option<usize>, usize, bool)>,
    arrows: Vec<Arrow>,
    remark: Option<String>,
    job: Option<(Purpose, Job)>,
    jobs: u64,
    /// How many games were begun here before.
    games: u64,
    /// What the engine thought of its position last, in centipawns.
    own_score: i32,
    /// The clock as it was asked for.
    control: String,
    /// Something has happened since the game was begun or opened.
    touched: bool,
    /// The number under which it is kept already.
    kept_as: Option<i64>,
}

struct TableClock {
    left: [Duration; 2],
    increment: Duration,
    /// Since when the clock of the side to move runs; it starts with the second move.
    since: Option<Instant>,
}

impl Table {
    /// The game that stands there before anybody has chosen one.
    pub fn new(engine_name: &str) -> Table {
        let game = NewGame {
            variant: "normal".to_owned(),
            level: "casual".to_owned(),
            ..NewGame::default()
        };
        Table::begin(&game, engine_name).expect("chess can be played")
    }

    fn begin(game: &NewGame, engine_name: &str) -> Result<Table, Refused> {
        let start = match game.fen.trim() {
            "" => Variant::by_name(&game.variant).map_or(Start::Startpos, drawn_start),
            fen => Start::Fen(fen.to_owned()),
        };
        let record = GameRecord::new(&game.variant, &start)?;
        let level = LEVELS.iter().find(|level| level.name == game.level);
        let level = level.ok_or_else(|| format!("no strength is called {:?}", game.level))?;
        let clock = match game.clock.trim() {
            "" => None,
            text => Some(clock(text).ok_or_else(|| format!("no clock: {text:?}"))?),
        };
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
            engine_name: engine_name.to_owned(),
            clock,
            result: None,
            last: None,
            arrows: Vec::new(),
            remark: None,
            job: None,
            jobs: 0,
            games: 0,
            own_score: 0,
            control: game.clock.trim().to_owned(),
            touched: false,
            kept_as: None,
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
                let (jobs, games) = (self.jobs, self.games + 1);
                *self = Table { jobs, games, ..Table::begin(game, &self.engine_name)? };
            }
            Request::Open { pgn, number } => {
                let (jobs, games) = (self.jobs, self.games + 1);
                *self = Table { jobs, games, ..Table::resume(pgn, *number, &self.engine_name)? };
            }
            Request::Move { text } => {
                if self.result.is_some() {
                    return Err("the game is over".to_owned());
                }
                if !self.movable() {
                    return Err(format!("{} is to move", self.engine_name));
                }
                self.play(text, now)?;
            }
            Request::Back => self.back()?,
            Request::Resign => self.resign(self.person_side())?,
            Request::Draw => self.draw()?,
            Request::Hint => {
                if !self.movable() {
                    return Err("it is not your move".to_owned());
                }
                self.want(Purpose::Hint, now);
                return Ok(None);
            }
            Request::Again => self.remark = None,
            Request::Look { ply } => {
                return self.look(*ply).map(|view| Some(Found::View(Box::new(view))));
            }
            Request::Setup { variant, fen, change } => {
                let setup = set_up(variant, fen, change.as_ref())?;
                return Ok(Some(Found::Setup(Box::new(setup))));
            }
        }
        self.consider(now);
        Ok(None)
    }

    /// What the engine is to do now.
    pub fn job(&self) -> Option<&Job> {
        self.job.as_ref().map(|(_, job)| job)
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

    /// Something that the engine thought, for people; nothing if nobody wants it.
    pub fn thought(&mut self, number: u64, info: &Info) -> Option<Thought> {
        let (purpose, job) = self.job.as_ref()?;
        let score = info.score.filter(|_| job.number == number && !info.pv.is_empty())?;
        let side = self.record.game().side();
        if *purpose == Purpose::Move {
            self.own_score = score.value.centipawns();
        }
        let mut game = self.record.game().boxed();
        let mut line = Vec::new();
        for mv in info.pv.iter().take(12) {
            let Ok(text) = game.rewrite(mv.as_str(), Notation::San) else { break };
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
            (_, Err(why)) => self.remark = Some(why),
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
                let played = match &answer.best {
                    Some(best) => self.play(best.as_str(), now),
                    None => Err("it gave no move".to_owned()),
                };
                if let Err(why) = played {
                    self.remark = Some(format!("{}: {why}", self.engine_name));
                }
            }
        }
        self.consider(now);
        true
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
        let mut view = View::of(game);
        view.last =
            self.last.iter().flat_map(|(from, to, _)| from.iter().copied().chain([*to])).collect();
        let variant = game.variant();
        let players = Side::BOTH.map(|side| PlayerNews {
            name: if self.is_persons(side) { String::new() } else { self.engine_name.clone() },
        });
        let moved = game.moves(Notation::San);
        let first_is_second = (game.side() == Side::Second) == moved.len().is_multiple_of(2);
        TableNews {
            game: self.games,
            variant: variant.name,
            title: variant.title,
            view,
            movable: self.movable(),
            moves: moved,
            first_ply: u32::from(first_is_second),
            players,
            clocks: self.clock.as_ref().map(|clock| clock.shown(game.side(), now)),
            running: self
                .clock
                .as_ref()
                .filter(|clock| clock.since.is_some())
                .map(|_| game.side().index()),
            result: self.result.clone(),
            takes: self.last.is_some_and(|(_, _, takes)| takes),
            arrows: self.arrows.clone(),
            remark: self.remark.clone(),
        }
    }

    fn is_persons(&self, side: Side) -> bool {
        match self.person {
            Person::First => side == Side::First,
            Person::Second => side == Side::Second,
            Person::Both => true,
        }
    }

    fn person_side(&self) -> Side {
        match self.person {
            Person::First => Side::First,
            Person::Second => Side::Second,
            Person::Both => self.record.game().side(),
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
        let text = game.rewrite(text, Notation::Coordinate).map_err(|error| error.to_string())?;
        let view = View::of(game);
        let shown = view.legal.iter().find(|mv| mv.text == text);
        let last = shown.map(|mv| (mv.from, mv.to, mv.takes));
        self.record.play_one(&MoveText::from(text.as_str()))?;
        self.last = last;
        self.arrows.clear();
        self.remark = None;
        self.job = None;
        self.touched = true;
        Ok(())
    }

    fn back(&mut self) -> Result<(), Refused> {
        let ply = self.record.game().ply();
        let count = match self.person {
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
        (self.result, self.last, self.remark, self.job) = (None, None, None, None);
        self.arrows.clear();
        self.touched = true;
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
            Person::Both => true,
            _ => self.record.game().ply() >= EARLIEST_DRAW && self.own_score <= GOOD_ENOUGH,
        };
        if !accepts {
            return Err(format!("{} declines the draw", self.engine_name));
        }
        self.end(DRAWN, "agreement");
        Ok(())
    }

    fn look(&self, ply: usize) -> Result<View, Refused> {
        let game = self.record.game();
        let mut earlier = game.boxed();
        if ply > game.ply() {
            return Err(format!("the game has no move {ply}"));
        }
        while earlier.ply() > ply {
            earlier.undo();
        }
        Ok(View::of(&*earlier))
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
        self.touched = true;
        self.job = None;
        if let Some(clock) = &mut self.clock {
            clock.since = None;
        }
    }

    /// Lets the engine move where it is its turn.
    fn consider(&mut self, now: Instant) {
        if self.result.is_none() && !self.movable() && self.job.is_none() && self.remark.is_none() {
            self.want(Purpose::Move, now);
        }
    }

    fn want(&mut self, purpose: Purpose, now: Instant) {
        self.jobs += 1;
        let side = self.record.game().side();
        let place = self.place();
        let clock = self.clock.as_ref().filter(|_| purpose == Purpose::Move);
        let limits = match clock {
            Some(clock) => Limits { clock: Some(clock.told(side, now)), ..Limits::default() },
            None => Limits { move_time: Some(MOVE_TIME), ..Limits::default() },
        };
        let job = Job {
            number: self.jobs,
            place,
            search: Search::within(limits),
            elo: self.level.elo.filter(|_| purpose == Purpose::Move),
            game: self.games,
        };
        self.job = Some((purpose, job));
    }
}

/// What an engine answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineMove {
    /// The move.
    pub best: Option<MoveText>,
    /// It gives up.
    pub resign: bool,
}

impl TableClock {
    /// The side whose move this was has it behind it.
    fn moved(&mut self, side: Side, ply: usize, now: Instant) {
        let left = &mut self.left[side.index()];
        if let Some(since) = self.since {
            *left = left.saturating_sub(now.duration_since(since)) + self.increment;
        }
        // Everybody's first move is free: the board has only just appeared.
        self.since = (ply >= 2).then_some(now);
    }

    fn left(&self, side: Side, mover: Side, now: Instant) -> Duration {
        let gone = self.since.filter(|_| side == mover).map(|since| now.duration_since(since));
        self.left[side.index()].saturating_sub(gone.unwrap_or_default())
    }

    fn shown(&self, mover: Side, now: Instant) -> [i64; 2] {
        Side::BOTH.map(|side| self.left(side, mover, now).as_millis() as i64)
    }

    fn told(&self, mover: Side, now: Instant) -> Clocks {
        let one = |side| Clock {
            remaining: self.left(side, mover, now),
            increment: self.increment,
            moves_to_go: None,
        };
        Clocks { own: Some(one(mover)), opponent: Some(one(!mover)) }
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

const DRAWN: &str = "1/2-1/2";

fn won_by(side: Side) -> &'static str {
    match side {
        Side::First => "1-0",
        Side::Second => "0-1",
    }
}

/// `5+3`: minutes and seconds, with fractions where wanted.
fn clock(text: &str) -> Option<TableClock> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let whole = |text: &str, unit: f64| {
        let value = text.trim().parse::<f64>().ok()? * unit;
        Duration::try_from_secs_f64(value).ok().filter(|time| *time <= LONGEST)
    };
    let (time, increment) = (whole(minutes, 60.0)?, whole(seconds, 1.0)?);
    let playable = time + increment > Duration::ZERO;
    playable.then_some(TableClock { left: [time + increment; 2], increment, since: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Play {
        table: Table,
        now: Instant,
    }

    impl Play {
        fn new(fen: &str, person: Person, clock: &str) -> Play {
            let game = NewGame {
                variant: "normal".to_owned(),
                fen: fen.to_owned(),
                person,
                level: "club".to_owned(),
                clock: clock.to_owned(),
            };
            let mut play = Play { table: Table::new("Fake"), now: Instant::now() };
            play.ask(Request::New(game)).unwrap();
            play
        }

        fn ask(&mut self, request: Request) -> Result<Option<Found>, Refused> {
            self.table.ask(&request, self.now)
        }

        fn moves(&mut self, text: &str) -> Result<Option<Found>, Refused> {
            self.ask(Request::Move { text: text.to_owned() })
        }

        /// The engine answers what it was asked last.
        fn answers(&mut self, text: &str) {
            let number = self.table.job().expect("the engine is wanted").number;
            let answer = EngineMove { best: Some(MoveText::from(text)), resign: false };
            assert!(self.table.done(number, Ok(answer), self.now));
        }

        fn result(&self) -> Option<(&str, &str)> {
            let result = self.table.result.as_ref()?;
            Some((result.score, &result.reason))
        }
    }

    const START: &str = "";

    #[test]
    fn a_game_to_mate() {
        let mut play = Play::new(START, Person::First, "");
        assert_eq!(play.table.job(), None);
        for (person, engine) in [("e4", "e7e5"), ("Qh5", "b8c6"), ("Bc4", "g8f6")] {
            play.moves(person).unwrap();
            assert!(play.moves("d4").unwrap_err().contains("Fake is to move"));
            play.answers(engine);
        }
        play.moves("h5f7").unwrap();
        assert_eq!((play.result(), play.table.job()), (Some(("1-0", "checkmate")), None));
        assert_eq!(play.moves("d4").unwrap_err(), "the game is over");
        let news = play.table.news(play.now);
        assert_eq!(news.moves.last().unwrap(), "Qxf7#");
        assert_eq!((news.view.last, news.takes, news.movable), (vec![39, 53], true, false));
    }

    #[test]
    fn the_engine_is_told_how_and_begins_where_it_has_the_first_side() {
        let play = Play::new(START, Person::Second, "");
        let job = play.table.job().unwrap();
        assert_eq!(
            (job.elo, job.game, job.search.limits.move_time),
            (Some(1700), 1, Some(MOVE_TIME))
        );
        let play = Play::new("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", Person::First, "5+3");
        let clock = play.table.job().unwrap().search.limits.clock.unwrap();
        assert_eq!(clock.own.unwrap().remaining, Duration::from_secs(303));
        assert_eq!(clock.own.unwrap().increment, Duration::from_secs(3));
    }

    /// Each game of a table has a number, and shuffled ones a position by lot.
    #[test]
    fn games_follow_each_other() {
        let mut play = Play::new(START, Person::Second, "");
        let first = play.table.job().unwrap().game;
        let shuffled = NewGame {
            variant: "chess960".to_owned(),
            person: Person::Second,
            level: "full".to_owned(),
            ..NewGame::default()
        };
        let mut starts = std::collections::BTreeSet::new();
        for number in 1..=20 {
            play.ask(Request::New(shuffled.clone())).unwrap();
            let job = play.table.job().unwrap();
            assert_eq!((job.game, job.elo), (first + number, None));
            starts.insert(play.table.news(play.now).view.fen);
        }
        assert!(starts.len() > 5, "{starts:?}");
    }

    /// A game that is kept comes back as it was; one of others stands where it ends.
    #[test]
    fn kept_games_come_back() {
        let mut play = Play::new("", Person::First, "5+3");
        assert_eq!(play.table.kept(play.now), None);
        play.moves("e4").unwrap();
        play.answers("c7c5");
        play.now += Duration::from_secs(7);
        play.moves("Nf3").unwrap();
        let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
        assert_eq!((kept_as, pgn.tag("White"), pgn.tag("Black")), (None, Some("?"), Some("Fake")));
        let before = play.table.news(play.now);
        let open = |pgn: &str| Request::Open { pgn: pgn.to_owned(), number: Some(7) };
        play.ask(open(&pgn.to_string())).unwrap();
        let after = play.table.news(play.now);
        assert_eq!((after.moves, after.clocks), (before.moves, before.clocks));
        assert!(!after.movable && play.table.job().is_some(), "the engine is to move");
        assert_eq!(play.table.kept(play.now), None, "nothing has happened in it");
        play.answers("d7d6");
        let (_, kept_as, pgn) = play.table.kept(play.now).unwrap();
        assert_eq!((kept_as, pgn.line.moves.len()), (Some(7), 4));

        play.ask(open("[White \"A\"]\n[Variant \"xiangqi\"]\n\n1. h2e2 h9g7 0-1")).unwrap();
        assert_eq!((play.result(), play.table.news(play.now).moves.len()), (Some(("0-1", "")), 2));
        play.ask(open("1. e4 Ke7 2. d4 *")).unwrap();
        assert_eq!(play.table.news(play.now).moves, ["e4"]);
        assert!(play.table.remark.as_ref().unwrap().contains("half-move 2: illegal move \"Ke7\""));
        for (bad, named) in
            [("", "no game"), ("[Variant \"ludo\"]\n\n*", "ludo"), ("[FEN \"8/8\"]\n*", "8/8")]
        {
            assert!(play.ask(open(bad)).unwrap_err().contains(named), "{named}");
        }
        assert_eq!(play.table.news(play.now).moves, ["e4"]);
    }

    #[test]
    fn moves_that_are_none_are_named() {
        let mut play = Play::new(START, Person::Both, "");
        assert!(play.moves("e2e5").unwrap_err().contains("illegal move \"e2e5\""));
        assert!(play.moves("hello").unwrap_err().contains("\"hello\""));
        let bad = |variant: &str, fen: &str, level: &str, clock: &str| {
            let (variant, fen) = (variant.to_owned(), fen.to_owned());
            let (level, clock) = (level.to_owned(), clock.to_owned());
            Request::New(NewGame { variant, fen, level, clock, person: Person::Both })
        };
        for (request, named) in [
            (bad("ludo", "", "club", ""), "ludo"),
            (bad("normal", "8/8", "club", ""), "8/8"),
            (bad("normal", "", "god", ""), "god"),
            (bad("normal", "", "club", "soon"), "soon"),
            (bad("normal", "", "club", "0+0"), "0+0"),
            (bad("normal", "", "club", "-5+3"), "-5+3"),
            (bad("normal", "", "club", "1e300+1"), "1e300"),
        ] {
            assert!(play.ask(request).unwrap_err().contains(named), "{named}");
        }
        // The game before is still there.
        play.moves("e4").unwrap();
    }

    #[test]
    fn moves_are_taken_back_to_the_persons() {
        let mut play = Play::new(START, Person::First, "");
        assert!(play.ask(Request::Back).is_err());
        play.moves("e4").unwrap();
        // While the engine thinks: what it answers later is not wanted any more.
        let late = play.table.job().unwrap().number;
        play.ask(Request::Back).unwrap();
        assert_eq!((play.table.news(play.now).moves.len(), play.table.job()), (0, None));
        let answer = EngineMove { best: Some("e7e5".into()), resign: false };
        assert!(!play.table.done(late, Ok(answer), play.now));
        play.moves("d4").unwrap();
        play.answers("d7d5");
        play.ask(Request::Back).unwrap();
        assert_eq!(play.table.news(play.now).moves.len(), 0);
        // The engine has the first move: it may not be taken back alone.
        let mut play = Play::new(START, Person::Second, "");
        play.answers("e2e4");
        assert!(play.ask(Request::Back).is_err());
    }

    #[test]
    fn clocks() {
        let mut play = Play::new(START, Person::First, "1+2");
        let second = Duration::from_secs(1);
        play.now += 30 * second;
        play.moves("e4").unwrap();
        play.now += 5 * second;
        play.answers("e7e5");
        // Both first moves were free.
        let news = play.table.news(play.now);
        assert_eq!((news.clocks, news.running), (Some([62_000, 62_000]), Some(0)));
        play.now += 10 * second;
        assert_eq!(play.table.news(play.now).clocks, Some([52_000, 62_000]));
        play.moves("d4").unwrap();
        assert_eq!(play.table.news(play.now).clocks, Some([54_000, 62_000]));
        assert_eq!(play.table.flag_falls(), Some(play.now + 62 * second));
        play.now += 62 * second;
        assert!(play.table.flag(play.now) && !play.table.flag(play.now));
        assert_eq!(play.result(), Some(("1-0", "time")));
        assert_eq!(play.table.flag_falls(), None);
        // A move that comes with the flag is too late.
        let mut play = Play::new(START, Person::Both, "1");
        for mv in ["e4", "e5"] {
            play.moves(mv).unwrap();
        }
        play.now += 60 * second;
        assert_eq!(play.moves("d4").unwrap_err(), "the game is over");
        assert_eq!(play.result(), Some(("0-1", "time")));
    }

    #[test]
    fn draws_and_resignations() {
        let mut play = Play::new(START, Person::First, "");
        assert_eq!(play.ask(Request::Draw).unwrap_err(), "Fake declines the draw");
        play.ask(Request::Resign).unwrap();
        assert_eq!(play.result(), Some(("0-1", "resignation")));
        assert!(play.ask(Request::Resign).is_err() && play.ask(Request::Draw).is_err());
        let mut play = Play::new(START, Person::Both, "");
        for mv in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2) {
            play.moves(mv).unwrap();
        }
        play.ask(Request::Draw).unwrap();
        assert_eq!(play.result(), Some(("1/2-1/2", "repetition")));
        let mut play = Play::new(START, Person::Second, "");
        let number = play.table.job().unwrap().number;
        play.table.done(number, Ok(EngineMove { best: None, resign: true }), play.now);
        assert_eq!(play.result(), Some(("0-1", "resignation")));
    }

    #[test]
    fn an_engine_that_fails_is_reported_and_the_game_goes_on() {
        let mut play = Play::new(START, Person::First, "");
        play.moves("e4").unwrap();
        let number = play.table.job().unwrap().number;
        assert!(play.table.done(number, Err("it crashed".to_owned()), play.now));
        let news = play.table.news(play.now);
        assert_eq!((news.remark.as_deref(), news.result), (Some("it crashed"), None));
        play.ask(Request::Again).unwrap();
        play.answers("e7e5");
        play.moves("d4").unwrap();
        play.answers("e5e9");
        assert!(play.table.news(play.now).remark.unwrap().contains("e5e9"));
    }

    #[test]
    fn hints_and_looking_back() {
        let mut play = Play::new(START, Person::First, "");
        play.ask(Request::Hint).unwrap();
        assert_eq!(play.table.job().unwrap().elo, None);
        play.answers("g1f3");
        assert_eq!(play.table.news(play.now).arrows, [Arrow { from: Some(6), drop: None, to: 21 }]);
        play.moves("e4").unwrap();
        assert!(play.table.news(play.now).arrows.is_empty());
        let Some(Found::View(view)) = play.ask(Request::Look { ply: 0 }).unwrap() else {
            panic!("no position");
        };
        assert!(view.fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"));
        assert!(play.ask(Request::Look { ply: 2 }).is_err());
        assert!(play.ask(Request::Hint).is_err());
    }
}
