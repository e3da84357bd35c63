//! The server: the files of the page, and the socket behind which everything happens.

use crate::access::{self, Key, POLICY, Refusal};
use crate::assets;
use crate::desk::{Desk, DeskRequest};
use crate::door::Door;
use crate::kept::{Games, KeptAnswer, KeptRequest, Pieces, Wanted, Written};
use crate::known::Sources;
use crate::news::Asked;
use crate::report::{ReportRequest, Reporter};
use crate::room::{Room, games};
use crate::runs::{RunRequest, Runs};
use crate::shelf::{Entry, OWN, Shelf};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use ferz_link::Touch;
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;

/// No request of a page is longer, in bytes.
const LONGEST_REQUEST: usize = 1024 * 1024;
/// No file of games that a page hands over is longer, in bytes. It is never whole in memory.
const LONGEST_FILE: usize = 16 << 30;
/// Why there are no games to ask for.
const NOT_KEPT: &str = "no games are kept: the program was started with --no-games";
/// So many pages at once.
const PAGES: usize = 64;

#[derive(Clone)]
struct Server {
    room: Room,
    shelf: Arc<Shelf>,
    runs: Arc<Runs>,
    games: Option<Games>,
    sources: Sources,
    key: Key,
    port: u16,
    places: Arc<Semaphore>,
}

/// Serves the page and its socket until the program ends.
pub async fn serve(
    listener: TcpListener,
    room: Room,
    shelf: Arc<Shelf>,
    runs: Arc<Runs>,
    games: Option<Games>,
    sources: Sources,
    key: Key,
) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let places = Arc::new(Semaphore::new(PAGES));
    let server = Server { room, shelf, runs, games, sources, key, port, places };
    let router = Router::new()
        .route("/socket", any(socket))
        .route("/import", post(import).layer(DefaultBodyLimit::max(LONGEST_FILE)))
        .route("/games.pgn", get(export))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .with_state(server);
    axum::serve(Door::new(listener), router).await
}

/// Every request and every answer passes here.
async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let mut response = match access::check(request.headers(), server.port) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refused(&refusal),
    };
    let is_page = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    if !is_page {
        // Who has been answered takes nobody's place.
        set(header::CONNECTION, "close");
    }
    response
}

fn refused(refusal: &Refusal) -> Response {
    (StatusCode::FORBIDDEN, format!("{refusal}\n")).into_response()
}

