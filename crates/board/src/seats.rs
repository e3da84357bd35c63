//! The engines of a table: one task owns them and lets them do one job after the other.

use crate::news::{MarkNews, News as Shown};
use crate::shelf::{OWN, Shelf};
use crate::table::{EngineMove, Job};
use ferz_host::{Engine, Error, News, Replies};
use ferz_link::{
    Check, Clock, Clocks, Command, Event, Info, Limits, Mark, Message, MessageKind, OptionKind,
    Place, Search, Touch,
};
use ferz_referee::GameRecord;
use ferz_rules::Verdict;
use futures_util::future::{pending, select_all};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch::error::RecvError;
use tokio::sync::{mpsc, oneshot, watch};

/// Thoughts are told no more often than this.
const OFTEN: Duration = Duration::from_millis(100);

/// What is told of engines.
pub(crate) enum Told {
    /// The engine of this job thinks something.
    Thought(u64, Box<Info>),
    /// Something for people.
    Notice(String),
    /// Something for the board.
    Shown(Shown),
    /// An engine asks its user.
    Asked(Asked),
    /// This job is done, or cannot be.
    Done(u64, Result<EngineMove, String>),
}

/// What an engine asks its user.
pub(crate) struct Asked {
    /// The engine, by its name on the list.
    pub(crate) name: String,
    /// Names the question in the answer.
    pub(crate) tag: String,
    /// The question.
    pub(crate) text: String,
    /// Where it is answered.
    pub(crate) replies: Replies,
}

/// What a table wants of its engines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    /// What is to be thought about.
    pub(crate) job: Option<Job>,
    /// The game and how many moves were made, as long as engines may ponder in it.
    pub(crate) ponders: Option<(u64, usize)>,
}

/// What is done with engines between their jobs.
pub(crate) enum Order {
    /// See [`Press`].
    Press(Press),
    /// A person does something at the board, in this position.
    Touch(Touch, Place),
}

/// A button of an engine is to be pressed.
pub(crate) struct Press {
    /// The engine, by its name on the list.
    pub(crate) name: String,
    /// The option's name.
    pub(crate) button: String,
    /// What came of it; nothing where no such engine sits here.
    pub(crate) answer: oneshot::Sender<Option<Result<(), String>>>,
}

/// An engine, and the game that it was told of last.
struct Seated {
    engine: Engine,
    game: Option<u64>,
    /// It has failed while nobody waited for it.
    failed: Option<Error>,
    /// It ponders in this game, since so many moves were made.
    ponders: Option<(u64, usize)>,
}

impl Seated {
    fn new(engine: Engine) -> Seated {
        Seated { engine, game: None, failed: None, ponders: None }
    }
}

/// See the module.
pub(crate) struct Seats {
    shelf: Arc<Shelf>,
    /// By name, and which of two that have the same.
    engines: BTreeMap<(String, usize), Seated>,
    /// The game that is played.
    game: u64,
}

impl Seats {
    /// With the engine inside, and what it calls itself.
    pub(crate) async fn open(shelf: Arc<Shelf>) -> Result<(Seats, String), String> {
        let engine = shelf.open(OWN).await?;
        let name = match engine.name() {
            "" => "The engine".to_owned(),
            name => name.to_owned(),
        };
        let own = ((OWN.to_owned(), 0), Seated::new(engine));
        Ok((Seats { shelf, engines: BTreeMap::from([own]), game: 0 }, name))
    }

