//! One game: the loop in which two engines move.

use crate::clock::Clock;
use crate::config::{Config, EngineSpec, MARGIN};
use crate::judge::{self, End, Watch};
use crate::late::{LATE, Seen};
use crate::openings::Opening;
use crate::record::{GameRecord, GameResult, MoveRecord, Reason, Remark};
use crate::schedule::Pairing;
use crate::seat::{Failure, Seat, shown};
use crate::tables::Tables;
use ferz_host::{Engine, Fault, News};
use ferz_link::{
    Clocks, Command, Event, Info, Limits, Opponent, Place, Protocol, Purpose, Score, Search,
};
use ferz_referee::wire_notation;
use ferz_rules::{Game, Notation, Side, Variant};
use ferz_wire::{MoveText, Start};
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::time::{Sleep, sleep_until};

/// How long after its flag fell an engine's line may still come: the line says when it was read, so
/// nothing is forgiven, but a runner that was late itself does not take its own delay for theirs.
const GRACE: Duration = Duration::from_millis(500);
/// An engine without any limit of time that says nothing for so long does not think any more, unless
/// its owner says otherwise.
const STALL: Duration = Duration::from_secs(180);
/// Remarks of a game that are kept.
const REMARKS: usize = 20;

/// Everything that can happen while one engine thinks.
enum Wake {
    Mover(Result<News, Fault>),
    Waiter(Result<News, Fault>),
    Flag,
}

/// A game is over because of this.
struct Over {
    end: End,
    detail: String,
    /// Who did something that no engine should.
    culprit: Option<Side>,
}

impl Over {
    fn by_rule(end: End) -> Over {
        Over { end, detail: String::new(), culprit: None }
    }

    /// This side failed.
    fn fault(side: Side, failure: Failure) -> Over {
        let end = (GameResult::lost_by(side), failure.reason);
        Over { end, detail: failure.detail, culprit: Some(side) }
    }
}

/// The two at a table, by colour.
pub(crate) struct Table<'a> {
    pub(crate) config: &'a Config,
    pub(crate) variant: Variant,
    pub(crate) tables: Option<&'a dyn Tables>,
    pub(crate) seen: &'a Seen,
    pub(crate) first: &'a mut Seat,
    pub(crate) second: &'a mut Seat,
}

