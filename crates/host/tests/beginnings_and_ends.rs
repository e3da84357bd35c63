//! How engines begin and end: what they say of themselves, what is kept of those that never start,
//! and of those that die; and what they leave behind.

mod common;

use common::*;
use ferz_host::transcript::Transcript;
use ferz_host::{Engine, Error, Fault, Launch, Place, Search, blocking};
use std::time::{Duration, Instant};

fn shell(script: &str) -> Launch {
    Launch { patience: short(), ..Launch::new("sh").arguments(["-c", script]) }
}

/// The lines that are kept of a session that fails.
fn last_lines(mut launch: Launch) -> (Error, Vec<String>) {
    let (transcript, end) = Transcript::last(60);
    launch.transcript = Some(transcript);
    let error = run(whole_session(launch)).expect_err("it fails");
    (error, end.lines())
}

/// What an engine dies of stands in its standard error, with or without an end of the line.
#[test]
fn the_last_words_of_a_dying_engine_are_kept() {
    for script in all() {
        for words in ["echo 'panicked at some.rs:7' >&2", "printf 'panicked at some.rs:7' >&2"] {
            let script = Script { go: format!("{words}; kill -ABRT $$"), ..script.clone() };
            for _ in 0..3 {
                let (error, lines) = last_lines(script.launch());
                assert!(error.to_string().contains("signal 6"), "{error}");
                let [.., panic, end] = &lines[..] else { panic!("{lines:?}") };
                assert!(panic.ends_with("! panicked at some.rs:7"), "{lines:#?}");
                assert!(end.contains("* crashed with signal 6 (abort)"), "{lines:#?}");
            }
        }
    }
}

/// A child that holds the standard error delays the end by a moment only.
#[test]
fn a_child_that_holds_the_standard_error() {
    let script = Script { go: "sleep 1000 & echo gone >&2; exit 3".into(), ..uci() };
    let began = Instant::now();
    let (error, lines) = last_lines(script.launch());
    assert!(error.to_string().contains("exit status 3"), "{error}");
    assert!(lines.iter().any(|line| line.ends_with("! gone")), "{lines:#?}");
    assert!(began.elapsed() < Duration::from_secs(10));
}

/// C-040, C-048: an engine that has forbidden it gets no SIGTERM, and is killed in the end.
#[test]
fn no_sigterm_for_who_forbids_it() {
    let heard = std::env::temp_dir().join(format!("ferz-sigterm-{}", std::process::id()));
    for (feature, forbidden) in [("sigterm=0", true), ("sigterm=1", false)] {
        let mut script = cecp();
        script.boot = format!("trap 'echo x > {}' TERM", heard.display());
        script.handshake = format!("echo 'feature ping=1 sigint=0 {feature} done=1'");
        script.quit = "while :; do sleep 0.05; done".into();
        let mut launch = script.launch();
        launch.patience.quit = Duration::from_millis(200);
        run(async {
            let engine = Engine::start(launch, None).await.unwrap();
            assert!(engine.quit().await.is_err());
        });
        let was_heard = std::fs::remove_file(&heard).is_ok();
        assert_eq!(was_heard, !forbidden, "{feature}");
    }
}

/// What was said is kept of all attempts, where nobody knows the protocol.
#[test]
fn the_last_lines_of_who_never_starts() {
    let (error, lines) = last_lines(shell("echo Hello; echo no library >&2; exit 3"));
    assert!(error.to_string().contains("exit status 3"), "{error}");
    for protocol in ["uci", "cecp", "ucci"] {
        let at = lines.iter().position(|line| *line == format!("# protocol {protocol}"));
        let said = &lines[at.unwrap_or_else(|| panic!("{protocol}: {lines:#?}"))..];
        for word in ["< Hello", "! no library", "* ended by itself with exit status 3"] {
            assert!(said.iter().any(|line| line.contains(word)), "{protocol} {word}: {lines:#?}");
        }
    }
}

/// Who talks without an end says not nothing; and of what it says again and again one line is kept.
#[test]
fn a_flood_at_the_start() {
    let (error, lines) = last_lines(shell("yes Hello"));
    assert_eq!(error.to_string().matches("floods: ").count(), 3, "{error}");
    assert!(lines.len() <= 2 * 60, "{}", lines.len());
    let (error, lines) = last_lines(shell("yes Hello").protocol(ferz_host::Protocol::Uci));
    assert!(matches!(error, Error::Fault(Fault::Floods { lines }) if lines > 1000), "{error}");
    assert!(lines.iter().any(|line| line.contains("# the same line")), "{lines:#?}");
}

/// A program that repeats what it is told is not waited for as an engine is that starts slowly.
#[test]
fn an_echo_is_no_engine() {
    let began = Instant::now();
    let error = run(Engine::start(Launch::new("cat"), None)).map(drop).unwrap_err();
    assert!(matches!(error, Error::Fault(Fault::Echoes)), "{error}");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}