    /// Does one job after the other. One that is no longer wanted is given up; an engine that has
    /// failed is started again for its next. Buttons are pressed between jobs: options are not for
    /// engines that think.
    pub(crate) async fn think(
        mut self,
        mut wishes: watch::Receiver<Wish>,
        mut orders: mpsc::Receiver<Order>,
        tell: mpsc::Sender<Told>,
    ) {
        let mut finished = None;
        loop {
            let Wish { job, ponders } = wishes.borrow_and_update().clone();
            self.wake(ponders).await;
            let Some(job) = job.filter(|job| finished != Some(job.number)) else {
                tokio::select! {
                    changed = wishes.changed() => match changed {
                        Ok(()) => continue,
                        Err(_) => return,
                    },
                    Some(order) = orders.recv() => match order {
                        Order::Press(press) => self.press(press).await,
                        Order::Touch(touch, place) => self.touch(&touch, &place).await,
                    },
                    never = self.overhear(&tell) => match never {},
                }
                continue;
            };
            let (number, engine) = (job.number, job.engine.clone());
            let answer = tokio::select! {
                other = other_job(&mut wishes, number) => match other {
                    Ok(()) => continue,
                    Err(_) => return,
                },
                answer = self.work(job, &tell) => answer,
            };
            if answer.is_err() {
                self.engines.remove(&engine);
            }
            finished = Some(number);
            if tell.send(Told::Done(number, answer)).await.is_err() {
                return;
            }
        }
    }

    /// Those that ponder where nobody plays on from their move cease to.
    async fn wake(&mut self, ponders: Option<(u64, usize)>) {
        for seated in self.engines.values_mut() {
            let Some((game, moves)) = seated.ponders else { continue };
            // The table may not have made the engine's move yet, or have the answer already.
            let goes_on = |(now, made): (u64, usize)| now == game && made.abs_diff(moves) <= 1;
            if !ponders.is_some_and(goes_on) {
                seated.ponders = None;
                if let Err(fault) = seated.engine.settle().await {
                    seated.failed = Some(fault);
                }
            }
        }
    }

    /// Hands on what engines say that have nothing to do.
    async fn overhear(&mut self, tell: &mpsc::Sender<Told>) -> Infallible {
        loop {
            let idle = self.engines.iter_mut().filter(|(_, seated)| seated.failed.is_none());
            let mut news: Vec<_> = idle
                .map(|((name, _), seated)| {
                    Box::pin(async move {
                        let news = seated.engine.next().await;
                        (name, seated, news)
                    })
                })
                .collect();
            if news.is_empty() {
                return pending().await;
            }
            let ((name, seated, news), ..) = select_all(news.iter_mut()).await;
            match news {
                Ok(News::Event(event)) => say(name, &seated.engine.replies(), &event, tell),
                Ok(_) => {}
                // Who next wants it hears of it.
                Err(fault) => seated.failed = Some(fault.into()),
            }
        }
    }

    /// Presses a button of the engines of this name that sit here.
    async fn press(&mut self, Press { name, button, answer }: Press) {
        let mut pressed = None;
        for (_, seated) in self.engines.iter_mut().filter(|((seated, _), _)| *seated == name) {
            let engine = &mut seated.engine;
            let done = async {
                engine.settle().await?;
                engine.set_option(&button, None).await?;
                engine.ping().await
            };
            let done = done.await.map(|_| ()).map_err(|error: Error| format!("{name}: {error}"));
            pressed = Some(pressed.unwrap_or(Ok(())).and(done));
        }
        // Whoever asked may have gone.
        let _ = answer.send(pressed);
    }

    /// Tells those that mark squares what a person does (C-520 to C-525).
    async fn touch(&mut self, touch: &Touch, place: &Place) {
        let game = Some(self.game);
        let here = |seated: &&mut Seated| seated.game == game && seated.failed.is_none();
        for seated in self.engines.values_mut().filter(here) {
            let (engine, ponders) = (&mut seated.engine, seated.ponders.is_some());
            let told = async {
                if !engine.profile(|profile| profile.highlight.yes()).await? {
                    return Ok(());
                }
                // One that ponders knows the position.
                if !ponders {
                    engine.command(Command::Place(place.clone())).await?;
                }
                engine.command(Command::Touch(touch.clone())).await
            };
            if let Err(Error::Fault(fault)) = told.await {
                seated.failed = Some(fault.into());
            }
        }
    }

