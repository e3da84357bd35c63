//! What engines are told in matches, as they write it down; and what becomes of their answers.

use crate::support::*;
use ferz_arena::record::Reason;
use std::time::{Duration, Instant};

/// An engine that keeps what it is told. `n` counts its searches, `g` its games.
struct Scribe {
    protocol: &'static str,
    /// Its greeting, without the end of it.
    hello: &'static str,
    /// Features of CECP.
    features: &'static str,
    new: &'static str,
    go: &'static str,
    stop: &'static str,
}

const UCI: Scribe =
    Scribe { protocol: "uci", hello: ":", features: "", new: ":", go: ":", stop: ":" };
const UCCI: Scribe = Scribe { protocol: "ucci", ..UCI };
const CECP: Scribe = Scribe { protocol: "cecp", features: "setboard=1", ..UCI };

impl Scribe {
    /// The engine in this folder, with these settings.
    fn seated(&self, place: &Place, name: &str, settings: &str) -> String {
        let Scribe { protocol, hello, features, new, go, stop } = self;
        let go = format!("n=$((n+1)); {go}");
        let new = format!("g=$((g+1)); {new}");
        let words = match *protocol {
            "uci" => format!(
                "uci) {hello}; echo uciok;; isready) echo readyok;; ucinewgame) {new};; \
                 'go ponder'*) :;; go*) {go};; stop) {stop};;"
            ),
            "ucci" => format!(
                "ucci) {hello}; echo option usemillisec type check; echo ucciok;; \
                 isready) echo readyok;; *newgame*) {new};; go*) {go};; stop) {stop};;"
            ),
            _ => format!(
                "protover*) echo feature ping=1 usermove=1 sigint=0 reuse=1 {features} done=1;; \
                 ping*) echo pong ${{line#ping }};; new) f=; {new};; force) f=1;; go) f=; {go};; \
                 usermove*) if [ -z \"$f\" ]; then {go}; fi;; '?') {stop};;"
            ),
        };
        let log = place.path(&format!("{name}.log"));
        let script = format!(
            "n=0; g=0\nwhile read -r line; do echo \"$line\" >> {}; case \"$line\" in {words} \
             quit) exit 0;; esac; done\n",
            log.display()
        );
        let file = place.file(&format!("{name}.sh"), &script);
        format!("name={name} proto={protocol} {settings} sh {}", file.display())
    }
}

/// What an engine was told.
fn told(place: &Place, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(place.path(&format!("{name}.log"))).expect("a log");
    text.lines().map(str::to_owned).collect()
}

fn at(lines: &[String], wanted: &str) -> usize {
    let found = lines.iter().position(|line| line.starts_with(wanted));
    found.unwrap_or_else(|| panic!("no {wanted} in {lines:#?}"))
}

/// Moves of both colours that come back to where they began.
const CHESS: [&str; 2] = [
    "case $n in *[13579]) mv=g1f3;; *) mv=f3g1;; esac",
    "case $n in *[13579]) mv=g8f6;; *) mv=f6g8;; esac",
];
const XIANGQI: [&str; 2] = [
    "case $n in *[13579]) mv=h0g2;; *) mv=g2h0;; esac",
    "case $n in *[13579]) mv=h9g7;; *) mv=g7h9;; esac",
];

/// U-058, C-357, X-393: an engine that gives each of its answers twice, at once or a moment later, when
/// the next search has begun, is judged by what it answers and not by what it has answered before.
#[test]
fn answers_that_come_twice() {
    for scribe in [UCI, UCCI, CECP] {
        let word = if scribe.protocol == "cecp" { "move" } else { "bestmove" };
        let (moves, variant) = match scribe.protocol {
            "ucci" => (XIANGQI, "xiangqi"),
            _ => (CHESS, "normal"),
        };
        for pause in ["", "sleep 0.02;"] {
            let place = Place::new();
            let white = format!("{}; echo {word} $mv", moves[0]);
            let black = format!("{}; echo {word} $mv; {pause} echo {word} $mv", moves[1]);
            let white = Scribe { go: white.leak(), ..scribe };
            let black = Scribe { go: black.leak(), ..scribe };
            let run = place.plays(&[
                &white.seated(&place, "once", "st=5"),
                &black.seated(&place, "twice", "st=5"),
                "--games",
                "1",
                "--variant",
                variant,
            ]);
            let game = &run.games[0];
            assert_eq!(game.reason, Reason::Repetition, "{pause:?} {game:#?}");
            let stray = game.remarks.iter().any(|remark| remark.engine == 1);
            assert!(stray || scribe.protocol == "cecp", "{game:#?}");
        }
    }
}

