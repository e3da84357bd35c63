//! Engines in processes that misbehave in ways of their own. The many that end, hang, flood and lie
//! are rows of `kinds`; how long each is waited for stands in `patience`.

mod common;

use common::*;
use ferz_host::{Engine, Error, Fault, Launch, Stage};
use ferz_link::Protocol;

/// U-493, C-816: an engine that behaves has no fault, in either protocol.
#[test]
fn good_engines() {
    for script in all() {
        let answer = run(whole_session(script.launch())).unwrap();
        let wanted = if script.protocol == Protocol::Ucci { "h2e2" } else { "e2e4" };
        assert_eq!(answer.best.unwrap().as_str(), wanted);
    }
}

#[test]
fn no_such_program() {
    let launch = Launch::new("no-such-engine-anywhere");
    let error = run(Engine::start(launch, None)).map(drop).unwrap_err();
    assert!(error.to_string().contains("cannot start \"no-such-engine-anywhere\""), "{error}");
}

/// It never reads: what it is told is not kept without bound.
#[test]
fn never_reads() {
    let script = Script {
        handshake: "echo option name Text type string default; echo uciok; sleep 1000".into(),
        ..uci()
    };
    let fault = run(async {
        let mut engine = Engine::start(script.launch(), None).await.unwrap();
        let long = "x".repeat(1 << 16);
        loop {
            match engine.set_option("Text", Some(&long)).await {
                Ok(()) => {}
                Err(Error::Fault(fault)) => return fault,
                Err(refused) => panic!("{refused}"),
            }
        }
    });
    assert!(matches!(fault, Fault::Deaf { stage: Stage::Idle, .. }), "{fault}");
}

/// U-015, C-026: any line ends, and bytes that are no text.
#[test]
fn strange_bytes() {
    let script = Script {
        handshake: r"printf 'id name Sch\344fer\000\r\nid author x\ruciok\n\r'".into(),
        go: r"printf 'info string \377\376\nbestmove e2e4\r\n'".into(),
        ..uci()
    };
    let name = run(async {
        let engine = Engine::start(script.launch(), None).await.unwrap();
        let name = engine.name().to_owned();
        engine.quit().await.unwrap();
        name
    });
    assert_eq!(name, "Schäfer\u{fffd}");
    assert!(run(whole_session(script.launch())).is_ok());
}

/// U-058, U-288: late, doubled and unsolicited moves are not taken for another search's.
#[test]
fn doubled_moves() {
    let script = Script {
        ping: "echo bestmove a2a3; echo readyok".into(),
        go: "echo bestmove e2e4; echo bestmove d2d4".into(),
        ..uci()
    };
    let answers = run(async {
        let mut engine = Engine::start(script.launch(), None).await.unwrap();
        let mut answers = Vec::new();
        for _ in 0..3 {
            engine.new_game("normal").await.unwrap();
            engine.ping().await.unwrap();
            let place = ferz_link::Place::startpos();
            let limits = ferz_link::Limits { depth: Some(1), ..Default::default() };
            let search = ferz_link::Search { limits, ..Default::default() };
            let answer = engine.think(&place, search, |_| {}).await.unwrap();
            answers.push(answer.best.unwrap().as_str().to_owned());
        }
        engine.quit().await.unwrap();
        answers
    });
    assert_eq!(answers, ["e2e4"; 3]);
}

/// No injection through a value: a line end in it is not a second command.
#[test]
fn line_ends_in_values() {
    let script = Script {
        handshake: "echo option name Name type string default x; echo uciok".into(),
        ..uci()
    };
    run(async {
        let mut engine = Engine::start(script.launch(), None).await.unwrap();
        let refused = engine.set_option("Name", Some("x\nquit")).await.unwrap_err();
        assert!(matches!(refused, Error::Refused(_)), "{refused}");
        engine.ping().await.unwrap();
        engine.quit().await.unwrap();
    });
}

/// Dropping the handle ends the engine and what it has started.
#[test]
fn dropped() {
    let script =
        Script { boot: "sleep 876543 &".into(), go: ":".into(), end: "sleep 1000".into(), ..uci() };
    run(async {
        let engine = Engine::start(script.launch(), None).await.unwrap();
        assert!(is_running("876543"));
        drop(engine);
        // The conversation ends when it is polled again.
        tokio::task::yield_now().await;
    });
    assert_gone("876543");
}

/// The other protocol is found out.
#[test]
fn protocols_are_found_out() {
    for script in all() {
        let mut launch = script.launch();
        let protocol = launch.protocol.take();
        let found = run(async {
            let engine = Engine::start(launch, None).await.unwrap();
            let found = engine.protocol();
            engine.quit().await.unwrap();
            found
        });
        assert_eq!(Some(found), protocol);
    }
}

/// A program that is no engine is told so.
#[test]
fn no_engine() {
    let mut launch = Launch::new("cat");
    launch.patience = short();
    let error = run(Engine::start(launch, None)).map(drop).unwrap_err();
    assert!(error.to_string().contains("speaks no protocol"), "{error}");
}

/// An engine of CECP that keeps silent about other greetings is found out soon, and the record is
/// that of the conversation that succeeded (C-032).
#[test]
fn silent_engines_are_found_out_soon() {
    let file = std::env::temp_dir().join(format!("ferz-probe-{}", std::process::id()));
    ferz_testkit::in_time_of(std::time::Duration::from_secs(2), || {
        let mut launch = cecp().launch();
        launch.protocol = None;
        launch.transcript = Some(ferz_host::transcript::Transcript::create(&file).unwrap());
        let began = std::time::Instant::now();
        let protocol = run(async {
            let engine = Engine::start(launch, None).await.unwrap();
            let protocol = engine.protocol();
            engine.quit().await.unwrap();
            protocol
        });
        assert_eq!(protocol, Protocol::Cecp);
        began.elapsed()
    });
    let text = std::fs::read_to_string(&file).unwrap();
    let _ = std::fs::remove_file(&file);
    assert!(text.contains("# protocol cecp") && text.contains(" > quit"), "{text}");
    assert!(!text.contains(" > uci"), "{text}");
}

