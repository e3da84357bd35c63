//! What the bridge does for an engine that cannot do it: exact lines with engines that are scripts,
//! and the same with real ones.
#![cfg(feature = "host")]

mod answers;
mod games;

use ferz_testkit::{Session, find_program};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

/// A bridge and its log.
struct Bridged {
    session: Session,
    log: PathBuf,
}

impl Bridged {
    fn start(options: &[&str], engine: &[&str]) -> Bridged {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let log = std::env::temp_dir().join(format!("ferz-log-{}-{count}", std::process::id()));
        let mut command = Command::new(FERZ);
        command.arg("bridge").args(options).arg("--log").arg(&log).arg("--");
        let program = find_program(engine[0]).unwrap_or_else(|| engine[0].into());
        command.arg(program).args(&engine[1..]).current_dir(std::env::temp_dir());
        Bridged { session: Session::start(command), log }
    }

    /// An engine that answers lines as the arms of a shell's `case` say.
    fn script(options: &[&str], arms: &str) -> Bridged {
        let script = format!("while read -r line; do case \"$line\" in {arms} esac; done");
        Bridged::start(options, &["sh", "-c", &script])
    }

    /// Ends the session: what the engine was told, and what was noted, without times.
    fn end(mut self) -> Vec<String> {
        self.session.send("quit");
        assert!(self.session.wait_exit().success());
        let text = std::fs::read(&self.log).expect("a log");
        let _ = std::fs::remove_file(&self.log);
        let text = String::from_utf8_lossy(&text).into_owned();
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        let told = |line: &&str| line.starts_with("> ") || line.starts_with("* ");
        lines.map(|(_, line)| line).filter(told).map(str::to_owned).collect()
    }
}

/// These lines are among those, in this order.
#[track_caller]
fn assert_in_order(lines: &[String], wanted: &[&str]) {
    let mut rest = lines.iter();
    for text in wanted {
        assert!(rest.any(|line| line == text), "{text:?} in its place of {lines:#?}");
    }
}

/// An engine of UCI that answers every `go` with this.
fn uci(go: &str) -> String {
    format!(
        "uci) echo id name Script; echo uciok;; isready) echo readyok;; go*) {go};; \
         stop) echo bestmove e2e4;; quit) exit 0;;"
    )
}

/// An engine of CECP with these features that thinks so whenever it is on move; the last line that
/// changed its board is in `$last`.
fn cecp(features: &str, think: &str) -> String {
    format!(
        "protover*) echo 'feature {features} sigint=0 usermove=1 done=1';; \
         ping*) echo pong ${{line#ping }};; new) last=\"$line\"; m=play;; force) m=force;; \
         usermove*) last=\"$line\"; if [ $m = play ]; then {think}; fi;; \
         go) m=play; {think};; quit) exit 0;;"
    )
}

/// An interface of UCI has said hello.
fn greet_uci(bridge: &mut Bridged) -> Vec<String> {
    bridge.session.send("uci");
    let said = bridge.session.expect("uciok");
    bridge.session.send("isready");
    bridge.session.expect("readyok");
    said
}

fn greet_cecp(bridge: &mut Bridged, lines: &[&str]) {
    bridge.session.send_all(&["xboard", "protover 2"]);
    bridge.session.expect_prefix("feature done=1");
    bridge.session.send_all(lines);
}

/// U-357: several lines from an engine without the option, by leaving moves out.
#[test]
fn several_lines() {
    let go = "case \"$line\" in *searchmoves*) echo info depth 3 score cp 10 pv d2d4; \
              echo bestmove d2d4;; *) echo info depth 3 score cp 20 pv e2e4; echo bestmove e2e4;; \
              esac";
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &uci(go));
    let said = greet_uci(&mut bridge);
    assert!(said.iter().any(|line| line.starts_with("option name MultiPV type spin")), "{said:?}");
    bridge.session.send_all(&["setoption name MultiPV value 2", "position startpos", "go depth 3"]);
    let said = bridge.session.expect("bestmove e2e4");
    let rank = |rank: &str, mv: &str| {
        let is = |line: &&String| line.contains(rank) && line.ends_with(mv);
        said.iter().filter(is).count()
    };
    assert_eq!((rank("multipv 1 ", "pv e2e4"), rank("multipv 2 ", "pv d2d4")), (1, 1), "{said:?}");
    let log = bridge.end();
    let second = log.iter().find(|line| line.contains("searchmoves")).expect("a second search");
    let words: Vec<_> = second.split(' ').collect();
    assert!(words.contains(&"a2a3") && !words.contains(&"e2e4"), "{second}");
    let notes = log.iter().filter(|line| line.starts_with("* the engine shows one line"));
    assert_eq!(notes.count(), 1, "{log:#?}");
}

