//! The server as a page sees it, and as those see it who are none: with sockets of the test's own.

use ferz_archive::Archive;
use ferz_board::{Games, Key, Opener, Room, Runs, Shelf, serve};
use ferz_host::Engine;
use ferz_link::{Command, Event, Post};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything here takes.
const SOON: Duration = Duration::from_secs(20);

/// Always answers e7e5. Its name wants to be markup.
struct Stubborn(Post);

impl ferz_link::Engine for Stubborn {
    fn introduction(&self) -> Vec<Event> {
        vec![Event::Identity { key: "name".into(), text: "<img src=x onerror=alert(1)>".into() }]
    }

    fn command(&mut self, command: Command) -> Vec<Event> {
        if let Command::Search(_) = command {
            let (best, ponder) = (Some("e7e5".into()), None);
            (self.0)(Event::BestMove { best, ponder, draw_offer: false, resign: false });
        }
        Vec::new()
    }
}

struct Served {
    port: u16,
    key: Key,
    /// The games that are kept.
    _folder: TempDir,
}

async fn served() -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let opener: Opener = Arc::new(|| Box::pin(Engine::resident(|post| Box::new(Stubborn(post)))));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let archive = Archive::open(&file).unwrap();
    let shelf = Arc::new(Shelf::new(opener, Arc::new(ferz_referee::Rules)));
    let room = Room::open(Arc::clone(&shelf), Some(archive)).await.unwrap();
    let key = Key::random().unwrap();
    let runs = Arc::new(Runs::new(Arc::clone(&shelf), vec![folder.path().join("runs")], None));
    tokio::spawn(serve(
        listener,
        room,
        shelf,
        runs,
        Some(Games::of(file)),
        Arc::from([]),
        key.clone(),
    ));
    Served { port, key, _folder: folder }
}

impl Served {
    /// Sends these bytes and hears everything that comes until the end.
    async fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        timeout(SOON, stream.read_to_end(&mut answer)).await.expect("an answer").unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The same of a server that may hang up in the middle.
    async fn raw_up_to(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = timeout(SOON, stream.read_to_end(&mut answer)).await.expect("an end");
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn get(&self, path: &str, headers: &str) -> String {
        self.raw(&format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n")).await
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    /// Hands a file over.
    async fn post(&self, path: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        ))
        .await
    }

    async fn page(&self) -> Page {
        let address = format!("ws://127.0.0.1:{}/socket?key={}", self.port, self.key.text());
        let (socket, _) = connect_async(address).await.unwrap();
        Page { socket, asked: 0 }
    }
}

struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
}

impl Page {
    async fn hear(&mut self) -> Value {
        loop {
            let message = timeout(SOON, self.socket.next()).await.expect("news").unwrap().unwrap();
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// News up to the first table that fits.
    async fn table(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await;
            if let Some(table) = message.get("table").filter(|table| fits(table)) {
                return table.clone();
            }
        }
    }

    async fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = json!(self.asked);
        self.socket.send(Message::text(request.to_string())).await.unwrap();
        loop {
            let message = self.hear().await;
            if message.get("re") == Some(&json!(self.asked)) {
                return message;
            }
        }
    }
}

#[tokio::test]
async fn two_pages_see_one_game() {
    let served = served().await;
    let (mut one, mut two) = (served.page().await, served.page().await);
    let menu = one.hear().await;
    let games = menu["games"].as_array().unwrap();
    assert!(games.iter().any(|game| game["name"] == "xiangqi"), "{menu}");
    assert_eq!(one.ask(json!({"do": "move", "text": "e4"})).await, json!({"re": 1}));
    for page in [&mut one, &mut two] {
        let table = page.table(|table| table["moves"] == json!(["e4", "e5"])).await;
        assert_eq!(table["movable"], true);
        assert_eq!(table["view"]["cells"].as_array().unwrap().len(), 64);
        // It is text, and the page shows it as text.
        assert_eq!(table["players"][1]["name"], "<img src=x onerror=alert(1)>");
    }
    drop(one);
    // Whoever comes later, or again, sees how it stands.
    let mut three = served.page().await;
    let table = three.table(|_| true).await;
    assert_eq!(table["moves"], json!(["e4", "e5"]));
    // The engine's only move is not legal any more: the game stands, and says why.
    two.ask(json!({"do": "move", "text": "d4"})).await;
    let table = three.table(|table| table["remark"].is_string()).await;
    assert!(table["remark"].as_str().unwrap().contains("e7e5"), "{table}");
}

