//! One game: the loop in which two engines move.

mod after;
mod begun;
mod beside;
mod heard;
mod moves;

use crate::boards;
use crate::clock::Clock;
use crate::config::{Config, EngineSpec, MARGIN};
use crate::judge::{self, End, Watch};
use crate::late::{LATE, Seen};
use crate::openings::Opening;
use crate::record::{GameRecord, GameResult, MoveRecord, Reason, Remark};
use crate::schedule::Pairing;
use crate::seat::{Failure, STOP, Seat, UNREGISTERED, shown};
use crate::stream::{Detail, Outlet, What};
use crate::tables::Tables;
use after::until_best_move;
use begun::begun;
pub(crate) use beside::play_on_two;
use beside::{Beside, Passed, next_passed};
use ferz_host::{Engine, Fault, News};
use ferz_link::{
    Check, Clocks, Command, Event, Limits, Message, MessageKind, Oddity, Opponent, Place, Protocol,
    Purpose, Refusal, Search,
};
use ferz_rules::{FenStyle, Game, Notation, Side, Variant};
use ferz_wire::{MoveText, Start};
use heard::{Best, Lag};
use moves::{agreed, charged};
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

/// How long after its flag fell an engine's line may still come: the line says when it was read, so
/// nothing is forgiven, but a runner that was late itself does not take its own delay for theirs.
const GRACE: Duration = Duration::from_millis(500);
/// Silence after which an engine without a time limit counts as hung, unless
/// its owner says otherwise.
const STALL: Duration = Duration::from_secs(180);

/// Everything that can happen while one engine thinks.
enum Wake {
    Mover(Result<News, Fault>),
    Waiter(Result<News, Fault>),
    /// The other board, if there is one.
    Beside(Passed),
    Flag,
}

/// A game is over because of this.
struct Over {
    end: End,
    detail: String,
    /// Who did something that no engine should.
    culprit: Option<Side>,
    /// It was so on the other board.
    elsewhere: bool,
}

impl Over {
    fn by_rule(end: End) -> Over {
        Over { end, detail: String::new(), culprit: None, elsewhere: false }
    }

    /// This side failed.
    fn fault(side: Side, failure: Failure) -> Over {
        let end = (GameResult::lost_by(side), failure.reason);
        Over { detail: failure.detail, culprit: Some(side), ..Over::by_rule(end) }
    }
}

/// The two at a table, by colour.
pub(crate) struct Table<'a> {
    pub(crate) config: &'a Config,
    pub(crate) variant: Variant,
    pub(crate) tables: Option<&'a dyn Tables>,
    pub(crate) seen: &'a Seen,
    /// Where moves and thoughts are told.
    pub(crate) outlet: &'a Outlet,
    pub(crate) first: &'a mut Seat,
    pub(crate) second: &'a mut Seat,
}

/// What the game knows of a player.
struct Player {
    clock: Option<Clock>,
    moves: u32,
    /// Own moves for which its offer of a draw still stands.
    offer: u32,
    /// The opponent has not heard of it yet.
    offers_anew: bool,
    /// It ponders on this move of the opponent.
    ponders: Option<MoveText>,
    /// What it has said since it began to.
    said: Best,
}

/// Plays a game to its end, whatever the engines do.
pub(crate) async fn play(mut table: Table<'_>, pairing: &Pairing, opening: &Opening) -> GameRecord {
    let began = Instant::now();
    let mut record = begun(pairing, opening);
    let over = match table.begin(opening, &mut record).await {
        Ok(game) => {
            let mut play = Play::new(&mut table, game, opening, &mut record);
            let over = play.run().await;
            play.settle(&over).await;
            let lag = play.lag;
            (record.worst_lag, record.mean_lag) = (lag.worst, lag.total / lag.count.max(1));
            record.late = Duration::from_micros(lag.worst) > LATE || table.seen.late_since(began);
            over
        }
        Err(over) => over,
    };
    (record.result, record.reason) = over.end;
    // Where no time counts, and nobody was waited for in vain, it does not matter.
    let matters = table.counts_time() || record.reason.is_fault();
    record.stopped = matters && table.seen.stopped_since(began);
    record.detail = over.detail;
    if let Some(side) = over.culprit {
        record.last_lines = table.seat(side).last_lines();
    }
    table.first.game_over().await;
    table.second.game_over().await;
    record.seconds = began.elapsed().as_secs_f64();
    record
}