/// C-271, C-340: an engine of CECP is told whole seconds, hurried when the time that was asked for is
/// up, and judged by what it was told. X-345: one of UCCI is told to stop in time.
#[test]
fn fractions_of_a_second() {
    let limits = ["--games", "1", "--max-moves", "1", "--margin", "3000"];
    let hurried = Scribe { stop: "echo move e2e4", ..CECP };
    let place = Place::new();
    let other = format!("name=other proto=uci nodes=9 {FERZ}");
    let plays = |place: &Place, engine: String, variant: &str| {
        let mut all = vec![engine.as_str(), other.as_str(), "--variant", variant];
        all.extend(limits);
        place.plays(&all).games.remove(0)
    };
    let game = plays(&place, hurried.seated(&place, "hurried", "st=0.3"), "normal");
    assert_eq!(game.reason, Reason::MoveLimit, "{game:#?}");
    let lines = told(&place, "hurried");
    assert!(at(&lines, "st 1") < at(&lines, "?"), "{lines:#?}");

    // What it was told is a second, whatever it makes of `?`.
    let deaf = Scribe { go: "sleep 0.6; echo move e2e4", ..CECP };
    let place = Place::new();
    let game = plays(&place, deaf.seated(&place, "deaf", "st=0.2 margin=350"), "normal");
    assert_eq!(game.reason, Reason::MoveLimit, "{game:#?}");

    // Whole seconds are its own affair.
    let slow = Scribe { go: "sleep 1.2; echo move e2e4", ..CECP };
    let place = Place::new();
    let game = plays(&place, slow.seated(&place, "slow", "st=1"), "normal");
    assert_eq!(game.reason, Reason::MoveLimit, "{game:#?}");
    assert!(!told(&place, "slow").contains(&"?".to_owned()));

    let stopped = Scribe { stop: "echo bestmove h2e2", ..UCCI };
    let place = Place::new();
    let game = plays(&place, stopped.seated(&place, "stopped", "st=0.3"), "xiangqi");
    assert_eq!(game.reason, Reason::MoveLimit, "{game:#?}");
}

/// an engine of UCCI is forbidden the move by which it would lose.
#[test]
fn moves_that_would_lose_by_repetition_are_banned() {
    let place = Place::new();
    let book = "5k3/9/9/R8/9/9/9/p8/9/3K5 w - - 0 1\n";
    let book = place.file("book.epd", book).display().to_string();
    // It checks on and on, until it may not.
    let red = Scribe {
        go: "case $n in 1) mv=a6f6;; *[02468]) mv=f6e6;; *) mv=e6f6;; esac; \
             case $last in banmoves*) mv=d0d1;; esac; echo bestmove $mv",
        hello: "last=",
        ..UCCI
    };
    let black = Scribe {
        go: "case $n in *[13579]) mv=f9e9;; *) mv=e9f9;; esac; echo bestmove $mv",
        ..UCCI
    };
    // What was said before `go`.
    let red = red.seated(&place, "red", "st=5");
    let script = std::fs::read_to_string(place.path("red.sh")).unwrap();
    let script = script.replace("esac; done", "esac; last=$line; done");
    place.file("red.sh", &script);
    let run = place.plays(&[
        &red,
        &black.seated(&place, "black", "st=5"),
        "--games",
        "1",
        "--variant",
        "xiangqi",
        "--openings",
        &book,
        "--max-moves",
        "9",
    ]);
    let lines = told(&place, "red");
    let ban = at(&lines, "banmoves ");
    assert!(lines[ban - 1].starts_with("position ") && lines[ban + 1].starts_with("go "));
    assert_ne!(run.games[0].reason, Reason::PerpetualCheck, "{:#?}", run.games);
    assert!(run.games[0].moves.iter().any(|mv| mv.text == "d0d1"), "{:#?}", run.games);
    assert!(!told(&place, "black").iter().any(|line| line.starts_with("banmoves")));
}