/// A game by table: hands, drops, promotions by choice; a position is set up beside it.
#[tokio::test]
async fn games_by_table_are_played() {
    let served = served().await;
    let mut page = served.page().await;
    let fen = "4k4/9/9/1P7/9/9/9/9/4K4[GP] w - - 0 1";
    let game =
        json!({"do": "new", "variant": "shogi", "person": "both", "level": "club", "fen": fen});
    assert_eq!(page.ask(game).await["error"], Value::Null);
    let table = page.table(|table| table["variant"] == "shogi").await;
    let view = &table["view"];
    assert_eq!(view["hands"][0][0]["name"], "gold");
    assert_eq!((&view["plain"], &view["sides"][1]), (&json!(true), &json!("Gote")));
    let legal = view["legal"].as_array().unwrap();
    let drop = legal.iter().find(|mv| mv["text"] == "G@a1").unwrap();
    assert_eq!((&drop["from"], &drop["drop"], &drop["to"]), (&Value::Null, &json!("G"), &json!(0)));
    let promotion = legal.iter().find(|mv| mv["text"] == "b6b7+").unwrap();
    assert_eq!(promotion["promotes"]["name"], "tokin");
    for text in ["G@e2", "e9d9", "Pb7+"] {
        assert_eq!(
            page.ask(json!({"do": "move", "text": text})).await["error"],
            Value::Null,
            "{text}"
        );
    }
    let table = page.table(|table| table["moves"].as_array().unwrap().len() == 3).await;
    assert_eq!(table["view"]["cells"][55]["glyph"], "と");

    let change = json!({"hand": {"side": 1, "letter": "R", "more": true}});
    let asked =
        json!({"do": "setup", "variant": "shogi", "fen": "9/9/9/9/9/9/9/9/9 w", "change": change});
    let setup = &page.ask(asked).await["setup"];
    assert_eq!(setup["fen"], "9/9/9/9/9/9/9/9/9[r] w");
    assert!(setup["faults"][0].as_str().unwrap().contains("a king is missing"), "{setup}");
}

