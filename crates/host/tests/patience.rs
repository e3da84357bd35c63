//! How long the host waits, to the millisecond: scripted engines in memory, with time paused.

use ferz_host::{Engine, Error, Fault, Launch, News, Patience, SharedReferee, Stage, Streams};
use ferz_link::{Awaited, Command, Event, Limits, Place, Protocol, Purpose, Search};
use ferz_testkit::Scripted;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

fn good(protocol: Protocol) -> Scripted {
    match protocol {
        Protocol::Uci => Scripted::uci(),
        Protocol::Ucci => Scripted::ucci(),
        Protocol::Cecp => Scripted::cecp(),
    }
}

fn launch(protocol: Protocol) -> Launch {
    Launch::new("script").protocol(protocol)
}

async fn connected(script: Scripted, launch: Launch) -> Result<Engine, Error> {
    let (said, heard) = script.run();
    let referee: SharedReferee = Arc::new(ferz_referee::Rules);
    Engine::connect(Streams::new(said, heard), launch, Some(referee)).await
}

fn place(protocol: Protocol) -> Place {
    let variant = if protocol == Protocol::Ucci { "xiangqi" } else { "normal" };
    Place { variant: variant.into(), ..Place::startpos() }
}

fn to_depth() -> Search {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    Search { limits, ..Search::default() }
}

/// A game, a search, an analysis that is stopped, and the end: how that went.
async fn session(script: Scripted, protocol: Protocol) -> Result<(), Error> {
    let mut engine = connected(script, launch(protocol)).await?;
    let place = place(protocol);
    engine.new_game(&place.variant).await?;
    engine.ping().await?;
    engine.think(&place, to_depth(), |_| {}).await?;
    if protocol != Protocol::Cecp {
        let endless = Search { purpose: Purpose::Analyse, ..Search::default() };
        engine.search(place, endless).await?;
        engine.command(Command::Stop).await?;
        while !matches!(engine.next().await?, News::Event(Event::BestMove { .. })) {}
    }
    Ok(engine.quit().await?)
}