/// U-152, X-167: one option under the name that each side knows; the command line takes both.
#[test]
fn names_of_options() {
    let arms = "ucci) echo id name Script; echo option usemillisec type check default false; \
                echo option hashsize type spin min 0 max 1024 default 0; echo ucciok;; \
                isready) echo readyok;; quit) echo bye; exit 0;;";
    let mut bridge = Bridged::script(&["--engine-protocol=ucci", "--option=Hash=8"], arms);
    let said = greet_uci(&mut bridge);
    let option =
        |name: &str| said.iter().any(|line| line.starts_with(&format!("option name {name} ")));
    assert!(option("Hash") && !option("hashsize") && !option("usemillisec"), "{said:#?}");
    bridge.session.send("setoption name Hash value 16");
    assert_in_order(&bridge.end(), &["> setoption hashsize 8", "> setoption hashsize 16"]);
}

/// U-152: an option that would change the engine's protocol is not the interface's.
#[test]
fn protocol_is_no_option() {
    let declared = "echo option name Protocol type combo default uci var uci var ucci var xboard; \
                    echo option name Hash type spin default 1 min 1 max 9; echo uciok";
    let arms = uci("echo bestmove e2e4").replace("echo uciok", declared);
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &arms);
    let said = greet_uci(&mut bridge);
    let declares =
        |name: &str| said.iter().any(|line| line.starts_with(&format!("option name {name} ")));
    assert!(declares("Hash") && !declares("Protocol"), "{said:#?}");
    bridge.session.send_all(&["setoption name Protocol value xboard", "position startpos"]);
    bridge.session.send("go depth 1");
    bridge.session.expect("bestmove e2e4");
    let log = bridge.end();
    assert!(!log.iter().any(|line| line.contains("Protocol")), "{log:#?}");
}

/// C-456: the opponent's name comes from the interface, which has it of its server, user or other
/// engine; each protocol that knows names gets it.
#[test]
fn names_of_opponents() {
    let features = "myname=\"Script\" ping=1 setboard=1 name=1";
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &cecp(features, ":"));
    greet_cecp(&mut bridge, &["new", "name Miracle Chess", "ping 1"]);
    bridge.session.expect("pong 1");
    assert_in_order(&bridge.end(), &["> name Miracle Chess"]);
    let declared = "echo option name UCI_Opponent type string; echo uciok";
    let arms = uci(":").replace("echo uciok", declared);
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &arms);
    greet_cecp(&mut bridge, &["new", "computer", "name Miracle Chess", "ping 1"]);
    bridge.session.expect("pong 1");
    let value = "> setoption name UCI_Opponent value none none computer Miracle Chess";
    assert_in_order(&bridge.end(), &[value]);
}

/// U-124, U-159, U-415: settings of the command line go out in the order that engines like, and the
/// engine is asked before it has to think. U-423: with `OwnBook` it is asked for every move.
#[test]
fn settings_in_order() {
    let option = |name: &str, rest: &str| format!("echo option name {name} type {rest};");
    let declared = option("OwnBook", "check default false")
        + &option("Hash", "spin default 16 min 1 max 99")
        + &option("Threads", "spin default 1 min 1 max 8");
    let arms = uci("echo bestmove e2e4").replace("echo uciok", &format!("{declared} echo uciok"));
    let options = ["--option=OwnBook=true", "--option=Hash=8", "--option=Threads=2"];
    let options: Vec<_> = ["--engine-protocol=uci"].into_iter().chain(options).collect();
    let mut bridge = Bridged::script(&options, &arms);
    greet_uci(&mut bridge);
    bridge.session.send_all(&["position startpos", "go depth 1"]);
    bridge.session.expect("bestmove e2e4");
    let set = "> setoption name";
    assert_in_order(
        &bridge.end(),
        &[
            &format!("{set} Threads value 2"),
            &format!("{set} Hash value 8"),
            &format!("{set} OwnBook value true"),
            "> isready",
            "> position startpos",
            "> go depth 1",
        ],
    );
}