/// C-034, X-021: any command that hands the lines on will do, as those that run an engine on another
/// machine; its processes end with it.
#[test]
fn through_other_programs() {
    for script in all() {
        let mut launch = script.launch();
        let engine = launch.arguments[1].to_str().unwrap().to_owned();
        launch.arguments = ["-c", "sh -c \"$0\" far-away-engine; exit $?"].map(Into::into).into();
        launch.arguments.push(engine.into());
        assert!(run(whole_session(launch)).is_ok(), "{}", script.protocol);
    }
    assert_gone("far-away-engine");
}

/// X-032: after `quit` the pipes stay open until the engine has said goodbye.
#[test]
fn open_until_goodbye() {
    let quit = "timeout 0.3 cat; echo info message waited $?; echo bye; exit 0";
    let told = run(async {
        let launch = Script { quit: quit.into(), ..ucci() }.launch();
        let mut engine = Engine::start(launch, None).await.unwrap();
        engine.command(ferz_link::Command::Quit).await.unwrap();
        let mut told = Vec::new();
        while let Ok(news) = engine.next().await {
            told.push(format!("{news:?}"));
        }
        told.join("\n")
    });
    // 124: it waited for the end of its input in vain.
    assert!(told.contains("waited 124"), "{told}");
}

/// X-354: an engine of UCCI finds what lies beside it, wherever it is started from.
#[cfg(unix)]
#[test]
fn where_its_program_lies() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("ferz-folder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("engine");
    let text = "#!/bin/sh\nread line; echo id name $(cat name); echo ucciok; read line; echo bye\n";
    std::fs::write(&program, text).unwrap();
    std::fs::write(folder.join("name"), "Neighbour").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let name = run(async {
        let launch = Launch::new(program).protocol(Protocol::Ucci);
        let engine = Engine::start(launch, None).await.unwrap();
        let name = engine.name().to_owned();
        engine.quit().await.unwrap();
        name
    });
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(name, "Neighbour");
}

/// C-047: without the user's wish nobody is interrupted; C-042: with it, who is thinking is.
#[cfg(unix)]
#[test]
fn interrupts() {
    for wanted in [false, true] {
        // A signal ends a `read` of the shell.
        let script = "trap 'echo telluser interrupted' INT; n=0; while [ $n -lt 9 ]; do \
                      if read -r line; then case $line in \
                      protover*) echo feature ping=1 sigint=1 done=1;; \
                      ping*) echo pong ${line#ping };; '?') echo move e2e4;; quit) exit 0;; esac; \
                      else n=$((n+1)); fi; done";
        let mut launch = Launch::new("sh").arguments(["-c", script]).protocol(Protocol::Cecp);
        launch.patience = short();
        launch.profile.interrupts = wanted;
        let told = run(async {
            let mut engine = Engine::start(launch, None).await.unwrap();
            engine.new_game("normal").await.unwrap();
            let place = ferz_link::Place::startpos();
            engine.command(ferz_link::Command::Place(place)).await.unwrap();
            engine.ping().await.unwrap();
            let limits = ferz_link::Limits { depth: Some(5), ..Default::default() };
            let search = ferz_link::Search { limits, ..Default::default() };
            engine.command(ferz_link::Command::Search(search)).await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            engine.command(ferz_link::Command::Stop).await.unwrap();
            let mut told = String::new();
            while !told.contains("BestMove") {
                told += &format!("{:?}\n", engine.next().await.unwrap());
            }
            engine.quit().await.unwrap();
            told
        });
        assert_eq!(told.contains("interrupted"), wanted, "{told}");
    }
}

/// U-496, X-396: after a crash the engine is started again, with its options and its position.
#[test]
fn started_again() {
    let script = Script {
        handshake: "echo option name Style type string default x; echo uciok".into(),
        go: "kill -SEGV $$".into(),
        ..uci()
    };
    let sink = std::env::temp_dir().join(format!("ferz-again-{}", std::process::id()));
    let mut launch = script.launch();
    launch.transcript = Some(ferz_host::transcript::Transcript::create(&sink).unwrap());
    run(async {
        let mut engine = Engine::start(launch, None).await.unwrap();
        engine.set_option("Style", Some("Bold")).await.unwrap();
        let mut place = ferz_link::Place::startpos();
        place.moves.push("e2e4".into());
        let limits = ferz_link::Limits { depth: Some(1), ..Default::default() };
        let search = ferz_link::Search { limits, ..Default::default() };
        assert!(engine.think(&place, search, |_| {}).await.is_err());
        engine.start_again().await.unwrap();
        engine.ping().await.unwrap();
        engine.quit().await.unwrap();
    });
    let text = std::fs::read(&sink).unwrap();
    let _ = std::fs::remove_file(&sink);
    let entries = ferz_host::transcript::read(&text[..]).unwrap();
    let count = |wanted: &str| {
        let is = |entry: &&ferz_host::transcript::Entry| entry.bytes == wanted.as_bytes();
        entries.iter().filter(is).count()
    };
    for line in ["uci", "setoption name Style value Bold", "position startpos moves e2e4"] {
        assert_eq!(count(line), 2, "{line} in {}", String::from_utf8_lossy(&text));
    }
    // One record, whose clock does not go back.
    assert!(entries.is_sorted_by_key(|entry| entry.at));
}