/// What is played is kept, move by move, and can be gone on with.
#[tokio::test]
async fn games_are_kept() {
    let served = served().await;
    let mut page = served.page().await;
    page.ask(json!({"do": "move", "text": "e4"})).await;
    page.table(|table| table["moves"] == json!(["e4", "e5"])).await;
    // The keeper may be a moment behind.
    let find = json!({"do": "find", "source": "played"});
    let mut list = Value::Null;
    for _ in 0..100 {
        list = page.ask(find.clone()).await["found"].clone();
        if list["games"][0]["plies"] == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!((&list["total"], &list["games"][0]["result"]), (&json!(1), &json!("*")), "{list}");
    let id = list["games"][0]["id"].clone();
    let pgn = page.ask(json!({"do": "fetch", "number": id})).await["pgn"].clone();
    assert!(pgn.as_str().unwrap().contains("1. e4 e5 *"), "{pgn}");
    page.ask(json!({"do": "new", "variant": "xiangqi", "person": "both", "level": "club"})).await;
    assert_eq!(
        page.ask(json!({"do": "open", "pgn": pgn, "number": id})).await["error"],
        Value::Null
    );
    // Somebody who comes later: the news of it may have come before the answer.
    let table = served.page().await.table(|_| true).await;
    assert_eq!(table["moves"], json!(["e4", "e5"]));
    assert_eq!(table["movable"], true);
    page.ask(json!({"do": "resign"})).await;
    for _ in 0..100 {
        list = page.ask(find.clone()).await["found"].clone();
        if list["games"][0]["result"] != "*" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!((&list["total"], &list["games"][0]["result"]), (&json!(1), &json!("0-1")), "{list}");
    assert_eq!(page.ask(json!({"do": "forget", "number": id})).await["forgotten"], id);
    let gone = page.ask(json!({"do": "fetch", "number": id})).await;
    assert!(gone["error"].as_str().unwrap().contains("no game has the number"), "{gone}");
}

#[tokio::test]
async fn files_of_games_go_in_and_out() {
    let served = served().await;
    let (key, host) = (served.key.text().to_owned(), served.host());
    let two = "[White \"<i>A</i>\"]\n\n1. e4 Ke7 *\n\n[White \"B\"]\n\n1. d4 1-0\n";
    let many: String =
        (0..1_000).map(|number| format!("[White \"P{number}\"]\n\n1. e4 e5 0-1\n\n")).collect();
    for (body, taken) in
        [(two, "\"new\":2,\"known\":0"), (two, "\"new\":0,\"known\":2"), (&many, "\"new\":1000")]
    {
        let answer = served.post(&format!("/import?key={key}"), &host, body).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(taken), "{answer}");
    }
    let answer = served.get(&format!("/games.pgn?key={key}&player=b&result=1-0"), &host).await;
    assert!(answer.contains("attachment") && answer.contains("1. d4 1-0"), "{answer}");
    assert_eq!(answer.matches("[White ").count(), 1, "{answer}");
    let all = served.get(&format!("/games.pgn?key={key}"), &host).await;
    assert_eq!(all.matches("[White ").count(), 1_002);
    for (path, headers) in [
        ("/import?key=0".to_owned(), host.clone()),
        ("/import".to_owned(), host.clone()),
        (format!("/import?key={key}"), format!("{host}Origin: http://evil.example\r\n")),
        (format!("/import?key={key}"), "Host: evil.example\r\n".to_owned()),
    ] {
        let answer = served.post(&path, &headers, two).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{path} {headers}: {answer}");
    }
    assert!(served.get("/games.pgn?player=b", &host).await.starts_with("HTTP/1.1 403"));
}

/// A flag falls though nobody asks anything.
#[tokio::test]
async fn a_flag_falls_by_itself() {
    let served = served().await;
    let mut page = served.page().await;
    let game = json!({"do": "new", "variant": "chess", "person": "both", "level": "club", "clock": "0.005"});
    assert_eq!(page.ask(game).await["error"], Value::Null);
    for text in ["e4", "e5"] {
        assert_eq!(page.ask(json!({"do": "move", "text": text})).await["error"], Value::Null);
    }
    let table = page.table(|table| table["result"].is_object()).await;
    assert_eq!(table["result"], json!({"score": "0-1", "reason": "time"}));
}

#[tokio::test]
async fn mistakes_are_named_and_the_page_stays() {
    let served = served().await;
    let mut page = served.page().await;
    let answer = page.ask(json!({"do": "move", "text": "e5"})).await;
    assert!(answer["error"].as_str().unwrap().contains("\"e5\""), "{answer}");
    let answer = page.ask(json!({"do": "fly", "text": "e5"})).await;
    assert!(answer["error"].as_str().unwrap().contains("fly"), "{answer}");
    for text in ["", "{", "[]", "7", "{\"id\":\"x\"}", "\u{0}"] {
        page.socket.send(Message::text(text)).await.unwrap();
        loop {
            let message = page.hear().await;
            if let Some(why) = message.get("error") {
                assert!(why.as_str().unwrap().starts_with("not understood"), "{message}");
                break;
            }
        }
    }
    let look = page.ask(json!({"do": "look", "ply": 0})).await;
    assert_eq!(look["view"]["turn"], 0);
}

#[tokio::test]
async fn who_is_no_page_of_ours_is_refused() {
    let served = served().await;
    let (port, host) = (served.port, served.host());
    for (headers, refused) in [
        (String::new(), true),
        ("Host: evil.example\r\n".to_owned(), true),
        (format!("Host: evil.example:{port}\r\n"), true),
        (format!("{host}Origin: http://evil.example\r\n"), true),
        (format!("{host}Origin: null\r\n"), true),
        (host.clone(), false),
        (format!("{host}Origin: http://127.0.0.1:{port}\r\n"), false),
        (format!("Host: localhost:{port}\r\n"), false),
    ] {
        let answer = served.get("/", &headers).await;
        let expected = if refused { "HTTP/1.1 403" } else { "HTTP/1.1 200" };
        // What has no host at all may be refused before it reaches us.
        let fits = answer.starts_with(expected)
            || headers.is_empty() && answer.starts_with("HTTP/1.1 400");
        assert!(fits, "{headers:?}: {answer}");
    }
    for key in ["", "0", &"0".repeat(32)] {
        let address = format!("ws://127.0.0.1:{port}/socket?key={key}");
        assert_eq!(status(connect_async(address).await), Some(403), "{key}");
    }
    let address = format!("ws://127.0.0.1:{port}/socket?key={}", served.key.text());
    let mut request = address.into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    assert_eq!(status(connect_async(request).await), Some(403));
}

fn status<T>(found: Result<T, tungstenite::Error>) -> Option<u16> {
    match found {
        Err(tungstenite::Error::Http(answer)) => Some(answer.status().as_u16()),
        _ => None,
    }
}

#[tokio::test]
async fn files_and_their_headers() {
    let served = served().await;
    let host = served.host();
    let page = served.get("/", &host).await.to_lowercase();
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    for path in ["/page.js?x", "/lang/zh-Hant.json", "/icon.svg"] {
        assert!(served.get(path, &host).await.starts_with("HTTP/1.1 200"), "{path}");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/lang/../../Cargo.toml", "//etc/passwd"] {
        assert!(served.get(path, &host).await.starts_with("HTTP/1.1 404"), "{path}");
    }
    let posted = format!("POST / HTTP/1.1\r\nConnection: close\r\n{host}Content-Length: 0\r\n\r\n");
    assert!(served.raw(&posted).await.starts_with("HTTP/1.1 405"));
}

#[tokio::test]
async fn too_much_costs_only_who_sends_it() {
    let served = served().await;
    let mut sender = served.page().await;
    let long = "x".repeat(2 << 20);
    // The server may hang up before it has taken all of it.
    let _ = sender.socket.send(Message::text(long)).await;
    let mut ended = false;
    while let Some(message) = timeout(SOON, sender.socket.next()).await.expect("an end") {
        ended |= message.is_err() || matches!(message, Ok(Message::Close(_)));
        if ended {
            break;
        }
    }
    let mut pages = Vec::new();
    let mut refused = 0;
    for _ in 0..80 {
        let address = format!("ws://127.0.0.1:{}/socket?key={}", served.port, served.key.text());
        match connect_async(address).await {
            Ok((socket, _)) => pages.push(socket),
            Err(tungstenite::Error::Http(answer)) => {
                assert_eq!(answer.status().as_u16(), 503);
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(pages.len() >= 60 && refused >= 10, "{} {refused}", pages.len());
    drop(pages);
    // A place is free again.
    let mut tries = 0;
    let mut page = loop {
        let address = format!("ws://127.0.0.1:{}/socket?key={}", served.port, served.key.text());
        match connect_async(address).await {
            Ok((socket, _)) => break Page { socket, asked: 0 },
            Err(_) if tries < 100 => tries += 1,
            Err(error) => panic!("{error}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(page.ask(json!({"do": "move", "text": "e4"})).await["error"], Value::Null);
}

/// Ten thousand sockets that say nothing, and as many that begin to say something: whoever asks properly
/// is answered, and the page that was open goes on.
#[tokio::test]
async fn ten_thousand_sockets_keep_nobody_out() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let served = served().await;
    let mut page = served.page().await;
    let mut idle = Vec::new();
    for number in 0..10_000 {
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).await.unwrap();
        if number % 2 == 1 {
            // It may have been shown out meanwhile.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHos").await;
        }
        idle.push(stream);
        if number % 1_000 == 999 {
            let answer = timeout(SOON, served.get("/", &served.host())).await.expect("an answer");
            assert!(answer.starts_with("HTTP/1.1 200"), "{number}: {answer}");
        }
    }
    assert_eq!(page.ask(json!({"do": "move", "text": "e4"})).await["error"], Value::Null);
    let mut other = served.page().await;
    other.table(|table| table["moves"] == json!(["e4", "e5"])).await;
    // The first of them are out.
    let mut byte = [0];
    let said = timeout(SOON, idle[0].read(&mut byte)).await.expect("an end");
    assert!(matches!(said, Ok(0) | Err(_)), "{said:?}");
}

/// What a page is not asked for is refused with a sentence, and paths are not followed.
#[tokio::test]
async fn requests_name_no_files_and_no_programs() {
    let served = served().await;
    let mut page = served.page().await;
    for (request, named) in [
        (json!({"do": "run", "run": "../../etc"}), "no run"),
        (json!({"do": "run", "run": "/etc/passwd"}), "no run"),
        (json!({"do": "game", "run": "..", "number": 1}), "no run"),
        (
            json!({"do": "match", "variant": "chess", "engines": ["sh -c id", "/bin/sh"], "limit": "1", "games": 2, "concurrency": 1}),
            "no engine is called",
        ),
        (json!({"do": "about", "name": "/bin/sh"}), "no engine is called"),
        (json!({"do": "press", "name": "/bin/sh", "button": "x"}), "no engine is called"),
        (
            json!({"do": "analyse", "ply": 0, "engines": ["A", "A", "A", "A", "A", "A", "A", "A", "A"]}),
            "no more than 8",
        ),
    ] {
        let answer = page.ask(request).await;
        assert!(answer["error"].as_str().unwrap_or_default().contains(named), "{answer}");
    }
    let games = json!({"do": "new", "variant": "chess", "person": "first", "level": "club", "engines": ["", "/bin/sh"]});
    page.ask(games).await;
    page.ask(json!({"do": "move", "text": "e4"})).await;
    let table = served.page().await.table(|_| true).await;
    assert_eq!(table["moves"], json!(["e4"]), "no such engine moves");
    for path in [
        "/ferz-runs/events.jsonl",
        "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "/lang/..%2fpage.js",
        "/games.pgn/..",
    ] {
        let answer = served.get(path, &served.host()).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    // More than a request may have, in one piece and in many.
    let head = format!("GET /{} HTTP/1.1\r\n", "x".repeat(2 << 20));
    let answer = served.raw_up_to(&head).await;
    assert!(answer.starts_with("HTTP/1.1 4") || answer.is_empty(), "{answer}");
}

/// A button of an engine that plays is pressed in that very engine; of one that does not, in another.
#[tokio::test]
async fn buttons_are_pressed_in_the_engine_that_plays() {
    const SCRIPT: &str = r#"
        while read -r word rest; do case $word in
            uci) echo "$$ started" >> "$0.log"; echo 'option name Wipe type button'; echo uciok ;;
            isready) echo readyok ;;
            setoption) echo "$$ $rest" >> "$0.log" ;;
            go) echo 'bestmove e7e5' ;;
            quit) exit ;;
        esac; done"#;
    let served = served().await;
    let script = served._folder.path().join("wiper.sh");
    std::fs::write(&script, SCRIPT).unwrap();
    let mut page = served.page().await;
    let command = format!("sh '{}'", script.display());
    let put = json!({"do": "put", "name": "Wiper", "command": command, "protocol": "uci"});
    assert_eq!(page.ask(put).await["error"], Value::Null);
    let press = json!({"do": "press", "name": "Wiper", "button": "Wipe"});
    let read = || std::fs::read_to_string(served._folder.path().join("wiper.sh.log")).unwrap();
    let words = |text: &str| -> Vec<(String, String)> {
        let halves = text.lines().filter_map(|line| line.split_once(' '));
        halves.map(|(pid, what)| (pid.to_owned(), what.to_owned())).collect()
    };
    assert_eq!(page.ask(press.clone()).await["error"], Value::Null);
    assert_eq!(words(&read()).len(), 2, "started and pressed");

    let engines = json!(["", "Wiper"]);
    let game = json!({"do": "new", "variant": "chess", "person": "first", "level": "full", "engines": engines});
    assert_eq!(page.ask(game).await["error"], Value::Null);
    assert_eq!(page.ask(json!({"do": "move", "text": "e4"})).await["error"], Value::Null);
    page.table(|table| table["moves"] == json!(["e4", "e5"])).await;
    assert_eq!(page.ask(press).await["error"], Value::Null);
    let said = words(&read());
    let [.., started, pressed] = &said[..] else { panic!("{said:?}") };
    assert_eq!((said.len(), started.1.as_str(), pressed.1.as_str()), (4, "started", "name Wipe"));
    assert_eq!(started.0, pressed.0, "no third one was started");
    let wrong = json!({"do": "press", "name": "Wiper", "button": "Nothing"});
    let answer = page.ask(wrong).await;
    assert!(answer["error"].as_str().unwrap_or_default().contains("Wiper"), "{answer}");
}
