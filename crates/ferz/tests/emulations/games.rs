//! What an engine is said to play and to have, and what is told of its end.

use super::{Bridged, FERZ, cecp, greet_cecp, greet_uci, uci};
use ferz_testkit::{PATIENCE, peer};
use std::process::Command;

/// Its options as an interface of UCI hears them.
fn offered(options: &[&str], arms: &str) -> Vec<String> {
    let mut bridge = Bridged::script(options, arms);
    let said = greet_uci(&mut bridge);
    bridge.end();
    said
}

fn has(said: &[String], option: &str) -> bool {
    said.iter().any(|line| line.starts_with(&format!("option name {option} ")))
}

/// C-118, C-119: an engine of CECP that lists no games plays chess, as far as anybody knows.
#[test]
fn only_games_that_it_has() {
    let arms = cecp("myname=\"Script\" ping=1", ":");
    let said = offered(&["--engine-protocol=cecp"], &arms);
    assert!(!has(&said, "UCI_Variant") && !has(&said, "UCI_Chess960"), "{said:#?}");
    let said = offered(&["--engine-protocol=cecp", "--variant=xiangqi"], &arms);
    assert!(has(&said, "UCI_Variant"), "{said:#?}");
    // nor is a rule of promotion offered that it has not.
    let mut bridge = Bridged::script(
        &["--engine-protocol=cecp"],
        &cecp("myname=\"Script\" ping=1 setboard=1 variants=\"xiangqi\"", ":"),
    );
    bridge.session.send("ucci");
    let said = bridge.session.expect("ucciok");
    assert!(!said.iter().any(|line| line.contains("promotion")), "{said:#?}");
    assert!(said.iter().any(|line| line == "id author unknown"), "{said:#?}");
    bridge.end();
}

/// The games that a bridge offers to UCI, and what it tells its user.
fn games(mut bridge: Bridged) -> (Vec<String>, Vec<String>) {
    let said = greet_uci(&mut bridge);
    let games = said.iter().find_map(|line| line.strip_prefix("option name UCI_Variant "));
    let games = games.unwrap_or_default().split(" var ").map(str::to_owned).collect();
    bridge.session.send("quit");
    while bridge.session.next_line(PATIENCE).is_some() {}
    assert!(bridge.session.wait_exit().success());
    let _ = std::fs::remove_file(&bridge.log);
    (games, bridge.session.complaints().to_vec())
}

/// The same of a program, without what it remembers of others' sessions.
fn games_of(engine: &str) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let home = format!("HOME={}", folder.path().display());
    let engine = peer(engine).display().to_string();
    games(Bridged::start(&["--engine-protocol=cecp"], &["env", &home, &engine]))
}

/// C-640, C-644: a game that an engine describes otherwise than we know it is left out, and why; one that
/// it describes as we know it is offered. A question that ends the engine costs nothing but that game:
/// those that we know are compared before.
#[test]
fn games_that_an_engine_describes_otherwise() {
    let listed = "variants=\"normal,ludo,knightmate,berolina\"";
    let arms = format!(
        "'variant ludo') exit 3;; \
         'variant knightmate') echo 'piece M& K'; echo 'piece K& N';; \
         'variant berolina') echo 'piece P& fmFfcWifmF3';; {}",
        cecp(&format!("myname=\"Script\" ping=1 {listed}"), ":")
    );
    let (games, told) = games(Bridged::script(&["--engine-protocol=cecp"], &arms));
    assert_eq!(games, ["type combo default chess", "chess", "knightmate"], "{told:#?}");
    for why in [
        "berolina is left out: it plays another game by the name \"berolina\": its \"P\" goes",
        "ludo is left out: ended by itself with exit status 3",
    ] {
        assert!(told.iter().any(|line| line.contains(why)), "{told:#?}");
    }
}