async fn file(request: Request) -> Response {
    match assets::find(request.uri().path()) {
        Some((kind, text)) => ([(header::CONTENT_TYPE, kind)], Body::from(text)).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

/// The key that an address has: its first value.
fn given_key(address: &Uri) -> &str {
    let query = address.query().unwrap_or_default();
    let first = query.split('&').next().unwrap_or_default();
    first.strip_prefix("key=").unwrap_or_default()
}

/// A PGN file that a page hands over, of any length: it is read as it comes.
async fn import(State(server): State<Server>, address: Uri, body: Body) -> Response {
    let games = match allowed(&server, &address) {
        Ok(games) => games,
        Err(refusal) => return refusal.into_response(),
    };
    let (to, from) = mpsc::channel(8);
    let taken = tokio::task::spawn_blocking(move || {
        games.import(io::BufReader::new(Pieces { from, piece: None }))
    });
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        if to.send(piece.map_err(io::Error::other)).await.is_err() {
            break;
        }
    }
    drop(to);
    match taken.await {
        Ok(Ok(taken)) => axum::Json(taken).into_response(),
        Ok(Err(why)) => (StatusCode::UNPROCESSABLE_ENTITY, why).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// The games that a page asks for, as a file.
async fn export(
    State(server): State<Server>,
    address: Uri,
    Query(wanted): Query<Wanted>,
) -> Response {
    let games = match allowed(&server, &address) {
        Ok(games) => games,
        Err(refusal) => return refusal.into_response(),
    };
    let (to, from) = mpsc::channel(8);
    // An error in the middle can only cut the file short.
    tokio::task::spawn_blocking(move || games.export(&wanted, io::BufWriter::new(Written(to))));
    let pieces = futures_util::stream::unfold(from, async |mut from| {
        let piece = from.recv().await?;
        Some((Ok::<_, io::Error>(piece), from))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.chess-pgn"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"games.pgn\""),
    ];
    (headers, Body::from_stream(pieces)).into_response()
}

/// The games, for those who have the key.
fn allowed(server: &Server, address: &Uri) -> Result<Games, (StatusCode, String)> {
    if !server.key.fits(given_key(address)) {
        return Err((StatusCode::FORBIDDEN, format!("{}\n", Refusal::Key)));
    }
    server.games.clone().ok_or_else(|| (StatusCode::NOT_FOUND, format!("{NOT_KEPT}\n")))
}

async fn socket(State(server): State<Server>, address: Uri, upgrade: WebSocketUpgrade) -> Response {
    if !server.key.fits(given_key(&address)) {
        return refused(&Refusal::Key);
    }
    let Ok(place) = server.places.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    };
    let upgrade = upgrade.max_message_size(LONGEST_REQUEST).max_frame_size(LONGEST_REQUEST);
    upgrade.on_upgrade(async move |socket| {
        talk(socket, server).await;
        drop(place);
    })
}

/// One page, from its first word to its last.
async fn talk(mut socket: WebSocket, server: Server) {
    let Server { room, shelf, runs, games, .. } = server;
    let (first, mut news) = room.listen();
    let (desk, mut analysed) = Desk::new(Arc::clone(&shelf), Arc::clone(&server.sources));
    let (reporter, mut reported) = Reporter::new(Arc::clone(&shelf));
    let (later, mut answered) = mpsc::channel(16);
    let mut page =
        Page { room, shelf, runs, games, desk, reporter, later, watching: HashMap::new() };
    for message in first.into_iter().chain([page.engines()]) {
        if send(&mut socket, &message).await.is_err() {
            return;
        }
    }
    loop {
        let message: Arc<str> = tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => match page.answer(text.as_str()).await {
                    Ok(Some(answer)) => answer,
                    Ok(None) => continue,
                    Err(Closed) => return,
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // Pings are answered by the library.
                Some(Ok(_)) => continue,
            },
            told = news.recv() => match told {
                Ok(message) => message,
                // What it has missed does not matter: it hears how everything stands.
                Err(RecvError::Lagged(_)) => page.room.stands(),
                Err(RecvError::Closed) => return,
            },
            Some(answer) = answered.recv() => answer,
            Some(reported) = reported.recv() => text(&json!({ "report": reported })),
            Some(analysed) = analysed.recv() => text(&json!({ "analysed": analysed })),
        };
        if send(&mut socket, &message).await.is_err() {
            return;
        }
    }
}

async fn send(socket: &mut WebSocket, message: &str) -> Result<(), axum::Error> {
    socket.send(Message::Text(message.into())).await
}

/// An answer with the number of its request.
fn answered(number: u64, answer: Result<Value, String>) -> Arc<str> {
    let mut answer = answer.unwrap_or_else(|why| json!({ "error": why }));
    answer["re"] = number.into();
    text(&answer)
}

fn text(message: &Value) -> Arc<str> {
    message.to_string().into()
}

/// What one page may ask.
struct Page {
    room: Room,
    shelf: Arc<Shelf>,
    runs: Arc<Runs>,
    games: Option<Games>,
    desk: Desk,
    reporter: Reporter,
    /// Answers that take a while.
    later: mpsc::Sender<Arc<str>>,
    /// Hand on what happens in matches, by their names, while the page watches them.
    watching: HashMap<String, JoinHandle<()>>,
}

/// The room is closed.
struct Closed;

/// What is asked of the engines on the list, and of what was said with them. It takes a while: the
/// page hears other things meanwhile.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum EngineRequest {
    /// What an engine says of itself.
    About {
        /// By name.
        name: String,
    },
    /// Presses one of its buttons.
    Press {
        /// By name.
        name: String,
        /// The option's name.
        button: String,
    },
    /// Which conversations are kept.
    Logs,
    /// One of them.
    Log {
        /// By number.
        number: u64,
    },
}

impl EngineRequest {
    async fn answer(self, shelf: &Arc<Shelf>, room: &Room) -> Result<Value, String> {
        match self {
            EngineRequest::About { name } => {
                Ok(json!({ "about": shelf.about(&name).await?, "games": games() }))
            }
            EngineRequest::Press { name, button } => {
                match room.press(&name, &button).await {
                    Some(pressed) => pressed?,
                    // It does not play: one is started for it.
                    None => shelf.press(&name, &button).await?,
                }
                Ok(json!({}))
            }
            EngineRequest::Logs => Ok(json!({ "logs": shelf.conversations().list() })),
            EngineRequest::Log { number } => {
                let all = shelf.conversations().clone();
                let shown = tokio::task::spawn_blocking(move || all.show(number)).await;
                Ok(json!({ "log": shown.map_err(|error| error.to_string())?? }))
            }
        }
    }
}

/// What a person does at the board, for engines that mark squares.
#[derive(Deserialize)]
struct TouchRequest {
    how: How,
    square: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum How {
    Lift,
    Put,
    Hover,
}

impl TouchRequest {
    fn touch(self) -> Touch {
        match self.how {
            How::Lift => Touch::Lift(self.square),
            How::Put => Touch::Put(self.square),
            How::Hover => Touch::Hover(self.square),
        }
    }
}

/// What is asked of the list of engines.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum ShelfRequest {
    /// Adds an engine, or changes the one of this name.
    Put(Entry),
    /// Takes an engine off the list.
    Remove {
        /// By name.
        name: String,
    },
}

/// The number of a request, and what it is about.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    id: u64,
    #[serde(default, rename = "do")]
    verb: String,
}