    async fn work(&mut self, job: Job, tell: &mpsc::Sender<Told>) -> Result<EngineMove, String> {
        if self.game != job.game {
            self.game = job.game;
            // Other engines may play now: those of the user's end, the one inside waits.
            self.engines.retain(|(name, which), _| name == OWN && *which == 0);
        }
        let name = job.engine.0.clone();
        let notice = |text: String| notice(&name, text, tell);
        if !self.engines.contains_key(&job.engine) {
            let engine = self.shelf.open(&name).await?;
            engine.about().notices.iter().cloned().for_each(notice);
            if engine.about().unregistered {
                notice("it is not registered, and may lack something until it is".to_owned());
            }
            self.engines.insert(job.engine.clone(), Seated::new(engine));
        }
        let seated = self.engines.get_mut(&job.engine).expect("it sits there now");
        let said = |error: Error| match name.as_str() {
            OWN => format!("the engine failed: {error}"),
            name => format!("{name}: {error}"),
        };
        if let Some(failed) = seated.failed.take() {
            return Err(said(failed));
        }
        let engine = &mut seated.engine;
        if seated.game != Some(job.game) {
            engine.can_play(&job.place.variant).await.map_err(said)?;
            engine.new_game(&job.place.variant).await.map_err(said)?;
            if let (Some(elo), Some(remark)) = (job.elo, weaker(engine, job.elo)) {
                notice(format!("{remark} (asked for: {elo})"));
            }
            if let Some(option) = pondering(engine) {
                engine.set_option(&option, Some(&job.ponder.to_string())).await.map_err(said)?;
            }
            seated.game = Some(job.game);
        }
        seated.ponders = None;
        // Options are not for engines that think: one that has guessed right was told them before.
        if !engine.ponders_on(&job.place) {
            engine.settle().await.map_err(said)?;
            for (option, value) in strength(engine, job.elo) {
                engine.set_option(&option, Some(&value)).await.map_err(said)?;
            }
        }
        let began = Instant::now();
        let mut last = None;
        let replies = engine.replies();
        let think = engine.think_aloud(&job.place, job.search.clone(), |event| match event {
            Event::Info(info) => {
                let now = Instant::now();
                if last.is_none_or(|last: Instant| now.duration_since(last) >= OFTEN) {
                    last = Some(now);
                    // A thought that finds no room is not worth waiting for.
                    let _ = tell.try_send(Told::Thought(job.number, info.clone()));
                }
            }
            other => say(&name, &replies, other, tell),
        });
        let answer = think.await.map_err(said)?;
        if let (true, Some(best), Some(reply)) = (job.ponder, &answer.best, &answer.ponder) {
            let (moves, mut place) = (job.place.moves.len() + 1, job.place);
            place.moves.extend([best.clone(), reply.clone()]);
            if is_played(&place) {
                let limits = left(job.search.limits, began.elapsed());
                engine.ponder(&place, Search::within(limits)).await.map_err(said)?;
                seated.ponders = Some((job.game, moves));
            }
        }
        Ok(EngineMove { best: answer.best, resign: answer.resign, draw: answer.draw_offer })
    }
}

/// Waits until another job is wanted than that of this number.
///
/// # Errors
///
/// Nobody is left to want one.
async fn other_job(wishes: &mut watch::Receiver<Wish>, number: u64) -> Result<(), RecvError> {
    let is_other = |wish: &Wish| wish.job.as_ref().map(|job| job.number) != Some(number);
    wishes.wait_for(is_other).await.map(drop)
}

/// The option of pondering, if an engine declares it (U-420: it is told before the game).
fn pondering(engine: &Engine) -> Option<String> {
    let options = &engine.about().options;
    let found = options.iter().find(|known| known.name.eq_ignore_ascii_case("Ponder"))?;
    matches!(found.kind, OptionKind::Check { .. }).then(|| found.name.clone())
}

/// Whether a game is played on at this position: nobody ponders on moves that cannot be made, or behind
/// its end.
fn is_played(place: &Place) -> bool {
    let Ok(mut record) = GameRecord::new(&place.variant, &place.start) else { return false };
    place.moves.iter().all(|mv| record.play_one(mv).is_ok())
        && matches!(record.game().verdict(), Verdict::Open | Verdict::Claimable(_))
}