/// C-065: an engine that is good for one game gets a process for each, with the same settings.
#[test]
fn a_process_for_each_game() {
    let features = "myname=\"Script\" ping=1 setboard=1 reuse=0 memory=1";
    let arms = cecp(features, "echo 1 20 0 $$ e2e4; echo move e2e4");
    let options = ["--engine-protocol=cecp", "--option=Hash=7"];
    let mut bridge = Bridged::script(&options, &arms);
    greet_uci(&mut bridge);
    let mut processes = Vec::new();
    for _ in 0..2 {
        bridge.session.send_all(&["ucinewgame", "isready"]);
        bridge.session.expect("readyok");
        bridge.session.send_all(&["position startpos", "go depth 1"]);
        let said = bridge.session.expect("bestmove e2e4");
        let info = said.iter().find_map(|line| line.split(" nodes ").nth(1)).expect("nodes");
        processes.push(info.split(' ').next().unwrap().to_owned());
    }
    assert_ne!(processes[0], processes[1]);
    let log = bridge.end();
    assert_in_order(&log, &["> protover 2", "> go", "> quit", "> protover 2", "> go", "> quit"]);
    assert_eq!(log.iter().filter(|line| *line == "> memory 7").count(), 2, "{log:#?}");
}

/// U-177: a failed registration is put off, and the user hears of it.
#[test]
fn registration() {
    let arms = "uci) echo id name Script; echo uciok; echo registration checking; \
                echo registration error;; isready) echo readyok;; quit) exit 0;;";
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], arms);
    greet_cecp(&mut bridge, &["new"]);
    bridge.session.expect_prefix("telluser the engine is not registered");
    assert_in_order(&bridge.end(), &["> register later"]);
    // An interface that has the words itself gets them.
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], arms);
    greet_uci(&mut bridge);
    bridge.session.send("register name us code 1");
    assert_in_order(&bridge.end(), &["> register name us code 1"]);
}

/// C-471, C-475: `pause` and `resume` with an engine that has no such words.
#[test]
fn pause() {
    let arms = "uci) echo id name Script; echo uciok;; isready) echo readyok;; \
                stop) echo bestmove a2a3;; *movetime*|*wtime*) n=$((n+1)); \
                if [ $n = 2 ]; then echo bestmove e2e4; fi;; quit) exit 0;;";
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], arms);
    greet_cecp(&mut bridge, &["new", "level 0 5 0", "go", "pause"]);
    bridge.session.expect_silence(Duration::from_millis(200));
    bridge.session.send("resume");
    bridge.session.expect("move e2e4");
    let log = bridge.end();
    let note = "* the engine cannot pause: its search is stopped and begins anew";
    assert_in_order(&log, &[note, "> stop"]);
    assert_eq!(log.iter().filter(|line| line.starts_with("> go ")).count(), 2, "{log:#?}");
}

/// C-671: analysis with an engine that has none; stopped, it moves.
#[test]
fn analysis() {
    let features = "myname=\"Script\" ping=1 setboard=1 analyze=0";
    let arms = cecp(features, "echo 1 20 0 1 e2e4");
    let arms = format!("'?') echo move e2e4;; {arms}");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    bridge.session.send_all(&["position startpos", "go infinite"]);
    bridge.session.expect_prefix("info depth 1");
    bridge.session.send("stop");
    bridge.session.expect("bestmove e2e4");
    let log = bridge.end();
    let note = "* the engine has no analysis: it searches for a move until it is stopped";
    assert_in_order(&log, &[note, "> go", "> ?"]);
    assert!(!log.iter().any(|line| line == "> analyze"), "{log:#?}");
}

/// C-271: a time of milliseconds, kept beside an engine that counts seconds.
#[test]
fn exact_time() {
    let arms = cecp("myname=\"Script\" ping=1 setboard=1", ":");
    let arms = format!("'?') echo move e2e4;; {arms}");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    let sent = bridge.session.send_all(&["position startpos", "go movetime 300"]);
    let came = bridge.session.arrival("a move", |line| line == "bestmove e2e4");
    let took = came.at.duration_since(sent);
    assert!(took >= Duration::from_millis(300), "{took:?}");
    let log = bridge.end();
    let note = "* CECP counts whole seconds: the search is stopped when its time is over";
    assert_in_order(&log, &[note, "> st 1", "> go", "> ?"]);
}

