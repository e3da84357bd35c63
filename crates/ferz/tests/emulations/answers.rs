//! What comes out of a search, whatever the engine says: legal moves that were allowed, in the
//! interface's spelling.

use super::{Bridged, assert_in_order, cecp, greet_cecp, greet_uci, uci};

/// A repetition that can be claimed, three moves before the end.
const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// U-202, U-513: an engine of CECP that claims a draw instead of moving has not lost: it gets the
/// position as a new one.
#[test]
fn claims() {
    let features = "myname=\"Script\" ping=1 setboard=1";
    let think = "case \"$last\" in setboard*) echo move e2e4;; *) echo '1/2-1/2 {3}';; esac";
    let arms = format!("setboard*) last=\"$line\";; {}", cecp(features, think));
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    bridge.session.send_all(&[&format!("position startpos moves {KNIGHTS}"), "go depth 2"]);
    let said = bridge.session.expect("bestmove e2e4");
    assert_eq!(said.iter().filter(|line| line.contains("claims: 3")).count(), 1, "{said:#?}");
    let note = "* the engine takes the game for over: it gets the position without its past";
    let fen = "> setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5";
    assert_in_order(&bridge.end(), &["> usermove f6g8", "> go", note, fen, "> go"]);
}

/// C-357: what an engine says of positions on the way is nothing about the one it searches.
#[test]
fn claims_on_the_way() {
    let features = "myname=\"Script\" ping=1";
    let arms = cecp(features, "echo 1 20 0 1 e7e5; echo move e7e5");
    let arms = format!("'usermove f6g8') n=$((n+1)); [ $n = 2 ] && echo '1/2-1/2 {{3}}';; {arms}");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    let position = format!("position startpos moves {KNIGHTS} e2e4");
    bridge.session.send_all(&[&position, "go depth 2"]);
    let said = bridge.session.expect("bestmove e7e5");
    assert!(!said.iter().any(|line| line.contains("claims")), "{said:#?}");
    bridge.end();
}

/// HoiChess ends when it hears of moves behind a repetition.
#[test]
fn moves_behind_an_end() {
    let arms = cecp("myname=\"Script\" ping=1 setboard=1", "echo move e7e5");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    bridge.session.send_all(&[&format!("position startpos moves {KNIGHTS} e2e4"), "go depth 2"]);
    bridge.session.expect("bestmove e7e5");
    let fen = "> setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5";
    assert_in_order(&bridge.end(), &[fen, "> usermove e2e4", "> go"]);
}

/// U-077: who resigns in an interface that has no word for it plays its move.
#[test]
fn resignation_of_the_engine() {
    let arms = cecp("myname=\"Script\" ping=1 setboard=1", "echo 3 -900 0 9 h2h3; echo resign");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    bridge.session.send_all(&["position startpos", "go depth 2"]);
    let said = bridge.session.expect("bestmove h2h3");
    assert!(said.iter().any(|line| line == "info string the engine resigns"), "{said:#?}");
    bridge.end();
}

/// U-460, C-328: castling in Chess960 as each side writes it, also in lines and in moves to search.
#[test]
fn castling() {
    let features = "myname=\"Script\" ping=1 setboard=1 exclude=1 variants=\"normal,fischerandom\"";
    for word in ["O-O", "e1g1"] {
        let arms = cecp(features, &format!("echo 1 20 0 1 {word} e8d8; echo move {word}"));
        let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
        greet_uci(&mut bridge);
        let position = "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1";
        let chess960 = "setoption name UCI_Chess960 value true";
        bridge.session.send_all(&[chess960, position, "go depth 1 searchmoves e1h1"]);
        let said = bridge.session.expect("bestmove e1h1 ponder e8d8");
        assert!(said.iter().any(|line| line.ends_with(" pv e1h1 e8d8")), "{said:#?}");
        assert_in_order(&bridge.end(), &["> exclude all", "> include O-O", "> go"]);
    }
}

/// U-320: nobody has to be asked about a position without moves.
#[test]
fn no_moves() {
    let arms = cecp("myname=\"Script\" ping=1 setboard=1", "echo move e2e4");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    let mated = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    bridge.session.send_all(&[mated, "go depth 3"]);
    let said = bridge.session.expect("bestmove 0000");
    assert_eq!(said[said.len() - 2], "info depth 0 score mate 0");
    bridge.session.send_all(&["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite"]);
    bridge.session.expect_silence(std::time::Duration::from_millis(50));
    bridge.session.send("stop");
    bridge.session.expect("bestmove 0000");
    assert!(!bridge.end().iter().any(|line| line == "> go"));
}

