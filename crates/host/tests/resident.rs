//! An engine inside the program behind the handle of all others.

mod common;

use common::run;
use ferz_host::{Engine, Error, Fault, News, Post, Resident, Stage};
use ferz_link::{Command, Event, Info, Limits, Place, Purpose, Search};
use std::thread;
use std::time::Duration;

/// Plays e2e4 after so many milliseconds, from a thread of its own, or when it is stopped.
struct Clerk {
    post: Post,
    stop: Option<std::sync::mpsc::Sender<()>>,
}

impl Resident for Clerk {
    fn introduction(&self) -> Vec<Event> {
        vec![Event::Identity { key: "name".into(), text: "Clerk".into() }]
    }

    fn command(&mut self, command: Command) -> Vec<Event> {
        match command {
            Command::Ping(number) => return vec![Event::Pong(number)],
            Command::Search(search) => {
                let (stop, stopped) = std::sync::mpsc::channel();
                self.stop = Some(stop);
                let post = self.post.clone();
                let time = search.limits.move_time.unwrap_or(Duration::from_secs(100));
                thread::spawn(move || {
                    let _ = stopped.recv_timeout(time);
                    post(Event::Info(Box::new(Info { depth: Some(1), ..Info::default() })));
                    let best = Some("e2e4".into());
                    let (ponder, draw_offer, resign) = (None, false, false);
                    post(Event::BestMove { best, ponder, draw_offer, resign });
                });
            }
            Command::Stop => self.stop = None,
            // As one that has waited for the answer.
            Command::Answer { .. } => self.stop = None,
            Command::Console(_) => panic!("on purpose"),
            _ => {}
        }
        Vec::new()
    }
}

async fn clerk() -> Engine {
    Engine::resident(|post| Box::new(Clerk { post, stop: None })).await.unwrap()
}

fn for_time(purpose: Purpose, milliseconds: u64) -> Search {
    let move_time = Some(Duration::from_millis(milliseconds));
    Search { purpose, limits: Limits { move_time, ..Limits::default() }, ..Search::default() }
}

async fn answer(engine: &mut Engine) -> String {
    loop {
        if let News::Event(Event::BestMove { best, .. }) = engine.next().await.unwrap() {
            return best.unwrap().as_str().to_owned();
        }
    }
}

#[test]
fn a_whole_session() {
    run(async {
        let mut engine = clerk().await;
        assert_eq!(engine.name(), "Clerk");
        engine.new_game("normal").await.unwrap();
        engine.ping().await.unwrap();
        let mut heard = 0;
        let search = for_time(Purpose::Play, 5);
        let answer = engine.think(&Place::startpos(), search, |_| heard += 1).await.unwrap();
        assert_eq!((answer.best.unwrap().as_str(), heard), ("e2e4", 1));
        engine.note("kept".into()).await.unwrap();
        assert!(matches!(engine.next().await, Ok(News::Odd(odd)) if odd.to_string() == "kept"));
        engine.quit().await.unwrap();
    });
}

/// What does not fit is refused, as by engines in processes.
#[test]
fn out_of_turn() {
    run(async {
        let mut engine = clerk().await;
        let refused = |result: Result<(), Error>| match result {
            Err(Error::Refused(refused)) => refused.reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(engine.command(Command::Stop).await), "not searching");
        engine.command(Command::Search(for_time(Purpose::Play, 60_000))).await.unwrap();
        assert_eq!(refused(engine.new_game("normal").await), "searching");
        let hit = Command::PonderHit { draw_offer: false };
        assert_eq!(refused(engine.command(hit).await), "not pondering");
        engine.command(Command::Stop).await.unwrap();
        assert_eq!(answer(&mut engine).await, "e2e4");
    });
}

/// U-241, U-288: a search that may not end by itself is held until it may.
#[test]
fn held_until_it_may_end() {
    run(async {
        for (purpose, end) in [
            (Purpose::Ponder, Command::PonderHit { draw_offer: false }),
            (Purpose::Analyse, Command::Stop),
        ] {
            let mut engine = clerk().await;
            engine.command(Command::Search(for_time(purpose, 1))).await.unwrap();
            tokio::time::sleep(Duration::from_millis(100)).await;
            engine.command(end).await.unwrap();
            assert_eq!(answer(&mut engine).await, "e2e4");
            engine.ping().await.unwrap();
        }
    });
}

/// A bug of such an engine costs the engine.
#[test]
fn panics() {
    run(async {
        let mut engine = clerk().await;
        engine.command(Command::Console("x".into())).await.unwrap();
        let fault = engine.ping().await.unwrap_err();
        let expected = Fault::Exited { code: 101, stage: Stage::Idle };
        assert_eq!(fault.to_string(), expected.to_string());
    });
}

/// Dropping the handle ends it.
#[test]
fn dropped() {
    let (told, hear) = std::sync::mpsc::channel();
    struct Bell(std::sync::mpsc::Sender<()>);
    impl Resident for Bell {
        fn introduction(&self) -> Vec<Event> {
            Vec::new()
        }
        fn command(&mut self, _: Command) -> Vec<Event> {
            Vec::new()
        }
    }
    impl Drop for Bell {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    run(async {
        drop(Engine::resident(move |_| Box::new(Bell(told))).await.unwrap());
    });
    hear.recv_timeout(Duration::from_secs(20)).expect("it is dropped");
}

/// C-779: its user answers while its owner waits for the move.
#[test]
fn a_question_is_answered_while_it_thinks() {
    run(async {
        let mut engine = clerk().await;
        let replies = engine.replies();
        let place = Place::startpos();
        let thinking = engine.think(&place, for_time(Purpose::Play, 100_000), |_| {});
        let answering = async {
            // The search has begun: what comes earlier is told earlier.
            tokio::time::sleep(Duration::from_millis(50)).await;
            replies.answer("tag".into(), "text".into()).await
        };
        let (answer, answered) = tokio::join!(thinking, answering);
        assert_eq!(answer.unwrap().best, Some("e2e4".into()));
        answered.unwrap();
        drop(engine);
        let late = replies.answer("tag".into(), "text".into()).await;
        assert!(matches!(late, Err(Error::Fault(Fault::Ended))), "{late:?}");
    });
}