/// X-206, C-505: moves that are banned are not played, also by an engine that knows no `exclude`.
#[test]
fn banned_moves() {
    let features = "myname=\"Script\" ping=1 setboard=1 variants=\"xiangqi\"";
    // It wants to play h2e2 whatever happens; of the others it likes b2e2 best.
    let think = "case \"$last\" in 'usermove b2e2') echo 1 -80 0 1 h9g7;; *) echo 1 30 0 1 h9g7;; \
                 esac; case \"$last\" in usermove*) echo move h9g7;; *) echo move h2e2;; esac";
    let arms = cecp(features, think);
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    bridge.session.send("ucci");
    bridge.session.expect("ucciok");
    bridge.session.send_all(&["position startpos", "banmoves h2e2", "go depth 3"]);
    bridge.session.expect("bestmove b2e2 ponder h9g7");
    let log = bridge.end();
    let note = "* the engine cannot leave moves out: each of the others is tried by itself";
    assert_in_order(&log, &[note, "> go", "> usermove b2e2", "> go"]);
}

/// the rules of repetition, supplied.
#[test]
fn repetition() {
    let arms = "ucci) echo id name Script; echo ucciok;; isready) echo readyok;; \
                go*) echo bestmove e1e2;; quit) echo bye; exit 0;;";
    let mut bridge = Bridged::script(&["--engine-protocol=ucci", "--rules=asian"], arms);
    greet_uci(&mut bridge);
    let fen = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1";
    let position = format!("position fen {fen} moves d9e9 d1e1 e9d9");
    bridge.session.send_all(&[&position, "go depth 1"]);
    bridge.session.expect("bestmove e1e2");
    assert_in_order(&bridge.end(), &["* repetition: left out e1d1", "> banmoves e1d1"]);
}

/// C-584: giving up for an engine that cannot, when the user wants it.
#[test]
fn resignation() {
    for (options, resigns) in [(&["--resign=900"][..], true), (&[], false)] {
        let moves = "a2a3 b2b3 c2c3 d2d3 e2e3";
        let go = format!(
            "n=$((n+1)); echo info depth 9 score cp -950 pv e2e4; \
             echo bestmove $(echo {moves} | cut -d' ' -f$n)"
        );
        let options: Vec<_> = ["--engine-protocol=uci"].iter().chain(options).copied().collect();
        let mut bridge = Bridged::script(&options, &uci(&go));
        greet_cecp(&mut bridge, &["new", "sd 9", "go"]);
        for (own, reply) in [("a2a3", "a7a6"), ("b2b3", "b7b6"), ("c2c3", "c7c6")] {
            bridge.session.expect(&format!("move {own}"));
            bridge.session.send(&format!("usermove {reply}"));
        }
        bridge.session.expect(if resigns { "resign" } else { "move d2d3" });
        bridge.end();
    }
}

/// C-370: a draw offer to an engine of UCI is declined, unless the user has allowed the bridge to
/// decide.
#[test]
fn draw_offers() {
    let fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    for (options, accepts) in [(&["--draw=10"][..], true), (&[], false)] {
        let options: Vec<_> = ["--engine-protocol=uci"].iter().chain(options).copied().collect();
        let go = "echo info depth 9 score cp 5 pv e3f4; echo bestmove e3f4";
        let mut bridge = Bridged::script(&options, &uci(go));
        let setboard = format!("setboard {fen}");
        greet_cecp(&mut bridge, &["new", "force", &setboard, "sd 9", "go"]);
        bridge.session.expect("move e3f4");
        bridge.session.send_all(&["draw", "ping 3"]);
        let said = bridge.session.expect("pong 3");
        assert_eq!(said.iter().any(|line| line == "offer draw"), accepts, "{said:?}");
        bridge.end();
    }
}

/// C-575, C-578: a mate on the board is declared for an engine that says nothing of it; C-548: and
/// its silence about an illegal move is no consent.
#[test]
fn results_and_legality() {
    let go = "echo bestmove d8h4";
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &uci(go));
    let start = ["new", "force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "go"];
    greet_cecp(&mut bridge, &start);
    bridge.session.expect("move d8h4");
    bridge.session.expect("0-1 {Black mates}");
    bridge.session.send_all(&["new", "force", "usermove e2e5"]);
    bridge.session.expect_prefix("Illegal move");
    bridge.session.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    bridge.session.expect_prefix("tellusererror Illegal position");
    bridge.end();
}

