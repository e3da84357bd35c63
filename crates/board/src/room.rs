//! The room: one task that owns the table and another that owns its engines. Pages send requests and
//! listen to the news.

use crate::handicaps;
use crate::keeper::{self, State};
use crate::news::{Answered, Asked, Found, GameChoice, LEVELS, Menu, News};
use crate::seats::{self, Order, Press, Seats, Told, Wish};
use crate::shelf::Shelf;
use crate::table::{Job, Table};
use crate::view::group;
use ferz_archive::Archive;
use ferz_link::{Place, Touch};
use ferz_rules::{Variant, new_game};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::sleep_until;

/// A page that is so much behind hears how everything stands instead.
const BEHIND: usize = 256;

/// What a page gets in the room.
#[derive(Clone)]
pub struct Room {
    asks: mpsc::Sender<(Asked, oneshot::Sender<Answered>)>,
    stand: watch::Receiver<Arc<str>>,
    place: watch::Receiver<Place>,
    news: broadcast::Sender<Arc<str>>,
    orders: mpsc::Sender<Order>,
}

impl Room {
    /// Opens a room with a table. It is there as long as somebody has it. With an archive the games
    /// that are played here are kept.
    ///
    /// # Errors
    /// If the engine inside does not start.
    pub async fn open(shelf: Arc<Shelf>, archive: Option<Archive>) -> Result<Room, String> {
        let (seats, name) = Seats::open(shelf).await?;
        let table = Table::new(&name);
        let (asks, asked) = mpsc::channel(64);
        let (news, _) = broadcast::channel(BEHIND);
        let (stood, stand) = watch::channel(text(&standing(&table)));
        let (placed, place) = watch::channel(table.place());
        let (wishes, wish) = watch::channel(Wish::default());
        let (tell, told) = mpsc::channel(64);
        let (orders, ordered) = mpsc::channel(8);
        tokio::spawn(seats.think(wish, ordered, tell.clone()));
        let trouble = news.clone();
        let failed = move |why| _ = trouble.send(text(&News::Trouble(why)));
        let keeper = archive.map(|archive| keeper::start(archive, failed));
        tokio::spawn(keep(
            table,
            asked,
            (told, tell),
            wishes,
            (stood, placed),
            news.clone(),
            keeper,
        ));
        Ok(Room { asks, stand, place, news, orders })
    }

    /// Asks for something. `None` when the room is closed.
    pub async fn ask(&self, asked: Asked) -> Option<Answered> {
        let (answer, answered) = oneshot::channel();
        self.asks.send((asked, answer)).await.ok()?;
        answered.await.ok()
    }

    /// Presses a button of an engine that plays here, when it does not think; `None` where no engine of
    /// this name does.
    pub async fn press(&self, name: &str, button: &str) -> Option<Result<(), String>> {
        let (answer, answered) = oneshot::channel();
        let (name, button) = (name.to_owned(), button.to_owned());
        self.orders.send(Order::Press(Press { name, button, answer })).await.ok()?;
        answered.await.ok()?
    }

    /// Tells the engines that play here what a person does at the board, if they mark squares for it.
    pub fn touch(&self, touch: Touch) {
        // Where there is no room, squares are not marked.
        let _ = self.orders.try_send(Order::Touch(touch, self.place()));
    }

    /// How everything stands now, and what happens from now on: messages for a page.
    pub fn listen(&self) -> (Vec<Arc<str>>, broadcast::Receiver<Arc<str>>) {
        let news = self.news.subscribe();
        (vec![text(&menu()), self.stands()], news)
    }

    /// The game that is on the table.
    pub fn place(&self) -> Place {
        self.place.borrow().clone()
    }

    /// How the table stands.
    pub fn stands(&self) -> Arc<str> {
        self.stand.borrow().clone()
    }
}

fn text(message: &impl serde::Serialize) -> Arc<str> {
    serde_json::to_string(message).expect("our own messages are JSON").into()
}

fn standing(table: &Table) -> News {
    News::Table(Box::new(table.news(Instant::now())))
}

fn menu() -> Menu {
    Menu { games: games(), levels: LEVELS }
}