/// With what fault a session ends, and after how long.
async fn fault(script: Scripted, protocol: Protocol) -> (Fault, Duration) {
    let began = Instant::now();
    match session(script, protocol).await {
        Err(Error::Fault(fault)) => (fault, began.elapsed()),
        other => panic!("{protocol}: no fault but {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn good_engines_cost_no_time() {
    for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Cecp] {
        let began = Instant::now();
        session(good(protocol), protocol).await.unwrap();
        assert_eq!(began.elapsed(), Duration::ZERO, "{protocol}");
    }
}

/// U-095, U-125, U-490, U-265, U-304, C-081, C-360, X-333: who keeps silent has its patience, no more and no
/// less.
#[tokio::test(start_paused = true)]
async fn silences() {
    let patience = Patience::default();
    let (uci, ucci, cecp) = (Protocol::Uci, Protocol::Ucci, Protocol::Cecp);
    let cases = [
        (uci, "uci", "", Awaited::Handshake, Stage::Start, patience.handshake),
        (uci, "uci", "id name Mute", Awaited::Handshake, Stage::Start, patience.handshake),
        (ucci, "ucci", "", Awaited::Handshake, Stage::Start, patience.handshake),
        (
            cecp,
            "protover",
            "feature done=0",
            Awaited::SlowHandshake,
            Stage::Start,
            patience.slow_handshake,
        ),
        (uci, "isready", "", Awaited::Pong, Stage::Idle, patience.pong),
        (cecp, "ping", "pong 77", Awaited::Pong, Stage::Idle, patience.pong),
        (cecp, "ping", "pong", Awaited::Pong, Stage::Idle, patience.pong),
        (uci, "stop", "", Awaited::StopMove, Stage::Stop, patience.stop),
        (ucci, "stop", "", Awaited::StopMove, Stage::Stop, patience.stop),
        (uci, "quit", "~ deaf", Awaited::Exit, Stage::Quit, patience.quit),
        (ucci, "quit", "bye\n~ deaf", Awaited::Exit, Stage::Quit, patience.quit),
        (cecp, "quit", "~ deaf", Awaited::Exit, Stage::Quit, patience.quit),
    ];
    for (protocol, words, reply, awaited, stage, wait) in cases {
        let (fault, took) = fault(good(protocol).on(words, reply), protocol).await;
        let wanted = Fault::Hangs { awaited, stage };
        assert_eq!(fault.to_string(), wanted.to_string(), "{protocol} {words}");
        assert_eq!(took, wait, "{protocol} {words}: {fault}");
    }
}

/// Who is late by less than that is no worse than others (C-079: an engine of CECP that says no
/// `done=0` has two seconds).
#[tokio::test(start_paused = true)]
async fn late_is_in_time() {
    let patience = Patience::default();
    for (protocol, words, before, patience) in [
        (Protocol::Uci, "uci", "", patience.handshake),
        (Protocol::Uci, "isready", "", patience.pong),
        (Protocol::Uci, "stop", "", patience.stop),
        (Protocol::Uci, "quit", "", patience.quit),
        (Protocol::Cecp, "ping", "", patience.pong),
        (Protocol::Cecp, "protover", "feature done=0\n", patience.slow_handshake),
        (Protocol::Cecp, "quit", "", patience.quit),
    ] {
        let script = good(protocol);
        let reply = script.clone().reply_to(&format!("{words} $1"));
        let late = format!("{before}~ {}\n{reply}", patience.as_millis() - 1);
        let began = Instant::now();
        session(script.in_turn(words, &[&late, &reply]), protocol).await.unwrap();
        let took = began.elapsed();
        assert_eq!(took, patience - Duration::from_millis(1), "{protocol} {words}");
    }
}

/// U-493: while an engine thinks nobody loses patience; its time is the host's own (U-492).
#[tokio::test(start_paused = true)]
async fn a_long_search() {
    for protocol in [Protocol::Uci, Protocol::Ucci, Protocol::Cecp] {
        let script = good(protocol);
        let reply = script.clone().reply_to("go");
        let lie = "info depth 9 time 1 nodes 1\n~ 36000000\n";
        let mut engine =
            connected(script.on("go", &format!("{lie}{reply}")), launch(protocol)).await.unwrap();
        let place = place(protocol);
        engine.new_game(&place.variant).await.unwrap();
        let answer = engine.think(&place, to_depth(), |_| {}).await.unwrap();
        assert_eq!(answer.time, Duration::from_secs(36_000), "{protocol}");
    }
}

/// Dropping the handle ends the conversation: its other end sees the end of its input.
#[tokio::test(start_paused = true)]
async fn dropped() {
    let (own, theirs) = tokio::io::duplex(1 << 12);
    let (said, heard) = tokio::io::split(own);
    let (mut hears, mut says) = tokio::io::split(theirs);
    let stranger = tokio::spawn(async move {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        says.write_all(b"uciok\n").await.unwrap();
        let mut heard = String::new();
        hears.read_to_string(&mut heard).await.unwrap();
        heard
    });
    let streams = Streams::new(said, heard);
    let engine = Engine::connect(streams, launch(Protocol::Uci), None).await.unwrap();
    drop(engine);
    assert_eq!(stranger.await.unwrap(), "uci\n");
}

/// A stream that ends is an engine that is gone; it is not started again.
#[tokio::test(start_paused = true)]
async fn a_stream_that_ends() {
    let script = Scripted::uci().on("go", "~ end");
    let mut engine = connected(script, launch(Protocol::Uci)).await.unwrap();
    let ended = engine.think(&Place::startpos(), to_depth(), |_| {}).await;
    let closed = matches!(ended, Err(Error::Fault(Fault::ClosedOutput { stage: Stage::Search })));
    assert!(closed, "{ended:?}");
    let again = engine.start_again().await.unwrap_err().to_string();
    assert!(again.contains("no process of ours"), "{again}");
    let nameless = connected(Scripted::uci(), Launch::new("script")).await;
    let why = nameless.map(drop).unwrap_err().to_string();
    assert!(why.contains("has to be named"), "{why}");
}

/// An engine that gets its lines slowly has its patience from when it was told, not from when the
/// line began to wait; and what still waits does not keep it from quitting.
#[tokio::test(start_paused = true)]
async fn slowly_fed() {
    let mut slow = launch(Protocol::Uci);
    slow.patience.pong = Duration::from_millis(700);
    slow.pace = Duration::from_millis(100);
    let mut engine = connected(Scripted::uci(), slow).await.unwrap();
    for number in 0..12 {
        engine.command(Command::Debug(number % 2 == 0)).await.unwrap();
    }
    // One line each 100 ms since the greeting.
    assert_eq!(engine.ping().await.unwrap(), Duration::from_millis(1300));
    engine.quit().await.unwrap();
    // Ten answers to its features would take three seconds.
    let features = "setboard=1 usermove=1 sigint=0 ping=1 time=1 draw=1 san=0 reuse=1 analyze=1";
    let script = Scripted::cecp().on("protover", &format!("feature {features} done=1"));
    let mut slow = launch(Protocol::Cecp);
    slow.pace = Duration::from_millis(300);
    let engine = connected(script, slow).await.unwrap();
    let began = Instant::now();
    engine.quit().await.unwrap();
    assert!(began.elapsed() <= Duration::from_millis(300), "{:?}", began.elapsed());
}

/// An engine that gets its lines slowly and stops at its start, as GNU Chess does: it needs many
/// empty lines to go on, and gets them at once.
#[tokio::test(start_paused = true)]
async fn stopped_at_its_start() {
    let mut replies = vec![""; 249];
    replies.extend(["Chess\nfeature done=1", ""]);
    let script = Scripted::cecp().on("protover", "").in_turn("", &replies);
    let mut slow = launch(Protocol::Cecp);
    slow.pace = Duration::from_millis(300);
    let began = Instant::now();
    let engine = connected(script, slow).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    engine.quit().await.unwrap();
}