/// U-283: nobody ponders on a game that is over.
#[test]
fn no_pondering_on_a_mate() {
    let place = Place::new();
    let book = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3\n";
    let book = place.file("book.epd", book).display().to_string();
    let white = Scribe { go: "echo bestmove h5f7", ..UCI };
    let black = Scribe {
        hello: "echo option name Ponder type check default false",
        go: "echo bestmove g8f6 ponder h5f7",
        ..UCI
    };
    let run = place.plays(&[
        &white.seated(&place, "white", "st=5"),
        &black.seated(&place, "black", "st=5 ponder"),
        "--games",
        "1",
        "--openings",
        &book,
    ]);
    assert_eq!(run.games[0].reason, Reason::Checkmate);
    let lines = told(&place, "black");
    assert!(
        !lines.iter().any(|line| line.contains("h5f7") || line.contains("ponder")),
        "{lines:#?}"
    );
    // U-420: it knows of pondering before the first game.
    assert!(at(&lines, "setoption name Ponder value true") < at(&lines, "ucinewgame"));
}

/// U-159, U-415: the threads before the memory, else as the user has them.
#[test]
fn options_in_the_order_that_engines_take_best() {
    let place = Place::new();
    let scribe = Scribe {
        hello: "echo option name Hash type spin default 16 min 1 max 64; \
                echo option name Threads type spin default 1 min 1 max 8; \
                echo option name Style type string default x; \
                echo option name Ponder type check default true",
        go: "echo bestmove e2e4",
        ..UCI
    };
    let settings = "st=5 option.Style=y option.Hash=32 option.Threads=2";
    let other = format!("proto=uci nodes=9 {FERZ}");
    let engine = scribe.seated(&place, "scribe", settings);
    place.plays(&[&engine, &other, "--games", "1", "--max-moves", "1"]);
    let lines = told(&place, "scribe");
    let options: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("setoption name ")).collect();
    let wanted = ["Ponder value false", "Threads value 2", "Hash value 32", "Style value y"];
    assert_eq!(options, wanted);
}

/// C-063: the lines that begin a game are the user's.
#[test]
fn the_initialisation_can_be_changed() {
    let scribe = Scribe { go: "echo move e2e4", ..CECP };
    let other = format!("proto=uci nodes=9 {FERZ}");
    let begins = |init: &str| {
        let place = Place::new();
        let engine = scribe.seated(&place, "scribe", &format!("st=5 {init}"));
        place.plays(&[&engine, &other, "--games", "1", "--max-moves", "1"]);
        let lines = told(&place, "scribe");
        let count = |word: &str| lines.iter().filter(|line| *line == word).count();
        (count("new"), count("random"), count("easy"))
    };
    assert_eq!(begins("init=new"), (1, 0, 1));
    // Without `new` they are added.
    assert_eq!(begins("init=easy"), (1, 1, 2));
}

/// U-177: that an engine is not registered is told, and kept with its games.
#[test]
fn an_engine_that_is_not_registered() {
    let place = Place::new();
    let scribe = Scribe { hello: "echo registration error", go: "echo bestmove e2e4", ..UCI };
    let engine = scribe.seated(&place, "scribe", "st=5");
    let other = format!("proto=uci nodes=9 {FERZ}");
    let output = place.runs(&[&engine, &other, "--games", "1", "--max-moves", "1"]);
    assert!(said(&output).contains("scribe: it is not registered"), "{}", said(&output));
    let run = Run::read(&place.path("run"));
    assert!(run.games[0].remarks[0].text.contains("not registered"), "{:#?}", run.games);
}

