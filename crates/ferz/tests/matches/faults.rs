//! Engines that misbehave, in matches: each game is recorded once, with the right loser and reason,
//! and the match goes on to its end.

use crate::support::*;
use ferz_arena::record::Reason;
use std::time::{Duration, Instant};

/// What a script does on each word; by default what a good engine does that plays e2e4.
struct Script {
    protocol: &'static str,
    hello: &'static str,
    ping: &'static str,
    new: &'static str,
    go: &'static str,
    stop: &'static str,
}

const UCI: Script = Script {
    protocol: "uci",
    hello: "echo id name Script; echo uciok",
    ping: "echo readyok",
    new: ":",
    go: "echo bestmove e7e5",
    stop: "echo bestmove e7e5",
};

const CECP: Script = Script {
    protocol: "cecp",
    hello: "echo 'feature myname=\"Script\" ping=1 setboard=1 usermove=1 sigint=0 done=1'",
    ping: "echo pong ${line#ping }",
    new: ":",
    go: "echo move e7e5",
    stop: "echo move e7e5",
};

const UCCI: Script = Script {
    protocol: "ucci",
    hello: "echo id name Script; echo ucciok",
    ping: "echo readyok",
    new: ":",
    go: "echo bestmove h7e7",
    stop: "echo bestmove h7e7",
};

impl Script {
    fn text(&self) -> String {
        let Script { hello, ping, new, go, stop, .. } = self;
        let words = match self.protocol {
            "uci" => format!("uci) {hello};; isready) {ping};; ucinewgame) {new};; go*) {go};;"),
            "ucci" => {
                format!("ucci) {hello};; isready) {ping};; *newgame*) {new};; go*) {go};;")
            }
            // The opponent has White: each of its moves is our turn.
            _ => format!("protover*) {hello};; ping*) {ping};; new) {new};; usermove*) {go};;"),
        };
        format!(
            "while read -r line; do case \"$line\" in {words} stop|'?') {stop};; quit) exit 0;; \
             esac; done\n"
        )
    }
}

/// One game, the script with Black against our program: it ends so, within this time.
#[track_caller]
fn loses(script: &Script, reason: Reason, within: Duration) -> String {
    let place = Place::new();
    let file = place.file("engine.sh", &script.text());
    let bad = format!("name=bad proto={} patience=1 sh {}", script.protocol, file.display());
    let good = format!("name=good proto=uci nodes=20 {FERZ}");
    let variant = if script.protocol == "ucci" { "xiangqi" } else { "normal" };
    let began = Instant::now();
    let output = place.runs(&[
        &good,
        &bad,
        "--tc",
        "1+0.01",
        "--rounds",
        "1",
        "--games",
        "1",
        "--variant",
        variant,
    ]);
    let took = began.elapsed();
    // Only an engine that could not be started makes the match fail.
    let starts = reason != Reason::NotStarted;
    assert_eq!(output.status.success(), starts, "{}", said(&output));
    let run = Run::read(&place.path("run"));
    let [game] = &run.games[..] else { panic!("{run:#?}") };
    assert_eq!((game.reason, game.result.to_string().as_str()), (reason, "1-0"), "{game:#?}");
    assert!(took < within, "{took:?}: {game:#?}");
    assert!(!reason.is_fault() || !game.last_lines.is_empty(), "{game:#?}");
    game.detail.clone()
}

/// A fault that shows at once. Nothing here is exact: the machine may be busy.
#[track_caller]
fn loses_soon(script: &Script, reason: Reason) -> String {
    loses(script, reason, Duration::from_secs(20))
}

#[test]
fn ends_in_a_search() {
    for script in [UCI, CECP, UCCI] {
        let detail = loses_soon(&Script { go: "exit 3", ..script }, Reason::Crash);
        assert!(detail.contains("exit status 3"), "{detail}");
    }
}

#[test]
fn crashes_in_a_search() {
    let detail = loses_soon(&Script { go: "kill -SEGV $$", ..UCI }, Reason::Crash);
    assert!(detail.contains("signal 11"), "{detail}");
}

#[test]
fn ends_between_games() {
    loses_soon(&Script { new: "exit 3", ..UCI }, Reason::Crash);
    loses_soon(&Script { new: "exit 3", ..CECP }, Reason::Crash);
}

#[test]
fn closes_its_output() {
    loses_soon(&Script { go: "exec >&-; sleep 30", ..UCI }, Reason::Crash);
}

#[test]
fn does_not_move() {
    for script in [UCI, CECP] {
        loses_soon(&Script { go: ":", ..script }, Reason::Time);
    }
    // this one is told to stop when its time is up.
    loses_soon(&Script { go: ":", stop: ":", ..UCCI }, Reason::Time);
}