/// The limits of a search after one that took so long.
fn left(limits: Limits, took: Duration) -> Limits {
    let own = |clock: Clock| Clock {
        remaining: clock.remaining.saturating_sub(took) + clock.increment,
        ..clock
    };
    let clock = limits.clock.map(|clocks| Clocks { own: clocks.own.map(own), ..clocks });
    Limits { clock, ..limits }
}

/// Hands on what an engine says to people.
fn say(name: &str, replies: &Replies, event: &Event, tell: &mpsc::Sender<Told>) {
    if let Event::Question { tag, text } = event {
        let (name, tag, text) = (name.to_owned(), tag.clone(), text.clone());
        // Where there is no room, nobody answers: as if the user had not wanted to.
        let _ = tell.try_send(Told::Asked(Asked { name, tag, text, replies: replies.clone() }));
    } else if let Some(shown) = for_the_board(event) {
        // A mark that finds no room is not worth waiting for.
        let _ = tell.try_send(Told::Shown(shown));
    } else if let Some(text) = for_people(event) {
        notice(name, text, tell);
    }
}

/// What an engine shows at the board while a person moves.
fn for_the_board(event: &Event) -> Option<Shown> {
    Some(match event {
        Event::Marks(marks) => {
            let news = |(square, mark): (&str, Mark)| MarkNews {
                square: square.to_owned(),
                colour: format!("{:?}", mark.colour).to_lowercase(),
                target: mark.is_target,
            };
            Shown::Marks(marks.all().map(news).collect())
        }
        Event::Click(square) => Shown::Click(square.clone()),
        Event::Choice(letters) => Shown::Choice(letters.clone()),
        _ => return None,
    })
}

fn notice(name: &str, text: String, tell: &mpsc::Sender<Told>) {
    // Where there is no room there is enough to read.
    let _ = tell.try_send(Told::Notice(format!("{name}: {text}")));
}

/// What an engine says to people.
fn for_people(event: &Event) -> Option<String> {
    use MessageKind::{All, Opponent, Others, User, UserError};
    match event {
        Event::Message(Message { kind: User | UserError | Opponent | All | Others, text }) => {
            Some(text.clone())
        }
        Event::CopyProtection(Check::Error) => {
            Some("its copy protection says that this copy may not be used".to_owned())
        }
        Event::Registration(Check::Error) => {
            Some("it is not registered, and may lack something until it is".to_owned())
        }
        _ => None,
    }
}

/// The range of ratings that an engine can be limited to.
fn ratings(engine: &Engine) -> Option<(String, [u32; 2])> {
    let options = &engine.about().options;
    let option = options.iter().find(|known| known.name.eq_ignore_ascii_case("UCI_Elo"))?;
    let OptionKind::Spin { min, max, .. } = option.kind else { return None };
    let whole = |value: i64| u32::try_from(value).unwrap_or_default();
    Some((option.name.clone(), [whole(min), whole(max)]))
}

/// What sets how strong it plays, as far as it can be set.
fn strength(engine: &Engine, elo: Option<u32>) -> Vec<(String, String)> {
    let options = &engine.about().options;
    let limit = options.iter().find(|one| one.name.eq_ignore_ascii_case("UCI_LimitStrength"));
    let mut set = Vec::new();
    if let Some(limit) = limit {
        set.push((limit.name.clone(), elo.is_some().to_string()));
    }
    if let (Some((option, [min, max])), Some(elo)) = (ratings(engine), elo) {
        set.push((option, elo.max(min).min(max).to_string()));
    }
    set
}

/// Why it does not play as weak as wanted.
fn weaker(engine: &Engine, elo: Option<u32>) -> Option<String> {
    let elo = elo?;
    match ratings(engine) {
        None => Some("it cannot be told to play weaker: it plays with all it has".to_owned()),
        Some((_, [min, _])) if elo < min => Some(format!("it plays no weaker than {min}")),
        Some((_, [_, max])) if elo > max => Some(format!("it plays no stronger than {max}")),
        Some(_) => None,
    }
}