/// C-440, U-231: CECP's `hard` is UCI's `go ponder`, then `ponderhit`.
#[test]
fn pondering_of_an_interface_of_cecp() {
    let go = "case \"$line\" in *ponder*) ;; *) echo bestmove e7e5 ponder g1f3;; esac";
    let arms = uci(go).replace("stop)", "ponderhit) echo bestmove b8c6;; stop)");
    let mut bridge = Bridged::script(&["--engine-protocol=uci"], &arms);
    greet_cecp(&mut bridge, &["new", "hard", "sd 5", "usermove e2e4"]);
    bridge.session.expect("move e7e5");
    bridge.session.expect("Hint: g1f3");
    bridge.session.send("usermove g1f3");
    bridge.session.expect("move b8c6");
    let log = bridge.end();
    let position = "> position startpos moves e2e4 e7e5 g1f3";
    assert_in_order(&log, &[position, "> ponderhit"]);
    let ponders = |line: &&String| line.starts_with("> go ponder ");
    assert_eq!(log.iter().filter(ponders).count(), 1, "{log:#?}");
}

/// U-231: UCI's `go ponder` starts nothing at an engine of CECP, which ponders by itself;
/// `ponderhit` is the move it waits for.
#[test]
fn pondering_of_an_interface_of_uci() {
    let features = "myname=\"Script\" ping=1 setboard=1";
    let arms = cecp(features, "echo move e7e5");
    let arms = format!("'usermove g1f3') echo move b8c6;; {arms}");
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], &arms);
    greet_uci(&mut bridge);
    let clocks = "wtime 60000 btime 60000 winc 0 binc 0";
    bridge.session.send_all(&["position startpos moves e2e4", &format!("go {clocks}")]);
    bridge.session.expect("bestmove e7e5");
    bridge.session.send("position startpos moves e2e4 e7e5 g1f3");
    bridge.session.send(&format!("go ponder {clocks}"));
    bridge.session.expect_silence(Duration::from_millis(100));
    bridge.session.send("ponderhit");
    bridge.session.expect("bestmove b8c6");
    assert_in_order(&bridge.end(), &["> usermove e2e4", "> hard", "> usermove g1f3"]);
}

/// C-066, C-399: an engine of version 1 gets a position piece by piece.
#[test]
fn edited_positions() {
    let arms = "go) echo 'move e1e2';; quit) exit 0;;";
    let mut bridge = Bridged::script(&["--engine-protocol=cecp"], arms);
    greet_uci(&mut bridge);
    bridge.session.send_all(&["position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go depth 1"]);
    bridge.session.expect("bestmove e1e2");
    assert_in_order(&bridge.end(), &["> edit", "> #", "> Ke1", "> c", "> Ke8", "> .", "> go"]);
}