#[test]
fn does_not_move_and_does_not_stop() {
    loses_soon(&Script { go: ":", stop: ":", ..UCI }, Reason::Time);
    loses_soon(&Script { go: "sleep 60", ..CECP }, Reason::Time);
}

#[test]
fn moves_too_late() {
    let late = "sleep 1.2; echo bestmove e7e5";
    let detail = loses_soon(&Script { go: late, ..UCI }, Reason::Time);
    assert!(detail.starts_with("out of time by"), "{detail}");
}

#[test]
fn talks_without_end() {
    let flood = "while :; do echo info depth 1 score cp 0 pv e7e5; done";
    loses_soon(&Script { go: flood, ..UCI }, Reason::Time);
}

#[test]
fn plays_what_is_no_move() {
    for mv in ["e7e4", "e2e4", "a1a1", "zzzz", "e7e5e4"] {
        let go = format!("echo bestmove {mv}");
        let go: &'static str = go.leak();
        let detail = loses_soon(&Script { go, ..UCI }, Reason::IllegalMove);
        assert!(detail.starts_with(mv), "{detail}");
    }
    loses_soon(&Script { go: "echo move e7e4", ..CECP }, Reason::IllegalMove);
    loses_soon(&Script { go: "echo bestmove h7h3", ..UCCI }, Reason::IllegalMove);
}

#[test]
fn ends_its_search_without_a_move() {
    loses_soon(&Script { go: "echo 'bestmove (none)'", ..UCI }, Reason::NoMove);
    loses_soon(&Script { go: "echo nobestmove", ..UCCI }, Reason::NoMove);
}

#[test]
fn does_not_start() {
    loses_soon(&Script { hello: "exit 3", ..UCI }, Reason::NotStarted);
    loses_soon(&Script { hello: ":", ..UCI }, Reason::NotStarted);
    loses_soon(&Script { hello: "kill -SEGV $$", ..CECP }, Reason::NotStarted);
}

#[test]
fn does_not_answer_a_ping() {
    loses_soon(&Script { ping: ":", ..UCI }, Reason::Hang);
    loses_soon(&Script { ping: ":", ..CECP }, Reason::Hang);
}

/// C-549
#[test]
fn claims_what_is_not_so() {
    let claim = "echo '0-1 {Black mates}'";
    let detail = loses_soon(&Script { go: claim, ..CECP }, Reason::WrongClaim);
    assert!(detail.contains("Black mates"), "{detail}");
    loses_soon(&Script { go: "echo '1/2-1/2 {Draw by repetition}'", ..CECP }, Reason::WrongClaim);
}

/// C-584: no fault at all.
#[test]
fn gives_up() {
    loses_soon(&Script { go: "echo resign", ..CECP }, Reason::Resignation);
    loses_soon(&Script { go: "echo '1-0 {White mates}'", ..CECP }, Reason::Resignation);
    loses_soon(&Script { go: "echo bestmove h7e7 resign", ..UCCI }, Reason::Resignation);
}

/// What it dies of is in its last lines.
#[test]
fn dies_with_last_words() {
    for script in [UCI, CECP, UCCI] {
        let place = Place::new();
        let go = "echo \"thread 'main' panicked at some.rs:7\" >&2; kill -ABRT $$";
        let file = place.file("engine.sh", &Script { go, ..script }.text());
        let bad = format!("name=bad proto={} sh {}", script.protocol, file.display());
        let good = format!("name=good proto=uci nodes=20 {FERZ}");
        let variant = if script.protocol == "ucci" { "xiangqi" } else { "normal" };
        let run = place.plays(&[&good, &bad, "--games", "1", "--st", "5", "--variant", variant]);
        let game = &run.games[0];
        assert_eq!(game.reason, Reason::Crash);
        assert!(game.last_lines.iter().any(|line| line.contains("panicked at")), "{game:#?}");
    }
}

/// An engine that fails now and then costs its game, not the match.
#[test]
fn the_match_goes_on() {
    let place = Place::new();
    let file = place.file("engine.sh", &Script { go: "exit 3", ..UCI }.text());
    let bad = format!("name=bad proto=uci sh {}", file.display());
    let good = format!("name=good proto=uci {FERZ}");
    let run = place.plays(&[&good, &bad, "--nodes", "9", "--rounds", "3", "--concurrency", "2"]);
    assert_eq!(run.games.len(), 6);
    assert!(run.games.iter().all(|game| game.reason == Reason::Crash));
    let lost = run.games.iter().filter(|game| game.first == 1).count();
    assert_eq!(lost, run.games.iter().filter(|game| game.result.to_string() == "0-1").count());
}