/// An engine that ends between two games gets another chance, and a remark.
#[test]
fn a_crash_between_two_games() {
    let place = Place::new();
    let scribe = Scribe {
        new: "if [ $g = 2 ]; then exit 3; fi",
        go: "case \"$position\" in *moves*) echo bestmove e7e5;; *) echo bestmove e2e4;; esac",
        ..UCI
    };
    let engine = scribe.seated(&place, "scribe", "st=5");
    let other = format!("proto=uci nodes=9 {FERZ}");
    let run = place.plays(&[&other, &engine, "--games", "1", "--rounds", "3", "--max-moves", "1"]);
    let remarks: Vec<_> = run.games.iter().flat_map(|game| &game.remarks).collect();
    assert!(remarks.iter().any(|remark| remark.engine == 1
        && remark.text.contains("failed between two games: ended by itself with exit status 3")));
}

/// C-412: what edit mode cannot tell is remarked.
#[test]
fn a_position_without_its_castling_rights() {
    let place = Place::new();
    let book = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1\n";
    let book = place.file("book.epd", book).display().to_string();
    let scribe = Scribe { features: "setboard=0", go: "echo move e2e4", ..CECP };
    let engine = scribe.seated(&place, "scribe", "st=5");
    let other = format!("proto=uci nodes=9 {FERZ}");
    let games = ["--games", "1", "--max-moves", "1", "--openings", &book];
    let run = place.plays(&[&[engine.as_str(), &other][..], &games].concat());
    let text = &run.games[0].remarks[0].text;
    assert!(text.contains("edit mode cannot tell of castling rights"), "{text}");
}

/// C-394: an engine that does not take the position has lost for that.
#[test]
fn a_position_that_is_refused() {
    let place = Place::new();
    let book = place.file("book.epd", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1\n");
    let book = book.display().to_string();
    let scribe = Scribe { go: "echo tellusererror Illegal position", ..CECP };
    let engine = scribe.seated(&place, "scribe", "st=5");
    let other = format!("proto=uci nodes=9 {FERZ}");
    let run = place.plays(&[&engine, &other, "--games", "1", "--openings", &book]);
    let game = &run.games[0];
    assert_eq!((game.reason, game.result.to_string().as_str()), (Reason::Refused, "0-1"));
    assert!(game.detail.contains("illegal position"), "{game:#?}");
}

/// Who hangs has lost on time, and is not waited for as for a ping.
#[test]
fn a_hanging_engine_of_cecp() {
    let place = Place::new();
    let scribe = Scribe { go: "sleep 1000", ..CECP };
    let engine = scribe.seated(&place, "scribe", "st=1 patience=30");
    let other = format!("proto=uci nodes=9 {FERZ}");
    let began = Instant::now();
    let run = place.plays(&[&engine, &other, "--games", "1"]);
    assert_eq!(run.games[0].reason, Reason::Time);
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}

/// U-510, U-512: an engine of UCI that does not say what it plays is taken to play the xiangqi that the
/// user wants, with ranks from 0.
#[test]
fn xiangqi_over_plain_uci() {
    let place = Place::new();
    let seat = |moves: &str, name: &str| {
        let go = format!("{moves}; echo bestmove $mv").leak();
        Scribe { go, ..UCI }.seated(&place, name, "st=5")
    };
    let (red, black) = (seat(XIANGQI[0], "red"), seat(XIANGQI[1], "black"));
    let run = place.plays(&[&red, &black, "--games", "1", "--variant", "xiangqi"]);
    let game = &run.games[0];
    assert_eq!(game.reason, Reason::Repetition, "{game:#?}");
}

/// Whoever does not play the game is refused before the first; and so is what is no engine.
#[test]
fn refused_before_the_first_game() {
    let place = Place::new();
    let hello = "echo option name UCI_Chess960 type check default false";
    let scribe = Scribe { hello, ..UCI }.seated(&place, "scribe", "st=5");
    let other = format!("proto=uci nodes=9 {FERZ}");
    for (arguments, wanted) in [
        (
            [scribe.as_str(), &other, "--variant", "xiangqi"],
            "scribe: engine does not play \"xiangqi\"",
        ),
        (["name=cat st=5 cat", &other, "--variant", "normal"], "cat: only repeats what it is told"),
    ] {
        let began = Instant::now();
        let output = place.runs(&arguments);
        assert!(!output.status.success() && said(&output).contains(wanted), "{}", said(&output));
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }
}