impl Table<'_> {
    /// Whether one of them has a limit of time.
    fn counts_time(&self) -> bool {
        let specs = [&self.first.spec, &self.second.spec];
        specs.iter().any(|spec| spec.clock.is_some() || spec.move_time.is_some())
    }

    fn seat(&mut self, side: Side) -> &mut Seat {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    fn seated(&self, side: Side) -> &Seat {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// Both engines are ready for a game from this opening.
    async fn begin(
        &mut self,
        opening: &Opening,
        record: &mut GameRecord,
    ) -> Result<Box<dyn Game>, Over> {
        for side in [Side::First, Side::Second] {
            let variant = self.variant.name;
            let seat = self.seat(side);
            let ready = Table::ready(seat, variant).await;
            let engine = seat.index;
            let remarks = seat.remarks.drain(..).map(|text| Remark { engine, text });
            record.remarks.extend(remarks);
            if let Err(failure) = ready {
                if failure.reason != Reason::Refused {
                    seat.discard();
                }
                return Err(Over::fault(side, failure));
            }
        }
        for side in [Side::First, Side::Second] {
            self.introduce(side).await.map_err(|failure| Over::fault(side, failure))?;
        }
        let mut game = judge::begin(self.config, self.variant, opening.fen.as_deref())
            .map_err(|error| no_game(error.to_string()))?;
        for mv in &opening.moves {
            game.play(mv).map_err(|error| no_game(error.to_string()))?;
        }
        Ok(game)
    }

    /// Tells an engine who plays against it, where its protocol can (C-822, U-434).
    async fn introduce(&mut self, side: Side) -> Result<(), Failure> {
        let name = self.seat(!side).name();
        let opponent = Opponent { computer: Some(true), name: Some(name), ..Opponent::default() };
        let engine = present(self.seat(side))?;
        if engine.protocol() == Protocol::Ucci {
            return Ok(());
        }
        match engine.command(Command::Opponent(opponent)).await {
            Err(ferz_host::Error::Refused(_)) => Ok(()),
            result => Ok(result?),
        }
    }

    /// An engine that ended between two games gets a second chance; one that will not start has
    /// had its chance.
    async fn ready(seat: &mut Seat, variant: &str) -> Result<(), Failure> {
        let was_there = seat.engine().is_some();
        match Table::prepare(seat, variant).await {
            Err(failure) if was_there && failure.reason != Reason::Refused => {
                seat.discard();
                let text = format!("failed between two games: {}; started again", failure.detail);
                seat.remarks.push(text);
                Table::prepare(seat, variant).await
            }
            result => result,
        }
    }

    async fn prepare(seat: &mut Seat, variant: &str) -> Result<(), Failure> {
        let engine = seat.start().await?;
        engine.new_game(variant).await?;
        engine.ping().await?;
        Ok(())
    }
}

/// Openings are checked when they are read, so this is nobody's fault at the board.
fn no_game(detail: String) -> Over {
    Over { detail, ..Over::by_rule((GameResult::Draw, Reason::Refused)) }
}

/// A game under way.
struct Play<'a, 'b> {
    table: &'a mut Table<'b>,
    game: Box<dyn Game>,
    place: Place,
    players: [Player; 2],
    watch: Watch,
    record: &'a mut GameRecord,
    /// Whose search runs.
    thinking: Option<Side>,
    lag: Lag,
    /// Rings when a flag falls, or earlier.
    flag: Pin<Box<Sleep>>,
    /// The other board, in games on two.
    beside: Option<Beside>,
}

impl<'a, 'b> Play<'a, 'b> {
    fn new(
        table: &'a mut Table<'b>,
        game: Box<dyn Game>,
        opening: &Opening,
        record: &'a mut GameRecord,
    ) -> Play<'a, 'b> {
        let player = |spec: &EngineSpec| Player {
            clock: spec.clock.clone().map(|control| Clock::new(control, margin(spec))),
            moves: 0,
            offer: 0,
            offers_anew: false,
            ponders: None,
            said: Best::default(),
        };
        let players = [player(&table.first.spec), player(&table.second.spec)];
        let start = opening.fen.clone().map_or(Start::Startpos, Start::Fen);
        // Engines are told the moves in one spelling, whatever the opening had.
        let moves = game.moves(table.variant.wire);
        for (mv, text) in record.moves.iter_mut().zip(&moves) {
            mv.text.clone_from(text);
        }
        let moves = moves.iter().map(|mv| MoveText::new(mv)).collect();
        let place = Place { variant: table.variant.name.to_owned(), start, moves };
        let watch = Watch::new(table.config.adjudication.clone());
        let flag = Box::pin(sleep_until(Instant::now()));
        let (thinking, lag) = (None, Lag::default());
        Play { table, game, place, players, watch, record, thinking, lag, flag, beside: None }
    }

    async fn run(&mut self) -> Over {
        if let Some(end) = judge::verdict(&*self.game) {
            return Over::by_rule(end);
        }
        loop {
            let side = self.game.side();
            match self.turn(side).await {
                Ok(None) => {}
                Ok(Some(over)) => return over,
                Err(failure) => return Over::fault(side, failure),
            }
        }
    }

    /// One move of this side. The error is its failure.
    async fn turn(&mut self, side: Side) -> Result<Option<Over>, Failure> {
        if let Some(over) = self.await_a_piece(side).await? {
            return Ok(Some(over));
        }
        // An offer is told once, and may be accepted as long as it stands.
        let offered = std::mem::take(&mut self.players[!side as usize].offers_anew);
        let search = Search {
            limits: self.limits(side),
            without: self.banned(side, &*self.game),
            draw_offer: offered && self.table.config.offers,
            ..Search::default()
        };
        let mut best = self.begin_search(side, search).await?;
        let began = Instant::now();
        let allowance = self.allowance(side);
        let stall = self.table.seat(side).spec.stall.unwrap_or(STALL);
        let mut stop = self.told_to_stop_after(side);
        let in_vain = allowance.map_or(stall, |time| time + GRACE);
        let mut falls = began + stop.unwrap_or(in_vain);
        // Most moves come long before, and the timer of the move before rings early enough for this
        // one, too.
        if self.flag.deadline() > falls || self.flag.is_elapsed() {
            self.flag.as_mut().reset(falls);
        }
        let (mut heard, mut stopped) = (began, false);
        loop {
            match self.wake(side).await {
                Wake::Flag if Instant::now() < falls => self.flag.as_mut().reset(falls),
                // News in time, without a limit of time.
                Wake::Flag if allowance.is_none() && heard.elapsed() < stall => {
                    falls = heard + stall;
                    self.flag.as_mut().reset(falls);
                }
                Wake::Flag if stop.take().is_some() => {
                    stopped = self.hurry(side).await?;
                    falls = began + in_vain;
                    self.flag.as_mut().reset(falls);
                }
                Wake::Flag => {
                    self.lag.noticed(falls, Instant::now());
                    return Err(self.flag_fell(side, allowance, stall));
                }
                Wake::Beside(passed) => {
                    if let Some(over) = self.take(passed).await {
                        return Ok(Some(over));
                    }
                }
                Wake::Waiter(Err(fault)) => return Ok(Some(Over::fault(!side, fault.into()))),
                Wake::Waiter(Ok(news)) => {
                    if let Some(over) = self.waiter_says(!side, news) {
                        return Ok(Some(over));
                    }
                }
                Wake::Mover(Err(fault)) => {
                    self.thinking = None;
                    return Err(fault.into());
                }
                Wake::Mover(Ok(News::Event(Event::Info(info)))) => {
                    best.heard(*info);
                    let (game, engine) = (self.record.number, self.table.seated(side).index);
                    self.table.outlet.tell_of(Detail::Thinking, || What::Thinking {
                        game,
                        engine,
                        thought: best.thought(),
                    });
                    if allowance.is_none() {
                        heard = Instant::now();
                    }
                }
                Wake::Mover(Ok(News::Event(Event::Claim { result, comment }))) => {
                    best.claim = Some((result, comment));
                }
                // An engine that accepts a draw need not move.
                Wake::Mover(Ok(News::Event(Event::DrawOffer))) if self.has_offer_from(!side) => {
                    return Ok(Some(agreed()));
                }
                Wake::Mover(Ok(News::Event(Event::DrawOffer))) => best.offers = true,
                Wake::Mover(Ok(News::Event(Event::Refused { what, text, reason }))) => {
                    if let Some(over) = self.refused(side, what, &text, &reason) {
                        return Ok(Some(over));
                    }
                }
                Wake::Mover(Ok(News::Event(Event::Resign))) => best.resigns = true,
                Wake::Mover(Ok(News::Event(Event::Registration(Check::Error)))) => {
                    self.remark(side, UNREGISTERED.to_owned());
                }
                Wake::Mover(Ok(News::Event(Event::BestMove {
                    best: mv,
                    ponder,
                    draw_offer,
                    resign,
                }))) => {
                    self.thinking = None;
                    best.offers |= draw_offer;
                    best.resigns |= resign;
                    let times = present(self.table.seat(side))?.times();
                    let (told, arrived) = (times.told.into(), times.heard.into());
                    // From the line that the engine was told last to the line that was read.
                    // Being told to stop is no new beginning.
                    let since = if stopped { began } else { began.max(told) };
                    let took = Instant::saturating_duration_since(&arrived, since);
                    let took = charged(self.table.seat(side).spec.nps, &best, took);
                    // What is held back for an engine's sake is no delay of ours.
                    self.lag.moved(began.min(told), arrived);
                    let over = self.moved(side, mv, best, took)?;
                    if let (None, Some(guess)) = (&over, ponder) {
                        self.ponder(side, &guess).await?;
                    }
                    return Ok(over);
                }
                Wake::Mover(Ok(News::Event(Event::Message(Message {
                    kind: MessageKind::Partner,
                    text,
                })))) => self.tell_partner(side, text),
                // It did not know of its turn before.
                Wake::Mover(Ok(News::Released)) => {
                    falls = Instant::now() + stop.unwrap_or(in_vain);
                    self.flag.as_mut().reset(falls);
                }
                Wake::Mover(Ok(News::Odd(what))) => self.odd(side, what),
                Wake::Mover(Ok(_)) => {}
            }
        }
    }

    /// Lets the engine search its position, or go on if it has pondered on it; with what it has said
    /// so far.
    async fn begin_search(&mut self, side: Side, search: Search) -> Result<Best, Failure> {
        let place = self.place_of(side);
        let player = &mut self.players[side as usize];
        let (guess, said) = (player.ponders.take(), std::mem::take(&mut player.said));
        let engine = present(self.table.seat(side))?;
        if let Some(guess) = guess {
            if place.moves.last() == Some(&guess) {
                self.thinking = Some(side);
                let hit = Command::PonderHit { draw_offer: search.draw_offer };
                engine.command(hit).await?;
                return Ok(said);
            }
            engine.command(Command::Stop).await?;
            until_best_move(engine).await?;
        }
        engine.search(place, search).await?;
        self.thinking = Some(side);
        Ok(Best::default())
    }

    /// Lets an engine that has moved think on, as if the opponent had answered so. Engines of CECP
    /// do that by themselves.
    async fn ponder(&mut self, side: Side, guess: &MoveText) -> Result<(), Failure> {
        let variant = self.table.variant;
        let seat = self.table.seat(side);
        if !seat.spec.ponder || present(seat)?.protocol() == Protocol::Cecp {
            return Ok(());
        }
        // No pondering on a guess that cannot be played.
        let Ok(guess) = self.game.rewrite(guess.as_str(), variant.wire) else {
            return Ok(());
        };
        let mut game = self.game.boxed();
        // Nor on one after which the game is over (U-283).
        if game.play(&guess).is_err() || judge::verdict(&*game).is_some() {
            return Ok(());
        }
        let guess = MoveText::new(&guess);
        let mut place = self.place.clone();
        place.moves.push(guess.clone());
        let (limits, without) = (self.limits(side), self.banned(side, &*game));
        let search = Search { purpose: Purpose::Ponder, limits, without, ..Search::default() };
        let engine = present(self.table.seat(side))?;
        engine.search(place, search).await?;
        self.players[side as usize].ponders = Some(guess);
        Ok(())
    }

    /// Waits for the next thing to happen.
    async fn wake(&mut self, mover: Side) -> Wake {
        let (first, second) = (&mut *self.table.first, &mut *self.table.second);
        let (mover, waiter) = match mover {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        tokio::select! {
            biased;
            passed = next_passed(self.beside.as_mut()) => Wake::Beside(passed),
            news = next(mover.engine()) => Wake::Mover(news),
            news = next(waiter.engine()) => Wake::Waiter(news),
            () = self.flag.as_mut() => Wake::Flag,
        }
    }

    fn limits(&self, side: Side) -> Limits {
        let shown = |side: Side| self.players[side as usize].clock.as_ref().map(Clock::shown);
        let spec = &self.table.seated(side).spec;
        let (own, opponent) = (shown(side), shown(!side));
        Limits {
            depth: spec.depth,
            nodes: spec.nodes,
            move_time: spec.move_time,
            clock: own.is_some().then_some(Clocks { own, opponent }),
            nodes_per_second: spec.nps,
            ..Limits::default()
        }
    }

    /// Moves by which this side would lose for repeating the position, and which an engine of UCCI is
    /// forbidden; but not if it has no others.
    fn banned(&self, side: Side, game: &dyn Game) -> Vec<MoveText> {
        let seat = self.table.seated(side);
        if seat.speaks() != Some(Protocol::Ucci) {
            return Vec::new();
        }
        let notation = self.table.variant.wire;
        let banned = game.losing_repetitions(notation);
        if banned.is_empty() || banned.len() == game.legal_moves(notation).len() {
            return Vec::new();
        }
        banned.iter().map(|mv| MoveText::new(mv)).collect()
    }

    /// How long a move of this side may take.
    fn allowance(&self, side: Side) -> Option<Duration> {
        let seat = self.table.seated(side);
        let spec = &seat.spec;
        if spec.nps.is_some() {
            // Its clock does not run while it thinks; it is charged when it has moved.
            return None;
        }
        let by_clock = self.players[side as usize].clock.as_ref().map(Clock::allowance);
        by_clock.or_else(|| Some(seat.told_move_time()? + margin(spec)))
    }

    /// No line has come, and none that comes now is in time.
    fn flag_fell(&self, side: Side, allowance: Option<Duration>, stall: Duration) -> Failure {
        match allowance {
            Some(time) => {
                let clock = self.players[side as usize].clock.as_ref().map(Clock::remaining);
                let had = clock.unwrap_or(time).as_secs_f64();
                Failure::new(Reason::Time, format!("no move in {had:.3} s"))
            }
            None => Failure::new(Reason::Hang, format!("said nothing for {stall:?}")),
        }
    }

    /// Engines of UCCI are told to stop when their time is up, and have lost if they do not answer
    /// within the margin. Those of CECP that were told whole seconds are hurried when the time
    /// that was asked for is up; what they may take is what they were told (C-271, C-340).
    fn told_to_stop_after(&self, side: Side) -> Option<Duration> {
        self.allowance(side)?;
        let seat = self.table.seated(side);
        let clock = self.players[side as usize].clock.as_ref().map(Clock::remaining);
        match seat.speaks()? {
            Protocol::Ucci => clock.or(seat.spec.move_time),
            Protocol::Cecp if clock.is_none() && seat.told_move_time() != seat.spec.move_time => {
                seat.spec.move_time
            }
            _ => None,
        }
    }

    /// Tells an engine to end its search; whether it was told.
    async fn hurry(&mut self, side: Side) -> Result<bool, Failure> {
        let engine = present(self.table.seat(side))?;
        // To take the search away from one that does not move when told to would be to move for it.
        let may = engine.protocol() != Protocol::Cecp
            || engine.profile(|profile| profile.move_now.yes()).await?;
        if !may {
            return Ok(false);
        }
        match engine.command(Command::Stop).await {
            Ok(()) => Ok(true),
            // It has moved this moment: that is the next news.
            Err(ferz_host::Error::Refused(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

fn margin(spec: &EngineSpec) -> Duration {
    spec.margin.unwrap_or(MARGIN)
}

fn present(seat: &mut Seat) -> Result<&mut Engine, Failure> {
    seat.engine().ok_or_else(|| Failure::new(Reason::Crash, "is gone"))
}

async fn next(engine: Option<&mut Engine>) -> Result<News, Fault> {
    match engine {
        Some(engine) => engine.next().await,
        None => std::future::pending().await,
    }
}