/// What the game knows of a player.
struct Player {
    clock: Option<Clock>,
    moves: u32,
    /// Its offer of a draw stands until it has made so many more moves.
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
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let began = Instant::now();
    let mut record = GameRecord {
        number: pairing.number,
        round: pairing.round,
        first: pairing.first,
        second: pairing.second,
        opening: opening.number,
        fen: opening.fen.clone(),
        moves: opening.moves.iter().map(|mv| MoveRecord::book(mv)).collect(),
        result: GameResult::Draw,
        reason: Reason::Agreement,
        detail: String::new(),
        remarks: Vec::new(),
        last_lines: Vec::new(),
        worst_lag: 0,
        mean_lag: 0,
        late: false,
        attempt: 0,
        began: since.as_secs(),
        seconds: 0.0,
    };
    let over = match table.begin(opening).await {
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
    fn seat(&mut self, side: Side) -> &mut Seat {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// Both engines are ready for a game from this opening.
    async fn begin(&mut self, opening: &Opening) -> Result<Box<dyn Game>, Over> {
        for side in [Side::First, Side::Second] {
            let variant = self.variant.name();
            let seat = self.seat(side);
            if let Err(failure) = Table::ready(seat, variant).await {
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
    Over { end: (GameResult::Draw, Reason::Refused), detail, culprit: None }
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
}

/// Between a move and the next engine's orders, in microseconds: our own part of the game.
#[derive(Clone, Copy, Default)]
struct Lag {
    /// When the last move was read.
    since: Option<Instant>,
    worst: u64,
    total: u64,
    count: u64,
}

impl Lag {
    /// An engine that was told at `told` has moved.
    fn moved(&mut self, told: Instant, heard: Instant) {
        if let Some(since) = self.since.replace(heard) {
            let lag = told.saturating_duration_since(since).as_micros();
            let lag = u64::try_from(lag).unwrap_or(u64::MAX);
            self.worst = self.worst.max(lag);
            self.total = self.total.saturating_add(lag);
            self.count += 1;
        }
    }

    /// A timer that was set to `due` has rung.
    fn noticed(&mut self, due: Instant, now: Instant) {
        let late = now.saturating_duration_since(due).as_micros();
        self.worst = self.worst.max(u64::try_from(late).unwrap_or(u64::MAX));
    }
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
        let moves = game.moves(wire_notation(table.variant));
        for (mv, text) in record.moves.iter_mut().zip(&moves) {
            mv.text.clone_from(text);
        }
        let moves = moves.iter().map(|mv| MoveText::new(mv)).collect();
        let place = Place { variant: table.variant.name().to_owned(), start, moves };
        let watch = Watch::new(table.config.adjudication.clone());
        let flag = Box::pin(sleep_until(Instant::now().into()));
        let (thinking, lag) = (None, Lag::default());
        Play { table, game, place, players, watch, record, thinking, lag, flag }
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
        // An offer is told once, and may be accepted as long as it stands.
        let offered = std::mem::take(&mut self.players[!side as usize].offers_anew);
        let search = Search {
            limits: self.limits(side),
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
        if self.flag.deadline() > falls.into() || self.flag.is_elapsed() {
            self.flag.as_mut().reset(falls.into());
        }
        let (mut heard, mut stopped) = (began, false);
        loop {
            match self.wake(side).await {
                Wake::Flag if Instant::now() < falls => self.flag.as_mut().reset(falls.into()),
                // News in time, without a limit of time.
                Wake::Flag if allowance.is_none() && heard.elapsed() < stall => {
                    falls = heard + stall;
                    self.flag.as_mut().reset(falls.into());
                }
                Wake::Flag if stop.take().is_some() => {
                    stopped = true;
                    present(self.table.seat(side))?.command(Command::Stop).await?;
                    falls = began + in_vain;
                    self.flag.as_mut().reset(falls.into());
                }
                Wake::Flag => {
                    self.lag.noticed(falls, Instant::now());
                    return Err(self.flag_fell(side, allowance, stall));
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
                    if allowance.is_none() {
                        heard = Instant::now();
                    }
                }
                Wake::Mover(Ok(News::Event(Event::Claim { result, comment }))) => {
                    best.claim = Some((result, comment));
                }
                // Who accepts need not move any more.
                Wake::Mover(Ok(News::Event(Event::DrawOffer))) if self.has_offer_from(!side) => {
                    return Ok(Some(agreed()));
                }
                Wake::Mover(Ok(News::Event(Event::DrawOffer))) => best.offers = true,
                Wake::Mover(Ok(News::Event(Event::Refused { text, reason }))) => {
                    if let Some(over) = self.refused(side, &text, &reason) {
                        return Ok(Some(over));
                    }
                }
                Wake::Mover(Ok(News::Event(Event::Resign))) => best.resigns = true,
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
                    // From the line that the engine was told last to the line that was read.
                    // Being told to stop is no new beginning.
                    let since = if stopped { began } else { times.told.max(began) };
                    let took = times.heard.saturating_duration_since(since);
                    let took = charged(self.table.seat(side).spec.nps, &best, took);
                    self.lag.moved(since, times.heard);
                    let over = self.moved(side, mv, best, took)?;
                    if let (None, Some(guess)) = (&over, ponder) {
                        self.ponder(side, &guess).await?;
                    }
                    return Ok(over);
                }
                Wake::Mover(Ok(News::Odd(text))) => self.odd(side, text),
                Wake::Mover(Ok(_)) => {}
            }
        }
    }

    /// Lets the engine search its position, or go on if it has pondered on it; with what it has said
    /// so far.
    async fn begin_search(&mut self, side: Side, search: Search) -> Result<Best, Failure> {
        let place = self.place.clone();
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
        // Whoever guesses at what cannot be played does not ponder.
        let Ok(guess) = self.game.rewrite(guess.as_str(), wire_notation(variant)) else {
            return Ok(());
        };
        let guess = MoveText::new(&guess);
        let mut place = self.place.clone();
        place.moves.push(guess.clone());
        let limits = self.limits(side);
        let search = Search { purpose: Purpose::Ponder, limits, ..Search::default() };
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
            news = next(mover.engine()) => Wake::Mover(news),
            news = next(waiter.engine()) => Wake::Waiter(news),
            () = self.flag.as_mut() => Wake::Flag,
        }
    }

    fn limits(&self, side: Side) -> Limits {
        let shown = |side: Side| self.players[side as usize].clock.as_ref().map(Clock::shown);
        let spec = match side {
            Side::First => &self.table.first.spec,
            Side::Second => &self.table.second.spec,
        };
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

    /// How long a move of this side may take.
    fn allowance(&self, side: Side) -> Option<Duration> {
        let spec = match side {
            Side::First => &self.table.first.spec,
            Side::Second => &self.table.second.spec,
        };
        if spec.nps.is_some() {
            // Its clock does not run while it thinks; it is charged when it has moved.
            return None;
        }
        let by_clock = self.players[side as usize].clock.as_ref().map(Clock::allowance);
        by_clock.or_else(|| Some(spec.move_time? + margin(spec)))
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

    /// What an engine says that is not on move.
    fn waiter_says(&mut self, side: Side, news: News) -> Option<Over> {
        let event = match news {
            News::Event(event) => event,
            News::Odd(text) => {
                self.odd(side, text);
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
            Event::Refused { text, reason } => self.refused(side, &text, &reason),
            _ => None,
        }
    }

    /// An engine that calls the last move illegal, which the rules know to be legal, has lost (C-549).
    fn refused(&mut self, side: Side, text: &str, reason: &str) -> Option<Over> {
        let detail = format!("refuses {text:?}: {reason}");
        if !reason.starts_with("illegal move") {
            self.remark(side, detail);
            return None;
        }
        Some(Over::fault(side, Failure::new(Reason::WrongClaim, detail)))
    }

    /// A draw was offered. In CECP that stands until the engine has made two more moves (C-590), else
    /// until the next.
    fn offer(&mut self, side: Side) {
        let protocol = self.table.seat(side).engine().map(|engine| engine.protocol());
        let player = &mut self.players[side as usize];
        player.offer = if protocol == Some(Protocol::Cecp) { 2 } else { 1 };
        player.offers_anew = true;
    }

    fn has_offer_from(&self, side: Side) -> bool {
        self.table.config.offers && self.players[side as usize].offer > 0
    }

    /// Engines of UCCI are told to stop when their time is up, and have lost if they do not answer
    /// within the margin.
    fn told_to_stop_after(&mut self, side: Side) -> Option<Duration> {
        self.allowance(side)?;
        let engine = self.table.seat(side).engine()?;
        let clock = self.players[side as usize].clock.as_ref()?;
        (engine.protocol() == Protocol::Ucci).then(|| clock.remaining())
    }

    /// A claim of an engine, checked.
    fn claimed(
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
        if let Some(end) = judge::claim(&*self.game, claimed) {
            return Some(Over::by_rule(end));
        }
        if claimed == lost {
            return Some(resigned(side));
        }
        let detail = format!("claims {claimed} {{{comment}}}, which is not so");
        Some(Over::fault(side, Failure::new(Reason::WrongClaim, detail)))
    }

    /// The engine ended its search.
    fn moved(
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
                let spec = &self.table.seat(side).spec;
                let limit = spec.move_time.map(|time| (time, time + margin(spec)));
                if let Some((time, _)) = limit.filter(|(_, most)| took > *most) {
                    let by = (took - time).as_millis();
                    return Err(Failure::new(Reason::Time, format!("out of time by {by} ms")));
                }
            }
        }
        self.check_pv(side, &best.pv);
        let illegal =
            |error| Failure::new(Reason::IllegalMove, format!("{} ({error})", shown(&mv)));
        let text =
            self.game.rewrite(mv.as_str(), wire_notation(self.table.variant)).map_err(illegal)?;
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
            micros: Some(took.as_micros().try_into().unwrap_or(u64::MAX)),
            clock: player
                .clock
                .as_ref()
                .map(|clock| clock.remaining().as_millis().try_into().unwrap_or(u64::MAX)),
        });
        if let Some(end) = judge::verdict(&*self.game) {
            return Ok(Some(Over::by_rule(end)));
        }
        if let Some(winner) = self.table.tables.and_then(|tables| tables.outcome(&*self.game)) {
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
    fn check_pv(&mut self, side: Side, pv: &[MoveText]) {
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

    /// What the host found odd. How an engine spells its protocol is no matter of a match; lines
    /// that cannot be played are.
    fn odd(&mut self, side: Side, text: String) {
        if text.starts_with("illegal") {
            self.remark(side, text);
        }
    }

    fn remark(&mut self, side: Side, text: String) {
        if self.record.remarks.len() < REMARKS {
            let engine = self.table.seat(side).index;
            self.record.remarks.push(Remark { engine, text });
        }
    }

    /// After the game: no search runs, and those who can hear it know the result.
    async fn settle(&mut self, over: &Over) {
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
        let stopped = engine.command(order).await.is_ok();
        if !stopped || until_best_move(engine).await.is_err() {
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
async fn until_best_move(engine: &mut Engine) -> Result<(), Fault> {
    loop {
        if let News::Event(Event::BestMove { .. }) = engine.next().await? {
            return Ok(());
        }
    }
}

/// What a move costs on the clock: the time that it took, or, where nodes count instead (C-284), what
/// the engine has reported. Who reports nothing is charged the time.
fn charged(nps: Option<u64>, best: &Best, took: Duration) -> Duration {
    let reported = match nps {
        None => None,
        Some(0) => best.time,
        Some(rate) => best.nodes.map(|nodes| Duration::from_secs_f64(nodes as f64 / rate as f64)),
    };
    reported.unwrap_or(took)
}

/// The last that was heard of a search.
#[derive(Default)]
struct Best {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    pv: Vec<MoveText>,
    claim: Option<(ferz_link::GameResult, String)>,
    offers: bool,
    resigns: bool,
}

impl Best {
    /// News of the best line; other lines and mere numbers do not replace it.
    fn heard(&mut self, info: Info) {
        if info.rank.is_some_and(|rank| rank > 1) {
            return;
        }
        if let Some(nodes) = info.nodes {
            self.nodes = Some(nodes);
        }
        self.time = info.time.or(self.time);
        if info.score.is_some() {
            (self.score, self.depth) = (info.score, info.depth);
            self.pv = info.pv;
        }
    }
}

fn resigned(side: Side) -> Over {
    Over::by_rule((GameResult::lost_by(side), Reason::Resignation))
}

fn agreed() -> Over {
    Over::by_rule((GameResult::Draw, Reason::Agreement))
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
