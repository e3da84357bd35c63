//! A game on two boards (bughouse): two games at the same time, that give each other what they take,
//! and end together.
//!
//! On the first board the first player has White, on the second the second player. So those who sit
//! beside each other, the two of a team, have opposite colours, and a captured piece goes to the other
//! board in its own colour. Each board is a [`Play`] with its own clocks; between them are messages.

use super::*;
use ferz_link::Partner;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What one board tells the other.
pub(super) enum Passed {
    /// A piece was taken: a letter of FEN, which comes to the hand of its own colour.
    Piece(char),
    /// A player has said this to its partner, who is of this side.
    Word(Side, String),
    /// Who is on move has none, and waits for a piece.
    Waits(Wait),
    /// It is over, and how for White of this board.
    Over(End),
}

/// How long somebody can wait for a piece: who can wait longer is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wait {
    /// Until the flag falls.
    has: Option<Instant>,
    since: Instant,
    board: usize,
}

impl Wait {
    fn is_shorter(self, other: Wait) -> bool {
        match (self.has, other.has) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => self < other,
        }
    }
}

/// What a board knows of the other one.
pub(super) struct Beside {
    /// This board: 0 or 1.
    board: usize,
    other: UnboundedSender<Passed>,
    passed: UnboundedReceiver<Passed>,
    /// How many moves were made on both boards.
    made: Arc<AtomicU32>,
    /// What has come since the last move here.
    came: String,
    /// On the other board somebody waits, and nothing was sent there since.
    waits_there: Option<Wait>,
    views: [View; 2],
}

/// The game as a player is told it. As long as nothing comes to hand it simply goes on. Then it begins
/// anew behind the player's own last move, with all that has come: that is where engines of CECP are
/// told of their hands (C-535).
struct View {
    place: Place,
    /// The position after the player's own last move, with what has come since, as FEN.
    own: String,
    /// The moves after it.
    since: Vec<MoveText>,
    /// Something has come that it was not told of.
    is_old: bool,
    /// It believes that the game is over.
    is_over: bool,
}