impl Page {
    /// The answer to a request; `None` if it comes later.
    async fn answer(&mut self, asked: &str) -> Result<Option<Arc<str>>, Closed> {
        let unread = |error: serde_json::Error| {
            let shown: String = asked.chars().take(200).collect();
            format!("not understood: {error}: {shown}")
        };
        let head =
            serde_json::from_str::<Head>(asked).unwrap_or(Head { id: 0, verb: String::new() });
        let answer = match head.verb.as_str() {
            "analyse" | "peek" | "rest" => {
                let request = serde_json::from_str::<DeskRequest>(asked).map_err(unread);
                request
                    .and_then(|request| self.desk.ask(&request, &self.room.place()))
                    .map(|shown| json!({ "shown": shown }))
            }
            "find" | "fetch" | "forget" | "replies" => {
                match serde_json::from_str::<KeptRequest>(asked).map_err(unread) {
                    Ok(request) => self.games(request).await.map(|answer| {
                        serde_json::to_value(answer).expect("our own messages are JSON")
                    }),
                    Err(why) => Err(why),
                }
            }
            "report" | "unreport" => {
                let request = serde_json::from_str::<ReportRequest>(asked).map_err(unread);
                let place = self.room.place();
                request.map(|request| json!({ "report": self.reporter.ask(&request, place) }))
            }
            "about" | "press" | "logs" | "log" => {
                match serde_json::from_str::<EngineRequest>(asked).map_err(unread) {
                    Ok(request) => {
                        let (shelf, later) = (Arc::clone(&self.shelf), self.later.clone());
                        let room = self.room.clone();
                        tokio::spawn(async move {
                            let answer = request.answer(&shelf, &room).await;
                            // A page that has gone needs no answer.
                            let _ = later.send(answered(head.id, answer)).await;
                        });
                        return Ok(None);
                    }
                    Err(why) => Err(why),
                }
            }
            "match" | "stop" | "watch" | "unwatch" | "runs" | "run" | "game" => {
                match serde_json::from_str::<RunRequest>(asked).map_err(unread) {
                    Ok(request) => {
                        self.watch(&request);
                        let (runs, later) = (Arc::clone(&self.runs), self.later.clone());
                        tokio::task::spawn_blocking(move || {
                            let answer = runs.ask(request);
                            // A page that has gone needs no answer.
                            let _ = later.blocking_send(answered(head.id, answer));
                        });
                        return Ok(None);
                    }
                    Err(why) => Err(why),
                }
            }
            "touch" => {
                let request = serde_json::from_str::<TouchRequest>(asked).map_err(unread);
                request.map(|request| self.room.touch(request.touch())).map(|()| json!({}))
            }
            "put" | "remove" => {
                let request = serde_json::from_str::<ShelfRequest>(asked).map_err(unread);
                request
                    .and_then(|request| self.list(request))
                    .map(|()| json!({ "engines": self.names() }))
            }
            _ => match serde_json::from_str::<Asked>(asked) {
                Ok(asked) => {
                    let answered = serde_json::to_value(self.room.ask(asked).await.ok_or(Closed)?);
                    Ok(answered.expect("our own messages are JSON"))
                }
                Err(error) => Err(unread(error)),
            },
        };
        Ok(Some(answered(head.id, answer)))
    }

    /// Begins to hear of a match, or ceases to hear of any.
    fn watch(&mut self, request: &RunRequest) {
        let run = match request {
            RunRequest::Watch { run } => run.as_deref(),
            RunRequest::Unwatch => {
                self.watching.drain().for_each(|(_, watching)| watching.abort());
                return;
            }
            _ => return,
        };
        if let Some(live) = self.runs.live(run) {
            let later = self.later.clone();
            let name = live.name().to_owned();
            let watching = tokio::spawn(async move {
                let mut news = live.listen();
                let mut next = Ok(live.stands());
                loop {
                    let message = match next {
                        Ok(message) => message,
                        Err(RecvError::Lagged(_)) => live.stands(),
                        Err(RecvError::Closed) => return,
                    };
                    if later.send(message).await.is_err() {
                        return;
                    }
                    next = news.recv().await;
                }
            });
            if let Some(before) = self.watching.insert(name, watching) {
                before.abort();
            }
        }
    }

    async fn games(&self, request: KeptRequest) -> Result<KeptAnswer, String> {
        let games = self.games.clone().ok_or(NOT_KEPT)?;
        let asked = tokio::task::spawn_blocking(move || games.ask(request)).await;
        asked.map_err(|error| error.to_string())?
    }

    fn list(&self, request: ShelfRequest) -> Result<(), String> {
        match request {
            ShelfRequest::Put(entry) => self.shelf.put(&entry).map_err(|error| error.to_string()),
            ShelfRequest::Remove { name } => match self.shelf.remove(&name) {
                Ok(true) => Ok(()),
                Ok(false) => Err(format!("no engine is called {name:?}")),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    /// The engines that can be chosen: the one inside, and the user's.
    fn names(&self) -> Value {
        json!({ "own": OWN, "others": self.shelf.entries() })
    }

    fn engines(&self) -> Arc<str> {
        text(&json!({ "engines": self.names() }))
    }
}