/// U-020, X-028: names are decoded from what the engine has written, and safe to show.
#[test]
fn names_are_safe_to_show() {
    let name = |printed: &str| {
        let handshake = format!("printf 'id name {printed}\\n'; echo uciok");
        let launch = Script { handshake, ..uci() }.launch();
        let engine = run(Engine::start(launch, None)).unwrap();
        engine.name().to_owned()
    };
    assert_eq!(name(r"\317\363\321\333"), "象眼");
    assert_eq!(name("Sjöfn"), "Sjöfn");
    assert_eq!(name(r"\033[2JBad\007"), "\u{fffd}[2JBad\u{fffd}");
    assert_eq!(name(&"x".repeat(5000)).chars().count(), 100);
}

/// U-400: whatever the letters, a name is one option. U-177: who is not registered says so.
#[test]
fn what_it_says_of_itself() {
    let handshake = "echo option name Hash type spin default 1 min 1 max 8; \
                     echo option name hash type spin default 2 min 1 max 16; \
                     echo registration error; echo uciok";
    let launch = Script { handshake: handshake.into(), ..uci() }.launch();
    let engine = run(Engine::start(launch, None)).unwrap();
    let names: Vec<_> = engine.about().options.iter().map(|option| &option.name).collect();
    assert_eq!(names, ["hash"]);
    assert!(engine.about().unregistered, "{:?}", engine.about());
}

/// Whoever does not wait for the end of a search does not get its answer for the next one's.
#[test]
fn thinking_may_be_dropped() {
    let go = "n=$((n+1)); if [ $n = 2 ]; then echo bestmove d2d4; fi";
    let late = "n=$((n+1)); if [ $n = 2 ]; then echo bestmove d2d4; else sleep 0.3; echo bestmove e2e4; fi";
    for go in [go, late] {
        let launch = Script { go: go.into(), ..uci() }.launch();
        run(async {
            let mut engine = Engine::start(launch, None).await.unwrap();
            engine.new_game("normal").await.unwrap();
            let (place, search) = (Place::startpos(), Search::for_depth(3));
            let patience = Duration::from_millis(100);
            let thinking = engine.think(&place, search.clone(), |_| ());
            assert!(tokio::time::timeout(patience, thinking).await.is_err());
            if go == late {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            let answer = engine.think(&place, search, |_| ()).await.unwrap();
            assert_eq!(answer.best.unwrap().as_str(), "d2d4");
            engine.quit().await.unwrap();
        });
    }
}

#[test]
fn whether_it_plays_a_game() {
    run(async {
        // Who names games of chess says which it has (U-510).
        let handshake = "echo option name UCI_Chess960 type check default false; echo uciok";
        let of_chess = Script { handshake: handshake.into(), ..uci() };
        let mut engine = Engine::start(of_chess.launch(), None).await.unwrap();
        assert!(engine.can_play("normal").await.is_ok());
        let refused = engine.can_play("xiangqi").await.unwrap_err();
        assert!(refused.to_string().contains("does not play \"xiangqi\""), "{refused}");
    });
}

#[test]
fn without_a_runtime() {
    let mut engine = blocking::Engine::start(uci().launch()).unwrap();
    assert_eq!(engine.name(), "Script");
    engine.new_game("normal").unwrap();
    let mut depth = None;
    let search = Search::for_nodes(9);
    let answer = engine.think(&Place::startpos(), search, |info| depth = info.depth).unwrap();
    assert_eq!((answer.best.unwrap().as_str(), depth), ("e2e4", Some(1)));
    assert!(engine.run(async |engine| engine.ping().await).is_ok());
    engine.quit().unwrap();
}

/// What has left the engine's group and session ends with the engine all the same.
#[test]
#[cfg(target_os = "linux")]
fn orphans_in_a_session_of_their_own() {
    ferz_host::adopt_orphans().unwrap();
    let mark = format!("orphan-{}", std::process::id());
    let orphan = format!("setsid sh -c ': {mark}; sh -c \": {mark}; sleep 1000\"; sleep 1000'");
    let quits = Script { quit: format!("{orphan} & exit 0"), ..uci() };
    run(whole_session(quits.launch())).unwrap();
    assert_gone(&mark);
    let crashes = Script { go: format!("{orphan} & sleep 0.1; exit 3"), ..uci() };
    run(whole_session(crashes.launch())).unwrap_err();
    assert_gone(&mark);
    // One that its owner drops.
    let starts = Script { ping: format!("{orphan} & echo readyok"), ..uci() };
    run(async {
        let mut engine = Engine::start(starts.launch(), None).await.unwrap();
        engine.ping().await.unwrap();
        // The engines of others have ended since, and this one lives.
        run_beside().await;
        assert!(is_running(&mark));
    });
    // What a killed orphan leaves is found at the next end of an engine.
    run(whole_session(uci().launch())).unwrap();
    assert_gone(&mark);
}

#[cfg(target_os = "linux")]
async fn run_beside() {
    whole_session(uci().launch()).await.unwrap();
}
