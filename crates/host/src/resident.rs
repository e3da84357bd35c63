//! Engines inside this program, behind the same handle as processes.

use crate::actor::{News, Order, Times};
use crate::engine::{Engine, Error};
use crate::fault::{Fault, Stage};
use ferz_link::host::Profile;
use ferz_link::{self as link, Command, Event, Post, Protocol, Purpose, Refused};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// What both the engine's threads and its owner's commands change.
struct Course {
    /// What the running search is for; nothing when none runs.
    running: Option<Purpose>,
    /// The end of a search that must not end by itself.
    early: Option<Event>,
    /// A search has ended since the last command.
    ended: bool,
    /// When the last command was given.
    told: Instant,
}

/// The way to the engine's owner.
#[derive(Clone)]
struct Teller {
    course: Arc<Mutex<Course>>,
    news: mpsc::Sender<(Times, News)>,
}

impl Teller {
    fn new(news: mpsc::Sender<(Times, News)>) -> Teller {
        let course = Course { running: None, early: None, ended: false, told: Instant::now() };
        Teller { course: Arc::new(Mutex::new(course)), news }
    }

    /// A panic of somebody else while it was held has left it as good as it was.
    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether anybody listens.
    fn tell(&self, news: News) -> bool {
        let times = Times { heard: Instant::now(), told: self.course().told };
        self.news.blocking_send((times, news)).is_ok()
    }

    /// An event of the engine. A search that may not end by itself, and does, ends when it may.
    fn post(&self, event: Event) {
        if let Event::BestMove { .. } = &event {
            let mut course = self.course();
            if matches!(course.running, Some(Purpose::Ponder | Purpose::Analyse)) {
                course.early = Some(event);
                return;
            }
            course.running = None;
            course.ended = true;
        }
        self.tell(News::Event(event));
    }

    /// Whether a command may be given now; and the answer of the search it speaks of, if that has
    /// ended before.
    fn admit(&self, command: &Command) -> Result<Option<Event>, Refused> {
        let refused = |reason: &str| Err(Refused { reason: reason.to_owned() });
        let mut course = self.course();
        course.told = Instant::now();
        match (command, course.running) {
            (Command::Search(_) | Command::Place(_) | Command::NewGame { .. }, Some(_)) => {
                return refused("searching");
            }
            (Command::Search(search), None) => {
                course.running = Some(search.purpose);
                course.early = None;
            }
            (Command::PonderHit { .. }, Some(Purpose::Ponder)) | (Command::Stop, Some(_)) => {
                // From now on it may end.
                course.running = Some(Purpose::Play);
                if let Some(event) = course.early.take() {
                    course.running = None;
                    course.ended = true;
                    return Ok(Some(event));
                }
            }
            (Command::PonderHit { .. }, _) => return refused("not pondering"),
            (Command::Stop, None) => return refused("not searching"),
            _ => {}
        }
        Ok(None)
    }

    fn stage(&self) -> Stage {
        if self.course().running.is_some() { Stage::Search } else { Stage::Idle }
    }
}

impl Engine {
    /// An engine inside this program: `open` makes it, and is told where it posts its events. Its
    /// [`protocol`](Engine::protocol) is called UCI, though it speaks none.
    pub async fn resident(
        open: impl FnOnce(Post) -> Box<dyn link::Engine> + Send + 'static,
    ) -> Result<Engine, Error> {
        let (orders, order_queue) = mpsc::channel(16);
        let (news_queue, news) = mpsc::channel(crate::engine::NEWS);
        // It ends when nobody can command it any more.
        let teller = Teller::new(news_queue);
        let task = tokio::task::spawn_blocking(move || serve(open, order_queue, &teller));
        Ok(Engine::over(orders, news, task, Protocol::Uci).await?)
    }
}

fn serve(
    open: impl FnOnce(Post) -> Box<dyn link::Engine>,
    mut orders: mpsc::Receiver<Order>,
    teller: &Teller,
) {
    let post = {
        let teller = teller.clone();
        Arc::new(move |event| teller.post(event))
    };
    let mut engine = open(post);
    let introduction = engine.introduction().into_iter().chain([Event::Ready]);
    if !introduction.map(News::Event).all(|news| teller.tell(news)) {
        return;
    }
    let mut profile = Profile::default();
    while let Some(order) = orders.blocking_recv() {
        if std::mem::take(&mut teller.course().ended) {
            engine.searched();
        }
        match order {
            Order::Profile(look) => look(&mut profile),
            // It says so when it is asked to.
            Order::CanPlay(_, answer) => drop(answer.send(Ok(()))),
            Order::Note(text, answer) => {
                let _ = answer.send(());
                teller.tell(News::Odd(text.into()));
            }
            Order::Search(both, answer) => {
                let (place, search) = *both;
                let result = in_turn(
                    &mut *engine,
                    teller,
                    [Command::Place(place.clone()), Command::Search(search)],
                );
                match result {
                    Ok(result) => drop(answer.send((result, place))),
                    Err(last) => {
                        drop(engine);
                        teller.tell(last);
                        return;
                    }
                }
            }
            Order::Command(command, answer) => {
                if let Some(last) = obey(&mut *engine, teller, *command, answer) {
                    drop(engine);
                    teller.tell(last);
                    return;
                }
            }
        }
    }
}

/// Gives the engine commands up to the first that is refused. The error is the last news.
fn in_turn(
    engine: &mut dyn link::Engine,
    teller: &Teller,
    commands: [Command; 2],
) -> Result<Result<(), Refused>, News> {
    for command in commands {
        let (answer, mut answered) = oneshot::channel();
        if let Some(last) = obey(engine, teller, command, answer) {
            return Err(last);
        }
        if let Ok(Err(refused)) = answered.try_recv() {
            return Ok(Err(refused));
        }
    }
    Ok(Ok(()))
}

/// Gives the engine a command; the last news if that was the last.
fn obey(
    engine: &mut dyn link::Engine,
    teller: &Teller,
    command: Command,
    answer: oneshot::Sender<Result<(), Refused>>,
) -> Option<News> {
    let quits = command == Command::Quit;
    let admitted = teller.admit(&command);
    // The answer first: what comes of it is after it for whoever asked.
    let _ = answer.send(admitted.as_ref().map(drop).map_err(Clone::clone));
    match admitted {
        Err(_) => return None,
        Ok(Some(early)) => drop(teller.tell(News::Event(early))),
        Ok(None) => {
            let stage = teller.stage();
            match catch_unwind(AssertUnwindSafe(|| engine.command(command))) {
                Ok(events) => events.into_iter().for_each(|event| teller.post(event)),
                // As a process does that panics.
                Err(_) => return Some(News::Fault(Fault::Exited { code: 101, stage })),
            }
        }
    }
    quits.then_some(News::Ended)
}
