//! Engines that misbehave, as shell scripts.
#![allow(dead_code, unreachable_pub)]

use ferz_host::{Answer, Engine, Error, Launch, News, Patience};
use ferz_link::{Command, Event, Limits, Oddity, Place, Protocol, Purpose, Search};
use std::sync::Arc;
use std::time::Duration;

/// What a script does on each of the host's words; by default what a good engine does.
#[derive(Clone)]
pub struct Script {
    pub protocol: Protocol,
    pub boot: String,
    pub handshake: String,
    pub ping: String,
    pub new: String,
    pub go: String,
    pub stop: String,
    pub quit: String,
    pub end: String,
}

/// A good engine of UCI that plays e2e4 whatever the position.
pub fn uci() -> Script {
    Script {
        protocol: Protocol::Uci,
        boot: String::new(),
        handshake: "echo id name Script; echo id author us; echo uciok".into(),
        ping: "echo readyok".into(),
        new: ":".into(),
        go: "echo info depth 1 score cp 20 pv e2e4; echo bestmove e2e4".into(),
        stop: "echo bestmove e2e4".into(),
        quit: "exit 0".into(),
        end: String::new(),
    }
}

/// A good engine of CECP that plays e2e4 whatever the position.
pub fn cecp() -> Script {
    Script {
        protocol: Protocol::Cecp,
        boot: String::new(),
        handshake: r#"echo 'feature myname="Script" ping=1 setboard=1 usermove=1 sigint=0 done=1'"#
            .into(),
        ping: "echo pong ${line#ping }".into(),
        new: ":".into(),
        go: "echo '1 20 0 1 e2e4'; echo move e2e4".into(),
        stop: "echo move e2e4".into(),
        quit: "exit 0".into(),
        end: String::new(),
    }
}

/// A good engine of UCCI that plays h2e2 whatever the position.
pub fn ucci() -> Script {
    Script {
        protocol: Protocol::Ucci,
        handshake: "echo id name Script; echo id author us; echo ucciok".into(),
        go: "echo info depth 1 score 20 pv h2e2; echo bestmove h2e2".into(),
        stop: "echo bestmove h2e2".into(),
        quit: "echo bye; exit 0".into(),
        ..uci()
    }
}

/// A good engine of each protocol.
pub fn all() -> [Script; 3] {
    [uci(), ucci(), cecp()]
}

impl Script {
    pub fn launch(&self) -> Launch {
        let Script { boot, handshake, ping, new, go, stop, quit, end, .. } = self;
        let words = match self.protocol {
            Protocol::Uci => format!(
                "uci) {handshake};; isready) {ping};; ucinewgame) {new};; go*) {go};; \
                 stop) {stop};; quit) {quit};;"
            ),
            Protocol::Ucci => format!(
                "ucci) {handshake};; isready) {ping};; 'setoption newgame') {new};; go*) {go};; \
                 stop) {stop};; quit) {quit};;"
            ),
            Protocol::Cecp => format!(
                "protover*) {handshake};; ping*) {ping};; new) {new};; go) {go};; \
                 '?') {stop};; quit) {quit};;"
            ),
        };
        let script =
            format!("{boot}\nwhile read -r line; do case \"$line\" in {words} esac; done\n{end}");
        let mut launch = Launch::new("sh").arguments(["-c", &script]).protocol(self.protocol);
        launch.patience = short();
        launch
    }
}

/// Long enough for a script on a busy machine, short enough for many tests.
pub fn short() -> Patience {
    let wait = Duration::from_millis(1500);
    Patience {
        handshake: wait,
        features: wait,
        slow_handshake: wait,
        pong: wait,
        stop: wait,
        silence: Duration::from_millis(100),
        quit: wait,
        terminate: Duration::from_millis(300),
    }
}

/// A session with two games and, if wanted, an analysis that is stopped, by the rules.
pub async fn long_session(launch: Launch, analyse: bool) -> Result<Answer, Error> {
    let variant = match launch.protocol {
        Some(Protocol::Ucci) => "xiangqi",
        _ => "normal",
    };
    let mut engine = Engine::start(launch, Some(Arc::new(ferz_referee::Rules))).await?;
    let mut odd = engine.about().odd.clone();
    let place = Place { variant: variant.into(), ..Place::startpos() };
    let mut last = Answer::default();
    for _ in 0..2 {
        engine.new_game(variant).await?;
        engine.command(Command::Ping(1)).await?;
        wait_for(&mut engine, &mut odd, |event| matches!(event, Event::Pong(1))).await?;
        let limits = Limits { depth: Some(1), ..Limits::default() };
        last = engine.think(&place, Search { limits, ..Search::default() }, |_| {}).await?;
        odd.append(&mut last.odd);
    }
    if analyse {
        engine.command(Command::Place(place)).await?;
        engine.command(Command::Search(endless())).await?;
        // It has a moment to do wrong.
        tokio::time::sleep(Duration::from_millis(50)).await;
        engine.command(Command::Stop).await?;
        wait_for(&mut engine, &mut odd, |event| matches!(event, Event::BestMove { .. })).await?;
    }
    engine.command(Command::Quit).await?;
    wait_for(&mut engine, &mut odd, |_| false).await?;
    Ok(Answer { odd, ..last })
}

/// Waits for an event, or for the end.
async fn wait_for(
    engine: &mut Engine,
    odd: &mut Vec<Oddity>,
    is_wanted: impl Fn(&Event) -> bool,
) -> Result<(), Error> {
    loop {
        match engine.next().await? {
            News::Event(event) if is_wanted(&event) => return Ok(()),
            News::Ended => return Ok(()),
            News::Odd(what) => odd.push(what),
            _ => {}
        }
    }
}

/// Runs a conversation on a runtime of its own.
pub fn run<T>(conversation: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        tokio::time::timeout(Duration::from_secs(60), conversation)
            .await
            .expect("a conversation that ends")
    })
}

/// Starts, sets a game up, lets it search to a depth, and quits: how that went.
pub async fn whole_session(launch: Launch) -> Result<Answer, Error> {
    let variant = match launch.protocol {
        Some(Protocol::Ucci) => "xiangqi",
        _ => "normal",
    };
    let mut engine = Engine::start(launch, None).await?;
    engine.new_game(variant).await?;
    engine.ping().await?;
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let search = Search { limits, ..Search::default() };
    let answer = engine
        .think(&Place { variant: variant.into(), ..Place::startpos() }, search, |_| {})
        .await?;
    engine.quit().await?;
    Ok(answer)
}

/// A search without an end.
pub fn endless() -> Search {
    Search { purpose: Purpose::Analyse, ..Search::default() }
}

/// Whether a process with this text in its command line is there.
pub fn is_running(mark: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("a list of processes");
    processes.flatten().any(|entry| {
        std::fs::read(entry.path().join("cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).contains(mark))
    })
}

/// Nothing with this text in its command line is left. A killed process takes a moment to go.
#[track_caller]
pub fn assert_gone(mark: &str) {
    for _ in 0..200 {
        if !is_running(mark) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{mark} is left");
}