/// U-227, X-095, C-505: a move that must not be played is not, though the engine ignores what it was
/// told.
#[test]
fn moves_that_were_left_out() {
    let note = "* the engine does not leave out what it was told to";
    // It likes a1b1 best, unless it stands there.
    let go = "case \"$p\" in *a1b1) echo info depth 2 score cp 50 pv h8h7; echo bestmove h8h7;; \
              *a1b2) echo info depth 2 score cp -50 pv h8h7; echo bestmove h8h7;; \
              *) echo bestmove a1b1;; esac";
    let arms = format!("position*) p=\"$line\";; {}", uci(go));
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &arms);
    greet_uci(&mut bridge);
    let position = "position fen 7k/8/8/8/8/8/6p1/K7 w - - 0 1";
    bridge.session.send_all(&[position, "go depth 3 searchmoves a1a2 a1b2"]);
    bridge.session.expect_prefix("bestmove a1b2");
    assert_in_order(&bridge.end(), &["> go depth 3 searchmoves a1a2 a1b2", note]);
    // The same of UCCI.
    let arms = "ucci) echo id name Script; echo ucciok;; isready) echo readyok;; \
                go*) echo bestmove h2e2;; quit) echo bye; exit 0;;";
    let mut bridge = Bridged::script(&["--engine-protocol=ucci"], arms);
    bridge.session.send("ucci");
    bridge.session.expect("ucciok");
    bridge.session.send_all(&["position startpos", "banmoves h2e2", "go depth 2"]);
    let best = bridge.session.expect_prefix("bestmove ");
    assert_ne!(best, "bestmove h2e2");
    assert_in_order(&bridge.end(), &["> banmoves h2e2", note]);
}

/// U-077: an illegal move is not passed on; the engine is asked once more.
#[test]
fn illegal_moves() {
    let go = "n=$((n+1)); if [ $n = 1 ]; then echo bestmove a1a1; else echo bestmove e2e4; fi";
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &uci(go));
    greet_uci(&mut bridge);
    bridge.session.send_all(&["position startpos", "go depth 3"]);
    bridge.session.expect("bestmove e2e4");
    let log = bridge.end();
    assert_in_order(&log, &["> go depth 3", "* a1a1 is no legal move here", "> go depth 3"]);
}

/// U-051, C-440, C-441: the option alone sets no engine of CECP thinking, and who stops it is heard.
#[test]
fn pondering() {
    let arms = cecp("myname=\"Script\" ping=1 setboard=1", "echo move e7e5");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    let clocks = "wtime 60000 btime 60000 winc 0 binc 0";
    bridge.session.send_all(&["setoption name Ponder value true", "position startpos moves e2e4"]);
    bridge.session.send(&format!("go {clocks}"));
    bridge.session.expect("bestmove e7e5");
    bridge.session.send("position startpos moves e2e4 e7e5 g1f3");
    bridge.session.send_all(&[&format!("go ponder {clocks}"), "stop"]);
    bridge.session.expect_prefix("bestmove ");
    let log = bridge.end();
    assert_in_order(&log, &["> easy", "> usermove e2e4", "> hard", "> easy"]);
    // An interface of CECP that goes over to `force`.
    let arms =
        cecp("myname=\"Script\" ping=1 setboard=1", "echo 1 20 0 1 e7e5 g1f3; echo move e7e5");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_cecp(&mut bridge, &["new", "hard", "usermove e2e4"]);
    bridge.session.expect("Hint: g1f3");
    bridge.session.send_all(&["force", "ping 1"]);
    bridge.session.expect("pong 1");
    assert_in_order(&bridge.end(), &["> usermove e2e4", "> hard", "> easy"]);
}

/// C-575: a draw that the opponent's move has made is claimed for an engine that cannot.
#[test]
fn claims_for_the_engine() {
    let moves = "g8f6 f6g8 g8f6 f6g8";
    let go = format!(
        "n=$((n+1)); echo info depth 9 score cp 30 pv e7e5; \
         echo bestmove $(echo {moves} | cut -d' ' -f$n)"
    );
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &uci(&go));
    greet_cecp(&mut bridge, &["new", "sd 1"]);
    for mv in ["g1f3", "f3g1", "g1f3", "f3g1"] {
        bridge.session.send(&format!("usermove {mv}"));
        bridge.session.expect_prefix("move ");
    }
    bridge.session.send("usermove g1f3");
    bridge.session.expect("1/2-1/2 {Draw by repetition}");
    bridge.end();
}

/// Named like the peers in the list of `cargo xtask peers`.
mod real_engines {
    use super::*;

    fn bridge(options: &[&str], engine: &[&str]) -> Bridged {
        let mut bridge = Bridged::start(&[&["--engine-protocol=cecp"], options].concat(), engine);
        greet_uci(&mut bridge);
        bridge
    }

    /// The answer to a search, and what was said before it.
    fn search(bridge: &mut Bridged, position: &str, go: &str) -> (String, Vec<String>) {
        bridge.session.send_all(&[&format!("position {position}"), go]);
        let is_answer = |line: &str| line.starts_with("bestmove ");
        let said = bridge.session.expect_until("a move", is_answer);
        let best = said.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned();
        (best, said)
    }

