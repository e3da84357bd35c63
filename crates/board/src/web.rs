//! The server: the files of the page, and the socket behind which everything happens.

use crate::access::{self, Key, POLICY, Refusal};
use crate::assets;
use crate::news::Asked;
use crate::room::Room;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use serde::Deserialize;
use std::io;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

/// No request of a page is longer, in bytes.
const LONGEST_REQUEST: usize = 64 * 1024;
/// So many pages at once.
const PAGES: usize = 64;

#[derive(Clone)]
struct Server {
    room: Room,
    key: Key,
    port: u16,
    places: Arc<Semaphore>,
}

/// Serves the page and its socket until the program ends.
pub async fn serve(listener: TcpListener, room: Room, key: Key) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let places = Arc::new(Semaphore::new(PAGES));
    let server = Server { room, key, port, places };
    let router = Router::new()
        .route("/socket", any(socket))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(server.clone(), guard))
        .with_state(server);
    axum::serve(listener, router).await
}

/// Every request and every answer passes here.
async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let mut response = match access::check(request.headers(), server.port) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refused(&refusal),
    };
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
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

async fn socket(State(server): State<Server>, address: Uri, upgrade: WebSocketUpgrade) -> Response {
    let given = address.query().and_then(|query| query.strip_prefix("key=")).unwrap_or_default();
    if !server.key.fits(given) {
        return refused(&Refusal::Key);
    }
    let Ok(place) = server.places.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open\n").into_response();
    };
    let upgrade = upgrade.max_message_size(LONGEST_REQUEST).max_frame_size(LONGEST_REQUEST);
    upgrade.on_upgrade(async move |socket| {
        talk(socket, server.room).await;
        drop(place);
    })
}

/// One page, from its first word to its last.
async fn talk(mut socket: WebSocket, room: Room) {
    let (first, mut news) = room.listen();
    for message in first {
        if send(&mut socket, &message).await.is_err() {
            return;
        }
    }
    loop {
        let message: Arc<str> = tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => match answer(&room, text.as_str()).await {
                    Some(answer) => answer,
                    None => return,
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // Pings are answered by the library.
                Some(Ok(_)) => continue,
            },
            told = news.recv() => match told {
                Ok(message) => message,
                // What it has missed does not matter: it hears how everything stands.
                Err(RecvError::Lagged(_)) => room.stands(),
                Err(RecvError::Closed) => return,
            },
        };
        if send(&mut socket, &message).await.is_err() {
            return;
        }
    }
}

async fn send(socket: &mut WebSocket, message: &str) -> Result<(), axum::Error> {
    socket.send(Message::Text(message.into())).await
}

/// The answer to a request; `None` when the room is closed.
async fn answer(room: &Room, text: &str) -> Option<Arc<str>> {
    let answer = match serde_json::from_str::<Asked>(text) {
        Ok(asked) => serde_json::to_value(room.ask(asked).await?),
        Err(error) => {
            let shown: String = text.chars().take(200).collect();
            let number = serde_json::from_str::<Numbered>(text).map_or(0, |request| request.id);
            let why = format!("not understood: {error}: {shown}");
            Ok(serde_json::json!({ "re": number, "error": why }))
        }
    };
    Some(answer.expect("our own messages are JSON").to_string().into())
}

/// The number of a request that is otherwise none.
#[derive(Deserialize)]
struct Numbered {
    id: u64,
}