/// As PolyGlot and as UCI2WB, by their command lines; what they cannot be is said.
#[test]
fn other_adapters() {
    let arms = uci("echo bestmove e2e4");
    let script = format!("while read -r line; do case \"$line\" in {arms} esac; done");
    let file = std::env::temp_dir().join(format!("ferz-engine-{}", std::process::id()));
    std::fs::write(&file, script).expect("a file");
    let engine = format!("sh {}", file.display());
    for words in
        [&["polyglot", "-noini", "-ec", &engine, "-ed", "/"][..], &["uci2wb", "-c", &engine]]
    {
        let mut command = Command::new(FERZ);
        command.args(words);
        let mut session = Session::start(command);
        session.send_all(&["xboard", "protover 2"]);
        session.expect_prefix("feature done=1");
        session.send_all(&["new", "go"]);
        session.expect("move e2e4");
        session.send("quit");
        assert!(session.wait_exit().success());
    }
    let _ = std::fs::remove_file(&file);
    let output = Command::new(FERZ).args(["uci2wb", "-s", "x"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("USI"), "{said}");
}

/// A table of quirks of one's own comes before the one inside; what is wrong with it is named.
#[test]
fn own_quirks() {
    let file = std::env::temp_dir().join(format!("ferz-quirks-{}", std::process::id()));
    let option = format!("--quirks={}", file.display());
    let table = "[[engine]]\nprogram = \"sh\"\nwhy = \"a script\"\nprotocol = \"uci\"\n";
    std::fs::write(&file, table).expect("a file");
    let mut bridge = Bridged::script(&[&option], &uci("echo bestmove e2e4"));
    greet_uci(&mut bridge);
    bridge.end();
    std::fs::write(&file, "[[engine]]\nprogram = \"sh\"\nwhy = \"\"\nrnaks = 1").expect("a file");
    for command in ["bridge", "inspect"] {
        let output = Command::new(FERZ).args([command, &option, "--", "sh"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("rnaks"), "{said}");
    }
    let _ = std::fs::remove_file(&file);
}

/// Named like the peers in the list of `cargo xtask peers`.
mod real_engines {
    use super::*;

    /// Three lines of xiangqi from an engine of UCCI, which knows one.
    #[test]
    fn several_lines_of_ucci() {
        let mut bridge = Bridged::start(&["--engine-protocol=ucci"], &[FERZ]);
        greet_uci(&mut bridge);
        bridge.session.send_all(&["setoption name UCI_Variant value xiangqi"]);
        bridge.session.send_all(&["setoption name MultiPV value 3", "position startpos"]);
        bridge.session.send("go depth 4");
        let said = bridge.session.expect_until("a move", |line| line.starts_with("bestmove "));
        let mut firsts: Vec<&str> = (1..=3)
            .map(|rank| {
                let is = |line: &&String| line.contains(&format!(" multipv {rank} "));
                let last = said.iter().rfind(is).expect("a line of each rank");
                last.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next()).expect("a move")
            })
            .collect();
        assert!(said.last().unwrap().starts_with(&format!("bestmove {}", firsts[0])), "{said:?}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{said:?}");
        bridge.end();
    }

    /// HoiXiangqi knows no `exclude`: its favourite moves are banned one by one.
    #[test]
    fn hoixiangqi_with_bans() {
        let mut bridge = Bridged::start(&["--engine-protocol=cecp"], &["hoixiangqi"]);
        bridge.session.send("ucci");
        bridge.session.expect("ucciok");
        let mut banned = Vec::new();
        for _ in 0..2 {
            bridge.session.send("position startpos");
            if !banned.is_empty() {
                bridge.session.send(&format!("banmoves {}", banned.join(" ")));
            }
            bridge.session.send("go depth 2");
            let best = bridge.session.expect_prefix("bestmove ");
            let best = best.split(' ').nth(1).expect("a move").to_owned();
            assert!(!banned.contains(&best), "{best} was banned");
            banned.push(best);
        }
        bridge.end();
    }

    /// Stockfish stands still while XBoard pauses.
    #[test]
    fn stockfish_pauses() {
        let mut bridge = Bridged::start(&["--engine-protocol=uci"], &["stockfish"]);
        greet_cecp(&mut bridge, &["new", "st 1", "go", "pause"]);
        bridge.session.expect_silence(Duration::from_millis(1500));
        bridge.session.send("resume");
        bridge.session.expect_prefix("move ");
        bridge.end();
    }

    /// Stockfish in an analysis of XBoard: the position changes under it, and the dot is answered.
    #[test]
    fn stockfish_analyses() {
        let mut bridge = Bridged::start(&["--engine-protocol=uci"], &["stockfish"]);
        greet_cecp(&mut bridge, &["new", "post", "analyze"]);
        bridge.session.expect_until("a line", |line| line.contains('\t'));
        bridge.session.send_all(&["usermove e2e4", "."]);
        bridge.session.expect_prefix("stat01:");
        bridge.session.send_all(&["exit", "ping 9"]);
        bridge.session.expect("pong 9");
        bridge.end();
    }

    /// Phalanx in an analysis of an interface of UCI.
    #[test]
    fn phalanx_analyses() {
        let mut bridge = Bridged::start(&["--engine-protocol=cecp"], &["phalanx"]);
        greet_uci(&mut bridge);
        bridge.session.send_all(&["position startpos moves h2h4 a7a5", "go infinite"]);
        bridge.session.expect_until("a line", |line| line.contains(" pv "));
        bridge.session.send("stop");
        bridge.session.expect_prefix("bestmove ");
        bridge.end();
    }
}