/// The games that can be chosen.
pub(crate) fn games() -> Vec<GameChoice> {
    let choice = |game: Variant| {
        let look = new_game(game, None).ok()?.look();
        let (name, title, sides) = (game.name, game.title, game.sides);
        let (drawn, handicaps) = (game.drawn_start(0).is_some(), handicaps::of(game));
        Some(GameChoice { name, title, group: group(game, &look), sides, drawn, handicaps })
    };
    Variant::all().into_iter().filter(|game| game.offered).filter_map(choice).collect()
}

/// What can happen at a table.
enum Wake {
    Asked(Asked, oneshot::Sender<Answered>),
    Told(Told),
    FlagFalls,
    Alone,
}

/// Keeps a table: the only place that changes it.
async fn keep(
    mut table: Table,
    mut asked: mpsc::Receiver<(Asked, oneshot::Sender<Answered>)>,
    (mut told, tell): (mpsc::Receiver<Told>, mpsc::Sender<Told>),
    wishes: watch::Sender<Wish>,
    (stood, placed): (watch::Sender<Arc<str>>, watch::Sender<Place>),
    news: broadcast::Sender<Arc<str>>,
    keeper: Option<Sender<State>>,
) {
    // Who asks its user something, by the question's number.
    let mut askers = BTreeMap::new();
    loop {
        let flag = table.flag_falls();
        let flag_falls = async {
            match flag {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        let wake = tokio::select! {
            request = asked.recv() => match request {
                Some((asked, answer)) => Wake::Asked(asked, answer),
                None => Wake::Alone,
            },
            Some(told) = told.recv() => Wake::Told(told),
            () = flag_falls => Wake::FlagFalls,
        };
        let now = Instant::now();
        let flagged = table.flag(now);
        match wake {
            Wake::Asked(Asked { id, request }, answer) => {
                let (error, found) = match table.ask(&request, now) {
                    Ok(found) => (None, found),
                    Err(why) => (Some(why), None),
                };
                // What only shows something is no news for others.
                let looks = matches!(found, Some(Found::View(_) | Found::Setup(_) | Found::Pgn(_)));
                // A page that has gone needs no answer.
                let _ = answer.send(Answered { re: id, error, found });
                if looks && !flagged {
                    continue;
                }
            }
            Wake::Told(Told::Thought(number, info)) => {
                if let Some(thought) = table.thought(number, &info) {
                    let _ = news.send(text(&News::Thought(thought)));
                }
                if !flagged {
                    continue;
                }
            }
            Wake::Told(Told::Shown(shown)) => {
                let _ = news.send(text(&shown));
                if !flagged {
                    continue;
                }
            }
            Wake::Told(Told::Notice(text)) => table.notice(text),
            Wake::Told(Told::Asked(asker)) => {
                let number = table.question(asker.name.clone(), asker.text.clone());
                askers.insert(number, asker);
            }
            Wake::Told(Told::Done(number, answer)) => {
                if !table.done(number, answer, now) && !flagged {
                    continue;
                }
            }
            Wake::FlagFalls => {}
            Wake::Alone => return,
        }
        for (number, text) in table.answers() {
            if let Some(asker) = askers.remove(&number) {
                tokio::spawn(answer(asker, text, tell.clone()));
            }
        }
        askers.retain(|number, _| table.asks(*number));
        let number = |job: &Job| job.number;
        wishes.send_if_modified(|wish| {
            let other = wish.job.as_ref().map(number) != table.job().map(number)
                || wish.ponders != table.ponders();
            if other {
                *wish = Wish { job: table.job().cloned(), ponders: table.ponders() };
            }
            other
        });
        if let (Some(keeper), Some((game, kept_as, pgn))) = (&keeper, table.kept(now)) {
            // The keeper lives as long as the room.
            let _ = keeper.send(State { game, kept_as, pgn });
        }
        let stands = text(&standing(&table));
        stood.send_replace(stands.clone());
        placed.send_replace(table.place());
        let _ = news.send(stands);
    }
}

/// Brings an engine the answer to its question.
async fn answer(asker: seats::Asked, text: String, tell: mpsc::Sender<Told>) {
    let seats::Asked { name, tag, replies, .. } = asker;
    if let Err(error) = replies.answer(tag, text).await {
        // The room may be closed.
        let _ = tell.send(Told::Notice(format!("{name}: {error}"))).await;
    }
}