    /// Positions that the engine takes for the end of the game, or that lie behind one; and such as
    /// have no moves.
    fn plays_on(engine: &[&str]) {
        let mut bridge = bridge(&[], engine);
        let ends = [
            format!("startpos moves {KNIGHTS} e2e4"),
            format!("startpos moves {KNIGHTS}"),
            "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1".to_owned(),
            "fen 8/8/4k3/8/8/4K3/4R3/8 w - - 100 90".to_owned(),
        ];
        for position in &ends {
            let (best, said) = search(&mut bridge, position, "go depth 2");
            assert_ne!(best, "0000", "{engine:?} {position} {said:#?}");
            let claims = said.iter().filter(|line| line.contains("the engine claims"));
            assert!(claims.count() <= 1, "{said:#?}");
        }
        let mated = "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(search(&mut bridge, mated, "go depth 2").0, "0000");
        bridge.end();
    }

    #[test]
    fn phalanx_plays_on() {
        plays_on(&["phalanx"]);
    }

    #[test]
    fn sjaakii_plays_on() {
        plays_on(&["sjaakii"]);
    }

    #[test]
    fn hoichess_plays_on() {
        plays_on(&["hoichess"]);
    }

    #[test]
    fn fairymax_plays_on() {
        plays_on(&["fairymax"]);
    }

    /// It gets its lines slowly: only the shortest list.
    #[test]
    fn gnuchess_plays_on() {
        let mut bridge = bridge(&[], &["gnuchess", "--xboard"]);
        let lone = "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1";
        assert_ne!(search(&mut bridge, lone, "go depth 2").0, "0000");
        bridge.end();
    }

    /// The moves asked for, by engines that leave them out, that do so sometimes, and that do not.
    #[test]
    fn searchmoves() {
        for engine in ["fairymax", "phalanx", "hoichess", "sjaakii"] {
            let mut bridge = bridge(&[], &[engine]);
            for (moves, position) in [("a2a3 h2h4", "startpos"), ("a7a6", "startpos moves e2e4")] {
                let go = format!("go depth 3 searchmoves {moves}");
                let (best, said) = search(&mut bridge, position, &go);
                assert!(moves.contains(&best), "{engine}: {said:#?}");
            }
            bridge.end();
        }
    }

    /// U-357: numbered and in groups, by the engine's own option and without one.
    #[test]
    fn multi_pv() {
        for (engine, go) in [("sjaakii", "go infinite"), ("fairymax", "go depth 3")] {
            let mut bridge = bridge(&[], &[engine]);
            bridge.session.send_all(&["setoption name MultiPV value 3"]);
            let position = "position startpos moves e2e3 a7a6";
            bridge.session.send_all(&[position, go]);
            bridge.session.expect_until("three lines", |line| line.contains(" multipv 3 "));
            bridge.session.send("stop");
            let is_answer = |line: &str| line.starts_with("bestmove ");
            bridge.session.expect_until("a move", is_answer);
            bridge.end();
        }
    }

    /// Castling in Chess960: there is no other move.
    #[test]
    fn sjaakii_castles() {
        let mut bridge = bridge(&[], &["sjaakii"]);
        bridge.session.send("setoption name UCI_Chess960 value true");
        let position = "fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1";
        let (best, said) = search(&mut bridge, position, "go depth 2 searchmoves e1h1");
        assert_eq!(best, "e1h1", "{said:#?}");
        bridge.end();
    }

    /// U-262: searches that these engines would not end by themselves, or have not heard the end of.
    #[test]
    fn stopped() {
        for engine in ["fairymax", "phalanx"] {
            let mut bridge = bridge(&[], &[engine]);
            let position = "startpos moves h2h4 a7a5";
            search(&mut bridge, position, "go nodes 20000");
            for go in ["go depth 10000", "go infinite"] {
                bridge.session.send_all(&[&format!("position {position}"), go]);
                bridge.session.expect_until("a line", |line| line.contains(" pv "));
                let sent = bridge.session.send_all(&["stop"]);
                let is_answer = |line: &str| line.starts_with("bestmove ");
                let came = bridge.session.arrival("a move", is_answer);
                assert!(came.at.duration_since(sent).as_secs() < 4, "{engine} {go}");
            }
            bridge.end();
        }
    }

    /// An interface that ponders with engines that do so by themselves.
    #[test]
    fn pondering() {
        for engine in ["phalanx", "sjaakii", "hoichess"] {
            let mut bridge = bridge(&[], &[engine]);
            bridge.session.send("setoption name Ponder value true");
            let clocks = "wtime 5000 btime 5000";
            let (best, _) = search(&mut bridge, "startpos moves h2h4", &format!("go {clocks}"));
            let line = format!("startpos moves h2h4 {best} h4h5");
            bridge.session.send(&format!("position {line}"));
            bridge.session.send_all(&[&format!("go ponder {clocks}"), "ponderhit"]);
            bridge.session.expect_prefix("bestmove ");
            bridge.session.send(&format!("position {line}"));
            bridge.session.send_all(&[&format!("go ponder {clocks}"), "stop"]);
            bridge.session.expect_prefix("bestmove ");
            let log = bridge.end();
            assert_in_order(&log, &["> easy", "> hard", "> easy"]);
        }
    }
}
