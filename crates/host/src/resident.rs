//! Engines inside this program, behind the same handle as processes.

use crate::actor::{News, Order};
use crate::engine::{Engine, Error};
use crate::fault::{Fault, Stage};
use ferz_link::host::Profile;
use ferz_link::{Command, Event, Protocol, Purpose, Refused};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// An engine inside this program.
pub trait Resident: Send {
    /// Who it is and what can be set.
    fn introduction(&mut self) -> Vec<Event>;
    /// Takes a command; what it answers at once goes to `events`. It is given no search while one
    /// runs, and nothing to stop while none does.
    fn command(&mut self, command: Command, events: &mut Vec<Event>);
    /// Its search is over, and it has said so.
    fn searched(&mut self) {}
}

/// Where such an engine sends its events, from its own threads.
pub type Post = Arc<dyn Fn(Event) + Send + Sync>;

/// What both the engine's threads and its owner's commands change.
#[derive(Default)]
struct Course {
    /// What the running search is for; nothing when none runs.
    running: Option<Purpose>,
    /// The end of a search that must not end by itself.
    early: Option<Event>,
    /// A search has ended since the last command.
    ended: bool,
}

type Shared = Arc<Mutex<Course>>;

/// A panic of somebody else while it was held has left it as good as it was.
fn lock(course: &Shared) -> MutexGuard<'_, Course> {
    course.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    /// An engine inside this program: `open` makes it, and is told where it posts its events. Its
    /// [`protocol`](Engine::protocol) is called UCI, though it speaks none.
    pub async fn resident(
        open: impl FnOnce(Post) -> Box<dyn Resident> + Send + 'static,
    ) -> Result<Engine, Error> {
        let (orders, order_queue) = mpsc::channel(16);
        let (news_queue, news) = mpsc::channel(crate::engine::NEWS);
        // It ends when nobody can command it any more.
        let task = tokio::task::spawn_blocking(move || serve(open, order_queue, &news_queue));
        Ok(Engine::over(orders, news, task, Protocol::Uci).await?)
    }
}

fn serve(
    open: impl FnOnce(Post) -> Box<dyn Resident>,
    mut orders: mpsc::Receiver<Order>,
    news: &mpsc::Sender<News>,
) {
    let course = Shared::default();
    let mut engine = open(posting(Arc::clone(&course), news.clone()));
    let tell = |event| news.blocking_send(News::Event(event)).is_ok();
    if !engine.introduction().into_iter().chain([Event::Ready]).all(tell) {
        return;
    }
    let mut profile = Profile::default();
    while let Some(order) = orders.blocking_recv() {
        if std::mem::take(&mut lock(&course).ended) {
            engine.searched();
        }
        match order {
            Order::Profile(look) => look(&mut profile),
            Order::Note(text, answer) => {
                let _ = answer.send(());
                let _ = news.blocking_send(News::Odd(text));
            }
            Order::Command(command, answer) => {
                let quits = *command == Command::Quit;
                let given = admit(&course, &command);
                let taken = matches!(given, Ok(Admission::Pass));
                let (early, mut events) = match &given {
                    Ok(Admission::Ended(event)) => (Some(event.clone()), Vec::new()),
                    _ => (None, Vec::new()),
                };
                // The answer first: then what comes of it is after it for whoever asked.
                let _ = answer.send(given.map(drop));
                let stage = stage(&course);
                if taken {
                    let run = || engine.command(*command, &mut events);
                    if catch_unwind(AssertUnwindSafe(run)).is_err() {
                        // As a process does that panics.
                        let _ = news.blocking_send(News::Fault(Fault::Exited { code: 101, stage }));
                        return;
                    }
                }
                let post = posting(Arc::clone(&course), news.clone());
                events.into_iter().for_each(|event| post(event));
                if let Some(event) = early {
                    let _ = news.blocking_send(News::Event(event));
                }
                if quits {
                    drop(engine);
                    let _ = news.blocking_send(News::Ended);
                    return;
                }
            }
        }
    }
}

fn stage(course: &Shared) -> Stage {
    if lock(course).running.is_some() { Stage::Search } else { Stage::Idle }
}

/// Where the events go. A search that may not end by itself, and does, ends when it may.
fn posting(course: Shared, news: mpsc::Sender<News>) -> Post {
    Arc::new(move |event| {
        if let Event::BestMove { .. } = &event {
            let mut course = lock(&course);
            if matches!(course.running, Some(Purpose::Ponder | Purpose::Analyse)) {
                course.early = Some(event);
                return;
            }
            course.running = None;
            course.ended = true;
        }
        // Nobody listens any more when this fails.
        let _ = news.blocking_send(News::Event(event));
    })
}

/// What becomes of a command.
enum Admission {
    Pass,
    /// The search it speaks of has ended before: this is its answer.
    Ended(Event),
}

/// Whether a command may be given now.
fn admit(course: &Shared, command: &Command) -> Result<Admission, Refused> {
    let refused = |reason: &str| Err(Refused { reason: reason.to_owned() });
    let mut course = lock(course);
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
                return Ok(Admission::Ended(event));
            }
        }
        (Command::PonderHit { .. }, _) => return refused("not pondering"),
        (Command::Stop, None) => return refused("not searching"),
        _ => {}
    }
    Ok(Admission::Pass)
}