/// The same of Sjaak II, whose lion takes once; what it describes as everybody does stays.
#[test]
fn real_engines_sjaakii() {
    let (games, told) = games_of("sjaakii");
    for kept in ["super", "great", "shogi", "capablanca"] {
        assert!(games.iter().any(|game| game == kept), "{kept} in {games:?} {told:#?}");
    }
    for game in ["lion", "elven"] {
        assert!(!games.iter().any(|other| other == game), "{games:?}");
        let why = format!("{game} is left out: it plays another game by the name {game:?}");
        assert!(told.iter().any(|line| line.contains(&why)), "{told:#?}");
    }
}

/// U-510, U-512: an engine of UCI that plays xiangqi and does not say so counts ranks from 0.
#[test]
fn xiangqi_over_plain_uci() {
    let go = "case \"$p\" in 'position startpos moves h2e2') echo bestmove h9g7;; esac";
    let arms = format!("position*) p=\"$line\";; {}", uci(go));
    for (options, name) in [(&["--variant=xiangqi"][..], "Script"), (&[], "Pikafish 2026-01-02")] {
        let arms = arms.replace("Script", name);
        let mut bridge = Bridged::script(&[&["--engine-protocol=uci"], options].concat(), &arms);
        bridge.session.send("ucci");
        bridge.session.expect("ucciok");
        bridge.session.send_all(&["position startpos moves h2e2", "go depth 1"]);
        bridge.session.expect("bestmove h9g7");
        bridge.end();
    }
    let wrong = ["bridge", "--variant=draughts", "--", "sh"];
    let output = Command::new(FERZ).args(wrong).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("draughts"));
}

/// C-482, C-487: no more memory and cores than there are; C-160: one option of a name; C-112: no
/// offers to who wants none; C-425: its book in analysis, too.
#[test]
fn what_an_interface_of_cecp_may_say() {
    let options = "option=\"Resign Score -spin 7 0 10000\" memory=1 smp=1 draw=0";
    let arms = cecp(&format!("myname=\"Script\" ping=1 setboard=1 {options}"), ":");
    let arms = format!("bk) echo ' e4 64%'; echo;; {arms}");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    bridge.session.send_all(&["xboard", "protover 2"]);
    let said = bridge.session.expect_until("features", |line| line == "feature done=1");
    let of = |text: &str| said.iter().filter(|line| line.contains(text)).count();
    assert_eq!((of("option=\"Resign"), of("draw=0")), (1, 1), "{said:#?}");
    bridge.session.send_all(&["new", "memory 99999999999", "cores 100000", "draw", "bk"]);
    bridge.session.expect(" e2e4 64%");
    bridge.session.send_all(&["analyze", "bk"]);
    bridge.session.expect(" e2e4 64%");
    bridge.session.send_all(&["exit", "ping 1"]);
    let said = bridge.session.expect("pong 1");
    assert!(!said.iter().any(|line| line.starts_with("Error")), "{said:#?}");
    let log = bridge.end();
    let number = |word: &str| -> i64 {
        let line = log.iter().find_map(|line| line.strip_prefix(&format!("> {word} ")));
        line.and_then(|number| number.parse().ok()).expect("a number")
    };
    assert!((1..1 << 20).contains(&number("cores")), "{log:#?}");
    assert!((1..=1 << 20).contains(&number("memory")), "{log:#?}");
    assert!(!log.iter().any(|line| line == "> draw"), "{log:#?}");
}

/// A remark about how an engine writes its lines is made once, and not about each.
#[test]
fn remarks() {
    let features = "myname=\"Script\" ping=1 setboard=1";
    let think = "for n in 1 2 3 4; do echo \" $n 20 0 1 e7e5\"; done; echo move e7e5";
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &cecp(features, think));
    greet_cecp(&mut bridge, &["accepted debug", "new", "usermove e2e4"]);
    let said = bridge.session.expect_until("a move", |line| line == "move e7e5");
    let remarks = said.iter().filter(|line| line.starts_with("# WhiteSpace"));
    assert_eq!(remarks.count(), 1, "{said:#?}");
    bridge.end();
}

/// The end of an engine that nobody has ended is told by the exit status, too.
#[test]
fn the_engines_end() {
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &uci("exit 3"));
    greet_uci(&mut bridge);
    bridge.session.send_all(&["position startpos", "go depth 1"]);
    assert!(!bridge.session.wait_exit().success());
}