/// Waits for the other board's news; for ever, if there is none.
pub(super) async fn next_passed(beside: Option<&mut Beside>) -> Passed {
    match beside {
        Some(beside) => match beside.passed.recv().await {
            Some(passed) => passed,
            None => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// Plays a game on two tables to its end. At the second table those who are second have White.
pub(crate) async fn play_on_two(
    [mut one, mut other]: [Table<'_>; 2],
    pairing: &Pairing,
    opening: &Opening,
) -> GameRecord {
    let began = Instant::now();
    let [mut record, mut second] = [0; 2].map(|_| begun(pairing, opening));
    let ready = tokio::join!(one.begin(opening, &mut record), other.begin(opening, &mut second));
    // How it ended, and on which board.
    let (over, board) = match ready {
        (Err(over), _) => (over, 0),
        (_, Err(over)) => (over, 1),
        (Ok(game), Ok(game_beside)) => {
            let mut here = Play::new(&mut one, game, opening, &mut record);
            let mut there = Play::new(&mut other, game_beside, opening, &mut second);
            connect([&mut here, &mut there], opening);
            let (first, second) = tokio::join!(here.run_beside(), there.run_beside());
            tokio::join!(here.settle(&first), there.settle(&second));
            let lag = [here.lag, there.lag];
            let count = (lag[0].count + lag[1].count).max(1);
            record.worst_lag = lag[0].worst.max(lag[1].worst);
            record.mean_lag = (lag[0].total + lag[1].total) / count;
            record.late = Duration::from_micros(record.worst_lag) > LATE;
            record.late |= one.seen.late_since(began);
            match first.elsewhere {
                false => (first, 0),
                true => (second, 1),
            }
        }
    };
    (record.result, record.reason) = if board == 0 { over.end } else { from_beside(over.end) };
    let matters = one.counts_time() || record.reason.is_fault();
    record.stopped = matters && one.seen.stopped_since(began);
    record.detail = match (board, over.detail.is_empty()) {
        (0, _) => over.detail,
        (_, true) => ON_SECOND.to_owned(),
        (_, false) => format!("{ON_SECOND}, {}", over.detail),
    };
    record.beside = second.moves;
    record.remarks.append(&mut second.remarks);
    let tables = [&mut one, &mut other];
    if let Some(side) = over.culprit {
        record.last_lines = tables[board].seat(side).last_lines();
    }
    for table in tables {
        table.first.game_over().await;
        table.second.game_over().await;
    }
    record.seconds = began.elapsed().as_secs_f64();
    record
}

/// What is said of an end that was on the second board.
const ON_SECOND: &str = "on the second board";

/// An end for White of one board, for White of the other.
fn from_beside((result, reason): End) -> End {
    let result = match result {
        GameResult::First => GameResult::Second,
        GameResult::Second => GameResult::First,
        GameResult::Draw => GameResult::Draw,
    };
    (result, reason)
}

/// Sets two boards beside each other, both after the same opening: what its moves have taken on one
/// has come to hand on the other.
fn connect(plays: [&mut Play<'_, '_>; 2], opening: &Opening) {
    let (to_first, first) = unbounded_channel();
    let (to_second, second) = unbounded_channel();
    let made = Arc::new(AtomicU32::new(0));
    let ways = [(to_second, first), (to_first, second)];
    for (board, (play, (other, passed))) in plays.into_iter().zip(ways).enumerate() {
        let came = boards::taken_by(play.table.variant, opening.fen.as_deref(), &opening.moves);
        boards::give(&mut play.game, &came);
        let view = || View {
            place: play.place.clone(),
            own: play.game.fen(FenStyle::XFen),
            since: Vec::new(),
            is_old: !came.is_empty(),
            is_over: false,
        };
        let views = [view(), view()];
        let made = made.clone();
        play.beside = Some(Beside { board, other, passed, made, came, waits_there: None, views });
    }
}

/// Whether a claim would be right if this board were alone and no piece came any more, now or after one
/// move: so do engines judge that know no bughouse.
fn is_right_alone(game: &dyn Game, claimed: GameResult) -> bool {
    let ends = |game: &dyn Game| {
        let lost = GameResult::lost_by(game.side());
        game.waits() && claimed == if game.in_check() { lost } else { GameResult::Draw }
    };
    let moves = || game.legal_moves(Notation::Coordinate);
    ends(game)
        || moves().iter().any(|mv| {
            let mut next = game.boxed();
            next.play(mv).is_ok() && ends(&*next)
        })
}

impl Beside {
    fn tell(&self, passed: Passed) {
        // Who does not listen any more is at the end.
        let _ = self.other.send(passed);
    }
}

impl Play<'_, '_> {
    /// As `run`; the other board hears of the end.
    async fn run_beside(&mut self) -> Over {
        let over = self.run().await;
        if let Some(beside) = &self.beside
            && !over.elsewhere
        {
            beside.tell(Passed::Over(from_beside(over.end)));
        }
        over
    }

    /// The game as this side is told it.
    pub(super) fn place_of(&mut self, side: Side) -> Place {
        let Some(beside) = &mut self.beside else { return self.place.clone() };
        let view = &mut beside.views[side as usize];
        if std::mem::take(&mut view.is_over) {
            (view.own, view.since, view.is_old) = (self.game.fen(FenStyle::XFen), Vec::new(), true);
        }
        if std::mem::take(&mut view.is_old) {
            view.place.start = Start::Fen(view.own.clone());
            view.place.moves.clone_from(&view.since);
        }
        view.place.clone()
    }

    /// Whether a claim is right by what this side knows of two boards: a piece that has come meanwhile,
    /// or one that can still come, is no fault of its.
    pub(super) fn is_right_as_told(&self, side: Side, claimed: GameResult) -> bool {
        let Some(beside) = &self.beside else { return false };
        let place = &beside.views[side as usize].place;
        let fen = match &place.start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.as_str()),
        };
        let Ok(mut told) = judge::begin(self.table.config, self.table.variant, fen) else {
            return false;
        };
        place.moves.iter().all(|mv| told.play(mv.as_str()).is_ok())
            && (judge::claim(&*told, claimed).is_some() || is_right_alone(&*told, claimed))
    }

    /// A player believes that the game is over, and it is not. It may have stopped playing, so it is
    /// given its next position anew.
    pub(super) fn goes_on(&mut self, side: Side) {
        if let Some(beside) = &mut self.beside {
            beside.views[side as usize].is_over = true;
        }
    }

    /// A player has said something to its partner.
    pub(super) fn tell_partner(&self, side: Side, text: String) {
        if let Some(beside) = &self.beside {
            beside.tell(Passed::Word(!side, text));
        }
    }

    /// A move was made and is in the record: what it has taken goes to the other board.
    pub(super) fn pass_on(&mut self, side: Side, before: &str) {
        let (Some(beside), Some(made)) = (&mut self.beside, self.record.moves.last_mut()) else {
            return;
        };
        made.came = std::mem::take(&mut beside.came);
        made.order = Some(beside.made.fetch_add(1, Ordering::Relaxed));
        let after = self.game.fen(FenStyle::XFen);
        let mv = MoveText::new(&made.text);
        for view in &mut beside.views {
            view.place.moves.push(mv.clone());
            view.since.push(mv.clone());
        }
        if let Some(piece) = boards::taken(before, &after, side) {
            beside.waits_there = None;
            beside.tell(Passed::Piece(piece));
        }
        let view = &mut beside.views[side as usize];
        (view.own, view.since) = (after, Vec::new());
    }

    /// What the other board has passed on.
    pub(super) async fn take(&mut self, passed: Passed) -> Option<Over> {
        let beside = self.beside.as_mut()?;
        match passed {
            Passed::Piece(piece) => {
                let came = piece.to_string();
                boards::give(&mut self.game, &came);
                for view in &mut beside.views {
                    view.own = boards::with(&view.own, &came);
                    view.is_old = true;
                }
                beside.came.push(piece);
                None
            }
            Passed::Word(to, text) => {
                let engine = self.table.seat(to).engine()?;
                if engine.protocol() != Protocol::Cecp {
                    return None;
                }
                // C-534
                match engine.command(Command::Partner(Partner::Says(text))).await {
                    Err(ferz_host::Error::Fault(fault)) => Some(Over::fault(to, fault.into())),
                    Ok(()) | Err(ferz_host::Error::Refused(_)) => None,
                }
            }
            Passed::Waits(wait) => {
                beside.waits_there = Some(wait);
                None
            }
            Passed::Over(end) => Some(Over { elsewhere: true, ..Over::by_rule(end) }),
        }
    }

    /// Who has no move, but would have one with a piece of the other board, waits for it, while its
    /// clock runs.
    pub(super) async fn await_a_piece(&mut self, side: Side) -> Result<Option<Over>, Failure> {
        if self.beside.is_none() || !self.game.waits() {
            return Ok(None);
        }
        let since = Instant::now();
        let clock = self.players[side as usize].clock.as_ref();
        let has = clock.map(|clock| since + clock.allowance());
        loop {
            if let Some(end) = self.wait_in_vain(side, Wait { has, since, board: 0 })? {
                return Ok(Some(Over::by_rule(end)));
            }
            self.flag.as_mut().reset(has.unwrap_or_else(|| Instant::now() + STALL));
            let over = match self.wake(side).await {
                Wake::Beside(passed) => self.take(passed).await,
                Wake::Mover(Err(fault)) => return Err(fault.into()),
                Wake::Waiter(Err(fault)) => Some(Over::fault(!side, fault.into())),
                Wake::Mover(Ok(news)) => self.waiter_says(side, news),
                Wake::Waiter(Ok(news)) => self.waiter_says(!side, news),
                Wake::Flag if has.is_some() => {
                    return Err(Failure::new(Reason::Time, "waits for a piece in vain"));
                }
                Wake::Flag => None,
            };
            if over.is_some() {
                return Ok(over);
            }
            if !self.game.waits() {
                if let Some(clock) = &mut self.players[side as usize].clock {
                    clock.waited(since.elapsed());
                }
                // This was no delay of ours.
                self.lag.since = None;
                return Ok(None);
            }
        }
    }

    /// Tells the other board that somebody waits here. Where somebody waits there, too, no piece will
    /// come any more: who has less time has lost, or, without clocks, who has waited longer.
    fn wait_in_vain(&mut self, side: Side, wait: Wait) -> Result<Option<End>, Failure> {
        let Some(beside) = &self.beside else { return Ok(None) };
        let wait = Wait { board: beside.board, ..wait };
        beside.tell(Passed::Waits(wait));
        if !beside.waits_there.is_some_and(|other| wait.is_shorter(other)) {
            return Ok(None);
        }
        if wait.has.is_some() {
            return Err(Failure::new(Reason::Time, "both boards wait for a piece"));
        }
        let reason = if self.game.in_check() { Reason::Checkmate } else { Reason::Stalemate };
        Ok(Some((GameResult::lost_by(side), reason)))
    }
}
